/** Which rows the matrix has, how large they are, and what of them is seen. */

import { computed, signal } from "@preact/signals";
import * as page from "../state.ts";

export const ROW_HEIGHT = 28;
export const HEADER_HEIGHT = 30;
const MIN_COLUMN_WIDTH = 120;
/** Room for the verdict that it is compared with. */
const MIN_COMPARED_COLUMN_WIDTH = 152;
const MAX_COLUMN_WIDTH = 240;

/** What of the scroll container is seen. */
export const scroll = signal({ top: 0, left: 0, width: 800, height: 300 });

export interface ColumnSizes {
  head: number;
  column: number;
}

/** About what a letter of a URL and the space around it take. */
const CHARACTER_WIDTH = 7.3;
const URL_PADDING = 52;

const longestUrl = computed(() =>
  page.urls.value.reduce((most, url) => Math.max(most, url.length), 0),
);

/** URLs take what they need, up to a part of the width; the columns share what is left. */
export function measureColumns(width: number, columns: number): ColumnSizes {
  const wanted = longestUrl.value * CHARACTER_WIDTH + URL_PADDING;
  const head = Math.round(Math.max(130, Math.min(wanted, width * 0.44)));
  const narrowest = page.site.value ? MIN_COMPARED_COLUMN_WIDTH : MIN_COLUMN_WIDTH;
  const even = Math.floor((width - head) / Math.max(columns, 1));
  return { head, column: Math.max(narrowest, Math.min(MAX_COLUMN_WIDTH, even)) };
}
