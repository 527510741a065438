//! The tester page asks its questions about drafts in the browser. There they have the answers of the service, to the
//! byte.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl_draft::ask;
use maycrawl_language::Language;
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
        ("draft/check", json!({"robots": FILE, "origin": origin, "urls": urls, "agents": agents})),
        ("draft/check", json!({"robots": FILE, "urls": ["/b"], "explain": true})),
        ("draft/check", json!({"robots": FILE, "urls": ["/b"], "agents": ["a b c"]})),
        ("draft/check", json!({"robots": FILE, "urls": ["/b"], "profile": "bing"})),
        ("draft/check", json!({"robots": FILE, "origin": "/", "urls": []})),
        ("draft/explain", json!({"robots": FILE, "url": "/b/x", "agent": "Googlebot"})),
        ("draft/explain", json!({"robots": FILE, "url": "no url", "agent": "Googlebot"})),
        ("draft/lint", json!({"robots": FILE, "origin": origin, "profile": "rfc9309"})),
        ("draft/diff", json!({"before": FILE, "after": "", "urls": ["/b", "/x"]})),
        ("draft/diff", json!({"before": FILE, "after": "", "region": "b"})),
        (
            "draft/verify",
            json!({"robots": FILE, "expectations": "allow Googlebot /x\ndisallow * /b/\n"}),
        ),
        ("draft/verify", json!({"robots": FILE, "expectations": "allow\n"})),
        ("draft/summary", json!({"robots": FILE, "urls": ["/b/x", "/", "no url"]})),
        ("draft/summary", json!({"robots": ""})),
        ("draft/compose", json!({"recipes": ["ai-training"], "robots": FILE})),
        ("draft/compose", json!({"recipes": ["no-such-recipe"]})),
        ("draft/parse", json!({"robots": FILE})),
        ("draft/user-agent", json!({"robots": FILE, "user_agent": "acme/1.0 (Googlebot/2.1)"})),
        ("draft/user-agent", json!({"robots": FILE, "user_agent": "a".repeat(1025)})),
    ]
}

#[tokio::test]
async fn a_question_about_a_draft_has_one_answer() {
    let service = Service::open().await;
    for language in [Language::English, Language::Korean] {
        for (path, body) in questions() {
            let path = format!("/v1/{path}");
            let answered = ask(&path, body.to_string().as_bytes(), language, &mut || true);
            let (status, text) = answered.map_or_else(
                |refusal| (refusal.kind.parts().0, serde_json::to_string(&refusal).unwrap()),
                |text| (200, String::from_utf8(text).unwrap()),
            );
            let asked = match path.as_str() {
                "/v1/draft/check" | "/v1/draft/explain" | "/v1/draft/lint" => {
                    format!("{path}?lang={language}")
                }
                // Their answers have no sentences.
                other => other.to_owned(),
            };
            let served = service.ask("POST", &asked, "", &body.to_string()).await;
            assert_eq!((served.0, served.2), (status, text), "{path} {body}");
        }
        let recipes = ask("/v1/recipes", b"", language, &mut || true).unwrap();
        let served = service.ask("GET", &format!("/v1/recipes?lang={language}"), "", "").await;
        assert_eq!(served.2.as_bytes(), recipes, "{language}");
    }
    for (path, served) in [
        ("crawlers", "crawlers"),
        ("lints", "lints"),
        ("lints/R101", "lints/R101"),
        ("lints/R999", "lints/R999"),
        ("crawlers/resolve/Googlebot News", "crawlers/resolve?name=Googlebot+News"),
        ("crawlers/resolve/a b c", "crawlers/resolve?name=a+b+c"),
    ] {
        let answered = ask(&format!("/v1/{path}"), b"", Language::English, &mut || true);
        let text = answered.unwrap_or_else(|refusal| serde_json::to_vec(&refusal).unwrap());
        let served = service.ask("GET", &format!("/v1/{served}"), "", "").await;
        assert_eq!(served.2, String::from_utf8(text).unwrap(), "{path}");
    }
}
