/**
 * The editor. It lives in a shadow root, where CodeMirror uses adopted style sheets instead of `<style>` elements. The
 * content security policy of the page therefore needs no exception.
 */

import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import {
  type ChangeSpec,
  Compartment,
  EditorState,
  type Extension,
  type TransactionSpec,
} from "@codemirror/state";
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
import { effect, untracked } from "@preact/signals";
import type { Diagnostic, Edit, Fix, LintReport } from "../api.ts";
import { positionOf, toTextChanges } from "../edits.ts";
import { reportFault } from "../faults.ts";
import { INVISIBLE } from "../format.ts";
import { t } from "../language.ts";
import { describeLineEndings } from "../line-endings.ts";
import { hasService } from "../service.ts";
import { type Assistance, assist } from "./assist.ts";
import { changedLines, setComparedText } from "./changed-lines.ts";
import { decidingLine, setDecidingLine } from "./deciding-line.ts";
import { computeAllFixes } from "./fix-all.ts";
import { editorTheme } from "./highlight.ts";
import { robotsLanguage } from "./language.ts";
import {
  exactText,
  lineEndings,
  lineEndingsOf,
  plainState,
  setLineEndings,
  toDocument,
} from "./line-endings.ts";
import { ruleLines, setLitLine, setUsedLines } from "./rule-lines.ts";

export interface RobotsEditor {
  /** The text of the file with its original line endings. */
  text(): string;
  /** Loads another file. Undo restores the previous one. */
  load(text: string): void;
  /** Applies edits as one undo step. Returns false if they no longer fit the text. */
  apply(edits: Edit[]): boolean;
  /** The text that `fixAll` would make. */
  textAfterAllFixes(
    isWanted: (fix: Fix) => boolean,
    lint: (text: string) => Promise<LintReport>,
  ): Promise<string>;
  /** Applies all wanted fixes as one undo step. Returns their number, or null if the text has changed meanwhile. */
  fixAll(
    isWanted: (fix: Fix) => boolean,
    lint: (text: string) => Promise<LintReport>,
  ): Promise<number | null>;
  describeLineEndings(): string;
  showDiagnostics(diagnostics: Diagnostic[]): void;
  markDecidingLine(line: number | null, isAllowed: boolean, scroll: boolean): void;
  /** Marks the lines that differ from this text; null marks none. */
  markChanges(compared: string | null): void;
  /** Lights a line without scrolling to it; null lights none. */
  lightLine(line: number | null): void;
  /** Dims the rules that are not on these lines; null dims none. */
  dimUnusedRules(used: ReadonlySet<number> | null): void;
  goTo(line: number, column?: number): void;
  focus(): void;
  /** Takes the focus with this selection, whose positions count each line break as one. */
  continueFrom(anchor: number, head: number): void;
}

export interface EditorCallbacks extends Assistance {
  changed(text: string): void;
  fix(fix: Fix): void;
  /** The user points at a line with the mouse or the cursor; null if at none. */
  pointed(line: number | null): void;
  /** The page leads the user into the text. It must be visible from now on. */
  entered(): void;
}

/** CodeMirror's special characters and ours. The editor shows each one as a visible sign. */
const specialCharacters = highlightSpecialChars({ addSpecialChars: INVISIBLE });

/** The texts of the editor. They change with the language of the page. */
const texts = new Compartment();

function textsInLanguage(): Extension {
  return [
    placeholder(t(hasService ? "draft-placeholder" : "draft-placeholder-alone")),
    EditorView.contentAttributes.of({ "aria-label": t("draft-label") }),
    EditorState.phrases.of(searchPhrases()),
  ];
}

/** The words of the search panel, by their English ones in CodeMirror. */
function searchPhrases(): Record<string, string> {
  return {
    Find: t("find-find"),
    Replace: t("find-replace"),
    next: t("find-next"),
    previous: t("find-previous"),
    all: t("find-all"),
    "match case": t("find-match-case"),
    regexp: t("find-regexp"),
    "by word": t("find-by-word"),
    replace: t("find-replace-one"),
    "replace all": t("find-replace-all"),
    close: t("find-close"),
    "Go to line": t("find-go-to-line"),
    go: t("find-go"),
  };
}

