/** Whether a site gives the selected crawler another answer than maycrawl, so that the verdict has to be corrected. */

import { computed, effect, signal } from "@preact/signals";
import { type CellAnswer, decidingLine, type Verdict } from "./answers.ts";
import { type AnswerAs, type AskAsReply, api, errorText } from "./api.ts";
import { describeMeaning } from "./ask-as.ts";
import { asSentence, escapeInvisible } from "./format.ts";
import { t } from "./language.ts";
import * as page from "./state.ts";

/** The site that the dialog is about; null while it is closed. */
export const asked = signal<string | null>(null);
export const failure = signal("");
export const isAsking = signal(false);
/** What the open site answered last. */
export const askedAs = signal<AskAsReply | null>(null);

/** Whether the open site was asked: a link or a reload that forgets it would show the verdict that was corrected. */
export const wasAsked = signal(false);

/** Asks a site, and opens the dialog. */
export async function askSite(site: string): Promise<void> {
  asked.value = site;
  failure.value = "";
  const text = await ask(site);
  if (asked.peek() === site) failure.value = text;
}

/** Asks a site that was asked before a reload, or by whoever made the link. */
export async function askAgain(site: string): Promise<void> {
  const text = await ask(site);
  if (text !== "") page.showError(`${t("ask-as")} ${text}`);
}

/** Returns why there is no answer. */
async function ask(site: string): Promise<string> {
  wasAsked.value = true;
  isAsking.value = true;
  try {
    // Not cancelled with the dialog: the service asks a site once a minute, and keeps only an answer that was awaited.
    const answer = await api.askAs(site, page.chosenPolicy.peek());
    if (page.site.peek()?.origin === site) askedAs.value = answer;
    return "";
  } catch (error) {
    return errorText(error) ?? "";
  } finally {
    isAsking.value = false;
  }
}

/** The answer to the selected crawler by its own name, if it is another one than that to maycrawl. */
const otherAnswer = computed<AnswerAs | null>(() => {
  const reply = askedAs.value;
  const agent = page.selection.value?.agent;
  if (!reply || reply.origin !== page.site.value?.origin) return null;
  const [own] = reply.answers;
  const answer = reply.answers.find(({ name }) => name === agent);
  const isSame = answer?.basis === own?.basis && !answer?.difference;
  return !answer || answer === own || isSame ? null : answer;
});

/** The verdict of the file that the crawler gets. */
const verdictThere = signal<{ of: AnswerAs; url: string; answer: CellAnswer } | null>(null);
effect(() => {
  const of = otherAnswer.value;
  const cell = page.selection.value;
  if (!cell || of?.file == null) return;
  const request = new AbortController();
  const there = { ...page.draftInput.peek(), robots: of.file };
  void page.profile.value;
  api.explain(there, cell.url, cell.agent, request.signal).then(
    ({ answer }) => {
      verdictThere.value = { of, url: cell.url, answer };
    },
    // Without a verdict, the card says that the file is another one.
    () => {},
  );
  return () => request.abort();
});

export interface Correction {
  agent: string;
  /** Null if it is not known. */
  verdict: Verdict | null;
  /** Why: the line of the other file, or what the other answer means. */
  reason: string;
}

/**
 * The verdict of an answer that is no file. A refusal, a web page or a page of a protection opens the site by the documents. It
 * may be a block of the request instead, so it turns nothing green.
 */
function verdictOfAnswer({ kind, basis }: AnswerAs): Verdict | null {
  if (basis === "disallowed") return "disallowed";
  return kind === "no-file" ? "allowed" : null;
}

export const correction = computed<Correction | null>(() => {
  const of = otherAnswer.value;
  if (!of) return null;
  const agent = of.name;
  if (of.kind !== "file") {
    const answer = of.status === null ? of.result : `HTTP ${of.status}`;
    const reason = asSentence(escapeInvisible(`${answer}: ${describeMeaning(of)}`));
    return { agent, verdict: verdictOfAnswer(of), reason };
  }
  const there = verdictThere.value;
  if (there?.of !== of || there.url !== page.selection.value?.url)
    return { agent, verdict: null, reason: "" };
  const rule = decidingLine(there.answer);
  const reason = rule
    ? `${t("finding-line", { line: String(rule.line) })}: ${escapeInvisible(rule.text)}`
    : asSentence(escapeInvisible(there.answer.message));
  return { agent, verdict: there.answer.decision, reason };
});

/** The correction of what is shown about the live file. Another text has verdicts of its own. */
export const liveCorrection = computed<Correction | null>(() => {
  const isLive =
    !page.hasDraft.value || page.displayedVersion.value === page.site.value?.versions[0];
  return isLive ? correction.value : null;
});

/** What the site answers the crawler by its name: it is the answer that counts. */
export function describeCorrection({ agent, reason }: Correction): string {
  const name = escapeInvisible(agent);
  return reason === ""
    ? t("corrected-file", { agent: name })
    : t("corrected", { agent: name, reason });
}

// Another site, or the same one fetched again or under another policy, was not asked yet.
effect(() => {
  void page.site.value;
  askedAs.value = null;
  wasAsked.value = false;
});
