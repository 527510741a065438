/** The URL that this host requests for a text: what the module for verdicts alone, which has no parser, is asked about. */

import { UrlError } from "./errors.js";

const BASE = "http://path.invalid";
/** As `maycrawl`: eight times what servers take. */
const MAX_LENGTH = 64 << 10;

/** The URL without user and fragment; for a path the path alone. */
export function requested(text) {
  const written = text.trim();
  const refuse = (why) => {
    throw new UrlError(`${JSON.stringify(written.slice(0, 200))} ${why}; write https://HOST/PATH, or a path that begins with /`);
  };
  if (written.length > MAX_LENGTH) refuse("is longer than 64 KiB, too long for a URL");
  // A parser would drop TAB and line ends silently, and the verdict would be about another URL.
  if (/[\0-\x1f\x7f]/.test(written)) refuse("contains a control byte");
  // A parser would make the second a part of the path of the first.
  if (/ https?:\/\//i.test(written)) refuse("is several URLs");
  const isPath = /^\/(?!\/)/.test(written);
  let url;
  try {
    url = new URL(written, isPath ? BASE : undefined);
  } catch {
    refuse("is not a URL");
  }
  if (url.host === "") refuse("has no host");
  if (isPath && url.origin !== BASE) refuse("may name a host or a path");
  return isPath ? sent(url).slice(BASE.length) : sent(url);
}

/** What is sent of a URL: without user and fragment, with escapes in upper case, as patterns have them. */
export function sent(url) {
  url.hash = url.username = url.password = "";
  const path = url.href.slice(url.protocol.length + 2 + url.host.length);
  // The host of a scheme that the URL standard does not know stays as it is written.
  return `${url.protocol}//${url.host.toLowerCase()}${path.replace(/%[0-9a-f]{2}/gi, (it) => it.toUpperCase())}`;
}

/** The origin of a URL that was read so. */
export function originOf(text) {
  const url = requested(text);
  const end = /^[^/]*\/\/[^/?]*/.exec(url);
  if (!end) throw new UrlError(`origin: ${JSON.stringify(text)} is a path; give https://HOST, or any URL of the site`);
  return end[0];
}
