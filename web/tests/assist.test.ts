import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { type Assistance, complete, meaningOf } from "../src/editor/assist.ts";

const PAGE: Assistance = {
  loaded: async () => {},
  crawlers: () => [{ token: "GPTBot", about: "OpenAI, ai-training" }],
  paths: () => ["/products/"],
  effectOf: (line) => `line ${line} decides 3`,
};

describe("the meaning of a line", () => {
  for (const [line, wanted] of [
    ["User-agent: gptbot", /^The rules below .*\nGPTBot: OpenAI, ai-training$/],
    ["user-agent: *  # all", /^The rules below [^\n]*$/],
    ["Disallow: /a", /may not be fetched[^\n]*\nline 7 decides 3$/],
    ["  Allow : /a", /may be fetched[^\n]*\nline 7 decides 3$/],
    ["Sitemap: https://a.example/s.xml", /full URL of a sitemap/],
    ["Crawl-delay: 5", /Google ignores it/],
    ["constructor: /x", /^No known crawler/],
  ] as const)
    it(`is told for ${line}`, () => {
      expect(meaningOf(line, 7, PAGE)).toMatch(wanted);
    });

  for (const line of ["", "# Disallow: /a", ": /x", "text without a colon"])
    it(`is not told for ${JSON.stringify(line)}`, () => {
      expect(meaningOf(line, 7, PAGE)).toBeNull();
    });
});

describe("the completion", () => {
  it("waits for the crawlers, which a person can be faster than", async () => {
    let finish = () => {};
    const table: { token: string; about: string }[] = [];
    const loaded = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const state = EditorState.create({ doc: "User-agent: GPT" });
    const context = new CompletionContext(state, state.doc.length, false);
    const asked = complete(context, { ...PAGE, crawlers: () => table, loaded: () => loaded });
    table.push({ token: "GPTBot", about: "OpenAI" });
    finish();
    const labels = (await asked)?.options.map(({ label }) => label);
    expect(labels).toEqual(["*", "GPTBot"]);
  });
});
