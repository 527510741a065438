//! The serialised form of what a change does. Library, command and service write the same keys.

use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

#[cfg(feature = "schema")]
use super::ProfileName;
use super::{AnswerRule, RuleDecision, text};
use crate::crawler::Crawler;
use crate::effect::{
    Budget, Change, CrawlerClass, DifferentProfiles, Effect, Effects, Region, effects,
};
use crate::reading::robots_txt::RobotsTxt;

/// What changes if one robots.txt replaces another: for whom, which URLs, by which rules.
///
/// ```
/// use maycrawl::RobotsTxt;
/// use maycrawl::answer::{ChangeAnswer, RuleDecision};
/// use maycrawl::effect::{Budget, Region};
///
/// let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let after = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /checkout/\n");
/// let everything = Region::everything();
/// let answer = ChangeAnswer::of(&before, &after, &everything, 100, &mut Budget::default()).unwrap();
/// let effect = &answer.classes[0].effects[0];
/// assert_eq!((effect.becomes, &*effect.example), (RuleDecision::Disallowed, "/checkout/page.html"));
/// assert!(answer.classes[0].others);
/// ```
///
/// Cost: that of [`Change::of`], and of [`effects`] for each class of crawlers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ChangeAnswer {
    /// The profile under which both files were read.
    #[cfg_attr(feature = "schema", schema(value_type = ProfileName))]
    pub profile: &'static str,
    /// Whether a verdict changes.
    pub outcome: ChangeOutcome,
    /// The number of lines that are in one of the files only, whichever has more.
    pub lines_changed: usize,
    /// The crawlers with effects, and those for which something is undecided.
    pub classes: Vec<ClassAnswer>,
    /// The crawlers for which no verdict changes.
    pub unaffected: CrawlersAnswer,
    /// Sitemaps that only the second file names.
    pub sitemaps_added: Vec<String>,
    /// Sitemaps that only the first file names.
    pub sitemaps_removed: Vec<String>,
    /// The number of crawlers that were not compared, because there are too many names or rules. What changes for them is
    /// undecided.
    pub names_not_compared: usize,
}

/// Whether a change of a file changes a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ChangeOutcome {
    /// A verdict changes.
    Effects,
    /// It is proved that no verdict changes.
    None,
    /// No changed verdict was found, but not every crawler and every pair of rules could be tried.
    Undecided,
}

/// Some crawlers, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CrawlersAnswer {
    /// Known crawlers, and others that a file names.
    pub crawlers: Vec<String>,
    /// True if every crawler that is not known and that neither file names is one of them.
    pub others: bool,
}

/// Crawlers for which a change has the same effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ClassAnswer {
    /// Known crawlers, and others that a file names.
    pub crawlers: Vec<String>,
    /// True if every crawler that is not known and that neither file names is one of them.
    pub others: bool,
    /// The effects, in the order of the second file's lines.
    pub effects: Vec<EffectAnswer>,
    /// The number of effects that are not in the list.
    pub more: usize,
    /// The number of pairs of rules that could not be tried within the budget.
    pub undecided: u64,
}

/// Paths whose verdict changes, and the rules that decide about them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EffectAnswer {
    /// The new decision.
    pub becomes: RuleDecision,
    /// A path whose verdict changes. It looks like one of a real site where possible.
    pub example: String,
    /// A shortest path whose verdict changes.
    pub shortest: String,
    /// The rule of the first file that decided; `null` if none matched.
    #[cfg_attr(feature = "schema", schema(required))]
    pub before: Option<AnswerRule>,
    /// The rule of the second file that decides; `null` if none matches.
    #[cfg_attr(feature = "schema", schema(required))]
    pub after: Option<AnswerRule>,
    /// The number of URLs of a given list whose verdict changes by these rules; absent without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub urls: Option<usize>,
}

/// The steps of comparing a line of one file with those of the other.
const STEPS_OF_A_LINE: u64 = 8;

