//! What fixes promise for the profile of the file. What they do for other programs is proved when they are made
//! (`claims.rs`).
//!
//! Fixes keep their promises: `KeepsVerdicts` changes no verdict, `Mends` changes the meaning of one line only.
//! Tested on the examples, on real files and on random files, for each fix alone and for all together.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::{BTreeMap, BTreeSet};

use maycrawl::field::Field;
use maycrawl::pattern::PathPattern;
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Decision, Origin, Profile, RobotsTxt, UrlPath};
use maycrawl_lint::{Diagnostic, Fix, FixEffect, Lint, LintOptions, apply_fixes, lint_with};
use maycrawl_testdata::corpus;
use proptest::prelude::*;

/// The number of rounds after which a file must have no fix left.
const MAX_ROUNDS: usize = 64;

fn shown(bytes: &[u8]) -> String {
    maycrawl::Printable(bytes).to_string()
}

fn context() -> LintOptions {
    LintOptions::new()
        .readers(Vec::new())
        .at(Origin::parse("https://h/").unwrap())
        .limit(usize::MAX)
}

fn keeps(found: &Diagnostic) -> bool {
    found.fix.as_ref().is_some_and(|fix| fix.effect == FixEffect::KeepsVerdicts)
}

/// True for the fix that copies rules of `*` to another group.
fn copies(found: &Diagnostic) -> bool {
    found.lint.name == "not-repeated"
}

/// Paths at which the rules of a file can differ.
struct Paths(BTreeSet<Vec<u8>>);

impl Paths {
    fn new() -> Self {
        Self(BTreeSet::from([b"/".to_vec(), b"/a".to_vec(), b"/index.html".to_vec()]))
    }

    /// All short words of the letters that the patterns of [`pattern`] have.
    fn with_short_words(mut self) -> Self {
        let mut words = vec![b"/".to_vec()];
        for _ in 0..3 {
            for word in std::mem::take(&mut words) {
                for letter in ["/", "a", "b", "x", ".", "index.htm", "l"] {
                    words.push([&word, letter.as_bytes()].concat());
                }
                self.0.insert(word);
            }
        }
        self.0.extend(words);
        self
    }

    /// Paths made of the patterns of `file`: each star stands for nothing, a letter, a slash or a directory, and the
    /// path ends there or continues. For a pattern of an index page also the paths of its directory.
    fn with_patterns(mut self, file: &[u8], profile: Profile) -> Self {
        let robots = RobotsTxt::parse_with(file, profile);
        for rule in robots.groups().flat_map(|group| group.rules()).take(300) {
            let pattern = PathPattern::new(rule.pattern, profile);
            let text = pattern.normal_form();
            let text = text.strip_suffix(b"$").unwrap_or(text);
            self.add(text);
            let page = text.windows(10).rposition(|window| window == b"/index.htm");
            if let Some(slash) = page {
                self.add(&text[..=slash]);
            }
        }
        self
    }

    fn add(&mut self, text: &[u8]) {
        for star in [&b""[..], b"x", b"/", b"a.xb/"] {
            let mut path = Vec::new();
            for &byte in text {
                if byte == b'*' { path.extend(star) } else { path.push(byte) }
            }
            if path.first() != Some(&b'/') {
                path.insert(0, b'/');
            }
            for end in [&b""[..], b"z", b"/", b"l"] {
                self.0.insert([&path, end].concat());
            }
        }
    }
}

/// The verdicts of a file for some crawlers and some paths.
struct Answers<'f> {
    file: &'f [u8],
    crawlers: Vec<Crawler>,
    /// For each crawler, for each path.
    decisions: Vec<Vec<Decision>>,
}

impl<'f> Answers<'f> {
    fn of(file: &'f [u8], profile: Profile, crawlers: &[Crawler], paths: &Paths) -> Self {
        let robots = RobotsTxt::parse_with(file, profile);
        let decisions = |crawler: &Crawler| {
            let rules = robots.rules_for(crawler);
            paths
                .0
                .iter()
                .map(|path| rules.check_path(&UrlPath::from_normal_form(path)).decision())
                .collect()
        };
        let decisions = crawlers.iter().map(decisions).collect();
        Self { file, crawlers: crawlers.to_vec(), decisions }
    }

