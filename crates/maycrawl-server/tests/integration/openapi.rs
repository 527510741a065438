//! The OpenAPI document: it is recorded, its examples work, and it names the values of closed sets.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::support::{Service, Site};

/// The recorded document. Its readers are `scripts/openapi_tests.py` and the generator of types in `web/scripts`.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/public-api/openapi.json");

async fn document(service: &Service) -> Value {
    service.json("GET", "/openapi.json", &Value::Null).await.1
}

#[tokio::test]
async fn the_recorded_document_is_the_one_that_the_service_answers() {
    let served = document(&Service::open().await).await;
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        let text = serde_json::to_string_pretty(&served).unwrap() + "\n";
        std::fs::write(Path::new(RECORDED), text).unwrap();
    }
    let recorded = std::fs::read_to_string(RECORDED).unwrap();
    let recorded: Value = serde_json::from_str(&recorded).unwrap();
    assert!(
        recorded == served,
        "docs/public-api/openapi.json is out of date; write it with \
         UPDATE_OPENAPI=1 cargo test -p maycrawl-server --test integration openapi"
    );
}

/// `docs/design/server.md`, "How are the operations named?".
#[tokio::test]
async fn paths_say_what_is_read() {
    let document = document(&Service::open().await).await;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let reads_body = method == "post" && operation["tags"][0] == "draft";
            assert_eq!(path.starts_with("/v1/draft/"), reads_body, "{method} {path}");
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            for parameter in parameters {
                assert_ne!(parameter["name"], "most", "{method} {path}: it is called `limit`");
            }
        }
    }
}

/// A site for the examples, which are about `https://www.example.com`.
fn answer(path: &str, origin: &str) -> (String, String) {
    let found = "200 OK\r\nContent-Type: text/plain".to_owned();
    match path {
        "/robots.txt" => (found, "User-agent: *\nDisallow: /private/\n".to_owned()),
        "/sitemap.xml" => (found, format!("{origin}/\n{origin}/page\n")),
        _ => (found, "a page".to_owned()),
    }
}

/// Each example is sent as it is, but its site is the one above.
#[tokio::test]
async fn the_example_of_each_request_body_succeeds() {
    let (service, site) = (Service::open().await, Site::new(answer).await);
    let document = document(&service).await;
    let mut sent = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (media, content) in
            item["post"]["requestBody"]["content"].as_object().into_iter().flatten()
        {
            let example = &content["example"];
            let body = match example {
                Value::Null => panic!("POST {path} has no example"),
                Value::String(file) => file.clone(),
                json => json.to_string(),
            };
            let body = body.replace("https://www.example.com", &site.origin);
            let field = format!("Content-Type: {media}\r\n");
            let (status, _, answer) = service.ask("POST", path, &field, &body).await;
            assert_eq!(status, 200, "POST {path} {body}: {answer}");
            // A list names the URLs that it could not answer.
            assert!(!answer.contains("/problems/"), "POST {path} {body}: {answer}");
            let fields = example.as_object().into_iter().flatten().map(|(name, _)| name.clone());
            assert_eq!(
                fields.collect::<BTreeSet<_>>(),
                described(&document, &content["schema"]),
                "{path}"
            );
            sent += 1;
        }
    }
    assert_eq!(sent, 17);
}

/// The fields of an object that a reference names.
fn described(document: &Value, schema: &Value) -> BTreeSet<String> {
    let fields = &resolved(document, schema)["properties"];
    fields.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => document.pointer(name.strip_prefix('#').unwrap()).unwrap(),
        None => schema,
    }
}

/// Fields whose values are a closed set.
const CLOSED: &[&str] = &[
    "access",
    "basis",
    "becomes",
    "block_ai",
    "compliance",
    "decision",
    "documents",
    "effect",
    "fate",
    "found",
    "index",
    "kind",
    "outcome",
    "policy",
    "profile",
    "purpose",
    "reason",
    "severity",
    "source",
    "to",
    "type",
];

#[tokio::test]
async fn each_closed_set_is_an_enum() {
    let document = document(&Service::open().await).await;
    let mut seen = BTreeSet::new();
    let mut plain = Vec::new();
    for (name, field, schema) in fields(&document) {
        // The reason of a finding is a sentence.
        if !CLOSED.contains(&field.as_str())
            || (name.as_str(), field.as_str()) == ("Finding", "reason")
        {
            continue;
        }
        seen.insert(field.clone());
        let any = schema["oneOf"].as_array().map_or(std::slice::from_ref(schema), Vec::as_slice);
        let is_closed =
            |one: &Value| one["type"] == "null" || resolved(&document, one)["enum"].is_array();
        if !any.iter().all(is_closed) {
            plain.push(format!("{name}.{field}: {schema}"));
        }
    }
    assert!(plain.is_empty(), "{plain:#?}");
    assert_eq!(seen, CLOSED.iter().map(|&name| name.to_owned()).collect());
    for call in
        document["paths"].as_object().unwrap().values().filter_map(|item| item["get"].as_object())
    {
        for parameter in call.get("parameters").and_then(Value::as_array).into_iter().flatten() {
            if parameter["name"] == "policy" {
                let schema = &parameter["schema"];
                let one = schema["oneOf"].as_array().and_then(|all| all.last()).unwrap_or(schema);
                assert!(resolved(&document, one)["enum"].is_array(), "{parameter}");
            }
        }
    }
}

/// The fields of all schemas, also of those inside others: name of the schema, name and schema of the field.
fn fields(document: &Value) -> Vec<(String, String, &Value)> {
    fn inside<'a>(name: &str, schema: &'a Value, found: &mut Vec<(String, String, &'a Value)>) {
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            found.push((name.to_owned(), field.clone(), schema));
        }
        for key in ["allOf", "oneOf"] {
            for part in schema[key].as_array().into_iter().flatten() {
                inside(name, part, found);
            }
        }
    }
    let mut found = Vec::new();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        inside(name, schema, &mut found);
    }
    found
}
