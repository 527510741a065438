/** The page's state goes into the address while it changes, and comes from there when the page opens. */

import { effect } from "@preact/signals";
import { loadText, openSite, resolveLinked } from "./actions.ts";
import { sentence } from "./format.ts";
import * as page from "./state.ts";
import { decodeState, encodeState, type Shared } from "./url-state-codec.ts";

const PAUSE = 500;

function current(): Shared {
  const { site, draft, urls, agents, isEdited } = page;
  const state: Shared = { urls: urls.value, agents: agents.value };
  if (site.value) state.site = site.value.origin;
  if (page.profile.value !== "") state.profile = page.profile.value;
  if (page.policy.value !== "") state.policy = page.policy.value;
  if (draft.value !== "" && (!site.value || isEdited.value)) state.draft = draft.value;
  return state;
}

let latest = 0;

/** Takes over what the address says; anything that is no state leaves the page as it is. */
export async function restore(): Promise<void> {
  latest += 1;
  const own = latest;
  const fragment = location.hash.slice(1);
  if (fragment === "") return;
  const state = await decodeState(fragment);
  if (!state) return page.sayError("The link cannot be read: it is not a state of this page");
  const { tokens, notes, isRefused } = await resolveLinked(state.agents);
  if (own !== latest) return;
  page.urls.value = state.urls;
  page.agents.value = tokens;
  page.profile.value = state.profile ?? "";
  page.policy.value = state.policy ?? "";
  if (state.draft !== undefined) loadText(state.draft);
  if (state.site) await openSite(state.site, state.draft !== undefined);
  if (own !== latest || notes.length === 0) return;
  const { words, isError } = page.status.peek();
  const all = [words, ...notes].filter((part) => part !== "").map(sentence);
  page.status.value = { words: all.join(" "), isError: isError || isRefused };
}

export function keepInAddress(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  effect(() => {
    const state = current();
    clearTimeout(timer);
    // A page that was only opened keeps its plain address.
    if (!isFirst) timer = setTimeout(() => void write(state), PAUSE);
    isFirst = false;
  });
  addEventListener("hashchange", () => void restore());
}

async function write(state: Shared): Promise<string | null> {
  const fragment = await encodeState(state);
  const plain = location.pathname + location.search;
  history.replaceState(null, "", fragment ? `${plain}#${fragment}` : plain);
  return fragment;
}

export async function copyLink(): Promise<void> {
  const fragment = await write(current());
  if (fragment === null)
    return page.sayError("This is too much for a link; download the file instead");
  try {
    await navigator.clipboard.writeText(location.href);
    page.say("Link copied: it holds draft, URLs, crawlers and site, and no server sees them.");
  } catch {
    page.say("The browser does not let the page copy; the link is in the address bar.");
  }
}
