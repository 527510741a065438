//! The arguments of a tool: from the description of the API to a schema for agents, and from a call to a request.

use axum::http::Method;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::problem::{Problem, ProblemKind};

/// The request of a call.
pub(super) struct Call {
    pub(super) method: Method,
    pub(super) uri: String,
    pub(super) body: Vec<u8>,
}

/// The values of one operation.
pub(super) struct OperationInput {
    method: Method,
    path: &'static str,
    /// Names of its parameters in the query. All others are fields of the body.
    in_query: Vec<String>,
    properties: JsonObject,
    required: Vec<Value>,
}

impl OperationInput {
    /// The values of an operation that `document` describes.
    pub(super) fn of(document: &Value, (method, path): (Method, &'static str)) -> Self {
        let operation = &document["paths"][path][method.as_str().to_ascii_lowercase()];
        let body =
            resolved(document, &operation["requestBody"]["content"]["application/json"]["schema"]);
        let mut properties = body["properties"].as_object().cloned().unwrap_or_default();
        let mut required = body["required"].as_array().cloned().unwrap_or_default();
        let mut in_query = Vec::new();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let Some(name) = parameter["name"].as_str() else { continue };
            let mut schema = resolved(document, &parameter["schema"]);
            schema["description"] = parameter["description"].clone();
            properties.insert(name.to_owned(), schema);
            in_query.push(name.to_owned());
            if parameter["required"] == true {
                required.push(name.into());
            }
        }
        Self { method, path, in_query, properties, required }
    }

    /// The request of a call. Names and values are checked by the operation itself, whose messages help.
    pub(super) fn call(&self, arguments: JsonObject) -> Result<Call, Problem> {
        let is_get = self.method == Method::GET;
        let (query, body): (Vec<_>, Vec<_>) =
            arguments.into_iter().partition(|(name, _)| is_get || self.in_query.contains(name));
        let mut pairs = Vec::new();
        for (name, value) in query.into_iter().filter(|(_, value)| !value.is_null()) {
            let value = text(&name, value)?;
            pairs.push((name, value));
        }
        let query = serde_urlencoded::to_string(pairs)
            .map_err(|error| ProblemKind::BadRequest.with_detail(error.to_string()))?;
        let uri =
            if query.is_empty() { self.path.to_owned() } else { format!("{}?{query}", self.path) };
        let body = match is_get {
            true => Vec::new(),
            false => Value::Object(body.into_iter().collect()).to_string().into_bytes(),
        };
        Ok(Call { method: self.method.clone(), uri, body })
    }
}

/// A value of the query.
fn text(name: &str, value: Value) -> Result<String, Problem> {
    match value {
        Value::String(text) => Ok(text),
        Value::Bool(_) | Value::Number(_) => Ok(value.to_string()),
        _ => Err(ProblemKind::BadRequest.with_detail(format!("`{name}` has to be a text"))),
    }
}

/// The schema of a tool with one operation, and maybe another one for drafts. What only one of them has is optional.
pub(super) fn tool_schema(
    document: &Value,
    operation: &OperationInput,
    for_drafts: Option<&OperationInput>,
) -> JsonObject {
    let mut properties = operation.properties.clone();
    let mut required = operation.required.clone();
    if let Some(other) = for_drafts {
        for (name, schema) in &other.properties {
            properties.entry(name.clone()).or_insert_with(|| schema.clone());
        }
        required.retain(|name| other.required.contains(name));
    }
    let schema = json!({
        "type": "object",
        "properties": resolved(document, &Value::Object(properties)),
        "required": required,
        "additionalProperties": false,
    });
    match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    }
}

/// A schema with every reference replaced by what it names: many agents read none. No schema of a request contains
/// itself.
fn resolved(document: &Value, schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let target = fields.get("$ref").and_then(Value::as_str);
            let named = target.and_then(|it| document.pointer(it.strip_prefix('#')?));
            let mut out = named.map_or_else(|| json!({}), |it| resolved(document, it));
            for (name, value) in fields.iter().filter(|(name, _)| *name != "$ref") {
                out[name] = resolved(document, value);
            }
            out
        }
        Value::Array(items) => items.iter().map(|item| resolved(document, item)).collect(),
        _ => schema.clone(),
    }
}
