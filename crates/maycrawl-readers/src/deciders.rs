//! What decides a path for a reader: its rules, the greatest first, each with its machine.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use core::cmp::Reverse;

use maycrawl::internals::escape::is_unreserved;
use maycrawl_effects::internals::Automaton;

use super::ReadFile;
use super::axes::{Precedence, RobotsTxtItself};
use super::forms::{self, Form};
use super::groups::{Group, Rule};
use super::letters::Letter;
use super::machine::Machine;
use super::patterns::{Comparison, Pattern};
use super::search::Formed;

/// The machines of all readers. Rules of several readers that are the same share one.
#[derive(Default)]
pub(super) struct Machines {
    all: Vec<Formed<Machine>>,
    starts: Vec<Vec<u8>>,
    numbers: BTreeMap<(u8, Comparison, Vec<u8>), usize>,
    exempt: Option<[usize; 3]>,
}

impl Machines {
    pub(super) fn get(&self, number: usize) -> Formed<&Machine> {
        let Formed { form, machine } = &self.all[number];
        Formed { form: *form, machine }
    }

    /// What each path begins with that the machine matches, if all escapes of it are decoded and slashes that follow
    /// each other are one.
    pub(super) fn start(&self, number: usize) -> &[u8] {
        &self.starts[number]
    }

    fn add(&mut self, form: Form, machine: Machine, start: Vec<u8>) -> usize {
        self.all.push(Formed { form, machine });
        self.starts.push(start);
        self.all.len() - 1
    }

    /// `None` for a pattern that matches nothing.
    fn of_pattern(&mut self, pattern: &Pattern, form: Form) -> Option<usize> {
        let key = (form.number(), pattern.how, pattern.bytes.clone());
        if let Entry::Occupied(known) = self.numbers.entry(key.clone()) {
            return Some(*known.get());
        }
        let machine = Machine::of(pattern)?;
        let number = self.add(form, machine, start_of(pattern));
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

/// The longest beginning of a pattern in which every reader's form is plain.
fn start_of(pattern: &Pattern) -> Vec<u8> {
    let mut start: Vec<u8> = Vec::new();
    for &byte in &pattern.bytes {
        match byte {
            b'/' if start.last() == Some(&b'/') => {}
            byte if byte == b'/' || is_unreserved(byte) => start.push(byte),
            _ => break,
        }
    }
    start
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

/// The deciders of a reader for one crawler, the greatest first. One that a greater one always overrides is not in the
/// list. O(rules * log rules).
pub(super) fn of<'f>(
    file: &ReadFile,
    groups: &[&'f Group],
    machines: &mut Machines,
) -> Vec<Decider<'f>> {
    let axes = &file.axes;
    let form = Form::of(axes.escapes);
    let mut deciders: Vec<Decider<'f>> = Vec::new();
    for machine in machines.exempt(axes.robots_txt) {
        deciders.push(Decider { machine, allows: true, line: None, written: b"" });
    }
    for rule in in_order(groups.iter().flat_map(|group| &group.rules), axes.precedence) {
        let Some(machine) = machines.of_pattern(&rule.pattern, form) else { continue };
        let (allows, line, written) = (rule.allows, Some(rule.line), &*rule.written);
        deciders.push(Decider { machine, allows, line, written });
    }
    let mut seen = alloc::collections::BTreeSet::new();
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

/// A path in the forms of the readers, each made once.
pub(super) struct Spelled<'p> {
    letters: &'p [Letter],
    forms: Vec<(Form, Vec<u8>)>,
}

impl<'p> Spelled<'p> {
    pub(super) fn new(letters: &'p [Letter]) -> Self {
        Self { letters, forms: Vec::new() }
    }

    fn in_form(&mut self, form: Form) -> &[u8] {
        let at = self.forms.iter().position(|(known, _)| *known == form).unwrap_or_else(|| {
            let (mut state, mut bytes) = (forms::State::default(), Vec::new());
            self.letters.iter().for_each(|&letter| form.read(&mut state, letter, &mut bytes));
            form.end(state, &mut bytes);
            self.forms.push((form, bytes));
            self.forms.len() - 1
        });
        &self.forms[at].1
    }

    /// The index of the first of the deciders that matches.
    pub(super) fn winner(
        &mut self,
        deciders: &[Decider<'_>],
        machines: &Machines,
    ) -> Option<usize> {
        deciders.iter().position(|decider| {
            let Formed { form, machine } = machines.get(decider.machine);
            machine.matches(self.in_form(form))
        })
    }
}
