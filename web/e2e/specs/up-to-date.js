/** Answers on the page are current, or marked as outdated. */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

browserTest(
  "verdicts about the draft stay current while the service is down",
  async ({ open, service, monitor }) => {
    // The icon may still be on its way.
    monitor.expectedMessages.push(/Failed to load resource/);
    const tester = await open();
    await tester.paste("User-agent: *\nDisallow: /");
    await tester.expectBanner("disallowed");
    // Then both workers have their module.
    await tester.waitForExplanation();
    service.refuseConnections();
    await tester.typeAtEnd("abc");
    await tester.expectCell("/", "Googlebot", { draft: "allowed", line: null });
    await tester.waitForExplanation();
    assert.equal(await tester.decidingLine(), null);
    assert.equal(await tester.locate("outdated").count(), 0);
    assert.doesNotMatch(await tester.locate("status").innerText(), /does not answer/);
  },
);

browserTest(
  "verdicts of a live site without a file are marked as outdated while the service is down, and are updated when it recovers",
  async ({ open, site, service, monitor }) => {
    monitor.expectedMessages.push(/ERR_|Failed to load resource/);
    const shop = await site("");
    shop.respondWith("", 404);
    const tester = await open();
    await tester.openSite(shop);
    await tester.expectBanner("allowed");
    service.refuseConnections();
    await tester.locate("url-input").fill("/new");
    await tester.locate("url-input").press("Enter");
    await tester.locate("outdated").filter({ hasText: "Not up to date" }).waitFor();
    await tester.locate("verdict-banner", { outdated: true }).waitFor();
    await tester.locate("matrix", { outdated: true, asking: true }).waitFor();
    await tester.expectStatus("The service does not answer");
    await tester.screenshot("service-down");

    service.acceptConnections();
    await tester.locate("outdated").waitFor({ state: "detached" });
    await tester.expectCell("/new", "Googlebot", { live: "allowed" });
    await tester.waitForVerdicts();
    assert.doesNotMatch(await tester.locate("status").innerText(), /does not answer/);
  },
);
