/** Counts the blocked URLs of each crawler, the blocked crawlers of each URL, and the URLs that each line decides. */

import { type Answers, CODE, lineOfCode, verdictOfCode } from "./answers.ts";

export interface Total {
  blocked: number;
  /** The number of cells that are allowed or blocked. Missing answers and other sites are not counted. */
  known: number;
}

export interface Totals {
  ofUrl: ReadonlyMap<string, Total>;
  ofAgent: ReadonlyMap<string, Total>;
}

export function countBlocked(urls: string[], agents: string[], answers: Answers): Totals {
  const ofUrl = new Map<string, Total>();
  const columns = answers
    .columnsOf(agents)
    .map(({ column, count }) => ({ column, count, total: { blocked: 0, known: 0 } }));
  for (const url of urls) {
    const row = answers.row(url);
    const ofRow = { blocked: 0, known: 0 };
    ofUrl.set(url, ofRow);
    for (const { column, count, total } of columns) {
      const verdict = verdictOfCode(answers.codeAt(row, column));
      if (verdict !== "allowed" && verdict !== "disallowed") continue;
      const blocked = verdict === "disallowed" ? 1 : 0;
      total.known += 1;
      total.blocked += blocked;
      ofRow.known += count;
      ofRow.blocked += blocked * count;
    }
  }
  const ofColumn = new Map(columns.map(({ column, total }) => [column, total]));
  const totalOf = (agent: string) =>
    ofColumn.get(answers.column(agent)) ?? { blocked: 0, known: 0 };
  return { ofUrl, ofAgent: new Map(agents.map((agent) => [agent, totalOf(agent)])) };
}

/** The number of URLs that each line decides for at least one of the crawlers. Null if an answer is missing. */
export function countUrlsByLine(
  urls: string[],
  agents: string[],
  answers: Answers,
): ReadonlyMap<number, number> | null {
  const counts = new Map<number, number>();
  const columns = answers.columnsOf(agents);
  for (const url of urls) {
    const row = answers.row(url);
    if (row < 0) return null;
    const lines = new Set<number>();
    for (const { column } of columns) {
      const code = answers.codeAt(row, column);
      if (code === CODE.none) return null;
      lines.add(lineOfCode(code));
    }
    // 0 is no line.
    lines.delete(0);
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

/** Whether a line decides a URL for at least one of the crawlers. */
export function decidesUrl(line: number, url: string, agents: string[], answers: Answers): boolean {
  const row = answers.row(url);
  return answers
    .columnsOf(agents)
    .some(({ column }) => lineOfCode(answers.codeAt(row, column)) === line);
}
