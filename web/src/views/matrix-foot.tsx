/** The line below the matrix: how much is shown, what the line decides that the user points at, and what dimmed lines mean. */

import { formatCount } from "../format.ts";
import { columns, litLine, urlsByLine } from "../matrix-state.ts";
import * as page from "../state.ts";
import { unusedRules } from "./editor-marks.ts";
import { ExportTools } from "./report.tsx";

export function MatrixFoot({ rows }: { rows: string[] }) {
  return (
    <div class="matrix-foot muted">
      <span data-testid="matrix-foot">{footText()}</span>
      <span class="grow" aria-live="polite" data-testid="row-count">
        {countOf(rows.length, page.urls.value.length, "URL")} × <CrawlerCount />
      </span>
      <ExportTools rows={rows} />
    </div>
  );
}

/** "2 of 206 URLs", or "206 URLs". */
function countOf(shown: number, all: number, one: string): string {
  const total = formatCount(all, one);
  return shown === all ? total : `${shown.toLocaleString("en")} of ${total}`;
}

function CrawlerCount() {
  const shown = page.visibleAgents.value.length;
  const count = columns.value.length;
  const crawlers = countOf(shown, page.agents.value.length, "crawler");
  return <>{count < shown ? `${crawlers} in ${formatCount(count, "column")}` : crawlers}</>;
}

function footText(): string {
  if (page.urls.value.length < 2) return "";
  const line = litLine.value;
  const all = formatCount(page.urls.value.length, "URL");
  if (line !== null) return `Line ${line} decides ${urlsByLine.value?.get(line)} of ${all}.`;
  const unused = unusedRules.value;
  if (unused === 0) return "";
  return unused === 1
    ? "The dimmed rule in the draft decides none of these URLs."
    : `The ${formatCount(unused, "dimmed rule")} in the draft decide none of these URLs.`;
}
