/** Sends queries when their input changes, so that all answers stay up to date. */

import { computed, effect } from "@preact/signals";
import { debounce } from "./debounce.ts";
import { language } from "./language.ts";
import {
  loadTables,
  onlyErrors,
  queryChanges,
  queryDraft,
  queryExplanation,
  queryLint,
  queryLive,
  querySummary,
} from "./queries.ts";
import { setRecovery } from "./service-status.ts";
import * as page from "./state.ts";

/** Delay after the last key press. */
const DEBOUNCE_MS = 40;
const LINT_DEBOUNCE_MS = 120;

/** Starts the effects. The page calls it once. */
export function startQueries(): void {
  const schedule = {
    draft: debounce(queryDraft, DEBOUNCE_MS),
    live: debounce(queryLive, DEBOUNCE_MS),
    lint: debounce(queryLint, LINT_DEBOUNCE_MS),
    explanation: debounce(queryExplanation, LINT_DEBOUNCE_MS),
    changes: debounce(queryChanges, LINT_DEBOUNCE_MS),
    summary: debounce(querySummary, LINT_DEBOUNCE_MS),
  };
  setRecovery(() => {
    for (const query of Object.values(schedule)) query();
    void loadTables();
  });
  void loadTables();
  effect(() => {
    const origin = page.site.value?.origin;
    const name = origin?.replace(/^https?:\/\//, "");
    document.title = name ? `${name} · maycrawl` : "maycrawl: robots.txt tester";
  });
  effect(() => {
    if (page.hasDraft.value || page.site.value) page.isStarted.value = true;
  });
  effect(() => {
    void [page.draftInput.value, page.urls.value, page.agents.value, language.value];
    if (!page.hasDraft.value) page.draftAnswers.value = onlyErrors(page.draftAnswers.peek());
    page.isLoadingDraft.value = true;
    schedule.draft();
  });
  effect(() => {
    void [page.site.value, page.baselineVersion.value, page.profile.value];
    void [page.urls.value, page.agents.value, language.value];
    page.isLoadingLive.value = true;
    schedule.live();
  });
  effect(() => {
    void [page.draftInput.value, language.value];
    page.isLintStale.value = true;
    schedule.lint();
  });
  effect(() => {
    void [page.draft.value, page.profile.value];
    page.isSummaryStale.value = true;
    schedule.summary();
  });
  effect(() => {
    void [page.replacedText.value, page.draft.value, page.profile.value];
    page.isChangesStale.value = true;
    schedule.changes();
  });
  const cellKey = computed(() => {
    const { url, agent } = page.selection.value ?? { url: "", agent: "" };
    return `${agent} ${url}`;
  });
  effect(() => {
    void [page.draftInput.value, cellKey.value, language.value];
    page.isExplanationStale.value = true;
    schedule.explanation();
  });
}
