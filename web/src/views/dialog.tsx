/** A modal dialog: a title, a button that closes it, and the rest. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language.ts";

interface DialogProps {
  /** Names the test id and the title's id: `NAME-dialog`, `NAME-title`. */
  name: string;
  /** More classes, for its style. */
  kind?: string;
  title: ComponentChildren;
  /** What it shows, the same as long as it shows that; null while it is closed. */
  subject: unknown;
  /** The state, for tests. */
  state?: string;
  /** The dialog was closed, by its button or by Escape. */
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ name, kind = "", title, subject, state, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before anything else can happen, so that what is on the page is always what was rendered last.
  useLayoutEffect(() => {
    if (subject === null) dialog.current?.close();
    else if (!dialog.current?.open) dialog.current?.showModal();
  }, [subject]);
  return (
    <dialog
      class={`submit ${kind}`}
      data-testid={`${name}-dialog`}
      data-state={state}
      aria-labelledby={`${name}-title`}
      ref={dialog}
      onClose={() => {
        // The event comes after the close. If it is open, it shows another subject by now.
        if (!dialog.current?.open) onClose();
      }}
    >
      <div class="submit-head">
        <h2 id={`${name}-title`}>{title}</h2>
        <button
          type="button"
          class="quiet"
          aria-label={t("close")}
          onClick={() => dialog.current?.close()}
        >
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}
