/**
 * All fixes of a text, in rounds, as `maycrawl lint --fix=all` makes them. Fixes that change what takes effect come
 * first; then the text is linted again, because other fixes may no longer keep the verdicts.
 */

import type { ChangeSet, EditorState, Text } from "@codemirror/state";
import type { Fix, LintReport } from "../api.ts";
import { asChanges } from "./edits.ts";
import { exactText } from "./line-endings.ts";

/** One fix can uncover another, and fixes that touch take turns. */
const MOST_ROUNDS = 64;

/** Verdicts may be others after the fix. */
export function takesEffect(fix: Fix): boolean {
  return fix.effect === "takes-effect";
}

export interface Fixed {
  /** All rounds as one change; null where nothing was fixed. */
  changes: ChangeSet | null;
  count: number;
}

export async function fixInRounds(
  before: EditorState,
  isWanted: (fix: Fix) => boolean,
  lint: (text: string) => Promise<LintReport>,
): Promise<Fixed> {
  let state = before;
  const fixed: Fixed = { changes: null, count: 0 };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { diagnostics } = await lint(exactText(state));
    const fixes = diagnostics.flatMap(({ fix }) => (fix && isWanted(fix) ? [fix] : []));
    const taken = apart(ofRound(fixes), state.doc);
    const changes = asChanges(
      taken.flatMap((fix) => fix.edits),
      state.doc,
    );
    if (!changes || taken.length === 0) break;
    const step = state.update({ changes });
    if (step.newDoc.eq(state.doc)) break;
    fixed.changes = fixed.changes?.compose(step.changes) ?? step.changes;
    fixed.count += taken.length;
    state = step.state;
  }
  return fixed;
}

function ofRound(fixes: Fix[]): Fix[] {
  return fixes.some(takesEffect) ? fixes.filter(takesEffect) : fixes;
}

interface Span {
  from: number;
  to: number;
}

/** The fixes in the order of the text, without those that touch an earlier one. */
function apart(fixes: Fix[], doc: Text): Fix[] {
  const placed = fixes.flatMap((fix) => {
    const spans = asChanges(fix.edits, doc);
    return spans?.[0] ? [{ fix, spans, start: spans[0] }] : [];
  });
  placed.sort((a, b) => a.start.from - b.start.from || a.start.to - b.start.to);
  const taken: Span[] = [];
  return placed.flatMap(({ fix, spans }) => {
    if (spans.some((span) => taken.some((other) => touch(span, other)))) return [];
    taken.push(...spans);
    return [fix];
  });
}

function touch(one: Span, other: Span): boolean {
  return one.from <= other.to && other.from <= one.to;
}
