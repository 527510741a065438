/** What changes if the draft replaces the live file: for which crawlers, which URLs, by which rules. */

import { showInMatrix } from "../actions.ts";
import type { ChangeClass, ChangeEffect, ChangeReport, Rule } from "../api.ts";
import { describeCrawlers } from "../change-names.ts";
import { escapeInvisible, formatCount } from "../format.ts";
import * as page from "../state.ts";

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
      aria-label="What changes"
      aria-busy={page.isChangesStale.value}
      data-testid="changes"
    >
      <h2>What changes</h2>
      <ChangeList report={page.changes.value} isStale={page.isChangesStale.value} />
    </section>
  );
}

/** `isStale`: the report is about an earlier text. */
export function ChangeList({ report, isStale }: { report: ChangeReport | null; isStale: boolean }) {
  if (!report) return <p class="muted">Comparing…</p>;
  return (
    <div class="change-list" data-outcome={report.outcome}>
      <Summary report={report} isStale={isStale} />
      {report.classes.map((group) => (
        <Group key={group.crawlers.join()} group={group} />
      ))}
      <Sitemaps what="added" urls={report.sitemaps_added} />
      <Sitemaps what="removed" urls={report.sitemaps_removed} />
    </div>
  );
}

function Summary({ report, isStale }: { report: ChangeReport; isStale: boolean }) {
  // Without an answer from the service this lasts, and "no verdict changes" would be about another text.
  if (isStale)
    return <p class="muted">Comparing. What is listed here is about an earlier draft.</p>;
  const { outcome, lines_changed } = report;
  const lines =
    lines_changed === 0
      ? "Only the order of lines, or white space, differs"
      : `${formatCount(lines_changed, "line differs", "lines differ")}`;
  const unread =
    report.unread_names > 0 &&
    ` ${formatCount(report.unread_names, "crawler name was", "crawler names were")} not compared.`;
  if (outcome === "none")
    return (
      <p class="good">
        ✓ {lines}, and no verdict changes: every crawler may fetch the same URLs as before.{unread}
      </p>
    );
  if (outcome === "undecided")
    return (
      <p class="bad">
        {lines}. No difference was found, but these files have too many rules to compare them all.
        {unread}
      </p>
    );
  const { unaffected } = report;
  const hasRest = unaffected.crawlers.length > 0 || unaffected.others;
  return (
    <p class="muted">
      {lines}. Other URLs may match the same rules.{unread}
      {hasRest &&
        ` No verdict changes for ${describeCrawlers(unaffected, page.knownCrawlers.value, 2)}.`}
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
        {more > 0 && <li class="muted">{formatCount(more, "more effect", "more effects")}</li>}
        {group.undecided > 0 && <li class="bad">Not all rules could be compared.</li>}
      </ul>
    </>
  );
}

function Effect({ effect, crawlers }: { effect: ChangeEffect; crawlers: string[] }) {
  const isBlocked = effect.becomes === "disallowed";
  return (
    <li data-testid="change" data-becomes={effect.becomes}>
      <button
        type="button"
        class="witness mono"
        title="Show this URL in the table"
        onClick={() => {
          closeDialogs();
          showInMatrix(effect.example, crawlers);
        }}
      >
        <bdi>{escapeInvisible(effect.example)}</bdi>
      </button>{" "}
      becomes{" "}
      <b class={isBlocked ? "becomes-blocked" : "becomes-allowed"}>
        {isBlocked ? "blocked" : "allowed"}
      </b>
      , <By rule={effect.after} />
      <span class="muted">
        {" "}
        (before: <By rule={effect.before} />)
      </span>
    </li>
  );
}

function By({ rule }: { rule: Rule | null }) {
  if (!rule) return <>no rule matches</>;
  const field = rule.kind === "allow" ? "Allow" : "Disallow";
  return (
    <>
      by line {rule.line},{" "}
      <code>
        {field}: <bdi>{escapeInvisible(rule.pattern)}</bdi>
      </code>
    </>
  );
}

function Sitemaps({ what, urls }: { what: string; urls: string[] }) {
  if (urls.length === 0) return null;
  return (
    <p>
      {formatCount(urls.length, "sitemap")} {what}:{" "}
      <bdi class="mono">{escapeInvisible(urls[0] ?? "")}</bdi>
      {urls.length > 1 && " …"}
    </p>
  );
}

/** The matrix is behind an open dialog. */
function closeDialogs(): void {
  for (const dialog of document.querySelectorAll("dialog[open]"))
    if (dialog instanceof HTMLDialogElement) dialog.close();
}
