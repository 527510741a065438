/** The answers of the command in JSON, to the byte: real files and files that hold every kind of line. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { RobotsTxt as SmallRobotsTxt } from "../check.node.js";
import { compose, knownCrawlers, lints, recipes, RobotsTxt } from "../index.node.js";
import robotsParser from "../robots-parser.node.js";
import { command, jsonLines, PROFILES, shared } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "maycrawl-npm-"));
after(() => rmSync(folder, { recursive: true }));
const at = (name, content) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const bytes = (text) => Buffer.from(text, "latin1");

const FILES = [
  bytes(""),
  bytes("User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*?\n\nUser-agent: GPTBot\nDisallow: /\n"),
  bytes("\xef\xbb\xbfUser-agent: googlebot/2.1\r\nDisalow: /\xe4\r\nDissallow /p # why\r\nCrawl-delay: 5\r\nSitemap: /s.xml\r\n"),
  bytes("User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /c/*\nAllow: /d\nContent-Signal: ai-train=no\nHost: x\n"),
  bytes("User-agent: CCBot\nContent-Usage: /a train-ai=n, b=y\nLicense: https://a.example/l\nUser-agent: *\nDisallow:\n"),
  bytes("User-agent: *\nDisallow: /catalogue\n: /x\nnoindex: /y\nDisallow: /*.php$\nDisallow: *\x00\x01\x02\n"),
];

/** Real files, unpacked once; none without the folder of shared data. */
function realFiles() {
  const archive = shared("corpus/real-sites.tar.xz");
  if (archive === null) return [];
  const done = spawnSync("tar", ["-xJf", archive, "-C", folder]);
  assert.equal(done.status, 0, String(done.stderr));
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".txt")).sort();
  // Each thirtieth, and none so large that the command needs long for it.
  const files = names.filter((_, index) => index % 30 === 0).map((name) => readFileSync(join(folder, name)));
  return files.filter((file) => file.length < 50_000);
}
const ALL = [...FILES, ...realFiles()];
const URLS = ["/", "/a/b?c", "https://example.com/x/../a", "https://other.example/ä", "nix", "/a/%c3", " /a "];

test("what is no text and no bytes is no empty file, which would allow everything", () => {
  const text = "User-agent: *\nDisallow: /\n";
  const whole = new TextEncoder().encode(`##${text}`);
  const { buffer } = new TextEncoder().encode(text);
  const good = [text, Buffer.from(text), buffer, new Uint8Array(buffer), new DataView(whole.buffer, 2), whole.subarray(2)];
  const bad = [null, undefined, {}, 0, 5, [], true, Promise.resolve(text), new Response(text), new String(text), new Blob([text]), () => text];
  for (const Class of [RobotsTxt, SmallRobotsTxt]) {
    for (const content of good) assert.equal(new Class(content).isAllowed("a", "https://x.example/y"), false);
    for (const content of bad) assert.throws(() => new Class(content), TypeError);
    assert.throws(() => new Class(Promise.resolve(text)), /not Promise; await it/);
  }
  for (const content of [Promise.resolve(text), {}, 5, new Response(text)])
    assert.throws(() => robotsParser("https://x.example/robots.txt", content), TypeError);
  for (const other of [text, null, undefined, {}]) assert.throws(() => new RobotsTxt(text).diff(other), TypeError);
});

test("check", () => {
  for (const [number, content] of ALL.entries()) {
    const file = at("robots.txt", content);
    for (const profile of number < FILES.length ? PROFILES : ["google"]) {
      for (const origin of [undefined, "https://example.com"]) {
        const args = ["check", "--robots", file, "--format", "json", "--profile", profile, "--agent", "Googlebot,GPTBot"];
        if (origin) args.push("--origin", origin);
        const robots = new RobotsTxt(content, { profile, origin });
        for (const explain of [false, true]) {
          const { stdout } = command([...args, ...(explain ? ["--explain"] : []), "--", ...URLS]);
          const question = { ask: "check", agents: ["Googlebot", "GPTBot"], urls: URLS, explain };
          assert.equal(robots.ask(question), stdout.toString(), `${number} ${profile} ${origin}`);
        }
      }
    }
  }
});

test("lint, fix, fmt, minimise, parse", () => {
  for (const content of ALL) {
    const file = at("robots.txt", content);
    const robots = new RobotsTxt(content);
    assert.equal(robots.ask({ ask: "lint", name: file }), command(["lint", "--format", "json", file]).stdout.toString());
    assert.equal(robots.ask({ ask: "parse" }), command(["parse", "--format", "json", file]).stdout.toString());
    assert.deepEqual(Buffer.from(robots.format()), command(["fmt", file]).stdout);
    const { stdout, stderr } = command(["minimise", file]);
    if (stderr.startsWith("error: ")) {
      assert.throws(() => robots.minimise(), { name: "QuestionError" });
    } else {
      assert.deepEqual(Buffer.from(robots.minimise()), stdout);
      const list = command(["minimise", "--list", "--format", "json", "--under", "90", file]).stdout.toString();
      assert.equal(robots.ask({ ask: "needless", under: 90 }), list);
    }
    for (const all of [false, true]) {
      const fixed = at("fixed.txt", content);
      command(["lint", all ? "--fix=all" : "--fix", fixed]);
      assert.deepEqual(Buffer.from(robots.fix({ all })), readFileSync(fixed));
    }
  }
});

