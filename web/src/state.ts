/** What the page knows, as signals: views read them, actions.ts and asking.ts write them. */

import { computed, signal } from "@preact/signals";
import type { Answers } from "./answers.ts";
import type { Explanation, KnownCrawler, LintReport, LiveSite, Version } from "./api.ts";
import type { RobotsEditor } from "./editor/editor.ts";
import { PLAIN_VIEW, type View } from "./rows.ts";

export const editor = signal<RobotsEditor | null>(null);

/** The draft as it is in the editor, with its own line ends. */
export const draft = signal("");
/** The text that was last loaded: what differs from it is the person's own work. */
export const loaded = signal("");
export const isEdited = computed(() => draft.value !== loaded.value);

export const site = signal<LiveSite | null>(null);
export const isOpening = signal(false);
/** What the draft is compared with: the number of a version, 1 is the current one. */
export const baseline = signal(1);
export const baselineVersion = computed<Version | null>(
  () => site.value?.versions.find((version) => version.version === baseline.value) ?? null,
);

export const urls = signal<string[]>(["/"]);
export const agents = signal<string[]>(["Googlebot"]);
export const known = signal<KnownCrawler[]>([]);

export interface Selection {
  url: string;
  agent: string;
}

/** The cell that a person chose; the first one if none is. */
export const chosen = signal<Selection | null>(null);
export const selection = computed<Selection | null>(() => {
  const cell = chosen.value;
  if (cell && urls.value.includes(cell.url) && agents.value.includes(cell.agent)) return cell;
  const [url] = urls.value;
  const [agent] = agents.value;
  return url !== undefined && agent !== undefined ? { url, agent } : null;
});

/** What the matrix is to do about the chosen cell when it renders: keys move the focus, a new URL does not. */
export const reveal = signal<"no" | "scroll" | "focus">("no");

export const draftAnswers = signal<Answers>(new Map());
export const liveAnswers = signal<Answers>(new Map());
/** An answer of the matrix is on its way, or will be asked for in a moment. */
export const isAskingDraft = signal(false);
export const isAskingLive = signal(false);
export const isAsking = computed(() => isAskingDraft.value || isAskingLive.value);
/** What is shown of these is about an earlier text or another cell: its edits must not be applied. */
export const isLintOld = signal(false);
export const isExplanationOld = signal(false);
export const lint = signal<LintReport | null>(null);
export const explanation = signal<Explanation | null>(null);
export const view = signal<View>(PLAIN_VIEW);

/** One sentence for the status line, spoken to screen readers. */
export const status = signal<{ words: string; isError: boolean }>({ words: "", isError: false });

export function say(words: string): void {
  status.value = { words, isError: false };
}

export function sayError(words: string): void {
  status.value = { words, isError: true };
}
