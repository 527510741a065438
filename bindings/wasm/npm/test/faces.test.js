/**
 * One question, one answer: both modules say what `maycrawl batch` says, which the tests of the command hold to the library.
 * The questions are the tables in `conformance/`: its cases, its names of crawlers, and its ways to write a URL.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import * as small from "../check.node.js";
import * as large from "../index.node.js";
import { askBatch, PROFILES, ROOT, random, table, tables } from "./support.js";

const FILE = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*?\n\nUser-agent: GPTBot\nDisallow: /\n";
const NAMES = table("crawlers/names.jsonl").map((row) => row.written);
const WRITTEN = table("urls/written.jsonl").map((row) => row.written);

/** The questions of each profile. */
function questions() {
  const all = Object.fromEntries(PROFILES.map((profile) => [profile, []]));
  const seen = new Set();
  const add = (profile, robots, agents, urls) => {
    for (const agent of agents) for (const url of urls) all[profile].push({ robots, agent, url });
  };
  for (const row of tables().flatMap(table)) {
    const agents = row.agents ?? [row.agent];
    const written = row.robots ?? row.robots_b64;
    if (agents.length !== 1 || agents[0] === undefined || row.url === undefined || written === undefined) continue;
    const robots = row.robots === undefined ? Buffer.from(written, "base64") : Buffer.from(written);
    for (const profile of row.profile ? [row.profile] : PROFILES) add(profile, robots, agents, [row.url]);
    if (!seen.has(written) && /^(\/|https?:\/\/)/.test(row.url)) {
      seen.add(written);
      add("google", robots, NAMES, [row.url]);
    }
  }
  for (const profile of PROFILES) add(profile, Buffer.from(FILE), ["Googlebot", "GPTBot"], WRITTEN);
  return all;
}

/** A file is parsed once for all its questions. */
function asker({ RobotsTxt }, profile) {
  const files = new Map();
  return ({ robots, agent, url }) => {
    if (!files.has(robots)) files.set(robots, new RobotsTxt(robots, { profile }));
    try {
      const rules = files.get(robots).rulesFor(agent);
      try {
        const { allowed, line, reason } = rules.check(url);
        return { allowed, line, reason };
      } finally {
        rules.free();
      }
    } catch (error) {
      return { error: error.message, name: error.name };
    }
  };
}

const said = ({ allowed, line, reason, error }) =>
  error === undefined ? { allowed, line, reason } : { error: error.replace(/^`agent`: /, "") };

test("the module says what the command says", () => {
  let asked = 0;
  for (const [profile, all] of Object.entries(questions())) {
    const ask = asker(large, profile);
    for (const [index, answer] of askBatch(profile, all).entries()) {
      assert.deepEqual(said(ask(all[index])), said(answer), JSON.stringify(all[index]));
      asked += 1;
    }
  }
  assert.ok(asked >= 10_000, `${asked} questions`);
});

