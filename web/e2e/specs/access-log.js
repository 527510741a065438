/** An access log that is given to the page: judged in the browser by the text in the editor, and nothing of it is sent. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import { browserTest, COMMAND } from "../harness.js";

const ROBOTS = "User-agent: *\nDisallow: /private\n\nUser-agent: CCBot\nDisallow: /\n";
const AGENTS = {
  GPTBot: "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  CCBot: "CCBot/2.0 (https://commoncrawl.org/faq/)",
  Googlebot: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  nobody: "Mozilla/5.0 (X11; Linux x86_64)",
};

/** A line of the combined format. */
function line(minute, agent, target, status = 200) {
  const time = `25/Nov/2026:08:${String(minute).padStart(2, "0")}:00 +0000`;
  return `192.0.2.${minute} - - [${time}] "GET ${target} HTTP/1.1" ${status} 5 "-" "${AGENTS[agent]}"\n`;
}

const HOSTILE = "/private/<img/src=x/onerror=alert(1)>";
const LOG = [
  line(0, "GPTBot", "/robots.txt"),
  line(1, "Googlebot", "/robots.txt"),
  line(2, "Googlebot", "/open"),
  line(3, "nobody", "/private/a"),
  line(4, "GPTBot", HOSTILE),
  ...Array.from({ length: 12 }, (_, at) => line(5 + at, "CCBot", `/page/${at}`)),
  "no request\n",
].join("");

function give(tester, buffer, name = "access.log") {
  return tester.locate("url-file").setInputFiles({ name, mimeType: "text/plain", buffer });
}

/** The rows of the table by crawler: requests, obeyed, disobeyed, reading not known, never asked, excused, not known. */
async function figures(tester) {
  const rows = await tester.locate("audit-table").locator("tbody tr").all();
  const cells = rows.map(async (row) => [
    await row.getAttribute("data-crawler"),
    (await row.locator("td").allInnerTexts()).map(Number),
  ]);
  return Object.fromEntries(await Promise.all(cells));
}

async function figuresOfCommand() {
  const folder = await mkdtemp(join(tmpdir(), "audit-"));
  try {
    const [log, robots] = ["access.log", "robots.txt"].map((name) => join(folder, name));
    await writeFile(log, LOG);
    await writeFile(robots, ROBOTS);
    const site = ["--site", "https://site.invalid", "--no-dns", "--allow-unreadable"];
    const args = ["audit", log, "--robots", robots, "--format", "json", ...site];
    const { stdout } = await promisify(execFile)(COMMAND, args);
    const rows = JSON.parse(stdout).crawlers.map((row) => [
      row.crawler,
      [
        ...[row.requests, row.obeyed, row.disobeyed, row.reading_not_known],
        ...[row.never_asked, row.excused, row.not_known],
      ],
    ]);
    return Object.fromEntries(rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

browserTest(
  "a log is judged as the command does, and nothing of it is sent",
  // The worker of the static tester loads all files, when it likes.
  { serviceWorkers: "block" },
  async ({ open, monitor }) => {
    monitor.expectedMessages.push(/Service Worker registration blocked/);
    const tester = await open();
    await tester.paste(ROBOTS);
    await tester.waitForExplanation();
    // A browser asks for the icon again when the address changes.
    const asked = () =>
      monitor
        .requests("")
        .map(({ method, url }) => `${method} ${url}`)
        .filter((it) => !it.endsWith("/favicon.svg"));
    const before = asked().length;
    await give(tester, Buffer.from(LOG));
    await tester.locate("audit-dialog", { state: "done" }).waitFor();
    assert.deepEqual(await figures(tester), await figuresOfCommand());
    const told = await tester.locate("audit-dialog").innerText();
    // What the page cannot know comes before the figures.
    const order = ["2026-11-25 08:00:00 UTC", "by name only", "18 lines, 17 requests.", "CCBot"];
    const places = order.map((text) => told.indexOf(text));
    assert.ok(
      places.every((place, at) => place > (places[at - 1] ?? -1)),
      `${order} at ${places}: ${told}`,
    );
    assert.match(told, /One line could not be read\./);
    const worst = await tester.locate("audit-worst").locator("li").allInnerTexts();
    assert.equal(worst.length, 4, "three of CCBot, one of GPTBot");
    assert.match(worst[0], /calls itself CCBot requested \/page\/0\..*the log does not tell/);
    assert.ok(worst[3].includes(`GPTBot requested ${HOSTILE}`), worst[3]);
    assert.match(
      worst[3],
      /The copy that it read at 2026-11-25 08:00:00 UTC disallows it \(line 2\)/,
    );
    // The files of the page that read logs, once; the draft and the log are not sent.
    const files = asked().slice(before);
    const others = files.filter((it) => !/^GET \S*\/assets\/[\w-]+\.(js|wasm)$/.test(it));
    assert.deepEqual(others, []);
    assert.ok(files.length > 0);
    await give(tester, gzipSync(LOG), "access.log.1.gz");
    await tester.page.getByText("Do crawlers obey? access.log.1.gz").waitFor();
    await tester.locate("audit-dialog", { state: "done" }).waitFor();
    assert.deepEqual(await figures(tester), await figuresOfCommand());
    assert.deepEqual(
      asked().filter((it) => it.startsWith("POST")),
      [],
    );
  },
);

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1280, 900],
])
  browserTest(
    `an audit fits a screen of ${width} pixels`,
    { viewport: { width, height } },
    async ({ open }) => {
      const tester = await open();
      await tester.paste(ROBOTS);
      await give(tester, Buffer.from(LOG));
      await tester.locate("audit-dialog", { state: "done" }).waitFor();
      const dialog = tester.locate("audit-dialog");
      const [shown, needed] = await dialog.evaluate((it) => [it.clientWidth, it.scrollWidth]);
      assert.ok(needed <= shown, `${needed} > ${shown}`);
      await tester.page.evaluate(axe.source);
      const { violations } = await tester.page.evaluate(() => window.axe.run());
      const serious = violations.filter(({ impact }) => /serious|critical/.test(impact));
      assert.deepEqual(
        serious.map(({ id }) => id),
        [],
      );
      await tester.screenshot(`access log ${width}`);
    },
  );

