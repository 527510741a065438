/** The verdict about the chosen cell, in large. About an empty draft there is none: then it is that of what is live. */

import { fetchAgain, openSite } from "../actions.ts";
import {
  type Cell,
  compare,
  inWords,
  isAnswer,
  isUnreachable,
  signOf,
  verdictOf,
} from "../answers.ts";
import type { Answer, LiveSite } from "../api.ts";
import { sentence, visible } from "../format.ts";
import { openInspect } from "../inspect.ts";
import { askNow } from "../queries.ts";
import { causeFirst, closedTo, openToAll } from "../site-messages.ts";
import * as page from "../state.ts";
import { isOfSite } from "../url-list.ts";
import { Deciding, PolicyDifferences } from "./deciding-rule.tsx";
import { Words } from "./inline-code.tsx";

/** What the banner is about. */
type Shown =
  | { is: "nothing" | "opening" | "asking" }
  | {
      is: "verdict";
      cell: page.Selection;
      found: Cell;
      live: Cell | undefined;
      isChanged: boolean;
    };

function shown(): Shown {
  if (page.isOpening.value) return { is: "opening" };
  const cell = page.selection.value;
  if (!cell) return { is: "nothing" };
  const { draft, live, isChanged } = compare(
    page.draftAnswers.value,
    page.liveAnswers.value,
    cell.url,
    cell.agent,
  );
  if (draft) return { is: "verdict", cell, found: draft, live, isChanged };
  if (page.hasDraft.value) return { is: "asking" };
  if (!page.site.value) return { is: "nothing" };
  return live ? { is: "verdict", cell, found: live, live, isChanged } : { is: "asking" };
}

export function VerdictBanner() {
  const what = shown();
  const isOutdated = page.isOutdated.value;
  const found = what.is === "verdict" ? what.found : undefined;
  return (
    <div
      class="verdict"
      data-testid="verdict-banner"
      data-verdict={found ? verdictOf(found) : "none"}
      data-unreachable={isUnreachable(found)}
      data-outdated={isOutdated}
      role="status"
      aria-live="polite"
    >
      {isOutdated && <Outdated />}
      {what.is === "verdict" ? <Verdict {...what} /> : <Nothing is={what.is} />}
    </div>
  );
}

function Outdated() {
  return (
    <span class="outdated" data-testid="outdated">
      <b>Not up to date</b>
      {page.isServiceDown.value && (
        <button type="button" data-testid="ask-now" onClick={askNow}>
          Ask again now
        </button>
      )}
    </span>
  );
}

function Nothing({ is }: { is: "nothing" | "opening" | "asking" }) {
  const words = () => {
    if (is === "opening") return `Opening ${visible(page.opening.value ?? "")}…`;
    if (is === "asking") return page.isOutdated.value ? "No verdict yet." : "Asking…";
    if (page.urls.value.length === 0 || page.agents.value.length === 0)
      return "Add a URL and a crawler to see a verdict.";
    if (page.rows.value.length === 0) return "No URLs match the filters.";
    return "No verdict yet: open your site above, or paste a robots.txt.";
  };
  return <span class="muted">{words()}</span>;
}

interface Props {
  cell: page.Selection;
  found: Cell;
  /** What is live says this. */
  live: Cell | undefined;
  /** That is another verdict. */
  isChanged: boolean;
}

function Verdict({ cell, found, live, isChanged }: Props) {
  const { sign, word } = signOf(found);
  return (
    <>
      <strong class="verdict-word">
        <span aria-hidden="true">{sign}</span> {word}
      </strong>
      <span class="verdict-why">
        <span class="verdict-what">
          <b>{visible(cell.agent)}</b> <span class="muted">at</span>{" "}
          <bdi class="mono" title={visible(cell.url)}>
            {visible(cell.url)}
          </bdi>
        </span>
        <span class="verdict-by">
          <Because cell={found} />
          {isAnswer(found) && found.requested && (
            <span class="muted">
              {" "}
              a crawler requests it as <bdi class="mono">{visible(found.requested)}</bdi>
            </span>
          )}
        </span>
        {isAnswer(live) && (
          <PolicyDifferences differs={live.differs_under} testId="verdict-differs" />
        )}
      </span>
      {isChanged && live && <Before live={live} />}
      <Next cell={cell} found={found} />
    </>
  );
}

/** What can be done about it. */
function Next({ cell, found }: { cell: page.Selection; found: Cell }) {
  const origin = page.site.value?.origin;
  const isLive = !page.hasDraft.value && origin !== undefined;
  const url = cell.url.startsWith("/") && origin ? origin + cell.url : cell.url;
  return (
    <span class="verdict-next">
      {isLive && isUnreachable(found) && (
        <button type="button" data-testid="fetch-again" onClick={() => void fetchAgain()}>
          Fetch again
        </button>
      )}
      {isLive && <TryHttp origin={origin} found={found} />}
      {isAnswer(found) && /^https?:\/\//i.test(url) && (
        <button
          type="button"
          data-testid="inspect"
          title="Fetch this page: may it be crawled, and may it be shown in results?"
          onClick={() => openInspect(url, cell.agent)}
        >
          Inspect
        </button>
      )}
    </span>
  );
}

/** Where HTTPS was only assumed and does not answer. */
function TryHttp({ origin, found }: { origin: string; found: Cell }) {
  const status = page.site.value?.hops?.at(-1)?.status ?? 0;
  const isOffered = page.isHttpsAssumed.value && origin.startsWith("https:") && status === 0;
  if (!isOffered || !isUnreachable(found)) return null;
  const other = origin.replace("https:", "http:");
  return (
    <button type="button" data-testid="try-http" onClick={() => void openSite(other)}>
      Try {other}
    </button>
  );
}

function Before({ live }: { live: Cell }) {
  const { sign, word } = signOf(live);
  return (
    <span class="verdict-live" title={inWords(live)}>
      was {sign} {word}
      <span class="verdict-reason">
        {isAnswer(live) && (live.line > 0 ? `by its line ${live.line}` : live.message)}
      </span>
    </span>
  );
}

function Because({ cell }: { cell: Cell }) {
  if (!isAnswer(cell)) return <Words text={sentence(visible(cell.error.detail))} />;
  if (isUnreachable(cell)) return <span>{unreachable(cell)}</span>;
  const site = page.site.value;
  if (cell.reason === "no-file" && site && !page.hasDraft.value)
    return <span>{sentence(openToAll(visible(stateOf(site))))}</span>;
  return <Deciding answer={cell} hasLinks />;
}

/** "HTTP 503; robots.txt is unreachable, so Google crawls nothing." */
export function unreachable({ url, agent, message }: Answer): string {
  const operator = page.known.value.find((known) => known.token === agent)?.operator;
  const site = page.site.value;
  const state = site && isOfSite(url, site.origin) ? stateOf(site) : causeFirst(message);
  return sentence(visible(closedTo(operator || agent, state)));
}

/** The sentence about the site without its address. */
function stateOf(site: LiveSite): string {
  return site.state.replace(site.robots_url, "robots.txt");
}
