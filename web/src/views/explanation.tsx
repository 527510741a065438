/** The explanation of the verdict of the selected cell, with the changes that reverse it. */

import { applySuggestion } from "../actions.ts";
import type { Explanation, GroupResult, MatchResult, Suggestion } from "../api.ts";
import { goTo } from "../editor-loader.ts";
import { asSentence, escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import { proposalOf, verdictProposals } from "../previews.ts";
import { hasService } from "../service.ts";
import * as page from "../state.ts";
import { DecidingRule } from "./deciding-rule.tsx";
import { InlineCode } from "./inline-code.tsx";
import { OtherAnswer } from "./other-answer.tsx";
import { ProposalPreview } from "./proposal.tsx";

export function ExplanationPanel() {
  const explanation = page.explanation.value;
  return (
    <section
      class="explanation"
      id="why"
      aria-label={t("why")}
      aria-busy={page.isExplanationStale.value}
      data-outdated={page.isOutdated.value}
      data-testid="explanation"
    >
      <h2>{t("why")}</h2>
      {explanation && <OtherAnswer />}
      {explanation ? <ExplanationBody explanation={explanation} /> : <EmptyExplanation />}
    </section>
  );
}

function EmptyExplanation() {
  const isAsked = page.selection.value !== null && page.isExplanationStale.value;
  if (page.hasDraft.value) return <p class="muted">{t(isAsked ? "loading" : "why-choose")}</p>;
  if (page.site.value) return <p class="muted">{t("why-live")}</p>;
  return <p class="muted">{t(hasService ? "why-open" : "why-open-alone")}</p>;
}

function ExplanationBody({ explanation }: { explanation: Explanation }) {
  // Nobody asked to close an open home page.
  const isUnasked = page.chosenCell.value === null && explanation.answer.decision === "allowed";
  return (
    <div class="why-columns">
      <Steps explanation={explanation} />
      {!isUnasked && explanation.changes.length > 0 && (
        <Suggestions changes={explanation.changes} />
      )}
      <div class="why-tables">
        {explanation.matches.length > 0 && (
          <Matches matches={explanation.matches} all={explanation.matching ?? 0} />
        )}
        {explanation.groups.length > 0 && <Groups groups={explanation.groups} />}
      </div>
    </div>
  );
}

function Steps({ explanation }: { explanation: Explanation }) {
  const { answer } = explanation;
  return (
    <div class="why-steps">
      {(answer.rule || answer.group !== null) && (
        <p class="deciding" data-testid="deciding">
          <DecidingRule answer={answer} links="all" />
        </p>
      )}
      <ol class="explanation-steps">
        {explanation.words.map((step) => (
          <li key={step}>
            <InlineCode text={step} />
          </li>
        ))}
      </ol>
      {explanation.undefined && (
        <p class="undefined" data-testid="undefined">
          <InlineCode text={asSentence(explanation.undefined)} />
        </p>
      )}
      {explanation.consequence && (
        <p class="consequence" data-testid="consequence">
          <InlineCode text={explanation.consequence} />
        </p>
      )}
    </div>
  );
}

function LineRangeLink({ first, last }: { first: number; last?: number }) {
  const text = last !== undefined && last !== first ? `${first}–${last}` : String(first);
  return (
    <button
      type="button"
      class="link"
      title={t("go-to-line", { line: String(first) })}
      onClick={() => goTo(first)}
    >
      {text}
    </button>
  );
}

/** One proposal is open: it shows what it changes, also for other URLs and crawlers, and can be applied. */
function Suggestions({ changes }: { changes: Suggestion[] }) {
  const { open } = verdictProposals;
  return (
    <div class="why-changes">
      <h3>{t("why-change")}</h3>
      <ul class="proposals">
        {changes.map((suggestion) => {
          const isOpen = open.value?.about === suggestion;
          return (
            <li key={suggestion.title} data-testid="change" data-to={suggestion.to}>
              <button
                type="button"
                class="change-open"
                data-testid="change-open"
                aria-expanded={isOpen}
                onClick={() => {
                  open.value = isOpen ? null : proposalOf(suggestion);
                }}
              >
                {suggestion.title}
              </button>
              {isOpen && (
                <>
                  <p class="muted">
                    <InlineCode text={suggestion.words} />
                  </p>
                  <ProposalPreview
                    title={suggestion.title}
                    list={verdictProposals}
                    apply={() => applySuggestion(suggestion)}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const MAX_SHOWN = 50;

function Matches({ matches, all }: { matches: MatchResult[]; all: number }) {
  const hidden = Math.max(all, matches.length) - MAX_SHOWN;
  return (
    <>
      <h3>{t("why-rules")}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("column-line")}</th>
            <th scope="col">{t("column-rule")}</th>
            <th scope="col" class="number">
              {t("column-length")}
            </th>
            <th scope="col">{t("column-result")}</th>
          </tr>
        </thead>
        <tbody>
          {matches.slice(0, MAX_SHOWN).map((match) => (
            <tr key={match.line} data-fate={match.fate}>
              <td>
                <LineRangeLink first={match.line} />
              </td>
              <td>
                <bdi class="mono">
                  {match.kind}: {escapeInvisible(match.pattern)}
                </bdi>
              </td>
              <td class="number">{match.priority}</td>
              <td class="fate">{match.words}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p class="muted">{t("why-more-rules", { count: hidden })}</p>}
    </>
  );
}

function Groups({ groups }: { groups: GroupResult[] }) {
  return (
    <>
      <h3>{t("why-groups")}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("column-lines")}</th>
            <th scope="col">{t("column-agents")}</th>
            <th scope="col">{t("column-result")}</th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, MAX_SHOWN).map((group) => (
            <tr key={group.first_line} data-fate={group.fate}>
              <td>
                <LineRangeLink first={group.first_line} last={group.last_line} />
              </td>
              <td>
                <bdi>{escapeInvisible(group.agents.join(", "))}</bdi>
              </td>
              <td class="fate">{group.words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
