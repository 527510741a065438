/** User actions, except for typing. */

import { computed, type ReadonlySignal } from "@preact/signals";
import {
  ApiError,
  api,
  errorText,
  type Fix,
  isUnavailable,
  type LiveSite,
  type Version,
} from "./api.ts";
import { askSite } from "./asked-as.ts";
import { type ResolvedAgents, resolveAgents } from "./crawler-names.ts";
import { wantEditor } from "./editor-loader.ts";
import { mayChangeVerdicts } from "./edits.ts";
import { EXAMPLE, EXAMPLE_AGENTS, EXAMPLE_URLS } from "./example.ts";
import { chooseFirstBlocked } from "./first-blocked.ts";
import { readQuestion, saysRefused } from "./first-question.ts";
import { asSentence, formatTime } from "./format.ts";
import { t } from "./language.ts";
import { DEFAULT_VIEW } from "./matrix-rows.ts";
import { loadTables } from "./queries.ts";
import { remarksOf } from "./remarks.ts";
import { hasService } from "./service.ts";
import { describeAbsence } from "./site-messages.ts";
import * as page from "./state.ts";
import {
  belongsToSite,
  completeSite,
  completeUrl,
  describeOmitted,
  MAX_URLS,
  mergeUrls,
  robotsAddressNote,
  rowsOf,
  sitemapAddress,
  urlsOfOtherSites,
} from "./url-list.ts";

/** Replaces the draft with a text that the user did not write. */
export function loadText(text: string): void {
  page.editor.peek()?.load(text);
  page.loadedText.value = text;
  page.draft.value = text;
}

/** Replaces the draft with a text that the user asked for. It counts as the user's own; undo reverts it. */
export function replaceDraft(text: string): void {
  page.editor.peek()?.load(text);
  page.draft.value = text;
  page.showStatus(t("draft-replaced"));
}

export function loadExample(): void {
  loadText(EXAMPLE);
  page.urls.value = EXAMPLE_URLS;
  page.agents.value = EXAMPLE_AGENTS;
  page.chosenCell.value = null;
  page.showStatus(t("example-loaded"));
}

function showRequestError(error: unknown): void {
  const text = errorText(error);
  if (text) page.showError(text);
}

let openRequest: AbortController | null = null;

/** Gives up what is being opened, and does `open` instead. The page shows `site` meanwhile. */
async function opening(site: string, open: (signal: AbortSignal) => Promise<void>): Promise<void> {
  openRequest?.abort();
  const request = new AbortController();
  openRequest = request;
  page.openingSite.value = site;
  try {
    await open(request.signal);
  } catch (error) {
    showRequestError(error);
  } finally {
    if (openRequest === request) page.openingSite.value = null;
  }
}

/** Answers what the person put into the box of the page: opens the site, and shows the verdict of the page that it names. */
export async function ask(typed: string): Promise<void> {
  const question = readQuestion(typed);
  if (question.is === "mistake") return page.showError(question.reason);
  if (question.is === "robots") return replaceDraft(question.text);
  if (question.is === "urls") {
    page.isStarted.value = true;
    page.isVerdictWanted.value = true;
    return showFirst(question.urls);
  }
  const urls = question.is === "site" ? question.urls : [];
  void askService(question.address, urls[0] ?? "/");
  if (!(await openSite(question.address))) return;
  page.isVerdictWanted.value = true;
  if (question.is === "sitemap") await addSitemapUrls(question.address);
  else if (question.urls.length > 0) showFirst(question.urls);
  const { origin = "" } = page.site.peek() ?? {};
  if (saysRefused(typed) && origin.startsWith("http")) void askSite(origin);
}

/** Asks the service for the first verdict while the engine loads: on a slow line the engine takes as long as all else together. */
async function askService(typed: string, typedUrl: string): Promise<void> {
  page.firstAnswer.value = null;
  const address = completeSite(typed);
  const agent = page.selection.peek()?.agent ?? page.agents.peek()[0];
  const isNeeded = hasService && page.isLocal.peek() === null && agent !== undefined;
  if (!isNeeded || !URL.canParse(address)) return;
  const { origin } = new URL(address);
  const url = completeUrl(typedUrl, origin);
  const absolute = url.startsWith("/") ? origin + url : url;
  try {
    const [answer] = await api.check([absolute], [agent], page.chosenPolicy.peek());
    if (answer && "decision" in answer)
      page.firstAnswer.value = { origin, cell: { url, agent }, answer: { ...answer, url } };
  } catch {
    // Opening the site tells what is wrong.
  }
}

