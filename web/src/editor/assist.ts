/** Completion of fields, crawlers and paths, and what a line means under the pointer. */

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  selectedCompletion,
  setSelectedCompletion,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { t } from "../language.ts";
import { fieldOf } from "./language.ts";

/** What the editor knows from the page. */
export interface Assistance {
  /** Ends when `crawlers` has them: the table comes after the page. */
  loaded(): Promise<void>;
  crawlers(): { token: string; about: string }[];
  /** Paths of the site, and their folders. */
  paths(): string[];
  /** What a rule does to the URLs of the page; "" if nothing is known. */
  effectOf(line: number): string;
}

/** The fields, and the text that says what each one means. */
const FIELDS: [string, string][] = [
  ["User-agent", "field-user-agent"],
  ["Disallow", "field-disallow"],
  ["Allow", "field-allow"],
  ["Sitemap", "field-sitemap"],
  ["Crawl-delay", "field-of-some"],
  ["Clean-param", "field-of-some"],
  ["Content-Signal", "field-of-some"],
  ["Content-Usage", "field-of-some"],
];
const MEANINGS: Record<string, string> = {
  agent: "field-user-agent",
  allow: "field-allow",
  disallow: "field-disallow",
  url: "field-sitemap",
  other: "field-of-some",
  unknown: "field-unknown",
};
/** Most paths that are offered. */
const MAX_PATHS = 100;

export function assist(page: Assistance): Extension {
  return [
    // Enter ends a line, unless the person chose an entry with the arrows. Tab takes the first one.
    autocompletion({ override: [(context) => complete(context, page)], selectOnOpen: false }),
    keymap.of([{ key: "Tab", run: takeCompletion }]),
    hoverTooltip((view, position) => {
      const line = view.state.doc.lineAt(position);
      const text = meaningOf(line.text, line.number, page);
      if (text === null) return null;
      const create = () => {
        const dom = document.createElement("div");
        dom.className = "cm-meaning";
        dom.textContent = text;
        return { dom };
      };
      return { pos: line.from, end: line.to, create };
    }),
  ];
}

/** With an open list Tab does not leave the editor, also in the moment in which the list does not take a choice yet. */
function takeCompletion(view: EditorView): boolean {
  if (completionStatus(view.state) !== "active") return false;
  if (!selectedCompletion(view.state)) view.dispatch({ effects: setSelectedCompletion(0) });
  acceptCompletion(view);
  return true;
}

export async function complete(
  context: CompletionContext,
  page: Assistance,
): Promise<CompletionResult | null> {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  if (before.includes("#")) return null;
  const colon = before.indexOf(":");
  if (colon < 0) {
    const typed = before.trimStart();
    if (typed === "" && !context.explicit) return null;
    return { from: context.pos - typed.length, options: fieldOptions(), validFor: /^[\w-]*$/ };
  }
  const value = before.slice(colon + 1).trimStart();
  const field = fieldOf(before.slice(0, colon));
  // A list without crawlers would be kept for the rest of the word.
  if (field === "agent") await page.loaded();
  const options = valueOptions(field, page);
  if (options.length === 0 || (value === "" && !context.explicit)) return null;
  return { from: context.pos - value.length, options, validFor: /^\S*$/ };
}

function fieldOptions(): Completion[] {
  return FIELDS.map(([name, meaning], index) => ({
    label: `${name}: `,
    displayLabel: name,
    type: "keyword",
    boost: -index,
    info: () => textNode(t(meaning)),
  }));
}

function valueOptions(field: string, page: Assistance): Completion[] {
  if (field === "agent") {
    const star = { label: "*", info: () => textNode(t("field-user-agent")) };
    return [star, ...page.crawlers().map(({ token, about }) => ({ label: token, detail: about }))];
  }
  if (field !== "allow" && field !== "disallow") return [];
  return page
    .paths()
    .slice(0, MAX_PATHS)
    .map((label) => ({ label }));
}

function textNode(text: string): HTMLElement {
  const dom = document.createElement("div");
  dom.textContent = text;
  return dom;
}

/** What a line means, and what it does here. Null for a line without a field. */
export function meaningOf(line: string, number: number, page: Assistance): string | null {
  const [, name = "", value = ""] = /^\ufeff?\s*([^:#]+):\s*([^#]*)/.exec(line) ?? [];
  if (name === "") return null;
  const field = fieldOf(name);
  const crawler = page
    .crawlers()
    .find(({ token }) => token.toLowerCase() === value.trim().toLowerCase());
  const about = field === "agent" && crawler ? `${crawler.token}: ${crawler.about}` : "";
  const effect = field === "allow" || field === "disallow" ? page.effectOf(number) : "";
  return [t(MEANINGS[field] ?? "field-unknown"), about, effect].filter(Boolean).join("\n");
}