    fn assert_same(&self, after: &Self, paths: &Paths, what: &str) {
        for (i, crawler) in self.crawlers.iter().enumerate() {
            let both = self.decisions[i].iter().zip(&after.decisions[i]).zip(&paths.0);
            for ((a, b), path) in both {
                // The files are printed only if they differ, because printing costs more than all verdicts.
                let files = || [self.file, after.file].map(shown).join("\n---\n");
                assert!(a == b, "{what}, {}, {}\n{}", crawler.token(), shown(path), files());
            }
        }
    }
}

impl Answers<'_> {
    /// Asserts that no path is opened, and that nothing changes for `same`.
    fn assert_opens_nothing(&self, after: &Self, paths: &Paths, same: &str) {
        for (i, crawler) in self.crawlers.iter().enumerate() {
            let both = self.decisions[i].iter().zip(&after.decisions[i]).zip(&paths.0);
            for ((old, new), path) in both {
                let closes = *new == Decision::Disallowed && crawler.token() != same;
                let files = || [self.file, after.file].map(shown).join("\n---\n");
                assert!(old == new || closes, "{}, {}\n{}", crawler.token(), shown(path), files());
            }
        }
    }
}

/// The crawlers that a file names, and some others.
fn crawlers(file: &[u8], profile: Profile, most: usize) -> Vec<Crawler> {
    let robots = RobotsTxt::parse_with(file, profile);
    let names: BTreeSet<String> = ["Googlebot-Image", "AdsBot-Google", "nobody"]
        .map(String::from)
        .into_iter()
        .chain(
            robots
                .groups()
                .flat_map(|group| group.agents())
                .map(|agent| String::from_utf8_lossy(agent.value).into_owned())
                .take(most),
        )
        .collect();
    names.iter().map(|name| Crawler::from_token(name)).collect()
}

/// Asserts that both files allow the same.
fn same_verdicts(before: &[u8], after: &[u8], profile: Profile, what: &str) {
    let crawlers = crawlers(before, profile, 12);
    let paths = Paths::new().with_patterns(before, profile).with_patterns(after, profile);
    let [old, new] = [before, after].map(|file| Answers::of(file, profile, &crawlers, &paths));
    old.assert_same(&new, &paths, what);
}

/// The meaning of each line for a crawler.
fn meanings(file: &[u8], profile: Profile) -> Vec<Option<(Field, Vec<u8>)>> {
    let robots = RobotsTxt::parse_with(file, profile);
    let meaning = |line: maycrawl::line::Line<'_>| {
        let directive = line.directive()?;
        let field = Field::from_key(directive.key(), profile).0;
        (field != Field::Other).then(|| (field, directive.value().to_vec()))
    };
    robots.lines().map(meaning).collect()
}

/// Asserts that only the fixed lines change their meaning.
fn only_these_lines_change(
    before: &[u8],
    after: &[u8],
    profile: Profile,
    fixed: &BTreeSet<usize>,
    what: &str,
) {
    let [old, new] = [before, after].map(|file| meanings(file, profile));
    let files = || [before, after].map(shown).join("\n---\n");
    assert_eq!(old.len(), new.len(), "{what}\n{}", files());
    for (number, (old, new)) in old.iter().zip(&new).enumerate().map(|(i, both)| (i + 1, both)) {
        assert!(old == new || fixed.contains(&number), "{what}: line {number}\n{}", files());
    }
}

