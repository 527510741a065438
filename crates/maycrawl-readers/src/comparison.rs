//! Files as readers have read them, compared in pairs for all paths.
//!
//! A *place* is what the readers decide of some paths, each by its line. It counts if the two readings of some pair
//! give different answers there. [`product`](super::product) finds every place with a shortest path, and what it finds
//! is asked of [`ReadFile::decide`]: so every place is one, and what is not found does not exist or is counted.

use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use maycrawl::as_written;
use maycrawl_effects::internals::likely_path;
use maycrawl_effects::{Budget, Paths};

use super::choices::{Choices, Table};
use super::deciders::{self, Decider, Machines};
use super::groups::{Group, Rule};
use super::interned::Interned;
use super::product::{self, Meanings, Reading, Region};
use super::{ReadFile, ReaderAnswer, letters};

/// Paths that the files decide by these lines.
pub(super) struct Place {
    /// The crawlers, of those that were asked about.
    pub(super) crawlers: Vec<String>,
    /// The answer of each file.
    pub(super) answers: Vec<ReaderAnswer>,
    pub(super) shortest: String,
    /// A path that looks like one of a real site.
    pub(super) example: Option<String>,
    /// The paths of the longest of the rules that decide.
    pub(super) paths: Paths,
}

/// All places.
#[derive(Default)]
pub(super) struct Places {
    pub(super) found: Vec<Place>,
    /// Pairs that were not compared for all paths, counted once for each class of crawlers.
    pub(super) undecided: u64,
    /// The numbers of these pairs.
    pub(super) open: BTreeSet<usize>,
    /// Crawlers for which nothing was compared.
    pub(super) names_not_compared: usize,
}

/// What the two files of each pair are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// Two readings of one file. Every rule that decides is told.
    Readings,
    /// What one reader reads before and after an edit. Of a rule that changes no answer nothing is told.
    Edit,
}

/// What several comparisons of the same files make once.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) choices: Choices,
    machines: Machines,
}

/// Every place where the two files of a pair give different answers to one of the crawlers. A pair is two numbers of
/// files.
pub(super) fn places(
    read: &[&ReadFile],
    pairs: &[[usize; 2]],
    crawlers: &[&str],
    shared: &mut Shared,
    of: Of,
    budget: &mut Budget<'_>,
) -> Places {
    let mut places = Places::default();
    let Shared { choices, machines } = shared;
    // Names alone decide nothing, so they get no more than half.
    let half = budget.steps() / 2;
    let (mut classes, beyond) =
        budget.with_at_most(half, |budget| classes(read, crawlers, choices, budget));
    places.names_not_compared += beyond;
    if of == Of::Edit {
        classes = changed_classes(classes, read, pairs, budget);
    }
    let (mut room, mut keys) = (MAX_RULES, Interned::default());
    let kinds = classes.iter().map(|class| {
        room = room.checked_sub(class.rules())?;
        let is_paid = budget.take(class.steps_of_machines());
        let kinds = is_paid.then(|| kinds(read, &class.chosen, machines, &mut keys))?;
        let kinds = match of {
            Of::Readings => kinds,
            Of::Edit => kinds_of_edits(&kinds, pairs, machines, &mut keys, budget),
        };
        Some(kinds)
    });
    let kinds: Vec<_> = kinds.collect();
    let comparisons = classes.iter().zip(kinds).filter_map(|(class, kinds)| match kinds {
        Some(kinds) => Some(Comparison::new(read, class, pairs, of, kinds)),
        None => {
            places.names_not_compared += class.crawlers.len();
            None
        }
    });
    let mut comparisons: Vec<_> = comparisons.collect();
    let (made, known, meanings) = (BTreeMap::new(), BTreeMap::new(), Meanings::default());
    let examples = Examples::default();
    let mut readings = Readings { machines, meanings: &meanings, made, known, examples };
    // The hard pairs of one crawler do not come before the easy ones of another.
    for most in STEPS {
        comparisons.iter_mut().for_each(|it| it.run(most, &mut readings, budget));
    }
    collected(comparisons, pairs, &mut places);
    places
}

