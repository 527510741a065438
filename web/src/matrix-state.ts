/** The state of the matrix: its columns, its totals, and the connection of its cells with the lines of the draft. */

import { computed, signal } from "@preact/signals";
import { type Column, groupCrawlers, restrictGroups, toColumns } from "./matrix-groups.ts";
import { countBlocked, countUrlsByLine } from "./matrix-totals.ts";
import * as page from "./state.ts";
import { commonOrigin } from "./url-list.ts";

/** With more crawlers than this, equal crawlers share a column until the user decides. */
const MAX_UNGROUPED = 8;

/** What the user chose; null if nothing was chosen. */
export const groupingChoice = signal<boolean | null>(null);
export const isGrouped = computed(
  () => groupingChoice.value ?? page.agents.value.length > MAX_UNGROUPED,
);
/** The first crawlers of the groups that are expanded. */
export const expandedGroups = signal<ReadonlySet<string>>(new Set());

export function toggleGroup(first: string): void {
  const expanded = new Set(expandedGroups.peek());
  if (!expanded.delete(first)) expanded.add(first);
  expandedGroups.value = expanded;
}

let settledGroups: string[][] = [];

/**
 * The groups of equal crawlers. While answers load or are outdated, the last groups stay, so that columns do not jump at
 * each key. A cell of such a group shows nothing while the answers of its crawlers differ.
 */
const groups = computed<string[][]>(() => {
  const agents = page.agents.value;
  const isSettled = !page.isLoading.value && !page.isOutdated.value;
  if (!isSettled) return restrictGroups(settledGroups, agents);
  const draft = { answers: page.draftAnswers.value, skipsUnanswered: false };
  // A URL of another site has no live verdict.
  const live = { answers: page.liveAnswers.value, skipsUnanswered: true };
  const sides = page.hasDraft.value ? [draft, live] : [live];
  settledGroups = groupCrawlers(page.urls.value, agents, sides);
  return settledGroups;
});

export const columns = computed<Column[]>(() => {
  const agents = page.visibleAgents.value;
  if (isGrouped.value) return toColumns(restrictGroups(groups.value, agents), expandedGroups.value);
  return agents.map((agent) => ({ agent, members: [agent], group: null }));
});

/** The index of the column that shows a crawler, or -1. */
export function columnOf(agent: string): number {
  return columns.peek().findIndex(({ members }) => members.includes(agent));
}

export const totals = computed(() =>
  countBlocked(page.visibleUrls.value, page.visibleAgents.value, page.displayedAnswers.value),
);

/** The origin that rows leave out: that of the open site, or the one that all URLs have. */
export const shownOrigin = computed(() => page.site.value?.origin ?? commonOrigin(page.urls.value));

/** The cell under the mouse pointer. */
export const hoveredCell = signal<page.Selection | null>(null);
/** The line of the draft under the mouse pointer, or the line where the user placed the cursor. */
export const pointedLine = signal<number | null>(null);

/** The number of URLs by the line that decides them; null while answers load. */
export const urlsByLine = computed(() => {
  const isSettled = page.hasDraft.value && !page.isLoading.value && !page.isOutdated.value;
  if (!isSettled) return null;
  return countUrlsByLine(page.urls.value, page.agents.value, page.draftAnswers.value);
});

/** The line whose cells are lit, if it decides any. */
export const litLine = computed(() => {
  const line = pointedLine.value;
  return line !== null && urlsByLine.value?.has(line) ? line : null;
});

let lastUsed: { urls: string[]; agents: string[]; lines: ReadonlySet<number> | null } | null = null;

/**
 * The lines that decide at least one URL. Null if that is not known, or if there are too few URLs to say that a rule is
 * unused. Like verdicts, the lines of the previous text stay until the answers about the next one are there.
 */
export const usedLines = computed<ReadonlySet<number> | null>(() => {
  const urls = page.urls.value;
  const agents = page.agents.value;
  const counts = urlsByLine.value;
  if (counts) {
    const isEnough = urls.length > 1 && agents.length > 0;
    lastUsed = { urls, agents, lines: isEnough ? new Set(counts.keys()) : null };
    return lastUsed.lines;
  }
  const isKept = page.hasDraft.value && page.isLoading.value && !page.isOutdated.value;
  const isSame = lastUsed?.urls === urls && lastUsed.agents === agents;
  return isKept && isSame ? (lastUsed?.lines ?? null) : null;
});

/** The used lines that the marks in the editor and the note below the table show; undefined before the first marks. */
export const markedLines = signal<ReadonlySet<number> | null | undefined>(undefined);
