import { describe, expect, it } from "vitest";
import { tableOf } from "../src/answers.ts";
import type { Answer } from "../src/api.ts";
import { closedRules } from "../src/closed-rules.ts";

function closed(line: number, pattern: string): Answer {
  const rule = { kind: "disallow", pattern, line };
  return { decision: "disallowed", line, rule, message: "" } as unknown as Answer;
}

describe("the rules that close URLs", () => {
  it("have one row each, with all URLs and crawlers, and those that close most come first", () => {
    const open = { decision: "allowed" } as unknown as Answer;
    const answers = tableOf(
      new Map([
        [
          "/a",
          new Map([
            ["Googlebot", closed(2, "/a")],
            ["GPTBot", closed(5, "/")],
          ]),
        ],
        [
          "/b",
          new Map([
            ["Googlebot", open],
            ["GPTBot", closed(5, "/")],
          ]),
        ],
        [
          "/c",
          new Map([
            ["Googlebot", open],
            ["CCBot", closed(5, "/")],
          ]),
        ],
      ]),
    );
    expect(closedRules(answers, ["/a", "/b", "/c"], ["Googlebot", "GPTBot", "CCBot"])).toEqual([
      { rule: "line 5: Disallow: /", urls: ["/a", "/b", "/c"], agents: ["GPTBot", "CCBot"] },
      { rule: "line 2: Disallow: /a", urls: ["/a"], agents: ["Googlebot"] },
    ]);
  });
});
