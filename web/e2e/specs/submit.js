import assert from "node:assert/strict";
import { SHOP } from "../files.js";
import { browserTest } from "../harness.js";

browserTest(
  "the three steps of submitting: download the file, compare the live file, refresh the cache",
  async ({ open, site }) => {
    const shop = await site("User-agent: *\nDisallow: /\n");
    const tester = await open();
    await tester.openSite(shop);
    await tester.paste(SHOP);
    await tester.locate("submit-open").click();
    const dialog = tester.locate("submit-dialog");
    await dialog.getByText(`${shop.origin}/robots.txt`).first().waitFor();

    const { name, bytes } = await tester.download("submit-download");
    assert.equal(name, "robots.txt");
    assert.deepEqual(bytes, Buffer.from(SHOP));
    assert.equal(
      await tester.locate("submit-view").getAttribute("href"),
      `${shop.origin}/robots.txt`,
    );

    await tester.pressInSubmit("submit-compare");
    await tester.locate("compare-result").getByText("They differ").waitFor();
    await dialog.locator(".cm-deletedChunk").filter({ hasText: "Disallow: /" }).first().waitFor();

    shop.respondWith(bytes);
    await tester.pressInSubmit("submit-compare");
    await tester.locate("compare-result").getByText("byte for byte").waitFor();

    const requestsBefore = shop.requests.length;
    await tester.pressInSubmit("submit-refresh");
    const seen = await tester.locate("first-seen").innerText();
    assert.match(seen, /^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    assert.equal(shop.requests.length, requestsBefore + 1, "the site was not fetched again");
    assert.ok(Math.abs(Date.parse(seen.replace(" UTC", "Z")) - Date.now()) < 600_000);
  },
);

for (const [how, button] of [
  ["compared", "submit-compare"],
  ["refreshed", "submit-refresh"],
])
  browserTest(
    `an uploaded draft becomes the live version when it is ${how}`,
    async ({ open, site }) => {
      const shop = await site("User-agent: *\nDisallow: /old\n");
      const tester = await open();
      await tester.openSite(shop);
      await tester.paste(SHOP);
      const list = tester.locate("version-select").locator("option:checked");
      await list.filter({ hasText: "✎" }).waitFor({ state: "attached" });
      shop.respondWith(SHOP);
      await tester.locate("submit-open").click();
      await tester.pressInSubmit(button);
      await list.filter({ hasText: /^Latest: / }).waitFor({ state: "attached" });
      assert.equal(await tester.locate("version-select").locator("option").count(), 2);
      await tester.page.keyboard.press("Escape");
      await tester.waitForVerdicts();
      await tester.expectCell("/", "Googlebot", { changed: false });
      assert.equal(await tester.draft(), SHOP);
    },
  );

browserTest("the beginning of a long file is never offered as the file", async ({ open, site }) => {
  const begin = "User-agent: *\nDisallow: /a\n";
  const shop = await site(begin + "Disallow: /long/path\n".repeat(30_000));
  const tester = await open();
  await tester.openSite(shop);
  await tester.locate("draft-cut").filter({ hasText: "Do not upload this text" }).waitFor();
  const version = await tester.locate("version-select").innerText();
  assert.match(version, /more than 512,?000 bytes/);
  assert.equal(await tester.locate("download").isDisabled(), true);
  assert.equal(await tester.locate("submit-open").isDisabled(), true);
  await tester.page.getByText("ignore what follows").first().waitFor();
  await tester.screenshot("cut");
  // An edit does not make it whole, and a text of one's own is.
  await tester.typeAtEnd("# mine\n");
  await tester.locate("draft-cut").waitFor();
  await tester.paste(SHOP);
  await tester.locate("draft-cut").waitFor({ state: "detached" });
  assert.equal(await tester.locate("download").isEnabled(), true);
});

browserTest("the refresh step links to the tools of search engines", async ({ open, site }) => {
  const shop = await site(SHOP);
  const tester = await open();
  await tester.openSite(shop);
  await tester.locate("submit-open").click();
  const links = tester.locate("search-engines").getByRole("link");
  const hosts = await links.evaluateAll((all) => all.map((link) => new URL(link.href).host));
  assert.deepEqual(new Set(hosts), new Set(["search.google.com", "www.bing.com"]));
  for (const link of await links.all()) assert.match(await link.getAttribute("rel"), /noopener/);
  const text = await tester.locate("search-engines").innerText();
  assert.match(text, /Is a page listed\? Search for its URL/);
  const hosted = await tester.locate("hosted-service").innerText();
  assert.match(hosted, /hosting service writes your robots.txt, you cannot upload a file/);
});

browserTest(
  "after a refresh, other users of the service also see the new file",
  async ({ open, site }) => {
    const shop = await site("User-agent: *\nDisallow: /old\n");
    const tester = await open();
    await tester.openSite(shop);
    shop.respondWith("User-agent: *\nDisallow: /new\n");
    await tester.locate("submit-open").click();
    await tester.pressInSubmit("submit-refresh");
    await tester.locate("first-seen").waitFor();
    const requestsBefore = shop.requests.length;
    const other = await open();
    await other.openSite(shop);
    assert.equal(await other.draft(), "User-agent: *\nDisallow: /new\n");
    assert.equal(shop.requests.length, requestsBefore, "the cache was not shared");
  },
);

for (const [what, live, draft, text] of [
  ["one letter", "User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /b\n", /line 2/],
  [
    "only its line endings",
    "User-agent: *\r\nDisallow: /a\r\n",
    "User-agent: *\nDisallow: /a\n",
    /line 1[\s\S]*line ending/,
  ],
  [
    "the final line ending",
    "User-agent: *\nDisallow: /a",
    "User-agent: *\nDisallow: /a\n",
    /They differ/,
  ],
  ["a byte order mark", "\ufeffUser-agent: *\n", "User-agent: *\n", /line 1/],
])
  browserTest(
    `a live file that differs in ${what} is reported as different`,
    async ({ open, site }) => {
      const shop = await site(live);
      const tester = await open();
      await tester.paste(draft);
      await tester.openSite(shop);
      await tester.locate("submit-open").click();
      await tester.pressInSubmit("submit-compare");
      const result = tester.locate("compare-result");
      await result.getByText("They differ").waitFor();
      assert.match(await result.innerText(), text);
    },
  );

browserTest(
  "the comparison reports a missing file and an unreachable site",
  async ({ open, site }) => {
    const shop = await site(SHOP);
    const tester = await open();
    await tester.openSite(shop);
    await tester.locate("submit-open").click();
    shop.respondWith("", 404);
    await tester.pressInSubmit("submit-compare");
    const said = tester.locate("compare-result").filter({ hasText: "404" });
    await said.filter({ hasText: "stays in force" }).waitFor();
    shop.respondWith("", 503);
    await tester.pressInSubmit("submit-compare");
    await tester.locate("compare-result").filter({ hasText: "503" }).waitFor();
  },
);

browserTest(
  "without a site, the dialog offers only the download and a note about the root of the domain",
  async ({ open }) => {
    const tester = await open();
    await tester.paste(SHOP);
    await tester.locate("submit-open").click();
    assert.equal(await tester.locate("submit-compare").count(), 0);
    assert.equal(await tester.locate("submit-refresh").count(), 0);
    const note = await tester.locate("submit-dialog").innerText();
    assert.match(note, /No access to the root of the domain/);
    const { bytes } = await tester.download("submit-download");
    assert.deepEqual(bytes, Buffer.from(SHOP));
  },
);
