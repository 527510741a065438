/** The crawlers: an input, buttons for groups, and the list of chosen crawlers. */

import { useSignal } from "@preact/signals";
import { addAgents, addCrawler, addCrawlerOfHeader, removeAgents } from "../actions.ts";
import { isHeader, PRESETS, type Preset, tokenError } from "../crawlers.ts";
import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import * as page from "../state.ts";

export function CrawlerInputs() {
  return (
    <>
      <CrawlerForm />
      <CrawlerChips />
    </>
  );
}

function CrawlerForm() {
  const typed = useSignal("");
  const add = (event: Event) => {
    event.preventDefault();
    const name = typed.value.trim();
    const problem = isHeader(name) ? null : tokenError(name);
    if (problem) return page.showError(problem);
    typed.value = "";
    const added = isHeader(name) ? addCrawlerOfHeader(name) : addCrawler(name);
    void added.then((isAdded) => {
      // The name comes back for correction, unless the user is typing the next one.
      if (!isAdded && typed.peek() === "") typed.value = name;
    });
  };
  return (
    <form class="input-row" onSubmit={add}>
      <label for="crawler">{t("crawlers")}</label>
      <input
        id="crawler"
        class="input-row-crawler"
        data-testid="crawler-input"
        type="text"
        list="known-crawlers"
        spellcheck={false}
        maxLength={1024}
        placeholder={t("crawler-name")}
        title={t("crawler-name-title")}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <datalist id="known-crawlers">
        {page.knownCrawlers.value.map((known) => (
          <option key={known.token} value={known.token}>
            {[known.operator, known.purpose].filter(Boolean).join(", ")}
          </option>
        ))}
      </datalist>
      <button type="submit" data-testid="add-crawler">
        {t("add")}
      </button>
      <span class="presets" role="group" aria-label={t("presets-label")}>
        {PRESETS.map((preset) => (
          <PresetButton key={preset.id} preset={preset} />
        ))}
      </span>
    </form>
  );
}

/** Adds a group of crawlers, or removes it if all its crawlers are chosen. */
function PresetButton({ preset }: { preset: Preset }) {
  const tokens = page.knownCrawlers.value.filter(preset.includes).map((known) => known.token);
  const present = new Set(page.agents.value);
  const isOn = tokens.length > 0 && tokens.every((token) => present.has(token));
  return (
    <button
      type="button"
      class="preset"
      data-testid={`preset-${preset.id}`}
      aria-pressed={isOn}
      title={t("preset-count", { title: t(preset.title), count: tokens.length })}
      disabled={tokens.length === 0}
      onClick={() => (isOn ? removeAgents(tokens) : addAgents(tokens))}
    >
      <span aria-hidden="true">{isOn ? "✓" : "+"}</span>
      {t(preset.name)}
    </button>
  );
}

/** Chips that are shown before the rest is folded. */
const SHOWN_CHIPS = 8;

function CrawlerChips() {
  const isUnfolded = useSignal(false);
  const agents = page.agents.value;
  // One more chip takes no more room than the button.
  const isFolded = !isUnfolded.value && agents.length > SHOWN_CHIPS + 1;
  const shown = isFolded ? agents.slice(0, SHOWN_CHIPS) : agents;
  const about = new Map(page.knownCrawlers.value.map((known) => [known.token, known]));
  const title = (token: string) => {
    const known = about.get(token);
    if (!known) return t("crawler-unknown");
    return [known.operator, known.purpose, known.compliance, known.note]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <ul class="chips" aria-label={t("crawlers-chosen")} data-testid="crawlers">
      {shown.map((agent) => (
        <li key={agent} class="chip" title={title(agent)}>
          {escapeInvisible(agent)}
          <button
            type="button"
            aria-label={t("remove-item", { name: agent })}
            onClick={() => removeAgents([agent])}
          >
            ×
          </button>
        </li>
      ))}
      {agents.length > SHOWN_CHIPS + 1 && (
        <li>
          <button
            type="button"
            class="link"
            data-testid="chips-fold"
            aria-expanded={!isFolded}
            onClick={() => {
              isUnfolded.value = isFolded;
            }}
          >
            {isFolded ? t("more-items", { count: agents.length - SHOWN_CHIPS }) : t("show-fewer")}
          </button>
        </li>
      )}
      {agents.length === 0 && <li class="muted">{t("crawlers-none")}</li>}
    </ul>
  );
}
