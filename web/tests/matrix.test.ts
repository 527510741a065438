import { describe, expect, it } from "vitest";
import { splitIntoChunks } from "../src/answer-loader.ts";
import {
  type Answers,
  type Cell,
  compare,
  decidingLine,
  describeCell,
  labelOf,
  NO_ANSWERS,
  pairEntries,
  tableOf,
  truncationOf,
} from "../src/answers.ts";
import type { Answer, Decision, Entry, Problem } from "../src/api.ts";
import { toCsv } from "../src/csv.ts";
import { countChanges, DEFAULT_VIEW, filterAndSortUrls } from "../src/matrix-rows.ts";
import { scrollOffsetFor, visibleRange } from "../src/virtual-window.ts";

function answer(
  url: string,
  agent: string,
  decision: Decision,
  line: number | null = null,
): Answer {
  const kind = decision === "allowed" ? ("allow" as const) : ("disallow" as const);
  const rule = line === null ? null : { line, kind, pattern: "/*,x", priority: 4, matched: 4 };
  const place = { text: null, group: null, group_line: null };
  return {
    url,
    agent,
    outcome: decision,
    decision,
    allowed: decision === "not-applicable" ? null : decision === "allowed",
    reason: "rule",
    message: "why",
    line,
    rule,
    ...place,
  };
}

function table(...cells: Answer[]): Answers {
  const all = new Map<string, Map<string, Cell>>();
  for (const cell of cells) {
    const row = all.get(cell.url) ?? new Map<string, Cell>();
    all.set(cell.url, row.set(cell.agent, cell));
  }
  return tableOf(all);
}

const problem: Problem = {
  type: "/problems/bad-url",
  title: "not a valid URL",
  status: 400,
  detail: "a control byte",
};

describe("entries of a response", () => {
  it("are paired with URL and crawler; an invalid URL has one entry for all crawlers", () => {
    const entries: Entry[] = [
      answer("/a", "Googlebot", "allowed"),
      answer("/a", "bingbot", "disallowed", 3),
      { url: "bad", error: problem },
      answer("/c", "Googlebot", "allowed"),
      answer("/c", "bingbot", "allowed"),
    ];
    // The key is the requested crawler name, even if the service spells it differently.
    const found = [...pairEntries(entries, ["/a", "bad", "/c"], ["Googlebot", "BingBot"])];
    expect(found.map(([url, agent, cell]) => `${url} ${agent} ${describeCell(cell)}`)).toEqual([
      "/a Googlebot Allowed: why",
      "/a BingBot Blocked by line 3",
      "bad Googlebot not a valid URL: a control byte",
      "bad BingBot not a valid URL: a control byte",
      "/c Googlebot Allowed: why",
      "/c BingBot Allowed: why",
    ]);
  });
});

describe("the text of an answer", () => {
  it("has the deciding line exactly as in the file, or the rule if the line is missing", () => {
    const blocked = answer("/a", "Googlebot", "disallowed", 3);
    expect(decidingLine(blocked)).toEqual({ line: 3, text: "disallow: /*,x" });
    expect(decidingLine({ ...blocked, text: "DISALLOW :/*,x" })?.text).toBe("DISALLOW :/*,x");
    expect(decidingLine(answer("/a", "Googlebot", "allowed"))).toBeNull();
  });

  it("is Unreachable, not Blocked, if only a failure closes the site", () => {
    const closed = answer("/a", "Googlebot", "disallowed");
    expect(labelOf(closed).word).toBe("Blocked");
    expect(labelOf({ ...closed, outcome: "unreachable" }).word).toBe("Unreachable");
  });
});

