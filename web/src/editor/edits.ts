/** Converts edits of the service to changes of the editor. */

import type { Text } from "@codemirror/state";
import type { Edit } from "../api.ts";

/** A CodeMirror change. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** Changes in text order. Null if they overlap: then the text has changed since the service proposed them. */
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

/** The position of a line and a column, both counted from 1. Values after the end mean the end. */
export function positionOf(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const found = doc.line(Math.max(line, 1));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}
