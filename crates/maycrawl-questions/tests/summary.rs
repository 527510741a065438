//! The summary of a draft counts the URLs that are closed for each of its crawlers, whatever ends its work.

#![allow(clippy::unwrap_used)] // a test may panic

use std::cell::Cell;
use std::fmt::Write as _;

use maycrawl::{Crawler, RobotsTxt, as_written};
use maycrawl_questions::inputs::Request as _;
use maycrawl_questions::summary::{Summary, SummaryRequest, summarise};
use serde_json::json;

fn summary(robots: &str, urls: &[&str], may_continue: &mut dyn FnMut() -> bool) -> Summary {
    let request = json!({ "robots": robots, "urls": urls }).to_string();
    let request: SummaryRequest = serde_json::from_str(&request).unwrap();
    summarise(&request.into_input().unwrap(), may_continue)
}

/// Checks each count against the verdicts for each crawler of its group. The number of counts.
fn check_counts(robots: &str, urls: &[&str], summary: &Summary) -> usize {
    let file = RobotsTxt::parse(robots.as_bytes());
    let mut counts = 0;
    for group in summary.search.iter().chain(&summary.ai_training) {
        let Some(count) = group.closed_urls else { continue };
        counts += 1;
        for token in &group.crawlers {
            let rules = file.rules_for(&Crawler::parse(token).unwrap());
            let closed = urls.iter().filter(|url| !rules.check(as_written(url)).is_allowed());
            assert_eq!(closed.count(), count, "{token}: {:?}", group.access);
        }
    }
    counts
}

/// Crawlers with rules of which nearly every pair meets, each with another number of closed URLs.
fn expensive(crawlers: &[&str], urls: &[&str]) -> String {
    let mut file = String::new();
    for (at, crawler) in crawlers.iter().enumerate() {
        writeln!(file, "User-agent: {crawler}").unwrap();
        for url in urls.iter().take(at + 1) {
            writeln!(file, "Disallow: {url}").unwrap();
        }
        for rule in 0..120 {
            let letters: Vec<_> = (0..8).map(|bit| ["a", "b"][rule >> bit & 1]).collect();
            writeln!(file, "Disallow: /{}", letters.join("*")).unwrap();
        }
    }
    file
}

#[test]
fn counts_are_those_of_every_crawler_of_a_group() {
    let urls = ["/1/", "/2/", "/3/", "/4/", "/5/"];
    let file = expensive(&["Googlebot", "bingbot", "YandexBot", "Baiduspider", "GPTBot"], &urls);
    // Ends the comparison at each of its pauses. Only then it goes on, to count.
    let mut counts = 0;
    for end in 0..40 {
        let pauses = Cell::new(0);
        let mut may_continue = || pauses.replace(pauses.get() + 1) != end;
        counts += check_counts(&file, &urls, &summary(&file, &urls, &mut may_continue));
    }
    assert!(counts > 20, "{counts}");
    assert!(check_counts(&file, &urls, &summary(&file, &urls, &mut || true)) > 4);
}

#[test]
fn what_is_no_url_is_not_counted() {
    let file = "User-agent: *\nDisallow: /a\n";
    let told = summary(file, &["/a", "/b", "no url"], &mut || true);
    assert_eq!((told.urls, told.search[0].closed_urls), (Some(2), Some(1)));
    assert_eq!(summary(file, &["no url"], &mut || true).urls, None);
    assert_eq!(summary(file, &[], &mut || true).urls, None);
}

#[test]
fn a_rule_that_no_client_meets_closes_nothing() {
    let open = "User-agent: *\nDisallow:\n";
    for rule in ["/my folder/", "/{id}/", "/a\\b/"] {
        let file = format!("User-agent: *\nDisallow: {rule}\n");
        let [open, read] = [open, &file].map(|file| {
            let read = summary(file, &[], &mut || true);
            serde_json::to_value([(read.search, read.ai_training)]).unwrap()
        });
        assert_eq!(read, open, "{rule}");
    }
}
