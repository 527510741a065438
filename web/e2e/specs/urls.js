import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { browserTest, checkByCommand } from "../harness.js";

const FILE = "User-agent: *\nDisallow: /a\nDisallow: /b%C3%BC\nAllow: /a/open\n";

browserTest(
  "the input accepts complete URLs, paths and international names",
  async ({ open, site }) => {
    const shop = await site(FILE);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls(
      `${shop.origin}/a/1`,
      "/a/2",
      "/bü/x",
      "/?q=1",
      "https://bücher.example/a",
    );
    await tester.expectCell(`${shop.origin}/a/1`, "Googlebot", { draft: "disallowed", line: 2 });
    await tester.expectCell("/a/2", "Googlebot", { draft: "disallowed", line: 2 });
    await tester.expectCell("/bü/x", "Googlebot", { draft: "disallowed", line: 3 });
    await tester.expectCell("/?q=1", "Googlebot", { draft: "allowed", line: null });
    await tester.expectCell("https://bücher.example/a", "Googlebot", { draft: "not-applicable" });
  },
);

for (const [what, url] of [
  ["host", (port) => `http://localhost:${port}/a`],
  ["port", () => "http://127.0.0.1:1/a"],
  ["scheme", (port) => `https://127.0.0.1:${port}/a`],
])
  browserTest(`a URL with another ${what} belongs to another site`, async ({ open, site }) => {
    const shop = await site(FILE);
    const tester = await open();
    await tester.openSite(shop);
    const other = url(shop.port);
    await tester.setUrls(other);
    await tester.expectCell(other, "Googlebot", { draft: "not-applicable" });
    await tester.cell(other, "Googlebot").click();
    const text = await tester.locate("verdict-banner").innerText();
    assert.match(text, new RegExp(what));
    assert.match(text, /Other site/);
    assert.ok(text.includes(shop.origin), text);
  });

browserTest(
  "an invalid URL is reported, and the other URLs keep their verdicts",
  async ({ open, site, monitor }) => {
    monitor.expectedMessages.push(/status of 400/);
    const shop = await site(FILE);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/a", "http://[bad/", "/b");
    await tester.expectCell("/a", "Googlebot", { draft: "disallowed" });
    await tester.expectCell("http://[bad/", "Googlebot", { draft: "error" });
    await tester.expectCell("/b", "Googlebot", { draft: "allowed" });
    await tester.cell("http://[bad/", "Googlebot").click();
    await tester.locate("verdict-banner", { verdict: "error" }).waitFor();
  },
);

for (const typed of ["not a url", "mailto:a@b", "javascript:alert(1)", "a/b", "page.html"])
  browserTest(
    `${typed} is not a URL; the message is the same as the command's`,
    async ({ open, site, monitor }) => {
      monitor.expectedMessages.push(/status of 400/);
      const shop = await site(FILE);
      const tester = await open();
      // This error is not a verdict about a draft, so it also appears before a site is opened.
      await tester.addUrl(typed);
      await tester.expectBanner("error", "Not a URL");
      await tester.openSite(shop);
      await tester.expectCell(typed, "Googlebot", { draft: "error" });
      const [said] = await checkByCommand(FILE, [typed], ["Googlebot"], shop.origin);
      // The advice after the first part differs, because the command also accepts file names.
      await tester.expectBanner("error", said.error.replaceAll("`", "").split(/[;.:] /)[0]);
      await tester.locate("filter-verdict").selectOption("error");
      await tester.cell("/", "Googlebot").waitFor({ state: "detached" });
      assert.deepEqual(await tester.rows(), [typed]);
    },
  );

browserTest("adding a URL that is already in the list selects it", async ({ open }) => {
  const tester = await open();
  await tester.paste(FILE);
  await tester.setUrls("/a", "/b", "/c");
  await tester.cell("/c", "Googlebot").click();
  await tester.addUrl("/a");
  await tester.expectStatus("already in the list");
  await tester.expectBanner("disallowed", "/a");
});

browserTest(
  "if a filter hides the chosen cell, the first visible row is selected",
  async ({ open }) => {
    const tester = await open();
    await tester.paste(FILE);
    await tester.setUrls("/b", "/a", "/a/open");
    await tester.cell("/b", "Googlebot").click();
    await tester.expectBanner("allowed", "/b");
    await tester.locate("filter-text").fill("a");
    await tester.expectBanner("disallowed", "/a");
    await tester.locate("filter-text").fill("nothing has this");
    await tester.expectBanner("none", "No URLs match");
    await tester.locate("clear-filters").click();
    await tester.expectBanner("allowed", "/b");
  },
);

browserTest("a file that is not text adds no URLs", async ({ open }) => {
  const tester = await open();
  const buffer = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251));
  await tester
    .locate("url-file")
    .setInputFiles({ name: "rnd.bin", mimeType: "text/plain", buffer });
  await tester.expectStatus("rnd.bin: this is not a text file");
  assert.deepEqual(await tester.rows(), ["/"]);
});

