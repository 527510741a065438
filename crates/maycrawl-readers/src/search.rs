//! The shortest path that some patterns match and others do not, each in the form of its reader.
//!
//! # The idea
//!
//! It is the search of [`effect`](maycrawl_effects) with one thing more: between a path and the automata stand the
//! forms of the readers. A product state is what the path may go on with, what each form has to remember, and one state
//! of each automaton. An escape is one letter and three characters. So the states are taken by the number of
//! characters, and the first one that may end a path ends a shortest one.
//!
//! # Why it is exact
//!
//! Each form is a machine that a test compares with the reader's own function. A state is left only if a wanted pattern
//! can match no more, or an unwanted one has matched for good. Of letters that no form and no pattern tells apart one
//! is tried.

use alloc::vec::Vec;

use maycrawl_effects::Budget;
use maycrawl_effects::internals::{DEAD, Found, MATCHED, StateSet};

use super::alphabet::Alphabet;
use super::forms::{self, Form};
use super::letters::{Letter, Path};
use super::machine::Machine;

/// A pattern, in the form of the paths that it is compared with.
#[derive(Clone, Copy)]
pub(super) struct Formed<M> {
    pub(super) form: Form,
    pub(super) machine: M,
}

/// A search for a path.
pub(super) struct Search<'m> {
    forms: Vec<Form>,
    /// The index of the form, the machine, and whether it has to match.
    patterns: Vec<(usize, &'m Machine, bool)>,
    alphabet: Alphabet,
    states: StateSet,
    origins: Vec<(u32, Letter)>,
    /// What a form has written, for one letter.
    written: Vec<u8>,
    steps: u64,
}

/// The steps of a search in addition to those of its states: most are for the letters.
const STEPS_OF_A_SEARCH: u64 = 300;

/// The steps of one form for one letter.
const STEPS_OF_A_FORM: u64 = 2;

/// The shortest path that all `wanted` patterns match, and none of the `unwanted` ones.
pub(super) fn shortest_path(
    wanted: &[Formed<&Machine>],
    unwanted: &[Formed<&Machine>],
    budget: &mut Budget<'_>,
) -> Found {
    if !budget.take(STEPS_OF_A_SEARCH + 16 * (wanted.len() + unwanted.len()) as u64) {
        return Found::OutOfBudget;
    }
    let mut forms: Vec<Form> = Vec::new();
    let mut used = [false; 256];
    let mut add = |pattern: &Formed<&Machine>| {
        pattern.machine.mark(&mut used);
        forms.iter().position(|form| *form == pattern.form).unwrap_or_else(|| {
            forms.push(pattern.form);
            forms.len() - 1
        })
    };
    let mut patterns: Vec<_> = wanted.iter().map(|it| (add(it), it.machine, true)).collect();
    patterns.extend(unwanted.iter().map(|it| (add(it), it.machine, false)));
    let width = 1 + 2 * forms.len() + patterns.len();
    let search = Search {
        alphabet: Alphabet::new(&forms, &used, patterns.iter().any(|it| it.1.counts_characters())),
        forms,
        patterns,
        states: StateSet::new(width),
        origins: Vec::new(),
        written: Vec::new(),
        steps: 0,
    };
    search.run(width, budget)
}

