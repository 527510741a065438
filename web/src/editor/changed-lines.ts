/** Marks in the gutter at lines that differ from the live file: added, changed, and where lines were removed. */

import { Chunk } from "@codemirror/merge";
import { RangeSet, RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { GutterMarker, gutterLineClass } from "@codemirror/view";

/** The text that the draft is compared with; null if there is none. */
export const setComparedText = StateEffect.define<Text | null>();

interface Difference {
  compared: Text | null;
  chunks: readonly Chunk[];
  marks: RangeSet<GutterMarker>;
}

const NONE: Difference = { compared: null, chunks: [], marks: RangeSet.empty };

export const changedLines = StateField.define<Difference>({
  create: () => NONE,
  update(difference, { effects, docChanged, changes, state }) {
    const doc = state.doc;
    const set = effects.findLast((effect) => effect.is(setComparedText));
    if (set) {
      const compared: Text | null = set.value;
      return compared ? differenceOf(compared, doc, Chunk.build(compared, doc)) : NONE;
    }
    const { compared, chunks } = difference;
    if (!docChanged || !compared) return difference;
    return differenceOf(compared, doc, Chunk.updateB(chunks, compared, doc, changes));
  },
  provide: (own) => gutterLineClass.compute([own], (state) => state.field(own).marks),
});

function differenceOf(compared: Text, doc: Text, chunks: readonly Chunk[]): Difference {
  const builder = new RangeSetBuilder<GutterMarker>();
  for (const chunk of chunks) {
    const first = doc.lineAt(Math.min(chunk.fromB, doc.length)).number;
    const count = linesOf(doc, chunk.fromB, chunk.toB);
    const mark = chunk.fromA === chunk.toA ? added : changed;
    for (let number = first; number < first + count; number += 1) {
      const { from } = doc.line(number);
      builder.add(from, from, mark);
    }
    if (count === 0) {
      const { from } = doc.line(first);
      builder.add(from, from, removed);
    }
  }
  return { compared, chunks, marks: builder.finish() };
}

/** The number of lines of a side of a chunk. Its end is behind the last line break. */
function linesOf(doc: Text, from: number, to: number): number {
  if (to <= from) return 0;
  return doc.lineAt(Math.min(to - 1, doc.length)).number - doc.lineAt(from).number + 1;
}

function marker(name: string): GutterMarker {
  return new (class extends GutterMarker {
    override elementClass = name;
  })();
}

const added = marker("cm-line-added");
const changed = marker("cm-line-changed");
const removed = marker("cm-lines-removed");
