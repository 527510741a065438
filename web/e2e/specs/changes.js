import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const LIVE = "User-agent: *\nDisallow: /cart/\n\nUser-agent: GPTBot\nDisallow: /\n";

browserTest(
  "an edit of the live file shows which URLs become blocked, for whom and by which line",
  async ({ open, site }) => {
    const shop = await site(LIVE);
    const tester = await open();
    await tester.openSite(shop);
    assert.equal(await tester.locate("changes").count(), 0, "nothing is edited yet");
    await tester.paste(
      LIVE.replace("Disallow: /cart/\n", "Disallow: /cart/\nDisallow: /checkout/\n"),
    );
    const changes = tester.locate("changes");
    const change = changes.locator('[data-becomes="disallowed"]');
    await change.filter({ hasText: "/checkout/page.html" }).waitFor();
    assert.match(await change.innerText(), /becomes blocked, by line 3, Disallow: \/checkout\//);
    assert.match(await changes.innerText(), /Googlebot, bingbot.* and every crawler/s);
    assert.match(await changes.innerText(), /No verdict changes for .*GPTBot/s);

    await change.getByRole("button").click();
    await tester.waitForVerdicts();
    await tester.expectCell("/checkout/page.html", "Googlebot", {
      draft: "disallowed",
      live: "allowed",
      line: 3,
    });
    await tester.expectBanner("disallowed", "line 3");
    await tester.screenshot("changes");
  },
);

browserTest(
  "a change without effect is said to have none, also before the download",
  async ({ open, site }) => {
    const shop = await site(LIVE);
    const tester = await open();
    await tester.openSite(shop);
    await tester.paste(`# the till\n${LIVE}`.replace("/cart/\n", "/cart/\nDisallow: /cart/old\n"));
    const changes = tester.locate("changes");
    await changes.filter({ hasText: "no verdict changes" }).waitFor();
    assert.match(await changes.innerText(), /2 lines differ/);
    await tester.locate("submit-open").click();
    await tester.locate("submit-changes").filter({ hasText: "no verdict changes" }).waitFor();
  },
);

browserTest(
  "the Submit dialog shows what becomes allowed, and its URL opens in the table",
  async ({ open, site }) => {
    const shop = await site(LIVE);
    const tester = await open();
    await tester.openSite(shop);
    await tester.paste(LIVE.replace("Disallow: /\n", "Allow: /\n"));
    await tester.locate("changes").locator('[data-becomes="allowed"]').first().waitFor();
    await tester.locate("submit-open").click();
    const listed = tester.locate("submit-changes").locator('[data-testid="change"]');
    await listed.first().waitFor();
    await tester.screenshot("submit-changes");
    await listed.first().getByRole("button").click();
    await tester.locate("submit-dialog").waitFor({ state: "hidden" });
    await tester.waitForVerdicts();
    const [cell] = (await tester.cells()).filter((cell) => cell.agent === "GPTBot" && cell.changed);
    assert.ok(cell, "the cell of GPTBot shows a change");
  },
);
