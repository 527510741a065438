/** The state of the page, as signals. Views read it; actions and queries write it. */

import { computed, signal } from "@preact/signals";
import { type Answers, type CellAnswer, NO_ANSWERS } from "./answers.ts";
import type {
  ChangeReport,
  DraftInput,
  Explanation,
  KnownCrawler,
  LintReport,
  LiveSite,
  NamedOption,
  Summary,
  UrlSource,
  Version,
} from "./api.ts";
import type { Card } from "./api-types.ts";
import type { RobotsEditor } from "./editor/editor.ts";
import { fault } from "./faults.ts";
import { byteLength } from "./format.ts";
import type { CountedUrls } from "./impact.ts";
import { DEFAULT_VIEW, filterAgents, filterAndSortUrls, type MatrixView } from "./matrix-rows.ts";
import { belongsToSite } from "./url-list.ts";

export const editor = signal<RobotsEditor | null>(null);

/** The text of the editor with its original line endings. */
export const draft = signal("");
/** The size of the draft. */
export const draftBytes = computed(() => byteLength(draft.value));
/** Whether there is a draft. There are no verdicts about a draft that is only white space. */
export const hasDraft = computed(() => /\S/.test(draft.value));
/** Whether the user has begun: the start screen then does not come back. */
export const isStarted = signal(false);
/** The text that was loaded last. Everything that differs from it is an edit of the user. */
export const loadedText = signal("");
export const isEdited = computed(() => draft.value !== loadedText.value);

export const site = signal<LiveSite | null>(null);
/** The site that is being opened, as the user typed it. */
export const openingSite = signal<string | null>(null);
export const isOpening = computed(() => openingSite.value !== null);
/** Whether the state of a link or of an earlier entry of the history is being restored. */
export const isRestoring = signal(false);
/** A note about the typed address. */
export const siteNote = signal("");
/** Whether the user typed the open site without a scheme, so that https was assumed. */
export const isHttpsAssumed = signal(false);
/** Whether the start screen is shown. There are no verdicts on it. */
export const isStart = computed(() => !isStarted.value && site.value === null && !hasDraft.value);
/** The number of the version that is compared with the draft; 1 is the latest. */
export const baseline = signal(1);
export const baselineVersion = computed<Version | null>(
  () => site.value?.versions.find((version) => version.version === baseline.value) ?? null,
);

/** The version that was loaded last. */
export const loadedVersion = signal<Version | null>(null);
/** The version whose text is in the editor; null if the text is the user's own. */
export const displayedVersion = computed<Version | null>(() => {
  const versions = site.value?.versions ?? [];
  const hasText = (version: Version) => (version.file ?? "") === draft.value;
  const loaded = loadedVersion.value;
  // Times are in whole seconds, so several versions can have the same time.
  const isLoaded = (version: Version) => version.first_seen === loaded?.first_seen;
  const same = versions.filter((version) => isLoaded(version) && hasText(version));
  if (loaded && same.includes(loaded)) return loaded;
  return same[0] ?? versions.find(hasText) ?? null;
});

/**
 * Whether the draft is the beginning of a longer file. An edited one is known by either end. So all of that file counts too,
 * if it is pasted: whoever has it needs no download.
 */
export const isCutText = computed(() => {
  const text = draft.value;
  // The site may be closed again, and a draft that is restored was not loaded.
  const versions = [
    ...(site.value?.versions ?? []),
    ...(loadedVersion.value ? [loadedVersion.value] : []),
  ];
  return versions.some(
    ({ is_cut, file }) =>
      is_cut &&
      file !== null &&
      (text.startsWith(file.slice(0, CUT_TEXT_MARK)) || text.endsWith(file.slice(-CUT_TEXT_MARK))),
  );
});
/** Characters of an end by which an edited text is known. */
const CUT_TEXT_MARK = 200;

export const urls = signal<string[]>(["/"]);
export const agents = signal<string[]>(["Googlebot"]);
export const knownCrawlers = signal<KnownCrawler[]>([]);
/** The profiles: ways to read robots.txt. The first one is the default. */
export const profiles = signal<NamedOption[]>([]);
export const profile = signal("");
/** The policies: ways to handle errors of a site. The first one is the default. */
export const policies = signal<NamedOption[]>([]);
export const policy = signal("");
/** Profile and policy as request parameters. */
export const chosenProfile = computed(() =>
  profile.value === "" ? {} : { profile: profile.value },
);
export const chosenPolicy = computed(() => (policy.value === "" ? {} : { policy: policy.value }));

/** The draft as request parameters. */
export const draftInput = computed<DraftInput>(() => {
  const input: DraftInput = { robots: draft.value, ...chosenProfile.value };
  const origin = site.value?.origin;
  if (origin) input.origin = origin;
  return input;
});

/** The text of a version; null if there is none. A site without a file allows everything. */
export function textOfVersion(version: Version): string | null {
  const isMissing = version === site.value?.versions[0] && site.value.basis === "no-file";
  return version.file ?? (isMissing ? "" : null);
}

/** The text that the draft would replace; null if there is none to compare with. */
export const replacedText = computed<string | null>(
  () => baselineVersion.value && textOfVersion(baselineVersion.value),
);
/** What changes if the draft replaces that text. */
export const changes = signal<ChangeReport | null>(null);
/** Whether `changes` belongs to an earlier text. */
export const isChangesStale = signal(false);

