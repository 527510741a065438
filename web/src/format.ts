/** Formats times, sizes, counts and texts. */

import { language, t } from "./language.ts";

/** Formats a time as "2026-11-21 11:02 UTC". Returns an invalid time unchanged. */
export function formatTime(stamp: string): string {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return stamp;
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Formats a time for people, in local time: "21 Nov 2026, 11:02 (2 days ago)". Returns an invalid time unchanged. */
export function formatDay(stamp: string, now: Date): string {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return stamp;
  const day = date.toLocaleString(localeTag(), {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${day} (${formatAge(date, now)})`;
}

/** As `formatDay`, where space is limited: without the age, and without the year of today: "21 Nov, 11:02". */
export function formatShortDay(stamp: string, now: Date): string {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return stamp;
  const isThisYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleString(localeTag(), {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
  });
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "2 days ago". A time in the future is a wrong clock and counts as now. */
function formatAge(date: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  const found = UNITS.find(([, length]) => seconds >= length);
  if (!found) return t("just-now");
  const [unit, length] = found;
  return new Intl.RelativeTimeFormat(localeTag()).format(-Math.floor(seconds / length), unit);
}

/** The language of the page for `Intl`. The calendar is the same in every language, as in the other times. */
function localeTag(): string {
  return language.value === "en" ? "en-GB" : `${language.value}-u-ca-gregory`;
}

/** The length in UTF-8. It is asked for at each key, so it makes no copy of the text. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Each half of a surrogate pair has two of its four bytes. A lone one is written as U+FFFD, with three.
    const isHigh = code >= 0xd800 && code < 0xdc00;
    const isPair = isHigh && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) at += 1;
    bytes += code < 0x800 ? 1 : 2;
  }
  return bytes;
}

/** Formats "it is so" as "It is so." A URL, and a name in backticks, keeps its case. Thai has no full stop. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  const isUrl = /^[a-z]+:\/\//.test(trimmed);
  const first = isUrl ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return trimmed === "" || /[.!?:\u0e00-\u0e7f]$/.test(trimmed) ? first : `${first}.`;
}

/**
 * Invisible code points, code points that look like a space, and code points that change how others are displayed. The
 * list is the same as in the core library, `printable.rs`.
 */
const INVISIBLE_RANGES =
  "a0 ad 34f 61c 115f-1160 1680 17b4-17b5 180b-180f 2000-200f 2028-202f 205f-206f 2800 3000 " +
  "3164 fdd0-fdef fe00-fe0f feff ffa0 fff0-fffc fffe-ffff 13430-1343f 1bca0-1bca3 " +
  "1d173-1d17a 1fffe-1ffff 2fffe-2ffff 3fffe-3ffff 4fffe-4ffff 5fffe-5ffff 6fffe-6ffff " +
  "7fffe-7ffff 8fffe-8ffff 9fffe-9ffff afffe-affff bfffe-bffff cfffe-cffff dfffe-dffff " +
  "e0000-e0fff efffe-effff ffffe-fffff 10fffe-10ffff";

export const INVISIBLE = new RegExp(
  `[${INVISIBLE_RANGES.replace(/[0-9a-f]+/g, "\\u{$&}").replaceAll(" ", "")}]`,
  "gu",
);

/** Escapes invisible characters for display: "/\u{202e}gnp.exe" must not look like "/exe.png". */
export function escapeInvisible(text: string): string {
  const code = (char: string) => `\\u{${char.codePointAt(0)?.toString(16)}}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped here
  return text.replace(INVISIBLE, code).replace(/[\u0000-\u001f\u007f-\u009f]/g, code);
}