/** Adds URLs, and shows the verdict of the first, or of the first blocked one of a list. */
function showFirst(urls: string[]): void {
  const site = page.site.peek()?.origin ?? null;
  page.chosenCell.value = selectionOf(completeUrl(urls[0] ?? "", site));
  addUrls(urls);
  // The verdict says that it was added.
  if (urls.length === 1) page.showStatus("");
}

/** Opens a site and loads its current file into the editor. A pasted draft stays. Returns whether the site is open. */
export async function openSite(typed: string, keepDraft = false): Promise<boolean> {
  const address = completeSite(typed);
  // A link can name a site, and whoever opens it may have no service.
  if (!hasService) {
    page.showError(t("no-service", { site: address }));
    return false;
  }
  let isOpened = false;
  await opening(typed.trim(), async (signal) => {
    const before = page.site.peek();
    const live = await api.robots(address, page.chosenPolicy.peek(), signal);
    if (signal.aborted) return;
    const isOwnDraft = page.hasDraft.peek() && page.isEdited.peek() && before === null;
    page.isHttpsAssumed.value = address !== typed.trim();
    page.siteNote.value = live.note ?? robotsAddressNote(address, live.robots_url) ?? "";
    if (!page.isRestoring.peek()) chooseRowOf(live.origin);
    page.site.value = live;
    page.baseline.value = live.versions[0]?.version ?? 1;
    void readSitemaps(live);
    if (keepDraft) page.loadedText.value = live.versions[0]?.file ?? "";
    else if (isOwnDraft) page.showStatus(t("draft-kept"));
    else showVersion(live.versions[0]);
    isOpened = true;
  });
  return isOpened;
}

/** A site that is opened is asked about first: the rows of another one stay, and none of them is selected. */
function chooseRowOf(origin: string): void {
  const chosen = page.selection.peek();
  // What is no URL at all is told, whichever site is open.
  if (chosen && urlsOfOtherSites([chosen.url], origin).length === 0) return;
  const urls = page.urls.peek();
  if (!urls.some((url) => belongsToSite(url, origin))) page.urls.value = ["/", ...urls];
  page.chosenCell.value = selectionOf(page.urls.peek().find((url) => belongsToSite(url, origin)));
}

/** Stops opening or fetching a site. What was open stays. */
export function cancelOpening(): void {
  openRequest?.abort();
  openRequest = null;
  page.openingSite.value = null;
  page.showStatus(t("opening-cancelled"));
}

export function closeSite(): void {
  openRequest?.abort();
  page.site.value = null;
  page.siteNote.value = "";
  page.baseline.value = 1;
}

/** Forgets what is open. The start screen comes back. */
export function goToStart(): void {
  closeSite();
  loadText("");
  page.loadedVersion.value = null;
  page.openingSite.value = null;
  page.urls.value = ["/"];
  page.agents.value = ["Googlebot"];
  page.chosenCell.value = null;
  page.matrixView.value = DEFAULT_VIEW;
  page.isStarted.value = false;
  page.showStatus("");
}

/** Updates what is known about the site. A draft that is identical to the live file is no longer an edit. */
export function updateSite(live: LiveSite): void {
  page.site.value = live;
  page.baseline.value = live.versions[0]?.version ?? 1;
  const file = live.versions[0]?.file ?? "";
  if (page.draft.peek() !== file) return;
  page.loadedText.value = file;
  page.loadedVersion.value = live.versions[0] ?? null;
}

/** Fetches the open site again. Loads its file into the editor if no edits would be lost. */
export async function refetchSite(): Promise<void> {
  const site = page.site.peek();
  if (!site) return;
  page.firstAnswer.value = null;
  await opening(site.origin, async (signal) => {
    const live = await api.refresh(site.origin, page.chosenPolicy.peek(), signal);
    if (signal.aborted) return;
    const isUntouched = !page.hasDraft.peek() || !page.isEdited.peek();
    updateSite(live);
    if (isUntouched) showVersion(live.versions[0]);
    if (live.note) page.showStatus(live.note);
  });
}

/** Evaluates the open site with another policy. */
export async function choosePolicy(name: string): Promise<void> {
  page.policy.value = name;
  page.firstAnswer.value = null;
  const site = page.site.peek();
  if (!site) return;
  try {
    const live = await api.robots(site.origin, page.chosenPolicy.peek());
    if (page.site.peek()?.origin === site.origin) page.site.value = live;
  } catch (error) {
    showRequestError(error);
  }
}

