//! The findings of the lints, one file a row.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use maycrawl::{Profile, RobotsTxt};
use maycrawl_lint::{
    Diagnostic, Fix, FixEffect, Lint, LintOptions, Severity, apply_fixes, lint_with,
};

fn lint(file: &[u8]) -> Vec<Diagnostic> {
    maycrawl_lint::lint(&RobotsTxt::parse(file))
}

/// The codes of the findings, in order, without the note about directories.
fn codes(file: &[u8]) -> Vec<&'static str> {
    let found = lint(file);
    let codes = found.iter().map(|found| found.lint.code).filter(|code| *code != "R313");
    let mut codes: Vec<_> = codes.collect();
    codes.sort_unstable();
    codes
}

fn shown(bytes: &[u8]) -> String {
    maycrawl::Printable(bytes).to_string()
}

/// A file, the codes of its findings, and the file after all fixes.
const QUOTES: &[(&[u8], &[&str], &[u8])] = &[
    // Google, Create: "word processors ... can add unexpected characters, such as curly quotes".
    (
        b"User-agent: *\nDisallow: \xe2\x80\x9c/private/\xe2\x80\x9d\n",
        &["R107", "R604"],
        b"User-agent: *\nDisallow: /private/\n",
    ),
    (b"User-agent: *\nDisallow: \"/z/\"\n", &["R107"], b"User-agent: *\nDisallow: /z/\n"),
    (b"User-agent: *\nDisallow: '/z/'\n", &["R107"], b"User-agent: *\nDisallow: /z/\n"),
    (
        b"User-agent: *\nDisallow: \xc2\xab/z/\xc2\xbb\n",
        &["R107"],
        b"User-agent: *\nDisallow: /z/\n",
    ),
    (b"User-agent: *\nDisallow: \xe2\x80\x9c/z/\n", &["R107"], b"User-agent: *\nDisallow: /z/\n"),
    // Windows-1252, as a word processor saves plain text.
    (b"User-agent: *\nDisallow: \x93/z/\x94\n", &["R107"], b"User-agent: *\nDisallow: /z/\n"),
    // Whole lines.
    (
        b"User-agent: *\n\xe2\x80\x9cDisallow: /y/\xe2\x80\x9d\n",
        &["R107", "R204"],
        b"User-agent: *\nDisallow: /y/\n",
    ),
    (
        b"\"User-agent: *\"\n\"Disallow: /y/\"\n",
        &["R107", "R107"],
        b"User-agent: *\nDisallow: /y/\n",
    ),
    (
        b"User-agent: *\n\xe2\x80\x9cDisallow\xe2\x80\x9d: \xe2\x80\x9c/y/\xe2\x80\x9d\n",
        &["R107", "R204"],
        b"User-agent: *\nDisallow: /y/\n",
    ),
    // Names and sitemaps.
    (
        b"User-agent: \xe2\x80\x9cGPTBot\xe2\x80\x9d\nDisallow: /y/\n",
        &["R107"],
        b"User-agent: GPTBot\nDisallow: /y/\n",
    ),
    (b"User-agent: \"*\"\nDisallow: /y/\n", &["R107"], b"User-agent: *\nDisallow: /y/\n"),
    (b"Sitemap: \"https://h/s.xml\"\n", &["R107"], b"Sitemap: https://h/s.xml\n"),
    // Dashes: the field that is meant.
    (
        b"User\xe2\x80\x93agent: *\nDisallow: /y/\n",
        &["R102", "R401"],
        b"User-agent: *\nDisallow: /y/\n",
    ),
    (b"User\x96agent: *\nDisallow: /y/\n", &["R102", "R401"], b"User-agent: *\nDisallow: /y/\n"),
    (
        b"\xe2\x80\x9cUser\xe2\x80\x93agent: *\xe2\x80\x9d\nDisallow: /y/\n",
        &["R107", "R401"],
        b"User-agent: *\nDisallow: /y/\n",
    ),
    // Two values in marks cannot be one rule.
    (
        b"User-agent: *\nDisallow: \"/a/\" \"/b/\"\n",
        &["R107"],
        b"User-agent: *\nDisallow: \"/a/\" \"/b/\"\n",
    ),
    // A mark inside a value is no quotation mark, but clients escape it.
    (
        b"User-agent: *\nDisallow: /say-\"hi\"/\n",
        &["R315"],
        b"User-agent: *\nDisallow: /say-\"hi\"/\n",
    ),
];

