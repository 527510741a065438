import assert from "node:assert/strict";
import { check, fixAll, walk } from "../harness.js";

const FAULTY = `User-agent: *
Disalow: /a
Dissallow: /b
Disallow: c
Crawl-delay: 2
this line is nothing
`;

walk(
  "errors and warnings are counted under the editor, and each has a line, a reason and a code",
  async ({ open }) => {
    const tester = await open();
    await tester.paste(FAULTY);
    await tester.at("diagnostic").first().waitFor();
    const found = await tester
      .at("diagnostic")
      .evaluateAll((items) => items.map((item) => ({ ...item.dataset, words: item.innerText })));
    for (const [severity, counter] of [
      ["error", "errors-count"],
      ["warning", "warnings-count"],
    ]) {
      const count = found.filter((one) => one.severity === severity).length;
      await tester.at(counter, { count }).waitFor();
    }
    for (const { code, line, words } of found) {
      assert.ok(code, "a finding without a code");
      assert.match(words, new RegExp(`line ${line}\\b`));
      assert.ok(words.includes(code) && words.length > 60, `no reason: ${words}`);
    }
  },
);

walk("findings are marked at their lines, in the text and beside its number", async ({ open }) => {
  const tester = await open();
  await tester.paste(FAULTY);
  await tester.at("diagnostic").first().waitFor();
  const lines = await tester
    .at("diagnostic")
    .evaluateAll((items) => [...new Set(items.map((item) => item.dataset.line))]);
  assert.equal(await tester.page.locator(".cm-lint-marker").count(), lines.length);
  assert.ok((await tester.page.locator(".cm-lintRange").count()) >= lines.length);
  const marker = tester.page.locator(".cm-lint-marker").first();
  await marker.hover();
  const tooltip = tester.page.locator(".cm-tooltip-lint");
  await tooltip.waitFor();
  assert.ok((await tooltip.innerText()).length > 40);
});

walk("a counter leads from one finding to the next", async ({ open }) => {
  const tester = await open();
  await tester.paste(`${"# nothing here\n".repeat(60)}${FAULTY}`);
  const warning = tester.at("diagnostic", { severity: "warning" }).first();
  const line = await warning.getAttribute("data-line");
  await tester.at("warnings-count").click();
  const active = tester.page.locator(".cm-activeLineGutter", { hasText: line });
  await active.first().waitFor();
  assert.ok(await tester.editor.evaluate((text) => text.getRootNode().activeElement === text));
});

walk(
  "a fix changes its line, the finding goes away, and undo brings both back",
  async ({ open }) => {
    const tester = await open();
    await tester.paste("User-agent: *\nDisalow: /a\n");
    await tester.setUrls("/a");
    const finding = tester.at("diagnostic", { line: 2 });
    await finding.getByTestId("fix").click();
    await finding.first().waitFor({ state: "detached" });
    await tester.settled();
    assert.equal((await tester.draft()).toLowerCase(), "user-agent: *\ndisallow: /a\n");
    await tester.editor.focus();
    await tester.page.keyboard.press("Control+z");
    await finding.first().waitFor();
    assert.equal(await tester.draft(), "User-agent: *\nDisalow: /a\n");
  },
);

walk(
  "all fixes at once leave nothing that could be fixed, in files of other line ends too",
  async ({ open }) => {
    const tester = await open();
    await tester.paste(
      "User-agent: *\nDisalow: /a\nDissallow: /b\nuseragent: GPTBot\nDisallow: x\n",
    );
    const fixAll = tester.at("fix-all");
    await fixAll.waitFor();
    for (let round = 0; round < 5 && (await fixAll.isVisible()); round += 1) {
      const before = await fixAll.innerText();
      await fixAll.click();
      await tester.page.waitForFunction((old) => {
        const button = document.querySelector('[data-testid="fix-all"]');
        return button?.innerText !== old;
      }, before);
    }
    assert.equal(await tester.at("fix").count(), 0);
    assert.doesNotMatch(await tester.draft(), /disalow|dissallow|useragent:/i);
  },
);

