/** A dialog whose code is loaded when it is first opened: the first visit does without it. */

import { effect, signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { t } from "../language.ts";
import * as page from "../state.ts";

export function later(
  isOpen: () => boolean,
  load: () => Promise<FunctionComponent>,
  close: () => void,
): FunctionComponent {
  const loaded = signal<FunctionComponent | null>(null);
  let isLoading = false;
  effect(() => {
    if (!isOpen() || isLoading) return;
    isLoading = true;
    load().then(
      (component) => {
        loaded.value = component;
      },
      () => {
        isLoading = false;
        close();
        page.showError(t("part-not-loaded"));
      },
    );
  });
  return () => {
    const Dialog = loaded.value;
    return Dialog && <Dialog />;
  };
}
