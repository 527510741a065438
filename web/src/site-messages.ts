/** Sentences about the state of a site's robots.txt. */

/** `robots.txt is unreachable: the server answers 5xx` with the cause first. */
export function putCauseFirst(message: string): string {
  const [, fact, cause] = /^(robots\.txt is unreachable): (.+)$/s.exec(message) ?? [];
  return fact && cause ? `${cause}; ${fact}` : message;
}

/** `HTTP 503; robots.txt is unreachable, so Google crawls nothing` */
export function describeClosedSite(who: string, state: string): string {
  return `${state.replace(", so nothing may be crawled", "")}, so ${who} crawls nothing`;
}

/** `robots.txt is not there: HTTP 404, so everything may be crawled`; some states say it themselves. */
export function describeOpenSite(state: string): string {
  const conclusion = "so everything may be crawled";
  return state.includes(conclusion) ? state : `${state}, ${conclusion}`;
}
