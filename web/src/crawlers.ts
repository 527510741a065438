/** Groups of crawlers from the service's table. */

import type { KnownCrawler } from "./api.ts";
import { t } from "./language.ts";

export interface Preset {
  id: string;
  /** The key of its name. */
  name: string;
  /** The key of its description. */
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
    name: "preset-google",
    title: "preset-google-title",
    includes: (known) =>
      known.operator === "Google" && SEARCH.has(known.purpose) && isActive(known),
  },
  {
    id: "google-special",
    name: "preset-google-special",
    title: "preset-google-special-title",
    includes: (known) =>
      known.operator === "Google" &&
      !SEARCH.has(known.purpose) &&
      isActive(known) &&
      !["ai-agent", "ai-assistant", "ai-coding"].includes(known.purpose),
  },
  {
    id: "other-search",
    name: "preset-other-search",
    title: "preset-other-search-title",
    includes: (known) =>
      known.operator !== "Google" && !known.ai && SEARCH.has(known.purpose) && isActive(known),
  },
  {
    id: "ai-training",
    name: "preset-ai-training",
    title: "preset-ai-training-title",
    includes: (known) => isInBlockList(known, "training"),
  },
  {
    id: "ai-search",
    name: "preset-ai-search",
    title: "preset-ai-search-title",
    includes: (known) => isInBlockList(known, "search"),
  },
  { id: "all", name: "preset-all", title: "preset-all-title", includes: () => true },
];

/** Why a text cannot be a crawler name, as far as the page can tell without the service. */
export function tokenError(token: string): string | null {
  if (token === "") return t("crawler-empty");
  if (token.length > 256) return t("crawler-too-long");
  if (/[(;]/.test(token)) return t("crawler-header");
  return null;
}

/** Whether a text is a User-Agent header, not a name: it has a comment, or a second word after a product with a version. */
export function isHeader(text: string): boolean {
  return /[(;]|\/\S*\s/.test(text);
}
