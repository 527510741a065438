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

interface CellLayout {
  url: string;
  agent: string;
  number: number;
  left: number;
  width: number;
  isChosen: boolean;
  isTabStop: boolean;
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
  const { url, agent, number, left, width, isChosen, isTabStop } = layout;
  const line = isAnswer(displayed) ? displayed.line : null;
  const { sign, word } = displayed ? labelOf(displayed) : { sign: "·", word: "" };
  const label = isChanged
    ? `${describeCell(draft)}; before: ${describeCell(live)}`
    : describeCell(displayed);
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
          <span class="visually-hidden">by line </span>
          {line}
        </span>
      )}
      {isChanged && isAnswer(live) && (
        <span class="cell-live">
          was <span aria-hidden="true">{labelOf(live).sign}</span>
          <span class="visually-hidden">
            {labelOf(live).word}
            {live.line !== null && " by line"}
          </span>
          {live.line !== null && ` ${live.line}`}
        </span>
      )}
    </div>
  );
}