/** A part of the sentence about names, and one of the sentence about a request after it read the file. */
const TEXTS = {
  id: ["siapa pun bisa memakai nama", /klien yang menyebut diri GPTBot .* melarangnya \(baris 2\)/],
  ko: ["이름은 누구나 쓸 수 있습니다", /이름이 GPTBot인 클라이언트.*차단합니다\(2행\)/],
  th: ["ใครก็ใช้ชื่อได้", /เรียกตัวเองว่า GPTBot .* ไม่อนุญาต \(บรรทัดที่ 2\)/],
  fi: ["kuka tahansa voi käyttää nimeä", /nimellä GPTBot.* kieltää sen \(rivi 2\)/],
};
for (const [tag, [names, request]] of Object.entries(TEXTS))
  browserTest(
    `an audit in ${tag} has no English sentence and fits a phone`,
    { viewport: { width: 360, height: 740 }, locale: tag },
    async ({ open }) => {
      const tester = await open();
      await tester.paste(ROBOTS);
      await give(tester, Buffer.from(LOG));
      await tester.locate("audit-dialog", { state: "done" }).waitFor();
      const dialog = tester.locate("audit-dialog");
      const told = await dialog.innerText();
      assert.ok(told.includes(names), told);
      assert.match(told, request);
      assert.doesNotMatch(told, /\b(?:the|which|robots\.txt is|could not)\b/i);
      const [shown, needed] = await dialog.evaluate((it) => [it.clientWidth, it.scrollWidth]);
      assert.ok(needed <= shown, `${needed} > ${shown}`);
      await tester.screenshot(`access log ${tag}`);
    },
  );

browserTest("without a draft the log is not judged", async ({ open }) => {
  const tester = await open();
  await give(tester, Buffer.from(LOG));
  await tester.expectStatus("Put the robots.txt of the site into the editor");
  assert.equal(await tester.locate("audit-dialog").isVisible(), false);
});

browserTest(
  "what is read before a file is broken counts, and that the rest is missing is said",
  async ({ open }) => {
    const tester = await open();
    await tester.paste(ROBOTS);
    const packed = gzipSync(LOG.repeat(400));
    await give(tester, packed.subarray(0, packed.length - 100), "broken.log.gz");
    await tester.locate("audit-dialog", { state: "done" }).waitFor();
    const told = await tester.locate("audit-lines").innerText();
    assert.match(told, /The rest of the file could not be unpacked/);
    // Some programs write a member of gzip for each part of a log. A browser unpacks one.
    await tester.page.keyboard.press("Escape");
    const parts = [gzipSync(LOG.repeat(400)), gzipSync(LOG)];
    await give(tester, Buffer.concat(parts), "parts.log.gz");
    await tester.page.getByText("Do crawlers obey? parts.log.gz").waitFor();
    await tester.locate("audit-dialog", { state: "done" }).waitFor();
    assert.match(await tester.locate("audit-lines").innerText(), /gzip files of several parts/);
  },
);

browserTest("a log that would take too much memory ends with a message", async ({ open }) => {
  const tester = await open();
  await tester.paste(ROBOTS);
  // All of these requests are of one minute, so all are held until the next lines come: 360 MB, of which the module may have 256.
  const long = line(3, "GPTBot", `/private/${"a".repeat(60_000)}`);
  const packed = gzipSync(long.repeat(6000), { level: 1 });
  await give(tester, packed, "hostile.log.gz");
  const failed = tester.locate("audit-failed");
  await failed.filter({ hasText: "256 MiB" }).waitFor();
  // The page goes on, and reads the next log.
  await tester.page.keyboard.press("Escape");
  await give(tester, Buffer.from(LOG));
  await tester.locate("audit-dialog", { state: "done" }).waitFor();
});

browserTest("a long log can be stopped, and the page answers meanwhile", async ({ open }) => {
  const folder = await mkdtemp(join(tmpdir(), "audit-"));
  try {
    const tester = await open();
    await tester.paste(ROBOTS);
    const long = join(folder, "long.log");
    await writeFile(long, line(3, "GPTBot", "/private/a").repeat(400_000));
    await tester.locate("url-file").setInputFiles(long);
    await tester.locate("audit-dialog", { state: "reading" }).waitFor();
    await tester.nextFrame();
    await tester.page.keyboard.press("Escape");
    await tester.locate("audit-dialog", { state: "none" }).waitFor({ state: "attached" });
    const workers = () => tester.page.workers().map((worker) => worker.url());
    assert.deepEqual(
      workers().filter((url) => url.includes("audit")),
      [],
    );
    await tester.addUrl("/private/b");
    await tester.expectCell("/private/b", "Googlebot", { draft: "disallowed", line: 2 });
  } finally {
    await rm(folder, { recursive: true });
  }
});
