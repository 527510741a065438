/** Groups crawlers whose verdicts are equal for all URLs, so that they share one column of the matrix. */

import { type Answers, type Cell, CODE } from "./answers.ts";

/** Answers that crawlers of one group must have in common. */
export interface GroupedAnswers {
  answers: Answers;
  /** Whether a URL without any answer is skipped. Otherwise it keeps all crawlers apart. */
  skipsUnanswered: boolean;
}

/** Crawlers that share a column in each of the tables: no URL can tell them apart. */
interface Unit {
  columns: number[];
  members: string[];
  /** Its group so far. Each URL splits groups further. */
  group: number;
  /** Whether an answer is missing. Then its crawlers are not known to be equal. */
  isIncomplete: boolean;
}

/**
 * The groups in the order of their first crawlers. A crawler with a missing answer is alone. Costs one step for each
 * URL and unit.
 */
export function groupCrawlers(
  urls: string[],
  agents: string[],
  sides: GroupedAnswers[],
): string[][] {
  const units = unitsOf(agents, sides);
  let [answered, groups] = [0, 1];
  for (const [side, { answers, skipsUnanswered }] of sides.entries())
    for (const url of urls) {
      const row = answers.row(url);
      const codes = units.map(({ columns }) => answers.codeAt(row, columns[side] ?? -1));
      if (codes.some((code) => code !== CODE.none)) {
        groups = splitGroups(units, codes, groups);
        answered += 1;
      } else if (!skipsUnanswered) return eachAlone(agents);
    }
  return answered === 0 ? eachAlone(agents) : collect(units, agents);
}

function unitsOf(agents: string[], sides: GroupedAnswers[]): Unit[] {
  const units = new Map<string, Unit>();
  for (const agent of agents) {
    const columns = sides.map(({ answers }) => answers.column(agent));
    const known = units.get(columns.join());
    if (known) known.members.push(agent);
    else units.set(columns.join(), { columns, members: [agent], group: 0, isIncomplete: false });
  }
  return [...units.values()];
}

/** Units with the code of the first one of their group stay in it. The others move to new groups. */
function splitGroups(units: Unit[], codes: number[], groups: number): number {
  const codeOfFirst: number[] = [];
  const moved = new Map<string, number>();
  let count = groups;
  units.forEach((unit, index) => {
    const code = codes[index] ?? CODE.none;
    if (code === CODE.none) {
      unit.isIncomplete = true;
      return;
    }
    codeOfFirst[unit.group] ??= code;
    if (codeOfFirst[unit.group] === code) return;
    const key = `${unit.group} ${code}`;
    const next = moved.get(key) ?? count++;
    moved.set(key, next);
    unit.group = next;
  });
  return count;
}

function collect(units: Unit[], agents: string[]): string[][] {
  const keyOf = new Map<string, number | string>();
  for (const { members, group, isIncomplete } of units)
    for (const agent of members) keyOf.set(agent, isIncomplete ? agent : group);
  const groups = new Map<number | string, string[]>();
  for (const agent of agents) {
    const key = keyOf.get(agent) ?? agent;
    const group = groups.get(key);
    if (group) group.push(agent);
    else groups.set(key, [agent]);
  }
  return [...groups.values()];
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
  const row = answers.row(url);
  const [first, ...others] = answers.columnsOf(members);
  if (!first) return undefined;
  const code = answers.codeAt(row, first.column);
  const isCommon = others.every(({ column }) => answers.codeAt(row, column) === code);
  return isCommon ? answers.cell(url, first.agent) : undefined;
}
