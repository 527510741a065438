import assert from "node:assert/strict";
import axe from "axe-core";
import { CRAWLERS, SHOP, SHOP_URLS } from "../files.js";
import { browserTest } from "../harness.js";

const SMALL = { width: 360, height: 740 };

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["small", { colorScheme: "light", viewport: SMALL }],
  ["small and dark", { colorScheme: "dark", viewport: SMALL }],
])
  browserTest(
    `axe finds no serious problem on the ${name} page: empty, full, and with an open dialog`,
    options,
    async ({ open, site }) => {
      const shop = await site(SHOP);
      const tester = await open();
      await expectAccessible(tester, "the empty page");

      await tester.openSite(shop);
      await tester.uploadUrls(...SHOP_URLS, "https://other.example/");
      await tester.addCrawler(...CRAWLERS.slice(1));
      await tester.typeAtEnd("\nUser-agent: *\nDisalow: /shoes\nnothing\n");
      await tester.cell("/search?q=sandals", "Googlebot").click();
      await tester.waitForExplanation();
      await expectAccessible(tester, "the full page");
      await tester.screenshot(name);
      await tester.locate("explanation").evaluate((panel) => {
        panel.scrollIntoView();
        panel.parentElement.scrollTop = panel.offsetTop;
        panel.scrollTop = panel.scrollHeight;
      });
      await tester.screenshot(`${name}, explanation`);

      await tester.locate("submit-open").click();
      await tester.pressInSubmit("submit-compare");
      await tester.locate("compare-result").getByText("They differ").waitFor();
      await expectAccessible(tester, "the dialog");
      await tester.screenshot(`${name}, submit`);
    },
  );

/** Runs axe in the page. The debugger injects it, because the content security policy blocks script elements. */
async function expectAccessible({ page }, where) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run());
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  assert.deepEqual(serious, [], `on ${where}`);
}
