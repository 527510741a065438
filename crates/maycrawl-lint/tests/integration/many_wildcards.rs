//! Files with so many wildcard rules that a check indexes the path. Compiled rules, the single pass and the explanation
//! must decide as the rules do when each is matched alone.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl::pattern::PathPattern;
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Profile, Reason, RobotsTxt, UrlPath, Verdict, as_written, check_once};
use maycrawl_lint::lint;
use maycrawl_testdata::hostile::FAMILIES;

/// The deciding rule by the definition: each rule of the only group is matched alone, so no path is ever indexed.
fn one_by_one<'r>(robots: &'r RobotsTxt<'_>, path: &str) -> Option<DecidingRule<'r>> {
    let mut best: Option<(usize, RuleKind, std::cmp::Reverse<u32>, DecidingRule<'r>)> = None;
    for rule in robots.groups().flat_map(|group| group.rules()) {
        let pattern = PathPattern::new(rule.pattern, Profile::GOOGLE);
        let Some(matched) = pattern.match_len(&UrlPath::from_normal_form(path.as_bytes())) else {
            continue;
        };
        let (line, kind, priority) = (rule.line, rule.kind, pattern.priority());
        let rule = (line, kind, rule.pattern, priority, matched);
        let key = (priority, kind, std::cmp::Reverse(line));
        if best.as_ref().is_none_or(|best| (best.0, best.1, best.2) < key) {
            best = Some((key.0, key.1, key.2, rule));
        }
    }
    best.map(|best| best.3)
}

/// Line, kind, pattern, priority and length of the match of the rule that decides.
type DecidingRule<'r> = (u32, RuleKind, &'r [u8], usize, usize);

/// The rule that decided a verdict, for a file with one group.
fn deciding_rule<'r>(verdict: &Verdict<'r>) -> Option<DecidingRule<'r>> {
    assert!(matches!(verdict.reason(), Reason::Rule(_) | Reason::NoRuleMatched), "{verdict:?}");
    verdict.rule().map(|rule| (rule.line, rule.kind, rule.pattern, rule.priority, rule.matched))
}

/// Random text of a few letters, so that segments occur often and in the wrong order.
fn text(state: &mut u64, letters: &[u8], length: usize) -> String {
    (0..length)
        .map(|_| {
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            char::from(letters[(*state >> 33) as usize % letters.len()])
        })
        .collect()
}

/// Asserts that all three ways to decide agree with the rules one by one. Returns the number of rules that match.
fn decide(file: &str, path: &str, what: &str) -> usize {
    let robots = RobotsTxt::parse(file.as_bytes());
    let expected = one_by_one(&robots, path);
    let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    assert_eq!(deciding_rule(&rules.check(as_written(path))), expected, "compiled: {what}");
    let once = check_once(file.as_bytes(), &Crawler::GOOGLEBOT, as_written(path), Profile::GOOGLE);
    assert_eq!(deciding_rule(&once), expected, "one pass: {what}");
    let trace = robots.explain(&Crawler::GOOGLEBOT, as_written(path));
    assert_eq!(deciding_rule(&trace.verdict), expected, "explained: {what}");
    let matches = |pattern: &[u8]| {
        PathPattern::new(pattern, Profile::GOOGLE)
            .matches(&UrlPath::from_normal_form(path.as_bytes()))
    };
    let matching = robots.groups().flat_map(|group| group.rules()).filter(|r| matches(r.pattern));
    assert_eq!(trace.matches.len(), matching.count(), "explained: {what}");
    trace.matches.len()
}

#[test]
fn thousands_of_wildcard_rules_decide_as_one_by_one() {
    let mut state = 1;
    let mut matched = 0;
    for (letters, length, segment) in [
        ("ab", 3000, 14),
        ("ab", 2000, 9),
        ("abc/", 1500, 7),
        ("a", 1000, 30),
        ("ab", 1000, 40),
        ("ab", 1200, 3),
        ("abcdefgh", 2500, 4),
        ("ab", 513, 8),
        ("ab", 512, 8),
    ] {
        let path = "/".to_owned() + &text(&mut state, letters.as_bytes(), length);
        let mut file = String::from("User-agent: *\n");
        for i in 0..1500 {
            let kind = if i % 3 == 0 { "Allow" } else { "Disallow" };
            let first = text(&mut state, letters.as_bytes(), segment + i % 5);
            let second = text(&mut state, letters.as_bytes(), segment);
            let end = ["", "$", "*", "b$"][i % 4];
            file += &format!("{kind}: /*{first}*{second}{end}\n");
        }
        for cut in [path.len(), path.len() - 1, path.len() / 2] {
            let what = format!("{letters} {length} {segment} {cut}");
            matched += decide(&file, &path[..cut], &what);
        }
    }
    assert!(matched > 1000, "{matched}");
}

#[test]
fn rules_of_many_segments_decide_as_one_by_one() {
    let mut state = 7;
    for (letters, length) in [("ab", 4000), ("abc", 2000), ("aab", 3000)] {
        let path = "/".to_owned() + &text(&mut state, letters.as_bytes(), length);
        let mut file = String::from("User-agent: *\n");
        for i in 0..600 {
            let kind = if i % 2 == 0 { "Allow" } else { "Disallow" };
            let segments: String = (0..2 + i % 30)
                .map(|j| "*".to_owned() + &text(&mut state, letters.as_bytes(), 1 + (i + j) % 9))
                .collect();
            file += &format!("{kind}: /{segments}\n");
        }
        decide(&file, &path, &format!("{letters} {length}"));
    }
}

/// A URL has no NUL, but [`maycrawl::RuleSet::check_path`] takes any bytes.
#[test]
fn a_path_of_nul_bytes_is_searched_correctly() {
    let mut file = String::from("User-agent: *\n");
    for i in 0..2000 {
        file += &format!("Disallow: /*abc*{i}\n");
    }
    let robots = RobotsTxt::parse(file.as_bytes());
    let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    for path in ["/".to_owned() + &"\0".repeat(2000), "/abc\0".repeat(500) + "1999"] {
        // All digits and letters of the rules, so that no rule is skipped because the path lacks one of its bytes.
        let path = "/0123456789abc".to_owned() + &path;
        let verdict = rules.check_path(&UrlPath::from_normal_form(path.as_bytes()));
        assert_eq!(deciding_rule(&verdict), one_by_one(&robots, &path));
    }
}

#[test]
fn a_comparison_that_ends_early_says_why() {
    let findings = |name: &str| {
        let family = FAMILIES.iter().find(|family| family.name == name).unwrap();
        let (file, _) = (family.make)(family.full);
        let found = lint(&RobotsTxt::parse(&file)).into_iter();
        let of_lint = found.filter(|finding| finding.lint.name == "uncompared-rules");
        of_lint.map(|finding| finding.message).collect::<Vec<_>>()
    };
    let message = "comparing all rules takes more than 32 steps for each byte of the file: some pairs were not compared";
    assert_eq!(findings("KR"), [message]);
    // Rules without wildcards are all compared, however many one of them covers.
    for name in ["SR", "AN", "SO", "DR", "GM"] {
        assert!(findings(name).is_empty(), "{name}");
    }
}
