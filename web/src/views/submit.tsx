/** The steps from a draft to the live site: download and upload, verify, refresh. */

import { signal } from "@preact/signals";
import { download, showVersion, updateSite } from "../actions.ts";
import { api, type Comparison, errorText, type LiveSite } from "../api.ts";
import { asSentence, byteLength, formatCount, formatTime } from "../format.ts";
import * as page from "../state.ts";
import { ChangeList } from "./changes.tsx";
import { Difference } from "./difference.tsx";
import { LiveLink } from "./live-link.tsx";

type RequestState<T> =
  | { is: "idle" }
  | { is: "busy" }
  | { is: "done"; response: T }
  | { is: "failed"; error: string };

const IDLE = { is: "idle" } as const;

/** The result of the comparison. The draft cannot change while the dialog is open. */
const comparison = signal<RequestState<Comparison>>(IDLE);
const refresh = signal<RequestState<LiveSite>>(IDLE);

let dialog: HTMLDialogElement | null = null;

export function openSubmit(): void {
  comparison.value = IDLE;
  refresh.value = IDLE;
  dialog?.showModal();
}

async function runRequest<T>(
  state: { value: RequestState<T> },
  ask: () => Promise<T>,
): Promise<T | null> {
  state.value = { is: "busy" };
  try {
    const response = await ask();
    state.value = { is: "done", response };
    return response;
  } catch (error) {
    state.value = { is: "failed", error: errorText(error) ?? "cancelled" };
    return null;
  }
}

async function compareNow(origin: string): Promise<void> {
  const response = await runRequest(comparison, () => api.compare(origin, page.draft.peek()));
  if (response) updateSite(response.live);
}

async function refreshNow(origin: string): Promise<void> {
  const response = await runRequest(refresh, () => api.refresh(origin, page.chosenPolicy.peek()));
  if (response) updateSite(response);
}

export function SubmitDialog() {
  const site = page.site.value;
  return (
    <dialog
      class="submit"
      data-testid="submit-dialog"
      aria-labelledby="submit-title"
      ref={(element) => {
        dialog = element;
      }}
    >
      <div class="submit-head">
        <h2 id="submit-title">Submit{site ? ` to ${site.origin}` : ""}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => dialog?.close()}>
          ✕
        </button>
      </div>
      <ChangesStep site={site} />
      <ol class="steps">
        <DownloadStep site={site} />
        <VerifyStep site={site} />
        <RefreshStep site={site} />
      </ol>
      <p class="muted submit-note" data-testid="hosted-service">
        If a hosting service writes your robots.txt, you cannot upload a file. Look for the search
        visibility setting of that service.
      </p>
      <p class="muted submit-note">
        No access to the root of the domain? Crawlers read robots.txt only there, not at
        subdomain.example.com/site/robots.txt. Ask the operator of the host to put the file there,
        or use robots meta tags in your pages.
      </p>
    </dialog>
  );
}

/** What the upload will do, before anything is downloaded. */
function ChangesStep({ site }: { site: LiveSite | null }) {
  if (!site || page.replacedText.value === null) return null;
  const isSame = page.replacedText.value === page.draft.value;
  return (
    <section class="submit-changes" data-testid="submit-changes">
      <h3>What changes on {site.origin}</h3>
      {isSame ? (
        <p class="muted">Nothing: the draft is the same text.</p>
      ) : (
        <ChangeList report={page.changes.value} isStale={page.isChangesStale.value} />
      )}
    </section>
  );
}

function DownloadStep({ site }: { site: LiveSite | null }) {
  return (
    <li>
      <h3>Download and upload</h3>
      <p>
        Download the draft ({formatCount(byteLength(page.draft.value), "byte")}). Then upload it
        without changes as{" "}
        <bdi class="mono">{site?.robots_url ?? "robots.txt at the root of your site"}</bdi>.
        maycrawl cannot write to your site.
      </p>
      <button
        type="button"
        class="primary"
        data-testid="submit-download"
        onClick={() => download("robots.txt", page.draft.peek(), "text/plain")}
      >
        Download robots.txt
      </button>
    </li>
  );
}

const NEEDS_SITE = <p class="muted">Open a site first, at the top of the page.</p>;

