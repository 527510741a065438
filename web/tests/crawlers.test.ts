import { describe, expect, it } from "vitest";
import type { KnownCrawler } from "../src/api.ts";
import { PRESETS } from "../src/crawlers.ts";

const ROW: KnownCrawler = {
  token: "ExampleBot",
  operator: "Example",
  purpose: "ai-training",
  ai: true,
  compliance: "obeys",
  ignores_robots_txt: false,
  is_retired: false,
  note: "",
  block_ai: "training",
  confirmed: true,
  aliases: [],
  source: "reported",
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
