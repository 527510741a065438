/** Names of crawlers in words, for what changes. */

import type { Crawlers, KnownCrawler } from "./api.ts";
import { t } from "./language.ts";

/**
 * "Googlebot, bingbot, 41 more and every crawler that is not named". One crawler of each operator comes first, so that few
 * names say much.
 */
export function describeCrawlers(
  { crawlers, others }: Crawlers,
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
