/** Shows the first blocked URL of a list that was added, or that a link has. */

import { effect } from "@preact/signals";
import { verdictOfCode } from "./answers.ts";
import * as page from "./state.ts";

let stop = () => {};

/** Waits for the verdicts, and selects the first blocked URL. What the person chooses meanwhile stays chosen. */
export function chooseFirstBlocked(
  urls: readonly string[],
  agents: readonly string[] = page.agents.peek(),
): void {
  stop();
  const before = page.chosenCell.peek();
  const dispose = effect(() => {
    const isDone = !page.isLoading.value;
    if (page.chosenCell.value !== before) return stop();
    if (!isDone) return;
    const cell = firstBlocked(urls, agents);
    // An effect must not end itself while it begins.
    queueMicrotask(() => {
      stop();
      if (!cell || page.chosenCell.peek() !== before) return;
      page.chosenCell.value = cell;
      page.revealMode.value = "scroll";
    });
  });
  stop = () => {
    stop = () => {};
    queueMicrotask(dispose);
  };
}

function firstBlocked(urls: readonly string[], agents: readonly string[]): page.Selection | null {
  const answers = page.displayedAnswers.peek();
  for (const url of urls)
    for (const agent of agents) {
      if (verdictOfCode(answers.code(url, agent)) === "disallowed") return { url, agent };
    }
  return null;
}
