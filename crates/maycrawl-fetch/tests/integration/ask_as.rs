//! Ask as: one request for each User-Agent, whose answers stay out of cache and store.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use crate::servers::{self, HERE, Script, Server, Step, answer, ok, redirect, with_length};
use maycrawl::Origin;
use maycrawl_fetch::{
    AnswerKind, AskAs, AskAsError, AskAsReport, Basis, FetchMode, Fetcher, FindingKind, Policy,
    UserAgent, WhyNotAsked,
};
use tokio::net::TcpListener;

const FILE: &str = "User-agent: *\nDisallow: /private\n";

fn fetcher() -> Fetcher {
    servers::fetcher().deadline(Duration::from_secs(5)).build().unwrap()
}

async fn ask_all(mut asking: AskAs, fetcher: &Fetcher) -> AskAsReport {
    asking.ask(&fetcher.own_user_agent()).await;
    for user_agent in &UserAgent::KNOWN {
        asking.ask(user_agent).await;
    }
    asking.finish().report(Policy::default())
}

/// The report about a server that plays these scripts, one for each User-Agent.
async fn report(scripts: Vec<Script>) -> (AskAsReport, Vec<String>) {
    let server = Server::new(scripts).await;
    let fetcher = fetcher();
    let asking = AskAs::new(&fetcher, &server.origin()).unwrap();
    let report = ask_all(asking, &fetcher).await;
    (report, server.requests())
}

fn refusal(fields: &str, page: &str) -> Vec<u8> {
    with_length(&format!("HTTP/1.1 403 Forbidden\r\n{fields}"), page)
}

#[tokio::test]
async fn each_user_agent_is_sent_and_its_answer_told() {
    let page = "<!doctype html><title>Just a moment...</title>";
    let (report, requests) = report(vec![
        answer(ok(FILE)),
        answer(ok(FILE)),
        answer(refusal("Server: cloudflare\r\ncf-mitigated: challenge\r\n", page)),
        answer(ok(page)),
        answer(ok("User-agent: *\nDisallow: /\n")),
    ])
    .await;
    let sent: Vec<_> = requests
        .iter()
        .map(|head| {
            head.lines().find(|line| line.to_ascii_lowercase().starts_with("user-agent:")).unwrap()
        })
        .map(|line| line.split_once(": ").unwrap().1.to_owned())
        .collect();
    let headers: Vec<_> = report.answers.iter().map(|answer| answer.user_agent.clone()).collect();
    assert_eq!(sent, headers);
    assert!(sent[0].starts_with("maycrawl/"), "{sent:?}");
    let kinds: Vec<_> =
        report.answers.iter().map(|answer| (answer.kind, answer.status, answer.basis)).collect();
    let expected = [
        (AnswerKind::File, Some(200), Basis::File),
        (AnswerKind::File, Some(200), Basis::File),
        // By the documents of 2021 it opens the site all the same.
        (AnswerKind::Protection, Some(403), Basis::NoFile),
        (AnswerKind::WebPage, Some(200), Basis::File),
        (AnswerKind::File, Some(200), Basis::File),
    ];
    assert_eq!(kinds, expected);
    let googlebot = &report.answers[2];
    assert_eq!(googlebot.bytes, Some(page.len() as u64), "the page of the firewall is read");
    assert_eq!(googlebot.hash, report.answers[3].hash);
    assert_ne!(googlebot.hash, report.answers[0].hash);
    let fields: Vec<_> =
        googlebot.protection.iter().map(|field| (field.owner, field.name)).collect();
    assert_eq!(fields, [("Cloudflare", "cf-mitigated"), ("Cloudflare", "server")]);
    assert!(report.answers[3].suspicion.as_ref().is_some_and(|text| text.contains("web page")));
    assert_eq!(report.answers[1].difference, None);
    let difference = report.answers[4].difference.as_ref().unwrap();
    assert_eq!((difference.line, difference.this.as_deref()), (2, Some("Disallow: /")));
    // The file is there to be judged, if it is another one.
    let files: Vec<_> = report.answers.iter().map(|answer| answer.file.as_deref()).collect();
    let other = Some("User-agent: *\nDisallow: /\n");
    assert_eq!((&files[..2], files[2], files[4]), (&[None, None][..], None, other));
    assert_eq!(report.finding.concerned, ["Googlebot", "bingbot"]);
    assert_eq!(report.finding.kind, FindingKind::SomeBlocked);
}