function VerifyStep({ site }: { site: LiveSite | null }) {
  return (
    <li>
      <h3>Verify</h3>
      <p>Fetch the uploaded file now and compare it with the draft, byte for byte.</p>
      {site ? (
        <p class="step-buttons">
          <button
            type="button"
            class="primary"
            data-testid="submit-compare"
            disabled={comparison.value.is === "busy"}
            onClick={() => void compareNow(site.origin)}
          >
            {comparison.value.is === "busy" ? "Comparing…" : "Compare"}
          </button>
          <LiveLink address={site.robots_url} testId="submit-view" text="View the live file" />
        </p>
      ) : (
        NEEDS_SITE
      )}
      <div role="status" data-testid="compare-result">
        <ComparisonResult />
      </div>
    </li>
  );
}

function ComparisonResult() {
  const step = comparison.value;
  if (step.is === "failed") return <p class="status-error">{asSentence(step.error)}</p>;
  if (step.is !== "done") return null;
  const { is_same, difference, live, draft_bytes, live_bytes } = step.response;
  const note = live.note ? ` The site was not fetched again: ${live.note}.` : "";
  if (is_same)
    return (
      <p class="good">
        ✓ The live file matches your draft, byte for byte ({formatCount(draft_bytes, "byte")}).
        {note}
      </p>
    );
  const file = live.versions[0]?.file ?? null;
  if (file === null)
    return <p class="bad">✕ There is no live file to compare with: {live.state}.</p>;
  const isInvisible = typeof difference?.draft === "string" && difference.draft === difference.live;
  return (
    <>
      <p class="bad">
        ✕ They differ
        {difference && `  from line ${difference.line} (byte offset ${difference.byte})`}. The draft
        has {formatCount(draft_bytes, "byte")}, the live file {formatCount(live_bytes ?? 0, "byte")}
        .
        {isInvisible &&
          " The visible text of that line is the same. Its line ending or an invisible byte differs."}
        {note}
      </p>
      <p class="muted">
        − marks text that is only in the live file, + text that is only in the draft.
      </p>
      <Difference live={file} draft={page.draft.peek()} />
    </>
  );
}

function RefreshStep({ site }: { site: LiveSite | null }) {
  return (
    <li>
      <h3>Ask for a refresh</h3>
      <p>
        This fetches the file for all users of this service's cache. Crawlers that use the cache
        obey the new file immediately. Google refreshes its own copy, usually within a day.
      </p>
      {site ? (
        <button
          type="button"
          class="primary"
          data-testid="submit-refresh"
          disabled={refresh.value.is === "busy"}
          onClick={() => void refreshNow(site.origin)}
        >
          {refresh.value.is === "busy" ? "Refreshing…" : "Refresh the shared cache"}
        </button>
      ) : (
        NEEDS_SITE
      )}
      <div role="status">
        <RefreshResult />
      </div>
      <SearchEngines />
    </li>
  );
}

/** Only the owner of a site can ask a search engine for a faster update, in the engine's own tools. */
function SearchEngines() {
  const link = (address: string, text: string) => (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
  return (
    <ul class="search-engines" data-testid="search-engines">
      <li>
        Google:{" "}
        {link(
          "https://search.google.com/search-console/settings/robots-txt",
          "Search Console's robots.txt report",
        )}{" "}
        shows Google's copy and can request a recrawl. Blocking does not remove a page from search
        results. The {link("https://search.google.com/search-console/removals", "Removals tool")}{" "}
        hides a page immediately.
      </li>
      <li>
        Bing: {link("https://www.bing.com/webmasters", "Bing Webmaster Tools")} has two tools:
        robots.txt Tester informs Bing about a new file, and Block URLs hides a page.
      </li>
      <li>
        Is a page listed? Search for its URL in Google or Bing. Search engines can still list a
        blocked page, with only its URL.
      </li>
    </ul>
  );
}

function RefreshResult() {
  const step = refresh.value;
  if (step.is === "failed") return <p class="status-error">{asSentence(step.error)}</p>;
  if (step.is !== "done") return null;
  const { state, basis, first_seen, versions, note } = step.response;
  const isRead = basis === "file" || basis === "no-file";
  const isShown = (versions[0]?.file ?? "") === page.draft.value;
  return (
    <>
      <p class={isRead ? "good" : "bad"}>
        {isRead ? "✓" : "✕"} {asSentence(state)} {note && `${asSentence(note)} `}
        {first_seen && (
          <>
            This version was first seen <b data-testid="first-seen">{formatTime(first_seen)}</b>.
          </>
        )}
      </p>
      {!isShown && (
        <button
          type="button"
          data-testid="load-live"
          onClick={() => {
            showVersion(versions[0]);
            dialog?.close();
          }}
        >
          Load the live file into the editor
        </button>
      )}
    </>
  );
}
