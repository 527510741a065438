/**
 * The test harness: the built command serves the page, a real browser opens it, and a proxy between them records each
 * request. With `E2E_PAGE=static` a plain web host serves the static tester instead, and what needs the service is skipped.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { Site } from "./site.js";
import { StaticHost } from "./static-host.js";
import { TesterPage } from "./tester-page.js";

const ROOT = resolve(import.meta.dirname, "../..");
export const COMMAND =
  process.env.MAYCRAWL ??
  join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/maycrawl");
const TESTER = process.env.MAYCRAWL_TESTER ?? join(ROOT, "target/tester");
const IS_STATIC = process.env.E2E_PAGE === "static";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** A limit for tests that would never end. No test depends on time otherwise. */
const TIMEOUT_MS = Number(process.env.E2E_TIMEOUT ?? 60) * 1000;

const BROWSER_FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Only loopback addresses can be resolved.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

let environment = null;

/**
 * In CI one walk of each process may fail once: its machine has two processors for the browsers and for compilers beside them.
 * The run names such a walk. It has found a race, so elsewhere it fails.
 */
let mayTryAgain = process.env.CI === "true";

/** A test asked for what the static tester has not. */
class NeedsService extends Error {}

/** Why a test does not run with this page; false if it does. */
function reasonToSkip({ needsService, needsStatic }) {
  if (!IS_STATIC) return needsStatic ? "is about the static tester" : false;
  if (needsService) return `needs the service: ${needsService}`;
  return hasEngine() ? false : "this static tester has no engine";
}

function hasEngine() {
  return readdirSync(join(TESTER, "assets")).some((name) => name.endsWith(".wasm"));
}

/**
 * A browser test with its own pages and its own sites. `PageMonitor` checks its rules at the end.
 *
 * `options` are those of the browser context. `needsService` is the reason why the static tester cannot do it; a test that
 * opens a site, or asks for `service`, needs no such reason. `needsStatic` is a test of the static tester alone. A test with
 * `ownContext` has a `context` that no other test uses, so it may change it.
 */
export function browserTest(title, options, steps = options) {
  const { needsService, needsStatic, ...contextOptions } =
    typeof options === "function" ? {} : options;
  const skip = reasonToSkip({ needsService, needsStatic });
  test(title, { timeout: 3 * TIMEOUT_MS, skip }, async (run) => {
    const walk = () => walkOnce({ run, title, contextOptions, steps });
    await walk().catch((error) => {
      if (!mayTryAgain) throw error;
      mayTryAgain = false;
      run.diagnostic(`FAILED ONCE, repair it: ${title}: ${error.stack}`);
      return walk();
    });
  });
}

async function walkOnce({ run, title, contextOptions, steps }) {
  const { ownContext, viewport, ...rest } = contextOptions;
  const shared = ownContext ? null : await SharedContext.with(rest);
  const context = shared?.context ?? (await newContext(rest));
  environment.proxy.requests.length = 0;
  const started = [];
  const monitor = new PageMonitor(context, environment.proxy);
  const load = async (fragment) => {
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await page.goto(environment.proxy.address + fragment);
    return new TesterPage(page);
  };
  let hasFailed = false;
  try {
    await steps(toolsOf({ monitor, load, started, context: ownContext ? context : undefined }));
    monitor.check();
  } catch (error) {
    if (error instanceof NeedsService) {
      run.skip(`needs the service: ${error.message}`);
      return;
    }
    hasFailed = true;
    monitor.addConsoleTo(error);
    await screenshotFailure(context, title);
    throw error;
  } finally {
    monitor.stop();
    if (shared && !hasFailed) await shared.clear();
    else await (shared ?? context).close();
    environment.proxy.acceptConnections();
    if (IS_STATIC) environment.service.host.service = "";
    await Promise.all(started.map((one) => one.close()));
  }
}

/** What a walk is given. What it starts is added to `started`. */
function toolsOf({ monitor, load, started, context }) {
  return {
    monitor,
    context,
    get service() {
      if (IS_STATIC) throw new NeedsService("asks the service");
      return environment.proxy;
    },
    /** What stands between browser and page: the proxy of the service, or of the plain host. */
    host: environment.proxy,
    /** Starts a service that lets the static tester ask it. */
    startService: async () => {
      const allowed = ["--allow-origin", environment.proxy.origin];
      const service = await serve(await mkdtemp(join(environment.folder, "store-")), allowed);
      started.push(service);
      environment.service.host.service = service.address;
      monitor.otherOrigins.push(service.address);
    },
    /** Opens the page on its start screen. */
    openStart: async () => {
      const tester = await load("");
      await tester.locate("start").waitFor();
      return tester;
    },
    /** Opens the page with an empty draft, or with the state of a link. */
    open: async (fragment = "") => {
      const tester = await load(fragment);
      const start = tester.locate("card-nothing");
      await start.or(tester.locate("matrix")).first().waitFor();
      if (await start.isVisible()) await start.click();
      await tester.waitForVerdicts();
      return tester;
    },
    site: async (...file) => {
      if (IS_STATIC) throw new NeedsService("opens a site");
      const site = await Site.open(...file);
      started.push(site);
      return site;
    },
  };
}

