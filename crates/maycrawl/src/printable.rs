//! Hostile bytes on a person's screen.

use core::fmt::{self, Write as _};

/// Shows bytes from a robots.txt or a URL to a person: text as text, everything that could steer a
/// terminal, a log or a reader's eye as an escape.
///
/// Control characters (C0, DEL, C1), line and paragraph separators and bidirectional controls become
/// `\x1b` or `\u{202e}`, invalid UTF-8 becomes `\xff`. O(bytes).
///
/// ```
/// assert_eq!(maycrawl::Printable(b"/caf\xc3\xa9\x1b[31m\xff").to_string(), "/café\\x1b[31m\\xff");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Printable<'a>(pub &'a [u8]);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    c if c.is_ascii_control() => write!(f, "\\x{:02x}", c as u32)?,
                    c if c.is_control() || steers_the_eye(c) => write!(f, "\\u{{{:x}}}", c as u32)?,
                    c => f.write_char(c)?,
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

/// Characters without a look of their own that change how others are read: bidirectional controls,
/// separators, zero-width characters, the byte order mark.
const fn steers_the_eye(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
