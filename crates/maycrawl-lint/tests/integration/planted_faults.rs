//! Files with one planted fault each: the mistakes that audits of robots.txt files, search consoles and guides name,
//! and some more. A fault counts as found if its lint reports the line with the right cause. Files without a fault must
//! stay silent.

use maycrawl::{Printable, RobotsTxt};
use maycrawl_lint::Diagnostic;

/// A name, a file with one fault, the code of the finding, a part of its message, help or reason, and its line.
type Fault = (&'static str, &'static [u8], &'static str, &'static str, u32);

/// What Lighthouse, Yoast, Screaming Frog, the consoles of Google, Bing and Yandex, and guides warn of.
const KNOWN: &[Fault] = &[
    // The file.
    ("an error page", b"<!DOCTYPE html>\n<html><body>Not found</body></html>\n", "R001", "everything is allowed", 1),
    ("rules in a web page", b"<html><body>\nUser-agent: *\nDisallow: /x/\n</body>\n", "R001", "crawlers read 2 lines of it", 1),
    ("UTF-16", b"\xff\xfeU\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0 \0*\0\n\0", "R002", "UTF-16", 1),
    ("a path in Latin-1", b"User-agent: *\nDisallow: /caf\xe9/\n", "R003", "not UTF-8", 2),
    ("a byte order mark", b"\xef\xbb\xbfUser-agent: *\nDisallow: /x/\n", "R004", "byte order mark", 1),
    ("a mark between joined files", b"User-agent: *\nDisallow: /x/\n\xef\xbb\xbfDisallow: /y/\n", "R005", "invisible character stands before `Disallow`", 3),
    ("a no-break space at the end", b"User-agent: *\nDisallow: /x/\xc2\xa0\n", "R006", "invisible character is part of the value", 2),
    ("a zero-width space in a path", b"User-agent: *\nDisallow: /a\xe2\x80\x8bb/\n", "R006", "invisible character is part of the value", 2),
    ("a zero byte", b"User-agent: *\nDisallow: /a\0b/\n", "R007", "up to its zero byte", 2),
    ("an escape sequence", b"User-agent: *\nDisallow: /a\x1b[0m/\n", "R008", "control byte 0x1b", 2),
    ("a compressed file", b"\x1f\x8b\x08\0\0\0\0\0\0\x03", "R009", "compressed with gzip", 1),
    ("a JSON error", b"{\"error\": \"not found\"}\n", "R010", "JSON", 1),
    ("PHP that was not run", b"<?php header('Content-Type: text/plain'); ?>\nUser-agent: *\nDisallow: /x/\n", "R010", "source of a PHP program", 1),
    // Fields.
    ("Dissallow", b"User-agent: *\nDissallow: /x/\n", "R101", "misspelling of `Disallow`", 2),
    ("Useragent", b"Useragent: *\nDisallow: /x/\n", "R101", "misspelling of `User-agent`", 1),
    ("Disalllow", b"User-agent: *\nDisalllow: /x/\n", "R102", "did you mean `Disallow`", 2),
    ("User-agents", b"User-agents: *\nDisallow: /x/\n", "R101", "misspelling of `User-agent`", 1),
    ("an unknown field", b"User-agent: *\nPriority: 5\nDisallow: /x/\n", "R103", "no crawler reads the field", 2),
    ("no colon", b"User-agent: *\nDisallow /x/\n", "R104", "the colon after `Disallow` is missing", 2),
    ("no colon, two paths", b"User-agent: *\nDisallow /a/ /b/\nDisallow: /c/\n", "R105", "write `Disallow: value`", 2),
    ("a comment with slashes", b"User-agent: *\n// keep out\nDisallow: /x/\n", "R105", "if it is a comment", 2),
    ("a path on its own line", b"User-agent: *\nDisallow:\n/x/\n", "R105", "crawlers ignore the line `/x/`", 3),
    ("a sitemap without a colon", b"User-agent: *\nDisallow: /x/\nSitemap https://example.com/s.xml\n", "R106", "the colon after `Sitemap` is missing", 3),
    ("curly quotes", b"User-agent: *\nDisallow: \xe2\x80\x9c/x/\xe2\x80\x9d\n", "R107", "quotation mark", 2),
    ("a dash of a word processor", b"User\xe2\x80\x93agent: *\nDisallow: /x/\n", "R102", "did you mean `User-agent`", 1),
    ("merge conflict", b"User-agent: *\n<<<<<<< HEAD\nDisallow: /a/\n=======\nDisallow: /b/\n>>>>>>> main\n", "R108", "merge conflict", 2),
    ("crawl-delay", b"User-agent: *\nCrawl-delay: 10\nDisallow: /x/\n", "R111", "Google does not read", 2),
    ("a delay that is no number", b"User-agent: bingbot\nCrawl-delay: ten\nDisallow: /x/\n", "R111", "not a number of seconds", 2),
    ("noindex", b"User-agent: *\nNoindex: /x/\nDisallow: /y/\n", "R112", "may be indexed", 2),
    ("host", b"User-agent: *\nDisallow: /x/\nHost: example.com\n", "R113", "only for Yandex", 3),
    ("swapped parts of clean-param", b"User-agent: Yandex\nDisallow: /x/\nClean-param: /shop/ ref\n", "R118", "stands before the parameters `ref`", 3),
    ("nofollow", b"User-agent: *\nNofollow: /x/\nDisallow: /y/\n", "R116", "any more", 2),
    // User agents and groups.
    ("no name", b"User-agent:\nDisallow: /x/\n", "R202", "has no name", 1),
    ("a list of names", b"User-agent: GPTBot, CCBot\nDisallow: /x/\n", "R201", "one name on each line", 1),
    ("a whole header", b"User-agent: Mozilla/5.0 (compatible; Googlebot/2.1)\nDisallow: /x/\n", "R201", "not its User-Agent header", 1),
    ("a misspelt crawler", b"User-agent: Gogglebot\nDisallow: /x/\n", "R203", "did you mean `Googlebot`", 1),
    ("the name of a company", b"User-agent: Google\nDisallow: /x/\n", "R203", "did you mean `Googlebot`", 1),
    ("a star after a name", b"User-agent: Googlebot*\nDisallow: /x/\n", "R201", "only if it stands alone", 1),
    ("a version", b"User-agent: GPTBot/1.2\nDisallow: /x/\n", "R208", "remove the version", 1),
    ("a group without rules", b"User-agent: *\nDisallow: /x/\n\nUser-agent: GPTBot\n", "R204", "even if the group of `*` forbids it", 4),
    ("an empty line that ends no group", b"User-agent: bingbot\n\nUser-agent: *\nDisallow: /\n", "R209", "does not end the group", 3),
    ("a group of a delay only", b"User-agent: bingbot\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /\n", "R209", "is not a rule", 4),
    ("two groups of *", b"User-agent: *\nDisallow: /a/\n\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /b/\n", "R205", "as one group", 7),
    ("rules of * that a group forgets", b"User-agent: *\nDisallow: /orders/\nDisallow: /cart/\n\nUser-agent: Googlebot\nDisallow: /tmp/\n", "R606", "2 rules of `*` do not apply to it, so it may fetch `/cart/`", 5),
    ("a crawler that ignores the file", b"User-agent: FeedFetcher-Google\nDisallow: /x/\n", "R207", "ignores robots.txt", 1),
    // Paths.
    ("no slash at the start", b"User-agent: *\nDisallow: x/\n", "R301", "every path begins with `/`", 2),
    ("a URL in a rule", b"User-agent: *\nDisallow: https://example.com/x/\n", "R302", "a rule takes a path", 2),
    ("a star at the end", b"User-agent: *\nDisallow: /x/*\n", "R303", "matches exactly what `/x/` matches", 2),
    ("a dollar in the middle", b"User-agent: *\nDisallow: /*.php$?\n", "R304", "not the last byte", 2),
    ("letters beyond ASCII", b"User-agent: *\nDisallow: /caf\xc3\xa9/\n", "R306", "crawlers request `/caf%C3%A9/`", 2),
    ("a lone percent sign", b"User-agent: *\nDisallow: /100%/\n", "R307", "two hexadecimal digits", 2),
    ("a fragment", b"User-agent: *\nDisallow: /#/settings\n", "R308", "the rule is only `/`", 2),
    ("a space in a path", b"User-agent: *\nDisallow: /my folder/\n", "R309", "`%20`", 2),
    ("a list of paths", b"User-agent: *\nDisallow: /a/,/b/\n", "R314", "one path on each line", 2),
    ("dot segments", b"User-agent: *\nDisallow: /a/../b/\n", "R315", "no crawler requests a path with `/../`", 2),
    ("a mark in a query", b"User-agent: *\nDisallow: /?q=<\n", "R315", "no crawler requests a path with `<`", 2),
    ("a backslash", b"User-agent: *\nDisallow: /a\\b\n", "R315", "backslash", 2),
    ("an escaped letter", b"User-agent: *\nDisallow: /%61rchive/\n", "R316", "URLs have `/archive/`", 2),
    ("an escape of an escape", b"User-agent: *\nDisallow: /a%2520b\n", "R317", "escaped twice", 2),
    ("a regular expression", b"User-agent: *\nDisallow: /page[0-9]+\n", "R310", "not a regular expression", 2),
    ("an empty allow", b"User-agent: *\nAllow:\nDisallow: /x/\n", "R311", "allows nothing", 2),
    ("a directory without its slash", b"User-agent: *\nDisallow: /calendar\nAllow: /calendar/help\n", "R313", "more than the directory", 2),
    // Rules together.
    ("a rule before any group", b"Disallow: /x/\nUser-agent: *\nDisallow: /y/\n", "R401", "no `User-agent` line above it", 1),
    ("allowed and disallowed", b"User-agent: *\nAllow: /x/\nDisallow: /x/\n", "R403", "allows the same path", 3),
    ("an allow that never wins", b"User-agent: *\nAllow: /x/\nDisallow: /x/*\n", "R404", "wins against it", 2),
    // Sitemaps.
    ("a relative sitemap", b"Sitemap: /sitemap.xml\n", "R501", "needs a full URL", 1),
    ("a misspelt scheme", b"Sitemap: htp://example.com/s.xml\n", "R505", "the scheme `htp`", 1),
    ("two sitemaps on a line", b"Sitemap: https://example.com/a.xml https://example.com/b.xml\n", "R505", "one `Sitemap` line for each URL", 1),
    ("words behind a sitemap", b"Sitemap: https://example.com/s.xml (all pages)\n", "R505", "remove the text after the URL", 1),
    ("a sitemap on localhost", b"Sitemap: http://localhost:8000/s.xml\n", "R506", "the host `localhost`", 1),
    ("a blocked sitemap", b"User-agent: *\nDisallow: /files/\nSitemap: https://example.com/files/s.xml\n", "R504", "line 2 blocks the sitemap", 3),
    // What the rules do.
    ("the whole site", b"User-agent: *\nDisallow: /\n", "R601", "blocks the whole site", 2),
    ("blocked style sheets", b"User-agent: *\nDisallow: /*.css$\n", "R603", "files that pages need", 2),
    ("a private path", b"User-agent: *\nDisallow: /backup/\n", "R604", "where private files are", 2),
    ("wp-admin without admin-ajax.php", b"User-agent: *\nDisallow: /wp-admin/\n", "R607", "also blocks `/wp-admin/admin-ajax.php`", 2),
];

