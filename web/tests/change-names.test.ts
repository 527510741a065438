import { describe, expect, test } from "vitest";
import type { KnownCrawler, Readers } from "../src/api.ts";
import { describeCrawlers, describeReaders } from "../src/change-names.ts";

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

describe("crawlers for which something is true for one kind of readers only", () => {
  // `condition` is what the service and the command say: the page says the same in its own language.
  const fallback = { kind: "knows-crawler", fact: "falls-back", falls_back_to: "Googlebot" };
  const star = { kind: "bare-token", fact: "ignores-star", falls_back_to: null };
  test.each([
    [
      ["Googlebot", "Googlebot-Image"],
      {
        ...fallback,
        crawlers: ["Googlebot-Image"],
        condition: "where a program knows that Googlebot-Image follows the group of Googlebot",
      },
      "Googlebot; Googlebot-Image",
    ],
    [
      [],
      {
        ...star,
        crawlers: ["APIs-Google", "AdsBot-Google"],
        condition: "where a program does not know that they do not follow `*`",
      },
      "APIs-Google and AdsBot-Google",
    ],
    [
      [],
      {
        ...star,
        crawlers: ["Mediapartners-Google"],
        condition: "where a program does not know that Mediapartners-Google does not follow `*`",
      },
      "Mediapartners-Google",
    ],
  ])("%j", (crawlers, one, names) => {
    const readers = [one as Readers];
    expect(describeReaders({ crawlers, purpose_tokens: [], others: false, readers }, known)).toBe(
      `${names}, ${one.condition}`,
    );
  });

  test("a token for a purpose is no crawler", () => {
    const purpose_tokens = ["__usage_ai-training"];
    const names = (crawlers: string[], others: boolean) =>
      describeReaders({ crawlers, purpose_tokens, others, readers: [] }, known);
    expect(names([], false)).toBe("the purpose token __usage_ai-training (not a crawler)");
    expect(names(["GPTBot"], false)).toBe(
      "GPTBot; the purpose token __usage_ai-training (not a crawler)",
    );
  });

  test("several facts are one clause", () => {
    const readers = [
      { ...star, crawlers: ["APIs-Google"], condition: "" },
      { ...fallback, kind: "bare-token", crawlers: ["Googlebot-News"], condition: "" },
    ] as Readers[];
    const purpose_tokens: string[] = [];
    expect(
      describeReaders({ crawlers: ["GPTBot"], purpose_tokens, others: true, readers }, known),
    ).toBe(
      "GPTBot and every crawler that is not named; APIs-Google and Googlebot-News, " +
        "where a program reads robots.txt for them as for any other crawler",
    );
  });
});