browserTest(
  "a pasted list adds each URL once and skips empty lines and comments",
  async ({ open }) => {
    const tester = await open();
    await tester.setUrls("/a");
    const list = "/a\n\n# mine\n/b\r\nhttps://shop.example/c?d=e,f\n/b\n";
    await tester.page.evaluate((text) => navigator.clipboard.writeText(text), list);
    await tester.locate("url-input").focus();
    await tester.page.keyboard.press("Control+v");
    await tester.waitForVerdicts();
    assert.deepEqual(await tester.rows(), ["/a", "/b", "https://shop.example/c?d=e,f"]);
    await tester.expectStatus(
      "2 URLs added from the clipboard; omitted: 2 already in the list (/a, /b)",
    );
  },
);

const READS_SITEMAP = { needsService: "it reads sitemap files" };

const SITEMAP = `<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://shop.example/a?x=1&amp;y=2</loc></url>
<url><loc> https://shop.example/b </loc></url></urlset>`;
const FROM_SITEMAP = ["https://shop.example/a?x=1&y=2", "https://shop.example/b"];

for (const [what, name, bytes, rows] of [
  ["list", "urls.txt", "/a\n/b\n", ["/a", "/b"]],
  ["CSV with a header", "urls.csv", 'Clicks,URL\n3,"/a,b"\n1,/b\n', ["/a,b", "/b"]],
  ["sitemap", "sitemap.xml", SITEMAP, FROM_SITEMAP],
  ["compressed sitemap", "sitemap.xml.gz", gzipSync(SITEMAP), FROM_SITEMAP],
])
  browserTest(
    `URLs can be imported from a ${what}`,
    name.startsWith("sitemap") ? READS_SITEMAP : {},
    async ({ open }) => {
      const tester = await open();
      await tester.clearUrls();
      const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
      await tester.locate("url-file").setInputFiles(file);
      await tester.expectStatus(`2 URLs added from ${name}`);
      assert.deepEqual(await tester.urls(), rows);
    },
  );

for (const [what, body, status] of [
  [
    "a sitemap index",
    "<sitemapindex><sitemap><loc>https://shop.example/1.xml</loc></sitemap></sitemapindex>",
    "this is a sitemap index. It lists 1 sitemap (https://shop.example/1.xml) and no pages",
  ],
  [
    "XML that is not a sitemap",
    "<svg/>",
    "this XML is not a sitemap: line 1, byte 1: the root is <svg>",
  ],
])
  browserTest(`${what} adds no URLs, and a message says why`, READS_SITEMAP, async ({ open }) => {
    const tester = await open();
    const file = { name: "s.xml", mimeType: "text/xml", buffer: Buffer.from(body) };
    await tester.locate("url-file").setInputFiles(file);
    await tester.expectStatus(`s.xml: ${status}`);
    assert.deepEqual(await tester.rows(), ["/"]);
  });

browserTest(
  "a large sitemap is compressed before it is sent",
  READS_SITEMAP,
  async ({ open, monitor }) => {
    const tester = await open();
    await tester.clearUrls();
    const urls = Array.from({ length: 1200 }, (_, index) => `/shelf/${index}/${"x".repeat(300)}`);
    const body = urls.map((url) => `<url><loc>https://shop.example${url}</loc></url>\n`).join("");
    const buffer = Buffer.from(`<urlset>${body}</urlset>`);
    await tester.locate("url-file").setInputFiles({ name: "l.xml", mimeType: "text/xml", buffer });
    await tester.expectStatus(
      "1,000 URLs added from l.xml, a sitemap; omitted: 200 over the limit of 1,000 URLs",
    );
    const [{ headers }] = monitor.requests("POST /v1/draft/sitemap");
    assert.ok(Number(headers["content-length"]) < buffer.length / 4);
    await tester.waitForVerdicts();
  },
);

browserTest(
  "a list can have 1,000 URLs; the page reports the rest and renders only visible rows",
  async ({ open }) => {
    const tester = await open();
    await tester.paste("User-agent: *\nDisallow: /p/999\n");
    await tester.clearUrls();
    const urls = Array.from({ length: 1003 }, (_, index) => `/p/${index}`);
    const buffer = Buffer.from(urls.join("\n"));
    await tester
      .locate("url-file")
      .setInputFiles({ name: "many.txt", mimeType: "text/plain", buffer });
    await tester.expectStatus("1,000 URLs added from many.txt, a list; omitted: 3 over the limit");
    await tester.waitForVerdicts();
    assert.ok((await tester.locate("cell").count()) < 200);
    await tester.locate("filter-verdict").selectOption("disallowed");
    await tester.expectCell("/p/999", "Googlebot", { draft: "disallowed", line: 2 });
    assert.deepEqual(await tester.rows(), ["/p/999"]);
  },
);

