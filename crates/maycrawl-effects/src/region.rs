//! The paths that a question is about.

use alloc::vec::Vec;

use maycrawl::internals::PathPattern;
use maycrawl::{Budget, Profile};

use crate::search::{Found, shortest_path};

/// The paths that a question is about: those that match a pattern, without those that match an exception.
///
/// ```
/// use maycrawl::Profile;
/// use maycrawl_effects::{Budget, Region};
///
/// let region = Region::within(b"/shop/", Profile::GOOGLE).except(b"/shop/help", Profile::GOOGLE);
/// assert_eq!(region.is_empty(Profile::GOOGLE, &mut Budget::default()), Some(false));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Region<'a> {
    /// A path of the region matches all of these.
    within: Vec<PathPattern<'a>>,
    exceptions: Vec<PathPattern<'a>>,
}

impl<'a> Region<'a> {
    /// All paths.
    #[must_use]
    pub fn everything() -> Self {
        Self::default()
    }

    /// The paths that this pattern matches. A pattern that begins with neither `/` nor `*` matches no path.
    ///
    /// ```
    /// use maycrawl::Profile;
    /// use maycrawl_effects::{Budget, Region};
    ///
    /// let shop = Region::within(b"/shop/", Profile::GOOGLE);
    /// assert_eq!(shop.is_empty(Profile::GOOGLE, &mut Budget::default()), Some(false));
    /// let slip = Region::within(b"shop/", Profile::GOOGLE);
    /// assert_eq!(slip.is_empty(Profile::GOOGLE, &mut Budget::default()), Some(true));
    /// ```
    #[must_use]
    pub fn within(pattern: &'a [u8], profile: Profile) -> Self {
        Self { within: Vec::from([PathPattern::new(pattern, profile)]), exceptions: Vec::new() }
    }

    /// The paths that all these normal forms match.
    pub(crate) fn of_normal_forms(patterns: &[&'a [u8]]) -> Self {
        let within = patterns.iter().map(|&pattern| PathPattern::from_normal_form(pattern));
        Self { within: within.collect(), exceptions: Vec::new() }
    }

    /// The same region without the paths that this pattern matches.
    ///
    /// ```
    /// use maycrawl::Profile;
    /// use maycrawl_effects::{Budget, Region};
    ///
    /// // An exception that is too wide leaves nothing.
    /// let region = Region::within(b"/shop/help", Profile::GOOGLE).except(b"/shop/", Profile::GOOGLE);
    /// assert_eq!(region.is_empty(Profile::GOOGLE, &mut Budget::default()), Some(true));
    /// ```
    #[must_use]
    pub fn except(mut self, pattern: &'a [u8], profile: Profile) -> Self {
        self.exceptions.push(PathPattern::new(pattern, profile));
        self
    }

    /// True if no path is in the region, so that everything can be said of all its paths. `None` if the budget did not
    /// suffice.
    #[must_use]
    pub fn is_empty(&self, profile: Profile, budget: &mut Budget<'_>) -> Option<bool> {
        let within: Vec<_> = self.patterns().collect();
        let exceptions: Vec<_> = self.exceptions().collect();
        match shortest_path(&within, &exceptions, profile, budget) {
            Found::Path(_) => Some(false),
            Found::Nothing => Some(true),
            Found::OutOfBudget => None,
        }
    }

    pub(crate) fn patterns(&self) -> impl Iterator<Item = &[u8]> {
        self.within.iter().map(PathPattern::normal_form)
    }

    pub(crate) fn exceptions(&self) -> impl Iterator<Item = &[u8]> {
        self.exceptions.iter().map(PathPattern::normal_form)
    }

    /// Whether the path is in the region. False also if the budget does not suffice.
    pub(crate) fn contains(&self, path: &[u8], budget: &mut Budget<'_>) -> bool {
        let mut matches = |pattern: &[u8]| {
            budget
                .take(4 + (pattern.len() + path.len()) as u64 / 4)
                .then(|| maycrawl::internals::match_len(pattern, path).is_some())
        };
        self.patterns().all(|pattern| matches(pattern) == Some(true))
            && self.exceptions().all(|pattern| matches(pattern) == Some(false))
    }
}
