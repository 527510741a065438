/** What a proposal changes, and the button that applies it. */

import { asSentence, escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import type { Proposals } from "../previews.ts";
import { ChangeList } from "./changes.tsx";

interface Props {
  title: string;
  list: Proposals;
  apply: () => void;
}

export function ProposalPreview({ title, list, apply }: Props) {
  const preview = list.preview.value;
  return (
    <div class="proposal-preview" data-testid="proposal-preview" data-state={preview.is}>
      {preview.is === "failed" ? (
        <p class="status-error">{asSentence(escapeInvisible(preview.error))}</p>
      ) : (
        <>
          <p class="muted">{t("changes-by-proposal")}</p>
          <ChangeList report={preview.is === "done" ? preview.report : null} isStale={false} />
        </>
      )}
      <button
        type="button"
        class="primary"
        data-testid="change-apply"
        aria-label={t("proposal-apply-title", { title: title })}
        onClick={apply}
      >
        {t("proposal-apply")}
      </button>
    </div>
  );
}
