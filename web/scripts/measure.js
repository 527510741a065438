/**
 * Measures what a key costs in the built page, in time and in CPU time: `node scripts/measure.js [ADDRESS]`. It opens Chromium with files and
 * tables of known sizes and prints medians and maxima. Nothing passes or fails by them: they depend on the machine.
 *
 * ADDRESS is a service that serves the page. Without it, the built page is served without one. With it, the first verdict on a slow line
 * is measured too, for a site on loopback: start the service with `--allow-private`. Of the static tester it is measured if there is one.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { argv, env, getuid } from "node:process";
import { chromium } from "playwright-core";
import { preview } from "vite";
import { Site } from "../e2e/site.js";
import { StaticHost } from "../e2e/static-host.js";
import { TesterPage } from "../e2e/tester-page.js";

const KEYS = 30;
const QUICK_MS = 60;
const PAUSE_MS = 700;
const SETTLE_MS = 3000;
const TESTER = resolve(import.meta.dirname, "../../target/tester");
const server = argv[2]
  ? null
  : await preview({
      root: resolve(import.meta.dirname, ".."),
      preview: { port: 0 },
      logLevel: "error",
    });
const address = argv[2] ?? server.resolvedUrls.local[0];

/** A file with this many rules for each of `groups` groups, most of which no URL follows. */
function file(groups, rules) {
  const names = [
    "*",
    "Googlebot",
    "GPTBot",
    "CCBot",
    "bingbot",
    "Applebot",
    "YandexBot",
    "PetalBot",
  ];
  return names
    .slice(0, groups)
    .map((name, group) => {
      const lines = Array.from(
        { length: rules },
        (_, at) => `Disallow: /${at % 7 === 0 ? "*" : ""}s${group}/d${at}/`,
      );
      return `User-agent: ${name}\n${lines.join("\n")}\n`;
    })
    .join("\n");
}

const CASES = [
  { name: "100 KB, 200 URLs, all crawlers", robots: file(8, 600), urls: 200, rate: 1 },
  { name: "the same, CPU 4 times slower", robots: file(8, 600), urls: 200, rate: 4 },
  { name: "500 KiB, 20,000 rules", robots: file(8, 2500).slice(0, 500 << 10), urls: 200, rate: 1 },
];

/** Runs in the page. Marks each key, and the verdicts about the text with it. */
function markKeys() {
  let isWaiting = false;
  addEventListener(
    "keydown",
    () => {
      isWaiting = true;
      performance.mark("measured-key");
    },
    true,
  );
  const grid = document.querySelector('[data-testid="matrix"]');
  new MutationObserver(() => {
    if (!isWaiting || grid.dataset.asking !== "false") return;
    isWaiting = false;
    performance.mark("measured-verdicts");
  }).observe(grid, { attributes: true, attributeFilter: ["data-asking"] });
}

/**
 * What a trace says, in milliseconds. `elapsed` is from a key to its verdicts. `worked` is the CPU time of the main thread
 * meanwhile, which a busy machine changes less. `tasks` is the CPU time of each of its tasks.
 */
function read(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const marks = traceEvents.filter(({ name }) => name.startsWith("measured-"));
  const [main] = marks;
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) =>
      name.endsWith("RunTask") && pid === main.pid && tid === main.tid && tdur > 0,
  );
  const found = { elapsed: [], worked: [], tasks: tasks.map(({ tdur }) => tdur / 1000) };
  marks.sort((a, b) => a.ts - b.ts);
  for (const [at, { name, ts }] of marks.entries()) {
    const key = marks[at - 1];
    if (name !== "measured-verdicts" || key?.name !== "measured-key") continue;
    found.elapsed.push((ts - key.ts) / 1000);
    const meanwhile = tasks.filter((task) => task.ts + task.dur > key.ts && task.ts <= ts);
    found.worked.push(meanwhile.reduce((sum, { tdur }) => sum + tdur, 0) / 1000);
  }
  return found;
}

