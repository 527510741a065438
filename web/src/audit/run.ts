/** Starts the worker. This part of the page is loaded with the first log, and with it the module. */

import type { AuditQuestion, FromAudit } from "./messages.ts";

/** The address of the module. A build without the module has none. */
const [MODULE] = Object.values(
  import.meta.glob<string>("./audit.wasm", { query: "?url", import: "default", eager: true }),
);

/** Audits a log. Returns what stops it. */
export function runAudit(
  question: Omit<AuditQuestion, "module">,
  hear: (message: FromAudit) => void,
): () => void {
  if (MODULE === undefined) {
    hear({ is: "failed", why: "load" });
    return () => {};
  }
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
    name: "audit",
  });
  const stop = () => worker.terminate();
  worker.addEventListener("message", ({ data }: MessageEvent<FromAudit>) => {
    if (data.is !== "read") stop();
    hear(data);
  });
  worker.addEventListener("error", () => {
    stop();
    hear({ is: "failed", why: "load" });
  });
  worker.postMessage({ ...question, module: new URL(MODULE, document.baseURI).href });
  return stop;
}
