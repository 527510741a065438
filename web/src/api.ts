/** The API client. The types are those of the OpenAPI document, some under the short names of the page. */

import type {
  AskAsResponse as AskAsReply,
  Card,
  CheckResponse,
  CompareResponse,
  ComposeRequest,
  ComposeResponse,
  CrawlerInfo,
  CrawlerName,
  CutOff,
  DiffAnswer,
  DraftCheckItem,
  ExplainResponse,
  FixProposal,
  InspectResponse,
  LintReport,
  Options,
  Problem,
  RecipeInfo,
  RobotsFile,
  SitemapFileUrls,
  SitemapUrls,
  Summary,
  UserAgentCrawler,
  Answer as VerdictAnswer,
  VersionInfo,
} from "./api-types.ts";
import { engine, ORDER } from "./engine/engine.ts";
import { EngineFailure, EngineRefusal } from "./engine/lane.ts";
import { faultText, reportFault } from "./faults.ts";
import { language, t } from "./language.ts";
import { untilSettled } from "./pending.ts";
import { atService } from "./service.ts";

export type {
  AccessGroup,
  AnswerAs,
  AnswerRule as Rule,
  AskAsFinding,
  AskAsResponse as AskAsReply,
  Basis,
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
  Extent,
  Finding as Diagnostic,
  GroupInfo as GroupResult,
  InspectResponse as InspectionReport,
  LintReport,
  NamedOption,
  PaceChangeAnswer as PaceChange,
  PageInfo as InspectedPage,
  Paths,
  PolicyDifference,
  Problem,
  ReadersAnswer as Readers,
  RecipeInfo as Recipe,
  RuleMatchInfo as MatchResult,
  Severity,
  SitemapFileUrls,
  Summary,
  TextEdit as Edit,
  UseClassAnswer as UseChangeClass,
  UseEffectAnswer as UseChangeEffect,
  UseGroup,
  UseOutcome,
  VersionInfo as Version,
} from "./api-types.ts";

/** Where known URLs come from: from all sitemaps, from the part of them that was read, or from the table. */
export type UrlSource = "sitemap" | "sitemap-start" | "list";

/** What a change does, and where the URLs come from that it counts. */
export type ChangeReport = DiffAnswer & { source?: UrlSource };

/** An answer about a draft or about a live site. Only the second one has its basis. */
export type Answer = VerdictAnswer & Partial<Pick<CheckResponse, "differs_under" | "site">>;

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

/** An error response of the service, or none: then the status is 0. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const MAX_ATTEMPTS = 4;

let serviceAnswered = () => {};

/** Sets what is called after each answer of the service. */
export function onServiceAnswer(call: () => void): void {
  serviceAnswered = call;
}

function request<T>(path: string, init: RequestInit): Promise<T> {
  return untilSettled(send<T>(path, init));
}

/** Sends a request. If the service is busy, waits as long as it asks and tries again. */
async function send<T>(path: string, init: RequestInit): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(atService(path), init).catch(noAnswer);
    if (response.ok) {
      const answer = (await response.json().catch(noAnswer)) as T;
      serviceAnswered();
      return answer;
    }
    const isBusy = response.status === 429 || response.status === 503;
    if (isBusy && attempt < MAX_ATTEMPTS) {
      await delay(Number(response.headers.get("retry-after")) || 1, init.signal ?? null);
      continue;
    }
    throw new ApiError(response.status, await problemText(response));
  }
}

/** What is thrown for a request without a whole answer, unless the page itself cancelled it. */
function noAnswer(error: unknown): never {
  if (isCancellation(error)) throw error;
  throw new ApiError(0, "the service does not answer");
}

function isCancellation(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
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

/** The sentences of the answer are in the language of the page. */
function languageField(): Record<string, string> {
  return { "accept-language": language.peek() };
}

function post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  return request<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...languageField() },
    // A lone surrogate is not valid JSON for the service.
    body: JSON.stringify(body, (_, value: unknown) =>
      typeof value === "string" ? value.toWellFormed() : value,
    ),
    signal: signal ?? null,
  });
}

interface AskOptions {
  /** See `ORDER`. */
  order?: number;
  /** Where the service answers the question with GET. Without it: POST to the path of the question's name. */
  servicePath?: string;
  signal?: AbortSignal;
}

/**
 * Asks about a draft, or about what is the same for all. This is the one place that chooses who answers: the engine in
 * the page, or the service in a build without it.
 */
