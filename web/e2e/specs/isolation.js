/** Tests share a browser context: nothing that one of them stored is seen by the next. */

import assert from "node:assert/strict";
import { browserTest } from "../harness.js";

for (const turn of ["first", "second"])
  browserTest(`the ${turn} of two tests finds nothing stored`, async ({ openStart }) => {
    const { page } = await openStart();
    const kept = await page.evaluate(async () => [
      localStorage.getItem("kept"),
      sessionStorage.getItem("kept"),
      document.cookie,
      await caches.has("kept"),
      (await indexedDB.databases()).some(({ name }) => name === "kept"),
    ]);
    assert.deepEqual(kept, [null, null, "", false, false]);
    await page.evaluate(async () => {
      localStorage.setItem("kept", "1");
      sessionStorage.setItem("kept", "1");
      // biome-ignore lint/suspicious/noDocumentCookie: the page has none, and this must show if one stays
      document.cookie = "kept=1";
      await caches.open("kept");
      await new Promise((opened) => {
        indexedDB.open("kept").onsuccess = opened;
      });
    });
  });
