/**
 * Asks a parser of robots.txt the cases of the suite, and says where it differs from a reader and by which axis.
 *
 *     node run.mjs my-parser.mjs --reader google
 *
 * `my-parser.mjs` exports one function: allowed(robotsTxt, name, url), with a Buffer and two strings; it may be async. The exit
 * status is 0 if all answers are those of the reader, 1 if some differ, and 2 if the parser cannot be asked. Needs Node 20.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

function fail(message) {
  console.error(message);
  process.exit(2);
}

function readCases() {
  const text = readFileSync(new URL("cases.jsonl", import.meta.url), "utf8");
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

async function answerOf(allowed, { robots, robots_b64, name, url }) {
  const file = robots === undefined ? Buffer.from(robots_b64, "base64") : Buffer.from(robots);
  try {
    return (await allowed(file, name, url)) ? "allow" : "deny";
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`;
  }
}

/** Prints the cases that differ. Returns their number. */
async function report(reader, allowed) {
  const cases = readCases();
  const byAxis = new Map();
  let differ = 0;
  for (const one of cases) {
    const wanted = one.answers[reader];
    if (wanted === undefined)
      fail(`${reader} is no reader of the suite; use one of: ${Object.keys(one.answers).join(", ")}`);
    const answer = await answerOf(allowed, one);
    if (answer === wanted) continue;
    differ += 1;
    const axes = one.axes[reader] ?? [];
    for (const axis of axes.length > 0 ? axes : ["no single axis"])
      byAxis.set(axis, (byAxis.get(axis) ?? 0) + 1);
    console.log(`${one.id}: ${answer}, ${reader} says ${wanted}: ${one.why}`);
    console.log(`    ${one.name} ${one.url}; axis: ${axes.join(", ") || "no single one"}; ${one.source}`);
  }
  console.log(`${differ} of ${cases.length} cases differ from ${reader}`);
  for (const [axis, count] of [...byAxis].sort((a, b) => b[1] - a[1])) console.log(`    ${count}  ${axis}`);
  return differ;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reader: { type: "string", default: "google" } },
});
if (positionals.length !== 1) fail("usage: node run.mjs PARSER.mjs [--reader READER]");
const { allowed } = await import(pathToFileURL(resolve(positionals[0])).href).catch((error) => fail(error.message));
if (typeof allowed !== "function") fail(`${positionals[0]} exports no function \`allowed\``);
process.exitCode = (await report(values.reader, allowed)) > 0 ? 1 : 0;
