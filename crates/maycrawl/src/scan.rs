//! Search for the bytes that end lines and their parts, eight bytes at a time.
//!
//! Most of the work of reading a robots.txt is to find the next line end, comment or colon, and the distance is
//! short: a line has about 25 bytes. At that length the set-up of a vector search costs more than the
//! search. So this is the classic word-at-a-time test (Mycroft 1987; Warren, *Hacker's Delight*,
//! section 6-1). It never misses a byte. Above a true hit in the same word it may report a false one, so each hit is
//! checked.
//!
//! All bytes that end a part of a line (LF, CR, `#`, NUL) are below `$` (0x24), and few other bytes of
//! a robots.txt are. One comparison finds the candidates.

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

/// True for the bytes that end a line: LF and CR.
#[inline(always)]
pub(crate) const fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// True for the bytes that end the text of a line: a line end, a comment, or a NUL (Google reads a line as a C string).
#[inline(always)]
const fn ends_text(byte: u8) -> bool {
    is_line_end(byte) || byte == b'#' || byte == 0
}

/// The first index from `at` where the text of a line ends, or `file.len()`. O(distance).
#[inline]
pub(crate) fn text_end(file: &[u8], at: usize) -> usize {
    find(file, at, |word| below(word, b'$'), ends_text)
}

/// The first index from `at` of a colon or of the end of the line's text. O(distance).
#[inline]
pub(crate) fn colon_or_text_end(file: &[u8], at: usize) -> usize {
    find(
        file,
        at,
        |word| below(word, b'$') | equal(word, b':'),
        |byte| byte == b':' || ends_text(byte),
    )
}

/// The first index from `at` of a line end, or `file.len()`. O(distance).
#[inline]
pub(crate) fn line_end(file: &[u8], at: usize) -> usize {
    find(file, at, |word| below(word, b'\r' + 1), is_line_end)
}

/// The first index from `at` of `/`, `?`, `;` or `#`, or `url.len()`. O(distance).
#[inline]
pub(crate) fn path_or_fragment(url: &[u8], at: usize) -> usize {
    // `/` and `?` differ in one bit.
    let candidates =
        |word| equal(word | (LOW * 0x10), b'?') | equal(word, b';') | equal(word, b'#');
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
            assert_eq!(text_end(file, at), plain(&ends_text), "text_end from {at}");
            assert_eq!(line_end(file, at), plain(&is_line_end), "line_end from {at}");
            assert_eq!(
                colon_or_text_end(file, at),
                plain(&|b| b == b':' || ends_text(b)),
                "colon_or_text_end from {at}"
            );
        }
    }
}
