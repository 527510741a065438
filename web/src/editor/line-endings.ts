/** The line ends of the document that is being edited: see line-endings.ts. */

import { invertedEffects } from "@codemirror/commands";
import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import { type LineEnd, type SplitText, split } from "../line-endings.ts";

/** Marks a line break that is not the main one; gone as soon as the break is. */
class OtherEnd extends RangeValue {
  override startSide = 1;
  override endSide = -1;
  readonly end: LineEnd;

  constructor(end: LineEnd) {
    super();
    this.end = end;
  }

  override eq(other: OtherEnd): boolean {
    return other.end === this.end;
  }
}

interface Ends {
  main: LineEnd;
  others: RangeSet<OtherEnd>;
}

export const setEnds = StateEffect.define<Ends>({
  map: ({ main, others }, changes) => ({ main, others: others.map(changes) }),
});

const field = StateField.define<Ends>({
  create: () => ({ main: "\n", others: RangeSet.empty }),
  update(ends, transaction) {
    // Undo of several steps at once carries the ends before each: those before the first come last.
    const set = transaction.effects.findLast((effect) => effect.is(setEnds));
    if (set) return set.value;
    if (!transaction.docChanged || ends.others.size === 0) return ends;
    return { main: ends.main, others: ends.others.map(transaction.changes) };
  },
});

/** Undo brings the ends back with the text. */
export const lineEnds: Extension = [
  field,
  invertedEffects.of((transaction) => {
    const before = transaction.startState.field(field);
    const after = transaction.state.field(field);
    const isSame = before.main === after.main && before.others.size === after.others.size;
    return isSame ? [] : [setEnds.of(before)];
  }),
];

export function endsOf({ lines, ends, main }: SplitText): Ends {
  const builder = new RangeSetBuilder<OtherEnd>();
  let position = 0;
  for (const [index, end] of ends.entries()) {
    position += (lines[index] ?? "").length;
    if (end !== main) builder.add(position, position + 1, new OtherEnd(end));
    position += 1;
  }
  return { main, others: builder.finish() };
}

export function endsIn(state: EditorState): { main: LineEnd; others: number } {
  const { main, others } = state.field(field);
  return { main, others: others.size };
}

/** The file with its own line ends. */
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

/** A file as what the editor holds. */
export function asDocument(state: EditorState, text: string): { doc: Text; ends: Ends } {
  const parts = split(text);
  return { doc: state.toText(parts.lines.join("\n")), ends: endsOf(parts) };
}