/// More faults: what people do when they copy, type in a hurry, or know another format.
const OTHERS: &[Fault] = &[
    ("a colon of full width", "User-agent: *\nDisallow\u{ff1a}/x/\nDisallow: /y/\n".as_bytes(), "R105", "write `Disallow: value`", 2),
    ("an equals sign", b"User-agent: *\nDisallow = /x/\nDisallow: /y/\n", "R105", "write `Disallow: value`", 2),
    ("two rules on a line", b"User-agent: *\nDisallow: /x/ Allow: /x/y/\n", "R309", "each field on its own line", 2),
    ("the whole group on a line", b"User-agent: * Disallow: /x/\nDisallow: /y/\n", "R201", "each field on its own line", 1),
    ("two names with a space", b"User-agent: Googlebot bingbot\nDisallow: /x/\n", "R201", "one name on each line", 1),
    ("a path relative to the file", b"User-agent: *\nDisallow: ./x/\n", "R301", "every path begins with `/`", 2),
    ("a path of Windows", b"User-agent: *\nDisallow: \\x\\\n", "R301", "every path begins with `/`", 2),
    ("a host without a scheme", b"User-agent: *\nDisallow: www.example.com/x/\n", "R302", "write `/x/`", 2),
    ("a comma after a URL", b"Sitemap: https://example.com/s.xml,\n", "R505", "`,` at the end", 1),
    ("two sitemaps with a comma", b"Sitemap: https://example.com/a.xml,https://example.com/b.xml\n", "R505", "more than one URL", 1),
    ("a sitemap in angle brackets", b"Sitemap: <https://example.com/s.xml>\n", "R501", "needs a full URL", 1),
    ("a scheme without its colon", b"Sitemap: https//example.com/s.xml\n", "R501", "needs a full URL", 1),
    ("a sitemap without a host", b"Sitemap: https:///s.xml\n", "R505", "has no host", 1),
    ("a placeholder for the host", b"Sitemap: https://{domain}/s.xml\n", "R505", "not the name of a host", 1),
    ("a sitemap in the office", b"Sitemap: http://192.168.1.10/s.xml\n", "R506", "`192.168.1.10`", 1),
    ("a sitemap twice", b"Sitemap: https://example.com/s.xml\nSitemap: https://example.com/s.xml\n", "R503", "line 1 already names the sitemap", 2),
    ("an empty sitemap", b"User-agent: *\nDisallow: /x/\nSitemap:\n", "R501", "needs a full URL", 3),
    ("a sitemap that a short rule blocks", b"User-agent: *\nDisallow: /wp-\nSitemap: https://example.com/wp-sitemap.xml\n", "R504", "line 2 blocks the sitemap", 3),
    ("a word for every crawler", b"User-agent: all\nDisallow: /x/\n", "R203", "write `*`", 1),
    ("a star on both sides", b"User-agent: *bot*\nDisallow: /x/\n", "R201", "only if it stands alone", 1),
    ("an address instead of a name", b"User-agent: 66.249.66.1\nDisallow: /x/\n", "R210", "reads no name", 1),
    ("a name of the past", b"User-agent: msnbot\nDisallow: /x/\n", "R211", "bingbot has taken its place", 1),
    ("a letter of another script", "User-agent: *\nDis\u{430}llow: /x/\n".as_bytes(), "R102", "did you mean `Disallow`", 2),
    ("a placeholder in a path", b"User-agent: *\nDisallow: /user/{id}/edit\n", "R315", "if it is a placeholder", 2),
    ("a comma after a path", b"User-agent: *\nDisallow: /a/,\nDisallow: /b/\n", "R314", "remove the mark", 2),
    ("a comment of CSS after a path", b"User-agent: *\nDisallow: /x/ /* old */\n", "R309", "URLs have no spaces", 2),
    ("a comment of SQL", b"User-agent: *\n-- old pages\nDisallow: /x/\n", "R105", "if it is a comment", 2),
    ("a delay with a unit", b"User-agent: bingbot\nCrawl-delay: 5s\nDisallow: /x/\n", "R111", "not a number of seconds", 2),
    ("a delay for nobody", b"Crawl-delay: 5\nUser-agent: *\nDisallow: /x/\n", "R111", "applies to no crawler", 1),
    ("a rate for nobody", b"Request-rate: 1/5\nUser-agent: *\nDisallow: /x/\n", "R115", "applies to no crawler", 1),
    ("a rate that is no rate", b"User-agent: *\nRequest-rate: fast\nDisallow: /x/\n", "R115", "not a number of requests", 2),
    ("a rate without a time", b"User-agent: *\nRequest-rate: 5\nDisallow: /x/\n", "R115", "not a number of requests", 2),
    ("a word for nothing", b"User-agent: *\nDisallow: none\n", "R301", "write `Disallow:`", 2),
    ("an empty disallow that cancels nothing", b"User-agent: *\nDisallow: /x/\nDisallow:\n", "R312", "no effect next to the other rules", 3),
    ("a preference that a group forgets", b"User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /tmp/\n", "R606", "1 preference of `*` does not apply", 5),
    ("a plural of a crawler", b"User-agent: Googlebot-Images\nDisallow: /x/\n", "R203", "did you mean `Googlebot-Image`", 1),
    ("an exception that nothing needs", b"User-agent: *\nDisallow: /x/\nAllow: /y/\n", "R409", "allows only what no rule disallows", 3),
    ("a sitemap of the old host", b"Sitemap: https://www.example.com/s.xml\nSitemap: ftps//old/s.xml\n", "R501", "needs a full URL", 2),
    ("two slashes at the start", b"User-agent: *\nDisallow: //x/\n", "R315", "", 2),
    ("an escape in Latin-1", b"User-agent: *\nDisallow: /caf%E9/\n", "R003", "", 2),
];

