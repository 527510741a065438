/** Highlights the line that decides the verdict of the selected cell, in the text and in the gutter. */

import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

/** `line`: the line number, or null if no line decides. */
export const setDecidingLine = StateEffect.define<{ line: number | null; isAllowed: boolean }>();

interface DecidingLine {
  position: number;
  isAllowed: boolean;
}

const field = StateField.define<DecidingLine | null>({
  create: () => null,
  update(deciding, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setDecidingLine)) {
        const { line, isAllowed } = effect.value;
        const doc = transaction.state.doc;
        if (line === null || line < 1 || line > doc.lines) return null;
        return { position: doc.line(line).from, isAllowed };
      }
    if (!deciding || !transaction.docChanged) return deciding;
    return { ...deciding, position: transaction.changes.mapPos(deciding.position, -1) };
  },
  provide: (own) => [
    EditorView.decorations.from(own, (deciding) => (view) => {
      if (!deciding) return Decoration.none;
      const line = view.state.doc.lineAt(Math.min(deciding.position, view.state.doc.length));
      return Decoration.set(decoration(deciding.isAllowed).range(line.from));
    }),
    gutterLineClass.compute([own, "doc"], (state) => {
      const deciding = state.field(own);
      if (!deciding) return RangeSet.empty;
      const line = state.doc.lineAt(Math.min(deciding.position, state.doc.length));
      return RangeSet.of(mark.range(line.from));
    }),
  ],
});

function decoration(isAllowed: boolean): Decoration {
  return Decoration.line({ class: `cm-deciding ${isAllowed ? "cm-allows" : "cm-blocks"}` });
}

const mark = new (class extends GutterMarker {
  override elementClass = "cm-deciding-number";
})();

export const decidingLine = field;
