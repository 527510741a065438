//! The service's own robots.txt, and its pages for people: the API, and each kind of problem.
//!
//! The page of the API is made from the OpenAPI document, so it names what the service has. It is plain HTML: no
//! script, and one style sheet.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maycrawl::HtmlText;
use maycrawl_questions::card::inline;
use serde_json::Value;
use utoipa::openapi::OpenApi as Document;

use crate::problem::ProblemKind;

/// Crawlers may read the tester page and the documents. Answers of the API are not pages, and each costs work.
const ROBOTS_TXT: &str = "User-agent: *\nDisallow: /v1/\n";

const STYLE: &str = "\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
table { border-collapse: collapse; width: 100%; }
td, th { padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
.muted { opacity: 0.75; }
.bad { color: light-dark(#b3261e, #ff8a80); }
.warn { color: light-dark(#8a4b00, #ffb74d); }
.good { color: light-dark(#1a6b2f, #5fd07a); }
.alarm { border: 2px solid light-dark(#b3261e, #ff8a80); border-radius: 0.4rem; padding: 0.8rem 1rem; }
body:has(.watched) { max-width: 84rem; }
.watched { font-size: 0.9rem; }
.watched time { white-space: nowrap; }
.watched td { min-width: 9rem; }
.watched tbody th { overflow-wrap: anywhere; min-width: 9rem; }
@media (max-width: 44rem) {
  .watched thead { display: none; }
  .watched tr, .watched td, .watched tbody th { display: block; border: 0; padding: 0.15rem 0; }
  .watched tr { border-bottom: 1px solid #8884; padding: 0.8rem 0; }
  .watched td::before { content: attr(data-label) \": \"; opacity: 0.75; }
}
";

/// `/robots.txt`, `/docs` and `/problems/`.
pub(crate) fn routes(document: &Document) -> Router {
    let api: Arc<str> = api_page(&serde_json::to_value(document).unwrap_or_default()).into();
    Router::new()
        .route("/robots.txt", get(|| async { text("text/plain; charset=utf-8", ROBOTS_TXT) }))
        .route("/docs.css", get(style))
        .route("/docs", get(move || async move { Html(api.to_string()) }))
        .route("/problems/{name}", get(problem))
}

/// The style sheet of all pages that the service makes.
pub(crate) async fn style() -> Response {
    text("text/css; charset=utf-8", STYLE)
}

fn text(content_type: &'static str, body: &'static str) -> Response {
    ([(header::CONTENT_TYPE, content_type)], body).into_response()
}

async fn problem(Path(name): Path<String>) -> Response {
    match ProblemKind::ALL.into_iter().find(|kind| kind.name() == name) {
        Some(kind) => Html(problem_page(kind)).into_response(),
        None => ProblemKind::NotFound
            .with_detail("there is no such kind of problem; /docs lists them")
            .into_response(),
    }
}

fn problem_page(kind: ProblemKind) -> String {
    let title = kind.title();
    let body = format!(
        "<h1>{}</h1>\n<p>HTTP status {}. {}</p>\n<p><a href=\"/docs\">The API</a></p>\n",
        escaped(title),
        kind.status().as_u16(),
        inline(kind.meaning()),
    );
    page(title, &body)
}

pub(crate) fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{} - maycrawl</title>\n<link \
         rel=\"icon\" href=\"/favicon.svg\">\n<link rel=\"stylesheet\" href=\"/docs.css\">\n{body}</html>\n",
        escaped(title)
    )
}

/// Every operation with its parameters, body and responses, then every object, then the kinds of problem.
fn api_page(document: &Value) -> String {
    let mut body = String::from(
        "<h1>maycrawl: the API</h1>\n<p>May this crawler fetch this URL, and why? All answers are JSON. \
         <a href=\"/openapi.json\">/openapi.json</a> describes the same for programs. \
         <a href=\"/\">The tester page</a> uses these operations.</p>\n",
    );
    for (path, methods) in members(&document["paths"]) {
        for (method, operation) in members(methods) {
            body += &operation_section(path, method, operation);
        }
    }
    for (name, schema) in members(&document["components"]["schemas"]) {
        body += &format!("<h2 id=\"{0}\">{0}</h2>\n", escaped(name));
        body += &format!("<p>{}</p>\n", inline(words(&schema["description"])));
        body += &properties(schema);
    }
    body += "<h2 id=\"problems\">Problems</h2>\n<p>An error is a problem document (RFC 9457). Its <code>type</code> is \
             one of these.</p>\n<table>\n";
    for kind in ProblemKind::ALL {
        body += &format!(
            "<tr><td><a href=\"/problems/{0}\">/problems/{0}</a><td>{1}<td>{2}\n",
            kind.name(),
            kind.status().as_u16(),
            inline(kind.meaning())
        );
    }
    body += "</table>\n";
    page("the API", &body)
}

fn operation_section(path: &str, method: &str, operation: &Value) -> String {
    let (path, method) = (escaped(path), method.to_uppercase());
    let mut out = format!("<h2><code>{method} {path}</code></h2>\n");
    for key in ["summary", "description"] {
        let text = words(&operation[key]);
        if !text.is_empty() {
            out += &format!("<p>{}</p>\n", inline(text));
        }
    }
    let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !parameters.is_empty() {
        out += "<table>\n<tr><th>Parameter<th>Type<th>Meaning\n";
        for parameter in parameters {
            out += &row(
                words(&parameter["name"]),
                &parameter["schema"],
                parameter["required"] == true,
                words(&parameter["description"]),
            );
        }
        out += "</table>\n";
    }
    for (media_type, content) in members(&operation["requestBody"]["content"]) {
        out += &format!("<p>Body: {} ({})</p>\n", type_of(&content["schema"]), escaped(media_type));
    }
    for (name, statuses) in responses(operation) {
        out += &format!("<p>Response {}: {name}</p>\n", statuses.join(", "));
    }
    out
}

/// The types of the responses, each with its statuses.
fn responses(operation: &Value) -> Vec<(String, Vec<String>)> {
    let mut types: Vec<(String, Vec<String>)> = Vec::new();
    for (status, response) in members(&operation["responses"]) {
        for (_, content) in members(&response["content"]) {
            let (name, status) = (type_of(&content["schema"]), escaped(status));
            match types.iter_mut().find(|(known, _)| *known == name) {
                Some((_, statuses)) => statuses.push(status),
                None => types.push((name, vec![status])),
            }
        }
    }
    types
}

/// The fields of an object.
fn properties(schema: &Value) -> String {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut rows = String::new();
    for (name, field) in members(&schema["properties"]) {
        rows += &row(name, field, required.contains(&name), words(&field["description"]));
    }
    if rows.is_empty() {
        return format!("<p>{}</p>\n", type_of(schema));
    }
    format!("<table>\n<tr><th>Field<th>Type<th>Meaning\n{rows}</table>\n")
}

fn row(name: &str, schema: &Value, is_required: bool, meaning: &str) -> String {
    let optional = if is_required { "" } else { ", optional" };
    format!(
        "<tr><td><code>{}</code><td>{}{optional}<td>{}\n",
        escaped(name),
        type_of(schema),
        inline(meaning)
    )
}

/// A type in words, with links to objects.
fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#{0}\">{0}</a>", escaped(name));
    }
    if let Some(values) = schema["enum"].as_array() {
        let values = values.iter().map(|value| format!("<code>{}</code>", escaped(words(value))));
        return values.collect::<Vec<_>>().join(", ");
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        if let Some(parts) = schema[key].as_array() {
            return parts.iter().map(type_of).collect::<Vec<_>>().join(" or ");
        }
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => format!("list of {}", type_of(&schema["items"])),
        Value::String(name) => escaped(name),
        Value::Array(names) if names.iter().any(|name| name == "array") => {
            format!("list of {} or null", type_of(&schema["items"]))
        }
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(escaped).collect::<Vec<_>>().join(" or ")
        }
        _ => String::from("any"),
    }
}

fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn words(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn escaped(text: &str) -> String {
    HtmlText(text).to_string()
}
