/**
 * Asks the search of the built site, as its pages do: `node search.js SITE` reads one search a line, and prints for each a
 * line with the pages that are found, the best first. The scripts and the index are those of the site.
 */
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const site = process.argv[2];
const context = vm.createContext({ window: { search: {} } });
for (const script of ["elasticlunr", "searchindex"]) {
  // Their names have a hash of their content.
  const name = fs.readdirSync(site).find((file) => file.startsWith(`${script}-`));
  vm.runInContext(fs.readFileSync(path.join(site, name), "utf8"), context);
}
const { index, search_options: options, doc_urls: urls } = context.window.search;
const searches = context.elasticlunr.Index.load(index);
for (const typed of fs.readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  const found = searches.search(typed, options).map((result) => urls[result.ref].split(".html")[0]);
  console.log([...new Set(found)].join("\t"));
}
