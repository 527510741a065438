/** Filters and sorts the rows of the matrix, and filters its columns. */

import { type Answers, compare, type Verdict, verdictOf } from "./answers.ts";

export interface MatrixView {
  text: string;
  verdict: Verdict | "any";
  changedOnly: boolean;
  /** "" keeps the order of the list, "url" sorts by URL, any other value by the verdict of that crawler. */
  sortBy: string;
  descending: boolean;
}

export const DEFAULT_VIEW: MatrixView = {
  text: "",
  verdict: "any",
  changedOnly: false,
  sortBy: "",
  descending: false,
};

const VERDICT_RANK: Record<Verdict, number> = {
  disallowed: 0,
  allowed: 1,
  "not-applicable": 2,
  error: 3,
};

export function filterAndSortUrls(
  urls: string[],
  agents: string[],
  draft: Answers,
  live: Answers,
  view: MatrixView,
): string[] {
  const text = view.text.trim().toLowerCase();
  const isShown = (url: string) =>
    (text === "" || url.toLowerCase().includes(text)) &&
    (view.verdict === "any" ||
      agents.some((agent) => hasVerdict(draft, url, agent, view.verdict))) &&
    (!view.changedOnly || agents.some((agent) => compare(draft, live, url, agent).isChanged));
  const rows = urls.filter(isShown);
  return view.sortBy === "" ? rows : sortUrls(rows, draft, view);
}

function hasVerdict(
  draft: Answers,
  url: string,
  agent: string,
  verdict: MatrixView["verdict"],
): boolean {
  const cell = draft.get(url)?.get(agent);
  return cell !== undefined && verdictOf(cell) === verdict;
}

function sortUrls(rows: string[], draft: Answers, view: MatrixView): string[] {
  const rank = (url: string) => {
    const cell = draft.get(url)?.get(view.sortBy);
    return cell ? VERDICT_RANK[verdictOf(cell)] : VERDICT_RANK.error + 1;
  };
  const byUrl = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const order = view.sortBy === "url" ? byUrl : (a: string, b: string) => rank(a) - rank(b);
  const sign = view.descending ? -1 : 1;
  return rows.toSorted((a, b) => sign * order(a, b));
}

/** The crawlers that have a column. "Changed only" leaves out those without a change in these rows. */
export function filterAgents(
  rows: string[],
  agents: string[],
  draft: Answers,
  live: Answers,
  view: MatrixView,
): string[] {
  if (!view.changedOnly) return agents;
  return agents.filter((agent) => rows.some((url) => compare(draft, live, url, agent).isChanged));
}

/** The number of changed verdicts, for the toolbar of the matrix. */
export function countChanges(
  urls: string[],
  agents: string[],
  draft: Answers,
  live: Answers,
): number {
  let changed = 0;
  for (const url of urls)
    for (const agent of agents) if (compare(draft, live, url, agent).isChanged) changed += 1;
  return changed;
}
