/** Groups of crawlers from the service's table. */

import type { KnownCrawler } from "./api.ts";

export interface Preset {
  id: string;
  name: string;
  title: string;
  includes: (known: KnownCrawler) => boolean;
}

const SEARCH = new Set(["search", "images", "video", "news", "shopping"]);

function isActive(known: KnownCrawler): boolean {
  return !known.ignores_robots_txt && !known.is_retired;
}

/**
 * Whether `maycrawl new --block-ai` writes the crawler in this list: it has this purpose, and its operator documents
 * that it obeys robots.txt.
 */
function isInBlockList(known: KnownCrawler, list: string): boolean {
  return known.block_ai === list && known.confirmed;
}

export const PRESETS: Preset[] = [
  {
    id: "google",
    name: "Google",
    title: "Googlebot and Google's other common crawlers for search",
    includes: (known) =>
      known.operator === "Google" && SEARCH.has(known.purpose) && isActive(known),
  },
  {
    id: "google-special",
    name: "Google special",
    title:
      "Google's special crawlers (* does not apply to them), product crawlers and Google-Extended",
    includes: (known) =>
      known.operator === "Google" &&
      !SEARCH.has(known.purpose) &&
      isActive(known) &&
      !["ai-agent", "ai-assistant", "ai-coding"].includes(known.purpose),
  },
  {
    id: "other-search",
    name: "Other search",
    title: "Bing, Yandex, Applebot and the crawlers of other search engines",
    includes: (known) =>
      known.operator !== "Google" && !known.ai && SEARCH.has(known.purpose) && isActive(known),
  },
  {
    id: "ai-training",
    name: "AI training",
    title: "Crawlers that collect texts for training language models",
    includes: (known) => isInBlockList(known, "training"),
  },
  {
    id: "ai-search",
    name: "AI search",
    title: "Crawlers of search engines that answer with a language model",
    includes: (known) => isInBlockList(known, "search"),
  },
  { id: "all", name: "All", title: "All crawlers in the table", includes: () => true },
];

/** Why a text cannot be a crawler name, as far as the page can tell without the service. */
export function tokenError(token: string): string | null {
  if (token === "") return "Enter a crawler name, such as Googlebot";
  if (token.length > 256) return "A crawler name has at most 256 characters";
  if (/[(;]/.test(token))
    return "Enter only the product token, such as Googlebot, not the whole User-Agent header";
  return null;
}
