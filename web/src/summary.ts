/** Sentences about how much of a site crawlers may fetch. */

import type { Answers } from "./answers.ts";
import { isAnswer } from "./answers.ts";
import type { AccessGroup, KnownCrawler } from "./api.ts";
import { describeCrawlers } from "./change-names.ts";
import { t } from "./language.ts";

type Access = AccessGroup["access"];

const SENTENCES: Record<Access, string> = {
  everything: "search-everything",
  part: "search-part",
  nothing: "search-nothing",
  undecided: "search-undecided",
};

const PHRASES: Record<Access, string> = {
  everything: "access-everything",
  part: "access-part",
  nothing: "access-nothing",
  undecided: "access-undecided",
};

/** "Googlebot, bingbot and 30 more may crawl part of the site." */
export function describeSearch(group: AccessGroup, known: readonly KnownCrawler[]): string {
  const names = describeCrawlers({ crawlers: group.crawlers, others: false }, known, 2);
  return t(SENTENCES[group.access], { names });
}

/** "14 of 22 known AI training crawlers may crawl everything, 8 nothing." */
export function describeTraining(groups: readonly AccessGroup[]): string {
  const total = groups.reduce((sum, { crawlers }) => sum + crawlers.length, 0);
  const [first, ...rest] = groups;
  if (!first) return "";
  const access = t(PHRASES[first.access]);
  if (rest.length === 0)
    return first.access === "nothing"
      ? t("training-blocked", { total })
      : t("training-all", { total, access });
  const others = rest.map((group) =>
    t("training-others", { count: group.crawlers.length, access: t(PHRASES[group.access]) }),
  );
  const count = first.crawlers.length;
  return t("training-some", { count, total, access, others: others.join(", ") });
}

export interface ClosedUrls {
  /** The number of URLs with a verdict. */
  all: number;
  closed: number;
  /** The lines that close most URLs, each with the number of its URLs; the most first. */
  lines: [line: number, count: number][];
}

/** The URLs that are closed for a crawler, by line. */
export function closedUrls(answers: Answers, urls: readonly string[], agent: string): ClosedUrls {
  const counts = new Map<number, number>();
  const found: ClosedUrls = { all: 0, closed: 0, lines: [] };
  for (const url of urls) {
    const answer = answers.get(url)?.get(agent);
    if (!isAnswer(answer) || answer.decision === "not-applicable") continue;
    found.all += 1;
    if (answer.decision !== "disallowed") continue;
    found.closed += 1;
    if (answer.line !== null) counts.set(answer.line, (counts.get(answer.line) ?? 0) + 1);
  }
  found.lines = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return found;
}
