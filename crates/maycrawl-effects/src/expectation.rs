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
//! refuse train  *               /news/
//! grant search  *               /
//! ```
//!
//! - *Claim*: `allow` and `disallow` hold if every URL of the region is allowed (disallowed) for each of the crawlers.
//!   `same` holds if the crawlers get the same verdict about every URL of the region. `refuse` and `grant` with a
//!   [use](maycrawl_uses::Use) hold if robots.txt refuses (grants) that use of every URL of the region to each of the
//!   crawlers. What it does not say is neither, and neither are signals that contradict each other.
//! - *Crawlers*: names, `*`, or a set: `any-search`, `any-google`, `any-ai`. `*` is every crawler that robots.txt can
//!   speak to: those that the file names, and all that follow `*`. Crawlers that ignore robots.txt, and those that
//!   ignore `*` and are not named, are not among them.
//! - *Region*: a path pattern as in rules, with `*` and `$`. After `except`: patterns that are left out.
//! - `#` begins a comment.
//!
//! A line holds by proof: see [`effect`](crate). If it does not, there is a path for which it fails.

#[cfg(feature = "certificates")]
mod certificate;
mod parse;

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::Serialize;

use maycrawl::answer::{AnswerRule, MAX_TEXT_BYTES, RuleDecision, beginning};
use maycrawl::crawler::{Compliance, KnownCrawler, Purpose, StarGroup};
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, RobotsTxt, RuleSet, as_written};
use maycrawl_uses::{Outcome, Use};

use crate::answer::{ReaderKind, ReadersAnswer, TwoPlaces, UseSideAnswer, in_two_places};
use crate::suggestion::{SuggestionKind, suggestions_within};
use crate::{
    Budget, Change, CrawlerClass, Proof, Region, UseChange, UseProof, all_paths_are, effects,
};
#[cfg(feature = "certificates")]
pub use certificate::ExpectationsCertificate;
pub use parse::{ExpectationError, parse};

/// One line of a file of expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    line: u32,
    text: String,
    claim: Claim,
    crawlers: Vec<NamedCrawlers>,
    within: String,
    exceptions: Vec<String>,
    notes: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    All(RuleKind),
    Same,
    /// A use that is refused or granted.
    Use(Use, Outcome),
}

/// Some crawlers, as a line names them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NamedCrawlers {
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
    /// Whether it holds for the crawlers as the table of known crawlers describes them.
    pub outcome: ExpectationOutcome,
    /// Crawlers for which it holds for one kind of readers only.
    pub readers: Vec<ReadersAnswer>,
    /// Why it fails: once for all crawlers that follow the same rules. At most 20.
    pub failures: Vec<FailureAnswer>,
}

/// Whether an expectation holds, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ExpectationOutcome {
    /// It is proved for every URL of the region.
    Holds,
    /// A URL shows that it does not hold.
    Fails,
    /// No URL is in the region, so nothing is proved.
    Empty,
    /// The budget did not suffice.
    Undecided,
}

/// A path for which an expectation fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FailureAnswer {
    /// The crawlers for which it fails. At most 50.
    pub crawlers: Vec<String>,
    /// Names of the line that are tokens for a purpose, not crawlers, and for which it fails. `*` means crawlers alone.
    pub purpose_tokens: Vec<String>,
    /// The number of crawlers that are not in the list.
    pub more: usize,
    /// True if it also fails for every crawler that is not known and that the file does not name.
    pub others: bool,
    /// Those of these crawlers for which it fails for one kind of readers only.
    pub readers: Vec<ReadersAnswer>,
    /// A path for which it fails.
    pub example: String,
    /// For `refuse` and `grant`: what robots.txt says about the use of this path.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub said: Option<UseSideAnswer>,
    /// Whether the crawlers may fetch this path.
    pub decision: RuleDecision,
    /// The rule that decides; `null` if none matches.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rule: Option<AnswerRule>,
    /// For `same`: the crawler that gets the other verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub differs_from: Option<String>,
    /// For `same`: the rule that decides for the other crawler; `null` if none matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub other_rule: Option<AnswerRule>,
    /// The smallest change of robots.txt that makes the expectation hold for these crawlers. `null` if none of those
    /// that were tried does.
    #[cfg_attr(feature = "schema", schema(required))]
    pub change: Option<String>,
}