function summary(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (part) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, 9 of 10 below ${at(0.9)} ms, most ${at(1)} ms`;
}

async function measure(browser, { name, robots, urls, rate }) {
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(address);
  const tester = new TesterPage(page);
  await tester.locate("card-nothing").click();
  await tester.paste(robots);
  await tester.uploadUrls(...Array.from({ length: urls }, (_, at) => `/s${at % 8}/d${at}/x`));
  await tester.locate("preset-all").click();
  await tester.waitForVerdicts();
  await tester.editor.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await tester.waitForExplanation();
  await page.waitForTimeout(SETTLE_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  await page.evaluate(markKeys);
  const requests = new Set();
  page.on("request", (request) => requests.add(new URL(request.url()).pathname));
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.type("x");
    // Some keys come quickly, and after some the page has time for all answers.
    await page.waitForTimeout(key % 3 === 0 ? PAUSE_MS : QUICK_MS);
  }
  await page.waitForTimeout(SETTLE_MS);
  const { elapsed, worked, tasks } = read(await browser.stopTracing());
  const long = tasks.filter((ms) => ms > 50).length;
  console.log(`${name} (${robots.length} bytes), ${elapsed.length} keys`);
  console.log(`  key to verdicts:           ${summary(elapsed)}`);
  console.log(`  main thread meanwhile:     ${summary(worked)}`);
  console.log(`  its tasks above 50 ms:     ${long} of ${tasks.length}, ${summary(tasks)}`);
  console.log(`  requested while typing:    ${[...requests].join(" ") || "nothing"}`);
  await context.close();
}

/** As "Slow 3G" of Chromium's tools, without the latency that they add to each request of a connection that is already open. */
const SLOW_LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 51_200,
  uploadThroughput: 51_200,
};

/** A page on a slow line, on a slow device. */
async function slowPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", SLOW_LINE);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return { context, page, tester: new TesterPage(page) };
}

/** A first visit to the static tester, until a draft has its verdict, and until the engine has explained it. */
async function measureStatic(browser) {
  const host = await StaticHost.start(TESTER);
  // A worker that keeps the files for later would load them beside the page.
  const { context, page, tester } = await slowPage(browser, { serviceWorkers: "block" });
  await host.compressAll();
  const started = performance.now();
  const since = () => `${Math.round(performance.now() - started)} ms`;
  await page.goto(host.address + host.path, { waitUntil: "commit" });
  await tester.locate("card-nothing").click();
  // The field that stands in for the editor has the focus.
  await page.locator(".plain-draft").waitFor();
  await page.keyboard.insertText("User-agent: *\nDisallow: /\n");
  const written = since();
  await tester.expectBanner("disallowed", "line 2");
  const decided = since();
  await tester.locate("repair-apply").waitFor();
  console.log("first visit to the static tester, 400 kbit/s, CPU 4 times slower");
  console.log(`  until a draft is written:  ${written}`);
  console.log(`  until its verdict:         ${decided}`);
  console.log(`  until its repair:          ${since()}`);
  await context.close();
  await host.close();
}

/** A first visit: how long until the box can be used, and from Enter to the verdict and to its repair. */
async function measureFirstVisit(browser) {
  const shop = await Site.open("User-agent: *\nDisallow: /products/\n");
  const { context, page, tester } = await slowPage(browser);
  const started = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await tester.locate("site-input").fill(`${shop.origin}/products/shoe`);
  const entered = performance.now();
  await page.keyboard.press("Enter");
  await tester.expectBanner("disallowed", "line 2");
  const decided = performance.now();
  await tester.locate("repair-apply").waitFor();
  console.log("first visit, 400 kbit/s, CPU 4 times slower");
  console.log(`  until the box can be used: ${Math.round(entered - started)} ms`);
  console.log(`  from Enter to the verdict: ${Math.round(decided - entered)} ms`);
  console.log(`  and to its repair:         ${Math.round(performance.now() - entered)} ms`);
  await context.close();
  await shop.close();
}

const browser = await chromium.launch({
  executablePath: env.CHROMIUM ?? "/usr/bin/chromium",
  args: getuid?.() === 0 ? ["--no-sandbox"] : [],
  chromiumSandbox: getuid?.() !== 0,
});
if (argv[2]) await measureFirstVisit(browser);
if (existsSync(TESTER)) await measureStatic(browser);
for (const one of CASES) await measure(browser, one);
await browser.close();
await server?.close();
