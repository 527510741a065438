/** What the page knows, as signals: views read them, actions.ts and queries.ts write them. */

import { computed, signal } from "@preact/signals";
import type { Answers } from "./answers.ts";
import type {
  Explanation,
  KnownCrawler,
  LintReport,
  LiveSite,
  NamedOption,
  Version,
} from "./api.ts";
import type { RobotsEditor } from "./editor/editor.ts";
import { PLAIN_VIEW, type View, visibleRows } from "./matrix-rows.ts";

export const editor = signal<RobotsEditor | null>(null);

/** The draft as it is in the editor, with its own line ends. */
export const draft = signal("");
/** Nothing but white space is no draft: no verdict is given about it. */
export const hasDraft = computed(() => /\S/.test(draft.value));
/** The text that was last loaded: what differs from it is the person's own work. */
export const loaded = signal("");
export const isEdited = computed(() => draft.value !== loaded.value);

export const site = signal<LiveSite | null>(null);
/** What is being opened, as it was typed. */
export const opening = signal<string | null>(null);
export const isOpening = computed(() => opening.value !== null);
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
export const shownVersion = computed<Version | null>(() => {
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
export const known = signal<KnownCrawler[]>([]);
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

export const draftAnswers = signal<Answers>(new Map());
export const liveAnswers = signal<Answers>(new Map());
/** What the page gives as its verdicts: those about the draft, or about what is live where there is no draft. */
export const shownAnswers = computed<Answers>(() =>
  hasDraft.value || !site.value ? draftAnswers.value : liveAnswers.value,
);
/** An answer of the matrix is on its way, or will be asked for in a moment. */
export const isAskingDraft = signal(false);
export const isAskingLive = signal(false);
/** Names of crawlers that the service is asked about before they are added. */
export const addingCrawlers = signal(0);
export const isAsking = computed(
  () => isAskingDraft.value || isAskingLive.value || isOpening.value || addingCrawlers.value > 0,
);
/** The service does not answer: what is shown is about something earlier. */
export const isServiceDown = signal(false);
/** The service refused to answer about the draft as it is, so its verdicts are about an earlier one. */
export const isRefused = signal(false);
export const isOutdated = computed(() => isServiceDown.value || isRefused.value);
/** What is shown of these is about an earlier text or another cell: its edits must not be applied. */
export const isLintOld = signal(false);
export const isExplanationOld = signal(false);
/** All fixes are being made. */
export const isFixing = signal(false);
export const lint = signal<LintReport | null>(null);
export const explanation = signal<Explanation | null>(null);

export const view = signal<View>(PLAIN_VIEW);
/** The URLs of the rows that pass the filters, in their order. */
export const rows = computed(() =>
  visibleRows(urls.value, agents.value, shownAnswers.value, liveAnswers.value, view.value),
);

export interface Selection {
  url: string;
  agent: string;
}

/** The cell that a person chose; the first one on the screen if none is, or if filters hide it. */
export const chosen = signal<Selection | null>(null);
export const selection = computed<Selection | null>(() => {
  const cell = chosen.value;
  const shown = rows.value;
  if (cell && shown.includes(cell.url) && agents.value.includes(cell.agent)) return cell;
  const [url] = shown;
  const agent = cell && agents.value.includes(cell.agent) ? cell.agent : agents.value[0];
  return url !== undefined && agent !== undefined ? { url, agent } : null;
});

/** What the matrix is to do about the chosen cell when it renders: keys move the focus, a new URL does not. */
export const reveal = signal<"no" | "scroll" | "focus">("no");

/** One sentence for the status line, spoken to screen readers. */
export const status = signal<{ words: string; isError: boolean }>({ words: "", isError: false });

export function say(words: string): void {
  status.value = { words, isError: false };
}

export function sayError(words: string): void {
  status.value = { words, isError: true };
}

/** Something worked: an error before it is over. */
export function sayNoError(): void {
  if (status.peek().isError) say("");
}
