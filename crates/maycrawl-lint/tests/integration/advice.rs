//! What a fix, `fmt` and `minimise` change for the programs that read robots.txt is said, and nothing else changes.
//!
//! The answers are those of the readings themselves, asked about the paths of the rules and about their neighbours.
//! They know nothing of the search that proves the sentences.

use std::collections::BTreeSet;

use maycrawl::{Profile, RequestUrl, RobotsTxt, as_written};
use maycrawl_effects::{Budget, Minimised, minimised};
use maycrawl_lint::{FixEffect, Lint, LintOptions, apply_fixes, fix_all, format, lint_with};
use maycrawl_readers::answer::ProgramsAnswer;
use maycrawl_readers::{Reader, UNNAMED, reader_changes};
use maycrawl_testdata::corpus;
use maycrawl_testdata::random::Random;

fn readers() -> Vec<&'static Reader> {
    Reader::all().iter().collect()
}

/// Real files, of which some are left out.
fn files(step: usize) -> Vec<Vec<u8>> {
    let files = corpus("what rewrites change").unwrap_or_default().into_iter();
    let files = files.map(|file| file.bytes).filter(|file| (30..8000).contains(&file.len()));
    files.step_by(step).collect()
}

/// Paths near the rules of a file.
fn paths(file: &[u8]) -> BTreeSet<String> {
    let robots = RobotsTxt::parse_with(file, Profile::GOOGLE.verbatim());
    let mut paths: BTreeSet<String> = ["/", "/a", "/index.html", "/a?b=c"].map(String::from).into();
    for rule in robots.groups().flat_map(|group| group.rules()).take(40) {
        let pattern = String::from_utf8_lossy(rule.pattern).replace('$', "");
        for star in ["", "x", "/y/"] {
            let path = pattern.replace('*', star);
            let path = format!("/{}", path.trim_start_matches('/'));
            let near = [format!("{path}z"), path.trim_end_matches('/').to_owned() + "/", path];
            // As clients request them.
            let urls =
                near.iter().map(|path| RequestUrl::parse(&format!("https://example.com{path}")));
            paths.extend(urls.flatten().map(|url| url.path().to_owned()));
        }
    }
    paths
}

/// The names of a file, and one that it has not.
fn crawlers(file: &[u8]) -> Vec<String> {
    let robots = RobotsTxt::parse(file);
    let agents = robots.groups().flat_map(|group| group.agents());
    let names = agents.map(|agent| String::from_utf8_lossy(agent.value).into_owned()).take(8);
    // No crawler has an empty name.
    let names = names.filter(|name| !name.is_empty());
    names.chain([UNNAMED.to_owned(), "Googlebot/2.1".to_owned()]).collect()
}

/// The programs that give another answer to some question.
fn changed(before: &[u8], after: &[u8]) -> BTreeSet<&'static str> {
    let (paths, mut changed) = (&paths(before) | &paths(after), BTreeSet::new());
    for reader in readers() {
        let [old, new] = [before, after].map(|file| reader.read(file));
        let differs = |name: &String, path: &String| {
            let url = format!("https://example.com{path}");
            let url = || as_written(url.as_str());
            old.decide(name, url()).is_allowed != new.decide(name, url()).is_allowed
        };
        if crawlers(before).iter().any(|name| paths.iter().any(|path| differs(name, path))) {
            changed.insert(reader.name());
        }
    }
    changed
}

/// Panics if a program gives another answer and is not named.
fn assert_named(told: &ProgramsAnswer, before: &[u8], after: &[u8], what: &str) -> bool {
    let changed = changed(before, after);
    let kept: BTreeSet<_> = told.kept.iter().copied().collect();
    let unnamed: Vec<_> = changed.intersection(&kept).collect();
    let shown = |file: &[u8]| String::from_utf8_lossy(file).into_owned();
    assert!(unnamed.is_empty(), "{what}: {unnamed:?}\n{}\n---\n{}", shown(before), shown(after));
    !changed.is_empty()
}

