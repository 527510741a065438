/** The inspection of a page: what was asked, and what came. */

import { signal } from "@preact/signals";
import { api, type Inspected, wordsOf } from "./api.ts";
import * as page from "./state.ts";

/** What the service takes in one request. */
const MOST_AGENTS = 16;

export type Inspection =
  | { is: "closed" }
  | { is: "busy"; url: string; agent: string }
  | { is: "done"; url: string; agent: string; found: Inspected }
  | { is: "failed"; url: string; agent: string; why: string };

export const inspection = signal<Inspection>({ is: "closed" });

let running: AbortController | null = null;

/** Inspects a page for the chosen crawlers, this one first. */
export async function openInspect(url: string, agent: string): Promise<void> {
  running?.abort();
  const own = new AbortController();
  running = own;
  inspection.value = { is: "busy", url, agent };
  const agents = [...new Set([agent, ...page.agents.peek()])].slice(0, MOST_AGENTS);
  try {
    const reading = { ...page.chosenPolicy.peek(), ...page.chosenProfile.peek() };
    const found = await api.inspect(url, agents, reading, own.signal);
    if (!own.signal.aborted) inspection.value = { is: "done", url, agent, found };
  } catch (error) {
    const why = wordsOf(error);
    if (why) inspection.value = { is: "failed", url, agent, why };
  }
}

export function closeInspect(): void {
  running?.abort();
  inspection.value = { is: "closed" };
}
