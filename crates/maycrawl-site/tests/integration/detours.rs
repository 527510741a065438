//! Rules are asked about the URL that is requested: no spelling of a closed path leads to a request for it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::ops::ControlFlow;
use std::time::Duration;

use crate::site::{Site, fetcher};
use maycrawl::{Crawler, Reason};
use maycrawl_fetch::Timestamp;
use maycrawl_site::{SitemapWalk, WalkEvent, WalkLimits, WalkStart, inspect};

/// Spellings of `/private/x`, which the site's robots.txt closes.
const DETOURS: [&str; 14] = [
    "/private/x",
    "/a/../private/x",
    "/a/b/../../private/x",
    "/./private/x",
    "/../private/x",
    "/%2e%2e/private/x",
    "/a/%2E%2e/private/x",
    "/a/.%2e/private/x",
    "/%2e/private/x",
    "\\private\\x",
    "/a\\..\\private\\x",
    "/pri\tvate/x",
    "/pri\nvate/x",
    "/pri\r\nvate/x",
];

/// Closes `/private`; everything else redirects to `/private/x` in a spelling that is open as it is written.
fn closing() -> Site {
    Site::new(|path, _| match path {
        "/robots.txt" => Some("User-agent: *\nDisallow: /private\n".to_owned()),
        "/redirect" => Some("-> /open/../private/x".to_owned()),
        "/escaped" => Some("-> /%2e%2e/private/x".to_owned()),
        _ => Some("<urlset/>".to_owned()),
    })
}

fn log(site: &Site) -> Vec<String> {
    site.requests().into_iter().filter(|path| path != "/robots.txt").collect()
}

#[tokio::test]
async fn a_check_asks_about_what_is_requested() {
    let (site, fetcher) = (closing(), fetcher());
    for detour in DETOURS {
        let url = site.url(detour);
        let robots = fetcher.robots_for(&url).await.unwrap();
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        for checked in [robots.check(&Crawler::GOOGLEBOT, &url), rules.check(&url)] {
            assert!(!checked.is_allowed(), "{detour:?}: {checked}");
            assert_eq!(checked.url.as_ref().unwrap().path(), "/private/x", "{detour:?}");
            let said = format!("; requested as {}", site.url("/private/x"));
            assert_eq!(checked.to_string().ends_with(&said), detour != DETOURS[0], "{checked}");
            assert!(checked.to_string().contains("line 2: disallow: /private"), "{checked}");
        }
    }
    for no_url in ["/private/x", "", "http://", "private", "http://[::", "gopher://site.test/"] {
        let robots = fetcher.robots_for(&site.url("/")).await.unwrap();
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        for checked in [robots.check(&Crawler::GOOGLEBOT, no_url), rules.check(no_url)] {
            assert_eq!(checked.reason(), Reason::NotApplicable, "{no_url}");
            assert!(!checked.is_allowed() && checked.url.is_none(), "{no_url}");
        }
    }
    assert_eq!(log(&site), [""; 0]);
}

#[tokio::test]
async fn an_inspection_requests_what_was_asked_about() {
    let (site, fetcher) = (closing(), fetcher());
    let crawlers = [Crawler::GOOGLEBOT];
    let looked = async |path: &str| {
        let (deadline, now) = (Duration::from_secs(20), Timestamp::from_millis(0));
        inspect(&fetcher, &site.url(path), &crawlers, deadline, now).await.unwrap()
    };
    for detour in DETOURS {
        let inspection = looked(detour).await;
        let step = &inspection.steps[0];
        assert_eq!(step.url, site.url("/private/x"), "{detour:?}");
        assert_eq!(step.written.is_some(), detour != DETOURS[0], "{detour:?}");
        assert!(!step.verdict(0).unwrap().is_allowed(), "{detour:?}");
        assert_eq!(step.status, None, "{detour:?}");
    }
    assert_eq!(log(&site), [""; 0], "nothing was requested");
    for redirect in ["/redirect", "/escaped"] {
        let inspection = looked(redirect).await;
        let last = inspection.steps.last().unwrap();
        assert_eq!((&last.url, last.status), (&site.url("/private/x"), None), "{redirect}");
    }
    assert_eq!(log(&site), ["/redirect", "/escaped"]);
    // What is open is requested as it was asked about, to the byte.
    looked("/private/../%e4/./x?q=%c3#part").await;
    assert_eq!(log(&site).last().unwrap(), "/%E4/x?q=%C3");
}

