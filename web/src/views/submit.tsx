/** The steps from a draft to the live site: download and upload, verify, refresh. */

import { saveDraft, showVersion, updateSite } from "../actions.ts";
import { api, errorText, type LiveSite } from "../api.ts";
import { asSentence, formatTime } from "../format.ts";
import { t } from "../language.ts";
import { hasService } from "../service.ts";
import * as page from "../state.ts";
import { closeSubmit, comparison, isSubmitOpen, type RequestState, refresh } from "../submit.ts";
import { ChangeDirection, ChangeList } from "./changes.tsx";
import { Dialog } from "./dialog.tsx";
import { Difference } from "./difference.tsx";
import { LiveLink } from "./live-link.tsx";
import { TextWithParts } from "./text-with-parts.tsx";

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
    <Dialog
      name="submit"
      title={site ? t("submit-title-site", { site: site.origin }) : t("submit-title")}
      subject={isSubmitOpen.value || null}
      onClose={closeSubmit}
    >
      <ChangesStep site={site} />
      <ol class="steps">
        <DownloadStep site={site} />
        {hasService ? (
          <>
            <VerifyStep site={site} />
            <RefreshStep site={site} />
          </>
        ) : (
          <StepsAlone />
        )}
      </ol>
      <p class="muted submit-note" data-testid="hosted-service">
        {t("submit-hosted")}
      </p>
      <p class="muted submit-note">{t("submit-no-root")}</p>
    </Dialog>
  );
}

/** What the upload will do, before anything is downloaded. */
function ChangesStep({ site }: { site: LiveSite | null }) {
  if (!site || page.replacedText.value === null) return null;
  const isSame = page.replacedText.value === page.draft.value;
  return (
    <section class="submit-changes" data-testid="submit-changes">
      <h3>{t("submit-changes", { site: site.origin })}</h3>
      {isSame ? (
        <p class="muted">{t("submit-no-change")}</p>
      ) : (
        <>
          <ChangeDirection />
          <ChangeList report={page.changes.value} isStale={page.isChangesStale.value} />
        </>
      )}
    </section>
  );
}

function DownloadStep({ site }: { site: LiveSite | null }) {
  return (
    <li>
      <h3>{t("submit-upload")}</h3>
      <p>
        <TextWithParts
          id="submit-upload-text"
          values={{ bytes: page.draftBytes.value }}
          parts={{
            url: <bdi class="mono">{site?.robots_url ?? t("submit-upload-place")}</bdi>,
          }}
        />
      </p>
      <button type="button" class="primary" data-testid="submit-download" onClick={saveDraft}>
        {t("submit-download")}
      </button>
    </li>
  );
}

/** What is left to the person where no service can fetch the site. */
function StepsAlone() {
  return (
    <li>
      <h3>{t("submit-verify")}</h3>
      <p data-testid="submit-alone">{t("submit-alone")}</p>
      <SearchEngines />
    </li>
  );
}

function NeedsSite() {
  return <p class="muted">{t("submit-open-first")}</p>;
}

function VerifyStep({ site }: { site: LiveSite | null }) {
  return (
    <li>
      <h3>{t("submit-verify")}</h3>
      <p>{t("submit-verify-text")}</p>
      {site ? (
        <p class="step-buttons">
          <button
            type="button"
            class="primary"
            data-testid="submit-compare"
            disabled={comparison.value.is === "busy"}
            onClick={() => void compareNow(site.origin)}
          >
            {comparison.value.is === "busy" ? t("submit-comparing") : t("submit-compare")}
          </button>
          <LiveLink address={site.robots_url} testId="submit-view" text={t("submit-view")} />
        </p>
      ) : (
        <NeedsSite />
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
  const { is_same, difference, live, draft_bytes, live_bytes, live_is_cut } = step.response;
  const note = live.note ? ` ${t("submit-not-fetched", { note: live.note })}` : "";
  if (is_same)
    return (
      <p class="good">
        ✓ {t("submit-same", { bytes: draft_bytes })}
        {note}
      </p>
    );
  const file = live.versions[0]?.file ?? null;
  // A last copy may be in force, and then it is among the versions.
  if (file === null || live_bytes === null)
    return <p class="bad">✕ {t("submit-no-file", { state: live.state })}</p>;
  if (live_is_cut && !difference) return <p class="bad">{t("submit-cut")}</p>;
  const isInvisible = typeof difference?.draft === "string" && difference.draft === difference.live;
  const sizes = { draft: draft_bytes, live: live_bytes };
  return (
    <>
      <p class="bad">
        ✕{" "}
        {difference
          ? t("submit-differ-from", {
              ...sizes,
              line: String(difference.line),
              byte: String(difference.byte),
            })
          : t("submit-differ", sizes)}
        {isInvisible && ` ${t("submit-invisible")}`}
        {note}
      </p>
      <p class="muted">{t("submit-legend")}</p>
      <Difference live={file} draft={page.draft.peek()} />
    </>
  );
}

function RefreshStep({ site }: { site: LiveSite | null }) {
  return (
    <li>
      <h3>{t("submit-refresh")}</h3>
      <p>{t("submit-refresh-text")}</p>
      {site ? (
        <button
          type="button"
          class="primary"
          data-testid="submit-refresh"
          disabled={refresh.value.is === "busy"}
          onClick={() => void refreshNow(site.origin)}
        >
          {refresh.value.is === "busy" ? t("submit-refreshing") : t("submit-refresh-now")}
        </button>
      ) : (
        <NeedsSite />
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
        <TextWithParts
          id="submit-google"
          parts={{
            report: link(
              "https://search.google.com/search-console/settings/robots-txt",
              t("submit-google-report"),
            ),
            removals: link(
              "https://search.google.com/search-console/removals",
              t("submit-google-removals"),
            ),
          }}
        />
      </li>
      <li>
        <TextWithParts
          id="submit-bing"
          parts={{ tools: link("https://www.bing.com/webmasters", "Bing Webmaster Tools") }}
        />
      </li>
      <li>{t("submit-listed")}</li>
    </ul>
  );
}

function RefreshResult() {
  const step = refresh.value;
  if (step.is === "failed") return <p class="status-error">{asSentence(step.error)}</p>;
  if (step.is !== "done") return null;
  const { state, basis, first_seen, versions, note, refusal } = step.response;
  const isRead = (basis === "file" || basis === "no-file") && refusal?.counts !== false;
  const isShown = (versions[0]?.file ?? "") === page.draft.value;
  return (
    <>
      <p class={isRead ? "good" : "bad"}>
        {isRead ? "✓" : "✕"} {asSentence(state)} {note && `${asSentence(note)} `}
        {first_seen && (
          <TextWithParts
            id="submit-first-seen"
            parts={{ time: <b data-testid="first-seen">{formatTime(first_seen)}</b> }}
          />
        )}
      </p>
      {!isShown && (
        <button
          type="button"
          data-testid="load-live"
          onClick={() => {
            showVersion(versions[0]);
            closeSubmit();
          }}
        >
          {t("submit-load-live")}
        </button>
      )}
    </>
  );
}