/// Asserts that a fix of a line that was a rule before changes only the verdicts that this rule decides.
fn only_this_rule_changes_verdicts(
    before: &[u8],
    after: &[u8],
    profile: Profile,
    line: u32,
    crawlers: &[Crawler],
    paths: &Paths,
) {
    let kind = |file: &[u8]| {
        let robots = RobotsTxt::parse_with(file, profile);
        let rule = robots.groups().flat_map(|group| group.rules()).find(|rule| rule.line == line);
        rule.map(|rule| rule.kind)
    };
    let kinds: [Option<RuleKind>; 2] = [kind(before), kind(after)];
    if kinds[0].is_none() || kinds[0] != kinds[1] {
        return; // the line becomes a rule, which can end a run of user agents
    }
    let files = [before, after].map(|file| RobotsTxt::parse_with(file, profile));
    for crawler in crawlers {
        let [old, new] = [0, 1].map(|i| files[i].rules_for(crawler));
        for path in &paths.0 {
            let [old, new] =
                [&old, &new].map(|rules| rules.check_path(&UrlPath::from_normal_form(path)));
            let is_its = [old.line(), new.line()].contains(&Some(line));
            assert!(
                old.decision() == new.decision() || is_its,
                "line {line}, {}, {}\n{}",
                crawler.token(),
                shown(path),
                [before, after].map(shown).join("\n---\n")
            );
        }
    }
}

/// The file after all rounds of fixes. Asserts the promises of each round.
fn fixed(file: &[u8], profile: Profile, context: &LintOptions, all: bool) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..MAX_ROUNDS {
        let findings = lint_with(&RobotsTxt::parse_with(&bytes, profile), context);
        let round = findings.fix_round(|found| all || keeps(found));
        let Some(first) = round.first() else { return bytes };
        let fixes = || round.iter().filter_map(|found| found.fix.as_ref());
        let next = apply_fixes(&bytes, fixes());
        assert_ne!(next, bytes, "a fix that changes nothing: {round:?}");
        if keeps(first) {
            assert!(round.iter().all(|found| keeps(found)));
        } else {
            // A fix that copies lines has a promise of its own.
            let others = || round.iter().filter(|found| !copies(found));
            let without = apply_fixes(&bytes, others().filter_map(|found| found.fix.as_ref()));
            let lines: BTreeSet<usize> = others().map(|found| found.line as usize).collect();
            only_these_lines_change(&bytes, &without, profile, &lines, "a round");
        }
        bytes = next;
    }
    panic!("there is always something left to fix: {}", shown(file));
}

/// Asserts every promise of every fix of a file, alone and together.
fn fixes_do_what_they_promise(file: &[u8], profile: Profile) {
    let context = context();
    let all_fixed = fixed(file, profile, &context, true);
    let crawlers = crawlers(file, profile, 3);
    let paths = Paths::new()
        .with_short_words()
        .with_patterns(file, profile)
        .with_patterns(&all_fixed, profile);
    let before = Answers::of(file, profile, &crawlers, &paths);
    let same = |after: &[u8], what: &str| {
        let after = Answers::of(after, profile, &crawlers, &paths);
        before.assert_same(&after, &paths, what);
    };
    let found = lint_with(&RobotsTxt::parse_with(file, profile), &context).diagnostics;
    for finding in &found {
        let Some(fix) = &finding.fix else { continue };
        let after = apply_fixes(file, [fix]);
        let name = finding.lint.name;
        if keeps(finding) {
            same(&after, name);
        } else if copies(finding) {
            let after = Answers::of(&after, profile, &crawlers, &paths);
            before.assert_opens_nothing(&after, &paths, "nobody");
        } else {
            let line = BTreeSet::from([finding.line as usize]);
            only_these_lines_change(file, &after, profile, &line, name);
            let line = finding.line;
            only_this_rule_changes_verdicts(file, &after, profile, line, &crawlers, &paths);
        }
    }
    let safe = found.iter().filter(|found| keeps(found)).filter_map(|found| found.fix.as_ref());
    same(&apply_fixes(file, safe), "all that keep verdicts");
    same(&fixed(file, profile, &context, false), "all that keep verdicts, in rounds");
    // All fixes: when no fix is left that takes effect, the remaining rounds keep the verdicts.
    let mut bytes = file.to_vec();
    for _ in 0..MAX_ROUNDS {
        let findings = lint_with(&RobotsTxt::parse_with(&bytes, profile), &context);
        let round = findings.fix_round(|_| true);
        let Some(first) = round.first() else { break };
        let next = apply_fixes(&bytes, round.iter().filter_map(|found| found.fix.as_ref()));
        if keeps(first) {
            let [old, new] = [&bytes, &next].map(|f| Answers::of(f, profile, &crawlers, &paths));
            old.assert_same(&new, &paths, "a round of all fixes");
        }
        bytes = next;
    }
}