async function newContext(options) {
  const context = await environment.browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    acceptDownloads: true,
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}

/** It has an icon, so that the browser asks for none. */
const EMPTY_PAGE = { contentType: "text/html", body: '<link rel="icon" href="data:,">' };

/**
 * A browser context for all tests with the same options. A page in a new context needs a new process, which takes
 * longer than most tests. Here a page that stays open keeps the process; between tests all other pages are closed, and all
 * that they stored is deleted. A test that fails takes the context with it.
 */
class SharedContext {
  static #all = new Map();
  #key;
  #keeper;
  #devtools;

  static async with(options) {
    const key = JSON.stringify(options);
    if (!SharedContext.#all.has(key)) {
      const shared = new SharedContext();
      shared.#key = key;
      shared.context = await newContext(options);
      shared.#keeper = await shared.context.newPage();
      await shared.#keeper.route("**", (route) => route.fulfill(EMPTY_PAGE));
      await shared.#keeper.goto(environment.proxy.address);
      shared.#devtools = await shared.context.newCDPSession(shared.#keeper);
      SharedContext.#all.set(key, shared);
    }
    return SharedContext.#all.get(key);
  }

  async clear() {
    const pages = this.context.pages().filter((page) => page !== this.#keeper);
    await Promise.all(pages.map((page) => page.close()));
    // The process has a copy of the local storage, which DevTools would clear a moment later.
    await this.#keeper.evaluate(() => localStorage.clear());
    const { origin } = environment.proxy;
    await this.#devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await this.#devtools.send("Network.clearBrowserCache");
  }

  async close() {
    SharedContext.#all.delete(this.#key);
    await this.context.close();
  }
}

async function screenshotFailure(context, title) {
  for (const page of context.pages())
    await new TesterPage(page).savePicture(`failed: ${title}`.slice(0, 80)).catch(() => {});
}

/** Rules for every test: no request to another origin, no URL that contains a draft, no console errors. */
class PageMonitor {
  /** Patterns of console messages that a test causes on purpose. */
  expectedMessages = [];
  /** Origins that a test lets the page ask. */
  otherOrigins = [];
  #context;
  #proxy;
  #foreignRequests = [];
  #consoleMessages = [];
  #listeners = {
    request: (request) => {
      const url = request.url();
      const origins = [this.#proxy.origin, ...this.otherOrigins];
      const isKnown = origins.some((origin) => url.startsWith(`${origin}/`));
      if (!isKnown && !url.startsWith("blob:")) this.#foreignRequests.push(url);
    },
    console: (message) => {
      if (["error", "warning"].includes(message.type())) this.#consoleMessages.push(message.text());
    },
    weberror: (error) => this.#consoleMessages.push(String(error.error())),
  };

