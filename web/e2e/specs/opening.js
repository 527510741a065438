import assert from "node:assert/strict";
import { SHOP } from "../files.js";
import { browserTest } from "../harness.js";

browserTest(
  "the page opens ready to work without a site, and asks nobody but its service",
  async ({ open, monitor }) => {
    const tester = await open();
    await tester.expectCell("/", "Googlebot", { draft: "none", shown: "none", line: 0 });
    await tester.expectBanner(
      "none",
      "No verdict yet: open your site above, or paste a robots.txt.",
    );
    assert.equal(await tester.locate("site-input").inputValue(), "");
    assert.equal(monitor.requests("GET /v1/robots").length, 0);
    await tester.locate("example").click();
    await tester.expectCell("/checkout", "GPTBot", { draft: "disallowed" });
  },
);

browserTest(
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
    const shown = await tester.locate("version-select").locator("option").first().textContent();
    const bytes = Buffer.byteLength(SHOP);
    assert.match(
      shown,
      new RegExp(`^Latest version seen on \\d{4}-.* UTC · 200.* · ${bytes} bytes$`),
    );
    assert.equal(
      await tester.locate("live-link").getAttribute("href"),
      `${shop.origin}/robots.txt`,
    );
    assert.deepEqual(shop.requests, ["/robots.txt"]);
  },
);

browserTest(
  "the live file opens in a tab of its own that cannot reach back",
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
  "the history lists each version with the time it was first seen, and shows its text",
  async ({ open, site }) => {
    const before = "User-agent: *\nDisallow: /before\n";
    const shop = await site(before);
    const tester = await open();
    await tester.openSite(shop);
    shop.respondWith(SHOP);
    await tester.locate("submit-open").click();
    await tester.locate("submit-refresh").click();
    await tester.locate("first-seen").waitFor();
    await tester.locate("load-live").click();
    await tester.waitForVerdicts();
    assert.equal(await tester.draft(), SHOP);

    const versions = tester.locate("version-select").locator("option");
    const names = await versions.allTextContents();
    assert.equal(names.length, 2);
    assert.match(names[0], /^Latest version seen on .* UTC · 200/);
    assert.match(names[1], /^First seen .* UTC, last .* UTC · 200.* · 32 bytes$/);
    await tester.locate("version-select").selectOption({ index: 1 });
    await tester.waitForVerdicts();
    assert.equal(await tester.draft(), before);
  },
);

