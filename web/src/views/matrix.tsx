/** The matrix: URLs by crawlers. Only the visible part of the grid is rendered. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { removeUrl } from "../actions.ts";
import { compare } from "../answers.ts";
import { escapeInvisible } from "../format.ts";
import type { MatrixView } from "../matrix-rows.ts";
import * as page from "../state.ts";
import { scrollOffsetFor, visibleRange } from "../virtual-window.ts";
import { renderCell } from "./matrix-cell.tsx";
import {
  type ColumnSizes,
  HEADER_HEIGHT,
  measureColumns,
  ROW_HEIGHT,
  scroll,
} from "./matrix-geometry.ts";
import { onKey } from "./matrix-keys.ts";
import { MatrixTools } from "./matrix-tools.tsx";

export function Matrix() {
  return (
    <section class="matrix" aria-label="Verdicts">
      <MatrixTools rows={page.visibleUrls.value} />
      <Grid />
    </section>
  );
}

function Grid() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => watchSize(container.current), []);
  useReveal(container);
  const urls = page.visibleUrls.value;
  const agents = page.agents.value;
  const { top, left, width, height } = scroll.value;
  const { head, column } = measureColumns(width, agents.length);
  const shownRows = visibleRange(top, height - HEADER_HEIGHT, ROW_HEIGHT, urls.length, 8);
  const shownColumns = visibleRange(left, width - head, column, agents.length, 2);
  const size = {
    width: `${head + agents.length * column}px`,
    height: `${HEADER_HEIGHT + urls.length * ROW_HEIGHT}px`,
  };
  const stop = tabStop(urls, shownRows.first);
  return (
    <div
      class="grid-scroll"
      ref={container}
      onScroll={(event) => measureScroll(event.currentTarget)}
    >
      <div
        role="grid"
        class="grid"
        aria-label="Verdict for each URL and crawler"
        aria-rowcount={urls.length + 1}
        aria-colcount={agents.length + 1}
        data-testid="matrix"
        data-asking={page.isLoading.value}
        data-outdated={page.isOutdated.value}
        aria-busy={page.isLoading.value}
        style={size}
        onKeyDown={onKey}
      >
        <HeaderRow head={head} column={column} first={shownColumns.first} end={shownColumns.end} />
        {urls.slice(shownRows.first, shownRows.end).map((url, index) => (
          <Row
            key={url}
            url={url}
            index={shownRows.first + index}
            head={head}
            column={column}
            first={shownColumns.first}
            end={shownColumns.end}
            stop={stop === url}
          />
        ))}
      </div>
      {urls.length === 0 && (
        <p class="grid-empty muted">
          {page.urls.value.length === 0 ? "Add a URL or a path above." : <NoMatch />}
        </p>
      )}
    </div>
  );
}

function NoMatch() {
  const clear = () => {
    page.matrixView.value = {
      ...page.matrixView.peek(),
      text: "",
      verdict: "any",
      changedOnly: false,
    };
  };
  return (
    <>
      No URLs match.{" "}
      <button type="button" data-testid="clear-filters" onClick={clear}>
        Clear filters
      </button>
    </>
  );
}

/** The row that Tab focuses: the selected row, or the first visible row if the selected one is not rendered. */
function tabStop(urls: string[], first: number): string | undefined {
  const chosen = page.selection.value?.url;
  return chosen !== undefined && urls.includes(chosen) ? chosen : urls[first];
}

function watchSize(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new ResizeObserver(() => measureScroll(element));
  observer.observe(element);
  return () => observer.disconnect();
}

function measureScroll(element: HTMLElement): void {
  const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element;
  const old = scroll.peek();
  const isSame =
    old.top === top && old.left === left && old.width === width && old.height === height;
  if (!isSame) scroll.value = { top, left, width, height };
}

/**
 * Scrolls the selected cell into view and focuses it, if that was requested. This runs in the layout phase: a key
 * press before the next paint must find the focus on the new cell.
 */
