//! The lines of the groups of a crawler that are no rules.

use alloc::vec::Vec;

use crate::crawler::Crawler;
use crate::reading::robots_txt::{OtherLine, RobotsTxt};

impl RobotsTxt<'_> {
    /// The [other lines](Self::other_lines) of the groups that `crawler` follows. O(bytes of the file).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"Host: a\nUser-agent: *\nCrawl-delay: 5\n");
    /// assert!(robots.other_lines_for(&Crawler::BINGBOT).map(|it| it.line).eq([3]));
    /// ```
    pub fn other_lines_for(&self, crawler: &Crawler) -> impl Iterator<Item = OtherLine<'_>> {
        let index = self.group_index();
        let followed: Vec<usize> = index.groups(index.followed_by(crawler).class()).collect();
        let is_followed = move |group: usize| followed.contains(&group);
        self.other_lines().filter(move |line| line.group.is_some_and(&is_followed))
    }

    /// The longest valid `crawl-delay` of the groups that `crawler` follows, in seconds. Google does not read it.
    /// O(bytes of the file).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nCrawl-delay: 2\nCrawl-delay: soon\n");
    /// assert_eq!(robots.crawl_delay(&Crawler::BINGBOT), Some(2.0));
    /// ```
    #[must_use]
    pub fn crawl_delay(&self, crawler: &Crawler) -> Option<f64> {
        self.other_lines_for(crawler)
            .filter(|line| line.key.eq_ignore_ascii_case(b"crawl-delay"))
            .filter_map(|line| core::str::from_utf8(line.value).ok()?.trim().parse::<f64>().ok())
            .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
            .max_by(f64::total_cmp)
    }
}
