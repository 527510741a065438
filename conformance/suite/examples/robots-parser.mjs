/** The npm package robots-parser as a parser for run.mjs. */

import { createRequire } from "node:module";

// Also finds packages in $NODE_PATH.
const robotsParser = createRequire(import.meta.url)("robots-parser");

export function allowed(robotsTxt, name, url) {
  return robotsParser(new URL("/robots.txt", url).href, robotsTxt.toString()).isAllowed(url, name);
}
