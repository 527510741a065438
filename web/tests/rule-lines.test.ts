import { EditorState, type TransactionSpec } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { ruleLines, setUsedLines, unusedTest } from "../src/editor/rule-lines.ts";
import { countUnused, isRuleLine } from "../src/unused-rules.ts";

const TEXT = "User-agent: *\nDisallow: /a\nAllow: /b\n# Disallow: /c\nDisalow: /d\nDisallow: /e";

function editor(...changes: TransactionSpec[]): EditorState {
  const state = EditorState.create({ doc: TEXT, extensions: ruleLines(() => {}) });
  return changes.reduce((now, change) => now.update(change).state, state);
}

/** The number of lines that are dimmed. */
function dimmed(state: EditorState): number {
  const isUnused = unusedTest(state);
  let [count, from] = [0, 0];
  for (const text of state.doc.iterLines()) {
    if (isUnused(from, text)) count += 1;
    from += text.length + 1;
  }
  return count;
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
    for (const [lines, count] of [
      [null, 0],
      [[2], 2],
      [[2, 3, 6], 0],
    ] as const) {
      const found = lines && new Set(lines);
      expect(countUnused(TEXT, found)).toBe(count);
      expect(countUnused(TEXT.replaceAll("\n", "\r\n"), found)).toBe(count);
      expect(dimmed(editor({ effects: setUsedLines.of(found) }))).toBe(count);
    }
    expect(dimmed(editor())).toBe(0);
  });

  it("stay dimmed after an edit elsewhere, but not the edited line", () => {
    const at = (part: string) => ({ changes: { from: TEXT.indexOf(part), insert: "x" } });
    expect(dimmed(editor(used(2), at("ser-agent")))).toBe(2);
    expect(dimmed(editor(used(2), at("/e")))).toBe(1);
    expect(dimmed(editor(used(2), { changes: { from: 0, to: TEXT.length } }))).toBe(0);
  });
});
