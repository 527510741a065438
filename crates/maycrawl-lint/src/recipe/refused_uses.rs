//! Proves that a file refuses the uses that its recipes refuse, for all paths.

use alloc::format;

use maycrawl::{Crawler, Printable, Profile, RobotsTxt};
use maycrawl_effects::{Budget, Change, CrawlerClass, Region, UseChange, UseProof};
use maycrawl_uses::{Answer, Outcome, Place};

use super::RecipeErrorKind::Conflict;
use super::{ChosenRecipe, RecipeError, quoted, take};

/// Fails if a use that a recipe refuses is not refused for a crawler that follows `*` or has a group of a recipe.
pub(super) fn prove_refused_uses(
    choices: &[ChosenRecipe],
    text: &str,
    budget: &mut Budget<'_>,
) -> Result<(), RecipeError> {
    if choices.iter().all(|choice| choice.recipe.refuses.is_empty()) {
        return Ok(());
    }
    let robots = RobotsTxt::parse_with(text.as_bytes(), Profile::GOOGLE);
    let change = Change::new(&robots, &robots, budget);
    let uses = UseChange::new(&change, &robots, &robots, budget);
    let Some(uses) = uses.filter(|_| change.names_not_compared() == 0) else {
        return take(u64::MAX, budget);
    };
    for class in uses.classes().filter(follows_star) {
        for choice in choices {
            for &wanted in choice.recipe.refuses {
                let everything = Region::everything();
                let proof =
                    uses.all_paths_are(Outcome::Refused, wanted, &class, &everything, budget);
                match proof {
                    UseProof::Holds | UseProof::EmptyRegion => {}
                    UseProof::Undecided => return take(u64::MAX, budget),
                    UseProof::Fails { path, answer } => {
                        let path = Printable(&path);
                        let name = class.crawlers.first().copied().unwrap_or("other crawlers");
                        let (said, why) = (answer.outcome.name(), cause(&answer));
                        let message = format!(
                            "recipe {} cannot be used: {} would not be refused for `{path}` and {name} \
                             ({said}{why}); change that in the file first",
                            quoted(choice),
                            wanted.title()
                        );
                        return Err(RecipeError::new(Some(choice.recipe.name), Conflict, message));
                    }
                }
            }
        }
    }
    Ok(())
}

/// Whether the recipes speak to some of these crawlers: only those that follow `*` are reached without their names.
fn follows_star(class: &CrawlerClass<'_>) -> bool {
    let follows = |name: &&str| {
        let crawler = Crawler::from_token(name);
        crawler.follows_star() && !crawler.ignores_robots_txt()
    };
    class.includes_others || class.crawlers.iter().any(follows)
}

/// The line that says otherwise.
fn cause(answer: &Answer) -> alloc::string::String {
    let statements = answer.families.iter().flat_map(|family| &family.statements);
    let other =
        statements.filter(|it| it.outcome != Outcome::Refused).find_map(|it| match it.place {
            Place::Line(line) => Some((line, &it.text)),
            _ => None,
        });
    other.map_or_else(Default::default, |(line, text)| format!(": line {line} has `{text}`"))
}
