import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { load, loadCheck } from "../../bindings/wasm/npm/load.js";
import { EarlyModule } from "../src/engine/early.ts";
import type { Decided, FileInput } from "../src/engine/messages.ts";
import { Module } from "../src/engine/module.ts";

const ENGINE = new URL("../src/engine/engine.wasm", import.meta.url);
const CHECK = new URL("../src/engine/check.wasm", import.meta.url);

function casesOf<T>(name: string): T[] {
  const file = new URL(`../../conformance/${name}`, import.meta.url);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as T);
}

/** The line, the verdict and the reason of each cell, whichever crawlers share a column. */
function cells({ columns, columnOf, lines, marks, reasons }: Decided, urls: number): string[] {
  return Array.from({ length: urls }, (_, row) =>
    [...columnOf].map((column) => {
      const place = row * columns + column;
      const mark = marks[place] ?? 0;
      return `${lines[place]} ${mark & 3} ${reasons[mark >> 2]}`;
    }),
  ).flat();
}

describe.skipIf(!existsSync(ENGINE) || !existsSync(CHECK))("the small module", () => {
  async function both() {
    const early = new EarlyModule(await loadCheck(readFileSync(CHECK)));
    const module = new Module(await load(readFileSync(ENGINE)));
    return (file: FileInput, urls: string[], agents: string[]) => {
      const decided = early.decide(file, urls, agents);
      if (!decided) return null;
      const { answer } = module.answer({ ask: "decide", ...file, urls, agents });
      const whole = cells(answer as Decided, urls.length);
      return { early: cells(decided, urls.length), whole };
    };
  }

  it("decides every case of the conformance suite as the engine does, or leaves it to it", async () => {
    const decide = await both();
    const cases = casesOf<{ robots: string; name: string; url: string }>("suite/cases.jsonl");
    let decided = 0;
    for (const { robots, name, url } of cases) {
      const answers = decide({ robots }, [url, "/a/b"], [name, "Googlebot-Image", "AdsBot-Google"]);
      if (!answers) continue;
      expect(answers.early, JSON.stringify({ robots, url })).toEqual(answers.whole);
      decided += 1;
    }
    expect(decided).toBeGreaterThan(cases.length * 0.7);
  });

  it("reads URLs as the engine does, or leaves them to it", async () => {
    const decide = await both();
    const robots = "User-agent: *\nDisallow: /*%C3\nDisallow: /a/\nDisallow: /*?\nAllow: /a/b\n";
    const file = { robots, origin: "https://example.com" };
    const written = casesOf<{ written: string }>("urls/written.jsonl").map(
      ({ written }) => written,
    );
    const own = [
      ..."/%7euser/?q /a/../b /%2e%2E/x /a/%zz /?? /a;b=c&d=%C3%A9".split(" "),
      ..."HTTP://EXAMPLE.com:443/a/../b http://-a-/ http://1.2.3/ http://0x7f.1/a http://09.1/".split(
        " ",
      ),
      ..."http://999.1.1.1/ http://a.b:99999/ http://a.b:0080/ http://.../ http://a..b/ http://a.b./".split(
        " ",
      ),
      ..."https://user@example.com/a/b#x //a https://ab--cd.example/ https://example.com/a/b".split(
        " ",
      ),
    ];
    let decided = 0;
    for (const url of [...written, ...own]) {
      const answers = decide(file, [url], ["Googlebot"]);
      if (answers) expect(answers.early, url).toEqual(answers.whole);
      decided += Number(answers !== null);
    }
    expect(decided).toBeGreaterThan(10);
  });

  it("leaves to the engine what is no robots.txt: the engine has the words for it", async () => {
    const decide = await both();
    const others = [
      "<html>User-agent: *\nDisallow: /</html>",
      '{"User-agent": "*"}\nDisallow: /\n',
      "U\0s\0e\0r\0\nUser-agent: *",
      "Not Found",
    ];
    for (const robots of others)
      expect(decide({ robots }, ["/"], ["Googlebot"]), robots).toBeNull();
  });
});
