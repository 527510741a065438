/** The messages between the page and the worker that runs the engine. */

/** What the worker keeps under a number: it is sent once, although many questions name it. */
export type KeptValue = string | readonly unknown[];

/** The number of a kept value in the place of the value. */
export interface Kept {
  kept: number;
}

/** A text of robots.txt and how it is read. */
export interface FileInput {
  robots: string;
  profile?: string;
  origin?: string;
}

export type Question =
  | (FileInput & { ask: "decide"; urls: readonly string[]; agents: readonly string[] })
  /** A question by its name. Its answer is JSON. */
  | {
      ask: "json";
      name: string;
      values: Readonly<Record<string, unknown>>;
      language: string;
      /** The addresses of the texts of the language. The module has those of English. */
      texts: readonly string[];
    };

/** Verdicts of all URLs for all crawlers. Crawlers that obey the same lines share a column. */
export interface Decided {
  columns: number;
  /** The column of each crawler. */
  columnOf: Uint32Array;
  /** For each URL and column the deciding line; 0: none. */
  lines: Uint32Array;
  /** For each URL and column: 1 is allowed, 2 is not about this site; above them the number of the reason. */
  marks: Uint8Array;
  /** The names of the reasons, by number. */
  reasons: string[];
  /** Whether the small module decided, because the engine was not there yet: about the same, nothing else is known. */
  isEarly: boolean;
}

/** The answer, or why there is none: `kind` and `detail`. */
export interface JsonAnswer {
  isAnswered: boolean;
  json: string;
}

export type ToWorker =
  /** The address of the small module. It comes before any question, or never. */
  | { early: string }
  | { start: WebAssembly.Module }
  | {
      id: number;
      question: unknown;
      /** Values that later questions name by these numbers. */
      keep: [number: number, value: KeptValue][];
      /** Values that no question names any more. */
      forget: number[];
    };

export type FromWorker =
  | { is: "started"; answersDrafts: boolean }
  | { is: "answer"; id: number; answer: unknown }
  /** The small module has started, or will not. */
  | { is: "early" }
  /** The small module leaves this question to the engine, which is still being loaded. */
  | { is: "waiting"; id: number }
  /** The question is wrong. */
  | { is: "refused"; id: number; message: string }
  /** The module did not start, or it stopped. The worker is of no use any more. */
  | { is: "failed"; stage: "load" | "run"; message: string };