async function ask<T>(name: string, values: object, options: AskOptions = {}): Promise<T> {
  if (!engine || !(await engine.answersDrafts()))
    return options.servicePath
      ? request<T>(options.servicePath, { headers: languageField() })
      : post<T>(`/v1/draft/${name}`, values, options.signal);
  const { isAnswered, json } = await engine.ask(name, values, language.peek(), options);
  if (isAnswered) return JSON.parse(json) as T;
  // As the service refuses what is wrong with a question.
  throw new ApiError(400, (JSON.parse(json) as { detail: string }).detail);
}

/** Removes the element that marks omitted versions. */
function withoutOmissionMarker(live: RobotsFile): LiveSite {
  return { ...live, versions: live.versions.filter((version) => "version" in version) };
}

export const api = {
  crawlers: () => ask<CrawlerInfo[]>("crawlers", {}, { servicePath: "/v1/crawlers" }),
  robots: async (origin: string, policy: PolicyOption, signal?: AbortSignal) => {
    const path = `/v1/robots?${new URLSearchParams({ origin, ...policy })}`;
    const options = { headers: languageField(), signal: signal ?? null };
    return withoutOmissionMarker(await request<RobotsFile>(path, options));
  },
  refresh: async (origin: string, policy: PolicyOption, signal?: AbortSignal) =>
    withoutOmissionMarker(
      await post<RobotsFile>("/v1/robots/refresh", { origin, ...policy }, signal),
    ),
  /** What a site answers to several User-Agents. The service asks it at most once a minute. */
  askAs: (origin: string, policy: PolicyOption) =>
    post<AskAsReply>("/v1/robots/as", { origin, ...policy }),
  compare: async (origin: string, robots: string) => {
    const comparison = await post<CompareResponse>("/v1/robots/compare", { origin, robots });
    return { ...comparison, live: withoutOmissionMarker(comparison.live) };
  },
  options: () => ask<Options>("options", {}, { servicePath: "/v1/options" }),
  /** How errors of a site are handled: only the service fetches sites. */
  policies: async () => (await request<Options>("/v1/options", {})).policies,
  crawler: (name: string) =>
    ask<CrawlerName>(
      "crawler",
      { name },
      { servicePath: `/v1/crawlers/resolve?${new URLSearchParams({ name })}` },
    ),
  card: (draft: DraftInput, url: string, agent: string, urls: readonly string[]) =>
    ask<Card>("card", { ...draft, url, agent, urls }),
  /** The crawler that a User-Agent header stands for in a file. */
  userAgent: (robots: string, header: string, profile?: string) =>
    ask<UserAgentCrawler>("user-agent", {
      robots,
      user_agent: header,
      ...(profile && { profile }),
    }),
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
    ask<Entry[]>("check", { ...draft, urls, agents }, { signal }),
  check: (urls: string[], agents: string[], policy: PolicyOption, signal?: AbortSignal) =>
    post<Entry[]>("/v1/check", { urls, agents, ...policy }, signal),
  /** The whole answer about one cell. */
  cell: async (draft: DraftInput, url: string, agent: string, signal: AbortSignal) => {
    const body = { ...draft, urls: [url], agents: [agent] };
    const [entry] = await ask<Entry[]>("check", body, { order: ORDER.cell, signal });
    return entry && !("error" in entry) ? entry : null;
  },
  explain: (draft: DraftInput, url: string, agent: string, signal: AbortSignal) =>
    ask<ExplainResponse>("explain", { ...draft, url, agent }, { order: ORDER.explanation, signal }),
  diff: (
    { before, after, urls }: { before: string; after: string; urls: string[] },
    profile: ProfileOption,
    signal: AbortSignal,
  ) =>
    ask<DiffAnswer>("diff", { before, after, urls, ...profile }, { order: ORDER.changes, signal }),
  summary: (
    draft: { robots: string; urls: string[] },
    profile: ProfileOption,
    signal: AbortSignal,
  ) => ask<Summary>("summary", { ...draft, ...profile }, { order: ORDER.summary, signal }),
  recipes: () => ask<RecipeInfo[]>("recipes", {}, { servicePath: "/v1/recipes" }),
  compose: (input: ComposeRequest, signal: AbortSignal) =>
    ask<ComposeResponse>("compose", input, { signal }),
  lint: (draft: DraftInput, signal?: AbortSignal) =>
    ask<LintReport>("lint", draft, { order: ORDER.lint, ...(signal && { signal }) }),
};

/** The error message of a failed request; null if the request was cancelled. Any other error is a fault of the page. */
export function errorText(error: unknown): string | null {
  if (isCancellation(error)) return null;
  if (error instanceof ApiError || error instanceof EngineRefusal) return error.message;
  if (error instanceof EngineFailure && error.stage === "load")
    return t("engine-not-started", { error: error.message });
  reportFault(error);
  return faultText(error);
}

/** Whether there was no response, or a response that asks to try again later, from the service or from a proxy. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503].includes(error.status);
}
