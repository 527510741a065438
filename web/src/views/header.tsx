/** The header: name, site, status and the tools for the whole page. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { closeSite, loadExample, openSite, refetchSite } from "../actions.ts";
import { asSentence, escapeInvisible } from "../format.ts";
import { siteAddresses } from "../site-addresses.ts";
import * as page from "../state.ts";
import { nextTheme, theme } from "../theme.ts";
import { copyLink } from "../url-state.ts";
import { LanguageSwitch } from "./language-switch.tsx";

export function Header() {
  return (
    <header class="top">
      <h1 class="brand">
        <img src="/favicon.svg" alt="" width="22" height="22" />
        maycrawl <span class="brand-what">robots.txt tester</span>
      </h1>
      {!page.isStart.value && <SiteForm />}
      <div class="top-tools">
        <LanguageSwitch />
        <button type="button" class="quiet" data-testid="copy-link" onClick={copyLink}>
          Copy link
        </button>
        <button type="button" class="quiet" popovertarget="help">
          Help
        </button>
        <button
          type="button"
          class="quiet"
          data-testid="theme-toggle"
          aria-label={`Colour theme: ${theme.value}. Change theme.`}
          onClick={nextTheme}
        >
          {{ auto: "◐ Auto", light: "☀ Light", dark: "☾ Dark" }[theme.value]}
        </button>
      </div>
      {!page.isStart.value && <StatusLine />}
    </header>
  );
}

export function SiteForm() {
  /** Null if the user has typed nothing since the site was opened. The input then shows the open site. */
  const typed = useSignal<string | null>(null);
  const { site, isOpening } = page;
  const shown = typed.value ?? site.value?.origin ?? "";
  // Other parts of the page can open a site too.
  useEffect(() => {
    typed.value = null;
  }, [site.value]);
  const open = (event: Event) => {
    event.preventDefault();
    void openSite(shown);
  };
  const close = () => {
    typed.value = null;
    closeSite();
  };
  return (
    <form class="site" onSubmit={open}>
      <label class="site-label" for="site">
        Site
      </label>
      <input
        id="site"
        data-testid="site-input"
        type="text"
        inputMode="url"
        autocomplete="url"
        spellcheck={false}
        maxLength={2048}
        placeholder="www.example.com"
        value={shown}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="primary" data-testid="open-site" disabled={isOpening.value}>
        {isOpening.value ? "Opening…" : "Open"}
      </button>
      {site.value && (
        <button type="button" data-testid="close-site" onClick={close}>
          Close
        </button>
      )}
      {!site.value && !page.isStart.value && (
        <button type="button" data-testid="example" onClick={loadExample}>
          Example
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
      <button
        type="button"
        class="link"
        data-testid="refetch"
        title="Fetch robots.txt again, even if the stored answer is still fresh"
        disabled={page.isOpening.value}
        onClick={() => void refetchSite()}
      >
        Fetch again
      </button>
      {addresses.length > 1 && <AddressSelect addresses={addresses} />}
    </span>
  );
}

function AddressSelect({ addresses }: { addresses: string[] }) {
  return (
    <select
      class="addresses"
      data-testid="address-select"
      aria-label="Other addresses of this site"
      title="Each address has its own robots.txt"
      value={addresses[0]}
      onChange={(event) => void openSite(event.currentTarget.value)}
    >
      {addresses.map((address, index) => (
        <option key={address} value={address}>
          {index === 0 ? "Other addresses…" : address}
        </option>
      ))}
    </select>
  );
}

export function StatusLine() {
  const { text, isError } = page.status.value;
  const site = page.site.value;
  const siteState = site?.state;
  const note = page.siteNote.value;
  const hint = page.isStart.value
    ? ""
    : "Open a site or paste a draft. The editor also works without a site.";
  return (
    <p class="status" role="status" data-testid="status" data-error={isError}>
      {note && <strong data-testid="site-note">{asSentence(escapeInvisible(note))} </strong>}
      {siteState && <span class="status-site">{asSentence(escapeInvisible(siteState))}</span>}{" "}
      {site?.hops && site.hops.length > 1 && (
        <span data-testid="hops">
          Redirected:{" "}
          {site.hops
            .map((hop) => `${escapeInvisible(hop.url)} (${hop.status ?? "no response"})`)
            .join(" → ")}
          .
        </span>
      )}{" "}
      {site && <SiteTools origin={site.origin} />}{" "}
      <span class={isError ? "status-error" : ""}>
        {isError ? asSentence(text) : text || (siteState ? "" : hint)}
      </span>
    </p>
  );
}
