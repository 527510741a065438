//! What a change of rules does, against brute force: every effect on every short path, and no other.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeMap;

use maycrawl::crawler::KnownCrawler;
use maycrawl::pattern::PathPattern;
use maycrawl::{Crawler, Profile, RobotsTxt, RuleSet, UrlPath, Verdict, as_written};
use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome};
use maycrawl_effects::expectation::{self, ExpectationAnswer, ExpectationOutcome, Verifier};
use maycrawl_effects::{Budget, Change, Effects, Region, effects, minimised};
use maycrawl_testdata::random::Random;

fn rules_of(file: &str, profile: Profile) -> RuleSet {
    RobotsTxt::parse_with(file.as_bytes(), profile).rules_for(&Crawler::from_token("a"))
}

/// The rules, as the group of every crawler.
fn file_of(rules: &[(&str, String)]) -> String {
    let line = |(kind, pattern): &(&str, String)| format!("{kind}: {pattern}\n");
    format!("User-agent: *\n{}", rules.iter().map(line).collect::<String>())
}

/// All words of up to `length` letters, each after a slash, shortest first.
fn paths(letters: &str, length: usize) -> Vec<String> {
    let mut words = vec!["/".to_owned()];
    let mut from = 0;
    for _ in 0..length {
        let end = words.len();
        for i in from..end {
            let longer: Vec<_> =
                letters.chars().map(|letter| format!("{}{letter}", words[i])).collect();
            words.extend(longer);
        }
        from = end;
    }
    words
}

/// The line that decides, or `None`. An empty pattern decides nothing.
fn decider(verdict: &Verdict<'_>) -> Option<u32> {
    verdict.rule().filter(|rule| rule.priority > 0).map(|rule| rule.line)
}

type Pair = (Option<u32>, Option<u32>);

fn pairs<'e>(effects: &'e Effects<'_>) -> BTreeMap<Pair, &'e [u8]> {
    let line = |rule: Option<maycrawl::verdict::MatchedRule<'_>>| rule.map(|rule| rule.line);
    let pair = |effect: &'e maycrawl_effects::Effect<'_>| {
        ((line(effect.before), line(effect.after)), effect.shortest.as_slice())
    };
    effects.found.iter().map(pair).collect()
}

/// Compares the effects with those that the given paths show.
fn assert_exact(before: &str, after: &str, region: &str, profile: Profile, paths: &[String]) {
    let (a, b) = (rules_of(before, profile), rules_of(after, profile));
    let within = Region::within(region.as_bytes(), profile);
    let found = effects(&a, &b, &within, &mut Budget::default()).unwrap();
    let shown = || format!("{before}---\n{after}--- in {region:?}, {}", profile.name);
    assert!(found.is_complete(), "{}", shown());
    let found = pairs(&found);
    let inside = PathPattern::new(region.as_bytes(), profile);
    let mut seen: BTreeMap<Pair, &str> = BTreeMap::new();
    for path in paths {
        let normal = UrlPath::from_url(as_written(path.as_str()), profile);
        let (old, new) = (a.check_path(&normal), b.check_path(&normal));
        if old.is_allowed() != new.is_allowed() && inside.matches(&normal) {
            seen.entry((decider(&old), decider(&new))).or_insert(path);
        }
    }
    for (pair, path) in &seen {
        let shortest = found.get(pair).unwrap_or_else(|| panic!("{pair:?} {path}\n{}", shown()));
        assert_eq!(shortest.len(), path.len(), "{pair:?} {path}\n{}", shown());
    }
    for (pair, path) in found {
        let normal = UrlPath::from_url(as_written(path), profile);
        assert_eq!(normal.as_bytes(), path, "a path in normal form\n{}", shown());
        let (old, new) = (a.check_path(&normal), b.check_path(&normal));
        assert_eq!((decider(&old), decider(&new)), pair, "{}", shown());
        assert_ne!(old.is_allowed(), new.is_allowed(), "{}", shown());
        assert!(inside.matches(&normal), "{}", shown());
    }
}

/// Patterns, and for each the set of paths that it matches: one bit for each path, shortest first.
struct PathSets {
    paths: Vec<String>,
    patterns: Vec<String>,
    matches: Vec<Vec<u64>>,
}

/// A rule of a set: an index of a pattern, and whether it allows.
type SmallRule = (usize, bool);

