/** Tracks whether the service answers, shows query errors and retries after a failure. */

import { errorText, isUnavailable, onServiceAnswer } from "./api.ts";
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

/** After an answer of the engine or of the service: an error message of a query is no longer true. */
export function reportSuccess(): void {
  if (page.isServiceDown.peek()) return;
  if (hasShownError) page.clearError();
  hasShownError = false;
}

onServiceAnswer(() => {
  if (!page.isServiceDown.peek()) return;
  page.isServiceDown.value = false;
  reportSuccess();
  retry.reset();
  sendAllQueries();
});
