/**
 * The connection of the draft with the matrix. A line is lit while the matrix shows a cell that it decides under the
 * mouse pointer. Rules that decide none of the URLs are dimmed. The editor reports the line that the user points at.
 */

import {
  type ChangeDesc,
  ChangeSet,
  type EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { t } from "../language.ts";
import { isRuleLine } from "../unused-rules.ts";

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

interface UsedLines {
  lines: ReadonlySet<number>;
  /** The text that the lines are numbers of, and what was edited since. */
  doc: Text;
  edits: ChangeDesc;
}

const usedLines = StateField.define<UsedLines | null>({
  create: () => null,
  update(used, { effects, changes, docChanged, state }) {
    for (const effect of effects)
      if (effect.is(setUsedLines)) {
        const edits = ChangeSet.empty(state.doc.length);
        return effect.value && { lines: effect.value, doc: state.doc, edits };
      }
    return used && docChanged ? { ...used, edits: used.edits.composeDesc(changes.desc) } : used;
  },
});

/** A test whether a line is a rule that decides none of the URLs. What an edited line decides is not known yet. */
export function unusedTest(state: EditorState): (from: number, text: string) => boolean {
  const used = state.field(usedLines);
  if (!used) return () => false;
  const back = used.edits.invertedDesc;
  const isEdited = !used.edits.empty;
  return (from, text) => {
    if (!isRuleLine(text) || (isEdited && back.touchesRange(from, from + text.length)))
      return false;
    return !used.lines.has(used.doc.lineAt(back.mapPos(from)).number);
  };
}

/** Dims what is visible: a file can have 20,000 rules, and a key must not touch them all. */
const dimmed = ViewPlugin.define(
  (view) => ({
    decorations: dimVisible(view),
    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate) {
      const isSame = startState.field(usedLines) === state.field(usedLines);
      if (docChanged || viewportChanged || !isSame) this.decorations = dimVisible(view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

function dimVisible({ state, visibleRanges }: EditorView): DecorationSet {
  if (!state.field(usedLines)) return Decoration.none;
  const attributes = { title: t("rule-unused") };
  const unused = Decoration.line({ class: "cm-unused", attributes });
  const isUnused = unusedTest(state);
  const found: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      if (isUnused(line.from, line.text)) found.push(unused.range(line.from));
      at = line.to + 1;
    }
  return Decoration.set(found);
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
  return [litLine, usedLines, dimmed, pointedLine(report)];
}
