import assert from "node:assert/strict";
import { SHOP } from "../files.js";
import { browserTest } from "../harness.js";

browserTest(
  "the page works without a site and sends requests only to its service",
  { needsService: "the box opens sites" },
  async ({ open, monitor }) => {
    const tester = await open();
    await tester.expectCell("/", "Googlebot", { draft: "none", shown: "none", line: null });
    await tester.expectBanner(
      "none",
      "No verdict yet. Open your site above or paste a robots.txt.",
    );
    assert.equal(await tester.locate("site-input").inputValue(), "");
    assert.equal(monitor.requests("GET /v1/robots").length, 0);
    await tester.locate("example").click();
    await tester.expectCell("/checkout", "GPTBot", { draft: "disallowed" });
  },
);

browserTest(
  "opening a site shows its file with line numbers, size, time and result",
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
    const shown = await tester.locate("version-select").locator("option").first().textContent();
    const bytes = Buffer.byteLength(SHOP);
    assert.match(shown, new RegExp(`^Latest: \\d+ \\w+, [0-9:]+ · ${bytes} bytes$`));
    const times = await tester.locate("version-select").getAttribute("title");
    assert.match(times, /^First seen \d{4}-.* UTC, last seen .* UTC$/);
    assert.equal(
      await tester.locate("live-link").getAttribute("href"),
      `${shop.origin}/robots.txt`,
    );
    assert.deepEqual(shop.requests, ["/robots.txt"]);
  },
);

browserTest(
  "the live file opens in a new tab without access to the page",
  async ({ open, site }) => {
    const shop = await site(SHOP);
    const tester = await open();
    await tester.openSite(shop);
    const link = tester.locate("live-link");
    assert.equal(await link.getAttribute("target"), "_blank");
    assert.match(await link.getAttribute("rel"), /noopener/);
  },
);

browserTest(
  "the history lists each version with the time when it was first seen, and loads its text",
  async ({ open, site }) => {
    const before = "User-agent: *\nDisallow: /before\n";
    const shop = await site(before);
    const tester = await open();
    await tester.openSite(shop);
    shop.respondWith(SHOP);
    await tester.locate("submit-open").click();
    await tester.pressInSubmit("submit-refresh");
    await tester.locate("first-seen").waitFor();
    await tester.loadLive();
    await tester.waitForVerdicts();
    assert.equal(await tester.draft(), SHOP);

    const versions = tester.locate("version-select").locator("option");
    const names = await versions.allTextContents();
    assert.equal(names.length, 2);
    assert.match(names[0], /^Latest: \d+ \w+, [0-9:]+ · \d+ bytes$/);
    assert.match(names[1], /^\d+ \w+, [0-9:]+ · 32 bytes$/);
    await tester.locate("version-select").selectOption({ index: 1 });
    await tester.waitForVerdicts();
    assert.equal(await tester.draft(), before);
  },
);

browserTest("arrow keys select versions, and undo restores the draft", async ({ open, site }) => {
  const files = ["/1", "/2", "/1", "/3"].map((path) => `User-agent: *\nDisallow: ${path}\n`);
  const shop = await site(files[0]);
  const tester = await open();
  await tester.openSite(shop);
  for (const file of files.slice(1)) {
    shop.respondWith(file);
    await tester.locate("submit-open").click();
    await tester.pressInSubmit("submit-compare");
    await tester
      .locate("compare-result")
      .getByText(/They differ|matches your draft/)
      .first()
      .waitFor();
    await tester.page.keyboard.press("Escape");
  }
  await tester.paste("User-agent: *\nDisallow: /mine\n");
  const list = tester.locate("version-select");
  await list.focus();
  const seen = [];
  for (let step = 0; step < 4; step += 1) {
    await tester.page.keyboard.press("ArrowDown");
    await tester.waitForVerdicts();
    seen.push(await tester.draft());
    await list.focus();
  }
  assert.deepEqual(seen, files.toReversed());
  assert.equal(await list.locator("option").count(), 4, "a version is listed twice");
  await tester.page.keyboard.press("ArrowUp");
  await tester.waitForVerdicts();
  assert.equal(await tester.draft(), files[1]);
  for (let step = 0; step < 5; step += 1) {
    await tester.editor.focus();
    await tester.page.keyboard.press("Control+z");
  }
  await tester.waitForVerdicts();
  assert.equal(await tester.draft(), "User-agent: *\nDisallow: /mine\n");
  const label = list.locator("option:checked");
  await label.filter({ hasText: "✎ Your draft" }).waitFor({ state: "attached" });
});

