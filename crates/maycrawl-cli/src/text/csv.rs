//! Tables for spreadsheets: comma-separated values (RFC 4180).
//!
//! A spreadsheet runs a cell that begins with `=` as a formula, and robots.txt, logs and URLs are written by strangers.
//! An apostrophe before such a text makes it text. (OWASP, *CSV Injection*.)

use csv::{Terminator, WriterBuilder};

use crate::text::output::{Failure, Output};

/// Prints a row.
///
/// # Errors
/// Standard output cannot be written.
pub(crate) fn row<const N: usize>(
    output: &mut Output,
    cells: [impl AsRef<str>; N],
) -> Result<(), Failure> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("cannot write CSV: {error}"));
    writer.write_record(cells.map(|cell| safe(cell.as_ref()))).map_err(|error| failed(&error))?;
    output.bytes(&writer.into_inner().map_err(|error| failed(&error))?)
}

/// A text that no spreadsheet runs.
fn safe(text: &str) -> String {
    // Full-width signs are formulas too in some languages of spreadsheets.
    let is_formula =
        text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_of_a_stranger_is_text() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"] {
            assert_eq!(safe(text), format!("'{text}"));
        }
        for text in ["/a=b", "12", "", "Disallow: /", "'=1"] {
            assert_eq!(safe(text), text);
        }
    }
}
