//! The details of answers: the crawler of a name, the line and its group, unreachable sites and undefined precedence.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use crate::support::{Service, Site};
use serde_json::{Value, json};

/// A name, its crawler (`None`: refused), and whether there is a note.
const NAMES: &[(&str, Option<&str>, bool)] = &[
    ("Googlebot", Some("Googlebot"), false),
    ("Googlebot News", Some("Googlebot-News"), true),
    ("googlebot-images", Some("Googlebot-Image"), true),
    ("AdsBot", Some("AdsBot-Google"), true),
    ("googlebot*", Some("Googlebot"), true),
    ("ExampleBot", Some("ExampleBot"), false),
    ("Googlbot", Some("Googlbot"), true),
    ("GPTBot, Googlebot", None, false),
    ("Googlebot GPTBot", None, false),
    ("Mozilla/5.0 (compatible; GPTBot/1.2)", None, false),
];

#[tokio::test]
async fn a_name_means_the_same_crawler_as_in_the_command() {
    let service = Service::open().await;
    for (name, token, has_note) in NAMES {
        let draft = json!({ "robots": "", "urls": ["/"], "agents": [name] });
        let (status, tested) = service.json("POST", "/v1/draft/check", &draft).await;
        let path = format!("/v1/crawlers/resolve?name={}", name.replace(' ', "%20"));
        let (_, named) = service.json("GET", &path, &Value::Null).await;
        match token {
            Some(token) => {
                assert_eq!((status, &tested[0]["agent"]), (200, &json!(token)), "{name}");
                assert_eq!(
                    (&named["token"], named["note"].is_string()),
                    (&json!(token), *has_note)
                );
                assert_eq!(tested[0]["agent_note"], named["note"], "{name}");
            }
            None => {
                assert_eq!(
                    (status, &tested["type"]),
                    (400, &json!("/problems/bad-agent")),
                    "{name}"
                );
                assert_eq!(named["type"], "/problems/bad-agent", "{name}");
            }
        }
    }
}

#[tokio::test]
async fn the_pace_of_a_draft_is_told_to_each_crawler() {
    let service = Service::open().await;
    let robots = "User-agent: *\nCrawl-delay: 10\n\nUser-agent: ExampleBot\nDisallow: /x\n";
    let agents = json!(["bingbot", "Googlebot", "ExampleBot"]);
    let draft = json!({ "robots": robots, "urls": ["/"], "agents": agents });
    let (_, tested) = service.json("POST", "/v1/draft/check", &draft).await;
    let asked =
        |reads| json!({"delay": {"seconds": 10.0, "line": 2}, "rate": null, "reads_delay": reads});
    assert_eq!(tested[0]["pace"], asked("yes"));
    assert_eq!(tested[1]["pace"], asked("no"));
    assert_eq!(tested[2].get("pace"), None);
}

/// The answer about a misspelt name is easily taken for that of the crawler that was meant, so each says what was read.
#[tokio::test]
async fn every_answer_asks_whether_a_similar_crawler_was_meant() {
    let service = Service::open().await;
    let site = Site::new(|_, _| ("200 OK".to_owned(), String::new())).await;
    let url = format!("{}/a", site.origin);
    let agents = json!(["Googlbot", "Googlebot"]);
    let path = format!("/v1/check?url={url}&agent=Googlbot");
    let (_, one) = service.json("GET", &path, &Value::Null).await;
    let many = json!({ "urls": [url], "agents": agents });
    let (_, many) = service.json("POST", "/v1/check", &many).await;
    let draft = json!({ "robots": "", "urls": ["/"], "agents": agents });
    let (_, tested) = service.json("POST", "/v1/draft/check", &draft).await;
    let asked = json!({ "robots": "", "url": "/", "agent": "Googlbot" });
    let (_, explained) = service.json("POST", "/v1/draft/explain", &asked).await;
    let note = "No known crawler is called `Googlbot`. Similar: Googlebot. (An unknown crawler follows its own group, \
                then `*`.)";
    for answer in [&one, &many[0], &tested[0], &explained["answer"]] {
        assert_eq!(answer["agent_note"], note, "{answer}");
    }
    for answer in [&many[1], &tested[1]] {
        assert!(answer["agent"] == "Googlebot" && answer.get("agent_note").is_none(), "{answer}");
    }
}

