//! What a change of a file does to the uses that it grants and refuses: every difference, with a path that shows it.
//!
//! ```
//! use maycrawl::RobotsTxt;
//! use maycrawl_effects::{Budget, Change, Region, UseChange};
//! use maycrawl_uses::{Outcome, Use};
//!
//! let before = RobotsTxt::parse(b"User-agent: *\nContent-Usage: /art/ train-ai=n\nAllow: /\n");
//! let after = RobotsTxt::parse(b"User-agent: *\nContent-Usage: /art/ train-ai=y\nAllow: /\n");
//! let mut budget = Budget::default();
//! let change = Change::new(&before, &after, &mut budget);
//! let uses = UseChange::new(&change, &before, &after, &mut budget).unwrap();
//! let class = uses.classes().next().unwrap();
//! let found = uses.effects(&class, &Region::everything(), &mut budget);
//! let effect = &found.found[0];
//! assert_eq!((effect.wanted, &*effect.shortest), (Use::Train, &b"/art/"[..]));
//! assert_eq!((effect.before.outcome, effect.after.outcome), (Outcome::Refused, Outcome::Granted));
//! assert!(found.is_complete && found.found.len() == 1);
//! ```
//!
//! Not said and not applicable are one here: neither says anything about the use. That a path is closed or opened is an
//! effect on access. `use_cells.rs` has the method.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::internals::product_token;
use maycrawl::{Crawler, RobotsTxt, UrlPath};
use maycrawl_uses::internals::{
    FileUses, Preferences, control_token, control_tokens, has_signal_lines,
};
use maycrawl_uses::{Answer, Evidence, Outcome, Readings, Use};

use super::crawlers::{Change, CrawlerClass, unnamed};
use super::use_cells::Cells;
use super::{Budget, Region};

/// Two versions of a file, and the crawlers that are told the same about uses in both.
pub struct UseChange<'r> {
    change: &'r Change,
    files: [FileUses<'r>; 2],
    classes: Vec<Vec<usize>>,
}

/// A difference between what two files say about a use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseEffect {
    /// The use.
    pub wanted: Use,
    /// What the first file says about the example.
    pub before: Answer,
    /// What the second file says about it.
    pub after: Answer,
    /// A shortest path with this effect. What says nothing of the example may not be applicable to this path, or the
    /// other way.
    pub shortest: Vec<u8>,
    /// A path with this effect that looks like one of a real site, or the shortest one.
    pub example: Vec<u8>,
}

/// The differences between what two files say about uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseEffects {
    /// The differences that were found, in the order of [`Use::ALL`].
    pub found: Vec<UseEffect>,
    /// True if every difference is in the list.
    pub is_complete: bool,
}

impl UseEffects {
    /// True if it is proved that nothing differs.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.found.is_empty() && self.is_complete
    }
}

/// The answer to: has a use this outcome for every path of a region?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UseProof {
    /// It has, for every path.
    Holds,
    /// It has not for this path.
    Fails {
        /// A path that looks like one of a real site, or a shortest one.
        path: Vec<u8>,
        /// What the file says about it.
        answer: Answer,
    },
    /// The region has no path, so nothing is said about any URL.
    EmptyRegion,
    /// The budget did not suffice.
    Undecided,
}

/// The steps of reading a file once more: for each of its bytes, and for each crawler.
const BYTES_READ_IN_A_STEP: u64 = 4;
const STEPS_OF_A_CRAWLER: u64 = 30;

/// The steps of reading what a file says to a crawler, in addition to those for its bytes and lines.
const STEPS_OF_READING: u64 = 50;

/// The steps of a pattern that is sorted and copied.
const STEPS_OF_A_PATTERN: u64 = 40;

impl<'r> UseChange<'r> {
    /// Finds the crawlers that are told the same. `None` if the budget does not suffice.
    ///
    /// Cost: one more reading of both files, and O(log names) for each crawler of the change.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::{Budget, Change, UseChange};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /a\n");
    /// let change = Change::new(&robots, &robots, &mut Budget::default());
    /// assert!(UseChange::new(&change, &robots, &robots, &mut Budget::default()).is_some());
    /// assert!(UseChange::new(&change, &robots, &robots, &mut Budget::new(0)).is_none());
    /// ```
    #[must_use]
    pub fn new(
        change: &'r Change,
        before: &'r RobotsTxt<'r>,
        after: &'r RobotsTxt<'r>,
        budget: &mut Budget<'_>,
    ) -> Option<Self> {
        let steps = [before, after].map(steps_of_grouping).iter().sum::<u64>();
        if !budget.take(steps + change.len() as u64 * STEPS_OF_A_CRAWLER) {
            return None;
        }
        let files = [FileUses::new(before), FileUses::new(after)];
        let classes = change.classes_by(|crawler| {
            let control = control_token(crawler);
            (files[0].told(crawler), files[1].told(crawler), control)
        });
        Some(Self { change, files, classes })
    }

