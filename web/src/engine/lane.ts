/**
 * One worker, and the questions that wait for it. A worker answers one question at a time, so that a newer text makes
 * those that wait void before they cost anything.
 */

import { errorText } from "../error-text.ts";
import { untilSettled } from "../pending.ts";
import { KeptValues } from "./kept-values.ts";
import type { FromWorker, Question, ToWorker } from "./messages.ts";

/** The engine did not start (`load`), or it stopped at a question (`run`). */
export class EngineFailure extends Error {
  readonly stage: "load" | "run";

  constructor(stage: "load" | "run", message: string) {
    super(message);
    this.name = "EngineFailure";
    this.stage = stage;
  }
}

/** The engine refused a question: it is wrong. */
export class EngineRefusal extends Error {}

/** How long a question that nobody waits for may go on, in milliseconds. After it a new worker costs less. */
const GRACE_MS = 2000;
/** The number of times that a worker is started again after its module stopped. */
const MAX_RESTARTS = 1;

interface Waiting {
  id: number;
  question: Question;
  /** Questions of a lower order come first. */
  order: number;
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  /** Told if the answer needs the engine, which is still being loaded. */
  onWaiting(): void;
}

interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(failure: EngineFailure): void;
}

function deferred<T>(): Deferred<T> {
  let ends: Omit<Deferred<T>, "promise"> = { resolve() {}, reject() {} };
  const promise = new Promise<T>((resolve, reject) => {
    ends = { resolve, reject };
  });
  // Whoever waits for it hears of a failure; often nobody does.
  promise.catch(() => {});
  return { promise, ...ends };
}

export interface LaneOptions {
  makeWorker(): Worker;
  module(): Promise<WebAssembly.Module>;
  /** The address of the small module, which decides until the other one is there. */
  early?: string | undefined;
}

export class Lane {
  readonly #options: LaneOptions;
  #worker: Worker | null = null;
  #started = deferred<boolean>();
  #isStarted = false;
  #kept = new KeptValues();
  #waiting: Waiting[] = [];
  #running: Waiting | null = null;
  #next = 1;
  #stops = 0;
  readonly #early = deferred<void>();
  #lastFailure: EngineFailure | null = null;

  constructor(options: LaneOptions) {
    this.#options = options;
    if (options.early === undefined) this.#early.resolve();
    else this.#start();
  }

  /** Settled when the small module has started, if there is one, or will not. */
  get early(): Promise<void> {
    return this.#early.promise;
  }

  /** Whether the module answers the questions of the service's API. Starts the worker. */
  answersDrafts(): Promise<boolean> {
    this.#start();
    return untilSettled(this.#started.promise);
  }

  /** Whether the module is there. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  ask(
    question: Question,
    order: number,
    signal?: AbortSignal,
    onWaiting = () => {},
  ): Promise<unknown> {
    const answer = new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waiting = { id: this.#next++, question, order, resolve, reject, onWaiting };
      signal?.addEventListener("abort", () => this.#cancel(waiting, signal.reason));
      this.#waiting.push(waiting);
      this.#sendNext();
    });
    return untilSettled(answer);
  }

  #start(): void {
    if (this.#worker) return;
    const worker = this.#options.makeWorker();
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.#worker) this.#hear(data);
    });
    // The script of the worker was not loaded, or the worker itself is wrong.
    worker.addEventListener("error", (event) => {
      const message = event.message || "the worker did not start";
      if (worker === this.#worker) this.#fail("load", message);
    });
    const { module, early } = this.#options;
    if (early !== undefined) this.#send({ early });
    const send = async () => {
      await this.early;
      const compiled = await module();
      if (worker === this.#worker) this.#send({ start: compiled });
    };
    send().catch((error: unknown) => {
      if (worker === this.#worker) this.#fail("load", errorText(error));
    });
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #sendNext(): void {
    if (this.#running || this.#waiting.length === 0) return;
    if (this.#stops > MAX_RESTARTS) {
      this.#rejectAll(this.#lastFailure);
      return;
    }
    const next = this.#waiting.reduce((best, one) => (one.order < best.order ? one : best));
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#running = next;
    this.#start();
    this.#send({ id: next.id, ...this.#kept.refer(next.question) });
  }

  #hear(message: FromWorker): void {
    if (message.is === "started") {
      this.#isStarted = true;
      this.#started.resolve(message.answersDrafts);
    } else if (message.is === "failed") this.#fail(message.stage, message.message);
    else if (message.is === "early") this.#early.resolve();
    else if (message.is !== "waiting") this.#answer(message);
    else if (this.#running?.id === message.id) this.#running.onWaiting();
  }

  #answer(message: Extract<FromWorker, { is: "answer" | "refused" }>): void {
    const running = this.#running;
    if (running?.id !== message.id) return;
    this.#running = null;
    if (message.is === "answer") running.resolve(message.answer);
    else running.reject(new EngineRefusal(message.message));
    this.#sendNext();
  }

  #cancel(cancelled: Waiting, reason: unknown): void {
    cancelled.reject(reason);
    const at = this.#waiting.indexOf(cancelled);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (this.#running !== cancelled) return;
    if (!this.#isStarted) {
      // It waits for the module, and another question may not have to.
      this.#running = null;
      this.#sendNext();
      return;
    }
    setTimeout(() => {
      if (this.#running !== cancelled) return;
      this.#stop();
      this.#sendNext();
    }, GRACE_MS);
  }

  #fail(stage: "load" | "run", message: string): void {
    const failure = new EngineFailure(stage, message);
    this.#early.resolve();
    // A module that did not load may load the next time: a connection comes back.
    if (stage === "run") {
      this.#stops += 1;
      this.#lastFailure = failure;
    }
    const running = this.#running;
    this.#started.reject(failure);
    this.#started = deferred<boolean>();
    this.#stop();
    running?.reject(failure);
    if (stage === "load") this.#rejectAll(failure);
    this.#sendNext();
  }

  /** Ends the worker. The next question starts another one. */
  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
    this.#isStarted = false;
    this.#kept = new KeptValues();
  }

  #rejectAll(reason: unknown): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(reason);
  }
}
