/** Sentences about how much of a site crawlers may fetch. */

import { type Answers, lineOfCode, verdictOfCode } from "./answers.ts";
import type { AccessGroup, KnownCrawler, UseGroup, UseOutcome } from "./api.ts";
import { describeCrawlers } from "./change-names.ts";
import { escapeInvisible } from "./format.ts";
import { type CountedUrls, describeExtent, describeRest, shareOf } from "./impact.ts";
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

const OUTCOMES: Record<UseOutcome, string> = {
  refused: "said-refused",
  conditional: "said-conditional",
  granted: "said-granted",
  "not said": "said-not-said",
  conflict: "said-conflict",
  "not applicable": "said-not-applicable",
};

/** Text and data mining is no part of robots.txt, so the service never tells it here. */
type FileUse = Exclude<UseGroup["use"], "tdm">;
const USES: Record<FileUse, string> = {
  train: "use-train",
  input: "use-input",
  search: "use-search",
  index: "use-index",
};

/** The name of a use. */
export function describeUse(use: UseGroup["use"]): string {
  return use === "tdm" ? use : t(USES[use]);
}

/** The fewest URLs of the table of which a share is told. */
const MIN_LISTED = 5;

/**
 * "Googlebot, bingbot and 30 more may crawl 137 of the 200 URLs of the sitemap. 63 are closed: everything below /cart/." If
 * the whole site is closed but for some paths, these are told: "may crawl only /public/".
 */
export function describeSearch(
  group: AccessGroup,
  known: readonly KnownCrawler[],
  urls: CountedUrls | null,
): string {
  const names = describeCrawlers({ crawlers: group.crawlers, others: false }, known, 2);
  if (!group.closed) return t(SENTENCES[group.access], { names });
  const closed = describeExtent(group.closed, "lost");
  const rest = describeRest(group.closed);
  const isTold = urls !== null && (urls.source !== "list" || urls.total >= MIN_LISTED);
  const count = group.closed_urls ?? 0;
  const share = isTold && group.closed_urls !== null ? shareOf(urls, urls.total - count) : "";
  if (rest !== null && share === "") return t("search-only", { names, open: rest });
  if (rest !== null) return t("search-only-share", { names, open: rest, share, count });
  if (share !== "") return t("search-closed-share", { names, open: share, count, closed });
  const isPart = group.closed.certainty === "examples";
  return t(isPart ? "search-part-closed" : "search-closed", { names, closed });
}

/** Crawlers of a group that are named. A larger group is counted. */
const MAX_NAMED = 3;

/**
 * "20 of 22 AI training crawlers that say they obey robots.txt may crawl the same, GPTBot and CCBot nothing." *The same*
 * is that of the search engines that the sentence before it names.
 */
export function describeTraining(
  groups: readonly AccessGroup[],
  search?: AccessGroup | undefined,
): string {
  const total = groups.reduce((sum, { crawlers }) => sum + crawlers.length, 0);
  const [first, ...rest] = groups;
  if (!first) return "";
  const phrase = ({ access, closed }: AccessGroup) => {
    if (!closed) return t(PHRASES[access]);
    if (closed.text === search?.closed?.text) return t("access-same");
    const rest = describeRest(closed);
    if (rest !== null) return t("access-only", { open: rest });
    return t("access-except", { closed: describeExtent(closed, "lost") });
  };
  const access = phrase(first);
  if (rest.length === 0)
    return first.access === "nothing"
      ? t("training-blocked", { total })
      : t("training-all", { total, access });
  const others = rest.map((group) => {
    const { crawlers } = group;
    if (crawlers.length > MAX_NAMED)
      return t("training-others", { count: crawlers.length, access: phrase(group) });
    const names = describeCrawlers({ crawlers, others: false }, []);
    return t("training-named", { names, access: phrase(group) });
  });
  const count = first.crawlers.length;
  return t("training-some", { count, total, access, others: others.join(", ") });
}

/** "refused, line 3: ai-train=no" */
export function describeSaid(
  outcome: UseOutcome,
  line: number | null,
  text: string | null,
): string {
  const said = t(OUTCOMES[outcome]);
  if (line === null) return said;
  return t("changes-use-line", { said, line, text: escapeInvisible(text ?? "") });
}

/** A sentence for each use: what all crawlers are told, and then those that are told something else. */
export function describeUses(
  groups: readonly UseGroup[],
  known: readonly KnownCrawler[],
): { use: UseGroup["use"]; line: number | null; text: string }[] {
  const said = (group: UseGroup) => {
    const text = describeSaid(group.outcome, group.line, group.text);
    return group.everywhere ? text : t("summary-use-part", { said: text });
  };
  const sentences = [];
  for (const use of ["search", "train", "input"] as const) {
    const ofUse = groups.filter((group) => group.use === use);
    // Where nothing is said, that some may not fetch says nothing of the others.
    const unsaid = ofUse.find(({ outcome }) => outcome === "not said");
    const ofAll = ofUse.every(isSilent) ? unsaid : undefined;
    const first = ofAll ?? ofUse.find(({ others }) => others) ?? ofUse[0];
    if (!first) continue;
    // Where nobody is told anything, names would say nothing either.
    const rest = ofUse.filter((group) => group !== first && !(isSilent(first) && isSilent(group)));
    const named = rest.map((group) =>
      t("summary-use-named", { names: describeCrawlers(group, known, 2), said: said(group) }),
    );
    const whole = t("summary-use", { use: describeUse(use), said: said(first) });
    const line = first.line ?? rest.find((group) => group.line !== null)?.line ?? null;
    sentences.push({ use, line, text: [whole, ...named].join("; ") });
  }
  return sentences;
}

/** Whether something is said about a use to some crawler. */
export function saysSomething(groups: readonly UseGroup[]): boolean {
  return groups.some((group) => !isSilent(group));
}

/** Whether nothing is said, for any page. *Not applicable*, where nothing may be fetched, says nothing either. */
function isSilent({ outcome, everywhere }: UseGroup): boolean {
  return everywhere && (outcome === "not said" || outcome === "not applicable");
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
    const code = answers.code(url, agent);
    const verdict = verdictOfCode(code);
    if (verdict !== "allowed" && verdict !== "disallowed") continue;
    found.all += 1;
    if (verdict === "allowed") continue;
    found.closed += 1;
    const line = lineOfCode(code);
    if (line > 0) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  found.lines = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return found;
}