    /// The classes: crawlers that are told the same by both files. That of all crawlers which are not named comes
    /// first.
    pub fn classes(&self) -> impl Iterator<Item = CrawlerClass<'_>> {
        self.change.classes_of(&self.classes)
    }

    /// Every difference on paths of `region` between what the two files say about uses to the crawlers of a class.
    ///
    /// Cost: O(patterns * changed patterns) for the cells, and a search for each whose outcomes differ. Ends at the
    /// budget.
    #[must_use]
    pub fn effects(
        &self,
        class: &CrawlerClass<'_>,
        region: &Region<'_>,
        budget: &mut Budget<'_>,
    ) -> UseEffects {
        effects_for(self.files.each_ref(), &class.crawler(), region, budget)
    }

    /// Whether a use has this outcome in the first file, for every path of the region and the crawlers of a class. *Not
    /// said* and *not applicable* are one here, because neither says anything.
    ///
    /// Cost: at most one search for each cell with another outcome. Ends at the budget.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::{Budget, Change, Region, UseChange, UseProof};
    /// use maycrawl_uses::{Outcome, Use};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /pub/ train-ai=y\nAllow: /\n");
    /// let mut budget = Budget::default();
    /// let change = Change::new(&robots, &robots, &mut budget);
    /// let uses = UseChange::new(&change, &robots, &robots, &mut budget).unwrap();
    /// let class = uses.classes().next().unwrap();
    /// let proof = uses.all_paths_are(Outcome::Refused, Use::Train, &class, &Region::everything(), &mut budget);
    /// let UseProof::Fails { path, answer } = proof else { panic!() };
    /// assert_eq!((&*path, answer.outcome), (&b"/pub/page.html"[..], Outcome::Granted));
    /// ```
    #[must_use]
    pub fn all_paths_are(
        &self,
        claimed: Outcome,
        wanted: Use,
        class: &CrawlerClass<'_>,
        region: &Region<'_>,
        budget: &mut Budget<'_>,
    ) -> UseProof {
        let robots = self.files[0].robots();
        let profile = robots.profile();
        match region.is_empty(profile, budget) {
            Some(true) => return UseProof::EmptyRegion,
            Some(false) => {}
            None => return UseProof::Undecided,
        }
        let crawler = class.crawler();
        if !budget.take(steps_of_reading(&self.files[0])) {
            return UseProof::Undecided;
        }
        let said = self.files[0].for_crawler(&crawler);
        let nothing = Preferences::default();
        let said = said.iter().find(|(of, _)| *of == wanted).map_or(&nothing, |(_, said)| said);
        let cells = Cells::new([said, &nothing]);
        let fails = |[outcome, _]: [Outcome; 2]| differ([outcome, claimed]);
        let (found, is_complete) = cells.shortest_paths(fails, region, profile, budget);
        let shortest = found.into_iter().min_by_key(|(_, path)| path.len());
        let Some((cell, shortest)) = shortest else {
            return if is_complete { UseProof::Holds } else { UseProof::Undecided };
        };
        let path = cells.example(cell, &shortest, region, profile, budget);
        match ask(robots, &crawler, &path, wanted, budget) {
            Some(answer) => UseProof::Fails { path, answer },
            None => UseProof::Undecided,
        }
    }
}

