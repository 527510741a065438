//! Whether expectations hold for a robots.txt.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::answer::{AnswerRule, MAX_TEXT_BYTES, RuleDecision, beginning};
use maycrawl::crawler::{Compliance, KnownCrawler, StarGroup};
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, RobotsTxt, RuleSet, as_written};

use super::answer::{ExpectationAnswer, ExpectationOutcome, FailureAnswer};
use super::{Claim, Expectation, NamedCrawlers};
use crate::answer::{ReaderKind, TwoPlaces, UseSideAnswer, in_two_places};
use crate::requested::as_requested;
use crate::{
    Budget, Change, CrawlerClass, Proof, Region, UseChange, UseProof, all_paths_are, effects,
};

/// The most failures of an expectation, and the most crawlers of a failure, that are listed.
const MAX_FAILURES: usize = 20;
const MAX_NAMES: usize = 50;

/// Crawlers that follow the same rules.
pub(super) struct Asked<'r> {
    /// The index of their class.
    pub(super) class: usize,
    pub(super) names: Vec<String>,
    pub(super) purpose_tokens: Vec<String>,
    pub(super) others: bool,
    crawler: Crawler,
    pub(super) rules: &'r RuleSet,
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

/// A robots.txt, ready to be held against expectations.
#[derive(Debug)]
pub struct Verifier<'v> {
    pub(super) robots: &'v RobotsTxt<'v>,
    /// The file compared with itself: the crawlers that follow the same rules.
    pub(super) change: Change,
    /// Known crawlers that ignore `*`, but that a group names.
    named: Vec<&'static str>,
    /// False if the budget did not suffice to find all of `named`.
    names_all: bool,
}

/// The steps of comparing a name of the file with a choice of an expectation, and of keeping it.
const STEPS_OF_A_NAME: u64 = 8;

/// The steps of a line in the first round of [`Verifier::verify_all`]: about two milliseconds.
const FIRST_STEPS: u64 = 100_000;

/// How many times as many steps a line has in the next round.
const MORE_STEPS: u64 = 8;

/// The most steps of a line: about a second.
const MAX_STEPS: u64 = 50_000_000;

impl<'v> Verifier<'v> {
    /// Finds the crawlers that follow the same rules. Cost: see [`Change::new`]. For what the budget does not suffice
    /// is undecided later.
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
        let requested = as_requested(robots);
        let change = Change::new(&requested, &requested, budget);
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
        let mut answer = ExpectationAnswer::undecided(expectation);
        let uses = match expectation.claim {
            Claim::Use(..) => UseChange::new(&self.change, robots, robots, budget),
            _ => None,
        };
        let is_use = matches!(expectation.claim, Claim::Use(..));
        let all = match &uses {
            Some(uses) => uses.classes().collect(),
            None => self.change.classes().collect(),
        };
        let classes = Classes { all, uses: uses.as_ref() };
        let asked = self.asked(expectation, &classes.all, budget);
        let Some(asked) = asked.filter(|_| uses.is_some() == is_use) else { return answer };
        let region = expectation.region(robots);
        let mut undecided = !self.reads_all(expectation);
        match region.is_empty(robots.profile(), budget) {
            Some(true) => answer.outcome = ExpectationOutcome::Empty,
            None => {}
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
                // A path that fails is proof enough, even if the budget did not suffice for the other crawlers.
                if !answer.failures.is_empty() {
                    answer.outcome = ExpectationOutcome::Fails;
                } else if !undecided {
                    answer.outcome = ExpectationOutcome::Holds;
                }
            }
        }
        answer
    }

    /// Decides whether each of these expectations holds: at most 50 million steps for one of them, and all within the
    /// budget.
    ///
    /// A line that costs much must not leave the cheap lines after it undecided. So lines are asked in rounds: each
    /// line has few steps in the first, and eight times as many in the next if these did not suffice. The cheapest
    /// lines are decided first, wherever they stand, and a line costs at most 2⅐ times as much as
    /// [`verify`](Self::verify).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::expectation::{self, ExpectationOutcome, Verifier};
    /// use maycrawl_effects::Budget;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout\n");
    /// let expected = expectation::parse("disallow * /checkout/\nallow * /products/\n").unwrap();
    /// let mut budget = Budget::default();
    /// let verifier = Verifier::new(&robots, &mut budget);
    /// let answers = verifier.verify_all(&expected, &mut budget);
    /// assert!(answers.iter().all(|answer| answer.outcome == ExpectationOutcome::Holds));
    /// ```
    #[must_use]
    pub fn verify_all(
        &self,
        expectations: &[Expectation],
        budget: &mut Budget<'_>,
    ) -> Vec<ExpectationAnswer> {
        let mut answers: Vec<_> = expectations.iter().map(ExpectationAnswer::undecided).collect();
        let mut open: Vec<usize> = (0..expectations.len()).collect();
        let mut steps = FIRST_STEPS;
        loop {
            open.retain(|&index| {
                let (answer, is_done) = budget.with_at_most(steps, |part| {
                    let answer = self.verify(&expectations[index], part);
                    (answer, part.steps() > 0)
                });
                // Without the last steps, a failure may lack what would repair it. An earlier answer is no better.
                if answer.outcome != ExpectationOutcome::Undecided {
                    answers[index] = answer;
                }
                !is_done
            });
            if open.is_empty() || steps == MAX_STEPS || budget.steps() == 0 {
                return answers;
            }
            steps = steps.saturating_mul(MORE_STEPS).min(MAX_STEPS);
        }
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
    pub(super) fn reads_all(&self, expectation: &Expectation) -> bool {
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
    pub(super) fn asked<'c>(
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

/// The verdict that an expectation claims of a region: whether it allows, and the pattern and the exceptions of the
/// region. `None` for the other claims.
#[must_use]
pub fn claimed_verdict(expectation: &Expectation) -> Option<(bool, &str, &[String])> {
    let Claim::All(kind) = expectation.claim else { return None };
    Some((kind == RuleKind::Allow, &expectation.within, &expectation.exceptions))
}

/// The crawlers that an expectation means, and whether it means also those that the file does not name. `None` if the
/// budget does not suffice.
#[must_use]
pub fn asked_names(
    verifier: &Verifier<'_>,
    expectation: &Expectation,
    budget: &mut Budget<'_>,
) -> Option<(Vec<String>, bool)> {
    let classes: Vec<_> = verifier.change.classes().collect();
    let asked = verifier.asked(expectation, &classes, budget)?;
    let others = asked.iter().any(|one| one.others);
    let names = asked.into_iter().flat_map(|one| one.names.into_iter().chain(one.purpose_tokens));
    let names = names.collect();
    verifier.reads_all(expectation).then_some((names, others))
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
