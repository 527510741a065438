/**
 * The language of the page: its texts, and the choice of a user.
 *
 * English is part of the page. The file of another language is loaded when it is chosen. A text that a language lacks
 * is English.
 */

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { computed, effect, signal } from "@preact/signals";
import english from "../../crates/maycrawl-language/languages/en/page.ftl?raw";

/** The languages, each with its name in itself. */
export const LANGUAGES = {
  en: "English",
  id: "Bahasa Indonesia",
  ko: "한국어",
  th: "ไทย",
  fi: "Suomi",
} as const;

export type Language = keyof typeof LANGUAGES;

/** The addresses of the files that are loaded when they are needed. */
const FILES = import.meta.glob<string>(
  "../../crates/maycrawl-language/languages/{id,ko,th,fi}/page.ftl",
  { query: "?url", import: "default", eager: true },
);

const STORAGE_KEY = "maycrawl.language";
const PARAMETER = "lang";

/** Values without isolation marks: they are invisible, and a user would copy them with a pattern. */
function bundleOf(language: Language, text: string): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(text));
  return bundle;
}

const englishBundle = bundleOf("en", english);
const bundle = signal(englishBundle);

/** The language of the texts that are shown. */
export const language = computed(() => languageOf(bundle.value.locales[0] ?? "") ?? "en");

/** The text with this key in the language of the page. */
export function t(key: string, values: Record<string, FluentVariable> = {}): string {
  for (const candidate of [bundle.value, englishBundle]) {
    const pattern = candidate.getMessage(key)?.value;
    if (pattern) return candidate.formatPattern(pattern, values, []);
  }
  return key;
}

/** The language of a tag such as "ko-KR". `in` is the old tag of Indonesian. */
export function languageOf(tag: string): Language | null {
  const first = tag.toLowerCase().split(/[-_]/)[0] ?? "";
  const known = first === "in" ? "id" : first;
  return Object.hasOwn(LANGUAGES, known) ? (known as Language) : null;
}

/** The first known language of the address, of the stored choice, or of the browser. */
export function preferredLanguage(
  search: string,
  stored: string | null,
  browser: readonly string[],
): Language {
  const tags = [new URLSearchParams(search).get(PARAMETER), stored, ...browser];
  for (const tag of tags) {
    const found = languageOf(tag ?? "");
    if (found) return found;
  }
  return "en";
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage is disabled. The browser's languages decide.
    return null;
  }
}

let latest: Language = "en";

/** Shows the texts of a language. If its file cannot be loaded, the texts stay as they are. */
async function show(chosen: Language): Promise<void> {
  latest = chosen;
  const file = Object.entries(FILES).find(([path]) => path.includes(`/${chosen}/`))?.[1];
  if (file === undefined) {
    bundle.value = englishBundle;
    return;
  }
  try {
    const response = await fetch(file);
    if (!response.ok) return;
    const loaded = bundleOf(chosen, await response.text());
    if (latest === chosen) bundle.value = loaded;
  } catch {
    // The service does not answer. The page stays usable in the language that it has.
  }
}

/** Changes the language, and remembers it in the browser and in the address of the page. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  try {
    localStorage.setItem(STORAGE_KEY, chosen);
  } catch {
    // Storage is disabled. The address still has the choice.
  }
  const address = new URL(location.href);
  address.searchParams.set(PARAMETER, chosen);
  history.replaceState(null, "", address);
  await show(chosen);
}

/** Chooses the language when the page opens. The page calls it once. */
export async function startLanguage(): Promise<void> {
  effect(() => {
    document.documentElement.lang = language.value;
  });
  const preferred = preferredLanguage(location.search, storedLanguage(), navigator.languages);
  if (preferred !== "en") await show(preferred);
}
