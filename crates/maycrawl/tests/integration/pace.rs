//! `Crawl-delay` and `Request-rate` of the groups that a crawler follows.

use maycrawl::{Crawler, RobotsTxt};

/// A file, and the delay and rate of ExampleBot: seconds and line, requests and seconds.
type Row = (&'static str, Option<(f64, u32)>, Option<(u32, u32)>);

const ROWS: [Row; 21] = [
    ("User-agent: *\nCrawl-delay: 10\n", Some((10.0, 2)), None),
    // Its own group, not that of all others.
    (
        "User-agent: *\nCrawl-delay: 10\n\nUser-agent: ExampleBot\nCrawl-delay: 2\n",
        Some((2.0, 5)),
        None,
    ),
    ("User-agent: *\nCrawl-delay: 10\n\nUser-agent: ExampleBot\nDisallow:\n", None, None),
    ("User-agent: OtherBot\nCrawl-delay: 10\n", None, None),
    // Outside of a group it is for nobody.
    ("Crawl-delay: 10\nUser-agent: *\nDisallow: /a\n", None, None),
    // Twice, also in two groups of one name: the longer one.
    ("User-agent: *\nCrawl-delay: 3\nCrawl-delay: 7\nCrawl-delay: 5\n", Some((7.0, 3)), None),
    ("User-agent: *\nCrawl-delay: 3\n\nUser-agent: *\nCrawl-delay: 2\n", Some((3.0, 2)), None),
    // A delay ends the names of a group, as a rule does.
    ("User-agent: OtherBot\nCrawl-delay: 3\nUser-agent: ExampleBot\nDisallow: /\n", None, None),
    ("User-agent: *\ncrawl-DELAY : 0.5 # half\n", Some((0.5, 2)), None),
    ("User-agent: *\nCrawl-delay: 0\n", Some((0.0, 2)), None),
    ("User-agent: *\nCrawl-delay: 1e300\n", Some((1e300, 2)), None),
    // Not a number of seconds.
    ("User-agent: *\nCrawl-delay: soon\n", None, None),
    (
        "User-agent: *\nCrawl-delay: -1\nCrawl-delay: NaN\nCrawl-delay: inf\nCrawl-delay: 10s\n",
        None,
        None,
    ),
    ("User-agent: *\nCrawl-delay:\n", None, None),
    ("User-agent: *\nRequest-rate: 1/5\n", None, Some((1, 5))),
    (
        "User-agent: *\nRequest-rate: 1/60 0700-2400\nRequest-rate: 1/5 0000-0700\n",
        None,
        Some((1, 60)),
    ),
    ("User-agent: *\nRequest-rate: 2/1m\nRequest-rate: 1/40\n", None, Some((1, 40))),
    ("User-agent: *\nRequest-rate: 3/10m 1300-1659\n", None, Some((3, 600))),
    (
        "User-agent: *\nRequest-rate: 1/2H\nRequest-rate: 0/5\nRequest-rate: 1/0\n",
        None,
        Some((1, 7200)),
    ),
    ("User-agent: *\nRequest-rate: 1/99999999999\nRequest-rate: 1/4000000000h\n", None, None),
    ("User-agent: *\nRequest-rate: 5\nRequest-rate: 1/5x\nRequest-rate: 1/é\n", None, None),
];

#[test]
fn the_pace_is_that_of_the_groups_that_the_crawler_follows() {
    let crawler = Crawler::parse("ExampleBot").unwrap();
    for (file, delay, rate) in ROWS {
        let robots = RobotsTxt::parse(file.as_bytes());
        let pace = robots.pace(&crawler);
        assert_eq!(pace.delay.map(|delay| (delay.seconds, delay.line)), delay, "{file}");
        assert_eq!(pace.rate.map(|rate| (rate.requests, rate.seconds)), rate, "{file}");
        assert_eq!(robots.crawl_delay(&crawler), delay.map(|delay| delay.0), "{file}");
    }
    for (value, hours) in [
        ("1/10s 1800-1900", Some("18:00-19:00")),
        ("1/10s 2200-0600", Some("22:00-06:00")),
        ("1/10s 0000-2400", Some("00:00-24:00")),
        ("1/10s", None),
        ("1/10s 1800", None),
        ("1/10s 1800-1960", None),
        ("1/10s 1800-2401", None),
        ("1/10s +800-1900", None),
        ("1/10s 1800-1900 daily", None),
    ] {
        let file = format!("User-agent: *\nRequest-rate: {value}\n");
        let rate = RobotsTxt::parse(file.as_bytes()).pace(&crawler).rate.unwrap();
        assert_eq!(rate.hours.map(|hours| hours.to_string()).as_deref(), hours, "{value}");
    }
    // A crawler that falls back to another one waits as that one does.
    let robots = RobotsTxt::parse(b"User-agent: Googlebot\nCrawl-delay: 4\n");
    assert_eq!(robots.crawl_delay(&Crawler::parse("Googlebot-Image").unwrap()), Some(4.0));
}

#[test]
fn a_delay_is_shown_in_few_digits() {
    for (written, shown) in [
        ("10", "10"),
        ("0.5", "0.5"),
        ("2.50", "2.5"),
        ("0.125", "0.125"),
        ("0.0001", "< 0.001"),
        ("0", "0"),
        ("999999999", "999999999"),
        ("1e9", "1000000000"),
        ("1e300", "> 1000000000"),
    ] {
        let file = format!("User-agent: *\nCrawl-delay: {written}\n");
        let pace = RobotsTxt::parse(file.as_bytes()).pace(&Crawler::GOOGLEBOT);
        assert_eq!(pace.delay.unwrap().to_string(), shown);
    }
}