/// The faults that are not found, and why.
const MISSED: &[(&str, &str)] = &[
    (
        "two slashes at the start",
        "many sites have URLs with two slashes, and close them on purpose",
    ),
    ("an escape in Latin-1", "sites with URLs in an old encoding need the rule"),
];

/// Files without a mistake. What they say may be unusual.
const HARMLESS: &[&[u8]] = &[
    b"",
    b"\n\n# nothing is closed\n",
    b"User-agent: *\nDisallow:\n",
    b"User-agent: *\nAllow: /\n",
    b"User-agent: *\nDisallow: /cart/\n",
    b"user-agent: *\r\ndisallow: /cart/\r\n",
    b"User-agent: *\rDisallow: /cart/\r",
    b"User-agent: *\nDisallow: /cart/ # not for search\n",
    b"User-agent: * # everyone\nDisallow: /cart/\n",
    b"USER-AGENT: *\nDISALLOW: /cart/\n",
    b"User-agent: *\n\nDisallow: /cart/\n\n\nDisallow: /checkout/\n",
    b"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n",
    b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /cart/\n",
    // Groups that close or open everything forget nothing.
    b"User-agent: *\nDisallow: /cart/\n\nUser-agent: Googlebot\nAllow: /\n",
    b"User-agent: *\nDisallow: /cart/\n\nUser-agent: Googlebot\nDisallow:\n",
    b"User-agent: *\nDisallow: /cart/\n\nUser-agent: Googlebot\nAllow: /\nDisallow: /tmp/\n",
    b"User-agent: *\nDisallow: /cart/\n\nUser-agent: Googlebot\nDisallow: /cart/\nDisallow: /tmp/\n",
    b"User-agent: *\nDisallow: /cart/a/\n\nUser-agent: Googlebot\nDisallow: /cart/\n",
    b"User-agent: *\nDisallow: /cart/a/\n\nUser-agent: Googlebot\nDisallow: /*cart\n",
    b"User-agent: *\nDisallow: /cart/\n\nUser-agent: Googlebot\nDisallow: /c\nAllow: /cart/\n",
    b"User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nUser-agent: bingbot\nUser-agent: AdsBot-Google\nUser-agent: AdsBot-Google-Mobile\nUser-agent: APIs-Google\nUser-agent: Mediapartners-Google\nDisallow: /tmp/\n",
    b"User-agent: *\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /tmp/\n",
    b"User-agent: *\nDisallow: /cart/\n\nUser-agent: Mediapartners-Google\nDisallow: /tmp/\n",
    b"User-agent: *\nUser-agent: Googlebot\nDisallow: /cart/\n",
    // Marks that are part of paths.
    b"User-agent: *\nDisallow: /*;jsessionid=\n",
    b"User-agent: *\nDisallow: /*,\n",
    b"User-agent: *\nDisallow: /map/@51.5,-0.1\n",
    b"User-agent: *\nDisallow: /a,b/\n",
    b"User-agent: *\nDisallow: /search?q=*&p=\n",
    b"User-agent: *\nDisallow: /*?next={\n",
    b"User-agent: *\nDisallow: /*{\n",
    b"User-agent: *\nDisallow: /*/../a/\n",
    b"User-agent: *\nDisallow: /.well-known/\n",
    b"User-agent: *\nDisallow: /.\n",
    b"User-agent: *\nDisallow: /a..b/\n",
    b"User-agent: *\nDisallow: /*.pdf$\n",
    b"User-agent: *\nDisallow: /%7Euser/\n",
    b"User-agent: *\nDisallow: /100%25/\n",
    b"User-agent: *\nDisallow: /a%20b/\n",
    b"User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n",
    b"User-agent: GPTBot\nDisallow: /wp-admin/\n",
    b"User-agent: *\nDisallow: /wp-login.php\n",
    // Sitemaps.
    b"Sitemap: https://example.com/s.xml\n",
    b"Sitemap: https://example.com/a.xml\nSitemap: https://example.com/b.xml\n",
    b"Sitemap: https://example.com/s.xml?a=1,2;3\n",
    b"Sitemap: http://[2001:db8::1]:8080/s.xml\n",
    b"Sitemap: https://localhost.example.com/s.xml\n",
    b"Sitemap: https://example.com/s.xml # all pages\n",
    // What lints once took for a mistake in real files.
    b"User-agent: Pinterest\nDisallow: /cart/\n",
    b"User-agent: Semrush\nUser-agent: SemrushBot\nDisallow: /cart/\n",
    b"User-agent: Googlebot\nUser-agent: google\nDisallow: /cart/\n",
    b"User-agent: *\nDisallow: /forum/private.php\n",
    b"User-agent: *\nDisallow: /user/password.php\n",
    b"User-agent: *\nDisallow: /solidarit&eacute;/fsp/\n",
    b"User-agent: *\nDisallow: /login?next=%252Fhome\n",
    b"User-agent: *\nDisallow: /update%3Fnext=%252Fhome\n",
    // Names.
    b"User-agent: Yandex\nDisallow: /cart/\n",
    b"User-agent: Slurp\nDisallow: /cart/\n",
    b"User-agent: ExampleBot\nDisallow: /cart/\n",
];

