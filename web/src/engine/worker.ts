/** The worker: it starts the module and answers one question after the other. */

import { KeptStore } from "./kept-values.ts";
import type { FromWorker, Question, ToWorker } from "./messages.ts";
import { type Module, startModule } from "./module.ts";

const kept = new KeptStore();
let module: Promise<Module> | null = null;

function reply(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function start(address: string): Promise<Module> {
  try {
    if (typeof WebAssembly === "undefined") throw new Error("no WebAssembly");
    const started = await startModule(address);
    reply({ is: "started", answersDrafts: started.answersDrafts });
    return started;
  } catch (error) {
    reply({ is: "failed", stage: "load", message: textOf(error) });
    throw error;
  }
}

/** Whether the module itself stopped: its memory may be in any state. What it refuses is a `MaycrawlError`. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if ("start" in data) {
    module = start(data.start);
    // The page hears of a failure from `start`.
    module.catch(() => {});
    return;
  }
  const { id, question, keep, forget } = data;
  kept.keep(keep);
  const running = await module?.catch(() => null);
  if (!running) return;
  const asked = kept.restore(question) as Question;
  kept.forget(forget);
  await running.prepare(asked);
  try {
    const { answer, transfer } = running.answer(asked);
    reply({ is: "answer", id, answer }, transfer);
  } catch (error) {
    if (isTrap(error)) reply({ is: "failed", stage: "run", message: textOf(error) });
    else reply({ is: "refused", id, message: textOf(error) });
  }
});
