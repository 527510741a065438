//! Expectations: what a site owner wants robots.txt to say, decided for *every* URL.
//!
//! A file of expectations is kept beside robots.txt. Each line is a claim about all URLs of a region:
//!
//! ```text
//! # claim   crawlers            region
//! allow     Googlebot           /products/ except /products/private/
//! disallow  *                   /checkout/
//! allow     any-search          /*.css$
//! same      Googlebot bingbot   /
//! ```
//!
//! - *Claim*: `allow` and `disallow` hold if every URL of the region is allowed (disallowed) for each of the crawlers.
//!   `same` holds if the crawlers get the same verdict about every URL of the region.
//! - *Crawlers*: names, `*`, or a set: `any-search`, `any-google`, `any-ai`. `*` is every crawler that robots.txt can
//!   speak to: those that the file names, and all that follow `*`. Crawlers that ignore robots.txt, and those that ignore
//!   `*` and are not named, are not among them.
//! - *Region*: a path pattern as in rules, with `*` and `$`. After `except`: patterns that are left out.
//! - `#` begins a comment.
//!
//! A line holds by proof: see [`effect`](crate::effect). If it does not, there is a path for which it fails.

mod parse;

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
#[cfg(feature = "schema")]
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use crate::answer::{AnswerRule, MAX_TEXT_BYTES, beginning};
use crate::crawler::{Compliance, Crawler, KnownCrawler, Purpose, StarGroup};
use crate::effect::{Budget, Change, Proof, Region, all_paths_are, effects};
use crate::robots_txt::RobotsTxt;
use crate::rule::RuleKind;
use crate::rule_set::RuleSet;
use crate::suggestion::SuggestionKind;
pub use parse::{ExpectationError, parse};

/// One line of a file of expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    line: u32,
    text: String,
    claim: Claim,
    crawlers: Vec<Choice>,
    within: String,
    exceptions: Vec<String>,
    notes: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    All(RuleKind),
    Same,
}

/// Some crawlers, as a line names them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Choice {
    Everyone,
    Set(CrawlerSet),
    One(Crawler),
}

/// A set of known crawlers that a line can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CrawlerSet {
    Search,
    Google,
    Ai,
}

impl CrawlerSet {
    fn contains(self, known: &KnownCrawler) -> bool {
        known.compliance != Compliance::Ignores
            && match self {
                Self::Google => known.operator == Some("Google"),
                Self::Search => matches!(
                    known.purpose,
                    Purpose::Search | Purpose::Images | Purpose::Video | Purpose::News
                ),
                Self::Ai => known.purpose.is_ai(),
            }
    }
}

/// Whether an expectation holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ExpectationAnswer {
    /// Its line in the file of expectations, from 1.
    pub line: u32,
    /// The line as written, without comment.
    pub text: String,
    /// `holds`, `fails`, `empty` (no URL is in the region, so nothing is proved) or `undecided` (the budget did not
    /// suffice).
    pub outcome: &'static str,
    /// Why it fails: once for all crawlers that follow the same rules. At most 20.
    pub failures: Vec<FailureAnswer>,
}

/// A path for which an expectation fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FailureAnswer {
    /// The crawlers for which it fails. At most 50.
    pub crawlers: Vec<String>,
    /// The number of crawlers that are not in the list.
    pub more: usize,
    /// True if it also fails for every crawler that is not known and that the file does not name.
    pub others: bool,
    /// A path for which it fails.
    pub example: String,
    /// The verdict about this path: `allowed` or `disallowed`.
    pub decision: &'static str,
    /// The rule that decides; `null` if none matches.
    pub rule: Option<AnswerRule>,
    /// For `same`: the crawler that gets the other verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs_from: Option<String>,
    /// For `same`: the rule that decides for the other crawler; `null` if none matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_rule: Option<AnswerRule>,
    /// The smallest change of robots.txt that makes the expectation hold for these crawlers. `null` if none of those that
    /// were tried does.
    pub change: Option<String>,
}

/// The most failures of an expectation, and the most crawlers of a failure, that are listed.
const MAX_FAILURES: usize = 20;
const MAX_NAMES: usize = 50;

/// Crawlers that follow the same rules.
struct Asked<'r> {
    names: Vec<String>,
    others: bool,
    crawler: Crawler,
    rules: &'r RuleSet,
}

