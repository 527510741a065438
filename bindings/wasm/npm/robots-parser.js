import { startEngine } from "./lib/checks.js";
import { withLines } from "./lib/lines.js";
import { start } from "./lib/module.js";
import { robotsParserOf } from "./lib/robots-parser.js";

const engine = startEngine(await start(new URL("./fast.wasm", import.meta.url)));
export default robotsParserOf(withLines(engine));
