/** The audit of an access log: what it rests on, the crawlers with the worst first, and the worst ten requests. */

import { type AuditState, audit, closeLog } from "../access-log.ts";
import type { AuditReport, CrawlerRow } from "../audit/messages.ts";
import { basisOf, examplesOf, remarksOf } from "../audit-sentences.ts";
import { language, t } from "../language.ts";
import { Dialog } from "./dialog.tsx";
import { InlineCode } from "./inline-code.tsx";

export function AuditDialog() {
  const state = audit.value;
  return (
    <Dialog
      name="audit"
      kind="audit-dialog"
      title={t("audit-title", { file: state?.file.name ?? "" })}
      subject={state?.file ?? null}
      state={state?.is ?? "none"}
      onClose={closeLog}
    >
      {state && <Body state={state} />}
    </Dialog>
  );
}

function Body({ state }: { state: AuditState }) {
  if (state.is === "reading") {
    return (
      <p role="status">
        {t("audit-reading", { percent: Math.floor(state.part * 100) })}{" "}
        <progress value={state.part} aria-label={t("audit-progress")} />
      </p>
    );
  }
  if (state.is === "failed") {
    return (
      <p class="bad" role="alert" data-testid="audit-failed">
        {t("audit-failed", { why: state.why })}
      </p>
    );
  }
  const { report, origin, leftOut } = state;
  return (
    <>
      <ul class="audit-basis" data-testid="audit-basis">
        {basisOf(report, origin).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p data-testid="audit-lines">
        {t("audit-lines", { lines: report.lines, requests: report.requests })}{" "}
        {remarksOf(report, leftOut).join(" ")}
      </p>
      <Figures report={report} />
      <p class="muted submit-note">
        <InlineCode text={t("audit-more")} />
      </p>
    </>
  );
}

function Figures({ report }: { report: AuditReport }) {
  if (report.requests === 0) return <p class="bad">{t("audit-no-requests")}</p>;
  if (report.crawlers.length === 0) return <p>{t("audit-no-crawlers")}</p>;
  const examples = examplesOf(report);
  return (
    <>
      <Table rows={report.crawlers} />
      <p class="muted">{t("audit-columns")}</p>
      {examples.length === 0 ? (
        <p data-testid="audit-none">{t("audit-none")}</p>
      ) : (
        <>
          <h3>{t("audit-worst", { count: examples.length })}</h3>
          <ol class="audit-worst" data-testid="audit-worst">
            {examples.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

const COLUMNS = [
  ["audit-requests", "requests"],
  ["audit-obeyed", "obeyed"],
  ["audit-disobeyed", "disobeyed"],
  ["audit-reading-not-known", "reading_not_known"],
  ["audit-never-asked", "never_asked"],
  ["audit-excused", "excused"],
  ["audit-not-known", "not_known"],
] as const;
const BAD: readonly string[] = ["disobeyed"];

function Table({ rows }: { rows: CrawlerRow[] }) {
  const count = new Intl.NumberFormat(language.value);
  return (
    <table class="audit-table" data-testid="audit-table">
      <thead>
        <tr>
          <th scope="col">{t("audit-crawler")}</th>
          {COLUMNS.map(([key]) => (
            <th key={key} scope="col">
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.crawler} data-crawler={row.crawler}>
            <th scope="row">{row.crawler}</th>
            {COLUMNS.map(([key, name]) => (
              <td
                key={key}
                data-label={t(key)}
                class={BAD.includes(name) && row[name] > 0 ? "bad" : ""}
              >
                {count.format(row[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
