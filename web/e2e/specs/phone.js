/** What a person sees and touches: the order on a phone, the size of targets, boxes that overlap, and what jumps. */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const SHOP = `User-agent: *
Disallow: /cart
Disallow: /checkout
Disallow: /products/
Allow: /products/new/
Disallow: /*?sort=
Disalow: /search

User-agent: Googlebot
Disallow: /cart
Disallow: /products/
Crawl-delay: 5
`;

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** Opens a page of the site from the start screen. */
async function askFor(tester, address) {
  await tester.locate("site-input").fill(address);
  await tester.locate("site-input").press("Enter");
  await tester.locate("version-select").waitFor();
  await tester.waitForVerdicts();
  await tester.waitForExplanation();
}

browserTest(
  "on a phone the verdict comes first, then summary, why, URLs and the folded file",
  PHONE,
  async ({ openStart, site }) => {
    const shop = await site(SHOP);
    const tester = await openStart();
    await askFor(tester, `${shop.origin}/products/shoe`);
    await tester.expectBanner("disallowed", "/products/shoe");
    assert.equal(await tester.page.evaluate(() => scrollY), 0);
    const names = [
      "verdict-banner",
      "summary",
      "explanation",
      "url-input",
      "folded-draft",
      "matrix",
    ];
    const tops = [];
    for (const name of names) {
      const box = await tester.locate(name).boundingBox();
      tops.push(box.y);
      if (name === "verdict-banner")
        assert.ok(box.y + box.height <= 640, `the verdict ends at ${box.y + box.height}`);
    }
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
      `${names}: ${tops}`,
    );
    const why = await tester
      .locate("explanation")
      .evaluate((one) => [one.scrollHeight, one.clientHeight]);
    assert.equal(why[0], why[1], "the explanation is cut");
    await tester.screenshot("phone-verdict");

    const folded = tester.locate("folded-draft");
    assert.match(
      await folded.innerText(),
      /9\s*User-agent: Googlebot\s+11\s*Disallow: \/products\//,
    );
    assert.equal(await tester.locate("editor").isVisible(), false);
    await folded.getByRole("button", { name: "Disallow: /products/" }).click();
    await tester.locate("editor").filter({ visible: true }).waitFor();
    assert.equal(await tester.page.locator(".cm-activeLine").textContent(), "Disallow: /products/");
    assert.equal(await folded.count(), 0);
    await tester.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const { y, height } = await tester.locate("verdict-banner").boundingBox();
    assert.ok(y >= 0 && height < 110, `the verdict stays at ${y}, ${height} px high`);
    await tester.screenshot("phone-end");
  },
);

for (const [width, height] of [
  [360, 640],
  [1280, 800],
])
  browserTest(
    `every target on a screen of ${width} px has at least 24 px`,
    { viewport: { width, height } },
    async ({ openStart, site }) => {
      const shop = await site(SHOP);
      const tester = await openStart();
      assert.deepEqual(await tester.page.evaluate(smallTargets), [], "on the start screen");
      await askFor(tester, `${shop.origin}/products/shoe`);
      assert.deepEqual(await tester.page.evaluate(smallTargets), [], "on the open page");
      await tester.locate("preset-ai-training").click();
      await tester.addUrl("/a", "/cart", "/products/new/boot", "https://other.example/");
      await tester.paste(`${SHOP}Disallow: /checkout/\nnothing\n`);
      await tester.waitForExplanation();
      await tester.locate("changes").waitFor();
      assert.deepEqual(await tester.page.evaluate(smallTargets), [], "on the full page");
      await tester.screenshot(`targets ${width}`);
    },
  );

/**
 * The targets of a pointer below 24 px. A label is the target of its input. The borders between panes are left out: they
 * are as thin as borders, arrow keys move them too, and a finger has 24 px of them. An editor has its own targets.
 */
function smallTargets() {
  const selector =
    'a[href], button, input, select, textarea, [role="button"], [tabindex]:not([tabindex="-1"])';
  const small = [];
  for (const element of document.querySelectorAll(selector)) {
    if (element.closest("dialog:not([open]), [popover]") || !element.checkVisibility()) continue;
    if (element.matches('.visually-hidden, [role="separator"]')) continue;
    const label = element.matches('[type="checkbox"], [type="radio"]') && element.closest("label");
    const { width, height } = (label || element).getBoundingClientRect();
    if (width >= 23.99 && height >= 23.99) continue;
    const name = element.getAttribute("aria-label") ?? element.textContent;
    small.push(`${element.tagName} .${element.className} "${name}": ${width} x ${height}`);
  }
  return small;
}

