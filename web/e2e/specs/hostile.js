import assert from "node:assert/strict";
import { HOSTILE, HOSTILE_URLS } from "../files.js";
import { browserTest, checkByCommand } from "../harness.js";

browserTest(
  "text from a file, a URL or a crawler name is never markup",
  async ({ open, site, monitor }) => {
    monitor.expectedMessages.push(/status of 400/);
    const evil = await site(HOSTILE);
    const tester = await open();
    const { page } = tester;
    const before = await countElements(page);
    await tester.openSite(evil);
    const title = `${evil.origin.replace("http://", "")} · maycrawl`;
    assert.equal(await page.title(), title);
    await tester.uploadUrls(...HOSTILE_URLS);
    await tester.addCrawler("<img src=x onerror=document.title='taken'>");
    await tester.expectStatus("<img");
    for (const url of HOSTILE_URLS) {
      await tester.cell(url, "Googlebot").click();
      await tester.waitForExplanation();
    }
    await tester.screenshot("hostile file");
    await tester.locate("submit-open").click();
    evil.respondWith("User-agent: *\nDisallow: /<img src=x onerror=alert(1)>\n");
    await tester.pressInSubmit("submit-compare");
    await tester.locate("compare-result").getByText("They differ").waitFor();
    assert.equal(await page.title(), title);
    assert.deepEqual(await countElements(page), before);
    const links = await page.locator("a").evaluateAll((all) => all.map((link) => link.href));
    assert.ok(
      links.every((link) => /^https?:/.test(link)),
      links.join(" "),
    );
  },
);

/** Counts elements that injected markup would add, also in the editor's shadow root. */
async function countElements(page) {
  const count = async (name) => [name, await page.locator(name).count()];
  return Object.fromEntries(
    await Promise.all(["script", "img:not(.cm-widgetBuffer)", "iframe"].map(count)),
  );
}

browserTest(
  "bidirectional and control characters are shown as signs and have no effect",
  async ({ open, site }) => {
    const evil = await site(HOSTILE);
    const tester = await open();
    await tester.openSite(evil);
    const signs = await tester.page
      .locator(".cm-specialChar")
      .evaluateAll((all) => all.map((sign) => sign.getAttribute("aria-label") ?? sign.title));
    assert.ok(signs.length >= 6, signs.join(", "));
    const text = await tester.editor.innerText();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
    assert.doesNotMatch(text, /[\u202e\u2066\u200b\u0007\u001b]/);
  },
);

browserTest(
  "the page reports bytes that are not UTF-8, and the verdicts are those of the command",
  async ({ open, site }) => {
    const file = Buffer.from("User-agent: *\nDisallow: /a\nDisallow: /\xff\xfe\n", "latin1");
    const evil = await site(file);
    const tester = await open();
    await tester.openSite(evil);
    await tester.page.getByText("bytes that are not UTF-8").waitFor();
    await tester.setUrls("/a", "/b");
    for (const { url, agent, decision, line } of await checkByCommand(
      file,
      ["/a", "/b"],
      ["Googlebot"],
      evil.origin,
    ))
      await tester.expectCell(url, agent, { draft: decision, line, live: decision });
  },
);

browserTest(
  "the content security policy blocks inline scripts, inline styles and other origins",
  async ({ open, site, monitor }) => {
    const other = await site("");
    const tester = await open();
    monitor.expectedMessages.push(/Content Security Policy/i, /Failed to fetch|violates/i);
    const refused = await tester.page.evaluate(async (address) => {
      const seen = [];
      document.addEventListener("securitypolicyviolation", (event) => {
        seen.push(event.effectiveDirective);
      });
      const script = document.createElement("script");
      script.textContent = "document.title = 'taken'";
      document.head.append(script);
      const style = document.createElement("style");
      style.textContent = "body { display: none }";
      document.head.append(style);
      await fetch(`${address}/robots.txt`, { mode: "no-cors" }).catch(() => {});
      await new Promise((next) => setTimeout(next));
      return seen.sort();
    }, other.origin);
    assert.deepEqual(refused, ["connect-src", "script-src-elem", "style-src-elem"]);
    assert.deepEqual(other.requests, []);
    assert.notEqual(await tester.page.title(), "taken");
  },
);

browserTest("the page rejects invalid and hostile links with a message", async ({ open }) => {
  for (const fragment of [
    "#1.AAAA",
    "#<img src=x onerror=alert(1)>",
    "#9.zzz",
    `#1.${"A".repeat(70_000)}`,
  ]) {
    const tester = await open(fragment);
    await tester.expectStatus("contains no state of this page");
    await tester.expectCell("/", "Googlebot", { draft: "none" });
    await tester.page.close();
  }
});

browserTest(
  "bidirectional characters in a URL do not change how it is displayed",
  async ({ open }) => {
    const tester = await open();
    await tester.paste("User-agent: *\nDisallow: /\u202egnp.exe\n");
    await tester.setUrls("/\u202egnp.exe");
    await tester.waitForExplanation();
    assert.deepEqual(await tester.rows(), ["/\\u{202e}gnp.exe"]);
    for (const place of ["verdict-banner", "explanation"])
      assert.ok((await tester.locate(place).innerText()).includes("/\\u{202e}gnp.exe"), place);
    assert.doesNotMatch(await tester.page.locator("body").innerText(), /\u202e/);
  },
);

browserTest(
  "a line that begins with a colon is shown, typed and judged",
  async ({ open, site }) => {
    const file = "User-agent: *\n: /x\nDisallow: /private\n";
    const shop = await site(file);
    const tester = await open();
    await tester.openSite(shop);
    assert.equal(await tester.draft(), file);
    await tester.setUrls("/private");
    await tester.expectBanner("disallowed", "line 3");
    await tester.typeAtEnd(": /b\nDisallow: /");
    await tester.setUrls("/b");
    await tester.expectBanner("disallowed", "line 5");
  },
);

browserTest(
  "a fault of the page is named, and its verdicts are marked",
  async ({ open, monitor }) => {
    monitor.expectedMessages.push(/planned fault/);
    const tester = await open();
    await tester.paste("User-agent: *\nDisallow: /a\n");
    await tester.expectBanner("allowed");
    await tester.page.evaluate(() => {
      setTimeout(() => {
        throw new Error("planned fault");
      });
    });
    const banner = tester
      .locate("verdict-banner")
      .and(tester.page.locator('[data-outdated="true"]'));
    await banner.filter({ hasText: "The page has a fault: planned fault." }).waitFor();
    assert.doesNotMatch(await tester.page.locator("body").innerText(), /service does not answer/);
  },
);
