/** A modal dialog: a title, a button that closes it, and the rest. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../language.ts";

interface DialogProps {
  /** Names the test id and the title's id: `NAME-dialog`, `NAME-title`. */
  name: string;
  /** More classes, for its style. */
  kind?: string;
  title: ComponentChildren;
  isOpen: boolean;
  /** The state, for tests. */
  state?: string;
  /** The dialog was closed, by its button or by Escape. */
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ name, kind = "", title, isOpen, state, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  // After each rendering: it may be closed and opened again between two of them, and then `isOpen` has not changed.
  useEffect(() => {
    if (!isOpen) dialog.current?.close();
    else if (!isShown.current) dialog.current?.showModal();
    isShown.current = isOpen;
  });
  return (
    <dialog
      class={`submit ${kind}`}
      data-testid={`${name}-dialog`}
      data-state={state}
      aria-labelledby={`${name}-title`}
      ref={dialog}
      onClose={() => {
        isShown.current = false;
        onClose();
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
