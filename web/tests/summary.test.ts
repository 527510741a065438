import { expect, test } from "vitest";
import type { Answers } from "../src/answers.ts";
import type { AccessGroup, Answer } from "../src/api.ts";
import { closedUrls, describeSearch, describeTraining } from "../src/summary.ts";

const group = (access: AccessGroup["access"], ...crawlers: string[]): AccessGroup => ({
  access,
  crawlers,
  line: null,
});

test("search engines are named, AI crawlers are counted", () => {
  expect(describeSearch(group("part", "Googlebot", "bingbot", "Baiduspider"), [])).toBe(
    "Googlebot, bingbot and 1 more may crawl part of the site.",
  );
  expect(describeTraining([group("everything", "A", "B")])).toBe(
    "All 2 known AI training crawlers may crawl everything.",
  );
  expect(describeTraining([group("nothing", "A", "B")])).toBe(
    "All 2 known AI training crawlers are blocked.",
  );
  expect(describeTraining([group("part", "A", "B"), group("nothing", "C")])).toBe(
    "2 of 3 known AI training crawlers may crawl part of the site, 1 nothing.",
  );
});

test("closed URLs are counted by line; URLs of other sites and errors are left out", () => {
  const answer = (decision: string, line: number | null) =>
    new Map([["Googlebot", { decision, line } as Answer]]);
  const answers: Answers = new Map([
    ["/a", answer("disallowed", 7)],
    ["/b", answer("disallowed", 4)],
    ["/c", answer("disallowed", 7)],
    ["/d", answer("allowed", null)],
    ["https://other.example/", answer("not-applicable", null)],
  ]);
  expect(closedUrls(answers, [...answers.keys(), "/unknown"], "Googlebot")).toEqual({
    all: 4,
    closed: 3,
    lines: [
      [7, 2],
      [4, 1],
    ],
  });
});
