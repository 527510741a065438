import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { changedLines, setComparedText } from "../src/editor/changed-lines.ts";

/** The marks of a text that is compared with another, as `line: mark`. */
function marks(state: EditorState): string[] {
  const found: string[] = [];
  const cursor = state.field(changedLines).marks.iter();
  for (; cursor.value; cursor.next())
    found.push(
      `${state.doc.lineAt(cursor.from).number}: ${cursor.value.elementClass.replace("cm-", "")}`,
    );
  return found;
}

function compare(live: string, draft: string): EditorState {
  const state = EditorState.create({ doc: draft, extensions: changedLines });
  return state.update({ effects: setComparedText.of(state.toText(live)) }).state;
}

describe("marks against the live file", () => {
  for (const [what, live, draft, wanted] of [
    ["nothing", "a\nb\n", "a\nb\n", []],
    ["a changed line", "a\nb\nc\n", "a\nx\nc\n", ["2: line-changed"]],
    ["two added lines", "a\nc\n", "a\nx\ny\nc\n", ["2: line-added", "3: line-added"]],
    ["text after the last line break", "a\n", "a\nb", ["2: line-changed"]],
    ["a removed line", "a\nb\nc\n", "a\nc\n", ["2: lines-removed"]],
    ["an empty draft", "a\n", "", ["1: lines-removed"]],
  ] as const)
    it(`show ${what}`, () => {
      expect(marks(compare(live, draft))).toEqual(wanted);
    });

  it("follow the text, and end with the comparison", () => {
    let { state } = compare("a\nb\nc\n", "a\nb\nc\n").update({
      changes: { from: 2, to: 3, insert: "x" },
    });
    expect(marks(state)).toEqual(["2: line-changed"]);
    state = state.update({ changes: { from: 2, to: 3, insert: "b" } }).state;
    expect(marks(state)).toEqual([]);
    state = state.update({ changes: { from: 0, insert: "new\n" } }).state;
    expect(marks(state)).toEqual(["1: line-added"]);
    expect(marks(state.update({ effects: setComparedText.of(null) }).state)).toEqual([]);
  });
});
