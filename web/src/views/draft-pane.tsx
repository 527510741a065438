/** The editor, with the list of versions above and the findings below. */

import { useEffect, useRef } from "preact/hooks";
import { applyFix, download, showVersion } from "../actions.ts";
import { isAnswer } from "../answers.ts";
import type { LiveSite, Version } from "../api.ts";
import { createEditor } from "../editor/editor.ts";
import { byteLength, formatCount, formatDay, formatTime } from "../format.ts";
import { pointedLine } from "../matrix-state.ts";
import { isNarrow } from "../panes.ts";
import { openRecipes } from "../recipes.ts";
import * as page from "../state.ts";
import { useEditorMarks } from "./editor-marks.ts";
import { Findings } from "./findings.tsx";
import { LiveLink } from "./live-link.tsx";
import { openSubmit } from "./submit.tsx";

export function DraftPane() {
  return (
    <section class="draft" id="draft" aria-label="Draft">
      <VersionBar />
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
          <LiveLink address={site.robots_url} testId="live-link" text="See live robots.txt" />
        </>
      ) : (
        <>
          <h2>Draft</h2>
          <span class="muted grow">Paste a robots.txt or write one. It stays in this page.</span>
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
      aria-label="Version shown in the editor"
      title={shown ? seenTimes(shown) : undefined}
      value={shown ? String(shown.version) : page.hasDraft.value ? OWN_DRAFT : NO_TEXT}
      onChange={(event) => {
        const number = Number(event.currentTarget.value);
        const version = versions.find((version) => version.version === number);
        if (version) showVersion(version);
      }}
    >
      <FailedFetch site={site} />
      {!shown && page.hasDraft.value && <option value={OWN_DRAFT}>✎ Your draft</option>}
      {!shown && !page.hasDraft.value && <option value={NO_TEXT}>No file was fetched yet</option>}
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
  const at = site.last_fetch_at ? ` on ${formatTime(site.last_fetch_at)}` : "";
  return (
    <option value="failed" disabled>
      Last fetch failed{at} · {site.last_result}
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
      aria-label="Read as"
      title="How robots.txt is read"
      value={page.profile.value || profiles[0]?.name}
      onChange={(event) => {
        page.profile.value = event.currentTarget.value;
      }}
    >
      {profiles.map(({ name, title }) => (
        <option key={name} value={name}>
          Read as: {title}
        </option>
      ))}
    </select>
  );
}

/** The exact times of a version. */
function seenTimes({ first_seen, last_seen }: Version): string {
  return `First seen ${formatTime(first_seen)}, last seen ${formatTime(last_seen)}`;
}

/** The name of a version is the time when it was first seen, as in Google's former robots.txt Tester. */
export function versionName(version: Version, isLatest: boolean): string {
  const day = formatDay(version.first_seen, new Date());
  const seen = isLatest ? `Latest: ${day}` : day;
  const result = version.result ?? (version.file === null ? "no file" : "");
  const size =
    version.bytes === null ? (version.missing ?? "") : formatCount(version.bytes, "byte");
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
    page.editor.value = createEditor(host.current, page.draft.peek(), {
      changed(text) {
        page.draft.value = text;
      },
      fix: applyFix,
      pointed(line) {
        pointedLine.value = line;
      },
    });
  }, []);
  const editor = page.editor.value;
  const chosen = page.chosenCell.value;
  const cell = page.selection.value;
  const found = cell ? page.draftAnswers.value.get(cell.url)?.get(cell.agent) : undefined;
  const answer = isAnswer(found) ? found : null;
  const isOutdated = page.isOutdated.value;
  useEffect(() => {
    // An outdated answer belongs to an earlier text. It marks no line.
    const line = isOutdated ? null : (answer?.line ?? null);
    editor?.markDecidingLine(line, answer?.decision === "allowed", chosen !== scrolledTo.current);
    scrolledTo.current = answer ? chosen : scrolledTo.current;
  }, [editor, answer, chosen, isOutdated]);
  useEditorMarks(editor);
  return <div class="editor" data-testid="editor" ref={host} />;
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
          `${formatCount(byteLength(text), "byte")}, ${page.editor.value?.describeLineEndings() ?? "LF"}`}
        {text !== "" && !/[\r\n]$/.test(text) && ", no newline at the end"}
        {text.startsWith("\ufeff") && ", byte order mark"}
        {isInexact && (
          <strong>. The live file contains bytes that are not UTF-8. They are replaced here</strong>
        )}
        {page.isEdited.value && ". Edits stay in this page"}
      </span>
      <button type="button" data-testid="recipes-open" onClick={() => openRecipes()}>
        Recipes…
      </button>
      <button
        type="button"
        data-testid="download"
        onClick={() => download("robots.txt", page.draft.peek(), "text/plain")}
      >
        Download
      </button>
      <button type="button" class="primary" data-testid="submit-open" onClick={openSubmit}>
        Submit…
      </button>
    </div>
  );
}
