/** The API client and the types of the service's responses. */

import { language } from "./language.ts";

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
}

export interface Rule {
  line: number;
  kind: "allow" | "disallow";
  /** The pattern. If it is long, only its beginning; `pattern_bytes` is then the full length. */
  pattern: string;
  pattern_bytes?: number;
  priority: number;
  matched: number;
}

export type Decision = "allowed" | "disallowed" | "not-applicable";

/** The decision, or `unreachable` if robots.txt could not be read. */
export type Outcome = Decision | "unreachable";

/** A policy that leads to a different decision about the live site, with a sentence that says so. */
export interface PolicyDifference {
  policy: string;
  text: string;
}

export interface Answer {
  url: string;
  agent: string;
  outcome: Outcome;
  decision: Decision;
  reason: string;
  message: string;
  /** The deciding line, from 1; null if no line decided. */
  line: number | null;
  rule: Rule | null;
  /** The deciding line exactly as in the file, without its comment. */
  text: string | null;
  /** The user agent whose group applies, exactly as in the file, and its line. */
  group: string | null;
  group_line: number | null;
  note?: string | null;
  /** The URL that a crawler requests, if its path differs from the input. */
  requested?: string;
  differs_under?: PolicyDifference[];
  /** What a blocked URL means for search results. */
  consequence?: string;
  /** The basis of an answer about a live site. */
  site?: SiteState;
}

/** Replaces the answers for a value that is not a valid URL. */
export interface Refusal {
  url: string;
  error: Problem;
}

/** The last entry of an incomplete response: it was too large or took too long. */
export interface Truncation {
  is_cut: true;
  error: Problem;
}

export type Entry = Answer | Refusal | Truncation;

export interface Version {
  version: number;
  first_seen: string;
  last_seen: string;
  bytes: number | null;
  missing: string | null;
  result?: string;
  file: string | null;
  is_exact?: boolean;
}

/** The basis of verdicts: the file, its absence, a last copy, a policy's decision about failures, or nothing yet. */
export type Basis = "file" | "no-file" | "disallowed" | "last-copy" | "no-limits" | "nothing";

/** What verdicts about an origin rest on. */
export interface SiteState {
  origin: string;
  robots_url: string;
  /** The state as a sentence. */
  state: string;
  basis: Basis;
  first_seen: string | null;
  last_seen: string | null;
  last_fetch?: FetchState;
}

/** A fetch of a robots.txt. */
export interface FetchState {
  at: string;
  millis: number;
  result: string;
  hops: Hop[];
}

/** A site with its versions. */
export interface LiveSite extends SiteState {
  /** The result of the last fetch, as text. */
  last_result: string;
  last_fetch_at: string | null;
  /** The requests of the last fetch. There is more than one if the site redirects. */
  hops?: Hop[];
  /** Why the site was not fetched again, or that the address means another file. */
  note?: string | null;
  versions: Version[];
}

export interface Hop {
  url: string;
  /** The HTTP status; null if there was no response. */
  status: number | null;
}

export interface NamedOption {
  name: string;
  title: string;
}

export interface Options {
  profiles: NamedOption[];
  policies: NamedOption[];
}

export interface NamedCrawler {
  token: string;
  is_known: boolean;
  note: string | null;
}

/** The documentation of a lint. */
export interface LintPage {
  code: string;
  name: string;
  severity: Severity;
  summary: string;
  text: string;
  example: string;
  instead: string;
  fix: string | null;
  references: string[];
}

export interface InspectionReport {
  url: string;
  found: "answer" | "not-fetched" | "failed";
  message: string;
  steps: { url: string; status: number | null }[];
  agents: CrawlerInspection[];
  page: InspectedPage | null;
}

export interface CrawlerInspection {
  agent: string;
  crawl: Answer | null;
  differs_under?: PolicyDifference[];
  indexable: boolean;
  index: string;
  message: string;
  rules: { rule: string; place: string }[];
  /** `line`: the deciding line of robots.txt; null if no line decided. */
  closed_resources: { url: string; kind: string; line: number | null }[];
  closed: number;
  open: number;
}

export interface InspectedPage {
  status: number;
  content_type: string | null;
  html: boolean;
  canonical: string[];
  links: number;
  nofollow_links: number;
  no_snippet_parts: number;
  directives: {
    agent: string | null;
    place: string;
    rules: string[];
    ignored: string[];
    outside_head: boolean;
  }[];
  not_asked: string[];
  notes: string[];
}

export interface Comparison {
  is_same: boolean;
  live: LiveSite;
  /** The offset of the first different byte, and its line in both files; null if that file has ended. */
  difference: { byte: number; line: number; draft: string | null; live: string | null } | null;
  draft_bytes: number;
  live_bytes: number | null;
}

/** Replaces a range with a text. Lines and columns count from 1. Columns are UTF-16 units. The end is exclusive. */
export interface Edit {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  text: string;
}

