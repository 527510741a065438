import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { load } from "../../bindings/wasm/npm/load.js";
import { decidedTable, describeCell, isAnswer, verdictOf } from "../src/answers.ts";
import { KeptStore, KeptValues } from "../src/engine/kept-values.ts";
import { EngineFailure, Lane } from "../src/engine/lane.ts";
import type {
  Decided,
  FromWorker,
  JsonAnswer,
  Question,
  ToWorker,
} from "../src/engine/messages.ts";
import { Module } from "../src/engine/module.ts";
import { groupCrawlers } from "../src/matrix-groups.ts";
import { countBlocked } from "../src/matrix-totals.ts";

/** The texts of the engine in Korean. */
function koreanTexts(): string {
  const folder = new URL("../../crates/maycrawl-language/languages/ko/", import.meta.url);
  const names = ["verdicts", "explanations", "lints", "recipes"];
  return names.map((name) => readFileSync(new URL(`${name}.ftl`, folder), "utf8")).join("\n");
}

describe("values that a worker keeps", () => {
  const text = "x".repeat(1000);
  const list = Array.from({ length: 300 }, (_, at) => `/${at}`);

  it("are sent once, and restored in every question that names them", () => {
    const [values, store] = [new KeptValues(), new KeptStore()];
    const questions = [
      { robots: text, urls: list, profile: "google" },
      { name: "diff", values: { before: text, after: `${text}y`, urls: list } },
    ];
    const sent = questions.map((question) => {
      const { question: referred, keep, forget } = values.refer(question);
      store.keep(keep);
      expect(store.restore(structuredClone(referred))).toEqual(question);
      store.forget(forget);
      return keep.length;
    });
    expect(sent).toEqual([2, 1]);
  });

  it("are forgotten when many newer ones were sent", () => {
    const values = new KeptValues();
    const forgotten = Array.from({ length: 20 }, (_, at) => {
      const { forget } = values.refer({ robots: `${text}${at}`, urls: list });
      return forget;
    });
    // The list is named by each question, so it stays.
    expect(forgotten.flat()).toEqual([1, ...Array.from({ length: 12 }, (_, at) => at + 3)]);
  });
});

/** A worker that answers when the test says so. */
class FakeWorker extends EventTarget {
  sent: ToWorker[] = [];
  isTerminated = false;

  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  /** The names of the questions that were sent. */
  asked(): string[] {
    return this.sent.flatMap((message) =>
      "question" in message ? [(message.question as { name: string }).name] : [],
    );
  }

  answer(answer: unknown): void {
    const last = this.sent.findLast((message) => "id" in message);
    if (last && "id" in last) this.say({ is: "answer", id: last.id, answer });
  }
}

/** The smallest module: its name and version. */
const MODULE = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

function fakeLane(failure?: string) {
  const workers: FakeWorker[] = [];
  const makeWorker = () => {
    workers.push(new FakeWorker());
    return workers.at(-1) as unknown as Worker;
  };
  const load = async () => {
    if (failure !== undefined) throw new Error(failure);
    return MODULE;
  };
  const lane = new Lane({ makeWorker, module: load });
  const ask = (name: string, order: number, signal?: AbortSignal) => {
    const question: Question = { ask: "json", name, values: {}, language: "en", texts: [] };
    return lane.ask(question, order, signal).then(String, (error: Error) => `${error.message}`);
  };
  return { workers, lane, ask };
}

describe("a lane", () => {
  it("asks one question at a time, those of a lower order first, and cancelled ones never", async () => {
    const { workers, ask } = fakeLane();
    const cancelled = new AbortController();
    const answers = [ask("a", 5), ask("b", 5, cancelled.signal), ask("c", 5), ask("d", 1)];
    const [worker] = workers;
    cancelled.abort(new Error("a newer text"));
    for (const text of ["1", "2", "3"]) worker?.answer(text);
    expect(worker?.asked()).toEqual(["a", "d", "c"]);
    expect(await Promise.all(answers)).toEqual(["1", "a newer text", "3", "2"]);
    expect(worker?.sent).toContainEqual({ start: MODULE });
  });

  it("does not let a question that waits for the module hold up the next one", async () => {
    const { workers, ask } = fakeLane();
    const cancelled = new AbortController();
    const answers = [ask("a", 1, cancelled.signal), ask("b", 1)];
    cancelled.abort(new Error("a newer text"));
    expect(workers[0]?.asked()).toEqual(["a", "b"]);
    workers[0]?.answer("1");
    expect(await Promise.all(answers)).toEqual(["a newer text", "1"]);
    expect(workers.length).toBe(1);
  });

  it("starts another worker once after the module stopped, and then says why there is no answer", async () => {
    const { workers, ask } = fakeLane();
    const answers = [ask("a", 1), ask("b", 1), ask("c", 1)];
    workers[0]?.say({ is: "failed", stage: "run", message: "unreachable" });
    expect(workers[0]?.isTerminated).toBe(true);
    expect(workers[1]?.asked()).toEqual(["b"]);
    workers[1]?.say({ is: "failed", stage: "run", message: "again" });
    expect(await Promise.all(answers)).toEqual(["unreachable", "again", "again"]);
    expect(await ask("d", 1)).toBe("again");
    expect(workers.length).toBe(2);
  });

  it("says that the module was not loaded, and starts another worker with the next question", async () => {
    const { workers, lane, ask } = fakeLane("no connection");
    const started = lane.answersDrafts().catch((error: Error) => error.message);
    expect(await ask("a", 1)).toBe("no connection");
    expect(await started).toBe("no connection");
    expect(workers[0]?.isTerminated).toBe(true);
    const again = ask("b", 1);
    workers[1]?.answer("here");
    expect(await again).toBe("here");
  });

  it("tells all questions that the module did not load, and tries again with the next one", async () => {
    const { workers, ask, lane } = fakeLane();
    const started = lane.answersDrafts().catch((error: unknown) => error);
    const answers = [ask("a", 1), ask("b", 1)];
    workers[0]?.say({ is: "failed", stage: "load", message: "no WebAssembly" });
    expect(await Promise.all(answers)).toEqual(["no WebAssembly", "no WebAssembly"]);
    expect(await started).toBeInstanceOf(EngineFailure);
    const again = ask("c", 1);
    workers[1]?.answer("here");
    expect(await again).toBe("here");
  });
});

