"""Checks the OpenAPI document of the service: by the schema of OpenAPI 3.1, and by rules that the schema does not have.

The rules are those of the rule set `spectral:oas` of Spectral that apply to version 3.1. Parts of a document that the
service does not use, such as callbacks, have no rules here: they are refused. scripts/schema-fuzz runs these tests.
"""
import copy
import json
import pathlib
import re
import unittest

import jsonschema_rs
import schemathesis

DOCUMENT = json.loads((pathlib.Path(__file__).parent.parent / "docs/public-api/openapi.json").read_text())
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
WITHOUT_RULES = {"security", "securitySchemes", "callbacks", "webhooks", "variables"}
# Keys whose values are schemas, lists of schemas, or schemas by name.
SCHEMAS = {"schema", "schemas", "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "not",
           "allOf", "anyOf", "oneOf", "$defs"}
# Keys of objects by name: their own keys say nothing.
BY_NAME = {"paths", "schemas", "properties", "patternProperties", "$defs", "responses", "content", "headers", "links",
           "parameters", "examples", "requestBodies", "pathItems"}
# Keys of JSON that is not a part of the document.
VALUES = {"example", "value", "default", "enum", "const"}


def parts(node, key="", at="#"):
    """The objects of a document: the key that holds each, its place, and the object."""
    yield key, at, node
    for name, value in node.items():
        place = f"{at}/{name}"
        inner = value.items() if isinstance(value, dict) and name in BY_NAME else [("", value)]
        if isinstance(value, list):
            inner = enumerate(value)
        for inside, part in () if name in VALUES else inner:
            if isinstance(part, dict):
                yield from parts(part, name, f"{place}/{inside}".rstrip("/"))


