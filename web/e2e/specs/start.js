import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const SIZES = [
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1440, 900],
  [2560, 1440],
];

for (const [width, height] of SIZES) {
  browserTest(
    `the start screen offers ways to begin and no verdict, ${width} px wide`,
    { viewport: { width, height } },
    async ({ openStart }) => {
      const tester = await openStart();
      await tester.locate("card-ai").waitFor();
      for (const id of ["verdict-banner", "matrix", "submit-open"])
        assert.equal(await tester.locate(id).filter({ visible: true }).count(), 0, id);
      await tester.expectNoHorizontalScroll();
      await tester.screenshot(`start-${width}`);
      await tester.locate("card-ai").click();
      await tester.locate("recipe-result", { state: "done" }).waitFor();
      await tester.expectNoHorizontalScroll();
      await tester.screenshot(`recipes-${width}`);
    },
  );
}

browserTest("the start screen in the dark", { colorScheme: "dark" }, async ({ openStart }) => {
  const tester = await openStart();
  await tester.screenshot("start-dark");
  await tester.locate("card-filters").click();
  await tester.locate("recipe-result", { state: "done" }).waitFor();
  await tester.screenshot("recipes-dark");
});

browserTest("a site is opened from the start screen", async ({ openStart, site }) => {
  const shop = await site("User-agent: *\nDisallow: /cart\n");
  const tester = await openStart();
  await tester.openSite(shop);
  assert.equal(await tester.locate("start").count(), 0);
  await tester.expectBanner("allowed");
  const host = shop.origin.replace("http://", "");
  assert.equal(await tester.page.title(), `${host} · maycrawl`, "tabs can be told apart");
});

browserTest("the help leads to the API for people", async ({ open, service }) => {
  const tester = await open();
  const href = await tester.locate("api-link").getAttribute("href");
  const response = await tester.page.request.get(service.origin + href);
  assert.match(await response.text(), /POST \/v1\/draft\/compose/);
});

browserTest("typing begins a draft, and no key is lost", async ({ openStart }) => {
  const tester = await openStart();
  await tester.editor.focus();
  await tester.page.keyboard.type("User-agent: *");
  await tester.page.keyboard.press("Enter");
  await tester.page.keyboard.type("Disallow: /");
  await tester.expectBanner("disallowed", "line 2");
  await tester.paste("");
  assert.equal(await tester.locate("start").count(), 0, "an emptied draft is still a draft");
});

browserTest("AI training is blocked without a terminal, search is not", async ({ openStart }) => {
  const tester = await openStart();
  await tester.locate("card-ai").click();
  const result = tester.locate("recipe-result", { state: "done" });
  await result.waitFor();
  assert.match(
    await result.innerText(),
    /What it closes.*GPTBot, ClaudeBot, CCBot.*becomes blocked/s,
  );
  assert.match(await result.innerText(), /No verdict changes for .*Googlebot/s);
  await tester.locate("recipe-apply").click();
  await tester.locate("recipe-dialog").waitFor({ state: "hidden" });
  await tester.addCrawler("GPTBot");
  await tester.expectCell("/", "GPTBot", { draft: "disallowed" });
  await tester.expectCell("/", "Googlebot", { draft: "allowed" });
  assert.match(await tester.draft(), /^User-agent: Google-Extended$/m);
});

for (const [width, height] of [SIZES[0], SIZES[2]]) {
  browserTest(
    `recipes are in groups, and a search finds one, ${width} px wide`,
    { viewport: { width, height } },
    async ({ open }) => {
      const tester = await open();
      await tester.paste("User-agent: *\nDisallow: /cart\n");
      await tester.locate("recipes-open").click();
      const first = tester.locate("recipe").first();
      await first.waitFor();
      assert.equal(await first.getAttribute("data-name"), "ai-training");
      const { y } = await first.boundingBox();
      assert.ok(y < height / 2, `AI training is on the first screen, at ${y}`);
      const groups = tester.locate("recipe-dialog").getByRole("region");
      assert.equal(await groups.count(), 6);
      await tester.screenshot(`recipe-groups-${width}`);
      await tester.locate("recipe-search").fill("sorts URLs");
      assert.match(await groups.innerText(), /^Search results, filters and sessions\s+URLs with/);
      await tester.locate("recipe-search").fill("quidditch");
      await tester.locate("recipe-dialog").getByText("No recipe has these words.").waitFor();
    },
  );
}

