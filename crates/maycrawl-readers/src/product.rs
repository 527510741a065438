//! Two readings of a file, compared for all paths at once.
//!
//! # The idea
//!
//! What a reader decides of a path is decided letter by letter: a [`Reading`] is an automaton whose states are what the
//! reader's forms remember and how far each rule is that may still decide. Two readings that read the same path are a
//! product of both, and every pair of deciders of every path is a state of it. So one search finds them all, each with
//! a shortest path: an escape is one letter and three characters, and states are taken by the number of characters.
//!
//! # Why it is exact
//!
//! A rule is left out of a state only if it can change the answer no more: it is dead, or a greater one has matched
//! for good, or it says what holds without it. So of rules that say the same, the one that matches first stands for
//! all that match later. A state is not followed only if every path through it gets the same answer of both, or
//! different ones of deciders that are known to differ: one answer is left, or the same rules read on from the same
//! places, in an order that makes no difference ([`Meanings`]). Where both have their common rules in one order, one
//! of two deciders that differ is no common rule ([`own_rules`]). So an edit of one rule is a search along that rule.
//! Of letters that no form and no rule tells apart one is tried. Each form is a machine that a test compares with the
//! reader's own function.
//!
//! # Cost
//!
//! States are made when a path needs them. Rules without wildcards are a tree, so there are as many states as bytes of
//! the file; each wildcard adds its length, and rules with several of them may multiply. The budget ends that.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cell::RefCell;

use maycrawl_effects::Budget;
use maycrawl_effects::internals::{DEAD, MATCHED, StateSet};

use super::alphabet::{self, LETTERS};
use super::deciders::{Decider, Machines};
use super::forms::{self, Form};
use super::interned::Interned;
use super::letters::{Letter, Path};
use super::machine::Machine;

/// A reader's rules for one crawler, as an automaton over the letters of paths.
pub(super) struct Reading<'m> {
    forms: Vec<Form>,
    /// The greatest first: the index of the form, the machine, and whether it allows.
    deciders: Vec<(usize, &'m Machine, bool)>,
    /// The machine and the answer of each decider, as one number.
    rules: Vec<u32>,
    meanings: &'m Meanings,
    /// The class of each letter, and one letter of each class.
    class_of: [u16; LETTERS],
    letters: Vec<Letter>,
    states: Interned,
    known: Vec<Known>,
    /// For each state that was left: the states that follow, each with the classes of the letters that lead there.
    follow: Vec<Vec<(u32, Set)>>,
    scratch: Scratch,
}

/// What is known of a state.
#[derive(Clone, Copy)]
struct Known {
    /// The decider of a path that ends here.
    winner: u32,
    winner_allows: bool,
    /// Who may disallow a path through this state, and who may allow it.
    may: [Who; 2],
    /// No rule reads on.
    is_final: bool,
    /// States with one number get the same answer on every path.
    meaning: u32,
}

/// The deciders with one answer that a path may still have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Nobody,
    One(u32),
    Several,
}

impl Who {
    fn or(&mut self, decider: u32) {
        *self = match *self {
            Self::Nobody => Self::One(decider),
            Self::One(known) if known == decider => Self::One(known),
            _ => Self::Several,
        };
    }
}

/// What states mean, whatever reading they are of: the answer so far, the rules that read on with their places, and
/// what their forms remember. Which of two rules comes first makes no difference if both say the same and none between
/// them says the other.
#[derive(Default)]
pub(super) struct Meanings(RefCell<Interned>);

/// Vectors that are used again.
#[derive(Default)]
struct Scratch {
    from: Vec<u32>,
    next: Vec<u32>,
    written: Vec<u8>,
    rules: Vec<[u32; 3]>,
    meaning: Vec<u32>,
}

/// No decider, and no meaning that another state has.
const NONE: u32 = u32::MAX;

