/** A report about the draft and the URLs of the table: one page for people who do not open the tester. */

import { type Answers, verdictOfCode } from "./answers.ts";
import { closingText } from "./closed-rules.ts";
import { asSentence, escapeInvisible, formatTime } from "./format.ts";
import { t } from "./language.ts";

export interface Report {
  title: string;
  /** The card: what the banner says of the selected cell, the verdict first. What stands between backquotes is code. */
  card: string[];
  /** What the verdicts are about, and when. */
  about: string;
  sentences: string[];
  findings: string[];
  crawlers: CrawlerCount[];
  closed: ClosedUrl[];
  /** The number of closed URLs that are not listed. */
  more: number;
}

export interface CrawlerCount {
  agent: string;
  allowed: number;
  blocked: number;
  /** URLs of other sites, values that are not URLs, and URLs without an answer. */
  others: number;
}

export interface ClosedUrl {
  url: string;
  by: { rule: string; agents: string[] }[];
}

/** Most URLs that a report lists. */
export const MAX_LISTED = 40;
const MAX_FINDINGS = 10;

export interface ReportInput {
  site: string | null;
  /** Whether the text is the live file, byte for byte. */
  isLive: boolean;
  now: Date;
  card: string[];
  sentences: string[];
  findings: { line: number; message: string }[];
  urls: readonly string[];
  agents: readonly string[];
  answers: Answers;
}

export function makeReport(input: ReportInput): Report {
  const { site, urls, agents, answers } = input;
  const closed = urls.flatMap((url) => {
    const by = closedBy(answers, url, agents);
    return by.length > 0 ? [{ url, by }] : [];
  });
  const time = formatTime(input.now.toISOString());
  const about = () => {
    if (site === null) return t("report-about-draft", { time });
    return t(input.isLive ? "report-about-live" : "report-about-edited", { site, time });
  };
  return {
    title:
      site === null
        ? t("report-title-draft")
        : t("report-title", { site: site.replace(/^https?:\/\//, "") }),
    card: input.card,
    about: about(),
    sentences: input.sentences,
    findings: describeFindings(input.findings),
    crawlers: agents.map((agent) => countVerdicts(answers, urls, agent)),
    closed: closed.slice(0, MAX_LISTED),
    more: Math.max(closed.length - MAX_LISTED, 0),
  };
}

function describeFindings(findings: ReportInput["findings"]): string[] {
  const shown = findings
    .slice(0, MAX_FINDINGS)
    .map(({ line, message }) =>
      t("report-finding", { line: String(line), text: asSentence(escapeInvisible(message)) }),
    );
  const more = findings.length - shown.length;
  return more > 0 ? [...shown, t("report-more-findings", { count: more })] : shown;
}

function countVerdicts(answers: Answers, urls: readonly string[], agent: string): CrawlerCount {
  const count = { agent, allowed: 0, blocked: 0, others: 0 };
  for (const url of urls) {
    const verdict = verdictOfCode(answers.code(url, agent));
    if (verdict === "allowed") count.allowed += 1;
    else if (verdict === "disallowed") count.blocked += 1;
    else count.others += 1;
  }
  return count;
}

/** The rules that close a URL, each with its crawlers. */
function closedBy(answers: Answers, url: string, agents: readonly string[]): ClosedUrl["by"] {
  const rules = new Map<string, string[]>();
  for (const agent of agents) {
    if (verdictOfCode(answers.code(url, agent)) !== "disallowed") continue;
    const reason = closingText(answers.cell(url, agent));
    rules.set(reason, [...(rules.get(reason) ?? []), agent]);
  }
  return [...rules].map(([rule, closed]) => ({ rule, agents: closed }));
}

/** "Googlebot, bingbot, GPTBot and 9 more" */
export function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(escapeInvisible).join(", ");
  const more = names.length - 3;
  return more > 0
    ? t("names-and", { first: shown, last: t("names-more", { count: more }) })
    : shown;
}

/** The report as Markdown, for an issue or a chat. */
export function toMarkdown(report: Report): string {
  const [verdict = "", ...rest] = report.card;
  const first = verdict === "" ? [] : [`**${sentence(verdict)}**`, ""];
  const lines = [`# ${cell(report.title)}`, "", ...first, cell(report.about), ""];
  for (const text of rest) lines.push(sentence(text), "");
  for (const sentence of report.sentences) lines.push(`- ${cell(sentence)}`);
  if (report.findings.length > 0) {
    lines.push("", `## ${t("findings-label")}`, "");
    for (const finding of report.findings) lines.push(`- ${cell(finding)}`);
  }
  const head = ["report-crawler", "word-allowed", "word-blocked", "report-no-verdict"];
  lines.push("", `## ${t("crawlers")}`, "", tableRow(head));
  lines.push("|---|--:|--:|--:|");
  for (const { agent, allowed, blocked, others } of report.crawlers)
    lines.push(`| ${cell(agent)} | ${allowed} | ${blocked} | ${others} |`);
  if (report.closed.length > 0) {
    const head = `| URL | ${t("crawlers")} | ${t("report-by")} |`;
    lines.push("", `## ${t("report-blocked")}`, "", head, "|---|---|---|");
    for (const { url, by } of report.closed)
      for (const { rule, agents } of by)
        lines.push(`| ${code(url)} | ${cell(shortList(agents))} | ${code(rule)} |`);
    if (report.more > 0) lines.push("", t("report-more-blocked", { count: report.more }));
  }
  return `${lines.join("\n")}\n`;
}

function tableRow(keys: string[]): string {
  return `| ${keys.map((key) => t(key)).join(" | ")} |`;
}

/** A text that Markdown does not read as markup: names and patterns come from strangers. */
function cell(text: string): string {
  return escapeInvisible(text).replace(/[\\`*_{}[\]<>#|~!&]/g, "\\$&");
}

/** A sentence of the card: code between backquotes. */
function sentence(text: string): string {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return cell(text);
  return parts
    .map((part, at) => (at % 2 === 0 ? cell(part) : fenced(escapeInvisible(part))))
    .join("");
}

/** A text as code in a table. The fence is longer than any run of backticks in the text. */
function code(text: string): string {
  return fenced(escapeInvisible(text).replaceAll("|", "\\|"));
}

function fenced(safe: string): string {
  const longest = Math.max(0, ...(safe.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${safe} ${fence}` : `${fence}${safe}${fence}`;
}
