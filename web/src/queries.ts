/** Keeps the answers up to date while draft, URLs, crawlers and site change. */

import { computed, effect } from "@preact/signals";
import { type Answers, type Cell, cutOff, inOrder, isAnswer } from "./answers.ts";
import { ApiError, api, type Draft, type Entry, isUnanswered, wordsOf } from "./api.ts";
import { Retry } from "./retry.ts";
import * as page from "./state.ts";
import { isOfSite } from "./url-list.ts";

/** A pause this long between two key strokes is enough to ask. */
const DEBOUNCE = 40;
const LINT_DEBOUNCE = 120;
/** The first answers are those that can be seen; then fewer and larger requests. */
const FIRST_CHUNK = 800;
const CHUNK = 4000;
/** What the service takes in one request. */
const MOST_AGENTS = 64;

type Ask = (urls: string[], agents: string[], signal: AbortSignal) => Promise<Entry[]>;

/** One side of the comparison: what is asked, and what is known of it. */
class Side {
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
    ask: Ask,
  ): Promise<"done" | "called off"> {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    if (basis !== this.#basis) this.#fresh = new Map();
    this.#basis = basis;
    const fresh = this.#fresh;
    const chunks = chunked(missing(fresh, urls, agents));
    for (const chunk of chunks) {
      const entries = await ask(chunk.urls, chunk.agents, running.signal);
      succeed();
      if (running.signal.aborted) return "called off";
      for (const [url, agent, cell] of inOrder(entries, chunk.urls, chunk.agents)) {
        const row = fresh.get(url) ?? new Map<string, Cell>();
        fresh.set(url, row.set(agent, cell));
      }
      const isLast = chunk === chunks.at(-1);
      this.#publish(isLast ? new Map(fresh) : merged(shown, fresh));
      const cut = cutOff(entries);
      if (cut) throw new ApiError(cut.error.status, cut.error.detail);
    }
    if (chunks.length === 0) this.#publish(new Map(fresh));
    return "done";
  }
}

function merged(old: Answers, fresh: Map<string, Map<string, Cell>>): Answers {
  const all = new Map(old);
  for (const [url, row] of fresh) all.set(url, new Map([...(old.get(url) ?? []), ...row]));
  return all;
}

interface Chunk {
  urls: string[];
  agents: string[];
}

/** URLs that miss the same crawlers are asked for together. */
function missing(known: Answers, urls: string[], agents: string[]): Chunk[] {
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

export function chunked(groups: Chunk[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const group of groups) {
    for (let first = 0; first < group.agents.length; first += MOST_AGENTS) {
      const agents = group.agents.slice(first, first + MOST_AGENTS);
      let next = 0;
      while (next < group.urls.length) {
        const answers = chunks.length === 0 ? FIRST_CHUNK : CHUNK;
        const count = Math.max(1, Math.floor(answers / agents.length));
        chunks.push({ urls: group.urls.slice(next, next + count), agents });
        next += count;
      }
    }
  }
  return chunks;
}

/** The draft as requests carry it. */
export const asked = computed<Draft>(() => {
  const draft: Draft = { robots: page.draft.value, ...page.chosenProfile.value };
  const origin = page.site.value?.origin;
  if (origin) draft.origin = origin;
  return draft;
});

/** About an empty draft there is no verdict; what is not a URL is told all the same. */
const ourSide = new Side((answers) => {
  page.draftAnswers.value = page.hasDraft.peek() ? answers : onlyRefused(answers);
});
const theirSide = new Side((answers) => {
  page.liveAnswers.value = answers;
});

/** Whether the status line shows a failure of ours, which the next success takes away. */
let hasFailed = false;

/** The service is there again: everything that is not up to date is asked once more. */
let askAgain = () => {};
const retry = new Retry(() => askAgain());

/** Asks the service that did not answer, now. */
export function askNow(): void {
  retry.now();
}

function fail(error: unknown): void {
  const words = wordsOf(error);
  if (!words) return;
  hasFailed = true;
  if (!isUnanswered(error)) {
    page.sayError(words);
    return;
  }
  page.isServiceDown.value = true;
  page.sayError("The service does not answer. The page asks again by itself");
  retry.failed();
}

function succeed(): void {
  if (hasFailed) page.sayNoError();
  hasFailed = false;
  if (!page.isServiceDown.peek()) return;
  page.isServiceDown.value = false;
  retry.succeeded();
  askAgain();
}

async function askDraft(): Promise<void> {
  const draft = asked.peek();
  const basis = [draft.origin, draft.profile, draft.robots].join("\n");
  const ask: Ask = (urls, agents, signal) => api.test(draft, urls, agents, signal);
  try {
    const { urls, agents, draftAnswers } = page;
    const end = await ourSide.update(basis, urls.peek(), agents.peek(), draftAnswers.peek(), ask);
    if (end === "called off") return;
    page.isAskingDraft.value = false;
    page.isRefused.value = false;
  } catch (error) {
    fail(error);
    if (wordsOf(error) === null || isUnanswered(error)) return;
    page.isAskingDraft.value = false;
    page.isRefused.value = true;
  }
}

function onlyRefused(answers: Answers): Answers {
  return new Map(
    [...answers].filter(([, row]) => [...row.values()].some((cell) => !isAnswer(cell))),
  );
}

/** What is live: the text of the chosen version, or the site itself where no text decides. */
async function askLive(): Promise<void> {
  const site = page.site.peek();
  if (!site) return clearLive();
  const { origin, basis } = site;
  const version = page.baselineVersion.peek();
  const isOld = version !== null && version !== site.versions[0];
  const robots =
    isOld || basis === "file" || basis === "last-copy" ? (version?.file ?? null) : null;
  // What crawlers did when there was no file long ago depends on why; that is not kept.
  if (isOld && robots === null) return clearLive();
  const ask: Ask =
    robots !== null
      ? (urls, agents, signal) => api.test({ ...asked.peek(), robots }, urls, agents, signal)
      : (urls, agents, signal) =>
          api.check(
            urls.map((url) => whole(url, origin)),
            agents,
            page.chosenPolicy.peek(),
            signal,
          );
  const own = page.urls.peek().filter((url) => isOfSite(url, origin));
  const { profile } = asked.peek();
  const { policy } = page.chosenPolicy.peek();
  const about = [origin, basis, version?.version, site.last_fetch_at];
  const rests = [...about, profile, policy, robots].join("\n");
  try {
    const { agents, liveAnswers } = page;
    const end = await theirSide.update(rests, own, agents.peek(), liveAnswers.peek(), ask);
    if (end === "done") page.isAskingLive.value = false;
  } catch (error) {
    if (wordsOf(error) && !isUnanswered(error)) page.isAskingLive.value = false;
    fail(error);
  }
}

function clearLive(): void {
  theirSide.clear();
  page.isAskingLive.value = false;
}

function whole(url: string, origin: string): string {
  return url.startsWith("/") ? origin + url : url;
}

function later(run: () => void, pause: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, pause);
  };
}

