/** The rules that close URLs of the table, each with its URLs and crawlers: what a printed report lists. */

import { type Answers, type Cell, isAnswer, lineOfCode, verdictOfCode } from "./answers.ts";
import { t } from "./language.ts";

export interface ClosedRule {
  /** The rule with its line, or why no rule decides. */
  rule: string;
  /** The URLs that it closes for at least one crawler, in the order of the table. */
  urls: string[];
  agents: string[];
}

/** The rules that close most URLs come first. */
export function closedRules(
  answers: Answers,
  urls: readonly string[],
  agents: readonly string[],
): ClosedRule[] {
  const rules = new Map<string, { urls: Set<string>; agents: Set<string> }>();
  /** A few lines decide thousands of cells. */
  const texts = new Map<number, string>();
  for (const url of urls)
    for (const agent of agents) {
      const code = answers.code(url, agent);
      if (verdictOfCode(code) !== "disallowed") continue;
      const line = lineOfCode(code);
      const text = texts.get(line) ?? closingText(answers.cell(url, agent));
      if (line > 0) texts.set(line, text);
      const found = rules.get(text) ?? { urls: new Set(), agents: new Set() };
      rules.set(text, found);
      found.urls.add(url);
      found.agents.add(agent);
    }
  return [...rules]
    .map(([rule, closed]) => ({ rule, urls: [...closed.urls], agents: [...closed.agents] }))
    .sort((a, b) => b.urls.length - a.urls.length);
}

/** The rule that closes a cell, with its line, or why no rule decides. */
export function closingText(cell: Cell | undefined): string {
  if (!isAnswer(cell)) return "";
  const { rule, line, message } = cell;
  if (!rule) return message;
  const field = rule.kind === "allow" ? "Allow" : "Disallow";
  return t("report-rule", { line: String(line), rule: `${field}: ${rule.pattern}` });
}
