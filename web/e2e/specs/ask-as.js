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
    await tester.addUrl("/private");
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

    // By the documents a refusal opens everything. Here it may be a block, which turns nothing green.
    const said = "HTTP 403: no file, so everything may be crawled; or a block.";
    await tester.locate("verdict-corrected").filter({ hasText: said }).waitFor();
    await tester.expectBanner("disallowed", "line 2: Disallow: /private");
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
    await tester.addUrl("/private");
    await tester.locate("ask-as").click();
    const sentence = tester.locate("ask-as-sentence");
    await sentence.waitFor();
    assert.match(
      await sentence.innerText(),
      /verkkosivun, kun User-Agent on Googlebot, bingbot ja GPTBot/,
    );
    const dialog = tester.locate("ask-as-dialog");
    assert.ok(await dialog.evaluate((it) => it.scrollWidth <= it.clientWidth));
    await tester.page.keyboard.press("Escape");
    // A web page opens nothing either.
    await tester.locate("verdict-corrected").filter({ hasText: "HTTP 200" }).waitFor();
    await tester.expectBanner("disallowed", "Disallow: /private");
  },
);

browserTest(
  "what a site answers Googlebot corrects the verdict, until the site is fetched again",
  async ({ open, site }) => {
    const live = await site("User-agent: *\nDisallow: /private/\n");
    live.respondTo(/Googlebot/, "User-agent: *\nDisallow: /\n");
    live.respondTo(/bingbot/, "busy", 503);
    const tester = await open();
    await tester.openSite(live);
    live.respondWith(FILE);
    await tester.locate("refetch").click();
    const versions = tester.locate("version-select");
    await versions.locator("option").nth(1).waitFor({ state: "attached" });
    await tester.addCrawler("bingbot");
    await tester.expectBanner("allowed", "Googlebot at /");
    await tester.locate("ask-as").click();
    await tester.locate("ask-as-sentence").waitFor();
    await tester.page.keyboard.press("Escape");
    const said = "Asked as Googlebot, the site gives another answer: line 2: Disallow: /";
    await tester.expectBanner("disallowed", `${said}By the file that maycrawl gets: Allowed.`);
    // Summary, table and *Why* are still about the file of maycrawl, and say so.
    const below = "This is by the file that maycrawl gets; Googlebot gets another answer.";
    assert.deepEqual(await tester.locate("other-answer").allInnerTexts(), [below, below, below]);
    await tester.screenshot("ask-as-corrected");
    // A reload and a link keep the question, and the service gives the answers of this minute again.
    const asked = live.requests.length;
    await tester.locate("copy-link").click();
    await tester.expectStatus("Link copied");
    await tester.page.reload();
    await tester.expectBanner("disallowed", said);
    assert.equal(await tester.locate("ask-as-dialog").isVisible(), false);
    assert.equal(live.requests.length, asked);
    await tester.cell("/", "bingbot").click();
    await tester.expectBanner("disallowed", "HTTP 503: unreachable, so nothing may be crawled.");
    // An older version and an edited draft have verdicts of their own, and what the site answers stays in sight.
    await tester.cell("/", "Googlebot").click();
    await versions.selectOption("2");
    await tester.expectBanner("allowed", said);
    await versions.selectOption("1");
    await tester.expectBanner("disallowed", said);
    await tester.typeAtEnd("Disallow: /b\n");
    await tester.expectBanner("allowed", said);
    await tester.locate("other-answer").first().waitFor({ state: "detached" });
    await tester.locate("refetch").click();
    await tester.locate("verdict-corrected").waitFor({ state: "detached" });
    await tester.expectBanner("allowed");
  },
);

browserTest(
  "a message that Google cannot read the file asks by itself",
  async ({ openStart, site }) => {
    const live = await site(FILE);
    live.respondTo(/Googlebot/, "busy", 503);
    const tester = await openStart();
    await tester.locate("site-input").fill(`robots.txt unreachable: ${live.origin}/page`);
    await tester.page.keyboard.press("Enter");
    await tester.locate("ask-as-sentence").waitFor();
    await tester.page.keyboard.press("Escape");
    await tester.expectBanner("disallowed", "Asked as Googlebot, the site gives another answer");
  },
);