const WASM = new URL("../src/engine/engine.wasm", import.meta.url);
const USER_AGENTS = new URL("../../conformance/crawlers/user-agents.tsv", import.meta.url);

describe.skipIf(!existsSync(WASM))("the module", () => {
  const robots = "\ufeffUser-agent: *\r\nDisallow: /a # old\r\rUser-agent: GPTBot\nDisallow /\n";
  const urls = ["/a/1", "/b", "https://other.example/", "not a URL"];
  const agents = ["Googlebot", "bingbot", "GPTBot"];
  const texts = {
    sentence: (reason: string) => `(${reason})`,
    problem: (url: string) => `?${url}`,
  };

  async function decided() {
    const module = new Module(await load(readFileSync(WASM)));
    const file = { robots, origin: "https://shop.example" };
    const question = { ask: "decide" as const, ...file, urls, agents };
    const { answer, transfer } = module.answer(question);
    expect(transfer.length).toBe(3);
    return decidedTable(file, urls, agents, answer as Decided, texts);
  }

  it("decides a table whose cells have the line, its text, or the reason", async () => {
    const table = await decided();
    const shown = urls.map((url) =>
      agents.map((agent) => {
        const cell = table.cell(url, agent);
        return cell && isAnswer(cell) && cell.rule
          ? `${cell.line} ${cell.text} ${cell.rule.kind} ${cell.rule.pattern}`
          : describeCell(cell);
      }),
    );
    expect(shown).toEqual([
      ["2 Disallow: /a disallow /a", "2 Disallow: /a disallow /a", "5 Disallow / disallow /"],
      ["Allowed: (no-rule-matched)", "Allowed: (no-rule-matched)", "5 Disallow / disallow /"],
      Array.from(agents, () => "Other site: (not-applicable)"),
      Array.from(agents, () => "not a valid URL: ?not a URL"),
    ]);
    expect(table.width).toBe(2);
    expect(groupCrawlers(urls, agents, [{ answers: table, skipsUnanswered: false }])).toEqual([
      ["Googlebot", "bingbot"],
      ["GPTBot"],
    ]);
    expect(countBlocked(urls, agents, table).ofUrl.get("/a/1")).toEqual({ blocked: 3, known: 3 });
    expect(table.unworded?.samples.map(({ reason, url }) => `${reason} ${url}`)).toEqual([
      "no-rule-matched /b",
      "not-applicable https://other.example/",
      "null not a URL",
    ]);
  });

  it("shows only the values that are not URLs while there is no draft", async () => {
    const table = (await decided()).onlyErrors();
    expect(table.cell("/a/1", "Googlebot")).toBeUndefined();
    const cell = table.cell("not a URL", "GPTBot");
    expect(cell && verdictOf(cell)).toBe("error");
  });

  it("finds the crawlers of real User-Agent headers as the library finds them", async () => {
    const module = new Module(await load(readFileSync(WASM)));
    const [, ...rows] = readFileSync(USER_AGENTS, "utf8").trimEnd().split("\n");
    expect(rows.length).toBeGreaterThanOrEqual(60);
    for (const row of rows) {
      const [user_agent = "", groups = "", token = "", obeyed = ""] = row.split("\t");
      const robots = groups
        .split(",")
        .map((name, at) => `User-agent: ${name}\nDisallow: /${at}$\n`);
      const body = { robots: robots.join(""), user_agent };
      const name = "user-agent";
      const question = { ask: "json" as const, name, values: body, language: "en", texts: [] };
      const { answer } = module.answer(question);
      const found = JSON.parse((answer as JsonAnswer).json);
      expect({ ...found, is_known: null }, row).toEqual({
        token,
        is_known: null,
        is_named: obeyed !== "*" && obeyed !== "",
      });
    }
  });

  it("answers in a language as soon as it has the texts, and until then in English", async () => {
    const module = new Module(await load(readFileSync(WASM)));
    const values = { robots: "User-agent: *\nDisallow: /a\n", url: "/a", agent: "Googlebot" };
    const words = async (language: string, texts: string[]) => {
      const question = { ask: "json" as const, name: "explain", values, language, texts };
      await module.prepare(question);
      const { answer } = module.answer(question);
      return JSON.parse((answer as JsonAnswer).json).words.at(-1);
    };
    const english = "So Googlebot may not fetch this URL.";
    expect(await words("ko", ["data:text/plain,not here", "unknown:address"])).toBe(english);
    expect(await words("ko", [`data:text/plain,${encodeURIComponent(koreanTexts())}`])).toMatch(
      /Googlebot 크롤러/,
    );
    expect(await words("en", [])).toBe(english);
  });
});
