//! What `minimised` and safe fixes remove changes no verdict, for readers that know the crawlers of the table and for
//! those that take every name as a token, as google/robotstxt does.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeSet;

use maycrawl::answer::RuleDecision;
use maycrawl::crawler::KnownCrawler;
use maycrawl::{Crawler, Profile, RobotsTxt, as_written, check_once, check_once_tokens};
use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome, ReadersAnswer};
use maycrawl_effects::expectation::{self, ExpectationOutcome, Verifier};
use maycrawl_effects::{Budget, Region, minimised};
use maycrawl_lint::recipe::{Recipe, compose};
use maycrawl_lint::{FixEffect, LintOptions, apply_fixes, lint_with};
use maycrawl_testdata::random::Random;

/// Whether each name may fetch each path, as a token and as the table describes it, under each profile.
struct Verdicts {
    names: Vec<String>,
    paths: Vec<String>,
}

impl Verdicts {
    /// Of the names of a file and `known`. A name of the table that the file does not have is read as any other, but
    /// for what the table says about it.
    fn about(file: &[u8], known: &[&str]) -> Self {
        let mut names: BTreeSet<String> = known.iter().map(|&name| name.to_owned()).collect();
        let mut paths: BTreeSet<String> =
            ["/", "/a", "/b", "/ab", "/a/", "/fish", "/x.htm", "/robots.txt"]
                .map(str::to_owned)
                .into();
        for robots in Profile::ALL.map(|profile| RobotsTxt::parse_with(file, profile.verbatim())) {
            for group in robots.groups() {
                for agent in group.agents() {
                    let value = String::from_utf8_lossy(agent.value).into_owned();
                    let is_letter = |c: char| c.is_ascii_alphabetic() || "-_".contains(c);
                    let token: String = value.chars().take_while(|&c| is_letter(c)).collect();
                    names.extend(value.split([' ', '/']).next().map(str::to_owned));
                    names.extend([token].into_iter().filter(|token| !token.is_empty()));
                }
                for rule in group.rules().take(12) {
                    let pattern = String::from_utf8_lossy(rule.pattern).replace('$', "");
                    let pattern = format!("/{}", pattern.strip_prefix('/').unwrap_or(&pattern));
                    for star in ["", "a", "/b"] {
                        let path = pattern.replace('*', star);
                        let directory = path.rfind('/').map_or(0, |at| at + 1);
                        paths.insert(path[..directory].to_owned());
                        paths.insert(format!("{path}x"));
                        paths.insert(path);
                    }
                }
            }
        }
        names.remove("");
        Self { names: names.into_iter().collect(), paths: paths.into_iter().collect() }
    }

    fn of(&self, file: &[u8], profiles: &[Profile]) -> Vec<bool> {
        let mut verdicts = Vec::new();
        for profile in profiles {
            for name in &self.names {
                let crawler = Crawler::from_token(name);
                for path in &self.paths {
                    let (path, verbatim) = (as_written(path.as_str()), profile.verbatim());
                    let token = check_once_tokens(file, &[name], path, verbatim);
                    let crawler = check_once(file, &crawler, path, *profile);
                    verdicts.extend([token.is_allowed(), crawler.is_allowed()]);
                }
            }
        }
        verdicts
    }

    /// Asserts that both files give the same verdicts.
    fn assert_same(&self, before: &[u8], after: &[u8], profiles: &[Profile], what: &str) {
        if before == after {
            return;
        }
        let (old, new) = (self.of(before, profiles), self.of(after, profiles));
        let Some(at) = old.iter().zip(&new).position(|(old, new)| old != new) else { return };
        let (kind, path, name) =
            (at % 2, at / 2 % self.paths.len(), at / 2 / self.paths.len() % self.names.len());
        panic!(
            "{what}: {} {} {} {}\n{}\n---\n{}",
            profiles[at / 2 / self.paths.len() / self.names.len()],
            self.names[name],
            ["as a token", "with its chain"][kind],
            self.paths[path],
            String::from_utf8_lossy(before),
            String::from_utf8_lossy(after)
        );
    }
}

