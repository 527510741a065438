/** The engine in the page: what a person types stays in the browser, and a failure of the engine is told. */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

const FILE = "User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /\n";

/** Code of the page that is loaded after the first verdict. */
const isLaterPart = (line) => /^GET \/assets\/(?:recipes|inspect|audit)-[\w-]+\.js$/.test(line);

browserTest(
  "testing a draft sends nothing: text, URLs, crawlers, findings, fixes, recipes and exports",
  { needsService: "the start screen says when it is asked" },
  async ({ openStart, monitor }) => {
    const tester = await openStart();
    await tester.locate("start-local").filter({ hasText: "Nothing leaves your browser" }).waitFor();
    await tester.screenshot("start-local");
    // The answer says that both workers have started.
    await tester.locate("card-nothing").click();
    await tester.paste("User-agent: *\n");
    await tester.waitForExplanation();
    // A browser asks for the icon again when the address changes.
    const asked = () =>
      monitor
        .requests("")
        .map(({ method, url }) => `${method} ${url}`)
        .filter((line) => line !== "GET /favicon.svg" && !isLaterPart(line));
    const before = asked();

    await tester.paste(FILE);
    await tester.addUrl("/cart/1", "/open", "not a URL");
    await tester.locate("preset-all").click();
    await tester.expectCell("/cart/1", "Googlebot", { draft: "disallowed", line: 2 });
    await tester.typeAtEnd("Disalow: /x\nUser-agent: Unknownbot\nDisallow: /open");
    await tester.waitForExplanation();
    await tester.cell("/cart/1", "Googlebot").click();
    await tester.expectBanner("disallowed", "Disallow: /cart (group of *, line 1)");
    await tester.waitForExplanation();
    await tester.addCrawler("Unknownbot");
    await tester.locate("change-apply").first().click();
    await tester.waitForVerdicts();
    await tester.waitForExplanation();
    const { bytes } = await tester.download("export-csv");
    assert.match(bytes.toString(), /not a URL,Googlebot,error,/);
    await tester.locate("recipes-open").click();
    await tester.locate("recipe", { name: "ai-training" }).getByRole("checkbox").check();
    await tester.locate("recipe-result", { state: "done" }).waitFor();
    assert.deepEqual(asked(), before);
    const modules = before.filter((line) => line.endsWith(".wasm"));
    assert.equal(modules.length, 1, "both workers use one download");
    assert.deepEqual(
      before.filter((line) => line.includes("/v1/")),
      [],
    );
  },
);

browserTest(
  "of an open site with a file, more URLs and crawlers and each key send nothing",
  async ({ open, site, monitor }) => {
    const shop = await site(FILE);
    const tester = await open();
    await tester.openSite(shop);
    await tester.waitForExplanation();
    const asked = () => monitor.requests("").filter(({ url }) => url !== "/favicon.svg").length;
    const before = asked();
    await tester.uploadUrls(...Array.from({ length: 200 }, (_, at) => `/cart/${at}`));
    await tester.locate("preset-all").click();
    await tester.locate("row-count").filter({ hasText: "in 3 columns" }).waitFor();
    await tester.typeAtEnd("\nUser-agent: bingbot\nDisallow:");
    await tester.expectCell("/cart/1", "bingbot", { draft: "allowed", live: "disallowed" });
    await tester.waitForExplanation();
    assert.equal(asked(), before);
  },
);

browserTest(
  "an engine that does not load is told, and no verdict is shown",
  { serviceWorkers: "block" },
  async ({ openStart, monitor }) => {
    monitor.expectedMessages.push(
      /ERR_|Failed to load resource|Service Worker registration blocked/,
    );
    const tester = await openStart();
    // The start screen has loaded it already.
    await tester.page.route("**/*.wasm", (route) => route.abort());
    await tester.page.reload();
    await tester.locate("card-nothing").click();
    await tester.editor.focus();
    await tester.page.keyboard.type("User-agent: *");
    await tester.expectStatus("The engine of this page did not start");
    // The draft was sent to nobody.
    await tester.page.getByText("It stays in this page").waitFor();
    await tester.locate("outdated").first().waitFor();
    await tester.screenshot("engine-not-started");
    assert.equal(await tester.locate("start-local").count(), 0);

    // It comes back with the next key.
    await tester.page.unrouteAll();
    await tester.page.keyboard.type("\nDisallow: /");
    await tester.expectBanner("disallowed");
  },
);

/** A worker whose module stops at each question. */
const STOPPING_WORKER = `
addEventListener("message", ({ data }) => {
  if ("start" in data) postMessage({ is: "started", answersDrafts: true });
  else postMessage({ is: "failed", stage: "run", message: "unreachable executed" });
});`;

browserTest(
  "an engine that stops is told as a fault of the page",
  { serviceWorkers: "block" },
  async ({ openStart, monitor }) => {
    monitor.expectedMessages.push(/unreachable executed|Service Worker registration blocked/);
    const tester = await openStart();
    await tester.page.route("**/assets/worker-*.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: STOPPING_WORKER }),
    );
    await tester.page.reload();
    await tester.locate("card-nothing").click();
    await tester.editor.focus();
    await tester.page.keyboard.type("User-agent: *");
    await tester
      .locate("outdated")
      .filter({ hasText: "The page has a fault: unreachable executed" })
      .first()
      .waitFor();
  },
);
