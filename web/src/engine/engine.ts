/**
 * The engine of the page: the core of maycrawl as WebAssembly, in two workers. One decides the verdicts, so that the
 * answer to a key never waits for an explanation or a comparison, which the other one makes.
 */

import { Compiled } from "./compiled.ts";
import { Lane } from "./lane.ts";
import type { Decided, FileInput, JsonAnswer } from "./messages.ts";

/** The address of the module. A build without the module has none. */
const [MODULE] = Object.values(
  import.meta.glob<string>("./engine.wasm", {
    query: "?url",
    import: "default",
    eager: true,
  }),
);

/** The address of the module that decides until the other one is there. Only the static tester has it (`vite.config.ts`). */
const [EARLY] = Object.values(
  import.meta.glob<string | undefined>("./check.wasm", {
    query: "?url",
    import: "default",
    eager: true,
  }),
);

/** The texts of the engine in each language but English. */
const TEXTS = Object.entries(
  import.meta.glob<string>(
    "../../../crates/maycrawl-language/languages/{id,ko,th,fi}/{verdicts,explanations,lints,recipes}.ftl",
    { query: "?url", import: "default", eager: true },
  ),
);

function textsOf(language: string): string[] {
  const own = TEXTS.filter(([path]) => path.includes(`/${language}/`));
  return own.map(([, address]) => new URL(address, document.baseURI).href);
}

/** What is asked first when several questions wait. */
export const ORDER = { verdicts: 0, cell: 1, explanation: 2, lint: 3, summary: 4, changes: 5 };
const LAST = 6;

export class Engine {
  readonly #verdicts: Lane;
  readonly #texts: Lane;

  constructor(verdicts: Lane, texts: Lane) {
    this.#verdicts = verdicts;
    this.#texts = texts;
  }

  /** Whether the module answers questions about drafts. */
  answersDrafts(): Promise<boolean> {
    return this.#texts.answersDrafts();
  }

  /**
   * The verdicts of all URLs for all crawlers. The lists are kept as long as they are the same objects. `onWaiting`: they
   * will be known when the engine has loaded.
   */
  async decide(
    file: FileInput,
    urls: readonly string[],
    agents: readonly string[],
    { signal, onWaiting }: { signal: AbortSignal; onWaiting?: () => void },
  ): Promise<Decided> {
    const question = { ask: "decide" as const, ...file, urls, agents };
    return (await this.#verdicts.ask(question, ORDER.verdicts, signal, onWaiting)) as Decided;
  }

  /** The answer to the question of this name, or why it has none. */
  async ask(
    name: string,
    values: object,
    language: string,
    { order = LAST, signal }: { order?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<JsonAnswer> {
    const texts = textsOf(language);
    const question = { ask: "json" as const, name, values: { ...values }, language, texts };
    // The verdict of the selected cell belongs to those of the table. Nothing that needs the engine waits there for it.
    const isOfTable = order <= ORDER.cell && this.#verdicts.isStarted;
    const lane = isOfTable ? this.#verdicts : this.#texts;
    return (await lane.ask(question, order, signal)) as JsonAnswer;
  }
}

function startEngine(address: string): Engine {
  const makeWorker = () =>
    new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "engine" });
  const compiled = new Compiled(new URL(address, document.baseURI).href);
  const early = EARLY && new URL(EARLY, document.baseURI).href;
  const verdicts = new Lane({ makeWorker, module: () => compiled.module(), early });
  // Beside the small module, the large one would make it late on a slow line.
  const module = async () => {
    await verdicts.early;
    return compiled.module();
  };
  return new Engine(verdicts, new Lane({ makeWorker, module }));
}

/** Null in a build without the module: then the service answers. */
export const engine: Engine | null =
  MODULE !== undefined && typeof document !== "undefined" ? startEngine(MODULE) : null;
