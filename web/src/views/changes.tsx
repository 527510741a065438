/** What changes if the draft replaces the live file: for which crawlers, which URLs, by which rules. */

import { showInMatrix } from "../actions.ts";
import type { ChangeClass, ChangeEffect, ChangeReport, Rule } from "../api.ts";
import { describeCrawlers } from "../change-names.ts";
import { escapeInvisible } from "../format.ts";
import { t } from "../language.ts";
import * as page from "../state.ts";
import { TextWithParts } from "./text-with-parts.tsx";

/** Most effects of a class of crawlers that are listed. */
const MAX_EFFECTS = 20;

/** Above the matrix, while the draft differs from the live file. */
export function Changes() {
  const isShown =
    page.hasDraft.value && page.replacedText.value !== null && page.changes.value !== null;
  if (!isShown || page.replacedText.value === page.draft.value) return null;
  return (
    <section
      class="what-changes"
      aria-label={t("changes-title")}
      aria-busy={page.isChangesStale.value}
      data-testid="changes"
    >
      <h2>{t("changes-title")}</h2>
      <ChangeList report={page.changes.value} isStale={page.isChangesStale.value} />
    </section>
  );
}

/** `isStale`: the report is about an earlier text. */
export function ChangeList({ report, isStale }: { report: ChangeReport | null; isStale: boolean }) {
  if (!report) return <p class="muted">{t("changes-busy")}</p>;
  return (
    <div class="change-list" data-outcome={report.outcome}>
      <Summary report={report} isStale={isStale} />
      {report.classes.map((group) => (
        <Group key={group.crawlers.join()} group={group} />
      ))}
      <Sitemaps id="sitemaps-added" urls={report.sitemaps_added} />
      <Sitemaps id="sitemaps-removed" urls={report.sitemaps_removed} />
    </div>
  );
}

function Summary({ report, isStale }: { report: ChangeReport; isStale: boolean }) {
  // Without an answer from the service this lasts, and "no verdict changes" would be about another text.
  if (isStale) return <p class="muted">{t("changes-stale")}</p>;
  const { outcome, lines_changed } = report;
  const lines =
    lines_changed === 0 ? t("changes-order") : t("changes-lines", { count: lines_changed });
  const unread =
    report.names_not_compared > 0 &&
    ` ${t("changes-unread", { count: report.names_not_compared })}`;
  if (outcome === "none")
    return (
      <p class="good">
        {t("changes-none", { lines })}
        {unread}
      </p>
    );
  if (outcome === "undecided")
    return (
      <p class="bad">
        {t("changes-undecided", { lines })}
        {unread}
      </p>
    );
  const { unaffected } = report;
  const hasRest = unaffected.crawlers.length > 0 || unaffected.others;
  return (
    <p class="muted">
      {t("changes-some", { lines })}
      {unread}
      {hasRest &&
        ` ${t("changes-rest", { names: describeCrawlers(unaffected, page.knownCrawlers.value, 2) })}`}
    </p>
  );
}

function Group({ group }: { group: ChangeClass }) {
  const names = describeCrawlers(group, page.knownCrawlers.value);
  const listed = group.effects.slice(0, MAX_EFFECTS);
  const more = group.more + group.effects.length - listed.length;
  return (
    <>
      <p class="change-names" title={group.crawlers.join(", ")}>
        {names}
      </p>
      <ul>
        {listed.map((effect) => (
          <Effect key={effect.shortest} effect={effect} crawlers={group.crawlers} />
        ))}
        {more > 0 && <li class="muted">{t("changes-more", { count: more })}</li>}
        {group.undecided > 0 && <li class="bad">{t("changes-not-all")}</li>}
      </ul>
    </>
  );
}

function Effect({ effect, crawlers }: { effect: ChangeEffect; crawlers: string[] }) {
  const isBlocked = effect.becomes === "disallowed";
  const url = (
    <button
      type="button"
      class="witness mono"
      title={t("changes-show-url")}
      onClick={() => {
        closeDialogs();
        showInMatrix(effect.example, crawlers);
      }}
    >
      <bdi>{escapeInvisible(effect.example)}</bdi>
    </button>
  );
  const verdict = (
    <b class={isBlocked ? "becomes-blocked" : "becomes-allowed"}>
      {isBlocked ? t("becomes-blocked") : t("becomes-allowed")}
    </b>
  );
  const before = (
    <span class="muted">
      <TextWithParts id="changes-before" parts={{ rule: <By rule={effect.before} /> }} />
    </span>
  );
  return (
    <li data-testid="change" data-becomes={effect.becomes}>
      <TextWithParts
        id="changes-effect"
        parts={{ url, verdict, after: <By rule={effect.after} />, before }}
      />
    </li>
  );
}

function By({ rule }: { rule: Rule | null }) {
  if (!rule) return <>{t("by-no-rule")}</>;
  const field = rule.kind === "allow" ? "Allow" : "Disallow";
  const text = (
    <code>
      {field}: <bdi>{escapeInvisible(rule.pattern)}</bdi>
    </code>
  );
  return (
    <TextWithParts id="by-line-rule" values={{ line: String(rule.line) }} parts={{ rule: text }} />
  );
}

function Sitemaps({ id, urls }: { id: "sitemaps-added" | "sitemaps-removed"; urls: string[] }) {
  if (urls.length === 0) return null;
  const url = <bdi class="mono">{escapeInvisible(urls[0] ?? "")}</bdi>;
  return (
    <p>
      <TextWithParts id={id} values={{ count: urls.length }} parts={{ url }} />
      {urls.length > 1 && " …"}
    </p>
  );
}

/** The matrix is behind an open dialog. */
function closeDialogs(): void {
  for (const dialog of document.querySelectorAll("dialog[open]"))
    if (dialog instanceof HTMLDialogElement) dialog.close();
}
