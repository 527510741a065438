/**
 * Writes the types of the service's requests and responses from its OpenAPI document into src/api-types.ts:
 * node scripts/api-types.js; with --check it only says whether the file is up to date.
 *
 * openapi-typescript does the same with the interface of TypeScript 5, which TypeScript 7 does not have.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const DOCUMENT = resolve(import.meta.dirname, "../../docs/public-api/openapi.json");
const TYPES = resolve(import.meta.dirname, "../src/api-types.ts");
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

function generated() {
  const document = JSON.parse(readFileSync(DOCUMENT, "utf8"));
  const schemas = Object.entries(document.components.schemas);
  const types = schemas.map(
    ([name, schema]) => `\n${comment(schema, "")}export type ${name} = ${typeOf(schema, "")};\n`,
  );
  return `// Generated from docs/public-api/openapi.json by scripts/api-types.js. Do not edit.\n${types.join("")}`;
}

const types = generated();
if (process.argv[2] === "--check") {
  if (readFileSync(TYPES, "utf8") !== types) {
    console.error("web/src/api-types.ts is out of date; write it with: npm --prefix web run types");
    process.exitCode = 1;
  }
} else {
  writeFileSync(TYPES, types);
}
