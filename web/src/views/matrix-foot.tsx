/** The line below the matrix: how much is shown, what the line decides that the user points at, and what dimmed lines mean. */

import { t } from "../language.ts";
import { columns, litLine, urlsByLine } from "../matrix-state.ts";
import * as page from "../state.ts";
import { unusedRules } from "./editor-marks.ts";
import { ExportTools } from "./report.tsx";

export function MatrixFoot({ rows }: { rows: string[] }) {
  return (
    <div class="matrix-foot muted">
      <span data-testid="matrix-foot">{footText()}</span>
      <span class="grow" aria-live="polite" data-testid="row-count">
        {countOf(rows.length, page.urls.value.length, "count-urls")} × <CrawlerCount />
      </span>
      <ExportTools rows={rows} />
    </div>
  );
}

/** "2 of 206 URLs", or "206 URLs". */
function countOf(shown: number, all: number, key: string): string {
  const total = t(key, { count: all });
  return shown === all ? total : t("count-of", { shown, all: total });
}

function CrawlerCount() {
  const shown = page.visibleAgents.value.length;
  const count = columns.value.length;
  const crawlers = countOf(shown, page.agents.value.length, "count-crawlers");
  return <>{count < shown ? t("count-columns", { crawlers, count }) : crawlers}</>;
}

function footText(): string {
  if (page.urls.value.length < 2) return "";
  const line = litLine.value;
  if (line !== null) {
    const urls = t("count-urls", { count: page.urls.value.length });
    const count = urlsByLine.value?.get(line) ?? 0;
    return t("foot-line", { line: String(line), count, urls });
  }
  const unused = unusedRules.value;
  return unused === 0 ? "" : t("foot-unused", { count: unused });
}
