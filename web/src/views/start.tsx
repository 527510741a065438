/** The start screen: the ways to begin. It is shown while there is neither a site nor a draft. */

import { useEffect } from "preact/hooks";
import { loadExample } from "../actions.ts";
import { focusEditor } from "../editor-loader.ts";
import { t } from "../language.ts";
import { CARDS, openRecipes } from "../recipes.ts";
import { hasService } from "../service.ts";
import { focusSite } from "../shortcuts.ts";
import * as page from "../state.ts";
import { SiteForm, StatusLine } from "./header.tsx";
import { DraftNote } from "./language-switch.tsx";
import { Opening } from "./opening.tsx";

export function Start() {
  // On a touch screen, the focus would open a keyboard over the page.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) focusSite();
  }, []);
  return (
    <section class="start" data-testid="start" aria-labelledby="start-title">
      <h2 id="start-title">{t("start-title")}</h2>
      {hasService ? (
        <>
          <p class="start-lead">{t("start-lead")}</p>
          <SiteForm />
        </>
      ) : (
        <p class="start-lead" data-testid="no-service">
          {t("start-lead-alone")}
        </p>
      )}
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
              focusEditor();
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
      {page.isLocal.value && hasService && (
        <p class="muted" data-testid="start-local">
          {t("start-local")}
        </p>
      )}
      <DraftNote />
    </section>
  );
}
