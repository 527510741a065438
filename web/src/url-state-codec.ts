/**
 * Encodes the page's state for the part of the URL after `#`. Browsers do not send this part to a server. The format
 * is JSON, deflated, in base64url, with a version prefix.
 */

import { readWithLimit } from "./streams.ts";
import { MAX_URLS } from "./url-list.ts";

export interface UrlState {
  site?: string;
  /** Absent if the editor shows the live file. */
  draft?: string;
  urls: string[];
  agents: string[];
  /** The cell that the banner is about; absent if nobody chose one. */
  selected?: { url: string; agent: string };
  /** How robots.txt is read, and how errors of a site are handled; absent for the defaults. */
  profile?: string;
  policy?: string;
  /** Whether the site was asked as several crawlers. Only the question is in a link: its answers could be forged. */
  asked?: true;
}

const FORMAT_PREFIX = "1.";
/** Mail and chat programs cut or reject longer URLs. */
const MAX_FRAGMENT_LENGTH = 64 << 10;
const MAX_STATE_BYTES = 4 << 20;
const MAX_AGENTS = 300;

/** The fragment without `#`, or null if the state is too large for a URL. */
export async function encodeState(state: UrlState): Promise<string | null> {
  const json = new Blob([JSON.stringify(state)]);
  const packed = json.stream().pipeThrough(new CompressionStream("deflate-raw"));
  const fragment =
    FORMAT_PREFIX + toBase64(new Uint8Array(await new Response(packed).arrayBuffer()));
  return fragment.length > MAX_FRAGMENT_LENGTH ? null : fragment;
}

/** Decodes a fragment. Returns null for every invalid input. */
export async function decodeState(fragment: string): Promise<UrlState | null> {
  if (!fragment.startsWith(FORMAT_PREFIX) || fragment.length > MAX_FRAGMENT_LENGTH) return null;
  try {
    const packed = new Blob([fromBase64(fragment.slice(FORMAT_PREFIX.length))]).stream();
    const unpacked = packed.pipeThrough(new DecompressionStream("deflate-raw"));
    const json = new TextDecoder("utf-8", { fatal: true }).decode(
      await readWithLimit(unpacked, MAX_STATE_BYTES),
    );
    return validate(JSON.parse(json));
  } catch {
    return null;
  }
}

function validate(value: unknown): UrlState | null {
  if (typeof value !== "object" || value === null) return null;
  const { site, draft, urls, agents, selected, profile, policy, asked } = value as Record<
    string,
    unknown
  >;
  if (!isStringList(urls, MAX_URLS, 8192) || !isStringList(agents, MAX_AGENTS, 256)) return null;
  const state: UrlState = { urls: unique(urls), agents: unique(agents) };
  if (typeof site === "string" && site.length <= 2048) state.site = site;
  if (typeof draft === "string" && draft.length <= 2 << 20) state.draft = draft;
  const cell = isCell(selected) ? selected : null;
  if (cell && urls.includes(cell.url) && agents.includes(cell.agent)) {
    state.selected = { url: cell.url, agent: cell.agent };
  }
  if (isOptionName(profile)) state.profile = profile;
  if (isOptionName(policy)) state.policy = policy;
  if (asked === true) state.asked = true;
  return state;
}

function isCell(value: unknown): value is Record<"url" | "agent", string> {
  if (typeof value !== "object" || value === null) return false;
  const { url, agent } = value as Record<string, unknown>;
  return typeof url === "string" && typeof agent === "string";
}

function isOptionName(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,32}$/.test(value);
}

function isStringList(value: unknown, maxCount: number, maxLength: number): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= maxCount &&
    value.every((text) => typeof text === "string" && text !== "" && text.length <= maxLength)
  );
}

function unique(strings: string[]): string[] {
  return [...new Set(strings)];
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
