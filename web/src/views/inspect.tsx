/** The result of an inspection: whether the page may be crawled and indexed, and its directives for crawlers. */

import { isUnreachable, labelOf } from "../answers.ts";
import type { Answer, CrawlerInspection, InspectedPage, InspectionReport } from "../api.ts";
import { asSentence, escapeInvisible } from "../format.ts";
import { closeInspect, inspectionState, openInspect } from "../inspect.ts";
import { describeIndexing, describeReport } from "../inspection-sentences.ts";
import { t } from "../language.ts";
import { knownCrawlers } from "../state.ts";
import { DecidingRule, PolicyDifferences } from "./deciding-rule.tsx";
import { Dialog } from "./dialog.tsx";
import { unreachableText } from "./verdict.tsx";

export function InspectDialog() {
  const state = inspectionState.value;
  return (
    <Dialog
      name="inspect"
      kind="inspect"
      title={t("inspect")}
      subject={state.is === "closed" ? null : state.url}
      state={state.is}
      onClose={closeInspect}
    >
      {state.is !== "closed" && <bdi class="mono inspect-url">{escapeInvisible(state.url)}</bdi>}
      <div role="status" aria-busy={state.is === "busy"}>
        {state.is === "busy" && <p class="muted">{t("inspect-busy")}</p>}
        {state.is === "failed" && <p class="status-error">{asSentence(state.error)}</p>}
        {state.is === "done" && <InspectionBody report={state.report} />}
      </div>
      {(state.is === "done" || state.is === "failed") && (
        <button
          type="button"
          data-testid="inspect-again"
          onClick={() => void openInspect(state.url, state.agent)}
        >
          {t("inspect-again")}
        </button>
      )}
    </Dialog>
  );
}

function InspectionBody({ report }: { report: InspectionReport }) {
  return (
    <>
      <p data-testid="inspect-message">{asSentence(describeReport(report))}</p>
      {report.steps.length > 1 && (
        <ol class="hops" aria-label={t("inspect-redirects")}>
          {report.steps.map((step) => (
            <li key={step.url}>
              <bdi class="mono">{escapeInvisible(step.url)}</bdi> {step.status ?? ""}
            </li>
          ))}
        </ol>
      )}
      {report.agents.map((inspection) => (
        <Agent key={inspection.agent} inspection={inspection} report={report} />
      ))}
      {report.page && <PageSection page={report.page} />}
    </>
  );
}

function Agent({
  inspection,
  report,
}: {
  inspection: CrawlerInspection;
  report: InspectionReport;
}) {
  const { crawl } = inspection;
  const sign = inspection.indexable ? "✓" : inspection.index === "unknown" ? "?" : "✕";
  return (
    <section
      class="judged"
      data-testid="judged"
      data-agent={inspection.agent}
      data-index={inspection.index}
      data-crawl={crawl?.outcome ?? ""}
    >
      <h3>{escapeInvisible(inspection.agent)}</h3>
      <dl>
        {crawl && (
          <div>
            <dt>{t("inspect-crawlable")}</dt>
            <dd>
              <Crawlable crawl={crawl} />{" "}
              <PolicyDifferences differences={inspection.differs_under} testId="inspect-differs" />
            </dd>
          </div>
        )}
        <div>
          <dt>{t("inspect-indexable")}</dt>
          <dd>
            {sign} {asSentence(describeIndexing(inspection, report))}
          </dd>
        </div>
        {inspection.rules.length > 0 && (
          <div>
            <dt>{t("inspect-rules")}</dt>
            <dd>
              {inspection.rules.map(({ rule, place }) => (
                <span key={`${rule} ${place}`} class="rule">
                  <code>{escapeInvisible(rule)}</code> ({place}){" "}
                </span>
              ))}
            </dd>
          </div>
        )}
        {inspection.closed > 0 && <BlockedResources inspection={inspection} />}
      </dl>
    </section>
  );
}

function Crawlable({ crawl }: { crawl: Answer }) {
  const { sign, word } = labelOf(crawl);
  if (isUnreachable(crawl))
    return (
      <>
        {sign} {word}: {unreachableText(crawl)}
      </>
    );
  return (
    <>
      {sign} {crawl.decision === "allowed" ? t("inspect-yes") : t("inspect-no")}:{" "}
      <DecidingRule answer={crawl} />
    </>
  );
}

/** Only Google documents what happens to a page if its files are blocked. */
function isGoogleCrawler(agent: string): boolean {
  return knownCrawlers.value.some(
    ({ token, operator }) => token === agent && operator === "Google",
  );
}

function BlockedResources({ inspection }: { inspection: CrawlerInspection }) {
  const hidden = inspection.closed - inspection.closed_resources.length;
  return (
    <div data-testid="closed-resources">
      <dt>{t("inspect-resources")}</dt>
      <dd>
        {t("inspect-blocked", {
          closed: inspection.closed,
          all: inspection.closed + inspection.open,
        })}
        {isGoogleCrawler(inspection.agent) &&
          ` ${t("inspect-renders", { closed: inspection.closed })}`}
        <ul>
          {inspection.closed_resources.map(({ url, kind, line }) => (
            <li key={url}>
              {kind} <bdi class="mono">{escapeInvisible(url)}</bdi>
              {line !== null && ` (${t("finding-line", { line: String(line) })})`}
            </li>
          ))}
        </ul>
        {hidden > 0 && t("more-items", { count: hidden })}
      </dd>
    </div>
  );
}

function PageSection({ page }: { page: InspectedPage }) {
  return (
    <section class="judged" data-testid="inspected-page">
      <h3>{t("inspect-page")}</h3>
      <dl>
        <Property name={t("inspect-type")} value={page.content_type} />
        <Property name={t("inspect-canonical")} value={page.canonical.join(", ")} />
        {page.links > 0 && (
          <Property
            name={t("inspect-links")}
            value={t("inspect-links-value", {
              links: page.links,
              nofollow: page.nofollow_links,
            })}
          />
        )}
      </dl>
      {page.directives.length > 0 && <Directives directives={page.directives} />}
      <ul>
        {page.notes.map((note) => (
          <li key={note}>{escapeInvisible(note)}</li>
        ))}
      </ul>
    </section>
  );
}

function Property({ name, value }: { name: string; value: string | null }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{escapeInvisible(value)}</dd>
    </div>
  );
}

function Directives({ directives }: { directives: InspectedPage["directives"] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("inspect-where")}</th>
          <th scope="col">{t("inspect-for")}</th>
          <th scope="col">{t("inspect-rules")}</th>
        </tr>
      </thead>
      <tbody>
        {directives.map((list, index) => (
          <tr key={index} data-testid="directives" data-agent={list.agent ?? "*"}>
            <td>{list.place}</td>
            <td>{list.agent ? escapeInvisible(list.agent) : t("inspect-all-crawlers")}</td>
            <td>
              <code>{escapeInvisible(list.rules.join(", "))}</code>
              {list.outside_head && ` ${t("inspect-outside-head")}`}
              {list.ignored.map((ignored) => (
                <span key={ignored} class="muted">
                  {" "}
                  {asSentence(escapeInvisible(ignored))}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
