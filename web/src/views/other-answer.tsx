/** Says of what stands below that it is about the file of maycrawl, where the site gives the crawler another answer. */

import { liveCorrection } from "../asked-as.ts";
import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";

export function OtherAnswer() {
  const { value } = liveCorrection;
  if (!value) return null;
  return (
    <p class="other-answer" data-testid="other-answer">
      {t("corrected-below", { agent: escapeInvisible(value.agent) })}
    </p>
  );
}
