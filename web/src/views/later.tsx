/** A dialog whose code is loaded after the first verdict, which does without it, or when it is opened earlier. */

import { effect, signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { isComplete } from "../first-look.ts";
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
    const isWanted = isOpen() || isComplete.value;
    if (isLoading || !isWanted) return;
    isLoading = true;
    load().then(
      (component) => {
        loaded.value = component;
      },
      () => {
        isLoading = false;
        if (!isOpen()) return;
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
