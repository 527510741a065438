//! For which programs files of recipes do what these promise: each failure is one when the program is asked.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a test may panic, and say what it did

use maycrawl::as_written;
use maycrawl_effects::Budget;
use maycrawl_lint::answer::ComposedFile;
use maycrawl_lint::recipe::{ChosenRecipe, Recipe};
use maycrawl_readers::{Reader, UNNAMED};

/// A file that programs which take the first rule, or the first group, read in other ways.
const DRAFT: &str =
    "User-agent: *\nAllow: /\nDisallow: /cart\n\nUser-agent: bingbot\nDisallow: /b\n";

fn composed(before: Option<&str>, choice: &ChosenRecipe) -> Option<ComposedFile> {
    let readers: Vec<_> = Reader::all().iter().collect();
    let (choices, budget) = (std::slice::from_ref(choice), &mut Budget::default());
    // A recipe about the whole site is not added to a file.
    ComposedFile::new(before, choices, &[], &readers, budget).ok()
}

#[test]
fn each_failure_of_a_program_is_one() {
    let (mut failing, mut holding) = (0, 0);
    for recipe in Recipe::all() {
        let choice = recipe.with(recipe.parameter.map(|it| it.example)).unwrap();
        for before in [None, Some(DRAFT)] {
            let Some(file) = composed(before, &choice) else { continue };
            assert_eq!(file.programs.undecided, [""; 0], "{}", recipe.name);
            // Google's reading and the standard's are proved when the file is made.
            for name in ["google", "rfc9309"] {
                let is_usual = |it: &&maycrawl_readers::answer::ProgramsFailure| !it.is_unusual;
                let mut fails = file.programs.fails.iter().filter(is_usual);
                assert!(!fails.any(|it| it.programs.contains(&name)), "{}: {file:?}", recipe.name);
            }
            holding += file.programs.holds.len();
            for one in &file.programs.fails {
                let crawlers = one.crawlers.iter().map(String::as_str);
                for crawler in crawlers.chain(one.others.then_some(UNNAMED)) {
                    for program in &one.programs {
                        failing += 1;
                        let read = Reader::by_name(program).unwrap().read(file.robots.as_bytes());
                        let answer = read.decide(crawler, as_written(&one.path));
                        let told = (one.is_allowed, one.line);
                        assert_eq!((answer.is_allowed, answer.line), told, "{one:?}");
                    }
                }
            }
        }
    }
    println!("{failing} failures, {holding} programs for which a file holds");
    assert!(failing > 100 && holding > 400);
}

#[test]
fn programs_for_which_a_file_does_not_do_what_it_promises() {
    let first = "/calendar/page.html is allowed for cpython, cpython-3.11, robotexclusionrulesparser, \
                 robots-txt-guard and fastrobots (line 2)";
    for (recipe, before, told) in [
        ("directory=/calendar/", None, None),
        ("ai-training", None, None),
        ("directory=/calendar/", Some(DRAFT), Some(first)),
        ("search=/search", None, Some("/search is allowed for www-robotrules")),
        // A crawler that falls back to Googlebot is not asked about: programs know no fallbacks.
        ("crawler-directory=Googlebot:/nogooglebot/", None, None),
    ] {
        let file = composed(before, &recipe.parse().unwrap()).unwrap();
        let usual = file.programs.fails.iter().find(|it| !it.is_unusual);
        assert_eq!(usual.map(ToString::to_string).as_deref(), told, "{recipe}");
    }
}
