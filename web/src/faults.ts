/** Faults of the page itself: exceptions that are neither an answer nor the silence of the service. */

import { signal } from "@preact/signals";
import { errorText } from "./error-text.ts";
import { t } from "./language.ts";

/** What the first fault was; null if there was none. What the page shows after it may be wrong. */
export const fault = signal<string | null>(null);

export function faultText(error: unknown): string {
  return t("page-fault", { error: errorText(error) });
}

export function reportFault(error: unknown): void {
  console.error(error);
  fault.value ??= faultText(error);
}

/** Reports exceptions that no code of the page caught. */
export function watchFaults(): void {
  addEventListener("error", (event) => {
    // Without an error, it is a notice of the browser, such as a loop of a ResizeObserver, or a script of an extension.
    if (event.error) reportFault(event.error);
  });
  addEventListener("unhandledrejection", (event) => reportFault(event.reason));
}
