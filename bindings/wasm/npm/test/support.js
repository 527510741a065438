/** What the tests share: the command, and the tables of the repository. */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = new URL("../../../../", import.meta.url);
export const PACKAGE = new URL("../", import.meta.url);
const COMMAND = process.env.MAYCRAWL ?? fileURLToPath(new URL("target/debug/maycrawl", ROOT));
export const PROFILES = ["google", "google-2019", "rfc9309"];

/** What the command prints, and its messages. */
export function command(args, input = "") {
  const done = spawnSync(COMMAND, args, { input, maxBuffer: 2 ** 30 });
  if (done.error) throw done.error;
  return { stdout: done.stdout, stderr: done.stderr.toString() };
}

export const jsonLines = (text) => text.trimEnd().split("\n").filter(Boolean).map((line) => JSON.parse(line));
export const table = (name) => jsonLines(readFileSync(new URL(`conformance/${name}`, ROOT), "utf8"));
export const tables = () => readdirSync(new URL("conformance/", ROOT)).filter((name) => name.endsWith(".jsonl")).sort();

/** A file of the folder of shared data; null without it, which the test says. */
export function shared(name) {
  const folder = process.env.MAYCRAWL_SHARED ?? fileURLToPath(new URL("../shared", ROOT));
  return existsSync(`${folder}/${name}`) ? `${folder}/${name}` : null;
}

/** The answer of `batch` to each question, in order. */
export function askBatch(profile, questions) {
  const records = questions.map(({ robots, agent, url }) => {
    const robots_b64 = Buffer.from(robots).toString("base64");
    return `${JSON.stringify({ robots_b64, agent, url })}\n`;
  });
  return jsonLines(command(["batch", "--profile", profile], records.join("")).stdout.toString());
}

/** Numbers that are the same in each run. */
export function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
