//! What stands before a line where a log went through a console: names of services, times, levels, names of files.
//!
//! A line is looked for behind words that no access log begins with, and before the first quotation mark, so that no
//! client has written what is taken for the line. The first address ends the search: what a client says of itself
//! stands after its own.

use super::client;
use super::time;
use super::wrapper::without_colour;

/// Words that are looked past. A console writes a time, a level, a service and a few words more.
const MAX_WORDS: usize = 10;
/// Bytes of a word, and of the name of a file.
const MAX_WORD_BYTES: usize = 256;

/// A line behind other words.
pub(super) struct Behind<'l> {
    pub(super) line: &'l [u8],
    /// The time before the line. An object may have none of its own.
    pub(super) time: Option<&'l [u8]>,
}

/// The line behind what a console or a program has written before it; `None` if nothing tells that there is such a
/// line.
pub(super) fn behind(whole: &[u8]) -> Option<Behind<'_>> {
    let mut rest = trimmed(whole);
    let mut time = None;
    let mut is_told = false;
    for _ in 0..MAX_WORDS {
        if is_told && rest.starts_with(b"{") {
            return Some(Behind { line: without_end(rest), time });
        }
        let end = rest.iter().take(MAX_WORD_BYTES).position(|byte| b" \t".contains(byte))?;
        let word = &rest[..end];
        if word.contains(&b'"') {
            return None;
        }
        if client::address(word.strip_suffix(b",").unwrap_or(word)).is_some() {
            return is_told.then_some(Behind { line: without_end(rest), time });
        }
        if let Some(name) = file_name_before(word) {
            return Some(Behind { line: &rest[name..], time });
        }
        time = time.or_else(|| time_at(rest));
        is_told |= tells(word, rest.get(end) == Some(&b'\t'));
        rest = trimmed(&rest[end..]);
    }
    None
}

/// The line behind as many words as somebody declares.
pub(super) fn after_words(line: &[u8], words: usize) -> Option<&[u8]> {
    let mut rest = line;
    for _ in 0..words {
        rest = &rest[memchr::memchr(b' ', rest)? + 1..];
    }
    Some(rest)
}

/// Without blanks and colours at its start.
fn trimmed(mut text: &[u8]) -> &[u8] {
    loop {
        let next = without_colour(text.trim_ascii_start());
        if next.len() == text.len() {
            return text;
        }
        text = next;
    }
}

/// Without the end of a colour.
fn without_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\x1b[0m").unwrap_or(line)
}

/// Whether a word is one that a console writes before lines, and no access log at its start.
fn tells(word: &[u8], is_before_tab: bool) -> bool {
    let bare = without_end(word);
    let level = bare.strip_suffix(b":").unwrap_or(bare);
    let level = level.strip_prefix(b"[").and_then(|it| it.strip_suffix(b"]")).unwrap_or(level);
    let is_level = [&b"trace"[..], b"debug", b"info", b"notice", b"warn", b"warning", b"error"]
        .iter()
        .any(|name| level.eq_ignore_ascii_case(name));
    // `cat -n`.
    let is_number = is_before_tab && bare.iter().all(u8::is_ascii_digit);
    is_level
        || is_number
        || is_date(bare)
        || is_clock(bare)
        || bare.starts_with(b"[")
        || bare.ends_with(b":")
        || bare.ends_with(b"|")
        || bare == "\u{203a}".as_bytes()
}

/// `2026-11-23`, `2026/11/23`, and what follows without a blank.
fn is_date(word: &[u8]) -> bool {
    word.len() >= 10
        && matches!([word[4], word[7]], [b'-', b'-'] | [b'/', b'/'])
        && [&word[..4], &word[5..7], &word[8..10]].concat().iter().all(u8::is_ascii_digit)
}

/// `08:00:00`, with a fraction or without.
fn is_clock(word: &[u8]) -> bool {
    word.len() >= 8
        && [word[2], word[5]] == *b"::"
        && [&word[..2], &word[3..5], &word[6..8]].concat().iter().all(u8::is_ascii_digit)
}

/// The time at the start of `rest`, in one word or in two.
fn time_at(rest: &[u8]) -> Option<&[u8]> {
    let rest = rest.strip_prefix(b"[").unwrap_or(rest);
    if !is_date(rest.get(..10)?) {
        return None;
    }
    let after = rest.get(11..)?;
    let end = after.iter().take(32).position(|byte| b" \t]".contains(byte))?;
    let text = &rest[..11 + end];
    time::any(text, None).is_ok().then_some(text)
}

/// The bytes of `access.log:` or `access.log.2:17:`, as grep writes them before a line that begins with an address.
fn file_name_before(word: &[u8]) -> Option<usize> {
    if client::address(word).is_some() {
        return None;
    }
    let starts = memchr::memchr_iter(b':', word).map(|at| at + 1);
    // What could be the beginning of an IPv6 address is no name of a file, unless an IPv4 address follows.
    let is_name = |name: &[u8]| {
        name.iter().any(|byte| byte.is_ascii_alphabetic() && !byte.is_ascii_hexdigit())
    };
    starts.take(4).find(|&at| {
        let address = client::bare_address(&word[at..]);
        address.is_some_and(|address| address.is_ipv4() || is_name(&word[..at]))
    })
}
