/** What people put into the one large box: a site, a page, a message that names a page, a list, or a whole robots.txt. */

import { t } from "./language.ts";
import { readUrlText } from "./url-import.ts";
import { completeSite, looksLikeUrl, parseUrlList, unquote } from "./url-list.ts";

/** Addresses are as typed; openSite completes them. */
export type Question =
  | { is: "site"; address: string; urls: string[] }
  | { is: "sitemap"; address: string }
  | { is: "urls"; urls: string[] }
  | { is: "robots"; text: string }
  | { is: "mistake"; reason: string };

const ROBOTS_LINE = /^\ufeff?\s*(?:user-?agent|(?:dis)?allow)\s*:/im;
const URL_IN_TEXT = /https?:\/\/[^\s"'<>]+/i;
/** In prose, a URL does not contain the marks that end a sentence. */
const END_OF_SENTENCE = /[.,;:!?)\]]+$/;

export function readQuestion(typed: string): Question {
  const text = unquote(typed).replace(/^sc-domain:/i, "");
  if (text === "") return { is: "mistake", reason: t("site-empty") };
  if (ROBOTS_LINE.test(typed)) return { is: "robots", text: typed };
  if (/[\r\n\t]/.test(text)) return readLines(text);
  if (/^[^/?#\s:]+@[^/?#\s]+$/.test(text))
    return { is: "mistake", reason: t("site-mail", { address: text }) };
  if (parseUrlList(text).length > 1) return readLines(text);
  const found = urlIn(text);
  // A message of several words is no address.
  if (found === null && /\s/.test(text)) return { is: "mistake", reason: t("site-no-url") };
  return readAddress(found ?? text);
}

/** Whether it is a message that a crawler was refused: perhaps the site answers that crawler alone so. */
export function saysRefused(typed: string): boolean {
  return (
    /robots\.txt/i.test(typed) &&
    /\b(?:unreachable|not available|could ?n[o’']t|blocked by)/i.test(typed)
  );
}

/** A URL may contain spaces, as the command reads it. In prose it ends at the first one. */
function urlIn(text: string): string | null {
  if (looksLikeUrl(text)) return text;
  return URL_IN_TEXT.exec(text)?.[0].replace(END_OF_SENTENCE, "") ?? null;
}

function readLines(text: string): Question {
  const read = readUrlText(text).urls.map(unquote);
  const isList = read.length > 0 && read.every(looksLikeUrl);
  const urls = isList ? read : parseUrlList(text).flatMap((line) => urlIn(unquote(line)) ?? []);
  const [first] = urls.filter((url) => !url.startsWith("/"));
  if (first !== undefined) return { is: "site", address: first, urls };
  if (urls.length > 0) return { is: "urls", urls };
  return { is: "mistake", reason: t("site-empty") };
}

function readAddress(text: string): Question {
  if (/^\/(?!\/)/.test(text)) return { is: "urls", urls: [text] };
  const address = completeSite(text);
  if (!URL.canParse(address)) return { is: "site", address: text, urls: [] };
  const { pathname, search } = new URL(address);
  if (/\/[^/]*sitemap[^/]*\.xml(?:\.gz)?$/i.test(pathname)) return { is: "sitemap", address: text };
  // The address of a robots.txt means its site; the page says so if crawlers never read it there.
  if (pathname + search === "/" || /\/robots\.txt$/i.test(pathname))
    return { is: "site", address: text, urls: [] };
  // Without a scheme the path alone is asked about: it stays right if the site has only http.
  return { is: "site", address: text, urls: [address === text ? text : pathOf(text)] };
}

/** What follows the host in a text without a scheme. */
function pathOf(text: string): string {
  const rest = text.replace(/^\/*[^/?#]*/, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}
