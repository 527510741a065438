/** Lists of URLs. */

import { t } from "./language.ts";

/** Maximum number of URLs in the list. The service accepts the same number in one request. */
export const MAX_URLS = 1000;
const MAX_URL_LENGTH = 8192;

/** The URLs of a file. */
export interface UrlImport {
  urls: string[];
  /** The format of the file, as text for the user. */
  format: string;
  /** The number of URLs of the file that are not in `urls`. */
  leftOut?: number;
  /** Errors in the file, as text for the user. */
  remarks?: string;
}

export interface MergeResult {
  urls: string[];
  omitted: OmittedUrls[];
}

export interface OmittedUrls {
  reason: string;
  urls: string[];
  /** The number of further URLs, which are not known. */
  more?: number;
}

/** Parses one URL per line, or several with blanks between them. Skips empty lines and comments. */
export function parseUrlList(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .flatMap((line) => (looksLikeUrl(line) ? line.split(/[,;]?\s+(?=https?:\/\/)/i) : line))
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

const QUOTED = /^(?:"(.*)"|'(.*)'|`(.*)`|<(.*)>|[“„”](.*)[“”]|[‘‚’](.*)[‘’]|«(.*)»)$/;

/** The URL without user and password: crawlers send none, and links and reports would carry them to others. */
function withoutUser(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#\\]*@(?=[^/?#\\])/i, "$1");
}

/** A typed or pasted text without the quotes that it had where it was copied, and without a password. */
export function unquote(text: string): string {
  const inside = QUOTED.exec(text.trim())?.slice(1);
  return withoutUser((inside?.find((part) => part !== undefined) ?? text).trim());
}

/** Whether a text begins as a URL or a path does. */
export function looksLikeUrl(text: string): boolean {
  return /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|\/)/i.test(text) || beginsWithHost(text.trim());
}

/**
 * Adds new URLs up to the limit. Also returns the omitted URLs with the reason. `leftOut` is the number of URLs over the
 * limit that are not in `added`.
 */
export function mergeUrls(
  present: string[],
  added: string[],
  site: string | null,
  leftOut = 0,
): MergeResult {
  const urls = [...present];
  const known = new Set(present.map((url) => rowKey(url, site)));
  const duplicates: string[] = [];
  const tooLong: string[] = [];
  const overLimit: string[] = [];
  for (const typed of added) {
    const url = completeUrl(withoutUser(typed.trim()), site);
    if (known.has(rowKey(url, site))) duplicates.push(url);
    else if (url.length > MAX_URL_LENGTH) tooLong.push(url);
    else if (urls.length >= MAX_URLS) overLimit.push(url);
    else {
      urls.push(url);
      known.add(rowKey(url, site));
    }
  }
  const omitted = [
    { reason: t("omitted-present"), urls: duplicates },
    { reason: t("omitted-long", { limit: MAX_URL_LENGTH }), urls: tooLong },
    {
      reason: t("omitted-over", { limit: MAX_URLS }),
      urls: overLimit,
      more: leftOut,
    },
  ];
  return { urls, omitted: omitted.filter((part) => part.urls.length + (part.more ?? 0) > 0) };
}

