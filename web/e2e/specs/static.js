import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { SHOP } from "../files.js";
import { browserTest } from "../harness.js";
import { Site } from "../site.js";

const STATIC = { needsStatic: true };

/** Waits until the service worker has all files. */
function isKept(page) {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state === "activated") return;
    await new Promise((changed) => active.addEventListener("statechange", changed));
  });
}

browserTest(
  "without a network the page opens again and decides a pasted file",
  { ...STATIC, ownContext: true },
  async ({ openStart, context, host }) => {
    const tester = await openStart();
    const { page } = tester;
    await isKept(page);
    await context.setOffline(true);
    host.refuseConnections();
    host.requests.length = 0;
    await page.reload();
    await tester.locate("start").waitFor();
    await tester.paste(SHOP);
    await tester.setUrls("/search?q=boots", "/checkout/help/returns");
    await tester.expectCell("/search?q=boots", "Googlebot", { draft: "disallowed", line: 11 });
    await tester.expectCell("/checkout/help/returns", "Googlebot", { draft: "allowed" });
    await tester.locate("language").selectOption("fi");
    await page.locator('html[lang="fi"]').waitFor();
    assert.deepEqual(host.requests, []);
  },
);

browserTest("a result is saved as a page of its own", STATIC, async ({ openStart }) => {
  const tester = await openStart();
  await tester.paste(SHOP);
  await tester.setUrls("/search?q=boots", "/checkout/help/returns");
  await tester.cell("/search?q=boots", "Googlebot").click();
  await tester.expectBanner("disallowed", "/search?q=boots");
  const { name, bytes } = await tester.download("share-result");
  assert.equal(name, "robots-result.html");
  const { page } = tester;
  // An address of the page's own origin: what a browser shows is what the file says.
  await page.route("**/robots-result.html", (route) =>
    route.fulfill({ body: bytes.toString(), contentType: "text/html" }),
  );
  await page.goto(new URL("robots-result.html", page.url()).href);
  const text = await page.locator("main").innerText();
  assert.match(text, /Blocked for Googlebot by line 11: /);
  assert.match(text, /about a draft of robots\.txt, not about the file of a live site/);
  assert.match(text, /1 of the 2 listed pages/);
});

browserTest(
  "a new build replaces the files of the old one",
  STATIC,
  async ({ openStart, host }) => {
    const { page } = await openStart();
    await isKept(page);
    const folder = host.address;
    const others = await page.evaluate(async (scope) => {
      const names = [
        "maycrawl-tester https://host.example/else/ 1",
        `maycrawl-tester ${scope} old`,
      ];
      for (const name of names) await caches.open(name);
      await (await navigator.serviceWorker.ready).unregister();
      return [names[0]];
    }, folder);
    await page.reload();
    await isKept(page);
    const names = await page.evaluate(() => caches.keys());
    const own = names.filter((name) => name.startsWith(`maycrawl-tester ${folder} `));
    assert.equal(own.length, 1, String(own));
    assert.deepEqual(
      names.filter((name) => !own.includes(name)),
      others,
      "caches of others stay",
    );
  },
);

browserTest(
  "a browser can install it, with the icon of the page",
  { ...STATIC, ownContext: true },
  async ({ openStart, context }) => {
    const { page } = await openStart();
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    const errors = installabilityErrors.map(({ errorId }) => errorId);
    // Each test has its own context, as a private window has.
    assert.deepEqual(
      errors.filter((error) => error !== "in-incognito"),
      [],
    );
    const icons = await page.evaluate(async () => {
      const manifest = await (await fetch("tester.webmanifest")).json();
      const pixels = async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        const canvas = new OffscreenCanvas(64, 64);
        const drawing = canvas.getContext("2d");
        drawing.drawImage(image, 0, 0, 64, 64);
        return { width: image.naturalWidth, data: drawing.getImageData(0, 0, 64, 64).data };
      };
      const icon = await pixels("favicon.svg");
      const ofPng = manifest.icons.filter(({ type }) => type === "image/png");
      return Promise.all(
        ofPng.map(async ({ src, sizes }) => {
          const { width, data } = await pixels(src);
          const difference = data.reduce(
            (sum, value, at) => sum + Math.abs(value - icon.data[at]),
            0,
          );
          return { sizes, width, difference: difference / data.length };
        }),
      );
    });
    for (const { sizes, width, difference } of icons) {
      assert.equal(sizes, `${width}x${width}`);
      assert.ok(difference < 4, `${sizes} is not favicon.svg: ${difference}; run make pictures`);
    }
  },
);

