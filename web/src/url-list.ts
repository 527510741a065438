/** Lists of URLs, as people paste them. */

/** What one list may hold; the service takes as many in one request. */
export const MAX_URLS = 1000;
const MAX_URL_LENGTH = 8192;

export interface MergeResult {
  urls: string[];
  omitted: OmittedUrls[];
}

export interface OmittedUrls {
  reason: string;
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
export function mergeUrls(present: string[], added: string[], site: string | null): MergeResult {
  const urls = [...present];
  const known = new Set(present);
  const duplicates: string[] = [];
  const tooLong: string[] = [];
  const overLimit: string[] = [];
  for (const typed of added) {
    const url = completeUrl(typed, site);
    if (known.has(url)) duplicates.push(url);
    else if (url.length > MAX_URL_LENGTH) tooLong.push(url);
    else if (urls.length >= MAX_URLS) overLimit.push(url);
    else {
      urls.push(url);
      known.add(url);
    }
  }
  const omitted = [
    { reason: "already in the list", urls: duplicates },
    { reason: `longer than ${MAX_URL_LENGTH.toLocaleString("en")} characters`, urls: tooLong },
    { reason: `over the limit of ${MAX_URLS.toLocaleString("en")} URLs`, urls: overLimit },
  ];
  return { urls, omitted: omitted.filter((part) => part.urls.length > 0) };
}

/** "3 already in the list (/a, /b, /c)". */
export function describeOmitted(omitted: OmittedUrls[]): string {
  return omitted
    .map(({ reason, urls }) => {
      const examples = urls
        .slice(0, 3)
        .map((url) => (url.length > 60 ? `${url.slice(0, 60)}…` : url));
      const more = urls.length > examples.length ? ", …" : "";
      return `${urls.length.toLocaleString("en")} ${reason} (${examples.join(", ")}${more})`;
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
export function robotsAddressNote(address: string, robotsUrl: string): string | null {
  let path: string;
  try {
    path = new URL(address).pathname;
  } catch {
    return null;
  }
  const isMisread = /\/robots\.txt$/i.test(path) && path !== "/robots.txt";
  return isMisread ? `Crawlers never read ${address}; ${robotsUrl} was asked.` : null;
}

/** Where to look for sitemaps: what was typed, in full, or the open site; null without either. */
export function sitemapAddress(typed: string, site: string | null): string | null {
  if (typed.trim() === "") return site;
  const url = completeUrl(typed, site);
  if (!url.startsWith("/")) return url;
  return site && `${site}${url}`;
}

/** Whether a URL is of this site, as far as the page can tell; paths are. */
export function belongsToSite(url: string, origin: string): boolean {
  if (url.startsWith("/")) return true;
  try {
    return new URL(url).origin === new URL(origin).origin;
  } catch {
    return false;
  }
}
