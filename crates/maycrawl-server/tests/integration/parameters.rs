//! Names of query parameters and body fields: an unknown name is refused, with the name that may be meant.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use crate::support::Service;
use serde_json::{Value, json};

/// Method, path with query, body, and the `detail` of the refusal.
fn rows() -> Vec<(&'static str, &'static str, Value, &'static str)> {
    vec![
        (
            "GET",
            "/v1/check?url=http://127.0.0.1:1/&agents=GPTBot",
            Value::Null,
            "unknown parameter `agents`; did you mean `agent`?",
        ),
        (
            "GET",
            "/v1/check",
            Value::Null,
            "the parameter `url` is missing; write /v1/check?url=https://example.com/page",
        ),
        (
            "GET",
            "/v1/check?agent=GPTBot",
            Value::Null,
            "the parameter `url` is missing; write /v1/check?url=https://example.com/page",
        ),
        (
            "GET",
            "/v1/check?url=http://h/&url=http://i/",
            Value::Null,
            "the parameter `url` is given twice; send one request for each value",
        ),
        (
            "GET",
            "/v1/robots",
            Value::Null,
            "the parameter `origin` is missing; write /v1/robots?origin=https://example.com",
        ),
        (
            "GET",
            "/v1/robots?orgin=http://h",
            Value::Null,
            "unknown parameter `orgin`; did you mean `origin`?",
        ),
        (
            "GET",
            "/v1/crawlers?agent=x",
            Value::Null,
            "unknown parameter `agent`; this path takes no parameters",
        ),
        (
            "POST",
            "/v1/draft/check?robots=x",
            json!({ "robots": "", "urls": [] }),
            "unknown parameter `robots`; this path takes its input from a JSON body",
        ),
        (
            "POST",
            "/v1/draft/check",
            json!({ "robots": "", "url": [] }),
            "unknown field `url`; did you mean `urls`?",
        ),
        (
            "POST",
            "/v1/draft/lint",
            json!({ "robot": "" }),
            "unknown field `robot`; did you mean `robots`?",
        ),
        ("POST", "/v1/draft/lint", json!({}), "the JSON body lacks the field `robots`"),
        (
            "POST",
            "/v1/robots/refresh",
            json!({ "origin": "http://h", "url": "x" }),
            "unknown field `url`; the known names are `origin`, `policy`",
        ),
        (
            "POST",
            "/v1/draft/explain",
            json!({ "robots": "", "url": "/", "agents": ["x"] }),
            "unknown field `agents`; did you mean `agent`?",
        ),
    ]
}

#[tokio::test]
async fn an_unknown_or_missing_name_is_refused_with_a_suggestion() {
    let service = Service::open().await;
    for (method, path, body, detail) in rows() {
        let (status, problem) = service.json(method, path, &body).await;
        assert_eq!((status, &problem["detail"]), (400, &json!(detail)), "{method} {path} {body}");
        assert_eq!(problem["type"], "/problems/bad-request");
    }
}

#[tokio::test]
async fn every_operation_refuses_a_parameter_that_it_does_not_describe() {
    let service = Service::open().await;
    let (_, document) = service.json("GET", "/openapi.json", &Value::Null).await;
    let mut operations = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            let path = format!("{}?nonsense=1", path.replace("{code}", "R101"));
            let body = if method == "post" { json!({}) } else { Value::Null };
            let (status, problem) = service.json(&method.to_uppercase(), &path, &body).await;
            let detail = problem["detail"].as_str().unwrap();
            assert_eq!(status, 400, "{method} {path}");
            assert!(detail.starts_with("unknown parameter `nonsense`"), "{path}: {detail}");
            operations += 1;
        }
    }
    assert!(operations > 10, "{operations}");
}
