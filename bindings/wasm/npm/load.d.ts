import * as answers from "./index.js";
import * as checks from "./check.js";

export * from "./lib/errors.js";

/** Bytes, a response, a URL that is fetched, or a compiled module. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

type Answers = Pick<
  typeof answers,
  "RobotsTxt" | "Rules" | "UrlList" | "CrawlerList" | "recipes" | "compose" | "knownCrawlers" | "lints"
>;

/** What the service answers to a request about a draft. Only the module of the tester page has these questions. */
interface Drafts {
  draft?(path: string, body: string, language: string): { status: number; body: string };
}

/** Starts `maycrawl.wasm`. */
export function load(source: Source): Promise<Answers & Drafts>;
/** Starts `check.wasm`. */
export function loadCheck(source: Source): Promise<Pick<typeof checks, "RobotsTxt" | "Rules">>;
