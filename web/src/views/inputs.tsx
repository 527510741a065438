/** The inputs: URLs and crawlers. */

import { CrawlerInputs } from "./crawler-inputs.tsx";
import { UrlInputs } from "./url-inputs.tsx";

export function Inputs() {
  return (
    <section class="inputs" aria-label="URLs and crawlers">
      <UrlInputs />
      <CrawlerInputs />
    </section>
  );
}
