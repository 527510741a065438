//! What holds for every path of a region.

use alloc::vec::Vec;

use maycrawl::verdict::{MatchedRule, RuleKind};
use maycrawl::{RuleSet, UrlPath, as_written};

use super::sides::{Deciders as _, Side, path_decided_by};
use super::{Budget, Found, Region, example};

/// The answer to a question about every path of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof<'r> {
    /// It holds for every path.
    Holds,
    /// It does not hold for this path.
    Fails(Counterexample<'r>),
    /// The region has no path, so nothing is said about any URL.
    EmptyRegion,
    /// The budget did not suffice.
    Undecided,
}

/// A path for which a claim does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample<'r> {
    /// The rule that decides; `None` if none matches, which allows.
    pub rule: Option<MatchedRule<'r>>,
    /// A path that looks like one of a real site, or a shortest one.
    pub path: Vec<u8>,
}

/// Is every path of the region allowed (or disallowed)?
///
/// Cost: at most one search for each rule that decides otherwise. Ends at the budget.
///
/// ```
/// use maycrawl::verdict::RuleKind;
/// use maycrawl::{Crawler, Profile, RobotsTxt};
/// use maycrawl_effects::{Budget, Proof, Region, all_paths_are};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout/\nAllow: /*/help.html$\n");
/// let rules = robots.rules_for(&Crawler::GOOGLEBOT);
/// let region = Region::within(b"/checkout/", Profile::GOOGLE);
/// let proof = all_paths_are(RuleKind::Disallow, &rules, &region, &mut Budget::default());
/// let Proof::Fails(shown) = proof else { panic!() };
/// assert_eq!((&*shown.path, shown.rule.unwrap().line), (&b"/checkout/help.html"[..], 3));
/// ```
///
/// Source: Google, *Order of precedence for group-member lines*; RFC 9309 section 2.2.2.
pub fn all_paths_are<'r>(
    claimed: RuleKind,
    rules: &'r RuleSet,
    region: &Region<'_>,
    budget: &mut Budget<'_>,
) -> Proof<'r> {
    let profile = rules.profile();
    match region.is_empty(profile, budget) {
        Some(true) => return Proof::EmptyRegion,
        Some(false) => {}
        None => return Proof::Undecided,
    }
    let Some(side) = Side::new(rules, budget) else { return Proof::Undecided };
    let contrary = match claimed {
        RuleKind::Allow => RuleKind::Disallow,
        RuleKind::Disallow => RuleKind::Allow,
    };
    let mut is_decided = true;
    for decider in side.deciders(contrary) {
        match path_decided_by(&[(&side, decider)], (region, side.exempt()), profile, budget) {
            Found::Nothing => {}
            Found::OutOfBudget => is_decided = false,
            Found::Path(shortest) => {
                let patterns = side.pattern(decider).into_iter().chain(region.patterns());
                let accepts = |path: &[u8], budget: &mut Budget<'_>| {
                    let path = UrlPath::from_url(as_written(path), profile);
                    region.contains(path.as_bytes(), budget)
                        && side.decider(&path, budget) == Some(decider)
                };
                let path = example::likely_path(patterns, accepts, budget).unwrap_or(shortest);
                return Proof::Fails(Counterexample { rule: side.rule(decider), path });
            }
        }
    }
    // RFC 9309 allows `/robots.txt` itself, whatever the rules say.
    let file = b"/robots.txt";
    let may_be_fetched = profile.robots_txt_itself_allowed && claimed == RuleKind::Disallow;
    if may_be_fetched && region.contains(file, budget) {
        return Proof::Fails(Counterexample { rule: None, path: file.to_vec() });
    }
    // Without budget the region was not asked about that file.
    if is_decided && (!may_be_fetched || budget.steps() > 0) {
        Proof::Holds
    } else {
        Proof::Undecided
    }
}