impl PathSets {
    /// All patterns of up to four letters over `a`, `b`, `*` and `$`, after `/` or `*`, and all paths of up to `length`
    /// letters over `a`, `b` and one letter that no pattern has.
    fn new(length: usize) -> Self {
        let paths = paths("abz", length);
        let mut patterns = self::paths("ab*$", 4);
        patterns.extend(self::paths("ab*$", 3).iter().map(|pattern| pattern.replacen('/', "*", 1)));
        // A `$` that is not at the end is a letter, which these paths do not have.
        patterns.retain(|pattern| !pattern[..pattern.len() - 1].contains('$'));
        let matches = |pattern: &String| {
            let pattern = PathPattern::new(pattern.as_bytes(), Profile::GOOGLE);
            let mut bits = vec![0; paths.len().div_ceil(64)];
            for (at, path) in paths.iter().enumerate() {
                let path = UrlPath::from_url(as_written(path.as_str()), Profile::GOOGLE);
                bits[at / 64] |= u64::from(pattern.matches(&path)) << (at % 64);
            }
            bits
        };
        let matches = patterns.iter().map(matches).collect();
        Self { paths, patterns, matches }
    }

    /// For each line that decides some path, and for none, the paths.
    fn decided(&self, rules: &[SmallRule]) -> Vec<(Option<u32>, bool, Vec<u64>)> {
        let mut order: Vec<usize> = (0..rules.len()).collect();
        order.sort_by_key(|&at| {
            let (pattern, allows) = rules[at];
            (std::cmp::Reverse((self.patterns[pattern].len(), allows)), at)
        });
        let mut left = vec![u64::MAX; self.matches[0].len()];
        left[self.paths.len() / 64] = (1 << (self.paths.len() % 64)) - 1;
        let mut decided = Vec::new();
        for at in order {
            let (pattern, allows) = rules[at];
            let mut own = self.matches[pattern].clone();
            for (own, left) in own.iter_mut().zip(&mut left) {
                *own &= *left;
                *left &= !*own;
            }
            decided.push((Some(at as u32 + 2), allows, own));
        }
        decided.push((None, true, left));
        decided
    }

    fn file(&self, rules: &[SmallRule]) -> String {
        let kind = |allows| if allows { "Allow" } else { "Disallow" };
        let rules: Vec<_> =
            rules.iter().map(|&(at, allows)| (kind(allows), self.patterns[at].clone())).collect();
        file_of(&rules)
    }

    fn assert_exact(&self, before: &[SmallRule], after: &[SmallRule]) {
        let (old, new) = (self.file(before), self.file(after));
        let (a, b) = (rules_of(&old, Profile::GOOGLE), rules_of(&new, Profile::GOOGLE));
        let found = effects(&a, &b, &Region::everything(), &mut Budget::default()).unwrap();
        let shown = || format!("{old}---\n{new}");
        assert!(found.is_complete(), "{}", shown());
        let mut found = pairs(&found);
        let of_after = self.decided(after);
        for (line, allowed, paths) in self.decided(before) {
            for (other, other_allowed, others) in &of_after {
                if allowed == *other_allowed {
                    continue;
                }
                let mut common =
                    paths.iter().zip(others).zip(0..).map(|((a, b), word)| (a & b, word));
                let first = common.find(|(bits, _)| *bits != 0);
                let Some((bits, word)) = first else { continue };
                let path = &self.paths[word * 64 + bits.trailing_zeros() as usize];
                let shortest = found.remove(&(line, *other));
                let length = shortest.map(<[u8]>::len);
                assert_eq!(length, Some(path.len()), "{line:?} {other:?} {path}\n{}", shown());
            }
        }
        // What is left is an effect of longer paths only, which the compiled rules confirm.
        let longest = self.paths.last().map_or(0, String::len);
        for (pair, path) in found {
            assert!(path.len() > longest, "{pair:?}\n{}", shown());
            let lines = (decider(&a.check(as_written(path))), decider(&b.check(as_written(path))));
            assert_eq!(lines, pair, "{}", shown());
        }
    }
}