impl ChangeAnswer {
    /// Compares two versions of a file for all crawlers, for the paths of `region`. At most `most` effects are listed; an
    /// effect has up to 5 KiB.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl::answer::{ChangeAnswer, ChangeOutcome};
    /// use maycrawl::effect::{Budget, Region};
    ///
    /// let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    /// let after = RobotsTxt::parse(b"User-agent: *\nDisallow: /a/\n");
    /// let answer = ChangeAnswer::of(&before, &after, &Region::everything(), 10, &mut Budget::default()).unwrap();
    /// assert_eq!(answer.outcome, ChangeOutcome::Effects);
    /// assert_eq!(answer.classes[0].effects[0].shortest, "/a");
    /// ```
    ///
    /// # Errors
    /// The files were parsed under different profiles.
    pub fn of(
        before: &RobotsTxt<'_>,
        after: &RobotsTxt<'_>,
        region: &Region<'_>,
        mut most: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Self, DifferentProfiles> {
        // Lines are sorted and compared whatever is left.
        let bytes = before.as_bytes().len() + after.as_bytes().len();
        let lines = before.directive_count() + after.directive_count();
        budget.take(bytes as u64 / 4 + lines as u64 * STEPS_OF_A_LINE);
        let change = Change::of(before, after, budget);
        let mut unaffected = CrawlersAnswer::default();
        let mut classes: Vec<ClassAnswer> = Vec::new();
        for class in change.classes() {
            let found = effects(class.before, class.after, region, budget)?;
            if found.is_none() {
                unaffected.crawlers.extend(class.crawlers.iter().map(|&name| name.to_owned()));
                unaffected.others |= class.includes_others;
                continue;
            }
            let answer = ClassAnswer::of(&class, &found, most);
            most -= answer.effects.len();
            budget.take(1 + classes.len() as u64 / 4);
            // Crawlers may follow other lines and see the same change all the same.
            match classes.iter_mut().find(|known| known.is_like(&answer)) {
                Some(known) => {
                    known.crawlers.extend(answer.crawlers);
                    known.others |= answer.others;
                }
                None => classes.push(answer),
            }
        }
        let (sitemaps_added, sitemaps_removed) = differing(&sitemaps(after), &sitemaps(before));
        let outcome = match &*classes {
            [] if change.names_not_compared() == 0 => ChangeOutcome::None,
            classes if classes.iter().all(|class| class.effects.is_empty()) => {
                ChangeOutcome::Undecided
            }
            _ => ChangeOutcome::Effects,
        };
        Ok(Self {
            profile: before.profile().name,
            outcome,
            lines_changed: changed_lines(before.as_bytes(), after.as_bytes()),
            classes,
            unaffected,
            sitemaps_added,
            sitemaps_removed,
            names_not_compared: change.names_not_compared(),
        })
    }
}

impl ClassAnswer {
    /// One of these crawlers. O(log known crawlers).
    #[must_use]
    pub fn crawler(&self) -> Crawler {
        let crawlers = self.crawlers.iter().map(String::as_str);
        CrawlerClass::crawler_of(crawlers)
    }

    fn of(class: &CrawlerClass<'_>, found: &Effects<'_>, most: usize) -> Self {
        Self {
            crawlers: class.crawlers.iter().map(|&name| name.to_owned()).collect(),
            others: class.includes_others,
            effects: found.found.iter().take(most).map(EffectAnswer::from).collect(),
            more: found.found.len().saturating_sub(most),
            undecided: found.undecided,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        // What is not listed may differ.
        (self.more, other.more) == (0, 0)
            && self.undecided == other.undecided
            && self.effects == other.effects
    }
}

impl From<&Effect<'_>> for EffectAnswer {
    fn from(effect: &Effect<'_>) -> Self {
        Self {
            becomes: if effect.blocks() { RuleDecision::Disallowed } else { RuleDecision::Allowed },
            example: text(&effect.example),
            shortest: text(&effect.shortest),
            before: effect.before.map(AnswerRule::from),
            after: effect.after.map(AnswerRule::from),
            urls: None,
        }
    }
}

fn sitemaps(robots: &RobotsTxt<'_>) -> Vec<String> {
    robots.sitemaps().map(|sitemap| text(sitemap.url)).collect()
}

/// What only the first list has, and what only the second one has.
fn differing(a: &[String], b: &[String]) -> (Vec<String>, Vec<String>) {
    let without = |a: &[String], b: &[String]| {
        let b: BTreeSet<_> = b.iter().collect();
        a.iter().filter(|text| !b.contains(text)).cloned().collect::<Vec<_>>()
    };
    (without(a, b), without(b, a))
}

/// Lines that one text has more often than the other, without regard to their order: the greater of both numbers.
fn changed_lines(before: &[u8], after: &[u8]) -> usize {
    fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        text.split(|&byte| byte == b'\n' || byte == b'\r').map(<[u8]>::trim_ascii)
    }
    let mut counts: BTreeMap<&[u8], isize> = BTreeMap::new();
    lines(before).for_each(|line| *counts.entry(line).or_default() -= 1);
    lines(after).for_each(|line| *counts.entry(line).or_default() += 1);
    counts.remove(&b""[..]);
    let added: isize = counts.values().filter(|&&count| count > 0).sum();
    let removed: isize = counts.values().filter(|&&count| count < 0).sum();
    added.max(-removed).unsigned_abs()
}
