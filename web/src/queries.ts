/** Keeps the answers up to date while draft, URLs, crawlers and site change. */

import { computed, effect } from "@preact/signals";
import { type Answers, type Cell, isAnswer, pairEntries, truncationOf } from "./answers.ts";
import { ApiError, api, type DraftInput, type Entry, errorText, isUnavailable } from "./api.ts";
import { RetryTimer } from "./retry.ts";
import * as page from "./state.ts";
import { belongsToSite } from "./url-list.ts";

/** A pause this long between two key strokes is enough to ask. */
const DEBOUNCE_MS = 40;
const LINT_DEBOUNCE_MS = 120;
/** The first answers are those that can be seen; then fewer and larger requests. */
const FIRST_CHUNK_ANSWERS = 800;
const CHUNK_ANSWERS = 4000;
/** What the service takes in one request. */
const MAX_AGENTS = 64;

type VerdictQuery = (urls: string[], agents: string[], signal: AbortSignal) => Promise<Entry[]>;

/** One side of the comparison: what is asked, and what is known of it. */
class AnswerLoader {
  /** What the answers rest on; answers to anything else are stale. */
  #basis = "";
  #fresh = new Map<string, Map<string, Cell>>();
  #running: AbortController | null = null;
  readonly #publish: (answers: Answers) => void;

  constructor(publish: (answers: Answers) => void) {
    this.#publish = publish;
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
  }

  clear(): void {
    this.stop();
    this.#basis = "";
    this.#fresh = new Map();
    this.#publish(new Map());
  }