export interface Fix {
  title: string;
  edits: Edit[];
  /** `takes-effect`: the fix may change verdicts. */
  effect?: string;
}

export interface Suggestion extends Fix {
  words: string;
  to: "allowed" | "disallowed";
}

export interface GroupResult {
  first_line: number;
  last_line: number;
  agents: string[];
  fate: "followed" | "lost" | "star-ignored" | "others";
  words: string;
}

export interface MatchResult {
  line: number;
  kind: string;
  pattern: string;
  priority: number;
  matched: number;
  fate: "won" | "shorter" | "tie-lost" | "later";
  words: string;
}

export interface Explanation {
  answer: Answer;
  words: string[];
  groups: GroupResult[];
  matches: MatchResult[];
  /** The number of matching rules, including those that are not in `matches`. */
  matching?: number;
  changes: Suggestion[];
  /** Says that Google's documentation does not define which rule wins; null if it does. */
  undefined?: string | null;
  /** What a blocked URL means for search results. */
  consequence?: string | null;
}

export type Severity = "error" | "warning" | "note";

export interface Diagnostic {
  code: string;
  name: string;
  severity: Severity;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  message: string;
  reason: string;
  help?: string | null;
  fix: Fix | null;
}

export interface LintReport {
  errors: number;
  warnings: number;
  notes: number;
  /** The number of findings that were omitted because there are too many of one kind. */
  more?: number;
  diagnostics: Diagnostic[];
}

/** The URLs that sitemaps list. */
/** Paths whose verdict changes, and the rules that decide about them; null if no rule matches. */
export interface ChangeEffect {
  becomes: "allowed" | "disallowed";
  example: string;
  shortest: string;
  before: Rule | null;
  after: Rule | null;
}

/** Crawlers by name. `others`: and every crawler that is not known and that no file names. */
export interface Crawlers {
  crawlers: string[];
  others: boolean;
}

/** Crawlers for which a change has the same effects. */
export interface ChangeClass extends Crawlers {
  effects: ChangeEffect[];
  more: number;
  undecided: number;
}

/** What changes if one file replaces another. */
export interface ChangeReport {
  /** `none` is proved; `undecided`: no effect was found, but not all rules could be compared. */
  outcome: "effects" | "none" | "undecided";
  lines_changed: number;
  classes: ChangeClass[];
  unaffected: Crawlers;
  sitemaps_added: string[];
  sitemaps_removed: string[];
  unread_names: number;
}

export interface SitemapUrls {
  urls: string[];
  sitemaps: number;
  /** Whether there may be more URLs. */
  is_cut: boolean;
  /** Sitemaps that were not read, and errors. */
  notes: string[];
  more: number;
}

/** The content of a sitemap file. */
export interface SitemapFileUrls {
  /** Null if the file is not a sitemap. */
  kind: "urlset" | "index" | "rss" | "atom" | "text" | null;
  urls: string[];
  /** The number of URLs that are not in `urls`. */
  left_out: number;
  /** Errors in the file. */
  notes: string[];
  more: number;
}

/** Crawlers that may fetch equally much of a site. */
export interface AccessGroup {
  access: "everything" | "part" | "nothing" | "undecided";
  crawlers: string[];
  /** The first line of the group that the first of them follows; null if it follows none. */
  line: number | null;
}

/** How much of a site crawlers of search engines and of AI training may fetch. */
export interface Summary {
  search: AccessGroup[];
  ai_training: AccessGroup[];
  /** The number of sitemaps that the file names. */
  sitemaps: number;
}

/** A common purpose of a robots.txt. */
export interface Recipe {
  name: string;
  /** What it does, in Markdown. The first sentence says it in short. */
  summary: string;
  advice: string;
  /** The value that it takes; null if it takes none. */
  parameter: { what: string; example: string; is_default: boolean } | null;
  /** Whether it decides about the whole site. It can then only begin a file, not be added to one. */
  is_whole_site: boolean;
}

/** A file that does what its recipes promise. */
export interface ComposedFile {
  robots: string;
  remarks: string[];
  warning: string | null;
}

export interface ComposeInput {
  recipes: string[];
  sitemaps: string[];
  /** The draft to which the recipes are added. */
  robots?: string;
}

export interface KnownCrawler {
  token: string;
  operator: string | null;
  purpose: string;
  ai: boolean;
  /** How it treats robots.txt, as text. */
  compliance: string;
  /** Whether its operator says that it ignores robots.txt. */
  ignores_robots_txt: boolean;
  /** Whether it no longer crawls. Old files may still name it. */
  is_retired: boolean;
  note: string | null;
  /** The list of `maycrawl new --block-ai` that includes the crawler: training, search, user, undocumented. */
  block_ai: string | null;
  /** Whether its operator documents that it obeys robots.txt. */
  confirmed: boolean;
}

