/** The interface of the package robots-parser 3, with the verdicts of maycrawl. */

import { bitsOf } from "./checks.js";
import { sent } from "./requested.js";

/** robots-parser reads relative URLs with this base. */
const BASE = "http://robots-relative.samclarke.com/";
const ALLOWED = 1;
const ELSEWHERE = 2;
const SLASH = 47;

function parsed(url) {
  try {
    return new URL(url, BASE);
  } catch {
    return null;
  }
}

export function robotsParserOf(RobotsTxt) {
  class Robots {
    #robots;
    #site;
    /** The rules by User-Agent. A program has few of them. */
    #rules = new Map();

    constructor(url, contents) {
      this.#site = parsed(url);
      const origin = this.#site?.host ? `${this.#site.protocol}//${this.#site.host}` : undefined;
      this.#robots = new RobotsTxt(contents || "", { readOrigin: origin });
    }

    #rulesOf(ua) {
      let rules = this.#rules.get(ua);
      if (rules === undefined) {
        rules = this.#robots.rulesForUserAgent(ua ? String(ua) : "*");
        this.#rules.set(ua, rules);
      }
      return rules;
    }

    /** The verdict as a number; undefined for a URL of another site, and for a text that is no URL. */
    #number(url, ua) {
      if (!this.#site?.host) return undefined;
      const rules = this.#rulesOf(ua);
      // A path is relative to the base, so it is not of this site.
      const isWhole = typeof url === "string" && url.charCodeAt(0) !== SLASH;
      const number = isWhole ? rules.numberOrNothing(url) : -1;
      if (number >= 0) return bitsOf(number) & ELSEWHERE ? undefined : number;
      const read = parsed(url);
      if (!read?.host || read.protocol !== this.#site.protocol || read.host !== this.#site.host) return undefined;
      const found = rules.numberOfRead(sent(read));
      return bitsOf(found) & ELSEWHERE ? undefined : found;
    }

    isAllowed(url, ua) {
      const number = this.#number(url, ua);
      return number === undefined ? undefined : (bitsOf(number) & ALLOWED) === ALLOWED;
    }

    isDisallowed(url, ua) {
      return !this.isAllowed(url, ua);
    }

    getMatchingLineNumber(url, ua) {
      return (this.#number(url, ua) ?? 0) % 2 ** 32 || -1;
    }

    getCrawlDelay(ua) {
      return this.#robots.crawlDelay(ua ? String(ua) : "*");
    }

    getSitemaps() {
      return this.#robots.sitemaps;
    }

    getPreferredHost() {
      const hosts = this.#robots.otherLines().filter(({ key, value }) => key.toLowerCase() === "host" && value !== "");
      return hosts.at(-1)?.value.toLowerCase() ?? null;
    }
  }

  return function robotsParser(url, contents) {
    return new Robots(url, contents);
  };
}
