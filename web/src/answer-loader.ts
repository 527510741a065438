/** Loads the answers for URLs and crawlers in chunks, and keeps those that are still valid. */

import {
  type Answers,
  type Cell,
  type CellRows,
  pairEntries,
  tableOf,
  truncationOf,
} from "./answers.ts";
import { ApiError, type Entry } from "./api.ts";

/** The first request is small, so that the visible answers arrive early. Later requests are larger. */
const FIRST_CHUNK_ANSWERS = 800;
const CHUNK_ANSWERS = 4000;
/** The service's limit for one request. */
const MAX_AGENTS = 64;

export type VerdictQuery = (
  urls: string[],
  agents: string[],
  signal: AbortSignal,
) => Promise<Entry[]>;

export interface LoaderCallbacks {
  /** Shows new answers. */
  publish(answers: Answers): void;
  /** Called after each response of the service. */
  responded(): void;
}

/** The answers of one side of the comparison: the draft or the live file. */
export class AnswerLoader {
  /** What the answers depend on. Answers for another key are stale. */
  #key = "";
  #fresh = new Map<string, Map<string, Cell>>();
  /** What is shown, with the answers for earlier keys that no newer ones have replaced yet. */
  #shown: CellRows = new Map();
  #request: AbortController | null = null;
  readonly #callbacks: LoaderCallbacks;

  constructor(callbacks: LoaderCallbacks) {
    this.#callbacks = callbacks;
  }

  clear(): void {
    this.forget();
    this.#callbacks.publish(tableOf(this.#shown));
  }

  /** Lets go of all answers, without showing that. */
  forget(): void {
    this.#cancel();
    this.#key = "";
    this.#fresh = new Map();
    this.#shown = new Map();
  }

  /** Requests the missing answers. Old answers stay visible until new ones replace them. False: it was cancelled. */
  async update(
    key: string,
    urls: string[],
    agents: string[],
    query: VerdictQuery,
  ): Promise<boolean> {
    this.#cancel();
    const request = new AbortController();
    this.#request = request;
    if (key !== this.#key) this.#fresh = new Map();
    this.#key = key;
    const fresh = this.#fresh;
    const chunks = splitIntoChunks(missingChunks(fresh, urls, agents));
    for (const chunk of chunks) {
      const entries = await query(chunk.urls, chunk.agents, request.signal);
      this.#callbacks.responded();
      if (request.signal.aborted) return false;
      for (const [url, agent, cell] of pairEntries(entries, chunk.urls, chunk.agents)) {
        const row = fresh.get(url) ?? new Map<string, Cell>();
        fresh.set(url, row.set(agent, cell));
      }
      const isLast = chunk === chunks.at(-1);
      this.#publish(isLast ? new Map(fresh) : mergeAnswers(this.#shown, fresh));
      const truncation = truncationOf(entries);
      if (truncation) throw new ApiError(truncation.error.status, truncation.error.detail);
    }
    if (chunks.length === 0) this.#publish(new Map(fresh));
    return true;
  }

  #publish(rows: CellRows): void {
    this.#shown = rows;
    this.#callbacks.publish(tableOf(rows));
  }

  #cancel(): void {
    this.#request?.abort();
    this.#request = null;
  }
}

function mergeAnswers(old: CellRows, fresh: CellRows): CellRows {
  const all = new Map(old);
  for (const [url, row] of fresh) all.set(url, new Map([...(old.get(url) ?? []), ...row]));
  return all;
}

export interface Chunk {
  urls: string[];
  agents: string[];
}

/** Groups URLs that need the same crawlers into one chunk. */
function missingChunks(known: CellRows, urls: string[], agents: string[]): Chunk[] {
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

/** Splits chunks so that no request exceeds the service's limits. */
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
