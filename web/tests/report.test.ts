import { expect, test } from "vitest";
import { type Answers, tableOf } from "../src/answers.ts";
import type { Answer } from "../src/api.ts";
import { MAX_LISTED, makeReport, toMarkdown } from "../src/report.ts";

function answer(decision: string, line: number | null, pattern = "/a"): Answer {
  const rule = line === null ? null : { line, kind: "disallow", pattern };
  return { decision, line, rule, message: "robots.txt answers 503" } as unknown as Answer;
}

function report(answers: Answers, urls: string[], agents: string[]) {
  return makeReport({
    site: "https://shop.example",
    isLive: true,
    now: new Date("2026-11-22T12:00:00Z"),
    card: ["Blocked for Googlebot by line 2: `Disallow: /a|b`.", "All *2* are closed."],
    sentences: ["Googlebot may crawl part of the site."],
    findings: [{ line: 3, message: "the rule has no group" }],
    urls,
    agents,
    answers,
  });
}

test("the report counts each crawler and lists what is blocked, by rule", () => {
  const answers = tableOf(
    new Map([
      [
        "/a",
        new Map([
          ["Googlebot", answer("disallowed", 2)],
          ["bingbot", answer("disallowed", 2)],
          ["GPTBot", answer("disallowed", null)],
        ]),
      ],
      ["/b", new Map([["Googlebot", answer("allowed", null)]])],
    ]),
  );
  const { crawlers, closed, about } = report(
    answers,
    ["/a", "/b"],
    ["Googlebot", "bingbot", "GPTBot"],
  );
  expect(about).toBe(
    "The live robots.txt of https://shop.example, read on 2026-11-22 12:00 UTC with maycrawl.",
  );
  // An answer that is not there is no verdict, and never "allowed".
  expect(crawlers).toEqual([
    { agent: "Googlebot", allowed: 1, blocked: 1, others: 0 },
    { agent: "bingbot", allowed: 0, blocked: 1, others: 1 },
    { agent: "GPTBot", allowed: 0, blocked: 1, others: 1 },
  ]);
  expect(closed).toEqual([
    {
      url: "/a",
      by: [
        { rule: "line 2: Disallow: /a", agents: ["Googlebot", "bingbot"] },
        { rule: "robots.txt answers 503", agents: ["GPTBot"] },
      ],
    },
  ]);
});

test("Markdown of strangers is text, and a table row stays one row", () => {
  const url = "/a|b`<img src=x>\u202e";
  const answers = tableOf(
    new Map([[url, new Map([["[x](javascript:1)", answer("disallowed", 2, "/`|*")]])]]),
  );
  const text = toMarkdown(report(answers, [url], ["[x](javascript:1)"]));
  expect(text).toMatch(/^# .*\n\n\*\*Blocked for Googlebot by line 2: `Disallow: \/a\|b`\.\*\*\n/);
  expect(text).toContain("\nAll \\*2\\* are closed.\n");
  expect(text).toMatchInlineSnapshot(`
    "# robots.txt of shop.example

    **Blocked for Googlebot by line 2: \`Disallow: /a|b\`.**

    The live robots.txt of https://shop.example, read on 2026-11-22 12:00 UTC with maycrawl.

    All \\*2\\* are closed.

    - Googlebot may crawl part of the site.

    ## Findings

    - Line 3: The rule has no group.

    ## Crawlers

    | Crawler | Allowed | Blocked | No verdict |
    |---|--:|--:|--:|
    | \\[x\\](javascript:1) | 0 | 1 | 0 |

    ## Blocked URLs

    | URL | Crawlers | By |
    |---|---|---|
    | \`\` /a\\|b\`<img src=x>\\u{202e} \`\` | \\[x\\](javascript:1) | \`\` line 2: Disallow: /\`\\|* \`\` |
    "
  `);
});

test("a long list says how many URLs it leaves out", () => {
  const urls = Array.from({ length: MAX_LISTED + 2 }, (_, index) => `/${index}`);
  const answers = tableOf(
    new Map(urls.map((url) => [url, new Map([["Googlebot", answer("disallowed", 2)]])])),
  );
  expect(toMarkdown(report(answers, urls, ["Googlebot"]))).toContain("2 more blocked URLs.");
});
