//! What decides a path for a reader: its rules, the greatest first, each with its machine.

use alloc::collections::btree_map::Entry;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;

use maycrawl_effects::Budget;
use maycrawl_effects::internals::Automaton;

use super::ReadFile;
use super::axes::{Precedence, RobotsTxtItself};
use super::forms::Form;
use super::groups::{Group, Rule};
use super::interned::Interned;
use super::machine::{self, Machine};
use super::patterns::{Comparison, Pattern};

/// The machines of all readers. Rules of several readers that are the same share one.
#[derive(Default)]
pub(super) struct Machines {
    /// Each with a word that its pattern probably matches.
    all: Vec<(Form, Machine, Vec<u8>)>,
    /// Pairs of machines, and whether the second one matches all that the first one matches.
    pairs: Interned,
    within: Vec<bool>,
    numbers: BTreeMap<(u8, Comparison, Vec<u8>), usize>,
    exempt: Option<[usize; 3]>,
}

impl fmt::Debug for Machines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machines").finish_non_exhaustive()
    }
}

impl Machines {
    /// A machine, and the form of the paths that it reads.
    pub(super) fn get(&self, number: usize) -> (Form, &Machine) {
        let (form, machine, _) = &self.all[number];
        (*form, machine)
    }

    fn add(&mut self, form: Form, machine: Machine, word: Vec<u8>) -> usize {
        self.all.push((form, machine, word));
        self.all.len() - 1
    }

    /// `None` for a pattern that matches nothing.
    fn of_pattern(&mut self, pattern: &Pattern, form: Form) -> Option<usize> {
        let key = (form.number(), pattern.how, pattern.bytes.clone());
        if let Entry::Occupied(known) = self.numbers.entry(key.clone()) {
            return Some(*known.get());
        }
        let machine = Machine::of(pattern)?;
        let word = pattern.bytes.iter().copied().filter(|byte| !b"*$".contains(byte)).collect();
        let number = self.add(form, machine, word);
        self.numbers.insert(key, number);
        Some(number)
    }

    /// What a reader always allows, of its own file.
    fn exempt(&mut self, axis: RobotsTxtItself) -> Vec<usize> {
        let [alone, query, parameters] = match self.exempt {
            Some(known) => known,
            None => {
                let path = b"/robots.txt";
                let alone = Machine::Automaton(Automaton::from_text(path, true));
                let query = Machine::Automaton(Automaton::from_text(b"/robots.txt?", false));
                let all = [alone, query, Machine::Parameters];
                let all = all.map(|one| self.add(Form::Sent, one, path.to_vec()));
                *self.exempt.insert(all)
            }
        };
        match axis {
            RobotsTxtItself::ByItsRules => Vec::new(),
            RobotsTxtItself::Allowed => Vec::from([alone]),
            RobotsTxtItself::AllowedWithQuery => Vec::from([alone, query, parameters]),
        }
    }
}

impl Machines {
    /// True if it is found out that the second machine matches every path that the first one matches.
    fn is_within(&mut self, [a, b]: [usize; 2], steps: &mut u64) -> bool {
        *steps += 2;
        if self.all[a].0 != self.all[b].0 {
            return false;
        }
        let (number, is_new) = self.pairs.insert(&[a as u32, b as u32]);
        if !is_new {
            return self.within[number as usize];
        }
        let ((_, small, word), (_, large, _)) = (&self.all[a], &self.all[b]);
        let end = |of: &Machine| word.iter().fold(of.start(), |state, &byte| of.next(state, byte));
        *steps += word.len() as u64 / 2;
        // Nearly all pairs end here.
        let may_be = !small.accepts(end(small)) || large.accepts(end(large));
        let is_within = may_be && machine::is_within(small, large, steps);
        self.within.push(is_within);
        is_within
    }
}

