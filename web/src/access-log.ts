/** Access logs: which file is one, and its audit in the browser. Nothing of it is sent. */

import { signal } from "@preact/signals";
import type { AuditFailure, AuditReport, FromAudit, LeftOut } from "./audit/messages.ts";
import { unpacked } from "./audit/unpacked.ts";
import { t } from "./language.ts";
import * as page from "./state.ts";

/** Bytes in which a log shows that it is one. */
const SAMPLE_BYTES = 16 << 10;
/** The most lines of the sample that are looked at. */
const SAMPLE_LINES = 20;

/** A request line in quotes, a protocol, the heads of the W3C family, and the fields of logs in JSON. */
const LOG_LINES = [
  /"(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|CONNECT|TRACE) \S/,
  /\sHTTP\/[0-9.]+"?\s/,
  /^#(?:Version|Fields|Software|Date): /,
  /^\{.*"(?:status|request|request_uri|httpRequest|RequestPath|EdgeResponseStatus|log)"\s*:/,
];

export type AuditState =
  | { is: "reading"; file: File; part: number }
  | {
      is: "done";
      file: File;
      /** The origin of the robots.txt; empty if it counted for every host. */
      origin: string;
      report: AuditReport;
      leftOut: LeftOut;
    }
  | { is: "failed"; file: File; why: AuditFailure };

/** The audit that the page shows; null if none. */
export const audit = signal<AuditState | null>(null);

let stop = () => {};

/** Whether most of the first lines of a file are those of an access log. */
export async function isAccessLog(file: Blob): Promise<boolean> {
  const lines = (await firstText(file)).split(/\r?\n/, SAMPLE_LINES).filter((line) => line !== "");
  const found = lines.filter((line) => LOG_LINES.some((form) => form.test(line)));
  return found.length * 2 > lines.length;
}

async function firstText(file: Blob): Promise<string> {
  const { stream } = await unpacked(file);
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length < SAMPLE_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value.subarray(0, SAMPLE_BYTES), { stream: true });
    }
  } catch {
    // A file that cannot be unpacked is what it shows before.
  }
  await reader.cancel().catch(() => {});
  return text;
}

/** Judges the requests of a log by the robots.txt in the editor. */
export async function openLog(file: File): Promise<void> {
  if (!page.hasDraft.peek()) return page.showError(t("audit-no-draft", { file: file.name }));
  closeLog();
  const state: AuditState = { is: "reading", file, part: 0 };
  audit.value = state;
  const origin = page.site.peek()?.origin ?? "";
  const question = { robots: page.draft.peek(), profile: page.profile.peek(), origin, log: file };
  try {
    const { runAudit } = await import("./audit/run.ts");
    // It was closed meanwhile.
    if (audit.peek() === state) stop = runAudit(question, (it) => hear(file, origin, it));
  } catch {
    if (audit.peek() === state) audit.value = { is: "failed", file, why: "load" };
  }
}

export function closeLog(): void {
  stop();
  stop = () => {};
  audit.value = null;
}

function hear(file: File, origin: string, message: FromAudit): void {
  if (message.is === "read") audit.value = { is: "reading", file, part: message.part };
  else if (message.is === "failed") audit.value = { is: "failed", file, why: message.why };
  else audit.value = { ...message, file, origin };
}
