/** The difference between two versions of a file, line by line. */

import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightSpecialChars, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import { editorTheme } from "../editor/highlight.ts";
import { robotsLanguage } from "../editor/language.ts";
import { t } from "../language.ts";

interface Props {
  live: string;
  draft: string;
}

export function Difference({ live, draft }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
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
    const view = new EditorView({ state, root, parent: root });
    return () => view.destroy();
  }, [live, draft]);
  return <div class="difference" ref={host} />;
}
