/** Inspect: the live page of a URL. */

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
  "an inspection shows crawlability, indexability, rules, links and blocked resources",
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
    const text = await tester.locate("inspect-dialog").innerText();
    for (const said of [
      "max-snippet:20",
      "/css/main.css",
      "(line 3)",
      "1 of 2 files that the page loads from this host is blocked.",
      // Only Google documents how it renders a page without its files, so GPTBot has no such sentence.
      "from this host is blocked. Google renders the page without it.",
    ])
      assert.ok(text.includes(said), `${said} is not in ${text}`);
    const notes = await tester.locate("inspected-page").locator("li").allInnerTexts();
    for (const pattern of [/nofollow/, /data-nosnippet/, /its robots\.txt was not checked\.$/])
      assert.ok(
        notes.some((note) => pattern.test(note)),
        `no note matches ${pattern}: ${notes}`,
      );
    assert.equal(text.split("Google renders").length, 2, text);
    const other = tester.locate("directives", { agent: "otherbot" });
    assert.match(await other.innerText(), /X-Robots-Tag\s+otherbot\s+noindex/);
    await tester.screenshot("inspect");
    await tester.page.keyboard.press("Escape");
    await tester.locate("inspect-dialog", { state: "closed" }).waitFor({ state: "hidden" });
  },
);

browserTest(
  "a page with noindex is not indexable, and a blocked page is not fetched",
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
    const text = await tester.locate("inspect-dialog").innerText();
    assert.match(text, /✕ No: line 2: Disallow: \/private \(group of \*, line 1\)/);
    assert.ok(!shop.requests.includes("/private/x"), "a blocked page was fetched");
  },
);

browserTest("an inspection reports a page that cannot be fetched", async ({ open, site }) => {
  const shop = await site(FILE);
  files(shop);
  const tester = await open();
  await tester.openSite(shop);
  await tester.setUrls("/page");
  await shop.close();
  await tester.locate("inspect").click();
  await tester.locate("judged", { index: "unknown" }).waitFor();
  await tester.locate("inspect-message").filter({ hasText: /\S/ }).waitFor();
});

browserTest(
  "a site with an unreadable robots.txt is unreachable, not blocked, and the cause comes first",
  async ({ open, site }) => {
    const shop = await site("sorry", 503);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/page");
    await tester.expectBanner("disallowed", "Unreachable");
    await tester.locate("inspect").click();
    const judged = tester.locate("judged", { crawl: "unreachable", index: "unknown" });
    await judged.waitFor();
    assert.match(await judged.innerText(), /⚠ Unreachable: (?!robots\.txt).*503/);
    assert.doesNotMatch(await judged.innerText(), /✕|No:/);
    assert.doesNotMatch(await tester.locate("inspect-message").innerText(), /blocks/);
    assert.ok(!shop.requests.includes("/page"), "the page was fetched");
  },
);

browserTest("an inspection uses the chosen policy", async ({ open, site }) => {
  const shop = await site("slow down", 429);
  const tester = await open();
  await tester.openSite(shop);
  await tester.setUrls("/page");
  await tester.expectBanner("allowed", "429");
  await tester.locate("inspect").click();
  await tester.locate("judged", { crawl: "allowed" }).waitFor();
  await tester.locate("inspect-differs").filter({ hasText: "google-2026" }).waitFor();
  await tester.page.keyboard.press("Escape");
  await tester.locate("policy-select").selectOption("google-2026");
  await tester.expectBanner("disallowed", "HTTP 429");
  await tester.locate("inspect").click();
  await tester.locate("judged", { crawl: "unreachable" }).waitFor();
});

browserTest("an inspection uses the chosen profile", async ({ open, site }) => {
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
