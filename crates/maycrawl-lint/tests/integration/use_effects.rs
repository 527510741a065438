//! What a change does to uses, against brute force: every difference on every short path, and no other. And no command
//! changes a use that it does not name.

use std::collections::BTreeMap;

use maycrawl::crawler::KnownCrawler;
use maycrawl::pattern::PathPattern;
use maycrawl::{Crawler, Profile, RobotsTxt, UrlPath, as_written};
use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome};
use maycrawl_effects::{
    Budget, Change, CrawlerClass, Region, UseChange, UseEffects, UseProof, minimised,
};
use maycrawl_lint::{FixEffect, LintOptions, apply_fixes, lint_with};
use maycrawl_testdata::random::Random;
use maycrawl_uses::{Evidence, Outcome, Readings, Use};

/// Crawlers that the files name, two control tokens, one that ignores `*`, and one that no file names.
pub(crate) const CRAWLERS: [&str; 6] =
    ["A", "B", "Google-Extended", "Applebot-Extended", "AdsBot-Google", "Unnamed"];

pub(crate) fn outcome(
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    path: &str,
    wanted: Use,
) -> Outcome {
    let evidence = Evidence { robots: Some(robots), ..Evidence::default() };
    maycrawl_uses::ask(&evidence, crawler, as_written(path), wanted, Readings::DEFAULT).outcome
}

fn is_silent(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::NotSaid | Outcome::NotApplicable)
}

/// The outcome, where saying nothing and not being applicable are one.
fn word(outcome: Outcome) -> &'static str {
    if is_silent(outcome) { "silent" } else { outcome.name() }
}

pub(crate) fn differ(before: Outcome, after: Outcome) -> bool {
    before != after && !(is_silent(before) && is_silent(after))
}

/// All paths of up to three letters after the slash, shortest first. No pattern has the letter `z`.
pub(crate) fn paths() -> Vec<String> {
    let mut words = vec!["/".to_owned()];
    let mut from = 0;
    for _ in 0..3 {
        let end = words.len();
        for at in from..end {
            for letter in ["a", "b", "z"] {
                words.push(format!("{}{letter}", words[at]));
            }
        }
        from = end;
    }
    words.push("/robots.txt".to_owned());
    words
}

const PATHS: [&str; 12] =
    ["/", "/a", "/b", "/a*", "/*b", "/ab$", "/a$", "/*a$", "/aa", "/b*a", "/$", "/robots.txt"];

fn path(random: &mut Random) -> &'static str {
    PATHS[random.below(PATHS.len() as u64) as usize]
}

/// A line of a group, of any kind.
fn line(random: &mut Random) -> String {
    let path = path(random);
    if random.below(200) == 0 {
        // A line that is longer than what is read: what it says is not known.
        let field = random.pick(&["Content-Signal: ai-train=yes", "Content-Usage: /a train-ai=y"]);
        return format!("{field}, x={}", "y".repeat(17_000));
    }
    match random.below(12) {
        0..=1 => format!("Allow: {path}"),
        2..=4 => format!("Disallow: {path}"),
        5..=7 => {
            let text = random.pick(&[
                "train-ai=n",
                "train-ai=y",
                "search=y, train-ai=n",
                "ai-use=n",
                "train-ai=y, ai-use=y",
                "train-ai",
                "train-ai=n,",
                "",
            ]);
            let path = if random.below(3) == 0 { "" } else { path };
            format!("Content-Usage: {path} {text}")
        }
        8..=9 => {
            let text = random.pick(&[
                "ai-train=no",
                "ai-train=yes",
                "search=yes, ai-train=no",
                "ai-input=no",
                "ai-train=maybe",
                "ai-train=yes, ai-train=no",
            ]);
            format!("Content-Signal: {text}")
        }
        10 => random.pick(&["License: https://a.example/l.xml", "License: /l.xml"]).to_string(),
        _ => random.pick(&["Disallow:", "Allow:", "# no line", "Crawl-delay: 1"]).to_string(),
    }
}

/// A file of some groups. `User-agent` lines also stand between other lines, where they make runs.
pub(crate) fn file(random: &mut Random) -> String {
    let mut lines = Vec::new();
    for _ in 0..random.below(3) + 1 {
        for _ in 0..random.below(2) + 1 {
            let name = random.pick(&["*", "*", "A", "B", "Google-Extended", "Applebot-Extended"]);
            lines.push(format!("User-agent: {name}"));
        }
        for _ in 0..random.below(4) {
            lines.push(line(random));
        }
    }
    if random.below(8) == 0 {
        lines.insert(0, line(random));
    }
    lines.join("\n") + "\n"
}

