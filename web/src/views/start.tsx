/** The start screen: the ways to begin. It is shown while there is neither a site nor a draft. */

import { loadExample } from "../actions.ts";
import { t } from "../language.ts";
import { CARDS, openRecipes } from "../recipes.ts";
import * as page from "../state.ts";
import { SiteForm, StatusLine } from "./header.tsx";
import { DraftNote } from "./language-switch.tsx";
import { Opening } from "./opening.tsx";

export function Start() {
  return (
    <section class="start" data-testid="start" aria-labelledby="start-title">
      <h2 id="start-title">{t("start-title")}</h2>
      <p class="start-lead">{t("start-lead")}</p>
      <SiteForm />
      <StatusLine />
      <Opening />
      <ul class="cards" aria-label={t("start-recipes")}>
        {CARDS.map(({ id, title, text, recipes }) => (
          <li key={id}>
            <button type="button" data-testid={`card-${id}`} onClick={() => openRecipes(recipes)}>
              <b>{t(title)}</b>
              <span>{t(text)}</span>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            data-testid="card-nothing"
            onClick={() => {
              page.isStarted.value = true;
              page.editor.peek()?.focus();
            }}
          >
            <b>{t("card-nothing-title")}</b>
            <span>{t("card-nothing-text")}</span>
          </button>
        </li>
      </ul>
      <p class="start-more">
        <button type="button" class="link" data-testid="example" onClick={loadExample}>
          {t("start-example")}
        </button>{" "}
        {t("start-or-paste")}
      </p>
      <DraftNote />
    </section>
  );
}
