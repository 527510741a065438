/** What the file means for the site, in words, before any control. Each sentence leads to what it speaks of. */

import { addAgents, addSitemapUrls, refetchSite } from "../actions.ts";
import { asSentence, escapeInvisible, formatCount, formatDay, formatTime } from "../format.ts";
import { describeClosedSite, describeOpenSite } from "../site-messages.ts";
import * as page from "../state.ts";
import { closedUrls, describeSearch, describeTraining } from "../summary.ts";
import { goToNext } from "./findings.tsx";

/** The fewest URLs about which a sentence says more than the table. */
const MIN_URLS = 5;
/** Most crawlers that a click adds to the table. */
const MAX_ADDED = 30;

export function Summary() {
  const site = page.site.value;
  if (!page.hasDraft.value) return site ? <SiteState /> : null;
  const summary = page.summary.value;
  if (!summary) return null;
  return (
    <section
      class="summary"
      aria-label="Summary"
      aria-busy={page.isSummaryStale.value}
      data-outdated={page.isSummaryStale.value || page.isServiceDown.value}
      data-testid="summary"
    >
      <ul>
        {summary.search.map((group) => (
          <li key={group.access} data-access={group.access}>
            {group.line === null ? (
              describeSearch(group, page.knownCrawlers.value)
            ) : (
              <Go line={group.line}>{describeSearch(group, page.knownCrawlers.value)}</Go>
            )}
          </li>
        ))}
        <li data-testid="summary-training">
          <button
            type="button"
            class="sentence"
            title="Crawlers whose operator says that they obey robots.txt. Click to add some of them to the table."
            onClick={() =>
              addAgents(summary.ai_training.flatMap(({ crawlers }) => crawlers).slice(0, MAX_ADDED))
            }
          >
            {describeTraining(summary.ai_training)}
          </button>
        </li>
        <Problems />
        <Urls sitemaps={summary.sitemaps} />
        <Redirects />
        <Age />
      </ul>
    </section>
  );
}

function Go({ line, children }: { line: number; children: preact.ComponentChildren }) {
  return (
    <button
      type="button"
      class="sentence"
      title={`Go to line ${line}`}
      onClick={() => page.editor.peek()?.goTo(line)}
    >
      {children}
    </button>
  );
}

/** A site without a draft: what its state means. */
function SiteState() {
  const site = page.site.value;
  if (!site || page.isOpening.value) return null;
  const isClosed = site.basis === "disallowed" || site.basis === "nothing";
  if (!isClosed && site.basis !== "no-file" && site.basis !== "no-limits") return null;
  const text = isClosed ? describeClosedSite("Google", site) : describeOpenSite(site);
  return (
    <section
      class="summary summary-state"
      aria-label="Summary"
      data-testid="summary"
      data-closed={isClosed}
    >
      <p>
        <strong>{asSentence(escapeInvisible(text))}</strong>{" "}
        <button type="button" onClick={() => void refetchSite()}>
          Fetch it again
        </button>
      </p>
    </section>
  );
}

function Problems() {
  const report = page.lint.value;
  if (!report) return null;
  const { errors, warnings } = report;
  if (errors === 0 && warnings === 0) return <li>No errors and no warnings.</li>;
  const parts = [
    errors > 0 && formatCount(errors, "error"),
    warnings > 0 && formatCount(warnings, "warning"),
  ].filter((part) => part !== false);
  return (
    <li>
      <button
        type="button"
        class="sentence"
        onClick={() => goToNext(errors > 0 ? "error" : "warning")}
      >
        {parts.join(" and ")} in the file.
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
        {closed === 0
          ? `None of the ${all} URLs in the table is closed for ${agent}.`
          : `${closed} of the ${all} URLs in the table ${closed === 1 ? "is" : "are"} closed for ${agent}: `}
        {lines.slice(0, 3).map(([line, count], index) => (
          <>
            {index > 0 && ", "}
            <Go line={line}>
              line {line} closes {count}
            </Go>
          </>
        ))}
        {lines.length > 3 && ` and ${formatCount(lines.length - 3, "more line")}`}
        {closed > 0 && "."}
      </li>
    );
  }
  if (sitemaps === 0 || !page.site.value) return null;
  return (
    <li data-testid="summary-urls">
      The file names {formatCount(sitemaps, "sitemap")}.{" "}
      <button type="button" class="sentence" onClick={() => void addSitemapUrls("")}>
        Test {sitemaps === 1 ? "its" : "their"} URLs
      </button>
    </li>
  );
}

/** Where the text really comes from, if the site redirects. */
function Redirects() {
  const site = page.site.value;
  const hops = site?.hops ?? [];
  const last = hops.at(-1);
  if (!site || !last || hops.length < 2) return null;
  const count = formatCount(hops.length - 1, "redirect");
  return (
    <li data-testid="summary-redirects">
      {site.origin} redirects: its robots.txt is the one at{" "}
      <bdi class="mono">{escapeInvisible(last.url)}</bdi> ({count}).
    </li>
  );
}

/** How long the live file has been as it is. */
function Age() {
  const latest = page.site.value?.versions[0];
  if (!latest || latest.file === null) return null;
  if (page.draft.value !== latest.file) return null;
  return (
    <li class="muted" title={formatTime(latest.first_seen)}>
      This text is live, first seen on {formatDay(latest.first_seen, new Date())}.
    </li>
  );
}
