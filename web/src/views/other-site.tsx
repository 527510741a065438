/** A note about URLs of other sites, with a button that tests their paths on the open site. */

import { t } from "../language.ts";
import {
  otherSiteUrls,
  testPathsHere,
  undoableReplacement,
  undoReplacement,
} from "../other-site.ts";
import * as page from "../state.ts";

export function OtherSiteNote() {
  const origin = page.site.value?.origin;
  if (origin === undefined) return null;
  const others = otherSiteUrls.value.length;
  const undoable = undoableReplacement.value;
  if (others > 0)
    return (
      <p class="matrix-note" data-testid="other-site">
        {t("other-urls", { count: others })}{" "}
        <button type="button" data-testid="test-paths" onClick={testPathsHere}>
          {t("other-test", { count: others, site: origin.replace("https://", "") })}
        </button>
      </p>
    );
  if (!undoable) return null;
  return (
    <p class="matrix-note" data-testid="other-site">
      {t("other-replaced", { count: undoable.count })}{" "}
      <button type="button" data-testid="undo-paths" onClick={undoReplacement}>
        {t("undo")}
      </button>
    </p>
  );
}