const OPENED_BY_CARELESS_FIXES = "User-agent: *\nDisallow: /*b\nAlllow: /\nDisallow: /*\n";

for (const [what, file] of [
  ["a file that careless fixes would open", OPENED_BY_CARELESS_FIXES],
  ["the same file with line ends CR LF", OPENED_BY_CARELESS_FIXES.replaceAll("\n", "\r\n")],
  ["a faulty file", FAULTY],
])
  walk(`Fix all makes of ${what} what the command makes of it`, async ({ open, site }) => {
    const shop = await site(file);
    const tester = await open();
    await tester.openSite(shop);
    await tester.setUrls("/", "/a", "/b");
    await tester.explained();
    const button = tester.at("fix-all");
    assert.match(await button.innerText(), /^Fix all \(\d+\), verdicts may change$/);
    await button.click();
    await tester.statusSays(/Done: \d+ fix/);
    await tester.settled();
    const fixed = await fixAll(file);
    assert.notEqual(fixed, file);
    assert.equal(await tester.draft(), fixed);
    const said = await check(fixed, ["/", "/a", "/b"], ["Googlebot"], shop.origin);
    for (const { url, agent, decision } of said) await tester.says(url, agent, { draft: decision });
    await tester.editor.focus();
    await tester.page.keyboard.press("Control+z");
    await tester.settled();
    assert.equal(await tester.draft(), file);
  });

walk("Fix all says nothing of verdicts where no fix changes one", async ({ open }) => {
  const tester = await open();
  await tester.paste("User-agent: *\nDisallow: /a*\nDisallow: /b*\n");
  await tester
    .at("fix-all")
    .filter({ hasText: /^Fix all \(2\)$/ })
    .click();
  await tester.statusSays("Done: 2 fixes");
  assert.equal(await tester.draft(), "User-agent: *\nDisallow: /a\nDisallow: /b\n");
});

walk("a file without faults has none", async ({ open }) => {
  const tester = await open();
  await tester.paste(FAULTY);
  await tester.at("diagnostic").first().waitFor();
  await tester.paste("User-agent: *\nDisallow: /a\n");
  await tester.at("errors-count", { count: 0 }).waitFor();
  await tester.at("warnings-count", { count: 0 }).waitFor();
  assert.equal(await tester.page.locator(".cm-lint-marker-error").count(), 0);
});

walk("the code of a finding leads to the page about it", async ({ open }) => {
  const tester = await open();
  await tester.paste(FAULTY);
  const finding = tester.at("diagnostic").first();
  const code = await finding.getAttribute("data-code");
  await finding.getByTestId("lint-link").click();
  const dialog = tester.at("lint-page");
  await dialog.getByText("Sources").waitFor();
  assert.ok((await dialog.innerText()).includes(code));
  await tester.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

walk("a finding is a sentence: it begins in upper case and ends", async ({ open }) => {
  const tester = await open();
  await tester.paste(FAULTY);
  await tester.at("diagnostic").first().waitFor();
  const words = await tester.page.locator(".finding-words").allInnerTexts();
  for (const text of words) assert.match(text.trim(), /^[^a-z].*[.!?:]$/s, text);
});

walk("of many findings the real number is shown", async ({ open }) => {
  const tester = await open();
  await tester.paste(`User-agent: *\n${"Disallow: /a*\n".repeat(300)}`);
  await tester
    .at("findings-left")
    .filter({ hasText: /The first \d+ of \d+ findings/ })
    .waitFor();
  const shown = await tester.at("findings-left").innerText();
  const [first, all] = shown.match(/\d+/g).map(Number);
  assert.ok(all >= 300 && first < all, shown);
  assert.match(await tester.at("fix-all").innerText(), /^Fix all \(\d+ or more\)$/);
});
