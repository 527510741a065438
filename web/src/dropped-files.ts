/** Files that a person gives to the page: a robots.txt becomes the draft, an access log is judged by it, all else is a list of URLs. */

import { isAccessLog, openLog } from "./access-log.ts";
import { addUrls, replaceDraft } from "./actions.ts";
import { readQuestion } from "./first-question.ts";
import { t } from "./language.ts";
import * as page from "./state.ts";
import { readUrlFile } from "./url-import.ts";

/** Crawlers read less of a robots.txt. A longer file is a list. */
const MAX_ROBOTS_BYTES = 1 << 20;

/** Takes files that are dropped anywhere. The browser would open the file and leave the page. */
export function startDrop(): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    // The editor, and the form of the URLs, take their own.
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    void takeFiles(event.dataTransfer?.files);
  });
}

export async function takeFiles(files: FileList | null | undefined): Promise<void> {
  for (const file of files ?? []) {
    const robots = await robotsText(file);
    if (robots !== null) replaceDraft(robots);
    else if (await isAccessLog(file)) await openLog(file);
    else await importUrls(file);
  }
}

async function robotsText(file: File): Promise<string | null> {
  if (file.size > MAX_ROBOTS_BYTES || file.name.endsWith(".gz")) return null;
  const text = await file.text();
  return file.name === "robots.txt" || readQuestion(text).is === "robots" ? text : null;
}

async function importUrls(file: File): Promise<void> {
  try {
    const { urls, format, leftOut, remarks } = await readUrlFile(file);
    if (urls.length > 0) {
      page.isStarted.value = true;
      return addUrls(urls, `${file.name}, ${format}`, remarks, leftOut);
    }
    const text = t("urls-none-in-file", { file: file.name });
    page.showError(remarks ? `${text}: ${remarks}` : text);
  } catch (error) {
    page.showError(
      `${file.name}: ${error instanceof Error ? error.message : t("urls-unreadable")}`,
    );
  }
}
