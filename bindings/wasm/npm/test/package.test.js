/** The package as it is installed: packed, in a project of its own, with its types; its size; and in a browser. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { PACKAGE, ROOT } from "./support.js";

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "maycrawl-package-"));
after(() => rmSync(folder, { recursive: true }));
const source = (name) => new URL(name, PACKAGE);

function run(program, args, cwd = folder) {
  const done = spawnSync(program, args, { cwd, encoding: "utf8" });
  assert.equal(done.status, 0, `${program} ${args.join(" ")}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

test("it is packed, installed and used", () => {
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], fileURLToPath(PACKAGE)));
  const names = packed.files.map((it) => it.path);
  for (const name of ["maycrawl.wasm", "check.wasm", "index.d.ts", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-NOTICES.txt"]) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(!names.some((name) => /^(test|node_modules)/.test(name)), names.join(" "));
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}');
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--offline", join(folder, packed.filename)]);
  writeFileSync(
    join(folder, "use.js"),
    `import { RobotsTxt } from "maycrawl";
     import { RobotsTxt as Checked } from "maycrawl/check";
     import { compile, load, loadCheck } from "maycrawl/load";
     import robotsParser from "maycrawl/robots-parser";
     import { readFileSync } from "node:fs";
     import { Worker } from "node:worker_threads";
     const file = "User-agent: *\\nDisallow: /a\\n";
     const wasm = (name) => readFileSync(new URL(import.meta.resolve("maycrawl/" + name)));
     const [large, small] = [await load(wasm("maycrawl.wasm")), await loadCheck(await compile(wasm("check.wasm")))];
     const all = [RobotsTxt, Checked, large.RobotsTxt, small.RobotsTxt].map((R) => new R(file).check("Googlebot", "/a").line);
     all.push(robotsParser("https://a.example/robots.txt", file).getMatchingLineNumber("https://a.example/a"));
     const code = 'import("maycrawl").then(({ RobotsTxt }) => { const { parentPort, workerData } = require("node:worker_threads");'
       + 'const it = new RobotsTxt(workerData).decide(["Googlebot"], ["/a"]); parentPort.postMessage(it.lines, it.buffers); })';
     const worker = new Worker(code, { eval: true, workerData: file });
     worker.once("message", (lines) => console.log(JSON.stringify([...all, lines[0]])));`,
  );
  assert.equal(run("node", ["use.js"]).trim(), "[2,2,2,2,2,2]");
  writeFileSync(join(folder, "types.ts"), readFileSync(source("test/types.ts")));
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,esnext.disposable"];
  run("node", [require.resolve("typescript/bin/tsc"), ...options, "types.ts"]);
});

/** The modules that an entry of the package imports, with itself. */
function imported(name, all = new Set()) {
  if (all.has(name)) return all;
  all.add(name);
  const text = readFileSync(source(name), "utf8");
  for (const [, path] of text.matchAll(/from "(\.[^"]+)"/g)) imported(new URL(path, source(name)).href.slice(PACKAGE.href.length), all);
  return all;
}

/** The bytes of an entry and its module with gzip: the scripts as one file, as every bundler makes it. */
function sizeOf(entry, module) {
  const scripts = Buffer.concat([...imported(entry)].map((name) => readFileSync(source(name))));
  const sizes = [scripts, readFileSync(source(module))].map((file) => gzipSync(file, { level: 9 }).length);
  return sizes[0] + sizes[1];
}

test("verdicts alone are below 45 KB, and the sizes that are told are those of the package", () => {
  const [check, all] = [sizeOf("check.js", "check.wasm"), sizeOf("index.js", "maycrawl.wasm")];
  assert.ok(check < 45_000, `${check} bytes with gzip`);
  const guide = readFileSync(new URL("docs/guide/javascript.md", ROOT), "utf8");
  const readme = readFileSync(source("README.md"), "utf8");
  const told = (text, pattern) => Number(text.match(pattern)[1]) * 1000;
  const rows = [
    [told(guide, /alone: (\d+) KB with gzip/), check],
    [told(guide, /all of `maycrawl` is\s+(\d+) KB/), all],
    [told(readme, /\| `maycrawl` \|.*\| (\d+) KB \|/), all],
    [told(readme, /\| `maycrawl\/robots-parser` \|.*\| (\d+) KB \|/), sizeOf("robots-parser.js", "fast.wasm")],
  ];
  for (const [said, measured] of rows) assert.ok(Math.abs(said - measured) < measured / 20, `${said} told, ${measured} measured`);
});

test("no text becomes code", () => {
  const files = ["", "lib/"].flatMap((part) => readdirSync(source(part || ".")).map((name) => part + name));
  for (const name of files.filter((it) => it.endsWith(".js"))) {
    assert.doesNotMatch(readFileSync(source(name), "utf8"), /\beval\(|new Function|setTimeout\("/, name);
  }
});

test("a page without unsafe-eval uses it, also in a worker", async () => {
  const { chromium } = createRequire(new URL("web/package.json", ROOT))("playwright-core");
  const types = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };
  const pages = {
    "page.html": '<script type="module" src="page.js"></script>',
    "page.js": `import { RobotsTxt } from "./index.js";
      import { RobotsTxt as Checked } from "./check.js";
      const file = "User-agent: *\\nDisallow: /a\\n";
      const worker = new Worker("worker.js", { type: "module" });
      worker.onmessage = ({ data }) => { document.title = [RobotsTxt, Checked].map((R) => new R(file).check("Googlebot", "/a").line).concat(data[0]).join(); };
      worker.postMessage(file);`,
    "worker.js": `const ready = import("./index.js");
      onmessage = async ({ data }) => {
        const { RobotsTxt } = await ready;
        const it = new RobotsTxt(data).decide(["Googlebot"], ["/a"]);
        postMessage(it.lines, it.buffers);
      };`,
  };
  const server = createServer((request, response) => {
    const name = request.url.slice(1);
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";
    try {
      const body = pages[name] ?? readFileSync(source(name));
      response.writeHead(200, { "content-type": types[name.split(".").at(-1)], "content-security-policy": policy }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-background-networking"] });
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/page.html`);
    await page.waitForFunction(() => document.title !== "", undefined, { timeout: 20_000 }).catch(() => {});
    assert.equal(await page.title(), "2,2,2", errors.join("\n"));
  } finally {
    await browser.close();
    server.close();
  }
});
