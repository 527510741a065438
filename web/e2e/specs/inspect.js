/** Inspect: a live page, beside the verdict about its URL. */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const FILE = "User-agent: *\nDisallow: /private\nDisallow: /css/\n";
const PAGE = `<!doctype html><title>Shop</title>
<meta name="robots" content="nofollow, max-snippet:20">
<link rel="stylesheet" href="/css/main.css"><script src="/js/app.js"></script>
<script src="https://cdn.example/x.js"></script>
<p data-nosnippet><span data-nosnippet>secret</span><a href="/a">a</a> <a href="/b">b</a>`;

function files(shop) {
  const fields = {
    "content-type": "text/html",
    "x-robots-tag": "otherbot: noindex",
  };
  shop.files["/page"] = { fields, body: PAGE };
  shop.files["/no"] = {
    fields: { "content-type": "text/html", "x-robots-tag": "noindex" },
    body: "<p>",
  };
  shop.files["/private/x"] = { fields, body: PAGE };
}

browserTest(
  "a page is inspected: crawlable, indexable, rules, links, and what robots.txt closes of it",
  async ({ open, site }) => {
    const shop = await site(FILE);
    files(shop);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/page");
    await tester.addCrawler("GPTBot");
    await tester.locate("inspect").click();
    await tester.locate("inspect-dialog", { state: "done" }).waitFor();
    await tester.locate("judged", { agent: "Googlebot", crawl: "allowed", index: "yes" }).waitFor();
    await tester.locate("judged", { agent: "GPTBot" }).waitFor();
    const words = await tester.locate("inspect-dialog").innerText();
    for (const said of [
      "max-snippet:20",
      "nofollow on the page (line 2 of the page) applies to all 2 links, for Googlebot.",
      "1 part has data-nosnippet",
      "/css/main.css",
      "(line 3)",
      "1 file that the page loads is blocked, of 2 on this host",
      "1 script, style sheet or image is on another host; its robots.txt was not asked",
      // Of GPTBot nobody says what it makes of a page without its files.
      "blocked, of 2 on this host. Google renders the page without it.",
    ])
      assert.ok(words.includes(said), `${said} is not in ${words}`);
    assert.equal(words.split("Google renders").length, 2, words);
    const other = tester.locate("directives", { agent: "otherbot" });
    assert.match(await other.innerText(), /X-Robots-Tag\s+otherbot\s+noindex/);
    await tester.screenshot("inspect");
    await tester.page.keyboard.press("Escape");
    await tester.locate("inspect-dialog", { state: "closed" }).waitFor({ state: "hidden" });
  },
);

browserTest(
  "a page with noindex is not indexable, and a blocked one is not fetched",
  async ({ open, site }) => {
    const shop = await site(FILE);
    files(shop);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/no", "/private/x");
    await tester.cell("/no", "Googlebot").click();
    await tester.locate("inspect").click();
    await tester.locate("judged", { crawl: "allowed", index: "noindex" }).waitFor();
    await tester.page.keyboard.press("Escape");
    await tester.cell("/private/x", "Googlebot").click();
    await tester.locate("inspect").click();
    await tester.locate("judged", { crawl: "disallowed", index: "unseen" }).waitFor();
    const words = await tester.locate("inspect-dialog").innerText();
    assert.match(words, /Not fetched: robots.txt blocks it/);
    assert.match(words, /✕ No: line 2: Disallow: \/private \(group of \*, line 1\)/);
    assert.match(words, /the URL alone may be listed/i);
    assert.ok(!shop.requests.includes("/private/x"), "a blocked page was fetched");
  },
);

browserTest("a page that does not come is said to be so", async ({ open, site }) => {
  const shop = await site(FILE);
  files(shop);
  const tester = await open();
  await tester.openSite(shop);
  await tester.setUrls("/page");
  await shop.close();
  await tester.locate("inspect").click();
  await tester.locate("judged", { index: "unknown" }).waitFor();
  await tester
    .locate("inspect-message")
    .filter({ hasText: /could not be fetched/ })
    .waitFor();
});

browserTest(
  "a site whose robots.txt cannot be read is unreachable, not blocked, and the cause comes first",
  async ({ open, site }) => {
    const shop = await site("sorry", 503);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/page");
    await tester.expectBanner("disallowed", "Unreachable");
    await tester.locate("inspect").click();
    const judged = tester.locate("judged", { crawl: "unreachable", index: "unknown" });
    await judged.waitFor();
    assert.match(await judged.innerText(), /⚠ Unreachable: HTTP 503; robots.txt is unreachable/);
    assert.doesNotMatch(await judged.innerText(), /✕|No:/);
    assert.doesNotMatch(await tester.locate("inspect-message").innerText(), /blocks/);
    assert.ok(!shop.requests.includes("/page"), "the page was fetched");
  },
);

browserTest("an inspection judges by the chosen policy", async ({ open, site }) => {
  const shop = await site("slow down", 429);
  const tester = await open();
  await tester.openSite(shop);
  await tester.setUrls("/page");
  await tester.expectBanner("allowed", "429");
  await tester.locate("inspect").click();
  await tester.locate("judged", { crawl: "allowed" }).waitFor();
  await tester.locate("inspect-differs").filter({ hasText: "google-2026 disallows it" }).waitFor();
  await tester.page.keyboard.press("Escape");
  await tester.locate("policy-select").selectOption("google-2026");
  await tester.expectBanner("disallowed", "HTTP 429");
  await tester.locate("inspect").click();
  await tester.locate("judged", { crawl: "unreachable" }).waitFor();
});

browserTest("an inspection judges by the chosen reading", async ({ open, site }) => {
  const misspelt = await site("User-agent: *\nDisalow: /page\n");
  const tester = await open();
  await tester.openSite(misspelt);
  await tester.setUrls("/page");
  await tester.expectBanner("disallowed", "line 2");
  await tester.locate("inspect").click();
  await tester.locate("judged", { crawl: "disallowed" }).waitFor();
  await tester.page.keyboard.press("Escape");
  await tester.locate("profile-select").selectOption("rfc9309");
  await tester.expectBanner("allowed");
  await tester.locate("inspect").click();
  await tester.locate("judged", { crawl: "allowed" }).waitFor();
});
