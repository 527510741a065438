/** The engine: the WebAssembly module of `bindings/wasm`, with the files and lists that it has read. */

import { load } from "../../../bindings/wasm/npm/load.js";
import type { Decided, FileInput, JsonAnswer, Question } from "./messages.ts";

type Library = Awaited<ReturnType<typeof load>>;
type RobotsTxt = InstanceType<Library["RobotsTxt"]>;
type UrlList = InstanceType<Library["UrlList"]>;
type CrawlerList = InstanceType<Library["CrawlerList"]>;

/** The draft, and the file that it replaces. */
const MAX_FILES = 2;

export async function startModule(compiled: WebAssembly.Module): Promise<Module> {
  return new Module(await load(compiled));
}

export class Module {
  readonly #library: Library;
  #files: { input: FileInput; file: RobotsTxt }[] = [];
  #urls: { of: readonly string[]; list: UrlList } | null = null;
  #crawlers: { of: readonly string[]; list: CrawlerList } | null = null;
  readonly #languages = new Set<string>();

  constructor(library: Library) {
    this.#library = library;
  }

  /** Whether the module answers questions about drafts. */
  get answersDrafts(): boolean {
    return this.#library.draft !== undefined;
  }

  /** Loads the texts of the language of a question. What cannot be loaded is said in English, and loaded the next time. */
  async prepare(question: Question): Promise<void> {
    if (question.ask !== "json" || question.texts.length === 0) return;
    const { language, texts } = question;
    if (this.#languages.has(language)) return;
    const load = async (address: string) => {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      return response.text();
    };
    const files = await Promise.all(texts.map(load)).catch(() => null);
    if (!files) return;
    this.#library.addLanguage?.(language, files.join("\n"));
    this.#languages.add(language);
  }

  /** The answer, and what of it can be given to the page without a copy. */
  answer(question: Question): { answer: unknown; transfer: ArrayBuffer[] } {
    if (question.ask === "decide") {
      const decided = this.#decide(question, question.urls, question.agents);
      const { columnOf, lines, marks } = decided;
      const transfer = [columnOf, lines, marks].map(({ buffer }) => buffer as ArrayBuffer);
      return { answer: decided, transfer };
    }
    return { answer: this.#json(question), transfer: [] };
  }

  #decide(input: FileInput, urls: readonly string[], agents: readonly string[]): Decided {
    const { columns, columnOf, lines, marks, verdict } = this.#decisions(input, urls, agents);
    const reasons: string[] = [];
    marks.forEach((mark, place) => {
      if (reasons[mark >> 2] !== undefined) return;
      const crawler = columnOf.indexOf(place % columns);
      reasons[mark >> 2] = verdict(Math.floor(place / columns), crawler)?.reason ?? "";
    });
    return { columns, columnOf, lines, marks, reasons, isEarly: false };
  }

  #decisions(input: FileInput, urls: readonly string[], agents: readonly string[]) {
    const file = this.#file(input);
    const decisions = file.decide(this.#crawlerList(agents), this.#urlList(urls));
    const { columns, columnOf, lines, marks } = decisions;
    const verdict = (url: number, crawler: number) => decisions.verdict(url, crawler);
    return { columns, columnOf, lines, marks, verdict };
  }

  #json({ name, values, language }: Question & { ask: "json" }): JsonAnswer {
    // A lone surrogate is not valid JSON.
    const whole = (_: string, value: unknown) =>
      typeof value === "string" ? value.toWellFormed() : value;
    const { draft } = this.#library;
    if (!draft) throw new Error(`the module does not answer ${name}`);
    return draft(name, JSON.stringify(values, whole), language);
  }

  #file(input: FileInput): RobotsTxt {
    const at = this.#files.findIndex(({ input: known }) => isSameFile(known, input));
    const [known] = at < 0 ? [] : this.#files.splice(at, 1);
    const entry = known ?? { input, file: this.#parse(input) };
    this.#files.push(entry);
    for (const old of this.#files.splice(0, this.#files.length - MAX_FILES)) old.file.free();
    return entry.file;
  }

  #parse({ robots, profile, origin }: FileInput): RobotsTxt {
    const options = { ...(profile && { profile }), ...(origin && { origin }) };
    return new this.#library.RobotsTxt(robots, options as object);
  }

  #urlList(of: readonly string[]): UrlList {
    if (this.#urls?.of !== of) {
      this.#urls?.list.free();
      this.#urls = null;
      this.#urls = { of, list: new this.#library.UrlList(of) };
    }
    return this.#urls.list;
  }

  #crawlerList(of: readonly string[]): CrawlerList {
    if (this.#crawlers?.of !== of) {
      this.#crawlers?.list.free();
      this.#crawlers = null;
      this.#crawlers = { of, list: new this.#library.CrawlerList(of) };
    }
    return this.#crawlers.list;
  }
}

function isSameFile(a: FileInput, b: FileInput): boolean {
  return a.profile === b.profile && a.origin === b.origin && a.robots === b.robots;
}