/// Adds what the comparisons have found.
fn collected(comparisons: Vec<Comparison<'_, '_>>, pairs: &[[usize; 2]], places: &mut Places) {
    let mut known = Interned::default();
    for comparison in comparisons {
        places.undecided += comparison.open.len() as u64;
        let kinds = pairs.iter().map(|pair| pair.map(|file| comparison.kind_of(file)));
        let open = kinds.enumerate().filter(|(_, kinds)| comparison.open.contains(kinds));
        places.open.extend(open.map(|(number, _)| number));
        let mut found = comparison.found;
        // An index page and its directory are two patterns of one rule. The shortest path of both is told.
        found.sort_by(|a, b| (&a.answers, a.shortest.len()).cmp(&(&b.answers, b.shortest.len())));
        found.dedup_by(|later, earlier| later.answers == earlier.answers);
        for one in found {
            add(&mut places.found, &mut known, one);
        }
    }
}

/// Adds a place. The same one for another class of crawlers is one.
fn add(all: &mut Vec<Place>, known: &mut Interned, one: Place) {
    let (number, is_new) = known.insert(&place_words(&one.shortest, &one.answers));
    if is_new {
        all.push(one);
    } else {
        all[number as usize].crawlers.extend(one.crawlers);
    }
}

/// The groups that each file has for a crawler.
type Chosen<'f> = Vec<Vec<&'f Group>>;

/// Crawlers for which each file has the same groups.
struct Class<'f, 'c> {
    chosen: Chosen<'f>,
    /// For each file how many groups, and their numbers.
    key: Vec<u32>,
    crawlers: Vec<&'c str>,
}

impl Class<'_, '_> {
    /// The rules of all files.
    fn rules(&self) -> usize {
        self.chosen.iter().flatten().map(|group| group.rules.len()).sum()
    }

    fn steps_of_machines(&self) -> u64 {
        let rules = self.chosen.iter().flatten().flat_map(|group| &group.rules);
        rules.map(|rule| STEPS_OF_A_RULE + 2 * rule.written.len() as u64).sum()
    }
}

/// The crawlers, those together for which each file has the same groups, and the number of those for which the budget
/// does not suffice.
fn classes<'f, 'c>(
    read: &'f [&'f ReadFile],
    crawlers: &[&'c str],
    choices: &mut Choices,
    budget: &mut Budget<'_>,
) -> (Vec<Class<'f, 'c>>, usize) {
    let (mut classes, mut numbers): (Vec<Class<'f, 'c>>, _) = (Vec::new(), Interned::default());
    let mut beyond = 0;
    let tables: Vec<_> = read.iter().map(|file| choices.table(file, budget)).collect();
    for &crawler in crawlers {
        let mut key = Vec::new();
        let mut add = |(file, table): (&&ReadFile, &Table)| {
            choices.add_groups(file, table, crawler, &mut key, budget)
        };
        if read.iter().zip(&tables).any(|it| add(it).is_none()) {
            beyond += 1;
            continue;
        }
        let (number, is_new) = numbers.insert(&key);
        if is_new {
            let of_file = |(file, at): (&&'f ReadFile, &[u32])| {
                at.iter().map(|&at| &file.groups[at as usize]).collect()
            };
            let chosen = read.iter().zip(lists(&key)).map(of_file).collect();
            classes.push(Class { chosen, key, crawlers: Vec::new() });
        }
        classes[number as usize].crawlers.push(crawler);
    }
    (classes, beyond)
}

/// The lists of a key, each with its length before it.
fn lists(mut key: &[u32]) -> impl Iterator<Item = &[u32]> {
    core::iter::from_fn(move || {
        let (&count, rest) = key.split_first()?;
        let (list, rest) = rest.split_at(count as usize);
        key = rest;
        Some(list)
    })
}

