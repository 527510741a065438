/** What changes if the draft replaces the live file: for which crawlers, which URLs, by which rules. */

import { showInMatrix } from "../actions.ts";
import type {
  ChangeClass,
  ChangeEffect,
  ChangeReport,
  Crawlers,
  PaceChange,
  Rule,
  UseChangeClass,
  UseChangeEffect,
  Version,
} from "../api.ts";
import { describeCrawlers, describeReaders } from "../change-names.ts";
import { escapeInvisible, formatShortDay } from "../format.ts";
import { describeAlso, describeImpact, describeShare } from "../impact.ts";
import { t } from "../language.ts";
import { canCompareBothWays, isRestoring, pastChanges, shownReplacement } from "../past-changes.ts";
import * as page from "../state.ts";
import { describeSaid, describeUse } from "../summary.ts";
import { TextWithParts } from "./text-with-parts.tsx";

/** Most effects of a class of crawlers that are listed. */
const MAX_EFFECTS = 20;

/** Above the matrix, while the draft differs from the live file. */
export function Changes() {
  if (!page.hasDraft.value) return null;
  const past = shownReplacement.value;
  if (past) return <PastChanges from={past.version} to={past.successor} />;
  const isShown = page.replacedText.value !== null && page.changes.value !== null;
  if (!isShown || page.replacedText.value === page.draft.value) return null;
  return (
    <section
      class="what-changes"
      aria-label={t("changes-title")}
      aria-busy={page.isChangesStale.value}
      data-testid="changes"
    >
      <div class="changes-head">
        <h2>{t("changes-title")}</h2>
        {canCompareBothWays.value && (
          <button
            type="button"
            data-testid="show-since"
            onClick={() => {
              isRestoring.value = false;
            }}
          >
            {t("changes-show-since")}
          </button>
        )}
      </div>
      <ChangeDirection />
      <ChangeList report={page.changes.value} isStale={page.isChangesStale.value} />
    </section>
  );
}

/** What happened when a version of the history was replaced. To restore it is the other direction. */
function PastChanges({ from, to }: { from: Version; to: Version }) {
  const days = { from: dayOf(from), to: dayOf(to) };
  return (
    <section
      class="what-changes"
      aria-label={t("changes-since-title")}
      aria-busy={pastChanges.value === null}
      data-testid="changes"
    >
      <div class="changes-head">
        <h2>{t("changes-since-title")}</h2>
        <button
          type="button"
          data-testid="restore-version"
          title={t("changes-restore-title")}
          onClick={() => {
            isRestoring.value = true;
          }}
        >
          {t("changes-restore")}
        </button>
      </div>
      <p class="change-direction" data-testid="change-direction">
        {t("changes-since", days)}
      </p>
      <ChangeList report={pastChanges.value} isStale={false} hasHappened />
    </section>
  );
}

function dayOf(version: Version): string {
  return formatShortDay(version.first_seen, new Date());
}

/** The sentences of what is compared, by what is there before and after. */
const DIRECTIONS = {
  live: { draft: "changes-live-to-draft", version: "changes-live-to-version" },
  none: { draft: "changes-none-to-draft", version: "changes-none-to-version" },
  version: { draft: "changes-version-to-draft", version: "changes-version-to-version" },
};

/** From what to what, if the draft replaces what it is compared with. */
export function ChangeDirection() {
  const latest = page.site.value?.versions[0];
  const before = page.baselineVersion.value;
  const shown = page.displayedVersion.value;
  if (!before) return null;
  const from = before === latest ? (before.file === null ? "none" : "live") : "version";
  const days = { from: dayOf(before), to: shown ? dayOf(shown) : "" };
  return (
    <p class="change-direction" data-testid="change-direction">
      {t(DIRECTIONS[from][shown ? "version" : "draft"], days)}
    </p>
  );
}

