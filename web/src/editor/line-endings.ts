/** Keeps the line endings of the edited document. See ../line-endings.ts. */

import { invertedEffects } from "@codemirror/commands";
import {
  EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import { type LineEnding, splitLines, type TextLines } from "../line-endings.ts";

/** Marks a line break that differs from the main line ending. Deleting the line break deletes the mark. */
class OtherEnding extends RangeValue {
  override startSide = 1;
  override endSide = -1;
  readonly end: LineEnding;

  constructor(end: LineEnding) {
    super();
    this.end = end;
  }

  override eq(other: OtherEnding): boolean {
    return other.end === this.end;
  }
}

interface LineEndings {
  main: LineEnding;
  others: RangeSet<OtherEnding>;
}

export const setLineEndings = StateEffect.define<LineEndings>({
  map: ({ main, others }, changes) => ({ main, others: others.map(changes) }),
});

const field = StateField.define<LineEndings>({
  create: () => ({ main: "\n", others: RangeSet.empty }),
  update(endings, transaction) {
    // When undo reverts several steps at once, the oldest step is last. Its line endings are the right ones.
    const set = transaction.effects.findLast((effect) => effect.is(setLineEndings));
    if (set) return set.value;
    if (!transaction.docChanged || endings.others.size === 0) return endings;
    const others = endings.others.map(transaction.changes);
    return { main: endings.main, others: onlyBreaks(others, transaction) };
  },
});

/** The marks without those whose line break was replaced: the mark would take the place of what was written instead. */
function onlyBreaks(others: RangeSet<OtherEnding>, { changes, newDoc }: Transaction) {
  let left = others;
  const filter = (from: number, to: number) => newDoc.sliceString(from, to) === "\n";
  changes.iterChangedRanges((_from, _to, filterFrom, filterTo) => {
    left = left.update({ filter, filterFrom, filterTo });
  });
  return left;
}

/** Undo restores the line endings together with the text. */
export const lineEndings: Extension = [
  field,
  invertedEffects.of((transaction) => {
    const before = transaction.startState.field(field);
    const after = transaction.state.field(field);
    const isSame = before.main === after.main && before.others.size === after.others.size;
    return isSame ? [] : [setLineEndings.of(before)];
  }),
];

export function toLineEndings({ lines, endings, main }: TextLines): LineEndings {
  const builder = new RangeSetBuilder<OtherEnding>();
  let position = 0;
  for (const [index, end] of endings.entries()) {
    position += (lines[index] ?? "").length;
    if (end !== main) builder.add(position, position + 1, new OtherEnding(end));
    position += 1;
  }
  return { main, others: builder.finish() };
}

export function lineEndingsOf(state: EditorState): { main: LineEnding; others: number } {
  const { main, others } = state.field(field);
  return { main, others: others.size };
}

/** The text of the file with its original line endings. */
export function exactText(state: EditorState): string {
  const { main, others } = state.field(field);
  const plain = state.doc.toString();
  if (others.size === 0) return main === "\n" ? plain : plain.replaceAll("\n", main);
  const cursor = others.iter();
  let text = "";
  let position = 0;
  for (; cursor.value; cursor.next()) {
    text += plain.slice(position, cursor.from).replaceAll("\n", main) + cursor.value.end;
    position = cursor.to;
  }
  return text + plain.slice(position).replaceAll("\n", main);
}

/**
 * The text alone, for changes that are only tried. A state with the highlighting must not be used for them: of a long text,
 * CodeMirror notes in a list that both states share which part it has not parsed, and the next key in the shorter text fails
 * with a position that it has not.
 */
export function plainState(state: EditorState): EditorState {
  const plain = EditorState.create({ doc: state.doc, extensions: lineEndings });
  return plain.update({ effects: setLineEndings.of(state.field(field)) }).state;
}

/** Converts a file to the editor's document and its line endings. */
export function toDocument(state: EditorState, text: string): { doc: Text; endings: LineEndings } {
  const parts = splitLines(text);
  return { doc: state.toText(parts.lines.join("\n")), endings: toLineEndings(parts) };
}
