/** What people put into the one large box: a site, a page, a message that names a page, a list, or a whole robots.txt. */

import { t } from "./language.ts";
import { completeSite, parseUrlList } from "./url-list.ts";

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
  const text = typed.trim();
  if (text === "") return { is: "mistake", reason: t("site-empty") };
  if (ROBOTS_LINE.test(typed)) return { is: "robots", text: typed };
  if (/[\r\n]/.test(text)) return readLines(text);
  if (/^[^/?#\s:]+@[^/?#\s]+$/.test(text))
    return { is: "mistake", reason: t("site-mail", { address: text }) };
  const quoted = /\s/.test(text) ? URL_IN_TEXT.exec(text)?.[0].replace(END_OF_SENTENCE, "") : null;
  return readAddress(quoted ?? text);
}

function readLines(text: string): Question {
  const urls = parseUrlList(text).flatMap((line) => {
    const found = URL_IN_TEXT.exec(line)?.[0];
    return found ?? (line.startsWith("/") ? line : []);
  });
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
