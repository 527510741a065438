/** What the page has begun and not ended: questions under way, and what waits for a pause before it asks. */

import { signal } from "@preact/signals";

/** How many there are. Between an answer and the question that it raises it may be 0, but only within one task. */
export const pending = signal(0);

/** Counts one more until the result is called, which is done once. */
export function begin(): () => void {
  pending.value = pending.peek() + 1;
  return () => {
    pending.value = pending.peek() - 1;
  };
}

/** Counts one more until the promise is settled. */
export function untilSettled<T>(promise: Promise<T>): Promise<T> {
  return promise.finally(begin());
}
