import assert from "node:assert/strict";
import { browserTest, checkByCommand, fixAllByCommand } from "../harness.js";

const FAULTY = `User-agent: *
Disalow: /a
Dissallow: /b
Disallow: c
Crawl-delay: 2
this line is nothing
`;

browserTest(
  "the page counts errors and warnings; each one has a line, a message and a code",
  async ({ open }) => {
    const tester = await open();
    await tester.paste(FAULTY);
    await tester.locate("diagnostic").first().waitFor();
    const found = await tester
      .locate("diagnostic")
      .evaluateAll((items) => items.map((item) => ({ ...item.dataset, text: item.innerText })));
    for (const [severity, counter] of [
      ["error", "errors-count"],
      ["warning", "warnings-count"],
    ]) {
      const count = found.filter((one) => one.severity === severity).length;
      await tester.locate(counter, { count }).waitFor();
    }
    for (const { code, line, text } of found) {
      assert.ok(code, "a finding has no code");
      assert.match(text, new RegExp(`line ${line}\\b`));
      assert.ok(text.includes(code) && text.length > 30, `a finding has no message: ${text}`);
    }
  },
);

browserTest("the editor marks findings in the text and in the gutter", async ({ open }) => {
  const tester = await open();
  await tester.paste(FAULTY);
  await tester.locate("diagnostic").first().waitFor();
  const lines = await tester
    .locate("diagnostic")
    .evaluateAll((items) => [...new Set(items.map((item) => item.dataset.line))]);
  assert.equal(await tester.page.locator(".cm-lint-marker").count(), lines.length);
  assert.ok((await tester.page.locator(".cm-lintRange").count()) >= lines.length);
  const marker = tester.page.locator(".cm-lint-marker").first();
  await marker.hover();
  const tooltip = tester.page.locator(".cm-tooltip-lint");
  await tooltip.waitFor();
  assert.ok((await tooltip.innerText()).length > 40);
});

browserTest("a counter button goes to the next finding", async ({ open }) => {
  const tester = await open();
  await tester.paste(`${"# nothing here\n".repeat(60)}${FAULTY}`);
  const warning = tester.locate("diagnostic", { severity: "warning" }).first();
  const line = await warning.getAttribute("data-line");
  await tester.locate("warnings-count").click();
  const active = tester.page.locator(".cm-activeLineGutter", { hasText: line });
  await active.first().waitFor();
  assert.ok(await tester.editor.evaluate((text) => text.getRootNode().activeElement === text));
});

browserTest(
  "a fix changes the line and removes the finding, and undo restores both",
  async ({ open }) => {
    const tester = await open();
    await tester.paste("User-agent: *\nDisalow: /a\n");
    await tester.setUrls("/a");
    const finding = tester.locate("diagnostic", { line: 2 });
    await finding.getByTestId("fix").click();
    // Google reads the misspelt field, and other programs do not: what changes for them is said first.
    const told = tester.locate("changes-for-programs");
    await told.getByText("becomes disallowed for rfc9309").waitFor();
    await applyPreview(tester);
    await finding.first().waitFor({ state: "detached" });
    await tester.waitForVerdicts();
    assert.equal((await tester.draft()).toLowerCase(), "user-agent: *\ndisallow: /a\n");
    await tester.editor.focus();
    await tester.page.keyboard.press("Control+z");
    await finding.first().waitFor();
    assert.equal(await tester.draft(), "User-agent: *\nDisalow: /a\n");
  },
);

/** Applies the proposal that is open, after it has shown what it changes. */
async function applyPreview(tester) {
  const preview = tester.page.locator('[data-testid="proposal-preview"][data-state="done"]');
  await tester.locate("diagnostics").locator(preview).getByTestId("change-apply").click();
}

browserTest(
  "a fix that may change verdicts shows what it changes before it is applied",
  async ({ open }) => {
    const tester = await open();
    await tester.paste("User-agent: *\nAlow: /a\nDisallow: /\n");
    await tester.setUrls("/a", "/b");
    const fix = tester.locate("diagnostic", { line: 2 }).getByTestId("fix");
    await fix.click();
    assert.equal(await fix.getAttribute("aria-expanded"), "true");
    const preview = tester.locate("diagnostics").getByTestId("proposal-preview");
    await preview.getByText("becomes").first().waitFor();
    assert.match(await preview.innerText(), /\/a\s+becomes allowed/);
    assert.match(await tester.draft(), /Alow/);
    await applyPreview(tester);
    await tester.expectCell("/a", "Googlebot", { draft: "allowed" });
    await tester.expectCell("/b", "Googlebot", { draft: "disallowed" });
  },
);