#[test]
fn quotation_marks_and_dashes_are_reported_and_fixed() {
    for (file, found, fixed) in QUOTES {
        assert_eq!(codes(file), *found, "{}", shown(file));
        let mut bytes = file.to_vec();
        for _ in 0..4 {
            let found = lint(&bytes);
            let fixes = found.iter().filter(|it| it.lint.code != "R204" || bytes != *file);
            let fixes: Vec<&Fix> = fixes.filter_map(|found| found.fix.as_ref()).collect();
            bytes = apply_fixes(&bytes, fixes);
        }
        assert_eq!(shown(&bytes), shown(fixed), "{}", shown(file));
    }
}

#[test]
fn the_fix_of_quotation_marks_takes_effect() {
    let found = lint(QUOTES[0].0).swap_remove(0);
    let fix = found.fix.unwrap();
    assert_eq!((fix.effect, &*fix.title), (FixEffect::Mends, "write `/private/`"));
}

#[test]
fn a_dash_in_a_name_is_reported_and_not_fixed() {
    let found = lint("User-agent: Googlebot\u{2013}Image\nDisallow: /a/\n".as_bytes());
    assert_eq!(found[0].lint.code, "R201");
    assert_eq!(found[0].help.as_deref(), Some("write `Googlebot-Image`, with a hyphen"));
    assert!(found[0].fix.is_none(), "it would take the group away from Googlebot");
}

/// The value of a `Disallow:` line, and the codes of its findings.
const PATHS: &[(&str, &[&str])] = &[
    // Resources by name.
    ("/static/main.css", &["R603"]),
    ("/*.js$", &["R603"]),
    ("/*.css?", &["R603"]),
    ("/*.js?ver=*", &["R303", "R603"]),
    ("*.JS", &["R603"]),
    ("/data.json", &[]),
    ("/a.js/b", &[]),
    // Resources by folder.
    ("/css/", &["R605"]),
    ("/wp-includes/", &["R605"]),
    ("/*/js/*", &["R303", "R605"]),
    ("/assets", &["R605"]),
    ("/cssx/", &[]),
    ("/css/old/", &[]),
    // Private words inside a name.
    ("/MyPrivateFolder", &["R604"]),
    ("/private_files/", &["R604"]),
    ("/admin.php", &["R604"]),
    ("/old-backups/", &["R604"]),
    ("/admIN", &["R604"]),
    ("/private/", &["R604"]),
    ("/passwords.txt", &["R604"]),
    ("/backup.zip", &["R604"]),
    ("/.git/", &["R604"]),
    ("/a/.env", &["R604"]),
    ("/admin/", &["R604"]),
    ("/siteAdmin/", &["R604"]),
    ("/intern/", &["R604"]),
    ("/top-secret/", &["R604"]),
    ("/rahasia/", &["R604"]),
    ("/data-pribadi/", &["R604"]),
    ("/yksityinen/", &["R604"]),
    ("/varmuuskopiot/", &["R604"]),
    ("/%EB%B9%84%EA%B3%B5%EA%B0%9C/", &["R604"]),
    ("/%E0%B8%AA%E0%B9%88%E0%B8%A7%E0%B8%99%E0%B8%95%E0%B8%B1%E0%B8%A7/", &["R604"]),
    ("/wp-admin/", &["R607"]),
    ("/administrator/", &[]),
    ("/international/", &[]),
    ("/internet/", &[]),
    ("/lost-password/", &[]),
    ("/secretary/", &[]),
    ("/e-environment/", &[]),
    // A private word in a name that speaks of something else.
    ("/private-banking/", &[]),
    ("/img/private-banking/x.pdf", &[]),
    ("/internal-hard-drives/", &[]),
    ("/generate-password-personal.html", &[]),
    ("/password-form.pdf", &[]),
    ("/ko/4.0/internals", &[]),
    ("/yksityisleasing/", &[]),
    ("/แบบให้ข้อมูลส่วนตัว/", &["R306", "R604"]),
    ("/แบบให้ข้อมูลส่วนตัว.pdf", &["R306"]),
    ("/ส่วนตัว.html", &["R306", "R604"]),
    ("/*.git$", &[]),
    ("/.gitignore", &[]),
];

