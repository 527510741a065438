import assert from "node:assert/strict";
import { SHOP } from "../files.js";
import { walk } from "../stage.js";

walk(
  "the page opens ready to work without a site, and asks nobody but its service",
  async ({ open, guard }) => {
    const tester = await open();
    await tester.says("/", "Googlebot", { draft: "allowed", line: 0 });
    assert.equal(await tester.at("site-input").inputValue(), "");
    assert.equal(guard.requests("GET /v1/robots").length, 0);
    await tester.at("example").click();
    await tester.says("/checkout", "GPTBot", { draft: "disallowed" });
  },
);

walk(
  "a site opens with its file as it was fetched, numbered, with size, time and result",
  async ({ open, site }) => {
    const shop = await site(SHOP);
    const tester = await open();
    await tester.openSite(shop);
    assert.equal(await tester.draft(), SHOP);
    const { page } = tester;
    const numbers = await page
      .locator(".cm-lineNumbers .cm-gutterElement:visible")
      .allTextContents();
    assert.deepEqual(numbers.slice(0, 4), ["1", "2", "3", "4"]);
    const shown = await tester.at("version-select").locator("option").first().textContent();
    const bytes = Buffer.byteLength(SHOP);
    assert.match(
      shown,
      new RegExp(`^Latest version seen on \\d{4}-.* UTC · 200.* · ${bytes} bytes$`),
    );
    assert.equal(await tester.at("live-link").getAttribute("href"), `${shop.origin}/robots.txt`);
    assert.deepEqual(shop.requests, ["/robots.txt"]);
  },
);

walk("the live file opens in a tab of its own that cannot reach back", async ({ open, site }) => {
  const shop = await site(SHOP);
  const tester = await open();
  await tester.openSite(shop);
  const link = tester.at("live-link");
  assert.equal(await link.getAttribute("target"), "_blank");
  assert.match(await link.getAttribute("rel"), /noopener/);
});

walk(
  "the history lists each version with the time it was first seen, and shows its text",
  async ({ open, site }) => {
    const before = "User-agent: *\nDisallow: /before\n";
    const shop = await site(before);
    const tester = await open();
    await tester.openSite(shop);
    shop.serves(SHOP);
    await tester.at("submit-open").click();
    await tester.at("submit-refresh").click();
    await tester.at("first-seen").waitFor();
    await tester.at("load-live").click();
    await tester.settled();
    assert.equal(await tester.draft(), SHOP);

    const versions = tester.at("version-select").locator("option:not([hidden])");
    const names = await versions.allTextContents();
    assert.equal(names.length, 2);
    assert.match(names[0], /^Latest version seen on .* UTC · 200/);
    assert.match(names[1], /^First seen .* UTC, last .* UTC · 200.* · 32 bytes$/);
    await tester.at("version-select").selectOption({ index: 2 });
    await tester.settled();
    assert.equal(await tester.draft(), before);
  },
);

walk(
  "verdicts stand beside an older version when it is chosen, and rows that differ can be had alone",
  async ({ open, site }) => {
    const shop = await site("User-agent: *\nDisallow: /before\n");
    const tester = await open();
    await tester.openSite(shop);
    shop.serves("User-agent: *\nDisallow: /after\n");
    await tester.at("submit-open").click();
    await tester.at("submit-refresh").click();
    await tester.at("load-live").click();
    await tester.setUrls("/before", "/after", "/else");
    const same = { draft: "disallowed", live: "disallowed", changed: false };
    await tester.says("/after", "Googlebot", same);

    await tester.at("baseline-select").selectOption({ index: 1 });
    await tester.says("/after", "Googlebot", {
      draft: "disallowed",
      live: "allowed",
      changed: true,
    });
    await tester.says("/before", "Googlebot", {
      draft: "allowed",
      live: "disallowed",
      changed: true,
    });
    await tester.says("/else", "Googlebot", { draft: "allowed", live: "allowed", changed: false });
    await tester.at("changed-only").check();
    assert.deepEqual(await tester.rows(), ["/before", "/after"]);
  },
);