/// `minimised`, all removals that a lint calls safe, and all fixes that it calls safe under its profile.
fn nothing_changes(file: &[u8], known: &[&str], budget: u64) {
    let verdicts = Verdicts::about(file, known);
    let verbatim = Profile::GOOGLE.verbatim();
    let shorter = minimised(&RobotsTxt::parse_with(file, verbatim), &mut Budget::new(budget));
    verdicts.assert_same(file, &shorter.bytes, &Profile::ALL, "minimised");
    for profile in Profile::ALL {
        let robots = RobotsTxt::parse_with(file, profile);
        let found = lint_with(&robots, &LintOptions::new().readers(Vec::new()).limit(usize::MAX))
            .diagnostics;
        let fixes = found.iter().filter_map(|found| found.fix.as_ref());
        let safe: Vec<_> = fixes.filter(|fix| fix.effect == FixEffect::KeepsVerdicts).collect();
        let removals = safe.iter().copied().filter(|fix| fix.title == "remove the line");
        let removed = apply_fixes(file, removals);
        verdicts.assert_same(file, &removed, &Profile::ALL, "removals that are safe");
        let fixed = apply_fixes(file, safe.iter().copied());
        verdicts.assert_same(file, &fixed, &[profile], "safe fixes");
    }
}

fn random_file(random: &mut Random) -> String {
    const NAMES: [&str; 20] = [
        "*",
        "*",
        "*",
        "Googlebot",
        "Googlebot-Image",
        "Googlebot-News",
        "AdsBot-Google",
        "AdsBot-Google-Mobile",
        "AdsBot-Google-Mobile-Apps",
        "Mediapartners-Google",
        "APIs-Google",
        "Google-Safety",
        "Applebot",
        "YandexBot",
        "Yandex",
        "GPTBot",
        "ExampleBot",
        "AI2Bot",
        "ai3bot",
        "adsbot-google/1.0",
    ];
    const PATTERNS: [&str; 30] = [
        "/",
        "",
        "/a",
        "/a",
        "/a/",
        "/b",
        "/ab",
        "/a/b",
        "/a*",
        "/*b",
        "*b",
        "*/a",
        "/*",
        "*",
        "/a$",
        "/$",
        "/a/index.html",
        "/index.htm",
        "/a//index.html",
        "fish",
        "/fish",
        "fish/",
        "/fish/x",
        "/%61",
        "/%61/b",
        "/a%2Ab",
        "/page",
        "/*.htm",
        "/a*b",
        "/b$",
    ];
    const FIELDS: [&str; 11] = [
        "Disallow",
        "Disallow",
        "Disallow",
        "Disallow",
        "Disallow",
        "Allow",
        "Allow",
        "Allow",
        "Allow",
        "Dissallow",
        "Allowed",
    ];
    let mut file = String::new();
    for _ in 0..=random.below(3) {
        for _ in 0..=random.below(2) {
            let field = if random.below(30) == 0 { "Useragent" } else { "User-agent" };
            file += &format!("{field}: {}\n", random.pick(&NAMES));
        }
        for _ in 0..random.below(5) {
            file += &format!("{}: {}\n", random.pick(&FIELDS), random.pick(&PATTERNS));
        }
        if random.below(12) == 0 {
            file += "Crawl-delay: 3\n";
        }
    }
    file
}

/// `MAYCRAWL_LONG` tries a million files, a share on each processor.
#[test]
fn no_verdict_of_a_random_file_changes_for_any_reader() {
    let long = std::env::var_os("MAYCRAWL_LONG").is_some();
    let files = if long { 1_000_000 } else { 2_000 };
    let threads = std::thread::available_parallelism().unwrap().get();
    let share = |seed: usize| {
        let (mut random, all) = (Random(41 + seed as u64), KnownCrawler::all());
        for at in (seed..files).step_by(threads) {
            let file = random_file(&mut random);
            // All names of the table take turns.
            let known = [0, 1, 2].map(|i| all[(3 * at + i) % all.len()].token);
            nothing_changes(file.as_bytes(), &known, 10_000_000);
        }
    };
    std::thread::scope(|scope| {
        for seed in 0..threads {
            scope.spawn(move || share(seed));
        }
    });
}

