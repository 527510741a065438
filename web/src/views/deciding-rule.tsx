/** What decided about a URL, as the file spells it: "line 2: DISALLOW :/gp/cart (group of googlebot, line 1)". */

import { decidingText } from "../answers.ts";
import type { Answer, PolicyDiffers } from "../api.ts";
import { sentence, visible } from "../format.ts";
import * as page from "../state.ts";

interface Props {
  answer: Answer;
  /** The lines are those of the draft: they lead there. */
  hasLinks?: boolean;
}

export function Deciding({ answer, hasLinks = false }: Props) {
  const text = decidingText(answer);
  const group = <Group answer={answer} hasLinks={hasLinks} />;
  if (text !== null)
    return (
      <span>
        <Line line={answer.line} hasLinks={hasLinks} />: <bdi class="mono">{visible(text)}</bdi>
        {group}
      </span>
    );
  const words = sentence(visible(answer.note ?? answer.message));
  if (answer.group === null) return <span>{words}</span>;
  return (
    <span>
      {words.replace(/\.$/, "")}
      {group}.
    </span>
  );
}

function Group({ answer, hasLinks }: Required<Props>) {
  const { group, group_line } = answer;
  if (group === null || group_line === null) return null;
  return (
    <span class="muted deciding-group">
      {" "}
      (group of <bdi>{visible(group)}</bdi>, <Line line={group_line} hasLinks={hasLinks} />)
    </span>
  );
}

function Line({ line, hasLinks }: { line: number; hasLinks: boolean }) {
  if (!hasLinks) return <>line {line}</>;
  return (
    <button type="button" class="link" onClick={() => page.editor.peek()?.goTo(line)}>
      line {line}
    </button>
  );
}

interface DiffersProps {
  differs: PolicyDiffers[] | undefined;
  testId: string;
}

/** Under which policies the live site's state would decide otherwise. */
export function PolicyDifferences({ differs = [], testId }: DiffersProps) {
  return differs.map(({ policy, text }) => (
    <span key={policy} class="muted" data-testid={testId}>
      Live: {text}.
    </span>
  ));
}
