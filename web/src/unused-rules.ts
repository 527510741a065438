/** Rules that decide none of the URLs. */

/** The fields whose value is a pattern. One expression, because each line of a long file is looked at. */
const RULE = /^\ufeff?\s*(?:dis)?allow\s*:/i;

/** Whether the highlighting shows a line as a rule. */
export function isRuleLine(line: string): boolean {
  return RULE.test(line);
}

/** The number of rules that are not on these lines. */
export function countUnused(text: string, used: ReadonlySet<number> | null): number {
  if (!used) return 0;
  const lines = text.split(/\r\n|\n|\r/);
  return lines.filter((line, index) => !used.has(index + 1) && isRuleLine(line)).length;
}
