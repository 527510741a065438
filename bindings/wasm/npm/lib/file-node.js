/** The bytes of a module beside this package, in Node, Deno and Bun. */

import { readFileSync } from "node:fs";

export const compiled = (name) =>
  new WebAssembly.Module(readFileSync(new URL(`../${name}`, import.meta.url)));
