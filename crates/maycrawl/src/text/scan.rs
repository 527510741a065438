//! Search for the bytes that end lines and their parts.
//!
//! The text of a line ends at LF, CR, `#` or NUL. Lines have about 40 bytes, so the ends are searched in windows of 64
//! bytes, all at once: [`TextEnds`].
//!
//! The other searches are for bytes that are close: the slash after the host, a blank, a star. At such a distance the
//! set-up of a vector search costs more than the search. So they test eight bytes at a time, in a word (Mycroft 1987;
//! Warren, *Hacker's Delight*, section 6-1). The test never misses a byte. Above a true hit in the same word it may
//! report a false one, so each hit is checked.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The high bit of every byte of `word` that is below `limit` (at most 0x80), and possibly of higher bytes after a hit.
#[inline(always)]
const fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(LOW * limit as u64) & !word & HIGH
}

/// The high bit of every byte of `word` that equals `byte` (below 0x80), and possibly of higher bytes after a hit.
#[inline(always)]
const fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (LOW * byte as u64), 1)
}

/// The number of bytes that are searched at once.
const WINDOW: usize = 64;

/// The bytes of a file that end the text of a line, for 64 bytes of it.
///
/// The ends of lines are about 40 bytes apart. So a window is searched as a whole, by vector code, and to find the next
/// end is a shift and a count of zero bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextEnds {
    /// The start of the window, a multiple of its size.
    start: usize,
    /// A bit for each byte, the first byte as the lowest bit.
    ends: u64,
}

impl TextEnds {
    /// No window yet.
    pub(crate) const NONE: Self = Self { start: usize::MAX, ends: 0 };

    /// The first index from `at` where the text of a line ends, or `file.len()`. O(distance).
    #[inline(always)]
    pub(crate) fn next(&mut self, file: &[u8], at: usize) -> usize {
        let start = at & !(WINDOW - 1);
        if start != self.start {
            *self = Self::load(file, start);
        }
        let mut ends = self.ends >> (at - start) << (at - start);
        while ends == 0 {
            if self.start + WINDOW >= file.len() {
                return file.len();
            }
            *self = Self::load(file, self.start + WINDOW);
            ends = self.ends;
        }
        self.start + ends.trailing_zeros() as usize
    }

    #[inline]
    fn load(file: &[u8], start: usize) -> Self {
        let rest = file.get(start..).unwrap_or_default();
        let ends = match rest.first_chunk() {
            Some(bytes) => bits(&bytes.map(ends_text)),
            None => {
                let mut bytes = [b' '; WINDOW];
                bytes[..rest.len()].copy_from_slice(rest);
                bits(&bytes.map(ends_text))
            }
        };
        Self { start, ends }
    }
}

/// The flags as one number, the first one as the lowest bit.
#[inline(always)]
pub(crate) fn bits(flags: &[bool; WINDOW]) -> u64 {
    let bytes = flags.map(u8::from);
    let (words, _) = bytes.as_chunks::<8>();
    // The product moves the lowest bit of each byte into the highest byte.
    let bits = |word| u64::from_le_bytes(word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    words.iter().rev().fold(0, |all, word| all << 8 | bits(*word))
}

/// White space as google/robotstxt strips it.
#[inline(always)]
pub const fn is_space(byte: u8) -> bool {
    byte <= b' ' && matches!(byte, b' ' | b'\t'..=b'\r')
}

/// True for the bytes that end a line: LF and CR.
#[inline(always)]
pub(crate) const fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// True for the bytes that end the text of a line: a line end, a comment, or a NUL (Google reads a line as a C string).
#[inline(always)]
const fn ends_text(byte: u8) -> bool {
    (byte == b'\n') | (byte == b'\r') | (byte == b'#') | (byte == 0)
}

/// The first index from `at` of a line end, or `file.len()`. O(distance).
#[inline]
pub(crate) fn line_end(file: &[u8], at: usize) -> usize {
    find(file, at, |word| below(word, b'\r' + 1), is_line_end)
}

/// The first index from `at` of `/`, `?`, `;` or `#`, or `url.len()`. O(distance).
#[inline]
pub(crate) fn path_or_fragment(url: &[u8], at: usize) -> usize {
    // With three bits set, the four bytes are one. So are `'`, `+`, `3` and `7`, which are rare in hosts.
    let candidates = |word| equal(word | (LOW * 0x1c), b'?');
    find(url, at, candidates, |byte| matches!(byte, b'/' | b'?' | b';' | b'#'))
}

/// The first index from `at` of `#` or NUL, or `text.len()`. O(distance).
#[inline]
pub(crate) fn fragment(text: &[u8], at: usize) -> usize {
    find(text, at, |word| below(word, b'$'), |byte| byte == b'#' || byte == 0)
}

/// The first index from `at` of `*`, or `pattern.len()`. O(distance).
#[inline]
pub(crate) fn star(pattern: &[u8], at: usize) -> usize {
    find(pattern, at, |word| equal(word, b'*'), |byte| byte == b'*')
}

/// The first index from `at` of a space or a TAB, or `file.len()`. O(distance).
#[inline]
pub(crate) fn blank(file: &[u8], at: usize) -> usize {
    find(
        file,
        at,
        |word| equal(word, b' ') | equal(word, b'\t'),
        |byte| matches!(byte, b' ' | b'\t'),
    )
}

/// True when `text` has a `%` or a byte over 0x7F. O(text).
#[inline]
pub(crate) fn has_escape_or_non_ascii(text: &[u8]) -> bool {
    let hits = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        equal(word, b'%') | word & HIGH
    };
    // The last word may overlap the one before. To test a byte twice does no harm.
    match text.last_chunk() {
        Some(last) => text.as_chunks().0.iter().fold(hits(last), |all, word| all | hits(word)) != 0,
        None => text.iter().any(|&byte| byte == b'%' || !byte.is_ascii()),
    }
}

