//! Patterns as Python's `fnmatch` reads them: `*`, `?`, and sets such as `[a-z]` and `[!a]`.
//!
//! The stars split a pattern into segments. Each is placed at its leftmost possible position, and the last one at the
//! end, which is exact; see [`maycrawl::pattern`]. A match costs O(path * longest segment), without recursion.

use alloc::string::String;
use alloc::vec::Vec;

/// One character of a segment.
#[derive(Debug)]
pub(super) enum Item {
    Is(char),
    Any,
    /// One of these ranges, or none of them.
    Set {
        ranges: Vec<(char, char)>,
        is_negated: bool,
    },
}

impl Item {
    pub(super) fn matches(&self, c: char) -> bool {
        match self {
            Self::Is(wanted) => c == *wanted,
            Self::Any => true,
            Self::Set { ranges, is_negated } => {
                ranges.iter().any(|&(from, to)| (from..=to).contains(&c)) != *is_negated
            }
        }
    }

    /// The ranges of characters that it tells from all others.
    pub(super) fn ranges(&self) -> Vec<(char, char)> {
        match self {
            &Self::Is(c) => Vec::from([(c, c)]),
            Self::Any => Vec::new(),
            Self::Set { ranges, .. } => ranges.clone(),
        }
    }
}

/// True if the pattern matches the whole path.
pub(super) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let path: Vec<char> = String::from_utf8_lossy(path).chars().collect();
    let pattern: Vec<char> = String::from_utf8_lossy(pattern).chars().collect();
    let segments = segments(&pattern);
    let [first, rest @ ..] = &segments[..] else { return path.is_empty() };
    let Some((last, between)) = rest.split_last() else {
        return path.len() == first.len() && is_at(first, &path);
    };
    if !is_at(first, &path) {
        return false;
    }
    let mut at = first.len();
    for segment in between {
        let Some(found) = (at..=path.len()).find(|&start| is_at(segment, &path[start..])) else {
            return false;
        };
        at = found + segment.len();
    }
    path.len() >= at + last.len() && is_at(last, &path[path.len() - last.len()..])
}

fn is_at(segment: &[Item], path: &[char]) -> bool {
    segment.len() <= path.len() && segment.iter().zip(path).all(|(item, &c)| item.matches(c))
}

/// The parts between stars. There is one more than stars.
pub(super) fn segments(pattern: &[char]) -> Vec<Vec<Item>> {
    let mut segments = Vec::from([Vec::new()]);
    let mut rest = pattern;
    while let [c, after @ ..] = rest {
        rest = after;
        let item = match c {
            '*' => {
                segments.push(Vec::new());
                continue;
            }
            '?' => Item::Any,
            '[' => match set_end(after) {
                Some(end) => {
                    rest = &after[end + 1..];
                    set(&after[..end])
                }
                // A bracket that nothing closes is a plain one.
                None => Item::Is('['),
            },
            &c => Item::Is(c),
        };
        if let Some(segment) = segments.last_mut() {
            segment.push(item);
        }
    }
    segments
}

/// Where the set ends. A `]` at its start belongs to it.
fn set_end(text: &[char]) -> Option<usize> {
    let mut from = usize::from(text.first() == Some(&'!'));
    from += usize::from(text.get(from) == Some(&']'));
    text.get(from..)?.iter().position(|&c| c == ']').map(|at| from + at)
}

/// The set between two brackets. A range whose end is before its start is left out, and what remains of an empty set
/// matches nothing.
fn set(text: &[char]) -> Item {
    let is_negated = text.first() == Some(&'!');
    let text = if is_negated { &text[1..] } else { text };
    // Parts between the hyphens that make ranges: the last character of a part to the first one of the next.
    let mut parts: Vec<Vec<char>> = Vec::new();
    let (mut start, mut from) = (0, 1);
    while let Some(at) = text.get(from..).and_then(|rest| rest.iter().position(|&c| c == '-')) {
        parts.push(text[start..from + at].to_vec());
        start = from + at + 1;
        from += at + 3;
    }
    match (&text[start..], parts.last_mut()) {
        ([], Some(last)) => last.push('-'),
        (rest, _) => parts.push(rest.to_vec()),
    }
    for at in (1..parts.len()).rev() {
        if parts[at - 1].last() > parts[at].first() {
            let next = parts.remove(at);
            parts[at - 1].pop();
            parts[at - 1].extend(next.into_iter().skip(1));
        }
    }
    let mut ranges = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        ranges.extend(part.iter().map(|&c| (c, c)));
        let next = parts.get(at + 1).and_then(|next| next.first());
        if let (Some(&from), Some(&to)) = (part.last(), next) {
            ranges.push((from, to));
        }
    }
    Item::Set { ranges, is_negated }
}