fn lint(file: &[u8]) -> Vec<Diagnostic> {
    maycrawl_lint::lint(&RobotsTxt::parse(file))
}

/// True if the finding of the fault names its line and its cause.
fn is_found(&(_, file, code, cause, line): &Fault) -> bool {
    let says_so = |found: &Diagnostic| {
        let help = found.help.as_deref().unwrap_or_default();
        [&found.message, help, found.reason.text].iter().any(|text| text.contains(cause))
    };
    let mut found = lint(file).into_iter();
    found.any(|found| found.lint.code == code && found.line == line && says_so(&found))
}

#[test]
fn planted_faults_are_found_with_their_cause() {
    assert!(KNOWN.len() >= 74 && OTHERS.len() >= 30, "{} and {}", KNOWN.len(), OTHERS.len());
    let missed = |faults: &[Fault]| -> Vec<&str> {
        faults.iter().filter(|fault| !is_found(fault)).map(|fault| fault.0).collect()
    };
    assert_eq!(missed(KNOWN), [""; 0], "each of {} is found", KNOWN.len());
    let names: Vec<_> = MISSED.iter().map(|(name, _)| *name).collect();
    assert_eq!(missed(OTHERS), names, "all but these of {}", OTHERS.len());
}

#[test]
fn files_without_a_fault_stay_silent() {
    for file in HARMLESS {
        let found = lint(file);
        let found: Vec<_> = found.iter().map(|it| (it.lint.code, it.line, &it.message)).collect();
        assert!(found.is_empty(), "{}: {found:?}", Printable(file));
    }
}

/// Without its escape the last letter would complete another one, which is another path.
#[test]
fn no_escape_is_removed_that_keeps_a_percent_sign_from_beginning_one() {
    for path in ["/%a%61", "/%%361", "/%%61"] {
        let found = lint(format!("User-agent: *\nDisallow: {path}\n").as_bytes());
        assert!(found.iter().all(|it| it.lint.code != "R316"), "{path}: {found:?}");
    }
    let found = lint(b"User-agent: *\nDisallow: /a%61\n");
    assert!(found.iter().any(|it| it.lint.code == "R316"), "{found:?}");
}
