//! The serialised form of what a change does. Library, command and service write the same keys.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

#[cfg(feature = "schema")]
use maycrawl::answer::ProfileName;
use maycrawl::answer::{AnswerRule, RuleDecision};
use maycrawl::crawler::KnownCrawler;
use maycrawl::internals::{Weight, may_be_name};
use maycrawl::{Crawler, RobotsTxt};
use serde::Serialize;

use super::impact::{ImpactAnswer, KnownUrlsAnswer};
use super::pace::{PaceChangeAnswer, pace_changes};
use super::readers::ReadersAnswer;
use super::text;
use super::together::{CrawlersAnswer, Together, Who, owned, put_together};
use super::use_change::{UseClassAnswer, uses_of};
use crate::crawlers::unnamed;
use crate::requested::as_requested;
use crate::{
    Budget, Change, CrawlerClass, DifferentProfiles, Effect, Impact, Region, Severity, impact,
};

/// What changes if one robots.txt replaces another: for whom, which URLs, by which rules.
///
/// ```
/// use maycrawl::answer::RuleDecision;
/// use maycrawl::RobotsTxt;
/// use maycrawl_effects::answer::ChangeAnswer;
/// use maycrawl_effects::{Budget, Region};
///
/// let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let after = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /checkout/\n");
/// let everything = Region::everything();
/// let answer = ChangeAnswer::new(&before, &after, &everything, 100, &mut Budget::default()).unwrap();
/// let effect = &answer.classes[0].effects[0];
/// assert_eq!((effect.becomes, &*effect.example), (RuleDecision::Disallowed, "/checkout/page.html"));
/// assert!(answer.classes[0].others);
/// ```
///
/// Cost: that of [`Change::new`], and of [`impact`] for each class of crawlers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ChangeAnswer {
    /// The profile under which both files were read.
    #[cfg_attr(feature = "schema", schema(value_type = ProfileName))]
    pub profile: &'static str,
    /// Whether a verdict or a use changes.
    pub outcome: ChangeOutcome,
    /// The worst that the change does to access; `null` if no verdict changes.
    #[cfg_attr(feature = "schema", schema(required))]
    pub severity: Option<Severity>,
    /// The number of lines that are in one of the files only, whichever has more.
    pub lines_changed: usize,
    /// The crawlers for which a use changes, and those for which that is undecided. Only what the files say counts.
    pub uses: Vec<UseClassAnswer>,
    /// True if not everything about uses could be compared within the budget, so that more may change.
    pub uses_undecided: bool,
    /// The crawlers with effects on access, and those for which something is undecided. The worst loss comes first,
    /// then the crawlers that matter most.
    pub classes: Vec<ClassAnswer>,
    /// The crawlers for which no verdict changes.
    pub unaffected: CrawlersAnswer,
    /// The crawlers that are asked to go at another pace. That is no effect: no verdict rests on it, and who does not
    /// say that it reads such lines may not.
    pub pace: Vec<PaceChangeAnswer>,
    /// Sitemaps that only the second file names.
    pub sitemaps_added: Vec<String>,
    /// Sitemaps that only the first file names.
    pub sitemaps_removed: Vec<String>,
    /// The number of crawlers that were not compared, because there are too many names or rules. What changes for them
    /// is undecided.
    pub names_not_compared: usize,
    /// Known URLs of the site; absent if none were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub urls: Option<KnownUrlsAnswer>,
}

/// Whether a change of a file changes a verdict or a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ChangeOutcome {
    /// A verdict or a use changes.
    Effects,
    /// It is proved that no verdict and no use changes.
    None,
    /// No change was found, but not every crawler and every pair of rules could be tried.
    Undecided,
}

/// Crawlers for which a change has the same effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ClassAnswer {
    /// Known crawlers, and others that a file names, by weight: Googlebot, bingbot, other search engines, AI crawlers,
    /// the rest.
    pub crawlers: Vec<String>,
    /// Names in the files that are tokens for a purpose, not crawlers.
    pub purpose_tokens: Vec<String>,
    /// True if every crawler that is not known and that neither file names is one of them.
    pub others: bool,
    /// Crawlers for which this is true for one kind of readers only. Those of `knows-crawler` are in `crawlers` too,
    /// because the crawlers themselves read the files so. Those of `bare-token` are not.
    pub readers: Vec<ReadersAnswer>,
    /// What the effects take from the crawlers and give to them.
    pub impact: ImpactAnswer,
    /// The effects: those that block first, the largest first.
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
    /// A path whose verdict changes: that of a known URL, else one that looks like one of a real site where possible.
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
    /// The most effects of a class of crawlers that are listed where a reader has room for many.
    pub const MAX_EFFECTS: usize = 1_000;

    /// Compares two versions of a file for all crawlers, for the paths of `region`. At most `most` effects are listed;
    /// an effect has up to 5 KiB.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome};
    /// use maycrawl_effects::{Budget, Region};
    ///
    /// let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    /// let after = RobotsTxt::parse(b"User-agent: *\nDisallow: /a/\n");
    /// let answer = ChangeAnswer::new(&before, &after, &Region::everything(), 10, &mut Budget::default()).unwrap();
    /// assert_eq!(answer.outcome, ChangeOutcome::Effects);
    /// assert_eq!(answer.classes[0].effects[0].shortest, "/a");
    /// ```
    ///
    /// # Errors
    /// The files were parsed under different profiles.
    pub fn new(
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
        let lines_changed = changed_lines(before.as_bytes(), after.as_bytes());
        // Nobody gains or loses by a rule that no client meets.
        let (before, after) = (as_requested(before), as_requested(after));
        let (before, after) = (&*before, &*after);
        let change = Change::new(before, after, budget);
        let (uses, uses_undecided) = uses_of(&change, [before, after], region, &mut most, budget);
        let compared: Vec<_> = change.classes().filter_map(without_no_names).collect();
        let mut answers = Vec::new();
        for class in &compared {
            let found = impact(class.before, class.after, region, budget)?;
            let answer = (!found.effects.is_none()).then(|| ClassAnswer::of(class, found, most));
            most -= answer.as_ref().map_or(0, |answer| answer.effects.len());
            answers.push(answer);
        }
        let (classes, unaffected) = put_together(&compared, answers, budget);
        let (sitemaps_added, sitemaps_removed) = differing(&sitemaps(after), &sitemaps(before));
        let has_effects = classes.iter().any(|class| !class.effects.is_empty())
            || uses.iter().any(|class| !class.effects.is_empty());
        let is_complete = change.names_not_compared() == 0 && !uses_undecided;
        let outcome = if has_effects {
            ChangeOutcome::Effects
        } else if classes.is_empty() && uses.is_empty() && is_complete {
            ChangeOutcome::None
        } else {
            ChangeOutcome::Undecided
        };
        let mut answer = Self {
            profile: before.profile().name,
            outcome,
            severity: None,
            lines_changed,
            uses,
            uses_undecided,
            classes,
            unaffected,
            pace: pace_changes(&compared, before, after),
            sitemaps_added,
            sitemaps_removed,
            names_not_compared: change.names_not_compared(),
            urls: None,
        };
        answer.rank();
        Ok(answer)
    }
}