/** One request of a kind at a time: a newer one calls the older off. */
function latest<T>(
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
      fail(error);
    }
  };
}

const lintDraft = latest(
  (signal) => api.lint(asked.peek(), signal),
  (report) => {
    succeed();
    page.lint.value = report;
    page.isLintOld.value = false;
    page.editor.peek()?.showDiagnostics(report.diagnostics);
  },
);

const explain = latest(
  async (signal) => {
    const cell = page.selection.peek();
    if (!cell || !page.hasDraft.peek()) return null;
    try {
      return await api.explain(asked.peek(), cell.url, cell.agent, signal);
    } catch (error) {
      // A URL that cannot be asked about: its cell says why.
      if (error instanceof ApiError && error.status === 400) return null;
      throw error;
    }
  },
  (explanation) => {
    if (explanation) succeed();
    page.explanation.value = explanation;
    page.isExplanationOld.value = false;
  },
);

let loading: Promise<void> | null = null;

/** Loads the tables of crawlers, profiles and policies, unless they are there. */
export function loadTables(): Promise<void> {
  loading ??= askTables().finally(() => {
    loading = null;
  });
  return loading;
}

async function askTables(): Promise<void> {
  try {
    if (page.known.peek().length === 0) page.known.value = await api.crawlers();
    if (page.profiles.peek().length > 0) return;
    const { profiles, policies } = await api.options();
    page.profiles.value = profiles;
    page.policies.value = policies;
  } catch (error) {
    fail(error);
  }
}

/** Starts to answer; the page calls it once. */
export function keepAnswering(): void {
  const soonDraft = later(askDraft, DEBOUNCE);
  const soonLive = later(askLive, DEBOUNCE);
  const soonLint = later(lintDraft, LINT_DEBOUNCE);
  const soonExplain = later(explain, LINT_DEBOUNCE);
  askAgain = () => {
    for (const soon of [soonDraft, soonLive, soonLint, soonExplain]) soon();
    void loadTables();
  };
  void loadTables();
  effect(() => {
    void [asked.value, page.urls.value, page.agents.value];
    if (!page.hasDraft.value) page.draftAnswers.value = onlyRefused(page.draftAnswers.peek());
    page.isAskingDraft.value = true;
    soonDraft();
  });
  effect(() => {
    void [page.site.value, page.baselineVersion.value, page.profile.value];
    void [page.urls.value, page.agents.value];
    page.isAskingLive.value = true;
    soonLive();
  });
  effect(() => {
    void asked.value;
    page.isLintOld.value = true;
    soonLint();
  });
  const cell = computed(() => {
    const { url, agent } = page.selection.value ?? { url: "", agent: "" };
    return `${agent} ${url}`;
  });
  effect(() => {
    void [asked.value, cell.value];
    page.isExplanationOld.value = true;
    soonExplain();
  });
}