/// The file with some lines changed, removed or added.
fn edited(file: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = file.lines().map(str::to_owned).collect();
    for _ in 0..random.below(3) + 1 {
        let at = random.below(lines.len() as u64 + 1) as usize;
        match random.below(3) {
            0 if at < lines.len() => drop(lines.remove(at)),
            1 if at < lines.len() => lines[at] = line(random),
            _ => lines.insert(at, line(random)),
        }
    }
    lines.join("\n") + "\n"
}

/// The class of a crawler of [`CRAWLERS`].
fn is_in(class: &CrawlerClass<'_>, crawler: &str) -> bool {
    class.crawlers.contains(&crawler) || (crawler == "Unnamed" && class.includes_others)
}

/// The effects on uses for each of [`CRAWLERS`].
fn found<'c>(
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
    region: &Region<'_>,
) -> BTreeMap<&'c str, UseEffects> {
    let mut budget = Budget::default();
    let change = Change::new(before, after, &mut budget);
    let uses = UseChange::new(&change, before, after, &mut budget).unwrap();
    let mut of_crawlers = BTreeMap::new();
    for class in uses.classes() {
        let effects = uses.effects(&class, region, &mut budget);
        for crawler in CRAWLERS {
            if is_in(&class, crawler) {
                of_crawlers.insert(crawler, effects.clone());
            } else if !KnownCrawler::all().iter().any(|known| known.token == crawler)
                && class.includes_others
            {
                // A name that is in no file.
                of_crawlers.entry(crawler).or_insert_with(|| effects.clone());
            }
        }
    }
    of_crawlers
}

/// Compares the effects on uses with those that the given paths show. The number of effects.
fn assert_exact(
    before: &str,
    after: &str,
    region: &str,
    profile: Profile,
    paths: &[String],
) -> usize {
    let [a, b] = [before, after].map(|file| RobotsTxt::parse_with(file.as_bytes(), profile));
    let inside = PathPattern::new(region.as_bytes(), profile);
    let is_inside = |path: &str| inside.matches(&UrlPath::from_url(as_written(path), profile));
    let of_crawlers = found(&a, &b, &Region::within(region.as_bytes(), profile));
    let mut count = 0;
    for name in CRAWLERS {
        let crawler = Crawler::from_token(name);
        let effects = &of_crawlers[name];
        let shown = || format!("{name}, {}, in {region}\n{before}---\n{after}", profile.name);
        assert!(effects.is_complete, "{}", shown());
        count += effects.found.len();
        for wanted in Use::ALL {
            let mut shortest: BTreeMap<[&str; 2], usize> = BTreeMap::new();
            for effect in effects.found.iter().filter(|effect| effect.wanted == wanted) {
                let told = [effect.before.outcome, effect.after.outcome];
                for path in [&effect.shortest, &effect.example] {
                    let path = str::from_utf8(path).unwrap();
                    let asked = [&a, &b].map(|robots| outcome(robots, &crawler, path, wanted));
                    assert_eq!(asked.map(word), told.map(word), "{path} {}", shown());
                    assert!(
                        path.as_bytes() != effect.example || asked == told,
                        "{path} {}",
                        shown()
                    );
                    assert!(differ(asked[0], asked[1]) && is_inside(path), "{path} {}", shown());
                }
                let key = told.map(word);
                let length = effect.shortest.len();
                shortest.entry(key).and_modify(|it| *it = length.min(*it)).or_insert(length);
            }
            let mut seen: BTreeMap<[&str; 2], &str> = BTreeMap::new();
            for path in paths.iter().filter(|path| is_inside(path)) {
                let [was, is] = [&a, &b].map(|robots| outcome(robots, &crawler, path, wanted));
                if differ(was, is) {
                    seen.entry([was, is].map(word)).or_insert(path);
                }
            }
            for (key, path) in seen {
                let length = shortest.get(&key);
                assert!(
                    length.is_some_and(|&it| it <= path.len()),
                    "{wanted} {key:?} {path} {}",
                    shown()
                );
                // A path that is shorter would be one of the given ones, but for letters that no pattern has.
                assert!(
                    path == "/robots.txt" || length == Some(&path.len()),
                    "{wanted} {key:?} {path} {}",
                    shown()
                );
            }
        }
    }
    count
}

/// The number of rounds: `some`, and a million with `MAYCRAWL_LONG=1`. Another number is that many rounds.
pub(crate) fn rounds(some: usize) -> usize {
    let long = std::env::var("MAYCRAWL_LONG").ok();
    match long.as_deref() {
        None => some,
        Some("1") => 1_000_000,
        Some(number) => number.parse().expect("MAYCRAWL_LONG is a number"),
    }
}

