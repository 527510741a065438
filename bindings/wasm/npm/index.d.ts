import type {
  DiffAnswer,
  ComposeResponse,
  DraftCheckResponse,
  VerifyAnswer,
  FixEffect,
  ParsedRobotsTxt,
  RecipeInfo,
  Severity,
  UseAnswer,
} from "./answers.js";
import { Held, ParseOptions, Profile, RobotsTxt as Checked, Rules, Verdict } from "./check.js";

export type * from "./answers.js";
export * from "./lib/errors.js";
export { Held, ParseOptions, Profile, Rules, Verdict };

export interface OtherLine {
  readonly key: string;
  readonly value: string;
}

/** A text that is no URL, and what is wrong with it. */
export interface RefusedUrl {
  url: string;
  error: string;
}

/** A likely mistake. `start` and `end` are offsets in bytes; columns are characters from 1. */
export interface Diagnostic {
  code: string;
  name: string;
  severity: Severity;
  line: number;
  /** Other lines with the same finding. */
  also?: number[];
  start: number;
  end: number;
  message: string;
  help: string | null;
  fix: { title: string; effect: FixEffect; edits: { start: number; end: number; text: string }[] } | null;
  column: number;
  end_column: number;
}

/** The findings, at most a hundred of each kind; `more` is the number of others. */
export interface LintAnswer {
  file: string;
  findings: Diagnostic[];
  more: number;
}

/** The lines that are not needed. `fits` answers the question `under`. */
export interface MinimiseAnswer {
  bytes_before: number;
  bytes_after: number;
  lines: { line: number; text: string; reason: string }[];
  undecided: number;
  fits: boolean | null;
}

/** A lint; `page` is its documentation in Markdown. */
export interface LintInfo {
  code: string;
  name: string;
  severity: Severity;
  summary: string;
  fix: string | null;
  page: string;
}

/** A row of the table of crawlers. `checked` is the day of its last check. */
export interface KnownCrawler {
  token: string;
  operator: string | null;
  purpose: string;
  fallback: string[];
  follows_star: boolean;
  compliance: string;
  note: string | null;
  block_ai: string | null;
  confirmed: boolean;
  is_retired: boolean;
  superseded_by: string | null;
  aliases: string[];
  source: string;
  source_url: string;
  checked: string;
}

export type Content = string | Uint8Array | ArrayBuffer;
/** A file comes back as a string if it was given as one, and as bytes otherwise. */
export type Changed<T extends Content> = T extends string ? string : Uint8Array;

/** URLs that are read once and decided about many times. */
export class UrlList extends Held {
  constructor(urls: Iterable<string | URL>);
  readonly length: number;
}

/** Crawlers that are looked up once. Throws `CrawlerNameError`. */
export class CrawlerList extends Held {
  constructor(names: Iterable<string>);
  readonly length: number;
}

/** The verdicts of a table. Crawlers that obey the same lines share a column. */
export class Decisions {
  private constructor();
  readonly columns: number;
  readonly columnOf: Uint32Array;
  /** The deciding line of each URL in each column; 0: none. */
  readonly lines: Uint32Array;
  /** 1: allowed; 2: not about this site, or no URL at all. The other bits are the number of the reason. */
  readonly marks: Uint8Array;
  /** What to transfer to another thread. */
  readonly buffers: ArrayBuffer[];
  /** The place in `lines` and `marks`. */
  at(url: number, crawler: number): number;
  isAllowed(url: number, crawler: number): boolean;
  /** null for a text that is no URL. */
  verdict(url: number, crawler: number): Verdict | null;
}

/** The rules of several tokens together, as google/robotstxt unites them. */
export class TokenRules extends Rules {
  checkAsWritten(url: string | Uint8Array): Verdict;
}

/** A question whose answer is the text that the command prints. */
export type Question =
  | { ask: "check"; agents: string[]; urls: string[]; explain?: boolean }
  | { ask: "explain"; agent: string; url: string }
  | { ask: "lint"; name: string }
  | { ask: "fix"; all?: boolean }
  | { ask: "diff"; after: RobotsTxt<Content>; region?: string | null }
  | { ask: "verify"; expectations: string }
  | { ask: "uses"; agents: string[]; urls: string[]; uses: string[] }
  | { ask: "parse" | "fmt" | "minimise" | "recipes" | "crawlers" | "lints" }
  | { ask: "needless"; under?: number | null }
  | { ask: "compose" | "add"; recipes: string[]; sitemaps?: string[] };

type Many = string | Iterable<string>;
type Urls = string | URL | Iterable<string | URL>;

/** A parsed robots.txt, and all that the command answers about one. Wrong questions throw `QuestionError`. */
export class RobotsTxt<T extends Content = Content> extends Checked<T> {
  /** The URLs of the `sitemap` lines, in order. */
  readonly sitemaps: string[];
  /** The lines with other fields, of the whole file or of the groups of the program with this User-Agent header. */
  otherLines(header?: string): OtherLine[];
  /** The longest valid `crawl-delay` of that program, in seconds. Google does not read it. */
  crawlDelay(header?: string): number | undefined;
  rulesForTokens(tokens: string[]): TokenRules;
  /** All URLs for all crawlers: one check for each URL and each different set of rules. */
  decide(crawlers: CrawlerList | Iterable<string>, urls: UrlList | Iterable<string | URL>): Decisions;
  ask(question: Question): string;
  /** `maycrawl check --format json`: an answer for each URL and crawler. */
  answers(agents: Many, urls: Urls, options?: { explain?: boolean }): (DraftCheckResponse | RefusedUrl)[];
  /** `check --explain`: the answer with every group and rule, and what became of it. */
  why(agent: string, url: string | URL): DraftCheckResponse;
  /** The same as text. */
  explain(agent: string, url: string | URL): string;
  /** `lint`. `name` is that of the file in the answer. */
  lint(name?: string): LintAnswer;
  /** `lint --fix`, or with `all` also the fixes that change verdicts. */
  fix(options?: { all?: boolean }): Changed<T>;
  /** `diff`: what changes for which crawlers and paths if `after` replaces this file. */
  diff(after: RobotsTxt<Content>, options?: { region?: string | null }): DiffAnswer;
  /** `verify`: an answer for each expectation. */
  verify(expectations: string): VerifyAnswer[];
  /** `check --use`. */
  uses(agents: Many, urls: Urls, uses: Many): (UseAnswer | RefusedUrl)[];
  /** `parse`: groups, rules, sitemaps and other lines. */
  parsed(): ParsedRobotsTxt;
  /** `fmt`. */
  format(): Changed<T>;
  /** `minimise`: the same verdicts with fewer lines. */
  minimise(): Changed<T>;
  /** `minimise --list`: the lines that are not needed. */
  needless(options?: { under?: number | null }): MinimiseAnswer;
  /** This file with recipes such as `directory=/calendar/` added, proved for every known crawler. */
  add(recipes: Many, sitemaps?: Many): ComposeResponse;
}

/** The recipes, the most common first. */
export function recipes(): RecipeInfo[];
/** `new`: a file from recipes. */
export function compose(recipes: Many, sitemaps?: Many): ComposeResponse;
/** The table of known crawlers. */
export function knownCrawlers(): KnownCrawler[];
/** All lints. */
export function lints(): LintInfo[];
