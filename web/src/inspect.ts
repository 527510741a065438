/** The state of a page inspection. */

import { signal } from "@preact/signals";
import { api, errorText, type InspectionReport } from "./api.ts";
import * as page from "./state.ts";

/** The service's limit for one request. */
const MAX_AGENTS = 16;

export type InspectionState =
  | { is: "closed" }
  | { is: "busy"; url: string; agent: string }
  | { is: "done"; url: string; agent: string; report: InspectionReport }
  | { is: "failed"; url: string; agent: string; error: string };

export const inspectionState = signal<InspectionState>({ is: "closed" });

let currentRequest: AbortController | null = null;

/** Inspects a page for the chosen crawlers, the given one first. */
export async function openInspect(url: string, agent: string): Promise<void> {
  currentRequest?.abort();
  const request = new AbortController();
  currentRequest = request;
  inspectionState.value = { is: "busy", url, agent };
  const agents = [...new Set([agent, ...page.agents.peek()])].slice(0, MAX_AGENTS);
  try {
    const options = { ...page.chosenPolicy.peek(), ...page.chosenProfile.peek() };
    const report = await api.inspect(url, agents, options, request.signal);
    if (!request.signal.aborted) inspectionState.value = { is: "done", url, agent, report };
  } catch (error) {
    const text = errorText(error);
    if (text) inspectionState.value = { is: "failed", url, agent, error: text };
  }
}

export function closeInspect(): void {
  currentRequest?.abort();
  inspectionState.value = { is: "closed" };
}
