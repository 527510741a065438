/**
 * The walks of all files in `specs`, in as many processes as there are files `walks-N.js`: each starts its service and its
 * browser once.
 */

import { readdirSync } from "node:fs";

const PROCESSES = 2;

/** What differs between a service and a plain host. The others run with the static tester if `E2E_WALKS=all`. */
const OF_THE_HOST = [
  ...["access-log", "engine", "faces", "hostile", "isolation", "link", "opening", "start"],
  ...["static", "submit", "up-to-date", "verdicts"],
];

export async function walkPart(number) {
  const isShort = process.env.E2E_PAGE === "static" && process.env.E2E_WALKS !== "all";
  const specs = readdirSync(new URL("specs", import.meta.url))
    .filter((file) => !isShort || OF_THE_HOST.includes(file.replace(/\.js$/, "")))
    .sort();
  for (const [index, file] of specs.entries())
    if (index % PROCESSES === number - 1) await import(`./specs/${file}`);
}
