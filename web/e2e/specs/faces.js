/** The page says what the command says: `tests/integration/faces` of the command asks all other faces. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { browserTest, COMMAND } from "../harness.js";

const ROBOTS =
  "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*?\n\nUser-agent: GPTBot\nDisallow: /\n";
const AGENTS = ["Googlebot", "GPTBot"];

/** The rows of a CSV file (RFC 4180). */
function parseCsv(text) {
  const fields = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  const rows = [[]];
  for (const [, quoted, plain, end] of fields) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(1, -1);
}

/** What `batch` says, in the order of URLs and crawlers. */
function askBatch(urls) {
  const records = urls.flatMap((url) => AGENTS.map((agent) => ({ robots: ROBOTS, agent, url })));
  const input = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const { stdout } = spawnSync(COMMAND, ["batch"], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
  return stdout.trim().split("\n").map(JSON.parse);
}

browserTest(
  "every way to write a URL has the command's verdict, line and refusal",
  async ({ open, monitor }) => {
    const table = await readFile(
      new URL("../../../conformance/urls/written.jsonl", import.meta.url),
      "utf8",
    );
    // A list of URLs is text, one in a line, `#` begins a comment, several on a line are several, a password is left
    // out, and the page refuses what only a local file can answer.
    const rows = table.trim().split("\n").map(JSON.parse);
    const lines = rows.filter(
      (row) =>
        !/[\r\n\0]/.test(row.written) &&
        /^[^#\s]/.test(row.written) &&
        !row.other_scheme &&
        row.refused !== "SeveralUrls" &&
        !/:\/\/[^/?#\\]*@/.test(row.written),
    );
    const asked = [...new Set(lines.map((row) => row.asked))];
    assert.ok(asked.length > 250, `${asked.length} URLs`);
    // The cell of a text that is no URL is chosen, and the page asks why.
    monitor.expectedMessages.push(/status of 400/);
    const tester = await open();
    await tester.paste(ROBOTS);
    await tester.uploadUrls(...lines.map((row) => `"${row.written.replaceAll('"', '""')}"`));
    await tester.addCrawler("GPTBot");
    const { bytes } = await tester.download("export-csv");
    const shown = parseCsv(bytes.toString("utf8")).filter(([, crawler]) =>
      AGENTS.includes(crawler),
    );
    const said = askBatch(asked);
    assert.equal(shown.length, said.length);
    for (const [index, answer] of said.entries()) {
      const [url, crawler, decision, line, , message] = shown[index];
      const [verdict, expectedLine] = answer.error
        ? ["error", ""]
        : [answer.allowed ? "allowed" : "disallowed", String(answer.line ?? "")];
      assert.deepEqual([decision, line], [verdict, expectedLine], `${url} ${crawler}`);
      if (answer.error) assert.equal(message, answer.error, url);
    }
  },
);
