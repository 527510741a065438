/** What a person can do, apart from typing. */

import { computed } from "@preact/signals";
import { api, errorText, type Fix, isUnavailable, type LiveSite, type Version } from "./api.ts";
import { type ResolvedAgents, resolveAgents } from "./crawler-names.ts";
import { mayChangeVerdicts } from "./editor/fix-all.ts";
import { EXAMPLE, EXAMPLE_AGENTS, EXAMPLE_URLS } from "./example.ts";
import { formatTime } from "./format.ts";
import { loadTables } from "./queries.ts";
import * as page from "./state.ts";
import {
  completeSite,
  completeUrl,
  describeOmitted,
  MAX_URLS,
  mergeUrls,
  robotsAddressNote,
  sitemapAddress,
} from "./url-list.ts";

/** The text that a person sees from now on, and is not their own work. */
export function loadText(text: string): void {
  page.editor.peek()?.load(text);
  page.loadedText.value = text;
  page.draft.value = text;
}

export function loadExample(): void {
  loadText(EXAMPLE);
  page.urls.value = EXAMPLE_URLS;
  page.agents.value = EXAMPLE_AGENTS;
  page.chosenCell.value = null;
  page.showStatus("This is an example: change a line and watch the verdicts.");
}

let running: AbortController | null = null;

/** Opens a site: its current file comes into the editor unless a pasted draft is there. */
export async function openSite(typed: string, keepDraft = false): Promise<void> {
  if (typed.trim() === "")
    return page.showError("Write the address of a site, such as example.com");
  running?.abort();
  const own = new AbortController();
  running = own;
  const address = completeSite(typed);
  page.openingSite.value = typed.trim();
  page.siteNote.value = "";
  try {
    const before = page.site.peek();
    const found = await api.robots(address, page.chosenPolicy.peek(), own.signal);
    if (own.signal.aborted) return;
    const isOwnDraft = page.hasDraft.peek() && page.isEdited.peek() && before === null;
    page.isHttpsAssumed.value = address !== typed.trim();
    page.siteNote.value = found.note ?? robotsAddressNote(address, found.robots_url) ?? "";
    page.site.value = found;
    page.baseline.value = found.versions[0]?.version ?? 1;
    if (keepDraft) page.loadedText.value = found.versions[0]?.file ?? "";
    else if (isOwnDraft) page.showStatus("Your draft stays; choose a version to see what is live.");
    else showVersion(found.versions[0]);
  } catch (error) {
    const words = errorText(error);
    if (words) page.showError(words);
  } finally {
    if (running === own) page.openingSite.value = null;
  }
}

export function closeSite(): void {
  running?.abort();
  page.site.value = null;
  page.siteNote.value = "";
  page.baseline.value = 1;
}

/** What the service knows of the site from now on. A draft that is live is no longer an edit. */
export function updateSite(live: LiveSite): void {
  page.site.value = live;
  page.baseline.value = live.versions[0]?.version ?? 1;
  const file = live.versions[0]?.file ?? "";
  if (page.draft.peek() !== file) return;
  page.loadedText.value = file;
  page.loadedVersion.value = live.versions[0] ?? null;
}

/** Asks the open site now. Its file comes into the editor where no edits would be lost. */
export async function refetchSite(): Promise<void> {
  const site = page.site.peek();
  if (!site) return;
  page.openingSite.value = site.origin;
  try {
    const found = await api.refresh(site.origin, page.chosenPolicy.peek());
    const isUntouched = !page.hasDraft.peek() || !page.isEdited.peek();
    updateSite(found);
    if (isUntouched) showVersion(found.versions[0]);
    if (found.note) page.showStatus(found.note);
  } catch (error) {
    const words = errorText(error);
    if (words) page.showError(words);
  } finally {
    page.openingSite.value = null;
  }
}

/** Judges the open site by another policy from now on. */
export async function choosePolicy(name: string): Promise<void> {
  page.policy.value = name;
  const site = page.site.peek();
  if (!site) return;
  try {
    const found = await api.robots(site.origin, page.chosenPolicy.peek());
    if (page.site.peek()?.origin === site.origin) page.site.value = found;
  } catch (error) {
    const words = errorText(error);
    if (words) page.showError(words);
  }
}

/** Shows a version's text in the editor. */
export function showVersion(version: Version | undefined): void {
  const hadEdits = page.isEdited.peek() && page.hasDraft.peek();
  page.loadedVersion.value = version ?? null;
  loadText(version?.file ?? "");
  if (!version) page.showStatus("");
  else if (version.file === null)
    page.showStatus(`There was no file: ${version.missing ?? "no reason is known"}.`);
  else if (hadEdits)
    page.showStatus(`Version of ${formatTime(version.first_seen)}; undo brings your edits back.`);
  else page.showStatus("");
}

/** Applies a fix, unless the text has changed since it was proposed. */
export function applyFix(fix: Fix): void {
  apply(fix, page.isLintStale.peek());
}

/** Applies a change, unless it is about an earlier text or another cell. */
export function applyChange(change: Fix): void {
  apply(change, page.isExplanationStale.peek());
}

function apply(fix: Fix, isOld: boolean): void {
  const done = !isOld && (page.editor.peek()?.apply(fix.edits) ?? false);
  if (done) page.showStatus(`Done: ${fix.title}. Undo takes it back.`);
  else page.showError("This proposal was about something else; wait for the new one");
}