/** Loads the text of a version into the editor. */
export function showVersion(version: Version | undefined): void {
  const hadEdits = page.isEdited.peek() && page.hasDraft.peek();
  page.loadedVersion.value = version ?? null;
  loadText(version?.file ?? "");
  if (!version) page.showStatus("");
  else if (version.file === null)
    page.showStatus(
      t("version-missing", { reason: describeAbsence(version) ?? t("version-missing-unknown") }),
    );
  else if (hadEdits) page.showStatus(t("version-loaded", { time: formatTime(version.first_seen) }));
  else page.showStatus("");
}

/** Applies a fix, unless the text has changed since the service proposed it. */
export async function applyFix(fix: Fix): Promise<void> {
  await apply(fix, page.isLintStale);
}

/** Applies a suggestion, unless the text or the selected cell has changed since the service proposed it. */
export async function applySuggestion(suggestion: Fix): Promise<void> {
  page.isVerdictWanted.value = await apply(suggestion, page.isExplanationStale);
}

async function apply(fix: Fix, isStale: ReadonlySignal<boolean>): Promise<boolean> {
  const editor = await wantEditor();
  if (!editor) return false;
  const isApplied = !isStale.peek() && editor.apply(fix.edits);
  if (isApplied) page.showStatus(t("proposal-done", { title: fix.title }));
  else page.showError(t("proposal-wait"));
  return isApplied;
}

/** Whether any proposed fix may change verdicts. */
export const canAnyFixChangeVerdicts = computed(() =>
  (page.lint.value?.diagnostics ?? []).some(({ fix }) => fix && mayChangeVerdicts(fix)),
);

/** The draft after all fixes; null if there is no editor. */
export async function textAfterAllFixes(): Promise<string | null> {
  const editor = await wantEditor();
  const mayChange = canAnyFixChangeVerdicts.peek();
  const text = editor?.textAfterAllFixes(
    (fix) => mayChange || !mayChangeVerdicts(fix),
    (robots) => api.lint({ ...page.draftInput.peek(), robots }),
  );
  return (await text) ?? null;
}

/** Applies all fixes as one undo step. Later rounds may change verdicts only if a fix in the list may. */
export async function applyAllFixes(): Promise<void> {
  const editor = await wantEditor();
  if (!editor || page.isFixing.peek()) return;
  const mayChange = canAnyFixChangeVerdicts.peek();
  page.isFixing.value = true;
  try {
    const count = await editor.fixAll(
      (fix) => mayChange || !mayChangeVerdicts(fix),
      (robots) => api.lint({ ...page.draftInput.peek(), robots }),
    );
    if (count === null) page.showError(t("fix-changed"));
    else if (count === 0) page.showStatus(t("fix-nothing"));
    else page.showStatus(t("fix-done", { count }));
  } catch (error) {
    showRequestError(error);
  } finally {
    page.isFixing.value = false;
  }
}

/** Adds URLs to the list and reports the omitted ones. `leftOut`: further URLs of the source that were not read. */
export function addUrls(added: string[], from = "", remarks = "", leftOut = 0): void {
  const site = page.site.peek()?.origin ?? null;
  const { urls, omitted } = mergeUrls(page.urls.peek(), added, site, leftOut);
  const count = urls.length - page.urls.peek().length;
  page.urls.value = urls;
  const rows = rowsOf(added, urls, site);
  if (added.length > 1) chooseFirstBlocked(rows);
  else if (rows[0] !== undefined) {
    page.chosenCell.value = selectionOf(rows[0]);
    page.revealMode.value = "scroll";
    if (count === 0) {
      page.showStatus(t("urls-present"));
      return;
    }
  }
  const summary = from ? t("urls-added-from", { count, source: from }) : t("urls-added", { count });
  const text =
    omitted.length > 0
      ? t("urls-omitted", { added: summary, omitted: describeOmitted(omitted) })
      : asSentence(summary);
  page.showStatus(remarks === "" ? text : `${text} ${remarks}`);
}

