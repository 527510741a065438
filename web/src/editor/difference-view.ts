/** The difference between two versions of a file, line by line, as CodeMirror shows it. It is loaded when it is needed. */

import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightSpecialChars, lineNumbers } from "@codemirror/view";
import { t } from "../language.ts";
import { editorTheme } from "./highlight.ts";
import { robotsLanguage } from "./language.ts";

export function showDifference(root: ShadowRoot, live: string, draft: string): EditorView {
  const state = EditorState.create({
    doc: draft,
    extensions: [
      lineNumbers(),
      highlightSpecialChars(),
      robotsLanguage,
      unifiedMergeView({
        original: live,
        mergeControls: false,
        gutter: true,
        collapseUnchanged: { margin: 2, minSize: 4 },
      }),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ "aria-label": t("difference"), tabindex: "0" }),
      editorTheme,
    ],
  });
  return new EditorView({ state, root, parent: root });
}