/** Whether some of the proposed fixes may change verdicts. */
export const canAnyFixChangeVerdicts = computed(() =>
  (page.lint.value?.diagnostics ?? []).some(({ fix }) => fix && mayChangeVerdicts(fix)),
);

/** Makes all fixes in one step. Where none that is shown changes verdicts, none that follows does either. */
export async function applyAllFixes(): Promise<void> {
  const editor = page.editor.peek();
  if (!editor || page.isFixing.peek()) return;
  const mayChange = canAnyFixChangeVerdicts.peek();
  page.isFixing.value = true;
  try {
    const count = await editor.fixAll(
      (fix) => mayChange || !mayChangeVerdicts(fix),
      (robots) => api.lint({ ...page.draftInput.peek(), robots }),
    );
    if (count === null) page.showError("The draft has changed meanwhile; press Fix all again");
    else if (count === 0) page.showStatus("Nothing was left to fix.");
    else page.showStatus(`Done: ${count === 1 ? "1 fix" : `${count} fixes`}. Undo takes it back.`);
  } catch (error) {
    const words = errorText(error);
    if (words) page.showError(words);
  } finally {
    page.isFixing.value = false;
  }
}

/** Adds URLs and says what was left out. */
export function addUrls(added: string[], from = "", remarks = ""): void {
  const site = page.site.peek()?.origin ?? null;
  const { urls, omitted } = mergeUrls(page.urls.peek(), added, site);
  const count = urls.length - page.urls.peek().length;
  page.urls.value = urls;
  const only = added.length === 1 ? completeUrl(added[0] ?? "", site) : undefined;
  if (only !== undefined && urls.includes(only)) {
    page.chosenCell.value = selectionOf(only);
    page.revealMode.value = "scroll";
    if (count === 0) {
      page.showStatus("This URL is in the list already; it is selected.");
      return;
    }
  }
  const source = from ? ` from ${from}` : "";
  const taken = `${count.toLocaleString("en")} URL${count === 1 ? "" : "s"} added${source}`;
  const said = omitted.length > 0 ? `${taken}; left out: ${describeOmitted(omitted)}` : `${taken}.`;
  page.showStatus(remarks === "" ? said : `${said} ${remarks}`);
}

/** Adds what the open site's sitemaps list, or the sitemap at an address. Says whether it did. */
export async function addSitemapUrls(typed: string): Promise<boolean> {
  const address = sitemapAddress(typed, page.site.peek()?.origin ?? null);
  if (!address) {
    page.showError("Open a site first, or write the address of a sitemap into the box");
    return false;
  }
  page.showStatus("Reading sitemaps…");
  try {
    const { urls, sitemaps, is_cut, notes, more } = await api.sitemap(address, MAX_URLS);
    const told = [...notes.slice(0, 3), ...rest(notes.length - 3 + more)].join("; ");
    if (urls.length === 0) {
      page.showError(told === "" ? "The sitemaps name no URL" : `No URL was found: ${told}`);
      return false;
    }
    const source = sitemaps === 1 ? "a sitemap" : `${sitemaps.toLocaleString("en")} sitemaps`;
    addUrls(urls, is_cut ? `${source}, which may list more` : source, told);
    return true;
  } catch (error) {
    const words = errorText(error);
    if (words) page.showError(words);
    return false;
  }
}

function rest(count: number): string[] {
  return count > 0 ? [`and ${count.toLocaleString("en")} more remarks`] : [];
}

function selectionOf(url: string | undefined): page.Selection | null {
  const agent = page.selection.peek()?.agent ?? page.agents.peek()[0];
  return url !== undefined && agent !== undefined ? { url, agent } : null;
}

export function removeUrl(url: string): void {
  page.urls.value = page.urls.peek().filter((other) => other !== url);
}

/** One after the other, so that crawlers stand in the order in which they were added. */
let adding: Promise<unknown> = Promise.resolve();

/** Adds the crawler that a person means by a name. Says whether it did. */
export function addCrawler(name: string): Promise<boolean> {
  page.addingCrawlers.value += 1;
  const added = adding.then(() => resolveCrawler(name));
  adding = added.finally(() => {
    page.addingCrawlers.value -= 1;
  });
  return added;
}

async function resolveCrawler(name: string): Promise<boolean> {
  try {
    const { token, note } = await api.crawler(name);
    addAgents([token]);
    if (note) page.showStatus(`${note}.`);
    return true;
  } catch (error) {
    const words = errorText(error);
    if (words === null) return false;
    if (isUnavailable(error)) addAgents([name]);
    else page.showError(words);
    return isUnavailable(error);
  }
}

/** The crawlers that a link means by these names. */
export async function resolveLinkCrawlers(names: string[]): Promise<ResolvedAgents> {
  page.addingCrawlers.value += 1;
  try {
    await loadTables();
    const known = new Set(page.knownCrawlers.peek().map(({ token }) => token));
    return await resolveAgents(names, known, api.crawler);
  } finally {
    page.addingCrawlers.value -= 1;
  }
}

export function addAgents(tokens: string[]): void {
  page.clearError();
  page.agents.value = [...new Set([...page.agents.peek(), ...tokens])];
}

export function removeAgents(tokens: string[]): void {
  const gone = new Set(tokens);
  page.agents.value = page.agents.peek().filter((agent) => !gone.has(agent));
}

/** Chooses a cell: its deciding line comes into view. */
export function selectCell(url: string, agent: string): void {
  page.chosenCell.value = { url, agent };
}

/** Hands a file to the browser's downloads. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
