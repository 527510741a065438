/** The same from a module that the program brings itself: bytes, a response, a URL, or a compiled `WebAssembly.Module`. */

import { startAnswers } from "./lib/answers.js";
import { startEngine } from "./lib/checks.js";
import { start } from "./lib/module.js";

export * from "./lib/errors.js";
export { compile } from "./lib/module.js";

/** `source`: `maycrawl.wasm`. */
export const load = async (source) => startAnswers(await start(source));

/** `source`: `check.wasm`. */
export async function loadCheck(source) {
  const { RobotsTxt, Rules } = startEngine(await start(source));
  return { RobotsTxt, Rules };
}