browserTest(
  "the list of versions is walked by arrow keys, and undo makes the text a draft again",
  async ({ open, site }) => {
    const files = ["/1", "/2", "/1", "/3"].map((path) => `User-agent: *\nDisallow: ${path}\n`);
    const shop = await site(files[0]);
    const tester = await open();
    await tester.openSite(shop);
    for (const file of files.slice(1)) {
      shop.respondWith(file);
      await tester.locate("submit-open").click();
      await tester.locate("submit-compare").click();
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
    assert.equal(await list.locator("option").count(), 4, "a version stands twice");
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
  },
);

browserTest(
  "verdicts stand beside an older version when it is chosen, and rows that differ can be had alone",
  async ({ open, site }) => {
    const shop = await site("User-agent: *\nDisallow: /before\n");
    const tester = await open();
    await tester.openSite(shop);
    shop.respondWith("User-agent: *\nDisallow: /after\n");
    await tester.locate("submit-open").click();
    await tester.locate("submit-refresh").click();
    await tester.locate("load-live").click();
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
  "a site without a file says 404, and everything is allowed there by what is live",
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
  "a site that answers 503 is headed by what is live, and can be fetched again",
  async ({ open, site }) => {
    const shop = await site("sorry", 503);
    const tester = await open();
    await tester.openSite(shop);
    await tester.expectStatus("503");
    await tester.setUrls("/a");
    const blocked = { draft: "none", shown: "disallowed", live: "disallowed", changed: false };
    await tester.expectCell("/a", "Googlebot", blocked);
    await tester.expectBanner("disallowed", "Unreachable");
    await tester.expectBanner(
      "disallowed",
      "HTTP 503; robots.txt is unreachable, so Google crawls nothing.",
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
  "a host that refuses connections, is not known or speaks no TLS is unreachable, never allowed",
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
      await tester.locate("status").filter({ hasText: address }).waitFor();
      await tester.waitForVerdicts();
      await tester.expectBanner("disallowed", "Unreachable");
      assert.match(await tester.locate("verdict-banner").innerText(), cause);
      assert.doesNotMatch(await tester.locate("verdict-banner").innerText(), /Allowed/);
    }
  },
);

browserTest("while a slow site is opened there is no verdict", async ({ open, site }) => {
  const shop = await site(SHOP);
  const tester = await open();
  let answer;
  await tester.page.route("**/v1/robots?*", (route) => {
    answer = () => route.continue();
  });
  await tester.locate("site-input").fill(shop.origin);
  await tester.locate("site-input").press("Enter");
  await tester.expectBanner("none", `Opening ${shop.origin}`);
  assert.equal(await tester.locate("matrix").getAttribute("data-asking"), "true");
  await answer();
  await tester.expectBanner("allowed");
});

browserTest(
  "a host typed without a scheme that does not speak HTTPS is offered over http",
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
    `the address of ${path} opens the host's own file, and says so`,
    async ({ open, site }) => {
      const shop = await site(SHOP);
      const tester = await open();
      await tester.openSite({ origin: shop.origin + path });
      const note = await tester.locate("site-note").innerText();
      assert.ok(note.includes(`Crawlers never read ${shop.origin}${path}`), note);
      assert.ok(note.includes(`${shop.origin}/robots.txt was asked`), note);
      assert.equal(await tester.draft(), SHOP);
      await tester.openSite(shop);
      await tester.locate("site-note").waitFor({ state: "detached" });
    },
  );

browserTest("a redirect of robots.txt is shown with its hops", async ({ open, site }) => {
  const shop = await site(SHOP);
  const old = await site("", 301, { location: `${shop.origin}/robots.txt` });
  const tester = await open();
  await tester.openSite(old);
  const hops = await tester.locate("hops").innerText();
  assert.ok(hops.includes(`${old.origin}/robots.txt (301)`), hops);
  assert.ok(hops.includes(`${shop.origin}/robots.txt (200)`), hops);
});

browserTest(
  "a site that cannot be reached is named, and the page goes on",
  async ({ open, site }) => {
    const shop = await site(SHOP);
    const { origin } = shop;
    await shop.close();
    const tester = await open();
    await tester.openSite({ origin });
    await tester.expectStatus(/could not be reached|unreachable|refused/i);
    await tester.typeAtEnd("User-agent: *\nDisallow: /\n");
    await tester.expectCell("/", "Googlebot", { draft: "disallowed", live: "disallowed" });
  },
);

browserTest("an address that is no site is refused in words", async ({ open, monitor }) => {
  monitor.expectedMessages.push(/status of 400/);
  const tester = await open();
  await tester.locate("site-input").fill("http://[bad");
  await tester.locate("open-site").click();
  await tester.locate("status").and(tester.page.locator('[data-error="true"]')).waitFor();
  assert.equal(await tester.locate("version-select").count(), 0);
});

browserTest(
  "a pasted draft stays when a site is opened, and is compared with what is live",
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
  ["line ends CR LF", "User-agent: *\r\nDisallow: /a\r\n"],
  ["line ends CR", "User-agent: *\rDisallow: /a\r"],
  ["mixed line ends", "User-agent: *\r\nDisallow: /a\nDisallow: /b\rAllow: /c\n"],
  ["a byte order mark", "\ufeffUser-agent: *\nDisallow: /a\n"],
  ["no line end at the end", "User-agent: *\nDisallow: /a"],
  ["1,500 lines", manyLines()],
  ["tabs, spaces at line ends and empty lines", "User-agent:\t*  \n\n\nDisallow: /a \t\n\n"],
])
  browserTest(
    `a file with ${what} is saved byte for byte as it was opened`,
    async ({ open, site }) => {
      const shop = await site(file);
      const tester = await open();
      await tester.openSite(shop);
      const { name, bytes } = await tester.download("download");
      assert.equal(name, "robots.txt");
      assert.deepEqual(bytes, Buffer.from(file));
      await tester.setUrls("/a");
      await tester.expectCell("/a", "Googlebot", { draft: "disallowed", live: "disallowed" });
    },
  );

function manyLines() {
  const rules = Array.from({ length: 1498 }, (_, index) => `Disallow: /shelf/${index}`);
  return ["User-agent: *", ...rules, "Disallow: /a", ""].join("\n");
}

browserTest(
  "the policy for a site that answers 429 can be chosen, and the live verdict follows",
  async ({ open, site }) => {
    const shop = await site("slow down", 429);
    const tester = await open();
    await tester.openSite(shop);
    await tester.expectBanner("allowed", "429");
    await tester.locate("policy-select").selectOption("google-2026");
    await tester.expectBanner("disallowed", "HTTP 429");
    assert.deepEqual(shop.requests, ["/robots.txt"], "the site was asked again");
  },
);

browserTest(
  "where another policy decides otherwise about a site that answers 429, the banner says so",
  async ({ open, site }) => {
    const shop = await site("slow down", 429);
    const tester = await open();
    await tester.openSite(shop);
    await tester.expectBanner("allowed", "so everything may be crawled");
    const differs = tester.locate("verdict-differs");
    await differs.filter({ hasText: "Live: google-2026 disallows it" }).waitFor();
    await tester.typeAtEnd("User-agent: *\nAllow: /\n");
    await tester.expectCell("/", "Googlebot", {
      draft: "allowed",
      live: "allowed",
      changed: false,
    });
    await differs.filter({ hasText: "Live: google-2026 disallows it" }).waitFor();
    await tester.paste("");
    await tester.locate("policy-select").selectOption("google-2026");
    await differs.filter({ hasText: "Live: google-2021 assumes no limits" }).waitFor();
  },
);

browserTest("that everything may be crawled is said once", async ({ open, site }) => {
  const tester = await open();
  for (const status of [403, 404]) {
    const shop = await site("no", status);
    await tester.openSite(shop);
    await tester.expectBanner("allowed", String(status));
    const words = await tester.locate("verdict-banner").innerText();
    assert.equal(words.split("so everything may be crawled").length - 1, 1, words);
  }
});
