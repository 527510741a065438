/** Queries to the service. Each one reads its input from the state and writes its result to the state. */

import { AnswerLoader, type VerdictQuery } from "./answer-loader.ts";
import { type Answers, isAnswer } from "./answers.ts";
import { ApiError, api, errorText, isUnavailable, type LiveSite } from "./api.ts";
import type { IsNewest } from "./debounce.ts";
import { language } from "./language.ts";
import { reportFailure, reportSuccess } from "./service-status.ts";
import * as page from "./state.ts";
import { belongsToSite } from "./url-list.ts";

const draftLoader = new AnswerLoader({
  publish(answers) {
    page.draftAnswers.value = page.hasDraft.peek() ? answers : onlyErrors(answers);
  },
  responded: reportSuccess,
});

const liveLoader = new AnswerLoader({
  publish(answers) {
    page.liveAnswers.value = answers;
  },
  responded: reportSuccess,
});

/** Rows of values that are not URLs. These errors are shown even if the draft is empty; verdicts are not. */
export function onlyErrors(answers: Answers): Answers {
  return new Map(
    [...answers].filter(([, row]) => [...row.values()].some((cell) => !isAnswer(cell))),
  );
}

/** Loads the verdicts about the draft. */
export async function queryDraft(isNewest: IsNewest): Promise<void> {
  const draft = page.draftInput.peek();
  const key = [language.peek(), draft.origin, draft.profile, draft.robots].join("\n");
  const query: VerdictQuery = (urls, agents, signal) => api.test(draft, urls, agents, signal);
  try {
    const { urls, agents, draftAnswers } = page;
    const end = await draftLoader.update(
      key,
      urls.peek(),
      agents.peek(),
      draftAnswers.peek(),
      query,
    );
    if (end === "cancelled" || !isNewest()) return;
    page.isLoadingDraft.value = false;
    page.isDraftRejected.value = false;
  } catch (error) {
    reportFailure(error);
    if (errorText(error) === null || isUnavailable(error) || !isNewest()) return;
    page.isLoadingDraft.value = false;
    page.isDraftRejected.value = true;
  }
}

/** Loads the verdicts about the live site, or about the version that is compared with the draft. */
export async function queryLive(isNewest: IsNewest): Promise<void> {
  const site = page.site.peek();
  const source = site && liveSource(site);
  if (!source) return clearLive();
  const urls = page.urls.peek().filter((url) => belongsToSite(url, site.origin));
  try {
    const { agents, liveAnswers } = page;
    const { key, query } = source;
    const end = await liveLoader.update(key, urls, agents.peek(), liveAnswers.peek(), query);
    if (end === "done" && isNewest()) page.isLoadingLive.value = false;
  } catch (error) {
    if (errorText(error) && !isUnavailable(error) && isNewest()) page.isLoadingLive.value = false;
    reportFailure(error);
  }
}

function clearLive(): void {
  liveLoader.clear();
  page.isLoadingLive.value = false;
}

interface LiveSource {
  /** What the verdicts depend on. */
  key: string;
  query: VerdictQuery;
}

/**
 * The text of the chosen version, or the state of the site if no text decides. Null for an old version without a file:
 * its verdicts depend on the reason, and the service does not store the reason.
 */
function liveSource(site: LiveSite): LiveSource | null {
  const { origin, basis } = site;
  const version = page.baselineVersion.peek();
  const isOld = version !== null && version !== site.versions[0];
  const hasText = isOld || basis === "file" || basis === "last-copy";
  const robots = hasText ? (version?.file ?? null) : null;
  if (isOld && robots === null) return null;
  const { profile } = page.draftInput.peek();
  const { policy } = page.chosenPolicy.peek();
  const parts = [origin, basis, version?.version, site.last_fetch_at, profile, policy, robots];
  return {
    key: [language.peek(), ...parts].join("\n"),
    query: robots === null ? siteQuery(origin) : textQuery(robots),
  };
}

function textQuery(robots: string): VerdictQuery {
  return (urls, agents, signal) =>
    api.test({ ...page.draftInput.peek(), robots }, urls, agents, signal);
}

function siteQuery(origin: string): VerdictQuery {
  const absolute = (url: string) => (url.startsWith("/") ? origin + url : url);
  return (urls, agents, signal) =>
    api.check(urls.map(absolute), agents, page.chosenPolicy.peek(), signal);
}

/** One request at a time: a new request cancels the previous one. Only the newest is applied. */
function latestOnly<T>(
  send: (signal: AbortSignal) => Promise<T>,
  apply: (response: T) => void,
): (isNewest: IsNewest) => Promise<void> {
  let current: AbortController | null = null;
  return async (isNewest) => {
    current?.abort();
    const request = new AbortController();
    current = request;
    try {
      const response = await send(request.signal);
      if (!request.signal.aborted && isNewest()) apply(response);
    } catch (error) {
      reportFailure(error);
    }
  };
}

export const queryLint = latestOnly(
  (signal) => api.lint(page.draftInput.peek(), signal),
  (report) => {
    reportSuccess();
    page.lint.value = report;
    page.isLintStale.value = false;
    page.editor.peek()?.showDiagnostics(report.diagnostics);
  },
);

export const queryChanges = latestOnly(
  async (signal) => {
    const before = page.replacedText.peek();
    const after = page.draft.peek();
    if (before === null || before === after || !page.hasDraft.peek()) return null;
    return await api.diff(before, after, page.chosenProfile.peek(), signal);
  },
  (report) => {
    if (report) reportSuccess();
    page.changes.value = report;
    page.isChangesStale.value = false;
  },
);

export const querySummary = latestOnly(
  async (signal) => {
    if (!page.hasDraft.peek()) return null;
    return await api.summary(page.draft.peek(), page.chosenProfile.peek(), signal);
  },
  (summary) => {
    if (summary) reportSuccess();
    page.summary.value = summary;
    page.isSummaryStale.value = false;
  },
);

export const queryExplanation = latestOnly(
  async (signal) => {
    const cell = page.selection.peek();
    if (!cell || !page.hasDraft.peek()) return null;
    try {
      return await api.explain(page.draftInput.peek(), cell.url, cell.agent, signal);
    } catch (error) {
      // The value is not a URL. Its cell shows the reason.
      if (error instanceof ApiError && error.status === 400) return null;
      throw error;
    }
  },
  (explanation) => {
    if (explanation) reportSuccess();
    page.explanation.value = explanation;
    page.isExplanationStale.value = false;
  },
);

let tablesRequest: Promise<void> | null = null;

/** Loads the tables of crawlers, profiles and policies if they are not loaded yet. */
export function loadTables(): Promise<void> {
  tablesRequest ??= queryTables().finally(() => {
    tablesRequest = null;
  });
  return tablesRequest;
}

async function queryTables(): Promise<void> {
  try {
    if (page.knownCrawlers.peek().length === 0) page.knownCrawlers.value = await api.crawlers();
    if (page.profiles.peek().length > 0) return;
    const { profiles, policies } = await api.options();
    page.profiles.value = profiles;
    page.policies.value = policies;
  } catch (error) {
    reportFailure(error);
  }
}
