//! Whether two files give every crawler the same verdicts and say the same about uses, under every profile.

use alloc::vec::Vec;

use maycrawl::internals::index_directory;
use maycrawl::robots_txt::Rule;
use maycrawl::{Profile, RobotsTxt};

use super::crawlers::Change;
use super::use_change::UseChange;
use super::{Region, effects};
use crate::Budget;

/// The file as the profiles read it, without a size limit: it stays the same under each. One that reads every line as
/// another one does is left out.
pub(super) fn readings(file: &[u8]) -> Vec<RobotsTxt<'_>> {
    let read = |mut profile: Profile| {
        profile.size_limit = None;
        RobotsTxt::parse_with(file, profile)
    };
    let mut readings = Vec::from([Profile::GOOGLE, Profile::RFC9309].map(read));
    let rules = readings[0].groups().flat_map(|group| group.rules().collect::<Vec<_>>());
    if rules.into_iter().any(differs_in_2019) {
        readings.push(read(Profile::GOOGLE_2019));
    }
    readings
}

/// True for a rule that [`Profile::GOOGLE_2019`] reads in another way than [`Profile::GOOGLE`]: they parse files alike.
fn differs_in_2019(rule: Rule<'_>) -> bool {
    rule.pattern.first().is_some_and(|&first| first != b'/')
        || index_directory(rule.pattern, rule.kind, Profile::GOOGLE).is_some()
}

/// True if it is proved that both files give every crawler the same verdicts, and say the same about uses. `after`: has
/// no line that `before` lacks.
pub(super) fn is_proved(before: &[u8], after: &[u8], budget: &mut Budget<'_>) -> bool {
    let keeps = |change: &Change, files: [&RobotsTxt<'_>; 2], budget: &mut Budget<'_>| {
        keeps_verdicts(change, budget) && keeps_uses(change, files, budget)
    };
    same(before, after, keeps, budget)
}

fn keeps_verdicts(change: &Change, budget: &mut Budget<'_>) -> bool {
    change.classes().all(|class| {
        effects(class.before, class.after, &Region::everything(), budget)
            .is_ok_and(|effects| effects.is_none())
    })
}

pub(super) fn keeps_uses(
    change: &Change,
    [before, after]: [&RobotsTxt<'_>; 2],
    budget: &mut Budget<'_>,
) -> bool {
    UseChange::new(change, before, after, budget).is_some_and(|uses| {
        uses.classes().all(|class| uses.effects(&class, &Region::everything(), budget).is_none())
    })
}

/// True if `keeps` is true of both files under every profile.
pub(super) fn same(
    before: &[u8],
    after: &[u8],
    keeps: impl Fn(&Change, [&RobotsTxt<'_>; 2], &mut Budget<'_>) -> bool,
    budget: &mut Budget<'_>,
) -> bool {
    readings(before).into_iter().all(|before| {
        if !budget.take((before.as_bytes().len() + after.len()) as u64 / 2) {
            return false;
        }
        let after = RobotsTxt::parse_with(after, before.profile());
        let change = Change::new(&before, &after, budget);
        change.names_not_compared() == 0 && keeps(&change, [&before, &after], budget)
    })
}
