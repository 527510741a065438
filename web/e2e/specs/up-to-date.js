/** What is shown is about what is typed, or says that it is not. */

import assert from "node:assert/strict";
import { walk } from "../harness.js";

walk(
  "when the service stops, verdicts are marked as not up to date, and come by themselves when it is back",
  async ({ open, service, guard }) => {
    guard.expected.push(/ERR_|Failed to load resource/);
    const tester = await open();
    await tester.paste("User-agent: *\nDisallow: /");
    await tester.bannerSays("disallowed");
    assert.equal(await tester.decidingLine(), 2);
    service.stop();
    await tester.editor.focus();
    await tester.page.keyboard.press("Control+End");
    await tester.page.keyboard.type("abc");
    await tester.at("outdated").filter({ hasText: "Not up to date" }).waitFor();
    await tester.at("verdict-banner", { outdated: true }).waitFor();
    await tester.at("matrix", { outdated: true, asking: true }).waitFor();
    assert.equal(await tester.at("explanation").getAttribute("aria-busy"), "true");
    assert.equal(await tester.decidingLine(), null, "an old verdict marks a line of the new text");
    await tester.statusSays("The service does not answer");
    await tester.photograph("service-down");

    service.start();
    await tester.at("outdated").waitFor({ state: "detached" });
    await tester.says("/", "Googlebot", { draft: "allowed", line: 0 });
    await tester.settled();
    await tester.explained();
    assert.doesNotMatch(await tester.at("status").innerText(), /does not answer/);
  },
);
