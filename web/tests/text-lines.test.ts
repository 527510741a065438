import { expect, it } from "vitest";
import { byteLength } from "../src/format.ts";
import { lineAt, splitLines } from "../src/line-endings.ts";

const TEXTS = ["", "a", "a\nb\n", "a\r\nb\rc\n\nd", "ä\r\r\n한\ud800x\udc00", "\ud83d\ude00\n"];

it("a line is found by its number, as a list of all lines has it", () => {
  for (const text of TEXTS) {
    const { lines } = splitLines(text);
    expect(lines.map((_, at) => lineAt(text, at + 1))).toEqual(lines);
    expect(lineAt(text, lines.length + 1)).toBe("");
  }
});

it("the length in bytes is that of the encoded text", () => {
  for (const text of TEXTS) expect(byteLength(text)).toBe(new TextEncoder().encode(text).length);
});
