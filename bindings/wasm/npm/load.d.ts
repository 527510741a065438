import * as answers from "./index.js";
import * as checks from "./check.js";

export * from "./lib/errors.js";

/** Bytes, a response, a URL that is fetched, or a compiled module. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

type Answers = Pick<
  typeof answers,
  "RobotsTxt" | "Rules" | "UrlList" | "CrawlerList" | "recipes" | "compose" | "knownCrawlers" | "lints"
>;

/** Only the module of the tester page has these. */
interface Drafts {
  /** The answer to a question, or why it has none. */
  draft?(name: string, values: string, language: string): { isAnswered: boolean; json: string };
  /** Gives a language, other than English, the messages of its sentences. */
  addLanguage?(tag: string, texts: string): void;
}

/** Compiles a module that several workers start: a compiled one can be sent to each. */
export function compile(source: Source): Promise<WebAssembly.Module>;
/** Starts `maycrawl.wasm`. */
export function load(source: Source): Promise<Answers & Drafts>;
/** Starts `check.wasm`. */
export function loadCheck(source: Source): Promise<Pick<typeof checks, "RobotsTxt" | "Rules">>;
