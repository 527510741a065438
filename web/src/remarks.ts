/** Notes of the service about sitemaps, as text for the user. */

import { t } from "./language.ts";

const MAX_SHOWN_NOTES = 3;

/** The first notes, and the number of further ones. `more` is the number of notes that the service left out. */
export function remarksOf(notes: string[], more: number): string {
  const hidden = Math.max(notes.length - MAX_SHOWN_NOTES, 0) + more;
  const rest = hidden > 0 ? [t("more-notes", { count: hidden })] : [];
  return [...notes.slice(0, MAX_SHOWN_NOTES), ...rest].join("; ");
}