/** The URLs of the open site's sitemaps, as far as they were read. */
export const sitemapUrls = signal<{ origin: string; urls: string[]; isCut: boolean } | null>(null);
/** The URLs of the site that are known: those of its sitemaps if they were read, or those in the table. */
export const knownUrls = computed<{ source: UrlSource; urls: readonly string[] }>(() => {
  const found = sitemapUrls.value;
  if (!found || found.origin !== site.value?.origin || found.urls.length === 0)
    return { source: "list", urls: urls.value };
  return { source: found.isCut ? "sitemap-start" : "sitemap", urls: found.urls };
});
/** The known URLs that the summary counts. */
export const countedUrls = signal<CountedUrls | null>(null);

/** What the draft means for the site, in short. */
export const summary = signal<Summary | null>(null);
/** Whether `summary` belongs to an earlier text. */
export const isSummaryStale = signal(false);

export const draftAnswers = signal<Answers>(NO_ANSWERS);
export const liveAnswers = signal<Answers>(NO_ANSWERS);
/** The whole answer of the selected cell, with the table that it belongs to. A decided table has only verdicts and lines. */
export const cellAnswer = signal<{ of: Answers; answer: CellAnswer } | null>(null);
/** The service's verdict about the page that was asked for, shown until the engine has loaded and decided. */
export const firstAnswer = signal<{ origin: string; cell: Selection; answer: CellAnswer } | null>(
  null,
);
/** Whether no question about a draft leaves the browser. Null: none has left it yet, since the engine has to say that first. */
export const isLocal = signal<boolean | null>(null);
/** The answers that the page shows: about the draft, or about the live file if there is no draft. */
export const displayedAnswers = computed<Answers>(() =>
  hasDraft.value || !site.value ? draftAnswers.value : liveAnswers.value,
);
/** Whether answers of the matrix are being loaded or will be requested after the delay. */
export const isLoadingDraft = signal(false);
/** Whether the verdicts about the draft came before the engine, which tells more about them. */
export const isDecidedEarly = signal(false);
export const isLoadingLive = signal(false);
/** The number of crawler names that are being resolved. */
export const addingCrawlers = signal(0);
export const isLoading = computed(
  () => isLoadingDraft.value || isLoadingLive.value || isOpening.value || addingCrawlers.value > 0,
);
/** Whether the service does not answer. The page then shows earlier answers. */
export const isServiceDown = signal(false);
/** Whether the service rejected the current draft. The page then shows verdicts about an earlier draft. */
export const isDraftRejected = signal(false);
export const isOutdated = computed(
  () => isServiceDown.value || isDraftRejected.value || fault.value !== null,
);
/** Whether these results belong to an earlier text or another cell. Their edits must not be applied. */
export const isLintStale = signal(false);
export const isExplanationStale = signal(false);
/** Whether all fixes are being applied. */
export const isFixing = signal(false);
export const lint = signal<LintReport | null>(null);
export const explanation = signal<Explanation | null>(null);
/** The card about the draft and the selected cell: what a report begins with. Null while another text or cell has none. */
export const card = signal<Card | null>(null);

export const matrixView = signal<MatrixView>(DEFAULT_VIEW);
/** The URLs of the rows that pass the filters, in display order. */
export const visibleUrls = computed(() =>
  filterAndSortUrls(
    urls.value,
    agents.value,
    displayedAnswers.value,
    liveAnswers.value,
    matrixView.value,
  ),
);

/** The crawlers whose columns pass the filters. */
export const visibleAgents = computed(() =>
  filterAgents(
    visibleUrls.value,
    agents.value,
    displayedAnswers.value,
    liveAnswers.value,
    matrixView.value,
  ),
);

export interface Selection {
  url: string;
  agent: string;
}

/** The cell that the user chose. Without one, or if filters hide it, the first visible cell is selected. */
export const chosenCell = signal<Selection | null>(null);
export const selection = computed<Selection | null>(() => {
  const cell = chosenCell.value;
  const shownUrls = visibleUrls.value;
  const shownAgents = visibleAgents.value;
  if (cell && shownUrls.includes(cell.url) && shownAgents.includes(cell.agent)) return cell;
  const [url] = shownUrls;
  const agent = cell && shownAgents.includes(cell.agent) ? cell.agent : shownAgents[0];
  return url !== undefined && agent !== undefined ? { url, agent } : null;
});

/** Whether the banner says the state of the site, because there is no text. No other part of the page then repeats it. */
export const isStateInBanner = computed(() => {
  const origin = site.value?.origin;
  if (origin === undefined || hasDraft.value || isOpening.value || !selection.value) return false;
  const hasText = /^(?:file|last-copy)$/.test(site.value?.basis ?? "");
  return !hasText && belongsToSite(selection.value.url, origin);
});

/** How the matrix reveals the selected cell: keys move the focus; a new URL only scrolls. */
export const revealMode = signal<"no" | "scroll" | "focus">("no");

/** Whether the verdict takes the focus when it is next shown: somebody has asked, or repaired it. */
export const isVerdictWanted = signal(false);

/** The text of the status line. Screen readers announce it. */
export const status = signal<{ text: string; isError: boolean }>({ text: "", isError: false });

export function showStatus(text: string): void {
  status.value = { text, isError: false };
}

export function showError(text: string): void {
  status.value = { text, isError: true };
}

/** Clears an error message after a success. */
export function clearError(): void {
  if (status.peek().isError) showStatus("");
}