/** An error response of the service. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const MAX_ATTEMPTS = 4;

/** Sends a request. If the service is busy, waits as long as it asks and tries again. */
async function request<T>(path: string, init: RequestInit): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(path, init);
    if (response.ok) return (await response.json()) as T;
    const isBusy = response.status === 429 || response.status === 503;
    if (isBusy && attempt < MAX_ATTEMPTS) {
      await delay(Number(response.headers.get("retry-after")) || 1, init.signal ?? null);
      continue;
    }
    throw new ApiError(response.status, await problemText(response));
  }
}

async function problemText(response: Response): Promise<string> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    if (problem.detail) return problem.detail;
  } catch {
    // The response does not come from the service, but from a proxy in front of it.
  }
  return `the service responded with status ${response.status}`;
}

function delay(seconds: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(seconds, 30) * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  return request<T>(path, {
    method: "POST",
    // The sentences of the answer are in the language of the page.
    headers: { "content-type": "application/json", "accept-language": language.peek() },
    // A lone surrogate is not valid JSON for the service.
    body: JSON.stringify(body, (_, value: unknown) =>
      typeof value === "string" ? value.toWellFormed() : value,
    ),
    signal: signal ?? null,
  });
}

/** Removes the element that marks omitted versions. */
function withoutOmissionMarker(live: LiveSite): LiveSite {
  return { ...live, versions: live.versions.filter((version) => "version" in version) };
}

export interface DraftInput {
  robots: string;
  origin?: string;
  profile?: string;
}

/** How errors of a site are handled; the service's own policy if absent. */
export type PolicyOption = { policy?: string };
/** How robots.txt is read; Google's way if absent. */
export type ProfileOption = { profile?: string };

export const api = {
  crawlers: () => request<KnownCrawler[]>("/v1/crawlers", {}),
  robots: async (origin: string, policy: PolicyOption, signal?: AbortSignal) => {
    const path = `/v1/robots?${new URLSearchParams({ origin, ...policy })}`;
    return withoutOmissionMarker(await request<LiveSite>(path, { signal: signal ?? null }));
  },
  refresh: async (origin: string, policy: PolicyOption, signal?: AbortSignal) =>
    withoutOmissionMarker(await post<LiveSite>("/v1/refresh", { origin, ...policy }, signal)),
  compare: async (origin: string, robots: string) => {
    const comparison = await post<Comparison>("/v1/compare", { origin, robots });
    return { ...comparison, live: withoutOmissionMarker(comparison.live) };
  },
  options: () => request<Options>("/v1/options", {}),
  crawler: (name: string) =>
    request<NamedCrawler>(`/v1/crawler?${new URLSearchParams({ name })}`, {}),
  lintPage: (code: string) => request<LintPage>(`/v1/lints/${encodeURIComponent(code)}`, {}),
  inspect: (
    url: string,
    agents: string[],
    options: PolicyOption & ProfileOption,
    signal: AbortSignal,
  ) => post<InspectionReport>("/v1/inspect", { url, agents, ...options }, signal),
  sitemap: (url: string, most: number) => post<SitemapUrls>("/v1/sitemap", { url, most }),
  /** Reads a sitemap file, plain or compressed with gzip. The service fetches nothing. */
  sitemapFile: (file: Blob, most: number) =>
    request<SitemapFileUrls>(`/v1/sitemap/file?most=${most}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    }),
  test: (draft: DraftInput, urls: string[], agents: string[], signal: AbortSignal) =>
    post<Entry[]>("/v1/test", { ...draft, urls, agents }, signal),
  check: (urls: string[], agents: string[], policy: PolicyOption, signal: AbortSignal) =>
    post<Entry[]>("/v1/check", { urls, agents, ...policy }, signal),
  explain: (draft: DraftInput, url: string, agent: string, signal: AbortSignal) =>
    post<Explanation>("/v1/explain", { ...draft, url, agent }, signal),
  diff: (before: string, after: string, profile: ProfileOption, signal: AbortSignal) =>
    post<ChangeReport>("/v1/diff", { before, after, ...profile }, signal),
  summary: (robots: string, profile: ProfileOption, signal: AbortSignal) =>
    post<Summary>("/v1/summary", { robots, ...profile }, signal),
  recipes: () => request<Recipe[]>("/v1/recipes", {}),
  compose: (input: ComposeInput, signal: AbortSignal) =>
    post<ComposedFile>("/v1/compose", input, signal),
  lint: (draft: DraftInput, signal?: AbortSignal) => post<LintReport>("/v1/lint", draft, signal),
};

/** The error message of a failed request; null if the request was cancelled. */
export function errorText(error: unknown): string | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  if (error instanceof ApiError) return error.message;
  return "the service does not answer";
}

/** Whether there was no response, or a response that asks to try again later, from the service or from a proxy. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 502 || error.status === 503;
  return errorText(error) !== null;
}