/// The most failures of an expectation, and the most crawlers of a failure, that are listed.
const MAX_FAILURES: usize = 20;
const MAX_NAMES: usize = 50;

/// Crawlers that follow the same rules.
struct Asked<'r> {
    /// The index of their class.
    class: usize,
    names: Vec<String>,
    purpose_tokens: Vec<String>,
    others: bool,
    crawler: Crawler,
    rules: &'r RuleSet,
}

impl<'r> Asked<'r> {
    /// The class at this index, without names.
    fn of(class: &CrawlerClass<'r>, at: usize) -> Self {
        let crawler = class.crawler();
        let (names, purpose_tokens) = (Vec::new(), Vec::new());
        Self { class: at, names, purpose_tokens, others: false, crawler, rules: class.before }
    }
}

/// The crawlers of a file in classes: for a claim about a use those that are told the same, else those with the same
/// rules.
struct Classes<'c, 'r> {
    all: Vec<CrawlerClass<'c>>,
    uses: Option<&'c UseChange<'r>>,
}

/// The budget did not suffice.
struct Undecided;

/// Whether a claim fails for the crawlers of a class, by its index. A class that nobody has asked about is not there.
type Fails = BTreeMap<usize, bool>;

impl Expectation {
    /// Its line in the file of expectations, from 1.
    ///
    /// ```
    /// use maycrawl_effects::expectation::parse;
    ///
    /// let expected = parse("# the shop\n\nallow Googlebot /products/\n").unwrap();
    /// assert_eq!(expected[0].line(), 3);
    /// ```
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// What a reader should know about the names of its crawlers, for example that one may be misspelt.
    ///
    /// ```
    /// use maycrawl_effects::expectation::parse;
    ///
    /// let expected = parse("allow Gogglebot /products/\n").unwrap();
    /// assert!(expected[0].notes()[0].contains("Similar: Googlebot."));
    /// ```
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
        budget: &mut Budget<'_>,
    ) -> Option<String> {
        let text = robots.as_bytes();
        let suggestions = suggestions_within(robots, crawler, path, budget);
        let mut holds = |changed: &[u8]| {
            // Reading the file again is work too.
            if !budget.take(text.len() as u64 / 8) {
                return false;
            }
            let changed = RobotsTxt::parse_with(changed, robots.profile());
            let Some(rules) = changed.rules_within(crawler, budget) else { return false };
            let region = self.region(robots);
            all_paths_are(kind, &rules, &region, budget) == Proof::Holds
        };
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
    /// False if the budget did not suffice to find all of `named`.
    names_all: bool,
}

/// The steps of comparing a name of the file with a choice of an expectation, and of keeping it.
const STEPS_OF_A_NAME: u64 = 8;

impl<'v> Verifier<'v> {
    /// Finds the crawlers that follow the same rules. Cost: see [`Change::of`]. For what the budget does not suffice is
    /// undecided later.
    #[must_use]
    pub fn new(robots: &'v RobotsTxt<'v>, budget: &mut Budget<'_>) -> Self {
        let mut names_all = true;
        let agents = robots.groups().flat_map(|group| group.agents()).count() as u64;
        let mut is_named = |known: &&KnownCrawler| {
            if known.star == StarGroup::Obeyed {
                return false;
            }
            names_all &= budget.take(1 + agents);
            let crawler = Crawler::from(*known);
            let matcher = crawler.seeker(robots.profile());
            let mut agents = robots.groups().flat_map(|group| group.agents());
            // A crawler that ignores `*` has no rank for it.
            names_all && agents.any(|agent| matcher.rank(agent.value).is_some())
        };
        let known = KnownCrawler::all().iter();
        let named = known.filter(|known| is_named(known)).map(|known| known.token).collect();
        let change = Change::of(robots, robots, budget);
        Self { robots, change, named, names_all }
    }

