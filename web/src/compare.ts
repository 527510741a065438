/** What replacing one text by another does, with a share of the URLs in the table. */

import { api, type ChangeReport } from "./api.ts";
import * as page from "./state.ts";

/** Most URLs that a change is asked about. */
const MAX_KNOWN_URLS = 2_000;

/** The URLs, or none of too many: a share of some would look like one of all. */
export function withinLimit(urls: readonly string[]): string[] {
  return urls.length <= MAX_KNOWN_URLS ? [...urls] : [];
}

export async function compareTexts(
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<ChangeReport> {
  const { source, urls } = page.knownUrls.peek();
  const versions = { before, after, urls: withinLimit(urls) };
  return { ...(await api.diff(versions, page.chosenProfile.peek(), signal)), source };
}