function useReveal(container: RefObject<HTMLDivElement | null>): void {
  const cell = page.selection.value;
  const wanted = page.revealMode.value;
  const shown = page.visibleUrls.value;
  // Scrolling changes the rendered rows. The cell may exist only after that.
  void scroll.value;
  useLayoutEffect(() => {
    if (wanted === "no" || !cell || !container.current) return;
    const row = shown.indexOf(cell.url);
    if (row >= 0) scrollToCell(container.current, row, page.agents.peek().indexOf(cell.agent));
    const found = container.current.querySelector<HTMLElement>("[aria-selected=true]");
    const isThere = found?.dataset.url === cell.url && found.dataset.agent === cell.agent;
    if (row >= 0 && !isThere) return;
    if (wanted === "focus") found?.focus({ preventScroll: true });
    page.revealMode.value = "no";
  });
}

function scrollToCell(container: HTMLElement, row: number, index: number): void {
  const { top, left, width, height } = scroll.peek();
  const { head, column } = measureColumns(width, page.agents.peek().length);
  container.scrollTop = scrollOffsetFor(row, ROW_HEIGHT, top, height - HEADER_HEIGHT);
  container.scrollLeft = scrollOffsetFor(index, column, left, width - head);
}

interface ColumnsProps extends ColumnSizes {
  first: number;
  end: number;
}

function sortBy(column: string): void {
  const view = page.matrixView.peek();
  const isSame = view.sortBy === column;
  // The order is: ascending, descending, not sorted.
  const next: Partial<MatrixView> = !isSame
    ? { sortBy: column, descending: false }
    : view.descending
      ? { sortBy: "", descending: false }
      : { descending: true };
  page.matrixView.value = { ...view, ...next };
}

function sortOf(column: string): "ascending" | "descending" | "none" {
  const { sortBy: by, descending } = page.matrixView.value;
  if (by !== column) return "none";
  return descending ? "descending" : "ascending";
}

const ARROWS = { ascending: " ↑", descending: " ↓", none: "" };

function HeaderRow({ head, column, first, end }: ColumnsProps) {
  return (
    <div role="row" class="grid-head" aria-rowindex={1}>
      <div
        role="columnheader"
        class="grid-url"
        style={{ width: `${head}px` }}
        aria-sort={sortOf("url")}
      >
        <button type="button" onClick={() => sortBy("url")}>
          URL{ARROWS[sortOf("url")]}
        </button>
      </div>
      {page.agents.value.slice(first, end).map((agent, index) => (
        <div
          key={agent}
          role="columnheader"
          class="grid-agent"
          aria-colindex={first + index + 2}
          aria-sort={sortOf(agent)}
          style={{ left: `${head + (first + index) * column}px`, width: `${column}px` }}
        >
          <button type="button" title={`Sort by ${agent}`} onClick={() => sortBy(agent)}>
            {escapeInvisible(agent)}
            {ARROWS[sortOf(agent)]}
          </button>
        </div>
      ))}
    </div>
  );
}

interface RowProps extends ColumnsProps {
  url: string;
  index: number;
  stop: boolean;
}

function Row({ url, index, head, column, first, end, stop }: RowProps) {
  const chosen = page.selection.value;
  const draft = page.draftAnswers.value;
  const live = page.liveAnswers.value;
  const verdicts = page.displayedAnswers.value;
  const shown = page.agents.value.slice(first, end);
  const isChosenRow = chosen?.url === url;
  const focusable = isChosenRow && shown.includes(chosen.agent) ? chosen.agent : shown[0];
  return (
    <div
      role="row"
      class="grid-row"
      aria-rowindex={index + 2}
      style={{ top: `${HEADER_HEIGHT + index * ROW_HEIGHT}px` }}
    >
      <div role="rowheader" class="grid-url" style={{ width: `${head}px` }}>
        <bdi class="mono" title={escapeInvisible(url)}>
          {escapeInvisible(url)}
        </bdi>
        <button
          type="button"
          class="remove"
          tabIndex={-1}
          aria-label={`Remove ${url}`}
          onClick={() => removeUrl(url)}
        >
          ×
        </button>
      </div>
      {shown.map((agent, place) =>
        renderCell(
          {
            url,
            agent,
            number: first + place,
            left: head + (first + place) * column,
            width: column,
            isChosen: isChosenRow && chosen.agent === agent,
            isTabStop: stop && agent === focusable,
          },
          verdicts.get(url)?.get(agent),
          compare(draft, live, url, agent),
        ),
      )}
    </div>
  );
}
