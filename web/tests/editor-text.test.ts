import { history, isolateHistory, redo, undo } from "@codemirror/commands";
import { ensureSyntaxTree, Language } from "@codemirror/language";
import { EditorState, type StateField, Text, type TransactionSpec } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { robotsLanguage } from "../src/editor/language.ts";
import {
  exactText,
  lineEndings,
  lineEndingsOf,
  plainState,
  setLineEndings,
  toDocument,
} from "../src/editor/line-endings.ts";
import { positionOf, toTextChanges, withEdits } from "../src/edits.ts";
import { describeLineEndings, splitLines } from "../src/line-endings.ts";

/** The state of an editor after it has loaded a file. */
function load(text: string): EditorState {
  const empty = EditorState.create({ extensions: [lineEndings, history()] });
  const { doc, endings } = toDocument(empty, text);
  const changes = { from: 0, to: 0, insert: doc };
  const annotations = isolateHistory.of("full");
  return empty.update({ changes, effects: setLineEndings.of(endings), annotations }).state;
}

function change(state: EditorState, spec: TransactionSpec): EditorState {
  return state.update(spec).state;
}

function run(state: EditorState, command: typeof undo): EditorState {
  let after = state;
  command({ state, dispatch: (transaction) => (after = transaction.state) });
  return after;
}

describe("a file in the editor", () => {
  it.each([
    ["LF", "a\nb\n"],
    ["CRLF", "a\r\nb\r\n"],
    ["CR", "a\rb\r"],
    ["no final line ending", "a\r\nb"],
    ["mixed", "a\nb\r\nc\rd\n\r\ne\r\r\n"],
    ["a byte order mark", "\ufeffa\r\nb"],
    ["an empty file", ""],
    ["separators that are not line endings", "a\u2028b\vc\u0085d\n"],
  ])("is returned byte for byte: %s", (_, text) => {
    expect(exactText(load(text))).toBe(text);
  });

  it("uses the main line ending for new lines and keeps the others", () => {
    const state = load("a\r\nb\nc\r\nd\r\n");
    const after = change(state, { changes: { from: 1, insert: "\nx" } });
    expect(exactText(after)).toBe("a\r\nx\r\nb\nc\r\nd\r\n");
  });

  it("keeps what is written in the place of a line break with another ending", () => {
    const replaced = change(load("a\r\nb\nc\r\n"), { changes: { from: 3, to: 4, insert: "x" } });
    expect(exactText(replaced)).toBe("a\r\nbxc\r\n");
  });

  it("forgets the line ending of a deleted line break and restores it on undo", () => {
    const state = load("a\r\nb\nc\r\n");
    const joined = change(state, { changes: { from: 3, to: 4 } });
    expect(exactText(joined)).toBe("a\r\nbc\r\n");
    const back = run(joined, undo);
    expect(exactText(back)).toBe("a\r\nb\nc\r\n");
    expect(exactText(run(back, redo))).toBe("a\r\nbc\r\n");
  });

  it("restores the line endings of several steps that undo reverts at once", () => {
    const state = load("a\r\nb\nc\rd\r\n");
    // Press Delete three times: LF, the letter c, CR.
    const press = { changes: { from: 3, to: 4 }, userEvent: "delete.forward" };
    const thrice = change(change(change(state, press), press), press);
    expect(exactText(thrice)).toBe("a\r\nbd\r\n");
    expect(exactText(run(thrice, undo))).toBe("a\r\nb\nc\rd\r\n");
  });

  it("restores the line endings of the previous file", () => {
    const state = load("a\r\nb\r\n");
    const { doc, endings } = toDocument(state, "x\ny\n");
    const changes = { from: 0, to: state.doc.length, insert: doc };
    const other = change(state, { changes, effects: setLineEndings.of(endings) });
    expect(exactText(other)).toBe("x\ny\n");
    expect(exactText(run(other, undo))).toBe("a\r\nb\r\n");
  });

  it("describes its line endings", () => {
    const { main, others } = lineEndingsOf(load("a\r\nb\nc\r\n"));
    expect(describeLineEndings(main, others)).toBe("mixed line endings: CRLF and 1 other, kept");
    expect(describeLineEndings("\r", 0)).toBe("CR");
    expect(splitLines("a\rb").main).toBe("\r");
  });
});