#[test]
fn resources_and_private_paths_row_by_row() {
    for (pattern, expected) in PATHS {
        let file = format!("User-agent: *\nDisallow: {pattern}\n");
        assert_eq!(codes(file.as_bytes()), *expected, "{pattern}");
    }
}

#[test]
fn a_resource_is_reported_once_and_not_where_it_is_opened() {
    let both = b"User-agent: *\nUser-agent: Googlebot\nDisallow: /*.css$\nDisallow: /js/\n";
    assert_eq!(codes(both), ["R603", "R605"]);
    let opened = b"User-agent: *\nDisallow: /js/\nAllow: /js/shop.js\n";
    assert!(!codes(opened).contains(&"R605"));
    let others = b"User-agent: GPTBot\nDisallow: /js/\nDisallow: /a.css\n";
    assert!(codes(others).is_empty(), "only search engines render pages");
}

/// Rules, and the message about the first.
const DIRECTORIES: &[(&str, Option<&str>)] = &[
    (
        "Disallow: /calendar\nAllow: /calendar/help",
        Some(
            "the rule `/calendar` matches more than the directory that line 3 shows: also `/calendar.html` and every other path that begins with it",
        ),
    ),
    (
        "Disallow: /calendar\nDisallow: /calendar/\nAllow: /calendar-2026",
        Some(
            "the rule `/calendar` matches more than the directory that line 3 shows: also `/calendar-2026` of line 4",
        ),
    ),
    // The page itself, and the page with a query, are no other paths.
    (
        "Disallow: /find\nDisallow: /find$\nDisallow: /find/\nDisallow: /find?",
        Some(
            "the rule `/find` matches more than the directory that line 4 shows: also `/find.html` and every other path that begins with it",
        ),
    ),
    // Nothing shows that there is a directory: it may be one page.
    ("Disallow: /random", None),
    ("Disallow: /calendar\nAllow: /calendars/", None),
    ("Disallow: /calendar/\nAllow: /calendar/help", None),
    ("Disallow: /calendar$\nAllow: /calendar/help", None),
    ("Disallow: /calendar.html\nAllow: /calendar.html/help", None),
    ("Disallow: /calendar?x", None),
    ("Disallow: /*calendar\nAllow: /*calendar/help", None),
    ("Disallow: /2019\nAllow: /2019/a", None),
    ("Allow: /calendar\nDisallow: /calendar/x", None),
];

#[test]
fn a_directory_without_its_slash() {
    for (rules, message) in DIRECTORIES {
        let found = lint(format!("User-agent: *\n{rules}\n").as_bytes());
        let found = found.iter().find(|found| found.lint.code == "R313");
        assert_eq!(found.map(|found| &*found.message), *message, "{rules}");
    }
    let rules = ["aa", "bb", "cc"].map(|name| format!("Disallow: /{name}\nAllow: /{name}/x\n"));
    let three = lint(format!("User-agent: *\n{}", rules.concat()).as_bytes());
    let [found] = &three[..] else { panic!("{three:?}") };
    assert!(found.help.as_ref().unwrap().ends_with("; 2 more lines are like it"));
    assert_eq!((found.line, &*found.also), (2, &[4, 6][..]));
}

/// Rules, and the lines of the finding R408 in the profiles google, google-2019 and rfc9309.
const CROSSING: &[(&str, [Option<u32>; 3])] = &[
    // The specification's own row.
    ("Allow: /page\nDisallow: /*.htm", [Some(3), Some(3), None]),
    // One pattern contains the other: decided since July 2019.
    ("Disallow: /\nAllow: /*.htm", [None, Some(3), None]),
    ("Disallow: /*\nAllow: /ab", [None, Some(2), None]),
    // A final `$` does not count as a wildcard here.
    ("Allow: /$\nDisallow: /", [None, None, None]),
    // No URL matches both patterns.
    ("Allow: /page$\nDisallow: /*.htm", [None, None, None]),
    ("Allow: /a*x\nDisallow: /b", [None, None, None]),
    // The same kind.
    ("Disallow: /page\nDisallow: /*.htm", [None, None, None]),
    // Two wildcards.
    ("Allow: /*/public\nDisallow: /shop*cart", [Some(2), Some(2), None]),
    // Patterns of equal length are reported by `tied-rules`.
    ("Allow: /page\nDisallow: /*.ph", [None, None, None]),
];

