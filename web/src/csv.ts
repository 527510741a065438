/** The matrix as CSV (RFC 4180): one line for each URL and crawler. */

import { type Answers, type Cell, compare, isAnswer, verdictOf } from "./answers.ts";

const HEAD = [
  "url",
  "crawler",
  "draft",
  "draft_line",
  "draft_rule",
  "draft_reason",
  "live",
  "live_line",
  "live_rule",
  "changed",
];

export function toCsv(urls: string[], agents: string[], draft: Answers, live: Answers): string {
  const lines = [HEAD.join(",")];
  for (const url of urls)
    for (const agent of agents) {
      const both = compare(draft, live, url, agent);
      const changed = both.draft && both.live ? String(both.isChanged) : "";
      const [verdict, line, rule, reason] = columns(both.draft);
      const [liveVerdict, liveLine, liveRule] = columns(both.live);
      const row = [
        url,
        agent,
        verdict,
        line,
        rule,
        reason,
        liveVerdict,
        liveLine,
        liveRule,
        changed,
      ];
      lines.push(row.map(quoted).join(","));
    }
  return `${lines.join("\r\n")}\r\n`;
}

function columns(cell: Cell | undefined): [string, string, string, string] {
  if (!cell) return ["", "", "", ""];
  if (!isAnswer(cell)) return [verdictOf(cell), "", "", cell.error.detail];
  const rule = cell.rule ? `${cell.rule.kind}: ${cell.rule.pattern}` : "";
  return [cell.decision, cell.line > 0 ? String(cell.line) : "", rule, cell.message];
}

/** A spreadsheet would run a cell that begins like a formula; an apostrophe makes it text. */
function quoted(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