impl<'m> Reading<'m> {
    pub(super) fn new(
        deciders: &[Decider<'_>],
        machines: &'m Machines,
        meanings: &'m Meanings,
    ) -> Self {
        let rules = deciders.iter().map(Decider::word).collect();
        let mut forms = Vec::new();
        let (mut used, mut counts_characters) = ([false; 256], false);
        let deciders = deciders.iter().map(|decider| {
            let (form, machine) = machines.get(decider.machine);
            machine.mark(&mut used);
            counts_characters |= machine.counts_characters();
            let form = forms.iter().position(|known| *known == form).unwrap_or_else(|| {
                forms.push(form);
                forms.len() - 1
            });
            (form, machine, decider.allows)
        });
        let deciders = deciders.collect();
        let (class_of, letters) = alphabet::classes(&forms, &used, counts_characters);
        let mut reading = Self {
            forms,
            deciders,
            rules,
            meanings,
            class_of,
            letters,
            states: Interned::default(),
            known: Vec::new(),
            follow: Vec::new(),
            scratch: Scratch::default(),
        };
        reading.start();
        reading
    }

    /// The words that it needs, about.
    pub(super) fn size(&self) -> usize {
        self.states.words.len() + WORDS_OF_A_STATE * self.follow.len()
    }

    /// Makes state 0, before the first letter.
    fn start(&mut self) {
        let mut words = Vec::from([NONE]);
        for _ in &self.forms {
            words.push(forms::State::default().word());
        }
        for (at, (_, machine, _)) in self.deciders.iter().enumerate() {
            match machine.start() {
                DEAD => {}
                MATCHED => {
                    words[0] = at as u32;
                    break;
                }
                state => words.extend([at as u32, state]),
            }
        }
        self.scratch.next = words;
        self.forget();
        self.add();
    }

    /// The states that follow a state, each with the classes of the letters that lead there.
    fn followers(&mut self, state: u32, steps: &mut u64) -> &[(u32, Set)] {
        if self.follow[state as usize].is_empty() {
            let mut followers: Vec<(u32, Set)> = Vec::new();
            for class in 0..self.letters.len() {
                self.read(state, self.letters[class]);
                let next = self.add();
                match followers.iter_mut().find(|(known, _)| *known == next) {
                    Some((_, classes)) => classes.add(class),
                    None => followers.push((next, Set::of(class))),
                }
            }
            // Each rule that reads on costs about a dozen instructions, and so does each word of the state.
            *steps += self.letters.len() as u64 * (2 + self.states.get(state).len() as u64 / 4);
            self.follow[state as usize] = followers;
        }
        &self.follow[state as usize]
    }

    /// Writes the state after one more letter into `scratch.next`.
    fn read(&mut self, state: u32, letter: Letter) {
        let Scratch { from, next, written, .. } = &mut self.scratch;
        from.clear();
        from.extend_from_slice(self.states.get(state));
        next.clear();
        next.push(from[0]);
        let live = 1 + self.forms.len();
        for (index, form) in self.forms.iter().enumerate() {
            let mut remembered = forms::State::of_word(from[1 + index]);
            written.clear();
            form.read(&mut remembered, letter, written);
            next.push(remembered.word());
            // In place: each rule is of one form.
            for rule in from[live..].chunks_exact_mut(2) {
                let (of, machine, _) = self.deciders[rule[0] as usize];
                if of == index {
                    rule[1] =
                        written.iter().fold(rule[1], |state, &byte| machine.next(state, byte));
                }
            }
        }
        for rule in from[live..].chunks_exact(2) {
            match rule[1] {
                DEAD => {}
                // What comes after it is smaller.
                MATCHED => {
                    next[0] = rule[0];
                    break;
                }
                state => next.extend([rule[0], state]),
            }
        }
        self.forget();
    }

    /// Leaves out of `scratch.next` what can change no answer any more: the smallest rules, as long as they say what
    /// holds without them, and what a form remembers where no rule reads on.
    fn forget(&mut self) {
        let (live, next) = (1 + self.forms.len(), &mut self.scratch.next);
        let decider = |at: u32| self.deciders.get(at as usize);
        let allows = |at: u32| decider(at).is_none_or(|&(_, _, allows)| allows);
        while next.len() > live && allows(next[next.len() - 2]) == allows(next[0]) {
            next.truncate(next.len() - 2);
        }
        for index in 0..self.forms.len() {
            let mut reading = next[live..].chunks_exact(2).filter_map(|rule| decider(rule[0]));
            if reading.all(|&(of, _, _)| of != index) {
                next[1 + index] = forms::State::default().word();
            }
        }
    }

    /// The number of the state in `scratch.next`.
    fn add(&mut self) -> u32 {
        let (state, is_new) = self.states.insert(&self.scratch.next);
        if is_new {
            self.follow.push(Vec::new());
            let known = self.look_at(state);
            self.known.push(known);
        }
        state
    }

    fn look_at(&mut self, state: u32) -> Known {
        let meaning = self.meaning(state);
        let words = self.states.get(state);
        let live = 1 + self.forms.len();
        let allows =
            |decider: u32| self.deciders.get(decider as usize).is_none_or(|&(_, _, allows)| allows);
        let mut may = [Who::Nobody; 2];
        may[usize::from(allows(words[0]))].or(words[0]);
        let mut winner = words[0];
        for rule in words[live..].chunks_exact(2).rev() {
            may[usize::from(allows(rule[0]))].or(rule[0]);
            if self.deciders[rule[0] as usize].1.accepts(rule[1]) {
                winner = rule[0];
            }
        }
        let is_final = words.len() == live;
        Known { winner, winner_allows: allows(winner), may, is_final, meaning }
    }

    /// The deciders of `own` that may decide a path through a state: who may disallow it, and who may allow it.
    fn who(&self, state: u32, own: &[bool]) -> [Who; 2] {
        let words = self.states.get(state);
        let live = words[1 + self.forms.len()..].chunks_exact(2).map(|rule| rule[0]);
        let mut who = [Who::Nobody; 2];
        for decider in live.chain([words[0]]) {
            if own.get(decider as usize).is_some_and(|is_own| *is_own) {
                who[usize::from(self.deciders[decider as usize].2)].or(decider);
            }
        }
        who
    }

    fn meaning(&mut self, state: u32) -> u32 {
        let words = self.states.get(state);
        let live = 1 + self.forms.len();
        let Scratch { rules, meaning, .. } = &mut self.scratch;
        let allows = |at: u32| self.deciders.get(at as usize).is_none_or(|&(_, _, allows)| allows);
        rules.clear();
        for rule in words[live..].chunks_exact(2) {
            let allows = u32::from(allows(rule[0]));
            let block =
                rules.last().map_or(0, |&[block, before, _]| block + ((before ^ allows) & 1));
            rules.push([block, self.rules[rule[0] as usize], rule[1]]);
        }
        rules.sort_unstable();
        meaning.clear();
        meaning.push(u32::from(allows(words[0])));
        for (form, &word) in self.forms.iter().zip(&words[1..live]) {
            if word != forms::State::default().word() {
                meaning.extend([u32::from(form.number()), word]);
            }
        }
        meaning.push(NONE);
        meaning.extend(rules.iter().flat_map(|&[_, rule, place]| [rule, place]));
        let mut meanings = self.meanings.0.borrow_mut();
        if meanings.words.len() > MAX_WORDS { NONE } else { meanings.insert(meaning).0 }
    }
}

/// A pair of deciders with different answers; `None`: no rule decides.
#[derive(Clone)]
pub(super) struct Region {
    pub(super) deciders: [Option<usize>; 2],
    /// The shortest path that both decide.
    pub(super) path: Vec<u8>,
}

/// Every pair of deciders with different answers that some path has. False if the budget was not enough for all.
pub(super) fn compare<'m>(
    first: &mut Reading<'m>,
    second: &mut Reading<'m>,
    budget: &mut Budget<'_>,
) -> (Vec<Region>, bool) {
    let letters = alphabet::of_both(&first.class_of, &second.class_of);
    let own = own_rules([&*first, &*second]);
    let mut product = Product {
        own,
        who: [Vec::new(), Vec::new()],
        followers: [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]],
        paths: [Vec::new(), Vec::new()],
        letters: &letters,
        sides: [first, second],
        states: StateSet::new(3),
        origins: Vec::new(),
        seen: BTreeSet::new(),
        regions: Vec::new(),
        steps: STEPS_OF_A_PRODUCT,
    };
    let is_complete = product.run(budget);
    (product.regions, is_complete)
}

