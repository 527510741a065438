/** A row of the matrix: its path, the number of blocked crawlers, and the visible cells. */

import { removeUrl } from "../actions.ts";
import { isAnswer, isChange } from "../answers.ts";
import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import { commonCell } from "../matrix-groups.ts";
import { columns, litLine, totals } from "../matrix-state.ts";
import { decidesUrl } from "../matrix-totals.ts";
import * as page from "../state.ts";
import { renderCell } from "./matrix-cell.tsx";
import { HEADER_HEIGHT, hasRowTotals, labelOfUrl, ROW_HEIGHT } from "./matrix-geometry.ts";
import type { ColumnsProps } from "./matrix-header.tsx";

interface RowProps extends ColumnsProps {
  url: string;
  index: number;
  /** Whether Tab focuses a cell of this row. */
  stop: boolean;
}

export function Row({ url, index, head, column, first, end, stop }: RowProps) {
  const lit = litLine.value;
  const isLit = lit !== null && decidesUrl(lit, url, page.agents.value, page.draftAnswers.value);
  return (
    <div
      role="row"
      class="grid-row"
      aria-rowindex={index + 2}
      data-lit={isLit}
      style={{ top: `${HEADER_HEIGHT + index * ROW_HEIGHT}px` }}
    >
      <RowHeader url={url} width={head} />
      {renderCells({ url, head, column, first, end, stop })}
    </div>
  );
}

/** Part of the row, not a component: the matrix focuses the selected cell as soon as its own update is done. */
function renderCells({ url, head, column, first, end, stop }: Omit<RowProps, "index">) {
  const chosen = page.selection.value;
  const draft = page.draftAnswers.value;
  const live = page.liveAnswers.value;
  const displayed = page.displayedAnswers.value;
  const lit = litLine.value;
  const shown = columns.value.slice(first, end);
  const selected =
    chosen?.url === url ? shown.find(({ members }) => members.includes(chosen.agent)) : undefined;
  const focusable = selected ?? shown[0];
  return shown.map((own, place) => {
    const answers = [displayed, draft, live].map((side) => commonCell(side, url, own.members));
    const [cell, ours, theirs] = answers;
    return renderCell(
      {
        url,
        column: own,
        number: first + place,
        left: head + (first + place) * column,
        width: column,
        isChosen: own === selected,
        isTabStop: stop && own === focusable,
        isLit: lit !== null && isAnswer(ours) && ours.line === lit,
      },
      cell,
      { draft: ours, live: theirs, isChanged: isChange(ours, theirs) },
    );
  });
}

function RowHeader({ url, width }: { url: string; width: number }) {
  const total = totals.value.ofUrl.get(url);
  return (
    <div role="rowheader" class="grid-url" aria-colindex={1} style={{ width: `${width}px` }}>
      <bdi class="mono" data-testid="row" data-url={url} title={escapeInvisible(url)}>
        {escapeInvisible(labelOfUrl(url))}
      </bdi>
      {hasRowTotals.value && total && total.known > 0 && (
        <span class="grid-total" data-testid="row-total">
          {t("count-of", { shown: total.blocked, all: total.known })}
          <span class="visually-hidden"> {t("total-blocked")}</span>
        </span>
      )}
      <button
        type="button"
        class="remove"
        tabIndex={-1}
        aria-label={t("remove-item", { name: url })}
        onClick={() => removeUrl(url)}
      >
        ×
      </button>
    </div>
  );
}
