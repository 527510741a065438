/** Filters and sorts the rows of the matrix, and filters its columns. */

import { type Answers, isChangeOfCode, type Verdict, verdictOfCode } from "./answers.ts";

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
  const columns = draft.columnsOf(agents);
  const hasVerdict = (row: number) =>
    columns.some(({ column }) => verdictOfCode(draft.codeAt(row, column)) === view.verdict);
  const pairs = view.changedOnly ? pairsOf(agents, draft, live) : [];
  const isShown = (url: string) =>
    (text === "" || url.toLowerCase().includes(text)) &&
    (view.verdict === "any" || hasVerdict(draft.row(url))) &&
    (!view.changedOnly || pairs.some((pair) => isChanged(pair, url, draft, live)));
  const rows = urls.filter(isShown);
  return view.sortBy === "" ? rows : sortUrls(rows, draft, view);
}

/** The crawlers that share a column in both tables. */
interface Pair {
  ours: number;
  theirs: number;
  agents: string[];
}

function pairsOf(agents: string[], draft: Answers, live: Answers): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const agent of agents) {
    const [ours, theirs] = [draft.column(agent), live.column(agent)];
    const known = pairs.get(`${ours} ${theirs}`);
    if (known) known.agents.push(agent);
    else pairs.set(`${ours} ${theirs}`, { ours, theirs, agents: [agent] });
  }
  return [...pairs.values()];
}

function isChanged({ ours, theirs }: Pair, url: string, draft: Answers, live: Answers): boolean {
  return isChangeOfCode(draft.codeAt(draft.row(url), ours), live.codeAt(live.row(url), theirs));
}

function sortUrls(rows: string[], draft: Answers, view: MatrixView): string[] {
  const rank = (url: string) => {
    const verdict = verdictOfCode(draft.code(url, view.sortBy));
    return verdict ? VERDICT_RANK[verdict] : VERDICT_RANK.error + 1;
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
  const changed = pairsOf(agents, draft, live).filter((pair) =>
    rows.some((url) => isChanged(pair, url, draft, live)),
  );
  const shown = new Set(changed.flatMap((pair) => pair.agents));
  return agents.filter((agent) => shown.has(agent));
}

/** The number of changed verdicts, for the toolbar of the matrix. */
export function countChanges(
  urls: string[],
  agents: string[],
  draft: Answers,
  live: Answers,
): number {
  let changed = 0;
  for (const pair of pairsOf(agents, draft, live))
    for (const url of urls) if (isChanged(pair, url, draft, live)) changed += pair.agents.length;
  return changed;
}