/// The classes for which an edit changes the rules of some reader, without the groups of the other readers. Most edits
/// change the rules of few crawlers, and these are one class then.
fn changed_classes<'f, 'c>(
    classes: Vec<Class<'f, 'c>>,
    read: &[&ReadFile],
    pairs: &[[usize; 2]],
    budget: &mut Budget<'_>,
) -> Vec<Class<'f, 'c>> {
    let (mut changed, mut numbers): (Vec<Class<'f, 'c>>, _) = (Vec::new(), Interned::default());
    for mut class in classes {
        if !budget.take(1 + class.rules() as u64 / 16) {
            // Its key has no end that another one has.
            numbers.insert(&[&*class.key, &[u32::MAX, changed.len() as u32]].concat());
            changed.push(class);
            continue;
        }
        let mut has_change = false;
        for &[before, after] in pairs {
            let is_alike = read[before].above == read[after].above;
            if is_alike && say_the_same(&class.chosen[before], &class.chosen[after]) {
                class.chosen[before].clear();
                class.chosen[after].clear();
            } else {
                has_change = true;
            }
        }
        if !has_change {
            continue;
        }
        let mut key = Vec::new();
        for (list, groups) in lists(&class.key).zip(&class.chosen) {
            key.push(groups.len() as u32);
            key.extend(list.iter().take(groups.len()));
        }
        let (number, is_new) = numbers.insert(&key);
        if is_new {
            changed.push(Class { key, ..class });
        } else {
            changed[number as usize].crawlers.extend(class.crawlers);
        }
    }
    changed
}

fn say_the_same(groups: &[&Group], others: &[&Group]) -> bool {
    let rules = groups.iter().flat_map(|group| &group.rules).map(Rule::said);
    rules.eq(others.iter().flat_map(|group| &group.rules).map(Rule::said))
}

/// The steps of comparing a rule with a path, as its reader does.
const STEPS_OF_A_MATCH: u64 = 2;

/// The steps of a path, which each reader normalises.
const STEPS_OF_A_PATH: u64 = 12;

/// The steps of making a decider of a rule.
const STEPS_OF_A_RULE: u64 = 100;

/// The rules of all files for all crawlers. With names that share groups there can be many more than in the file, and
/// each needs about 80 bytes.
const MAX_RULES: usize = 1_000_000;

/// The steps that one pair may take at first, and what those may take that need more.
const STEPS: [u64; 3] = [2_000_000, 20_000_000, u64::MAX];

/// Files that have the same deciders.
struct Kind<'f> {
    deciders: Vec<Decider<'f>>,
    /// One number for all with the same machines and answers, whatever their lines.
    key: u32,
    files: Vec<usize>,
}

/// The kinds of files for one class of crawlers.
fn kinds<'f>(
    read: &[&'f ReadFile],
    chosen: &Chosen<'f>,
    machines: &mut Machines,
    keys: &mut Interned,
) -> Vec<Kind<'f>> {
    let mut kinds: Vec<Kind<'f>> = Vec::new();
    for (index, (file, chosen)) in read.iter().zip(chosen).enumerate() {
        let deciders = deciders::of(file, chosen, machines);
        match kinds.iter_mut().find(|kind| kind.deciders == deciders) {
            Some(kind) => kind.files.push(index),
            None => kinds.push(Kind::new(deciders, Vec::from([index]), keys)),
        }
    }
    kinds
}

/// The kinds of each pair, without the rules that change no answer.
fn kinds_of_edits<'f>(
    kinds: &[Kind<'f>],
    pairs: &[[usize; 2]],
    machines: &mut Machines,
    keys: &mut Interned,
    budget: &mut Budget<'_>,
) -> Vec<Kind<'f>> {
    let kind_of = |file: usize| kinds.iter().position(|kind| kind.files.contains(&file));
    let mut all: Vec<([usize; 2], [Vec<usize>; 2])> = Vec::new();
    for &[before, after] in pairs {
        let (Some(of_before), Some(of_after)) = (kind_of(before), kind_of(after)) else { continue };
        let of_pair = [of_before, of_after];
        match all.iter_mut().find(|(known, _)| *known == of_pair) {
            Some((_, files)) => [before, after].iter().zip(files).for_each(|(&it, to)| to.push(it)),
            None => all.push((of_pair, [before, after].map(|file| Vec::from([file])))),
        }
    }
    let mut own = Vec::new();
    for ([before, after], files) in all {
        let mut deciders = [before, after].map(|kind| kinds[kind].deciders.clone());
        if kinds[before].key != kinds[after].key {
            let [before, after] = &mut deciders;
            deciders::without_needless(before, after, machines, budget);
            deciders::without_needless(after, before, machines, budget);
        }
        let both = deciders.into_iter().zip(files);
        own.extend(both.map(|(deciders, files)| Kind::new(deciders, files, keys)));
    }
    own
}

