/** The inputs: URLs and crawlers. On a phone the URLs come first, and the crawlers are above the table. */

import { t } from "../language.ts";
import { CrawlerInputs } from "./crawler-inputs.tsx";
import { UrlInputs } from "./url-inputs.tsx";

export function Inputs({ are }: { are: "urls" | "crawlers" | "all" }) {
  const label = are === "all" ? `${t("urls")}, ${t("crawlers")}` : t(are);
  return (
    <section class="inputs" aria-label={label}>
      {are !== "crawlers" && <UrlInputs />}
      {are !== "urls" && <CrawlerInputs />}
    </section>
  );
}
