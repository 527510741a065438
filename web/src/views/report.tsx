/** The report on paper, and the buttons that export. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { download } from "../actions.ts";
import { describeCell } from "../answers.ts";
import { correction, describeCorrection } from "../asked-as.ts";
import { closedRules } from "../closed-rules.ts";
import { toCsv } from "../csv.ts";
import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import { loadAllSentences, loadCard } from "../queries.ts";
import { makeReport, type Report, shortList, toMarkdown } from "../report.ts";
import * as page from "../state.ts";
import { describeSearch, describeTraining, describeUses } from "../summary.ts";
import { InlineCode } from "./inline-code.tsx";

/** Whether the page is being printed. The report is rendered only then. */
const isPrinting = signal(false);

/** The sentences of the card. What a site answers a crawler by its name comes first, since it is what counts. */
function cardSentences(): string[] {
  const cell = page.selection.peek();
  const answer = cell && page.displayedAnswers.peek().cell(cell.url, cell.agent);
  const card = page.hasDraft.peek() ? page.card.peek() : null;
  if (!cell || !answer) return [];
  const corrected = correction.peek();
  const first = corrected ? [describeCorrection(corrected)] : [];
  const own = escapeInvisible(`${cell.agent}: ${describeCell(answer)}`);
  if (!card) return [...first, own, codeOf(cell.url)];
  const repair = card.repair && !corrected ? [`${card.repair.title}. ${card.repair.words}`] : [];
  return [...first, card.verdict, codeOf(cell.url), card.pages, ...repair, ...card.notes].filter(
    (text) => text !== "",
  );
}

/** A text of a stranger as code. A backquote in it would end the code. */
function codeOf(text: string): string {
  return `\`${escapeInvisible(text).replaceAll("`", "%60")}\``;
}

function currentReport(): Report {
  const summary = page.summary.peek();
  const known = page.knownCrawlers.peek();
  const site = page.site.peek();
  const sentences = summary
    ? [
        ...summary.search.map((group) => describeSearch(group, known, page.countedUrls.peek())),
        describeTraining(summary.ai_training, summary.search[0]),
        ...describeUses(summary.uses, known).map(({ text }) => text),
      ]
    : [];
  const isLiveShown = !page.hasDraft.peek() || page.draft.peek() === site?.versions[0]?.file;
  return makeReport({
    site: site?.origin ?? null,
    isLive: site !== null && isLiveShown,
    now: new Date(),
    card: cardSentences(),
    sentences,
    findings: (page.lint.peek()?.diagnostics ?? []).filter(({ severity }) => severity !== "note"),
    urls: page.urls.peek(),
    agents: page.agents.peek(),
    answers: page.displayedAnswers.peek(),
  });
}

/** The exports of the table. `rows` are the URLs that pass the filters. */
export function ExportTools({ rows }: { rows: string[] }) {
  return (
    <span class="export-tools" role="group" aria-label={t("export")}>
      <button type="button" data-testid="export-csv" onClick={() => void exportCsv(rows)}>
        {t("export-csv")}
      </button>
      <button type="button" data-testid="export-markdown" onClick={() => void exportMarkdown()}>
        Markdown
      </button>
      <button
        type="button"
        data-testid="print"
        onClick={() => void loadCard().then(() => window.print())}
      >
        {t("export-print")}
      </button>
    </span>
  );
}

async function exportCsv(rows: string[]): Promise<void> {
  const [draft, live] = [page.draftAnswers.peek(), page.liveAnswers.peek()];
  await loadAllSentences();
  const csv = toCsv(rows, page.agents.peek(), draft, live);
  download("robots-verdicts.csv", csv, "text/csv");
  page.showStatus(t("exported-csv", { urls: rows.length, crawlers: page.agents.peek().length }));
}

async function exportMarkdown(): Promise<void> {
  await loadCard();
  download("robots-report.md", toMarkdown(currentReport()), "text/markdown");
  page.showStatus(t("exported-markdown"));
}

/** Nothing on a screen. The browser renders it between `beforeprint` and printing. */
export function PrintedReport() {
  useEffect(() => {
    const begin = () => {
      isPrinting.value = true;
    };
    const end = () => {
      isPrinting.value = false;
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting.value ? <ReportPage report={currentReport()} /> : null;
}

function ReportPage({ report }: { report: Report }) {
  return (
    <article class="report" data-testid="report">
      <h1>{escapeInvisible(report.title)}</h1>
      {report.card.slice(0, 1).map((verdict) => (
        <p key="verdict">
          <strong>
            <InlineCode text={verdict} />
          </strong>
        </p>
      ))}
      <p>{escapeInvisible(report.about)}</p>
      {report.card.slice(1).map((sentence) => (
        <p key={sentence}>
          <InlineCode text={sentence} />
        </p>
      ))}
      <ul>
        {report.sentences.map((sentence) => (
          <li key={sentence}>{escapeInvisible(sentence)}</li>
        ))}
      </ul>
      {report.findings.length > 0 && (
        <>
          <h2>{t("findings-label")}</h2>
          <ul>
            {report.findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </>
      )}
      <h2>{t("crawlers")}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("report-crawler")}</th>
            <th scope="col">{t("word-allowed")}</th>
            <th scope="col">{t("word-blocked")}</th>
            <th scope="col">{t("report-no-verdict")}</th>
          </tr>
        </thead>
        <tbody>
          {report.crawlers.map(({ agent, allowed, blocked, others }) => (
            <tr key={agent}>
              <th scope="row">{escapeInvisible(agent)}</th>
              <td>{allowed}</td>
              <td>{blocked}</td>
              <td>{others}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ClosedUrls />
    </article>
  );
}

/** URLs of a rule that are named as examples. */
const MAX_EXAMPLES = 3;

/** One row for each rule. A row for each URL would fill pages with the same rule. */
function ClosedUrls() {
  const rules = closedRules(page.displayedAnswers.value, page.urls.value, page.agents.value);
  if (rules.length === 0) return null;
  return (
    <>
      <h2>{t("report-blocked")}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("report-by")}</th>
            <th scope="col">{t("urls")}</th>
            <th scope="col">{t("crawlers")}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, urls, agents }) => (
            <tr key={rule} data-testid="closed-rule">
              <td class="mono">{escapeInvisible(rule)}</td>
              <td>
                {t("count-urls", { count: urls.length })}:{" "}
                <span class="mono">
                  {urls.slice(0, MAX_EXAMPLES).map(escapeInvisible).join(", ")}
                  {urls.length > MAX_EXAMPLES && ", …"}
                </span>
              </td>
              <td>{shortList(agents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
