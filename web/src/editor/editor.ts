/**
 * The editor. It lives in a shadow root: there CodeMirror adopts its style sheets instead of writing
 * `<style>` elements, and the page needs no exception in its content security policy.
 */

import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { type ChangeSpec, EditorState, type TransactionSpec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import type { Diagnostic, Edit, Fix, LintReport } from "../api.ts";
import { INVISIBLE } from "../format.ts";
import { describeEnds } from "../line-endings.ts";
import { decidingLine, setDecidingLine } from "./deciding-line.ts";
import { asChanges, place } from "./edits.ts";
import { fixInRounds } from "./fix-all.ts";
import { theme } from "./highlight.ts";
import { robotsLanguage } from "./language.ts";
import { asDocument, endsIn, exactText, lineEnds, setEnds } from "./line-endings.ts";

export interface RobotsEditor {
  /** The file, byte for byte as far as text can be. */
  text(): string;
  /** Shows another file; undo brings the one before back. */
  load(text: string): void;
  /** Applies edits as one step of undo; false where they do not fit the text any more. */
  apply(edits: Edit[]): boolean;
  /** Makes all wanted fixes as one step of undo. How many; null where the text has changed meanwhile. */
  fixAll(
    isWanted: (fix: Fix) => boolean,
    lint: (text: string) => Promise<LintReport>,
  ): Promise<number | null>;
  describeEnds(): string;
  showDiagnostics(found: Diagnostic[]): void;
  decide(line: number, isAllowed: boolean, scroll: boolean): void;
  goTo(line: number, column?: number): void;
  focus(): void;
}

export interface Hooks {
  changed(text: string): void;
  fix(fix: Fix): void;
}

/** Special characters by CodeMirror's own list and by ours: each is shown as a sign. */
const special = highlightSpecialChars({ addSpecialChars: INVISIBLE });

export function createEditor(host: HTMLElement, text: string, hooks: Hooks): RobotsEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const empty = EditorState.create({});
  const { doc, ends } = asDocument(empty, text);
  const state = EditorState.create({
    doc,
    extensions: [
      lineEnds,
      lintGutter(),
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightActiveLine(),
      special,
      history(),
      drawSelection(),
      search(),
      highlightSelectionMatches(),
      decidingLine,
      EditorView.lineWrapping,
      robotsLanguage,
      placeholder("Paste a robots.txt here, open a site above, or take the example."),
      keymap.of([
        { key: "F8", run: nextDiagnostic, shift: previousDiagnostic },
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.contentAttributes.of({
        "aria-label": "robots.txt draft",
        // Focusable as it is; this says so to those who look whether what scrolls can be reached by keyboard.
        tabindex: "0",
        spellcheck: "false",
        autocapitalize: "off",
        autocorrect: "off",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) hooks.changed(exactText(update.state));
      }),
      theme,
    ],
  });
  const view = new EditorView({ state, root, parent: root });
  view.dispatch({ effects: setEnds.of(ends) });
  return handle(view, hooks);
}

function handle(view: EditorView, hooks: Hooks): RobotsEditor {
  const scrollTo = (position: number) => EditorView.scrollIntoView(position, { y: "center" });
  return {
    text: () => exactText(view.state),
    load(text) {
      if (text === exactText(view.state)) return;
      const { doc, ends } = asDocument(view.state, text);
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: doc },
        effects: [setEnds.of(ends), scrollTo(0)],
        selection: { anchor: 0 },
        annotations: isolateHistory.of("full"),
        userEvent: "input.load",
      });
    },
    apply(edits) {
      const changes = asChanges(edits, view.state.doc);
      if (!changes) return false;
      view.dispatch(asFix(changes));
      return true;
    },
    async fixAll(isWanted, lint) {
      const before = view.state;
      const { changes, count } = await fixInRounds(before, isWanted, lint);
      if (!view.state.doc.eq(before.doc)) return null;
      if (changes) view.dispatch(asFix(changes));
      return count;
    },
    describeEnds() {
      const { main, others } = endsIn(view.state);
      return describeEnds(main, others);
    },
    showDiagnostics(found) {
      const shown = found.map((one) => asCodeMirror(one, view, hooks));
      view.dispatch(setDiagnostics(view.state, shown));
    },
    decide(line, isAllowed, scroll) {
      const effects = [setDecidingLine.of({ line, isAllowed })];
      const position = place(view.state.doc, line, 1);
      view.dispatch({ effects: scroll && line > 0 ? [...effects, scrollTo(position)] : effects });
    },
    goTo(line, column = 1) {
      const position = place(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: position }, effects: scrollTo(position) });
      view.focus();
    },
    focus: () => view.focus(),
  };
}

function asFix(changes: ChangeSpec): TransactionSpec {
  return { changes, annotations: isolateHistory.of("full"), userEvent: "input.fix" };
}

function asCodeMirror(found: Diagnostic, view: EditorView, hooks: Hooks) {
  const from = place(view.state.doc, found.line, found.column);
  const to = Math.max(from, place(view.state.doc, found.end_line, found.end_column));
  const severity = found.severity === "note" ? ("info" as const) : found.severity;
  const { fix } = found;
  const words = [found.message, found.reason, fix ? null : found.help];
  return {
    from,
    to,
    severity,
    source: found.code,
    // A tooltip is plain text.
    message: words
      .filter(Boolean)
      .join("\n")
      .replace(/`([^`\n]*)`/g, "“$1”"),
    actions: fix ? [{ name: fix.title.replaceAll("`", ""), apply: () => hooks.fix(fix) }] : [],
  };
}
