/** Other addresses that people mean by the same site. Each has its own robots.txt. */

/** The open origin first, then the other scheme, and the host with or without `www.`. */
export function siteAddresses(origin: string): string[] {
  const found = /^(https?):\/\/([^/:]+|\[[^\]]*\])(:\d+)?$/i.exec(origin);
  if (!found) return [origin];
  const [, scheme = "", host = "", port = ""] = found;
  const other = scheme.toLowerCase() === "https" ? "http" : "https";
  const isName = port === "" && /\.[a-z][a-z0-9-]*$/i.test(host);
  const bare = host.replace(/^www\./i, "");
  const otherHost = bare === host ? `www.${host}` : bare;
  const hosts = isName ? [host, otherHost] : [host];
  return hosts.flatMap((name) => [`${scheme}://${name}${port}`, `${other}://${name}${port}`]);
}
