/** The header of the matrix: names, totals, sorting, and buttons that expand groups. */

import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import type { Column } from "../matrix-groups.ts";
import type { MatrixView } from "../matrix-rows.ts";
import { columns, shownOrigin, toggleGroup, totals } from "../matrix-state.ts";
import type { Total } from "../matrix-totals.ts";
import * as page from "../state.ts";
import { type ColumnSizes, hasRowTotals } from "./matrix-geometry.ts";

export interface ColumnsProps extends ColumnSizes {
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

export function HeaderRow({ head, column, first, end }: ColumnsProps) {
  return (
    <div role="row" class="grid-head" aria-rowindex={1}>
      <UrlHeader width={head} />
      {columns.value.slice(first, end).map((shown, index) => (
        <CrawlerHeader
          key={shown.agent}
          column={shown}
          index={first + index}
          left={head + (first + index) * column}
          width={column}
        />
      ))}
    </div>
  );
}

function UrlHeader({ width }: { width: number }) {
  const origin = shownOrigin.value;
  return (
    <div
      role="columnheader"
      class="grid-url"
      style={{ width: `${width}px` }}
      aria-colindex={1}
      aria-sort={sortOf("url")}
    >
      <span class="grid-url-head">
        <button type="button" title={t("sort-by", { name: "URL" })} onClick={() => sortBy("url")}>
          URL{ARROWS[sortOf("url")]}
        </button>
        {origin !== null && (
          <bdi class="grid-origin mono" data-testid="origin" title={t("paths-on", { origin })}>
            {escapeInvisible(origin)}
          </bdi>
        )}
      </span>
      {hasRowTotals.value && (
        <span class="grid-total" aria-hidden="true">
          {t("total-blocked")}
        </span>
      )}
    </div>
  );
}

interface CrawlerHeaderProps {
  column: Column;
  index: number;
  left: number;
  width: number;
}

function CrawlerHeader({ column, index, left, width }: CrawlerHeaderProps) {
  const { agent, group } = column;
  const total = totals.value.ofAgent.get(agent);
  return (
    <div
      role="columnheader"
      class="grid-agent"
      data-testid="column"
      data-agent={agent}
      data-members={column.members.length}
      data-grouped={group !== null}
      aria-colindex={index + 2}
      aria-sort={sortOf(agent)}
      style={{ left: `${left}px`, width: `${width}px` }}
    >
      <span class="grid-agent-name">
        <button type="button" title={t("sort-by", { name: agent })} onClick={() => sortBy(agent)}>
          {escapeInvisible(agent)}
          {ARROWS[sortOf(agent)]}
        </button>
        {group?.first === agent && <GroupButton {...group} />}
      </span>
      {total && page.urls.value.length > 1 && <ColumnTotal {...total} />}
    </div>
  );
}

function ColumnTotal({ blocked, known }: Total) {
  return (
    <span class="grid-total" data-testid="column-total">
      {known === 0 ? t("total-none") : t("total-of", { blocked, known })}
    </span>
  );
}

interface GroupProps {
  first: string;
  others: number;
  isExpanded: boolean;
}

function GroupButton({ first, others, isExpanded }: GroupProps) {
  const title = t("group-others", { count: others, name: first });
  return (
    <button
      type="button"
      class="grid-group"
      data-testid="group"
      aria-expanded={isExpanded}
      aria-label={t(isExpanded ? "group-hide" : "group-show", { crawlers: title })}
      title={title}
      onClick={() => toggleGroup(first)}
    >
      {isExpanded ? "−" : "+"} {others}
    </button>
  );
}
