/** The dialog that writes a robots.txt from recipes, or adds recipes to the draft. */

import type { ComposedFile, Recipe } from "../api.ts";
import { describeCrawlers } from "../change-names.ts";
import { asSentence, escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import * as state from "../recipes.ts";
import * as page from "../state.ts";
import { ChangeList } from "./changes.tsx";
import { Dialog } from "./dialog.tsx";
import { InEnglish } from "./in-english.tsx";
import { InlineCode } from "./inline-code.tsx";

export function RecipeDialog() {
  const isOpen = state.isRecipeDialogOpen.value;
  return (
    <Dialog
      name="recipe"
      kind="recipes"
      title={t("recipes-title")}
      subject={isOpen || null}
      onClose={state.closeRecipes}
    >
      {isOpen && (
        <div class="recipe-columns">
          <RecipeChoices />
          <RecipeResult />
        </div>
      )}
    </Dialog>
  );
}

function RecipeChoices() {
  return (
    <form class="recipe-choices" onSubmit={(event) => event.preventDefault()}>
      {page.hasDraft.value && <TargetChoice />}
      <fieldset>
        <legend>{t("recipes-question")}</legend>
        <input
          type="search"
          class="recipe-search"
          data-testid="recipe-search"
          aria-label={t("recipes-search")}
          placeholder={t("recipes-search")}
          value={state.recipeSearch.value}
          onInput={(event) => {
            state.recipeSearch.value = event.currentTarget.value;
          }}
        />
        {state.recipeGroups.value.map(({ title, recipes }) => (
          <section key={title ?? ""} aria-label={title === null ? undefined : t(title)}>
            {title !== null && <h3 class="recipe-topic">{t(title)}</h3>}
            <ul>
              {recipes.map((recipe) => (
                <RecipeRow key={recipe.name} recipe={recipe} />
              ))}
            </ul>
          </section>
        ))}
        {state.recipeTable.value.length > 0 && state.recipeGroups.value.length === 0 && (
          <p class="muted">{t("recipes-none")}</p>
        )}
      </fieldset>
      <label class="recipe-sitemap">
        {t("recipes-sitemap")}
        <input
          type="text"
          class="recipe-input"
          inputMode="url"
          maxLength={2000}
          placeholder="https://www.example.com/sitemap.xml"
          value={state.sitemapUrl.value}
          onInput={(event) => {
            state.sitemapUrl.value = event.currentTarget.value;
          }}
        />
      </label>
    </form>
  );
}

/** Whether the recipes are added to the draft or replace it. */
function TargetChoice() {
  const option = (isAdded: boolean, text: string) => (
    <label class="check">
      <input
        type="radio"
        name="recipe-target"
        data-testid={isAdded ? "recipe-add" : "recipe-replace"}
        checked={state.isAddedToDraft.value === isAdded}
        onChange={() => state.setAddedToDraft(isAdded)}
      />
      {text}
    </label>
  );
  return (
    <fieldset class="recipe-target">
      <legend class="visually-hidden">{t("recipes-where")}</legend>
      {option(true, t("recipes-add"))}
      {option(false, t("recipes-replace"))}
    </fieldset>
  );
}

function RecipeRow({ recipe }: { recipe: Recipe }) {
  const value = state.chosenRecipes.value.get(recipe.name);
  const isChosen = value !== undefined;
  const isUnfit = recipe.is_whole_site && state.isAddedToDraft.value && page.hasDraft.value;
  const id = `recipe-${recipe.name}`;
  const [title, rest] = state.titleAndRest(recipe.summary);
  return (
    <li data-testid="recipe" data-name={recipe.name}>
      <input
        type="checkbox"
        class="recipe-check"
        id={id}
        checked={isChosen}
        disabled={isUnfit}
        onChange={() => state.toggleRecipe(recipe.name)}
      />
      <div>
        <label for={id}>
          <InlineCode text={title} />
        </label>
        {isUnfit && <p class="muted">{t("recipes-whole-site")}</p>}
        {isChosen && rest !== "" && (
          <p class="muted">
            <InlineCode text={rest} />
          </p>
        )}
        {isChosen && recipe.parameter && (
          <label class="recipe-value">
            {recipe.parameter.what}
            <input
              type="text"
              class="mono recipe-input"
              maxLength={500}
              placeholder={recipe.parameter.example}
              value={value}
              onInput={(event) => state.setRecipeValue(recipe.name, event.currentTarget.value)}
            />
          </label>
        )}
      </div>
    </li>
  );
}

function RecipeResult() {
  const composition = state.composition.value;
  return (
    <div class="recipe-result">
      <div role="status" data-testid="recipe-result" data-state={composition.is}>
        {composition.is === "nothing" && <p class="muted">{t("recipes-choose")}</p>}
        {composition.is === "busy" && <p class="muted">{t("recipes-busy")}</p>}
        {composition.is === "failed" && (
          <p class="status-error">
            <InEnglish>{asSentence(escapeInvisible(composition.error))}</InEnglish>
          </p>
        )}
        {composition.is === "done" && (
          <>
            {composition.file.warning && (
              <p class="bad">
                {t("recipes-warning")} <InEnglish>{asSentence(composition.file.warning)}</InEnglish>
              </p>
            )}
            {composition.file.remarks.map((remark) => (
              <p key={remark} class="muted">
                <InEnglish>{asSentence(escapeInvisible(remark))}</InEnglish>
              </p>
            ))}
            <ForPrograms programs={composition.file.programs} />
            <h3>{page.hasDraft.value ? t("recipes-changes") : t("recipes-closes")}</h3>
            <ChangeList report={composition.changes} isStale={false} />
          </>
        )}
      </div>
      {composition.is === "done" && (
        <>
          <h3>{t("recipes-file")}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text can be scrolled with keys. */}
          <pre class="recipe-file" data-testid="recipe-file" tabIndex={0}>
            {composition.file.robots.split(/\r?\n/).map(escapeInvisible).join("\n")}
          </pre>
        </>
      )}
      <button
        type="button"
        class="primary"
        data-testid="recipe-apply"
        disabled={composition.is !== "done"}
        onClick={state.applyRecipes}
      >
        {t("recipes-apply")}
      </button>
    </div>
  );
}

/** For which programs the file does not do what its recipes promise. */
function ForPrograms({ programs: { fails, undecided } }: { programs: ComposedFile["programs"] }) {
  return (
    <>
      {fails.length > 0 && (
        <div class="bad" data-testid="recipe-programs">
          <p>{t("recipes-for-programs")}</p>
          <ul>
            {fails.map(({ path, programs, is_allowed, crawlers, others }) => (
              <li key={programs[0]}>
                {t(is_allowed ? "recipes-program-allowed" : "recipes-program-disallowed", {
                  path: escapeInvisible(path),
                  programs: others
                    ? programs.join(", ")
                    : `${programs.join(", ")} (${describeCrawlers({ crawlers, others }, [])})`,
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {undecided.length > 0 && (
        <p class="bad">{t("recipes-programs-undecided", { programs: undecided.join(", ") })}</p>
      )}
    </>
  );
}
