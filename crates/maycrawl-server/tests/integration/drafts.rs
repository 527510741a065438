//! Drafts over the API: checks, explanations and findings.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use crate::support::{Service, agents};
use maycrawl::crawler::KnownCrawler;
use maycrawl::{Crawler, RobotsTxt, as_written};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

const FILE: &str = "User-agent: *\nDisallow: /private\nSitemap: https://shop.test/s.xml\n";

#[tokio::test]
async fn a_draft_is_tested_and_read() {
    let service = Service::open().await;
    let draft = json!({
        "robots": FILE, "origin": "https://shop.test",
        "urls": ["/private/ä", "https://shop.test/", "nonsense", "https://other.test/private"],
        "explain": true,
    });
    let (status, tested) = service.json("POST", "/v1/draft/check", &draft).await;
    assert_eq!(status, 200, "{tested}");
    let decisions: Vec<_> = tested
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["decision"].as_str().or(one["error"]["type"].as_str()).unwrap())
        .collect();
    assert_eq!(decisions, ["disallowed", "allowed", "/problems/bad-url", "not-applicable"]);
    assert_eq!(tested[0]["explanation"]["matches"].as_array().unwrap().len(), 1);
    assert_eq!(tested[0]["explanation"]["match_count"], 1);
    let (status, parsed) =
        service.json("POST", "/v1/draft/parse", &json!({ "robots": FILE })).await;
    assert_eq!((status, parsed["groups"].as_array().unwrap().len()), (200, 1));
    let (status, crawlers) = service.json("GET", "/v1/crawlers", &Value::Null).await;
    let crawlers = crawlers.as_array().unwrap();
    assert!(status == 200 && crawlers.len() > 100);
    // The table of the command, row by row. The page makes its buttons of it, so all three have one list.
    for (row, known) in crawlers.iter().zip(KnownCrawler::all()) {
        let of_library = serde_json::to_value(known).unwrap();
        for field in [
            "token",
            "purpose",
            "compliance",
            "block_ai",
            "confirmed",
            "aliases",
            "source_url",
            "checked",
        ] {
            assert_eq!(row[field], of_library[field], "{}: {field}", known.token);
        }
        let ignores = Crawler::from(known).ignores_robots_txt();
        assert_eq!(row["ignores_robots_txt"], ignores, "{}", known.token);
    }
    let is_retired = |token: &str| {
        let row = crawlers.iter().find(|row| row["token"] == token).unwrap();
        row["is_retired"].as_bool().unwrap()
    };
    assert!(is_retired("msnbot") && is_retired("googleweblight") && !is_retired("bingbot"));
}

/// An answer never repeats a very long pattern, and an explanation shows only the first of many groups and rules.
#[tokio::test]
async fn long_patterns_and_explanations_are_shortened_and_say_so() {
    let service = Service::open().await;
    let long = format!("/{}", "*".repeat(5000));
    let rules: String = (0..30).map(|_| format!("User-agent: *\nDisallow: {long}\n")).collect();
    let draft = json!({ "robots": rules, "urls": ["/x"], "explain": true });
    let (status, tested) = service.json("POST", "/v1/draft/check", &draft).await;
    assert_eq!(status, 200);
    let rule = &tested[0]["rule"];
    assert_eq!(
        (rule["pattern"].as_str().unwrap().len(), &rule["pattern_bytes"]),
        (1024, &json!(5001))
    );
    let message = tested[0]["message"].as_str().unwrap();
    assert!(message.len() < 200 && message.ends_with("... (5001 bytes)"), "{message}");
    let trace = &tested[0]["explanation"];
    for (shown, all) in [("groups", "group_count"), ("matches", "match_count")] {
        let length = trace[shown].as_array().unwrap().len();
        assert_eq!((length, &trace[all]), (20, &json!(30)), "{shown}");
    }
    assert!(tested.to_string().len() < 60_000, "{}", tested.to_string().len());
    let asked = json!({ "robots": rules, "url": "/x", "agent": "Googlebot" });
    let (_, told) = service.json("POST", "/v1/draft/explain", &asked).await;
    assert!(told.to_string().len() < 100_000, "{}", told.to_string().len());
    assert_eq!((&told["matching"], &told["concerning"]), (&json!(30), &json!(30)));
}