walk("a site without a file says 404, and everything is allowed there", async ({ open, site }) => {
  const shop = await site("gone", 404);
  const tester = await open();
  await tester.openSite(shop);
  assert.equal(await tester.draft(), "");
  await tester.statusSays("404");
  await tester.setUrls("/a");
  await tester.says("/a", "Googlebot", { draft: "allowed", live: "allowed" });
  await tester.typeAtEnd("User-agent: *\nDisallow: /a\n");
  await tester.says("/a", "Googlebot", { draft: "disallowed", live: "allowed", changed: true });
});

walk(
  "a site that answers 500 says so, and is taken as disallowed by crawlers",
  async ({ open, site }) => {
    const shop = await site("sorry", 500);
    const tester = await open();
    await tester.openSite(shop);
    await tester.statusSays("500");
    await tester.setUrls("/a");
    await tester.says("/a", "Googlebot", { draft: "allowed", live: "disallowed", changed: true });
  },
);

walk("a site that cannot be reached is named, and the page goes on", async ({ open, site }) => {
  const shop = await site(SHOP);
  const { origin } = shop;
  await shop.close();
  const tester = await open();
  await tester.openSite({ origin });
  await tester.statusSays(/could not be reached|unreachable|refused/i);
  await tester.typeAtEnd("User-agent: *\nDisallow: /\n");
  await tester.says("/", "Googlebot", { draft: "disallowed", live: "disallowed" });
});

walk("an address that is no site is refused in words", async ({ open, guard }) => {
  guard.expected.push(/status of 400/);
  const tester = await open();
  await tester.at("site-input").fill("http://[bad");
  await tester.at("open-site").click();
  await tester.at("status").and(tester.page.locator('[data-error="true"]')).waitFor();
  assert.equal(await tester.at("version-select").count(), 0);
});

walk(
  "a pasted draft stays when a site is opened, and is compared with what is live",
  async ({ open, site }) => {
    const shop = await site("User-agent: *\nDisallow: /live\n");
    const tester = await open();
    const draft = "User-agent: *\nDisallow: /draft\n";
    await tester.paste(draft);
    await tester.openSite(shop);
    assert.equal(await tester.draft(), draft);
    await tester.setUrls("/draft", "/live");
    await tester.says("/draft", "Googlebot", { draft: "disallowed", live: "allowed" });
    await tester.says("/live", "Googlebot", { draft: "allowed", live: "disallowed" });
  },
);

for (const [what, file] of [
  ["line ends CR LF", "User-agent: *\r\nDisallow: /a\r\n"],
  ["line ends CR", "User-agent: *\rDisallow: /a\r"],
  ["mixed line ends", "User-agent: *\r\nDisallow: /a\nDisallow: /b\rAllow: /c\n"],
  ["a byte order mark", "\ufeffUser-agent: *\nDisallow: /a\n"],
  ["no line end at the end", "User-agent: *\nDisallow: /a"],
  ["1,500 lines", manyLines()],
  ["tabs, spaces at line ends and empty lines", "User-agent:\t*  \n\n\nDisallow: /a \t\n\n"],
])
  walk(`a file with ${what} is saved byte for byte as it was opened`, async ({ open, site }) => {
    const shop = await site(file);
    const tester = await open();
    await tester.openSite(shop);
    const { name, bytes } = await tester.download("download");
    assert.equal(name, "robots.txt");
    assert.deepEqual(bytes, Buffer.from(file));
    await tester.setUrls("/a");
    await tester.says("/a", "Googlebot", { draft: "disallowed", live: "disallowed" });
  });

function manyLines() {
  const rules = Array.from({ length: 1498 }, (_, index) => `Disallow: /shelf/${index}`);
  return ["User-agent: *", ...rules, "Disallow: /a", ""].join("\n");
}