browserTest("Fix all leaves no finding that can be fixed", async ({ open }) => {
  const tester = await open();
  await tester.paste("User-agent: *\nDisalow: /a\nDissallow: /b\nuseragent: GPTBot\nDisallow: x\n");
  const fixAll = tester.locate("fix-all");
  await fixAll.waitFor();
  for (let round = 0; round < 5 && (await fixAll.isVisible()); round += 1) {
    const before = await fixAll.innerText();
    await fixAll.click();
    if (before.includes("verdicts may change")) await applyPreview(tester);
    await tester.page.waitForFunction((old) => {
      const button = document.querySelector('[data-testid="fix-all"]');
      return button?.innerText !== old;
    }, before);
  }
  assert.equal(await tester.locate("fix").count(), 0);
  assert.doesNotMatch(await tester.draft(), /disalow|dissallow|useragent:/i);
});

const OPENED_BY_CARELESS_FIXES = "User-agent: *\nDisallow: /*b\nAlllow: /\nDisallow: /*\n";

for (const [what, file] of [
  ["a file that careless fixes would open to crawlers", OPENED_BY_CARELESS_FIXES],
  ["the same file with CR LF line endings", OPENED_BY_CARELESS_FIXES.replaceAll("\n", "\r\n")],
  ["a faulty file", FAULTY],
])
  browserTest(
    `Fix all and the command have the same result for ${what}`,
    async ({ open, site }) => {
      const shop = await site(file);
      const tester = await open();
      await tester.openSite(shop);
      await tester.setUrls("/", "/a", "/b");
      await tester.waitForExplanation();
      const button = tester.locate("fix-all");
      assert.match(await button.innerText(), /^Fix all \(\d+\), verdicts may change$/);
      await button.click();
      await applyPreview(tester);
      await tester.expectStatus(/Done: \d+ fix/);
      await tester.waitForVerdicts();
      const fixed = await fixAllByCommand(file);
      assert.notEqual(fixed, file);
      assert.equal(await tester.draft(), fixed);
      const said = await checkByCommand(fixed, ["/", "/a", "/b"], ["Googlebot"], shop.origin);
      for (const { url, agent, decision } of said)
        await tester.expectCell(url, agent, { draft: decision });
      await tester.editor.focus();
      await tester.page.keyboard.press("Control+z");
      await tester.waitForVerdicts();
      assert.equal(await tester.draft(), file);
    },
  );

browserTest("Fix all does not mention verdicts if no fix changes one", async ({ open }) => {
  const tester = await open();
  await tester.paste("User-agent: *\nDisallow: /a\nThis is a remark\nThis is another remark\n");
  await tester
    .locate("fix-all")
    .filter({ hasText: /^Fix all \(2\)$/ })
    .click();
  await tester.expectStatus("Done: 2 fixes");
  const draft = "User-agent: *\nDisallow: /a\n# This is a remark\n# This is another remark\n";
  assert.equal(await tester.draft(), draft);
});

browserTest("a correct file has no findings", async ({ open }) => {
  const tester = await open();
  await tester.paste(FAULTY);
  await tester.locate("diagnostic").first().waitFor();
  await tester.paste("User-agent: *\nDisallow: /a\n");
  await tester.locate("errors-count", { count: 0 }).waitFor();
  await tester.locate("warnings-count", { count: 0 }).waitFor();
  assert.equal(await tester.page.locator(".cm-lint-marker-error").count(), 0);
});

browserTest("the code of a finding opens its documentation", async ({ open }) => {
  const tester = await open();
  await tester.paste(FAULTY);
  const finding = tester.locate("diagnostic").first();
  const code = await finding.getAttribute("data-code");
  await finding.getByTestId("lint-link").click();
  const dialog = tester.locate("lint-dialog");
  await dialog.getByText("Sources").waitFor();
  const text = await dialog.innerText();
  assert.ok(text.includes(code));
  // The page has the file of the lint, and the service reads it for programs: both say the same.
  const told = await tester.page.evaluate(
    async (code) => (await fetch(`/v1/lints/${code}`)).json(),
    code,
  );
  for (const part of [
    told.name,
    told.summary.replaceAll("`", ""),
    told.example.trim(),
    told.instead.trim(),
  ])
    assert.ok(text.includes(part), `${part} is not in ${text}`);
  await tester.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

browserTest("the text of a finding is a complete sentence", async ({ open }) => {
  const tester = await open();
  await tester.paste(FAULTY);
  await tester.locate("diagnostic").first().waitFor();
  const texts = await tester.page.locator(".finding-text").allInnerTexts();
  for (const text of texts) assert.match(text.trim(), /^[^a-z].*[.!?:]$/s, text);
});

browserTest("the page shows the total number of findings if there are many", async ({ open }) => {
  const tester = await open();
  await tester.paste(`User-agent: *\n${"Dissallow: /a\n".repeat(300)}`);
  await tester
    .locate("findings-left")
    .filter({ hasText: /The first \d+ of \d+ findings/ })
    .waitFor();
  const shown = await tester.locate("findings-left").innerText();
  const [first, all] = shown.match(/\d+/g).map(Number);
  assert.ok(all >= 300 && first < all, shown);
  assert.match(
    await tester.locate("fix-all").innerText(),
    /^Fix all \(\d+ or more\), verdicts may change$/,
  );
});