/// The first index from `at` of a byte for which `wanted` is true, or `file.len()`. `candidates` marks the bytes of a
/// word (by their high bits) that may be wanted.
#[inline(always)]
fn find(
    file: &[u8],
    mut at: usize,
    candidates: impl Fn(u64) -> u64,
    wanted: impl Fn(u8) -> bool,
) -> usize {
    let (words, rest) = file.get(at..).unwrap_or_default().as_chunks::<8>();
    for word in words {
        let mut hits = candidates(u64::from_le_bytes(*word));
        while hits != 0 {
            let i = hits.trailing_zeros() as usize / 8;
            if wanted(word[i]) {
                return at + i;
            }
            hits &= hits - 1;
        }
        at += 8;
    }
    if rest.is_empty() {
        return file.len();
    }
    let Some(word) = file.last_chunk::<8>() else {
        return rest.iter().position(|&byte| wanted(byte)).map_or(file.len(), |i| at + i);
    };
    // The last word overlaps the one before. Only its upper bytes are new.
    let new = u64::MAX << (64 - 8 * rest.len());
    let mut hits = candidates(u64::from_le_bytes(*word)) & new;
    while hits != 0 {
        let i = hits.trailing_zeros() as usize / 8;
        if wanted(word[i]) {
            return file.len() - 8 + i;
        }
        hits &= hits - 1;
    }
    file.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_tests_miss_no_byte_and_their_first_hit_is_true() {
        for byte in 0..=255_u8 {
            for neighbour in [0, 1, b'#', b'$', b':', 0x7f, 0x80, 0xff] {
                for place in 0..8 {
                    let mut bytes = [neighbour; 8];
                    bytes[place] = byte;
                    let word = u64::from_le_bytes(bytes);
                    let first = |hits: u64| hits.trailing_zeros() as usize / 8;
                    let plain = |wanted: &dyn Fn(u8) -> bool| {
                        bytes.iter().position(|&b| wanted(b)).unwrap_or(8)
                    };
                    assert_eq!(first(below(word, b'$')), plain(&|b| b < b'$'), "{bytes:?}");
                    assert_eq!(first(equal(word, b':')), plain(&|b| b == b':'), "{bytes:?}");
                    let mark = 0x80_u64 << (8 * place);
                    assert!(byte >= b'$' || below(word, b'$') & mark != 0, "{bytes:?}");
                    assert!(byte != b':' || equal(word, b':') & mark != 0, "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn finds_what_a_plain_search_finds() {
        let file = b"User-agent: \"a b\"!\tc # x\r\nDisallow: /\xc3\xa9\0y\nlast";
        for at in 0..=file.len() {
            let plain = |wanted: &dyn Fn(u8) -> bool| {
                file[at..].iter().position(|&b| wanted(b)).map_or(file.len(), |i| at + i)
            };
            let mut ends = TextEnds::NONE;
            assert_eq!(ends.next(file, at), plain(&ends_text), "text end from {at}");
            assert_eq!(line_end(file, at), plain(&is_line_end), "line_end from {at}");
        }
    }

    #[test]
    fn text_ends_are_found_in_every_window_and_at_the_end() {
        for len in [1, 63, 64, 65, 127, 128, 129, 200] {
            for byte in [b'\n', b'\r', b'#', 0] {
                for place in 0..len {
                    let mut file = b"y".repeat(len);
                    file[place] = byte;
                    let mut ends = TextEnds::NONE;
                    assert_eq!(ends.next(&file, 0), place, "{len}");
                    assert_eq!(ends.next(&file, place + 1), len, "{len}");
                    assert_eq!(ends.next(&file, 0), place, "back, {len}");
                }
            }
        }
        let mut ends = TextEnds::NONE;
        assert_eq!(ends.next(b"", 0), 0);
    }
}
