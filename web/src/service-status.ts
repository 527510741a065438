/** Tracks whether the service answers, shows query errors and retries after a failure. */

import { errorText, isUnavailable } from "./api.ts";
import { t } from "./language.ts";
import { RetryTimer } from "./retry.ts";
import * as page from "./state.ts";

/** Whether the status line shows an error of a query. The next success removes it. */
let hasShownError = false;
let sendAllQueries = () => {};
const retry = new RetryTimer(() => sendAllQueries());

/** Sets the function that sends all queries again, for retries and after the service recovers. */
export function setRecovery(run: () => void): void {
  sendAllQueries = run;
}

/** Retries immediately. */
export function retryNow(): void {
  retry.runNow();
}

export function reportFailure(error: unknown): void {
  const text = errorText(error);
  if (!text) return;
  hasShownError = true;
  if (!isUnavailable(error)) {
    page.showError(text);
    return;
  }
  page.isServiceDown.value = true;
  page.showError(t("service-down"));
  retry.schedule();
}

export function reportSuccess(): void {
  if (hasShownError) page.clearError();
  hasShownError = false;
  if (!page.isServiceDown.peek()) return;
  page.isServiceDown.value = false;
  retry.reset();
  sendAllQueries();
}