#[tokio::test]
async fn a_walk_fetches_no_closed_sitemap() {
    let (site, fetcher) = (closing(), fetcher());
    let crawlers = [Crawler::GOOGLEBOT];
    let walk = SitemapWalk::new(&fetcher, &crawlers, WalkLimits::default());
    let walked = async |path: &str| {
        let mut closed = Vec::new();
        let hear = |event: WalkEvent<'_>| {
            if let WalkEvent::Closed { sitemap, verdict, .. } = event {
                closed.push(format!("{sitemap} {}", verdict.decision()));
            }
            ControlFlow::Continue(())
        };
        let totals = walk.run(WalkStart::Url(site.url(path)), hear).await;
        (closed, totals.unread)
    };
    let expected = vec![format!("{} disallowed", site.url("/private/x"))];
    for detour in DETOURS {
        assert_eq!(walked(detour).await, (expected.clone(), 1), "{detour:?}");
    }
    assert_eq!(log(&site), [""; 0], "nothing was requested");
    for redirect in ["/redirect", "/escaped"] {
        assert_eq!(walked(redirect).await, (expected.clone(), 1), "{redirect}");
    }
    assert_eq!(log(&site), ["/redirect", "/escaped"]);
}

/// Each hop of a redirect is asked about at its own site.
#[tokio::test]
async fn a_redirect_to_another_site_is_asked_about_there() {
    let other = Site::new(|path, _| match path {
        "/robots.txt" => Some("User-agent: *\nDisallow: /closed\n".to_owned()),
        _ => Some("<urlset/>".to_owned()),
    });
    let port = other.port;
    let site = Site::new(move |path, _| match path {
        "/robots.txt" => Some(String::new()),
        path => Some(format!("-> http://127.0.0.1:{port}{path}")),
    });
    let (fetcher, crawlers) = (fetcher(), [Crawler::GOOGLEBOT]);
    for (path, stays, requested) in [
        ("/closed.xml", false, &["/robots.txt"][..]),
        ("/open.xml", false, &["/robots.txt", "/open.xml"]),
        ("/open.xml", true, &["/robots.txt", "/open.xml"]),
    ] {
        let mut walk = SitemapWalk::new(&fetcher, &crawlers, WalkLimits::default());
        if stays {
            walk = walk.same_origin_only();
        }
        let mut why = Vec::new();
        let hear = |event: WalkEvent<'_>| {
            if let WalkEvent::Unfetched { why: text, status, .. } = event {
                why.push(format!("{status:?} {text}"));
            }
            ControlFlow::Continue(())
        };
        walk.run(WalkStart::Url(site.url(path)), hear).await;
        assert_eq!(other.requests(), requested, "{path}, {stays}");
        if stays {
            assert_eq!(why, ["Some(301) it redirects to another site"]);
        }
    }
    let circle = Site::new(|path, _| match path {
        "/robots.txt" => Some(String::new()),
        "/1" => Some("-> /2".to_owned()),
        "/2" => Some("-> /x/../1".to_owned()),
        path => Some(format!("-> {path}0")),
    });
    for (path, expected) in
        [("/1", "Some(301) redirects in a loop"), ("/a", "Some(301) too many redirects")]
    {
        let walk = SitemapWalk::new(&fetcher, &crawlers, WalkLimits::default());
        let mut why = Vec::new();
        let hear = |event: WalkEvent<'_>| {
            if let WalkEvent::Unfetched { why: text, status, .. } = event {
                why.push(format!("{status:?} {text}"));
            }
            ControlFlow::Continue(())
        };
        walk.run(WalkStart::Url(circle.url(path)), hear).await;
        assert_eq!(why, [expected]);
    }
    assert_eq!(log(&circle), ["/1", "/2", "/a", "/a0", "/a00", "/a000", "/a0000", "/a00000"]);
}