/// The steps of beginning a search.
const STEPS_OF_A_PRODUCT: u64 = 2500;

/// The plain letters of both readings, and then the escapes: each with its class of each.
type Letters = [Vec<(Letter, [u16; 2])>; 2];

/// What follows a state, each with the letters that lead there.
type Followers = Vec<(u32, Set)>;

/// A search through the paths, with both readings.
struct Product<'p, 'm> {
    letters: &'p Letters,
    sides: [&'p mut Reading<'m>; 2],
    /// For each kind of letters and each reading, what follows each of its states.
    followers: [[Vec<Option<Followers>>; 2]; 2],
    /// The rules that only one of the readings has, and for each of its states those that may decide a path.
    own: [Vec<bool>; 2],
    who: [Vec<Option<[Who; 2]>>; 2],
    /// For each kind of letters, what follows each state of a path.
    paths: [Vec<Option<Followers>>; 2],
    /// What a path may go on with, and a state of each reading.
    states: StateSet,
    origins: Vec<(u32, Letter)>,
    seen: BTreeSet<[u32; 2]>,
    regions: Vec<Region>,
    steps: u64,
}

/// The place of a state.
fn slot<T>(list: &mut Vec<Option<T>>, state: u32) -> &mut Option<T> {
    let at = state as usize;
    if list.len() <= at {
        list.resize_with(at + 1, || None);
    }
    &mut list[at]
}

