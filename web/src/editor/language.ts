/** Syntax highlighting for robots.txt. Only the service decides what a line means. */

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const FIELDS = new Map([
  ["user-agent", "agent"],
  ["useragent", "agent"],
  ["user agent", "agent"],
  ["allow", "pattern"],
  ["disallow", "pattern"],
  ["sitemap", "url"],
  ["site-map", "url"],
]);

/** Fields that some crawlers support and Google does not. */
const OTHER_FIELDS = new Set([
  "crawl-delay",
  "host",
  "clean-param",
  "request-rate",
  "visit-time",
  "noindex",
  "content-signal",
  "content-usage",
]);

interface LineState {
  /** The token type for the rest of the line; "" before the colon. */
  value: string;
}

export const robots = StreamLanguage.define<LineState>({
  name: "robots.txt",
  startState: () => ({ value: "" }),
  token(stream, state) {
    if (stream.sol()) {
      state.value = "";
      stream.match(/^\ufeff/);
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (state.value === "") {
      const name = stream.match(/^[^:#]+/);
      if (Array.isArray(name)) return field(name[0], state);
      // A line that begins with a colon has no field. A token of no length would stop the editor.
      state.value = "text";
    }
    if (stream.match(/^:/)) return "separator";
    if (state.value === "pattern") {
      if (stream.match(/^\*/)) return "wildcard";
      if (stream.match(/^\$(?=\s*(?:#|$))/)) return "wildcard";
      stream.match(/^(?:\$|[^*#$]+)/) || stream.next();
      return "pattern";
    }
    stream.match(/^[^#]+/) || stream.next();
    return state.value;
  },
  languageData: { commentTokens: { line: "#" } },
  tokenTable: {
    separator: tags.separator,
    known: tags.keyword,
    other: tags.meta,
    unknown: tags.invalid,
    agent: tags.className,
    pattern: tags.string,
    wildcard: tags.operator,
    url: tags.url,
    text: tags.content,
  },
});

/** What a field is: `allow`, `disallow`, `agent`, `url`, `other`, or `unknown`. */
export function fieldOf(typed: string): string {
  const name = typed.trim().toLowerCase();
  const value = FIELDS.get(name);
  if (value === undefined) return OTHER_FIELDS.has(name) ? "other" : "unknown";
  return value === "pattern" ? name : value;
}

function field(typed: string, state: LineState): string {
  const name = typed.trim().toLowerCase();
  const value = FIELDS.get(name);
  state.value = value ?? "text";
  if (value) return "known";
  return OTHER_FIELDS.has(name) ? "other" : "unknown";
}

const highlightStyle = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)" },
  { tag: tags.keyword, color: "var(--code-field)" },
  { tag: tags.meta, color: "var(--code-other)" },
  { tag: tags.invalid, color: "var(--code-unknown)" },
  { tag: tags.className, color: "var(--code-agent)", fontWeight: "600" },
  { tag: tags.string, color: "var(--code-pattern)" },
  { tag: tags.operator, color: "var(--code-wildcard)", fontWeight: "700" },
  { tag: tags.url, color: "var(--code-url)" },
  { tag: tags.separator, color: "var(--code-comment)" },
]);

export const robotsLanguage = [robots, syntaxHighlighting(highlightStyle)];
