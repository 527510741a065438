/** Files, rules and verdicts: the classes of one running module. `answers.js` adds what only the large module has. */

import { CrawlerNameError, MaycrawlError, ProfileError, UrlError } from "./errors.js";
import { Memory } from "./memory.js";
import { originOf, requested } from "./requested.js";

const WORD = 2 ** 32;
const REFUSED = -1;
const FOR_THE_HOST = -2;
const PROFILES = 3;
const VERBATIM = "-verbatim";

/** The bytes of a file. An empty file allows everything, so nothing else counts as one: a Promise or a Response does not. */
function bytesOf(content) {
  if (ArrayBuffer.isView(content)) return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  const kind = Object.prototype.toString.call(content).slice(8, -1);
  // A buffer of another realm is no instance of ours.
  if (kind === "ArrayBuffer" || kind === "SharedArrayBuffer") return new Uint8Array(content);
  const hint = { Promise: "; await it", Response: "; await its arrayBuffer()" }[kind] ?? "";
  throw new TypeError(`a robots.txt is a string or bytes, not ${kind}${hint}`);
}

/** The parts that all classes of a module share. `readsUrls`: the module has a parser of URLs. */
export function startEngine(exports) {
  const memory = new Memory(exports);
  const readsUrls = "keep_urls" in exports;
  const registry = new FinalizationRegistry((handle) => exports.free(handle));
  const reasons = [];

  const reasonName = (number) => {
    if (reasons[number] === undefined) {
      exports.reason_name(number);
      reasons[number] = memory.outputText();
    }
    return reasons[number];
  };
  const verdictOf = (line, bits) => ({
    allowed: (bits & 1) === 1,
    decision: bits & 1 ? "allowed" : bits & 2 ? "not-applicable" : "disallowed",
    line: line === 0 ? null : line,
    reason: reasonName(bits >> 2),
  });
  const profiles = new Map();
  const profileNumber = (name) => {
    let number = profiles.get(name);
    if (number === undefined) {
      number = readProfile(name);
      profiles.set(name, number);
    }
    return number;
  };
  const readProfile = (name) => {
    const isVerbatim = name.endsWith(VERBATIM);
    const plain = isVerbatim ? name.slice(0, -VERBATIM.length) : name;
    const number = exports.profile(memory.writeText(plain));
    if (number < 0) {
      throw new ProfileError(`there is no profile ${JSON.stringify(name)}; write google, google-2019 or rfc9309`);
    }
    return isVerbatim ? number + PROFILES : number;
  };

  /** A value in the module. It is freed with its object, or earlier by `free`. */
  class Held {
    #handle = 0;

    constructor(handle) {
      this.#handle = handle;
      registry.register(this, handle, this);
    }

    get handle() {
      if (this.#handle === 0) throw new MaycrawlError("this object was freed");
      return this.#handle;
    }

    free() {
      if (this.#handle === 0) return;
      registry.unregister(this);
      exports.free(this.#handle);
      this.#handle = 0;
    }
  }
  if (Symbol.dispose) Held.prototype[Symbol.dispose] = Held.prototype.free;

  return { exports, memory, readsUrls, verdictOf, profileNumber, Held, ...classes() };

  function classes() {
    class Rules extends Held {
      #token;

      /** The product token of the crawler. */
      get token() {
        if (this.#token === undefined) {
          exports.token(this.handle);
          this.#token = memory.outputText();
        }
        return this.#token;
      }

      /** The line of the verdict, and 2^32 times its bits. */
      number(url) {
        const number = exports.check(this.handle, memory.writeText(url), 0);
        if (number >= 0) return number;
        return number === FOR_THE_HOST ? this.numberOfRead(requested(url)) : refused();
      }

      /** The same, but negative for a text that must be read first. */
      numberOrNothing(url) {
        return exports.check(this.handle, memory.writeText(url), 0);
      }

      /** The same for a URL that this host has read. */
      numberOfRead(url) {
        const number = exports.check(this.handle, memory.writeText(url), 1);
        return number === REFUSED ? refused() : number;
      }

      check(url) {
        return verdict(this.number(asText(url)));
      }

      isAllowed(url) {
        return (bitsOf(this.number(asText(url))) & 1) === 1;
      }
    }

    const refused = () => {
      throw new UrlError(memory.outputText());
    };
    const verdict = (number) => verdictOf(number % WORD, bitsOf(number));

    class RobotsTxt extends Held {
      #isText;

      constructor(content, { profile = "google", origin, readOrigin } = {}) {
        const number = profileNumber(profile);
        const isText = typeof content === "string";
        const bytes = isText ? content : bytesOf(content);
        // The drop-in has read its URL already.
        const site = readOrigin ?? (origin && !readsUrls ? originOf(origin) : origin);
        const length = memory.writeInput(bytes);
        const handle = exports.parse(length, number, site ? memory.writeText(site) : 0);
        if (handle === 0) throw new UrlError(memory.outputText());
        super(handle);
        this.#isText = isText;
      }

      /** True if the file was given as a string. */
      get isText() {
        return this.#isText;
      }

      rulesFor(name) {
        return this.#rules(exports.rules_for(this.handle, memory.writeText(name), 0));
      }

      rulesForUserAgent(header) {
        return this.#rules(exports.rules_for(this.handle, memory.writeText(header), 1));
      }

      #rules(handle) {
        if (handle === 0) throw new CrawlerNameError(memory.outputText());
        return new Rules(handle);
      }

      check(name, url) {
        return this.#once(name, (rules) => rules.check(url));
      }

      isAllowed(name, url) {
        return this.#once(name, (rules) => rules.isAllowed(url));
      }

      #once(name, ask) {
        const rules = this.rulesFor(name);
        try {
          return ask(rules);
        } finally {
          rules.free();
        }
      }
    }

    return { RobotsTxt, Rules };
  }
}

export const asText = (url) => (typeof url === "string" ? url : String(url));
export const bitsOf = (number) => Math.floor(number / WORD);
