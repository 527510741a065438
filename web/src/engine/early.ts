/**
 * What decides until the engine is there, which has fifteen times as many bytes: the module of `maycrawl/check`. It has no
 * parser of URLs, and no words for what is no robots.txt. So it leaves to the engine whatever could need them.
 */

import { loadCheck } from "../../../bindings/wasm/npm/load.js";
import type { Decided, FileInput } from "./messages.ts";

type RobotsTxt = InstanceType<Awaited<ReturnType<typeof loadCheck>>["RobotsTxt"]>;

/** Of other texts the browser makes a URL where the engine refuses, or another one: `https:////host`, `\\`, an `xn--` host. */
const PLAIN_URL = /^(?:https?:\/\/(?!\S*xn--)[a-z\d.-]+(?::\d{1,5})?)?\/(?!\/)[!-[\]-~]{0,2000}$/i;

/** A web page, JSON or bytes of another format are read as a robots.txt too, with a verdict that is about nothing. */
function looksLikeRobotsTxt(text: string): boolean {
  return (
    /^[ \t]*(?:user-?agent|(?:dis)?allow)[ \t]*:/im.test(text) && !/^\s*[<{[]|[\0\ufffd]/.test(text)
  );
}

export class EarlyModule {
  readonly #RobotsTxt: Awaited<ReturnType<typeof loadCheck>>["RobotsTxt"];

  constructor(library: Awaited<ReturnType<typeof loadCheck>>) {
    this.#RobotsTxt = library.RobotsTxt;
  }

  static async start(address: string): Promise<EarlyModule> {
    return new EarlyModule(await loadCheck(await fetch(address, { priority: "high" })));
  }

  /** As `Module` decides; null if the engine has to. */
  decide(input: FileInput, urls: readonly string[], agents: readonly string[]): Decided | null {
    const { robots, profile, origin } = input;
    if (!looksLikeRobotsTxt(robots) || !urls.every((url) => PLAIN_URL.test(url))) return null;
    const options = { ...(profile && { profile }), ...(origin && { origin }) };
    try {
      const file = new this.#RobotsTxt(robots, options as object);
      const table = this.#table(file, urls, agents);
      file.free();
      return table;
    } catch {
      // What it refuses, the engine refuses in words.
      return null;
    }
  }

  #table(file: RobotsTxt, urls: readonly string[], agents: readonly string[]): Decided {
    const columns = agents.length;
    const columnOf = Uint32Array.from(agents.keys());
    const lines = new Uint32Array(urls.length * columns);
    const marks = new Uint8Array(urls.length * columns);
    const reasons: string[] = [];
    for (const [column, agent] of agents.entries()) {
      const rules = file.rulesFor(agent);
      for (const [row, url] of urls.entries()) {
        const { decision, line, reason } = rules.check(url);
        const known = reasons.indexOf(reason);
        const number = known < 0 ? reasons.push(reason) - 1 : known;
        const bits = decision === "allowed" ? 1 : decision === "not-applicable" ? 2 : 0;
        lines[row * columns + column] = line ?? 0;
        marks[row * columns + column] = bits | (number << 2);
      }
      rules.free();
    }
    return { columns, columnOf, lines, marks, reasons, isEarly: true };
  }
}
