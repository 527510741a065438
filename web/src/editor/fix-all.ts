/**
 * Computes all fixes of a text in rounds, as `maycrawl lint --fix=all` does. Fixes that may change verdicts come
 * first. Then the text is linted again, because the other fixes may no longer keep the verdicts.
 */

import type { ChangeSet, EditorState, Text } from "@codemirror/state";
import type { Fix, LintReport } from "../api.ts";
import { mayChangeVerdicts, toTextChanges } from "../edits.ts";
import { exactText } from "./line-endings.ts";

/** Maximum number of rounds. One fix can expose another, and adjacent fixes need separate rounds. */
const MAX_ROUNDS = 64;

export interface FixResult {
  /** All rounds as one change; null if there was nothing to fix. */
  changes: ChangeSet | null;
  count: number;
}

export async function computeAllFixes(
  before: EditorState,
  isWanted: (fix: Fix) => boolean,
  lint: (text: string) => Promise<LintReport>,
): Promise<FixResult> {
  let state = before;
  const result: FixResult = { changes: null, count: 0 };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { diagnostics } = await lint(exactText(state));
    const fixes = diagnostics.flatMap(({ fix }) => (fix && isWanted(fix) ? [fix] : []));
    const applied = withoutOverlaps(fixesOfRound(fixes), state.doc);
    const changes = toTextChanges(
      applied.flatMap((fix) => fix.edits),
      state.doc,
    );
    if (!changes || applied.length === 0) break;
    const step = state.update({ changes });
    if (step.newDoc.eq(state.doc)) break;
    result.changes = result.changes?.compose(step.changes) ?? step.changes;
    result.count += applied.length;
    state = step.state;
  }
  return result;
}

function fixesOfRound(fixes: Fix[]): Fix[] {
  return fixes.some(mayChangeVerdicts) ? fixes.filter(mayChangeVerdicts) : fixes;
}

interface Span {
  from: number;
  to: number;
}

/** The fixes in text order, without those that touch an earlier one. */
function withoutOverlaps(fixes: Fix[], doc: Text): Fix[] {
  const placed = fixes.flatMap((fix) => {
    const spans = toTextChanges(fix.edits, doc);
    return spans?.[0] ? [{ fix, spans, start: spans[0] }] : [];
  });
  placed.sort((a, b) => a.start.from - b.start.from || a.start.to - b.start.to);
  const applied: Span[] = [];
  return placed.flatMap(({ fix, spans }) => {
    if (spans.some((span) => applied.some((other) => touches(span, other)))) return [];
    applied.push(...spans);
    return [fix];
  });
}

function touches(one: Span, other: Span): boolean {
  return one.from <= other.to && other.from <= one.to;
}