impl Search<'_> {
    fn run(mut self, width: usize, budget: &mut Budget<'_>) -> Found {
        let mut from = alloc::vec![0; width];
        let mut next = from.clone();
        from[0] = Path::default().word();
        let start = forms::State::default().words();
        for at in 0..self.forms.len() {
            from[1 + 2 * at..3 + 2 * at].copy_from_slice(&start);
        }
        let patterns = 1 + 2 * self.forms.len();
        for (at, (_, machine, _)) in self.patterns.iter().enumerate() {
            from[patterns + at] = machine.start();
        }
        if !self.read(&from, Letter::Plain(b'/'), &mut next) {
            return Found::Nothing;
        }
        self.states.insert(&next);
        self.origins.push((0, Letter::Plain(b'/')));
        if self.is_goal(&next) {
            return Found::Path(self.path_to(0));
        }
        let letters = [self.alphabet.plain.clone(), self.alphabet.escapes.clone()];
        // The states that paths reach first, by the number of characters. No path has no character.
        let mut levels = Vec::from([0..0, 0..0, 0..1]);
        while levels[levels.len() - 3..].iter().any(|level| !level.is_empty()) {
            let begin = self.states.len();
            for letters in &letters {
                let Some(length) = letters.first().map(|letter| letter.length()) else { continue };
                for at in levels[levels.len() - length].clone() {
                    from.copy_from_slice(self.states.get(at));
                    for &letter in letters {
                        let is_new = self.read(&from, letter, &mut next) && self.insert(&next);
                        if !budget.take(core::mem::take(&mut self.steps)) || self.states.is_full() {
                            return Found::OutOfBudget;
                        }
                        if is_new {
                            self.origins.push((at as u32, letter));
                            if self.is_goal(&next) {
                                return Found::Path(self.path_to(self.states.len() - 1));
                            }
                        }
                    }
                }
            }
            levels.push(begin..self.states.len());
        }
        Found::Nothing
    }

    /// Puts the product state after one more letter into `next`. False if no path can be found from there.
    fn read(&mut self, from: &[u32], letter: Letter, next: &mut [u32]) -> bool {
        self.steps += 1;
        let Some(path) = Path::of_word(from[0]).read(letter) else { return false };
        next[0] = path.word();
        let patterns = 1 + 2 * self.forms.len();
        for (index, form) in self.forms.iter().enumerate() {
            let place = 1 + 2 * index;
            let mut state = forms::State::of_words([from[place], from[place + 1]]);
            self.written.clear();
            form.read(&mut state, letter, &mut self.written);
            self.steps += STEPS_OF_A_FORM;
            let mut is_settled = true;
            for (at, &(of, machine, is_wanted)) in self.patterns.iter().enumerate() {
                if of != index {
                    continue;
                }
                let mut state = from[patterns + at];
                if state < DEAD {
                    let written = self.written.iter();
                    state = written.fold(state, |state, &byte| machine.next(state, byte));
                    self.steps += machine.steps() * self.written.len() as u64;
                }
                if state == if is_wanted { DEAD } else { MATCHED } {
                    return false;
                }
                is_settled &= state >= DEAD;
                next[patterns + at] = state;
            }
            // Where no pattern reads on, what the form remembers would only tell equal states apart.
            let state = if is_settled { forms::State::default() } else { state };
            next[place..place + 2].copy_from_slice(&state.words());
        }
        true
    }

    /// Adds a product state. False if it is there already.
    fn insert(&mut self, state: &[u32]) -> bool {
        let (is_new, probes) = self.states.insert(state);
        let width = state.len() as u64;
        self.steps += 1 + width / 4 + probes + if is_new { 2 + width } else { 0 };
        is_new
    }

    /// True if the path may end here, and all patterns are as they must be.
    fn is_goal(&mut self, state: &[u32]) -> bool {
        if !Path::of_word(state[0]).may_end() {
            return false;
        }
        let patterns = 1 + 2 * self.forms.len();
        for (index, form) in self.forms.iter().enumerate() {
            let words = [state[1 + 2 * index], state[2 + 2 * index]];
            self.written.clear();
            form.end(forms::State::of_words(words), &mut self.written);
            for (at, &(of, machine, is_wanted)) in self.patterns.iter().enumerate() {
                if of != index {
                    continue;
                }
                let state = (self.written.iter())
                    .fold(state[patterns + at], |state, &byte| machine.next(state, byte));
                self.steps += machine.steps();
                if machine.accepts(state) != is_wanted {
                    return false;
                }
            }
        }
        true
    }

    fn path_to(&self, mut at: usize) -> Vec<u8> {
        let mut letters = Vec::new();
        loop {
            let (from, letter) = self.origins[at];
            letters.push(letter);
            if at == 0 {
                break;
            }
            at = from as usize;
        }
        let mut path = Vec::with_capacity(letters.len());
        letters.iter().rev().for_each(|letter| letter.spelled(|byte| path.push(byte)));
        path
    }
}
