/**
 * The connection of the draft with the matrix. A line is lit while the matrix shows a cell that it decides under the
 * mouse pointer. Rules that decide none of the URLs are dimmed. The editor reports the line that the user points at.
 */

import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { t } from "../language.ts";
import { isRuleLine } from "./language.ts";

/** The number of the line to light, or null. */
export const setLitLine = StateEffect.define<number | null>();
/** The numbers of the lines that decide a URL, or null if no rule is dimmed. */
export const setUsedLines = StateEffect.define<ReadonlySet<number> | null>();

const lit = Decoration.line({ class: "cm-lit" });

const litLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, { effects, changes, state }) {
    for (const effect of effects)
      if (effect.is(setLitLine)) {
        const line = effect.value;
        if (line === null || line < 1 || line > state.doc.lines) return Decoration.none;
        return Decoration.set(lit.range(state.doc.line(line).from));
      }
    return decorations.map(changes);
  },
  provide: (own) => EditorView.decorations.from(own),
});

const unusedRules = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, { effects, changes, state }) {
    for (const effect of effects)
      if (effect.is(setUsedLines)) return dimUnused(state.doc, effect.value);
    if (changes.empty || decorations.size === 0) return decorations;
    // What an edited line decides is not known yet.
    const edited: [number, number][] = [];
    changes.iterChangedRanges((_from, _to, from, to) => {
      edited.push([state.doc.lineAt(from).from, state.doc.lineAt(to).to]);
    });
    const isUntouched = (at: number) => !edited.some(([from, to]) => from <= at && at <= to);
    return decorations.map(changes).update({ filter: isUntouched });
  },
  provide: (own) => EditorView.decorations.from(own),
});

function dimUnused(doc: Text, used: ReadonlySet<number> | null): DecorationSet {
  if (!used) return Decoration.none;
  const attributes = { title: t("rule-unused") };
  const unused = Decoration.line({ class: "cm-unused", attributes });
  const dimmed = [];
  for (let number = 1; number <= doc.lines; number += 1) {
    if (used.has(number)) continue;
    const line = doc.line(number);
    if (isRuleLine(line.text)) dimmed.push(unused.range(line.from));
  }
  return Decoration.set(dimmed);
}

/** The number of dimmed lines. */
export function countUnused(state: EditorState): number {
  return state.field(unusedRules).size;
}

/** Reports the line under the pointer, or else the line where the user placed the cursor, or null. */
function pointedLine(report: (line: number | null) => void): Extension {
  let hovered: number | null = null;
  let cursor: number | null = null;
  let reported: number | null = null;
  const update = () => {
    const line = hovered ?? cursor;
    if (line === reported) return;
    reported = line;
    report(line);
  };
  return [
    EditorView.domEventHandlers({
      mousemove(event, view) {
        hovered = lineAtHeight(view, event.clientY);
        update();
      },
      mouseleave() {
        hovered = null;
        update();
      },
    }),
    EditorView.updateListener.of(({ view, docChanged, selectionSet, focusChanged, state }) => {
      // While the user types, the answers belong to an earlier text.
      if (docChanged) hovered = cursor = null;
      else if (!view.hasFocus) cursor = null;
      else if (selectionSet || focusChanged)
        cursor = state.doc.lineAt(state.selection.main.head).number;
      update();
    }),
  ];
}

/** The number of the line at this height of the window, or null if there is none. */
function lineAtHeight(view: EditorView, y: number): number | null {
  const height = y - view.documentTop;
  const block = view.lineBlockAtHeight(height);
  const isInside = block.top <= height && height < block.bottom;
  return isInside ? view.state.doc.lineAt(block.from).number : null;
}

export function ruleLines(report: (line: number | null) => void): Extension {
  return [litLine, unusedRules, pointedLine(report)];
}
