/**
 * Line ends, kept exactly.
 *
 * CodeMirror splits at LF, CR LF and CR, as robots.txt parsers do, and forgets which it was. A file is
 * compared byte for byte with what is live, so each line's own end is remembered here: the most common
 * one as the main end, the others by their place.
 */

export type LineEnding = "\n" | "\r\n" | "\r";

export interface SplitText {
  lines: string[];
  /** The end of each line but the last. */
  endings: LineEnding[];
  main: LineEnding;
}

export function splitLines(text: string): SplitText {
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

function mostCommon(count: Record<LineEnding, number>): LineEnding {
  let main: LineEnding = "\n";
  for (const end of ["\r\n", "\r"] as const) if (count[end] > count[main]) main = end;
  return main;
}

const NAMES: Record<LineEnding, string> = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" };

/** "CRLF", or what is mixed: "LF, 3 other line ends kept". */
export function describeLineEndings(main: LineEnding, others: number): string {
  if (others === 0) return NAMES[main];
  return `mixed line ends: ${NAMES[main]} and ${others} other${others === 1 ? "" : "s"}, kept`;
}
