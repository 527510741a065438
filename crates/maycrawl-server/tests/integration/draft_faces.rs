//! The service, and the tester page in the browser, ask one room of questions. What the service sends is what the room
//! answers, whole; a refusal is a problem of HTTP with the same kind and the same words.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl_language::Language;
use maycrawl_questions::{Question, ask};
use serde_json::{Value, json};

use crate::support::Service;

const FILE: &str =
    "User-agent: *\nDissalow: /a\nDisallow: /b*\nAllow: /b/c\n\nUser-agent: GPTBot\nDisallow: /\n";

/// Questions with a body, right and wrong ones.
fn questions() -> Vec<(&'static str, Value)> {
    let urls = ["/a", "/b/c/d", "https://shop.test/b", "https://other.test/", "no url"];
    let agents = ["Googlebot", "GPTBot", "Googlebot News"];
    let origin = "https://shop.test";
    vec![
        ("check", json!({"robots": FILE, "origin": origin, "urls": urls, "agents": agents})),
        ("check", json!({"robots": FILE, "urls": ["/b"], "explain": true})),
        ("check", json!({"robots": FILE, "urls": ["/b"], "agents": ["a b c"]})),
        ("check", json!({"robots": FILE, "urls": ["/b"], "profile": "bing"})),
        ("check", json!({"robots": FILE, "origin": "/", "urls": []})),
        ("explain", json!({"robots": FILE, "url": "/b/x", "agent": "Googlebot"})),
        ("explain", json!({"robots": FILE, "url": "no url", "agent": "Googlebot"})),
        ("card", json!({"robots": FILE, "origin": origin, "urls": urls, "agent": "GPTBot"})),
        ("card", json!({"robots": FILE, "url": "/b/x", "profile": "rfc9309"})),
        ("card", json!({"robots": FILE})),
        ("lint", json!({"robots": FILE, "origin": origin, "profile": "rfc9309"})),
        ("diff", json!({"before": FILE, "after": "", "urls": ["/b", "/x"]})),
        ("diff", json!({"before": FILE, "after": "", "region": "b"})),
        ("verify", json!({"robots": FILE, "expectations": "allow Googlebot /x\ndisallow * /b/\n"})),
        ("verify", json!({"robots": FILE, "expectations": "allow\n"})),
        ("summary", json!({"robots": FILE, "urls": ["/b/x", "/", "no url"]})),
        ("summary", json!({"robots": ""})),
        ("compose", json!({"recipes": ["ai-training"], "robots": FILE})),
        ("compose", json!({"recipes": ["no-such-recipe"]})),
        ("parse", json!({"robots": FILE})),
        ("user-agent", json!({"robots": FILE, "user_agent": "acme/1.0 (Googlebot/2.1)"})),
        ("user-agent", json!({"robots": FILE, "user_agent": "a".repeat(1025)})),
    ]
}

/// What the room answers, and the status that fits.
fn answered(name: &str, values: &Value, language: Language) -> (u16, Value) {
    let question = Question::from_json(name, values.to_string().as_bytes());
    match question.and_then(|question| ask(question, language, &mut || true)) {
        Ok(answer) => (200, serde_json::to_value(answer).unwrap()),
        Err(refusal) => {
            let refusal = serde_json::to_value(refusal).unwrap();
            let status = match refusal["kind"].as_str().unwrap() {
                "not-found" => 404,
                "too-large" => 413,
                _ => 400,
            };
            (status, refusal)
        }
    }
}

/// A response without what HTTP adds to a refusal.
fn without_http(mut value: Value) -> Value {
    if let Some(list) = value.as_array_mut() {
        return list.drain(..).map(without_http).collect();
    }
    let Some(members) = value.as_object_mut() else { return value };
    match members.get("type").and_then(|kind| kind.as_str()?.strip_prefix("/problems/")) {
        Some(kind) => json!({"kind": kind, "detail": members["detail"]}),
        None => {
            members.values_mut().for_each(|member| *member = without_http(member.take()));
            value
        }
    }
}

#[tokio::test]
async fn a_question_about_a_draft_has_one_answer() {
    let service = Service::open().await;
    let same = async |method, path: &str, body: &str, expected: (u16, Value)| {
        let (status, _, text) = service.ask(method, path, "", body).await;
        let served = without_http(serde_json::from_str(&text).unwrap());
        assert_eq!((status, served), expected, "{path} {body}");
    };
    for language in [Language::English, Language::Korean] {
        for (name, values) in questions() {
            let path = match name {
                "check" | "explain" | "card" | "lint" => {
                    format!("/v1/draft/{name}?lang={language}")
                }
                // Their answers have no sentences.
                _ => format!("/v1/draft/{name}"),
            };
            let expected = answered(name, &values, language);
            same("POST", &path, &values.to_string(), expected).await;
        }
        let expected = answered("recipes", &json!({}), language);
        same("GET", &format!("/v1/recipes?lang={language}"), "", expected).await;
    }
    for (name, values, path) in [
        ("crawlers", json!({}), "crawlers"),
        ("lints", json!({}), "lints"),
        ("lint-page", json!({"name": "R101"}), "lints/R101"),
        ("lint-page", json!({"name": "R999"}), "lints/R999"),
        ("crawler", json!({"name": "Googlebot News"}), "crawlers/resolve?name=Googlebot+News"),
        ("crawler", json!({"name": "a b c"}), "crawlers/resolve?name=a+b+c"),
    ] {
        let expected = answered(name, &values, Language::English);
        same("GET", &format!("/v1/{path}"), "", expected).await;
    }
}
