/** The start screen: the ways to begin. It is shown while there is neither a site nor a draft. */

import { loadExample } from "../actions.ts";
import { CARDS, openRecipes } from "../recipes.ts";
import * as page from "../state.ts";
import { SiteForm, StatusLine } from "./header.tsx";

export function Start() {
  return (
    <section class="start" data-testid="start" aria-labelledby="start-title">
      <h2 id="start-title">May crawlers fetch your pages?</h2>
      <p class="start-lead">
        Enter your site. You see what its robots.txt allows, for which crawlers, by which line, and
        you can test a change before it goes live.
      </p>
      <SiteForm />
      <StatusLine />
      <ul class="cards" aria-label="Begin with a recipe">
        {CARDS.map(({ id, title, text, recipes }) => (
          <li key={id}>
            <button type="button" data-testid={`card-${id}`} onClick={() => openRecipes(recipes)}>
              <b>{title}</b>
              <span>{text}</span>
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
            <b>Start from nothing</b>
            <span>An empty editor that explains mistakes while you type.</span>
          </button>
        </li>
      </ul>
      <p class="start-more">
        <button type="button" class="link" data-testid="example" onClick={loadExample}>
          See an example
        </button>{" "}
        or paste or drop a robots.txt into the editor below.
      </p>
    </section>
  );
}
