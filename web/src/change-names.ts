/** Names of crawlers in words, for what changes. */

import type { Crawlers, KnownCrawler, Readers } from "./api.ts";
import { t } from "./language.ts";

/**
 * "Googlebot, bingbot, 41 more and every crawler that is not named". One crawler of each operator comes first, so that few
 * names say much.
 */
export function describeCrawlers(
  { crawlers, others }: Pick<Crawlers, "crawlers" | "others">,
  known: readonly KnownCrawler[],
  most = 3,
): string {
  const operators = new Map(known.map(({ token, operator }) => [token, operator]));
  const seen = new Set<string>();
  const first: string[] = [];
  const rest: string[] = [];
  for (const name of crawlers) {
    const operator = operators.get(name) ?? name;
    (seen.has(operator) ? rest : first).push(name);
    seen.add(operator);
  }
  const parts = [...first, ...rest].slice(0, most);
  if (crawlers.length > most) parts.push(t("names-more", { count: crawlers.length - most }));
  if (others) parts.push(t("names-others"));
  const last = parts.pop() ?? "";
  return parts.length > 0 ? t("names-and", { first: parts.join(", "), last }) : last;
}

/** The same, then tokens for a purpose, which no crawler has. Those for which something is true for one kind of readers only come last, each with this condition. */
export function describeReaders(
  { crawlers, purpose_tokens, others, readers }: Crawlers,
  known: readonly KnownCrawler[],
  most?: number,
): string {
  const isWhole = (name: string) => !readers.some((one) => one.crawlers.includes(name));
  const whole = describeCrawlers({ crawlers: crawlers.filter(isWhole), others }, known, most);
  const tokens = purpose_tokens.map((name) => t("names-purpose-token", { name }));
  const parts = Object.entries(CONDITIONS).map(([kind, ids]) =>
    describeOneKind(
      readers.filter((one) => one.kind === kind),
      ids,
      known,
      most,
    ),
  );
  return [whole, ...tokens, ...parts].filter((part) => part !== "").join("; ");
}

const FACTS = {
  "falls-back": "fact-falls-back",
  "ignores-star": "fact-ignores-star",
  "ignores-robots-txt": "fact-ignores-robots-txt",
};
const CONDITIONS = {
  "knows-crawler": { one: "readers-know", several: "readers-know-several" },
  "bare-token": { one: "readers-do-not-know", several: "readers-do-not-know-several" },
};

/** One clause for each fact would bury the names. */
function describeOneKind(
  readers: Readers[],
  ids: { one: string; several: string },
  known: readonly KnownCrawler[],
  most = 2,
): string {
  const crawlers = readers.flatMap((one) => one.crawlers);
  const names = describeCrawlers({ crawlers, others: false }, known, Math.min(most, 2));
  const [first] = readers;
  if (!first) return "";
  if (readers.length > 1) return t(ids.several, { names });
  const to = first.falls_back_to ?? "";
  const fact = t(FACTS[first.fact], { names, to, count: crawlers.length });
  return t(ids.one, { names, fact });
}
