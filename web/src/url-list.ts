/** Lists of URLs, as people paste them. */

/** What one list may hold; the service takes as many in one request. */
export const MOST_URLS = 1000;
const LONGEST_URL = 8192;

export interface Taken {
  urls: string[];
  leftOut: LeftOut[];
}

export interface LeftOut {
  why: string;
  urls: string[];
}

/** One URL a line. Empty lines and comments are no URLs; nothing else goes missing unnamed. */
export function parseUrlList(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Adds what is new, up to the limit, and says what was left out and why. */
export function addUrls(present: string[], added: string[], site: string | null): Taken {
  const urls = [...present];
  const seen = new Set(present);
  const twice: string[] = [];
  const tooLong: string[] = [];
  const overLimit: string[] = [];
  for (const typed of added) {
    const url = completeUrl(typed, site);
    if (seen.has(url)) twice.push(url);
    else if (url.length > LONGEST_URL) tooLong.push(url);
    else if (urls.length >= MOST_URLS) overLimit.push(url);
    else {
      urls.push(url);
      seen.add(url);
    }
  }
  const leftOut = [
    { why: "already in the list", urls: twice },
    { why: `longer than ${LONGEST_URL.toLocaleString("en")} characters`, urls: tooLong },
    { why: `over the limit of ${MOST_URLS.toLocaleString("en")} URLs`, urls: overLimit },
  ];
  return { urls, leftOut: leftOut.filter((part) => part.urls.length > 0) };
}

/** "3 already in the list (/a, /b, /c)". */
export function describeLeftOut(leftOut: LeftOut[]): string {
  return leftOut
    .map(({ why, urls }) => {
      const named = urls.slice(0, 3).map((url) => (url.length > 60 ? `${url.slice(0, 60)}…` : url));
      const more = urls.length > named.length ? ", …" : "";
      return `${urls.length.toLocaleString("en")} ${why} (${named.join(", ")}${more})`;
    })
    .join("; ");
}

const FILE_NAME =
  /^[^/?#]+\.(?:html?|php|aspx?|jsp|pdf|xml|txt|jpe?g|png|gif|webp|svg|css|js|json)(?:[?#]|$)/i;

/**
 * A URL of a person in full: "shop.example/a" is a host and a path. A path begins with a slash. Everything else stays
 * as it is, and the service says what is wrong with it, as the command does.
 */
export function completeUrl(typed: string, site: string | null): string {
  const text = typed.trim();
  if (text.startsWith("//")) return `${schemeOf(site)}:${text}`;
  const first = text.split(/[/?#]/, 1)[0] ?? "";
  const isHost = /^[^\s:@]+(?:\.[^\s:@.]+)+(?::\d+)?$/.test(first) || /^[\w-]+:\d+$/.test(first);
  if (isHost && !FILE_NAME.test(text)) return `${schemeOf(site)}://${text}`;
  return text;
}

function schemeOf(site: string | null): string {
  return site?.startsWith("http:") ? "http" : "https";
}

/** What a person typed as a site, as an origin to ask the service for. */
export function completeSite(typed: string): string {
  const text = typed.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, "")}`;
}

/** That crawlers never read the file whose address was typed, where it is not the robots.txt of its host. */
export function misreadRobots(address: string, asked: string): string | null {
  let path: string;
  try {
    path = new URL(address).pathname;
  } catch {
    return null;
  }
  const isOther = /\/robots\.txt$/i.test(path) && path !== "/robots.txt";
  return isOther ? `Crawlers never read ${address}; ${asked} was asked.` : null;
}

/** Where to look for sitemaps: what was typed, in full, or the open site; null without either. */
export function sitemapAddress(typed: string, site: string | null): string | null {
  if (typed.trim() === "") return site;
  const url = completeUrl(typed, site);
  if (!url.startsWith("/")) return url;
  return site && `${site}${url}`;
}

/** Whether a URL is of this site, as far as the page can tell; paths are. */
export function isOfSite(url: string, origin: string): boolean {
  if (url.startsWith("/")) return true;
  try {
    return new URL(url).origin === new URL(origin).origin;
  } catch {
    return false;
  }
}