/// Of large files only what a small budget proves goes.
#[test]
fn no_verdict_of_a_real_file_changes_for_any_reader() {
    let Some(files) = maycrawl_testdata::corpus("readers of real files") else { return };
    let all = KnownCrawler::all();
    for (at, file) in files.iter().enumerate().filter(|(_, file)| file.bytes.len() < 4_000) {
        let known = [0, 1, 2].map(|i| all[(3 * at + i) % all.len()].token);
        nothing_changes(&file.bytes, &known, 2_000_000);
    }
}

/// Google's *Create a robots.txt file* has this row. A reader that does not know the crawler would lose its ads.
#[test]
fn a_group_that_only_readers_without_the_table_need_stays() {
    for (name, group) in [
        ("Mediapartners-Google", "Allow: /"),
        ("AdsBot-Google", "Allow: /"),
        ("Google-Safety", "Disallow: /"),
    ] {
        let star = if group == "Allow: /" { "Disallow: /" } else { "Allow: /" };
        let file = format!("User-agent: *\n{star}\n\nUser-agent: {name}\n{group}\n");
        let shorter = minimised(&RobotsTxt::parse(file.as_bytes()), &mut Budget::default());
        let shown = String::from_utf8_lossy(&shorter.bytes);
        assert!(shown.contains(name), "{name}: {shown}");
    }
    let images = b"User-agent: *\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /b\n\nUser-agent: Googlebot-Image\nDisallow: /b\n";
    let shorter = minimised(&RobotsTxt::parse(images), &mut Budget::default());
    assert!(String::from_utf8_lossy(&shorter.bytes).contains("Googlebot-Image"));
}

/// Profile google-2019 puts the slash in front.
#[test]
fn a_rule_that_only_one_profile_reads_stays() {
    let file = b"User-agent: *\nDisallow: /x\nDisallow: fish\n";
    let shorter = minimised(&RobotsTxt::parse(file), &mut Budget::default());
    assert_eq!(shorter.bytes, file);
}

