/** The audit of one access log after the other. Only the tester page has this module: `audit.wasm`. */

import { Memory } from "./memory.js";
import { start } from "./module.js";

export async function loadAudit(source) {
  const exports = await start(source);
  const memory = new Memory(exports);
  return {
    start(robots, profile, origin) {
      const length = memory.writeInput(robots);
      exports.audit_start(memory.writeText(`${profile} ${origin}`), length);
    },
    push(piece) {
      exports.audit_push(memory.writeInput(piece));
    },
    finish() {
      exports.audit_finish();
      return memory.outputText();
    },
  };
}
