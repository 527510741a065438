/** Marks lines of the draft: the line of the cell under the mouse pointer, and the rules that decide no URL. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isAnswer } from "../answers.ts";
import type { RobotsEditor } from "../editor/editor.ts";
import { hoveredCell, usedLines } from "../matrix-state.ts";
import * as page from "../state.ts";

/** The number of rules that are dimmed. */
export const unusedRules = signal(0);

export function useEditorMarks(editor: RobotsEditor | null): void {
  const line = hoveredLine();
  useEffect(() => editor?.lightLine(line), [editor, line]);
  const used = usedLines.value;
  useEffect(() => {
    unusedRules.value = editor?.dimUnusedRules(used) ?? 0;
  }, [editor, used]);
}

/** The line that decides the cell under the pointer. An answer about an earlier text has none. */
function hoveredLine(): number | null {
  const cell = hoveredCell.value;
  if (!cell || page.isLoading.value || page.isOutdated.value) return null;
  const answer = page.draftAnswers.value.get(cell.url)?.get(cell.agent);
  return isAnswer(answer) ? answer.line : null;
}
