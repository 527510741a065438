/** The header: name, site, status and the tools for the whole page. */

import { useSignal } from "@preact/signals";
import { ask, closeSite, loadExample, openSite, refetchSite } from "../actions.ts";
import { asSentence, escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import { hasService } from "../service.ts";
import { siteAddresses } from "../site-addresses.ts";
import { describeState } from "../site-state.ts";
import * as page from "../state.ts";
import { nextTheme, type Theme, theme } from "../theme.ts";
import { copyLink, leaveToStart } from "../url-state.ts";
import { AskAsButton } from "./ask-as-button.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { takePastedLines } from "./pasted-lines.ts";

const THEME_SIGNS: Record<Theme, string> = { auto: "◐", light: "☀", dark: "☾" };
const THEME_NAMES: Record<Theme, string> = {
  auto: "theme-auto",
  light: "theme-light",
  dark: "theme-dark",
};
const THEME_LABELS: Record<Theme, string> = {
  auto: "theme-is-auto",
  light: "theme-is-light",
  dark: "theme-is-dark",
};

export function Header() {
  return (
    <header class="top">
      <h1 class="brand">
        <a href={location.pathname} data-testid="brand" title={t("start-screen")} onClick={leave}>
          <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width="22" height="22" />
          maycrawl <span class="brand-what">{t("tester")}</span>
        </a>
      </h1>
      {hasService && !page.isStart.value && <SiteForm />}
      <div class="top-tools">
        <LanguageSwitch />
        <button type="button" class="quiet" data-testid="copy-link" onClick={copyLink}>
          {t("copy-link")}
        </button>
        <button type="button" class="quiet" popovertarget="help">
          {t("help")}
        </button>
        <button
          type="button"
          class="quiet"
          data-testid="theme-toggle"
          aria-label={t(THEME_LABELS[theme.value])}
          onClick={nextTheme}
        >
          <span aria-hidden="true">{THEME_SIGNS[theme.value]}</span>
          <span class="tool-word">{t(THEME_NAMES[theme.value])}</span>
        </button>
      </div>
      {!page.isStart.value && <StatusLine />}
    </header>
  );
}

/** The start screen, in this page. Another tab opens it as a page of its own. */
function leave(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void leaveToStart();
}

export function SiteForm() {
  /** What was typed, and the open site at that time. Other parts of the page can open a site too. */
  const typed = useSignal<{ text: string; over: typeof page.site.value } | null>(null);
  const { site, isOpening } = page;
  // An effect that clears the text would also clear what is typed before its first run.
  const isTyped = typed.value !== null && typed.value.over === site.value;
  const shown = (isTyped ? typed.value?.text : site.value?.origin) ?? "";
  const open = (event: Event) => {
    event.preventDefault();
    void ask(shown);
  };
  const paste = (event: ClipboardEvent) => {
    const lines = takePastedLines(event);
    if (lines !== null) void ask(lines);
  };
  const close = () => {
    typed.value = null;
    closeSite();
  };
  return (
    <form class="site" onSubmit={open}>
      <label class="site-label" for="site">
        {t("site")}
      </label>
      <input
        id="site"
        data-testid="site-input"
        type="text"
        inputMode="url"
        autocomplete="url"
        spellcheck={false}
        placeholder="www.example.com/page"
        value={shown}
        onPaste={paste}
        onInput={(event) => {
          typed.value = { text: event.currentTarget.value, over: site.peek() };
        }}
      />
      <button type="submit" class="primary" data-testid="open-site" disabled={isOpening.value}>
        {isOpening.value ? t("site-opening") : t("site-open")}
      </button>
      {site.value && (
        <button type="button" data-testid="close-site" onClick={close}>
          {t("close")}
        </button>
      )}
      {!site.value && !page.isStart.value && (
        <button type="button" data-testid="example" onClick={loadExample}>
          {t("site-example")}
        </button>
      )}
    </form>
  );
}

/** Fetches robots.txt again, or opens the same site with another scheme, or with or without `www.`. */
function SiteTools({ origin }: { origin: string }) {
  const addresses = siteAddresses(origin);
  return (
    <span class="site-tools">
      <AskAsButton />
      {!page.isStateInBanner.value && (
        <button
          type="button"
          class="link"
          data-testid="refetch"
          title={t("fetch-again-title")}
          disabled={page.isOpening.value}
          onClick={() => void refetchSite()}
        >
          {t("fetch-again")}
        </button>
      )}
      {addresses.length > 1 && <AddressSelect addresses={addresses} />}
    </span>
  );
}

function AddressSelect({ addresses }: { addresses: string[] }) {
  return (
    <select
      class="addresses"
      data-testid="address-select"
      aria-label={t("addresses-label")}
      title={t("addresses-title")}
      value={addresses[0]}
      onChange={(event) => void openSite(event.currentTarget.value)}
    >
      {addresses.map((address, index) => (
        <option key={address} value={address}>
          {index === 0 ? t("addresses") : address}
        </option>
      ))}
    </select>
  );
}

export function StatusLine() {
  const { text, isError } = page.status.value;
  const site = page.site.value;
  const siteState = site && !page.isStateInBanner.value && describeState(site);
  const note = page.siteNote.value;
  const hint = page.isStart.value || page.isOpening.value || !hasService ? "" : t("status-hint");
  const hops = (site?.hops ?? []).map(
    (hop) => `${escapeInvisible(hop.url)} (${hop.status ?? t("no-response")})`,
  );
  return (
    <p class="status" role="status" data-testid="status" data-error={isError}>
      {note && <strong data-testid="site-note">{asSentence(escapeInvisible(note))} </strong>}
      {siteState && <span class="status-site">{asSentence(escapeInvisible(siteState))}</span>}{" "}
      {hops.length > 1 && (
        <span data-testid="hops">{t("redirected", { hops: hops.join(" → ") })}</span>
      )}{" "}
      {site && <SiteTools origin={site.origin} />}{" "}
      <span class={isError ? "status-error" : ""}>
        {isError ? asSentence(text) : text || (site ? "" : hint)}
      </span>
    </p>
  );
}
