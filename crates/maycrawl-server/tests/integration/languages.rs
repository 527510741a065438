//! The language of responses: the parameter, the header, and what stays the same.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use crate::support::Service;
use serde_json::{Value, json};

const FILE: &str = "User-agent: *\nDisalow: /x\nDisallow: /cart\n";

/// The operations with sentences: path and body.
fn operations() -> [(&'static str, Value); 4] {
    [
        ("/v1/draft/card", json!({ "robots": FILE, "url": "/cart/a" })),
        ("/v1/draft/check", json!({ "robots": FILE, "urls": ["/cart/a", "/b"] })),
        ("/v1/draft/explain", json!({ "robots": FILE, "url": "/cart/a", "agent": "Googlebot" })),
        ("/v1/draft/lint", json!({ "robots": FILE })),
    ]
}

/// The sentences of a response in place of which codes stay.
fn without_sentences(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(without_sentences),
        Value::Object(members) => {
            for name in [
                "message",
                "reason",
                "words",
                "title",
                "consequence",
                "note",
                "help",
                "english",
                "about",
                "verdict",
                "pages",
                "notes",
                "text",
                "markdown",
                "html",
            ] {
                // `reason` is a code in an answer and a sentence in a finding.
                if name != "reason" || members.contains_key("severity") {
                    members.remove(name);
                }
            }
            members.values_mut().for_each(without_sentences);
        }
        _ => {}
    }
}

#[tokio::test]
async fn the_parameter_is_stronger_than_the_header() {
    let service = Service::open().await;
    for (path, body) in operations() {
        let body = body.to_string();
        let rows = [
            (path.to_owned(), "", "en"),
            (path.to_owned(), "Accept-Language: de, ko-KR;q=0.5\r\n", "ko"),
            (path.to_owned(), "Accept-Language: fr\r\n", "en"),
            (path.to_owned(), "Accept-Language: x y,;q=,,th;q=9\r\n", "en"),
            (format!("{path}?lang=th"), "Accept-Language: ko\r\n", "th"),
            (format!("{path}?lang=en"), "Accept-Language: ko\r\n", "en"),
        ];
        for (address, fields, expected) in rows {
            let (status, head, text) = service.ask("POST", &address, fields, &body).await;
            assert_eq!(status, 200, "{address} {fields} {text}");
            let named = format!("content-language: {expected}\r\n");
            assert!(head.contains(&named), "{address} {fields}\n{head}");
            assert!(head.contains("vary: accept-language"), "{address}\n{head}");
        }
    }
}

#[tokio::test]
async fn sentences_change_and_codes_do_not() {
    let service = Service::open().await;
    for (path, body) in operations() {
        let (_, mut english) = service.json("POST", path, &body).await;
        let text = english.to_string();
        without_sentences(&mut english);
        for language in ["id", "ko", "th", "fi"] {
            let (status, mut own) =
                service.json("POST", &format!("{path}?lang={language}"), &body).await;
            assert_eq!(status, 200);
            assert_ne!(own.to_string(), text, "{path} {language}");
            without_sentences(&mut own);
            assert_eq!(own, english, "{path} {language}");
        }
    }
}

#[tokio::test]
async fn sentences_are_those_of_the_catalogue() {
    let service = Service::open().await;
    let body = json!({
        "robots": FILE, "origin": "https://shop.test",
        "urls": ["/cart/a", "https://other.test/"],
    });
    let (_, tested) = service.json("POST", "/v1/draft/check?lang=fi", &body).await;
    assert_eq!(tested[0]["message"], "rivi 3: disallow: /cart");
    assert!(tested[0]["consequence"].as_str().unwrap().starts_with("Sen URL-osoite voi silti"));
    assert_eq!(tested[0]["reason"], "rule");
    assert!(tested[1]["note"].as_str().unwrap().starts_with("Tämän URL-osoitteen alkuperä on"));
    let body = json!({ "robots": FILE, "url": "/cart/a", "agent": "Googlebot" });
    let (_, explained) = service.json("POST", "/v1/draft/explain?lang=id", &body).await;
    let words = explained["words"].as_array().unwrap();
    assert_eq!(words.last().unwrap(), "Jadi Googlebot tidak boleh mengambil URL ini.");
}

#[tokio::test]
async fn findings_say_what_of_them_is_english() {
    let service = Service::open().await;
    let body = json!({ "robots": FILE });
    let (_, english) = service.json("POST", "/v1/draft/lint", &body).await;
    let (_, finnish) = service.json("POST", "/v1/draft/lint?lang=fi", &body).await;
    let (english, finnish) = (&english["diagnostics"][0], &finnish["diagnostics"][0]);
    assert_eq!(finnish["message"], finnish["reason"]);
    assert_eq!(finnish["help"], Value::Null);
    assert_eq!(finnish["english"], json!([english["message"], english["help"]]));
    assert_eq!(finnish["fix"]["title"], "korjaa rivi 2");
    assert_eq!(english["english"], Value::Null);
}

#[tokio::test]
async fn recipes_are_in_the_language_of_the_reader() {
    let service = Service::open().await;
    let (_, asked) = service.json("GET", "/v1/recipes?lang=fi", &Value::Null).await;
    assert_eq!(
        asked[0]["summary"],
        "Kaiken saa indeksoida.\nTulos on sama kuin ilman robots.txt-tiedostoa."
    );
    assert_eq!(asked[0]["name"], "open");
    let (_, head, text) = service.ask("GET", "/v1/recipes", "Accept-Language: fi-FI\r\n", "").await;
    assert!(head.contains("content-language: fi\r\n"), "{head}");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), asked);
}

#[tokio::test]
async fn an_unknown_language_is_a_problem() {
    let service = Service::open().await;
    for (path, body) in operations() {
        let (status, problem) = service.json("POST", &format!("{path}?lang=fr"), &body).await;
        assert_eq!((status, &problem["type"]), (400, &"/problems/bad-request".into()), "{path}");
        let detail = problem["detail"].as_str().unwrap();
        assert_eq!(detail, "unknown language `fr`; the languages are en, id, ko, th and fi");
    }
    let (status, problem) =
        service.json("GET", "/v1/check?url=http://h/&lang=", &Value::Null).await;
    assert_eq!((status, &problem["type"]), (400, &"/problems/bad-request".into()), "{problem}");
    // Other operations have no sentences in the languages, and so no parameter.
    let (status, problem) = service.json("GET", "/v1/crawlers?lang=ko", &Value::Null).await;
    assert_eq!(status, 400, "{problem}");
}
