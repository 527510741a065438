/** The worker: it starts the module and answers one question after the other. */

import { EarlyModule } from "./early.ts";
import { KeptStore } from "./kept-values.ts";
import type { Decided, FromWorker, Question, ToWorker } from "./messages.ts";
import { type Module, startModule } from "./module.ts";

const kept = new KeptStore();
let module: Promise<Module> | null = null;
let isWhole = false;
let early: Promise<EarlyModule | null> | null = null;
/** The newest question. Nobody waits for one before it: they are asked one at a time. */
let newest = 0;

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
    isWhole = true;
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

/** The answer of the small module, if the engine is not there yet. */
async function decideEarly(question: Question): Promise<Decided | null> {
  if (isWhole || question.ask !== "decide") return null;
  return (await early)?.decide(question, question.urls, question.agents) ?? null;
}

/** Starts the small module, and then the engine: beside it, the small one would be late on a slow line. */
async function startBoth(small: string, address: string): Promise<Module> {
  early = EarlyModule.start(small).catch(() => null);
  await early;
  reply({ is: "early" });
  return start(address);
}

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if ("start" in data) {
    module = data.early === undefined ? start(data.start) : startBoth(data.early, data.start);
    // The page hears of a failure from `start`.
    module.catch(() => {});
    return;
  }
  const { id, question, keep, forget } = data;
  newest = id;
  kept.keep(keep);
  const asked = kept.restore(question) as Question;
  kept.forget(forget);
  const answer = await decideEarly(asked);
  if (answer) return reply({ is: "answer", id, answer });
  if (early && !isWhole) reply({ is: "waiting", id });
  const running = await module?.catch(() => null);
  if (!running || id !== newest) return;
  await running.prepare(asked);
  try {
    const { answer, transfer } = running.answer(asked);
    reply({ is: "answer", id, answer }, transfer);
  } catch (error) {
    if (isTrap(error)) reply({ is: "failed", stage: "run", message: textOf(error) });
    else reply({ is: "refused", id, message: textOf(error) });
  }
});
