//! Differences between Google's documents of 2021 and of today about one crawler.

use core::fmt;

use crate::crawler::{Crawler, KnownCrawler};
use crate::deciding::verdict::{Reason, Verdict};

/// A point in which Google's documents of 2021 and of today differ about a crawler. [`Display`](fmt::Display) gives
/// half a sentence. From [`Verdict::documents_differ`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DocumentsDiffer {
    /// `User-agent: *` applied to the crawler: *Create a robots.txt file* of 2021 excepts only the AdsBot crawlers from
    /// it.
    FollowedStarIn2021,
}

impl DocumentsDiffer {
    /// A stable name for programs: `followed-star-in-2021`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FollowedStarIn2021 => "followed-star-in-2021",
        }
    }
}

impl Verdict<'_> {
    /// The documents that would judge `crawler` by other rules than this verdict does, if there are any. O(log known
    /// crawlers).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    /// let differ = |crawler: &Crawler| robots.rules_for(crawler).check(as_written("/a")).documents_differ(crawler);
    /// let text = differ(&Crawler::MEDIAPARTNERS_GOOGLE).unwrap().to_string();
    /// assert_eq!(text, "Google's documents of 2021 apply `*` to it");
    /// // AdsBot has never followed `*`.
    /// assert_eq!(differ(&Crawler::ADSBOT_GOOGLE), None);
    /// ```
    #[must_use]
    pub fn documents_differ(&self, crawler: &Crawler) -> Option<DocumentsDiffer> {
        // Nearly every verdict has another reason, and needs no search among the known crawlers.
        let is_ignored = self.reason() == Reason::StarIgnored;
        let known = is_ignored.then(|| KnownCrawler::by_name(crawler.token())).flatten()?;
        known.followed_star_in_2021().then_some(DocumentsDiffer::FollowedStarIn2021)
    }
}

impl fmt::Display for DocumentsDiffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FollowedStarIn2021 => f.write_str("Google's documents of 2021 apply `*` to it"),
        }
    }
}