/// The effects for one crawler.
fn effects_for(
    files: [&FileUses<'_>; 2],
    crawler: &Crawler,
    region: &Region<'_>,
    budget: &mut Budget<'_>,
) -> UseEffects {
    let mut effects = UseEffects { found: Vec::new(), is_complete: true };
    if files.iter().all(|file| !file.speaks_to(crawler)) {
        return effects;
    }
    let Some([said_before, said_after]) = said(files, crawler, budget) else {
        effects.is_complete = false;
        return effects;
    };
    let profile = files[0].robots().profile();
    for ((wanted, before), (_, after)) in said_before.iter().zip(&said_after) {
        if before.is_same(after) {
            continue;
        }
        let cells = Cells::new([before, after]);
        let (found, is_complete) = cells.shortest_paths(differ, region, profile, budget);
        effects.is_complete &= is_complete;
        for (cell, shortest) in found {
            let example = cells.example(cell, &shortest, region, profile, budget);
            match effect_of(files, crawler, *wanted, shortest, example, budget) {
                Some(effect) => effects.found.push(effect),
                None => effects.is_complete = false,
            }
        }
    }
    effects
}

/// What each file says to a crawler.
fn said(
    files: [&FileUses<'_>; 2],
    crawler: &Crawler,
    budget: &mut Budget<'_>,
) -> Option<[[(Use, Preferences); 4]; 2]> {
    let steps = files.iter().map(|file| steps_of_reading(file)).sum();
    let of_crawler = || [files[0].for_crawler(crawler), files[1].for_crawler(crawler)];
    budget.take(steps).then(of_crawler)
}

fn effect_of(
    files: [&FileUses<'_>; 2],
    crawler: &Crawler,
    wanted: Use,
    shortest: Vec<u8>,
    example: Vec<u8>,
    budget: &mut Budget<'_>,
) -> Option<UseEffect> {
    let [before, after] = files;
    let before = ask(before.robots(), crawler, &example, wanted, budget)?;
    let after = ask(after.robots(), crawler, &example, wanted, budget)?;
    if !differ([before.outcome, after.outcome]) {
        // The path was found for two outcomes that differ. If one answer were another, nothing would be proved.
        debug_assert!(false, "the lists disagree with the answer about one path");
        return None;
    }
    Some(UseEffect { wanted, before, after, shortest, example })
}

/// Whether an edit that keeps every verdict may change what a file says about a use: there is a signal, or a group of a
/// control token.
pub fn uses_may_change(robots: &RobotsTxt<'_>) -> bool {
    let has_token = robots.groups().any(|group| {
        group.agents().any(|agent| control_token(&bare_crawler(agent.value)).is_some())
    });
    has_token || has_signal_lines(robots)
}

/// A file, to tell of edits that keep every verdict whether they keep what it says about uses.
pub struct KeptUses<'r> {
    file: FileUses<'r>,
    /// The crawlers that it names, control tokens, and one that stands for all others.
    crawlers: Vec<Crawler>,
}

impl<'r> KeptUses<'r> {
    /// O(bytes + names * log names). `None` if the budget does not suffice.
    pub fn new(robots: &'r RobotsTxt<'r>, budget: &mut Budget<'_>) -> Option<Self> {
        let of = || Self {
            file: FileUses::new(robots),
            crawlers: named(robots).chain(control_tokens()).chain([unnamed()]).collect(),
        };
        budget.take(steps_of_grouping(robots)).then(of)
    }

    /// True if it is proved that the edited file says the same about uses to every crawler that one of both names, to
    /// control tokens, and to all others, given that it gives each of them the same verdicts. Far less work than a
    /// [`UseChange`], which asks all known crawlers and takes no verdict as given.
    pub fn by(&self, edited: &[u8], budget: &mut Budget<'_>) -> bool {
        if !budget.take(edited.len() as u64 / BYTES_READ_IN_A_STEP) {
            return false;
        }
        let edited = RobotsTxt::parse_with(edited, self.file.robots().profile());
        if !budget.take(steps_of_grouping(&edited)) {
            return false;
        }
        let files = [&self.file, &FileUses::new(&edited)];
        let speaks = |crawler: &Crawler| files.iter().any(|file| file.speaks_to(crawler));
        let mut asked = BTreeSet::new();
        let crawlers = self.crawlers.iter().map(Cow::Borrowed);
        crawlers.chain(named(&edited).map(Cow::Owned)).filter(|it| speaks(it)).all(|crawler| {
            let control = control_token(&crawler);
            let is_new = asked.insert((files[0].told(&crawler), files[1].told(&crawler), control));
            budget.take(STEPS_OF_A_CRAWLER) && (!is_new || are_kept(files, &crawler, budget))
        })
    }
}

/// True if both files say the same to the crawler, given that they give it the same verdicts.
fn are_kept(files: [&FileUses<'_>; 2], crawler: &Crawler, budget: &mut Budget<'_>) -> bool {
    if files[0].is_same_by_verdicts(files[1], crawler) {
        return true;
    }
    let Some([before, after]) = said(files, crawler, budget) else { return false };
    let profile = files[0].robots().profile();
    before.iter().zip(&after).all(|((_, before), (_, after))| {
        before.is_same_by_verdicts(after) || {
            let (found, is_complete) = Cells::given_verdicts([before, after]).shortest_paths(
                differ,
                &Region::everything(),
                profile,
                budget,
            );
            found.is_empty() && is_complete
        }
    })
}

/// The crawlers that a file names.
fn named(robots: &RobotsTxt<'_>) -> impl Iterator<Item = Crawler> {
    robots.groups().flat_map(|group| group.agents()).map(|agent| bare_crawler(agent.value))
}

/// A use that a file grants and refuses to a crawler, and a shortest path for which it does.
pub struct Contradiction {
    pub wanted: Use,
    pub path: Vec<u8>,
    pub answer: Answer,
}

/// The contradictions of a file, for the first of these crawlers that are told the same.
pub fn contradictions(
    robots: &RobotsTxt<'_>,
    crawlers: &[Crawler],
    budget: &mut Budget<'_>,
) -> Vec<Contradiction> {
    let mut all = Vec::new();
    if !budget.take(steps_of_grouping(robots)) {
        return all;
    }
    let file = FileUses::new(robots);
    let (nothing, everything) = (Preferences::default(), Region::everything());
    let mut asked = BTreeSet::new();
    for crawler in crawlers {
        if !asked.insert((file.told(crawler), control_token(crawler))) {
            continue;
        }
        if !budget.take(steps_of_reading(&file)) {
            break;
        }
        for (wanted, said) in file.for_crawler(crawler) {
            let cells = Cells::new([&said, &nothing]);
            let is_conflict = |[outcome, _]: [Outcome; 2]| outcome == Outcome::Conflict;
            let profile = robots.profile();
            let (found, _) = cells.shortest_paths(is_conflict, &everything, profile, budget);
            let shortest = found.into_iter().map(|(_, path)| path).min_by_key(Vec::len);
            all.extend(shortest.and_then(|path| {
                let answer = ask(robots, crawler, &path, wanted, budget)?;
                Some(Contradiction { wanted, path, answer })
            }));
        }
    }
    all
}

/// The steps of [`FileUses::new`]: the names of the file are indexed for both groupings.
fn steps_of_grouping(robots: &RobotsTxt<'_>) -> u64 {
    2 * (robots.as_bytes().len() as u64 / BYTES_READ_IN_A_STEP + robots.steps_of_indexing())
}

/// The steps of reading what a file says to a crawler.
fn steps_of_reading(file: &FileUses<'_>) -> u64 {
    let robots = file.robots();
    let bytes = robots.as_bytes().len() as u64 / BYTES_READ_IN_A_STEP;
    bytes + robots.directive_count() as u64 * STEPS_OF_A_PATTERN + STEPS_OF_READING
}

/// A crawler of the name that a `user-agent` line has.
fn bare_crawler(value: &[u8]) -> Crawler {
    Crawler::bare_token(String::from_utf8_lossy(product_token(value)))
}

/// The answer of a file about one path.
fn ask(
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    path: &[u8],
    wanted: Use,
    budget: &mut Budget<'_>,
) -> Option<Answer> {
    let bytes = robots.as_bytes().len() + path.len();
    let steps = 2 * bytes as u64 / BYTES_READ_IN_A_STEP
        + robots.directive_count() as u64 * STEPS_OF_A_PATTERN;
    let evidence = Evidence { robots: Some(robots), ..Evidence::default() };
    let path = UrlPath::from_target(path, robots.profile());
    let asked = || maycrawl_uses::ask(&evidence, crawler, &path, wanted, Readings::DEFAULT);
    budget.take(steps).then(asked)
}

/// Whether two outcomes say different things.
fn differ([before, after]: [Outcome; 2]) -> bool {
    let is_silent = |outcome| matches!(outcome, Outcome::NotSaid | Outcome::NotApplicable);
    before != after && !(is_silent(before) && is_silent(after))
}
