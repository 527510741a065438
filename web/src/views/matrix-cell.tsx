/** One cell of the matrix: the verdict of the draft with sign, word and line, and the live verdict if it differs. */

import { selectCell } from "../actions.ts";
import {
  type Cell,
  type CellComparison,
  describeCell,
  isAnswer,
  labelOf,
  verdictOf,
} from "../answers.ts";
import { t } from "../language.ts";
import type { Column } from "../matrix-groups.ts";
import { shownReplacement } from "../past-changes.ts";

interface CellLayout {
  url: string;
  column: Column;
  number: number;
  left: number;
  width: number;
  isChosen: boolean;
  isTabStop: boolean;
  /** Whether the line that the user points at decides the cell. */
  isLit: boolean;
}

/**
 * Renders a cell as part of its row, not as a component: scrolling adds and removes hundreds of cells. `displayed` is
 * the answer that the cell shows.
 */
export function renderCell(
  layout: CellLayout,
  displayed: Cell | undefined,
  { draft, live, isChanged }: CellComparison,
) {
  const { url, column, number, left, width, isChosen, isTabStop, isLit } = layout;
  const { agent, members } = column;
  const line = isAnswer(displayed) ? displayed.line : null;
  const { sign, word } = displayed ? labelOf(displayed) : { sign: "·", word: "" };
  const verdict = isChanged
    ? t("cell-change", { draft: describeCell(draft), live: describeCell(live) })
    : describeCell(displayed);
  const label = members.length > 1 ? `${verdict} (${describeMembers(column)})` : verdict;
  return (
    <div
      key={agent}
      role="gridcell"
      class="cell"
      data-testid="cell"
      data-url={url}
      data-agent={agent}
      data-draft={draft ? verdictOf(draft) : "none"}
      data-shown={displayed ? verdictOf(displayed) : "none"}
      data-live={live ? verdictOf(live) : ""}
      data-line={line ?? ""}
      data-changed={isChanged}
      data-lit={isLit}
      aria-selected={isChosen}
      aria-colindex={number + 2}
      title={label}
      tabIndex={isTabStop ? 0 : -1}
      style={{ left: `${left}px`, width: `${width}px` }}
      onClick={() => selectCell(url, agent)}
    >
      <span class="cell-verdict">
        <span aria-hidden="true">{sign}</span> {word}
      </span>
      {line !== null && (
        <span class="cell-line">
          <span class="visually-hidden">{t("by-line")} </span>
          {line}
        </span>
      )}
      {isChanged && isAnswer(live) && (
        <span class="cell-live">
          {t(shownReplacement.value ? "now" : "was")}{" "}
          <span aria-hidden="true">{labelOf(live).sign}</span>
          <span class="visually-hidden">
            {labelOf(live).word}
            {live.line !== null && ` ${t("by-line")}`}
          </span>
          {live.line !== null && ` ${live.line}`}
        </span>
      )}
    </div>
  );
}

/** "Googlebot and 167 other crawlers". */
function describeMembers({ agent, members }: Column): string {
  return t("cell-members", { agent, count: members.length - 1 });
}