/** What the small module reads and the command refuses, because this host requests it all the same. Never the reverse. */
const READ_BY_HOSTS = /is not written scheme:\/\/host\/path|has no scheme|is the name of a file|\.\.\.` is longer/;

test("the module for verdicts alone says the same about every URL that the command takes", () => {
  let asked = 0;
  for (const [profile, all] of Object.entries(questions())) {
    const ask = asker(small, profile);
    for (const [index, answer] of askBatch(profile, all).entries()) {
      const own = ask(all[index]);
      const what = JSON.stringify([all[index].agent, all[index].url, answer, own]);
      if (answer.error === undefined) assert.deepEqual(said(own), said(answer), what);
      else if (own.error === undefined) assert.match(answer.error, READ_BY_HOSTS, what);
      asked += 1;
    }
  }
  assert.ok(asked >= 10_000, `${asked} questions`);
});

test("a User-Agent header stands for the crawler of the table, in both modules", () => {
  const [, ...rows] = readFileSync(new URL("conformance/crawlers/user-agents.tsv", ROOT), "utf8").trimEnd().split("\n");
  assert.ok(rows.length >= 60, `${rows.length} rows`);
  for (const row of rows) {
    const [header, groups, , obeyed] = row.split("\t");
    const names = groups.split(",");
    const text = names.map((name, at) => `User-agent: ${name}\nDisallow: /${at}$\n`).join("");
    for (const { RobotsTxt } of [small, large]) {
      const file = new RobotsTxt(text);
      const rules = file.rulesForUserAgent(header);
      for (const [at, name] of names.entries()) assert.equal(rules.isAllowed(`/${at}`), name !== obeyed, row);
      rules.free();
      file.free();
    }
  }
});

const PIECES = "/ // \\ : :// .. %2e % ? # @ \t \n \0 . ä [ ] 443 xn-- 。 ß \u00ad １ ".split(" ").concat(" ");

function randomTexts(count, pieces, seed) {
  const below = random(seed);
  return Array.from({ length: count }, () => {
    const text = WRITTEN[below(WRITTEN.length)];
    const at = below(text.length + 1);
    const cut = [text.slice(0, at), text.slice(at), text.slice(0, at) + pieces[below(pieces.length)] + text.slice(at)];
    // Half of a pair of surrogates cannot be written in JSON.
    return cut[below(3)].replace(/[\ud800-\udfff]/g, "");
  });
}

/** The crate `url` leaves `/a:/..` as it is, as if the first folder were a drive of Windows. No host does. */
const DRIVE = /[/\\][a-z][:|][/\\]/i;

/** Hosts of characters that IDNA maps, ignores, joins or refuses. */
function hostileHosts() {
  const below = random(28);
  const some = [..."aZ09-_.ß\u00ad\u200c\u200d\u0300\u0301ıſ。．１Ａאבيپ\u094d例💩\ufeff\u2060ẞςΣ％／"];
  const host = () => Array.from({ length: 1 + below(8) }, () => some[below(some.length)]).join("");
  const written = Array.from({ length: 20_000 }, () => (below(3) === 0 ? `xn--${host()}` : host()));
  for (let code = 0x80; code < 0x2000; code += 1) written.push(`a${String.fromCodePoint(code)}b.example`);
  return written.map((it) => `https://${it}/x/../a`);
}

test("random texts and hosts are read alike", () => {
  const texts = [...randomTexts(50_000, PIECES, 28), ...hostileHosts()];
  const robots = Buffer.from(FILE);
  const answers = askBatch("google", texts.map((url) => ({ robots, agent: "Googlebot", url })));
  const ask = asker(large, "google");
  for (const [index, answer] of answers.entries()) {
    assert.deepEqual(said(ask({ robots, agent: "Googlebot", url: texts[index] })), said(answer), JSON.stringify(texts[index]));
  }
  // No difference of the host opens what the command closes.
  const asked = asker(small, "google");
  for (const [index, answer] of answers.entries()) {
    const own = asked({ robots, agent: "Googlebot", url: texts[index] });
    // Some hosts have older tables of names than the command. What they refuse is an error, and nothing is allowed.
    if (DRIVE.test(texts[index])) continue;
    const isSame = own.error === undefined ? own.allowed === answer.allowed : own.name === "UrlError";
    if (answer.error === undefined) assert.ok(isSame, JSON.stringify([texts[index], own, answer]));
  }
});

test("a table has the verdicts of single checks", () => {
  const names = ["Googlebot", "GPTBot", "AdsBot-Google", "Google-Safety", "CCBot", "*"];
  const robots = new large.RobotsTxt(FILE, { origin: "https://example.com" });
  const urls = [...WRITTEN, "", "https://example.com/a", "https://other.example/a"];
  const decisions = robots.decide(names, urls);
  assert.ok(decisions.columns < names.length);
  for (const [row, url] of urls.entries()) {
    for (const [column, name] of names.entries()) {
      let expected = null;
      try {
        expected = robots.check(name, url);
      } catch (error) {
        assert.equal(error.name, "UrlError");
      }
      assert.deepEqual(decisions.verdict(row, column), expected, `${name} ${url}`);
      assert.equal(decisions.isAllowed(row, column), expected?.allowed ?? false);
    }
  }
});