describe("an incomplete response", () => {
  it("gives the answers that it contains, and the truncation is detected", () => {
    const entries: Entry[] = [
      answer("/a", "Googlebot", "allowed"),
      answer("/a", "bingbot", "allowed"),
      answer("/b", "Googlebot", "allowed"),
      { is_cut: true, error: problem },
    ];
    const found = [...pairEntries(entries, ["/a", "/b", "/c"], ["Googlebot", "bingbot"])];
    expect(found.map(([url, agent]) => `${url} ${agent}`)).toEqual([
      "/a Googlebot",
      "/a bingbot",
      "/b Googlebot",
    ]);
    expect(truncationOf(entries)).toEqual({ is_cut: true, error: problem });
    expect([...pairEntries([{ is_cut: true, error: problem }], ["/a"], ["Googlebot"])]).toEqual([]);
    const refused: Entry[] = [{ url: "bad", error: problem }];
    expect([truncationOf(refused), truncationOf([])]).toEqual([null, null]);
  });
});

describe("requests", () => {
  it("stay below the service's limits, and the first one is small", () => {
    const urls = Array.from({ length: 1000 }, (_, i) => `/${i}`);
    const agents = Array.from({ length: 193 }, (_, i) => `bot${i}`);
    const chunks = splitIntoChunks([{ urls, agents }]);
    const sizes = chunks.map((chunk) => chunk.urls.length * chunk.agents.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(193_000);
    expect(sizes[0]).toBeLessThanOrEqual(800);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4000);
    expect(Math.max(...chunks.map((chunk) => chunk.agents.length))).toBeLessThanOrEqual(64);
  });
});

const draft = table(
  answer("/a", "Googlebot", "allowed"),
  answer("/b", "Googlebot", "disallowed", 2),
  answer("/c", "Googlebot", "not-applicable"),
);
const live = table(answer("/a", "Googlebot", "allowed", 7), answer("/b", "Googlebot", "allowed"));
const urls = ["/c", "/b", "/a"];
const agents = ["Googlebot"];
const rows = (view: Partial<typeof DEFAULT_VIEW>) =>
  filterAndSortUrls(urls, agents, draft, live, { ...DEFAULT_VIEW, ...view });

describe("rows", () => {
  it("are changed if a verdict differs, not if only the line differs", () => {
    expect(compare(draft, live, "/a", "Googlebot").isChanged).toBe(false);
    expect(countChanges(urls, agents, draft, live)).toBe(1);
    expect(rows({ changedOnly: true })).toEqual(["/b"]);
  });

  it("are filtered by text and by verdict", () => {
    expect(rows({ text: "A" })).toEqual(["/a"]);
    expect(rows({ verdict: "disallowed" })).toEqual(["/b"]);
    expect(rows({ verdict: "not-applicable" })).toEqual(["/c"]);
  });

  it("are sorted by URL or by the verdict of a crawler", () => {
    expect(rows({})).toEqual(urls);
    expect(rows({ sortBy: "url" })).toEqual(["/a", "/b", "/c"]);
    expect(rows({ sortBy: "Googlebot" })).toEqual(["/b", "/a", "/c"]);
    expect(rows({ sortBy: "Googlebot", descending: true })).toEqual(["/c", "/a", "/b"]);
  });

  it("are rendered if they are visible", () => {
    expect(visibleRange(2800, 280, 28, 1000, 2)).toEqual({ first: 98, end: 112 });
    expect(visibleRange(0, 280, 28, 3, 2)).toEqual({ first: 0, end: 3 });
    expect(visibleRange(99_999, 280, 28, 3, 2)).toEqual({ first: 3, end: 3 });
    expect(scrollOffsetFor(5, 28, 0, 84)).toBe(84);
    expect(scrollOffsetFor(1, 28, 0, 84)).toBe(0);
  });
});

describe("the CSV", () => {
  it("has one line per URL and crawler, quoted where necessary", () => {
    expect(toCsv(["/b"], agents, draft, live).split("\r\n")).toEqual([
      "url,crawler,draft,draft_line,draft_rule,draft_reason,live,live_line,live_rule,changed",
      '/b,Googlebot,disallowed,2,"disallow: /*,x",why,allowed,,,true',
      "",
    ]);
  });

  it("contains no spreadsheet formula", () => {
    expect(toCsv(["=cmd|' /C calc'!A0"], ["@x"], NO_ANSWERS, NO_ANSWERS)).toContain(
      "'=cmd|' /C calc'!A0,'@x,,",
    );
  });
});
