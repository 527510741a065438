import { describe, expect, it } from "vitest";
import type { KnownCrawler } from "../src/api.ts";
import { isHeader, PRESETS } from "../src/crawlers.ts";

const ROW: KnownCrawler = {
  token: "ExampleBot",
  operator: "Example",
  purpose: "ai-training",
  ai: true,
  compliance: "obeys",
  ignores_robots_txt: false,
  is_retired: false,
  superseded_by: null,
  note: "",
  block_ai: "training",
  confirmed: true,
  aliases: [],
  source: "reported",
  delay: { support: "not said", note: null, source_url: null, checked: null },
  checked: "2026-11-23",
  source_url: "https://example.com/bot",
};

function has(preset: string, row: Partial<KnownCrawler>): boolean {
  return PRESETS.find(({ id }) => id === preset)?.includes({ ...ROW, ...row }) ?? false;
}

describe("groups of crawlers", () => {
  it("use the lists of the service's table", () => {
    expect(has("ai-training", {})).toBe(true);
    expect(has("ai-training", { confirmed: false })).toBe(false);
    expect(has("ai-training", { block_ai: null })).toBe(false);
    expect(has("ai-training", { block_ai: "search" })).toBe(false);
    expect(has("ai-search", { block_ai: "search", purpose: "ai-search" })).toBe(true);
    expect(has("all", { block_ai: null, confirmed: false })).toBe(true);
  });

  it("omit retired crawlers and crawlers that ignore robots.txt", () => {
    const engine: Partial<KnownCrawler> = {
      operator: "Microsoft",
      purpose: "search",
      ai: false,
      block_ai: null,
    };
    expect(has("other-search", engine)).toBe(true);
    expect(has("other-search", { ...engine, is_retired: true })).toBe(false);
    expect(has("other-search", { ...engine, ignores_robots_txt: true })).toBe(false);
  });
});

describe("a User-Agent header", () => {
  for (const [text, expected] of [
    ["Mozilla/5.0 (compatible; ExampleBot/2.1; +https://bot.example)", true],
    ["acme/1.0 Scrapy/2.11", true],
    ["Googlebot", false],
    ["Googlebot/2.1", false],
    ["Googlebot News", false],
  ] as const)
    it(`${expected ? "is" : "is not"}: ${text}`, () => {
      expect(isHeader(text)).toBe(expected);
    });
});
