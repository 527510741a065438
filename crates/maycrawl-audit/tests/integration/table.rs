//! The boundary cases of the decision table: one row, one sentence.

use jiff::SignedDuration;
use maycrawl::Profile;
use maycrawl_audit::judge::Options;

use crate::scene::{history, last, options};

/// Closed: `/x` is disallowed for all. Open: nothing is.
const CLOSED: &str = "User-agent: *\nDisallow: /x\n";
const OPEN: &str = "User-agent: *\nDisallow: /other\n";

/// The sentence, the history, the log, and the class of its last request.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str, &'a str);

const ALWAYS_CLOSED: &[(&str, &str)] = &[("01T00:00:00", CLOSED)];
const ALWAYS_OPEN: &[(&str, &str)] = &[("01T00:00:00", OPEN)];
const CLOSED_AT_NOON: &[(&str, &str)] = &[("01T00:00:00", OPEN), ("24T12:00:00", CLOSED)];
const OPENED_AT_NOON: &[(&str, &str)] = &[("01T00:00:00", CLOSED), ("24T12:00:00", OPEN)];

#[rustfmt::skip]
const CASES: &[Case<'_>] = &[
    ("a page that the copy allows", ALWAYS_OPEN,
     "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /x 200", "obeyed"),
    ("a page that the copy disallows", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /x 200", "disobeyed-after-reading"),
    ("a page that does not exist, and is allowed", ALWAYS_OPEN,
     "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /x 404", "obeyed"),
    ("allowed by the file, refused by the server", ALWAYS_OPEN,
     "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /x 403", "allowed-but-refused"),
    ("a redirect by the server: the request that the crawler chose is judged", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /a 301", "obeyed"),
    ("allowed, without asking", ALWAYS_OPEN, "24T09:00:00 CCBot /x 200", "obeyed [unread]"),
    ("never asked", ALWAYS_CLOSED, "24T09:00:00 CCBot /x 200", "never-asked"),
    ("one second before a copy is too old", ALWAYS_CLOSED,
     "23T08:00:00 CCBot /robots.txt 200\n24T07:59:59 CCBot /x 200", "disobeyed-after-reading"),
    ("one second after", ALWAYS_CLOSED,
     "23T08:00:00 CCBot /robots.txt 200\n24T08:00:01 CCBot /x 200", "disobeyed-copy-too-old"),
    ("a day after a copy was read that is now in force no more", CLOSED_AT_NOON,
     "23T08:00:00 CCBot /robots.txt 200\n24T20:00:01 CCBot /x 200", "cannot-be-known: no-copy-and-rules-changed"),
    ("the edge of the age between two clocks", ALWAYS_CLOSED,
     "23T08:00:00 CCBot /robots.txt 200\n24T08:00:01 CCBot #1 /x 200", "disobeyed-reading-not-known"),
    ("read and page in the same second", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /robots.txt 200\n24T08:00:00 CCBot /x 200", "disobeyed-reading-not-known"),
    ("page and read in the same second", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /x 200\n24T08:00:00 CCBot /robots.txt 200", "disobeyed-reading-not-known"),
    ("both in one second, and both orders allow", ALWAYS_OPEN,
     "24T08:00:00 CCBot /x 200\n24T08:00:00 CCBot /robots.txt 200", "obeyed"),
    ("a new copy in the second of the page, and the old one allowed it", CLOSED_AT_NOON,
     "24T08:00:00 CCBot /robots.txt 200\n24T13:00:00 CCBot /robots.txt 200\n24T13:00:00 CCBot /x 200",
     "cannot-be-known: candidates-disagree"),
    ("a request on its way when the new copy came", CLOSED_AT_NOON,
     "24T08:00:00 CCBot /robots.txt 200\n24T13:00:00 CCBot /robots.txt 200\n24T13:00:30 CCBot /x 200",
     "cannot-be-known: candidates-disagree"),
    ("a request that began long before its line", CLOSED_AT_NOON,
     "24T08:00:00 CCBot end /robots.txt 200\n24T13:00:00 CCBot end /robots.txt 200\n24T13:01:30 CCBot end /x 200",
     "cannot-be-known: candidates-disagree"),
    ("two minutes after the new copy", CLOSED_AT_NOON,
     "24T08:00:00 CCBot /robots.txt 200\n24T13:00:00 CCBot /robots.txt 200\n24T13:02:00 CCBot /x 200",
     "disobeyed-after-reading"),
    ("an operator that takes a day to act on a new copy", CLOSED_AT_NOON,
     "24T08:00:00 GPTBot /robots.txt 200\n24T13:00:00 GPTBot /robots.txt 200\n24T23:00:00 GPTBot /x 200",
     "cannot-be-known: candidates-disagree"),
    ("a rule was added between read and page", CLOSED_AT_NOON,
     "24T08:00:00 CCBot /robots.txt 200\n24T13:00:00 CCBot /x 200", "stale-copy-excused"),
    ("a rule was removed between read and page", OPENED_AT_NOON,
     "24T08:00:00 CCBot /robots.txt 200\n24T13:00:00 CCBot /x 200", "disobeyed-after-reading [now-allowed]"),
    ("the file changes in the second of the page", CLOSED_AT_NOON,
     "24T08:00:00 CCBot /robots.txt 200\n24T12:00:00 CCBot /x 200", "obeyed [maybe-stale]"),
    ("the file changes in the second of the read", CLOSED_AT_NOON,
     "24T12:00:00 CCBot /robots.txt 200\n24T13:00:00 CCBot /x 200", "cannot-be-known: candidates-disagree"),
    ("no file until noon, rules after", &[("01T00:00:00", "404"), ("24T12:00:00", CLOSED)],
     "24T11:00:00 CCBot /robots.txt 404\n24T13:00:00 CCBot /x 200", "stale-copy-excused"),
    ("the server refuses the file, which is permission", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /robots.txt 403\n24T09:00:00 CCBot /x 200", "stale-copy-excused"),
    ("nobody asked, and a stranger saw no file", ALWAYS_CLOSED,
     "24T08:00:00 curl /robots.txt 404\n24T09:00:00 CCBot /x 200", "cannot-be-known: no-copy-and-rules-changed"),
    ("304 without a 200 before it", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /robots.txt 304\n24T09:00:00 CCBot /x 200", "cannot-be-known: copy-not-known"),
    ("304 renews what the last 200 gave", ALWAYS_CLOSED,
     "22T08:00:00 CCBot /robots.txt 200\n24T08:00:00 CCBot /robots.txt 304\n24T09:00:00 CCBot /x 200",
     "disobeyed-after-reading"),
    ("a part of the file", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /robots.txt 206\n24T09:00:00 CCBot /x 200", "cannot-be-known: copy-not-known"),
    ("200 with no bytes is not the file", ALWAYS_CLOSED,
     "24T08:00:00 CCBot =0 /robots.txt 200\n24T09:00:00 CCBot /x 200", "cannot-be-known: copy-not-known"),
    ("HEAD gives no copy", ALWAYS_CLOSED,
     "24T08:00:00 CCBot HEAD /robots.txt 200\n24T09:00:00 CCBot /x 200", "never-asked"),
    ("a query makes it another resource", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /robots.txt?1 200\n24T09:00:00 CCBot /x 200", "never-asked"),
    ("a stranger's read does not count", ALWAYS_CLOSED,
     "24T08:00:00 bingbot /robots.txt 200\n24T09:00:00 CCBot /x 200", "never-asked"),
    ("a forged client's read does not count", ALWAYS_CLOSED,
     "24T08:59:00 Googlebot @203.0.113.9 /robots.txt 200\n24T09:00:00 Googlebot @192.0.2.1 /x 200", "never-asked"),
    ("an impostor", ALWAYS_CLOSED, "24T09:00:00 Googlebot @203.0.113.9 /x 200", "forged"),
    ("an impostor with the name of a fetcher that is not bound is no impostor that can be proved", ALWAYS_CLOSED,
     "24T09:00:00 ChatGPT-User @203.0.113.9 /x 200", "not-bound"),
    ("a read by somebody who may be the crawler", ALWAYS_CLOSED,
     "24T08:00:00 ClaudeBot @203.0.113.9 /robots.txt 200\n24T09:00:00 ClaudeBot @198.51.100.1 /x 200",
     "disobeyed-reading-not-known"),
    ("the same, by name", ALWAYS_CLOSED,
     "24T08:00:00 ClaudeBot @203.0.113.9 /robots.txt 200\n24T09:00:00 ClaudeBot @203.0.113.8 /x 200",
     "disobeyed-after-reading"),
    ("read by http, page by https", ALWAYS_CLOSED,
     "24T08:00:00 CCBot http://example.com /robots.txt 200\n24T09:00:00 CCBot /x 200", "never-asked"),
    ("a redirect of the file from http to https", ALWAYS_CLOSED,
     "24T08:00:00 CCBot http://example.com /robots.txt 301\n24T08:00:02 CCBot /robots.txt 200\n\
      24T09:00:00 CCBot http://example.com /x 200", "disobeyed-after-reading"),
    ("a redirect that nobody followed in the log", ALWAYS_CLOSED,
     "24T08:00:00 CCBot http://example.com /robots.txt 301\n24T08:02:00 CCBot /robots.txt 200\n\
      24T09:00:00 CCBot http://example.com /x 200", "cannot-be-known: copy-not-known"),
    ("a crawler of a chain: Googlebot-Image reads as Googlebot", ALWAYS_CLOSED,
     "24T08:00:00 Googlebot @192.0.2.1 /robots.txt 200\n24T09:00:00 Googlebot-Image @192.0.2.1 /x 200",
     "disobeyed-after-reading"),
    ("two crawlers of one operator, one of which has a newer copy", CLOSED_AT_NOON,
     "24T11:00:00 Googlebot @192.0.2.1 /robots.txt 200\n24T13:00:00 GoogleOther @192.0.2.1 /robots.txt 200\n\
      24T14:00:00 Googlebot @192.0.2.1 /x 200", "cannot-be-known: candidates-disagree"),
    ("an operator whose crawlers share nothing", ALWAYS_CLOSED,
     "24T08:00:00 ClaudeBot @198.51.100.1 /robots.txt 200\n24T09:00:00 Claude-SearchBot @198.51.100.1 /x 200",
     "never-asked"),
    ("the file fails, and the copy stays for longer than a day", ALWAYS_CLOSED,
     "20T08:00:00 CCBot /robots.txt 200\n21T08:00:00 CCBot /robots.txt 500\n22T07:00:00 CCBot /robots.txt 500\n\
      22T08:00:00 CCBot /x 200", "disobeyed-after-reading"),
    ("the file fails, and there is no copy", ALWAYS_OPEN,
     "21T08:00:00 CCBot /robots.txt 500\n21T09:00:00 CCBot /x 200", "disobeyed-after-reading [now-allowed]"),
    ("Google stops for the first 12 hours of a failure", ALWAYS_OPEN,
     "21T08:00:00 Googlebot @192.0.2.1 /robots.txt 500\n21T19:00:00 Googlebot @192.0.2.1 /x 200",
     "disobeyed-after-reading [now-allowed]"),
    ("and then goes on as without a file", ALWAYS_CLOSED,
     "21T08:00:00 Googlebot @192.0.2.1 /robots.txt 500\n21T20:00:10 Googlebot @192.0.2.1 /x 200",
     "stale-copy-excused"),
    ("after 30 days of failure a copy may be dropped or kept", &[("01T00:00:00", CLOSED)],
     "01T08:00:00 CCBot /robots.txt 200\n01T09:00:00 CCBot /robots.txt 500\n30T09:00:00 CCBot /robots.txt 500\n\
      30T10:00:00 CCBot /x 200", "disobeyed-after-reading"),
    ("a copy that is too old, and the file failed since", ALWAYS_CLOSED,
     "20T08:00:00 CCBot /robots.txt 200\n21T12:00:00 curl /robots.txt 503\n22T08:00:00 CCBot /x 200",
     "cannot-be-known: outage"),
    ("429 is permission by the RFC", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /robots.txt 429\n24T09:00:00 CCBot /x 200", "stale-copy-excused"),
    ("429 is a failure to Google", ALWAYS_CLOSED,
     "24T08:00:00 Googlebot @192.0.2.1 /robots.txt 429\n24T09:00:00 Googlebot @192.0.2.1 /x 200",
     "disobeyed-after-reading"),
    ("no success is a failure to Amazon, which then goes on", ALWAYS_CLOSED,
     "24T08:00:00 Amazonbot /robots.txt 500\n24T09:00:00 Amazonbot /x 200", "stale-copy-excused"),
    ("a new group for the crawler that repeats nothing of `*`",
     &[("01T00:00:00", CLOSED), ("24T12:00:00", "User-agent: *\nDisallow: /x\n\nUser-agent: CCBot\nDisallow: /y\n")],
     "24T13:00:00 CCBot /robots.txt 200\n24T14:00:00 CCBot /x 200", "obeyed"),
    ("an escape that the rule does not have", &[("01T00:00:00", "User-agent: *\nDisallow: /~a\n")],
     "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /%7Ea 200", "obeyed"),
    ("a path that begins with two slashes is a path", &[("01T00:00:00", "User-agent: *\nDisallow: //x\n")],
     "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot //x 200", "disobeyed-after-reading"),
    ("POST is judged as GET, and told apart", ALWAYS_CLOSED,
     "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot POST /x 200", "disobeyed-after-reading [not-get]"),
    ("a crawler that does not follow `*`", ALWAYS_CLOSED,
     "24T08:00:00 AdsBot-Google /robots.txt 200\n24T09:00:00 AdsBot-Google /x 200", "not-bound"),
    ("and is named", &[("01T00:00:00", "User-agent: AdsBot-Google\nDisallow: /x\n")],
     "24T08:00:00 AdsBot-Google /robots.txt 200\n24T09:00:00 AdsBot-Google /x 200", "disobeyed-after-reading"),
    ("a fetcher that no rule binds", ALWAYS_CLOSED, "24T09:00:00 Google-Safety /x 200", "not-bound"),
    ("two names in one header", ALWAYS_CLOSED,
     "24T09:00:00 facebookexternalhit/1.1+Twitterbot/1.0 /x 200", "cannot-be-known: identity"),
    ("a site that is not known", ALWAYS_CLOSED, "24T09:00:00 CCBot no-origin /x 200", "cannot-be-known: origin-not-known"),
    ("a target that the log changed", ALWAYS_CLOSED, "24T09:00:00 CCBot inexact /x 200", "cannot-be-known: target-inexact"),
    ("before the history begins", &[("20T00:00:00", CLOSED)],
     "19T08:00:00 CCBot /robots.txt 200\n19T09:00:00 CCBot /x 200", "cannot-be-known: copy-not-known"),
    ("fetched for training, which the file reserves", &[("01T00:00:00", "User-agent: *\nContent-Signal: ai-train=no\nDisallow: /y\n")],
     "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /x 200", "obeyed [reserved]"),
];

#[test]
fn each_case_has_its_class() {
    let mut wrong = Vec::new();
    for (sentence, versions, lines, expected) in CASES {
        let found = last(options(), history(versions), lines);
        if found != *expected {
            wrong.push(format!("{sentence}: {found}, expected {expected}\n{lines}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_log_begins_or_has_a_gap() {
    let begins = |at: &str| Options { log_begins: Some(crate::scene::time(at)), ..options() };
    let silent = Options { silence: SignedDuration::from_hours(12), ..options() };
    let sampled = Options { is_sampled: true, ..options() };
    let page = "24T09:00:00 CCBot /x 200";
    let read_then_silence = "23T10:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /x 200";
    #[rustfmt::skip]
    let cases = [
        ("the first line is a page, always open", begins("24T09:00:00"), ALWAYS_OPEN, page, "obeyed"),
        ("the first line is a page, always closed", begins("24T09:00:00"), ALWAYS_CLOSED, page, "disobeyed-reading-not-known"),
        ("the first line is a page, and the rules changed a day before", begins("24T09:00:00"),
         &[("01T00:00:00", OPEN), ("23T12:00:00", CLOSED)][..], page, "cannot-be-known: log-begins-too-late"),
        ("a silence that may hide a read of a new version", silent.clone(),
         &[("01T00:00:00", OPEN), ("23T12:00:00", CLOSED)], read_then_silence, "cannot-be-known: log-gap"),
        ("a silence while nothing changed", silent, ALWAYS_CLOSED, read_then_silence, "disobeyed-after-reading"),
        ("a sample of a log", sampled.clone(), &[("01T00:00:00", OPEN), ("23T12:00:00", CLOSED)], page,
         "cannot-be-known: sampled-log"),
        ("a sample, and never open", sampled, ALWAYS_CLOSED, page, "disobeyed-reading-not-known"),
        ("a site with a file for each client", Options { varies: true, ..options() }, ALWAYS_CLOSED, page,
         "cannot-be-known: copy-varies"),
        ("an age that the site gives", Options { allowed_age: Some(SignedDuration::from_hours(48)), ..options() },
         ALWAYS_CLOSED, "23T08:00:00 CCBot /robots.txt 200\n25T07:00:00 CCBot /x 200", "disobeyed-after-reading"),
        ("a cache in front of the site", Options { edge_cache: SignedDuration::from_mins(30), ..options() },
         CLOSED_AT_NOON, "24T12:20:00 CCBot /robots.txt 200\n24T13:00:00 CCBot /x 200", "cannot-be-known: candidates-disagree"),
        ("another profile", Options { profile: Profile::RFC9309, ..options() },
         &[("01T00:00:00", "User-agent: *\nDisallow: /~a\n")],
         "24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /%7Ea 200", "disobeyed-after-reading"),
    ];
    for (sentence, options, versions, lines, expected) in cases {
        assert_eq!(last(options, history(versions), lines), expected, "{sentence}");
    }
}

#[test]
fn lines_out_of_order_are_put_in_order() {
    let lines =
        "24T09:00:00 CCBot /x 200\n24T08:59:00 CCBot /robots.txt 200\n24T09:05:00 CCBot /y 200";
    let (found, judge) = crate::scene::judge(options(), history(ALWAYS_CLOSED), lines);
    let targets: Vec<&str> = found.iter().map(|judged| &*judged.target).collect();
    assert_eq!(targets, ["/x", "/y"]);
    assert_eq!(found[0].decision.class.name(), "disobeyed-after-reading");
    assert_eq!((judge.counts().late, judge.counts().robots_txt), (0, 1));
}
