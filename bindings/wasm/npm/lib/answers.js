/** What only the large module has: many URLs for many crawlers at once, and the answers of the command in JSON. */

import { asText, bitsOf, startEngine } from "./checks.js";
import { CrawlerNameError, QuestionError, UrlError } from "./errors.js";
import { withLines } from "./lines.js";

const decoder = new TextDecoder();

export function startAnswers(exports) {
  const engine = startEngine(exports);
  const { memory, verdictOf, Held, Rules } = engine;
  const Checked = withLines(engine);

  /** Texts with a zero byte between them. No URL and no name has one; of a text with one, a control byte stays. */
  const writeList = (texts) =>
    memory.writeInput([...texts].map((text) => asText(text).replaceAll("\0", "\x01")).join("\0"));

  class UrlList extends Held {
    #length;

    constructor(urls) {
      const texts = [...urls];
      super(exports.keep_urls(writeList(texts)));
      this.#length = texts.length;
    }

    get length() {
      return this.#length;
    }
  }

  class CrawlerList extends Held {
    #length;

    constructor(names) {
      const texts = [...names];
      const handle = exports.keep_crawlers(writeList(texts));
      if (handle === 0) throw new CrawlerNameError(memory.outputText());
      super(handle);
      this.#length = texts.length;
    }

    get length() {
      return this.#length;
    }
  }

  /** The verdicts of a table. Its arrays can be given to another thread: `postMessage(it, it.buffers)`. */
  class Decisions {
    constructor(crawlers, urls, bytes) {
      const numbers = new Uint32Array(bytes.buffer, 0, 1 + crawlers + urls * new Uint32Array(bytes.buffer, 0, 1)[0]);
      /** The number of different sets of rules. */
      this.columns = numbers[0];
      /** The column of each crawler. */
      this.columnOf = numbers.slice(1, 1 + crawlers);
      /** For each URL and column the deciding line; 0: none. */
      this.lines = numbers.slice(1 + crawlers);
      /** For each URL and column what `verdict` reads: 1 is allowed, 2 is not about this site or no URL at all. */
      this.marks = bytes.slice(numbers.length * 4);
    }

    get buffers() {
      return [this.columnOf.buffer, this.lines.buffer, this.marks.buffer];
    }

    at(url, crawler) {
      return url * this.columns + this.columnOf[crawler];
    }

    isAllowed(url, crawler) {
      return (this.marks[this.at(url, crawler)] & 1) === 1;
    }

    /** The verdict; null for a text that is no URL. */
    verdict(url, crawler) {
      const at = this.at(url, crawler);
      return this.marks[at] === NO_URL ? null : verdictOf(this.lines[at], this.marks[at]);
    }
  }

  class RobotsTxt extends Checked {
    /** The rules of several tokens together, as google/robotstxt unites them. */
    rulesForTokens(tokens) {
      return new TokenRules(exports.rules_for_tokens(this.handle, memory.writeText(tokens.map((token) => `${token}\0`).join(""))));
    }

    decide(crawlers, urls) {
      const of = (List, list) => (list instanceof List ? list : new List(list));
      const [names, texts] = [of(CrawlerList, crawlers), of(UrlList, urls)];
      exports.decide(this.handle, names.handle, texts.handle);
      const decisions = new Decisions(names.length, texts.length, memory.output());
      for (const [given, made] of [[crawlers, names], [urls, texts]]) if (given !== made) made.free();
      return decisions;
    }

    /** The text that the command prints for this question. */
    ask(question) {
      return decoder.decode(askBytes(this.handle, question));
    }

    #lines(question) {
      return parsed(this.ask(question));
    }

    /** A changed file in the form in which this one was given. */
    #file(question) {
      const bytes = askBytes(this.handle, question);
      return this.isText ? decoder.decode(bytes) : bytes;
    }

    answers(agents, urls, { explain = false } = {}) {
      return this.#lines({ ask: "check", agents: listed(agents), urls: listed(urls), explain });
    }

    why(agent, url) {
      const [answer] = this.answers(agent, [url], { explain: true });
      if (answer.error !== undefined) throw new UrlError(answer.error);
      return answer;
    }

    explain(agent, url) {
      return this.ask({ ask: "explain", agent, url: asText(url) });
    }

    lint(name = "robots.txt") {
      return this.#lines({ ask: "lint", name })[0];
    }

    fix({ all = false } = {}) {
      return this.#file({ ask: "fix", all });
    }

    diff(after, { region = null } = {}) {
      if (!(after instanceof RobotsTxt)) throw new TypeError("diff compares with another RobotsTxt");
      return this.#lines({ ask: "diff", after, region })[0];
    }

    verify(expectations) {
      return this.#lines({ ask: "verify", expectations });
    }

    uses(agents, urls, uses) {
      return this.#lines({ ask: "uses", agents: listed(agents), urls: listed(urls), uses: listed(uses) });
    }

    parsed() {
      return this.#lines({ ask: "parse" })[0];
    }

    format() {
      return this.#file({ ask: "fmt" });
    }

    minimise() {
      return this.#file({ ask: "minimise" });
    }

    needless({ under = null } = {}) {
      return this.#lines({ ask: "needless", under })[0];
    }

    add(recipes, sitemaps = []) {
      return this.#lines({ ask: "add", recipes: listed(recipes), sitemaps: listed(sitemaps) })[0];
    }
  }

  /** Rules of google/robotstxt, with its reading of a URL: byte for byte. */
  class TokenRules extends Rules {
    checkAsWritten(url) {
      const length = typeof url === "string" ? memory.writeText(url) : memory.writeTextBytes(url);
      const number = exports.check_as_written(this.handle, length);
      return verdictOf(number % 2 ** 32, bitsOf(number));
    }
  }

  function askBytes(handle, question) {
    const other = question.after ? question.after.handle : 0;
    if (!exports.ask(handle, other, memory.writeInput(written(question)))) throw new QuestionError(memory.outputText());
    return memory.output();
  }

  const general = (question) => parsed(decoder.decode(askBytes(0, question)));

  /** The answer to a question of the tester page: its name, and its values as JSON. */
  function draft(name, values, language) {
    const length = memory.writeText(`${language} ${name}`);
    const isAnswered = exports.draft(length, memory.writeInput(values)) === 1;
    return { isAnswered, json: memory.outputText() };
  }

  /** Gives a language, other than English, the messages of its sentences. */
  const addLanguage = (tag, texts) => exports.add_language(memory.writeText(tag), memory.writeInput(texts));

  return {
    // Only the module of the tester page has these questions.
    ...("draft" in exports && { draft, addLanguage }),
    RobotsTxt,
    Rules,
    UrlList,
    CrawlerList,
    recipes: () => general({ ask: "recipes" })[0],
    compose(recipes, sitemaps = []) {
      const none = new RobotsTxt("");
      try {
        return parsed(none.ask({ ask: "compose", recipes: listed(recipes), sitemaps: listed(sitemaps) }))[0];
      } finally {
        none.free();
      }
    },
    knownCrawlers: () => general({ ask: "crawlers" }),
    lints: () => general({ ask: "lints" }),
  };
}