browserTest(
  "rows can be filtered by text and verdict, and sorted by URL and by the verdict of a crawler",
  async ({ open }) => {
    const tester = await open();
    await tester.paste(FILE);
    await tester.setUrls("/c", "/a", "/a/open", "/b");
    await tester.locate("filter-text").fill("a");
    await tester.page.waitForFunction(
      () => document.querySelectorAll('[role="rowheader"]').length === 2,
    );
    assert.deepEqual(await tester.rows(), ["/a", "/a/open"]);
    await tester.locate("row-count").filter({ hasText: "2 of 4 URLs" }).waitFor();
    await tester.locate("filter-verdict").selectOption("disallowed");
    await tester.cell("/a/open", "Googlebot").waitFor({ state: "detached" });
    assert.deepEqual(await tester.rows(), ["/a"]);
    await tester.locate("filter-text").fill("");
    await tester.locate("filter-verdict").selectOption("any");
    await tester.cell("/c", "Googlebot").waitFor();

    const { page } = tester;
    const byUrl = page.getByRole("columnheader").getByRole("button", { name: /^URL/ });
    await byUrl.click();
    await page.locator('[role="columnheader"][aria-sort="ascending"]').waitFor();
    assert.deepEqual(await tester.rows(), ["/a", "/a/open", "/b", "/c"]);
    await byUrl.click();
    await page.locator('[role="columnheader"][aria-sort="descending"]').waitFor();
    assert.deepEqual(await tester.rows(), ["/c", "/b", "/a/open", "/a"]);
    await byUrl.click();
    await page
      .getByRole("columnheader")
      .getByRole("button", { name: /^Googlebot/ })
      .click();
    await page.locator('[role="columnheader"][aria-sort="ascending"]').waitFor();
    assert.deepEqual(await tester.rows(), ["/a", "/c", "/a/open", "/b"]);
  },
);

browserTest(
  "buttons remove one row or all rows, and the empty page says what to do next",
  async ({ open }) => {
    const tester = await open();
    await tester.setUrls("/a", "/b");
    await tester.page.getByRole("button", { name: "Remove /a" }).click();
    await tester.cell("/a", "Googlebot").waitFor({ state: "detached" });
    assert.deepEqual(await tester.rows(), ["/b"]);
    await tester.clearUrls();
    await tester.page.getByText("Add a URL or a path above.").waitFor();
    await tester.locate("verdict-banner", { verdict: "none" }).waitFor();
  },
);

browserTest(
  "the CSV export has lines, rules and differences, and no formulas",
  async ({ open, site }) => {
    const shop = await site(FILE);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/a", "/open,here", "/x");
    await tester.addCrawler("-cmd");
    await tester.typeAtEnd("Disallow: /x\n");
    await tester.expectCell("/x", "Googlebot", { draft: "disallowed", live: "allowed" });
    const { name, bytes } = await tester.download("export-csv");
    assert.equal(name, "robots-verdicts.csv");
    const lines = bytes.toString().split("\r\n");
    assert.equal(lines.length, 1 + 3 * 2 + 1);
    assert.equal(
      lines[0],
      "url,crawler,draft,draft_line,draft_rule,draft_reason,live,live_line,live_rule,changed",
    );
    assert.match(
      lines[1],
      /^\/a,Googlebot,disallowed,2,disallow: \/a,.*,disallowed,2,disallow: \/a,false$/,
    );
    assert.match(lines[2], /^\/a,'-cmd,/);
    assert.match(lines[3], /^"\/open,here",Googlebot,allowed,/);
    assert.match(lines[5], /^\/x,Googlebot,disallowed,5,disallow: \/x,.*,allowed,.*,true$/);
  },
);

browserTest(
  "URLs can be added from the site's sitemaps, or from a given sitemap",
  async ({ open, site }) => {
    const shop = await site("");
    shop.respondWith(
      `${FILE}Sitemap: ${shop.origin}/index.xml\nSitemap: https://other.example/s.xml\n`,
    );
    const list = (...paths) =>
      `<urlset>${paths.map((path) => `<url><loc>${shop.origin}${path}</loc></url>`).join("")}</urlset>`;
    shop.files["/index.xml"] =
      `<sitemapindex><sitemap><loc>${shop.origin}/1.xml</loc></sitemap></sitemapindex>`;
    shop.files["/1.xml"] = list("/a/1", "/c&amp;d");
    shop.files["/2.xml"] = list("/a/open");
    const tester = await open();
    await tester.openSite(shop);
    await tester.clearUrls();
    await tester.locate("add-sitemap").click();
    await tester.expectCell(`${shop.origin}/a/1`, "Googlebot", { draft: "disallowed", line: 2 });
    await tester.expectCell(`${shop.origin}/c&d`, "Googlebot", { draft: "allowed", line: null });
    await tester.expectStatus("2 URLs added from a sitemap");
    await tester.expectStatus("https://other.example/s.xml");
    await tester.locate("url-input").fill("/2.xml");
    await tester.locate("add-sitemap").click();
    await tester.expectCell(`${shop.origin}/a/open`, "Googlebot", { draft: "allowed", line: 4 });
    await tester.locate("url-input").fill("/none.xml");
    await tester.locate("add-sitemap").click();
    await tester.expectStatus(/none\.xml.*404/);
  },
);