/// `make test-long` compares a million pairs of files.
#[test]
fn effects_on_uses_are_those_of_all_short_paths() {
    let paths = paths();
    let mut random = Random(27);
    let mut effects = 0;
    for round in 0..rounds(250) {
        let before = file(&mut random);
        let after = if round % 4 == 0 { file(&mut random) } else { edited(&before, &mut random) };
        let region = if round % 3 == 0 { path(&mut random) } else { "/" };
        let mut profile = if round % 5 == 0 { Profile::RFC9309 } else { Profile::GOOGLE };
        if round % 7 == 0 {
            // What the limit removes may refuse what the rest grants.
            profile.size_limit = Some(20 + random.below(150) as usize);
        }
        effects += assert_exact(&before, &after, region, profile, &paths);
    }
    assert!(effects > 500, "{effects} effects");
}

/// Whether every path has an outcome, against all short paths.
#[test]
fn proofs_about_uses_hold_for_all_short_paths() {
    let paths = paths();
    let mut random = Random(28);
    let mut holding = 0;
    for _ in 0..rounds(250) {
        let text = file(&mut random);
        let robots = RobotsTxt::parse(text.as_bytes());
        let mut budget = Budget::default();
        let change = Change::new(&robots, &robots, &mut budget);
        let uses = UseChange::new(&change, &robots, &robots, &mut budget).unwrap();
        let region = path(&mut random);
        let inside = PathPattern::new(region.as_bytes(), Profile::GOOGLE);
        let within = Region::within(region.as_bytes(), Profile::GOOGLE);
        for class in uses.classes().filter(|class| CRAWLERS.iter().any(|name| is_in(class, name))) {
            let crawler = class.crawler();
            for wanted in [Use::Train, Use::Search, Use::Tdm] {
                for claimed in [Outcome::Refused, Outcome::Granted] {
                    let proof = uses.all_paths_are(claimed, wanted, &class, &within, &mut budget);
                    let shown =
                        || format!("{} {wanted} {claimed:?} {region}\n{text}", crawler.token());
                    let contrary = paths.iter().find(|path| {
                        inside
                            .matches(&UrlPath::from_url(as_written(path.as_str()), Profile::GOOGLE))
                            && outcome(&robots, &crawler, path, wanted) != claimed
                    });
                    match proof {
                        UseProof::Holds => assert_eq!(contrary, None, "{}", shown()),
                        UseProof::Fails { path, answer } => {
                            let path = str::from_utf8(&path).unwrap();
                            let asked = outcome(&robots, &crawler, path, wanted);
                            assert_eq!(asked, answer.outcome, "{path} {}", shown());
                            assert_ne!(asked, claimed, "{path} {}", shown());
                        }
                        other => panic!("{other:?} {}", shown()),
                    }
                    holding += usize::from(contrary.is_none());
                }
            }
        }
    }
    assert!(holding > 50, "{holding}");
}

/// A file, another one, and the only effect: the use, the outcomes, the shortest path, and the lines.
#[test]
fn effects_name_path_and_lines() {
    let group = |line: &str| format!("User-agent: *\n{line}\nAllow: /\n");
    let rows = [
        (
            group("Content-Signal: search=yes, ai-train=no"),
            group("Content-Signal: search=yes, ai-train=yes"),
            ("train refused granted /", vec![2], vec![2]),
        ),
        (
            group("Content-Usage: train-ai=n"),
            group("Content-Usage: train-ai=n\nContent-Usage: /art/ train-ai=y"),
            ("train refused granted /art/", vec![2], vec![3]),
        ),
        (
            // One typing error takes a refusal away.
            group("Content-Usage: train-ai=n"),
            group("Content-Usage: train-ai=n,"),
            ("train refused not said /", vec![2], vec![2]),
        ),
        (
            // Where a path is closed, a preference has no effect; a signal stays.
            group("Content-Usage: train-ai=n"),
            group("Content-Usage: train-ai=n\nDisallow: /x"),
            ("train refused not applicable /x", vec![2], vec![]),
        ),
        (
            // The second slash begins no host.
            "User-agent: Applebot-Extended\nDisallow: /*/a-\n".to_owned(),
            "User-agent: Applebot-Extended\nAllow: /*/a-\n".to_owned(),
            ("train refused granted //a-", vec![2], vec![2]),
        ),
        (
            "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n".to_owned(),
            "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: A\nAllow: /\n"
                .to_owned(),
            ("train refused not said /", vec![2], vec![]),
        ),
    ];
    for (before, after, (what, lines_before, lines_after)) in rows {
        let [a, b] = [&before, &after].map(|file| RobotsTxt::parse(file.as_bytes()));
        let answer =
            ChangeAnswer::new(&a, &b, &Region::everything(), 9, &mut Budget::default()).unwrap();
        assert_eq!(answer.outcome, ChangeOutcome::Effects);
        // Rules also speak of the uses of a control token, which are classes of their own.
        let class = answer.uses.iter().find(|class| class.others);
        let class = class.unwrap_or(&answer.uses[0]);
        let [effect] = &class.effects[..] else { panic!("{before}{after}{:?}", class.effects) };
        let (was, is) = (effect.before.outcome.name(), effect.after.outcome.name());
        assert_eq!(format!("{} {was} {is} {}", effect.wanted, effect.shortest), what);
        let lines = |side: &maycrawl_effects::answer::UseSideAnswer| -> Vec<u32> {
            side.statements.iter().map(|it| it.line).collect()
        };
        assert_eq!(
            (lines(&effect.before), lines(&effect.after)),
            (lines_before, lines_after),
            "{after}"
        );
    }
}

