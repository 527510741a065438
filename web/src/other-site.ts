/** URLs of other sites in the list: their paths can be tested on the open site. */

import { computed, signal } from "@preact/signals";
import { t } from "./language.ts";
import * as page from "./state.ts";
import { replaceByPaths, urlsOfOtherSites } from "./url-list.ts";

export const otherSiteUrls = computed<string[]>(() => {
  const origin = page.site.value?.origin;
  return origin === undefined ? [] : urlsOfOtherSites(page.urls.value, origin);
});

/** The last replacement, while the list is still its result. */
const replacement = signal<{ before: string[]; after: string[]; count: number } | null>(null);
export const undoableReplacement = computed(() =>
  replacement.value?.after === page.urls.value ? replacement.value : null,
);

/** Replaces the URLs of other sites by their paths. */
export function testPathsHere(): void {
  const origin = page.site.peek()?.origin;
  if (origin === undefined) return;
  const before = page.urls.peek();
  const after = replaceByPaths(before, origin);
  replacement.value = { before, after, count: otherSiteUrls.peek().length };
  page.urls.value = after;
  const double = before.length - after.length;
  const omitted = double > 0 ? ` ${t("other-double", { count: double })}` : "";
  page.showStatus(`${t("other-tested", { origin })}${omitted}`);
}

export function undoReplacement(): void {
  const { before } = replacement.peek() ?? {};
  if (!before) return;
  page.urls.value = before;
  page.showStatus(t("other-undone"));
}