/// Removes from `own` the rules that `other` does not have and that change no answer: a greater rule matches whatever
/// they match, or a smaller one that says the same, and none between says the other. A rule that goes or comes is
/// often of this kind, and then nothing is left to be searched. O(removed * rules) comparisons of patterns.
pub(super) fn without_needless(
    own: &mut Vec<Decider<'_>>,
    other: &[Decider<'_>],
    machines: &mut Machines,
    budget: &mut Budget<'_>,
) {
    let mut others: Vec<u32> = other.iter().map(Decider::word).collect();
    others.sort_unstable();
    let mut at = 0;
    while let Some(&rule) = own.get(at) {
        let mut steps = 1;
        let is_needless = others.binary_search(&rule.word()).is_err() && {
            let mut is_within =
                |it: &Decider<'_>| machines.is_within([rule.machine, it.machine], &mut steps);
            let smaller = own[at + 1..].iter().take_while(|it| it.allows == rule.allows);
            own[..at].iter().chain(smaller).any(&mut is_within)
        };
        if !budget.take(steps) {
            return;
        }
        if is_needless {
            own.remove(at);
        } else {
            at += 1;
        }
    }
}

/// A rule that may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decider<'f> {
    pub(super) machine: usize,
    pub(super) allows: bool,
    /// `None` for what a reader allows without a rule.
    pub(super) line: Option<u32>,
    /// The path of the rule as it stands in the file.
    pub(super) written: &'f [u8],
}

impl Decider<'_> {
    /// Its machine and its answer.
    pub(super) fn word(&self) -> u32 {
        (self.machine as u32) << 1 | u32::from(self.allows)
    }
}

/// The deciders of a reader for one crawler, the greatest first. One that a greater one always overrides is not in the
/// list. O(rules * log rules).
pub(super) fn of<'f>(
    file: &'f ReadFile,
    groups: &[&'f Group],
    machines: &mut Machines,
) -> Vec<Decider<'f>> {
    let axes = &file.axes;
    let form = Form::of(axes.escapes);
    let mut deciders: Vec<Decider<'f>> = Vec::new();
    for machine in machines.exempt(axes.robots_txt) {
        deciders.push(Decider { machine, allows: true, line: None, written: b"" });
    }
    for rule in &file.above {
        let form = Form::of(super::GOOGLE.escapes);
        let Some(machine) = machines.of_pattern(&rule.pattern, form) else { continue };
        deciders.push(Decider { machine, allows: rule.allows, line: None, written: &rule.written });
    }
    for rule in in_order(groups.iter().flat_map(|group| &group.rules), axes.precedence) {
        let Some(machine) = machines.of_pattern(&rule.pattern, form) else { continue };
        let (allows, line, written) = (rule.allows, Some(rule.line), &*rule.written);
        deciders.push(Decider { machine, allows, line, written });
    }
    let mut seen = BTreeSet::new();
    deciders.retain(|decider| seen.insert(decider.machine));
    deciders
}

/// The rules, the greatest first. [`ReadFile::decide`] takes the first one that matches of this order: in each
/// precedence it does not depend on the path which of two rules is greater.
fn in_order<'f>(rules: impl Iterator<Item = &'f Rule>, precedence: Precedence) -> Vec<&'f Rule> {
    let mut rules: Vec<_> = rules.collect();
    match precedence {
        Precedence::First => {}
        Precedence::LongestThenAllow => {
            rules.sort_by_key(|rule| Reverse(super::longest_then_allow(rule)));
        }
        Precedence::LongestThenDisallow => {
            rules.sort_by_key(|rule| Reverse(super::longest_then_disallow(rule)));
        }
        Precedence::LongestPlainThenFirst => {
            // Rules with the same text match the same paths, so they stand together, at the place of their first line.
            let mut first_lines: BTreeMap<&[u8], u32> = BTreeMap::new();
            for rule in &rules {
                let first = first_lines.entry(&rule.written).or_insert(rule.line);
                *first = rule.line.min(*first);
            }
            rules.sort_by_key(|rule| {
                let first = first_lines.get(&*rule.written).copied();
                (Reverse(rule.pattern.plain_length()), first, !rule.allows, rule.line)
            });
        }
    }
    rules
}
