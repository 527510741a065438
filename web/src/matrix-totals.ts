/** Counts the blocked URLs of each crawler, the blocked crawlers of each URL, and the URLs that each line decides. */

import { type Answers, isAnswer } from "./answers.ts";

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
  const ofAgent = new Map(agents.map((agent) => [agent, { blocked: 0, known: 0 }]));
  for (const url of urls) {
    const row = answers.get(url);
    const total = { blocked: 0, known: 0 };
    ofUrl.set(url, total);
    if (!row) continue;
    for (const [agent, column] of ofAgent) {
      const cell = row.get(agent);
      if (!isAnswer(cell) || cell.decision === "not-applicable") continue;
      const blocked = cell.decision === "disallowed" ? 1 : 0;
      total.known += 1;
      total.blocked += blocked;
      column.known += 1;
      column.blocked += blocked;
    }
  }
  return { ofUrl, ofAgent };
}

/** The number of URLs that each line decides for at least one of the crawlers. Null if an answer is missing. */
export function countUrlsByLine(
  urls: string[],
  agents: string[],
  answers: Answers,
): ReadonlyMap<number, number> | null {
  const counts = new Map<number, number>();
  for (const url of urls) {
    const row = answers.get(url);
    if (!row) return null;
    const lines = new Set<number>();
    for (const agent of agents) {
      const cell = row.get(agent);
      if (!cell) return null;
      if (isAnswer(cell) && cell.line !== null) lines.add(cell.line);
    }
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

/** Whether a line decides a URL for at least one of the crawlers. */
export function decidesUrl(line: number, url: string, agents: string[], answers: Answers): boolean {
  const row = answers.get(url);
  return agents.some((agent) => {
    const cell = row?.get(agent);
    return isAnswer(cell) && cell.line === line;
  });
}
