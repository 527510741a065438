/** What the page knows, as signals: views read them, actions.ts and queries.ts write them. */

import { computed, signal } from "@preact/signals";
import type { Answers } from "./answers.ts";
import type {
  DraftInput,
  Explanation,
  KnownCrawler,
  LintReport,
  LiveSite,
  NamedOption,
  Version,
} from "./api.ts";
import type { RobotsEditor } from "./editor/editor.ts";
import { DEFAULT_VIEW, filterAndSortUrls, type MatrixView } from "./matrix-rows.ts";

export const editor = signal<RobotsEditor | null>(null);

/** The draft as it is in the editor, with its own line ends. */
export const draft = signal("");
/** Nothing but white space is no draft: no verdict is given about it. */
export const hasDraft = computed(() => /\S/.test(draft.value));
/** The text that was last loaded: what differs from it is the person's own work. */
export const loadedText = signal("");
export const isEdited = computed(() => draft.value !== loadedText.value);

export const site = signal<LiveSite | null>(null);
/** What is being opened, as it was typed. */
export const openingSite = signal<string | null>(null);
export const isOpening = computed(() => openingSite.value !== null);
/** What a person should know of the address that was typed. */
export const siteNote = signal("");
/** The open site was typed without a scheme, so https was assumed. */
export const isHttpsAssumed = signal(false);
/** What the draft is compared with: the number of a version, 1 is the current one. */
export const baseline = signal(1);
export const baselineVersion = computed<Version | null>(
  () => site.value?.versions.find((version) => version.version === baseline.value) ?? null,
);

/** The version that was last loaded. */
export const loadedVersion = signal<Version | null>(null);
/** The version whose text is in the editor; null where the text is the person's own. */
export const displayedVersion = computed<Version | null>(() => {
  const versions = site.value?.versions ?? [];
  const hasText = (version: Version) => (version.file ?? "") === draft.value;
  const loaded = loadedVersion.value;
  // Times are in whole seconds: several versions can share one.
  const isLoaded = (version: Version) => version.first_seen === loaded?.first_seen;
  const same = versions.filter((version) => isLoaded(version) && hasText(version));
  if (loaded && same.includes(loaded)) return loaded;
  return same[0] ?? versions.find(hasText) ?? null;
});

export const urls = signal<string[]>(["/"]);
export const agents = signal<string[]>(["Googlebot"]);
export const knownCrawlers = signal<KnownCrawler[]>([]);
/** How robots.txt is read, by name; the first is the default. */
export const profiles = signal<NamedOption[]>([]);
export const profile = signal("");
/** What is made of sites that answer with errors, by name; the first is the default. */
export const policies = signal<NamedOption[]>([]);
export const policy = signal("");
/** Profile and policy as requests carry them. */
export const chosenProfile = computed(() =>
  profile.value === "" ? {} : { profile: profile.value },
);
export const chosenPolicy = computed(() => (policy.value === "" ? {} : { policy: policy.value }));

/** The draft as requests carry it. */
export const draftInput = computed<DraftInput>(() => {
  const input: DraftInput = { robots: draft.value, ...chosenProfile.value };
  const origin = site.value?.origin;
  if (origin) input.origin = origin;
  return input;
});

export const draftAnswers = signal<Answers>(new Map());
export const liveAnswers = signal<Answers>(new Map());
/** What the page gives as its verdicts: those about the draft, or about what is live where there is no draft. */
export const displayedAnswers = computed<Answers>(() =>
  hasDraft.value || !site.value ? draftAnswers.value : liveAnswers.value,
);
/** An answer of the matrix is on its way, or will be asked for in a moment. */
export const isLoadingDraft = signal(false);
export const isLoadingLive = signal(false);
/** Names of crawlers that the service is asked about before they are added. */
export const addingCrawlers = signal(0);
export const isLoading = computed(
  () => isLoadingDraft.value || isLoadingLive.value || isOpening.value || addingCrawlers.value > 0,
);
/** The service does not answer: what is shown is about something earlier. */
export const isServiceDown = signal(false);
/** The service refused to answer about the draft as it is, so its verdicts are about an earlier one. */
export const isDraftRejected = signal(false);
export const isOutdated = computed(() => isServiceDown.value || isDraftRejected.value);
/** What is shown of these is about an earlier text or another cell: its edits must not be applied. */
export const isLintStale = signal(false);
export const isExplanationStale = signal(false);
/** All fixes are being made. */
export const isFixing = signal(false);
export const lint = signal<LintReport | null>(null);
export const explanation = signal<Explanation | null>(null);

export const matrixView = signal<MatrixView>(DEFAULT_VIEW);
/** The URLs of the rows that pass the filters, in their order. */
export const visibleUrls = computed(() =>
  filterAndSortUrls(
    urls.value,
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

/** The cell that a person chose; the first one on the screen if none is, or if filters hide it. */
export const chosenCell = signal<Selection | null>(null);
export const selection = computed<Selection | null>(() => {
  const cell = chosenCell.value;
  const shownUrls = visibleUrls.value;
  if (cell && shownUrls.includes(cell.url) && agents.value.includes(cell.agent)) return cell;
  const [url] = shownUrls;
  const agent = cell && agents.value.includes(cell.agent) ? cell.agent : agents.value[0];
  return url !== undefined && agent !== undefined ? { url, agent } : null;
});

/** What the matrix is to do about the chosen cell when it renders: keys move the focus, a new URL does not. */
export const revealMode = signal<"no" | "scroll" | "focus">("no");

/** One sentence for the status line, spoken to screen readers. */
export const status = signal<{ text: string; isError: boolean }>({ text: "", isError: false });

export function showStatus(text: string): void {
  status.value = { text, isError: false };
}

export function showError(text: string): void {
  status.value = { text, isError: true };
}

/** Something worked: an error before it is over. */
export function clearError(): void {
  if (status.peek().isError) showStatus("");
}