/// What changes for one kind of readers only is told as that.
#[test]
fn a_change_says_for_which_readers_it_is_one() {
    let star = "User-agent: *\nDisallow: /\n";
    let google = "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n";
    // Two files, the crawlers of each class, and what is true for one kind of readers only.
    type Row<'a> = (String, String, &'a [(&'a str, &'a [&'a str])], &'a [&'a str]);
    let rows: &[Row<'_>] = &[
        (
            format!("{star}\nUser-agent: Mediapartners-Google\nAllow: /\n"),
            star.into(),
            &[(
                "",
                &["where a program does not know that Mediapartners-Google does not follow `*`"],
            )],
            &["where a program knows that Mediapartners-Google does not follow `*`"],
        ),
        (
            format!("{star}\nUser-agent: APIs-Google\nUser-agent: AdsBot-Google\nAllow: /\n"),
            star.into(),
            &[("", &["where a program does not know that they do not follow `*`"])],
            &["where a program knows that they do not follow `*`"],
        ),
        (
            google.into(),
            google.replace("/a", "/c"),
            &[("Googlebot", &["where a program knows that they follow the group of Googlebot"])],
            &[],
        ),
        (
            format!("{google}\nUser-agent: Googlebot-Image\nDisallow: /a\n"),
            google.into(),
            &[(
                "",
                &[
                    "where a program does not know that Googlebot-Image follows the group of Googlebot",
                ],
            )],
            &["where a program knows that Googlebot-Image follows the group of Googlebot"],
        ),
        (
            format!("{star}\nUser-agent: Google-Safety\nDisallow: /\nAllow: /x\n"),
            star.into(),
            &[("", &["where a program does not know that Google-Safety does not obey robots.txt"])],
            &["where a program knows that Google-Safety does not obey robots.txt"],
        ),
        // Its own group is the same for every reader.
        (
            "User-agent: AdsBot-Google\nDisallow: /\n".into(),
            "User-agent: AdsBot-Google\nAllow: /\n".into(),
            &[(
                "AdsBot-Google",
                &[
                    "where a program knows that AdsBot-Google-Mobile-Apps follows the group of AdsBot-Google",
                ],
            )],
            &[],
        ),
        // No crawler falls back to it.
        (
            "User-agent: APIs-Google\nDisallow: /\n".into(),
            "User-agent: APIs-Google\nAllow: /\n".into(),
            &[("APIs-Google", &[])],
            &[],
        ),
    ];
    for (before, after, classes, unaffected) in rows {
        let read = |file: &'static str| RobotsTxt::parse(file.as_bytes());
        let (old, new) = (read(before.clone().leak()), read(after.clone().leak()));
        let all = Region::everything();
        let answer = ChangeAnswer::new(&old, &new, &all, 10, &mut Budget::default()).unwrap();
        assert_eq!(answer.outcome, ChangeOutcome::Effects, "{before}---\n{after}");
        let conditions = |readers: &[ReadersAnswer]| {
            readers.iter().map(|one| one.condition.clone()).collect::<Vec<_>>()
        };
        assert_eq!(answer.classes.len(), classes.len(), "{before}---\n{after}");
        for (class, (first, only)) in answer.classes.iter().zip(*classes) {
            assert_eq!(class.crawlers.first().map_or("", |name| name), *first, "{before}");
            assert_eq!(conditions(&class.readers), *only, "{before}---\n{after}");
            // The rules of the crawler that stands for the class show the effects.
            for (file, is_after) in [(&old, false), (&new, true)] {
                let effect = &class.effects[0];
                let rules = file.rules_for(&class.crawler());
                let is_allowed = rules.check(as_written(effect.shortest.as_str())).is_allowed();
                let becomes_allowed = effect.becomes == RuleDecision::Allowed;
                assert_eq!(is_allowed, becomes_allowed == is_after, "{before}---\n{after}");
            }
        }
        assert_eq!(conditions(&answer.unaffected.readers), *unaffected, "{before}---\n{after}");
    }
}

#[test]
fn an_expectation_says_for_which_readers_it_holds() {
    let google = "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n";
    let closed = "User-agent: *\nDisallow: /\n";
    // A file, an expectation, whether it holds, and for which readers only it holds or fails.
    let rows = [
        (
            google,
            "disallow Googlebot-Image /a",
            true,
            "where a program knows that Googlebot-Image follows the group of Googlebot",
        ),
        (
            google,
            "same Googlebot Googlebot-Image /",
            true,
            "where a program knows that Googlebot-Image follows the group of Googlebot",
        ),
        (
            google,
            "same bingbot Googlebot-Image /",
            false,
            "where a program knows that Googlebot-Image follows the group of Googlebot",
        ),
        (
            google,
            "disallow Googlebot-Image /b",
            false,
            "where a program knows that Googlebot-Image follows the group of Googlebot",
        ),
        (google, "disallow Googlebot /a", true, ""),
        (
            closed,
            "disallow AdsBot-Google /",
            false,
            "where a program knows that AdsBot-Google does not follow `*`",
        ),
        (
            closed,
            "allow AdsBot-Google /",
            true,
            "where a program knows that AdsBot-Google does not follow `*`",
        ),
        (closed, "disallow * /", true, ""),
        (
            closed,
            "allow Google-Safety /",
            true,
            "where a program knows that Google-Safety does not obey robots.txt",
        ),
    ];
    for (file, line, holds, only) in rows {
        let robots = RobotsTxt::parse(file.as_bytes());
        let expected = expectation::parse(line).unwrap();
        let budget = &mut Budget::default();
        let answer = Verifier::new(&robots, budget).verify(&expected[0], budget);
        assert_eq!(answer.outcome == ExpectationOutcome::Holds, holds, "{line}");
        let of_failures = answer.failures.iter().flat_map(|failure| &failure.readers);
        let said: Vec<_> =
            answer.readers.iter().chain(of_failures).map(|one| &*one.condition).collect();
        assert_eq!(said.concat(), only, "{line}");
    }
}

/// Every recipe is as it was, whoever reads it.
#[test]
fn minimise_keeps_what_recipes_write() {
    for recipe in Recipe::all() {
        let choice = recipe.with(recipe.parameter.map(|it| it.example)).unwrap();
        let file = compose(&[choice], &[]).unwrap();
        let shorter = minimised(&RobotsTxt::parse(file.as_bytes()), &mut Budget::default());
        let removed: Vec<_> =
            shorter.removed.iter().map(|gone| (gone.line, &gone.reason)).collect();
        assert_eq!(String::from_utf8_lossy(&shorter.bytes), file, "{}: {removed:?}", recipe.name);
    }
}
