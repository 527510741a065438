import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import type { Diagnostic, Edit, Fix, LintReport } from "../src/api.ts";
import { computeAllFixes } from "../src/editor/fix-all.ts";
import { exactText, lineEndings, setLineEndings, toDocument } from "../src/editor/line-endings.ts";
import { mayChangeVerdicts } from "../src/edits.ts";

function load(text: string): EditorState {
  const empty = EditorState.create({ extensions: [lineEndings] });
  const { doc, endings } = toDocument(empty, text);
  const changes = { from: 0, to: 0, insert: doc };
  return empty.update({ changes, effects: setLineEndings.of(endings) }).state;
}

/** Replaces a part of a line. */
function edit(line: number, column: number, end_column: number, text: string): Edit {
  return { line, column, end_line: line, end_column, text };
}

function report(...fixes: Fix[]): LintReport {
  const place = { line: 1, column: 1, end_line: 1, end_column: 1 };
  const words = { code: "R000", name: "a-lint", message: "", reason: "" };
  const found = (fix: Fix): Diagnostic => ({
    ...words,
    ...place,
    severity: "error",
    help: null,
    fix: { effect: "keeps-verdicts", programs: { kept: [], changed: [], undecided: [] }, ...fix },
  });
  return { errors: fixes.length, warnings: 0, notes: 0, more: 0, diagnostics: fixes.map(found) };
}

const OPENS = "User-agent: *\r\nAlllow: /\r\nDisallow: /*\r\n";
const allow: Fix = {
  title: "allow",
  effect: "mends",
  edits: [edit(2, 1, 7, "Allow")],
};
const star: Fix = {
  title: "star",
  effect: "keeps-verdicts",
  edits: [edit(3, 11, 13, "/")],
};

/** Like the service: once `Allow: /` takes effect, `/*` and `/` are not equivalent any more. */
async function lint(text: string): Promise<LintReport> {
  if (text.includes("Alllow")) return report(allow, star);
  return report();
}

async function fixed(text: string, isWanted = (_: Fix) => true, service = lint) {
  const state = load(text);
  const { changes, count } = await computeAllFixes(state, isWanted, service);
  return { text: exactText(changes ? state.update({ changes }).state : state), count };
}

describe("all fixes of a text", () => {
  it("are applied in rounds: first those that may change verdicts, then those of the next report", async () => {
    const text = "User-agent: *\r\nAllow: /\r\nDisallow: /*\r\n";
    expect(await fixed(OPENS)).toEqual({ text, count: 1 });
  });

  it("are only the wanted ones", async () => {
    const text = "User-agent: *\r\nAlllow: /\r\nDisallow: /\r\n";
    const isSafe = (fix: Fix) => !mayChangeVerdicts(fix);
    const service = async (now: string) => (now === text ? report(allow) : report(allow, star));
    expect(await fixed(OPENS, isSafe, service)).toEqual({ text, count: 1 });
  });

  it("need separate rounds if they touch; all rounds are one change", async () => {
    const steps: Record<string, LintReport> = {
      "abc\nd": report(
        { title: "second", edits: [edit(1, 2, 3, "Y")] },
        { title: "first", edits: [edit(1, 1, 2, "X")] },
        { title: "apart", edits: [edit(2, 1, 2, "D")] },
      ),
      "Xbc\nD": report({ title: "second", edits: [edit(1, 2, 3, "Y")] }),
    };
    const service = async (text: string) => steps[text] ?? report();
    expect(await fixed("abc\nd", undefined, service)).toEqual({ text: "XYc\nD", count: 3 });
  });

  it("end after a limit, whatever the service returns", async () => {
    const idle = { title: "idle", edits: [edit(1, 1, 2, "a")] };
    expect(await fixed("a", undefined, async () => report(idle))).toEqual({ text: "a", count: 0 });
    const grows = { title: "grows", edits: [edit(1, 1, 1, "a")] };
    const { count } = await fixed("a", undefined, async () => report(grows));
    expect(count).toBe(64);
  });
});
