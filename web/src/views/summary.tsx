/** What the file means for the site, in words, before any control. Each sentence leads to what it speaks of. */

import { addAgents, addSitemapUrls, refetchSite } from "../actions.ts";
import type { AccessGroup } from "../api.ts";
import { goTo } from "../editor-loader.ts";
import { asSentence, escapeInvisible, formatDay, formatTime } from "../format.ts";
import { t } from "../language.ts";
import { describeClosedSite, describeOldCopy, describeOpenSite } from "../site-messages.ts";
import * as page from "../state.ts";
import {
  type ClosedUrls,
  closedUrls,
  describeSearch,
  describeTraining,
  describeUses,
  saysSomething,
} from "../summary.ts";
import { AskAsButton } from "./ask-as-button.tsx";
import { goToNext } from "./findings.tsx";
import { OtherAnswer } from "./other-answer.tsx";
import { TextWithParts } from "./text-with-parts.tsx";

/** The fewest URLs about which a sentence says more than the table. */
const MIN_URLS = 5;
/** Most crawlers that a click adds to the table. */
const MAX_ADDED = 30;

export function Summary() {
  const site = page.site.value;
  if (!page.hasDraft.value) return site ? <SiteState /> : null;
  const summary = page.summary.value;
  if (!summary) return page.isOutdated.value ? null : <Waiting />;
  return (
    <section
      class="summary"
      aria-label={t("summary-label")}
      aria-busy={page.isSummaryStale.value}
      data-outdated={page.isSummaryStale.value || page.isOutdated.value}
      data-testid="summary"
    >
      <OtherAnswer />
      <ul>
        <Search />
        <li data-testid="summary-training">
          <button
            type="button"
            class="sentence"
            title={t("training-title")}
            onClick={() =>
              addAgents(summary.ai_training.flatMap(({ crawlers }) => crawlers).slice(0, MAX_ADDED))
            }
          >
            {describeTraining(summary.ai_training, summary.search[0])}
          </button>
        </li>
        <Uses />
        <Problems />
        <Urls sitemaps={summary.sitemaps} />
        <Redirects />
        <Age />
      </ul>
    </section>
  );
}

/** Keeps the place of the summary: without it the table would move when it arrives, perhaps away from a click. */
function Waiting() {
  return (
    <section
      class="summary summary-waiting"
      aria-label={t("summary-label")}
      aria-busy="true"
      data-testid="summary-waiting"
    >
      <p class="muted">{t("loading")}</p>
    </section>
  );
}

/** Groups of search engines that are told apart. Nearly every file has one. */
const MAX_GROUPS = 3;

/** What search engines may crawl: the folders that are closed, and how many known URLs that are. */
function Search() {
  const groups = page.summary.value?.search ?? [];
  const more = groups.slice(MAX_GROUPS).reduce((sum, { crawlers }) => sum + crawlers.length, 0);
  const text = (group: AccessGroup) =>
    describeSearch(group, page.knownCrawlers.value, page.countedUrls.value);
  return (
    <>
      {groups.slice(0, MAX_GROUPS).map((group) => (
        <li key={group.crawlers[0]} data-access={group.access}>
          {group.line === null ? text(group) : <Go line={group.line}>{text(group)}</Go>}
        </li>
      ))}
      {more > 0 && <li>{t("search-others", { count: more })}</li>}
    </>
  );
}

/** What the file says about uses: to be crawled and to be used for training are two questions. */
function Uses() {
  const summary = page.summary.value;
  if (!summary) return null;
  if (summary.uses_undecided) return <li class="bad">{t("summary-uses-undecided")}</li>;
  if (!saysSomething(summary.uses)) {
    const groups = [...summary.search, ...summary.ai_training];
    const isClosed = groups.some(({ access }) => access === "nothing");
    const said = isClosed ? "summary-uses-closed" : "summary-uses-none";
    return <li data-testid="summary-uses">{t(said)}</li>;
  }
  return (
    <>
      {describeUses(summary.uses, page.knownCrawlers.value).map(({ use, line, text }) => (
        <li key={use} data-testid="summary-uses" data-use={use}>
          {line === null ? text : <Go line={line}>{text}</Go>}
        </li>
      ))}
    </>
  );
}