/// `*/x` names no crawler, so the line with `*` after it is not a repetition.
#[test]
fn a_star_after_a_value_that_begins_with_a_star_is_kept() {
    let file = b"User-agent: */x\nUser-agent: *\nDisallow: /a\n";
    let found = maycrawl_lint::lint(&RobotsTxt::parse(file));
    assert!(found.iter().all(|found| found.lint.name != "repeated-agent"), "{found:?}");
}

#[test]
fn fixes_of_the_examples_leave_nothing_of_their_kind() {
    let context =
        LintOptions::new().readers(Vec::new()).at(Origin::parse("https://example.com/").unwrap());
    for lint in Lint::all().iter().filter(|lint| lint.fix.is_some()) {
        let example = lint.example().unwrap();
        let found = lint_with(&RobotsTxt::parse(example.mistaken), &context).diagnostics;
        let own: Vec<_> = found.iter().filter(|found| found.lint == *lint).collect();
        let fixes: Vec<&Fix> = own.iter().filter_map(|found| found.fix.as_ref()).collect();
        assert!(!fixes.is_empty(), "{}: {own:?}", lint.name);
        let after = apply_fixes(example.mistaken, fixes.iter().copied());
        let left = maycrawl_lint::lint(&RobotsTxt::parse(&after));
        let left: Vec<_> = left.iter().filter(|found| found.lint == *lint).collect();
        assert!(left.is_empty(), "{}: {}: {left:?}", lint.name, shown(&after));
        if lint.code != "R302" {
            assert_eq!(shown(&after), shown(example.corrected), "{}", lint.name);
        }
        if fixes.iter().all(|fix| fix.effect == FixEffect::KeepsVerdicts) {
            same_verdicts(example.mistaken, &after, Profile::GOOGLE, lint.name);
        }
    }
}

/// Files on which a fix once broke its promise, or could break it.
#[test]
fn fixes_of_these_files_do_what_they_promise() {
    for file in [
        // The directory form of an index page has another number of octets.
        "User-agent: *\nAllow: /**/index.html\nDisallow: /abc/\n",
        "Useragent GPTBot\nAllow **/index.htm\nDisalow /***\n",
        "User-agent: *\nAllow: /***/index.html*\nDisallow: /*/a\n",
        // A line that takes effect and one that is added above it.
        "User-agent: a\nUser-agnt: b\nDisalllow: /x\n",
        // A whole URL with a query directly after its host.
        "User-agent: *\nDisallow: https://h?x=1\nDisallow: https://h\n",
        // Quotation marks and dashes of a word processor.
        "\u{201c}User\u{2013}agent: *\u{201d}\n\u{201c}Disallow: /x\u{201d}\nAllow: \"/x/y\"\n",
        "User-agent: *\nDisallow: /\nUser-agent: \u{201c}GPTBot\u{201d}\nAllow: /a\n",
    ] {
        for profile in Profile::ALL {
            fixes_do_what_they_promise(file.as_bytes(), profile);
        }
    }
}

