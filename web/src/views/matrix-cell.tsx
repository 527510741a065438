/** One verdict: the draft's sign, word and line, and what it was where that differs. */

import { choose } from "../actions.ts";
import { type Cell, type Compared, inWords, isAnswer, signOf, verdictOf } from "../answers.ts";

interface Place {
  url: string;
  agent: string;
  number: number;
  left: number;
  width: number;
  isChosen: boolean;
  isTabStop: boolean;
}

/**
 * A part of its row and no component of its own: hundreds of these come and go while one scrolls. `shown` is what the
 * cell gives as its verdict.
 */
export function renderCell(
  place: Place,
  shown: Cell | undefined,
  { draft, live, isChanged }: Compared,
) {
  const { url, agent, number, left, width, isChosen, isTabStop } = place;
  const line = isAnswer(shown) ? shown.line : 0;
  const { sign, word } = shown ? signOf(shown) : { sign: "·", word: "" };
  const label = isChanged ? `${inWords(draft)}; before: ${inWords(live)}` : inWords(shown);
  return (
    <div
      key={agent}
      role="gridcell"
      class="cell"
      data-testid="cell"
      data-url={url}
      data-agent={agent}
      data-draft={draft ? verdictOf(draft) : "none"}
      data-shown={shown ? verdictOf(shown) : "none"}
      data-live={live ? verdictOf(live) : ""}
      data-line={line}
      data-changed={isChanged}
      aria-selected={isChosen}
      aria-colindex={number + 2}
      title={label}
      tabIndex={isTabStop ? 0 : -1}
      style={{ left: `${left}px`, width: `${width}px` }}
      onClick={() => choose(url, agent)}
    >
      <span class="cell-verdict">
        <span aria-hidden="true">{sign}</span> {word}
      </span>
      {line > 0 && (
        <span class="cell-line">
          <span class="visually-hidden">by line </span>
          {line}
        </span>
      )}
      {isChanged && isAnswer(live) && (
        <span class="cell-live">
          was <span aria-hidden="true">{signOf(live).sign}</span>
          <span class="visually-hidden">
            {signOf(live).word}
            {live.line > 0 && " by line"}
          </span>
          {live.line > 0 && ` ${live.line}`}
        </span>
      )}
    </div>
  );
}
