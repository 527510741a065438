/** Ask as: a site whose firewall looks at the User-Agent. */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const FILE = "User-agent: *\nDisallow: /private\n";
const BLOCKED = "<!doctype html><title>blocked</title>";

browserTest(
  "a block of Googlebot is explained in one sentence",
  async ({ open, site, monitor }) => {
    const live = await site(FILE);
    live.respondTo(/Googlebot/, BLOCKED, 403, { server: "cloudflare", "cf-ray": "8f2" });
    live.respondTo(/GPTBot/, "User-agent: *\nDisallow: /\n");
    const tester = await open();
    await tester.openSite(live);
    const before = await tester.locate("status").innerText();
    await tester.locate("ask-as").click();
    const sentence = tester.locate("ask-as-sentence");
    await sentence.waitFor();
    assert.match(
      await sentence.innerText(),
      /^The site answers 403 to the User-Agent of Googlebot but gives a file to .*; allow Googlebot there\.$/,
    );
    const row = tester.page.locator('[data-testid="ask-as-row"][data-name="Googlebot"]');
    assert.match(await row.innerText(), /403/);
    // A refusal that opens everything by the documents is not told as good.
    const meaning = row.locator("td").last();
    assert.equal(await meaning.innerText(), "no file, so everything may be crawled; or a block");
    assert.equal(await meaning.getAttribute("class"), "bad");
    const notes = await tester.locate("ask-as-notes").innerText();
    assert.match(notes, /Googlebot: server: cloudflare \(Cloudflare\)/);
    assert.match(
      notes,
      /GPTBot: Line 2 is Disallow: \/\. In the first answer it is Disallow: \/private\./,
    );
    assert.match(
      await tester.locate("ask-as-dialog").innerText(),
      /cannot ask from Google’s addresses/,
    );
    assert.equal(live.requests.length, 6);

    // Within a minute the earlier answer is shown, and the site is not asked.
    await tester.locate("ask-as-again").click();
    await tester.page.locator('[data-testid="ask-as-dialog"][data-state="done"]').waitFor();
    assert.equal(monitor.requests("POST /v1/robots/as").length, 2);
    assert.equal(live.requests.length, 6);
    await tester.page.keyboard.press("Escape");
    assert.equal(await tester.locate("status").innerText(), before);
  },
);

browserTest(
  "for a site that refuses, asking as Googlebot is offered first",
  async ({ open, site }) => {
    const live = await site("busy", 503);
    const tester = await open();
    await tester.locate("site-input").fill(live.origin);
    await tester.locate("site-input").press("Enter");
    const first = tester.locate("verdict-banner").locator("button").first();
    await first.waitFor();
    assert.equal(await first.innerText(), "It opens in your browser? Ask as Googlebot…");
    await first.click();
    const sentence = tester.locate("ask-as-sentence");
    await sentence.waitFor();
    assert.match(
      await sentence.innerText(),
      /^The site answers 503 to every User-Agent that was sent/,
    );
  },
);

browserTest(
  "the answers fit a phone, in another language",
  { viewport: { width: 360, height: 740 }, locale: "fi" },
  async ({ open, site }) => {
    const live = await site(FILE);
    live.respondTo(/Googlebot|bingbot|GPTBot/, BLOCKED);
    const tester = await open();
    await tester.openSite(live);
    await tester.locate("ask-as").click();
    const sentence = tester.locate("ask-as-sentence");
    await sentence.waitFor();
    assert.match(
      await sentence.innerText(),
      /verkkosivun, kun User-Agent on Googlebot, bingbot ja GPTBot/,
    );
    const dialog = tester.locate("ask-as-dialog");
    assert.ok(await dialog.evaluate((it) => it.scrollWidth <= it.clientWidth));
  },
);
