/** The control that opens the dialog of *Ask as*. */

import { mayDiffer } from "../ask-as.ts";
import { askSite, isAsking } from "../asked-as.ts";
import { t } from "../language.ts";
import * as page from "../state.ts";

/** Where a site may answer a browser otherwise, it is a question that stands first. */
export function AskAsButton({ isFirst = false }: { isFirst?: boolean }) {
  const site = page.site.value;
  if (!site?.origin.startsWith("http") || (isFirst && !mayDiffer(site))) return null;
  return (
    <button
      type="button"
      class={isFirst ? "ask-as-first" : "link"}
      data-testid={isFirst ? "ask-as-first" : "ask-as"}
      title={t("ask-as-hint")}
      disabled={isAsking.value}
      onClick={() => void askSite(site.origin)}
    >
      {isFirst ? t("ask-as-doubt") : t("ask-as")}
    </button>
  );
}
