/** The card: verdict, reason and first repair stand first, whatever the screen, and are about the site that is open. */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const ROBOTS = "User-agent: *\nDisallow: /cart\nDisallow: /products/\n";
const SCREENS = [
  { name: "a laptop", viewport: { width: 1280, height: 800 } },
  { name: "a dark laptop", viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  { name: "a zoom of 200 %", viewport: { width: 640, height: 400 } },
  { name: "a wide screen", viewport: { width: 1920, height: 1080 } },
  { name: "a phone", viewport: { width: 390, height: 844 }, hasTouch: true },
];

for (const { name, ...options } of SCREENS)
  browserTest(
    `on ${name} the repair is on the first screen, and two keys away`,
    options,
    async ({ openStart, site }) => {
      const shop = await site(ROBOTS);
      const tester = await openStart();
      const { page } = tester;
      await tester.locate("site-input").fill(`"${shop.origin}/products/shoe"`);
      await page.keyboard.press("Enter");
      await tester.expectBanner("disallowed", "line 3: Disallow: /products/");
      await tester.locate("repair-apply").waitFor();
      await tester.waitForAllAnswers();
      const { height } = options.viewport;
      const bottom = (testId) =>
        tester.locate(testId).evaluate((element) => element.getBoundingClientRect().bottom);
      const low = await bottom("repair-apply");
      assert.ok(low <= height, `Apply ends at ${low} px of ${height}`);
      const above = await page.evaluate(() => {
        const banner = document.querySelector('[data-testid="verdict-banner"]');
        const { top, left, right } = banner.getBoundingClientRect();
        return [...document.querySelectorAll("main input, main select, main button")]
          .filter((element) => {
            const box = element.getBoundingClientRect();
            const isInColumn = box.right > left && box.left < right;
            return box.height > 0 && box.bottom <= top && isInColumn;
          })
          .map((element) => element.outerHTML);
      });
      assert.deepEqual(above, [], "no control of the page stands above the verdict");
      const focused = () => page.evaluate(() => document.activeElement.dataset.testid);
      assert.equal(await focused(), "verdict-banner");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      assert.equal(await focused(), "repair-apply");
      await tester.screenshot(`card-${options.viewport.width}`);
      await tester.locate("repair-copy").press("Enter");
      await tester.expectStatus("Line copied");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, "Allow: /products/shoe$");
      await tester.locate("repair-apply").press("Enter");
      await tester.expectBanner("allowed", "/products/shoe");
      assert.equal(await focused(), "verdict-banner");
      assert.equal(await tester.locate("repair").count(), 0);
      assert.ok((await tester.draft()).includes(`\n${copied}\n`));
    },
  );

for (const [status, verdict] of [
  [200, "disallowed"],
  [404, "allowed"],
  [503, "disallowed"],
])
  browserTest(
    `the second site, which answers ${status}, is asked about itself`,
    async ({ openStart, site, monitor }) => {
      const first = await site(ROBOTS);
      const second = await site("User-agent: *\nDisallow: /\n", status);
      const tester = await openStart();
      await tester.locate("site-input").fill(`${first.origin}/products/shoe`);
      await tester.page.keyboard.press("Enter");
      await tester.expectBanner("disallowed", "/products/shoe");
      await tester.locate("site-input").fill(second.origin);
      await tester.locate("site-input").press("Enter");
      await tester.expectBanner(verdict, "Googlebot at /");
      assert.equal(await tester.locate("site-input").inputValue(), second.origin);
      const other = tester.cell(`${first.origin}/products/shoe`, "Googlebot");
      await other.click();
      await tester
        .locate("verdict-banner")
        .filter({ hasText: /another site|Other site/ })
        .waitFor();
      monitor.check();
    },
  );

browserTest(
  "the first verdict does not wait for the engine",
  { ownContext: true },
  async ({ context, openStart, site }) => {
    const shop = await site(ROBOTS);
    let release;
    const isReleased = new Promise((resolve) => {
      release = resolve;
    });
    await context.route("**/engine-*.wasm", async (route) => {
      await isReleased;
      await route.continue();
    });
    const tester = await openStart();
    await tester.locate("site-input").fill(`${shop.origin}/products/shoe`);
    await tester.locate("site-input").press("Enter");
    await tester.expectBanner("disallowed", "line 3: Disallow: /products/");
    assert.equal(await tester.locate("repair-apply").count(), 0, "the engine has answered");
    release();
    await tester.locate("repair-apply").waitFor();
    await tester.expectBanner("disallowed", "line 3: Disallow: /products/");
  },
);