impl Product<'_, '_> {
    fn run(&mut self, budget: &mut Budget<'_>) -> bool {
        self.states.insert(&[Path::default().word(), 0, 0]);
        self.origins.push((0, Letter::Plain(b'/')));
        // The states that paths reach first, by the number of characters.
        let mut levels = Vec::from([0..0, 0..0, 0..1]);
        while levels[levels.len() - 3..].iter().any(|level| !level.is_empty()) {
            let begin = self.states.len();
            for kind in 0..2 {
                let Some(length) = self.letters[kind].first().map(|it| it.0.length()) else {
                    continue;
                };
                for at in levels[levels.len() - length].clone() {
                    self.leave(kind, at);
                    if !budget.take(core::mem::take(&mut self.steps)) || self.is_full() {
                        return false;
                    }
                }
            }
            levels.push(begin..self.states.len());
        }
        true
    }

    fn is_full(&self) -> bool {
        self.states.is_full() || self.sides.iter().any(|side| side.size() > MAX_WORDS)
    }

    /// Adds the states after one more letter of a kind.
    fn leave(&mut self, kind: usize, at: usize) {
        let mut from = [0; 3];
        from.copy_from_slice(self.states.get(at));
        let is_final = |side: usize| self.sides[side].known[from[1 + side] as usize].is_final;
        if is_final(0) && is_final(1) && Path::of_word(from[0]).may_end() {
            return;
        }
        for side in [0, 1] {
            self.find_followers(kind, side, from[1 + side]);
        }
        let path = slot(&mut self.paths[kind], from[0]).get_or_insert_with(|| {
            self.steps += self.letters[kind].len() as u64 / 4;
            path_followers(&self.letters[kind], Path::of_word(from[0]))
        });
        let empty = Vec::new();
        let [first, second] = [0, 1].map(|side| {
            let followers = &self.followers[kind][side][from[1 + side] as usize];
            followers.as_ref().unwrap_or(&empty)
        });
        for (first, by_first) in first {
            for (second, by_second) in second {
                self.steps += 1;
                let known =
                    [self.sides[0].known[*first as usize], self.sides[1].known[*second as usize]];
                let letters = by_first.and(by_second);
                let is_same = known[0].meaning == known[1].meaning && known[0].meaning != NONE;
                if is_same || letters.is_empty() {
                    continue;
                }
                let own = [(0, *first), (1, *second)].map(|(side, state)| {
                    let who = slot(&mut self.who[side], state);
                    *who.get_or_insert_with(|| self.sides[side].who(state, &self.own[side]))
                });
                if is_told(known, own, &self.seen) {
                    continue;
                }
                for (path, by_path) in &*path {
                    let Some(letter) = letters.and(by_path).first() else { continue };
                    let (is_new, probes) = self.states.insert(&[*path, *first, *second]);
                    self.steps += 1 + probes;
                    if is_new {
                        self.origins.push((at as u32, self.letters[kind][letter].0));
                        let is_place = Path::of_word(*path).may_end()
                            && known[0].winner_allows != known[1].winner_allows;
                        let winners = known.map(|known| known.winner);
                        if is_place && self.seen.insert(winners) {
                            let path = path_to(&self.origins);
                            self.steps += 4 + path.len() as u64 / 4;
                            let decider = |winner: u32| (winner != NONE).then_some(winner as usize);
                            self.regions.push(Region { deciders: winners.map(decider), path });
                        }
                    }
                }
            }
        }
    }

