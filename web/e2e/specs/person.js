/** The page as a person uses it: keys, the history of the browser, files that are dropped, lists that are pasted. */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const ROBOTS = "User-agent: *\nDisallow: /cart\nDisallow: /products/\n";

browserTest(
  "each opened site is an entry of the history, and the logo leads to the start",
  async ({ openStart, site }) => {
    const first = await site(ROBOTS);
    const second = await site("User-agent: *\nDisallow: /\n");
    const tester = await openStart();
    const { page } = tester;
    await tester.openSite(first);
    await tester.expectBanner("allowed");
    await tester.addUrl("/cart");
    await tester.expectBanner("disallowed", "/cart");
    // The state is in the address.
    await page.waitForURL(/#1\./);
    await tester.openSite(second);
    await tester.expectBanner("disallowed", "Googlebot");
    await page.waitForURL(/#1\./);

    await page.goBack();
    await tester.expectBanner("disallowed", "/cart");
    assert.equal(await tester.locate("site-input").inputValue(), first.origin);
    assert.equal(await tester.draft(), ROBOTS);
    assert.deepEqual(await tester.urls(), ["/", "/cart"]);
    await page.goBack();
    await tester.locate("start").waitFor();
    await page.goForward();
    await tester.expectBanner("disallowed", "/cart");
    assert.equal(await tester.draft(), ROBOTS);

    await tester.typeAtEnd("Disallow: /mine\n");
    await tester.locate("brand").click();
    await tester.locate("start").waitFor();
    assert.equal(await tester.locate("site-input").inputValue(), "");
    await page.goBack();
    await tester.locate("version-select").waitFor();
    await tester.waitForVerdicts();
    assert.equal(await tester.draft(), `${ROBOTS}Disallow: /mine\n`);
  },
);

browserTest(
  "keys lead to the site and to a file, and the start screen has the focus there",
  { needsService: "the box opens sites" },
  async ({ openStart }) => {
    const tester = await openStart();
    const { page } = tester;
    const focused = () => page.evaluate(() => document.activeElement.id);
    assert.equal(await focused(), "site");
    await tester.locate("card-nothing").click();
    await page.keyboard.type("User-agent: *\nDisallow: /a");
    await tester.waitForVerdicts();
    assert.notEqual(await focused(), "site", "a slash in the editor is text");
    await page.keyboard.press("Control+k");
    assert.equal(await focused(), "site");
    await tester.locate("copy-link").focus();
    await page.keyboard.press("/");
    assert.equal(await focused(), "site");
    assert.equal(await tester.locate("site-input").inputValue(), "");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.keyboard.press("Control+s"),
    ]);
    assert.equal(download.suggestedFilename(), "robots.txt");
  },
);

browserTest(
  "a file can be dropped anywhere: a robots.txt, or a list of URLs",
  async ({ openStart }) => {
    const tester = await openStart();
    await drop(tester, "robots.txt", ROBOTS);
    await tester.expectBanner("allowed");
    assert.equal(await tester.draft(), ROBOTS);
    await drop(
      tester,
      "urls.csv",
      "Page,Clicks\nhttps://shop.example/a,3\nhttps://shop.example/cart,2\n",
    );
    await tester.expectBanner("disallowed", "/cart");
    assert.equal(await tester.draft(), ROBOTS);
  },
);

/** Drops a file on the page, beside the editor. */
async function drop({ page }, name, text) {
  const transfer = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      return data;
    },
    [name, text],
  );
  await page.dispatchEvent("header", "drop", { dataTransfer: transfer });
}

browserTest(
  "a pasted list shows its first blocked row, and a choice stays",
  async ({ openStart, site }) => {
    const shop = await site(ROBOTS);
    const tester = await openStart();
    await tester.openSite(shop);
    await tester.expectBanner("allowed", "/");
    const list = ["/a", "/b", "/products/shoe", "/cart"]
      .map((path) => shop.origin + path)
      .join("\n");
    await pasteInto(tester, "url-input", list);
    await tester.expectBanner("disallowed", "/products/shoe");
    await tester.cell(`${shop.origin}/a`, "Googlebot").click();
    await tester.expectBanner("allowed", "/a");
    await tester.addCrawler("GPTBot");
    await tester.expectBanner("allowed", "/a");
  },
);