export function createEditor(
  host: HTMLElement,
  text: string,
  callbacks: EditorCallbacks,
): RobotsEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const empty = EditorState.create({});
  const { doc, endings } = toDocument(empty, text);
  const state = EditorState.create({
    doc,
    extensions: [
      lineEndings,
      lintGutter(),
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightActiveLine(),
      specialCharacters,
      history(),
      drawSelection(),
      search(),
      highlightSelectionMatches(),
      decidingLine,
      ruleLines(callbacks.pointed),
      changedLines,
      assist(callbacks),
      EditorView.lineWrapping,
      robotsLanguage,
      texts.of(textsInLanguage()),
      // The editor catches what its extensions throw, and goes on without them.
      EditorView.exceptionSink.of(reportFault),
      keymap.of([
        { key: "F8", run: nextDiagnostic, shift: previousDiagnostic },
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.contentAttributes.of({
        // The element is focusable without this attribute. Accessibility checkers look for the attribute on elements
        // that scroll.
        tabindex: "0",
        spellcheck: "false",
        autocapitalize: "off",
        autocorrect: "off",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) callbacks.changed(exactText(update.state));
      }),
      editorTheme,
    ],
  });
  const view = new EditorView({ state, root, parent: root });
  view.dispatch({ effects: setLineEndings.of(endings) });
  effect(() => {
    const translated = textsInLanguage();
    untracked(() => view.dispatch({ effects: texts.reconfigure(translated) }));
  });
  return createHandle(view, callbacks);
}

function createHandle(view: EditorView, callbacks: EditorCallbacks): RobotsEditor {
  const scrollTo = (position: number) => EditorView.scrollIntoView(position, { y: "center" });
  return {
    text: () => exactText(view.state),
    load(text) {
      if (text === exactText(view.state)) return;
      const { doc, endings } = toDocument(view.state, text);
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: doc },
        effects: [setLineEndings.of(endings), scrollTo(0)],
        selection: { anchor: 0 },
        annotations: isolateHistory.of("full"),
        userEvent: "input.load",
      });
    },
    apply(edits) {
      const changes = toTextChanges(edits, view.state.doc);
      if (!changes) return false;
      view.dispatch(fixTransaction(changes));
      return true;
    },
    async textAfterAllFixes(isWanted, lint) {
      const before = plainState(view.state);
      const { changes } = await computeAllFixes(before, isWanted, lint);
      return exactText(changes ? before.update({ changes }).state : before);
    },
    async fixAll(isWanted, lint) {
      const before = plainState(view.state);
      const { changes, count } = await computeAllFixes(before, isWanted, lint);
      if (!view.state.doc.eq(before.doc)) return null;
      if (changes) view.dispatch(fixTransaction(changes));
      return count;
    },
    describeLineEndings() {
      const { main, others } = lineEndingsOf(view.state);
      return describeLineEndings(main, others);
    },
    showDiagnostics(diagnostics) {
      const shown = diagnostics.map((diagnostic) =>
        toEditorDiagnostic(diagnostic, view, callbacks),
      );
      view.dispatch(setDiagnostics(view.state, shown));
    },
    markDecidingLine(line, isAllowed, scroll) {
      const effects = [setDecidingLine.of({ line, isAllowed })];
      if (!scroll || line === null) return view.dispatch({ effects });
      view.dispatch({ effects: [...effects, scrollTo(positionOf(view.state.doc, line, 1))] });
    },
    markChanges(compared) {
      const text = compared === null ? null : toDocument(view.state, compared).doc;
      view.dispatch({ effects: setComparedText.of(text) });
    },
    lightLine: (line) => view.dispatch({ effects: setLitLine.of(line) }),
    dimUnusedRules: (used) => view.dispatch({ effects: setUsedLines.of(used) }),
    goTo(line, column = 1) {
      callbacks.entered();
      const position = positionOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: position }, effects: scrollTo(position) });
      view.focus();
    },
    focus() {
      callbacks.entered();
      view.focus();
    },
    continueFrom(anchor, head) {
      const end = view.state.doc.length;
      view.dispatch({ selection: { anchor: Math.min(anchor, end), head: Math.min(head, end) } });
      this.focus();
    },
  };
}

function fixTransaction(changes: ChangeSpec): TransactionSpec {
  return { changes, annotations: isolateHistory.of("full"), userEvent: "input.fix" };
}

function toEditorDiagnostic(diagnostic: Diagnostic, view: EditorView, callbacks: EditorCallbacks) {
  const from = positionOf(view.state.doc, diagnostic.line, diagnostic.column);
  const to = Math.max(from, positionOf(view.state.doc, diagnostic.end_line, diagnostic.end_column));
  const severity = diagnostic.severity === "note" ? ("info" as const) : diagnostic.severity;
  const { fix, choices = [] } = diagnostic;
  const { message, reason, english } = diagnostic;
  const parts = english ? [message, ...english] : [message, reason, fix ? null : diagnostic.help];
  return {
    from,
    to,
    severity,
    source: diagnostic.code,
    // A tooltip is plain text.
    message: parts
      .filter(Boolean)
      .join("\n")
      .replace(/`([^`\n]*)`/g, "“$1”"),
    actions: (fix ? [fix] : choices).map((edit) => ({
      name: edit.title.replaceAll("`", ""),
      apply: () => callbacks.fix(edit),
    })),
  };
}
