/**
 * Prints the compressed weight of what a first visit to the built page loads. `npm run build` runs it. With `--check` it
 * fails above the limit: `make web-e2e` does that, because a page that is too heavy is still a page.
 *
 * A first visit in English loads the document and every file that it, or a file it loads, names: scripts, styles, the
 * worker and its WebAssembly. It does not load the texts of other languages, or what a dynamic `import()` loads later.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { argv, exit } from "node:process";

/**
 * The most that a first visit may load, with gzip, which every client accepts. The goal is 350 KB. The page has 91 KB, and the
 * engine, which is loaded beside it, 550 KB: it has its own IDNA. The readings of other programs are 70 KB of it: without them
 * no fix could be called safe. The editor, 136 KB more, comes after the first verdict.
 */
const LIMIT_BYTES = 650_000;

const folder = resolve(import.meta.dirname, "../../crates/maycrawl-server/page");
const names = readdirSync(folder, { encoding: "utf8", recursive: true }).filter(
  (name) => statSync(join(folder, name)).isFile() && !/\.(?:gz|br)$/.test(name),
);

/** The files that the text of a file names, without those that are loaded later. */
function namedFiles(name) {
  if (!/\.(?:html|js|css)$/.test(name)) return [];
  const text = readFileSync(join(folder, name), "utf8").replace(/\bimport\([^)]*\)/g, "");
  return names.filter((other) => !other.endsWith(".ftl") && text.includes(other.split("/").pop()));
}

const firstVisit = new Set(["index.html"]);
// A set visits what is added while it is read.
for (const name of firstVisit) for (const other of namedFiles(name)) firstVisit.add(other);

const compressed = (name, extension) => statSync(join(folder, `${name}.${extension}`)).size;
const sum = (files, extension) =>
  [...files].reduce((bytes, name) => bytes + compressed(name, extension), 0);
const row = (title, gzip, br) =>
  console.log(`${title.padEnd(40)} ${String(gzip).padStart(8)} ${String(br).padStart(8)}`);

row("first visit, bytes", "gzip", "brotli");
for (const name of firstVisit) row(name, compressed(name, "gz"), compressed(name, "br"));
const total = sum(firstVisit, "gz");
row("total", total, sum(firstVisit, "br"));
const later = names.filter((name) => !firstVisit.has(name));
row("later, when it is needed", sum(later, "gz"), sum(later, "br"));
if (total > LIMIT_BYTES) {
  console.error(`a first visit loads ${total} bytes; the limit is ${LIMIT_BYTES}`);
  if (argv.includes("--check")) exit(1);
}