describe("edits of the service", () => {
  const doc = Text.of(["User-agent: *", "Dissallow: /a", ""]);
  const edit = (
    line: number,
    column: number,
    end_line: number,
    end_column: number,
    text: string,
  ) => ({
    line,
    column,
    end_line,
    end_column,
    text,
  });
  const applied = (...edits: ReturnType<typeof edit>[]) => {
    const changes = toTextChanges(edits, doc);
    return changes && EditorState.create({ doc }).update({ changes }).state.doc.toString();
  };

  it("replace ranges; columns count from 1 and the end is exclusive", () => {
    expect(applied(edit(2, 1, 2, 10, "Disallow"))).toBe("User-agent: *\nDisallow: /a\n");
  });

  it("insert lines with any line ending", () => {
    expect(applied(edit(2, 1, 2, 1, "Allow: /b\r\n"))).toBe(
      "User-agent: *\nAllow: /b\nDissallow: /a\n",
    );
  });

  it("remove whole lines", () => {
    expect(applied(edit(2, 1, 3, 1, ""))).toBe("User-agent: *\n");
  });

  it("apply all at once, in any order", () => {
    expect(applied(edit(2, 5, 2, 6, ""), edit(1, 1, 1, 5, "USER"))).toBe(
      "USER-agent: *\nDissllow: /a\n",
    );
  });

  it("do not apply if they overlap", () => {
    expect(applied(edit(1, 1, 1, 5, "x"), edit(1, 4, 1, 6, "y"))).toBeNull();
  });

  it("make the same text without the editor, for all line endings", () => {
    for (const text of [
      "a\nb\n",
      "a\r\nb\r\n",
      "a\rb",
      "a\nb\r\nc\rd\n\r\ne\r\r\n",
      "",
      "\ufeffa\r\nb\nc\r\n",
    ])
      for (let line = 1; line < 7; line += 1)
        for (let column = 1; column < 4; column += 1)
          for (const [more, wide] of [
            [0, 0],
            [0, 1],
            [1, 0],
          ] as const)
            for (const insert of ["", "x", "Allow: /b\n", "y\r\nz"]) {
              const one = edit(line, column, line + more, column + wide, insert);
              const state = load(text);
              const changes = toTextChanges([one], state.doc);
              const expected = changes && exactText(state.update({ changes }).state);
              expect(withEdits(text, [one])).toBe(expected);
            }
    expect(withEdits("ab", [edit(1, 1, 1, 3, "x"), edit(1, 2, 1, 2, "y")])).toBeNull();
  });

  it("count columns in UTF-16 units and stop at the end of the text", () => {
    const wide = Text.of(["😀b"]);
    expect(positionOf(wide, 1, 3)).toBe(2);
    expect(positionOf(wide, 1, 99)).toBe(3);
    expect(positionOf(wide, 9, 1)).toBe(3);
  });
});

describe("a change that is only tried", () => {
  const text = `User-agent: *\r\n${"Disallow: /a\n".repeat(9000)}`;
  const empty = EditorState.create({ extensions: [lineEndings, robotsLanguage] });
  const { doc, endings } = toDocument(empty, text);
  const effects = setLineEndings.of(endings);
  const state = empty.update({ changes: { from: 0, insert: doc }, effects }).state;

  /** Moves what the editor shows. A state without a view has no other way. */
  const look = (from: number, to: number) => {
    const internal = Language as unknown as {
      state: StateField<{ context: { updateViewport(seen: { from: number; to: number }): void } }>;
    };
    state.field(internal.state).context.updateViewport({ from, to });
  };

  it("has no effect on the next one, in a text of which the editor shows a part", () => {
    look(0, state.doc.length);
    ensureSyntaxTree(state, state.doc.length, 10_000);
    look(0, 1000);
    const tried = plainState(state).update({ changes: { from: 14, insert: "Allow: /b\n" } }).state;
    expect(exactText(tried)).toBe(text.replace("\r\n", "\r\nAllow: /b\n"));
    const key = { changes: { from: 5, insert: "x" } };
    expect(exactText(state.update(key).state).length).toBe(text.length + 1);
  });
});