for (const language of ["en", "fi", "id", "ko", "th"])
  browserTest(
    `no boxes overlap in ${language}`,
    { locale: language },
    async ({ openStart, site }) => {
      const shop = await site(SHOP);
      const tester = await openStart();
      const expectNoOverlap = async (state) => {
        for (const width of [320, 390, 1280]) {
          await tester.resize(width);
          const found = await tester.page.evaluate(overlaps);
          assert.deepEqual(found, [], `${state}, on a screen of ${width} px`);
          await tester.expectNoHorizontalScroll();
          await tester.screenshot(`overlap ${language} ${state} ${width}`);
        }
      };
      await expectNoOverlap("start screen");
      await askFor(tester, `${shop.origin}/products/shoe`);
      await tester.addUrl("/a", "/cart");
      await tester.waitForExplanation();
      await expectNoOverlap("opened");
      await tester.paste(`${SHOP}Disallow: /checkout/\nnothing\n`);
      await tester.waitForExplanation();
      await tester.locate("changes").waitFor();
      await expectNoOverlap("edited");
    },
  );

/** The siblings with text whose boxes overlap by more than a rounding error, and boxes whose text does not fit. */
function overlaps() {
  const found = [];
  const isShown = (element) =>
    element.innerText?.trim() &&
    element.checkVisibility() &&
    getComputedStyle(element).position === "static" &&
    !element.closest(".visually-hidden, dialog, [popover], .grid-scroll");
  // Margins give small targets back to their lines: they may touch, their texts may not.
  const boxOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return element.matches("button.link, select")
      ? range.getBoundingClientRect()
      : element.getBoundingClientRect();
  };
  for (const parent of document.querySelectorAll("#page, #page *")) {
    const children = [...parent.children].filter(isShown);
    for (const [index, first] of children.entries()) {
      const style = getComputedStyle(first);
      if (
        first.matches("button") &&
        first.scrollHeight > first.clientHeight + 2 &&
        style.display !== "inline"
      )
        found.push(`"${first.innerText}" does not fit`);
      for (const second of children.slice(index + 1)) {
        if ([first, second].some((one) => getComputedStyle(one).display === "inline")) continue;
        const [a, b] = [boxOf(first), boxOf(second)];
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 2 && height > 2)
          found.push(`"${first.innerText}" and "${second.innerText}": ${width} x ${height}`);
      }
    }
  }
  return found;
}

for (const viewport of [PHONE.viewport, { width: 1280, height: 800 }])
  for (const isLate of [false, true])
    browserTest(
      `nothing jumps after the first verdict on a screen of ${viewport.width} px${isLate ? ", with late choices" : ""}`,
      { viewport, ownContext: isLate },
      async ({ context, openStart, site }) => {
        const shop = await site(SHOP);
        if (isLate) await context.addInitScript(askLateForChoices);
        const tester = await openStart();
        // A verdict of the service, which comes before the engine, stands where nothing else is known yet.
        await tester.locate("start-local").waitFor();
        await tester.page.evaluate(neverGiveUp);
        await tester.page.evaluate(recordPlaces);
        await askFor(tester, `${shop.origin}/products/shoe`);
        await tester.locate("summary").waitFor();
        await tester.locate("profile-select").waitFor();
        await tester.waitForAllAnswers();
        const { count, moved } = await tester.page.evaluate(() => window.movedSinceVerdict());
        assert.ok(count > 3, `${count} elements were seen with the verdict`);
        assert.deepEqual(moved, []);
      },
    );

/** The page waits for what it asks, not for two seconds at most: time decides nothing here. */
function neverGiveUp() {
  const { setTimeout } = window;
  window.setTimeout = (run, delay, ...values) =>
    delay === 2000 ? 0 : setTimeout(run, delay, ...values);
}

/** The page asks its engine for the names of profiles much later than for anything else. */
function askLateForChoices() {
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...message) {
    const late = message[0].question?.path === "/v1/options" ? 1500 : 0;
    setTimeout(() => send.apply(this, message), late);
  };
}

/**
 * Records where everything stands on the screen in the frame that shows the first verdict. `movedSinceVerdict` compares that
 * with where it stands now. The browser's own sum of shifts also has what moves in the frames before, and its fractions depend
 * on when fonts and answers come.
 */
function recordPlaces() {
  let places = [];
  const placeOf = (element) => {
    const { left, top } = element.getBoundingClientRect();
    return `${Math.round(left)}, ${Math.round(top)}`;
  };
  const isOnScreen = (element) =>
    element.checkVisibility() && element.getBoundingClientRect().top < window.innerHeight;
  window.movedSinceVerdict = () => ({
    count: places.length,
    moved: places
      .filter(({ element, place }) => element.isConnected && placeOf(element) !== place)
      .map(({ element, place }) => `${element.dataset.testid}: ${place} -> ${placeOf(element)}`),
  });
  const look = () => {
    const verdict = document.querySelector('[data-testid="verdict-banner"]')?.dataset.verdict;
    if (verdict !== "allowed" && verdict !== "disallowed") return requestAnimationFrame(look);
    const seen = [...document.querySelectorAll("#page [data-testid]")].filter(isOnScreen);
    places = seen.map((element) => ({ element, place: placeOf(element) }));
  };
  look();
}
