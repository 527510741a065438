import assert from "node:assert/strict";
import { SHOP } from "../files.js";
import { browserTest } from "../harness.js";

browserTest("the page prints a report, not its controls", async ({ open, site }) => {
  const shop = await site(SHOP);
  const tester = await open();
  await tester.openSite(shop);
  await tester.setUrls("/search?q=boots", "/products/red.html");
  await tester.expectCell("/search?q=boots", "Googlebot", { draft: "disallowed" });
  await tester.locate("summary").waitFor();
  await tester.cell("/search?q=boots", "Googlebot").click();
  // The size of a PDF file says nothing, so the events of the browser are sent and the page is looked at.
  await tester.page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event("beforeprint"));
  });
  await tester.locate("print").click();
  await tester.page.emulateMedia({ media: "print" });
  const report = tester.locate("report");
  await report.waitFor();
  const text = await report.innerText();
  // It begins with the card: the verdict, what it is about, both sides of the count, and the first repair.
  const card =
    /^robots\.txt of 127\.0\.0\.1.*\s+Blocked for Googlebot by line 11: Disallow: \/search\./;
  assert.match(text, card);
  assert.match(text, /closes 1 of the 2 listed pages for Googlebot \(\/search\); 1 stays open/);
  assert.match(text, /Allow this URL only\. Adds “Allow: \/search\?q=boots\$” after line 11/);
  assert.match(text, /The live robots\.txt of http:\/\/127\.0\.0\.1/);
  assert.match(text, /may crawl the site\. Closed: /);
  assert.match(text, /Googlebot\s+1\s+1\s+0/);
  assert.match(text, /line 11: Disallow: \/search\s+1 URL: \/search\?q=boots\s+Googlebot/);
  assert.equal(await tester.locate("site-input").isVisible(), false);
  await tester.screenshot("printed report");
  await tester.page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await report.waitFor({ state: "detached" });
  await tester.page.emulateMedia({ media: "screen" });
  assert.equal(await tester.locate("site-input").isVisible(), true);
});

browserTest("the report is exported as Markdown", async ({ open, site }) => {
  const shop = await site(SHOP);
  const tester = await open();
  await tester.openSite(shop);
  await tester.setUrls("/search?q=boots");
  await tester.typeAtEnd("Disallow: /products/\n");
  await tester.waitForVerdicts();
  const { name, bytes } = await tester.download("export-markdown");
  assert.equal(name, "robots-report.md");
  const text = bytes.toString();
  const card =
    /^# robots\.txt of 127\.0\.0\.1\S*\n\n\*\*Blocked for Googlebot by line 11: `Disallow: \/search`\.\*\*\n/;
  assert.match(text, card);
  assert.match(text, /\nAllow this URL only\. /);
  assert.match(text, /A draft of http:/);
  assert.match(text, /\| `\/search\?q=boots` \| Googlebot \| `line 11: Disallow: \/search` \|/);
});

browserTest("many chosen crawlers are folded, and can be shown", async ({ open }) => {
  const tester = await open();
  await tester.locate("preset-ai-training").click();
  const chips = tester.locate("crawlers").locator(".chip");
  await tester.locate("chips-fold").waitFor();
  assert.equal(await chips.count(), 8);
  await tester.locate("chips-fold").click();
  assert.ok((await chips.count()) > 20);
});
