//! What recipes do to uses in files of any kind: only what they name.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl::{Crawler, RobotsTxt, as_written};
use maycrawl_effects::{Budget, Change, Region, UseChange};
use maycrawl_lint::recipe::{ChosenRecipe, Recipe, compose, extend};
use maycrawl_testdata::random::Random;
use maycrawl_uses::{Outcome, Use};

use crate::use_effects::{CRAWLERS, differ, file, outcome, paths, rounds};

/// A recipe that can be added to a file, with a value that concerns the paths of the files.
fn choice(random: &mut Random) -> ChosenRecipe {
    const VALUES: [&str; 8] = ["/a/", "/b", "/a/b", "A:/a/", "Google-Extended:/", "A", "gif", "aa"];
    let recipe = random.pick(Recipe::all());
    let Some(parameter) = recipe.parameter else { return recipe.with(None).unwrap() };
    let value = random.pick(&VALUES);
    let chosen = recipe.with(Some(value));
    chosen.unwrap_or_else(|_| recipe.with(Some(parameter.example)).unwrap())
}

/// A use of a path.
struct Changed<'c> {
    crawler: &'c Crawler,
    path: &'c str,
    wanted: Use,
    becomes: Outcome,
}

fn refuses_training(choice: &ChosenRecipe) -> bool {
    choice.recipe().name == "no-training"
}

/// A file as the draft of `Content-Usage` groups it: the line is a rule there, so it ends a run of user-agent lines.
fn by_draft(file: &str) -> String {
    let line = |line: &str| match line.starts_with("Content-Usage:") {
        true => "Allow:\n".to_owned(),
        false => format!("{line}\n"),
    };
    file.lines().map(line).collect()
}

/// Whether the recipes name the change: they open or close the path for the crawler, by one of the two groupings, or
/// promise that the use is refused.
fn is_named(choices: &[ChosenRecipe], files: [&str; 2], changed: &Changed<'_>) -> bool {
    let may = |file: &str| {
        // A path with two slashes at its beginning would be read as a host.
        let url = format!("https://a.example{}", changed.path);
        let robots = RobotsTxt::parse(file.as_bytes());
        robots.rules_for(changed.crawler).check(as_written(&url)).is_allowed()
    };
    let [was, is] = files.map(|file| [may(file), may(&by_draft(file))]);
    let promises = changed.wanted == Use::Train && choices.iter().any(refuses_training);
    was != is
        || promises && changed.becomes == Outcome::Refused
        || choices.iter().any(|choice| is_about(choice, changed.crawler))
}

/// Whether a recipe is about this control token by name: its rules say what may be done with the pages.
fn is_about(choice: &ChosenRecipe, crawler: &Crawler) -> bool {
    let is_control = ["Google-Extended", "Applebot-Extended"].contains(&crawler.token());
    let name = format!("User-agent: {}\n", crawler.token());
    is_control && compose(std::slice::from_ref(choice), &[]).unwrap().contains(&name)
}

/// Asserts that a file with recipes changes no other use; the number of uses that change.
fn assert_only_named_uses(
    before: &str,
    after: &str,
    choices: &[ChosenRecipe],
    paths: &[String],
) -> usize {
    let [old, new] = [before, after].map(|text| RobotsTxt::parse(text.as_bytes()));
    let names: Vec<_> = choices.iter().map(|choice| choice.recipe().name).collect();
    let check = |changed: Changed<'_>| {
        let Changed { crawler, path, wanted, becomes } = &changed;
        assert!(
            is_named(choices, [before, after], &changed),
            "{names:?} {} {wanted} {becomes:?} {path}\n{before}---\n{after}",
            crawler.token(),
        );
    };
    let mut budget = Budget::new(1_000_000_000);
    let change = Change::new(&old, &new, &mut budget);
    let uses = UseChange::new(&change, &old, &new, &mut budget).unwrap();
    let mut count = 0;
    for class in uses.classes() {
        let crawler = &class.crawler();
        let effects = uses.effects(&class, &Region::everything(), &mut budget);
        assert!(effects.is_complete);
        count += effects.found.len();
        for effect in &effects.found {
            let path = str::from_utf8(&effect.shortest).unwrap();
            let (wanted, becomes) = (effect.wanted, effect.after.outcome);
            check(Changed { crawler, path, wanted, becomes });
        }
    }
    // One effect stands for all paths with its outcomes, so each short path is asked too.
    for crawler in &CRAWLERS.map(Crawler::from_token) {
        for (path, wanted) in paths.iter().flat_map(|path| Use::ALL.map(|wanted| (path, wanted))) {
            let [was, becomes] = [&old, &new].map(|it| outcome(it, crawler, path, wanted));
            if differ(was, becomes) {
                check(Changed { crawler, path, wanted, becomes });
            }
        }
    }
    count
}

/// `make test-long` adds recipes to a million random files.
#[test]
fn recipes_change_only_the_uses_that_they_name() {
    let paths = paths();
    let mut random = Random(31);
    let (mut added, mut changes, mut promised) = (0, 0, 0);
    for round in 0..rounds(300) {
        let mut before = file(&mut random);
        if random.below(4) == 0 {
            before += "\nUser-agent: __usage_ai-training\nAllow: /\n";
        }
        // Every fourth file gets the one that refuses a use: by chance it would seldom be chosen.
        let first = match round % 4 {
            0 => Recipe::by_name("no-training").unwrap().with(None).unwrap(),
            _ => choice(&mut random),
        };
        let mut choices = vec![first];
        if random.below(3) == 0 {
            choices.push(choice(&mut random));
        }
        // What contradicts the file, or decides about the whole site, is refused.
        let Ok(after) = extend(&before, &choices, &[], &mut Budget::default()) else { continue };
        added += 1;
        let found = assert_only_named_uses(&before, &after, &choices, &paths);
        changes += found;
        promised += usize::from(found > 0 && refuses_training(&choices[0]));
    }
    assert!(added > 100 && changes > 100 && promised > 5, "{added} {changes} {promised}");
}

/// A control token never crawls, so an exception for crawlers is not for its group: there it would grant training.
#[test]
fn an_exception_for_crawlers_grants_no_use_in_the_group_of_a_control_token() {
    let file = "User-agent: *\nDisallow: /a/\n\nUser-agent: Google-Extended\nDisallow: /x\n";
    let recipe = Recipe::by_name("keep-open").unwrap().with(Some("/a/b/")).unwrap();
    let after = extend(file, &[recipe], &[], &mut Budget::default()).unwrap();
    let added = after.strip_prefix(file).unwrap();
    assert!(added.contains("Allow: /a/b/") && !added.contains("Extended"), "{added}");
}

/// No crawler has the purpose token, so a recipe for all crawlers is not for its group: there it would speak of
/// training.
#[test]
fn a_recipe_for_all_crawlers_leaves_the_group_of_a_purpose_token() {
    let file = "User-agent: *\nDisallow: /x\n\nUser-agent: __usage_ai-training\nAllow: /\n";
    let recipe = Recipe::by_name("directory").unwrap().with(Some("/a/")).unwrap();
    let after = extend(file, &[recipe], &[], &mut Budget::default()).unwrap();
    let added = after.strip_prefix(file).unwrap();
    assert!(added.contains("Disallow: /a/") && !added.contains("__usage"), "{added}");
}
