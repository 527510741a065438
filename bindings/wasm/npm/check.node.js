import { startEngine } from "./lib/checks.js";
import { compiled } from "./lib/file-node.js";
import { startSync } from "./lib/module.js";

export * from "./lib/errors.js";
export const { RobotsTxt, Rules } = startEngine(startSync(compiled("check.wasm")));
