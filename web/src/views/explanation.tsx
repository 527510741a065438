/** Why: the way to the verdict about the chosen cell, and the smallest changes of it. */

import { applyChange } from "../actions.ts";
import type { Change, Explanation, GroupFate, MatchFate } from "../api.ts";
import { sentence, visible } from "../format.ts";
import * as page from "../state.ts";
import { Deciding } from "./deciding-rule.tsx";
import { Words } from "./inline-code.tsx";

const GROUP_FATES: Record<GroupFate["fate"], string> = {
  followed: "✓ followed",
  lost: "not used, a more specific group exists",
  "star-ignored": "not used: this crawler ignores *",
  others: "other crawlers",
};

const MATCH_FATES: Record<MatchFate["fate"], string> = {
  won: "★ decides",
  shorter: "shorter",
  "tie-lost": "as long, but allow wins",
  later: "as long, but later",
};

export function ExplanationPanel() {
  const found = page.explanation.value;
  return (
    <section
      class="explanation"
      aria-label="Why"
      aria-busy={page.isExplanationOld.value}
      data-outdated={page.isOutdated.value}
      data-testid="explanation"
    >
      <h2>Why</h2>
      {found ? <Found found={found} /> : <NothingToExplain />}
    </section>
  );
}

function NothingToExplain() {
  const site = page.site.value;
  if (page.hasDraft.value) return <p class="muted">Choose a cell to see why.</p>;
  if (!site) return <p class="muted">Open your site, or paste a robots.txt: then this says why.</p>;
  return (
    <>
      <p>{sentence(visible(site.state))}</p>
      <p class="muted">The draft is empty, so the verdicts are those of what is live.</p>
    </>
  );
}

function Found({ found }: { found: Explanation }) {
  const { answer } = found;
  return (
    <>
      {(answer.rule || answer.group !== null) && (
        <p class="deciding" data-testid="deciding">
          <Deciding answer={answer} hasLinks />
        </p>
      )}
      <ol class="steps-in-words">
        {found.words.map((sentence) => (
          <li key={sentence}>
            <Words text={sentence} />
          </li>
        ))}
      </ol>
      {found.undefined && (
        <p class="undefined" data-testid="undefined">
          <Words text={sentence(found.undefined)} />
        </p>
      )}
      {found.consequence && (
        <p class="consequence" data-testid="consequence">
          <Words text={found.consequence} />
        </p>
      )}
      {found.changes.length > 0 && <Changes changes={found.changes} />}
      {found.matches.length > 0 && <Matches matches={found.matches} all={found.matching ?? 0} />}
      {found.groups.length > 0 && <Groups groups={found.groups} />}
    </>
  );
}

function Line({ first, last }: { first: number; last?: number }) {
  const words = last !== undefined && last !== first ? `${first}–${last}` : String(first);
  return (
    <button
      type="button"
      class="link"
      title={`Go to line ${first}`}
      onClick={() => page.editor.peek()?.goTo(first)}
    >
      {words}
    </button>
  );
}

function Changes({ changes }: { changes: Change[] }) {
  return (
    <>
      <h3>Smallest change</h3>
      <ul class="changes">
        {changes.map((change) => (
          <li key={change.title} data-testid="change" data-to={change.to}>
            <button
              type="button"
              class="change-apply"
              data-testid="change-apply"
              onClick={() => applyChange(change)}
            >
              Apply
            </button>
            <span>
              <b>{change.title}</b>{" "}
              <span class="muted">
                <Words text={change.words} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const MOST_SHOWN = 50;

function Matches({ matches, all }: { matches: MatchFate[]; all: number }) {
  const left = Math.max(all, matches.length) - MOST_SHOWN;
  return (
    <>
      <h3>Rules that match</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Rule</th>
            <th scope="col" class="number">
              Length
            </th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {matches.slice(0, MOST_SHOWN).map((match) => (
            <tr key={match.line} data-fate={match.fate} title={match.words}>
              <td>
                <Line first={match.line} />
              </td>
              <td>
                <bdi class="mono">
                  {match.kind}: {visible(match.pattern)}
                </bdi>
              </td>
              <td class="number">{match.priority}</td>
              <td>{MATCH_FATES[match.fate] ?? match.fate}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="muted">and {left} more, which lose as well</p>}
    </>
  );
}

function Groups({ groups }: { groups: GroupFate[] }) {
  return (
    <>
      <h3>Groups</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Lines</th>
            <th scope="col">User agents</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, MOST_SHOWN).map((group) => (
            <tr key={group.first_line} data-fate={group.fate} title={group.words}>
              <td>
                <Line first={group.first_line} last={group.last_line} />
              </td>
              <td>
                <bdi>{visible(group.agents.join(", "))}</bdi>
              </td>
              <td>{GROUP_FATES[group.fate] ?? group.fate}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
