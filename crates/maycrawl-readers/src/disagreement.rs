//! Where readers disagree on a file: the paths that one of them allows and another one does not.
//!
//! # The idea
//!
//! For two readers a *region* is a pair: the line that decides for the first one, or none, and the line that decides
//! for the second one, or none. It counts if the two answers differ and some path that a client may request is decided
//! by both. For each pair of readers all pairs of deciders are tried. Most are dismissed at once, because their paths
//! begin differently, or because one reader has the rule of the other too and takes it first. For the others `search`
//! finds a shortest path or shows that there is none, as [`effect`](maycrawl_effects) does: at first no greater rule is
//! forbidden, and each one that decides the path that was found is forbidden then.
//!
//! One path shows a region for every pair of readers that differ at it. So there are hardly more searches that find a
//! path than paths in the answer.
//!
//! # Why it is exact
//!
//! What is found is asked of [`ReadFile::decide`], so every path in the answer is one on which the readers differ. What
//! is not found does not exist, or is counted in [`Disagreements::undecided`] and
//! [`Disagreements::names_not_compared`].

use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use maycrawl::as_written;
use maycrawl_effects::internals::{Found, likely_path};
use maycrawl_effects::{Budget, Paths, PathsKind};

use super::deciders::{self, Decider, Machines, Spelled};
use super::groups::Group;
use super::letters::{self, letters_of};
use super::reasons;
use super::regions::{Disagreement, Key, ReaderLine, programs};
use super::search::shortest_path;
use super::{ReadFile, Reader, ReaderAnswer};

/// What [`disagreements`] has found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Disagreements {
    /// The heaviest first: what real paths show before what only unusual ones do; then by kind of paths, the whole site
    /// first; then by use, which is the number of programs whose answer is the rarer one.
    pub found: Vec<Disagreement>,
    /// Pairs of rules for which the budget did not suffice.
    pub undecided: u64,
    /// Crawlers for which nothing was compared: the file has too many names or rules for the budget.
    pub names_not_compared: usize,
}

impl Disagreements {
    /// True if it is proved that the readers give one answer for every path.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.found.is_empty() && self.undecided == 0 && self.names_not_compared == 0
    }
}