/// A response over the size limit ends with an error and stays valid JSON.
#[tokio::test]
async fn a_response_that_is_too_large_is_cut_off_and_says_so() {
    let service = Service::open().await;
    let long = format!("/{}", "x".repeat(7000));
    let draft = json!({ "robots": "", "urls": vec![long; 300], "agents": agents(20) });
    let (status, tested) = service.json("POST", "/v1/draft/check", &draft).await;
    let tested = tested.as_array().unwrap();
    assert_eq!(status, 200);
    let (last, answers) = tested.split_last().unwrap();
    assert!(answers.len() < 6000 && answers.iter().all(|it| it["decision"] == "allowed"));
    assert_eq!(
        (&last["is_cut"], &last["error"]["type"]),
        (&json!(true), &json!("/problems/too-large"))
    );
    let detail = last["error"]["detail"].as_str().unwrap();
    assert!(detail.contains("cut") && detail.contains("fewer"), "{detail}");
}

#[tokio::test]
async fn an_explanation_has_sentences_and_changes() {
    let service = Service::open().await;
    let robots =
        "User-agent: *\nDisallow: /private\n\nUser-agent: GPTBot\nDisallow: /\nAllow: /a\n";
    let explain = async |url: &str, agent: &str| {
        let asked =
            json!({ "robots": robots, "origin": "https://shop.test", "url": url, "agent": agent });
        let (status, told) = service.json("POST", "/v1/draft/explain", &asked).await;
        assert_eq!(status, 200, "{told}");
        told
    };
    let told = explain("/private/x", "Googlebot").await;
    assert_eq!(
        told["words"],
        json!([
            "Rules are compared with the path: /private/x",
            "No group names Googlebot, so Googlebot follows the group for all crawlers (*) at line 1.",
            "Its only rule matches this path.",
            "Line 2, \u{201c}Disallow: /private\u{201d}, decides.",
            "So Googlebot may not fetch this URL."
        ])
    );
    assert_eq!(told["changes"][0]["title"], "Allow this URL only");
    let edit = json!({ "line": 2, "column": 19, "end_line": 2, "end_column": 19, "text": "\nAllow: /private/x$" });
    assert_eq!(told["changes"][0]["edits"], json!([edit]));
    assert_eq!(told["groups"][0]["fate"], "followed");

    let told = explain("/a/b", "GPTBot").await;
    let words = told["words"].as_array().unwrap();
    assert_eq!(
        words[1],
        "GPTBot follows the group for GPTBot at line 4, because it names this crawler; \
         the group for all crawlers (*) does not apply to it."
    );
    assert_eq!(
        words[3],
        "The longest pattern wins: line 6, \u{201c}Allow: /a\u{201d}, with 2 characters."
    );
    assert_eq!(
        (&told["matches"][1]["line"], &told["matches"][1]["fate"]),
        (&json!(5), &json!("shorter"))
    );

    let told = explain("http://shop.test/a", "GPTBot").await;
    assert_eq!(told["answer"]["decision"], "not-applicable");
    let note =
        "This URL is on http://shop.test; this file is for https://shop.test (a different scheme)";
    assert_eq!(told["words"][0], note);
}

#[tokio::test]
async fn findings_have_ranges_and_fixes() {
    let service = Service::open().await;
    let asked =
        json!({ "robots": "User-agent: *\n# é\nDissallow: /a\n", "origin": "https://shop.test" });
    let (status, found) = service.json("POST", "/v1/draft/lint", &asked).await;
    assert_eq!((status, &found["warnings"]), (200, &json!(1)), "{found}");
    let finding = &found["diagnostics"][0];
    assert_eq!((&finding["code"], &finding["name"]), (&json!("R101"), &json!("misspelt-field")));
    let edit =
        json!({ "line": 3, "column": 1, "end_line": 3, "end_column": 10, "text": "Disallow" });
    assert_eq!(finding["fix"]["edits"], json!([edit]));
    assert!(finding["reason"].as_str().unwrap().len() > 20);
}