test("diff", () => {
  for (const [number, content] of ALL.entries()) {
    const other = ALL[(number + 1) % ALL.length];
    const [before, after] = [at("before.txt", content), at("after.txt", other)];
    const [old, changed] = [new RobotsTxt(content), new RobotsTxt(other)];
    for (const region of [undefined, "/a"]) {
      const args = ["diff", "--format", "json", ...(region ? ["--region", region] : []), before, after];
      assert.equal(old.ask({ ask: "diff", after: changed, region }), command(args).stdout.toString(), `${number} ${region}`);
    }
  }
  // What is said of no URL is true.
  for (const region of ["shop/", "/{id}/"]) {
    assert.throws(() => new RobotsTxt("").diff(new RobotsTxt(""), { region }), { name: "QuestionError", message: /write \// });
  }
});

test("verify", () => {
  const expectations = "allow Googlebot /products/\ndisallow * /a except /a/b\nsame Googlebot bingbot /\nrefuse train * /\n";
  for (const content of ALL) {
    const [file, claims] = [at("robots.txt", content), at("claims.txt", expectations)];
    const { stdout } = command(["verify", "--format", "json", "--robots", file, claims]);
    const { stdout: other } = stdout.length > 0 ? { stdout } : command(["verify", "--format", "json", claims, file]);
    assert.ok(other.length > 0);
    assert.equal(new RobotsTxt(content).ask({ ask: "verify", expectations }), other.toString());
  }
  assert.throws(() => new RobotsTxt("").verify("alow * /"), { name: "QuestionError", message: /line 1/ });
  assert.throws(() => new RobotsTxt("").verify("# none\n"), { name: "QuestionError" });
});

test("uses", () => {
  const [agents, uses] = [["CCBot", "Google-Extended", "Unheard"], ["train", "search", "tdm"]];
  for (const content of ALL) {
    const file = at("robots.txt", content);
    const args = ["check", "--robots", file, "--format", "json", "--use", uses.join(","), "--agent", agents.join(",")];
    const { stdout } = command([...args, "--", ...URLS]);
    assert.equal(new RobotsTxt(content).ask({ ask: "uses", agents, urls: URLS, uses }), stdout.toString());
  }
});

test("crawlers, lints, recipes", () => {
  const [crawlers, all] = [["crawlers"], ["lint", "--explain", "all"]].map((args) => command([...args, "--format", "json"]));
  assert.deepEqual(knownCrawlers(), jsonLines(crawlers.stdout.toString()));
  assert.deepEqual(lints(), jsonLines(all.stdout.toString()));
  assert.ok(recipes().length > 20);
  const wanted = ["ai-training", "directory=/calendar/"];
  const made = command(["new", ...wanted.flatMap((recipe) => ["--recipe", recipe])]);
  const { robots } = compose(wanted);
  assert.equal(robots, made.stdout.toString(), made.stderr);
  assert.throws(() => compose(["nix"]), { name: "QuestionError", message: /`nix` is not a recipe/ });
  const more = new RobotsTxt("User-agent: *\nDisallow: /a\n").add("directory=/x/");
  assert.match(more.robots, /Disallow: \/x\//);
});

test("texts keep their form, and any text comes back", () => {
  const file = "User-agent: *\nDisallow: /ä\n";
  assert.equal(new RobotsTxt(file).minimise(), file);
  assert.ok(new RobotsTxt(Buffer.from(file)).minimise() instanceof Uint8Array);
  for (const name of ["\0", "\x01\x02\x03", "ä💩", "", "a\0b"]) {
    assert.equal(new RobotsTxt(file).lint(name).file, name);
  }
  const why = new RobotsTxt(file).why("Googlebot", "/ä/b");
  assert.equal(why.explanation.matches.length, 1);
  assert.match(new RobotsTxt(file).explain("Googlebot", "/ä/b"), /line 2/);
  assert.throws(() => new RobotsTxt(file).why("Googlebot", "nix"), { name: "UrlError" });
  assert.throws(() => new RobotsTxt(file).ask({ ask: "nix" }), { name: "QuestionError" });
  const freed = new RobotsTxt(file);
  freed.free();
  freed.free();
  assert.throws(() => freed.lint(), { name: "MaycrawlError" });
});

test("files of any size and bytes", () => {
  const large = `User-agent: *\n${"Disallow: /ä/💩\n".repeat(60_000)}`;
  const [text, raw] = [new RobotsTxt(large), new RobotsTxt(Buffer.from(large))];
  assert.equal(text.ask({ ask: "check", agents: ["Googlebot"], urls: ["/ä/💩"] }), raw.ask({ ask: "check", agents: ["Googlebot"], urls: ["/ä/💩"] }));
  assert.equal(text.check("Googlebot", `/${"a".repeat(60_000)}`).allowed, true);
  assert.throws(() => text.check("Googlebot", `/${"a".repeat(70_000)}`), { name: "UrlError", message: /64 KiB/ });
});
