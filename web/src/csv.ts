/** Exports the matrix as CSV (RFC 4180), one line per URL and crawler. */

import { type Answers, type Cell, compare, isAnswer, verdictOf } from "./answers.ts";

const HEADER = [
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
  const lines = [HEADER.join(",")];
  for (const url of urls)
    for (const agent of agents) {
      const comparison = compare(draft, live, url, agent);
      const changed = comparison.draft && comparison.live ? String(comparison.isChanged) : "";
      const [verdict, line, rule, reason] = cellColumns(comparison.draft);
      const [liveVerdict, liveLine, liveRule] = cellColumns(comparison.live);
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
      lines.push(row.map(quoteField).join(","));
    }
  return `${lines.join("\r\n")}\r\n`;
}

function cellColumns(cell: Cell | undefined): [string, string, string, string] {
  if (!cell) return ["", "", "", ""];
  if (!isAnswer(cell)) return [verdictOf(cell), "", "", cell.error.detail];
  const rule = cell.rule ? `${cell.rule.kind}: ${cell.rule.pattern}` : "";
  return [cell.decision, String(cell.line ?? ""), rule, cell.message];
}

/** Quotes a field. An apostrophe prevents a spreadsheet from running the field as a formula. */
function quoteField(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
