/** The drop-in against the test suite of robots-parser, and against the package itself. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import test from "node:test";
import robotsParser from "../robots-parser.node.js";

const require = createRequire(import.meta.url);
const SUITE = require.resolve("robots-parser/test/Robots.js");
const differences = JSON.parse(readFileSync(new URL("robots-parser-differences.json", import.meta.url), "utf8"));

/** The titles of the tests of the suite that fail. */
async function failures() {
  const load = Module._load;
  Module._load = function (request, parent, ...rest) {
    const isPackage = request === "../index" && parent?.filename === SUITE;
    return isPackage ? robotsParser : load.call(this, request, parent, ...rest);
  };
  const Mocha = require("mocha");
  const mocha = new Mocha({ reporter: class {} });
  mocha.addFile(SUITE);
  const failed = new Map();
  let passed = 0;
  await new Promise((resolve) => {
    const runner = mocha.run(resolve);
    runner.on("fail", (it, error) => failed.set(it.title, error.message));
    runner.on("pass", () => (passed += 1));
  });
  Module._load = load;
  return { failed, passed };
}

test("the suite of robots-parser passes but for the listed differences", async () => {
  const { failed, passed } = await failures();
  assert.ok(passed >= 30, `${passed} tests`);
  const listed = Object.keys(differences);
  assert.deepEqual([...failed.keys()].sort(), listed.sort(), [...failed].map((it) => it.join(": ")).join("\n"));
  for (const reason of Object.values(differences)) assert.ok(reason.length > 20);
});

test("what both say alike", () => {
  const peer = require("robots-parser");
  const file = "User-agent: *\nDisallow: /a\nAllow: /a/b$\nSitemap: https://x.example/s.xml\nHost: X.example\nCrawl-delay: 2\nUser-agent: bot\nDisallow: /b\n";
  const urls = ["https://a.example/a", "https://A.example:443/a/b", "https://a.example/x/../a", "http://a.example/a", "/a", "", "https://b.example/", "https://a.example/a/b?c#d", "mailto:x@y", "https://u:p@a.example/a"];
  const [own, other] = [robotsParser, peer].map((make) => make("https://a.example/robots.txt", file));
  for (const url of urls) {
    for (const ua of [undefined, "bot", "BOT/1.0", "other"]) {
      assert.equal(own.isAllowed(url, ua), other.isAllowed(url, ua), `${url} ${ua}`);
      assert.equal(own.isDisallowed(url, ua), other.isDisallowed(url, ua));
      assert.equal(own.getMatchingLineNumber(url, ua), other.getMatchingLineNumber(url, ua), `${url} ${ua}`);
    }
  }
  for (const name of ["getSitemaps", "getPreferredHost", "getCrawlDelay"]) assert.deepEqual(own[name](), other[name]());
});

const LONGER = "of several the longest counts: a crawler that waits too long harms nobody";
const HEXADECIMAL = "0x10 is a number for JavaScript alone";
const EMPTY = "a group without a line of its own is a group all the same";

test("delays are those of robots-parser, but for the reasons", () => {
  const peer = require("robots-parser");
  const rows = [
    ["User-agent: *\nCrawl-delay: 10\n"],
    ["User-agent: *\nCrawl-delay: 10\n\nUser-agent: bot\nCrawl-delay: 2\n"],
    ["User-agent: *\nCrawl-delay: 10\n\nUser-agent: bot\nDisallow: /a\n"],
    ["User-agent: other\nUser-agent: bot\nCrawl-delay: 3\nDisallow: /\n"],
    ["User-agent: other\nCrawl-delay: 3\nUser-agent: bot\nDisallow: /\n"],
    ["User-agent: *\nCrawl-delay: 0.5\n"],
    ["User-agent: *\nCrawl-delay: soon\n"],
    ["User-agent: *\nCrawl-delay: 0x10\n", HEXADECIMAL],
    ["User-agent: *\nCrawl-delay: 3\nCrawl-delay: 7\n"],
    ["User-agent: *\nCrawl-delay: 7\nCrawl-delay: 3\n", LONGER],
    ["User-agent: *\nCrawl-delay: 20\n\nUser-agent: bot\n", EMPTY],
  ];
  for (const [file, reason] of rows) {
    const of = (make) => ["bot", "Other/1.0", undefined].map((ua) => make("https://a.example/robots.txt", file).getCrawlDelay(ua));
    const [own, other] = [of(robotsParser), of(peer)];
    if (reason) assert.notDeepEqual(own, other, file);
    else assert.deepEqual(own, other, file);
  }
});
