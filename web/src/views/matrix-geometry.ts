/** The size of the matrix's rows and columns, and its scroll position. */

import { computed, signal } from "@preact/signals";
import { columns, shownOrigin } from "../matrix-state.ts";
import * as page from "../state.ts";
import { pathUnder } from "../url-list.ts";

export const ROW_HEIGHT = 28;
/** Two lines: the name, and the number of blocked URLs. */
export const HEADER_HEIGHT = 46;
const MIN_COLUMN_WIDTH = 132;
/** The minimum width with space for the live verdict. */
const MIN_COMPARED_COLUMN_WIDTH = 152;
/** A long name gets more space, up to this width. */
const MAX_NAME_WIDTH = 240;
const MAX_COLUMN_WIDTH = 340;
/** A narrower matrix has no space for the totals of rows. */
const MIN_WIDTH_WITH_TOTALS = 460;
const TOTAL_WIDTH = 62;

/** The visible part of the scroll container. */
export const scroll = signal({ top: 0, left: 0, width: 800, height: 300 });

export interface ColumnSizes {
  head: number;
  column: number;
}

/** The approximate width of a character of a URL and of a name, and of the space around them. */
const CHARACTER_WIDTH = 7.3;
const URL_PADDING = 52;
const NAME_CHARACTER_WIDTH = 7.2;
const NAME_PADDING = 24;
const GROUP_BUTTON_WIDTH = 64;

const longestLabel = computed(() =>
  page.urls.value.reduce((most, url) => Math.max(most, labelOfUrl(url).length), 0),
);

const widestName = computed(() =>
  columns.value.reduce((most, { agent, group }) => {
    const button = group?.first === agent ? GROUP_BUTTON_WIDTH : 0;
    return Math.max(most, agent.length * NAME_CHARACTER_WIDTH + NAME_PADDING + button);
  }, 0),
);

/** What a row shows of its URL: the path, if the header shows the origin. */
export function labelOfUrl(url: string): string {
  return pathUnder(url, shownOrigin.value);
}

/** Whether rows show how many crawlers are blocked. */
export const hasRowTotals = computed(
  () => page.agents.value.length > 1 && scroll.value.width >= MIN_WIDTH_WITH_TOTALS,
);

/** The height of the header and all rows. */
export const gridHeight = computed(
  () => HEADER_HEIGHT + page.visibleUrls.value.length * ROW_HEIGHT,
);

/** The URL column gets the width that it needs, up to a part of the total width. The other columns share the rest. */
export function measureColumns(width: number, count: number): ColumnSizes {
  const total = hasRowTotals.value ? TOTAL_WIDTH : 0;
  const wanted = longestLabel.value * CHARACTER_WIDTH + URL_PADDING + total;
  const head = Math.round(Math.max(130 + total, Math.min(wanted, width * 0.44)));
  const smallest = page.site.value ? MIN_COMPARED_COLUMN_WIDTH : MIN_COLUMN_WIDTH;
  const narrowest = Math.max(smallest, Math.min(MAX_NAME_WIDTH, Math.ceil(widestName.value)));
  const even = Math.floor((width - head) / Math.max(count, 1));
  return { head, column: Math.max(narrowest, Math.min(MAX_COLUMN_WIDTH, even)) };
}
