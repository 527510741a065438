/** Ask as: the robots.txt of the open site under several User-Agents, side by side. */

import type { AnswerAs, AskAsReply } from "../api.ts";
import { agentName, describeAnswers, describeMeaning } from "../ask-as.ts";
import { asked, askedAs, askSite, failure, isAsking } from "../asked-as.ts";
import { asSentence, escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import { Dialog } from "./dialog.tsx";
import { TextWithParts } from "./text-with-parts.tsx";

export function AskAsDialog() {
  const site = asked.value;
  const answer = askedAs.value?.origin === site ? askedAs.value : null;
  return (
    <Dialog
      name="ask-as"
      kind="ask-as-dialog"
      title={t("ask-as-title", { site: site ?? "" })}
      subject={site}
      state={isAsking.value ? "busy" : "done"}
      onClose={() => {
        asked.value = null;
      }}
    >
      {isAsking.value && <p class="muted">{t("ask-as-asking")}</p>}
      {failure.value && (
        <p class="bad" role="alert">
          {asSentence(failure.value)}
        </p>
      )}
      {answer && <Reply reply={answer} />}
    </Dialog>
  );
}

function Reply({ reply: answer }: { reply: AskAsReply }) {
  return (
    <>
      <p class="ask-as-sentence" data-testid="ask-as-sentence">
        {escapeInvisible(describeAnswers(answer))}
      </p>
      <table class="ask-as-table" data-testid="ask-as-table">
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.answers.map((row) => (
            <AnswerRow key={row.user_agent} answer={row} />
          ))}
          {answer.not_asked.map(({ name, why }) => (
            <tr key={name}>
              <th scope="row">{agentName(name)}</th>
              <td colSpan={5}>{t("ask-as-skipped", { why })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="ask-as-notes" data-testid="ask-as-notes">
        {answer.answers.flatMap(notesOf).map(({ key, name, text }) => (
          <li key={key}>
            <strong>{name}</strong>: {text}
          </li>
        ))}
      </ul>
      <p class="muted submit-note">{t("ask-as-limits")}</p>
      <p class="muted">
        {t("ask-as-age", { age: answer.age })}{" "}
        <button
          type="button"
          class="link"
          data-testid="ask-as-again"
          disabled={isAsking.value}
          onClick={() => void askSite(answer.origin)}
        >
          {t("ask-as-again")}
        </button>
      </p>
    </>
  );
}

const COLUMNS = [
  "ask-as-name",
  "ask-as-status",
  "ask-as-size",
  "ask-as-hash",
  "ask-as-time",
  "ask-as-meaning",
];

function AnswerRow({ answer }: { answer: AnswerAs }) {
  const isGood = answer.kind === "file";
  const cells = [
    answer.status ?? "–",
    answer.bytes ?? "–",
    answer.hash ?? "–",
    `${answer.millis} ms`,
    describeMeaning(answer),
  ];
  return (
    <tr data-testid="ask-as-row" data-name={answer.name} data-kind={answer.kind}>
      <th scope="row" title={answer.user_agent}>
        {escapeInvisible(agentName(answer.name))}
      </th>
      {cells.map((cell, index) => (
        <td
          key={COLUMNS[index + 1]}
          data-label={t(COLUMNS[index + 1] ?? "")}
          class={index === cells.length - 1 && !isGood && answer.kind !== "no-file" ? "bad" : ""}
        >
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** What the table has no room for. Redirects, header fields and lines are words of the site. */
function notesOf(answer: AnswerAs) {
  const name = escapeInvisible(agentName(answer.name));
  const hops = answer.hops.map(
    ({ url, status }) => `${escapeInvisible(url)} (${status ?? t("no-response")})`,
  );
  const texts = [
    hops.length > 1 ? t("redirected", { hops: hops.join(" → ") }) : "",
    answer.status === null ? asSentence(answer.result) : "",
    ...answer.protection.map((field) =>
      escapeInvisible(`${field.name}: ${field.value} (${field.owner})`),
    ),
  ];
  const notes = texts
    .filter((text) => text !== "")
    .map((text) => ({ key: `${name} ${text}`, name, text: <bdi>{text}</bdi> }));
  return answer.difference
    ? [...notes, { key: `${name} line`, name, text: <Line {...answer.difference} /> }]
    : notes;
}

function Line({ line, first, this: own }: NonNullable<AnswerAs["difference"]>) {
  const text = (value: string | null) =>
    value === null ? t("ask-as-end") : <code>{escapeInvisible(value)}</code>;
  return (
    <TextWithParts
      id="ask-as-difference"
      values={{ line }}
      parts={{ first: text(first), this: text(own) }}
    />
  );
}