impl Expectation {
    /// Its line in the file of expectations, from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// What a reader should know about the names of its crawlers, for example that one may be misspelt.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn region(&self, robots: &RobotsTxt<'_>) -> Region<'_> {
        let profile = robots.profile();
        let within = Region::within(self.within.as_bytes(), profile);
        self.exceptions.iter().fold(within, |region, one| region.except(one.as_bytes(), profile))
    }

    /// The first of the likely changes after which the expectation holds for this crawler.
    fn change(
        &self,
        robots: &RobotsTxt<'_>,
        crawler: &Crawler,
        path: &[u8],
        kind: RuleKind,
        budget: &mut Budget,
    ) -> Option<String> {
        let text = robots.as_bytes();
        let mut holds = |changed: &[u8]| {
            // Reading the file again is work too.
            if !budget.take(2 * text.len() as u64) {
                return false;
            }
            let changed = RobotsTxt::parse_with(changed, robots.profile());
            let rules = changed.rules_for(crawler);
            let region = self.region(robots);
            all_paths_are(kind, &rules, &region, budget) == Proof::Holds
        };
        let suggestions = robots.suggestions_for(crawler, path);
        // The region of the expectation is tried below. A directory would be another one.
        for suggestion in suggestions.iter().filter(|suggestion| suggestion.directory.is_none()) {
            if holds(&suggestion.apply_to(text)) {
                return Some(suggestion.to_string());
            }
            // The same place, with a rule for the whole region.
            if let SuggestionKind::AddRule(line, _) = suggestion.kind {
                let rule = [kind.field(), ": ", &self.within].concat();
                if holds(&with_line(text, line, &rule)) {
                    return Some(format!("add \"{rule}\" after line {line}"));
                }
            }
        }
        None
    }
}

/// A robots.txt, ready to be held against expectations.
#[derive(Debug)]
pub struct Verifier<'v> {
    robots: &'v RobotsTxt<'v>,
    /// The file compared with itself: the crawlers that follow the same rules.
    change: Change,
    /// Known crawlers that ignore `*`, but that a group names.
    named: Vec<&'static str>,
}

impl<'v> Verifier<'v> {
    /// Finds the crawlers that follow the same rules. Cost: see [`Change::of`].
    #[must_use]
    pub fn new(robots: &'v RobotsTxt<'v>) -> Self {
        let is_named = |known: &&KnownCrawler| {
            let crawler = Crawler::from(*known);
            let matcher = crawler.seeker(robots.profile());
            let mut agents = robots.groups().flat_map(|group| group.agents());
            // A crawler that ignores `*` has no rank for it.
            known.star != StarGroup::Obeyed
                && agents.any(|agent| matcher.rank(agent.value).is_some())
        };
        let named = KnownCrawler::all().iter().filter(is_named).map(|known| known.token).collect();
        Self { robots, change: Change::of(robots, robots), named }
    }

    /// Decides whether an expectation holds.
    ///
    /// Cost: one proof for each set of rules that the crawlers follow. Ends at the budget.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl::effect::Budget;
    /// use maycrawl::expectation::{self, Verifier};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout\nAllow: /checkout/help\n");
    /// let expected = expectation::parse("disallow * /checkout/\nallow Googlebot /products/\n").unwrap();
    /// let verifier = Verifier::new(&robots);
    /// let answer = verifier.verify(&expected[0], &mut Budget::default());
    /// assert_eq!(answer.outcome, "fails");
    /// assert_eq!(answer.failures[0].example, "/checkout/help");
    /// assert_eq!(answer.failures[0].change.as_deref(), Some("change the field on line 3 to Disallow"));
    /// assert_eq!(verifier.verify(&expected[1], &mut Budget::default()).outcome, "holds");
    /// ```
    #[must_use]
    pub fn verify(&self, expectation: &Expectation, budget: &mut Budget) -> ExpectationAnswer {
        let robots = self.robots;
        let asked = self.asked(expectation);
        let mut answer = ExpectationAnswer {
            line: expectation.line,
            text: expectation.text.clone(),
            outcome: "holds",
            failures: Vec::new(),
        };
        let region = expectation.region(robots);
        let mut undecided = false;
        match region.is_empty(robots.profile(), budget) {
            Some(true) => answer.outcome = "empty",
            None => answer.outcome = "undecided",
            Some(false) => match expectation.claim {
                Claim::All(kind) => {
                    for one in &asked {
                        if answer.failures.len() == MAX_FAILURES {
                            break;
                        }
                        match all_paths_are(kind, one.rules, &region, budget) {
                            Proof::Holds | Proof::EmptyRegion => {}
                            Proof::Undecided => undecided = true,
                            Proof::Fails(shown) => {
                                let rule = shown.rule.map(AnswerRule::from);
                                let mut failure =
                                    failure(one, &shown.path, rule, kind == RuleKind::Disallow);
                                failure.change = expectation.change(
                                    robots,
                                    &one.crawler,
                                    &shown.path,
                                    kind,
                                    budget,
                                );
                                answer.failures.push(failure);
                            }
                        }
                    }
                }
                Claim::Same => undecided = same(&asked, &region, budget, &mut answer.failures),
            },
        }
        if !answer.failures.is_empty() {
            answer.outcome = "fails";
        } else if undecided {
            answer.outcome = "undecided";
        }
        answer
    }

