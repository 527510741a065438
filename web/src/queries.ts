/** Queries to the engine and the service. Each one reads its input from the state and writes its result to the state. */

import { AnswerLoader, type VerdictQuery } from "./answer-loader.ts";
import { type Answers, decidedTable, NO_ANSWERS } from "./answers.ts";
import { ApiError, api, errorText, isUnavailable, type LiveSite } from "./api.ts";
import { compareTexts, withinLimit } from "./compare.ts";
import type { IsNewest } from "./debounce.ts";
import { engine } from "./engine/engine.ts";
import type { FileInput } from "./engine/messages.ts";
import { language } from "./language.ts";
import { cellTexts, loadSentences } from "./sentences.ts";
import { reportFailure, reportSuccess } from "./service-status.ts";
import * as page from "./state.ts";
import { belongsToSite } from "./url-list.ts";

/** Shows the verdicts about the draft. Without a draft only the values that are not URLs are shown. */
function showDraft(answers: Answers): void {
  page.draftAnswers.value = page.hasDraft.peek() ? answers : answers.onlyErrors();
}

function showLive(answers: Answers): void {
  page.liveAnswers.value = answers;
}

/** The service's answers, in a build without the engine. */
const draftLoader = new AnswerLoader({ publish: showDraft, responded: reportSuccess });
const liveLoader = new AnswerLoader({ publish: showLive, responded: reportSuccess });

/** Loads the verdicts about the draft. */
export async function queryDraft(isNewest: IsNewest): Promise<void> {
  const draft = page.draftInput.peek();
  const [urls, agents] = [page.urls.peek(), page.agents.peek()];
  try {
    const isDone = engine
      ? await decide("draft", draft, urls, agents)
      : await loadDraft(urls, agents);
    if (!isDone || !isNewest()) return;
    page.isLoadingDraft.value = false;
    page.isDraftRejected.value = false;
  } catch (error) {
    reportFailure(error);
    if (errorText(error) === null || isUnavailable(error) || !isNewest()) return;
    page.isLoadingDraft.value = false;
    page.isDraftRejected.value = true;
  }
}

function loadDraft(urls: string[], agents: string[]): Promise<boolean> {
  const draft = page.draftInput.peek();
  const key = [language.peek(), draft.origin, draft.profile, draft.robots].join("\n");
  const query: VerdictQuery = (urls, agents, signal) => api.test(draft, urls, agents, signal);
  return draftLoader.update(key, urls, agents, query);
}

const SIDES = {
  draft: { show: showDraft, running: new AbortController() },
  live: { show: showLive, running: new AbortController() },
};

/** Lets the engine decide. A newer question makes an older one void; false: this one is. */
async function decide(
  side: keyof typeof SIDES,
  file: FileInput,
  urls: string[],
  agents: string[],
): Promise<boolean> {
  const own = SIDES[side];
  own.running.abort();
  own.running = new AbortController();
  const { signal } = own.running;
  if (urls.length === 0 || agents.length === 0) {
    own.show(NO_ANSWERS);
    return true;
  }
  // The verdicts of an earlier text would stand beside this one until the engine is there.
  const onWaiting = () => own.show(NO_ANSWERS);
  const decided = await engine?.decide(file, urls, agents, { signal, onWaiting });
  if (!decided || signal.aborted) return false;
  own.show(decidedTable(file, urls, agents, decided, cellTexts));
  if (side === "draft") page.isDecidedEarly.value = decided.isEarly;
  reportSuccess();
  return true;
}

/** Loads the verdicts about the live site, or about the version that is compared with the draft. */
export async function queryLive(isNewest: IsNewest): Promise<void> {
  const site = page.site.peek();
  const source = site && liveSource(site);
  if (!source) return clearLive();
  const urls = page.urls.peek().filter((url) => belongsToSite(url, site.origin));
  const agents = page.agents.peek();
  try {
    const { key, query, file } = source;
    // One of the two answers at a time.
    if (file && engine) liveLoader.forget();
    else SIDES.live.running.abort();
    const isDone =
      file && engine
        ? await decide("live", file, urls, agents)
        : await liveLoader.update(key, urls, agents, query);
    if (isDone && isNewest()) page.isLoadingLive.value = false;
  } catch (error) {
    if (errorText(error) && !isUnavailable(error) && isNewest()) page.isLoadingLive.value = false;
    reportFailure(error);
  }
}

function clearLive(): void {
  SIDES.live.running.abort();
  liveLoader.clear();
  page.isLoadingLive.value = false;
}

interface LiveSource {
  /** What the verdicts depend on. */
  key: string;
  query: VerdictQuery;
  /** The text that decides, if one does. */
  file: FileInput | null;
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
    file: robots === null ? null : { ...page.draftInput.peek(), robots },
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
  },
);

export const queryChanges = latestOnly(
  async (signal) => {
    const before = page.replacedText.peek();
    const after = page.draft.peek();
    if (before === null || before === after || !page.hasDraft.peek()) return null;
    return await compareTexts(before, after, signal);
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
    const { source, urls } = page.knownUrls.peek();
    const draft = { robots: page.draft.peek(), urls: withinLimit(urls) };
    const summary = await api.summary(draft, page.chosenProfile.peek(), signal);
    return { summary, source };
  },
  (counted) => {
    if (counted) reportSuccess();
    const total = counted?.summary.urls ?? null;
    page.countedUrls.value = counted && total !== null ? { source: counted.source, total } : null;
    page.summary.value = counted?.summary ?? null;
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

/** Loads the whole answer of the selected cell of a decided table: its group, and the URL that is requested. */
export const queryCell = latestOnly(
  async (signal) => {
    const cell = page.selection.peek();
    const of = page.draftAnswers.peek();
    if (!engine || !cell || !of.unworded || !page.hasDraft.peek()) return null;
    const answer = await api.cell(of.unworded.file, cell.url, cell.agent, signal);
    return answer && { of, answer };
  },
  (answer) => {
    page.cellAnswer.value = answer;
  },
);

/** Loads the card. Without an engine nothing is asked before it is needed: the list of URLs may be long. */
export async function loadCard(): Promise<void> {
  const cell = page.selection.peek();
  if (!cell || !page.hasDraft.peek() || page.card.peek()) return;
  const [draft, known, words] = [page.draftInput.peek(), page.knownUrls.peek(), language.peek()];
  try {
    const card = await api.card(draft, cell.url, cell.agent, withinLimit(known.urls));
    const now = page.selection.peek();
    const isSameCell = now?.url === cell.url && now.agent === cell.agent;
    const isSameText = page.draftInput.peek() === draft && page.knownUrls.peek() === known;
    if (isSameCell && isSameText && language.peek() === words) page.card.value = card;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) reportFailure(error);
  }
}

/** Loads the words that the cells of both tables lack. */
export async function loadAllSentences(): Promise<void> {
  try {
    for (const table of [page.draftAnswers.peek(), page.liveAnswers.peek()])
      await loadSentences(table);
  } catch (error) {
    reportFailure(error);
  }
}

/** Loads the policies when the first site is opened, if the tables had none. */
export async function loadPolicies(): Promise<void> {
  try {
    if (page.policies.peek().length === 0) page.policies.value = await api.policies();
  } catch (error) {
    reportFailure(error);
  }
}

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
