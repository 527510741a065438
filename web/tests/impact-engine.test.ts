import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ChangeReport, KnownCrawler } from "../src/api.ts";
import { describeExtent, describeImpact } from "../src/impact.ts";
import { hasEngine, questions } from "./questions.ts";

const EDITS = new URL("../../conformance/impact/edits.jsonl", import.meta.url);

interface Edit {
  why: string;
  before: string;
  after: string;
  first: string;
  severity: string;
}

const edits = readFileSync(EDITS, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Edit);

/** As the command prints it, whatever the number of known crawlers. */
const withoutCount = (sentence: string) => sentence.replaceAll(/\d+ more\b/g, "N more");

describe.skipIf(!hasEngine)("what a change does, on the page", async () => {
  // Also a group that is skipped is set up.
  if (!hasEngine) return;
  const ask = await questions();
  const known = ask<KnownCrawler[]>("crawlers", {});
  const diff = (before: string, after: string) =>
    ask<ChangeReport>("diff", { before, after, urls: [] });

  it.each(edits)("begins with the sentence of the command: $why", ({ before, after, first }) => {
    const { classes, outcome } = diff(before, after);
    const [group] = classes;
    if (!group) return expect(outcome, first).toBe("none");
    const direction = group.impact.lost ? "lost" : "gained";
    expect(withoutCount(describeImpact(group, direction, known))).toBe(first);
  });

  it("names each region as the command does, for every pair of these files", () => {
    // A third of the edits: each pair takes some milliseconds.
    const files = edits
      .filter((_, at) => at % 3 === 0)
      .flatMap(({ before, after }) => [before, after]);
    let regions = 0;
    for (const before of files)
      for (const after of files)
        for (const { impact } of diff(before, after).classes)
          for (const direction of ["lost", "gained"] as const) {
            const extent = impact[direction];
            if (!extent) continue;
            expect(describeExtent(extent, direction)).toBe(extent.text);
            regions += 1;
          }
    expect(regions).toBeGreaterThan(100);
  }, 60_000);
});