function Go({ line, children }: { line: number; children: preact.ComponentChildren }) {
  return (
    <button
      type="button"
      class="sentence"
      title={t("go-to-line", { line: String(line) })}
      onClick={() => goTo(line)}
    >
      {children}
    </button>
  );
}

/** A site without a draft: what its state means. */
function SiteState() {
  const site = page.site.value;
  if (!site || page.isOpening.value) return null;
  if (site.basis === "file")
    return (
      <section class="summary" aria-label={t("summary-label")} data-testid="summary">
        <p>{t("summary-empty")}</p>
      </section>
    );
  const isClosed = site.basis === "disallowed" || site.basis === "nothing";
  if (!isClosed && site.basis !== "no-file" && site.basis !== "no-limits") return null;
  const text = isClosed ? describeClosedSite("Google", site) : describeOpenSite(site);
  return (
    <section
      class="summary summary-state"
      aria-label={t("summary-label")}
      data-testid="summary"
      data-closed={isClosed}
    >
      <p>
        <strong>{asSentence(escapeInvisible(text))}</strong> <AskAsButton isFirst />
        <button type="button" onClick={() => void refetchSite()}>
          {t("fetch-it-again")}
        </button>
      </p>
    </section>
  );
}

function Problems() {
  const report = page.lint.value;
  if (!report) return null;
  const { errors, warnings } = report;
  if (errors === 0 && warnings === 0) return <li>{t("no-problems")}</li>;
  const text = () => {
    if (warnings === 0) return t("problems-errors", { count: errors });
    if (errors === 0) return t("problems-warnings", { count: warnings });
    return t("problems-both", { errors, warnings });
  };
  return (
    <li>
      <button
        type="button"
        class="sentence"
        onClick={() => goToNext(errors > 0 ? "error" : "warning")}
      >
        {text()}
      </button>
    </li>
  );
}

/** How many of the URLs in the table are closed, and by which lines; or how to get the URLs of the sitemaps. */
function Urls({ sitemaps }: { sitemaps: number }) {
  const agent = page.agents.value.includes("Googlebot") ? "Googlebot" : page.agents.value[0];
  const urls = page.urls.value;
  if (agent !== undefined && urls.length >= MIN_URLS) {
    const { all, closed, lines } = closedUrls(page.displayedAnswers.value, urls, agent);
    if (all === 0) return null;
    return (
      <li data-testid="summary-urls">
        {closed === 0 ? (
          t("urls-none-closed", { all, agent })
        ) : (
          <TextWithParts
            id="urls-closed"
            values={{ closed, all, agent }}
            parts={{ lines: <ClosingLines lines={lines} /> }}
          />
        )}
      </li>
    );
  }
  if (sitemaps === 0 || !page.site.value) return null;
  return (
    <li data-testid="summary-urls">
      {t("summary-sitemaps", { count: sitemaps })}{" "}
      <button type="button" class="sentence" onClick={() => void addSitemapUrls("")}>
        {t("summary-test-urls", { count: sitemaps })}
      </button>
    </li>
  );
}

function ClosingLines({ lines }: { lines: ClosedUrls["lines"] }) {
  const more = lines.length - 3;
  return (
    <>
      {lines.slice(0, 3).map(([line, count], index) => (
        <>
          {index > 0 && ", "}
          <Go line={line}>{t("line-closes", { line: String(line), count })}</Go>
        </>
      ))}
      {more > 0 && ` ${t("lines-and-more", { count: more })}`}
    </>
  );
}

/** Where the text really comes from, if the site redirects. */
function Redirects() {
  const site = page.site.value;
  const hops = site?.hops ?? [];
  const last = hops.at(-1);
  if (!site || !last || hops.length < 2) return null;
  return (
    <li data-testid="summary-redirects">
      <TextWithParts
        id="summary-redirects"
        values={{ origin: site.origin, count: hops.length - 1 }}
        parts={{ url: <bdi class="mono">{escapeInvisible(last.url)}</bdi> }}
      />
    </li>
  );
}

/** How long the live file has been as it is. */
function Age() {
  const site = page.site.value;
  const latest = site?.versions[0];
  if (!site || !latest || latest.file === null) return null;
  if (page.draft.value !== latest.file) return null;
  return (
    <li class="muted" title={formatTime(latest.first_seen)}>
      {t("summary-age", { day: formatDay(latest.first_seen, new Date()) })} {describeOldCopy(site)}
    </li>
  );
}
