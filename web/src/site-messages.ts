/** Sentences about the state of a site's robots.txt. */

import type { LiveSite, Version } from "./api.ts";
import { formatTime } from "./format.ts";
import { language, t } from "./language.ts";

/** `HTTP 503; robots.txt is unreachable, so Google may crawl nothing` */
export function describeClosedSite(operator: string, site: LiveSite): string {
  const cause = causeOfFailure(site);
  // Nothing is known of a site that was not asked, or whose name has no address: least of all what an operator does.
  if (!site.outlook) return t("state-closed", { cause, robots: site.robots_url });
  return t("site-closed", { cause, operator });
}

/** The HTTP status that closes the site, or the failure of the last fetch. */
export function causeOfFailure({ origin, hops, last_result }: LiveSite): string {
  const status = hops?.at(-1)?.status ?? 0;
  return status >= 400 && origin.startsWith("http") ? `HTTP ${status}` : last_result;
}

/** Describes a site of which only the answer is known: its message says why robots.txt could not be read. */
export function describeClosedElsewhere(operator: string, message: string): string {
  return t("site-closed-elsewhere", { operator, reason: message });
}

/** `robots.txt counts as missing (it answers 404), so everything may be crawled` */
export function describeOpenSite({ versions }: LiveSite): string {
  const cause = versions[0] && describeAbsence(versions[0]);
  return cause ? t("site-no-file-because", { cause }) : t("site-no-file");
}

/** Why a version has no file. In other languages than English: `HTTP 404`, or the words of the service. */
export function describeAbsence({ result, missing }: Version): string | null {
  if (language.value === "en" || result === undefined) return missing;
  return /^\d+$/.test(result) ? `HTTP ${result}` : result;
}

/** Until when Google may go by the answer before the newest one. Empty without one, and after that time. */
export function describeOldCopy({ old_copy }: LiveSite): string {
  return old_copy ? t("old-copy", { time: formatTime(old_copy.until) }) : "";
}
