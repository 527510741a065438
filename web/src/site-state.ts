/** What verdicts about a live site rest on, as a sentence in the language of the page. */

import type { Basis, LiveSite } from "./api.ts";
import { formatTime } from "./format.ts";
import { language, t } from "./language.ts";
import { causeOfFailure, describeAbsence } from "./site-messages.ts";

const SENTENCES: Record<Basis, string> = {
  file: "state-file",
  "no-file": "state-no-file",
  disallowed: "state-closed",
  "last-copy": "state-last-copy",
  "no-limits": "state-no-limits",
  nothing: "state-unknown",
};

/** The sentence of the service says most, but it is English. In other languages the page makes one from the codes. */
export function describeState(site: LiveSite): string {
  if (language.value === "en") return site.state;
  const version = site.versions[0];
  return t(SENTENCES[site.basis], {
    robots: site.robots_url,
    cause:
      (site.basis === "no-file" && version && describeAbsence(version)) || causeOfFailure(site),
    time: formatTime(site.last_seen ?? ""),
  });
}
