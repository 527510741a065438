//! What one rule does to verdicts: the file with it, compared with the file in which it has no path.

use maycrawl::RobotsTxt;
use maycrawl::line::Span;
use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome};
use maycrawl_effects::{Budget, Region};

use super::documents::Document;
use crate::commands::diff::headline::headlines;
use crate::text::markdown::{code, plain};

/// About a quarter of a second. An editor asks at every rest of the pointer, and the session answers nothing else until
/// then.
const MAX_STEPS: u64 = 15_000_000;

/// What the rule whose path stands at `path` takes from crawlers or gives to them, in words. It is proved for every URL
/// with the profile of the session.
///
/// The line is not removed for that: without it, the `user-agent` lines around it would perhaps be those of one group.
/// A rule without a path restricts nothing, and still ends them.
///
/// Cost: as [`ChangeAnswer::new`], with one changed rule. Ends at [`MAX_STEPS`].
pub(super) fn of_rule(document: &Document, robots: &RobotsTxt<'_>, path: Span) -> String {
    let text = document.text.as_bytes();
    let without = [&text[..path.start as usize], &text[path.end as usize..]].concat();
    let before = RobotsTxt::parse_with(&without, robots.profile());
    let mut budget = Budget::new(MAX_STEPS);
    let change = ChangeAnswer::new(
        &before,
        robots,
        &Region::everything(),
        ChangeAnswer::MAX_EFFECTS,
        &mut budget,
    );
    let Ok(answer) = change else { return UNKNOWN.to_owned() };
    let told: Vec<_> = (answer.classes.iter().flat_map(headlines))
        .map(|headline| headline.sentence(&plain, &|text| code(text.as_bytes())))
        .collect();
    let is_whole = answer.outcome != ChangeOutcome::Undecided
        && answer.classes.iter().all(|class| class.undecided == 0);
    match (told.is_empty(), is_whole) {
        (true, true) => format!(
            "none: without this line alone no verdict changes, for any crawler or URL, as the profile {} reads the file",
            answer.profile
        ),
        (true, false) => UNKNOWN.to_owned(),
        (false, true) => told.join("; "),
        (false, false) => format!("{}; perhaps more: not all was compared", told.join("; ")),
    }
}

const UNKNOWN: &str = "not known: it takes too long to compare";
