import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { describe, expect, test } from "vitest";
import { LANGUAGES, languageOf, preferredLanguage, t } from "../src/language.ts";

const CATALOGUES = join(import.meta.dirname, "../../crates/maycrawl-language/languages");

function page(language: string): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false });
  const text = readFileSync(join(CATALOGUES, language, "page.ftl"), "utf8");
  expect(bundle.addResource(new FluentResource(text)), language).toEqual([]);
  return bundle;
}

function keys(language: string): string[] {
  const text = readFileSync(join(CATALOGUES, language, "page.ftl"), "utf8");
  return [...text.matchAll(/^([a-z0-9-]+) =/gm)].map((match) => match[1] ?? "");
}

function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

const SOURCES = sources(join(import.meta.dirname, "../src"));

/** The names of all values. */
const VALUES = [
  ...readFileSync(join(CATALOGUES, "en", "page.ftl"), "utf8").matchAll(/\{ \$(\w+)/g),
].map(([, name]) => name ?? "");

describe("the texts of the page", () => {
  test("every text is used", () => {
    const unused = keys("en").filter((key) => !SOURCES.includes(`"${key}"`));
    expect(unused).toEqual([]);
  });

  test("no text is missing", () => {
    const known = new Set(keys("en"));
    const used = [...SOURCES.matchAll(/\bt\(\s*"([^"]+)"|<TextWithParts\s+id="([^"]+)"/g)];
    expect(used.length).toBeGreaterThan(50);
    for (const match of used) expect(known, match[0]).toContain(match[1] ?? match[2]);
  });

  test("each language has every text, and formats it without an error", () => {
    for (const language of Object.keys(LANGUAGES)) {
      const bundle = page(language);
      for (const key of keys("en")) {
        const pattern = bundle.getMessage(key)?.value;
        expect(pattern, `${language} ${key}`).toBeTruthy();
        const values = Object.fromEntries(VALUES.map((name) => [name, 2]));
        const errors: Error[] = [];
        if (pattern) bundle.formatPattern(pattern, values, errors);
        expect(errors, `${language} ${key}`).toEqual([]);
      }
    }
  });
});

describe("the choice of a language", () => {
  test("the address is stronger than the stored choice, and that than the browser", () => {
    const rows: [string, string | null, string[], string][] = [
      ["", null, [], "en"],
      ["", null, ["de-DE", "ko-KR", "en"], "ko"],
      ["", "fi", ["ko"], "fi"],
      ["?lang=th", "fi", ["ko"], "th"],
      ["?lang=xx", "fi", ["ko"], "fi"],
      ["?lang=en", "fi", ["ko"], "en"],
      ["", "nonsense", ["in-ID"], "id"],
      ["", null, ["fil"], "en"],
    ];
    for (const [search, stored, browser, expected] of rows)
      expect(preferredLanguage(search, stored, browser), search).toBe(expected);
  });

  test("a tag is a language by its first part", () => {
    expect(languageOf("TH_th")).toBe("th");
    expect(languageOf("constructor")).toBeNull();
    expect(languageOf("")).toBeNull();
  });

  test("a text without a key is the key, and values are only text", () => {
    expect(t("no-such-text")).toBe("no-such-text");
    const hostile = "{ $x }\u202e<b>";
    expect(t("except-alone", { text: hostile })).toBe(`the path ${hostile}`);
    expect(t("findings-errors", { count: 1 })).toBe("1 Error");
    expect(t("findings-errors", { count: 1200 })).toBe("1,200 Errors");
  });
});
