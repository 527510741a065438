/**
 * Writes the page's state to the URL when it changes, and restores it when the page opens. Each opened site has an entry
 * in the history of the browser.
 */

import { effect } from "@preact/signals";
import {
  closeSite,
  download,
  goToStart,
  loadText,
  openSite,
  resolveLinkCrawlers,
} from "./actions.ts";
import { api, errorText } from "./api.ts";
import { askAgain, wasAsked } from "./asked-as.ts";
import { chooseFirstBlocked } from "./first-blocked.ts";
import { asSentence } from "./format.ts";
import { t } from "./language.ts";
import { atService, hasService } from "./service.ts";
import * as page from "./state.ts";
import { decodeState, encodeState, type UrlState } from "./url-state-codec.ts";

const WRITE_DELAY_MS = 500;

function currentState(): UrlState {
  const { site, draft, urls, agents } = page;
  const state: UrlState = { urls: urls.value, agents: agents.value };
  if (site.value) state.site = site.value.origin;
  if (wasAsked.value) state.asked = true;
  if (page.chosenCell.value) state.selected = page.chosenCell.value;
  if (page.profile.value !== "") state.profile = page.profile.value;
  if (page.policy.value !== "") state.policy = page.policy.value;
  // An older version is not the live file either: a link without its text would be about another one.
  const isLive = site.value !== null && draft.value === (site.value.versions[0]?.file ?? "");
  if (draft.value !== "" && !isLive) state.draft = draft.value;
  return state;
}

let latestRestore = 0;

/** Restores the state from the URL. An invalid state leaves the page unchanged. */
export async function restoreFromUrl(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (fragment === "") return;
  const state = await decodeState(fragment);
  if (state) await restore(state);
  else page.showError(t("link-not-valid"));
}

async function restore(state: UrlState): Promise<void> {
  latestRestore += 1;
  const ownRestore = latestRestore;
  page.isRestoring.value = true;
  try {
    await restoreParts(state, () => ownRestore === latestRestore);
  } finally {
    if (ownRestore === latestRestore) page.isRestoring.value = false;
  }
}

async function restoreParts(state: UrlState, isLatest: () => boolean): Promise<void> {
  page.isStarted.value = true;
  const { tokens, notes, hasRejected } = await resolveLinkCrawlers(state.agents);
  if (!isLatest()) return;
  page.urls.value = state.urls;
  page.agents.value = tokens;
  page.profile.value = state.profile ?? "";
  page.policy.value = state.policy ?? "";
  // Whoever opens a link sees the verdict that it was made for.
  const agent = tokens.find((token) => token === state.selected?.agent) ?? tokens[0];
  const cell = state.selected && agent !== undefined ? { url: state.selected.url, agent } : null;
  page.chosenCell.value = cell;
  loadText(state.draft ?? "");
  if (state.site) await openSite(state.site, state.draft !== undefined);
  else closeSite();
  if (!isLatest()) return;
  const origin = page.site.peek()?.origin;
  if (state.asked && origin) void askAgain(origin);
  if (!cell && agent !== undefined) chooseFirstBlocked(state.urls, [agent]);
  if (notes.length === 0) return;
  const { text, isError } = page.status.peek();
  const all = [text, ...notes].filter((part) => part !== "").map(asSentence);
  page.status.value = { text: all.join(" "), isError: isError || hasRejected };
}

export function startUrlSync(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  let unwritten: UrlState | null = null;
  effect(() => {
    const state = currentState();
    clearTimeout(timer);
    // It belongs to the entry of its own site, which the second effect is about to leave.
    if (unwritten && unwritten.site !== state.site && !page.isRestoring.peek()) {
      history.replaceState(unwritten, "", location.href);
    }
    unwritten = isFirst || page.isStart.peek() ? null : state;
    const write = () => {
      unwritten = null;
      void writeUrl(page.isStart.peek() ? null : state);
    };
    // The URL of a page stays unchanged until the user changes something.
    if (!isFirst) timer = setTimeout(write, WRITE_DELAY_MS);
    isFirst = false;
  });
  let previous = page.site.peek()?.origin;
  effect(() => {
    const origin = page.site.value?.origin;
    const isOther = origin !== undefined && origin !== previous;
    previous = origin;
    if (isOther && !page.isRestoring.peek()) beginEntry();
  });
  addEventListener("popstate", ({ state }) => {
    entry += 1;
    latestRestore += 1;
    if (state) void restore(state);
    else if (location.hash === "") goToStart();
    else void restoreFromUrl();
  });
}

/** Counts the entries of the history that were begun or returned to. */
let entry = 0;

/** The entry before keeps the state that the page had. */
function beginEntry(): void {
  entry += 1;
  history.pushState(null, "", address(null));
}

/** Writes the state to the URL, and to the entry of the history: a large draft has no place in a URL. */
async function writeUrl(state: UrlState | null): Promise<string | null> {
  const ownEntry = entry;
  const fragment = state && (await encodeState(state));
  if (ownEntry === entry) history.replaceState(state, "", address(fragment));
  return fragment;
}

function address(fragment: string | null): string {
  const plain = location.pathname + location.search;
  return fragment ? `${plain}#${fragment}` : plain;
}

/** Shows the start screen. Back in the browser returns to what is open now. */
export async function leaveToStart(): Promise<void> {
  if (page.isStart.peek()) return;
  await writeUrl(currentState());
  beginEntry();
  latestRestore += 1;
  goToStart();
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

/**
 * Copies a link to a page with the selected result alone. The service computes it when the link is opened. Without a service, or if
 * the question is too large for a link, the page is saved as a file.
 */
export async function shareResult(): Promise<void> {
  const cell = page.selection.peek();
  if (!cell) return;
  const fragment = hasService ? await encodeState({ ...currentState(), selected: cell }) : null;
  if (fragment === null) return saveResult(cell);
  try {
    await navigator.clipboard.writeText(new URL(atService(`/r/${fragment}`), location.href).href);
    page.showStatus(t("result-copied"));
  } catch {
    await saveResult(cell);
  }
}

async function saveResult({ url, agent }: page.Selection): Promise<void> {
  const { urls } = page.knownUrls.peek();
  try {
    const { html } = await api.card(page.draftInput.peek(), url, agent, urls);
    download("robots-result.html", html, "text/html");
    page.showStatus(t("result-saved"));
  } catch (error) {
    page.showError(errorText(error) ?? "");
  }
}
