/** The size of the matrix's rows and columns, and its scroll position. */

import { computed, signal } from "@preact/signals";
import * as page from "../state.ts";

export const ROW_HEIGHT = 28;
export const HEADER_HEIGHT = 30;
const MIN_COLUMN_WIDTH = 120;
/** The minimum width with space for the live verdict. */
const MIN_COMPARED_COLUMN_WIDTH = 152;
const MAX_COLUMN_WIDTH = 240;

/** The visible part of the scroll container. */
export const scroll = signal({ top: 0, left: 0, width: 800, height: 300 });

export interface ColumnSizes {
  head: number;
  column: number;
}

/** The approximate width of a character of a URL, and of the space around the URL. */
const CHARACTER_WIDTH = 7.3;
const URL_PADDING = 52;

const longestUrl = computed(() =>
  page.urls.value.reduce((most, url) => Math.max(most, url.length), 0),
);

/** The URL column gets the width that it needs, up to a part of the total width. The other columns share the rest. */
export function measureColumns(width: number, columns: number): ColumnSizes {
  const wanted = longestUrl.value * CHARACTER_WIDTH + URL_PADDING;
  const head = Math.round(Math.max(130, Math.min(wanted, width * 0.44)));
  const narrowest = page.site.value ? MIN_COMPARED_COLUMN_WIDTH : MIN_COLUMN_WIDTH;
  const even = Math.floor((width - head) / Math.max(columns, 1));
  return { head, column: Math.max(narrowest, Math.min(MAX_COLUMN_WIDTH, even)) };
}
