//! The lines of a crawler's groups that are not rules: `crawl-delay` and other extensions.

use maycrawl::explain::GroupFate;
use maycrawl::robots_txt::OtherLine;
use maycrawl::{Crawler, RobotsTxt, as_written};

/// The other lines of the groups that `crawler` follows. O(bytes of the file).
pub(crate) fn other_lines<'r>(robots: &'r RobotsTxt<'_>, crawler: &Crawler) -> Vec<OtherLine<'r>> {
    let explanation = robots.explain(crawler, as_written("/"));
    let followed: Vec<usize> = explanation
        .groups
        .iter()
        .filter(|group| matches!(group.fate, GroupFate::Followed(_)))
        .map(|group| group.index)
        .collect();
    let is_followed =
        |line: &OtherLine<'_>| line.group.is_some_and(|group| followed.contains(&group));
    robots.other_lines().filter(is_followed).collect()
}

/// The longest valid `crawl-delay` of the groups that `crawler` follows, in seconds.
pub(crate) fn crawl_delay(robots: &RobotsTxt<'_>, crawler: &Crawler) -> Option<f64> {
    other_lines(robots, crawler)
        .iter()
        .filter(|line| line.key.eq_ignore_ascii_case(b"crawl-delay"))
        .filter_map(|line| std::str::from_utf8(line.value).ok()?.trim().parse::<f64>().ok())
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
        .max_by(f64::total_cmp)
}
