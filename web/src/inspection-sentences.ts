/** The results of an inspection as sentences in the language of the page. */

import type { CrawlerInspection, InspectionReport } from "./api.ts";
import { language, t } from "./language.ts";

const FOUND: Record<InspectionReport["found"], string> = {
  answer: "found-answer",
  "not-fetched": "found-not-fetched",
  failed: "found-failed",
};

const INDEX: Record<string, string> = {
  yes: "index-yes",
  excluded: "index-excluded",
  not_rendered: "index-not-rendered",
  unseen: "index-unseen",
  unclear: "index-unclear",
  not_used: "index-not-used",
  noindex: "index-noindex",
  only_embedded: "index-only-embedded",
  unavailable: "index-unavailable",
  status: "index-status",
  unknown: "index-unknown",
};

function statusOf(report: InspectionReport): string {
  return String(report.page?.status ?? report.steps.at(-1)?.status ?? "");
}

/** The sentence of the service says most, but it is English. In other languages the page makes one from the code. */
export function describeReport(report: InspectionReport): string {
  if (language.value === "en") return report.message;
  return t(FOUND[report.found], { status: statusOf(report) });
}

/** Whether a crawler may index the page, as a sentence. See `describeReport`. */
export function describeIndexing(inspection: CrawlerInspection, report: InspectionReport): string {
  const key = INDEX[inspection.index];
  if (language.value === "en" || !key) return inspection.message;
  return t(key, { status: statusOf(report) });
}
