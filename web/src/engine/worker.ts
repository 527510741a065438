/** The worker: it starts the module and answers one question after the other. */

import { errorText } from "../error-text.ts";
import { EarlyModule } from "./early.ts";
import { KeptStore } from "./kept-values.ts";
import type { FromWorker, Question, ToWorker } from "./messages.ts";
import { type Module, startModule } from "./module.ts";

interface AskMessage {
  id: number;
  question: Question;
}

const kept = new KeptStore();
let module: Module | null = null;
let early: Promise<EarlyModule | null> | null = null;
/** The question that waits for the engine. Nobody waits for one before it: they are asked one at a time. */
let waiting: AskMessage | null = null;

function reply(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

async function start(compiled: WebAssembly.Module): Promise<void> {
  try {
    module = await startModule(compiled);
  } catch (error) {
    return reply({ is: "failed", stage: "load", message: errorText(error) });
  }
  reply({ is: "started", answersDrafts: module.answersDrafts });
  if (waiting) await answer(module, waiting);
}

/** Whether the module itself stopped: its memory may be in any state. What it refuses is a `MaycrawlError`. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

async function startEarly(address: string): Promise<EarlyModule | null> {
  const started = await EarlyModule.start(address).catch(() => null);
  reply({ is: "early" });
  return started;
}

/** Answers what the small module can answer. */
async function answerEarly(message: AskMessage): Promise<void> {
  waiting = message;
  const { id, question } = message;
  const decider = question.ask === "decide" ? await early : null;
  // The engine may have started meanwhile, and have answered.
  if (waiting !== message) return;
  const decided =
    question.ask === "decide" ? decider?.decide(question, question.urls, question.agents) : null;
  if (decided) {
    waiting = null;
    reply({ is: "answer", id, answer: decided });
  } else if (early) reply({ is: "waiting", id });
}

async function answer(engine: Module, { id, question }: AskMessage): Promise<void> {
  waiting = null;
  await engine.prepare(question);
  try {
    const { answer, transfer } = engine.answer(question);
    reply({ is: "answer", id, answer }, transfer);
  } catch (error) {
    if (isTrap(error)) reply({ is: "failed", stage: "run", message: errorText(error) });
    else reply({ is: "refused", id, message: errorText(error) });
  }
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("early" in data) early = startEarly(data.early);
  else if ("start" in data) void start(data.start);
  else {
    kept.keep(data.keep);
    const message = { id: data.id, question: kept.restore(data.question) as Question };
    kept.forget(data.forget);
    void (module ? answer(module, message) : answerEarly(message));
  }
});
