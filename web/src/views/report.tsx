/** The report on paper, and the buttons that export. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { download } from "../actions.ts";
import { toCsv } from "../csv.ts";
import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import { makeReport, type Report, shortList, toMarkdown } from "../report.ts";
import * as page from "../state.ts";
import { describeSearch, describeTraining } from "../summary.ts";

/** Whether the page is being printed. The report is rendered only then. */
const isPrinting = signal(false);

function currentReport(): Report {
  const summary = page.summary.peek();
  const known = page.knownCrawlers.peek();
  const site = page.site.peek();
  const sentences = summary
    ? [
        ...summary.search.map((group) => describeSearch(group, known)),
        describeTraining(summary.ai_training),
      ]
    : [];
  const isLiveShown = !page.hasDraft.peek() || page.draft.peek() === site?.versions[0]?.file;
  return makeReport({
    site: site?.origin ?? null,
    isLive: site !== null && isLiveShown,
    now: new Date(),
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
      <button type="button" data-testid="export-csv" onClick={() => exportCsv(rows)}>
        {t("export-csv")}
      </button>
      <button type="button" data-testid="export-markdown" onClick={exportMarkdown}>
        Markdown
      </button>
      <button type="button" data-testid="print" onClick={() => window.print()}>
        {t("export-print")}
      </button>
    </span>
  );
}

function exportCsv(rows: string[]): void {
  const csv = toCsv(rows, page.agents.peek(), page.draftAnswers.peek(), page.liveAnswers.peek());
  download("robots-verdicts.csv", csv, "text/csv");
  page.showStatus(t("exported-csv", { urls: rows.length, crawlers: page.agents.peek().length }));
}

function exportMarkdown(): void {
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
      <p>{escapeInvisible(report.about)}</p>
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
      {report.closed.length > 0 && <ClosedUrls report={report} />}
    </article>
  );
}

function ClosedUrls({ report }: { report: Report }) {
  return (
    <>
      <h2>{t("report-blocked")}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">URL</th>
            <th scope="col">{t("crawlers")}</th>
            <th scope="col">{t("report-by")}</th>
          </tr>
        </thead>
        <tbody>
          {report.closed.flatMap(({ url, by }) =>
            by.map(({ rule, agents }) => (
              <tr key={`${url} ${rule}`}>
                <td class="mono">{escapeInvisible(url)}</td>
                <td>{shortList(agents)}</td>
                <td class="mono">{escapeInvisible(rule)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {report.more > 0 && <p>{t("report-more-blocked", { count: report.more })}</p>}
    </>
  );
}
