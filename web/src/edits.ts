/** Edits of the engine: where they are in a text, and the text after them. */

import type { Edit, Fix } from "./api.ts";
import { splitLines } from "./line-endings.ts";

/** A change of a text. CodeMirror takes it as it is. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** The lines of a text with their positions, as CodeMirror's `Text` has them. */
export interface Lines {
  lines: number;
  length: number;
  line(number: number): { from: number; to: number };
}

/** Whether verdicts may change after the fix. */
export function mayChangeVerdicts(fix: Fix): boolean {
  return fix.effect === "mends";
}

/** Changes in text order. Null if they overlap: then the text has changed since they were proposed. */
export function toTextChanges(edits: Edit[], doc: Lines): TextChange[] | null {
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
export function positionOf(doc: Lines, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const found = doc.line(Math.max(line, 1));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}

/** The text after the edits; null if they no longer fit. New lines end as most lines of the text do. */
export function withEdits(text: string, edits: Edit[]): string | null {
  const { lines, endings, main } = splitLines(text);
  let next = 0;
  const spans = lines.map((line, index) => {
    const from = next;
    next += line.length + (endings[index]?.length ?? 0);
    return { from, to: from + line.length };
  });
  const end = { from: text.length, to: text.length };
  const line = (number: number) => spans[number - 1] ?? end;
  const changes = toTextChanges(edits, { lines: lines.length, length: text.length, line });
  if (!changes) return null;
  let [after, position] = ["", 0];
  for (const { from, to, insert } of changes) {
    after += text.slice(position, from) + insert.replaceAll("\n", main);
    position = to;
  }
  return after + text.slice(position);
}