  constructor(context, proxy) {
    this.#context = context;
    this.#proxy = proxy;
    for (const [event, listener] of Object.entries(this.#listeners)) context.on(event, listener);
  }

  stop() {
    for (const [event, listener] of Object.entries(this.#listeners))
      this.#context.off(event, listener);
  }

  /** The page's requests to the service, by beginning, such as `"POST /v1/draft/check"`. */
  requests(line) {
    return this.#proxy.requests.filter(({ method, url }) => `${method} ${url}`.startsWith(line));
  }

  /** Adds the console messages to the error of a failed test. */
  addConsoleTo(error) {
    if (this.#consoleMessages.length > 0)
      error.message += `\nconsole: ${this.#consoleMessages.join("\n")}`;
  }

  check() {
    assert.deepEqual(this.#foreignRequests, [], "requests to other origins");
    const unexpected = this.#consoleMessages.filter(
      (text) => !this.expectedMessages.some((pattern) => pattern.test(text)),
    );
    assert.deepEqual(unexpected, [], "unexpected console messages");
    for (const { method, url, headers } of this.#proxy.requests) {
      const line = `${method} ${url.replace(environment.service.path, "/")}`;
      assert.match(line, ALLOWED_REQUESTS, "the page must not request this");
      assert.ok(!/#|disallow|user-agent/i.test(url), `the URL contains a draft: ${line}`);
      assert.ok(
        !/#|disallow/i.test(headers.referer ?? ""),
        `the referrer contains a draft: ${line}`,
      );
    }
  }
}

const ALLOWED_REQUESTS = IS_STATIC
  ? /^GET \/(?:|\?lang=\w+|favicon\.svg|assets\/[\w-]+\.(?:js|css|ftl|wasm)|service-worker\.js|tester\.webmanifest|icon-\w+\.(?:png|svg))$/
  : /^(?:GET \/(?:|docs|r\/1\.[\w-]+|favicon\.svg|assets\/[\w-]+\.(?:js|css|ftl|wasm)|v1\/(?:crawlers|options|recipes|lints\/R\d+|crawlers\/resolve\?name=[^&]+|robots\?origin=[^&]+(?:&policy=[\w-]+)?))|POST \/v1\/(?:check|inspect|sitemap|robots\/(?:as|compare|refresh)|draft\/(?:check|explain|lint|diff|summary|card|compose|sitemap\?limit=1000)))$/;

/** A proxy between browser and service. It forwards every byte unchanged and records the head of each request. */
class RecordingProxy {
  requests = [];
  #sockets = new Set();
  #isRefusing = false;

  static async start(service) {
    const proxy = new RecordingProxy();
    const { hostname, port } = new URL(service);
    proxy.server = net.createServer((browser) => {
      const upstream = net.connect(Number(port), hostname);
      if (proxy.#isRefusing) browser.destroy();
      for (const socket of [browser, upstream]) {
        proxy.#sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          browser.destroy();
          upstream.destroy();
          proxy.#sockets.delete(socket);
        });
      }
      browser.on("data", requestRecorder(proxy.requests));
      browser.pipe(upstream).pipe(browser);
    });
    await new Promise((listening) => proxy.server.listen(0, "127.0.0.1", listening));
    proxy.origin = `http://127.0.0.1:${proxy.server.address().port}`;
    return proxy;
  }

  /** Simulates a stopped service: closes all connections and refuses new ones. */
  refuseConnections() {
    this.#isRefusing = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  acceptConnections() {
    this.#isRefusing = false;
  }

  close() {
    this.refuseConnections();
    this.server.close();
  }
}

/** Parses the requests of one connection from chunks of any size. Skips bodies by their length. */
function requestRecorder(requests) {
  let unread = Buffer.alloc(0);
  let body = 0;
  return (part) => {
    unread = Buffer.concat([unread, part]);
    for (;;) {
      const skipped = Math.min(body, unread.length);
      unread = unread.subarray(skipped);
      body -= skipped;
      const end = unread.indexOf("\r\n\r\n");
      if (body > 0 || end < 0) return;
      const [first, ...fields] = unread.toString("latin1", 0, end).split("\r\n");
      const [method, url] = first.split(" ");
      const headers = Object.fromEntries(fields.map((field) => field.toLowerCase().split(": ")));
      requests.push({ method, url, headers });
      body = Number(headers["content-length"] ?? 0);
      unread = unread.subarray(end + 4);
    }
  };
}

/** Starts `maycrawl serve` with its own store and returns the address that it prints. */
async function serve(folder, flags = []) {
  const store = join(folder, "store.sqlite");
  const child = spawn(
    COMMAND,
    [
      ...["serve", "--allow-private", "--store", store, "--listen", "127.0.0.1:0"],
      ...["--admin-listen", "off", "--rate-limit", "1000", "--log-format", "off"],
      // Tests change the file of a site and refresh it immediately.
      ...["--min-refresh-interval", "0"],
      ...flags,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const gone = new Promise((_, refuse) => {
    child.on("error", refuse);
    child.on("exit", (code) => refuse(new Error(`${COMMAND} serve ended with ${code}`)));
  });
  gone.catch(() => {});
  const [line] = await Promise.race([
    createInterface(child.stdout)
      [Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [value]),
    gone,
  ]);
  const address = /http:\/\/\S+(?=\/)/.exec(line)?.[0];
  assert.ok(address, `no address in: ${line}`);
  const close = async () => {
    const ended = new Promise((end) => child.on("exit", end));
    child.kill("SIGTERM");
    await ended;
  };
  return { address, path: "/", close };
}

/** The command's own answers about a file, by URL, then by crawler. */
export async function checkByCommand(robots, urls, agents, origin) {
  const agentFlags = agents.flatMap((agent) => ["--agent", agent]);
  const flags = ["check", "--robots", "-", "--origin", origin, "--format", "json", ...agentFlags];
  const child = spawn(COMMAND, [...flags, ...urls], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(robots);
  let printed = "";
  for await (const part of child.stdout) printed += part;
  return printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The file after `maycrawl lint --fix=all`. */
export async function fixAllByCommand(robots) {
  const file = join(environment.folder, "robots.txt");
  await writeFile(file, robots);
  const child = spawn(COMMAND, ["lint", "--fix=all", file], { stdio: "ignore" });
  await new Promise((ended) => child.on("exit", ended));
  return readFile(file, "utf8");
}

/** The static tester on a plain host, in the place of the service. */
async function serveStatic() {
  const host = await StaticHost.start(TESTER);
  return { address: host.address, path: host.path, host, close: () => host.close() };
}

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), "maycrawl-e2e-"));
  const service = IS_STATIC ? await serveStatic() : await serve(folder);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: process.getuid?.() === 0 ? ["--no-sandbox", ...BROWSER_FLAGS] : BROWSER_FLAGS,
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: TIMEOUT_MS,
  });
  const proxy = await RecordingProxy.start(service.address);
  proxy.address = proxy.origin + service.path;
  environment = { folder, service, browser, proxy };
});

after(async () => {
  if (!environment) return;
  await environment.browser.close();
  environment.proxy.close();
  await environment.service.close();
  await rm(environment.folder, { recursive: true });
});