const NO_URL = 0xfe;
/** The questions, and their parameters in the order in which the module reads them. */
const QUESTIONS = {
  check: ["agents", "urls", "explain"],
  explain: ["agent", "url"],
  lint: ["name"],
  fix: ["all"],
  diff: ["region"],
  verify: ["expectations"],
  uses: ["agents", "urls", "uses"],
  parse: [],
  fmt: [],
  minimise: [],
  needless: ["under"],
  compose: ["recipes", "sitemaps"],
  add: ["recipes", "sitemaps"],
  recipes: [],
  crawlers: [],
  lints: [],
};

/** A question as the module reads it: each value ends with a zero byte, and each parameter with a byte 1. */
function written(question) {
  const parameters = QUESTIONS[question.ask];
  if (parameters === undefined) throw new QuestionError(`there is no question ${JSON.stringify(question.ask)}`);
  return [question.ask, ...parameters.map((name) => question[name])].map((value) => `${values(value)}\x01`).join("");
}

function values(value) {
  if (value === undefined || value === null || value === false) return "";
  const list = Array.isArray(value) ? value : [value === true ? "" : value];
  return list.map((text) => `${String(text).replace(/[\0-\x02]/g, escaped)}\0`).join("");
}

const escaped = (byte) => `\x02${"abc"[byte.charCodeAt(0)]}`;
const listed = (texts) => (typeof texts === "string" || texts instanceof URL ? [texts] : [...texts]).map(asText);
/** Lines of JSON. */
const parsed = (text) => text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
