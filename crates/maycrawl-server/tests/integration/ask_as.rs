//! `POST /v1/robots/as`: the site is asked under a fixed list of User-Agents, once a minute.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use maycrawl_fetch::{AddressGuard, Clock, ClockReading, Fetcher, Timestamp};
use serde_json::{Value, json};

use crate::support::{Service, Site, open_limits};

const FILE: &str = "User-agent: *\nDisallow: /private\n";

fn at(seconds: u64) -> ClockReading {
    let after = Duration::from_secs(seconds);
    ClockReading { wall: Timestamp::from_millis(1_790_000_000_000).after(after), steady: after }
}

async fn service(clock: &Clock) -> Service {
    let guard = AddressGuard::public_only().allowing_private();
    let fetcher = Fetcher::builder().guard(guard).clock(clock.clone()).build().unwrap();
    Service::with(fetcher, clock.clone(), open_limits()).await
}

/// A site whose firewall blocks Googlebot's User-Agent.
async fn site() -> Site {
    Site::with(|_, _, user_agent| match user_agent.contains("Googlebot") {
        true => ("403 Forbidden\r\nServer: cloudflare".into(), "<html>blocked</html>".into()),
        false => ("200 OK".into(), FILE.into()),
    })
    .await
}

#[tokio::test]
async fn a_site_that_blocks_googlebot_is_explained_in_one_sentence() {
    let clock = Clock::fixed(at(0));
    let (service, site) = (service(&clock).await, site().await);
    let known = format!("/v1/robots?origin={}", site.origin);
    let (_, before) = service.json("GET", &known, &Value::Null).await;
    let body = json!({ "origin": site.origin });
    let (status, answer) = service.json("POST", "/v1/robots/as", &body).await;
    assert_eq!(status, 200, "{answer}");
    let sentence = answer["sentence"].as_str().unwrap();
    assert!(
        sentence
            .starts_with("The site answers 403 to the User-Agent of Googlebot but gives a file to"),
        "{sentence}"
    );
    assert!(sentence.ends_with("allow Googlebot there."), "{sentence}");
    assert!(answer["limits"].as_str().unwrap().contains("cannot ask from Google's addresses"));
    let answers = answer["answers"].as_array().unwrap();
    let told: Vec<_> = answers
        .iter()
        .map(|it| (it["name"].as_str().unwrap(), it["kind"].as_str().unwrap()))
        .collect();
    let expected = [
        ("maycrawl", "file"),
        ("browser", "file"),
        ("Googlebot", "refusal"),
        ("bingbot", "file"),
        ("GPTBot", "file"),
    ];
    assert_eq!(told, expected);
    assert_eq!(answers[2]["basis"], "no-file", "by the documents of 2021");
    assert_eq!(answers[2]["protection"][0]["owner"], "Cloudflare");
    let (_, after) = service.json("GET", &known, &Value::Null).await;
    assert_eq!(after, before, "no verdict changes");
    assert_eq!(site.asked().len(), 6);
}

#[tokio::test]
async fn a_site_is_asked_once_a_minute() {
    let clock = Clock::fixed(at(0));
    let (service, site) = (service(&clock).await, site().await);
    let body = json!({ "origin": site.origin });
    // When it is asked, the age of the answer, when it can be asked again, and the requests so far.
    for (second, age, again_in, requests) in
        [(0, 0, 60, 5), (20, 20, 40, 5), (59, 59, 1, 5), (60, 0, 60, 10)]
    {
        clock.set(at(second));
        let (status, answer) = service.json_from("192.0.2.7", "/v1/robots/as", &body).await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(
            (&answer["age"], &answer["again_in"]),
            (&json!(age), &json!(again_in)),
            "{second}"
        );
        assert_eq!(site.asked().len(), requests, "{second}");
        let asked = at(second - age).wall.to_string();
        assert_eq!(answer["answers"][0]["at"], asked, "{second}");
    }
    // Another policy is another reading of the same answers.
    let body = json!({ "origin": site.origin, "policy": "rfc9309" });
    let (_, answer) = service.json("POST", "/v1/robots/as", &body).await;
    assert_eq!((&answer["policy"], site.asked().len()), (&json!("rfc9309"), 10));
}

#[tokio::test]
async fn a_client_chooses_no_header() {
    let clock = Clock::fixed(at(0));
    let (service, site) = (service(&clock).await, site().await);
    let bodies = [
        json!({ "origin": site.origin, "as": ["x/1"] }),
        json!({ "origin": site.origin, "user_agent": "x/1" }),
        json!({ "origin": "ftp://example.com" }),
        json!({ "origin": "nowhere" }),
    ];
    for body in bodies {
        let (status, answer) = service.json("POST", "/v1/robots/as", &body).await;
        assert_eq!(status, 400, "{body}: {answer}");
    }
    assert_eq!(site.asked().len(), 0);
}
