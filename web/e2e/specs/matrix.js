import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const FILE = `User-agent: *
Disallow: /a
Disallow: /unused/

User-agent: GPTBot
Disallow: /
`;
const URLS = ["/a", "/b", "/c"];
/** Nine crawlers: one more than the number from which equal crawlers are grouped. */
const FOLLOWERS = ["Googlebot", "bingbot", "Applebot", "YandexBot", "Baiduspider", "CCBot"];
const CRAWLERS = [...FOLLOWERS, "PetalBot", "Amazonbot", "GPTBot"];

/** Waits until these columns are visible, as "Googlebot 8": the first crawler and the number of crawlers. */
function expectColumns(tester, ...wanted) {
  return tester.page.waitForFunction((columns) => {
    const headers = document.querySelectorAll('[data-testid="column"]');
    const shown = [...headers].map(({ dataset }) => `${dataset.agent} ${dataset.members}`);
    return shown.join() === columns.join();
  }, wanted);
}

async function openFull(open, site) {
  const shop = await site(FILE);
  const tester = await open();
  await tester.openSite(shop);
  await tester.uploadUrls(...URLS);
  await tester.addCrawler(...CRAWLERS.slice(1));
  return { tester, shop };
}

browserTest(
  "crawlers with equal verdicts and lines share a column, which can be expanded",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    await expectColumns(tester, "Googlebot 8", "GPTBot 1");
    assert.equal(await tester.page.getByRole("grid").getAttribute("aria-colcount"), "3");
    await tester.locate("row-count").filter({ hasText: "9 crawlers in 2 columns" }).waitFor();

    const group = tester.locate("group");
    assert.equal(await group.innerText(), "+ 7");
    assert.equal(await group.getAttribute("aria-expanded"), "false");
    await group.focus();
    await tester.page.keyboard.press("Enter");
    await tester.locate("column", { agent: "bingbot" }).waitFor();
    assert.equal(await group.getAttribute("aria-expanded"), "true");
    assert.equal(await tester.page.getByRole("grid").getAttribute("aria-colcount"), "10");
    await tester.expectCell("/a", "bingbot", { draft: "disallowed", line: 2 });

    await group.click();
    await tester.locate("column", { agent: "bingbot" }).waitFor({ state: "detached" });
    await tester.locate("group-crawlers").uncheck();
    await tester.locate("column", { agent: "bingbot" }).waitFor();
    assert.equal(await group.count(), 0);
  },
);

browserTest(
  "a group splits when an edit gives one of its crawlers another line, and only then",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    // The same verdicts by the same lines: still one column.
    await tester.typeAtEnd("# a comment\n");
    await expectColumns(tester, "Googlebot 8", "GPTBot 1");
    // The same verdicts by another line.
    await tester.typeAtEnd("User-agent: bingbot\nDisallow: /a\n");
    await expectColumns(tester, "Googlebot 7", "bingbot 1", "GPTBot 1");
    await tester.expectCell("/a", "bingbot", { draft: "disallowed", line: 9, live: "disallowed" });
  },
);

browserTest(
  "while answers load, a group shows no verdict that not all of its crawlers have",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    await tester.holdEngine("decide");
    await tester.locate("crawler-input").fill("Bytespider");
    await tester.locate("add-crawler").click();
    // Its answers are not there, so it is equal to no other crawler.
    await tester.locate("column", { agent: "Bytespider", members: 1 }).waitFor();
    await tester.expectCell("/a", "Bytespider", { shown: "none" });
    await expectColumns(tester, "Googlebot 8", "GPTBot 1", "Bytespider 1");
    await tester.releaseEngine();
    await expectColumns(tester, "Googlebot 9", "GPTBot 1");
  },
);

browserTest(
  "arrow keys walk through grouped columns, and the banner names the selected crawler",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    await tester.cell("/a", "Googlebot").click();
    await tester.expectBanner("disallowed", "Googlebot");
    await tester.page.keyboard.press("ArrowRight");
    await tester.expectBanner("disallowed", "GPTBot");
    await tester.page.keyboard.press("ArrowDown");
    await tester.expectBanner("disallowed", "/b");
    await tester.page.keyboard.press("Home");
    await tester.expectBanner("allowed", "Googlebot");

    // A crawler inside a group stays the selected one, and its column has the selection.
    await tester.locate("group-crawlers").uncheck();
    await tester.cell("/b", "Applebot").click();
    await tester.locate("group-crawlers").check();
    await tester.expectBanner("allowed", "Applebot");
    const selected = tester.page.locator('[aria-selected="true"]');
    assert.equal(await selected.getAttribute("data-agent"), "Googlebot");
    assert.match(await selected.getAttribute("title"), /Googlebot and 7 other crawlers/);
    await selected.focus();
    await tester.page.keyboard.press("ArrowUp");
    await tester.expectBanner("disallowed", "Applebot");
  },
);

