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
    const size =
      /^What changes\s+From the live file of \d+ \w+, [0-9:]+ to your draft\.\s+Googlebot, bingbot.* and every crawler.* lose everything below \/checkout\//s;
    assert.match(await changes.innerText(), size);
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
    await tester.paste(
      `# the till\n${LIVE}`.replace("/cart/\n", "/cart/\nDisallow: /cart/old\nCrawl-delay: 9\n"),
    );
    const changes = tester.locate("changes");
    await changes.filter({ hasText: "no verdict changes" }).waitFor();
    assert.match(await changes.innerText(), /3 lines differ/);
    // Another pace is no verdict, and told all the same.
    const pace = await changes.locator('[data-testid="changes-pace"]').innerText();
    assert.match(pace, /^Another pace for bingbot.*: line 5, Crawl-delay: 9; before: nothing\.$/s);
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

browserTest("a lost site is told first, and as lost", async ({ open, site }) => {
  const shop = await site(LIVE);
  const tester = await open();
  await tester.openSite(shop);
  await tester.paste(LIVE.replace("/cart/\n", "/cart/\nDisallow: /\nAllow: /products/new/\n"));
  const lost = tester.locate("impact").first();
  await lost.filter({ hasText: "lose the whole site, except /products/new/" }).waitFor();
  assert.equal(await lost.getAttribute("data-severity"), "error");
  await tester.screenshot("changes-lost-site");
});

browserTest(
  "an old version is told by what its successor did, and restoring it is the other direction",
  async ({ open, site }) => {
    const shop = await site("User-agent: *\nDisallow: /cart\n");
    const tester = await open();
    await tester.openSite(shop);
    shop.respondWith("User-agent: *\nDisallow: /search\n");
    await tester.locate("refetch").click();
    const versions = tester.locate("version-select");
    await versions.locator("option").nth(1).waitFor({ state: "attached" });
    await versions.selectOption({ index: 1 });
    const changes = tester.locate("changes");
    const became = changes.filter({ hasText: /\/cart became allowed.*\(before: by line 2/ });
    await became.waitFor();
    const past = await changes.innerText();
    assert.match(
      past,
      /^What changed\s+Restore this version…\s+Since \d+ \w+, [0-9:]+, when the version of .* was replaced:/,
    );
    assert.match(past, /may since then fetch everything that begins with \/cart/);
    assert.match(past, /lost everything that begins with \/search/);
    assert.match(past, /\/search\s+became blocked, by line 2/);
    assert.doesNotMatch(past, /becomes/);
    await tester.expectBanner("allowed");
    await tester.screenshot("changes-past");

    await tester.locate("restore-version").click();
    await changes.filter({ hasText: /\/cart becomes blocked, by line 2/ }).waitFor();
    const plan = await changes.innerText();
    assert.match(
      plan,
      /^What changes\s+What changed since this version\s+If the version of .* is restored: from the live file of .* to that version\./,
    );
    assert.match(plan, /\/search\s+becomes allowed/);
    await tester.screenshot("changes-restore");
    await tester.locate("submit-open").click();
    const submit = tester.locate("submit-changes");
    await submit.filter({ hasText: /\/cart becomes blocked/ }).waitFor();
    assert.match(await submit.innerText(), /from the live file of .* to that version/);
    await tester.page.keyboard.press("Escape");
    await tester.locate("show-since").click();
    await became.waitFor();

    await tester.typeAtEnd("Disallow: /new\n");
    await changes.filter({ hasText: "From the live file of" }).waitFor();
    assert.match(await changes.innerText(), /to your draft\./);
  },
);
