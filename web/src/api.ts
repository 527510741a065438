/** The API client. The types are those of the OpenAPI document, some under the short names of the page. */

import type {
  ChangeAnswer,
  CheckResponse,
  CompareResponse,
  ComposeRequest,
  ComposeResponse,
  CrawlerInfo,
  CrawlerName,
  CutOff,
  DraftCheckItem,
  DraftCheckResponse,
  ExplainResponse,
  FixProposal,
  InspectResponse,
  LintPage,
  LintReport,
  Options,
  Problem,
  RecipeInfo,
  RobotsFile,
  SitemapFileUrls,
  SitemapUrls,
  Summary,
  VersionInfo,
} from "./api-types.ts";
import { language } from "./language.ts";

export type {
  AccessGroup,
  AnswerRule as Rule,
  Basis,
  ChangeAnswer as ChangeReport,
  ChangeInfo as Suggestion,
  ClassAnswer as ChangeClass,
  ComposeResponse as ComposedFile,
  CrawlerInfo as KnownCrawler,
  CrawlerName as NamedCrawler,
  CrawlerReport as CrawlerInspection,
  CrawlersAnswer as Crawlers,
  CutOff,
  Decision,
  EffectAnswer as ChangeEffect,
  ExplainResponse as Explanation,
  Finding as Diagnostic,
  GroupInfo as GroupResult,
  InspectResponse as InspectionReport,
  LintPage,
  LintReport,
  NamedOption,
  PageInfo as InspectedPage,
  PolicyDifference,
  Problem,
  RecipeInfo as Recipe,
  RuleMatchInfo as MatchResult,
  Severity,
  SitemapFileUrls,
  Summary,
  TextEdit as Edit,
  VersionInfo as Version,
} from "./api-types.ts";

/** An answer about a draft or about a live site. Only the second one has its basis. */
export type Answer = DraftCheckResponse & Partial<Pick<CheckResponse, "differs_under" | "site">>;

/** An element of a response: an answer, an invalid URL, or the mark of an incomplete response. */
export type Entry = Answer | Extract<DraftCheckItem, { url: string; error: Problem }> | CutOff;

/** A site with its versions, without the mark of omitted ones. */
export type LiveSite = Omit<RobotsFile, "versions"> & { versions: VersionInfo[] };

export type Comparison = Omit<CompareResponse, "live"> & { live: LiveSite };

/** A fix of a finding, or a change of the draft, which has no effect to name. */
export type Fix = Pick<FixProposal, "title" | "edits"> & Partial<Pick<FixProposal, "effect">>;

/** How errors of a site are handled; the service's own policy if absent. The page knows the names from the service. */
export type PolicyOption = { policy?: string };
/** How robots.txt is read; Google's way if absent. The page knows the names from the service. */
export type ProfileOption = { profile?: string };
export type DraftInput = { robots: string; origin?: string } & ProfileOption;

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
function withoutOmissionMarker(live: RobotsFile): LiveSite {
  return { ...live, versions: live.versions.filter((version) => "version" in version) };
}

export const api = {
  crawlers: () => request<CrawlerInfo[]>("/v1/crawlers", {}),
  robots: async (origin: string, policy: PolicyOption, signal?: AbortSignal) => {
    const path = `/v1/robots?${new URLSearchParams({ origin, ...policy })}`;
    return withoutOmissionMarker(await request<RobotsFile>(path, { signal: signal ?? null }));
  },
  refresh: async (origin: string, policy: PolicyOption, signal?: AbortSignal) =>
    withoutOmissionMarker(
      await post<RobotsFile>("/v1/robots/refresh", { origin, ...policy }, signal),
    ),
  compare: async (origin: string, robots: string) => {
    const comparison = await post<CompareResponse>("/v1/robots/compare", { origin, robots });
    return { ...comparison, live: withoutOmissionMarker(comparison.live) };
  },
  options: () => request<Options>("/v1/options", {}),
  crawler: (name: string) =>
    request<CrawlerName>(`/v1/crawlers/resolve?${new URLSearchParams({ name })}`, {}),
  lintPage: (code: string) => request<LintPage>(`/v1/lints/${encodeURIComponent(code)}`, {}),
  inspect: (
    url: string,
    agents: string[],
    options: PolicyOption & ProfileOption,
    signal: AbortSignal,
  ) => post<InspectResponse>("/v1/inspect", { url, agents, ...options }, signal),
  sitemap: (url: string, limit: number) => post<SitemapUrls>("/v1/sitemap", { url, limit }),
  /** Reads a sitemap file, plain or compressed with gzip. The service fetches nothing. */
  sitemapFile: (file: Blob, limit: number) =>
    request<SitemapFileUrls>(`/v1/draft/sitemap?limit=${limit}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    }),
  test: (draft: DraftInput, urls: string[], agents: string[], signal: AbortSignal) =>
    post<Entry[]>("/v1/draft/check", { ...draft, urls, agents }, signal),
  check: (urls: string[], agents: string[], policy: PolicyOption, signal: AbortSignal) =>
    post<Entry[]>("/v1/check", { urls, agents, ...policy }, signal),
  explain: (draft: DraftInput, url: string, agent: string, signal: AbortSignal) =>
    post<ExplainResponse>("/v1/draft/explain", { ...draft, url, agent }, signal),
  diff: (before: string, after: string, profile: ProfileOption, signal: AbortSignal) =>
    post<ChangeAnswer>("/v1/draft/diff", { before, after, ...profile }, signal),
  summary: (robots: string, profile: ProfileOption, signal: AbortSignal) =>
    post<Summary>("/v1/draft/summary", { robots, ...profile }, signal),
  recipes: () => request<RecipeInfo[]>("/v1/recipes", {}),
  compose: (input: ComposeRequest, signal: AbortSignal) =>
    post<ComposeResponse>("/v1/draft/compose", input, signal),
  lint: (draft: DraftInput, signal?: AbortSignal) =>
    post<LintReport>("/v1/draft/lint", draft, signal),
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
