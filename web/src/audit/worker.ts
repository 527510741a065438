/** The worker: it reads one log in pieces, and gives them to the module. It ends with the log. */

import { type LogAudit, loadAudit } from "../../../bindings/wasm/npm/lib/audit.js";
import type { AuditQuestion, AuditReport, FromAudit, LeftOut } from "./messages.ts";
import { unpacked } from "./unpacked.ts";

/** The most that is read of a log, unpacked. A small file can unpack to any size. */
export const MAX_LOG_BYTES = 2 ** 31;
/** How often the page hears of the progress. */
const PROGRESS_BYTES = 4 << 20;

function reply(message: FromAudit): void {
  postMessage(message);
}

addEventListener("message", async ({ data }: MessageEvent<AuditQuestion>) => {
  const audit = await loadAudit(data.module).catch(() => null);
  if (!audit) return reply({ is: "failed", why: "load" });
  try {
    await answer(audit, data);
  } catch (error) {
    // The module has a limit of memory, and stops there.
    const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    reply({ is: "failed", why: isTrap ? "memory" : "read" });
  }
});

async function answer(audit: LogAudit, { robots, profile, origin, log }: AuditQuestion) {
  audit.start(robots, profile, origin);
  const leftOut = await readLog(log, (piece) => audit.push(piece));
  reply({ is: "done", report: JSON.parse(audit.finish()) as AuditReport, leftOut });
}

/** Gives the log in pieces to `take`. What was read before a file is broken counts. */
async function readLog(log: Blob, take: (piece: Uint8Array) => void): Promise<LeftOut> {
  const { stream, readBytes } = await unpacked(log);
  const reader = stream.getReader();
  let told = 0;
  for (let bytes = 0; bytes < MAX_LOG_BYTES; ) {
    let next: ReadableStreamReadResult<Uint8Array>;
    try {
      next = await reader.read();
    } catch (error) {
      if (bytes === 0) throw error;
      return "broken";
    }
    if (next.done) return "nothing";
    take(next.value.subarray(0, MAX_LOG_BYTES - bytes));
    bytes += next.value.length;
    if (readBytes() - told >= PROGRESS_BYTES) {
      told = readBytes();
      reply({ is: "read", part: told / log.size });
    }
  }
  await reader.cancel();
  return "over-limit";
}