impl<'f> Kind<'f> {
    fn new(deciders: Vec<Decider<'f>>, files: Vec<usize>, keys: &mut Interned) -> Self {
        let words: Vec<u32> = deciders.iter().map(Decider::word).collect();
        let (key, _) = keys.insert(&words);
        Self { deciders, key, files }
    }
}

/// Readings and what was found of them. Crawlers share many, and so do the two sides of a change.
struct Readings<'m> {
    machines: &'m Machines,
    meanings: &'m Meanings,
    made: BTreeMap<u32, Reading<'m>>,
    known: BTreeMap<[u32; 2], Vec<Region>>,
    examples: Examples,
}

/// For each place a path that looks like one of a real site. Crawlers share many.
#[derive(Default)]
struct Examples {
    places: Interned,
    found: Vec<Option<String>>,
}

/// A place, whoever asks.
fn place_words(shortest: &str, answers: &[ReaderAnswer]) -> Vec<u32> {
    let answer = |it: &ReaderAnswer| [it.is_allowed.into(), it.line.unwrap_or(u32::MAX)];
    shortest.bytes().map(u32::from).chain(answers.iter().flat_map(answer)).collect()
}

/// The most words of all automata that are kept: 64 MB.
const MAX_KEPT: usize = 16 << 20;

impl Readings<'_> {
    /// The pairs of deciders of two kinds that give different answers to some path, and whether these are all.
    fn regions(&mut self, kinds: [&Kind<'_>; 2], budget: &mut Budget<'_>) -> (Vec<Region>, bool) {
        let keys = kinds.map(|kind| kind.key);
        if let Some(regions) = self.known.get(&keys) {
            let is_paid = budget.take(1 + 8 * regions.len() as u64);
            return (if is_paid { regions.clone() } else { Vec::new() }, is_paid);
        }
        let [mut first, mut second] = kinds.map(|kind| {
            let made = self.made.remove(&kind.key);
            made.unwrap_or_else(|| Reading::new(&kind.deciders, self.machines, self.meanings))
        });
        let (regions, is_complete) = product::compare(&mut first, &mut second, budget);
        if self.made.values().map(Reading::size).sum::<usize>() > MAX_KEPT {
            self.made.clear();
        }
        self.made.insert(keys[0], first);
        self.made.insert(keys[1], second);
        if is_complete {
            self.known.insert(keys, regions.clone());
        }
        (regions, is_complete)
    }
}

/// The files, for one class of crawlers.
struct Comparison<'f, 'c> {
    read: &'f [&'f ReadFile],
    class: &'f Class<'f, 'c>,
    pairs: &'f [[usize; 2]],
    of: Of,
    /// The steps of asking all readers about a path.
    steps: u64,
    kinds: Vec<Kind<'f>>,
    /// The pairs of kinds that are not compared for all paths yet.
    open: Vec<[usize; 2]>,
    /// Pairs of kinds with a decider of each that a place shows.
    told: BTreeSet<([usize; 2], [ReaderAnswer; 2])>,
    found: Vec<Place>,
}