/** Reads the sitemaps that the open site's file names, so that its URLs can be counted. Without them nothing is counted. */
async function readSitemaps({ origin, versions }: LiveSite): Promise<void> {
  page.sitemapUrls.value = null;
  if (!/^\s*site-?map\s*:/im.test(versions[0]?.file ?? "")) return;
  try {
    const { urls, is_cut } = await api.sitemap(origin, MAX_URLS);
    const own = urls.filter((url) => belongsToSite(url, origin));
    // Another site may be open by now.
    if (page.site.peek()?.origin !== origin) return;
    page.sitemapUrls.value = { origin, urls: own, isCut: is_cut };
  } catch (error) {
    // Nobody asked for them. *Add the sitemap* says what is wrong.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Adds the URLs of the open site's sitemaps, or of the sitemap at an address. Returns whether URLs were found. */
export async function addSitemapUrls(typed: string): Promise<boolean> {
  const address = sitemapAddress(typed, page.site.peek()?.origin ?? null);
  if (!address) {
    page.showError(t("sitemap-where"));
    return false;
  }
  page.showStatus(t("sitemap-reading"));
  try {
    const { urls, sitemaps, is_cut, notes, more } = await api.sitemap(address, MAX_URLS);
    const remarks = remarksOf(notes, more);
    if (urls.length === 0) {
      page.showError(remarks === "" ? t("sitemap-empty") : t("sitemap-none-found", { remarks }));
      return false;
    }
    const source = t("sitemap-source", { count: sitemaps });
    const asked = page.chosenCell.peek();
    addUrls(urls, is_cut ? t("sitemap-source-cut", { source }) : source, remarks);
    // The answer to a question stays.
    if (asked) page.chosenCell.value = { ...asked };
    return true;
  } catch (error) {
    showRequestError(error);
    return false;
  }
}

function selectionOf(url: string | undefined): page.Selection | null {
  const agent = page.selection.peek()?.agent ?? page.agents.peek()[0];
  return url !== undefined && agent !== undefined ? { url, agent } : null;
}

export function removeUrl(url: string): void {
  page.urls.value = page.urls.peek().filter((other) => other !== url);
}

/** Crawler names are resolved one after another, so that the crawlers keep the order of input. */
let crawlerQueue: Promise<unknown> = Promise.resolve();

/** Resolves a name and adds its crawler. Returns whether a crawler was added. */
export function addCrawler(name: string): Promise<boolean> {
  return addInOrder(() => resolveCrawler(name));
}

/**
 * Adds the crawler that a User-Agent header stands for: of its words, those that the draft names come first. An empty
 * draft names none, and then a known crawler counts.
 */
export function addCrawlerOfHeader(header: string): Promise<boolean> {
  return addInOrder(() => resolveHeader(header));
}

function addInOrder(resolve: () => Promise<boolean>): Promise<boolean> {
  page.addingCrawlers.value += 1;
  const added = crawlerQueue.then(resolve);
  crawlerQueue = added.finally(() => {
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
    if (!isUnavailable(error)) {
      showRequestError(error);
      return false;
    }
    addAgents([name]);
    return true;
  }
}

async function resolveHeader(header: string): Promise<boolean> {
  try {
    const { robots, profile } = page.draftInput.peek();
    const found = await api.userAgent(robots, header, profile);
    // The first word of an unknown header is rarely the name of a crawler: most begin with Mozilla.
    if (!found.is_known && !found.is_named) {
      page.showError(t("crawler-header"));
      return false;
    }
    addAgents([found.token]);
    page.showStatus(t("crawler-from-header", { name: found.token }));
    return true;
  } catch (error) {
    showRequestError(error);
    return false;
  }
}

/** Resolves the crawler names of a link. */
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
  const removed = new Set(tokens);
  page.agents.value = page.agents.peek().filter((agent) => !removed.has(agent));
}

/** Selects a cell. The editor scrolls to its deciding line. */
export function selectCell(url: string, agent: string): void {
  page.chosenCell.value = { url, agent };
}

/** Shows a URL for one of these crawlers in the matrix. Adds the URL, and a crawler if none of them is there. */
export function showInMatrix(url: string, crawlers: string[]): void {
  const shown = page.agents.peek();
  const agent = shown.find((name) => crawlers.includes(name)) ?? crawlers[0] ?? shown[0];
  if (agent === undefined) return;
  addAgents([agent]);
  addUrls([url]);
  const site = page.site.peek()?.origin ?? null;
  page.matrixView.value = DEFAULT_VIEW;
  page.chosenCell.value = { url: completeUrl(url, site), agent };
  page.revealMode.value = "focus";
}

/** Saves a text as a file in the browser's downloads. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves the draft as a file. */
export function saveDraft(): void {
  if (page.isCutText.peek()) page.showError(asSentence(t("draft-cut")));
  else download("robots.txt", page.draft.peek(), "text/plain");
}
