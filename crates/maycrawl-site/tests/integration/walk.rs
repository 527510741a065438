//! Walks along the sitemaps of sites on loopback: what is fetched, what is not, and where they stop.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use crate::site::{Site, fetcher};
use maycrawl::Crawler;
use maycrawl_site::{IndexState, SitemapWalk, WalkEvent, WalkLimits, WalkSummary, inspect};

async fn urls(site: &Site, most: u64, limits: WalkLimits) -> (usize, WalkSummary) {
    let fetcher = fetcher();
    let limits = WalkLimits { urls: most, ..limits };
    let crawlers = [Crawler::GOOGLEBOT];
    let walk = SitemapWalk::new(&fetcher, &crawlers, limits);
    let mut urls = 0;
    let walking = walk.run(site.start(), |event| {
        urls += usize::from(matches!(event, WalkEvent::Url { .. } | WalkEvent::Foreign { .. }));
        ControlFlow::Continue(())
    });
    // A service moves it from thread to thread.
    fn sent<T: Send>(future: T) -> T {
        future
    }
    let totals = sent(walking).await;
    (urls, totals)
}

fn index(site: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let list: String =
        names.map(|name| format!("<sitemap><loc>{site}{name}</loc></sitemap>")).collect();
    Some(format!("<sitemapindex>{list}</sitemapindex>"))
}

#[tokio::test]
async fn no_walk_is_endless() {
    // Every sitemap is an index of two new ones.
    let site = Site::new(|path, site| match path {
        "/robots.txt" => Some(format!("Sitemap: {site}/1")),
        _ => index(site, (0..2).map(|n| format!("{path}{n}"))),
    });
    let (_, totals) = urls(&site, 10, WalkLimits::default()).await;
    assert_eq!(site.requests(), ["/robots.txt", "/1", "/10", "/11"]);
    assert_eq!((totals.indexes, totals.problems, totals.unread), (1, 2, 2));
    // An index of itself, twice named.
    let site = Site::new(|path, site| match path {
        "/robots.txt" => Some(format!("Sitemap: {site}/a\nSitemap: {site}/a")),
        _ => index(site, ["/a".to_owned()].into_iter()),
    });
    urls(&site, 10, WalkLimits::default()).await;
    assert_eq!(site.requests(), ["/robots.txt", "/a"]);
}

#[tokio::test]
async fn what_is_beyond_the_limits_is_counted() {
    let serve = |path: &str, site: &str| match path {
        "/robots.txt" => Some(String::new()),
        "/sitemap.xml" => index(site, (0..9).map(|n| format!("/{n}.txt"))),
        _ => Some(format!("{site}/a\n{site}/b\n{site}/c\n")),
    };
    let site = Site::new(serve);
    let (count, totals) = urls(&site, 4, WalkLimits::default()).await;
    assert_eq!((count, totals.urls), (4, 4));
    assert_eq!(totals.left_out, 2 + 7, "two URLs of the second file, and seven files");
    let limits = WalkLimits { files: 3, ..WalkLimits::default() };
    let (count, totals) = urls(&site, 100, limits).await;
    assert_eq!((count, totals.sitemaps, totals.left_out), (6, 2, 7));
}

#[tokio::test]
async fn foreign_sites_are_not_asked() {
    let other = Site::new(|_, _| Some(String::new()));
    let port = other.port;
    let site = Site::new(move |path, site| match path {
        "/robots.txt" => Some("User-agent: *\nDisallow: /b".to_owned()),
        _ => Some(format!(
            "{site}/a\n{site}/b\nhttp://127.0.0.1:{port}/c\nhttps://site.test/d\nnothing\n{site}/e f\n"
        )),
    });
    let (_, totals) = urls(&site, 100, WalkLimits::default()).await;
    let WalkSummary { allowed, blocked, foreign, malformed, .. } = totals;
    assert_eq!((allowed, blocked, foreign, malformed), (1, 1, 2, 2));
    assert_eq!(other.requests(), [""; 0]);
}

#[tokio::test]
async fn a_walk_that_stays_fetches_nothing_elsewhere() {
    let other = Site::new(|_, _| Some(String::new()));
    let port = other.port;
    let site = Site::new(move |path, site| match path {
        "/robots.txt" => {
            Some(format!("Sitemap: http://127.0.0.1:{port}/a.xml\nSitemap: {site}/b.xml"))
        }
        "/b.xml" => index(&format!("http://127.0.0.1:{port}"), ["/c.xml".to_owned()].into_iter()),
        _ => None,
    });
    let fetcher = fetcher();
    let crawlers = [Crawler::GOOGLEBOT];
    let walk = SitemapWalk::new(&fetcher, &crawlers, WalkLimits::default()).same_origin_only();
    let mut unasked = Vec::new();
    let hear = |event: WalkEvent<'_>| {
        if let WalkEvent::Unasked { sitemap, why } = event {
            unasked.push(format!("{} {why}", sitemap.rsplit('/').next().unwrap()));
        }
        ControlFlow::Continue(())
    };
    let totals = walk.run(site.start(), hear).await;
    assert_eq!(unasked, ["a.xml it is on another site", "c.xml it is on another site"]);
    assert_eq!((totals.unread, totals.indexes), (2, 1));
    assert_eq!(site.requests(), ["/robots.txt", "/b.xml"]);
    assert_eq!(other.requests(), [""; 0]);
}

#[tokio::test]
async fn a_closed_sitemap_is_not_fetched_and_a_slow_one_ends() {
    let site = Site::new(|path, site| match path {
        "/robots.txt" => Some(format!(
            "User-agent: *\nDisallow: /s\nAllow: /slow\nSitemap: {site}/s.xml\nSitemap: {site}/slow"
        )),
        _ => {
            thread::sleep(Duration::from_secs(2));
            None
        }
    });
    let limits = WalkLimits { deadline: Duration::from_millis(200), ..WalkLimits::default() };
    let (_, totals) = urls(&site, 9, limits).await;
    assert_eq!((totals.unread, totals.sitemaps), (2, 0));
    assert!(!site.requests().contains(&"/s.xml".to_owned()));
}

#[tokio::test]
async fn an_inspection_is_as_of_its_clock() {
    let site = Site::new(|path, _| match path {
        "/page" => Some("<meta name=robots content='unavailable_after: 2030-01-01'>".to_owned()),
        _ => None,
    });
    let fetcher = fetcher();
    for (millis, expected) in [(1_893_455_999_999, "yes"), (1_893_456_000_000, "unavailable")] {
        let now = maycrawl_fetch::Timestamp::from_millis(millis);
        let deadline = Duration::from_secs(20);
        let (url, crawlers) = (site.url("/page"), [Crawler::GOOGLEBOT]);
        let inspection = inspect(&fetcher, &url, &crawlers, deadline, now).await.unwrap();
        let judged = inspection.judged;
        assert_eq!(judged[0].index.name(), expected);
        assert_eq!(matches!(judged[0].index, IndexState::Unavailable(..)), expected != "yes");
    }
}
