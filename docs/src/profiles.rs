//! The readings, shown by what they say of the same file.

use maycrawl::{Crawler, Profile, RobotsTxt, as_written};

use crate::html::{self, code, escape};

/// What the row is about, a file, and a path.
const ROWS: &[(&str, &str, &str)] = &[
    ("a misspelling that Google forgives", "User-agent: *\nDissallow: /a\n", "/a"),
    ("a key that only begins like a field", "User-agent: *\nDisallowed: /a\n", "/a"),
    ("a missing colon", "User-agent: *\nDisallow /a\n", "/a"),
    ("an escape of a plain letter in the rule", "User-agent: *\nDisallow: /%61\n", "/a"),
    ("an escape of a plain letter in the URL", "User-agent: *\nDisallow: /a\n", "/%61"),
    ("an escape in lower case in the rule", "User-agent: *\nDisallow: /%c3%a9\n", "/%C3%A9"),
    ("an escaped * in the rule", "User-agent: *\nDisallow: /a%2Ab\n", "/a*b"),
    ("an escaped $ at the end of the rule", "User-agent: *\nDisallow: /a%24\n", "/a$"),
    (
        "the directory of an index page",
        "User-agent: *\nDisallow: /a/\nAllow: /a/index.html\n",
        "/a/",
    ),
    ("a path without a slash at its beginning", "User-agent: *\nDisallow: fish/\n", "/fish/"),
    ("robots.txt itself", "User-agent: *\nDisallow: /\n", "/robots.txt"),
    ("a line without a value", "User-agent: *\nDisallow:\n", "/a"),
    ("the longest rule wins", "User-agent: *\nDisallow: /a\nAllow: /a/b\n", "/a/b"),
    ("allow wins a tie", "User-agent: *\nDisallow: /a\nAllow: /a\n", "/a"),
];

pub(crate) fn table() -> String {
    let rows: Vec<_> = ROWS.iter().map(row).collect();
    let mut head = vec!["About", "File", "Path"];
    head.extend(Profile::ALL.map(|profile| profile.name));
    html::table(&head, &rows)
}

fn row((about, file, path): &(&str, &str, &str)) -> Vec<String> {
    let said = |profile| {
        let robots = RobotsTxt::parse_with(file.as_bytes(), profile);
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        rules.check(as_written(path)).decision().to_string()
    };
    let google = said(Profile::GOOGLE);
    let cell = |profile| match said(profile) {
        same if same == google => same,
        other => format!("<strong>{other}</strong>"),
    };
    let lines: Vec<_> = file.lines().map(code).collect();
    let mut row = vec![escape(about), lines.join("<br>"), code(path)];
    row.extend(Profile::ALL.map(cell));
    row
}
