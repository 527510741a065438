/** The recipes, those that the user chose, and the file that they make. */

import { computed, effect, signal } from "@preact/signals";
import { replaceDraft } from "./actions.ts";
import { api, type ChangeReport, type ComposedFile, errorText, type Recipe } from "./api.ts";
import { compareTexts } from "./compare.ts";
import { type Language, language } from "./language.ts";
import * as page from "./state.ts";

/** A common purpose, offered as a card on the start screen. */
export interface Card {
  id: string;
  /** The keys of its texts. */
  title: string;
  text: string;
  recipes: string[];
}

export const CARDS: Card[] = [
  {
    id: "ai",
    title: "card-ai-title",
    text: "card-ai-text",
    recipes: ["ai-training"],
  },
  {
    id: "staging",
    title: "card-staging-title",
    text: "card-staging-text",
    recipes: ["staging"],
  },
  {
    id: "filters",
    title: "card-filters-title",
    text: "card-filters-text",
    recipes: ["search", "parameter"],
  },
];

type Composition =
  | { is: "nothing" }
  | { is: "busy" }
  | { is: "done"; file: ComposedFile; changes: ChangeReport }
  | { is: "failed"; error: string };

const DEBOUNCE_MS = 150;

export const recipeTable = signal<Recipe[]>([]);
/** The language of the table; null before the table is loaded. */
let tableLanguage: Language | null = null;
export const isRecipeDialogOpen = signal(false);
/** The chosen recipes with their values. */
export const chosenRecipes = signal<ReadonlyMap<string, string>>(new Map());
/** The recipes that were chosen when the dialog opened. They come first. */
const presetRecipes = signal<ReadonlySet<string>>(new Set());
/** The words that a recipe must have to be shown. */
export const recipeSearch = signal("");

/** The headings of the topics, in the order of the list: what most people come for first. */
const TOPICS: Record<Recipe["topic"], string> = {
  ai: "recipes-topic-ai",
  "whole-site": "recipes-topic-whole-site",
  paths: "recipes-topic-paths",
  duplicates: "recipes-topic-duplicates",
  crawlers: "recipes-topic-crawlers",
  media: "recipes-topic-media",
};

export interface RecipeGroup {
  /** The key of its heading; null for those that were chosen before the dialog opened. */
  title: string | null;
  recipes: Recipe[];
}

/** The recipes that match the search, by topic. What is chosen stays in sight. */
export const recipeGroups = computed<RecipeGroup[]>(() => {
  const words = recipeSearch.value.toLowerCase().split(/\s+/);
  const isShown = ({ name, summary }: Recipe) => {
    const text = `${name} ${summary}`.toLowerCase();
    return chosenRecipes.value.has(name) || words.every((word) => text.includes(word));
  };
  const shown = recipeTable.value.filter(isShown);
  const isPreset = ({ name }: Recipe) => presetRecipes.value.has(name);
  const rest = shown.filter((recipe) => !isPreset(recipe));
  const groups: RecipeGroup[] = [
    { title: null, recipes: shown.filter(isPreset) },
    ...Object.entries(TOPICS).map(([topic, title]) => ({
      title,
      recipes: rest.filter((recipe) => recipe.topic === topic),
    })),
  ];
  return groups.filter(({ recipes }) => recipes.length > 0);
});
export const sitemapUrl = signal("");
/** Whether the recipes are added to the draft. Otherwise they replace it. */
export const isAddedToDraft = signal(false);
export const composition = signal<Composition>({ is: "nothing" });

/** The draft that the recipes are added to; null if they make a new file. */
const extendedDraft = computed(() =>
  isAddedToDraft.value && page.hasDraft.value ? page.draft.value : null,
);

/** Opens the dialog with these recipes chosen. */
export function openRecipes(names: string[] = []): void {
  chosenRecipes.value = new Map(names.map((name) => [name, exampleOf(name)]));
  isAddedToDraft.value = page.hasDraft.peek() && !names.some(isForWholeSite);
  presetRecipes.value = new Set(names);
  recipeSearch.value = "";
  isRecipeDialogOpen.value = true;
}

export function closeRecipes(): void {
  isRecipeDialogOpen.value = false;
}

