/** Texts and lists that are sent to a worker once. A file of 500 KiB is copied for one question, not for each. */

import type { Kept, KeptValue } from "./messages.ts";

/** Shorter values are sent with their question. */
const MIN_CHARACTERS = 200;
const MIN_ITEMS = 8;
/** The file, the file that it replaces, URLs, crawlers, and a few of the last ones. */
const MAX_KEPT = 8;

export class KeptValues {
  #next = 1;
  /** The values that the worker has, the longest unused one first. */
  #known: { number: number; value: KeptValue }[] = [];

  /** The question with numbers in the place of long values, at most two levels deep. */
  refer(question: object): {
    question: unknown;
    keep: [number, KeptValue][];
    forget: number[];
  } {
    const keep: [number, KeptValue][] = [];
    const replace = (value: unknown, depth: number): unknown => {
      if (isLong(value)) return this.#number(value, keep);
      if (depth === 0 || !isPlain(value)) return value;
      const entries = Object.entries(value);
      return Object.fromEntries(entries.map(([name, own]) => [name, replace(own, depth - 1)]));
    };
    const referred = replace(question, 2);
    const excess = this.#known.splice(0, Math.max(0, this.#known.length - MAX_KEPT));
    return { question: referred, keep, forget: excess.map(({ number }) => number) };
  }

  #number(value: KeptValue, keep: [number, KeptValue][]): Kept {
    const at = this.#known.findIndex((known) => known.value === value);
    const [known] = at < 0 ? [] : this.#known.splice(at, 1);
    const entry = known ?? { number: this.#next++, value };
    if (!known) keep.push([entry.number, value]);
    this.#known.push(entry);
    return { kept: entry.number };
  }
}

function isLong(value: unknown): value is KeptValue {
  if (Array.isArray(value)) return value.length >= MIN_ITEMS;
  return typeof value === "string" && value.length >= MIN_CHARACTERS;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The other half, in the worker. */
export class KeptStore {
  #values = new Map<number, KeptValue>();

  keep(entries: [number, KeptValue][]): void {
    for (const [number, value] of entries) this.#values.set(number, value);
  }

  forget(numbers: number[]): void {
    for (const number of numbers) this.#values.delete(number);
  }

  /** The question as it was asked. */
  restore(question: unknown): unknown {
    if (!isPlain(question)) return question;
    if (typeof question.kept === "number") return this.#values.get(question.kept);
    const entries = Object.entries(question);
    return Object.fromEntries(entries.map(([name, value]) => [name, this.restore(value)]));
  }
}
