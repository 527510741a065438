/** What an audit says, in sentences. What the page cannot know comes before every figure. */

import type { AuditExample, AuditReport, LeftOut } from "./audit/messages.ts";
import { escapeInvisible } from "./format.ts";
import { t } from "./language.ts";

/** The examples that are shown. */
const MAX_EXAMPLES = 10;
/** The characters of a path that are shown. */
const MAX_PATH_CHARS = 200;

/** What the figures rest on. */
export function basisOf(report: AuditReport, origin: string): string[] {
  const { first, last, other_sites } = report;
  return [
    t("audit-basis-file", { first: timeOf(first), last: timeOf(last) }),
    origin === "" ? t("audit-basis-hosts") : "",
    origin !== "" && other_sites > 0
      ? t("audit-basis-sites", { count: other_sites, site: origin })
      : "",
    t("audit-basis-names"),
    t("audit-basis-reads"),
    t("audit-basis-local"),
  ].filter((text) => text !== "");
}

/** What was read, and what of the log is uncertain. */
export function remarksOf(report: AuditReport, leftOut: LeftOut): string[] {
  const unread = Object.values(report.unreadable).reduce((sum, count) => sum + count, 0);
  return [
    leftOut === "over-limit" ? t("audit-over-limit") : "",
    leftOut === "broken" ? t("audit-broken") : "",
    unread > 0 ? t("audit-unread", { count: unread }) : "",
    report.has_one_peer ? t("audit-proxy") : "",
    report.zone_assumed > 0 ? t("audit-zone") : "",
    report.late > 0 ? t("audit-late", { count: report.late }) : "",
  ].filter((text) => text !== "");
}

/** The worst requests, those of the worst crawler first. */
export function examplesOf(report: AuditReport): string[] {
  return report.examples.slice(0, MAX_EXAMPLES).map(describeExample);
}

/** It says what was requested and what the copy says, and accuses nobody. */
export function describeExample(example: AuditExample): string {
  const deciding = example.copies.length > 0 ? example.copies : example.window;
  const line = deciding.find((copy) => copy.line !== null)?.line;
  return t("audit-example", {
    at: timeOf(example.at),
    crawler: example.crawler,
    target: pathOf(example.target),
    class: example.class,
    line: String(line ?? 0),
    read: timeOf(example.reads.at(-1)?.at ?? null),
  });
}

/** A path as the log has it. Queries can have names of persons, and pictures of the page are shown to others. */
function pathOf(target: string): string {
  const path = target.split("?", 1)[0]?.slice(0, MAX_PATH_CHARS) ?? "";
  return escapeInvisible(path) + (path.length < target.length ? "…" : "");
}

/** A time of the log: in UTC, to the second. */
function timeOf(time: string | null): string {
  return time === null ? "–" : `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}
