/**
 * Marks lines of the draft: the line of the cell under the mouse pointer, the rules that decide no URL, and what differs
 * from the live file. Also says what the editor can offer and explain.
 */

import { batch, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lineOfCode } from "../answers.ts";
import type { Assistance } from "../editor/assist.ts";
import type { RobotsEditor } from "../editor/editor.ts";
import { isComplete } from "../first-look.ts";
import { t } from "../language.ts";
import { hoveredCell, markedLines, urlsByLine, usedLines } from "../matrix-state.ts";
import { loadTables } from "../queries.ts";
import * as page from "../state.ts";
import { countUnused } from "../unused-rules.ts";
import { pathOf } from "../url-list.ts";

/** The editor looks at each line for it, so it waits until the person pauses. Until then the marks move with the text. */
const DIM_DELAY_MS = 150;

/** The number of rules that are dimmed. */
export const unusedRules = signal(0);

export function useEditorMarks(editor: RobotsEditor | null): void {
  const line = hoveredLine();
  useEffect(() => editor?.lightLine(line), [editor, line]);
  const used = usedLines.value;
  useEffect(() => {
    const dim = () =>
      batch(() => {
        editor?.dimUnusedRules(used);
        unusedRules.value = countUnused(page.draft.peek(), used);
        markedLines.value = used;
      });
    // The first look waits for the marks.
    const timer = setTimeout(dim, isComplete.peek() ? DIM_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [editor, used]);
  const report = page.lint.value;
  useEffect(() => {
    if (report) editor?.showDiagnostics(report.diagnostics);
  }, [editor, report]);
  const compared = page.replacedText.value;
  useEffect(() => editor?.markChanges(compared), [editor, compared]);
}

/** The line that decides the cell under the pointer. An answer about an earlier text has none. */
function hoveredLine(): number | null {
  const cell = hoveredCell.value;
  if (!cell || page.isLoading.value || page.isOutdated.value) return null;
  return lineOfCode(page.draftAnswers.value.code(cell.url, cell.agent)) || null;
}

/** What the editor completes and explains with. */
export const assistance: Assistance = {
  loaded: loadTables,
  crawlers: () =>
    page.knownCrawlers
      .peek()
      .filter(({ token, is_retired }) => !is_retired && !token.includes(" "))
      .map(({ token, operator, purpose }) => ({
        token,
        about: [operator, purpose].filter(Boolean).join(", "),
      })),
  paths: () => pathsAndFolders(page.urls.peek()),
  effectOf(line) {
    const count = urlsByLine.peek()?.get(line) ?? 0;
    const urls = page.urls.peek().length;
    return count > 0 ? t("rule-decides", { count, urls }) : "";
  },
};

/** The folders of the URLs, then the URLs, as paths. */
export function pathsAndFolders(urls: readonly string[]): string[] {
  const paths = urls.flatMap((url) => (url.startsWith("/") ? url : (pathOf(url) ?? [])));
  const folders = paths.flatMap((path) => /^\/[^/?#]+\//.exec(path)?.[0] ?? []);
  return [...new Set([...folders, ...paths])].filter((path) => path !== "/");
}
