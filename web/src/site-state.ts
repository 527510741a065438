/** What verdicts about a live site rest on, as a sentence in the language of the page. */

import type { Basis, LiveSite } from "./api.ts";
import { formatTime } from "./format.ts";
import { language, t } from "./language.ts";
import { causeOfFailure, describeAbsence } from "./site-messages.ts";

/** How long Google may use a copy. */
const GOOGLE_COPY_MS = 24 * 3_600_000;

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
  const state = t(SENTENCES[site.basis], {
    robots: site.robots_url,
    cause:
      (site.basis === "no-file" && version && describeAbsence(version)) || causeOfFailure(site),
    time: formatTime(site.last_seen ?? ""),
  });
  const until = isAnswered(site) ? oldCopyUntil(site) : null;
  return until ? `${state}. ${t("state-new", { time: formatTime(until) })}` : state;
}

const isAnswered = ({ basis }: LiveSite) => basis === "file" || basis === "no-file";

/** Until when Google may go by the answer before the newest one; null if that time is over. */
function oldCopyUntil({ versions }: LiveSite): string | null {
  const [newest, before] = versions;
  if (!newest || !before) return null;
  const until = Date.parse(newest.first_seen) + GOOGLE_COPY_MS;
  return until > Date.now() ? new Date(until).toISOString() : null;
}
