/** URLs times crawlers: a grid of which only the part on the screen is rendered. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { removeUrl } from "../actions.ts";
import { compare } from "../answers.ts";
import { visible } from "../format.ts";
import type { View } from "../matrix-rows.ts";
import * as page from "../state.ts";
import { scrolledTo, windowOf } from "../virtual-window.ts";
import { renderCell } from "./matrix-cell.tsx";
import { HEAD, type Measures, measure, ROW, scroll } from "./matrix-geometry.ts";
import { onKey } from "./matrix-keys.ts";
import { MatrixTools } from "./matrix-tools.tsx";

export function Matrix() {
  return (
    <section class="matrix" aria-label="Verdicts">
      <MatrixTools rows={page.rows.value} />
      <Grid />
    </section>
  );
}

function Grid() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => watchSize(container.current), []);
  useReveal(container);
  const urls = page.rows.value;
  const agents = page.agents.value;
  const { top, left, width, height } = scroll.value;
  const { head, column } = measure(width, agents.length);
  const shownRows = windowOf(top, height - HEAD, ROW, urls.length, 8);
  const shownColumns = windowOf(left, width - head, column, agents.length, 2);
  const size = {
    width: `${head + agents.length * column}px`,
    height: `${HEAD + urls.length * ROW}px`,
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
        data-asking={page.isAsking.value}
        data-outdated={page.isOutdated.value}
        aria-busy={page.isAsking.value}
        style={size}
        onKeyDown={onKey}
      >
        <HeadRow head={head} column={column} first={shownColumns.first} end={shownColumns.end} />
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
    page.view.value = { ...page.view.peek(), text: "", verdict: "any", changedOnly: false };
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

/** The row that Tab leads to: the chosen one, or the first on the screen if that one is not rendered. */
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
 * Scrolls the chosen cell into view, and gives it the focus, when somebody asked for that. In the layout phase: a key
 * that is pressed before the screen is painted must find the focus where the last one has put it.
 */
function useReveal(container: RefObject<HTMLDivElement | null>): void {
  const cell = page.selection.value;
  const wanted = page.reveal.value;
  const shown = page.rows.value;
  // Scrolling changes which rows are rendered, and the cell may only be there then.
  void scroll.value;
  useLayoutEffect(() => {
    if (wanted === "no" || !cell || !container.current) return;
    const row = shown.indexOf(cell.url);
    if (row >= 0) scrollToCell(container.current, row, page.agents.peek().indexOf(cell.agent));
    const found = container.current.querySelector<HTMLElement>("[aria-selected=true]");
    const isThere = found?.dataset.url === cell.url && found.dataset.agent === cell.agent;
    if (row >= 0 && !isThere) return;
    if (wanted === "focus") found?.focus({ preventScroll: true });
    page.reveal.value = "no";
  });
}

function scrollToCell(container: HTMLElement, row: number, index: number): void {
  const { top, left, width, height } = scroll.peek();
  const { head, column } = measure(width, page.agents.peek().length);
  container.scrollTop = scrolledTo(row, ROW, top, height - HEAD);
  container.scrollLeft = scrolledTo(index, column, left, width - head);
}

interface ColumnsProps extends Measures {
  first: number;
  end: number;
}

function sortBy(column: string): void {
  const view = page.view.peek();
  const isSame = view.sortBy === column;
  // Up, down, and the list's own order again.
  const next: Partial<View> = !isSame
    ? { sortBy: column, descending: false }
    : view.descending
      ? { sortBy: "", descending: false }
      : { descending: true };
  page.view.value = { ...view, ...next };
}

function sortOf(column: string): "ascending" | "descending" | "none" {
  const { sortBy: by, descending } = page.view.value;
  if (by !== column) return "none";
  return descending ? "descending" : "ascending";
}

const ARROWS = { ascending: " ↑", descending: " ↓", none: "" };

function HeadRow({ head, column, first, end }: ColumnsProps) {
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
            {visible(agent)}
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
  const verdicts = page.shownAnswers.value;
  const shown = page.agents.value.slice(first, end);
  const isChosenRow = chosen?.url === url;
  const focusable = isChosenRow && shown.includes(chosen.agent) ? chosen.agent : shown[0];
  return (
    <div
      role="row"
      class="grid-row"
      aria-rowindex={index + 2}
      style={{ top: `${HEAD + index * ROW}px` }}
    >
      <div role="rowheader" class="grid-url" style={{ width: `${head}px` }}>
        <bdi class="mono" title={visible(url)}>
          {visible(url)}
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
