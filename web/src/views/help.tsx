/** Help: the keyboard shortcuts, and the way to the API. */

import { t } from "../language.ts";
import { atService, hasService } from "../service.ts";
import { DraftNote } from "./language-switch.tsx";

/** The keys, and the text that says what they do. */
const KEYS: [string, string][] = [
  ["/, Ctrl K", "key-site"],
  ["Ctrl S", "key-save"],
  ["Ctrl Space", "key-complete"],
  ["Ctrl F", "key-find"],
  ["Ctrl Z, Ctrl Y", "key-undo"],
  ["F8, Shift F8", "key-finding"],
  ["Ctrl /", "key-comment"],
  ["Tab, Shift Tab", "key-tab"],
  ["Arrows, Home, End, Page", "key-arrows"],
  ["Enter", "key-enter"],
  ["Delete", "key-delete"],
  ["Escape", "key-escape"],
];

/** The addresses of pages to read, and their titles. */
const PAGES: [string, string][] = [
  ["https://www.rfc-editor.org/rfc/rfc9309.html", "help-rfc"],
  ["https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec", "help-google"],
];

export function Help() {
  return (
    <div id="help" popover="auto" class="help" role="dialog" aria-label={t("help")}>
      <h2>{t("help-keys")}</h2>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">{t("help-note")}</p>
      <p class="muted">{t("help-log")}</p>
      <DraftNote />
      <h2>{t("help-read-more")}</h2>
      <ul class="help-links">
        {hasService && (
          <li>
            <a href={atService("/docs")} target="_blank" rel="noopener" data-testid="api-link">
              {t("help-api")}
            </a>
          </li>
        )}
        {PAGES.map(([address, title]) => (
          <li key={address}>
            <a href={address} target="_blank" rel="noopener noreferrer">
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