browserTest(
  "totals count blocked URLs of a crawler and blocked crawlers of a URL, and no other cells",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    const total = (agent) => tester.locate("column", { agent }).getByTestId("column-total");
    await total("Googlebot").filter({ hasText: "1 of 3 blocked" }).waitFor();
    await total("GPTBot").filter({ hasText: "3 of 3 blocked" }).waitFor();
    assert.deepEqual(await tester.locate("row-total").allTextContents(), [
      "9 of 9 blocked",
      "1 of 9 blocked",
      "1 of 9 blocked",
    ]);
    // A URL of another site has no verdict.
    await tester.addUrl("https://other.example/a");
    assert.equal(await total("Googlebot").innerText(), "1 of 3 blocked");
    assert.equal(await tester.locate("row-total").count(), 3);
    // The totals are about the rows that are shown.
    await tester.locate("filter-text").fill("/b");
    await total("GPTBot").filter({ hasText: "1 of 1 blocked" }).waitFor();
  },
);

browserTest(
  "changed only shows the rows and columns with a change, and the count stays",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    await tester.typeAtEnd("\nUser-agent: bingbot\nDisallow: /c\n");
    await tester.locate("changed-only").check();
    await tester.locate("column", { agent: "GPTBot" }).waitFor({ state: "detached" });
    await expectColumns(tester, "bingbot 1");
    assert.deepEqual(await tester.rows(), ["/a", "/c"]);
    await tester.locate("row-count").filter({ hasText: "2 of 3 URLs × 1 of 9 crawlers" }).waitFor();
    assert.match(await tester.page.locator("label", { hasText: "Changed only" }).innerText(), /2/);
    await tester.expectBanner("allowed", "bingbot");
    // The export keeps one line for each crawler.
    const { bytes } = await tester.download("export-csv");
    assert.equal(bytes.toString().trimEnd().split("\r\n").length, 1 + 2 * 9);
  },
);

browserTest(
  "rows show paths, the header shows the origin once, and other hosts stay whole",
  async ({ open, site }) => {
    const shop = await site(FILE);
    const tester = await open();
    await tester.openSite(shop);
    await tester.uploadUrls(`${shop.origin}/a`, "/b", "https://other.example/x?y=1");
    assert.equal(await tester.locate("origin").innerText(), shop.origin);
    assert.deepEqual(await tester.rows(), ["/a", "/b", "https://other.example/x?y=1"]);
    await tester.expectCell(`${shop.origin}/a`, "Googlebot", { draft: "disallowed" });
  },
);

browserTest(
  "URLs of other sites can be tested by their paths, and that can be undone",
  async ({ open, site }) => {
    const shop = await site(FILE);
    const tester = await open();
    await tester.openSite(shop);
    const others = [
      "https://other.example/a/1?x=2#y",
      "http://other.example",
      "https://e.example/b",
    ];
    await tester.uploadUrls("/b", ...others);
    await tester.expectCell("https://e.example/b", "Googlebot", { draft: "not-applicable" });
    const note = tester.locate("other-site");
    assert.match(await note.innerText(), /3 URLs of another site/);
    await tester.locate("test-paths").click();
    await tester.expectStatus("1 path listed twice");
    await tester.waitForVerdicts();
    assert.deepEqual(await tester.rows(), ["/b", "/a/1?x=2", "/"]);
    await tester.expectCell("/a/1?x=2", "Googlebot", { draft: "disallowed", line: 2 });
    await tester.locate("undo-paths").click();
    await tester.waitForVerdicts();
    assert.deepEqual(await tester.rows(), ["/b", ...others]);
    await tester.locate("test-paths").waitFor();
  },
);

browserTest(
  "hovering a rule lights the cells that it decides, and hovering a cell lights its line",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    const lines = tester.page.locator(".cm-line");
    await lines.filter({ hasText: /^Disallow: \/a$/ }).hover();
    await tester.expectCell("/a", "Googlebot", { lit: true });
    await tester.expectCell("/a", "GPTBot", { lit: false });
    await tester.expectCell("/b", "Googlebot", { lit: false });
    await tester.locate("matrix-foot").filter({ hasText: "Line 2 decides 1 of 3 URLs" }).waitFor();

    await tester.cell("/b", "GPTBot").hover();
    await tester.expectCell("/a", "Googlebot", { lit: false });
    const lit = tester.page.locator(".cm-lit");
    await lit.filter({ hasText: /^Disallow: \/$/ }).waitFor();
    await tester.cell("/b", "Googlebot").hover();
    await lit.waitFor({ state: "detached" });
  },
);

