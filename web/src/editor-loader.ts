/**
 * Loads the editor. It is larger than all else that the page needs for a first verdict, and no verdict needs it: it comes
 * after the engine, or when somebody wants to write. A plain field stands in its place until then.
 */

import { effect } from "@preact/signals";
import type { EditorCallbacks, RobotsEditor } from "./editor/editor.ts";
import { isComplete } from "./first-look.ts";
import { t } from "./language.ts";
import * as page from "./state.ts";

interface Place {
  host: HTMLElement;
  callbacks: EditorCallbacks;
}

let attach: (place: Place) => void = () => {};
const attached = new Promise<Place>((resolve) => {
  attach = resolve;
});

/** Says where the editor belongs. */
export function placeEditor(host: HTMLElement, callbacks: EditorCallbacks): void {
  attach({ host, callbacks });
}

let loading: Promise<RobotsEditor | null> | null = null;

/** The editor. Null if its code cannot be loaded: the plain field stays, and the next call tries again. */
function loadEditor(): Promise<RobotsEditor | null> {
  loading ??= Promise.all([import("./editor/editor.ts"), attached]).then(
    ([{ createEditor }, { host, callbacks }]) => {
      const field = plainField(host);
      const editor = createEditor(host, page.draft.peek(), callbacks);
      if (field) editor.continueFrom(field.selectionStart, field.selectionEnd);
      page.editor.value = editor;
      return editor;
    },
    () => {
      loading = null;
      return null;
    },
  );
  return loading;
}

/** The plain field, if somebody writes into it. */
function plainField(host: HTMLElement): HTMLTextAreaElement | null {
  const field = document.activeElement;
  const isPlain =
    field instanceof HTMLTextAreaElement && field.parentElement === host.parentElement;
  return isPlain ? field : null;
}

/** The editor for what somebody wants to do with it. Says so if it cannot be loaded. */
export async function wantEditor(): Promise<RobotsEditor | null> {
  const editor = await loadEditor();
  if (!editor) page.showError(t("part-not-loaded"));
  return editor;
}

/** Leads the user into the editor. Whoever has gone elsewhere while it was loaded stays there. */
async function lead(to: (editor: RobotsEditor) => void): Promise<void> {
  const loaded = page.editor.peek();
  if (loaded) return to(loaded);
  const from = document.activeElement;
  const editor = await wantEditor();
  if (editor && document.activeElement === from) to(editor);
}

export function goTo(line: number, column?: number): void {
  void lead((editor) => editor.goTo(line, column));
}

export function focusEditor(): void {
  const field = document.querySelector<HTMLElement>(".plain-draft");
  // The editor continues where the field is, if it still has the focus then.
  if (field) field.focus();
  else void lead((editor) => editor.focus());
}

/** Loads it as soon as no first answer waits for something else. */
export function startEditor(): void {
  effect(() => {
    if (page.isLocal.value !== null || isComplete.value) void loadEditor();
  });
}