browserTest("a recipe is added to a draft, and undo removes it", async ({ open }) => {
  const file = "User-agent: *\nDisallow: /cart\n\nUser-agent: bingbot\nDisallow: /cart\n";
  const tester = await open();
  await tester.paste(file);
  await tester.locate("recipes-open").click();
  await tester.locate("recipe", { name: "staging" }).getByRole("checkbox").waitFor();
  assert.ok(
    await tester.locate("recipe", { name: "staging" }).getByRole("checkbox").isDisabled(),
    "a recipe about the whole site replaces a file",
  );
  const directory = tester.locate("recipe", { name: "directory" });
  await directory.getByRole("checkbox").check();
  await directory.getByRole("textbox").fill("/calendar/");
  const result = tester.locate("recipe-result", { state: "done" });
  await result.filter({ hasText: "/calendar/" }).waitFor();
  await tester.screenshot("recipe-added");
  await tester.locate("recipe-apply").click();
  await tester.waitForVerdicts();
  const added = await tester.draft();
  assert.ok(added.startsWith(file), "the lines of the draft stay");
  assert.match(added, /User-agent: \*\nUser-agent: bingbot\nDisallow: \/calendar\/\n$/);
  await tester.editor.focus();
  await tester.page.keyboard.press("Control+z");
  await tester.waitForVerdicts();
  assert.equal(await tester.draft(), file);
});

browserTest(
  "a recipe that the draft contradicts is refused with the line",
  async ({ open, monitor }) => {
    monitor.expectedMessages.push(/status of 400/);
    const tester = await open();
    await tester.paste("User-agent: GPTBot\nAllow: /blog/\n");
    await tester.locate("recipes-open").click();
    await tester.locate("recipe", { name: "ai-training" }).getByRole("checkbox").check();
    const result = tester.locate("recipe-result", { state: "failed" });
    await result.waitFor();
    assert.match(await result.innerText(), /line 2 has `Allow: \/blog\/`/);
    assert.ok(await tester.locate("recipe-apply").isDisabled());
  },
);

browserTest("one paste and one key lead to the verdict of a page", async ({ openStart, site }) => {
  const shop = await site(
    "User-agent: *\nDisallow: /products/\nAllow: /products/new/\nDisallow: /*?sort=\n",
  );
  const host = shop.origin.replace("http://", "");
  const { origin } = shop;
  for (const [typed, verdict, text] of [
    [`${origin}/products/shoe`, "disallowed", "line 2"],
    [`${origin}/products/new/shoe?size=44`, "allowed", "line 3"],
    [`${origin}/list?sort=price`, "disallowed", "line 4"],
    [`${origin}/products/%C3%A4#top`, "disallowed", "line 2"],
    [`Submitted URL blocked by robots.txt: ${origin}/products/shoe.`, "disallowed", "line 2"],
    [`${origin}/products/robots.txt`, "allowed", "/"],
    [`http://localhost:${host.split(":")[1]}/products/shoe`, "disallowed", "line 2"],
  ]) {
    const tester = await openStart();
    await tester.locate("site-input").fill(typed);
    await tester.locate("site-input").press("Enter");
    await tester.expectBanner(verdict, text);
    await tester.page.close();
  }
});