browserTest(
  "the cursor in a rule lights its cells, and typing does not",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    await tester.editor.focus();
    await tester.page.keyboard.press("Control+Home");
    await tester.page.keyboard.press("ArrowDown");
    await tester.expectCell("/a", "Googlebot", { lit: true });
    await tester.page.keyboard.press("End");
    await tester.page.keyboard.type("b");
    await tester.expectCell("/a", "Googlebot", { lit: false });
  },
);

browserTest(
  "rules that decide none of the URLs are dimmed, if there is more than one URL",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    const dimmed = tester.page.locator(".cm-unused");
    await tester.locate("matrix-foot").filter({ hasText: "decides none of these URLs" }).waitFor();
    assert.deepEqual(await dimmed.allTextContents(), ["Disallow: /unused/"]);
    assert.equal(await dimmed.getAttribute("title"), "Decides none of these URLs");
    await tester.addUrl("/unused/x");
    await dimmed.waitFor({ state: "detached" });
    await tester.setUrls("/b");
    assert.equal(await dimmed.count(), 0, "one URL says nothing about the other rules");
  },
);

/** The size of an element: its width, or its height. */
function measure(locator, side) {
  return locator.evaluate((element, name) => element.getBoundingClientRect()[name], side);
}

browserTest(
  "panes are resized by pointer and keys, and the sizes are kept",
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    const { page } = tester;
    const splitter = tester.locate("splitter-draft");
    const draft = page.locator(".draft");
    assert.equal(await splitter.getAttribute("aria-orientation"), "vertical");
    const before = await measure(draft, "width");
    const now = Number(await splitter.getAttribute("aria-valuenow"));
    assert.ok(Math.abs(now - (100 * before) / page.viewportSize().width) < 1, `${now}%`);

    await splitter.focus();
    await page.keyboard.press("ArrowLeft");
    assert.ok((await measure(draft, "width")) < before);
    assert.ok(Number(await splitter.getAttribute("aria-valuenow")) < now);

    const box = await splitter.boundingBox();
    await page.mouse.move(box.x, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 150, box.y + 200, { steps: 4 });
    await page.mouse.up();
    const dragged = await measure(draft, "width");
    assert.ok(Math.abs(dragged - box.x - 150) < 4, `${dragged} px`);

    // The site is written to the address some time after the last change. Without it the page opens anew.
    await page.waitForFunction(() => location.hash !== "");
    await page.reload();
    await splitter.waitFor();
    assert.ok(Math.abs((await measure(draft, "width")) - dragged) < 2);
    await tester.locate("splitter-draft").focus();
    await page.keyboard.press("Enter");
    assert.equal(await measure(draft, "width"), before);
  },
);

browserTest(
  "on a phone, Submit comes after the URLs, and Why directly after the rows",
  { viewport: { width: 390, height: 844 } },
  async ({ open, site }) => {
    const shop = await site(FILE);
    const tester = await open();
    await tester.openSite(shop);
    assert.equal(await tester.page.getByRole("separator").count(), 0);
    const top = (testId) => measure(tester.locate(testId), "top");
    assert.ok((await top("url-input")) < (await top("submit-open")));
    const last = await measure(tester.locate("cell").last(), "bottom");
    const gap = (await top("explanation")) - last;
    assert.ok(gap < 90, `${gap} px between the last row and Why`);
    await tester.expectNoHorizontalScroll();
  },
);

browserTest(
  "at 768 px, draft and answers stand side by side without sideways scrolling",
  { viewport: { width: 768, height: 1024 } },
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    const draft = await tester.page.locator(".draft").boundingBox();
    const answers = await tester.page.locator(".answers").boundingBox();
    assert.ok(answers.x >= draft.x + draft.width);
    for (const pane of [".draft", ".answers"]) {
      const [wide, seen] = await tester.page
        .locator(pane)
        .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
      assert.ok(wide <= seen, `${pane} is ${wide} px wide in ${seen}`);
    }
  },
);

browserTest(
  "on a wide screen the explanation stands beside the matrix",
  { viewport: { width: 2560, height: 1300 } },
  async ({ open, site }) => {
    const { tester } = await openFull(open, site);
    const matrix = await tester.page.locator(".grid-scroll").boundingBox();
    const why = await tester.locate("explanation").boundingBox();
    assert.ok(why.x >= matrix.x + matrix.width);
    await tester.locate("splitter-whyBeside").focus();
    await tester.page.keyboard.press("ArrowLeft");
    assert.ok((await tester.locate("explanation").boundingBox()).width > why.width);
  },
);