#[test]
fn rules_whose_winner_is_undefined() {
    for (rules, expected) in CROSSING {
        let file = format!("User-agent: *\n{rules}\n");
        let found = Profile::ALL.map(|profile| {
            let found = maycrawl_lint::lint(&RobotsTxt::parse_with(file.as_bytes(), profile));
            found.iter().find(|found| found.lint.code == "R408").map(|found| found.line)
        });
        assert_eq!(found, *expected, "{rules}");
    }
}

/// A file, the code, and the message.
const MESSAGES: &[(&str, &str, &str)] = &[
    (
        "<html><body>Not found</body></html>",
        "R001",
        "this is a web page (HTML), not a robots.txt: crawlers find no rule in it, so everything is allowed",
    ),
    (
        "<html><body>\nUser-agent: *\nDisallow: /x/\n",
        "R001",
        "this is a web page (HTML), not a robots.txt; crawlers read 2 lines of it as rules",
    ),
    (
        "User-agent: *",
        "R204",
        "the group of `*` has no rules: every crawler without its own group may fetch everything",
    ),
    (
        "User-agent: *\nDisallow: /a/\nUser-agent: GPTBot",
        "R204",
        "the group of `GPTBot` has no rules: it may fetch everything, even if the group of `*` forbids it",
    ),
    ("User-agent: GPTBot", "R204", "the group of `GPTBot` has no rules: it may fetch everything"),
    (
        "User-agent: a\nCrawl-delay: 1",
        "R111",
        "Google does not read `Crawl-delay`; Bing, Seznam, Anthropic and 4 more do",
    ),
    (
        "User-agent: *\nDisallow: /",
        "R601",
        "this rule blocks the whole site for every crawler without its own group",
    ),
    (
        "User-agent:\nDisallow: /a/",
        "R202",
        "`User-agent` has no name, so Google applies these rules to no crawler",
    ),
    (
        "User-agent: *\nHost: h",
        "R113",
        "`Host` was only for Yandex, which stopped reading it in 2018",
    ),
];

#[test]
fn messages_are_sentences_that_stand_alone() {
    for (file, code, message) in MESSAGES {
        let found = lint(file.as_bytes());
        let found = found.iter().find(|found| found.lint.code == *code);
        assert_eq!(found.map(|found| &*found.message), Some(*message), "{file}");
    }
    for lint in Lint::all() {
        let example = lint.example().map_or(&b""[..], |example| example.mistaken);
        for found in maycrawl_lint::lint(&RobotsTxt::parse(example)) {
            let message = &found.message;
            assert!(!message.ends_with('.'), "{message}");
            let subject = message.split(' ').next().unwrap();
            assert!(
                !["it", "its", "no", "neither", "only", "as"].contains(&subject)
                    || message.starts_with("no crawler")
                    || message.starts_with("only Yandex")
                    || message.starts_with("no known"),
                "{message}"
            );
            assert!(message.split(' ').count() >= 5, "not a sentence: {message}");
        }
    }
}

/// Words that first readers did not understand do not occur in any text of a lint.
#[test]
fn lints_are_in_plain_english() {
    const NOT: [&str; 26] = [
        "speaks to",
        "binds nobody",
        "whoever",
        "hardly",
        "a blank",
        "no blank",
        "skin of",
        " mends ",
        " is no ",
        " are no ",
        "without a word",
        "all the same, and by",
        "stands above",
        "goes before it",
        "beside",
        "behind",
        "nobody",
        "everybody",
        "somebody",
        " anew",
        "its kin",
        "all the same",
        "takes out",
        "Reported is",
        "Reported are",
        "of its own",
    ];
    for lint in Lint::all() {
        let mut texts = vec![lint.summary.to_owned(), lint.page.to_owned()];
        texts.extend(lint.fix.map(str::to_owned));
        let example = lint.example().map_or(&b""[..], |example| example.mistaken);
        for found in maycrawl_lint::lint(&RobotsTxt::parse(example)) {
            texts.push(found.message);
            texts.extend(found.help);
        }
        for text in texts {
            let found = NOT.iter().find(|words| text.contains(**words));
            assert_eq!(found, None, "{}: {text}", lint.name);
        }
    }
}

