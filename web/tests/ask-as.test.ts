import { describe, expect, test } from "vitest";
import type { AnswerAs, LiveSite } from "../src/api.ts";
import { describeMeaning, mayDiffer } from "../src/ask-as.ts";

const answer = (kind: AnswerAs["kind"], basis: AnswerAs["basis"], bytes = 10) =>
  ({ kind, basis, bytes }) as AnswerAs;

describe("ask as", () => {
  test("a refusal that opens everything is told as a possible block", () => {
    const rows: [AnswerAs, string][] = [
      [answer("file", "file"), "file"],
      [answer("file", "file", 0), "empty file, so everything may be crawled"],
      [answer("web-page", "file"), "file, but it is a web page"],
      [answer("protection", "file"), "file, but of a bot protection"],
      [answer("no-file", "no-file"), "no file, so everything may be crawled"],
      [answer("refusal", "no-file"), "no file, so everything may be crawled; or a block"],
      [answer("protection", "no-file"), "no file, so everything may be crawled; or a block"],
      [answer("server-error", "disallowed"), "unreachable, so nothing may be crawled"],
      [answer("failure", "no-limits"), "unreachable, so no limits are assumed"],
    ];
    for (const [given, expected] of rows) expect(describeMeaning(given)).toBe(expected);
  });

  test("it is offered first where a browser may be answered otherwise", () => {
    const site = (basis: LiveSite["basis"], status: number) =>
      ({ basis, hops: [{ status }] }) as unknown as LiveSite;
    const rows: [LiveSite, boolean][] = [
      [site("file", 200), false],
      [site("file", 403), true],
      [site("no-file", 404), false],
      [site("no-file", 403), true],
      [site("no-file", 401), true],
      [site("disallowed", 503), true],
      [site("last-copy", 500), true],
    ];
    for (const [given, expected] of rows) expect(mayDiffer(given), given.basis).toBe(expected);
  });
});
