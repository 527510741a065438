//! How much of a site a rule set allows.

use core::fmt;

use maycrawl::RuleSet;
use maycrawl::verdict::RuleKind;

use super::{Budget, Proof, Region, all_paths_are};

/// How much of a site a crawler may fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Access {
    /// Every URL is allowed.
    Everything,
    /// Some URLs are allowed and some are not.
    Part,
    /// No URL is allowed, except perhaps `/robots.txt` itself.
    Nothing,
    /// The budget did not suffice.
    Undecided,
}

impl Access {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Everything => "everything",
            Self::Part => "part",
            Self::Nothing => "nothing",
            Self::Undecided => "undecided",
        }
    }

    /// How much of a site these rules allow. Each answer is proved for every URL.
    ///
    /// Cost: at most two searches for each rule. Ends at the budget.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    /// use maycrawl_effects::{Access, Budget};
    ///
    /// let access = |file: &[u8]| {
    ///     let rules = RobotsTxt::parse(file).rules_for(&Crawler::GOOGLEBOT);
    ///     Access::for_rules(&rules, &mut Budget::default())
    /// };
    /// assert_eq!(access(b"User-agent: *\nDisallow: /\nAllow: /*\n"), Access::Everything);
    /// assert_eq!(access(b"User-agent: *\nDisallow: /a\n"), Access::Part);
    /// assert_eq!(access(b"User-agent: *\nDisallow: *\n"), Access::Nothing);
    /// ```
    #[must_use]
    pub fn for_rules(rules: &RuleSet, budget: &mut Budget<'_>) -> Self {
        // Under RFC 9309 a crawler may always fetch `/robots.txt`.
        let site = Region::everything().except(b"/robots.txt$", rules.profile());
        match all_paths_are(RuleKind::Allow, rules, &site, budget) {
            Proof::Holds => return Self::Everything,
            Proof::Fails(_) => {}
            Proof::EmptyRegion | Proof::Undecided => return Self::Undecided,
        }
        match all_paths_are(RuleKind::Disallow, rules, &site, budget) {
            Proof::Holds => Self::Nothing,
            Proof::Fails(_) => Self::Part,
            Proof::EmptyRegion | Proof::Undecided => Self::Undecided,
        }
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
