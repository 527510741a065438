//! Patterns as automata, which read a reader's form of a path byte by byte.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use maycrawl_effects::internals::{Automaton, DEAD, MATCHED, State};

use super::glob::{self, Item};
use super::patterns::{Comparison, Pattern};

/// A pattern that reads a path.
pub(super) enum Machine {
    Automaton(Automaton),
    Glob(GlobMachine),
    /// A pattern, and at least one more byte.
    AndMore(Automaton),
    StarToNext(Vec<u8>),
    /// `/robots.txt;`, no slash, and then the end or a query: what [`AllowedWithQuery`] always allows.
    ///
    /// [`AllowedWithQuery`]: super::axes::RobotsTxtItself::AllowedWithQuery
    Parameters,
}

const PARAMETERS: &[u8] = b"/robots.txt;";

/// The state of [`Machine::AndMore`] in which only the byte is missing.
const ONE_MORE: State = DEAD - 1;

impl Machine {
    /// The machine of a pattern; `None` if it matches no path. O(pattern).
    pub(super) fn of(pattern: &Pattern) -> Option<Self> {
        let bytes = &pattern.bytes;
        Some(Self::Automaton(match pattern.how {
            Comparison::Wildcards => Automaton::new(bytes),
            Comparison::ToTheEnd => Automaton::from_body(bytes, true),
            Comparison::Prefix => Automaton::from_text(bytes, false),
            Comparison::Whole => Automaton::from_text(bytes, true),
            Comparison::Glob => return Some(Self::Glob(GlobMachine::new(bytes))),
            Comparison::AndMore => return Some(Self::AndMore(Automaton::from_body(bytes, false))),
            Comparison::StarToNext => return Some(Self::StarToNext(bytes.clone())),
            Comparison::Nothing => return None,
        }))
    }

    /// The state before the first byte.
    pub(super) fn start(&self) -> State {
        match self {
            Self::Automaton(automaton) => automaton.start(),
            Self::Glob(glob) => glob.start(),
            Self::AndMore(automaton) => and_more(automaton.start()),
            Self::StarToNext(pattern) => star_to_next(pattern, 0),
            Self::Parameters => 0,
        }
    }

    /// The state after one more byte.
    pub(super) fn next(&self, state: State, byte: u8) -> State {
        match self {
            _ if state >= DEAD => state,
            Self::Automaton(automaton) => automaton.next(state, byte),
            Self::Glob(glob) => glob.next(state, byte),
            Self::AndMore(_) if state == ONE_MORE => MATCHED,
            Self::AndMore(automaton) => and_more(automaton.next(state, byte)),
            Self::StarToNext(pattern) => {
                let place = state as usize;
                let is_after_star = place > 0 && pattern.get(place - 1) == Some(&b'*');
                match pattern.get(place) {
                    // The path should have ended.
                    Some(b'$') if place + 1 == pattern.len() => DEAD,
                    Some(&wanted) if wanted == byte => star_to_next(pattern, place + 1),
                    _ if is_after_star => state,
                    _ => DEAD,
                }
            }
            Self::Parameters => match PARAMETERS.get(state as usize) {
                Some(&wanted) if byte == wanted => state + 1,
                None if byte == b'?' => MATCHED,
                None if byte != b'/' => state,
                _ => DEAD,
            },
        }
    }

    /// True if the pattern matches a path that ends in this state.
    pub(super) fn accepts(&self, state: State) -> bool {
        match self {
            _ if state == MATCHED => true,
            Self::Automaton(automaton) => automaton.accepts(state),
            Self::Glob(glob) => glob.accepts(state),
            Self::AndMore(_) => false,
            Self::StarToNext(pattern) => pattern.get(state as usize..) == Some(b"$"),
            Self::Parameters => state as usize == PARAMETERS.len(),
        }
    }

    /// True if a character that is in no pattern may count, and not only break what came before it.
    pub(super) const fn counts_characters(&self) -> bool {
        matches!(self, Self::Glob(_))
    }

    /// Marks the bytes that the machine tells from all others.
    pub(super) fn mark(&self, used: &mut [bool; 256]) {
        match self {
            Self::Automaton(automaton) | Self::AndMore(automaton) => {
                automaton.letters().iter().for_each(|&byte| used[usize::from(byte)] = true);
            }
            Self::Glob(glob) => glob.mark(used),
            Self::StarToNext(pattern) => {
                pattern.iter().for_each(|&byte| used[usize::from(byte)] = true);
            }
            Self::Parameters => {
                PARAMETERS.iter().chain(b"?").for_each(|&byte| used[usize::from(byte)] = true);
            }
        }
    }
}

