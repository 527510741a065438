/** The switch of the page's language. Each language has its name in itself. */

import { chooseLanguage, LANGUAGES, type Language, language, t } from "../language.ts";

export function LanguageSwitch() {
  return (
    <select
      class="language"
      data-testid="language"
      aria-label={t("language-label")}
      value={language.value}
      onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** A note below the start screen and in the help: the translation is a draft. */
export function DraftNote() {
  if (language.value === "en") return null;
  return (
    <p class="muted" data-testid="language-draft">
      {t("language-draft", { tag: language.value })}
    </p>
  );
}
