import { startEngine } from "./lib/checks.js";
import { compiled } from "./lib/file-node.js";
import { withLines } from "./lib/lines.js";
import { startSync } from "./lib/module.js";
import { robotsParserOf } from "./lib/robots-parser.js";

const robotsParser = robotsParserOf(withLines(startEngine(startSync(compiled("fast.wasm")))));
export default robotsParser;
// `require` gives the function, as that of robots-parser does.
export { robotsParser as "module.exports" };
