/**
 * The page's state in the address, behind `#`: browsers do not send it to any server.
 * JSON, deflated, in base64url, with the version of the form in front.
 */

import { readAll } from "./url-import.ts";
import { MOST_URLS } from "./url-list.ts";

export interface Shared {
  site?: string;
  /** Absent where the editor shows what is live. */
  draft?: string;
  urls: string[];
  agents: string[];
  /** How robots.txt is read, and what is made of sites that answer with errors; absent for the defaults. */
  profile?: string;
  policy?: string;
}

const FORM = "1.";
/** Longer addresses are cut or refused on their way through mails and chats. */
const LONGEST_FRAGMENT = 64 << 10;
const LARGEST_STATE = 4 << 20;
const MOST_AGENTS = 300;

/** The fragment without `#`, or null where the state is too large for an address. */
export async function encodeState(state: Shared): Promise<string | null> {
  const json = new Blob([JSON.stringify(state)]);
  const packed = json.stream().pipeThrough(new CompressionStream("deflate-raw"));
  const fragment = FORM + toBase64(new Uint8Array(await new Response(packed).arrayBuffer()));
  return fragment.length > LONGEST_FRAGMENT ? null : fragment;
}

/** Null for anything that is not a state, whoever made it. */
export async function decodeState(fragment: string): Promise<Shared | null> {
  if (!fragment.startsWith(FORM) || fragment.length > LONGEST_FRAGMENT) return null;
  try {
    const packed = new Blob([fromBase64(fragment.slice(FORM.length))]).stream();
    const unpacked = packed.pipeThrough(new DecompressionStream("deflate-raw"));
    const json = new TextDecoder("utf-8", { fatal: true }).decode(
      await readAll(unpacked, LARGEST_STATE),
    );
    return validate(JSON.parse(json));
  } catch {
    return null;
  }
}

function validate(found: unknown): Shared | null {
  if (typeof found !== "object" || found === null) return null;
  const { site, draft, urls, agents, profile, policy } = found as Record<string, unknown>;
  if (!isTexts(urls, MOST_URLS, 8192) || !isTexts(agents, MOST_AGENTS, 256)) return null;
  const state: Shared = { urls: unique(urls), agents: unique(agents) };
  if (typeof site === "string" && site.length <= 2048) state.site = site;
  if (typeof draft === "string" && draft.length <= 2 << 20) state.draft = draft;
  if (isName(profile)) state.profile = profile;
  if (isName(policy)) state.policy = policy;
  return state;
}

function isName(found: unknown): found is string {
  return typeof found === "string" && /^[\w-]{1,32}$/.test(found);
}

function isTexts(found: unknown, most: number, longest: number): found is string[] {
  return (
    Array.isArray(found) &&
    found.length <= most &&
    found.every((text) => typeof text === "string" && text !== "" && text.length <= longest)
  );
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
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
