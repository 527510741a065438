/**
 * Writes the types of the service's requests and responses from its OpenAPI document into src/api-types.ts, and those of
 * the answers that the npm package gives too into its answers.d.ts: node scripts/api-types.js; with --check it only says
 * whether the files are up to date. The types of Python are written by scripts/answer-types of the repository.
 *
 * openapi-typescript does the same with the interface of TypeScript 5, which TypeScript 7 does not have.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const DOCUMENT = resolve(import.meta.dirname, "../../docs/public-api/openapi.json");
const TYPES = resolve(import.meta.dirname, "../src/api-types.ts");
const NPM_TYPES = resolve(import.meta.dirname, "../../bindings/wasm/npm/answers.d.ts");
/** What the npm package answers. */
const NPM_ANSWERS = [
  "DiffAnswer",
  "ComposeResponse",
  "DraftCheckResponse",
  "VerifyAnswer",
  "FixEffect",
  "ParsedRobotsTxt",
  "RecipeInfo",
  "Severity",
  "UseAnswer",
];
const PRIMITIVES = {
  boolean: "boolean",
  integer: "number",
  null: "null",
  number: "number",
  string: "string",
};

/** A schema as a type. Fails for what the service does not use, so that no type is silently wrong. */
function typeOf(schema, indent) {
  if (schema.$ref) return schema.$ref.replace("#/components/schemas/", "");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.oneOf) return united(schema.oneOf, indent);
  if (schema.allOf) return schema.allOf.map((part) => inner(part, indent)).join(" & ");
  if (Array.isArray(schema.type)) {
    return united(
      schema.type.map((type) => ({ ...schema, type })),
      indent,
    );
  }
  if (schema.type === "array") return `${inner(schema.items, indent)}[]`;
  if (schema.type === "object") return objectType(schema, indent);
  const primitive = PRIMITIVES[schema.type];
  if (!primitive) throw new Error(`no type for ${JSON.stringify(schema)}`);
  return primitive;
}

/** The union of all types, with `null` last. */
function united(parts, indent) {
  const types = [...new Set(parts.map((part) => typeOf(part, indent)))];
  return types.sort((a, b) => (a === "null") - (b === "null")).join(" | ");
}

/** A type inside an array or an intersection. */
function inner(schema, indent) {
  const type = typeOf(schema, indent);
  return / [|&] /.test(type.replace(/\{[\s\S]*\}/, "{}")) ? `(${type})` : type;
}

function objectType(schema, indent) {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return "Record<string, unknown>";
  const deeper = `${indent}  `;
  const lines = fields.map(([name, field]) => {
    const mark = schema.required?.includes(name) ? "" : "?";
    return `${comment(field, deeper)}${deeper}${name}${mark}: ${typeOf(field, deeper)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

/** The first paragraph of a description. That of a field that may be null can be with its other type. */
function comment(schema, indent) {
  const described =
    schema.description ?? schema.oneOf?.find((part) => part.description)?.description;
  const text = described?.split("\n\n")[0].replaceAll("\n", " ").replaceAll("*/", "* /");
  return text ? `${indent}/** ${text} */\n` : "";
}

/** The names of these schemas, and of all that they are made of. */
function withParts(schemas, names) {
  const found = new Set();
  const add = (name) => {
    if (found.has(name)) return;
    found.add(name);
    const parts = JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const [, part] of parts) add(part);
  };
  names.forEach(add);
  return found;
}

/** The types of these schemas, in the order of the document. */
function generated(schemas, names) {
  const types = Object.entries(schemas)
    .filter(([name]) => names.has(name))
    .map(
      ([name, schema]) => `\n${comment(schema, "")}export type ${name} = ${typeOf(schema, "")};\n`,
    );
  return `// Generated from docs/public-api/openapi.json by scripts/api-types.js. Do not edit.\n${types.join("")}`;
}

const { schemas } = JSON.parse(readFileSync(DOCUMENT, "utf8")).components;
for (const [file, names] of [
  [TYPES, new Set(Object.keys(schemas))],
  [NPM_TYPES, withParts(schemas, NPM_ANSWERS)],
]) {
  const types = generated(schemas, names);
  if (process.argv[2] !== "--check") writeFileSync(file, types);
  else if (readFileSync(file, "utf8") !== types) {
    console.error(`${file} is out of date; write it with: npm --prefix web run types`);
    process.exitCode = 1;
  }
}
