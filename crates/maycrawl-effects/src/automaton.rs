//! A pattern as a deterministic automaton: it reads a path byte by byte and knows at every byte whether it matches.
//!
//! # The idea
//!
//! A match places the segments of a pattern greedily, each at its leftmost position ([`pattern`](maycrawl::pattern)
//! proves that this is exact). So all that a reader has to remember is how many bytes of the pattern it has placed.
//! That number is the *state*. A byte that continues the segment adds one. Otherwise
//!
//! - in the first segment, which stands at the start of the path, the pattern cannot match any more: [`DEAD`];
//! - in a later segment, the search falls back to the longest beginning of the segment that the last bytes still spell
//!   (D. Knuth, J. Morris, V. Pratt, *Fast Pattern Matching in Strings*, where the bound of one step is shown too).
//!
//! When the last segment is placed, a pattern without `$` matches whatever follows: [`MATCHED`]. With a `$` it matches
//! if the path ends here, and the search goes on if it does not: the last segment must end the path, and the leftmost
//! places of the segments before it leave the most room.

use alloc::vec::Vec;

/// What a pattern has placed of its bytes, or one of the two states below.
pub type State = u32;

/// The pattern matches every path that begins like this.
pub const MATCHED: State = u32::MAX;

/// The pattern matches no path that begins like this.
pub const DEAD: State = u32::MAX - 1;

/// The automaton of a pattern in normal form.
pub struct Automaton {
    /// The bytes of all segments, without stars and without a final `$`.
    bytes: Vec<u8>,
    /// For each number of placed bytes: the number to go on with if the next byte differs. [`DEAD`] in the first
    /// segment. A segment that has nothing placed falls back to itself: the byte is passed over.
    fallback: Vec<State>,
    /// True if the match must end the path.
    ends_path: bool,
}

impl Automaton {
    /// O(pattern).
    pub fn new(normal_form: &[u8]) -> Self {
        match normal_form {
            [body @ .., b'$'] => Self::from_body(body, true),
            body => Self::from_body(body, false),
        }
    }

    /// The automaton of a text in which nothing is special: the beginning of a path, or a whole one.
    pub fn from_text(text: &[u8], ends_path: bool) -> Self {
        let fallback = alloc::vec![DEAD; text.len() + 1];
        Self { bytes: text.to_vec(), fallback, ends_path }
    }

    /// The automaton of a pattern in which only `*` is special. If it is anchored, the path must end after it.
    pub fn from_body(body: &[u8], anchored: bool) -> Self {
        // A star before the `$` takes whatever is left, so the end says nothing.
        let ends_path = anchored && body.last() != Some(&b'*');
        let mut automaton = Self {
            bytes: Vec::with_capacity(body.len()),
            fallback: Vec::with_capacity(body.len() + 1),
            ends_path,
        };
        for (index, segment) in body.split(|&byte| byte == b'*').enumerate() {
            if index == 0 {
                automaton.bytes.extend_from_slice(segment);
                automaton.fallback.resize(segment.len(), DEAD);
            } else if !segment.is_empty() {
                automaton.add_floating(segment);
            }
        }
        // After the whole pattern: only a `$` reads on.
        let last = automaton.last_fallback(body);
        automaton.fallback.push(last);
        automaton
    }

    /// Adds a segment that may stand anywhere after the ones before it.
    fn add_floating(&mut self, segment: &[u8]) {
        let start = self.bytes.len() as State;
        self.bytes.extend_from_slice(segment);
        self.fallback.push(start);
        let mut border = start;
        for &byte in segment.iter().skip(1) {
            // Where to go on if the bytes before this one are placed, and the next byte of the path differs from it. A
            // place before the same byte would fail again. Without this, `*aaa...b` falls back through all its bytes.
            let would_fail = self.bytes[border as usize] == byte;
            self.fallback.push(if would_fail { self.fallback[border as usize] } else { border });
            border = self.border_after(border, start, byte);
        }
    }

    /// The longest beginning of the segment that ends with `byte`, after one that ended before it.
    fn border_after(&self, mut border: State, start: State, byte: u8) -> State {
        loop {
            if self.bytes[border as usize] == byte {
                return border + 1;
            }
            if border == start {
                return start;
            }
            border = self.fallback[border as usize];
        }
    }

    /// Where the last segment goes on when it is placed but the path does not end.
    fn last_fallback(&self, body: &[u8]) -> State {
        let Some(star) = memchr::memrchr(b'*', body) else { return DEAD };
        let length = body.len() - star - 1;
        let start = (self.bytes.len() - length) as State;
        let mut border = start;
        for at in start as usize + 1..self.bytes.len() {
            border = self.border_after(border, start, self.bytes[at]);
        }
        border
    }

    /// The state before the first byte of a path.
    pub fn start(&self) -> State {
        self.settled(0)
    }

    /// The state after one more byte. O(log pattern).
    pub fn next(&self, state: State, byte: u8) -> State {
        if state >= DEAD {
            return state;
        }
        let mut at = state;
        loop {
            if self.bytes.get(at as usize) == Some(&byte) {
                return self.settled(at + 1);
            }
            match self.fallback[at as usize] {
                DEAD => return DEAD,
                next if next == at => return at,
                next => at = next,
            }
        }
    }

    /// True if the pattern matches a path that ends in this state.
    pub fn accepts(&self, state: State) -> bool {
        state == MATCHED || (self.ends_path && state as usize == self.bytes.len())
    }

    fn settled(&self, placed: State) -> State {
        if placed as usize == self.bytes.len() && !self.ends_path { MATCHED } else { placed }
    }

    /// The bytes that the automaton distinguishes from all others.
    pub fn letters(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use maycrawl::internals::match_len;
    use maycrawl_testdata::words::words;

    use super::*;

    #[test]
    fn an_automaton_matches_the_paths_that_its_pattern_matches() {
        let mut patterns = words(b"/", b"/a*$", 5);
        patterns.extend(words(b"*", b"/a*$", 4));
        patterns.extend([b"$".to_vec(), b"a".to_vec()]);
        let paths = words(b"/", b"/ab", 6);
        for normal_form in &patterns {
            let automaton = Automaton::new(normal_form);
            for path in &paths {
                let mut state = automaton.start();
                for &byte in path {
                    let next = automaton.next(state, byte);
                    assert!(state < DEAD || next == state, "{state} is final");
                    state = next;
                }
                let matches = match_len(normal_form, path).is_some();
                let shown = || alloc::format!("{normal_form:?} {path:?}");
                assert_eq!(automaton.accepts(state), matches, "{}", shown());
            }
        }
    }
}