/// A URL, and how its origin differs from `https://shop.test`.
const ELSEWHERE: &[(&str, &str)] = &[
    ("http://shop.test/", "a different scheme"),
    ("https://shop.test:8443/", "a different port"),
    ("http://shop.test:8080/", "a different port"),
    ("https://www.shop.test/", "a different host"),
    ("http://www.shop.test/", "a different scheme and host"),
    ("https://[::1]:8443/", "a different host"),
];

#[tokio::test]
async fn an_answer_says_how_the_origin_of_a_url_differs() {
    let service = Service::open().await;
    let urls: Vec<_> = ELSEWHERE.iter().map(|row| row.0).collect();
    let draft = json!({ "robots": "", "origin": "https://shop.test", "urls": urls });
    let (_, tested) = service.json("POST", "/v1/draft/check", &draft).await;
    for (i, (url, difference)) in ELSEWHERE.iter().enumerate() {
        let note = tested[i]["note"].as_str().unwrap();
        let told = format!("this file is for https://shop.test ({difference})");
        assert!(note.ends_with(&told), "{url}: {note}");
    }
}

/// The fields of a verdict have the same names and values in the API and in the library.
#[tokio::test]
async fn an_answer_is_the_verdict_as_the_library_writes_it() {
    let service = Service::open().await;
    let file = "User-agent: *\nDisallow: /a\nDisallow:\n";
    let robots = RobotsTxt::parse(file.as_bytes());
    let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    let urls = ["http://h/a", "http://h/b", "http://h/"];
    let draft = json!({ "robots": file, "urls": urls });
    let (_, mut answers) = service.json("POST", "/v1/draft/check", &draft).await;
    for (url, answer) in urls.into_iter().zip(answers.as_array_mut().unwrap()) {
        let fields = answer.as_object_mut().unwrap();
        for own in ["url", "agent", "text", "group", "group_line", "consequence", "profile"] {
            fields.remove(own);
        }
        assert_eq!(*answer, serde_json::to_value(rules.check(as_written(url))).unwrap(), "{url}");
    }
}