/// Every region on which some of the `readers` disagree on the file, for each of the `crawlers`.
///
/// ```
/// use maycrawl_effects::Budget;
/// use maycrawl_readers::{Reader, UNNAMED, disagreements};
///
/// let file = b"User-agent: *\nAllow: /shop/\nDisallow: /shop/cart\n";
/// let readers = [Reader::by_name("google").unwrap(), Reader::by_name("cpython").unwrap()];
/// let told = disagreements(&readers, file, &[UNNAMED], &mut Budget::default());
/// let [one] = &told.found[..] else { panic!() };
/// assert_eq!(one.shortest, "/shop/cart");
/// assert_eq!((one.allowing[0].reader.name(), one.allowing[0].line), ("cpython", Some(2)));
/// assert_eq!((one.disallowing[0].reader.name(), one.disallowing[0].line), ("google", Some(3)));
/// assert_eq!(one.reasons[0].axes[0].axis, "which rule wins");
/// // Nothing else differs, and that is proved.
/// assert_eq!(told.undecided, 0);
/// ```
///
/// The paths are those that clients request ([`RequestUrl`](maycrawl::RequestUrl)).
///
/// Cost: for each pair of readers that do not read alike O(rules * rules), most of which are dismissed by their first
/// bytes, and a search for each of the others. Ends at the budget.
#[must_use]
pub fn disagreements(
    readers: &[&'static Reader],
    file: &[u8],
    crawlers: &[&str],
    budget: &mut Budget<'_>,
) -> Disagreements {
    let read: Vec<ReadFile> = readers.iter().map(|reader| reader.read(file)).collect();
    let mut told = Disagreements::default();
    let mut machines = Machines::default();
    // Most of the budget is for regions. What they need is not known before, so reasons get a fixed part.
    let for_reasons = budget.steps() / PART_FOR_REASONS;
    let most = budget.steps() - for_reasons;
    budget.with_at_most(most, |budget| {
        // Names alone decide nothing, so they get no more than half.
        let half = budget.steps() / 2;
        let (classes, beyond) =
            budget.with_at_most(half, |budget| classes(&read, crawlers, budget));
        told.names_not_compared += beyond;
        let mut room = MAX_RULES;
        let kinds = classes.iter().map(|class| {
            let rules = class.rules();
            room = room.checked_sub(rules)?;
            let is_paid = budget.take(class.steps_of_machines());
            is_paid.then(|| kinds(&read, &class.chosen, &mut machines))
        });
        let kinds: Vec<_> = kinds.collect();
        let comparisons = classes.iter().zip(kinds).filter_map(|(class, kinds)| {
            let Some(kinds) = kinds else {
                told.names_not_compared += class.crawlers.len();
                return None;
            };
            Some((class, Comparison::new(readers, &read, class, &machines, kinds)))
        });
        let mut comparisons: Vec<_> = comparisons.collect();
        run_all(&mut comparisons, &machines, budget);
        let mut places = BTreeMap::new();
        for (class, comparison) in comparisons {
            told.undecided += comparison.undecided + comparison.hard.len() as u64;
            let mut found = comparison.found;
            // An index page and its directory are two patterns of one rule. The shortest path of both is told.
            found.sort_by(|a, b| (a.lines(), a.shortest.len()).cmp(&(b.lines(), b.shortest.len())));
            found.dedup_by(|later, earlier| later.lines() == earlier.lines());
            for one in &mut found {
                one.crawlers = class.crawlers.iter().map(|&name| name.to_owned()).collect();
            }
            add(&mut told.found, &mut places, found);
        }
    });
    reasons::explain(&mut told.found, file, budget);
    told.found.sort_by_cached_key(weight);
    told
}

/// Compares the readers for every class of crawlers.
fn run_all(
    comparisons: &mut [(&Class<'_, '_>, Comparison<'_>)],
    machines: &Machines,
    budget: &mut Budget<'_>,
) {
    let mut searches = Searches { machines, known: BTreeMap::new() };
    for (_, comparison) in &mut *comparisons {
        comparison.run(&mut searches, budget);
    }
    // The hard pairs of one crawler do not come before the easy ones of another.
    for most in LATER_STEPS {
        for (_, comparison) in &mut *comparisons {
            comparison.run_again(most, &mut searches, budget);
        }
    }
}

/// The part of the budget that is kept for reasons: an eighth.
const PART_FOR_REASONS: u64 = 8;

/// Adds what was found for one class of crawlers. The same disagreement for another class is one.
fn add(all: &mut Vec<Disagreement>, places: &mut BTreeMap<Key, usize>, new: Vec<Disagreement>) {
    let before = all.len();
    for one in new {
        match places.get(&one.key()) {
            // Two of one class stay two.
            Some(&at) if at < before => all[at].crawlers.extend(one.crawlers),
            _ => all.push(one),
        }
    }
    let new = all.iter().enumerate().skip(before);
    places.extend(new.map(|(at, one)| (one.key(), at)));
}

/// Smaller is heavier.
fn weight(one: &Disagreement) -> (bool, PathsKind, Reverse<usize>, usize, Option<u32>) {
    let rarer = programs(one.sides().0);
    let line = one.disallowing.first().and_then(|it| it.line);
    (one.example.is_none(), one.paths.kind, Reverse(rarer), one.paths.text.len(), line)
}

/// The groups that each reader chooses.
type Chosen<'f> = Vec<Vec<&'f Group>>;

/// Crawlers for which each reader chooses the same groups.
struct Class<'f, 'c> {
    chosen: Chosen<'f>,
    crawlers: Vec<&'c str>,
}

impl Class<'_, '_> {
    /// The rules of all readers.
    fn rules(&self) -> usize {
        self.chosen.iter().flatten().map(|group| group.rules.len()).sum()
    }

    fn steps_of_machines(&self) -> u64 {
        let rules = self.chosen.iter().flatten().flat_map(|group| &group.rules);
        rules.map(|rule| STEPS_OF_A_RULE + 2 * rule.written.len() as u64).sum()
    }
}

/// The crawlers, those together for which each reader chooses the same groups, and the number of those for which the
/// budget does not suffice.
fn classes<'f, 'c>(
    read: &'f [ReadFile],
    crawlers: &[&'c str],
    budget: &mut Budget<'_>,
) -> (Vec<Class<'f, 'c>>, usize) {
    let mut classes: BTreeMap<Vec<Vec<*const Group>>, Class<'f, 'c>> = BTreeMap::new();
    let mut beyond = 0;
    let names = read.iter().flat_map(|file| &file.groups).flat_map(|group| &group.names);
    let steps = 1 + names.map(|name| STEPS_OF_A_NAME + name.len() as u64 / 2).sum::<u64>();
    for &crawler in crawlers {
        if !budget.take(steps) {
            beyond += 1;
            continue;
        }
        let chosen: Chosen<'f> = read.iter().map(|file| file.chosen(crawler)).collect();
        let pointers = |groups: &Vec<&'f Group>| {
            groups.iter().map(|&group| core::ptr::from_ref(group)).collect()
        };
        let key = chosen.iter().map(pointers).collect();
        let class = classes.entry(key).or_insert(Class { chosen, crawlers: Vec::new() });
        class.crawlers.push(crawler);
    }
    let mut classes: Vec<_> = classes.into_values().collect();
    // In the order of the question, so that the answer does not depend on addresses.
    classes.sort_by_key(|class| crawlers.iter().position(|name| *name == class.crawlers[0]));
    (classes, beyond)
}

/// The steps of comparing a name of the file with that of a crawler.
const STEPS_OF_A_NAME: u64 = 4;

/// The steps of comparing a rule with a path, as its reader does.
const STEPS_OF_A_MATCH: u64 = 8;

/// The steps of making a decider of a rule.
const STEPS_OF_A_RULE: u64 = 100;

/// The rules of all readers for all crawlers. With names that share groups there can be many more than in the file, and
/// each needs about 80 bytes.
const MAX_RULES: usize = 1_000_000;

/// The steps of dismissing a pair.
const STEPS_OF_A_PAIR: u64 = 2;

/// The steps that one pair may take at first. What needs more comes after all others.
const FIRST_STEPS: u64 = 200_000;

/// The steps that it may take then.
const LATER_STEPS: [u64; 2] = [8_000_000, u64::MAX];

/// Searches whose results are kept. More would need too much memory.
const MAX_KNOWN: usize = 200_000;

/// Searches and their results. Crawlers share many, and so do pairs of readers whose rules have the same machines.
struct Searches<'m> {
    machines: &'m Machines,
    known: BTreeMap<(Vec<usize>, BTreeSet<usize>), Found>,
}

impl Searches<'_> {
    /// The shortest path that all `wanted` machines match, and none of the `unwanted` ones.
    fn shortest_path(
        &mut self,
        wanted: &[usize],
        unwanted: &BTreeSet<usize>,
        budget: &mut Budget<'_>,
    ) -> Found {
        let key = (wanted.to_vec(), unwanted.clone());
        if let Some(found) = self.known.get(&key) {
            let steps = 1 + unwanted.len() as u64;
            return if budget.take(steps) { found.clone() } else { Found::OutOfBudget };
        }
        let wanted: Vec<_> = wanted.iter().map(|&number| self.machines.get(number)).collect();
        let unwanted: Vec<_> = unwanted.iter().map(|&number| self.machines.get(number)).collect();
        let found = shortest_path(&wanted, &unwanted, budget);
        if found != Found::OutOfBudget && self.known.len() < MAX_KNOWN {
            self.known.insert(key, found.clone());
        }
        found
    }
}

/// Readers that have the same deciders.
struct Kind<'f> {
    deciders: Vec<Decider<'f>>,
    /// For each machine its place among the deciders.
    ranks: BTreeMap<usize, usize>,
    readers: Vec<usize>,
}

