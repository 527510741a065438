/** Ask as: what a site's answers to several User-Agents mean, in the language of the page. */

import type { AnswerAs, AskAsFinding, AskAsReply, LiveSite } from "./api.ts";
import { language, t } from "./language.ts";

const SENTENCES: Record<AskAsFinding["kind"], string> = {
  "not-asked": "ask-as-not-asked",
  "not-reached": "ask-as-not-reached",
  same: "ask-as-same",
  "some-blocked": "ask-as-blocked",
  "crawlers-served": "ask-as-crawlers-served",
  "other-file": "ask-as-other-file",
  "none-served": "ask-as-none-served",
};

/** The name of a User-Agent. That of a browser is a word. */
export function agentName(name: string): string {
  return name === "browser" ? t("ask-as-browser") : name;
}

/** What the answers say together. The sentence of the service is English; in other languages the page makes one. */
export function describeAnswers({ finding, sentence }: AskAsReply): string {
  if (language.value === "en") return sentence;
  const list = new Intl.ListFormat(language.value);
  const isCode = ["no-file", "refusal", "server-error"].includes(finding.answer ?? "");
  const isBlock = finding.kind === "some-blocked";
  return t(SENTENCES[finding.kind], {
    answer: isBlock && isCode ? "code" : (finding.answer ?? "other"),
    status: String(finding.status ?? ""),
    concerned: list.format(finding.concerned.map(agentName)),
    served: list.format(finding.served.map(agentName)),
  });
}

/** What an answer means for crawling. A refusal that counts as a missing file may be a block too. */
export function describeMeaning({ kind, basis, bytes }: AnswerAs): string {
  const isBlock = kind === "refusal" || kind === "protection";
  if (basis === "no-file") return t(isBlock ? "ask-as-is-refusal" : "ask-as-is-missing");
  if (basis === "no-limits") return t("ask-as-is-open");
  if (basis !== "file") return t("ask-as-is-closed");
  if (kind === "web-page") return t("ask-as-is-page");
  if (kind === "protection") return t("ask-as-is-protection");
  return t(bytes === 0 ? "ask-as-is-empty" : "ask-as-is-file");
}

/** Whether a site may answer a browser otherwise: it is unreachable, or refuses the service. */
export function mayDiffer({ basis, hops }: LiveSite): boolean {
  const status = hops?.at(-1)?.status ?? 0;
  return !["file", "no-file"].includes(basis) || [401, 403, 429].includes(status);
}
