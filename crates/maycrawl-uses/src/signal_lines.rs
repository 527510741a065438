//! The lines of a file that are about uses, found in one pass.

use alloc::vec::Vec;

use maycrawl::internals::is_followed;
use maycrawl::line::{Line, Separator};
use maycrawl::robots_txt::Group;
use maycrawl::{Crawler, GroupIndex, RobotsTxt};

/// The field of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignalField {
    ContentUsage,
    ContentSignal,
    License,
}

/// A line that is about uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignalLine<'r> {
    pub(super) field: SignalField,
    pub(super) number: u32,
    pub(super) value: &'r [u8],
    /// True if the line is longer than what is read of one.
    pub(super) too_long: bool,
    /// The group by the grouping for access; `None` before all groups.
    pub(super) group: Option<usize>,
}

impl<'r> SignalLine<'r> {
    fn of(line: &Line<'r>) -> Option<Self> {
        let directive = line.directive()?;
        let is = |name: &[u8]| directive.key().eq_ignore_ascii_case(name);
        let field = if is(b"content-usage") && directive.separator == Separator::Colon {
            SignalField::ContentUsage
        } else if is(b"content-signal") {
            SignalField::ContentSignal
        } else if is(b"license") {
            SignalField::License
        } else {
            return None;
        };
        let (number, value, too_long) = (line.number, directive.value(), line.too_long);
        Some(Self { field, number, value, too_long, group: None })
    }
}

/// The lines of `robots` about uses in the followed groups and before all groups, in order. O(bytes), and nearly
/// nothing in a file of rules alone. The grouping of the draft only divides groups. So lines of other groups are not
/// for the crawler by this grouping either.
pub(super) fn signal_lines<'r>(
    robots: &'r RobotsTxt<'_>,
    followed: &[bool],
) -> Vec<SignalLine<'r>> {
    let mut found = Vec::new();
    for (group, mut lines, end) in robots.gaps() {
        if group.is_some_and(|group| !followed[group]) {
            continue;
        }
        while let Some(line) = lines.next_beginning(*b"cl", end) {
            found.extend(SignalLine::of(&line).map(|line| SignalLine { group, ..line }));
        }
    }
    found
}

/// True if the file has a line about uses, for whatever crawler. O(bytes), and nearly nothing in a file of rules alone.
pub fn has_signal_lines(robots: &RobotsTxt<'_>) -> bool {
    !signal_lines(robots, &alloc::vec![true; robots.groups().len()]).is_empty()
}

/// The lines of a field in groups, and those before all groups.
pub(super) fn of_field<'r>(
    lines: &[SignalLine<'r>],
    field: SignalField,
) -> (Vec<SignalLine<'r>>, Vec<SignalLine<'r>>) {
    let of_field = lines.iter().copied().filter(|line| line.field == field);
    of_field.partition(|line| line.group.is_some())
}

/// For each group whether the crawler follows it. O(names), without an index: an answer is about one crawler.
pub(super) fn followed_groups(robots: &RobotsTxt<'_>, crawler: &Crawler) -> Vec<bool> {
    if crawler.ignores_robots_txt() {
        return alloc::vec![false; robots.groups().len()];
    }
    let matcher = crawler.seeker(robots.profile());
    let best_of = |group: Group<'_>| group.agents().filter_map(|it| matcher.rank(it.value)).min();
    let ranks: Vec<_> = robots.groups().map(best_of).collect();
    let best = ranks.iter().flatten().min().copied();
    ranks.into_iter().map(|rank| is_followed(rank, best)).collect()
}

/// [`followed_groups`] with the index of the file, for questions about many crawlers.
pub(super) fn followed_in(
    robots: &RobotsTxt<'_>,
    index: &GroupIndex,
    crawler: &Crawler,
) -> Vec<bool> {
    let mut followed = alloc::vec![false; robots.groups().len()];
    for group in index.groups(index.followed_by(crawler).class()) {
        followed[group] = true;
    }
    followed
}
