/** A site is being opened: which one, grey lines where its summary will be, and a way to stop. */

import { cancelOpening } from "../actions.ts";
import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import * as page from "../state.ts";

export function Opening() {
  const site = page.openingSite.value;
  if (site === null) return null;
  return (
    <section class="opening" aria-busy="true" data-testid="opening">
      <div>
        <strong>{t("opening-title", { site: escapeInvisible(site) })}</strong>{" "}
        <button type="button" data-testid="cancel-opening" onClick={cancelOpening}>
          {t("opening-cancel")}
        </button>
      </div>
      <p class="muted">{t("opening-text")}</p>
      <div class="bones" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    </section>
  );
}
