/** Answers by URL and crawler, and the text of a matrix cell. */

import type { Answer, CutOff, Decision, Entry, Problem } from "./api.ts";
import { t } from "./language.ts";

export type Cell = Answer | { error: Problem };
export type Answers = ReadonlyMap<string, ReadonlyMap<string, Cell>>;

export type Verdict = Decision | "error";

export function isAnswer(cell: Cell | undefined): cell is Answer {
  return cell !== undefined && "decision" in cell;
}

export function verdictOf(cell: Cell): Verdict {
  return isAnswer(cell) ? cell.decision : "error";
}

/** The entry that marks an incomplete response, or null. */
export function truncationOf(entries: Entry[]): CutOff | null {
  const last = entries.at(-1);
  return last && "is_cut" in last ? last : null;
}

/**
 * Pairs entries with URLs and crawlers. Entries are in order of URL, then crawler. An invalid URL has only one entry.
 */
export function* pairEntries(
  entries: Entry[],
  urls: string[],
  agents: string[],
): Generator<[url: string, agent: string, cell: Cell]> {
  let next = 0;
  for (const url of urls) {
    const first = entries[next];
    if (first && "error" in first) {
      if ("is_cut" in first) return;
      next += 1;
      for (const agent of agents) yield [url, agent, { error: first.error }];
      continue;
    }
    for (const agent of agents) {
      const answer = entries[next++];
      if (answer && !("error" in answer)) yield [url, agent, answer];
    }
  }
}

export interface CellComparison {
  draft: Cell | undefined;
  live: Cell | undefined;
  /** Whether the draft and the compared version lead to different decisions. */
  isChanged: boolean;
}

export function compare(draft: Answers, live: Answers, url: string, agent: string): CellComparison {
  const ours = draft.get(url)?.get(agent);
  const theirs = live.get(url)?.get(agent);
  return { draft: ours, live: theirs, isChanged: isChange(ours, theirs) };
}

/** Whether two answers have different decisions. */
export function isChange(ours: Cell | undefined, theirs: Cell | undefined): boolean {
  return isAnswer(ours) && isAnswer(theirs) && ours.decision !== theirs.decision;
}

interface Label {
  sign: string;
  word: string;
}

/** The sign of each verdict and the key of its word. Colour is never the only difference. */
const VERDICT_LABELS: Record<Verdict, Label> = {
  allowed: { sign: "✓", word: "word-allowed" },
  disallowed: { sign: "✕", word: "word-blocked" },
  "not-applicable": { sign: "–", word: "word-other-site" },
  error: { sign: "!", word: "word-error" },
};

/** The site is closed only because of a failure. No file decided this. */
const UNREACHABLE_LABEL: Label = { sign: "⚠", word: "word-unreachable" };

/** The sign and the word of a verdict, in the language of the page. */
export function labelOfVerdict(verdict: Verdict): Label {
  const { sign, word } = VERDICT_LABELS[verdict];
  return { sign, word: t(word) };
}

/** The sign and the word of a cell, in the language of the page. */
export function labelOf(cell: Cell): Label {
  if (!isUnreachable(cell)) return labelOfVerdict(verdictOf(cell));
  return { sign: UNREACHABLE_LABEL.sign, word: t(UNREACHABLE_LABEL.word) };
}

export function isUnreachable(cell: Cell | undefined): boolean {
  return isAnswer(cell) && cell.outcome === "unreachable";
}

/** Describes a cell for screen readers and tooltips, for example "Blocked by line 14". */
export function describeCell(cell: Cell | undefined): string {
  if (!cell) return t("cell-none");
  if (!isAnswer(cell)) return t("cell-invalid", { detail: cell.error.detail });
  const { word } = labelOf(cell);
  if (cell.line !== null) return t("cell-by-line", { verdict: word, line: String(cell.line) });
  return `${word}: ${cell.note ?? cell.message}`;
}

/** The line of the deciding rule and its text exactly as in the file; null if no rule decided. */
export function decidingLine({ rule, text }: Answer): { line: number; text: string } | null {
  return rule && { line: rule.line, text: text ?? `${rule.kind}: ${rule.pattern}` };
}
