//! The letters that a search tries: one for all that no pattern and no form of it tells apart, few of the 350.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use maycrawl::internals::escape::{self, may_be_in_path, may_be_in_query};

use super::forms::Form;
use super::letters::Letter;
use super::perl_uri;

/// The letters: each byte as it is, and as each kind of escape.
pub(super) const LETTERS: usize = 4 * 256;

/// The place of a letter.
fn place(letter: Letter) -> usize {
    match letter {
        Letter::Plain(byte) => usize::from(byte),
        Letter::Escape(byte) => 256 + usize::from(byte),
        Letter::Broken(byte) => 512 + usize::from(byte),
        Letter::Rest(byte) => 768 + usize::from(byte),
    }
}

/// A class for each letter, one for all that the forms and the patterns do not tell apart, and a letter of each class.
/// The patterns tell the `used` bytes from each other and from all others.
///
/// Where no pattern has a byte above 0x7F, or one of its escape in a form that has escapes, each of them only breaks
/// what came before it, alone or as part of a character. Then all are one. That does not hold for patterns that count
/// characters.
pub(super) fn classes(
    forms: &[Form],
    used: &[bool; 256],
    counts_characters: bool,
) -> ([u16; LETTERS], Vec<Letter>) {
    let decodes = forms.iter().any(|form| form.decodes());
    let escapes = forms.iter().any(|form| form.escapes());
    let spells = escapes || forms.iter().any(|form| !form.decodes());
    let reads_schemes = forms.contains(&Form::OneSlash);
    let is_used = |byte: u8| used[usize::from(byte)];
    let reads_characters = counts_characters
        || (0x80..=0xff).any(is_used)
        || spells && b"%0123456789ABCDEF".iter().any(|&byte| is_used(byte));
    let class = |byte: u8| if used[usize::from(byte)] { 1 + u64::from(byte) } else { 0 };
    let changes = forms.iter().any(|form| *form != Form::Sent);
    let kind = |byte: u8| if changes { form_kind(byte, reads_schemes) } else { 0 };
    // The classes of the byte itself and of the digits of its escape, and what the forms know of it.
    let key = |byte: u8, is_decoded: bool, is_escaped: bool| {
        let [high, low] = escape::hex_digits(byte).map(class);
        let whole = if is_decoded { class(byte) << 8 | kind(byte) } else { 0 };
        let digits = if is_escaped { high << 9 | low } else { 0 };
        whole << 24 | digits << 1
    };
    let (mut class_of, mut letters) = ([0; LETTERS], Vec::new());
    let mut known = BTreeMap::new();
    for letter in nicest_first() {
        let key = match letter {
            Letter::Plain(byte) => (0, key(byte, true, escapes)),
            Letter::Escape(0x80..) | Letter::Broken(_) | Letter::Rest(_) if !reads_characters => {
                (1, 0)
            }
            Letter::Escape(byte) => (2, key(byte, decodes, true)),
            // It is decoded as U+FFFD, or as nothing.
            Letter::Broken(byte) if decodes => (3, key(byte, false, true)),
            Letter::Rest(byte) if decodes => (4, key(byte, false, true)),
            Letter::Broken(byte) | Letter::Rest(byte) => (2, key(byte, false, true)),
        };
        class_of[place(letter)] = *known.entry(key).or_insert_with(|| {
            letters.push(letter);
            letters.len() as u16 - 1
        });
    }
    (class_of, letters)
}

/// The letters that two readings have to try, plain ones and escapes, each with its class of both: one for all that
/// neither of them tells apart, and that may stand in the same places.
pub(super) fn of_both(
    first: &[u16; LETTERS],
    second: &[u16; LETTERS],
) -> [Vec<(Letter, [u16; 2])>; 2] {
    let classes = |letter: Letter| [first, second].map(|side| side[place(letter)]);
    // If neither reads characters, one broken byte stands for all of them.
    let one = Letter::Broken(0x80);
    let reads_characters = classes(Letter::Rest(0x80)) != classes(one)
        || (0x80..=0xff).any(|byte| classes(Letter::Escape(byte)) != classes(one));
    let (mut both, mut seen) = ([Vec::new(), Vec::new()], BTreeSet::new());
    for letter in nicest_first() {
        let (escape, kind) = match letter {
            Letter::Plain(byte) => (0, path_kind(byte)),
            _ if letter == one => (1, byte_kind(0x80)),
            Letter::Escape(byte @ 0x80..) | Letter::Broken(byte) | Letter::Rest(byte) => {
                if !reads_characters {
                    continue;
                }
                let role = if matches!(letter, Letter::Escape(_)) { 64 } else { 0 };
                let role = if matches!(letter, Letter::Rest(_)) { 128 } else { role };
                (1, role | byte_kind(byte))
            }
            // A dot that is escaped makes a dot segment too.
            Letter::Escape(byte) => (1, u8::from(byte == b'.')),
        };
        let classes = classes(letter);
        if seen.insert((escape, kind, classes)) {
            both[escape].push((letter, classes));
        }
    }
    both
}

/// All letters, those that make a path look like a real one first.
fn nicest_first() -> impl Iterator<Item = Letter> {
    let may_be_plain = |byte: &u8| may_be_in_path(*byte) || may_be_in_query(*byte);
    let plain = bytes_nicest_first().filter(may_be_plain).map(Letter::Plain);
    let high = || 0x80..=0xff;
    let escapes = bytes_nicest_first().map(Letter::Escape);
    plain.chain(escapes).chain(high().map(Letter::Broken)).chain(high().map(Letter::Rest))
}

/// All bytes, those that make a path look like a real one first.
fn bytes_nicest_first() -> impl Iterator<Item = u8> {
    let is_nice = |byte: &u8| escape::is_unreserved(*byte);
    let nice = (b'a'..=b'z').rev().chain(b'0'..=b'9').chain(b'A'..=b'Z').chain(*b"-_.~");
    nice.chain((0..=u8::MAX).filter(move |byte| !is_nice(byte)))
}

/// What forms know of a byte, as a number.
fn form_kind(byte: u8, reads_schemes: bool) -> u64 {
    let is_alone = b"/?#;%=*$:\t\r\n".contains(&byte) || reads_schemes && b"htps".contains(&byte);
    let kind = match byte {
        _ if is_alone => 128 | byte,
        0..=0x7f => u8::from(escape::is_unreserved(byte)) | u8::from(perl_uri::is_plain(byte)) << 1,
        // Whoever decodes it may count characters.
        0x80.. => byte_kind(byte),
    };
    u64::from(kind)
}

/// What paths know of a plain byte, as a number.
fn path_kind(byte: u8) -> u8 {
    match byte {
        b'/' | b'?' | b'.' | b'%' => byte,
        _ => {
            u8::from(byte.is_ascii_hexdigit())
                | u8::from(may_be_in_path(byte)) << 1
                | u8::from(may_be_in_query(byte)) << 2
        }
    }
}

/// Which bytes may follow each other in UTF-8, as a number.
fn byte_kind(byte: u8) -> u8 {
    match byte {
        0..=0x7f => 0,
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
    }
}
