/** The editor, with the list of versions above and the findings below. */

import { useEffect, useRef } from "preact/hooks";
import { applyFix, saveDraft, showVersion } from "../actions.ts";
import { CODE, lineOfCode, verdictOfCode } from "../answers.ts";
import type { LiveSite, Version } from "../api.ts";
import { placeEditor } from "../editor-loader.ts";
import { asSentence, formatShortDay, formatTime } from "../format.ts";
import { t } from "../language.ts";
import { describeLineEndingsOf } from "../line-endings.ts";
import { pointedLine } from "../matrix-state.ts";
import { PROFILE_TITLES, titleOf } from "../option-titles.ts";
import { isNarrow } from "../panes.ts";
import { openRecipes } from "../recipes.ts";
import * as page from "../state.ts";
import { openSubmit } from "../submit.ts";
import { assistance, useEditorMarks } from "./editor-marks.ts";
import { Findings } from "./findings.tsx";
import { FoldedDraft, isFolded, unfold } from "./folded-draft.tsx";
import { LiveLink } from "./live-link.tsx";
import { PlainDraft } from "./plain-draft.tsx";

export function DraftPane() {
  return (
    <section class="draft" id="draft" aria-label={t("draft")}>
      <VersionBar />
      {page.isCutText.value && (
        <p class="bad cut-note" data-testid="draft-cut">
          {asSentence(t("draft-cut"))}
        </p>
      )}
      <FoldedDraft />
      <Editor />
      <Findings />
      {!isNarrow.value && <DraftBar />}
    </section>
  );
}

function VersionBar() {
  const site = page.site.value;
  return (
    <div class="bar">
      {site ? (
        <>
          <VersionSelect site={site} />
          <LiveLink address={site.robots_url} testId="live-link" text={t("draft-see-live")} />
        </>
      ) : (
        <>
          <h2>{t("draft")}</h2>
          <span class="muted grow">
            {t(page.isLocal.value === false ? "draft-hint-service" : "draft-hint")}
          </span>
        </>
      )}
      <ProfileSelect />
    </div>
  );
}

/** Option values for a text that is not a stored version: the user's own draft, or no text. */
const OWN_DRAFT = "own";
const NO_TEXT = "nothing";

/** The selected option is the version in the editor, so that arrow keys start at this version. */
function VersionSelect({ site }: { site: LiveSite }) {
  const { versions } = site;
  const shown = page.displayedVersion.value;
  return (
    <select
      data-testid="version-select"
      aria-label={t("version-label")}
      title={shown ? seenTimes(shown) : undefined}
      value={shown ? String(shown.version) : page.hasDraft.value ? OWN_DRAFT : NO_TEXT}
      onChange={(event) => {
        const number = Number(event.currentTarget.value);
        const version = versions.find((version) => version.version === number);
        if (version) showVersion(version);
      }}
    >
      <FailedFetch site={site} />
      {!shown && page.hasDraft.value && <option value={OWN_DRAFT}>{t("version-own")}</option>}
      {!shown && !page.hasDraft.value && <option value={NO_TEXT}>{t("version-none")}</option>}
      {versions.map((version, index) => (
        <option key={versions.length - index} value={version.version}>
          {versionName(version, index === 0)}
        </option>
      ))}
    </select>
  );
}

/** A failed fetch. It has no version, so it is a disabled entry of the list. */
function FailedFetch({ site }: { site: LiveSite }) {
  if (site.basis === "file" || site.basis === "no-file") return null;
  const result = site.last_result;
  const text = site.last_fetch_at
    ? t("fetch-failed-at", { time: formatTime(site.last_fetch_at), result })
    : t("fetch-failed", { result });
  return (
    <option value="failed" disabled>
      {text}
    </option>
  );
}

function ProfileSelect() {
  const profiles = page.profiles.value;
  if (profiles.length < 2) return null;
  return (
    <select
      class="profile"
      data-testid="profile-select"
      aria-label={t("profile-label")}
      title={t("profile-title")}
      value={page.profile.value || profiles[0]?.name}
      onChange={(event) => {
        page.profile.value = event.currentTarget.value;
      }}
    >
      {profiles.map((profile) => (
        <option key={profile.name} value={profile.name}>
          {t("profile-name", { title: titleOf(profile, PROFILE_TITLES) })}
        </option>
      ))}
    </select>
  );
}

