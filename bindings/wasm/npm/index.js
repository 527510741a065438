import { startAnswers } from "./lib/answers.js";
import { start } from "./lib/module.js";

export * from "./lib/errors.js";
export const { RobotsTxt, Rules, UrlList, CrawlerList, recipes, compose, knownCrawlers, lints } = startAnswers(
  await start(new URL("./maycrawl.wasm", import.meta.url)),
);
