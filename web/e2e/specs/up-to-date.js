/** Answers on the page are current, or marked as outdated. */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

browserTest(
  "verdicts are marked as outdated while the service is down, and are updated when it recovers",
  async ({ open, service, monitor }) => {
    monitor.expectedMessages.push(/ERR_|Failed to load resource/);
    const tester = await open();
    await tester.paste("User-agent: *\nDisallow: /");
    await tester.expectBanner("disallowed");
    assert.equal(await tester.decidingLine(), 2);
    service.refuseConnections();
    await tester.editor.focus();
    await tester.page.keyboard.press("Control+End");
    await tester.page.keyboard.type("abc");
    await tester.locate("outdated").filter({ hasText: "Not up to date" }).waitFor();
    await tester.locate("verdict-banner", { outdated: true }).waitFor();
    await tester.locate("matrix", { outdated: true, asking: true }).waitFor();
    assert.equal(await tester.locate("explanation").getAttribute("aria-busy"), "true");
    assert.equal(
      await tester.decidingLine(),
      null,
      "an outdated verdict marks a line of the new text",
    );
    await tester.expectStatus("The service does not answer");
    await tester.screenshot("service-down");

    service.acceptConnections();
    await tester.locate("outdated").waitFor({ state: "detached" });
    await tester.expectCell("/", "Googlebot", { draft: "allowed", line: null });
    await tester.waitForVerdicts();
    await tester.waitForExplanation();
    assert.doesNotMatch(await tester.locate("status").innerText(), /does not answer/);
  },
);
