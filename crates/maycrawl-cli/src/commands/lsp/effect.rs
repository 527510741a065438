//! What one rule does to verdicts: the file with it, compared with the file in which it has no path.

use std::iter;

use maycrawl::RobotsTxt;
use maycrawl::line::Span;
use maycrawl_effects::answer::ChangeAnswer;
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
    let told = answer.classes.iter().flat_map(headlines).flat_map(|headline| {
        let also = headline.also(&plain).into_iter().map(|also| format!("also {also}"));
        iter::once(headline.sentence(&plain, &|text| code(text.as_bytes()))).chain(also)
    });
    let told = told.collect::<Vec<_>>().join("; ");
    let is_whole =
        answer.names_not_compared == 0 && answer.classes.iter().all(|class| class.undecided == 0);
    let what = match (&*told, is_whole) {
        // A class of crawlers is there if something changes for it, or if that could not be found.
        ("", true) if answer.classes.is_empty() => {
            "none: without this line alone no verdict changes, for any crawler or URL".to_owned()
        }
        ("", _) => return UNKNOWN.to_owned(),
        (_, true) => told,
        (_, false) => format!("{told}; perhaps more, because not all was compared"),
    };
    format!("{what}, as the profile {} reads the file", answer.profile)
}

const UNKNOWN: &str = "not known: it takes too long to compare";
