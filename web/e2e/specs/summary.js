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
    assert.match(text, /may crawl part of the site\./);
    assert.match(text, /known AI training crawlers may crawl part of the site, 1 nothing\./);
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
    await summary.filter({ hasText: "AI training crawlers are blocked" }).waitFor();
    assert.doesNotMatch(await summary.innerText(), /This text is live/);
  },
);

browserTest("a site that cannot be read is headed by that fact", async ({ open, site }) => {
  const shop = await site("sorry", 503);
  const tester = await open();
  await tester.openSite(shop);
  const summary = tester.locate("summary", { closed: true });
  await summary.filter({ hasText: "so Google crawls nothing" }).waitFor();
  assert.match(await summary.innerText(), /HTTP 503; robots\.txt is unreachable/);
});
