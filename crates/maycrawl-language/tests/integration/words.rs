//! Every reason and decision, and explanations of many files.

use std::collections::BTreeSet;

use maycrawl::explain::ExplanationLine;
use maycrawl::verdict::Unreachable;
use maycrawl::{Crawler, Decision, Reason, RobotsTxt, as_written};

pub(crate) const DECISIONS: [Decision; 3] =
    [Decision::Allowed, Decision::Disallowed, Decision::NotApplicable];

/// Every reason that has no rule.
pub(crate) fn reasons() -> Vec<Reason<'static>> {
    let causes = [
        Unreachable::ServerError,
        Unreachable::TooManyRequests,
        Unreachable::Network,
        Unreachable::BlockedByPolicy,
        Unreachable::Busy,
        Unreachable::Unconfirmed,
    ];
    let mut reasons = vec![
        Reason::NoRuleMatched,
        Reason::NoGroup,
        Reason::StarIgnored,
        Reason::EmptyGroup,
        Reason::NoFile,
        Reason::Expired,
        Reason::NotApplicable,
        Reason::CrawlerIgnoresRobotsTxt,
        Reason::RobotsTxtItself,
    ];
    reasons.extend(causes.map(Reason::Unreachable));
    // The file gives the reason that names a rule.
    let robots: &'static RobotsTxt<'static> =
        Box::leak(Box::new(RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n")));
    let rules = Box::leak(Box::new(robots.rules_for(&Crawler::GOOGLEBOT)));
    reasons.push(rules.check(as_written("/a")).reason());
    reasons
}

/// The labels of the lines of explanations.
pub(crate) fn labels() -> BTreeSet<&'static str> {
    let mut labels = BTreeSet::new();
    for file in FILES {
        let robots = RobotsTxt::parse(file.as_bytes());
        for crawler in CRAWLERS.iter().map(|name| Crawler::from_token(name)) {
            let explanation = robots.explain(&crawler, as_written("/a"));
            labels.extend(explanation.lines().iter().filter_map(ExplanationLine::label));
        }
    }
    labels
}

/// Files whose explanations have every kind of line, each with its profile.
pub(crate) const FILES: &[&str] = &[
    "",
    "User-agent: *\n",
    "User-agent: *\nDisallow:\n",
    "User-agent: *\nDisallow: /\n",
    "User-agent: Googlebot\nDisallow: /a\nAllow: /a/b\nAllow: /a\nDisallow: /a\n",
    "User-agent: Googlebot\nAllow: /a\nAllow: /a\n\nUser-agent: Googlebot\nDisallow: /x.pdf\nDisallow: /x.css\nDisallow: /x.png\n",
    "User-agent: *\nDisallow: /a\n\nUser-agent: Googlebot-News\nUser-agent: b\nUser-agent: c\nUser-agent: d\nUser-agent: e\nDisallow: /b\n",
    "User-agent: other\nDisallow: /\n",
    "User-agent: *\nAllow: /page\nDisallow: /*.htm\nDisallow: /index.html\nAllow: /shop/index.html\n",
    "User-agent: *\nDisallow: /a\n",
    "User-agent: *\nDisallow: /a\nDisallow: /x\nDisallow: /y\n",
    "User-agent: Googlebot\nAllow: /a\n",
    "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /a\n",
    "User-agent: *\nDisallow: /\u{202e}\u{1b}[31m*\nDisallow: /*\u{202e}\u{7f}\nDisallow: /\u{2068}x\n",
];

pub(crate) const URLS: &[&str] = &[
    "/",
    "/a",
    "/a/b",
    "/a/b?c",
    "/x.pdf",
    "/x.css",
    "/x.png",
    "/page.htm",
    "/shop/",
    "/robots.txt",
    "/\u{202e}\u{1b}[31m\u{202e}\u{7f}",
];

pub(crate) const CRAWLERS: &[&str] = &[
    "Googlebot",
    "Googlebot-News",
    "AdsBot-Google",
    "APIs-Google",
    "GPTBot",
    "bingbot",
    "unknown-one",
    "*",
];