interface ChangeListProps {
  report: ChangeReport | null;
  /** The report is about an earlier text. */
  isStale: boolean;
  /** The change has happened: it is told in the past tense. */
  hasHappened?: boolean;
}

export function ChangeList({ report, isStale, hasHappened = false }: ChangeListProps) {
  if (!report) return <p class="muted">{t("changes-busy")}</p>;
  return (
    <div class="change-list" data-outcome={report.outcome}>
      {isStale && <Summary report={report} isStale />}
      {report.classes.map((group) => (
        <Group key={groupKey(group)} group={group} report={report} hasHappened={hasHappened} />
      ))}
      {report.uses.map((group) => (
        <UseGroup key={groupKey(group)} group={group} />
      ))}
      {!isStale && <Summary report={report} isStale={false} hasHappened={hasHappened} />}
      {report.pace.map((change) => (
        <p
          key={groupKey({ ...change, purpose_tokens: [], readers: [] })}
          data-testid="changes-pace"
        >
          {describePace(change)}
        </p>
      ))}
      <Sitemaps id="sitemaps-added" urls={report.sitemaps_added} />
      <Sitemaps id="sitemaps-removed" urls={report.sitemaps_removed} />
    </div>
  );
}

function groupKey({ crawlers, purpose_tokens, readers }: Crawlers): string {
  return [crawlers, purpose_tokens, ...readers.map((one) => one.crawlers)].join(" ");
}

interface SummaryProps {
  report: ChangeReport;
  isStale: boolean;
  hasHappened?: boolean;
}

