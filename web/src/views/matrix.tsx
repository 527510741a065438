/** The matrix: URLs by crawlers. Only the visible part of the grid is rendered. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language.ts";
import { columnOf, columns, hoveredCell } from "../matrix-state.ts";
import * as page from "../state.ts";
import { scrollOffsetFor, visibleRange } from "../virtual-window.ts";
import { MatrixFoot } from "./matrix-foot.tsx";
import {
  gridHeight,
  HEADER_HEIGHT,
  measureColumns,
  ROW_HEIGHT,
  scroll,
} from "./matrix-geometry.ts";
import { HeaderRow } from "./matrix-header.tsx";
import { onKey } from "./matrix-keys.ts";
import { Row } from "./matrix-row.tsx";
import { MatrixTools } from "./matrix-tools.tsx";
import { OtherAnswer } from "./other-answer.tsx";

export function Matrix() {
  return (
    <section class="matrix" aria-label={t("verdicts")}>
      <MatrixTools />
      <OtherAnswer />
      <Grid />
      <MatrixFoot rows={page.visibleUrls.value} />
    </section>
  );
}

function Grid() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => watchSize(container.current), []);
  useReveal(container);
  const urls = page.visibleUrls.value;
  const count = columns.value.length;
  const { top, left, width, height } = scroll.value;
  const { head, column } = measureColumns(width, count);
  const shownRows = visibleRange(top, height - HEADER_HEIGHT, ROW_HEIGHT, urls.length, 8);
  const shownColumns = visibleRange(left, width - head, column, count, 2);
  const size = {
    width: `${head + count * column}px`,
    height: `${gridHeight.value}px`,
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
        aria-label={t("verdicts-grid")}
        aria-rowcount={urls.length + 1}
        aria-colcount={count + 1}
        data-testid="matrix"
        data-asking={page.isLoading.value}
        data-outdated={page.isOutdated.value}
        aria-busy={page.isLoading.value}
        style={size}
        onKeyDown={onKey}
        onPointerOver={onHover}
        onPointerLeave={() => {
          hoveredCell.value = null;
        }}
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
          {page.urls.value.length === 0 ? t("verdicts-empty") : <NoMatch />}
        </p>
      )}
    </div>
  );
}

/** Remembers the cell under the pointer. The editor lights the line that decides it. */
function onHover(event: PointerEvent): void {
  const cell = (event.target as Element).closest<HTMLElement>(".cell");
  const { url, agent } = cell?.dataset ?? {};
  hoveredCell.value = url !== undefined && agent !== undefined ? { url, agent } : null;
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
      {t("verdicts-no-match")}{" "}
      <button type="button" data-testid="clear-filters" onClick={clear}>
        {t("clear-filters")}
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
    const column = columnOf(cell.agent);
    if (row >= 0) scrollToCell(container.current, row, column);
    const found = container.current.querySelector<HTMLElement>("[aria-selected=true]");
    const isColumn = found?.dataset.agent === columns.peek()[column]?.agent;
    const isThere = found?.dataset.url === cell.url && isColumn;
    if (row >= 0 && !isThere) return;
    if (wanted === "focus") found?.focus({ preventScroll: true });
    page.revealMode.value = "no";
  });
}

function scrollToCell(container: HTMLElement, row: number, index: number): void {
  const { top, left, width, height } = scroll.peek();
  const { head, column } = measureColumns(width, columns.peek().length);
  container.scrollTop = scrollOffsetFor(row, ROW_HEIGHT, top, height - HEADER_HEIGHT);
  container.scrollLeft = scrollOffsetFor(index, column, left, width - head);
}