#[tokio::test]
async fn recipes_make_a_file_or_are_added_to_a_draft() {
    let service = Service::open().await;
    let (status, recipes) = service.json("GET", "/v1/recipes", &Value::Null).await;
    let recipes = recipes.as_array().unwrap();
    let of = |name: &str| recipes.iter().find(|recipe| recipe["name"] == name).unwrap();
    assert_eq!((status, recipes.len()), (200, maycrawl_lint::recipe::Recipe::all().len()));
    assert_eq!(of("staging")["is_whole_site"], true);
    assert_eq!(of("directory")["parameter"]["what"], "Directory");
    let ask = async |body: Value| service.json("POST", "/v1/draft/compose", &body).await;
    let (status, file) = ask(json!({"recipes": ["directory=/a/"]})).await;
    let robots = "# Nothing in /a/\nUser-agent: *\nDisallow: /a/\n";
    assert_eq!((status, &file["robots"]), (200, &json!(robots)));
    assert_eq!(file["warning"], Value::Null);
    let (status, file) = ask(json!({
        "recipes": ["all-but-crawler=bingbot"], "sitemaps": ["https://a.example/s.xml"],
    }))
    .await;
    assert_eq!(status, 200);
    assert!(file["warning"].as_str().unwrap().contains("the results of Bing"), "{file}");
    let (status, file) = ask(json!({"recipes": ["directory=/a/"], "robots": FILE})).await;
    assert_eq!((status, &file["robots"]), (200, &json!(format!("{FILE}\n{robots}"))));
    let rows = [
        (json!({"recipes": []}), "write at least one recipe or sitemap"),
        (json!({"recipes": ["nonsense"]}), "`nonsense` is not a recipe; use one of: "),
        (json!({"recipes": ["directory"]}), "needs"),
        (json!({"recipes": ["staging"], "robots": FILE}), "decides about the whole site"),
        (json!({"recipes": ["open", "whole-site"]}), "conflicts"),
        (json!({"recipes": ["open"], "sitemaps": ["/s.xml"]}), "is not a full URL"),
    ];
    for (body, detail) in rows {
        let (status, problem) = ask(body.clone()).await;
        assert_eq!(status, 400, "{body}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains(detail), "{body}: {problem}");
    }
    let (status, _) = ask(json!({"recipes": vec!["open"; 51]})).await;
    assert_eq!(status, 413);
}

#[tokio::test]
async fn the_summary_says_how_much_search_and_ai_crawlers_may_fetch() {
    let service = Service::open().await;
    let ask = async |robots: &str, profile: &str| {
        let body = json!({"robots": robots, "profile": profile});
        let (status, summary) = service.json("POST", "/v1/draft/summary", &body).await;
        assert_eq!(status, 200, "{summary}");
        summary
    };
    let access = |groups: &Value| -> Vec<String> {
        let groups = groups.as_array().unwrap();
        groups.iter().map(|group| group["access"].as_str().unwrap().to_owned()).collect()
    };
    // A file, a profile, the access of search crawlers, that of AI training.
    let rows: [(&str, &str, &[&str], &[&str]); 6] = [
        ("", "google", &["everything"], &["everything"]),
        ("User-agent: *\nDisallow: /\nAllow: /*\n", "google", &["everything"], &["everything"]),
        ("User-agent: *\nDisallow: *\n", "google", &["nothing"], &["nothing"]),
        ("User-agent: *\nDisallow: /\n", "rfc9309", &["nothing"], &["nothing"]),
        ("User-agent: *\nDisallow: /a\n", "google", &["part"], &["part"]),
        (
            "User-agent: GPTBot\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /x\n",
            "google",
            &["everything", "part"],
            &["everything", "nothing"],
        ),
    ];
    for (robots, profile, search, training) in rows {
        let summary = ask(robots, profile).await;
        assert_eq!(access(&summary["search"]), search, "{robots}");
        assert_eq!(access(&summary["ai_training"]), training, "{robots}");
    }
    let summary = ask(FILE, "google").await;
    assert_eq!((&summary["sitemaps"], &summary["search"][0]["line"]), (&json!(1), &json!(1)));
    assert_eq!(summary["search"][0]["crawlers"][0], "Googlebot");
}

/// To be crawled and to be used for training are two questions: the summary, a comparison and a claim answer both.
#[tokio::test]
async fn what_a_draft_says_about_uses_is_told_beside_access() {
    let service = Service::open().await;
    let file = "User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: /art/ search=y\nAllow: /\n\nUser-agent: GPTBot\nAllow: /\n";
    let draft = json!({ "robots": file });
    let (status, summary) = service.json("POST", "/v1/draft/summary", &draft).await;
    assert_eq!((status, &summary["uses_undecided"]), (200, &json!(false)));
    let said: Vec<_> = summary["uses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| {
            let crawlers = group["crawlers"].as_array().unwrap();
            let is_named = crawlers.contains(&json!("GPTBot"));
            json!([
                group["use"],
                group["outcome"],
                group["everywhere"],
                group["line"],
                group["others"],
                is_named
            ])
        })
        .collect();
    assert_eq!(
        json!(said),
        json!([
            ["search", "not said", false, null, true, false],
            ["search", "not said", true, null, false, true],
            ["train", "refused", true, 2, true, false],
            ["train", "not said", true, null, false, true],
            ["input", "not said", true, null, true, true],
        ])
    );
    // A file without signals: neither a closed path nor a closed crawler is a word about uses.
    let silent = "User-agent: *\nDisallow: /cart/\n\nUser-agent: GPTBot\nDisallow: /\n";
    let (_, summary) =
        service.json("POST", "/v1/draft/summary", &json!({ "robots": silent })).await;
    for group in summary["uses"].as_array().unwrap() {
        assert_eq!((&group["line"], &group["everywhere"]), (&Value::Null, &json!(true)), "{group}");
    }
    let after = file.replace("ai-train=no", "ai-train=yes");
    let (_, changes) =
        service.json("POST", "/v1/draft/diff", &json!({"before": file, "after": after})).await;
    assert_eq!((&changes["outcome"], &changes["classes"]), (&json!("effects"), &json!([])));
    let effect = &changes["uses"][0]["effects"][0];
    let told = json!([
        effect["use"],
        effect["before"]["outcome"],
        effect["after"]["outcome"],
        effect["shortest"]
    ]);
    assert_eq!(told, json!(["train", "refused", "granted", "/"]));
    assert_eq!(effect["after"]["statements"][0]["line"], 2);
    let claims =
        json!({"robots": file, "expectations": "refuse train Googlebot /\nrefuse train * /\n"});
    let (_, verified) = service.json("POST", "/v1/draft/verify", &claims).await;
    let outcomes: Vec<_> =
        verified["expectations"].as_array().unwrap().iter().map(|one| &one["outcome"]).collect();
    assert_eq!(json!(outcomes), json!(["holds", "fails"]));
    assert_eq!(verified["expectations"][1]["failures"][0]["said"]["outcome"], "not said");
}