/// One rule against every other, in all kinds, and sets of up to three rules: verdicts and shortest paths, compared
/// with those of all paths of up to eight letters. `make test-long` tries all pairs and a million sets.
#[test]
fn effects_are_those_of_all_short_paths() {
    let sets = PathSets::new(8);
    let is_long = std::env::var_os("MAYCRAWL_LONG").is_some();
    let (some, rounds) = if is_long { (1, 1_000_000) } else { (61, 4_000) };
    let kinds = [(false, false), (false, true), (true, false)];
    let count = sets.patterns.len();
    for at in (0..count * count * kinds.len()).step_by(some) {
        let (of_a, of_b) = kinds[at % kinds.len()];
        let (a, b) = ((at / kinds.len()) % count, at / kinds.len() / count);
        sets.assert_exact(&[(a, of_a)], &[(b, of_b)]);
        sets.assert_exact(&[(a, of_a)], &[(a, of_a), (b, of_b)]);
    }
    let mut random = Random(3);
    for round in 0..rounds {
        let rules = |random: &mut Random| -> Vec<SmallRule> {
            let rule =
                |random: &mut Random| (random.below(count as u64) as usize, random.below(2) == 0);
            (0..random.below(4)).map(|_| rule(random)).collect()
        };
        let before = rules(&mut random);
        let mut after = rules(&mut random);
        if round % 2 == 0 {
            // As a change of a file: most rules stay.
            after.truncate(1);
            after.extend(before.iter().take(2));
        }
        sets.assert_exact(&before, &after);
    }
}

fn random_rules(random: &mut Random, most: u64, letters: &[u8]) -> Vec<(&'static str, String)> {
    let rule = |random: &mut Random| {
        let length = random.below(5) as usize;
        let start = if random.below(6) == 0 { "*" } else { "/" };
        let kind = ["Allow", "Disallow"][random.below(2) as usize];
        (kind, format!("{start}{}", random.text(letters, length)))
    };
    (0..random.below(most + 1)).map(|_| rule(random)).collect()
}

#[test]
fn sets_of_rules_and_regions_have_the_effects_that_their_paths_show() {
    let paths = paths("abz", 7);
    let mut random = Random(11);
    for round in 0..600 {
        let mut before = random_rules(&mut random, 3, b"aabb**$");
        let mut after = random_rules(&mut random, 3, b"aabb**$");
        if round % 2 == 0 {
            // As a change of a file: most rules stay.
            after.extend(before.iter().cloned());
            before.truncate(3);
        }
        let regions = ["", "/a", "/*b$", "*a"];
        let region = regions[random.below(4) as usize];
        let profile = Profile::ALL[random.below(3) as usize];
        assert_exact(&file_of(&before), &file_of(&after), region, profile, &paths);
    }
}

#[test]
fn escapes_are_compared_in_the_normal_form_of_the_profile() {
    let rows = [
        ("/%7Ea", "/~a", Profile::RFC9309, 0, "an escaped tilde is a tilde"),
        ("/%7Ea", "/~a", Profile::GOOGLE, 2, "Google decodes nothing"),
        ("/%c3%a4", "/ä", Profile::GOOGLE, 0, "Google escapes what is not ASCII, in upper case"),
        ("/%c3%a4", "/ä", Profile::RFC9309, 0, "and so does the RFC"),
        ("/%2", "/%252", Profile::RFC9309, 0, "a `%` that begins no escape is escaped"),
        ("/*%2F", "/*%2f$", Profile::RFC9309, 1, "what follows the escape differs"),
        ("/a%41", "/aA", Profile::RFC9309, 0, "an escaped letter is a letter"),
        (
            "/robots.txt",
            "/robots.txt$",
            Profile::RFC9309,
            1,
            "only longer paths: the file itself is always allowed",
        ),
        ("/robots.txt$", "/none", Profile::RFC9309, 1, "a rule for the file itself has no effect"),
    ];
    for (before, after, profile, count, why) in rows {
        let rules =
            |pattern: &str| rules_of(&format!("User-agent: *\nDisallow: {pattern}\n"), profile);
        let (a, b) = (rules(before), rules(after));
        let found = effects(&a, &b, &Region::everything(), &mut Budget::default()).unwrap();
        assert_eq!(found.found.len(), count, "{why}: {:?}", found.found);
        assert!(found.is_complete(), "{why}");
    }
}

