import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { SHOP } from "../files.js";
import { browserTest } from "../harness.js";

browserTest(
  "a link restores draft, URLs and crawlers exactly, and no server receives its content",
  async ({ open, site, monitor }) => {
    const draft = `\ufeff${SHOP.replaceAll("\n", "\r\n")}# kept secret \u{1f512}`;
    const shop = await site(draft);
    const tester = await open();
    await tester.openSite(shop);
    await tester.locate("close-site").click();
    await tester.setUrls("/a", "/bücher/?x=1#2", "https://shop.example/c");
    await tester.addCrawler("GPTBot", "ExampleBot");
    await tester.locate("copy-link").click();
    await tester.expectStatus("Link copied");
    const link = await tester.page.evaluate(() => navigator.clipboard.readText());
    const fragment = new URL(link).hash;
    assert.ok(fragment.length > 100);

    const other = await open(fragment);
    await other.cell("/a", "ExampleBot").waitFor();
    await other.waitForVerdicts();
    assert.deepEqual(await other.rows(), await tester.rows());
    assert.deepEqual(await other.cells(), await tester.cells());
    assert.equal(await other.draft(), await tester.draft());
    assert.equal(await tester.draft(), draft);
    for (const { url, headers } of monitor.requests(""))
      assert.ok(
        !JSON.stringify([url, headers]).includes(fragment.slice(3, 20)),
        "the link was sent to a server",
      );
  },
);

browserTest("a link and a reload show the verdict that the sender saw", async ({ open, site }) => {
  const shop = await site(SHOP);
  const tester = await open();
  await tester.openSite(shop);
  await tester.setUrls("/", "/checkout", "/search?q=a", "/about");
  // The summary moves the table when it arrives, and a click that it moves away from is lost.
  await tester.locate("summary").waitFor();
  await tester.waitForAllAnswers();
  await tester.cell("/search?q=a", "Googlebot").click();
  await tester.expectBanner("disallowed", /search\?q=a/);
  await tester.locate("copy-link").click();
  await tester.expectStatus("Link copied");
  const link = await tester.page.evaluate(() => navigator.clipboard.readText());
  const other = await open(new URL(link).hash);
  await other.expectBanner("disallowed", /search\?q=a/);
  await tester.page.reload();
  await tester.expectBanner("disallowed", /search\?q=a/);
  // A link in which nobody chose a verdict shows the first URL that is blocked.
  const state = { urls: ["/", "/about", "/search?q=b"], agents: ["Googlebot"], draft: SHOP };
  const bare = await open(`#1.${deflateRawSync(JSON.stringify(state)).toString("base64url")}`);
  await bare.expectBanner("disallowed", /search\?q=b/);
});

browserTest(
  "crawler names of a link are resolved like typed names, with the same notes",
  async ({ open, site, monitor }) => {
    monitor.expectedMessages.push(/status of 400/);
    const shop = await site(SHOP);
    const agents = ["Googlebot", "Googlebot News", "GPTBot, Googlebot"];
    const state = JSON.stringify({ urls: ["/"], agents, site: shop.origin });
    const tester = await open(`#1.${deflateRawSync(state).toString("base64url")}`);
    await tester.expectCell("/", "Googlebot-News", { draft: "allowed" });
    const chips = await tester.locate("crawlers").locator("li").allInnerTexts();
    assert.deepEqual(
      chips.map((chip) => chip.replace(/\s*×$/, "")),
      ["Googlebot", "Googlebot-News"],
    );
    await tester.expectStatus(/Googlebot News.*Googlebot-News/);
    await tester.expectStatus("GPTBot, Googlebot");
  },
);

browserTest(
  "a reload restores the draft, the URLs and the site from the URL",
  async ({ open, site }) => {
    const shop = await site(SHOP);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/checkout");
    await tester.typeAtEnd("# mine");
    const { page } = tester;
    await tester.locate("copy-link").click();
    await tester.expectStatus("Link copied");
    await page.reload();
    await tester.locate("version-select").waitFor();
    await tester.expectCell("/checkout", "Googlebot", { draft: "allowed", live: "allowed" });
    assert.equal(await tester.draft(), `${SHOP}# mine`);
  },
);

browserTest(
  "the theme follows the system, and a reload keeps the user's choice",
  { colorScheme: "dark" },
  async ({ open }) => {
    const tester = await open();
    const { page } = tester;
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await ground();
    await page.emulateMedia({ colorScheme: "light" });
    const light = await ground();
    assert.notEqual(dark, light);
    await tester.locate("theme-toggle").click();
    await tester.locate("theme-toggle").click();
    assert.equal(await ground(), dark);
    await page.reload();
    // An empty table, if its state was written to the URL before the reload.
    await tester.locate("start").or(tester.locate("matrix")).first().waitFor();
    assert.equal(await ground(), dark);
  },
);

for (const width of [320, 360, 768])
  browserTest(
    `the page fits a screen of ${width} px`,
    { viewport: { width, height: 740 } },
    async ({ open, site }) => {
      const shop = await site(SHOP);
      const tester = await open();
      await tester.expectNoHorizontalScroll();
      await tester.openSite(shop);
      await tester.addUrl(`/${"long/".repeat(40)}`);
      await tester.locate("preset-ai-training").click();
      await tester.waitForVerdicts();
      await tester.waitForExplanation();
      await tester.expectNoHorizontalScroll();
      await tester.locate("submit-open").click();
      await tester.expectNoHorizontalScroll();
    },
  );