    /// The crawlers of the line, put together by the rules that they follow.
    fn asked(&self, expectation: &Expectation) -> Vec<Asked<'_>> {
        let is_asked = |name: &str| {
            let known = KnownCrawler::by_name(name);
            expectation.crawlers.iter().any(|choice| match choice {
                Choice::Everyone => known.is_none_or(|known| self.speaks_to(known)),
                Choice::Set(set) => known.is_some_and(|known| set.contains(known)),
                Choice::One(crawler) => crawler.token().eq_ignore_ascii_case(name),
            })
        };
        let is_unknown = |crawler: &&Crawler| {
            !self.change.classes().any(|class| {
                class.crawlers.iter().any(|name| name.eq_ignore_ascii_case(crawler.token()))
            })
        };
        // Crawlers that are neither known nor named follow the rules of all others.
        let unnamed = expectation.crawlers.iter().filter_map(|choice| match choice {
            Choice::One(crawler) => Some(crawler),
            _ => None,
        });
        let unnamed: Vec<_> = unnamed.filter(is_unknown).collect();
        let everyone = expectation.crawlers.contains(&Choice::Everyone);
        let asked = self.change.classes().filter_map(|class| {
            let mut names: Vec<_> = class
                .crawlers
                .iter()
                .filter(|name| is_asked(name))
                .map(|&name| name.to_owned())
                .collect();
            if class.includes_others {
                names.extend(unnamed.iter().map(|crawler| crawler.token().to_owned()));
            }
            let others = class.includes_others && everyone;
            (others || !names.is_empty()).then(|| Asked {
                crawler: class.crawler(),
                names,
                others,
                rules: class.before,
            })
        });
        asked.collect()
    }

    /// True if robots.txt can speak to this crawler: it follows `*`, or a group names it.
    fn speaks_to(&self, known: &KnownCrawler) -> bool {
        let is_reached = known.star == StarGroup::Obeyed || self.named.contains(&known.token);
        known.compliance != Compliance::Ignores && is_reached
    }
}

/// Compares the first crawlers with all others. True if something is undecided.
fn same(
    asked: &[Asked<'_>],
    region: &Region<'_>,
    budget: &mut Budget,
    failures: &mut Vec<FailureAnswer>,
) -> bool {
    let Some((first, rest)) = asked.split_first() else { return false };
    let mut undecided = false;
    for one in rest {
        if failures.len() == MAX_FAILURES {
            break;
        }
        // All rules are of one file, so of one profile.
        let Ok(found) = effects(first.rules, one.rules, region, budget) else { continue };
        undecided |= !found.is_complete();
        if let Some(effect) = found.found.first() {
            let rule = effect.after.map(AnswerRule::from);
            let mut failure = failure(one, &effect.example, rule, !effect.blocks());
            failure.differs_from = first.names.first().cloned();
            failure.other_rule = effect.before.map(AnswerRule::from);
            failures.push(failure);
        }
    }
    undecided
}

fn failure(
    asked: &Asked<'_>,
    path: &[u8],
    rule: Option<AnswerRule>,
    is_allowed: bool,
) -> FailureAnswer {
    FailureAnswer {
        crawlers: asked.names.iter().take(MAX_NAMES).cloned().collect(),
        more: asked.names.len().saturating_sub(MAX_NAMES),
        others: asked.others,
        example: String::from_utf8_lossy(beginning(path, MAX_TEXT_BYTES)).into_owned(),
        decision: if is_allowed { "allowed" } else { "disallowed" },
        rule,
        differs_from: None,
        other_rule: None,
        change: None,
    }
}

/// The text with one line more after this one.
fn with_line(text: &[u8], after: u32, line: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + line.len() + 2);
    let mut rest = text.split_inclusive(|&byte| byte == b'\n');
    rest.by_ref().take(after as usize).for_each(|before| out.extend_from_slice(before));
    if out.last().is_some_and(|&byte| byte != b'\n') {
        out.push(b'\n');
    }
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
    rest.for_each(|after| out.extend_from_slice(after));
    out
}