/// A decider of each of two kinds of readers. `None`: no rule decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    kinds: [usize; 2],
    deciders: [Option<usize>; 2],
}

/// The readers, for one crawler.
struct Comparison<'f> {
    readers: &'f [&'static Reader],
    read: &'f [ReadFile],
    chosen: &'f Chosen<'f>,
    /// The steps of asking all readers about a path.
    steps: u64,
    machines: &'f Machines,
    kinds: Vec<Kind<'f>>,
    /// Regions that have a path.
    covered: BTreeSet<Candidate>,
    found: Vec<Disagreement>,
    undecided: u64,
    /// What needed too many steps so far.
    hard: Vec<Candidate>,
}

/// The kinds of readers for one class of crawlers.
fn kinds<'f>(read: &[ReadFile], chosen: &Chosen<'f>, machines: &mut Machines) -> Vec<Kind<'f>> {
    let mut kinds: Vec<Kind<'f>> = Vec::new();
    for (index, (file, chosen)) in read.iter().zip(chosen).enumerate() {
        let deciders = deciders::of(file, chosen, machines);
        match kinds.iter_mut().find(|kind| kind.deciders == deciders) {
            Some(kind) => kind.readers.push(index),
            None => {
                let ranks = (deciders.iter().enumerate()).map(|(at, it)| (it.machine, at));
                let ranks = ranks.collect();
                kinds.push(Kind { deciders, ranks, readers: Vec::from([index]) });
            }
        }
    }
    kinds
}

