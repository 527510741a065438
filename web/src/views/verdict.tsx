/** The verdict about the chosen cell, in large. */

import { type Cell, compare, inWords, isAnswer, SIGNS, verdictOf } from "../answers.ts";
import * as page from "../state.ts";
import { visible } from "../words.ts";

export function VerdictBanner() {
  const cell = page.selection.value;
  const both = cell
    ? compare(page.draftAnswers.value, page.liveAnswers.value, cell.url, cell.agent)
    : null;
  const verdict = both?.draft ? verdictOf(both.draft) : "none";
  return (
    <div
      class="verdict"
      data-testid="verdict-banner"
      data-verdict={verdict}
      role="status"
      aria-live="polite"
    >
      {cell && both?.draft ? (
        <Words cell={cell} draft={both.draft} live={both.live} isChanged={both.isChanged} />
      ) : (
        <span class="muted">{cell ? "Asking…" : "Add a URL and a crawler to see a verdict."}</span>
      )}
    </div>
  );
}

interface Props {
  cell: page.Selection;
  draft: Cell;
  live: Cell | undefined;
  isChanged: boolean;
}

function Words({ cell, draft, live, isChanged }: Props) {
  const { sign, word } = SIGNS[verdictOf(draft)];
  return (
    <>
      <strong class="verdict-word">
        <span aria-hidden="true">{sign}</span> {word}
      </strong>
      <span class="verdict-why">
        <span class="verdict-what">
          <b>{visible(cell.agent)}</b> <span class="muted">at</span>{" "}
          <bdi class="mono" title={visible(cell.url)}>
            {visible(cell.url)}
          </bdi>
        </span>
        <span class="verdict-by">
          <Because cell={draft} />
          {isAnswer(draft) && draft.requested && (
            <span class="muted">
              {" "}
              a crawler requests it as <bdi class="mono">{visible(draft.requested)}</bdi>
            </span>
          )}
        </span>
        {live && <PolicyDifferences live={live} />}
      </span>
      {isChanged && live && <Before live={live} />}
    </>
  );
}

function Before({ live }: { live: Cell }) {
  const { sign, word } = SIGNS[verdictOf(live)];
  return (
    <span class="verdict-live" title={inWords(live)}>
      was {sign} {word}
      <span class="verdict-reason">
        {isAnswer(live) && (live.line > 0 ? `by its line ${live.line}` : live.message)}
      </span>
    </span>
  );
}

/** Under which policies the live site's state would decide otherwise. */
function PolicyDifferences({ live }: { live: Cell }) {
  const differs = isAnswer(live) ? (live.differs_under ?? []) : [];
  return differs.map(({ policy, text }) => (
    <span key={policy} class="muted" data-testid="verdict-differs">
      Live: {text}.
    </span>
  ));
}

function Because({ cell }: { cell: Cell }) {
  if (!isAnswer(cell)) return <span>{cell.error.detail}</span>;
  if (!cell.rule) return <span>{cell.note ?? cell.message}</span>;
  const { line, kind, pattern } = cell.rule;
  return (
    <span>
      <button type="button" class="link" onClick={() => page.editor.peek()?.goTo(line)}>
        line {line}
      </button>{" "}
      <bdi class="mono">
        {kind}: {visible(pattern)}
      </bdi>
    </span>
  );
}
