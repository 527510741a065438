import { describe, expect, test } from "vitest";
import type { KnownCrawler } from "../src/api.ts";
import { describeCrawlers } from "../src/change-names.ts";

const known = [
  ["Googlebot", "Google"],
  ["Googlebot-Image", "Google"],
  ["bingbot", "Microsoft"],
  ["GPTBot", "OpenAI"],
].map(([token, operator]) => ({ token, operator }) as KnownCrawler);

describe("names of crawlers in words", () => {
  test.each([
    [["Googlebot"], false, "Googlebot"],
    [["Googlebot", "bingbot"], false, "Googlebot and bingbot"],
    [["Googlebot", "Googlebot-Image", "bingbot"], false, "Googlebot, bingbot and Googlebot-Image"],
    [
      ["Googlebot", "Googlebot-Image", "bingbot", "GPTBot", "x"],
      false,
      "Googlebot, bingbot, GPTBot and 2 more",
    ],
    [["Googlebot"], true, "Googlebot and every crawler that is not named"],
    [[], true, "every crawler that is not named"],
    [["x", "y"], false, "x and y"],
  ])("%j, others: %s", (crawlers, others, expected) => {
    expect(describeCrawlers({ crawlers, others }, known)).toBe(expected);
  });
});
