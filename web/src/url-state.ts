/** Writes the page's state to the URL when it changes, and restores it when the page opens. */

import { effect } from "@preact/signals";
import { loadText, openSite, resolveLinkCrawlers } from "./actions.ts";
import { asSentence } from "./format.ts";
import { t } from "./language.ts";
import * as page from "./state.ts";
import { decodeState, encodeState, type UrlState } from "./url-state-codec.ts";

const WRITE_DELAY_MS = 500;

function currentState(): UrlState {
  const { site, draft, urls, agents, isEdited } = page;
  const state: UrlState = { urls: urls.value, agents: agents.value };
  if (site.value) state.site = site.value.origin;
  if (page.profile.value !== "") state.profile = page.profile.value;
  if (page.policy.value !== "") state.policy = page.policy.value;
  if (draft.value !== "" && (!site.value || isEdited.value)) state.draft = draft.value;
  return state;
}

let latestRestore = 0;

/** Restores the state from the URL. An invalid state leaves the page unchanged. */
export async function restoreFromUrl(): Promise<void> {
  latestRestore += 1;
  const ownRestore = latestRestore;
  const fragment = location.hash.slice(1);
  if (fragment === "") return;
  const state = await decodeState(fragment);
  if (!state) return page.showError(t("link-not-valid"));
  page.isStarted.value = true;
  const { tokens, notes, hasRejected } = await resolveLinkCrawlers(state.agents);
  if (ownRestore !== latestRestore) return;
  page.urls.value = state.urls;
  page.agents.value = tokens;
  page.profile.value = state.profile ?? "";
  page.policy.value = state.policy ?? "";
  if (state.draft !== undefined) loadText(state.draft);
  if (state.site) await openSite(state.site, state.draft !== undefined);
  if (ownRestore !== latestRestore || notes.length === 0) return;
  const { text, isError } = page.status.peek();
  const all = [text, ...notes].filter((part) => part !== "").map(asSentence);
  page.status.value = { text: all.join(" "), isError: isError || hasRejected };
}

export function startUrlSync(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  effect(() => {
    const state = currentState();
    clearTimeout(timer);
    // The URL of a page stays unchanged until the user changes something.
    if (!isFirst) timer = setTimeout(() => void writeUrl(state), WRITE_DELAY_MS);
    isFirst = false;
  });
  addEventListener("hashchange", () => void restoreFromUrl());
}

async function writeUrl(state: UrlState): Promise<string | null> {
  const fragment = await encodeState(state);
  const plain = location.pathname + location.search;
  history.replaceState(null, "", fragment ? `${plain}#${fragment}` : plain);
  return fragment;
}

export async function copyLink(): Promise<void> {
  const fragment = await writeUrl(currentState());
  if (fragment === null) return page.showError(t("link-too-large"));
  try {
    await navigator.clipboard.writeText(location.href);
    page.showStatus(t("link-copied"));
  } catch {
    page.showStatus(t("link-in-address"));
  }
}