    /// Decides whether an expectation holds.
    ///
    /// Cost: one proof for each set of rules that the crawlers follow. Ends at the budget.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::expectation::{self, ExpectationOutcome, Verifier};
    /// use maycrawl_effects::Budget;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout\nAllow: /checkout/help\n");
    /// let expected = expectation::parse("disallow * /checkout/\nallow Googlebot /products/\n").unwrap();
    /// let mut budget = Budget::default();
    /// let verifier = Verifier::new(&robots, &mut budget);
    /// let answer = verifier.verify(&expected[0], &mut budget);
    /// assert_eq!(answer.outcome, ExpectationOutcome::Fails);
    /// assert_eq!(answer.failures[0].example, "/checkout/help");
    /// assert_eq!(answer.failures[0].change.as_deref(), Some("change the field on line 3 to Disallow"));
    /// assert_eq!(verifier.verify(&expected[1], &mut budget).outcome, ExpectationOutcome::Holds);
    /// ```
    #[must_use]
    pub fn verify(&self, expectation: &Expectation, budget: &mut Budget<'_>) -> ExpectationAnswer {
        let robots = self.robots;
        let mut answer = ExpectationAnswer {
            line: expectation.line,
            text: expectation.text.clone(),
            outcome: ExpectationOutcome::Holds,
            readers: Vec::new(),
            failures: Vec::new(),
        };
        let uses = match expectation.claim {
            Claim::Use(..) => UseChange::of(&self.change, robots, robots, budget),
            _ => None,
        };
        let is_use = matches!(expectation.claim, Claim::Use(..));
        let all = match &uses {
            Some(uses) => uses.classes().collect(),
            None => self.change.classes().collect(),
        };
        let classes = Classes { all, uses: uses.as_ref() };
        let asked = self.asked(expectation, &classes.all, budget);
        let Some(asked) = asked.filter(|_| uses.is_some() == is_use) else {
            answer.outcome = ExpectationOutcome::Undecided;
            return answer;
        };
        let region = expectation.region(robots);
        let mut undecided = !self.reads_all(expectation);
        match region.is_empty(robots.profile(), budget) {
            Some(true) => answer.outcome = ExpectationOutcome::Empty,
            None => answer.outcome = ExpectationOutcome::Undecided,
            Some(false) => {
                let mut fails = Fails::new();
                for one in &asked {
                    if answer.failures.len() == MAX_FAILURES {
                        break;
                    }
                    let failure =
                        self.failure(expectation, &classes, (&asked, one), &region, budget);
                    undecided |= failure.is_err();
                    let Ok(failure) = failure else { continue };
                    fails.insert(one.class, failure.is_some());
                    answer.failures.extend(failure);
                }
                let known = (&*asked, fails);
                let read =
                    self.as_bare_tokens(expectation, &classes, known, &region, &mut answer, budget);
                undecided |= read.is_none();
            }
        }
        // A path that fails is proof enough, even if the budget did not suffice for the other crawlers.
        if !answer.failures.is_empty() {
            answer.outcome = ExpectationOutcome::Fails;
        } else if undecided && answer.outcome == ExpectationOutcome::Holds {
            answer.outcome = ExpectationOutcome::Undecided;
        }
        answer
    }