/// What changes about uses, as text; empty if it is proved that nothing does.
fn changes(before: &[u8], after: &[u8]) -> Vec<String> {
    let profile = unlimited();
    let [a, b] = [before, after].map(|file| RobotsTxt::parse_with(file, profile));
    let mut budget = Budget::new(1_000_000_000);
    let change = Change::new(&a, &b, &mut budget);
    let uses = UseChange::new(&change, &a, &b, &mut budget).unwrap();
    let mut all = Vec::new();
    for class in uses.classes() {
        let effects = uses.effects(&class, &Region::everything(), &mut budget);
        assert!(effects.is_complete);
        for effect in effects.found {
            let (was, is) = (effect.before.outcome, effect.after.outcome);
            let path = String::from_utf8_lossy(&effect.shortest).into_owned();
            all.push(format!("{:?} {} {was:?} {is:?} {path}", class.crawlers, effect.wanted));
        }
    }
    all
}

/// The profile of what is behind the limit of size too.
fn unlimited() -> Profile {
    let mut profile = Profile::GOOGLE;
    profile.size_limit = None;
    profile
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A shorter or formatted file says the same about uses, and so does a file with any safe fix, and with all of them.
fn assert_commands_keep_uses(file: &[u8]) {
    let profile = unlimited();
    let robots = RobotsTxt::parse_with(file, profile);
    let minimised = minimised(&robots, &mut Budget::default());
    if minimised.bytes != file {
        let found = changes(file, &minimised.bytes);
        assert!(found.is_empty(), "{found:?}\n{}---\n{}", shown(file), shown(&minimised.bytes));
    }
    let formatted = maycrawl_lint::format(file);
    let found = changes(file, &formatted);
    assert!(found.is_empty(), "fmt: {found:?}\n{}---\n{}", shown(file), shown(&formatted));
    let report = lint_with(&robots, &LintOptions::new());
    let safe =
        report.diagnostics.iter().filter_map(|found| Some((found.lint.code, found.fix.as_ref()?)));
    let safe: Vec<_> = safe.filter(|(_, fix)| fix.effect == FixEffect::KeepsVerdicts).collect();
    let each = safe.iter().map(|(code, fix)| (*code, apply_fixes(file, [*fix])));
    let together = ("all", apply_fixes(file, safe.iter().map(|(_, fix)| *fix)));
    for (code, fixed) in each.chain([together]) {
        let found = changes(file, &fixed);
        assert!(found.is_empty(), "{code}: {found:?}\n{}---\n{}", shown(file), shown(&fixed));
    }
}

/// `make test-long` tries a million random files.
#[test]
fn shorter_files_and_safe_fixes_keep_uses() {
    let mut random = Random(29);
    for _ in 0..rounds(600) {
        let mut text = file(&mut random);
        if random.below(2) == 0 {
            // Lines that many fixes are about.
            let odd = [
                "Dissallow: /a",
                "Disallow: /a/*",
                "disallow : /a",
                "User-agent: GPTbot",
                "Allow: a",
                "Noindex: /",
            ];
            let lines: Vec<_> = text.lines().collect();
            let at = random.below(lines.len() as u64 + 1) as usize;
            let lines = lines[..at].iter().chain([random.pick(&odd)]).chain(&lines[at..]);
            text = lines.map(|line| format!("{line}\n")).collect();
        }
        assert_commands_keep_uses(text.as_bytes());
    }
}

/// `make test-long` asks all real files.
#[test]
fn shorter_real_files_and_safe_fixes_of_them_keep_uses() {
    let Some(files) = maycrawl_testdata::corpus("uses of shorter real files") else { return };
    let step = if std::env::var_os("MAYCRAWL_LONG").is_some() { 1 } else { 60 };
    let mut random = Random(30);
    // Few real files say anything about uses, so each gets some lines that do.
    for file in files.iter().filter(|file| file.bytes.len() < 10_000).step_by(step) {
        let text = String::from_utf8_lossy(&file.bytes);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for _ in 0..3 {
            let at = random.below(lines.len() as u64 + 1) as usize;
            lines.insert(at, line(&mut random));
        }
        lines.insert(
            random.below(lines.len() as u64) as usize,
            "User-agent: Google-Extended".into(),
        );
        assert_commands_keep_uses(lines.join("\n").as_bytes());
    }
}
