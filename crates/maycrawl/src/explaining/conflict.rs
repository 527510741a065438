//! Conflicts between two rules that a profile's documents leave undefined.

use alloc::vec::Vec;
use core::fmt;

use crate::deciding::verdict::MatchedRule;
use crate::matching::inclusion::is_within;
use crate::profile::UndefinedConflicts;

/// An allow and a disallow rule that match the same URL, if the documents of the profile do not say which one wins.
/// Part of [`Explanation`](crate::explaining::explain::Explanation).
///
/// The verdict is still decided: the longest pattern wins, and on a tie allow wins, as in Google's code and RFC 9309.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndefinedConflict<'r> {
    /// The documents that leave it undefined.
    pub documents: UndefinedConflicts,
    /// The rule that decides.
    pub winner: MatchedRule<'r>,
    /// The rule of the other kind that matches too.
    pub other: MatchedRule<'r>,
}

impl UndefinedConflicts {
    /// The documents that leave such conflicts undefined. Empty if there are none.
    ///
    /// ```
    /// use maycrawl::Profile;
    ///
    /// assert_eq!(Profile::GOOGLE.undefined_conflicts.documents(), "Google's documents of 2019 to 2021");
    /// assert_eq!(Profile::RFC9309.undefined_conflicts.documents(), "");
    /// ```
    #[must_use]
    pub const fn documents(self) -> &'static str {
        match self {
            Self::None => "",
            Self::CrossingWildcards => "Google's documents of 2019 to 2021",
            Self::AnyWildcard => "Google's text before July 2019",
        }
    }

    /// Whether the documents leave undefined which of two patterns wins. Both are normal forms that match the same
    /// path, and their rules differ in kind. O(a + b).
    #[doc(hidden)]
    pub fn cover(self, a: &[u8], b: &[u8], text: &mut Vec<u8>) -> bool {
        let has_wildcard = a.contains(&b'*') || b.contains(&b'*');
        has_wildcard
            && match self {
                Self::None => false,
                Self::CrossingWildcards => !is_within(a, b, text) && !is_within(b, a, text),
                Self::AnyWildcard => true,
            }
    }
}

impl fmt::Display for UndefinedConflict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { documents, winner, other } = self;
        write!(
            f,
            "{} left undefined whether line {} or line {} wins; other crawlers may decide differently",
            documents.documents(),
            winner.line.min(other.line),
            winner.line.max(other.line)
        )
    }
}
