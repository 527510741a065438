//! What a fix, `fmt` and `minimise` change for the programs that read robots.txt is said, and nothing else changes.
//!
//! The answers are those of the readings themselves, asked about the paths of the rules and about their neighbours.
//! They know nothing of the search that proves the sentences.

use std::collections::BTreeSet;

use maycrawl::{Profile, RequestUrl, RobotsTxt, as_written};
use maycrawl_effects::{Budget, Minimised, minimised};
use maycrawl_lint::{FixEffect, LintOptions, apply_fixes, fix_all, format, lint_with};
use maycrawl_readers::answer::ProgramsAnswer;
use maycrawl_readers::{Reader, UNNAMED, reader_changes};
use maycrawl_testdata::corpus;

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

#[test]
fn each_fix_names_the_programs_that_it_changes() {
    let step = if std::env::var_os("MAYCRAWL_LONG").is_some() { 1 } else { 6 };
    let (mut applied, mut safe, mut changing) = (0, 0, 0);
    for file in files(step) {
        for found in lint_with(&RobotsTxt::parse(&file), &LintOptions::new()).diagnostics {
            let Some(fix) = found.fix else { continue };
            let after = apply_fixes(&file, [&fix]);
            let changes = assert_named(&fix.programs, &file, &after, &fix.title);
            let is_safe = fix.effect == FixEffect::KeepsVerdicts;
            assert!(!is_safe || fix.programs.kept.len() == readers().len(), "{}", fix.title);
            applied += 1;
            safe += usize::from(is_safe);
            changing += usize::from(changes);
        }
    }
    println!("{applied} fixes applied, {safe} are safe, {changing} change an answer and say so");
    assert!(applied == 0 || applied > 100 && changing > 20 && safe > 20);
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
