import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const LIVE = "User-agent: *\nDisallow: /cart/\nDisalow: /x\n\nUser-agent: GPTBot\nDisallow: /\n";

browserTest(
  "the summary says what search and AI crawlers may fetch, and leads to the lines",
  async ({ open, site }) => {
    const shop = await site(LIVE);
    const tester = await open();
    assert.equal(await tester.locate("summary").count(), 0, "nothing is said about an empty draft");
    await tester.openSite(shop);
    const summary = tester.locate("summary");
    await summary.filter({ hasText: "Googlebot, bingbot and" }).waitFor();
    const text = await summary.innerText();
    assert.match(
      text,
      /may crawl the site\. Closed: everything that begins with \/x and everything below \/cart\/\./,
    );
    assert.match(
      text,
      /AI training crawlers that say they obey robots\.txt may crawl the same, GPTBot nothing\./,
    );
    assert.match(text, /1 warning|1 error/);
    assert.match(text, /This text is live, first seen on/);
    await tester.locate("summary-training").getByRole("button").click();
    await tester.waitForVerdicts();
    await tester.locate("group-crawlers").uncheck();
    await tester.expectCell("/", "Google-Extended", { draft: "allowed" });
    await tester.setUrls("/", "/cart/a", "/cart/b", "/c", "/d");
    await summary.filter({ hasText: "2 of the 5 URLs in the table are closed" }).waitFor();
    await summary.getByRole("button", { name: "line 2 closes 2" }).waitFor();
    await tester.screenshot("summary");

    await tester.paste("User-agent: *\nDisallow: /\n");
    await summary.filter({ hasText: "may crawl nothing" }).waitFor();
    await summary.filter({ hasText: "robots.txt are blocked" }).waitFor();
    assert.doesNotMatch(await summary.innerText(), /This text is live/);
  },
);

browserTest(
  "a site that cannot be read is said to be so once, with one button",
  async ({ open, site }) => {
    const shop = await site("sorry", 503);
    const tester = await open();
    await tester.openSite(shop);
    await tester.expectBanner(
      "disallowed",
      /HTTP 503; robots\.txt is unreachable, so Google may crawl nothing/,
    );
    await tester.waitForExplanation();
    const text = await tester.page.locator("#page").innerText();
    assert.equal(text.match(/unreachable/g).length, 1, text);
    assert.equal(await tester.page.getByRole("button", { name: /Fetch (?:it )?again/ }).count(), 1);
  },
);

browserTest("an opened site has its sitemap counted, without a click", async ({ open, site }) => {
  const shop = await site("");
  const urls = [..."abcdefgh"]
    .map((name) => `<url><loc>${shop.origin}/${name}</loc></url>`)
    .join("");
  const xmlns = "http://www.sitemaps.org/schemas/sitemap/0.9";
  shop.files["/sitemap.xml"] = `<urlset xmlns="${xmlns}">${urls}</urlset>`;
  shop.respondWith(
    `User-agent: *\nDisallow: /a\nDisallow: /b\nSitemap: ${shop.origin}/sitemap.xml\n`,
  );
  const tester = await open();
  await tester.openSite(shop);
  const summary = tester.locate("summary");
  await summary.filter({ hasText: "6 of the 8 URLs of the sitemap. 2 are closed: " }).waitFor();
  // The draft is told, not the live file.
  await tester.paste("User-agent: *\nDisallow: /a\n");
  await summary.filter({ hasText: "7 of the 8 URLs of the sitemap. 1 is closed: " }).waitFor();
});

browserTest("an empty file is told as one", async ({ open, site }) => {
  const shop = await site("");
  const tester = await open();
  await tester.openSite(shop);
  await tester
    .locate("summary")
    .filter({ hasText: "The file is empty: everything may be crawled." })
    .waitFor();
});