/// What the applications of advice found.
#[derive(Debug, Default)]
struct Ledger {
    fixes: usize,
    choices: usize,
    safe: usize,
    changing: usize,
    /// Advice of which it was not found out what it changes for each program.
    undecided: usize,
}

impl Ledger {
    /// Applies each advice of a file, alone. Panics if it changes an answer for a program that it does not name.
    fn apply_all(&mut self, file: &[u8]) {
        let robots = RobotsTxt::parse(file);
        for found in lint_with(&robots, &LintOptions::new()).diagnostics {
            for advice in found.fix.iter().chain(&found.choices) {
                let after = apply_fixes(file, [advice]);
                assert_ne!(after, file, "{}: {}", found.lint.name, advice.title);
                let changes = assert_named(&advice.programs, file, &after, &advice.title);
                let is_safe = advice.effect == FixEffect::KeepsVerdicts;
                let is_for_all = advice.programs.kept.len() == readers().len();
                assert!(!is_safe || is_for_all, "{}", advice.title);
                assert!(!is_safe || found.fix.is_some(), "{}", advice.title);
                self.safe += usize::from(is_safe);
                self.changing += usize::from(changes);
                self.undecided += usize::from(!advice.programs.undecided.is_empty());
            }
            self.fixes += usize::from(found.fix.is_some());
            self.choices += found.choices.len();
        }
    }
}

fn is_long() -> bool {
    std::env::var_os("MAYCRAWL_LONG").is_some()
}

#[test]
fn each_advice_names_the_programs_that_it_changes() {
    let mut ledger = Ledger::default();
    files(if is_long() { 1 } else { 6 }).iter().for_each(|file| ledger.apply_all(file));
    println!("real files: {ledger:?}");
    let Ledger { fixes, choices, safe, changing, .. } = ledger;
    assert!(fixes == 0 || fixes > 100 && choices > 100 && changing > 20 && safe > 20);
}

/// The lines of all examples of lints, in any order, have all mistakes and their neighbours.
fn generated(random: &mut Random) -> Vec<u8> {
    let lints = Lint::all();
    let mut file = if random.below(3) > 0 { b"User-agent: *\n".to_vec() } else { Vec::new() };
    for _ in 0..2 + random.below(8) {
        let example = lints[random.below(lints.len() as u64) as usize].example();
        let Some(example) = example else { continue };
        let text = if random.below(4) > 0 { example.mistaken } else { example.corrected };
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        // A whole example, or one of its lines.
        match random.below(3) {
            0 => file.extend_from_slice(text),
            _ => file.extend_from_slice(lines[random.below(lines.len() as u64) as usize]),
        }
        if !file.ends_with(b"\n") {
            file.push(b'\n');
        }
    }
    file
}

#[test]
fn each_advice_for_generated_files_names_the_programs_that_it_changes() {
    let (mut ledger, mut random) = (Ledger::default(), Random(0x0ad7_1ce5));
    let count = if is_long() { 100_000 } else { 500 };
    (0..count).for_each(|_| ledger.apply_all(&generated(&mut random)));
    println!("{count} generated files: {ledger:?}");
    assert!(ledger.fixes + ledger.choices > 2 * count && ledger.changing > count / 4);
}

/// The judge can find harm: advice that says it is safe, and closes a site, opens it, or does so for one program.
#[test]
fn a_planted_harmful_advice_is_found() {
    let file = b"User-agent: *\nDisallowAITraining: /\nDisallow: /a*\nAllow: /a/b\n";
    for (line, planted) in [
        (&b"DisallowAITraining: /"[..], &b"Disallow: /"[..]),
        (b"Disallow: /a*", b"Disallow: /a"),
        (b"Allow: /a/b", b"Allow: /"),
        (b"Disallow: /a*\n", b""),
    ] {
        let at = memchr::memmem::find(file, line).unwrap();
        let after = [&file[..at], planted, &file[at + line.len()..]].concat();
        let mut told = ProgramsAnswer::default();
        told.kept = readers().iter().map(|reader| reader.name()).collect();
        let judged = std::panic::catch_unwind(|| assert_named(&told, file, &after, "planted"));
        assert!(judged.is_err(), "{}", String::from_utf8_lossy(planted));
    }
}

