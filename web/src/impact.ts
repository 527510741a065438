/** What a change takes from crawlers or gives to them, in one sentence, as `maycrawl diff` says it. */

import type { ChangeClass, ChangeReport, Extent, KnownCrawler, Paths, UrlSource } from "./api.ts";
import { describeReaders } from "./change-names.ts";
import { escapeInvisible } from "./format.ts";
import { t } from "./language.ts";

type Part = Extent["parts"][number];
type Direction = "lost" | "gained";

const REGIONS = {
  "whole-site": "region-whole-site",
  below: "region-below",
  "begins-with": "region-begins-with",
  contains: "region-contains",
  "ends-with": "region-ends-with",
  alone: "region-alone",
  matches: "region-matches",
};
const EXCEPTIONS = {
  contains: "except-contains",
  "ends-with": "except-ends-with",
  alone: "except-alone",
  matches: "except-matches",
};
const DIRECTIONS = {
  lost: {
    sentence: "impact-lost",
    pastSentence: "impact-lost-past",
    already: "region-already-lost",
    partly: "region-partly-lost",
  },
  gained: {
    sentence: "impact-gained",
    pastSentence: "impact-gained-past",
    already: "region-already-gained",
    partly: "region-partly-gained",
  },
};

/** Parts, and exceptions of a part, that are named. The rest is counted. */
const MAX_NAMED = 3;
/** What is longer is no short wording. */
const MAX_TEXT_LENGTH = 80;

/** "bingbot and every crawler that is not named lose the whole site, except /products/new/". */
export function describeImpact(
  group: ChangeClass,
  direction: Direction,
  known: readonly KnownCrawler[],
  hasHappened = false,
): string {
  const extent = group.impact[direction];
  if (!extent) return "";
  const isWhole = (name: string) => !group.readers.some((one) => one.crawlers.includes(name));
  const crawlers = group.crawlers.filter(isWhole);
  const isForAll = crawlers.length > 0 || group.others;
  const names = describeReaders(isForAll ? { ...group, crawlers, readers: [] } : group, known);
  const bare = isForAll ? crawlers : group.readers.flatMap((one) => one.crawlers);
  const named = [...bare, ...group.purpose_tokens];
  const count = named.length === 1 && !group.others ? 1 : 2;
  const { sentence, pastSentence } = DIRECTIONS[direction];
  return t(hasHappened ? pastSentence : sentence, {
    names,
    count,
    region: describeExtent(extent, direction),
  });
}

/** Crawlers for which the same is true for one kind of readers only, each kind with its condition. */
export function describeAlso(group: ChangeClass, known: readonly KnownCrawler[]): string {
  const isForAll =
    group.others ||
    group.crawlers.some((name) => !group.readers.some((one) => one.crawlers.includes(name)));
  if (!isForAll || group.readers.length === 0) return "";
  return describeReaders(
    { crawlers: [], purpose_tokens: [], others: false, readers: group.readers },
    known,
  );
}

/** "136 of the 200 URLs of the sitemap". */
export function describeShare(report: ChangeReport, extent: Extent): string {
  if (!report.urls || extent.urls === undefined) return "";
  return shareOf({ source: report.source ?? "list", total: report.urls.total }, extent.urls);
}

/** The known URLs that an answer counts. */
export interface CountedUrls {
  source: UrlSource;
  total: number;
}

const SHARES: Record<UrlSource, string> = {
  sitemap: "impact-share-sitemap",
  "sitemap-start": "impact-share-sitemap-start",
  list: "impact-share",
};

export function shareOf({ source, total }: CountedUrls, urls: number): string {
  // The page knows "/" of every site, and "1 of the 1 URLs" says nothing.
  return total < 2 ? "" : t(SHARES[source], { urls, total });
}

/**
 * "/public/, except everything below /public/old/": what is left where the whole site is closed but for exceptions. Null if
 * it is not, or if that is not known.
 */
export function describeRest(extent: Extent): string | null {
  const whole = extent.parts.find(isWholeSite);
  if (!whole || extent.certainty === "examples") return null;
  const parts = extent.parts.filter((part) => part !== whole);
  let region = describeExceptions(whole.except, whole.more_exceptions);
  if (region === "") return null;
  if (parts.length > 0) {
    const except = describeExtent({ ...extent, certainty: "exact", parts }, "lost");
    region = t("region-except", { region, except });
  }
  return extent.certainty === "at-least" ? t("region-or-less", { region }) : region;
}

export function describeExtent(extent: Extent, direction: Direction): string {
  const texts = list(extent.examples.map(escapeInvisible));
  if (extent.certainty === "examples")
    return t(extent.parts.some(isWholeSite) ? "region-whole-or-part" : "region-such", { texts });
  const named = extent.parts.slice(0, MAX_NAMED);
  const more = extent.parts.length - named.length + extent.more;
  const parts = named.map((part) => describePart(part, direction));
  if (more > 0) parts.push(t("region-more", { count: more }));
  // Exceptions have commas of their own.
  const hasCommas = named.some((part) => part.except.length > 0 || part.already.length > 0);
  const region = hasCommas ? parts.join("; ") : list(parts);
  return extent.certainty === "at-least" ? t("region-at-least", { region }) : region;
}

function isWholeSite(part: Part): boolean {
  return part.paths.length > 0 && part.paths.every(({ kind }) => kind === "whole-site");
}

function describePart(part: Part, direction: Direction): string {
  const [first] = part.paths;
  const texts = list(part.paths.map(({ text }) => escapeInvisible(text)));
  let region =
    first && part.paths.length === 1
      ? t(REGIONS[first.kind], { text: escapeInvisible(first.text) })
      : t("region-matches-each", { texts });
  const except = describeExceptions(part.except, part.more_exceptions);
  if (except) region = t("region-except", { region, except });
  if (part.already.length === 0) return region;
  const already = part.already.filter(isShort);
  const ids = DIRECTIONS[direction];
  const areAllNamed = already.length <= 2 && already.length === part.already.length;
  return t(areAllNamed ? ids.already : ids.partly, {
    region,
    already: list(already.map(describeException)),
  });
}

function describeExceptions(exceptions: Paths[], unlisted: number): string {
  const named = exceptions.filter(isShort).slice(0, MAX_NAMED);
  const more = exceptions.length - named.length + unlisted;
  const parts = named.map(describeException);
  if (more > 0) parts.push(t(named.length > 0 ? "names-more" : "except-regions", { count: more }));
  return list(parts);
}

function describeException({ kind, text }: Paths): string {
  const shown = escapeInvisible(text);
  const isPrefix = kind === "below" || kind === "begins-with" || kind === "whole-site";
  return isPrefix ? shown : t(EXCEPTIONS[kind], { text: shown });
}

function isShort({ text }: Paths): boolean {
  return text.length <= MAX_TEXT_LENGTH;
}

function list(texts: string[]): string {
  const first = texts.slice(0, -1);
  const last = texts.at(-1) ?? "";
  return first.length > 0 ? t("names-and", { first: first.join(", "), last }) : last;
}
