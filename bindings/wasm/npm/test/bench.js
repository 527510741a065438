/**
 * Compares the package with robots-parser on real files, in one run: `make wasm-bench`. Prints ratios. The files are those of
 * the folder of shared data; without it, made ones.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CrawlerList, knownCrawlers, RobotsTxt as Large, UrlList } from "../index.node.js";
import robotsParser from "../robots-parser.node.js";
import { shared } from "./support.js";

const peer = createRequire(import.meta.url)("robots-parser");
const SITE = "https://site.example";

function files() {
  const archive = shared("corpus/real-sites.tar.xz");
  if (archive === null) return Array.from({ length: 200 }, (_, number) => made(number));
  const folder = mkdtempSync(join(tmpdir(), "maycrawl-bench-"));
  spawnSync("tar", ["-xJf", archive, "-C", folder]);
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".txt"));
  const texts = names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
  rmSync(folder, { recursive: true });
  // What is no robots.txt says nothing about its readers.
  return texts.filter((text) => /^\s*user-agent\s*:/im.test(text));
}

const made = (number) => `User-agent: *\n${Array.from({ length: number }, (_, rule) => `Disallow: /folder-${rule}/*.html\n`).join("")}`;

/** URLs of a file: from its own patterns, and two others. */
function urls(text) {
  const paths = [...text.matchAll(/^\s*(?:dis)?allow\s*:\s*(\/[^\s#]*)/gim)].slice(0, 20).map((it) => it[1]);
  return ["/", "/page/1.html", ...paths.map((path) => path.replaceAll("*", "x").replace(/\$$/, ""))].map((it) => SITE + it);
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** Nanoseconds of each of two programs, in turns: the medians of their rounds. */
function measure(own, other, rounds = 15) {
  const times = [[], []];
  for (let round = 0; round < rounds + 3; round += 1) {
    for (const [index, work] of [own, other].entries()) {
      const start = process.hrtime.bigint();
      work();
      if (round >= 3) times[index].push(Number(process.hrtime.bigint() - start));
    }
  }
  return times.map(median);
}

const show = (what, [own, other], count, goal) =>
  console.log(`${what}: ${(other / own).toFixed(1)}x (goal ${goal}x): ${(own / count).toFixed(0)} ns, robots-parser ${(other / count).toFixed(0)} ns`);

const all = files();
const asked = all.map((text) => [text, urls(text)]);
const total = asked.reduce((sum, [, list]) => sum + list.length, 0);
console.log(`${all.length} files, ${total} URLs, Node ${process.version}`);

const parseAll = (make) => () => all.forEach((text) => make(`${SITE}/robots.txt`, text));
show("parse", measure(parseAll(robotsParser), parseAll(peer)), all.length, 5);
const checkAll = (make) => {
  const parsed = asked.map(([text, list]) => [make(`${SITE}/robots.txt`, text), list]);
  return () => {
    for (const [robots, list] of parsed) for (const url of list) robots.isAllowed(url, "Googlebot");
  };
};
show("check", measure(checkAll(robotsParser), checkAll(peer)), total, 20);
const parseAndCheck = (make) => () => {
  for (const [text, [url]] of asked) make(`${SITE}/robots.txt`, text).isAllowed(url, "Googlebot");
};
show("parse and one check", measure(parseAndCheck(robotsParser), parseAndCheck(peer)), all.length, 5);

console.log("hostile: `/` and so many times `*a`, against a path of as many `a` and a `b`, in ms (maycrawl, robots-parser)");
for (const length of [1000, 2000, 4000]) {
  const [file, url] = [`User-agent: *\nDisallow: /${"*a".repeat(length)}c\n`, `${SITE}/${"a".repeat(length * 2)}b`];
  const times = [robotsParser, peer].map((make) => {
    const robots = make(`${SITE}/robots.txt`, file);
    const start = process.hrtime.bigint();
    robots.isAllowed(url);
    return (Number(process.hrtime.bigint() - start) / 1e6).toFixed(2);
  });
  console.log(`  ${length}: ${times.join(", ")}`);
}

const crawlers = new CrawlerList(knownCrawlers().map((row) => row.token));
const list = new UrlList(Array.from({ length: 200 }, (_, number) => `${SITE}/folder-${number}/page.html?a=${number}`));
for (const rules of [20, 3000, 20_000]) {
  const text = `User-agent: GPTBot\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /b\n\n${made(rules)}`;
  const key = () => {
    const robots = new Large(text);
    robots.decide(crawlers, list);
    robots.free();
  };
  const [time] = measure(key, () => {}, 15);
  console.log(`200 URLs x ${crawlers.length} crawlers after a key, ${text.length >> 10} KiB, ${rules} rules: ${(time / 1e6).toFixed(1)} ms (goal 16)`);
}
