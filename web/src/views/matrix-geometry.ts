/** Which rows the matrix has, how large they are, and what of them is seen. */

import { computed, signal } from "@preact/signals";
import * as page from "../state.ts";

export const ROW = 28;
export const HEAD = 30;
const NARROWEST = 120;
/** Room for the verdict that it is compared with. */
const NARROWEST_COMPARED = 152;
const WIDEST = 240;

/** What of the scroll container is seen. */
export const scroll = signal({ top: 0, left: 0, width: 800, height: 300 });

export interface Measures {
  head: number;
  column: number;
}

/** About what a letter of a URL and the space around it take. */
const LETTER = 7.3;
const AROUND = 52;

const longestUrl = computed(() =>
  page.urls.value.reduce((most, url) => Math.max(most, url.length), 0),
);

/** URLs take what they need, up to a part of the width; the columns share what is left. */
export function measure(width: number, columns: number): Measures {
  const wanted = longestUrl.value * LETTER + AROUND;
  const head = Math.round(Math.max(130, Math.min(wanted, width * 0.44)));
  const narrowest = page.site.value ? NARROWEST_COMPARED : NARROWEST;
  const even = Math.floor((width - head) / Math.max(columns, 1));
  return { head, column: Math.max(narrowest, Math.min(WIDEST, even)) };
}