impl<'f> Comparison<'f> {
    fn new(
        readers: &'f [&'static Reader],
        read: &'f [ReadFile],
        class: &'f Class<'f, '_>,
        machines: &'f Machines,
        kinds: Vec<Kind<'f>>,
    ) -> Self {
        Self {
            readers,
            read,
            chosen: &class.chosen,
            steps: 16 + STEPS_OF_A_MATCH * class.rules() as u64,
            machines,
            undecided: 0,
            kinds,
            covered: BTreeSet::new(),
            found: Vec::new(),
            hard: Vec::new(),
        }
    }

    fn run(&mut self, searches: &mut Searches<'_>, budget: &mut Budget<'_>) {
        for first in 0..self.kinds.len() {
            for second in first + 1..self.kinds.len() {
                self.compare([first, second], searches, budget);
            }
        }
    }

    /// Tries what needed too many steps once more, with at most `most` steps for each.
    fn run_again(&mut self, most: u64, searches: &mut Searches<'_>, budget: &mut Budget<'_>) {
        for candidate in core::mem::take(&mut self.hard) {
            if !self.covered.contains(&candidate) {
                self.try_with_at_most(most, candidate, searches, budget);
            }
        }
    }

    fn try_with_at_most(
        &mut self,
        most: u64,
        candidate: Candidate,
        searches: &mut Searches<'_>,
        budget: &mut Budget<'_>,
    ) {
        let attempt = |budget: &mut Budget<'_>| self.try_candidate(candidate, searches, budget);
        if !budget.with_at_most(most, attempt) {
            self.hard.push(candidate);
        }
    }

    /// Tries every pair of deciders of two kinds with different answers.
    fn compare(&mut self, kinds: [usize; 2], searches: &mut Searches<'_>, budget: &mut Budget<'_>) {
        for first_allows in [true, false] {
            let side = |kind: usize, allows: bool| {
                let deciders = &self.kinds[kind].deciders;
                let places = (0..deciders.len()).filter(|&at| deciders[at].allows == allows);
                let places: Vec<_> = places.map(Some).chain(allows.then_some(None)).collect();
                places
            };
            let (firsts, seconds) = (side(kinds[0], first_allows), side(kinds[1], !first_allows));
            for (tried, &first) in firsts.iter().enumerate() {
                if !budget.take(seconds.len() as u64 * STEPS_OF_A_PAIR) {
                    self.undecided += ((firsts.len() - tried) * seconds.len()) as u64;
                    break;
                }
                for &second in &seconds {
                    let candidate = Candidate { kinds, deciders: [first, second] };
                    if !self.is_possible(candidate) || self.covered.contains(&candidate) {
                        continue;
                    }
                    // In a long file the questions alone take more.
                    let most = FIRST_STEPS.max(4 * self.steps);
                    self.try_with_at_most(most, candidate, searches, budget);
                }
            }
        }
    }

    fn decider(&self, candidate: Candidate, side: usize) -> Option<&Decider<'f>> {
        let deciders = &self.kinds[candidate.kinds[side]].deciders;
        candidate.deciders[side].map(|at| &deciders[at])
    }

    /// Whether a path may be decided by both: what they begin with may be the same, and neither reader has the rule of
    /// the other one before its own.
    fn is_possible(&self, candidate: Candidate) -> bool {
        let machines = [0, 1].map(|side| self.decider(candidate, side).map(|it| it.machine));
        if let [Some(first), Some(second)] = machines {
            let (first, second) = (self.machines.start(first), self.machines.start(second));
            if !first.starts_with(second) && !second.starts_with(first) {
                return false;
            }
        }
        let is_overridden = |side: usize| {
            let other = machines[1 - side];
            let ranks = &self.kinds[candidate.kinds[side]].ranks;
            let rank = other.and_then(|machine| ranks.get(&machine));
            rank.is_some_and(|&rank| candidate.deciders[side].is_none_or(|own| rank < own))
        };
        !is_overridden(0) && !is_overridden(1)
    }

    /// Searches a path for the pair. False if the budget was not enough.
    fn try_candidate(
        &mut self,
        candidate: Candidate,
        searches: &mut Searches<'_>,
        budget: &mut Budget<'_>,
    ) -> bool {
        let machine = |side: usize| self.decider(candidate, side).map(|it| it.machine);
        let mut wanted: Vec<_> = [0, 1].into_iter().filter_map(machine).collect();
        wanted.sort_unstable();
        let mut unwanted = BTreeSet::new();
        let (path, winners) = loop {
            let path = match searches.shortest_path(&wanted, &unwanted, budget) {
                Found::Path(path) => path,
                Found::Nothing => return true,
                Found::OutOfBudget => return false,
            };
            let letters = letters_of(&path);
            let mut spelled = Spelled::new(&letters);
            let count = unwanted.len();
            for side in [0, 1] {
                let kind = candidate.kinds[side];
                let deciders = &self.kinds[kind].deciders;
                if !budget.take((1 + deciders.len() as u64) * (2 + path.len() as u64 / 4)) {
                    return false;
                }
                let winner = spelled.winner(deciders, self.machines);
                if winner != candidate.deciders[side] {
                    unwanted.extend(winner.map(|at| deciders[at].machine));
                }
            }
            if unwanted.len() == count {
                let winner = |kind: &Kind<'_>| spelled.winner(&kind.deciders, self.machines);
                break (path, self.kinds.iter().map(winner).collect::<Vec<_>>());
            }
        };
        self.tell(&path, &winners, budget)
    }

    /// Adds a path, with the decider of each kind. False if the readers do not decide it as the machines say.
    fn tell(&mut self, path: &[u8], winners: &[Option<usize>], budget: &mut Budget<'_>) -> bool {
        if !budget.take(self.steps) {
            return false;
        }
        let answers = self.answers(path);
        let is_replayed = self.kinds.iter().zip(winners).all(|(kind, winner)| {
            let decider = winner.map(|at| &kind.deciders[at]);
            let said = ReaderAnswer {
                is_allowed: decider.is_none_or(|it| it.allows),
                line: decider.and_then(|it| it.line),
            };
            kind.readers.iter().all(|&at| answers[at] == said)
        });
        debug_assert!(is_replayed, "{}: {answers:?}", path.escape_ascii());
        let Ok(shortest) = String::from_utf8(path.to_vec()) else { return false };
        if !is_replayed {
            return false;
        }
        let allows = |kind: usize| answers[self.kinds[kind].readers[0]].is_allowed;
        for first in 0..winners.len() {
            let differing =
                (first + 1..winners.len()).filter(|&kind| allows(kind) != allows(first));
            self.covered.extend(differing.map(|second| Candidate {
                kinds: [first, second],
                deciders: [winners[first], winners[second]],
            }));
        }
        let side = |allows: bool| -> Vec<ReaderLine> {
            let answers = self.readers.iter().zip(&answers);
            let wanted = answers.filter(|(_, answer)| answer.is_allowed == allows);
            wanted.map(|(&reader, answer)| ReaderLine { reader, line: answer.line }).collect()
        };
        let written = self.written(&answers);
        let example = self.example(&written, &answers, budget);
        // A rule without a path, or none, is about everything.
        let longest = written.iter().max_by_key(|text| text.len()).copied().unwrap_or(b"/");
        self.found.push(Disagreement {
            crawlers: Vec::new(),
            allowing: side(true),
            disallowing: side(false),
            shortest,
            example,
            paths: Paths::for_pattern(longest),
            reasons: Vec::new(),
        });
        true
    }

    fn answers(&self, path: &[u8]) -> Vec<ReaderAnswer> {
        // Two slashes at the start of a path would be read as a host.
        let url = [b"https://example.com", path].concat();
        let files = self.read.iter().zip(self.chosen);
        files.map(|(file, chosen)| file.decide_by(chosen, as_written(&url))).collect()
    }

    /// The paths of the rules that decide, as they stand in the file.
    fn written(&self, answers: &[ReaderAnswer]) -> Vec<&'f [u8]> {
        let mut written: Vec<&'f [u8]> = Vec::new();
        for kind in &self.kinds {
            let Some(line) = answers[kind.readers[0]].line else { continue };
            let decider = kind.deciders.iter().find(|it| it.line == Some(line));
            written.extend(decider.map(|it| it.written).filter(|text| !text.is_empty()));
        }
        written.sort_by_key(|text| Reverse(text.len()));
        written.dedup();
        written
    }

    /// A path that looks like one of a real site, with the same answers.
    fn example(
        &self,
        written: &[&[u8]],
        answers: &[ReaderAnswer],
        budget: &mut Budget<'_>,
    ) -> Option<String> {
        let accepts = |path: &[u8], budget: &mut Budget<'_>| {
            letters::is_requested(path) && budget.take(self.steps) && self.answers(path) == answers
        };
        let path = likely_path(written.iter().copied().chain([&b"/"[..]]), accepts, budget)?;
        String::from_utf8(path).ok()
    }
}