def resolved(document, part):
    """What a reference names, or None."""
    while part is not None and "$ref" in part:
        found, names = document, part["$ref"].split("/")
        for name in names[1:]:
            found = found.get(name.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
        part = found if names[0] == "#" else None
    return part


def repeated(values):
    values = list(values)
    return {value for value in values if values.count(value) > 1}


def findings(document):
    """The rules that a document breaks, each with the place."""
    try:
        schemathesis.openapi.from_dict(copy.deepcopy(document)).validate()
    except jsonschema_rs.ValidationError as error:
        return [("openapi-schema", f"{error.instance_path}: {error.message}")]
    broken = [("reference", at) for _, at, part in parts(document) if "$ref" in part and not resolved(document, part)]
    # Without what a reference names, the other rules cannot be asked.
    return broken or [*of_document(document), *of_operations(document), *of_schemas(document), *of_examples(document)]


def of_document(document):
    info, servers, tags = document["info"], document.get("servers", []), document.get("tags", [])
    if "contact" not in info:
        yield "info-contact", "info"
    if not info.get("description"):
        yield "info-description", "info"
    if not servers:
        yield "servers", "servers"
    for server in servers:
        if re.search("./$", server["url"]):
            yield "server-trailing-slash", server["url"]
    for name in repeated(tag["name"] for tag in tags):
        yield "tags-unique", name
    names = set()
    for _, at, part in parts(document):
        names.add(part.get("$ref"))
        for name in WITHOUT_RULES & part.keys():
            yield "part-without-rules", f"{at}/{name}"
        if re.search(r"<script|eval\(", part.get("title", "") + part.get("description", ""), re.I):
            yield "script-in-markdown", at
    for kind, components in document.get("components", {}).items():
        for name in components:
            if f"#/components/{kind}/{name}" not in names:
                yield "unused-component", name


def of_operations(document):
    operations = [
        (f"{method} {path}", path, item, operation)
        for path, item in document.get("paths", {}).items()
        for method, operation in item.items()
        if method in METHODS
    ]
    for path in document.get("paths", {}):
        # No query, no slash at the end, and no parameter without a name.
        if not re.fullmatch(r"/|(/([\w.~-]|\{\w+\})+)+", path):
            yield "path", path
    # Paths that differ only in the names of their parameters are the same.
    for path in repeated(re.sub(r"\{.*?\}", "{}", path) for path in document.get("paths", {})):
        yield "paths-unique", path
    for name in repeated(operation.get("operationId") for _, _, _, operation in operations):
        yield "operation-id-unique", name
    defined = {tag["name"] for tag in document.get("tags", [])}
    for at, path, item, operation in operations:
        # Characters that a URL may have.
        if not re.fullmatch(r"[\w.~:/?#\[\]@!$&'()*+,;=-]+", operation.get("operationId", ""), re.A):
            yield "operation-id", at
        if not operation.get("description"):
            yield "operation-description", at
        if not operation.get("tags"):
            yield "operation-tags", at
        for tag in set(operation.get("tags", [])) - defined:
            yield "tag-defined", f"{at}: {tag}"
        if not any(status[0] in "23" for status in operation.get("responses", {})):
            yield "success-response", at
        own, shared = ([resolved(document, it) for it in of.get("parameters", [])] for of in (operation, item))
        own, shared = ([(it["in"], it["name"]) for it in parameters] for parameters in (own, shared))
        for _, name in repeated(own) | repeated(shared):
            yield "parameters-unique", f"{at}: {name}"
        in_path = re.findall(r"\{(.*?)\}", path)
        if sorted(in_path) != sorted({name for place, name in own + shared if place == "path"}):
            yield "path-parameters", at


def of_schemas(document):
    for key, at, schema in parts(document):
        if key not in SCHEMAS:
            continue
        if not jsonschema_rs.meta.is_valid(schema):
            yield "schema-object", at
            continue
        types, values = schema.get("type", []), schema.get("enum", [])
        if "array" in ([types] if isinstance(types, str) else types) and "items" not in schema:
            yield "array-items", at
        if repeated(map(json.dumps, values)):
            yield "enum-unique", at
        if types and not all(jsonschema_rs.is_valid({"type": types}, value) for value in values):
            yield "enum-type", at


def of_examples(document):
    """Examples of parameters, bodies and schemas are values that the schema allows."""
    for key, at, part in parts(document):
        if key == "examples" and ("value" in part) == ("externalValue" in part):
            yield "example-value", at
        schema = part if key in SCHEMAS else part.get("schema")
        if schema is None or not jsonschema_rs.meta.is_valid(schema):
            continue
        values, examples = [part["example"]] if "example" in part else [], part.get("examples", [])
        if isinstance(examples, dict):
            examples = [it["value"] for it in (resolved(document, it) for it in examples.values()) if "value" in it]
        for value in [*values, *examples]:
            whole = {**schema, "components": document.get("components", {})}
            if not jsonschema_rs.Draft202012Validator(whole, validate_formats=True).is_valid(value):
                yield "example", f"{at}: {json.dumps(value)}"


CHECK = ("paths", "/v1/check", "get")
LINT = ("paths", "/v1/lints/{code}", "get")
DRAFT = ("paths", "/v1/draft/check", "post", "requestBody", "content", "application/json")
PARAMETER = (*CHECK, "parameters", 0)
PROBLEM = ("components", "schemas", "Problem")
# The rule, and a mistake: the value at a place. None removes it.
MISTAKES = [
    ("openapi-schema", ("info", "title"), None),
    ("openapi-schema", (*CHECK, "resposes"), {}),
    ("openapi-schema", (*PARAMETER, "in"), "body"),
    ("openapi-schema", ("paths", "v1/more"), {}),
    ("reference", (*PROBLEM, "properties", "more"), {"$ref": "#/components/schemas/Nothing"}),
    ("info-contact", ("info", "contact"), None),
    ("info-description", ("info", "description"), ""),
    ("servers", ("servers",), []),
    ("server-trailing-slash", ("servers", 0, "url"), "https://example.org/"),
    ("tags-unique", ("tags", 0, "name"), "draft"),
    ("part-without-rules", (*CHECK, "security"), [{"key": []}]),
    ("part-without-rules", (*CHECK, "callbacks"), {}),
    ("script-in-markdown", (*CHECK, "description"), "<script>"),
    ("script-in-markdown", (*PROBLEM, "description"), "eval(1)"),
    ("unused-component", ("components", "schemas", "Unused"), {"type": "string"}),
    ("path", ("paths", "/v1/more/"), {}),
    ("path", ("paths", "/v1/more?a=b"), {}),
    ("path", ("paths", "/v1/{}"), {}),
    ("paths-unique", ("paths", "/v1/lints/{name}"), {}),
    ("operation-id-unique", (*LINT, "operationId"), "check"),
    ("operation-id", (*CHECK, "operationId"), None),
    ("operation-id", (*CHECK, "operationId"), "check it"),
    ("operation-description", (*CHECK, "description"), None),
    ("operation-tags", (*CHECK, "tags"), []),
    ("tag-defined", (*CHECK, "tags"), ["other"]),
    ("success-response", (*CHECK, "responses", "200"), None),
    ("parameters-unique", (*PARAMETER, "name"), "agent"),
    ("path-parameters", (*LINT, "parameters", 0, "name"), "other"),
    ("path-parameters", ("paths", "/v1/more/{code}"), {"get": {}}),
    ("schema-object", (*PROBLEM, "properties", "more"), {"type": "strin"}),
    ("schema-object", (*PARAMETER, "schema", "maxLength"), "many"),
    ("array-items", (*PROBLEM, "properties", "more"), {"type": "array"}),
    ("enum-unique", (*PROBLEM, "properties", "more"), {"enum": ["a", "a"]}),
    ("enum-type", (*PROBLEM, "properties", "more"), {"type": ["string", "null"], "enum": ["a", 1]}),
    ("example-value", (*PARAMETER, "examples"), {"one": {}}),
    ("example", (*PARAMETER, "example"), 1),
    ("example", (*PARAMETER, "examples"), {"one": {"value": 1}}),
    ("example", (*DRAFT, "example"), {}),
    ("example", (*PROBLEM, "properties", "more"), {"type": "string", "format": "date", "example": "today"}),
    ("example", (*PROBLEM, "properties", "more"), {"type": "string", "examples": ["a", 1]}),
]


class OpenApi(unittest.TestCase):
    maxDiff = None

    def test_the_document_breaks_no_rule(self):
        self.assertEqual(findings(DOCUMENT), [])

    def test_each_rule_finds_a_mistake(self):
        for rule, (*place, last), value in MISTAKES:
            with self.subTest(rule=rule, place=place, last=last):
                document = copy.deepcopy(DOCUMENT)
                part = document
                for name in place:
                    part = part[name]
                if value is None:
                    del part[last]
                else:
                    part[last] = value
                self.assertIn(rule, {found for found, _ in findings(document)})
