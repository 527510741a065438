/** Sends queries when their input changes, so that all answers stay up to date. */

import { computed, effect } from "@preact/signals";
import { debounce } from "./debounce.ts";
import { engine } from "./engine/engine.ts";
import { language } from "./language.ts";
import {
  loadAllSentences,
  loadCard,
  loadPolicies,
  loadTables,
  queryCell,
  queryChanges,
  queryDraft,
  queryExplanation,
  queryLint,
  queryLive,
  querySummary,
} from "./queries.ts";
import { setRecovery } from "./service-status.ts";
import * as page from "./state.ts";

/** Delay after the last key press. The engine decides without one. */
const DEBOUNCE_MS = engine ? 0 : 40;
const LINT_DEBOUNCE_MS = 120;
/** The browser does not wait when it prints, so the card of a report is loaded before, when nobody types. */
const CARD_DEBOUNCE_MS = 700;

/** Starts the effects. The page calls it once. */
export function startQueries(): void {
  const schedule = {
    draft: debounce(queryDraft, DEBOUNCE_MS),
    live: debounce(queryLive, DEBOUNCE_MS),
    lint: debounce(queryLint, LINT_DEBOUNCE_MS),
    cell: debounce(queryCell, 0),
    sentences: debounce(loadAllSentences, 0),
    explanation: debounce(queryExplanation, LINT_DEBOUNCE_MS),
    changes: debounce(queryChanges, LINT_DEBOUNCE_MS),
    summary: debounce(querySummary, LINT_DEBOUNCE_MS),
    card: debounce(loadCard, CARD_DEBOUNCE_MS),
  };
  setRecovery(() => {
    for (const query of Object.values(schedule)) query();
    void loadTables();
  });
  void loadTables();
  if (!engine) page.isLocal.value = false;
  engine?.answersDrafts().then(
    (isLocal) => {
      page.isLocal.value = isLocal;
    },
    // The first question tells it.
    () => {},
  );
  effect(() => {
    const origin = page.site.value?.origin;
    const name = origin?.replace(/^https?:\/\//, "");
    document.title = name ? `${name} · maycrawl` : "maycrawl: robots.txt tester";
  });
  effect(() => {
    if (page.site.value) void loadPolicies();
  });
  effect(() => {
    if (page.hasDraft.value || page.site.value) page.isStarted.value = true;
  });
  effect(() => {
    void [page.draftInput.value, page.urls.value, page.agents.value, language.value];
    if (!page.hasDraft.value) page.draftAnswers.value = page.draftAnswers.peek().onlyErrors();
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
    void [page.draft.value, page.profile.value, page.knownUrls.value];
    page.isSummaryStale.value = true;
    schedule.summary();
  });
  effect(() => {
    void [page.replacedText.value, page.draft.value, page.profile.value, page.knownUrls.value];
    page.isChangesStale.value = true;
    schedule.changes();
  });
  effect(() => {
    void [page.draftAnswers.value, page.liveAnswers.value, language.value];
    schedule.sentences();
  });
  const cellKey = computed(() => {
    const { url, agent } = page.selection.value ?? { url: "", agent: "" };
    return `${agent} ${url}`;
  });
  effect(() => {
    void [page.draftAnswers.value, cellKey.value, language.value];
    schedule.cell();
  });
  effect(() => {
    void [page.draftInput.value, cellKey.value, language.value];
    page.isExplanationStale.value = true;
    schedule.explanation();
  });
  effect(() => {
    void [page.draftInput.value, cellKey.value, page.knownUrls.value, language.value];
    page.card.value = null;
    if (engine) schedule.card();
  });
}