/** Loads the recipes in the language of the page, when the dialog opens and when the language changes. */
async function loadRecipes(asked: Language): Promise<void> {
  if (asked === tableLanguage) return;
  const isLate = () => language.peek() !== asked;
  try {
    const recipes = await api.recipes();
    if (isLate()) return;
    const isFirst = tableLanguage === null;
    tableLanguage = asked;
    recipeTable.value = recipes;
    if (isFirst) completeChoices();
  } catch (error) {
    if (isLate()) return;
    composition.value = { is: "failed", error: errorText(error) ?? "cancelled" };
  }
}

/** Completes what was chosen before the recipes were known. */
function completeChoices(): void {
  const chosen = [...chosenRecipes.peek()];
  chosenRecipes.value = new Map(chosen.map(([name, value]) => [name, value || exampleOf(name)]));
  if (chosen.some(([name]) => isForWholeSite(name))) isAddedToDraft.value = false;
}

/**
 * The first sentence of a summary, and the rest. A line break ends the sentence where a language has no full stops, as
 * Thai.
 */
export function titleAndRest(summary: string): [title: string, rest: string] {
  const end = summary.search(/\n|(?<=\.) /);
  return end === -1 ? [summary, ""] : [summary.slice(0, end), summary.slice(end + 1)];
}

function recipeOf(name: string): Recipe | undefined {
  return recipeTable.peek().find((recipe) => recipe.name === name);
}

function exampleOf(name: string): string {
  return recipeOf(name)?.parameter?.example ?? "";
}

function isForWholeSite(name: string): boolean {
  return recipeOf(name)?.is_whole_site ?? false;
}

export function toggleRecipe(name: string): void {
  const chosen = new Map(chosenRecipes.peek());
  if (!chosen.delete(name)) chosen.set(name, exampleOf(name));
  chosenRecipes.value = chosen;
}

export function setRecipeValue(name: string, value: string): void {
  chosenRecipes.value = new Map(chosenRecipes.peek()).set(name, value);
}

/** A recipe about the whole site cannot be added to a draft. */
export function setAddedToDraft(isAdded: boolean): void {
  isAddedToDraft.value = isAdded;
  if (!isAdded) return;
  chosenRecipes.value = new Map(
    [...chosenRecipes.peek()].filter(([name]) => !isForWholeSite(name)),
  );
}

/** Puts the composed file into the editor. */
export function applyRecipes(): void {
  const state = composition.peek();
  if (state.is !== "done") return;
  replaceDraft(state.file.robots);
  closeRecipes();
}

/** Composes the file again when a choice changes. The page calls it once. */
export function startComposing(): void {
  effect(() => {
    if (isRecipeDialogOpen.value) void loadRecipes(language.value);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | null = null;
  effect(() => {
    void [chosenRecipes.value, sitemapUrl.value, extendedDraft.value, recipeTable.value];
    clearTimeout(timer);
    current?.abort();
    if (!isRecipeDialogOpen.value || recipeTable.value.length === 0) return;
    const request = new AbortController();
    current = request;
    composition.value = { is: "busy" };
    timer = setTimeout(() => void compose(request.signal), DEBOUNCE_MS);
  });
}

async function compose(signal: AbortSignal): Promise<void> {
  const recipes = [...chosenRecipes.peek()].map(([name, value]) =>
    value.trim() === "" ? name : `${name}=${value.trim()}`,
  );
  const sitemaps = [sitemapUrl.peek().trim()].filter((url) => url !== "");
  if (recipes.length === 0 && sitemaps.length === 0) {
    composition.value = { is: "nothing" };
    return;
  }
  const robots = extendedDraft.peek();
  try {
    const file = await api.compose(
      { recipes, sitemaps, ...(robots === null ? {} : { robots }) },
      signal,
    );
    const before = page.hasDraft.peek() ? page.draft.peek() : "";
    const changes = await compareTexts(before, file.robots, signal);
    if (!signal.aborted) composition.value = { is: "done", file, changes };
  } catch (error) {
    const text = errorText(error);
    if (text !== null && !signal.aborted) composition.value = { is: "failed", error: text };
  }
}