#[test]
fn fixes_of_real_files_keep_their_promises_and_end() {
    let Some(files) = corpus("fixes of real files") else { return };
    let mut counts: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for file in &files {
        let context = LintOptions::new().readers(Vec::new()).at(Origin::parse(&format!(
            "https://{}/",
            file.host
        ))
        .unwrap_or(Origin::parse("https://h/").unwrap()));
        let found = lint_with(&RobotsTxt::parse(&file.bytes), &context);
        let mut before = 0;
        let mut seen = BTreeSet::new();
        for finding in &found.diagnostics {
            assert!(finding.span.start >= before, "{}", file.host);
            assert!(finding.span.end as usize <= file.bytes.len());
            before = finding.span.start;
            let count = counts.entry(finding.lint.name).or_default();
            count.0 += 1;
            count.1 += usize::from(seen.insert(finding.lint.code));
            count.2 += usize::from(finding.fix.is_some());
        }
        let context = context.limit(usize::MAX);
        let safe = fixed(&file.bytes, Profile::GOOGLE, &context, false);
        if safe != file.bytes {
            same_verdicts(&file.bytes, &safe, Profile::GOOGLE, &file.host);
        }
        fixed(&file.bytes, Profile::GOOGLE, &context, true);
    }
    println!("{:24} {:>8} {:>6} {:>6}", "lint", "findings", "files", "fixes");
    for (name, (findings, files, fixes)) in counts {
        println!("{name:24} {findings:8} {files:6} {fixes:6}");
    }
}

/// Patterns with several wildcards in a row, index pages, escapes, and mistakes.
fn pattern() -> impl Strategy<Value = String> {
    let start = prop_oneof![
        12 => Just("/"),
        6 => Just("*"),
        2 => Just(""),
        1 => prop::sample::select(vec!["\u{201c}/", "\"/", "'*", "\u{ab}"]),
    ];
    let piece = prop_oneof![
        12 => prop::sample::select(vec!["/", "a", "b", "*", "**", "***"]),
        4 => prop::sample::select(vec!["/index.htm", "/index.html", "/index.htm*", "/"]),
        2 => prop::sample::select(vec!["$", "%61", "%c3%a9", "\u{e9}", "%4", "%", "?", ".x"]),
        1 => prop::sample::select(vec![
            "\u{a0}", " ", "#", "https://h/a", "https://h?a", ":", "\u{201d}", "\"",
        ]),
    ];
    let end = prop_oneof![8 => Just(""), 1 => Just("*"), 1 => Just("$"), 1 => Just("*$")];
    (start, prop::collection::vec(piece, 0..5), end)
        .prop_map(|(start, pieces, end)| format!("{start}{}{end}", pieces.concat()))
}

/// Correct and wrong lines: misspelt fields, missing colons, names with versions.
fn line() -> impl Strategy<Value = String> {
    let agent = prop_oneof![
        6 => Just("User-agent"),
        2 => prop::sample::select(vec![
            "Useragent", "user agent", "User-agents", "User-agnt", "User\u{2013}agent", "\"User-agent",
        ]),
    ];
    let rule = prop_oneof![
        6 => prop::sample::select(vec!["Allow", "Disallow"]),
        3 => prop::sample::select(vec![
            "Disalow", "Dissallow", "Disallowed", "Allowed", "Alow", "Disalllow", "\u{feff}Disallow",
            "\u{201c}Disallow", "\"Allow\"",
        ]),
    ];
    let separator = prop_oneof![6 => Just(": "), 1 => Just(":"), 2 => Just(" "), 1 => Just(" : ")];
    let name = prop::sample::select(vec![
        "*",
        "*",
        "Googlebot",
        "googlebot/2.1",
        "GPTBot",
        "AI2Bot",
        "Bing",
        "* x",
        "\u{201c}GPTBot\u{201d}",
        "",
    ]);
    let other = prop::sample::select(vec![
        "",
        "# x",
        "noise",
        "a b",
        "Sitemap: /s",
        "Sitemap https://h/s",
        "Crawl-delay: 1",
        "Disallow:",
        "Allow:",
        "Disallow: /a # b",
        "Disallow: /\0x",
        "Content-Signal: ai-train=no",
        "Disallow /a: /b",
        "User-agent: a b",
    ]);
    prop_oneof![
        2 => (agent, separator.clone(), name).prop_map(|(a, b, c)| [a, b, c].concat()),
        5 => (rule, separator, pattern()).prop_map(|(a, b, c)| [a, b, &c].concat()),
        1 => other.prop_map(String::from),
    ]
}

