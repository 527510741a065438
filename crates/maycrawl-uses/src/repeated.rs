//! What a first group of its own has to repeat, so that its crawler is told what it is told now.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use maycrawl::field::GroupField;
use maycrawl::{Crawler, RobotsTxt};

use crate::content_usage::told_by_draft;

/// The lines that a crawler needs in a first group of its own to be told what it is told now: its rules, and what its
/// groups say about uses and pace, in their order. A crawler obeys one group only (RFC 9309 section 2.2.1), so
/// whatever the new group does not repeat is withdrawn, also a refusal of training. `is_closed`: the new group
/// disallows everything, so only uses are left to tell.
pub fn lines_to_repeat(robots: &RobotsTxt<'_>, crawler: &Crawler, is_closed: bool) -> Vec<Vec<u8>> {
    let line = |key: &[u8], value: &[u8]| [key, b": ", value].concat().trim_ascii_end().to_vec();
    let (_, rules) = robots.obeyed_rules(crawler);
    let rules = rules.iter().filter(|_| !is_closed);
    let mut lines: Vec<_> =
        rules.map(|it| (it.line, line(it.kind.field().as_bytes(), it.pattern))).collect();
    let index = robots.group_index();
    let followed: Vec<_> = index.groups(index.followed_by(crawler).class()).collect();
    // By its draft the line may be for fewer crawlers. To others, repeating it would say something new.
    let usage = told_by_draft(robots, crawler);
    let others = robots.other_lines().filter(|it| {
        it.group.is_some_and(|group| followed.contains(&group))
            && match GroupField::from_key(it.key) {
                Some(GroupField::Use) if it.key.eq_ignore_ascii_case(b"content-usage") => {
                    usage.binary_search(&it.line).is_ok()
                }
                Some(GroupField::Use) => true,
                Some(GroupField::Pace) => !is_closed,
                None => false,
            }
    });
    // The beginning of a line that is longer than what is read would say what the line does not.
    let cut: BTreeMap<_, _> =
        robots.lines().filter(|it| it.too_long).map(|it| (it.number, it)).collect();
    lines.extend(others.map(|it| {
        let whole = cut.get(&it.line).map(|line| line.bytes().to_vec());
        (it.line, whole.unwrap_or_else(|| line(it.key, it.value)))
    }));
    lines.sort_by_key(|(number, _)| *number);
    lines.into_iter().map(|(_, line)| line).collect()
}