    /// Fills in what follows a state of a reading.
    fn find_followers(&mut self, kind: usize, side: usize, state: u32) {
        let found = slot(&mut self.followers[kind][side], state);
        if found.is_some() {
            return;
        }
        let letters = &self.letters[kind];
        let followers = self.sides[side].followers(state, &mut self.steps).iter();
        let followers = followers.map(|(next, classes)| {
            let mut by = Set::default();
            for (letter, (_, of)) in letters.iter().enumerate() {
                if classes.has(usize::from(of[side])) {
                    by.add(letter);
                }
            }
            (*next, by)
        });
        let followers: Followers = followers.filter(|(_, by)| !by.is_empty()).collect();
        self.steps += letters.len() as u64 * followers.len() as u64 / 16;
        *found = Some(followers);
    }
}

/// True if no path through a pair of states has different answers of two deciders that are not a region yet. One of
/// them is of `own`.
fn is_told(known: [Known; 2], own: [[Who; 2]; 2], seen: &BTreeSet<[u32; 2]>) -> bool {
    let is_told = |pair: (Who, Who)| match pair {
        (Who::Nobody, _) | (_, Who::Nobody) => true,
        (Who::One(first), Who::One(second)) => seen.contains(&[first, second]),
        _ => false,
    };
    [0, 1].iter().all(|&answer| {
        is_told((own[0][answer], known[1].may[1 - answer]))
            && is_told((known[0].may[answer], own[1][1 - answer]))
    })
}

/// The rules that only one of two readings has. If a path has a common rule as the decider of both, both are the same
/// one: each matches, and both readings take the same of two. So it counts only if common rules have one order; else
/// all rules are told as own ones.
fn own_rules(readings: [&Reading<'_>; 2]) -> [Vec<bool>; 2] {
    let sets = readings.map(|reading| {
        let mut rules = reading.rules.clone();
        rules.sort_unstable();
        rules
    });
    let has = |side: usize, rule: &u32| sets[side].binary_search(rule).is_ok();
    let common = |side: usize| readings[side].rules.iter().filter(move |rule| has(1 - side, rule));
    let is_in_order = common(0).eq(common(1));
    [0, 1].map(|side| {
        let rules = readings[side].rules.iter();
        rules.map(|rule| !is_in_order || !has(1 - side, rule)).collect()
    })
}

/// What follows a state of a path.
fn path_followers(letters: &[(Letter, [u16; 2])], path: Path) -> Followers {
    let mut followers: Followers = Vec::new();
    for (at, (letter, _)) in letters.iter().enumerate() {
        let Some(next) = path.read(*letter).map(Path::word) else { continue };
        match followers.iter_mut().find(|(known, _)| *known == next) {
            Some((_, by)) => by.add(at),
            None => followers.push((next, Set::of(at))),
        }
    }
    followers
}

/// The path to the last state.
fn path_to(origins: &[(u32, Letter)]) -> Vec<u8> {
    let (mut letters, mut at) = (Vec::new(), origins.len() - 1);
    while at > 0 {
        let (from, letter) = origins[at];
        letters.push(letter);
        at = from as usize;
    }
    let mut path = Vec::with_capacity(letters.len());
    letters.iter().rev().for_each(|letter| letter.spelled(|byte| path.push(byte)));
    path
}

/// The most words of a reading: 64 MB.
const MAX_WORDS: usize = 16 << 20;

/// The words of what follows a state, about.
const WORDS_OF_A_STATE: usize = 80;

/// A set of letters or of their classes. There are about 600.
#[derive(Clone, Copy, Default)]
struct Set([u64; 10]);

impl Set {
    fn of(one: usize) -> Self {
        let mut set = Self::default();
        set.add(one);
        set
    }

    fn add(&mut self, one: usize) {
        self.0[one / 64] |= 1 << (one % 64);
    }

    fn has(&self, one: usize) -> bool {
        self.0[one / 64] >> (one % 64) & 1 == 1
    }

    fn and(&self, other: &Self) -> Self {
        Self(core::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; 10]
    }

    fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }
}