/** The exact times of a version. */
function seenTimes({ first_seen, last_seen }: Version): string {
  return t("version-seen", { first: formatTime(first_seen), last: formatTime(last_seen) });
}

/** The name of a version is the time when it was first seen, as in Google's former robots.txt Tester. */
export function versionName(version: Version, isLatest: boolean): string {
  const day = formatShortDay(version.first_seen, new Date());
  const seen = isLatest ? t("version-latest", { day }) : day;
  const result = version.result ?? (version.file === null ? t("version-no-file") : "");
  const size =
    version.bytes === null
      ? (version.missing ?? "")
      : version.is_cut
        ? t("bytes-more", { count: version.bytes - 1 })
        : t("bytes", { count: version.bytes });
  // A version with a text had the usual result.
  return [seen, version.file === null ? result : "", size]
    .filter((part) => part !== "")
    .join(" · ");
}

function Editor() {
  const host = useRef<HTMLDivElement>(null);
  /** The cell that the editor has scrolled to. Typing does not scroll. */
  const scrolledTo = useRef<page.Selection | null>(null);
  useEffect(() => {
    if (!host.current) return;
    placeEditor(host.current, {
      ...assistance,
      changed(text) {
        page.draft.value = text;
      },
      fix: (fix) => void applyFix(fix),
      pointed(line) {
        pointedLine.value = line;
      },
      entered() {
        if (host.current) unfold(host.current);
      },
    });
  }, []);
  const editor = page.editor.value;
  const chosen = page.chosenCell.value;
  const cell = page.selection.value;
  const answers = page.draftAnswers.value;
  const code = cell ? answers.code(cell.url, cell.agent) : CODE.none;
  const isOutdated = page.isOutdated.value;
  useEffect(() => {
    // An outdated answer belongs to an earlier text. It marks no line.
    const line = isOutdated ? null : lineOfCode(code) || null;
    const verdict = verdictOfCode(code);
    editor?.markDecidingLine(line, verdict === "allowed", chosen !== scrolledTo.current);
    if (verdict !== null && verdict !== "error") scrolledTo.current = chosen;
    // Other answers can have the same line, whose place in the text is another one.
  }, [editor, answers, code, chosen, isOutdated]);
  useEditorMarks(editor);
  return (
    <>
      {!editor && !isFolded.value && <PlainDraft />}
      <div class="editor" data-testid="editor" hidden={!editor || isFolded.value} ref={host} />
    </>
  );
}

/** Size and buttons of the draft. On a phone they are below the answers, where the work ends. */
export function DraftBar() {
  const text = page.draft.value;
  const version = page.site.value?.versions[0];
  const isInexact = version?.is_exact === false && page.loadedText.value === version.file;
  return (
    <div class="bar draft-bar">
      <span class="muted grow">
        {text !== "" &&
          `${bytesOfDraft()}, ${page.editor.value?.describeLineEndings() ?? describeLineEndingsOf(text)}`}
        {text !== "" && !/[\r\n]$/.test(text) && `, ${t("draft-no-newline")}`}
        {text.startsWith("\ufeff") && `, ${t("draft-byte-order-mark")}`}
        {isInexact && <strong>. {t("draft-inexact")}</strong>}
        {page.isEdited.value && page.isLocal.value !== false && `. ${t("draft-edited")}`}
      </span>
      <button type="button" data-testid="recipes-open" onClick={() => openRecipes()}>
        {t("draft-recipes")}
      </button>
      <button
        type="button"
        data-testid="download"
        disabled={page.isCutText.value}
        onClick={saveDraft}
      >
        {t("draft-download")}
      </button>
      <button
        type="button"
        class="primary"
        data-testid="submit-open"
        disabled={page.isCutText.value}
        onClick={openSubmit}
      >
        {t("draft-submit")}
      </button>
    </div>
  );
}

function bytesOfDraft(): string {
  const count = page.draftBytes.value;
  const isBeginning = page.isCutText.value && !page.isEdited.value;
  return isBeginning ? t("bytes-more", { count: count - 1 }) : t("bytes", { count });
}
