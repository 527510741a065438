import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

browserTest(
  "every action works by keyboard: open, edit, add URLs, select, apply a change, submit",
  async ({ openStart, site }) => {
    const shop = await site("User-agent: *\nDisallow: /a\n");
    const tester = await openStart();
    const { page } = tester;
    const { keyboard } = page;

    await tabTo(tester, "site-input");
    await keyboard.type(shop.origin);
    await keyboard.press("Enter");
    await tester.locate("version-select").waitFor();

    await tabTo(tester, "editor");
    await keyboard.press("Control+End");
    await keyboard.type("Disallow: /b\n");

    await tabTo(tester, "url-input");
    for (const url of ["/a", "/b"]) {
      await keyboard.type(url);
      await keyboard.press("Enter");
    }
    await tabTo(tester, "crawler-input");
    await keyboard.type("GPTBot");
    await keyboard.press("Enter");
    await tester.expectCell("/b", "GPTBot", { draft: "disallowed", line: 3, live: "allowed" });

    await tabTo(tester, "cell");
    await keyboard.press("Home");
    await keyboard.press("ArrowUp");
    await keyboard.press("ArrowUp");
    await focusIsOn(tester, "/", "Googlebot");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowRight");
    await focusIsOn(tester, "/b", "GPTBot");
    await tester.page.locator(".cm-deciding-number", { hasText: "3" }).first().waitFor();
    await tester.waitForExplanation();

    await tester.page.locator('[data-testid="proposal-preview"][data-state="done"]').waitFor();
    await tabTo(tester, "change-apply");
    await keyboard.press("Enter");
    await tester.expectCell("/b", "GPTBot", { draft: "allowed" });
    await tester.expectCell("/a", "GPTBot", { draft: "disallowed" });

    await tabTo(tester, "submit-open");
    await keyboard.press("Enter");
    await tester.locate("submit-dialog").waitFor();
    await tabTo(tester, "submit-compare");
    await keyboard.press("Enter");
    await tester.locate("compare-result").getByText("They differ").waitFor();
    await keyboard.press("Escape");
    await tester.locate("submit-dialog").waitFor({ state: "hidden" });
    assert.equal(await focused(tester), "submit-open");
  },
);

browserTest(
  "in the matrix, Enter goes to the line, and Delete removes the row and keeps the focus",
  async ({ open }) => {
    const tester = await open();
    await tester.paste("User-agent: *\nDisallow: /a\n");
    await tester.setUrls("/a", "/b");
    await tabTo(tester, "cell");
    await tester.page.keyboard.press("Home");
    await tester.page.keyboard.press("ArrowUp");
    await focusIsOn(tester, "/a", "Googlebot");
    await tester.page.keyboard.press("Enter");
    assert.equal(await focused(tester), "editor");
    assert.equal(await tester.page.locator(".cm-activeLine").textContent(), "Disallow: /a");
    await tabTo(tester, "cell");
    await tester.page.keyboard.press("Delete");
    await focusIsOn(tester, "/b", "Googlebot");
    assert.deepEqual(await tester.rows(), ["/b"]);
  },
);

/** Presses Tab until the element has the focus. Fails if a part of the page traps the focus. */
async function tabTo(tester, testId) {
  for (let step = 0; step < 80; step += 1) {
    if ((await focused(tester)) === testId) return;
    await tester.page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${testId}`);
}

function focused(tester) {
  return tester.page.evaluate(() => document.activeElement?.dataset.testid ?? "");
}

function focusIsOn(tester, url, agent) {
  return tester.page.waitForFunction(
    (wanted) => {
      const { url, agent } = document.activeElement?.dataset ?? {};
      return url === wanted.url && agent === wanted.agent;
    },
    { url, agent },
  );
}
