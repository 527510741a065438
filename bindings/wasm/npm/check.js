import { startEngine } from "./lib/checks.js";
import { start } from "./lib/module.js";

export * from "./lib/errors.js";
export const { RobotsTxt, Rules } = startEngine(await start(new URL("./check.wasm", import.meta.url)));
