/**
 * Exact line endings.
 *
 * CodeMirror splits lines at LF, CR LF and CR, as robots.txt parsers do, but it does not keep the line ending. The
 * page compares a file with the live file byte for byte, so it must keep each line ending: the most common one as the
 * main ending, the others by position.
 */

import { t } from "./language.ts";

export type LineEnding = "\n" | "\r\n" | "\r";

export interface TextLines {
  lines: string[];
  /** The endings of all lines except the last. */
  endings: LineEnding[];
  main: LineEnding;
}

export function splitLines(text: string): TextLines {
  const lines: string[] = [];
  const endings: LineEnding[] = [];
  const count = { "\n": 0, "\r\n": 0, "\r": 0 };
  let start = 0;
  for (const found of text.matchAll(/\r\n|\n|\r/g)) {
    const end = found[0] as LineEnding;
    lines.push(text.slice(start, found.index));
    endings.push(end);
    count[end] += 1;
    start = found.index + end.length;
  }
  lines.push(text.slice(start));
  return { lines, endings, main: mostCommon(count) };
}

/** The line with this number, from 1, without its ending. It costs no list of all lines. */
export function lineAt(text: string, number: number): string {
  let start = 0;
  let line = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== LF && code !== CR) continue;
    if (line === number) return text.slice(start, at);
    if (code === CR && text.charCodeAt(at + 1) === LF) at += 1;
    line += 1;
    start = at + 1;
  }
  return line === number ? text.slice(start) : "";
}

const LF = 10;
const CR = 13;

function mostCommon(count: Record<LineEnding, number>): LineEnding {
  let main: LineEnding = "\n";
  for (const end of ["\r\n", "\r"] as const) if (count[end] > count[main]) main = end;
  return main;
}

const NAMES: Record<LineEnding, string> = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" };

/** The line endings of a text, as {@link describeLineEndings} says them. */
export function describeLineEndingsOf(text: string): string {
  const { endings, main } = splitLines(text);
  return describeLineEndings(main, endings.filter((end) => end !== main).length);
}

/** Describes line endings: "CRLF", or "mixed line endings: LF and 3 others, kept". */
export function describeLineEndings(main: LineEnding, others: number): string {
  if (others === 0) return NAMES[main];
  return t("line-endings-mixed", { main: NAMES[main], count: others });
}