browserTest(
  "the box takes a whole file, and paths, and refuses a mail address",
  { needsService: "the box opens sites" },
  async ({ openStart }) => {
    const tester = await openStart();
    await tester.locate("site-input").fill("me@example.com");
    await tester.locate("site-input").press("Enter");
    await tester.expectStatus("me@example.com is a mail address");
    const file = "User-agent: *\nDisallow: /cart\n";
    await tester.page.evaluate((copied) => navigator.clipboard.writeText(copied), file);
    await tester.locate("site-input").fill("");
    await tester.locate("site-input").press("Control+v");
    await tester.waitForVerdicts();
    assert.equal(await tester.draft(), file);
    await tester.locate("site-input").fill("/cart/1");
    await tester.locate("site-input").press("Enter");
    await tester.expectBanner("disallowed", "line 2");
  },
);

browserTest(
  "what is typed while the page is being drawn stays",
  { needsService: "types the address of a site" },
  async ({ openStart }) => {
    const tester = await openStart();
    // Types as soon as the field is there, before the effects of its first drawing.
    await tester.page.evaluate(() => {
      const watch = new MutationObserver(() => {
        const field = document.querySelector('header [data-testid="site-input"]');
        if (!field) return;
        watch.disconnect();
        field.value = "shop.example";
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      });
      watch.observe(document.body, { childList: true, subtree: true });
    });
    await tester.locate("example").click();
    await tester.waitForVerdicts();
    await tester.waitForExplanation();
    assert.equal(await tester.locate("site-input").inputValue(), "shop.example");
  },
);

/** Holds back the code of the editor in all pages of a context. The result lets it come. */
async function withoutEditor(context) {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await context.route(/\/assets\/editor-/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

browserTest(
  "no verdict waits for the editor, and it takes no focus from another place",
  { ownContext: true },
  async ({ context, openStart, site }) => {
    const release = await withoutEditor(context);
    const shop = await site("User-agent: *\r\nDisallow: /cart\r\n");
    const tester = await openStart();
    await tester.openSite(shop);
    await tester.addUrl("/cart");
    await tester.expectBanner("disallowed", "line 2");
    const plain = tester.locate("plain-draft");
    assert.equal(await plain.inputValue(), "User-agent: *\nDisallow: /cart\n");
    assert.notEqual(await plain.getAttribute("readonly"), null, "its line endings are no field's");
    await tester.screenshot("without-editor");
    await tester.locate("site-input").focus();
    release();
    await tester.editor.waitFor();
    const focused = () => tester.page.evaluate(() => document.activeElement?.dataset.testid);
    assert.equal(await focused(), "site-input");
    assert.equal(await tester.draft(), "User-agent: *\r\nDisallow: /cart\r\n");
  },
);

browserTest(
  "what is written before the editor has come goes on in it",
  { ownContext: true },
  async ({ context, openStart }) => {
    const release = await withoutEditor(context);
    const tester = await openStart();
    await tester.locate("card-nothing").click();
    await tester.page.keyboard.type("User-agent: *\nDisallow: /\n");
    await tester.expectBanner("disallowed", "line 2");
    await tester.page.keyboard.press("ArrowUp");
    await tester.page.keyboard.press("End");
    release();
    await tester.editor.waitFor();
    await tester.page.keyboard.type("cart");
    await tester.expectBanner("allowed");
    assert.equal(await tester.draft(), "User-agent: *\nDisallow: /cart\n");
  },
);

browserTest(
  "what is pasted before the editor has come keeps its line endings",
  { ownContext: true },
  async ({ context, openStart }) => {
    const release = await withoutEditor(context);
    const tester = await openStart();
    const text = "User-agent: *\r\nDisallow: /\r\nAllow: /a\n";
    await tester.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await tester.locate("plain-draft").focus();
    await tester.page.keyboard.press("Control+v");
    await tester.expectBanner("disallowed", "line 2");
    assert.equal(await tester.draft(), text);
    release();
    await tester.editor.waitFor();
    assert.equal(await tester.draft(), text);
  },
);
