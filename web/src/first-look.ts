/**
 * Whether everything about what was opened first has arrived. The answers come one after another. If each one were shown
 * at once, the page would jump under the eyes of the reader. No list says which answers there are: whatever is asked for
 * is waited for, also what only fills a list of choices.
 */

import { computed, effect, signal } from "@preact/signals";
import { markedLines, usedLines } from "./matrix-state.ts";
import { pending } from "./pending.ts";
import * as page from "./state.ts";

/** A longer wait is worse than a jump. */
const MAX_WAIT_MS = 2_000;

/** Stays true until the start screen comes back. */
export const isComplete = signal(false);

const hasAll = computed(() => {
  const hasAnswers = page.summary.value !== null && page.lint.value !== null;
  const areMarksDrawn = markedLines.value === usedLines.value;
  return pending.value === 0 && hasAnswers && areMarksDrawn;
});

let timer: ReturnType<typeof setTimeout> | undefined;
effect(() => {
  const isBusy = page.isStart.value || page.isOpening.value || page.isRestoring.value;
  clearTimeout(timer);
  if (page.isStart.value) isComplete.value = false;
  if (isBusy || isComplete.peek()) return;
  // An empty draft has nothing to wait for.
  if (!page.hasDraft.value || page.isOutdated.value) isComplete.value = true;
  else {
    // What asks next about a change that completed something says so before the next task.
    timer = setTimeout(
      () => {
        isComplete.value = true;
      },
      hasAll.value ? 0 : MAX_WAIT_MS,
    );
  }
});
