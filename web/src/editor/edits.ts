/** Edits of the service as changes of the editor. */

import type { Text } from "@codemirror/state";
import type { Edit } from "../api.ts";

/** A change of CodeMirror's. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** In order and without overlaps; null where the edits do not fit the text, which has changed since. */
export function toTextChanges(edits: Edit[], doc: Text): TextChange[] | null {
  const changes = edits.map((edit) => ({
    from: positionOf(doc, edit.line, edit.column),
    to: positionOf(doc, edit.end_line, edit.end_column),
    insert: edit.text.replace(/\r\n?/g, "\n"),
  }));
  changes.sort((a, b) => a.from - b.from || a.to - b.to);
  let end = 0;
  for (const change of changes) {
    if (change.from < end || change.to < change.from) return null;
    end = change.to;
  }
  return changes;
}

/** Lines and columns count from 1; what lies behind the end is the end. */
export function positionOf(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const found = doc.line(Math.max(line, 1));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}
