//! Matching of `user-agent` values with the names of a crawler.

use alloc::borrow::Cow;

use crate::profile::{AgentNames, Profile};
use crate::text::scan::is_space;

/// Whether a crawler follows `User-agent: *`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StarGroup {
    /// The crawler follows `*` if no group names it. Nearly all crawlers do.
    Obeyed,
    /// The crawler follows only groups that name it: Google's `AdsBot` and special-case crawlers.
    Ignored,
}

/// The names of a crawler, borrowed, as the engine compares them with each `user-agent` line.
#[derive(Clone, Copy, Debug)]
pub struct AgentMatcher<'a> {
    names: Names<'a>,
    star: StarGroup,
    also_by_name: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Names<'a> {
    /// The first name with a group wins.
    Chain { own: &'a str, fallback: &'a [Cow<'static, str>] },
    /// The groups of all names apply together: the list of agents of google/robotstxt.
    United(&'a [&'a str]),
}

/// The rank of a group for a crawler: 0 for its own name, higher numbers for fallbacks, the highest for `*`.
pub(crate) type Rank = usize;

impl<'a> AgentMatcher<'a> {
    pub(super) fn new(names: Names<'a>, star: StarGroup, profile: Profile) -> Self {
        Self { names, star, also_by_name: profile.agent_names == AgentNames::AlsoByName }
    }

    /// A matcher for any of `names`, as google/robotstxt reads a list of agents.
    pub fn united(names: &'a [&'a str], profile: Profile) -> Self {
        Self::new(Names::United(names), StarGroup::Obeyed, profile)
    }

    /// The rank of `*`: after every name.
    pub(crate) fn star_rank(&self) -> Rank {
        match self.names {
            Names::Chain { fallback, .. } => 1 + fallback.len(),
            Names::United(_) => 1,
        }
    }

    /// The first bytes of the values that have a [rank](Self::rank).
    pub(crate) fn first_bytes(&self) -> FirstBytes {
        let mut bytes = FirstBytes::default();
        bytes.add(b"*");
        let mut add = |name: &str| bytes.add(name.as_bytes());
        match self.names {
            Names::Chain { own, fallback } => {
                add(own);
                fallback.iter().for_each(|name| add(name));
            }
            Names::United(names) => names.iter().for_each(|name| add(name)),
        }
        bytes
    }

    /// The rank of the value of a `user-agent` line. `None` if the line is for other crawlers.
    #[inline]
    pub fn rank(&self, value: &[u8]) -> Option<Rank> {
        if is_star(value) {
            return (self.star == StarGroup::Obeyed).then(|| self.star_rank());
        }
        // Most lines name other crawlers, and differ in the first byte.
        let begins = value.first().map(u8::to_ascii_lowercase);
        let is = |name: &str| {
            let name = name.as_bytes();
            let alike = name.first().map(u8::to_ascii_lowercase) == begins || name.is_empty();
            alike && self.is(value, name)
        };
        match self.names {
            Names::Chain { own, .. } if is(own) => Some(0),
            Names::Chain { fallback, .. } => {
                fallback.iter().position(|name| is(name)).map(|i| i + 1)
            }
            Names::United(names) => names.iter().any(|name| is(name)).then_some(0),
        }
    }
}

impl AgentMatcher<'_> {
    fn is(&self, value: &[u8], name: &[u8]) -> bool {
        let token = product_token(value);
        token.eq_ignore_ascii_case(name)
            || (self.also_by_name && token.len() < value.len() && is_by_name(value, name))
    }
}

/// The first bytes of names, in both cases, as a set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FirstBytes([u64; 4]);

impl FirstBytes {
    fn add(&mut self, name: &[u8]) {
        let Some(&byte) = name.first() else {
            // A name without letters is found in values that begin with any other byte.
            self.0 = [u64::MAX; 4];
            return;
        };
        for byte in [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] {
            self.0[usize::from(byte / 64)] |= 1 << (byte % 64);
        }
    }

    #[inline(always)]
    pub(crate) const fn contains(&self, byte: u8) -> bool {
        self.0[(byte / 64) as usize] >> (byte % 64) & 1 == 1
    }
}

/// True for `*`, alone or with white space and any text after it.
pub fn is_star(value: &[u8]) -> bool {
    matches!(value, [b'*']) || matches!(value, [b'*', next, ..] if is_space(*next))
}

/// The part of a `user-agent` value that Google reads: the leading letters, `-` and `_`. (RFC 9309 section 2.2.1.)
pub fn product_token(value: &[u8]) -> &[u8] {
    let is_legal = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
    let end = value.iter().position(|byte| !is_legal(byte)).unwrap_or(value.len());
    &value[..end]
}

/// The second comparison of [`AgentNames::AlsoByName`]: for a name that is not a legal product token.
#[cold]
fn is_by_name(value: &[u8], name: &[u8]) -> bool {
    product_token(name).len() < name.len() && first_word(value).eq_ignore_ascii_case(name)
}

/// The part of a `user-agent` value before its first white space or `/`: `AI2Bot` of `AI2Bot/1.0`.
pub fn first_word(value: &[u8]) -> &[u8] {
    let end = value.iter().position(|&byte| is_space(byte) || byte == b'/').unwrap_or(value.len());
    &value[..end]
}

/// Whether a word of a `user-agent` line may be the name of a crawler. `GPTBot,` and `"GPTBot"` are what people write,
/// and no crawler calls itself so: what is said of such a name is said of nobody, and read as if it were of GPTBot.
pub fn may_be_name(word: &[u8]) -> bool {
    let is_mark = |byte| br#"*,;:"()[]{}<>|`"#.contains(&byte);
    let may_have = |byte: &u8| byte.is_ascii_graphic() && !is_mark(*byte);
    word.first() != Some(&b'\'') && word.iter().all(may_have)
}

/// The part of a name before its first white space or `/`: `ExampleBot` for `ExampleBot/2.1`.
pub(super) fn name_token(name: &str) -> &str {
    name.split(|c: char| c.is_ascii_whitespace() || c == '/').next().unwrap_or(name)
}