#[tokio::test]
async fn an_answer_says_where_documents_differ_about_its_crawler() {
    let service = Service::open().await;
    let robots = "User-agent: *\nDisallow: /\n";
    let draft = json!({ "robots": robots, "urls": ["/"], "agents": ["APIs-Google", "AdsBot-Google", "GPTBot"] });
    for (query, expected) in [
        ("", "Google's documents of 2021 apply `*` to it"),
        ("?lang=fi", "Googlen vuoden 2021 ohjeistuksen mukaan `*` koskee sitä"),
    ] {
        let (_, tested) = service.json("POST", &format!("/v1/draft/check{query}"), &draft).await;
        assert_eq!(tested[0]["documents_differ"], expected);
        assert_eq!(
            (&tested[0]["reason"], &tested[1]["reason"]),
            (&json!("star-ignored"), &json!("star-ignored"))
        );
        assert!(
            tested[1].get("documents_differ").is_none()
                && tested[2].get("documents_differ").is_none()
        );
        let asked = json!({ "robots": robots, "url": "/", "agent": "APIs-Google" });
        let (_, explained) =
            service.json("POST", &format!("/v1/draft/explain{query}"), &asked).await;
        let words = explained["words"].as_array().unwrap();
        assert!(words.contains(&json!(format!("{expected}."))), "{words:?}");
    }
}

const UNDEFINED: &str = "User-agent: Googlebot\nAllow: /page\n  DISALLOW: /*.htm # old\n";

#[tokio::test]
async fn an_answer_names_its_line_and_group_as_the_file_spells_them() {
    let service = Service::open().await;
    let draft = json!({ "robots": UNDEFINED, "urls": ["/page.htm", "/x"] });
    let (_, tested) = service.json("POST", "/v1/draft/check", &draft).await;
    let first = &tested[0];
    assert_eq!(
        (&first["text"], &first["group"], &first["group_line"], &first["outcome"]),
        (&json!("DISALLOW: /*.htm"), &json!("Googlebot"), &json!(1), &json!("disallowed")),
    );
    assert!(first["consequence"].as_str().unwrap().contains("noindex"), "{first}");
    assert_eq!((&tested[1]["text"], &tested[1]["group_line"]), (&Value::Null, &json!(1)));

    let asked = json!({ "robots": UNDEFINED, "url": "/page.htm", "agent": "Googlebot" });
    let (_, told) = service.json("POST", "/v1/draft/explain", &asked).await;
    assert_eq!(told["answer"]["text"], "DISALLOW: /*.htm");
    let undefined = told["undefined"].as_str().unwrap();
    assert!(undefined.contains("left undefined whether line 2 or line 3 wins"), "{undefined}");
}

fn site(path: &str, _: &str) -> (String, String) {
    match path {
        "/robots.txt" => ("200 OK".to_owned(), "User-agent: *\nDisallow: /no\n".to_owned()),
        _ => ("404 Not Found".to_owned(), String::new()),
    }
}

fn broken(_: &str, _: &str) -> (String, String) {
    ("500 Internal Server Error".to_owned(), String::new())
}

fn busy(_: &str, _: &str) -> (String, String) {
    ("429 Too Many Requests".to_owned(), String::new())
}

fn page(_: &str, _: &str) -> (String, String) {
    ("200 OK".to_owned(), "\n<!doctype html><title>Not found</title>".to_owned())
}