function Summary({ report, isStale, hasHappened = false }: SummaryProps) {
  // Without an answer from the service this lasts, and "no verdict changes" would be about another text.
  if (isStale) return <p class="muted">{t("changes-stale")}</p>;
  const { outcome, lines_changed } = report;
  const lines =
    lines_changed === 0 ? t("changes-order") : t("changes-lines", { count: lines_changed });
  const unread =
    report.names_not_compared > 0 &&
    ` ${t("changes-unread", { count: report.names_not_compared })}`;
  const changed = report.programs?.changed ?? [];
  if (outcome === "none" && changed.length > 0)
    return (
      <>
        <p class="bad">{t("changes-for-programs", { lines })}</p>
        <ul data-testid="changes-for-programs">
          {changed.map((change) => (
            <li key={change.programs[0]}>
              {t(change.becomes_allowed ? "change-program-opened" : "change-program-closed", {
                path: escapeInvisible(change.path),
                programs: change.programs.join(", "),
              })}
            </li>
          ))}
        </ul>
      </>
    );
  if (outcome === "none")
    return (
      <p class="good">
        {t(hasHappened ? "changes-none-past" : "changes-none", { lines })}
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
  if (report.classes.length === 0 && report.uses.length > 0)
    return (
      <p class="muted">
        {t("changes-only-uses", { lines })}
        {unread}
      </p>
    );
  const hasRest =
    unaffected.crawlers.length > 0 ||
    unaffected.purpose_tokens.length > 0 ||
    unaffected.readers.length > 0 ||
    unaffected.others;
  return (
    <p class="muted">
      {t("changes-some", { lines })}
      {unread}
      {hasRest &&
        ` ${t(hasHappened ? "changes-rest-past" : "changes-rest", { names: describeReaders(unaffected, page.knownCrawlers.value, 2) })}`}
    </p>
  );
}

/** What changes about uses, after access: a lost site is told first. */
function UseGroup({ group }: { group: UseChangeClass }) {
  const listed = group.effects.slice(0, MAX_EFFECTS);
  const more = group.more + group.effects.length - listed.length;
  return (
    <>
      <p class="change-names" title={group.crawlers.join(", ")}>
        {describeReaders(group, page.knownCrawlers.value)}
      </p>
      <ul>
        {listed.map((effect) => (
          <UseEffect key={`${effect.use} ${effect.shortest}`} effect={effect} />
        ))}
        {more > 0 && <li class="muted">{t("changes-more", { count: more })}</li>}
        {group.undecided && <li class="bad">{t("changes-use-more")}</li>}
      </ul>
    </>
  );
}

function UseEffect({ effect }: { effect: UseChangeEffect }) {
  const url = <bdi class="mono">{escapeInvisible(effect.example)}</bdi>;
  const use = <b>{describeUse(effect.use)}</b>;
  const before = <span class="muted">{said(effect.before)}</span>;
  return (
    <li data-testid="use-change" data-becomes={effect.after.outcome}>
      <TextWithParts
        id="changes-use"
        parts={{ use, url, after: <b>{said(effect.after)}</b>, before }}
      />
    </li>
  );
}

function said({ outcome, statements }: UseChangeEffect["after"]): string {
  const first = statements.find((one) => one.outcome !== "not said");
  return describeSaid(outcome, first?.line ?? null, first?.text ?? null);
}

interface GroupProps {
  group: ChangeClass;
  report: ChangeReport;
  hasHappened: boolean;
}

/** The size of what the crawlers lose and gain, then the rules that prove it. */
function Group(props: GroupProps) {
  const { group } = props;
  const known = page.knownCrawlers.value;
  const { lost, gained } = group.impact;
  return (
    <>
      {lost && <Direction {...props} direction="lost" becomes="disallowed" />}
      {gained && <Direction {...props} direction="gained" becomes="allowed" />}
      {!lost && !gained && <p class="change-names">{describeReaders(group, known)}</p>}
      {group.more > 0 && <p class="muted">{t("changes-more", { count: group.more })}</p>}
      {group.undecided > 0 && <p class="bad">{t("changes-not-all")}</p>}
    </>
  );
}

interface DirectionProps extends GroupProps {
  direction: "lost" | "gained";
  becomes: ChangeEffect["becomes"];
}

function Direction({ group, report, hasHappened, direction, becomes }: DirectionProps) {
  const known = page.knownCrawlers.value;
  const extent = group.impact[direction];
  const effects = group.effects.filter((effect) => effect.becomes === becomes);
  const listed = effects.slice(0, MAX_EFFECTS);
  const more = effects.length - listed.length;
  const also = describeAlso(group, known);
  const share = extent && describeShare(report, extent);
  const level = direction === "gained" ? "gained" : group.impact.severity;
  return (
    <>
      <p
        class={`change-names impact-${level}`}
        title={group.crawlers.join(", ")}
        data-testid="impact"
        data-severity={group.impact.severity}
      >
        {describeImpact(group, direction, known, hasHappened)}
      </p>
      <ul>
        {share && <li>{share}</li>}
        {also && <li class="muted">{t("impact-also", { names: also })}</li>}
        {listed.map((effect) => (
          <Effect
            key={effect.shortest}
            effect={effect}
            crawlers={group.crawlers}
            hasHappened={hasHappened}
          />
        ))}
        {more > 0 && <li class="muted">{t("changes-more", { count: more })}</li>}
      </ul>
    </>
  );
}

interface EffectProps {
  effect: ChangeEffect;
  crawlers: string[];
  hasHappened: boolean;
}

function Effect({ effect, crawlers, hasHappened }: EffectProps) {
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
        id={hasHappened ? "changes-effect-past" : "changes-effect"}
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

/** "Another pace for bingbot: line 3, Crawl-delay: 50; before: nothing." */
function describePace({ crawlers, others, before, after }: PaceChange): string {
  const said = (lines: PaceChange["after"]) =>
    lines
      .map(
        ({ line, text }) =>
          `${t("finding-line", { line: String(line) })}, ${escapeInvisible(text)}`,
      )
      .join(", ") || t("changes-pace-none");
  const names = describeCrawlers({ crawlers, others }, page.knownCrawlers.value, 2);
  return t("changes-pace", { names, after: said(after), before: said(before) });
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