/// The class without words that are the name of no crawler, as `"GPTBot"` and `GPTBot,` are. `None` if nobody is left.
fn without_no_names(mut class: CrawlerClass<'_>) -> Option<CrawlerClass<'_>> {
    let is_name =
        |name: &str| may_be_name(name.as_bytes()) || KnownCrawler::by_name(name).is_some();
    class.crawlers.retain(|name| is_name(name));
    let named = [&class.crawlers, &class.bare_tokens, &class.purpose_tokens];
    (class.includes_others || !named.iter().all(|names| names.is_empty())).then_some(class)
}

impl ClassAnswer {
    /// One of these crawlers, else the purpose token. O(log known crawlers).
    #[must_use]
    pub fn crawler(&self) -> Crawler {
        if let Some(known) = self.crawlers.first() {
            return Crawler::from_token(known);
        }
        let bare = self.readers.iter().find_map(|readers| readers.crawlers.first());
        let bare = bare.or(self.purpose_tokens.first());
        let bare = bare.filter(|_| !self.others).map(|name| Crawler::bare_token(name.as_str()));
        bare.unwrap_or_else(unnamed)
    }

    fn of(class: &CrawlerClass<'_>, impact: Impact<'_>, most: usize) -> Self {
        let found = &impact.effects;
        Self {
            purpose_tokens: owned(&class.purpose_tokens),
            others: class.includes_others,
            readers: Vec::new(),
            effects: found.found.iter().take(most).map(EffectAnswer::from).collect(),
            more: found.found.len().saturating_sub(most),
            undecided: found.undecided,
            impact: ImpactAnswer::of(impact),
            crawlers: owned(&class.crawlers),
        }
    }
}

impl Together for ClassAnswer {
    fn who(&mut self) -> Who<'_> {
        Who {
            crawlers: &mut self.crawlers,
            purpose_tokens: &mut self.purpose_tokens,
            others: &mut self.others,
            readers: &mut self.readers,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        // What is not listed may differ.
        (self.more, other.more) == (0, 0)
            && self.undecided == other.undecided
            && self.effects == other.effects
            && self.impact == other.impact
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

impl ChangeAnswer {
    /// Rates the impact on each class, and puts the worst loss first.
    pub(super) fn rank(&mut self) {
        let total = self.urls.map_or(0, |urls| urls.total);
        for class in &mut self.classes {
            class.impact.rate(&class.crawlers, class.others, total);
            class.effects.sort_by_key(EffectAnswer::size);
        }
        self.classes.sort_by_cached_key(ClassAnswer::rank);
        let with_effects = self.classes.iter().filter(|class| !class.effects.is_empty());
        self.severity = with_effects.map(|class| class.impact.severity).max();
    }
}

impl ClassAnswer {
    /// The place of the class in a list for people: the worst loss first, then the crawlers that matter most.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        let named = self.crawlers.iter().map(|name| Weight::for_name(name)).min();
        let others = self.others.then_some(Weight::Others);
        let impact = &self.impact;
        let is_loss = impact.lost.is_some();
        (core::cmp::Reverse((impact.severity, is_loss)), named.into_iter().chain(others).min())
    }
}

impl EffectAnswer {
    /// The place of the effect in a list for people: what is lost first, the largest effects first. A short pattern
    /// matches more.
    fn size(&self) -> impl Ord + use<> {
        let rule = match (&self.before, &self.after) {
            (Some(before), Some(after)) => before.pattern.len().max(after.pattern.len()),
            (before, after) => before.as_ref().or(after.as_ref()).map_or(0, |it| it.pattern.len()),
        };
        (self.becomes == RuleDecision::Allowed, core::cmp::Reverse(self.urls), rule)
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
