/** The 30,000 recorded answers of google/robotstxt: verdict and line. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { RobotsTxt } from "../index.node.js";
import { jsonLines, shared } from "./support.js";

const folder = shared("conformance");

test("thirty thousand recorded answers", { skip: folder === null && "SKIPPED: no folder of shared data" }, () => {
  const read = (name) => jsonLines(readFileSync(`${folder}/${name}`, "utf8"));
  const bodies = new Map(read("robots.jsonl").map((row) => [row.robots_id, Buffer.from(row.b64, "base64")]));
  const cases = read("cases.jsonl");
  assert.equal(cases.length, 30_000);
  for (const row of cases) {
    const robots = new RobotsTxt(bodies.get(row.robots_id), { profile: "google-verbatim" });
    const rules = robots.rulesForTokens(row.agents);
    const url = row.url ?? Buffer.from(row.url_b64, "base64");
    const { allowed, line } = rules.checkAsWritten(url);
    assert.deepEqual([allowed ? "allow" : "deny", line ?? 0], [row.google, row.google_line], JSON.stringify(row));
    rules.free();
    robots.free();
  }
});