browserTest(
  "verdicts can be compared with an older version, and a filter shows only rows that differ",
  async ({ open, site }) => {
    const shop = await site("User-agent: *\nDisallow: /before\n");
    const tester = await open();
    await tester.openSite(shop);
    shop.respondWith("User-agent: *\nDisallow: /after\n");
    await tester.locate("submit-open").click();
    await tester.pressInSubmit("submit-refresh");
    await tester.loadLive();
    await tester.setUrls("/before", "/after", "/else");
    const same = { draft: "disallowed", live: "disallowed", changed: false };
    await tester.expectCell("/after", "Googlebot", same);

    await tester.locate("baseline-select").selectOption({ index: 1 });
    await tester.expectCell("/after", "Googlebot", {
      draft: "disallowed",
      live: "allowed",
      changed: true,
    });
    await tester.expectCell("/before", "Googlebot", {
      draft: "allowed",
      live: "disallowed",
      changed: true,
    });
    await tester.expectCell("/else", "Googlebot", {
      draft: "allowed",
      live: "allowed",
      changed: false,
    });
    await tester.locate("changed-only").check();
    assert.deepEqual(await tester.rows(), ["/before", "/after"]);
  },
);

browserTest(
  "a site without a file shows 404, and its live verdicts are allowed",
  async ({ open, site }) => {
    const shop = await site("gone", 404);
    const tester = await open();
    await tester.openSite(shop);
    assert.equal(await tester.draft(), "");
    await tester.expectStatus("404");
    await tester.setUrls("/a");
    await tester.expectCell("/a", "Googlebot", {
      draft: "none",
      shown: "allowed",
      live: "allowed",
    });
    await tester.expectBanner("allowed", "404");
    await tester.typeAtEnd("User-agent: *\nDisallow: /a\n");
    await tester.expectCell("/a", "Googlebot", {
      draft: "disallowed",
      live: "allowed",
      changed: true,
    });
  },
);

browserTest(
  "a site that responds with 503 is unreachable, and can be fetched again",
  async ({ open, site }) => {
    const shop = await site("sorry", 503);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/a");
    const blocked = { draft: "none", shown: "disallowed", live: "disallowed", changed: false };
    await tester.expectCell("/a", "Googlebot", blocked);
    await tester.expectBanner("disallowed", "Unreachable");
    await tester.expectBanner("disallowed", /503.*Google may crawl nothing\./);
    const outlook = await tester.locate("outlook").innerText();
    assert.match(
      outlook,
      /If it goes on, everything may be crawled from .* on\. Source: .* it changes on .*\. Let the site/,
    );
    assert.doesNotMatch(await tester.locate("verdict-banner").innerText(), /Allowed|Blocked|was/);
    await tester.waitForExplanation();
    assert.doesNotMatch(await tester.locate("explanation").innerText(), /may fetch/);
    await tester.screenshot("503");

    const list = tester.locate("version-select").locator("option");
    assert.match((await list.allTextContents()).join("\n"), /Last fetch failed on .* UTC · .*503/);
    shop.respondWith(SHOP);
    await tester.locate("fetch-again").click();
    await tester.expectBanner("allowed");
    assert.equal(await tester.draft(), SHOP);
  },
);

