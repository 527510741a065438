import { describe, expect, it } from "vitest";
import { type Answers, type Cell, NO_ANSWERS, tableOf } from "../src/answers.ts";
import type { Decision } from "../src/api.ts";
import { commonCell, groupCrawlers, restrictGroups, toColumns } from "../src/matrix-groups.ts";
import { DEFAULT_VIEW, filterAgents } from "../src/matrix-rows.ts";
import { countBlocked, countUrlsByLine, decidesUrl } from "../src/matrix-totals.ts";

function cell(decision: Decision, line: number | null): Cell {
  const outcome = decision;
  const [url, agent, reason, message] = ["", "", "rule" as const, "why"];
  const allowed = decision === "not-applicable" ? null : decision === "allowed";
  const rest = { allowed, rule: null, text: null, group: null, group_line: null };
  return { url, agent, outcome, decision, reason, message, line, ...rest };
}

const CODES: Record<string, Decision> = { a: "allowed", b: "disallowed", o: "not-applicable" };

/** Answers from rows such as `"a b3 o -"`: allowed, blocked by line 3, another site, missing. */
function answers(agents: string[], rows: Record<string, string>): Answers {
  return tableOf(
    new Map(
      Object.entries(rows).map(([url, cells]) => {
        const found = cells.split(" ").flatMap((text, index): [string, Cell][] => {
          const decision = CODES[text.charAt(0)];
          if (!decision) return [];
          return [[agents[index] ?? "", cell(decision, Number(text.slice(1)) || null)]];
        });
        return [url, new Map(found)];
      }),
    ),
  );
}

const AGENTS = ["A", "B", "C", "D"];
const NONE = NO_ANSWERS;

/** The groups as "AC B D". */
function group(draft: Answers, live: Answers = NONE, urls = ["/1", "/2"]): string {
  const sides = [
    { answers: draft, skipsUnanswered: false },
    { answers: live, skipsUnanswered: true },
  ];
  return groupCrawlers(urls, AGENTS, sides)
    .map((members) => members.join(""))
    .join(" ");
}

describe("crawlers share a group", () => {
  for (const [what, rows, groups] of [
    ["if all verdicts and lines are equal", { "/1": "a a a a", "/2": "b1 b1 b1 b1" }, "ABCD"],
    ["unless one decision differs", { "/1": "a a a a", "/2": "b1 a1 b1 b1" }, "ACD B"],
    ["unless one line differs", { "/1": "a a a a", "/2": "b1 b2 b1 b2" }, "AC BD"],
    ["also if earlier URLs differ", { "/1": "a b1 a b1", "/2": "a a b2 b2" }, "A B C D"],
    ["unless an answer is missing", { "/1": "a a - a", "/2": "a a a a" }, "ABD C"],
    ["but not two with missing answers", { "/1": "a - - a", "/2": "a a a a" }, "AD B C"],
    ["unless a URL has no answers yet", { "/1": "a a a a" }, "A B C D"],
  ] as [string, Record<string, string>, string][])
    it(what, () => expect(group(answers(AGENTS, rows))).toBe(groups));

  it("unless the live verdicts differ; a URL without live verdicts is skipped", () => {
    const draft = answers(AGENTS, { "/1": "a a a a", "/2": "o o o o" });
    expect(group(draft, answers(AGENTS, { "/1": "a b1 a a" }))).toBe("ACD B");
    expect(group(draft, answers(AGENTS, { "/1": "a a - a" }))).toBe("ABD C");
  });

  it("only if there is an answer at all", () => {
    const sides = [{ answers: NONE, skipsUnanswered: true }];
    expect(groupCrawlers(["/1"], AGENTS, sides)).toEqual([["A"], ["B"], ["C"], ["D"]]);
  });
});

describe("while answers load", () => {
  it("earlier groups stay, without the crawlers that are gone and with new ones alone", () => {
    expect(restrictGroups([["A", "C"], ["B"]], ["C", "E", "F"])).toEqual([["C"], ["E"], ["F"]]);
  });

  it("a group has no cell where its crawlers differ or an answer is missing", () => {
    const mixed = answers(AGENTS, { "/1": "a a b1 -" });
    expect(commonCell(mixed, "/1", ["A", "B"])).toEqual(cell("allowed", null));
    expect(commonCell(mixed, "/1", ["A", "B", "C"])).toBeUndefined();
    expect(commonCell(mixed, "/1", ["A", "D"])).toBeUndefined();
    expect(commonCell(mixed, "/2", ["A"])).toBeUndefined();
  });
});

describe("columns", () => {
  it("are one for each group, or one for each crawler of an expanded group", () => {
    const groups = [["A", "C"], ["B"]];
    const shown = (expanded: string[]) =>
      toColumns(groups, new Set(expanded)).map(({ agent, members }) => agent + members.length);
    expect(shown([])).toEqual(["A2", "B1"]);
    expect(shown(["A"])).toEqual(["A1", "C1", "B1"]);
    expect(shown(["C"])).toEqual(["A2", "B1"]);
  });

  it("without a change are left out by Changed only", () => {
    const draft = answers(AGENTS, { "/1": "a b1 a a", "/2": "a a b1 -" });
    const live = answers(AGENTS, { "/1": "a a a a", "/2": "a a a a" });
    const changed = (rows: string[]) =>
      filterAgents(rows, AGENTS, draft, live, { ...DEFAULT_VIEW, changedOnly: true });
    expect(changed(["/1", "/2"])).toEqual(["B", "C"]);
    expect(changed(["/1"])).toEqual(["B"]);
    expect(filterAgents(["/1"], AGENTS, draft, live, DEFAULT_VIEW)).toEqual(AGENTS);
  });
});

describe("totals", () => {
  it("count allowed and blocked cells, and nothing else", () => {
    const found = answers(AGENTS, { "/1": "a b1 o -", "/2": "b2 b2 b2 a" });
    const { ofUrl, ofAgent } = countBlocked(["/1", "/2", "/3"], AGENTS, found);
    expect([...ofUrl].map(([url, { blocked, known }]) => `${url} ${blocked}/${known}`)).toEqual([
      "/1 1/2",
      "/2 3/4",
      "/3 0/0",
    ]);
    expect([...ofAgent].map(([name, { blocked, known }]) => `${name} ${blocked}/${known}`)).toEqual(
      ["A 1/2", "B 2/2", "C 1/1", "D 0/1"],
    );
  });

  it("count the URLs of each line once, and are unknown while an answer is missing", () => {
    const found = answers(AGENTS, { "/1": "a b1 b1 b2", "/2": "a1 a a a", "/3": "a - a a" });
    expect(countUrlsByLine(["/1", "/2"], AGENTS, found)).toEqual(
      new Map([
        [1, 2],
        [2, 1],
      ]),
    );
    expect(countUrlsByLine(["/1", "/3"], AGENTS, found)).toBeNull();
    expect(countUrlsByLine(["/1", "/4"], AGENTS, found)).toBeNull();
    expect(decidesUrl(2, "/1", AGENTS, found)).toBe(true);
    expect(decidesUrl(2, "/1", ["A", "B"], found)).toBe(false);
  });
});
