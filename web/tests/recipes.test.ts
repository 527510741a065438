import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { type Signal, signal } from "@preact/signals";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Recipe } from "../src/api.ts";
import type { Language } from "../src/language.ts";

vi.mock("../src/language.ts", async (original) => ({
  ...(await original<typeof import("../src/language.ts")>()),
  language: signal<Language>("en"),
}));

const { api } = await import("../src/api.ts");
const language = (await import("../src/language.ts")).language as Signal<Language>;
const recipes = await import("../src/recipes.ts");

const CATALOGUES = join(import.meta.dirname, "../../crates/maycrawl-language/languages");

describe("the summary of a recipe", () => {
  it.each([
    ["One. Two. Three.", "One.", "Two. Three."],
    ["Only one, of robots.txt.", "Only one, of robots.txt.", ""],
    ["ไม่มีจุด\nและอีกประโยค", "ไม่มีจุด", "และอีกประโยค"],
    ["하나입니다.\n둘입니다. 셋입니다.", "하나입니다.", "둘입니다. 셋입니다."],
    ["", "", ""],
  ])("is a title and a rest: %j", (summary, title, rest) => {
    expect(recipes.titleAndRest(summary)).toEqual([title, rest]);
  });

  it.each(["id", "ko", "th", "fi"])("has its title in its first line in %s", (tag) => {
    const bundle = new FluentBundle(tag, { useIsolating: false });
    const text = readFileSync(join(CATALOGUES, tag, "recipes.ftl"), "utf8");
    bundle.addResource(new FluentResource(text));
    const keys = [...text.matchAll(/^(recipe-[a-z-]+) =/gm)].map(([, key]) => key ?? "");
    const summaries = keys.filter((key) => !/-advice$|^recipe-value-/.test(key));
    expect(summaries.length).toBeGreaterThan(20);
    for (const key of summaries) {
      const summary = bundle.formatPattern(bundle.getMessage(key)?.value ?? "");
      const [first, ...rest] = summary.split("\n");
      expect(recipes.titleAndRest(summary), key).toEqual([first, rest.join("\n")]);
    }
  });
});

describe("the recipes", () => {
  const recipe = (summary: string): Recipe => ({
    topic: "paths",
    name: "directory",
    summary,
    advice: "",
    parameter: { what: "Directory", example: "/a/", is_default: false },
    is_whole_site: false,
  });
  const load = vi.spyOn(api, "recipes");
  const title = () => recipes.recipeTable.value[0]?.summary;

  beforeEach(() => {
    load.mockReset();
    vi.spyOn(api, "compose").mockReturnValue(new Promise(() => {}));
  });

  it("are loaded once for each language that the page has while their dialog is open", async () => {
    load.mockResolvedValueOnce([recipe("English.")]);
    recipes.startComposing();
    recipes.openRecipes(["directory"]);
    await vi.waitFor(() => expect(title()).toBe("English."));
    expect(recipes.chosenRecipes.value.get("directory")).toBe("/a/");

    recipes.setRecipeValue("directory", "");
    let answerLate: (table: Recipe[]) => void = () => {};
    load.mockReturnValueOnce(new Promise((resolve) => (answerLate = resolve)));
    language.value = "th";
    load.mockResolvedValueOnce([recipe("한국어.")]);
    language.value = "ko";
    await vi.waitFor(() => expect(title()).toBe("한국어."));
    answerLate([recipe("ไทย")]);
    await Promise.resolve();
    expect(title()).toBe("한국어.");
    expect(recipes.chosenRecipes.value.get("directory")).toBe("");

    recipes.closeRecipes();
    recipes.openRecipes(["directory"]);
    expect(load).toHaveBeenCalledTimes(3);
    recipes.closeRecipes();
    language.value = "fi";
    expect(load).toHaveBeenCalledTimes(3);
  });
});
