/** A plain field in the place of the editor, until that is loaded. Whoever goes into it gets the editor at once. */

import { wantEditor } from "../editor-loader.ts";
import { t } from "../language.ts";
import { hasService } from "../service.ts";
import * as page from "../state.ts";

/** The characters that are shown: to lay out all of a long file takes longer than to load the editor. */
const MAX_SHOWN = 8192;

export function PlainDraft() {
  const text = page.draft.value;
  const shown = text.slice(0, MAX_SHOWN);
  return (
    <textarea
      class="editor plain-draft mono"
      data-testid="plain-draft"
      aria-label={t("draft-label")}
      placeholder={t(hasService ? "draft-placeholder" : "draft-placeholder-alone")}
      value={shown}
      // A field has no line endings but LF, and its text is all that it knows.
      readOnly={shown !== text || text.includes("\r")}
      spellcheck={false}
      autocapitalize="off"
      autocorrect="off"
      onFocus={() => void wantEditor()}
      onPaste={(event) => {
        const pasted = event.clipboardData?.getData("text/plain") ?? "";
        if (text !== "" || pasted === "") return;
        event.preventDefault();
        page.draft.value = pasted;
      }}
      onInput={(event) => {
        page.draft.value = event.currentTarget.value;
      }}
    />
  );
}
