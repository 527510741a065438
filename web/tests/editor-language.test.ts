import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { robots } from "../src/editor/language.ts";

/** Files that google/robotstxt was asked about, beside the project. */
const RECORDED = new URL("../../../shared/conformance/robots.jsonl", import.meta.url);
const FILES = 2000;

/** Texts of the bytes that decide how a line is read; the same in each run. */
function* generatedTexts(count: number): Generator<string> {
  let seed = 1;
  const next = (limit: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % limit;
  };
  const pieces = [
    ":",
    "#",
    " ",
    "\t",
    "\n",
    "\ufeff",
    "*",
    "$",
    "a",
    "Disallow",
    "User-agent",
    "\ud800",
    "\0",
  ];
  for (let text = 0; text < count; text++)
    yield Array.from({ length: next(40) }, () => pieces[next(pieces.length)]).join("");
}

/** The length of what the editor's parser read. It throws for a token of no length. */
function parsedLength(text: string): number {
  return robots.parser.parse(text).length;
}

describe("the editor's parser", () => {
  it.each([
    ["a colon at the start of a line", "User-agent: *\n: /x\nDisallow: /private\n"],
    ["only a colon", ":"],
    ["a colon after spaces", "  : /x"],
    ["a colon after a byte order mark", "\ufeff: /x"],
    ["colons and comments", ":#:#\n#:\n::"],
  ])("reads %s to the end", (_, text) => {
    expect(parsedLength(text)).toBe(text.length);
  });

  it("reads generated texts to the end", () => {
    for (const text of generatedTexts(3000)) expect(parsedLength(text)).toBe(text.length);
  });

  it.skipIf(!existsSync(RECORDED))("reads hostile files to the end", () => {
    const lines = readFileSync(RECORDED, "utf8").split("\n", FILES);
    for (const line of lines) {
      const { b64 } = JSON.parse(line) as { b64: string };
      const text = Buffer.from(b64, "base64").toString();
      expect(parsedLength(text)).toBe(text.length);
    }
  });
});
