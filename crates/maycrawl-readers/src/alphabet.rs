//! The letters that a search tries: one for all that no pattern and no form of it tells apart, few of the 350.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use maycrawl::internals::escape;

use super::forms::Form;
use super::letters::{Letter, may_be_in_path, may_be_in_query};
use super::perl_uri;

/// The letters that a search tries. Those of plain paths come first.
#[derive(Debug)]
pub(super) struct Alphabet {
    pub(super) plain: Vec<Letter>,
    pub(super) escapes: Vec<Letter>,
}

impl Alphabet {
    /// One letter for all that the forms and the patterns do not tell apart. The patterns tell the `used` bytes from
    /// each other and from all others.
    ///
    /// Where no pattern has a byte above 0x7F, or one of its escape in a form that escapes, each of them only breaks
    /// what came before it, alone or as part of a character. Then all are one, and a search need not remember
    /// characters. That does not hold for patterns that count characters.
    pub(super) fn new(forms: &[Form], used: &[bool; 256], counts_characters: bool) -> Self {
        let decodes = forms.iter().any(|form| form.decodes());
        let escapes = forms.iter().any(|form| form.escapes());
        let reads_schemes = forms.contains(&Form::OneSlash);
        let is_used = |byte: u8| used[usize::from(byte)];
        let reads_characters = counts_characters
            || (0x80..=0xff).any(is_used)
            || escapes && b"%0123456789ABCDEF".iter().any(|&byte| is_used(byte));
        let class = |byte: u8| if used[usize::from(byte)] { 1 + u64::from(byte) } else { 0 };
        let kind = |byte: u8| match byte {
            0x80.. if !reads_characters => 32,
            byte => kind(byte, reads_schemes),
        };
        // The classes of the byte itself and of the digits of its escape, and what the forms know of it.
        let key = |byte: u8, is_decoded: bool, is_escaped: bool| {
            let [high, low] = escape::hex_digits(byte).map(class);
            let whole = if is_decoded { class(byte) << 8 | kind(byte) } else { 0 };
            let digits = if is_escaped { high << 9 | low } else { 0 };
            // A dot that is escaped makes a dot segment too.
            whole << 24 | digits << 1 | u64::from(byte == b'.')
        };
        let may_be_plain = |byte: &u8| may_be_in_path(*byte) || may_be_in_query(*byte);
        let plain =
            nicest_first().filter(may_be_plain).map(|byte| (byte, key(byte, true, escapes)));
        let escaped = nicest_first().map(|byte| (byte, key(byte, decodes, true)));
        Self {
            plain: first_of_each(plain).map(Letter::Plain).collect(),
            escapes: first_of_each(escaped).map(Letter::Escape).collect(),
        }
    }
}

/// The first byte with each key.
fn first_of_each(bytes: impl Iterator<Item = (u8, u64)>) -> impl Iterator<Item = u8> {
    let mut seen = BTreeSet::new();
    bytes.filter(move |&(_, key)| seen.insert(key)).map(|(byte, _)| byte)
}

/// All bytes, those that make a path look like a real one first.
fn nicest_first() -> impl Iterator<Item = u8> {
    let is_nice = |byte: &u8| escape::is_unreserved(*byte);
    let nice = (b'a'..=b'z').rev().chain(b'0'..=b'9').chain(b'A'..=b'Z').chain(*b"-_.~");
    nice.chain((0..=u8::MAX).filter(move |byte| !is_nice(byte)))
}

/// What paths and forms know of a byte, as a number.
fn kind(byte: u8, reads_schemes: bool) -> u64 {
    let is_alone = b"/?#;%.=*$:\t\r\n".contains(&byte) || reads_schemes && b"htps".contains(&byte);
    let kind = match byte {
        _ if is_alone => 128 | byte,
        0..=0x7f => {
            u8::from(escape::is_unreserved(byte))
                | u8::from(byte.is_ascii_hexdigit()) << 1
                | u8::from(may_be_in_path(byte)) << 2
                | u8::from(may_be_in_query(byte)) << 3
                | u8::from(perl_uri::is_plain(byte)) << 4
        }
        // Which bytes may follow each other in UTF-8.
        0x80..=0x8f => 32,
        0x90..=0x9f => 33,
        0xa0..=0xbf => 34,
        0xc0 | 0xc1 | 0xf5.. => 35,
        0xc2..=0xdf => 36,
        0xe0 => 37,
        0xed => 38,
        0xe1..=0xef => 39,
        0xf0 => 40,
        0xf1..=0xf3 => 41,
        0xf4 => 42,
    };
    u64::from(kind)
}