    /// The path for which a line fails for one of the asked classes; for `same`, if the first class gets another
    /// verdict. `Err` if it is undecided.
    fn failure(
        &self,
        expectation: &Expectation,
        classes: &Classes<'_, '_>,
        (asked, one): (&[Asked<'_>], &Asked<'_>),
        region: &Region<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<FailureAnswer>, Undecided> {
        match expectation.claim {
            Claim::All(kind) => match all_paths_are(kind, one.rules, region, budget) {
                Proof::Holds | Proof::EmptyRegion => Ok(None),
                Proof::Undecided => Err(Undecided),
                Proof::Fails(shown) => {
                    let rule = shown.rule.map(AnswerRule::from);
                    let mut failure =
                        failure_of(one, &shown.path, rule, kind == RuleKind::Disallow);
                    failure.change =
                        expectation.change(self.robots, &one.crawler, &shown.path, kind, budget);
                    Ok(Some(failure))
                }
            },
            Claim::Use(wanted, outcome) => {
                let (Some(uses), Some(class)) = (classes.uses, classes.all.get(one.class)) else {
                    return Err(Undecided);
                };
                match uses.all_paths_are(outcome, wanted, class, region, budget) {
                    UseProof::Holds | UseProof::EmptyRegion => Ok(None),
                    UseProof::Undecided => Err(Undecided),
                    UseProof::Fails { path, answer } => {
                        let verdict = one.rules.check(as_written(&path));
                        let rule = verdict.rule().map(AnswerRule::from);
                        let mut failure = failure_of(one, &path, rule, verdict.is_allowed());
                        failure.said = Some(UseSideAnswer::from(&answer));
                        Ok(Some(failure))
                    }
                }
            }
            Claim::Same => {
                let Some(first) = asked.first().filter(|first| first.class != one.class) else {
                    return Ok(None);
                };
                // All rules are of one file, so of one profile.
                let Ok(found) = effects(first.rules, one.rules, region, budget) else {
                    return Ok(None);
                };
                let Some(effect) = found.found.first() else {
                    return if found.is_complete() { Ok(None) } else { Err(Undecided) };
                };
                let rule = effect.after.map(AnswerRule::from);
                let mut failure = failure_of(one, &effect.example, rule, !effect.blocks());
                failure.differs_from = first.names.first().cloned();
                failure.other_rule = effect.before.map(AnswerRule::from);
                Ok(Some(failure))
            }
        }
    }

    /// Says of which crawlers the line holds, or fails, for one kind of readers only. `fails`: what is known of the
    /// classes. `None` if it is undecided.
    fn as_bare_tokens(
        &self,
        expectation: &Expectation,
        classes: &Classes<'_, '_>,
        (asked, mut fails): (&[Asked<'_>], Fails),
        region: &Region<'_>,
        answer: &mut ExpectationAnswer,
        budget: &mut Budget<'_>,
    ) -> Option<()> {
        let is_asked = |one: &TwoPlaces<usize>| {
            asked.iter().any(|class| class.names.iter().any(|name| name == one.token()))
        };
        let twice = in_two_places(classes.all.iter().zip(0..)).into_iter().filter(is_asked);
        for one in twice {
            let Some(&known_fails) = fails.get(&one.of_those_who_know) else { continue };
            let bare_fails = match fails.get(&one.of_others) {
                Some(fails) => *fails,
                None => {
                    let bare = Asked::of(&classes.all[one.of_others], one.of_others);
                    let asked = (asked, &bare);
                    let failure = self.failure(expectation, classes, asked, region, budget).ok()?;
                    fails.insert(one.of_others, failure.is_some());
                    failure.is_some()
                }
            };
            match (known_fails, bare_fails) {
                (false, true) => one.add_to(&mut answer.readers, ReaderKind::KnowsCrawler),
                (true, false) => {
                    let names = |failure: &&mut FailureAnswer| {
                        failure.crawlers.iter().any(|name| name == one.token())
                    };
                    if let Some(failure) = answer.failures.iter_mut().find(names) {
                        one.add_to(&mut failure.readers, ReaderKind::KnowsCrawler);
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Whether the rules of every crawler of the line are known.
    fn reads_all(&self, expectation: &Expectation) -> bool {
        self.change.names_not_compared() == 0 && self.names_all
            || expectation.crawlers.iter().all(|choice| match choice {
                NamedCrawlers::Everyone => false,
                NamedCrawlers::Set(_) => self.change.reads_known_crawlers(),
                NamedCrawlers::One(crawler) => {
                    self.change.reads_known_crawlers()
                        && KnownCrawler::by_name(crawler.token()).is_some()
                }
            })
    }

    /// The crawlers of the line, put together by the rules that they follow. `None` if the budget does not suffice.
    fn asked<'c>(
        &self,
        expectation: &Expectation,
        classes: &[CrawlerClass<'c>],
        budget: &mut Budget<'_>,
    ) -> Option<Vec<Asked<'c>>> {
        let names: usize = classes.iter().map(|class| class.crawlers.len() + 1).sum();
        let steps = names as u64 * (STEPS_OF_A_NAME + expectation.crawlers.len() as u64);
        if !budget.take(steps) {
            return None;
        }
        let is_one = |name: &str, choice: &NamedCrawlers| match choice {
            NamedCrawlers::One(crawler) => crawler.token().eq_ignore_ascii_case(name),
            NamedCrawlers::Everyone | NamedCrawlers::Set(_) => false,
        };
        // No crawler has a purpose token, so what is expected of every crawler is not expected of its group.
        let is_named = |name: &str| expectation.crawlers.iter().any(|choice| is_one(name, choice));
        let is_asked = |name: &str| {
            let known = KnownCrawler::by_name(name);
            expectation.crawlers.iter().any(|choice| match choice {
                NamedCrawlers::Everyone => known.is_none_or(|known| self.applies_to(known)),
                NamedCrawlers::Set(set) => known.is_some_and(|known| set.contains(known)),
                NamedCrawlers::One(_) => is_one(name, choice),
            })
        };
        let is_unknown = |crawler: &&Crawler| {
            let names = |class: &CrawlerClass<'_>| {
                let mut names = class.crawlers.iter().chain(&class.purpose_tokens);
                names.any(|name| name.eq_ignore_ascii_case(crawler.token()))
            };
            !classes.iter().any(names)
        };
        // Crawlers that are neither known nor named follow the rules of all others.
        let unnamed = expectation.crawlers.iter().filter_map(|choice| match choice {
            NamedCrawlers::One(crawler) => Some(crawler),
            _ => None,
        });
        let unnamed = unnamed.filter(is_unknown);
        let (unread_tokens, unnamed): (Vec<_>, Vec<_>) =
            unnamed.partition(|crawler| crawler.is_purpose_token());
        let everyone = expectation.crawlers.contains(&NamedCrawlers::Everyone);
        let asked = classes.iter().zip(0..).filter_map(|(class, at)| {
            let of_class = |names: &[&str], is_asked: &dyn Fn(&str) -> bool| -> Vec<String> {
                names.iter().filter(|name| is_asked(name)).map(|&name| name.to_owned()).collect()
            };
            let mut names = of_class(&class.crawlers, &is_asked);
            let mut purpose_tokens = of_class(&class.purpose_tokens, &is_named);
            // A name that was not read may have a group of its own.
            if class.includes_others && self.change.names_not_compared() == 0 {
                let token = |crawler: &&Crawler| crawler.token().to_owned();
                names.extend(unnamed.iter().map(token));
                purpose_tokens.extend(unread_tokens.iter().map(token));
            }
            let others = class.includes_others && everyone;
            let is_asked = others || !names.is_empty() || !purpose_tokens.is_empty();
            is_asked.then(|| Asked { names, purpose_tokens, others, ..Asked::of(class, at) })
        });
        Some(asked.collect())
    }

    /// True if robots.txt can apply to this crawler: it follows `*`, or a group names it.
    fn applies_to(&self, known: &KnownCrawler) -> bool {
        let is_reached = known.star == StarGroup::Obeyed || self.named.contains(&known.token);
        known.compliance != Compliance::Ignores && is_reached
    }
}

fn failure_of(
    asked: &Asked<'_>,
    path: &[u8],
    rule: Option<AnswerRule>,
    is_allowed: bool,
) -> FailureAnswer {
    FailureAnswer {
        crawlers: asked.names.iter().take(MAX_NAMES).cloned().collect(),
        purpose_tokens: asked.purpose_tokens.clone(),
        more: asked.names.len().saturating_sub(MAX_NAMES),
        others: asked.others,
        readers: Vec::new(),
        example: String::from_utf8_lossy(beginning(path, MAX_TEXT_BYTES)).into_owned(),
        said: None,
        decision: if is_allowed { RuleDecision::Allowed } else { RuleDecision::Disallowed },
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