/// What is in a help that names an edit which only the author can write, and what only the author knows.
const NOT_WRITTEN: &[(&str, &str)] = &[
    ("write rules that do not cross", "which paths are meant"),
    ("write the crawler's product token", "whose"),
    ("write the name of each crawler", "of which"),
    ("move it into the group of the crawlers", "of which"),
    ("the operator chose the name", "nothing is to be written"),
    ("write their rules in one group", "in which place: for some programs the order decides"),
    ("allow crawling and add noindex", "in which pages"),
    ("write it like", "what is to be said"),
    ("write the full URL", "the host"),
    ("write the public host", "the host"),
    ("write the host of the sitemap", "the host"),
    ("write `y` to grant the use", "which of both"),
    ("write the path in UTF-8", "in which encoding it is"),
    ("keep one version of the lines", "which"),
    ("make the rule that should win longer", "which one"),
    ("for any text and `$` for the end", "what the expression means"),
    ("write it in /.well-known", "it is another file"),
    ("write it in a robots meta element", "it is another file"),
    ("write a number of seconds", "how many"),
    ("value`, with one value on each line", "which words are values"),
    ("write one value on each line", "which words are values"),
];

/// A help that tells a person to write, add or remove something is an edit that can be judged.
#[test]
fn help_that_names_an_edit_has_it() {
    let mut random = Random(0x0ad7_1ce6);
    let examples = Lint::all().iter().filter_map(|lint| Some(lint.example()?.mistaken.to_vec()));
    let generated = (0..300).map(|_| generated(&mut random));
    let mut without = BTreeSet::new();
    for file in files(7).into_iter().chain(examples).chain(generated) {
        for found in lint_with(&RobotsTxt::parse(&file), &LintOptions::new()).diagnostics {
            let help = found.help.unwrap_or_default();
            let verbs = ["write", "add", "remove", "move", "copy", "name", "make", "if it is"];
            let names_an_edit = verbs.iter().any(|verb| help.contains(verb));
            let is_left = NOT_WRITTEN.iter().any(|(part, _)| help.contains(part));
            if names_an_edit && found.fix.is_none() && found.choices.is_empty() && !is_left {
                without.insert((found.lint.name, help));
            }
        }
    }
    assert!(without.is_empty(), "{without:#?}");
}

/// The rewrites of whole files: what changes is said, and a safe fix changes nothing for anybody.
#[test]
fn each_rewrite_names_the_programs_that_it_changes() {
    let (mut rewritten, mut named) = ([0; 3], [0; 3]);
    for file in files(6) {
        let mut profile = Profile::GOOGLE;
        profile.size_limit = None;
        let keeps = |found: &maycrawl_lint::Diagnostic| {
            found.fix.as_ref().is_some_and(|fix| fix.effect == FixEffect::KeepsVerdicts)
        };
        let after = [
            fix_all(&file, Profile::GOOGLE, &LintOptions::new(), keeps).bytes,
            format(&file).into_owned(),
            minimised(&RobotsTxt::parse_with(&file, profile), &mut { Minimised::BUDGET }).bytes,
        ];
        for (at, after) in after.iter().enumerate().filter(|(_, after)| **after != file) {
            let told = reader_changes(&readers(), &file, after, &mut Budget::default());
            let told = told.answer(&readers());
            let what = ["safe fixes", "fmt", "minimise"][at];
            let changes = assert_named(&told, &file, after, what);
            assert!(at > 0 || !changes && told.changed.is_empty(), "{what}: {told:?}");
            rewritten[at] += 1;
            named[at] += usize::from(!told.changed.is_empty());
        }
    }
    println!(
        "rewritten by safe fixes, fmt and minimise: {rewritten:?}; with changes, named: {named:?}"
    );
    assert!(rewritten[2] == 0 || named[0] == 0 && named[2] > 0);
}