browserTest(
  "without a service there is no button that needs one",
  STATIC,
  async ({ openStart, open }) => {
    const tester = await openStart();
    await tester.locate("no-service").waitFor();
    await tester.screenshot("static-start");
    await tester.paste(SHOP);
    await tester.setUrls("https://shop.example/checkout");
    await tester.waitForExplanation();
    for (const id of [
      "site-input",
      "open-site",
      "add-sitemap",
      "inspect",
      "fetch-again",
      "api-link",
    ])
      assert.equal(await tester.locate(id).count(), 0, id);
    await tester.screenshot("static-draft");
    await tester.locate("submit-open").click();
    await tester.locate("submit-alone").waitFor();
    await tester.locate("submit-download").waitFor();
    for (const id of ["submit-compare", "submit-refresh"])
      assert.equal(await tester.locate(id).count(), 0, id);
    await tester.screenshot("static-submit");
    const state = { site: "https://shop.example", urls: ["/"], agents: ["Googlebot"] };
    const named = await open(`#1.${deflateRawSync(JSON.stringify(state)).toString("base64url")}`);
    await named.expectStatus("it cannot open https://shop.example");
  },
);

browserTest(
  "a service that allows the tester opens live sites for it",
  STATIC,
  async ({ openStart, monitor, startService }) => {
    const shop = await Site.open(SHOP);
    try {
      await startService();
      // Its document is not the one that was built.
      monitor.expectedMessages.push(/digest|integrity/i);
      const tester = await openStart();
      assert.equal(await tester.locate("no-service").count(), 0);
      await tester.openSite(shop);
      await tester.setUrls("/checkout");
      await tester.expectCell("/checkout", "Googlebot", { draft: "allowed" });
      await tester.setUrls("/search");
      await tester.expectCell("/search", "Googlebot", { draft: "disallowed", line: 11 });
      await tester.locate("submit-open").click();
      await tester.pressInSubmit("submit-compare");
      await tester.locate("compare-result").filter({ hasText: "matches your draft" }).waitFor();
    } finally {
      await shop.close();
    }
  },
);

browserTest(
  "the first verdict does not wait for the engine, and the engine adds to it",
  { ...STATIC, serviceWorkers: "block" },
  async ({ openStart, monitor }) => {
    monitor.expectedMessages.push(/Service Worker registration blocked/);
    const tester = await openStart();
    const held = [];
    await tester.page.route("**/engine-*.wasm", (route) => held.push(route));
    // The document that goes may ask for the engine once more before it is gone.
    tester.page.once("framenavigated", () => held.splice(0));
    await tester.page.reload();
    await tester.locate("card-nothing").click();
    await tester.paste("User-agent: *\nDisallow: /\n");
    await tester.expectBanner("disallowed", "Disallow: /");
    // What only the engine finds is not known yet, which is not "0 errors".
    await tester.locate("diagnostics").filter({ hasText: "Loading…" }).waitFor();
    assert.equal(await tester.locate("errors-count").count(), 0);
    // It keeps the place of the summary.
    assert.equal(await tester.locate("summary-waiting").count(), 1);
    await tester.locate("explanation").filter({ hasText: "Loading…" }).waitFor();
    await tester.screenshot("static-early");
    await tester.paste("User-agent: *\nDisallow: /cart\n");
    await tester.expectBanner("allowed", "No rule matches.");
    await tester.paste("User-agent: GPTBot\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /\n");
    await tester.expectBanner("disallowed", "line 5");
    // A verdict about a web page would be about nothing: only the engine has the words for that.
    await tester.editor.focus();
    await tester.page.keyboard.press("Control+Home");
    await tester.page.keyboard.type("<p>");
    await tester.locate("verdict-banner", { verdict: "none" }).waitFor();
    await tester.page.keyboard.press("Backspace");
    await tester.page.keyboard.press("Backspace");
    await tester.page.keyboard.press("Backspace");
    await tester.expectBanner("disallowed", "line 5");
    assert.equal(held.length, 1, "both workers get the engine that is loaded once");
    for (const route of held) await route.continue();
    await tester.expectBanner("disallowed", "(group of Googlebot, line 4)");
    await tester.waitForExplanation();
    await tester.locate("repair-apply").waitFor();
    await tester.locate("summary").waitFor();
    assert.equal(await tester.locate("summary-waiting").count(), 0);
  },
);