impl<'f, 'c> Comparison<'f, 'c> {
    fn new(
        read: &'f [&'f ReadFile],
        class: &'f Class<'f, 'c>,
        pairs: &'f [[usize; 2]],
        of: Of,
        kinds: Vec<Kind<'f>>,
    ) -> Self {
        let mut comparison = Self {
            read,
            class,
            pairs,
            of,
            steps: STEPS_OF_A_PATH * read.len() as u64 + STEPS_OF_A_MATCH * class.rules() as u64,
            kinds,
            open: Vec::new(),
            told: BTreeSet::new(),
            found: Vec::new(),
        };
        let pairs = pairs.iter().map(|pair| pair.map(|file| comparison.kind_of(file)));
        let key = |kind: usize| comparison.kinds[kind].key;
        let differing: BTreeSet<_> = pairs.filter(|pair| key(pair[0]) != key(pair[1])).collect();
        comparison.open = differing.into_iter().collect();
        comparison
    }

    fn kind_of(&self, file: usize) -> usize {
        self.kinds.iter().position(|kind| kind.files.contains(&file)).unwrap_or_default()
    }

    /// Compares the pairs that are open, with at most `most` steps for each.
    fn run(&mut self, most: u64, readings: &mut Readings<'_>, budget: &mut Budget<'_>) {
        for pair in core::mem::take(&mut self.open) {
            let is_done = budget.with_at_most(most, |budget| {
                let kinds = pair.map(|kind| &self.kinds[kind]);
                let (regions, is_complete) = readings.regions(kinds, budget);
                let examples = &mut readings.examples;
                regions.iter().all(|region| self.tell(pair, region, examples, budget))
                    && is_complete
            });
            if !is_done {
                self.open.push(pair);
            }
        }
    }

    /// Adds a place, unless it is there. False if the readers do not decide it as the machines say.
    fn tell(
        &mut self,
        pair: [usize; 2],
        region: &Region,
        examples: &mut Examples,
        budget: &mut Budget<'_>,
    ) -> bool {
        let decider =
            |side: usize| region.deciders[side].map(|at| &self.kinds[pair[side]].deciders[at]);
        let said = [0, 1].map(|side| {
            let is_allowed = decider(side).is_none_or(|it| it.allows);
            ReaderAnswer { is_allowed, line: decider(side).and_then(|it| it.line) }
        });
        if self.told.contains(&(pair, said)) {
            return true;
        }
        if !budget.take(self.steps) {
            return false;
        }
        let answers = self.answers(&region.path);
        let is_replayed = [0, 1].iter().all(|&side| {
            answers[self.kinds[pair[side]].files[0]].is_allowed == said[side].is_allowed
        });
        debug_assert!(is_replayed, "{}: {answers:?}", region.path.escape_ascii());
        let Ok(shortest) = String::from_utf8(region.path.clone()) else { return false };
        if !is_replayed {
            return false;
        }
        // Only now: what the budget did not suffice for is tried again.
        self.told.insert((pair, said));
        if self.found.iter().any(|place| place.answers == answers) {
            return true;
        }
        let written = self.written(&answers);
        let (number, is_new) = examples.places.insert(&place_words(&shortest, &answers));
        if is_new {
            examples.found.push(None);
        }
        let known = &mut examples.found[number as usize];
        if known.as_ref().is_none_or(|path| self.answers(path.as_bytes()) != answers) {
            *known = self.example(&written, &answers, budget);
        }
        let example = known.clone();
        // A rule without a path, or none, is about everything.
        let longest = written.iter().max_by_key(|text| text.len()).copied().unwrap_or(b"/");
        self.found.push(Place {
            crawlers: self.class.crawlers.iter().map(|&name| name.to_owned()).collect(),
            paths: Paths::for_pattern(longest),
            answers,
            shortest,
            example,
        });
        true
    }

    fn answers(&self, path: &[u8]) -> Vec<ReaderAnswer> {
        // Two slashes at the start of a path would be read as a host.
        let url = [b"https://example.com", path].concat();
        let files = self.read.iter().zip(&self.class.chosen);
        let answers = files.map(|(file, chosen)| file.decide_by(chosen, as_written(&url)));
        let mut answers: Vec<_> = answers.collect();
        // What stays as it is tells nothing of an edit, and would make one change many.
        if self.of == Of::Edit {
            for &[before, after] in self.pairs {
                if answers[before].is_allowed == answers[after].is_allowed {
                    answers[before].line = None;
                    answers[after] = answers[before];
                }
            }
        }
        answers
    }

    /// The paths of the rules that decide, as they stand in the file.
    fn written(&self, answers: &[ReaderAnswer]) -> Vec<&'f [u8]> {
        let mut written: Vec<&'f [u8]> = Vec::new();
        for kind in &self.kinds {
            let Some(line) = answers[kind.files[0]].line else { continue };
            let decider = kind.deciders.iter().find(|it| it.line == Some(line));
            written.extend(decider.map(|it| it.written).filter(|text| !text.is_empty()));
        }
        written.extend(self.read.iter().flat_map(|file| &file.above).map(|rule| &*rule.written));
        written.sort_by_key(|text| (Reverse(text.len()), *text));
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
