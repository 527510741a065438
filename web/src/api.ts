/** The service, as the page asks it. */

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
}

export interface Rule {
  line: number;
  kind: "allow" | "disallow";
  /** Of a long one the beginning; then `pattern_bytes` is its whole length. */
  pattern: string;
  pattern_bytes?: number;
  priority: number;
  matched: number;
}

export type Decision = "allowed" | "disallowed" | "not-applicable";

/** As the decision, but for a robots.txt that could not be read. */
export type Outcome = Decision | "unreachable";

/** A policy under which a live site's state would decide otherwise, in a sentence. */
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
  line: number;
  rule: Rule | null;
  /** The deciding line as the file spells it, without its comment. */
  text: string | null;
  /** The user agent whose group was followed, as the file spells it, and its line. */
  group: string | null;
  group_line: number | null;
  note?: string | null;
  /** The URL that a crawler requests, where its path is another than the one that was written. */
  requested?: string;
  differs_under?: PolicyDifference[];
}

/** Stands in an answer's place for a URL that cannot be asked about. */
export interface Refusal {
  url: string;
  error: Problem;
}

/** Stands at the end of an answer that was cut: it grew too large, or took too long. */
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

export interface LiveSite {
  origin: string;
  robots_url: string;
  state: string;
  basis: string;
  first_seen: string | null;
  last_seen: string | null;
  last_fetch: string;
  last_fetch_at: string | null;
  /** The requests of the last fetch: more than one where the site redirects. */
  hops?: Hop[];
  /** Why the site was not asked again, or that another file was meant. */
  note?: string | null;
  versions: Version[];
}

export interface Hop {
  url: string;
  /** 0 where nothing answered. */
  status: number;
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

/** The page about a lint. */
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
  closed_resources: { url: string; kind: string; line: number }[];
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
  /** The first byte that differs, and that line in both; null where one of them has ended. */
  difference: { byte: number; line: number; draft: string | null; live: string | null } | null;
  draft_bytes: number;
  live_bytes: number | null;
}

/** Replace a range by a text. Lines and columns count from 1, columns in UTF-16 units, end exclusive. */
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
  /** `takes-effect`: verdicts may be others afterwards. */
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
  /** How many rules match, told of or not. */
  matching?: number;
  changes: Suggestion[];
  /** That Google's documents leave undefined which rule wins, where they do. */
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
  /** Findings that are not told of, because there are too many of a kind. */
  more?: number;
  diagnostics: Diagnostic[];
}

/** The URLs that sitemaps list. */
export interface SitemapUrls {
  urls: string[];
  sitemaps: number;
  /** There may be more. */
  is_cut: boolean;
  /** What was not read, and what is wrong. */
  notes: string[];
  more: number;
}

export interface KnownCrawler {
  token: string;
  operator: string;
  purpose: string;
  ai: boolean;
  conduct: string;
  note: string;
  /** The list of `maycrawl new --block-ai` that has it: training, search, user, undocumented. */
  block_ai: string | null;
  /** Its operator documents that it obeys. */
  confirmed: boolean;
}

/** What the service said instead of an answer. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const MAX_ATTEMPTS = 4;

/** Asks once more when the service says that it is busy, after the time that it names. */
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
    // Whatever stands between page and service has answered, not the service.
  }
  return `the service answered ${response.status}`;
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
    headers: { "content-type": "application/json" },
    // Half a surrogate pair is no JSON that the service would take.
    body: JSON.stringify(body, (_, value: unknown) =>
      typeof value === "string" ? value.toWellFormed() : value,
    ),
    signal: signal ?? null,
  });
}

/** Without the element that says that older versions were left out. */
function withoutOmissionMarker(live: LiveSite): LiveSite {
  return { ...live, versions: live.versions.filter((version) => "version" in version) };
}

export interface DraftInput {
  robots: string;
  origin?: string;
  profile?: string;
}

/** What is made of sites that answer with errors; the service's own policy without one. */
export type PolicyOption = { policy?: string };
/** How robots.txt is read; as Google reads it without one. */
export type ProfileOption = { profile?: string };

export const api = {
  crawlers: () => request<KnownCrawler[]>("/v1/crawlers", {}),
  robots: async (origin: string, policy: PolicyOption, signal?: AbortSignal) => {
    const path = `/v1/robots?${new URLSearchParams({ origin, ...policy })}`;
    return withoutOmissionMarker(await request<LiveSite>(path, { signal: signal ?? null }));
  },
  refresh: async (origin: string, policy: PolicyOption) =>
    withoutOmissionMarker(await post<LiveSite>("/v1/refresh", { origin, ...policy })),
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
  test: (draft: DraftInput, urls: string[], agents: string[], signal: AbortSignal) =>
    post<Entry[]>("/v1/test", { ...draft, urls, agents }, signal),
  check: (urls: string[], agents: string[], policy: PolicyOption, signal: AbortSignal) =>
    post<Entry[]>("/v1/check", { urls, agents, ...policy }, signal),
  explain: (draft: DraftInput, url: string, agent: string, signal: AbortSignal) =>
    post<Explanation>("/v1/explain", { ...draft, url, agent }, signal),
  lint: (draft: DraftInput, signal?: AbortSignal) => post<LintReport>("/v1/lint", draft, signal),
};

/** The reason for people, when a request failed and was not called off. */
export function errorText(error: unknown): string | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  if (error instanceof ApiError) return error.message;
  return "the service does not answer";
}

/** No answer came, or one that says to ask again later: from the service, or from what stands before it. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 502 || error.status === 503;
  return errorText(error) !== null;
}
