/** Groups crawlers whose verdicts are equal for all URLs, so that they share one column of the matrix. */

import { type Answers, type Cell, isAnswer, isUnreachable } from "./answers.ts";
import type { Decision } from "./api.ts";

/** Answers that crawlers of one group must have in common. */
export interface GroupedAnswers {
  answers: Answers;
  /** Whether a URL without any answer is skipped. Otherwise it keeps all crawlers apart. */
  skipsUnanswered: boolean;
}

const DECISION_CODES: Record<Decision, number> = {
  allowed: 1,
  disallowed: 2,
  "not-applicable": 3,
};
/** More than any code of a cell: a file has less than 2^24 lines. */
const CODES = 2 ** 28;

/** Decision and deciding line as a number. Cells with equal codes show the same verdict. */
function codeOf(cell: Cell): number {
  if (!isAnswer(cell)) return 0;
  const decision = DECISION_CODES[cell.decision] + (isUnreachable(cell) ? 4 : 0);
  return (cell.line ?? 0) * 8 + decision;
}

/**
 * The groups in the order of their first crawlers. A crawler with a missing answer is alone. Costs one step for each
 * URL and crawler.
 */
export function groupCrawlers(
  urls: string[],
  agents: string[],
  sides: GroupedAnswers[],
): string[][] {
  const partition = { groupOf: agents.map(() => 0), count: 1 };
  const alone = new Set<string>();
  let answered = 0;
  for (const { answers, skipsUnanswered } of sides)
    for (const url of urls) {
      const row = answers.get(url);
      if (row) {
        splitGroups(partition, agents, row, alone);
        answered += 1;
      } else if (!skipsUnanswered) return eachAlone(agents);
    }
  return answered === 0 ? eachAlone(agents) : collect(partition.groupOf, agents, alone);
}

/** The group of each crawler so far. Each URL splits groups further. */
interface Partition {
  groupOf: number[];
  count: number;
}

/** Crawlers with the verdict of the first one of their group stay in it. The others move to new groups. */
function splitGroups(
  partition: Partition,
  agents: string[],
  row: ReadonlyMap<string, Cell>,
  alone: Set<string>,
): void {
  const { groupOf } = partition;
  const codeOfFirst: number[] = [];
  const moved = new Map<number, number>();
  agents.forEach((agent, index) => {
    const cell = row.get(agent);
    if (!cell) {
      alone.add(agent);
      return;
    }
    const group = groupOf[index] ?? 0;
    const code = codeOf(cell);
    codeOfFirst[group] ??= code;
    if (codeOfFirst[group] === code) return;
    const key = group * CODES + code;
    const next = moved.get(key) ?? partition.count++;
    moved.set(key, next);
    groupOf[index] = next;
  });
}

function collect(groupOf: number[], agents: string[], alone: Set<string>): string[][] {
  const members = new Map<number | string, string[]>();
  agents.forEach((agent, index) => {
    const key = alone.has(agent) ? agent : (groupOf[index] ?? 0);
    const group = members.get(key);
    if (group) group.push(agent);
    else members.set(key, [agent]);
  });
  return [...members.values()];
}

function eachAlone(agents: string[]): string[][] {
  return agents.map((agent) => [agent]);
}

/** Earlier groups without the crawlers that are gone. Crawlers that are in no group are alone. */
export function restrictGroups(groups: string[][], agents: string[]): string[][] {
  const wanted = new Set(agents);
  const kept = groups
    .map((group) => group.filter((agent) => wanted.has(agent)))
    .filter((group) => group.length > 0);
  const grouped = new Set(kept.flat());
  return [...kept, ...eachAlone(agents.filter((agent) => !grouped.has(agent)))];
}

export interface Column {
  /** The first crawler of the column. */
  agent: string;
  /** The crawlers whose verdicts the column shows. */
  members: string[];
  /** The first crawler of the group, with the number of the other crawlers; null if there are none. */
  group: { first: string; others: number; isExpanded: boolean } | null;
}

/** One column for each group, or for each crawler of an expanded group. */
export function toColumns(groups: string[][], expanded: ReadonlySet<string>): Column[] {
  return groups.flatMap((members): Column[] => {
    const [first] = members;
    if (first === undefined) return [];
    if (members.length === 1) return [{ agent: first, members, group: null }];
    const isExpanded = expanded.has(first);
    const group = { first, others: members.length - 1, isExpanded };
    if (!isExpanded) return [{ agent: first, members, group }];
    return members.map((agent) => ({ agent, members: [agent], group }));
  });
}

/** The cell that all these crawlers have in common. While answers load, they may differ: then there is none. */
export function commonCell(answers: Answers, url: string, members: string[]): Cell | undefined {
  const row = answers.get(url);
  const first = row?.get(members[0] ?? "");
  if (!row || !first) return undefined;
  const code = codeOf(first);
  const isCommon = members.every((agent) => {
    const cell = row.get(agent);
    return cell !== undefined && codeOf(cell) === code;
  });
  return isCommon ? first : undefined;
}
