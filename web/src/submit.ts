/** Whether the dialog of *Submit* is open, and what its requests came to. */

import { signal } from "@preact/signals";
import type { Comparison, LiveSite } from "./api.ts";

export type RequestState<T> =
  | { is: "idle" }
  | { is: "busy" }
  | { is: "done"; response: T }
  | { is: "failed"; error: string };

const IDLE = { is: "idle" } as const;

/** The result of the comparison. The draft cannot change while the dialog is open. */
export const comparison = signal<RequestState<Comparison>>(IDLE);
export const refresh = signal<RequestState<LiveSite>>(IDLE);

export const isSubmitOpen = signal(false);

export function closeSubmit(): void {
  isSubmitOpen.value = false;
}

export function openSubmit(): void {
  comparison.value = IDLE;
  refresh.value = IDLE;
  isSubmitOpen.value = true;
}