/** What a URL and its path on the open site have in common: `https://host/`, `https://host` and `/` are one row. */
function rowKey(url: string, site: string | null): string {
  if (site === null || !url.toLowerCase().startsWith(site.toLowerCase())) return url;
  const rest = url.slice(site.length);
  if (rest === "") return "/";
  return /^[/?#]/.test(rest) ? rest.replace(/^(?!\/)/, "/") : url;
}

/** The rows of the list that these typed URLs have, in their order. */
export function rowsOf(typed: string[], urls: string[], site: string | null): string[] {
  const rows = new Map(urls.map((url) => [rowKey(url, site), url]));
  return typed.flatMap((text) => rows.get(rowKey(completeUrl(text, site), site)) ?? []);
}

/** Describes omitted URLs, for example "3 already in the list (/a, /b, /c)". */
export function describeOmitted(omitted: OmittedUrls[]): string {
  return omitted
    .map(({ reason, urls, more = 0 }) => {
      const count = t("omitted-count", { count: urls.length + more, reason });
      if (urls.length === 0) return count;
      const examples = urls
        .slice(0, 3)
        .map((url) => (url.length > 60 ? `${url.slice(0, 60)}…` : url));
      const rest = urls.length + more > examples.length ? ", …" : "";
      return `${count} (${examples.join(", ")}${rest})`;
    })
    .join("; ");
}

/** Ends of the names of files. Hosts do not end so, but for `.zip` and `.mov`, whose scheme must be typed. */
const FILE_EXTENSION =
  /\.(?:aspx?|bin|bz2|cfg|conf|css|csv|doc|gif|gz|html?|jpe?g|js|jsonl?|jsp|log|mov|pdf|php|png|svg|tsv|txt|webp|xhtml|xml|zip|zst)$/i;
const ADDRESS = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** Whether a text begins with a host, as `begins_with_host` of the library decides: one table tests both. */
function beginsWithHost(text: string): boolean {
  const authority = text.split(/[/?#]/, 1)[0] ?? "";
  // Browsers differ on hosts with the other characters.
  if (/[@\\;\s<>^|]/.test(authority) || !URL.canParse(`https://${text}`)) return false;
  if (authority.startsWith("[")) return true;
  const host = authority.replace(/:\d+$/, "");
  if (host.includes(":") || FILE_EXTENSION.test(host)) return false;
  return host.toLowerCase() === "localhost" || isDotted(host);
}

/** A name with a dot inside. Numbers are an address only in four parts: `1.2` is a mistake. */
function isDotted(host: string): boolean {
  const parts = /^([^.].*)\.([^.]+)\.?$/.exec(host);
  return parts !== null && (!/^\d/.test(parts[2] ?? "") || ADDRESS.test(host));
}

/**
 * Completes a typed URL: "shop.example/a" is a host and a path; a path begins with a slash. Everything else stays
 * unchanged, and the service reports what is wrong, with the same message as the command.
 */
export function completeUrl(typed: string, site: string | null): string {
  const text = typed.trim();
  if (text.startsWith("//")) return `${schemeOf(site)}:${text}`;
  return beginsWithHost(text) ? `${schemeOf(site)}://${text}` : text;
}

function schemeOf(site: string | null): string {
  return site?.startsWith("http:") ? "http" : "https";
}

/** Completes a typed site to an address for the service. */
export function completeSite(typed: string): string {
  const text = typed.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, "")}`;
}

/** A note that crawlers never read the file at this address, if it is not the robots.txt of its host. */
export function robotsAddressNote(address: string, robotsUrl: string): string | null {
  let path: string;
  try {
    path = new URL(address).pathname;
  } catch {
    return null;
  }
  const isMisread = /\/robots\.txt$/i.test(path) && path !== "/robots.txt";
  return isMisread ? t("never-read", { address, url: robotsUrl }) : null;
}

/** The address of a sitemap, completed, or the open site; null if there is neither. */
export function sitemapAddress(typed: string, site: string | null): string | null {
  if (typed.trim() === "") return site;
  const url = completeUrl(typed, site);
  if (!url.startsWith("/")) return url;
  return site && `${site}${url}`;
}

/** Whether a URL belongs to the site. A path always does. */
export function belongsToSite(url: string, origin: string): boolean {
  if (url.startsWith("/")) return true;
  try {
    return new URL(url).origin === new URL(origin).origin;
  } catch {
    return false;
  }
}

/** The scheme, host and port of a URL exactly as written; null for a path. */
function originAsWritten(url: string): string | null {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+(?=\/)/i.exec(url)?.[0] ?? null;
}

/** The origin that all URLs begin with; null if there is none, or if there is only one URL. */
export function commonOrigin(urls: string[]): string | null {
  const origin = originAsWritten(urls[0] ?? "");
  const isCommon = origin !== null && urls.every((url) => originAsWritten(url) === origin);
  return isCommon && urls.length > 1 ? origin : null;
}

/** The path of a URL of this origin. Any other URL stays whole. */
export function pathUnder(url: string, origin: string | null): string {
  return origin !== null && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

/** The path and query of a URL, exactly as written; null if the text is not a URL with a host. */
export function pathOf(url: string): string | null {
  const found = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+([^#]*)/i.exec(url);
  if (!found || !URL.canParse(url)) return null;
  const path = found[1] ?? "";
  return path.startsWith("/") ? path : `/${path}`;
}

/** Replaces the URLs of other sites by their paths. Each path is in the list once. */
export function replaceByPaths(urls: string[], origin: string): string[] {
  const replaced = urls.map((url) => (belongsToSite(url, origin) ? url : (pathOf(url) ?? url)));
  return [...new Set(replaced)];
}

/** The URLs with a host that do not belong to the site. */
export function urlsOfOtherSites(urls: string[], origin: string): string[] {
  return urls.filter((url) => !belongsToSite(url, origin) && pathOf(url) !== null);
}
