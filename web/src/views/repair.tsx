/** The first repair of a blocked URL, in the card below its verdict. What else it changes, and others, are in *Why*. */

import { applySuggestion } from "../actions.ts";
import { type Cell, verdictOf } from "../answers.ts";
import type { Suggestion } from "../api.ts";
import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import { proposedRepair } from "../previews.ts";
import * as page from "../state.ts";
import { InlineCode } from "./inline-code.tsx";

export function Repair({ of }: { of: Cell }) {
  const repair = proposedRepair.value;
  if (!repair || page.isOutdated.value || verdictOf(of) !== "disallowed") return null;
  return (
    <div class="repair" data-testid="repair" aria-busy={page.isExplanationStale.value}>
      <p>
        <b>{escapeInvisible(repair.title)}.</b>{" "}
        <span class="muted">
          <InlineCode text={repair.words} />
        </span>
      </p>
      <span class="repair-next">
        <button
          type="button"
          class="primary"
          data-testid="repair-apply"
          aria-label={t("proposal-apply-title", { title: repair.title })}
          onClick={() => applySuggestion(repair)}
        >
          {t("proposal-apply")}
        </button>
        <CopyLine repair={repair} />
      </span>
    </div>
  );
}

/** For whoever edits the file elsewhere. A repair that takes something away has no line. */
function CopyLine({ repair }: { repair: Suggestion }) {
  const text = repair.edits.map((edit) => edit.text.trim()).join("\n");
  if (text === "") return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      page.showStatus(t("repair-copied"));
    } catch {
      page.showError(t("repair-not-copied", { text }));
    }
  };
  return (
    <button type="button" data-testid="repair-copy" title={text} onClick={() => void copy()}>
      {t("repair-copy")}
    </button>
  );
}
