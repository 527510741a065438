//! Safe display of untrusted bytes.

use core::fmt;

/// Displays bytes from a robots.txt or a URL: text as text, and every character that could control a terminal, break
/// a log or mislead a reader as an escape.
///
/// Control characters (C0, DEL, C1) become `\x1b` or `\u{9b}`, invalid UTF-8 becomes `\xff`. Characters that are
/// invisible, look like a space or change how others are read become an escape such as `\u{202e}`: the default
/// ignorable code points of Unicode, its format characters except the visible ones (the Arabic number signs), every
/// space except the ASCII one, separators, fillers and noncharacters. This includes the joiners that some scripts
/// need: in a path they can be the only difference between two URLs that look the same.
///
/// Cost: O(bytes), no allocation.
///
/// ```
/// assert_eq!(maycrawl::Printable(b"/caf\xc3\xa9\x1b[31m\xff").to_string(), "/café\\x1b[31m\\xff");
/// assert_eq!(maycrawl::Printable("/a\u{200d}b\u{a0}".as_bytes()).to_string(), "/a\\u{200d}b\\u{a0}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Printable<'a>(pub &'a [u8]);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            let text = chunk.valid();
            // Nearly all text is shown as it is: it is written in runs, and not a character at a time.
            let mut written = 0;
            for (at, c) in text.char_indices().filter(|&(_, c)| !is_shown(c)) {
                f.write_str(&text[written..at])?;
                match c {
                    c if c.is_ascii_control() => write!(f, "\\x{:02x}", c as u32)?,
                    c => write!(f, "\\u{{{:x}}}", c as u32)?,
                }
                written = at + c.len_utf8();
            }
            f.write_str(&text[written..])?;
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

/// True for a character that is shown as it is.
fn is_shown(c: char) -> bool {
    matches!(c, ' '..='~') || !(c.is_control() || is_invisible(c))
}

/// Ranges of characters that are invisible, look like a space, or change how others are read: first and last.
/// `web/src/format.ts` has the same list; a test in `tests/integration/printable.rs` compares them.
const INVISIBLE: [(char, char); 23] = [
    ('\u{a0}', '\u{a0}'),       // no-break space
    ('\u{ad}', '\u{ad}'),       // soft hyphen
    ('\u{34f}', '\u{34f}'),     // combining grapheme joiner
    ('\u{61c}', '\u{61c}'),     // Arabic letter mark, which steers direction
    ('\u{115f}', '\u{1160}'),   // Hangul fillers
    ('\u{1680}', '\u{1680}'),   // Ogham space
    ('\u{17b4}', '\u{17b5}'),   // Khmer inherent vowels
    ('\u{180b}', '\u{180f}'),   // Mongolian variation selectors and vowel separator
    ('\u{2000}', '\u{200f}'),   // spaces of all widths, zero-width characters, direction marks
    ('\u{2028}', '\u{202f}'), // line and paragraph separators, embeddings and overrides, narrow no-break space
    ('\u{205f}', '\u{206f}'), // mathematical space, word joiner, invisible operators, isolates, deprecated controls
    ('\u{2800}', '\u{2800}'), // blank Braille pattern
    ('\u{3000}', '\u{3000}'), // ideographic space
    ('\u{3164}', '\u{3164}'), // Hangul filler
    ('\u{fdd0}', '\u{fdef}'), // noncharacters
    ('\u{fe00}', '\u{fe0f}'), // variation selectors
    ('\u{feff}', '\u{feff}'), // byte order mark
    ('\u{ffa0}', '\u{ffa0}'), // halfwidth Hangul filler
    ('\u{fff0}', '\u{fffc}'), // reserved, interlinear annotation, object replacement
    ('\u{13430}', '\u{1343f}'), // Egyptian hieroglyph format controls
    ('\u{1bca0}', '\u{1bca3}'), // shorthand format controls
    ('\u{1d173}', '\u{1d17a}'), // musical format controls
    ('\u{e0000}', '\u{e0fff}'), // tags, variation selectors, reserved format characters
];

/// True for a character in [`INVISIBLE`], and for the last two code points of a plane, which are noncharacters.
fn is_invisible(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let at = INVISIBLE.partition_point(|&(_, last)| last < c);
    INVISIBLE.get(at).is_some_and(|&(first, _)| first <= c) || c as u32 & 0xFFFE == 0xFFFE
}
