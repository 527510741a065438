//! Statements of Google's documents about pages that no other table holds, by their numbers in `docs/statements.jsonl`.

use maycrawl::{Crawler, RobotsTxt, as_written};
use maycrawl_fetch::Timestamp;
use maycrawl_site::{PageAnswer, inspect_local};

const CLOSED: &str = "User-agent: *\nDisallow: /\n";
const NOINDEX: &str = "<meta name=robots content=noindex>";

/// The number of the statement, the robots.txt (none: the site has none), a status, the page, whether Googlebot may
/// fetch it, and whether results may have it.
type Row = (u32, Option<&'static str>, u16, &'static str, bool, &'static str);

#[rustfmt::skip] // one statement, one row
const ROWS: &[Row] = &[
    (4, None, 200, NOINDEX, true, "noindex"),
    (5, None, 401, "<p>", true, "status"),
    (25, Some(CLOSED), 200, NOINDEX, false, "unseen"),
    (26, Some("User-agent: *\nDisallow:\n"), 200, NOINDEX, true, "noindex"),
    (179, Some(CLOSED), 200, "<p>", false, "unseen"),
    (182, Some("User-agent: *\nDisallow: /a\n"), 200, NOINDEX, true, "noindex"),
    (473, None, 404, "<p>", true, "status"),
    (474, None, 200, "<p>", true, "yes"),
];

#[test]
fn inspections_say_what_the_documents_say() {
    let headers = [("Content-Type", b"text/html".as_slice())];
    for &(number, robots, status, html, may_fetch, index) in ROWS {
        let url = "https://example.com/page";
        let answer = PageAnswer::read(status, &headers, html.as_bytes(), Some(url));
        let robots = robots.map(|file| RobotsTxt::parse(file.as_bytes()));
        let crawlers = [Crawler::GOOGLEBOT];
        let now = Timestamp::from_millis(1_790_000_000_000);
        let found = inspect_local(answer, url, robots.as_ref(), &crawlers, now);
        let judged = &found.judged[0];
        let asked = as_written(url);
        let may =
            robots.is_none_or(|robots| robots.rules_for(&crawlers[0]).check(asked).is_allowed());
        assert_eq!((may, judged.index.name()), (may_fetch, index), "{number}");
    }
}