async function pasteInto(tester, name, text) {
  await tester.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await tester.locate(name).focus();
  await tester.page.keyboard.press("Control+v");
}

browserTest("a page and its path are one row", async ({ openStart, site }) => {
  const shop = await site(`${ROBOTS}Sitemap: http://127.0.0.1/sitemap.xml\n`);
  const urls = ["/", "/about", "/cart"].map(
    (path) => `<url><loc>${shop.origin}${path}</loc></url>`,
  );
  shop.files["/sitemap.xml"] =
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
  const tester = await openStart();
  await tester.openSite(shop);
  await tester.locate("url-input").fill("/sitemap.xml");
  await tester.locate("add-sitemap").click();
  await tester.expectStatus("2 URLs added");
  await tester.waitForVerdicts();
  assert.deepEqual(await tester.urls(), ["/", `${shop.origin}/about`, `${shop.origin}/cart`]);
});

browserTest(
  "a proposal against an open URL stays folded, and none is made for / unasked",
  async ({ openStart, site }) => {
    const shop = await site(ROBOTS);
    const tester = await openStart();
    await tester.openSite(shop);
    await tester.waitForExplanation();
    assert.equal(await tester.locate("change-open").count(), 0);
    await tester.addUrl("/open");
    await tester.expectBanner("allowed", "/open");
    await tester.waitForExplanation();
    await tester.locate("change-open").first().waitFor();
    assert.equal(await tester.locate("change-apply").count(), 0);
    await tester.addUrl("/cart");
    await tester.expectBanner("disallowed", "/cart");
    await tester.locate("change-apply").waitFor();
  },
);

browserTest(
  "the editor completes fields and crawlers, and Enter ends the line",
  async ({ open }) => {
    const tester = await open();
    const { page } = tester;
    await tester.editor.focus();
    await page.keyboard.type("Use");
    const popup = page.locator(".cm-tooltip-autocomplete");
    await popup.getByText("User-agent").waitFor();
    // The editor takes no choice before the list has been there for a moment, so that nobody chooses by accident.
    while ((await popup.locator("[aria-selected]").count()) === 0) {
      await page.keyboard.press("ArrowDown");
      await tester.nextFrame();
    }
    await page.keyboard.press("Enter");
    await page.keyboard.type("GPT");
    await popup.getByText("GPTBot", { exact: true }).waitFor();
    await tester.screenshot("completion");
    await page.keyboard.type("Bot");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Disa");
    await popup.getByText("Disallow").waitFor();
    // Tab takes the first entry, as soon as the list takes a choice.
    const last = page.locator(".cm-line").last();
    while (!/^Disallow: ?$/.test(await last.textContent())) {
      await page.keyboard.press("Tab");
      await tester.nextFrame();
    }
    await page.keyboard.type("/a");
    await page.keyboard.press("Enter");
    assert.equal(await tester.draft(), "User-agent: GPTBot\nDisallow: /a\n");
    await page
      .locator(".cm-line", { hasText: "Disallow: /a" })
      .hover({ position: { x: 20, y: 8 } });
    await page.locator(".cm-meaning").filter({ hasText: "may not be fetched" }).waitFor();
    await tester.screenshot("hover");
  },
);

browserTest("lines that differ from the live file are marked", async ({ open, site }) => {
  const shop = await site(ROBOTS);
  const tester = await open();
  await tester.openSite(shop);
  const marked = (name) => tester.page.locator(`.cm-lineNumbers .cm-${name}`);
  assert.equal(await marked("line-added").count(), 0);
  await tester.paste("User-agent: *\nDisallow: /carts\nDisallow: /products/\nDisallow: /new\n");
  await marked("line-changed").filter({ hasText: "2" }).waitFor();
  await marked("line-added").filter({ hasText: "4" }).waitFor();
  await tester.screenshot("changed-lines");
});
