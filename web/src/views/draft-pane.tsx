/** The editor with its versions above and its findings below. */

import { useEffect, useRef } from "preact/hooks";
import { applyFix, download, showVersion } from "../actions.ts";
import { isAnswer } from "../answers.ts";
import type { Version } from "../api.ts";
import { createEditor } from "../editor/editor.ts";
import * as page from "../state.ts";
import { bytesOf, count, time } from "../words.ts";
import { Findings } from "./findings.tsx";
import { LiveLink } from "./live-link.tsx";
import { openSubmit } from "./submit.tsx";

export function DraftPane() {
  return (
    <section class="draft" aria-label="Draft">
      <VersionBar />
      <Editor />
      <Findings />
      <DraftBar />
    </section>
  );
}

function VersionBar() {
  const site = page.site.value;
  if (!site)
    return (
      <div class="bar">
        <h2>Draft</h2>
        <span class="muted">Paste a robots.txt, or write one. It lives only in this page.</span>
      </div>
    );
  return (
    <div class="bar">
      <select
        data-testid="version-select"
        aria-label="Version shown in the editor"
        value=""
        onChange={(event) => {
          const number = Number(event.currentTarget.value);
          showVersion(site.versions.find((version) => version.version === number));
          event.currentTarget.value = "";
        }}
      >
        <option value="" hidden>
          {shownName(site.versions)}
        </option>
        {site.versions.map((version, index) => (
          <option key={version.version} value={version.version}>
            {versionName(version, index === 0)}
          </option>
        ))}
      </select>
      <LiveLink address={site.robots_url} testId="live-link" words="See live robots.txt" />
    </div>
  );
}

/** What the closed drop-down says: the version in the editor, and whether it was edited. */
function shownName(versions: Version[]): string {
  const shown = versions.find((version) => (version.file ?? "") === page.loaded.value);
  const name = shown ? versionName(shown, shown === versions[0]) : "Your draft";
  return page.isEdited.value ? `✎ ${name}` : name;
}

/** As the old Tester had it, a version goes by the time when it was first seen. */
export function versionName(version: Version, isLatest: boolean): string {
  const seen = isLatest
    ? `Latest version seen on ${time(version.first_seen)}`
    : `First seen ${time(version.first_seen)}, last ${time(version.last_seen)}`;
  const result = version.result ?? (version.file === null ? "no file" : "");
  const size = version.bytes === null ? (version.missing ?? "") : count(version.bytes, "byte");
  return [seen, result, size].filter((part) => part !== "").join(" · ");
}

function Editor() {
  const host = useRef<HTMLDivElement>(null);
  /** The cell whose line has been scrolled to; typing does not scroll. */
  const shown = useRef<page.Selection | null>(null);
  useEffect(() => {
    if (!host.current) return;
    page.editor.value = createEditor(host.current, page.draft.peek(), {
      changed(text) {
        page.draft.value = text;
      },
      fix: applyFix,
    });
  }, []);
  const editor = page.editor.value;
  const chosen = page.chosen.value;
  const cell = page.selection.value;
  const found = cell ? page.draftAnswers.value.get(cell.url)?.get(cell.agent) : undefined;
  const answer = isAnswer(found) ? found : null;
  useEffect(() => {
    editor?.decide(answer?.line ?? 0, answer?.decision === "allowed", chosen !== shown.current);
    shown.current = answer ? chosen : shown.current;
  }, [editor, answer, chosen]);
  return <div class="editor" data-testid="editor" ref={host} />;
}

function DraftBar() {
  const text = page.draft.value;
  const version = page.site.value?.versions[0];
  const inexact = version?.is_exact === false && page.loaded.value === version.file;
  return (
    <div class="bar draft-bar">
      <span class="muted grow">
        {count(bytesOf(text), "byte")}, {page.editor.value?.describeEnds() ?? "LF"}
        {text !== "" && !/[\r\n]$/.test(text) && ", no line end at the end"}
        {text.startsWith("\ufeff") && ", byte order mark"}
        {inexact && (
          <strong>. The live file has bytes that are no UTF-8; they are replaced here</strong>
        )}
        {page.isEdited.value && ". Edits live only in this page"}
      </span>
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