#[tokio::test]
async fn a_live_answer_names_them_too_and_distinguishes_an_outage_from_a_block() {
    let service = Service::open().await;
    let (site, broken, page) =
        (Site::new(site).await, Site::new(broken).await, Site::new(page).await);
    let urls = [&site, &broken, &page].map(|it| format!("{}/no", it.origin));
    let (_, checked) = service.json("POST", "/v1/check", &json!({ "urls": urls })).await;
    assert_eq!((&checked[0]["text"], &checked[0]["group"]), (&json!("Disallow: /no"), &json!("*")));
    assert_eq!(
        (&checked[1]["outcome"], &checked[1]["decision"], &checked[1]["text"]),
        (&json!("unreachable"), &json!("disallowed"), &Value::Null)
    );
    let state = checked[2]["site"]["state"].as_str().unwrap();
    assert!(state.ends_with("it is a web page (HTML), and crawlers read 0 lines of it"), "{state}");

    let inspect = json!({ "url": urls[1] });
    let (_, found) = service.json("POST", "/v1/inspect", &inspect).await;
    let message = found["message"].as_str().unwrap();
    assert!(
        message.starts_with("Not fetched: its robots.txt could not be read. HTTP 500"),
        "{message}"
    );
    let told = &found["agents"][0];
    assert_eq!(
        (&told["index"], &told["crawl"]["outcome"]),
        (&json!("unknown"), &json!("unreachable"))
    );
}

/// Crawlers that follow the same group share its compiled rules, and each has its own line in the group.
#[tokio::test]
async fn each_crawler_of_one_group_is_named_by_its_own_line() {
    const STACKED: &str = "User-agent: Googlebot\nUser-agent: bingbot\nDisallow: /a\n";
    let stacked = |_: &str, _: &str| ("200 OK".to_owned(), STACKED.to_owned());
    let (service, site) = (Service::open().await, Site::new(stacked).await);
    let agents = json!(["Googlebot", "bingbot"]);
    let urls = ["/a", "/b", "/a"].map(|path| format!("{}{path}", site.origin));
    let live = json!({ "urls": urls, "agents": agents });
    let draft = json!({ "robots": STACKED, "urls": ["/a", "/b", "/a"], "agents": agents });
    for (path, asked) in [("/v1/check", live), ("/v1/draft/check", draft)] {
        let (_, answers) = service.json("POST", path, &asked).await;
        for pair in answers.as_array().unwrap().chunks(2) {
            let named = |i: usize| (pair[i]["group"].clone(), pair[i]["group_line"].clone());
            assert_eq!(named(0), (json!("Googlebot"), json!(1)), "{path}");
            assert_eq!(named(1), (json!("bingbot"), json!(2)), "{path}");
        }
    }
}

#[tokio::test]
async fn the_file_of_a_site_names_a_policy_with_another_decision() {
    let (service, site) = (Service::open().await, Site::new(busy).await);
    let path = format!("/v1/robots?origin={}", site.origin);
    let (_, known) = service.json("GET", &path, &Value::Null).await;
    assert_eq!(known["differs_under"][0]["policy"], "google-2026", "{known}");
    let (_, known) = service.json("GET", &format!("{path}&policy=rfc9309"), &Value::Null).await;
    assert_eq!(known["differs_under"][0]["policy"], "google-2026", "{known}");
}

#[tokio::test]
async fn an_inspection_uses_the_profile_of_the_request() {
    let slash = |path: &str, _: &str| match path {
        "/robots.txt" => ("200 OK".to_owned(), "User-agent: *\nDisallow: fish/\n".to_owned()),
        _ => ("404 Not Found".to_owned(), String::new()),
    };
    let (service, site) = (Service::open().await, Site::new(slash).await);
    for (profile, outcome) in [("google", "allowed"), ("google-2019", "disallowed")] {
        let asked = json!({ "url": format!("{}/fish/", site.origin), "profile": profile });
        let (_, found) = service.json("POST", "/v1/inspect", &asked).await;
        assert_eq!(found["agents"][0]["crawl"]["outcome"], json!(outcome), "{profile} {found}");
    }
}

#[tokio::test]
async fn an_inspection_uses_the_policy_of_the_request() {
    let (service, site) = (Service::open().await, Site::new(busy).await);
    let url = format!("{}/x", site.origin);
    for (policy, outcome, other) in
        [("google-2021", "allowed", "google-2026"), ("google-2026", "unreachable", "google-2021")]
    {
        let asked = json!({ "url": url, "policy": policy });
        let (status, found) = service.json("POST", "/v1/inspect", &asked).await;
        let told = &found["agents"][0];
        assert_eq!((status, &told["crawl"]["outcome"]), (200, &json!(outcome)), "{policy} {found}");
        assert_eq!(told["differs_under"][0]["policy"], json!(other), "{policy} {found}");
    }
}
