/** Previews: what a proposal changes, shown before it is applied. */

import {
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from "@preact/signals";
import { type ChangeReport, errorText, type Fix, type Suggestion } from "./api.ts";
import { compareTexts } from "./compare.ts";
import { withEdits } from "./edits.ts";
import { t } from "./language.ts";
import * as page from "./state.ts";

export type Preview =
  | { is: "busy" }
  | { is: "done"; report: ChangeReport }
  | { is: "failed"; error: string };

/** A change of the draft that can be applied. */
export interface Proposal {
  /** A fix, or all fixes. */
  about: unknown;
  /** The text after the change; null if the proposal no longer fits the draft. */
  textAfter: () => string | null | Promise<string | null>;
}

/** A list of proposals. At most one of them is open and shows what it changes. */
export interface Proposals {
  open: Signal<Proposal | null>;
  preview: ReadonlySignal<Preview>;
}

export function proposalOf(fix: Fix): Proposal {
  return {
    about: fix,
    textAfter: () => withEdits(page.draft.peek(), fix.edits),
  };
}

/** `isStale`: whether the proposals belong to an earlier text. They are then not compared. */
export function createProposals(isStale: ReadonlySignal<boolean>): Proposals {
  const open = signal<Proposal | null>(null);
  const preview = signal<Preview>({ is: "busy" });
  let current: AbortController | null = null;
  effect(() => {
    void [page.draft.value, page.profile.value];
    const proposal = open.value;
    current?.abort();
    if (!proposal || isStale.value) return;
    const request = new AbortController();
    current = request;
    preview.value = { is: "busy" };
    // At once: proposals come with an answer that has waited for a pause.
    void untracked(() => compare(proposal, request.signal)).then((result) => {
      if (result && !request.signal.aborted) preview.value = result;
    });
  });
  return { open, preview };
}

async function compare(proposal: Proposal, signal: AbortSignal): Promise<Preview | null> {
  try {
    const after = await proposal.textAfter();
    if (after === null) return { is: "failed", error: t("proposal-outdated") };
    const report = await compareTexts(page.draft.peek(), after, signal);
    return { is: "done", report };
  } catch (error) {
    const text = errorText(error);
    return text === null ? null : { is: "failed", error: text };
  }
}

/** The first proposal that opens the URL of the selected cell; null if it is not blocked. */
export const proposedRepair = computed<Suggestion | null>(() => {
  const { answer, changes } = page.explanation.value ?? {};
  return (answer?.decision === "disallowed" && changes?.[0]) || null;
});

/** The proposals that reverse the verdict of the selected cell. The repair is open. */
export const verdictProposals = createProposals(page.isExplanationStale);
effect(() => {
  const first = proposedRepair.value;
  verdictProposals.open.value = first ? proposalOf(first) : null;
});

/** The fixes of findings. A fix that may change verdicts shows what it changes before it is applied. */
export const fixProposals = createProposals(page.isLintStale);
effect(() => {
  void page.lint.value;
  fixProposals.open.value = null;
});