#[tokio::test]
async fn verdicts_and_stores_know_nothing_of_it() {
    let scripts = vec![
        answer(ok(FILE)),
        answer(refusal("", "no")),
        answer(ok("User-agent: *\nDisallow: /\n")),
    ];
    let server = Server::new(scripts).await;
    let (fetcher, origin) = (fetcher(), server.origin());
    let before = fetcher.robots_of(&origin).await;
    let stored = fetcher.store().entry(&origin).await.unwrap();
    let report = ask_all(AskAs::new(&fetcher, &origin).unwrap(), &fetcher).await;
    assert_eq!(report.answers[1].bytes, Some(26));
    let after = fetcher.robots_of(&origin).await;
    assert_eq!((after.bytes(), after.basis()), (before.bytes(), Basis::File));
    assert_eq!(fetcher.store().entry(&origin).await.unwrap(), stored);
    assert_eq!(server.requests().len(), 6, "nothing else was fetched");

    // Of a site that nobody has asked yet, nothing is known afterwards either.
    let server = Server::answering(ok(FILE)).await;
    let origin = server.origin();
    ask_all(AskAs::new(&fetcher, &origin).unwrap(), &fetcher).await;
    assert_eq!(fetcher.store().entry(&origin).await.unwrap(), None);
}

#[tokio::test]
async fn the_page_of_a_refusal_may_hang() {
    let head = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nx".to_vec();
    let scripts =
        vec![answer(ok(FILE)), vec![Step::Request, Step::Send(head), Step::Hang], answer(ok(FILE))];
    let (report, _) = report(scripts).await;
    let hung = &report.answers[1];
    assert_eq!((hung.kind, hung.status, hung.bytes), (AnswerKind::Refusal, Some(403), None));
}

#[tokio::test]
async fn a_redirect_is_followed_under_the_same_name() {
    let server = Server::new(vec![
        answer(ok(FILE)),
        answer(redirect("/login")),
        answer(ok("<html>login</html>")),
    ])
    .await;
    let fetcher = fetcher();
    let mut asking = AskAs::new(&fetcher, &server.origin()).unwrap();
    asking.ask(&fetcher.own_user_agent()).await;
    asking.ask(&UserAgent::BROWSER).await;
    let report = asking.finish().report(Policy::default());
    assert_eq!(report.answers[1].kind, AnswerKind::WebPage);
    assert_eq!(report.answers[1].hops.len(), 2);
    assert!(
        server.requests()[1..].iter().all(|head| head.contains("Firefox/")),
        "{:?}",
        server.requests()
    );
}

/// A firewall that swallows the request of one User-Agent.
#[tokio::test]
async fn a_user_agent_without_an_answer_is_not_a_site_without_a_server() {
    let scripts = vec![vec![Step::Request, Step::Hang], answer(ok(FILE))];
    let server = Server::new(scripts).await;
    let limit = Duration::from_millis(300);
    let fetcher = servers::fetcher().first_byte_timeout(limit).build().unwrap();
    let report = ask_all(AskAs::new(&fetcher, &server.origin()).unwrap(), &fetcher).await;
    assert_eq!(report.answers[0].kind, AnswerKind::Failure);
    assert_eq!(report.finding.kind, FindingKind::CrawlersServed);
    assert_eq!(report.finding.concerned, ["maycrawl"]);
}

/// The address of a port on which nothing listens.
async fn dead() -> String {
    let listener = TcpListener::bind((HERE, 0)).await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

#[tokio::test]
async fn without_a_connection_nothing_more_is_sent() {
    let fetcher = fetcher();
    let origin = Origin::parse(&dead().await).unwrap();
    let report = ask_all(AskAs::new(&fetcher, &origin).unwrap(), &fetcher).await;
    assert_eq!((report.answers.len(), report.not_asked.len()), (1, 4));
    assert_eq!(report.not_asked[0].why, WhyNotAsked::NotReached);
    assert_eq!(report.finding.kind, FindingKind::NotReached);
    assert_eq!(report.answers[0].basis, Basis::Disallowed);
}

#[tokio::test]
async fn a_mask_tells_nothing_of_the_network() {
    let dead = dead().await;
    let scripts =
        vec![answer(ok(FILE)), answer(redirect(&format!("{dead}/robots.txt"))), answer(ok(FILE))];
    let server = Server::new(scripts).await;
    let fetcher = fetcher();
    let delay = Duration::from_millis(300);
    let asking = AskAs::new(&fetcher, &server.origin()).unwrap().masked(delay, "no answer");
    let report = ask_all(asking, &fetcher).await;
    let masked = &report.answers[1];
    let told = (masked.result.as_str(), masked.millis, masked.status, masked.hops.len());
    assert_eq!(told, ("no answer", 300, None, 0));
    assert_eq!((masked.kind, masked.basis), (AnswerKind::Failure, Basis::Disallowed));
    assert_eq!(report.answers[2].kind, AnswerKind::File, "the others are asked");
}

#[tokio::test]
async fn some_sites_cannot_be_asked() {
    let http = Origin::parse("https://example.com").unwrap();
    let ftp = Origin::parse("ftp://example.com").unwrap();
    let offline = Fetcher::builder().mode(FetchMode::Offline).build().unwrap();
    assert_eq!(AskAs::new(&offline, &http).unwrap_err(), AskAsError::Offline);
    assert_eq!(AskAs::new(&fetcher(), &ftp).unwrap_err(), AskAsError::Ftp);
}