#[test]
fn the_pages_have_the_words_that_site_owners_search_for() {
    for (name, words) in [
        (
            "site-blocked",
            &["503", "noindex", "password", "still be listed", "search-console/removals", "Wix"][..],
        ),
        ("private-path", &["login", "noindex", "search-console/removals"]),
        ("directory-without-slash", &["/MyP", "Case matters"]),
        ("large-file", &["consolidate"]),
        ("quotation-marks", &["word processor"]),
    ] {
        let page = Lint::by_name(name).unwrap().markdown();
        for word in words {
            assert!(page.contains(word), "{name}: {word}");
        }
    }
    assert!(Lint::by_name("R601").unwrap().summary.contains("may disappear"));
}

#[test]
fn all_findings_are_counted_and_the_limit_is_reported() {
    let file = format!("User-agent: *\n{}", "Dissallow: /a\n".repeat(2000));
    let robots = RobotsTxt::parse(file.as_bytes());
    let found = lint_with(&robots, &LintOptions::new());
    let count = found.counts.iter().find(|count| count.lint.code == "R101").unwrap();
    assert_eq!((count.found, count.shown), (2000, 100));
    let all = lint_with(&robots, &LintOptions::new().limit(usize::MAX));
    assert_eq!(all.more, 0);
    for severity in [Severity::Note, Severity::Warning, Severity::Error] {
        let there = all.diagnostics.iter().filter(|it| it.lint.severity == severity).count();
        assert_eq!((found.count(severity), all.count(severity)), (there, there), "{severity:?}");
    }
    assert_eq!(found.more + found.diagnostics.len(), all.diagnostics.len());
    let mut kept = found;
    kept.retain(|lint| lint.code != "R101");
    assert!(kept.counts.iter().all(|count| count.lint.code != "R101"));
    assert_eq!(kept.more, kept.counts.iter().map(|count| count.found - count.shown).sum::<usize>());
}

/// One habit on many lines is told once, with all lines, and its fix is for all of them.
#[test]
fn a_habit_is_told_once() {
    let file = b"User-agent: *\nDisallow: /a*\nDisallow: /b\nDisallow: /c**\nDisallow: /d*\n";
    let findings = lint(file);
    let [found] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((found.lint.code, found.line, &*found.also), ("R303", 2, &[4, 5][..]));
    assert_eq!(found.help.as_deref(), Some("write `/a`; 2 more lines are like it"));
    let fixed = apply_fixes(file, &found.fix);
    assert_eq!(
        shown(&fixed),
        shown(b"User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c\nDisallow: /d\n")
    );
}

/// Google's documents write `Googlebot Images`; its parser reads another crawler's name.
#[test]
fn a_name_that_is_read_as_another_one_is_reported() {
    for (written, meant) in
        [("Googlebot Images", "Googlebot-Image"), ("Googlebot News", "Googlebot-News")]
    {
        let file = format!("User-agent: {written}\nDisallow: /\n");
        let findings = maycrawl_lint::lint(&RobotsTxt::parse(file.as_bytes()));
        let found = findings.iter().find(|found| found.lint.code == "R201").unwrap();
        let help = found.help.as_deref().unwrap();
        assert_eq!(
            help,
            format!("write `{meant}` if you mean that crawler; these rules are for `Googlebot`")
        );
    }
}

/// A `User-agent: *` above a line that is no rule joins the names of the first group: it would close the site for
/// everyone.
#[test]
fn the_help_for_a_line_above_the_first_group_closes_no_site() {
    for line in
        ["Crawl-delay: 5", "Request-rate: 1/5", "Visit-time: 1-2", "Content-Signal: search=yes"]
    {
        let found = lint(format!("{line}\nUser-agent: Googlebot\nDisallow: /\n").as_bytes());
        let found = found.iter().find(|found| found.message.contains("above the first group"));
        let found = found.unwrap_or_else(|| panic!("{line}"));
        assert!(found.choices.is_empty() && found.fix.is_none(), "{line}");
        assert!(
            found.help.as_deref().is_some_and(|help| !help.contains("User-agent: *")),
            "{line}"
        );
    }
}