/// The most pairs of states that are looked at.
const MAX_PAIRS: usize = 4096;

/// True if it is found out that `large` matches every text that `small` matches.
pub(super) fn is_within(small: &Machine, large: &Machine, steps: &mut u64) -> bool {
    let mut used = [false; 256];
    small.mark(&mut used);
    large.mark(&mut used);
    // One byte stands for all that no pattern has.
    if let Some(other) = used.iter().position(|is_used| !is_used) {
        used[other] = true;
    }
    let letters: Vec<u8> = (0..=u8::MAX).filter(|&byte| used[usize::from(byte)]).collect();
    let start = [small.start(), large.start()];
    let (mut seen, mut open) = (BTreeSet::from([start]), Vec::from([start]));
    while let Some([of_small, of_large]) = open.pop() {
        *steps += letters.len() as u64;
        if of_large == MATCHED || of_small == DEAD {
            continue;
        }
        let is_beyond = of_small == MATCHED || of_large == DEAD || seen.len() > MAX_PAIRS;
        if is_beyond || small.accepts(of_small) && !large.accepts(of_large) {
            return false;
        }
        for &byte in &letters {
            let next = [small.next(of_small, byte), large.next(of_large, byte)];
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    true
}

/// A pattern that has matched waits for one more byte.
fn and_more(state: State) -> State {
    if state == MATCHED { ONE_MORE } else { state }
}

/// The state at a place of a pattern in which a star goes to the next byte: after the stars there.
fn star_to_next(pattern: &[u8], place: usize) -> State {
    let rest = &pattern[place..];
    let stars = rest.iter().take_while(|&&byte| byte == b'*').count();
    let is_over = match &rest[stars..] {
        [] => true,
        b"$" => stars > 0,
        _ => false,
    };
    if is_over { MATCHED } else { (place + stars) as State }
}

/// A pattern of `fnmatch`. The states are sets of places in it, made as a path needs them: sets of characters have no
/// leftmost place from which a search could go on.
pub(super) struct GlobMachine {
    /// The characters; `None` is a star.
    items: Vec<Option<Item>>,
    known: RefCell<Known>,
}

#[derive(Default)]
struct Known {
    places: Vec<Places>,
    numbers: BTreeMap<Places, State>,
}

/// The places that may be next, and the beginning of a character.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Places {
    places: Vec<u32>,
    partial: u32,
    missing: u8,
}

impl GlobMachine {
    fn new(pattern: &[u8]) -> Self {
        let chars: Vec<char> = String::from_utf8_lossy(pattern).chars().collect();
        let mut items = Vec::new();
        for (index, segment) in glob::segments(&chars).into_iter().enumerate() {
            items.extend((index > 0).then_some(None));
            items.extend(segment.into_iter().map(Some));
        }
        Self { items, known: RefCell::default() }
    }

    fn start(&self) -> State {
        self.number(Places { places: self.closed(&[0]), ..Places::default() })
    }

    /// These places, and those after a star.
    fn closed(&self, places: &[u32]) -> Vec<u32> {
        let mut closed: Vec<u32> = Vec::with_capacity(places.len() + 1);
        for &place in places {
            let mut place = place;
            while closed.last().is_none_or(|&last| last < place) {
                closed.push(place);
                if matches!(self.items.get(place as usize), Some(None)) {
                    place += 1;
                }
            }
        }
        closed
    }

    fn number(&self, places: Places) -> State {
        let ends_with_star = matches!(self.items.last(), Some(None));
        if places.places.is_empty() {
            return DEAD;
        }
        if ends_with_star && places.places.last() == Some(&(self.items.len() as u32)) {
            return MATCHED;
        }
        let mut known = self.known.borrow_mut();
        if let Some(&number) = known.numbers.get(&places) {
            return number;
        }
        let number = known.places.len() as State;
        known.places.push(places.clone());
        known.numbers.insert(places, number);
        number
    }

    fn next(&self, state: State, byte: u8) -> State {
        let Some(mut at) = self.known.borrow().places.get(state as usize).cloned() else {
            return DEAD;
        };
        (at.partial, at.missing) = match (at.missing, byte) {
            (0, 0..=0x7f) => (u32::from(byte), 0),
            (0, 0..=0xdf) => (u32::from(byte & 0x1f), 1),
            (0, 0..=0xef) => (u32::from(byte & 0x0f), 2),
            (0, _) => (u32::from(byte & 0x07), 3),
            (missing, _) => (at.partial << 6 | u32::from(byte & 0x3f), missing - 1),
        };
        if at.missing == 0 {
            let c = char::from_u32(at.partial).unwrap_or(char::REPLACEMENT_CHARACTER);
            let mut places = Vec::with_capacity(at.places.len());
            for &place in &at.places {
                match self.items.get(place as usize) {
                    Some(None) => places.push(place),
                    Some(Some(item)) if item.matches(c) => places.push(place + 1),
                    _ => {}
                }
            }
            at = Places { places: self.closed(&places), ..Places::default() };
        }
        self.number(at)
    }

    fn accepts(&self, state: State) -> bool {
        let known = self.known.borrow();
        let end = self.items.len() as u32;
        known
            .places
            .get(state as usize)
            .is_some_and(|at| at.missing == 0 && at.places.last() == Some(&end))
    }

    fn mark(&self, used: &mut [bool; 256]) {
        for (from, to) in self.items.iter().flatten().flat_map(Item::ranges) {
            let (from, to) = (u32::from(from), u32::from(to));
            // A character of several bytes: any of them may tell it from others.
            let end = if to >= 0x80 { 0x100 } else { to + 1 };
            (from.min(0x80)..end).for_each(|byte| used[byte as usize] = true);
        }
    }
}

#[cfg(test)]
mod tests {
    use maycrawl::internals::PathSearch;
    use maycrawl_testdata::words::words;

    use super::super::axes::{Axes, Wildcards};
    use super::super::{Reader, patterns};
    use super::*;

    fn matches(machine: &Machine, path: &[u8]) -> bool {
        let read = |state, &byte: &u8| machine.next(state, byte);
        machine.accepts(path.iter().fold(machine.start(), read))
    }

    #[test]
    fn a_pattern_with_other_stars_matches_the_paths_that_its_reader_matches() {
        let wildcards = [Wildcards::StarToNext, Wildcards::StarsNeedOne];
        let fastrobots = Reader::by_name("fastrobots").unwrap().axes;
        for (value, wildcards) in
            words(b"/", b"ab*$", 5).iter().flat_map(|it| wildcards.map(|to| (it, to)))
        {
            let axes = Axes { wildcards, ..fastrobots };
            patterns::of_rule(value, true, &axes, |pattern| {
                let machine = Machine::of(&pattern).unwrap();
                for path in words(b"/", b"ab$", 5) {
                    let matches = pattern.matches(&PathSearch::new(&path));
                    assert_eq!(
                        self::matches(&machine, &path),
                        matches,
                        "{} {}",
                        value.escape_ascii(),
                        path.escape_ascii()
                    );
                }
            });
        }
    }

    #[test]
    fn a_pattern_within_another_matches_nothing_else() {
        let axes = Reader::by_name("google").unwrap().axes;
        let values = words(b"/", b"ab*$", 4);
        let mut machines = Vec::new();
        for value in &values {
            patterns::of_rule(value, true, &axes, |pattern| machines.extend(Machine::of(&pattern)));
        }
        machines.extend(
            ["/a*", "/*b", "/?b", "/[ab]*"]
                .map(|it| Machine::Glob(GlobMachine::new(it.as_bytes()))),
        );
        let paths = words(b"/", b"abc", 5);
        let of = |machine: &Machine| -> Vec<bool> {
            paths.iter().map(|path| matches(machine, path)).collect()
        };
        let matched: Vec<_> = machines.iter().map(of).collect();
        let mut within = 0;
        for (small, by_small) in machines.iter().zip(&matched) {
            for (large, by_large) in machines.iter().zip(&matched) {
                let is_within = is_within(small, large, &mut 0);
                let has_more = by_small.iter().zip(by_large).any(|(small, large)| *small && !large);
                assert!(!is_within || !has_more);
                within += usize::from(is_within);
            }
        }
        assert!(within > machines.len() * 2, "{within}");
    }

    #[test]
    fn a_glob_matches_the_paths_that_its_pattern_matches() {
        let mut patterns = words(b"/", b"a*?", 4);
        patterns.extend(words(b"[", b"a]*!", 4));
        for more in ["/*[a-c]é", "*[!é]", "[é-ü]*", "/[]a]", "[z-a]*a", "?é*"] {
            patterns.push(more.as_bytes().to_vec());
        }
        let mut paths = words(b"/", b"/a]", 4);
        for more in ["/é", "/aé", "/bé/é", "é", "ö", "/ü/a", "aé", "/", ""] {
            paths.push(more.as_bytes().to_vec());
        }
        for pattern in &patterns {
            let machine = Machine::Glob(GlobMachine::new(pattern));
            for path in &paths {
                let shown = (pattern.escape_ascii(), path.escape_ascii());
                assert_eq!(matches(&machine, path), glob::matches(pattern, path), "{shown:?}");
            }
        }
    }
}
