/** Sentences about the state of a site's robots.txt. */

/** Moves the cause of `robots.txt is unreachable: the server answers 5xx` to the front. */
export function putCauseFirst(message: string): string {
  const [, fact, cause] = /^(robots\.txt is unreachable): (.+)$/s.exec(message) ?? [];
  return fact && cause ? `${cause}; ${fact}` : message;
}

/** The service's conclusion in a state, such as ", so nothing may be crawled". */
const CONCLUSION = /, so [^,;()]+ may be crawled/;

/** `HTTP 503; robots.txt is unreachable, so Google crawls nothing` */
export function describeClosedSite(operator: string, state: string): string {
  return `${state.replace(CONCLUSION, "")}, so ${operator} crawls nothing`;
}

/** `robots.txt is not there: HTTP 404, so everything may be crawled`. Some states already contain a conclusion. */
export function describeOpenSite(state: string): string {
  return CONCLUSION.test(state) ? state : `${state}, so everything may be crawled`;
}
