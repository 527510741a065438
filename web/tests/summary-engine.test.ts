import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Answer, Summary } from "../src/api.ts";
import { describeSearch } from "../src/summary.ts";
import { hasEngine, questions } from "./questions.ts";

const EDITS = new URL("../../conformance/impact/edits.jsonl", import.meta.url);

/** Known pages of the site. */
const URLS =
  "/ /blog/ /blog/a /cart /cart/x /help /public/ /public/a /public/old/b /products/ /products/new/1 /products/shoe?sort=up /search?q=a /z".split(
    " ",
  );

const FILES: [rules: string, begin: string][] = [
  ["Disallow: /\nAllow: /public/", "may crawl only /public/: 3 of the 14 URLs of the sitemap. 11"],
  ["Disallow: /\nAllow: /$", "may crawl only the path /: 1 of the 14 URLs of the sitemap. 13 are"],
  ["Disallow: /\nAllow: /public/\nDisallow: /public/old/", "may crawl only /public/, except "],
  ["Disallow: /\nAllow: /other/", "may crawl only /other/: 0 of the 14 URLs of the sitemap. 14"],
  ["Disallow: /blog\nDisallow: /p", "may crawl 6 of the 14 URLs of the sitemap. 8 are closed: "],
  ["Disallow: /cart\nDisallow: /search", "may crawl 11 of the 14 URLs of the sitemap. 3 are "],
  ["Disallow: /nowhere", "may crawl 14 of the 14 URLs of the sitemap. 0 are closed: "],
  ["Disallow:", "may crawl everything."],
  ["Disallow: /", "may crawl nothing."],
];

describe.skipIf(!hasEngine)("the first sentence about a file", async () => {
  if (!hasEngine) return;
  const ask = await questions();
  const told = (robots: string) => {
    const { search } = ask<Summary>("summary", { robots, urls: URLS });
    const group = search.find(({ crawlers }) => crawlers.includes("Googlebot"));
    if (!group) throw new Error(robots);
    return describeSearch(group, [], { source: "sitemap", total: URLS.length });
  };
  const open = (robots: string) => {
    const answers = ask<Answer[]>("check", {
      robots,
      urls: URLS,
      agents: ["Googlebot"],
    });
    return answers.filter(({ decision }) => decision === "allowed").length;
  };

  it.each(FILES)("tells what is open and what is closed of %j", (rules, begin) => {
    expect(told(`User-agent: *\n${rules}\n`)).toContain(begin);
  });

  it("counts both sides as the verdicts do, in every file", () => {
    const edits = readFileSync(EDITS, "utf8").trim().split("\n");
    const files = edits.flatMap((line) => {
      const { before, after } = JSON.parse(line) as { before: string; after: string };
      return [before, after];
    });
    files.push(...FILES.map(([rules]) => `User-agent: *\n${rules}\n`));
    let counted = 0;
    for (const robots of files) {
      const sentence = told(robots);
      const [, shown] = /\b(\d+) of the 14 URLs/.exec(sentence) ?? [];
      const [, closed] = /\b(\d+) (?:is|are) closed/.exec(sentence) ?? [];
      if (shown === undefined) {
        expect(sentence).toMatch(/may crawl (everything|nothing)\.|unknown part/);
        continue;
      }
      counted += 1;
      expect([Number(shown), Number(closed)], `${sentence}\n${robots}`).toEqual([
        open(robots),
        URLS.length - open(robots),
      ]);
      expect(sentence, robots).not.toMatch(/(except|Closed:|closed:) the whole site/);
    }
    expect(counted).toBeGreaterThan(20);
  });
});
