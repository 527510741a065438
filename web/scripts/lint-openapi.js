/**
 * Lints the OpenAPI document of the service with the ruleset `spectral:oas`: node scripts/lint-openapi.js
 *
 * It uses the engine and the rules of Spectral without its command, whose other parts (formats of output, old rulesets)
 * are nearly 90 more packages, one of them without a licence.
 */
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import core from "@stoplight/spectral-core";
import parsers from "@stoplight/spectral-parsers";
import rulesets from "@stoplight/spectral-rulesets";

const SEVERITIES = ["error", "warning", "information", "hint"];
const path = resolve(
  process.argv[2] ?? resolve(import.meta.dirname, "../../docs/public-api/openapi.json"),
);

const spectral = new core.Spectral();
spectral.setRuleset({ extends: [rulesets.oas] });
const text = readFileSync(path, "utf8");
const findings = await spectral.run(new core.Document(text, parsers.Json, path));
const shown = relative(process.cwd(), path);
for (const { severity, code, message, path: place, range } of findings) {
  const at = `${shown}:${range.start.line + 1}`;
  console.log(`${at}: ${SEVERITIES[severity]} ${code}: ${message} (${place.join(".")})`);
}
console.log(`${shown}: ${findings.length} findings of spectral:oas`);
process.exitCode = findings.length > 0 ? 1 : 0;