/// A client that closes its connection ends the work of its request.
#[tokio::test]
async fn a_comparison_ends_with_its_client() {
    let counters = metrics_exporter_prometheus::PrometheusBuilder::new().install_recorder();
    let counters = counters.expect("no other test installs a recorder");
    let service = Service::open().await;
    let rule = |rule: usize| {
        let letters: Vec<_> = (0..14).map(|at| ["a", "b"][rule >> at & 1]).collect();
        format!("Disallow: /{}\n", letters.join("*"))
    };
    let before: String = (0..8_000).map(rule).collect();
    let before = format!("User-agent: *\n{before}");
    let asked = json!({ "before": before, "after": before.replace("a*a*a", "a*b*a") }).to_string();
    let request = format!(
        "POST /v1/draft/diff HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{asked}",
        asked.len()
    );
    let stopped = r#"maycrawl_draft_work_stopped_total{reason="client-gone"}"#;
    // A connection that ends too early ends before the work begins, and a slow machine may notice its end only after
    // the work. So each try waits a little longer than the one before.
    for wait in 0..100 {
        let mut stream = TcpStream::connect(service.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(wait)).await;
        drop(stream);
        // The same client has one turn at a time, so this waits for the end of the work.
        let (status, _) = service.json("POST", "/v1/draft/parse", &json!({ "robots": FILE })).await;
        assert!(status == 200 || status == 503, "{status}");
        if counters.render().contains(stopped) {
            return;
        }
    }
    panic!("no work ended with its client:\n{}", counters.render());
}

#[tokio::test]
async fn a_change_is_told_by_its_size() {
    let service = Service::open().await;
    let before = "User-agent: *\nDisallow: /cart\nAllow: /products/new/\n";
    let after = format!("{before}Disallow: /\n");
    let mut request = json!({"before": before, "after": after});
    request["urls"] = json!(["/about", "https://h.example/products/new/x", "no url"]);
    let (_, changes) = service.json("POST", "/v1/draft/diff", &request).await;
    assert_eq!((&changes["severity"], &changes["urls"]["total"]), (&json!("error"), &json!(2)));
    assert_eq!(changes["urls"]["malformed"], 1);
    let lost = &changes["classes"][0]["impact"]["lost"];
    assert_eq!(lost["text"], "the whole site, except /products/new/");
    assert_eq!(lost["parts"][0]["except"], json!([{"kind": "below", "text": "/products/new/"}]));
    assert_eq!((&lost["urls"], &lost["examples"]), (&json!(1), &json!(["/about"])));
    request["urls"] = json!(vec!["/a"; 10_001]);
    let (status, _) = service.json("POST", "/v1/draft/diff", &request).await;
    assert_eq!(status, 413);
}