  /** Asks for what is missing. Old answers stay on the screen until new ones replace them. */
  async update(
    basis: string,
    urls: string[],
    agents: string[],
    shown: Answers,
    ask: VerdictQuery,
  ): Promise<"done" | "cancelled"> {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    if (basis !== this.#basis) this.#fresh = new Map();
    this.#basis = basis;
    const fresh = this.#fresh;
    const chunks = splitIntoChunks(missingChunks(fresh, urls, agents));
    for (const chunk of chunks) {
      const entries = await ask(chunk.urls, chunk.agents, running.signal);
      reportSuccess();
      if (running.signal.aborted) return "cancelled";
      for (const [url, agent, cell] of pairEntries(entries, chunk.urls, chunk.agents)) {
        const row = fresh.get(url) ?? new Map<string, Cell>();
        fresh.set(url, row.set(agent, cell));
      }
      const isLast = chunk === chunks.at(-1);
      this.#publish(isLast ? new Map(fresh) : mergeAnswers(shown, fresh));
      const cut = truncationOf(entries);
      if (cut) throw new ApiError(cut.error.status, cut.error.detail);
    }
    if (chunks.length === 0) this.#publish(new Map(fresh));
    return "done";
  }
}

function mergeAnswers(old: Answers, fresh: Map<string, Map<string, Cell>>): Answers {
  const all = new Map(old);
  for (const [url, row] of fresh) all.set(url, new Map([...(old.get(url) ?? []), ...row]));
  return all;
}

interface Chunk {
  urls: string[];
  agents: string[];
}

/** URLs that miss the same crawlers are asked for together. */
function missingChunks(known: Answers, urls: string[], agents: string[]): Chunk[] {
  const groups = new Map<string, Chunk>();
  for (const url of urls) {
    const row = known.get(url);
    const unknown = row ? agents.filter((agent) => !row.has(agent)) : agents;
    if (unknown.length === 0) continue;
    const key = unknown.length === agents.length ? "" : unknown.join("\n");
    const group = groups.get(key) ?? { urls: [], agents: unknown };
    group.urls.push(url);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export function splitIntoChunks(groups: Chunk[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const group of groups) {
    for (let first = 0; first < group.agents.length; first += MAX_AGENTS) {
      const agents = group.agents.slice(first, first + MAX_AGENTS);
      let next = 0;
      while (next < group.urls.length) {
        const answers = chunks.length === 0 ? FIRST_CHUNK_ANSWERS : CHUNK_ANSWERS;
        const count = Math.max(1, Math.floor(answers / agents.length));
        chunks.push({ urls: group.urls.slice(next, next + count), agents });
        next += count;
      }
    }
  }
  return chunks;
}

/** The draft as requests carry it. */
export const draftInput = computed<DraftInput>(() => {
  const draft: DraftInput = { robots: page.draft.value, ...page.chosenProfile.value };
  const origin = page.site.value?.origin;
  if (origin) draft.origin = origin;
  return draft;
});

/** About an empty draft there is no verdict; what is not a URL is told all the same. */
const draftLoader = new AnswerLoader((answers) => {
  page.draftAnswers.value = page.hasDraft.peek() ? answers : onlyRejected(answers);
});
const liveLoader = new AnswerLoader((answers) => {
  page.liveAnswers.value = answers;
});

/** Whether the status line shows a failure of ours, which the next success takes away. */
let hasFailed = false;

/** The service is there again: everything that is not up to date is asked once more. */
let queryAgain = () => {};
const retry = new RetryTimer(() => queryAgain());

/** Asks the service that did not answer, now. */
export function retryNow(): void {
  retry.runNow();
}

function reportFailure(error: unknown): void {
  const text = errorText(error);
  if (!text) return;
  hasFailed = true;
  if (!isUnavailable(error)) {
    page.showError(text);
    return;
  }
  page.isServiceDown.value = true;
  page.showError("The service does not answer. The page asks again by itself");
  retry.schedule();
}

function reportSuccess(): void {
  if (hasFailed) page.clearError();
  hasFailed = false;
  if (!page.isServiceDown.peek()) return;
  page.isServiceDown.value = false;
  retry.reset();
  queryAgain();
}

async function queryDraft(): Promise<void> {
  const draft = draftInput.peek();
  const basis = [draft.origin, draft.profile, draft.robots].join("\n");
  const ask: VerdictQuery = (urls, agents, signal) => api.test(draft, urls, agents, signal);
  try {
    const { urls, agents, draftAnswers } = page;
    const end = await draftLoader.update(
      basis,
      urls.peek(),
      agents.peek(),
      draftAnswers.peek(),
      ask,
    );
    if (end === "cancelled") return;
    page.isLoadingDraft.value = false;
    page.isDraftRejected.value = false;
  } catch (error) {
    reportFailure(error);
    if (errorText(error) === null || isUnavailable(error)) return;
    page.isLoadingDraft.value = false;
    page.isDraftRejected.value = true;
  }
}

function onlyRejected(answers: Answers): Answers {
  return new Map(
    [...answers].filter(([, row]) => [...row.values()].some((cell) => !isAnswer(cell))),
  );
}

/** What is live: the text of the chosen version, or the site itself where no text decides. */
async function queryLive(): Promise<void> {
  const site = page.site.peek();
  if (!site) return clearLive();
  const { origin, basis } = site;
  const version = page.baselineVersion.peek();
  const isOld = version !== null && version !== site.versions[0];
  const robots =
    isOld || basis === "file" || basis === "last-copy" ? (version?.file ?? null) : null;
  // What crawlers did when there was no file long ago depends on why; that is not kept.
  if (isOld && robots === null) return clearLive();
  const ask: VerdictQuery =
    robots !== null
      ? (urls, agents, signal) => api.test({ ...draftInput.peek(), robots }, urls, agents, signal)
      : (urls, agents, signal) =>
          api.check(
            urls.map((url) => absoluteUrl(url, origin)),
            agents,
            page.chosenPolicy.peek(),
            signal,
          );
  const own = page.urls.peek().filter((url) => belongsToSite(url, origin));
  const { profile } = draftInput.peek();
  const { policy } = page.chosenPolicy.peek();
  const about = [origin, basis, version?.version, site.last_fetch_at];
  const key = [...about, profile, policy, robots].join("\n");
  try {
    const { agents, liveAnswers } = page;
    const end = await liveLoader.update(key, own, agents.peek(), liveAnswers.peek(), ask);
    if (end === "done") page.isLoadingLive.value = false;
  } catch (error) {
    if (errorText(error) && !isUnavailable(error)) page.isLoadingLive.value = false;
    reportFailure(error);
  }
}

function clearLive(): void {
  liveLoader.clear();
  page.isLoadingLive.value = false;
}

function absoluteUrl(url: string, origin: string): string {
  return url.startsWith("/") ? origin + url : url;
}

function debounce(run: () => void, pause: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, pause);
  };
}

/** One request of a kind at a time: a newer one calls the older off. */
function latestOnly<T>(
  run: (signal: AbortSignal) => Promise<T>,
  done: (found: T) => void,
): () => Promise<void> {
  let running: AbortController | null = null;
  return async () => {
    running?.abort();
    const own = new AbortController();
    running = own;
    try {
      const found = await run(own.signal);
      if (!own.signal.aborted) done(found);
    } catch (error) {
      reportFailure(error);
    }
  };
}

const lintDraft = latestOnly(
  (signal) => api.lint(draftInput.peek(), signal),
  (report) => {
    reportSuccess();
    page.lint.value = report;
    page.isLintStale.value = false;
    page.editor.peek()?.showDiagnostics(report.diagnostics);
  },
);

const explain = latestOnly(
  async (signal) => {
    const cell = page.selection.peek();
    if (!cell || !page.hasDraft.peek()) return null;
    try {
      return await api.explain(draftInput.peek(), cell.url, cell.agent, signal);
    } catch (error) {
      // A URL that cannot be asked about: its cell says why.
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

/** Loads the tables of crawlers, profiles and policies, unless they are there. */
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

/** Starts to answer; the page calls it once. */
export function startQueries(): void {
  const scheduleDraft = debounce(queryDraft, DEBOUNCE_MS);
  const scheduleLive = debounce(queryLive, DEBOUNCE_MS);
  const scheduleLint = debounce(lintDraft, LINT_DEBOUNCE_MS);
  const scheduleExplain = debounce(explain, LINT_DEBOUNCE_MS);
  queryAgain = () => {
    for (const schedule of [scheduleDraft, scheduleLive, scheduleLint, scheduleExplain]) schedule();
    void loadTables();
  };
  void loadTables();
  effect(() => {
    void [draftInput.value, page.urls.value, page.agents.value];
    if (!page.hasDraft.value) page.draftAnswers.value = onlyRejected(page.draftAnswers.peek());
    page.isLoadingDraft.value = true;
    scheduleDraft();
  });
  effect(() => {
    void [page.site.value, page.baselineVersion.value, page.profile.value];
    void [page.urls.value, page.agents.value];
    page.isLoadingLive.value = true;
    scheduleLive();
  });
  effect(() => {
    void draftInput.value;
    page.isLintStale.value = true;
    scheduleLint();
  });
  const cell = computed(() => {
    const { url, agent } = page.selection.value ?? { url: "", agent: "" };
    return `${agent} ${url}`;
  });
  effect(() => {
    void [draftInput.value, cell.value];
    page.isExplanationStale.value = true;
    scheduleExplain();
  });
}