#[test]
fn a_budget_that_is_too_small_leaves_pairs_undecided_and_claims_nothing() {
    let before = rules_of("User-agent: *\nDisallow: /*a*b*c*d\n", Profile::GOOGLE);
    let after = rules_of("User-agent: *\nDisallow: /*d*c*b*a\n", Profile::GOOGLE);
    let found = effects(&before, &after, &Region::everything(), &mut Budget::new(20)).unwrap();
    assert!(!found.is_complete() && !found.is_none());
    assert!(found.undecided > 0 && found.found.is_empty());
}

#[test]
fn an_index_page_and_its_directory_are_one_effect() {
    let before = rules_of("User-agent: *\nDisallow: /a\n", Profile::GOOGLE);
    let after = rules_of("User-agent: *\nDisallow: /a\nAllow: /a//index.html\n", Profile::GOOGLE);
    let found = effects(&before, &after, &Region::everything(), &mut Budget::default()).unwrap();
    let shown: Vec<_> = found.found.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["/a// becomes allowed by line 3 (disallowed by line 2 before)"]);
}

#[test]
fn rule_sets_of_two_profiles_are_not_compared() {
    let [a, b] = [Profile::GOOGLE, Profile::RFC9309].map(|profile| rules_of("", profile));
    assert!(effects(&a, &b, &Region::everything(), &mut Budget::default()).is_err());
}

/// Every crawler that a random file can speak to gets the same verdicts after minimising, and nothing more can go.
#[test]
fn a_minimised_file_gives_the_same_verdicts_and_has_no_rule_to_spare() {
    let paths = paths("abz", 5);
    let crawlers = ["a", "b", "Googlebot", "AdsBot-Google", "other"].map(Crawler::from_token);
    let mut random = Random(23);
    for _ in 0..200 {
        let mut file = String::new();
        for _ in 0..=random.below(2) {
            for _ in 0..=random.below(1) {
                let name = ["*", "a", "b", "Googlebot"][random.below(4) as usize];
                file.push_str(&format!("User-agent: {name}\n"));
            }
            for (kind, pattern) in random_rules(&mut random, 4, b"aab*$") {
                file.push_str(&format!("{kind}: {pattern}\n"));
            }
        }
        let robots = RobotsTxt::parse(file.as_bytes());
        let shorter = minimised(&robots, &mut Budget::default());
        let shown = || format!("{file}---\n{}", String::from_utf8_lossy(&shorter.bytes));
        assert_eq!(shorter.undecided, 0, "{}", shown());
        for profile in Profile::ALL {
            for crawler in &crawlers {
                let [before, after] = [file.as_bytes(), &shorter.bytes]
                    .map(|file| RobotsTxt::parse_with(file, profile).rules_for(crawler));
                for path in &paths {
                    let (old, new) =
                        (before.check(as_written(path)), after.check(as_written(path)));
                    assert_eq!(old.is_allowed(), new.is_allowed(), "{path}\n{}", shown());
                }
            }
        }
        let again = minimised(&RobotsTxt::parse(&shorter.bytes), &mut Budget::default());
        assert_eq!(again.bytes, shorter.bytes, "{}", shown());
    }
}

#[test]
fn minimise_says_why_a_line_can_go() {
    type Row = (&'static str, &'static str, &'static [(u32, &'static str)]);
    let rows: &[Row] = &[
        (
            "User-agent: *\nDisallow: /a\nDisallow: /a/b\n",
            "User-agent: *\nDisallow: /a\n",
            &[(3, "line 2 already disallows everything that this rule matches")],
        ),
        (
            "User-agent: *\nDisallow: /a\nDisallow: /a\n",
            "User-agent: *\nDisallow: /a\n",
            &[(3, "line 2 already disallows everything that this rule matches")],
        ),
        (
            "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n",
            "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n",
            &[],
        ),
        (
            "User-agent: *\nAllow: /a/\nDisallow: /a/*\n",
            "User-agent: *\nDisallow: /a/*\n",
            &[(2, "line 3 wins wherever this rule matches")],
        ),
        (
            "User-agent: *\nDisallow: /x\nDisallow: fish\n",
            "User-agent: *\nDisallow: /x\nDisallow: fish\n",
            &[], // profile google-2019 puts the slash in front
        ),
        (
            "# a\nUser-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\nUser-agent: c\nDisallow: /x\n",
            "# a\nUser-agent: c\nUser-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\n",
            &[
                (6, "the group on line 2 says the same, and names these crawlers now"),
                (7, "the group on line 2 says the same, and names these crawlers now"),
            ],
        ),
        (
            "User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow: /x\n",
            "User-agent: *\nDisallow: /x\n\n",
            &[
                (4, "its crawlers get the same verdicts without this group"),
                (5, "its crawlers get the same verdicts without this group"),
            ],
        ),
        (
            "User-agent: *\nDisallow: /x\n\nUser-agent: a\nCrawl-delay: 5\nDisallow: /x\n",
            "User-agent: *\nDisallow: /x\n\nUser-agent: a\nCrawl-delay: 5\nDisallow: /x\n",
            &[],
        ),
    ];
    for (file, expected, removed) in rows {
        let shorter = minimised(&RobotsTxt::parse(file.as_bytes()), &mut Budget::default());
        assert_eq!(String::from_utf8_lossy(&shorter.bytes), *expected, "{file}");
        let reasons: Vec<_> =
            shorter.removed.iter().map(|gone| (gone.line, gone.reason.as_str())).collect();
        assert_eq!(reasons, *removed, "{file}");
    }
}

