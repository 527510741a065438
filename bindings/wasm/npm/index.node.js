import { startAnswers } from "./lib/answers.js";
import { compiled } from "./lib/file-node.js";
import { startSync } from "./lib/module.js";

export * from "./lib/errors.js";
export const { RobotsTxt, Rules, UrlList, CrawlerList, recipes, compose, knownCrawlers, lints } = startAnswers(
  startSync(compiled("maycrawl.wasm")),
);
