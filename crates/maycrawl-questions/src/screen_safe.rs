//! JSON that people and language models read as text: on a terminal, in an editor, in the answer of a tool.

use std::io::{self, Write};

use maycrawl::Printable;

/// A character that [`Printable`] escapes is written as `\uXXXX`. A JSON parser reads the same string.
///
/// ```
/// use maycrawl_questions::screen_safe::ScreenSafe;
/// use serde::Serialize as _;
///
/// let mut json = Vec::new();
/// "/a\u{202e}b".serialize(&mut serde_json::Serializer::with_formatter(&mut json, ScreenSafe))?;
/// assert_eq!(json, br#""/a\u202eb""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ScreenSafe;

impl serde_json::ser::Formatter for ScreenSafe {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        write_escaped(writer, fragment)
    }

    /// JSON of the input that is copied to the output. Characters outside ASCII, and DEL, occur only inside strings, so
    /// the escape has the same value. Control characters occur only between tokens, where a space is equivalent.
    fn write_raw_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        for (number, part) in fragment.split(['\t', '\n', '\r']).enumerate() {
            if number > 0 {
                writer.write_all(b" ")?;
            }
            write_escaped(writer, part)?;
        }
        Ok(())
    }
}

/// Writes part of a JSON text; each character that [`Printable`] escapes is written as `\uXXXX`.
fn write_escaped<W: ?Sized + Write>(writer: &mut W, fragment: &str) -> io::Result<()> {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~');
    if fragment.bytes().all(is_plain) {
        return writer.write_all(fragment.as_bytes());
    }
    let mut buffer = [0; 4];
    for c in fragment.chars() {
        let text = c.encode_utf8(&mut buffer);
        if Printable(text.as_bytes()).to_string() == *text {
            writer.write_all(text.as_bytes())?;
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
        }
    }
    Ok(())
}
