//! The fields of a line, from left to right.

use memchr::{memchr, memchr_iter};

use super::escape::Escape;
use super::unreadable::Unreadable;

/// What is left of a line.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'l>(pub(super) &'l [u8]);

impl<'l> Cursor<'l> {
    /// The bytes up to a space or the end. The space is passed over.
    pub(super) fn word(&mut self) -> Result<&'l [u8], Unreadable> {
        let end = memchr(b' ', self.0).unwrap_or(self.0.len());
        let word = &self.0[..end];
        if word.is_empty() {
            return Err(if self.0.is_empty() {
                Unreadable::Cut
            } else {
                Unreadable::UnknownFormat
            });
        }
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        Ok(word)
    }

    /// As many words as there are in the array.
    pub(super) fn words<const N: usize>(&mut self) -> Result<[&'l [u8]; N], Unreadable> {
        let mut words: [&'l [u8]; N] = [b""; N];
        for word in &mut words {
            *word = self.word()?;
        }
        Ok(words)
    }

    /// What is between two quotation marks. After it are the end or a space, which is passed over.
    pub(super) fn quoted(&mut self, escape: Escape) -> Result<&'l [u8], Unreadable> {
        let Some(text) = self.0.strip_prefix(b"\"") else {
            return Err(if self.0.is_empty() {
                Unreadable::Cut
            } else {
                Unreadable::UnknownFormat
            });
        };
        let end = closing_quote(text, escape).ok_or(Unreadable::Cut)?;
        self.0 = match &text[end + 1..] {
            [] => &[],
            [b' ', rest @ ..] => rest,
            _ => return Err(Unreadable::AmbiguousQuotes),
        };
        Ok(&text[..end])
    }

    /// What is in quotation marks, or the word `-`.
    pub(super) fn quoted_or_dash(&mut self, escape: Escape) -> Result<&'l [u8], Unreadable> {
        match self.0 {
            [b'-'] | [b'-', b' ', ..] => self.word(),
            _ => self.quoted(escape),
        }
    }

    /// What is between square brackets. After it are the end or a space, which is passed over.
    pub(super) fn bracketed(&mut self) -> Result<&'l [u8], Unreadable> {
        let text = self.0.strip_prefix(b"[").ok_or(Unreadable::UnknownFormat)?;
        let end = memchr(b']', text).ok_or(Unreadable::Cut)?;
        self.0 = match &text[end + 1..] {
            [] => &[],
            [b' ', rest @ ..] => rest,
            _ => return Err(Unreadable::UnknownFormat),
        };
        Ok(&text[..end])
    }
}

/// The first quotation mark that is not escaped.
pub(super) fn closing_quote(text: &[u8], escape: Escape) -> Option<usize> {
    if escape != Escape::Backslash {
        return memchr(b'"', text);
    }
    memchr_iter(b'"', text).find(|&at| !is_escaped(text, at))
}

/// Whether a backslash escapes what is at `at`. A run of backslashes is counted once, for the mark after it, so a
/// search over many marks is linear.
pub(super) fn is_escaped(text: &[u8], at: usize) -> bool {
    let backslashes = text[..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
    !backslashes.is_multiple_of(2)
}

/// A status: digits, or `-` for none. HAProxy writes -1 where there was no answer.
pub(super) fn status(word: &[u8]) -> Result<Option<u16>, Unreadable> {
    match word {
        b"-" => Ok(None),
        b"-1" => Ok(Some(0)),
        _ => match number(word) {
            Some(status @ 0..1000) => Ok(u16::try_from(status).ok()),
            _ => Err(Unreadable::NotANumber),
        },
    }
}

/// A number of bytes: digits, or `-` for none.
pub(super) fn size(word: &[u8]) -> Result<Option<u64>, Unreadable> {
    match word {
        b"-" => Ok(None),
        _ => number(word).map(Some).ok_or(Unreadable::NotANumber),
    }
}

/// A number of at most 19 digits.
pub(super) fn number(word: &[u8]) -> Option<u64> {
    if word.is_empty() || word.len() > 19 {
        return None;
    }
    word.iter().try_fold(0, |number, &byte| {
        byte.is_ascii_digit().then(|| number * 10 + u64::from(byte - b'0'))
    })
}