/// A path made of pieces of the file's own patterns, so that rules meet it.
fn random_path(pieces: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let mut path = b"/".to_vec();
    for _ in 0..random.below(4) {
        let piece = pieces[random.below(pieces.len() as u64) as usize];
        path.extend_from_slice(piece);
        if random.below(3) == 0 {
            path.push(b"/?=.ax"[random.below(6) as usize]);
        }
    }
    path.retain(|byte| !matches!(byte, b'#' | 0));
    path
}

/// Real files with one line less, or with two lines exchanged for others of the file: no path shows an effect that was
/// not found. `PATHS` paths for each pair; `MAYCRAWL_LONG` tries a thousand times as many.
#[test]
fn no_random_path_of_a_changed_real_file_shows_an_effect_that_was_not_found() {
    let Some(files) = maycrawl_testdata::corpus("effects of changed real files") else { return };
    let paths = if std::env::var_os("MAYCRAWL_LONG").is_some() { 20_000 } else { 20 };
    let mut random = Random(31);
    for file in &files {
        let text = String::from_utf8_lossy(&file.bytes);
        let mut lines: Vec<&str> = text.lines().collect();
        for _ in 0..2 {
            let at = random.below(lines.len() as u64 + 1) as usize;
            let copied = lines.get(random.below(lines.len() as u64 + 1) as usize).copied();
            if at < lines.len() && random.below(2) == 0 {
                lines.remove(at);
            } else {
                lines.insert(at, copied.unwrap_or("Disallow: /*.html$"));
            }
        }
        let changed = lines.join("\n");
        let profile = Profile::ALL[random.below(3) as usize];
        let [before, after] = [&*text, &*changed].map(|text| {
            RobotsTxt::parse_with(text.as_bytes(), profile).rules_for(&Crawler::GOOGLEBOT)
        });
        let found =
            effects(&before, &after, &Region::everything(), &mut Budget::default()).unwrap();
        let (pairs, is_complete) = (pairs(&found), found.is_complete());
        let pieces: Vec<&[u8]> = text
            .as_bytes()
            .split(|byte| b"\n\r :*$".contains(byte))
            .filter(|piece| !piece.is_empty())
            .collect();
        if pieces.is_empty() {
            continue;
        }
        for _ in 0..paths {
            let path = random_path(&pieces, &mut random);
            let path = UrlPath::from_url(as_written(&path), profile);
            let (old, new) = (before.check_path(&path), after.check_path(&path));
            let is_known = pairs.contains_key(&(decider(&old), decider(&new))) || !is_complete;
            let shown = || format!("{}, {}: {path:?}", file.host, profile.name);
            assert!(old.is_allowed() == new.is_allowed() || is_known, "{}", shown());
        }
    }
}