/// A file: lines, usually with a group at the beginning.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let end = prop_oneof![12 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r"), 1 => Just("")];
    let start = prop_oneof![6 => Just("User-agent: *\n"), 1 => Just(""), 1 => Just("\u{feff}")];
    (start, prop::collection::vec((line(), end), 0..9)).prop_map(|(start, lines)| {
        let lines = lines.iter().flat_map(|(line, end)| [line.as_str(), *end]);
        std::iter::once(start).chain(lines).collect::<String>().into_bytes()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn fixes_of_random_files_do_what_they_promise(file in file()) {
        fixes_do_what_they_promise(&file, Profile::GOOGLE);
    }

    #[test]
    fn fixes_of_random_files_do_what_they_promise_in_google_2019(file in file()) {
        fixes_do_what_they_promise(&file, Profile::GOOGLE_2019);
    }

    #[test]
    fn fixes_of_random_files_do_what_they_promise_in_rfc9309(file in file()) {
        fixes_do_what_they_promise(&file, Profile::RFC9309);
    }
}

/// A file, the code of one of its findings, the file after the safe fixes, and after all fixes.
type FixedFile = (&'static [u8], &'static str, &'static [u8], &'static [u8]);

const NOT_WORSE: &[FixedFile] = &[
    (
        b"User-agent: *\nDisallow: none\n",
        "R301",
        b"User-agent: *\nDisallow: none\n",
        b"User-agent: *\nDisallow: none\n",
    ),
    (
        b"User-agent: *\nAllow: all\n",
        "R301",
        b"User-agent: *\nAllow: all\n",
        b"User-agent: *\nAllow: /\n",
    ),
    (b"\x1f\x8b\x08 a b c\n", "R009", b"\x1f\x8b\x08 a b c\n", b"\x1f\x8b\x08 a b c\n"),
    (
        b"User-agent: *\n<<<<<<< HEAD\nDisallow: /a/\n=======\nDisallow: /b/\n>>>>>>> x\n",
        "R108",
        b"User-agent: *\n<<<<<<< HEAD\nDisallow: /a/\n=======\nDisallow: /b/\n>>>>>>> x\n",
        b"User-agent: *\n<<<<<<< HEAD\nDisallow: /a/\n=======\nDisallow: /b/\n>>>>>>> x\n",
    ),
    (
        b"{\"error\": \"gone\",\nnothing here to see\n}\n",
        "R010",
        b"{\"error\": \"gone\",\nnothing here to see\n}\n",
        b"{\"error\": \"gone\",\nnothing here to see\n}\n",
    ),
    (
        b"<?php\nUser-agent: *\nDisallow: /a/\n",
        "R010",
        b"<?php\nUser-agent: *\nDisallow: /a/\n",
        b"<?php\nUser-agent: *\nDisallow: /a/\n",
    ),
    (
        b"User-agent: *\nDisallow: /a\xe2\x80\x8b/b\n",
        "R006",
        b"User-agent: *\nDisallow: /a\xe2\x80\x8b/b\n",
        b"User-agent: *\nDisallow: /a/b\n",
    ),
];

#[test]
fn no_fix_makes_a_file_worse_than_it_is() {
    for (file, code, safe, all) in NOT_WORSE {
        let found = maycrawl_lint::lint(&RobotsTxt::parse(file));
        assert!(found.iter().any(|found| found.lint.code == *code), "{code}: {found:?}");
        let fixes = || found.iter().filter_map(|found| found.fix.as_ref());
        let keeping = fixes().filter(|fix| fix.effect == FixEffect::KeepsVerdicts);
        assert_eq!(apply_fixes(file, keeping), *safe, "{code}");
        assert_eq!(apply_fixes(file, fixes()), *all, "{code}");
    }
}
