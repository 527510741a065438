/** On a phone the file of a site is folded to the lines that decide, until a person reads or edits it. */

import { computed, effect, signal } from "@preact/signals";
import { isAnswer } from "../answers.ts";
import { focusEditor, goTo } from "../editor-loader.ts";
import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import { isNarrow } from "../panes.ts";
import * as page from "../state.ts";

const isUnfolded = signal(false);

export const isFolded = computed(
  () =>
    isNarrow.value &&
    page.site.value !== null &&
    page.hasDraft.value &&
    !page.isEdited.value &&
    !isUnfolded.value,
);

// Another site has another file.
const origin = computed(() => page.site.value?.origin);
effect(() => {
  void origin.value;
  isUnfolded.value = false;
});

/** Shows the whole file. The editor can have the focus at once. */
export function unfold(host: HTMLElement): void {
  isUnfolded.value = true;
  host.hidden = false;
}

/** The line of the group and the line of the rule that decide the verdict of the selected cell. */
function decidingLines(): number[] {
  const cell = page.selection.value;
  const answer = cell && page.draftAnswers.value.cell(cell.url, cell.agent);
  if (!answer || !isAnswer(answer) || page.isOutdated.value) return [];
  const explained = page.explanation.value?.answer;
  const isSame = explained?.url === cell.url && explained.agent === cell.agent;
  const group = isSame && explained.line === answer.line ? explained.group_line : null;
  return [group, answer.line].filter((line) => line !== null);
}

export function FoldedDraft() {
  if (!isFolded.value) return null;
  const lines = page.draft.value.split(/\r\n|\r|\n/);
  const count = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  return (
    <div class="folded" data-testid="folded-draft">
      {decidingLines().map((number) => (
        <button
          key={number}
          type="button"
          class="folded-line mono"
          title={t("go-to-line", { line: String(number) })}
          onClick={() => goTo(number)}
        >
          <span class="folded-number">{number}</span>
          <bdi>{escapeInvisible(lines[number - 1] ?? "")}</bdi>
        </button>
      ))}
      <button type="button" data-testid="unfold-draft" onClick={() => focusEditor()}>
        {t("draft-unfold", { count })}
      </button>
    </div>
  );
}
