/** The line that decided, exactly as in the file: "line 2: DISALLOW :/gp/cart (group of googlebot, line 1)". */

import { type CellAnswer, decidingLine } from "../answers.ts";
import type { PolicyDifference } from "../api.ts";
import { goTo } from "../editor-loader.ts";
import { asSentence, escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import { TextWithParts } from "./text-with-parts.tsx";

interface Props {
  answer: CellAnswer;
  /** The lines that link to the editor, which they do if they are lines of the draft. */
  links?: "none" | "rule" | "all";
}

export function DecidingRule({ answer, links = "none" }: Props) {
  const rule = decidingLine(answer);
  const group = <GroupNote answer={answer} links={links} />;
  if (rule)
    return (
      <span>
        <LineLink line={rule.line} hasLink={links !== "none"} />:{" "}
        <bdi class="mono">{escapeInvisible(rule.text)}</bdi>
        {group}
      </span>
    );
  const message = asSentence(escapeInvisible(answer.note ?? answer.message));
  if (!answer.group) return <span>{message}</span>;
  return (
    <span>
      {message.replace(/\.$/, "")}
      {group}.
    </span>
  );
}

function GroupNote({ answer, links }: Required<Props>) {
  const { group, group_line } = answer;
  if (group == null || group_line == null) return null;
  return (
    <span class="muted deciding-group">
      {" "}
      <TextWithParts
        id="rule-group"
        parts={{
          group: <bdi>{escapeInvisible(group)}</bdi>,
          line: <LineLink line={group_line} hasLink={links === "all"} />,
        }}
      />
    </span>
  );
}

function LineLink({ line, hasLink }: { line: number; hasLink: boolean }) {
  const text = t("finding-line", { line: String(line) });
  if (!hasLink) return <>{text}</>;
  return (
    <button type="button" class="link" onClick={() => goTo(line)}>
      {text}
    </button>
  );
}

interface PolicyDifferencesProps {
  differences: PolicyDifference[] | undefined;
  testId: string;
}

/** The policies that lead to a different decision about the live site. */
export function PolicyDifferences({ differences = [], testId }: PolicyDifferencesProps) {
  return differences.map(({ policy, text }) => (
    <span key={policy} data-testid={testId}>
      {t("policy-difference", { text })}
    </span>
  ));
}
