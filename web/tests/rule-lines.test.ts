import { EditorState, type TransactionSpec } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { isRuleLine } from "../src/editor/language.ts";
import { countUnused, ruleLines, setUsedLines } from "../src/editor/rule-lines.ts";

const TEXT = "User-agent: *\nDisallow: /a\nAllow: /b\n# Disallow: /c\nDisalow: /d\nDisallow: /e";

function editor(...changes: TransactionSpec[]): EditorState {
  const state = EditorState.create({ doc: TEXT, extensions: ruleLines(() => {}) });
  return changes.reduce((now, change) => now.update(change).state, state);
}

describe("a rule", () => {
  for (const [line, isRule] of [
    ["Disallow: /a", true],
    ["  ALLOW : /a # x", true],
    ["\ufeffallow:", true],
    ["# Disallow: /a", false],
    ["Disallow /a", false],
    ["Sitemap: https://a.example/allow: /a", false],
    ["", false],
  ] as const)
    it(`is ${isRule ? "" : "not "}${JSON.stringify(line)}`, () =>
      expect(isRuleLine(line)).toBe(isRule));
});

describe("rules that decide no URL", () => {
  const used = (...lines: number[]) => ({ effects: setUsedLines.of(new Set(lines)) });

  it("are all rules that are not on a deciding line", () => {
    expect(countUnused(editor())).toBe(0);
    expect(countUnused(editor(used(2)))).toBe(2);
    expect(countUnused(editor(used(2, 3, 6)))).toBe(0);
    expect(countUnused(editor(used(2), { effects: setUsedLines.of(null) }))).toBe(0);
  });

  it("stay dimmed after an edit elsewhere, but not the edited line", () => {
    const at = (part: string) => ({ changes: { from: TEXT.indexOf(part), insert: "x" } });
    expect(countUnused(editor(used(2), at("ser-agent")))).toBe(2);
    expect(countUnused(editor(used(2), at("/e")))).toBe(1);
    expect(countUnused(editor(used(2), { changes: { from: 0, to: TEXT.length } }))).toBe(0);
  });
});