#[test]
fn every_name_by_which_a_group_is_found_is_compared() {
    let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    let rows: &[(&[u8], &[&str], &str)] = &[
        (b"Foo", &["Foo"], "a product token"),
        (b"Foo/2.1", &["Foo"], "a version is no part of the name"),
        (b"Foo\xff", &["Foo"], "a name is cut at the first byte that is no letter"),
        (b"Foo2 bar", &["Foo", "Foo2"], "and is found as a whole word too"),
        (b"*", &[], "all others"),
        (b"Googlebot/2.1", &[], "a known crawler"),
        (b"every", &["every"], "no word in a file is the name of all others"),
    ];
    for (value, names, why) in rows {
        let file = [b"User-agent: ", *value, b"\nDisallow: /b\n"].concat();
        let after = RobotsTxt::parse(&file);
        let change = Change::new(&before, &after, &mut Budget::default());
        let mut found: Vec<_> = change.classes().flat_map(|class| class.crawlers).collect();
        found.retain(|name| KnownCrawler::by_name(name).is_none());
        assert_eq!(found, *names, "{why}");
        let others = change.classes().find(|class| class.includes_others).unwrap();
        let follow_star = names.is_empty() && *value == b"*";
        assert_eq!(others.after.check(as_written("/b")).is_allowed(), !follow_star, "{why}");
        for class in
            change.classes().filter(|class| class.crawlers.iter().any(|name| names.contains(name)))
        {
            assert!(!class.after.check(as_written("/b")).is_allowed(), "{why}");
        }
    }
}

#[test]
fn everyone_in_an_expectation_includes_a_crawler_that_a_group_names_with_its_version() {
    let robots = RobotsTxt::parse(
        b"User-agent: *\nDisallow: /a\n\nUser-agent: AdsBot-Google/1.0\nDisallow: /b\n",
    );
    let expected = expectation::parse("disallow * /a\n").unwrap();
    let mut budget = Budget::default();
    let answer = Verifier::new(&robots, &mut budget).verify(&expected[0], &mut budget);
    assert_eq!(answer.outcome, ExpectationOutcome::Fails);
    assert!(answer.failures[0].crawlers.iter().any(|name| name == "AdsBot-Google"));
}

#[test]
fn nobody_loses_or_gains_by_a_rule_that_no_client_meets() {
    let file = "User-agent: *\nDisallow: /x/\n";
    for rule in
        ["Disallow: /my folder/", "Disallow: /{id}/", "Disallow: /a\\b/", "Allow: /x/?q=<a>"]
    {
        let after = format!("{file}{rule}\n");
        let [before, after] = [file, &after].map(|file| RobotsTxt::parse(file.as_bytes()));
        let all = Region::everything();
        let change = ChangeAnswer::new(&before, &after, &all, 10, &mut Budget::default()).unwrap();
        assert_eq!((change.outcome, change.lines_changed), (ChangeOutcome::None, 1), "{rule}");
        let expected = expectation::parse("allow * / except /x/\ndisallow * /x/\n").unwrap();
        let mut budget = Budget::default();
        let answers = Verifier::new(&after, &mut budget).verify_all(&expected, &mut budget);
        let holds = |answer: &ExpectationAnswer| answer.outcome == ExpectationOutcome::Holds;
        assert!(answers.iter().all(holds), "{rule}");
        // A proof is about every path.
        let [before, after] = [before, after].map(|file| file.rules_for(&Crawler::from_token("a")));
        assert!(!effects(&before, &after, &all, &mut budget).unwrap().is_none(), "{rule}");
    }
}

#[test]
fn nothing_is_told_of_a_name_that_no_crawler_has() {
    let before = "User-agent: *\nDisallow: /a\n";
    for (name, told) in [
        ("\"Foo\"", vec![]),
        ("'Foo'", vec![]),
        ("{Foo}", vec![]),
        ("Foo, Bar", vec!["Foo"]),
        ("Foo*", vec!["Foo"]),
        ("Xenu's", vec!["Xenu", "Xenu's"]),
        ("Kangaroo Bot", vec!["Kangaroo Bot", "Kangaroo"]),
    ] {
        let after = format!("{before}\nUser-agent: {name}\nDisallow: /\n");
        let [before, after] = [before, &after].map(|file| RobotsTxt::parse(file.as_bytes()));
        let all = Region::everything();
        let change = ChangeAnswer::new(&before, &after, &all, 10, &mut Budget::default()).unwrap();
        let found: Vec<_> = change.classes.iter().flat_map(|class| &class.crawlers).collect();
        assert_eq!(found, told.iter().collect::<Vec<_>>(), "{name}");
    }
}