browserTest(
  "a host that refuses connections, has no DNS entry or has no TLS is unreachable, never allowed",
  async ({ open, site }) => {
    const shop = await site(SHOP);
    const gone = await site(SHOP);
    await gone.close();
    const tester = await open();
    for (const [address, cause] of [
      [gone.origin, /refused|connect/i],
      ["http://nowhere.invalid", /DNS|name|host/i],
      [shop.origin.replace("http:", "https:"), /TLS|HTTPS/],
    ]) {
      await tester.locate("site-input").fill(address);
      await tester.locate("site-input").press("Enter");
      await tester.page.waitForFunction(
        (wanted) => document.title.includes(wanted),
        address.replace(/^https?:\/\//, ""),
      );
      await tester.waitForVerdicts();
      await tester.expectBanner("disallowed", "Unreachable");
      assert.match(await tester.locate("verdict-banner").innerText(), cause);
      assert.doesNotMatch(await tester.locate("verdict-banner").innerText(), /Allowed/);
    }
  },
);

browserTest("there is no verdict while a slow site is being opened", async ({ open, site }) => {
  const shop = await site(SHOP);
  const tester = await open();
  const nextHeld = await tester.holdBack("**/v1/robots?*");
  await tester.locate("site-input").fill(shop.origin);
  await tester.locate("site-input").press("Enter");
  await tester.expectBanner("none", `Opening ${shop.origin}`);
  assert.equal(await tester.locate("matrix").getAttribute("data-asking"), "true");
  const asked = await nextHeld();
  await asked.continue();
  await tester.expectBanner("allowed");
});

browserTest("opening can be cancelled, and what was open stays", async ({ openStart, site }) => {
  const shop = await site(SHOP);
  const tester = await openStart();
  let nextHeld = await tester.holdBack("**/v1/robots?*");
  await tester.locate("start").getByTestId("site-input").fill("https://slow.example");
  await tester.locate("start").getByTestId("site-input").press("Enter");
  const opening = tester.locate("opening");
  await opening.filter({ hasText: "Opening https://slow.example" }).waitFor();
  assert.equal(await opening.getAttribute("aria-busy"), "true");
  await tester.screenshot("opening-start");
  await nextHeld();
  await tester.locate("cancel-opening").click();
  await tester.locate("status").filter({ hasText: "Cancelled" }).waitFor();
  assert.equal(await opening.count(), 0);
  assert.equal(await tester.locate("start").count(), 1);
  await tester.page.unroute("**/v1/robots?*");
  await tester.locate("site-input").fill(shop.origin);
  await tester.locate("site-input").press("Enter");
  await tester.expectBanner("allowed");
  assert.equal(await tester.draft(), SHOP);

  nextHeld = await tester.holdBack("**/v1/robots?*");
  await tester.locate("site-input").fill("https://slower.example");
  await tester.locate("site-input").press("Enter");
  await opening.filter({ hasText: "Opening https://slower.example" }).waitFor();
  await tester.screenshot("opening-again");
  await nextHeld();
  await tester.locate("cancel-opening").click();
  assert.equal(await opening.count(), 0);
  await tester.expectBanner("allowed");
  assert.equal(await tester.draft(), SHOP);
});

browserTest(
  "the page offers http for a host without a scheme that does not support HTTPS",
  async ({ open, site }) => {
    const shop = await site(SHOP);
    const tester = await open();
    await tester.locate("site-input").fill(shop.origin.replace("http://", ""));
    await tester.locate("site-input").press("Enter");
    await tester.locate("try-http").click();
    await tester.expectBanner("allowed");
    assert.equal(await tester.draft(), SHOP);
    assert.equal(await tester.locate("site-input").inputValue(), shop.origin);
  },
);

for (const path of ["/folder/robots.txt", "/Robots.TXT"])
  browserTest(
    `the address of ${path} opens the robots.txt of the host, with a note`,
    async ({ open, site }) => {
      const shop = await site(SHOP);
      const tester = await open();
      await tester.openSite({ origin: shop.origin + path });
      const note = await tester.locate("site-note").innerText();
      const text = `crawlers never read ${shop.origin}${path}; this is ${shop.origin}/robots.txt`;
      assert.ok(note.toLowerCase().includes(text.toLowerCase()), note);
      assert.equal(await tester.draft(), SHOP);
      await tester.openSite(shop);
      await tester.locate("site-note").waitFor({ state: "detached" });
    },
  );

browserTest("the page shows the hops of a redirected robots.txt", async ({ open, site }) => {
  const shop = await site(SHOP);
  const old = await site("", 301, { location: `${shop.origin}/robots.txt` });
  const tester = await open();
  await tester.openSite(old);
  const hops = await tester.locate("hops").innerText();
  assert.ok(hops.includes(`${old.origin}/robots.txt (301)`), hops);
  assert.ok(hops.includes(`${shop.origin}/robots.txt (200)`), hops);
  assert.match(
    await tester.locate("summary-redirects").innerText(),
    new RegExp(
      `${old.origin} redirects: its robots.txt is the one at\\s+${shop.origin}/robots.txt`,
    ),
  );
});

browserTest(
  "a click fetches a site again at any time, and loads what is new",
  async ({ open, site }) => {
    const shop = await site("User-agent: *\nDisallow: /a\n");
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/a");
    await tester.expectCell("/a", "Googlebot", { draft: "disallowed" });
    shop.respondWith("User-agent: *\nDisallow: /b\n");
    await tester.locate("refetch").click();
    await tester.expectCell("/a", "Googlebot", { draft: "allowed" });
    assert.match(await tester.draft(), /Disallow: \/b/);
    assert.equal(shop.requests.length, 2);
  },
);

browserTest(
  "the same site is opened with the other scheme by one choice",
  async ({ open, site }) => {
    const shop = await site(SHOP);
    const tester = await open();
    await tester.openSite(shop);
    const other = shop.origin.replace("http:", "https:");
    const addresses = tester.locate("address-select");
    assert.deepEqual(await addresses.locator("option").allInnerTexts(), [
      "Other addresses…",
      other,
    ]);
    await addresses.selectOption(other);
    // The loopback server does not speak TLS: the page is about the other address now, and says that it is closed.
    await tester.expectBanner("disallowed", "robots.txt is unreachable");
    assert.equal(await tester.locate("site-input").inputValue(), other);
  },
);

browserTest("the page names an unreachable site and continues to work", async ({ open, site }) => {
  const shop = await site(SHOP);
  const { origin } = shop;
  await shop.close();
  const tester = await open();
  await tester.openSite({ origin });
  await tester.expectBanner("disallowed", "robots.txt is unreachable");
  await tester.typeAtEnd("User-agent: *\nDisallow: /\n");
  await tester.expectCell("/", "Googlebot", { draft: "disallowed", live: "disallowed" });
});

browserTest(
  "an invalid address is rejected with a message",
  { needsService: "the box opens sites" },
  async ({ open, monitor }) => {
    monitor.expectedMessages.push(/status of 400/);
    const tester = await open();
    await tester.locate("site-input").fill("http://[bad");
    await tester.locate("open-site").click();
    await tester.locate("status").and(tester.page.locator('[data-error="true"]')).waitFor();
    assert.equal(await tester.locate("version-select").count(), 0);
  },
);

browserTest(
  "opening a site keeps a pasted draft and compares it with the live file",
  async ({ open, site }) => {
    const shop = await site("User-agent: *\nDisallow: /live\n");
    const tester = await open();
    const draft = "User-agent: *\nDisallow: /draft\n";
    await tester.paste(draft);
    await tester.openSite(shop);
    assert.equal(await tester.draft(), draft);
    await tester.setUrls("/draft", "/live");
    await tester.expectCell("/draft", "Googlebot", { draft: "disallowed", live: "allowed" });
    await tester.expectCell("/live", "Googlebot", { draft: "allowed", live: "disallowed" });
  },
);

for (const [what, file] of [
  ["CR LF line endings", "User-agent: *\r\nDisallow: /a\r\n"],
  ["CR line endings", "User-agent: *\rDisallow: /a\r"],
  ["mixed line endings", "User-agent: *\r\nDisallow: /a\nDisallow: /b\rAllow: /c\n"],
  ["a byte order mark", "\ufeffUser-agent: *\nDisallow: /a\n"],
  ["no final line ending", "User-agent: *\nDisallow: /a"],
  ["1,500 lines", manyLines()],
  ["tabs, trailing spaces and empty lines", "User-agent:\t*  \n\n\nDisallow: /a \t\n\n"],
])
  browserTest(`a file with ${what} is saved byte for byte`, async ({ open, site }) => {
    const shop = await site(file);
    const tester = await open();
    await tester.openSite(shop);
    const { name, bytes } = await tester.download("download");
    assert.equal(name, "robots.txt");
    assert.deepEqual(bytes, Buffer.from(file));
    await tester.setUrls("/a");
    await tester.expectCell("/a", "Googlebot", { draft: "disallowed", live: "disallowed" });
  });

function manyLines() {
  const rules = Array.from({ length: 1498 }, (_, index) => `Disallow: /shelf/${index}`);
  return ["User-agent: *", ...rules, "Disallow: /a", ""].join("\n");
}

browserTest(
  "the live verdict of a site that responds with 429 follows the chosen policy",
  async ({ open, site }) => {
    const shop = await site("slow down", 429);
    const tester = await open();
    await tester.openSite(shop);
    await tester.expectBanner("allowed", "429");
    await tester.locate("policy-select").selectOption("google-2026");
    await tester.expectBanner("disallowed", "HTTP 429");
    assert.deepEqual(shop.requests, ["/robots.txt"], "the site was fetched again");
  },
);

browserTest(
  "the banner names another policy that decides differently about a 429",
  async ({ open, site }) => {
    const shop = await site("slow down", 429);
    const tester = await open();
    await tester.openSite(shop);
    await tester.expectBanner("allowed", "so everything may be crawled");
    const differs = tester.locate("verdict-differs");
    await differs.filter({ hasText: "Live: google-2026" }).waitFor();
    await tester.typeAtEnd("User-agent: *\nAllow: /\n");
    await tester.expectCell("/", "Googlebot", {
      draft: "allowed",
      live: "allowed",
      changed: false,
    });
    await differs.filter({ hasText: "Live: google-2026" }).waitFor();
    await tester.paste("");
    await tester.locate("policy-select").selectOption("google-2026");
    await differs.filter({ hasText: "Live: google-2021" }).waitFor();
  },
);

browserTest("the banner says only once that everything may be crawled", async ({ open, site }) => {
  const tester = await open();
  for (const status of [403, 404]) {
    const shop = await site("no", status);
    await tester.openSite(shop);
    await tester.expectBanner("allowed", String(status));
    const text = await tester.locate("verdict-banner").innerText();
    assert.equal(text.split("everything may be crawled").length - 1, 1, text);
  }
});

browserTest("a verdict about a web page says first that it is one", async ({ openStart, site }) => {
  const shop = await site("<!doctype html><title>Shop</title><p>Welcome</p>\n");
  const tester = await openStart();
  await tester.openSite(shop);
  await tester.expectBanner("allowed", "This is a web page (HTML), not a robots.txt");
});