const SHARED = [
  { name: "a live file", edit: "", about: /robots\.txt of http.*, read on/ },
  {
    name: "a draft",
    edit: "# mine\n",
    about: /a draft of robots\.txt for http.*not about its live file/,
  },
];

for (const { name, edit, about } of SHARED)
  browserTest(`the result about ${name} is shared as a page of its own`, async (tools) => {
    const { openStart, site } = tools;
    const shop = await site(ROBOTS);
    const tester = await openStart();
    const { page } = tester;
    await tester.locate("site-input").fill(`${shop.origin}/products/shoe`);
    await page.keyboard.press("Enter");
    await tester.expectBanner("disallowed", "line 3: Disallow: /products/");
    if (edit) {
      await tester.editor.focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.type(edit);
      await tester.expectBanner("disallowed", "line 4: Disallow: /products/");
    }
    await tester.waitForAllAnswers();
    await tester.locate("share-result").click();
    await tester.expectStatus("Link copied");
    const address = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(address, /\/r\/1\./);
    await page.goto(address);
    const text = await page.locator("main").innerText();
    assert.match(text, /Blocked for Googlebot by line [34]: Disallow: \/products\//);
    assert.match(text, about);
    assert.match(text, /1 of the 2 listed pages for Googlebot \(\/products\/\); 1 stays open/);
    assert.equal(await page.locator("script").count(), 0);
    const border = await page
      .locator("main")
      .evaluate((main) => getComputedStyle(main).borderLeftColor);
    assert.equal(border, "rgb(207, 34, 46)", "the policy lets the style of the page apply");
    await tester.screenshot(`result-${edit ? "draft" : "live"}`);
    await page.getByRole("link", { name: "Open it in the tester" }).click();
    await tester.expectBanner("disallowed", "/products/shoe");
  });

browserTest(
  "a table of Search Console is pasted as its column of URLs",
  async ({ openStart, site }) => {
    const shop = await site(ROBOTS);
    const tester = await openStart();
    const { page } = tester;
    const rows = ["/about", "/products/item-1"].map((path) => shop.origin + path);
    const table = (dates) => [
      "URL\tLast crawled",
      ...rows.map((row, at) => `${row}\t${dates[at]}`),
    ];
    const paste = async (name, text) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await tester.locate(name).focus();
      await page.keyboard.press("Control+v");
    };
    await paste("site-input", table(["Nov 1, 2026", "Nov 2, 2026"]).join("\n"));
    await tester.expectBanner("disallowed", "/products/item-1");
    assert.deepEqual(await tester.urls(), ["/", ...rows]);
    await paste("url-input", "URL,Last crawled\n/cart,2026-11-01\n/open,2026-11-02");
    await tester.expectBanner("disallowed", "/cart");
    assert.deepEqual(await tester.urls(), ["/", ...rows, "/cart", "/open"]);
    await paste("url-input", `${shop.origin}/Schuh für Männer\tNov 1, 2026`);
    await tester.expectBanner("allowed", "/Schuh%20f%C3%BCr%20M%C3%A4nner");
  },
);

browserTest(
  "the card says which rule misses by its writing, and how long the crawler is asked to wait",
  {},
  async ({ openStart, site }) => {
    const shop = await site("User-agent: *\nCrawl-delay: 7\nDisallow: /Shoe\n");
    const tester = await openStart();
    await tester.locate("site-input").fill(`${shop.origin}/shoe`);
    await tester.page.keyboard.press("Enter");
    await tester.expectBanner("allowed", "no rule");
    const beside = tester.locate("beside");
    await beside.getByText("would decide if upper and lower case did not count").waitFor();
    await beside.getByText("Line 2 asks for 7 s between requests; Googlebot does not").waitFor();
  },
);
