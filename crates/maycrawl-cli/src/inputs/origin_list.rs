//! Lists of origins, as people write them: on the command line, and in a file with one or more a line.

use std::io::{self, Cursor, Read};
use std::path::Path;

use maycrawl::{Origin, Printable};
use tokio::sync::mpsc;

use crate::inputs::input::{self, InputLine};
use crate::inputs::list_input::{self, Separator};
use crate::inputs::site_argument;
use crate::text::output::{Failure, Output};

/// The longest origin: 8 KiB. A longer line is a mistake.
pub(crate) const MAX_ORIGIN_BYTES: usize = 8 << 10;

/// The origins of the command line and of the file, read as they are needed.
pub(crate) fn origins(
    named: &[String],
    from: Option<&Path>,
) -> Result<mpsc::Receiver<io::Result<InputLine>>, Failure> {
    let named = named.join("\n");
    let from: Box<dyn Read + Send> = match from {
        None => Box::new(io::empty()),
        Some(path) if path == Path::new("-") => Box::new(io::stdin()),
        Some(path) => Box::new(input::open(path)?),
    };
    let lists = Cursor::new(named).chain(&b"\n"[..]).chain(from);
    Ok(list_input::receiver(lists, MAX_ORIGIN_BYTES, Separator::HostComma))
}

/// An item of a list, and the origin that it names.
pub(crate) struct OriginItem {
    pub(crate) written: String,
    pub(crate) origin: Origin,
}

/// An item that names no origin.
pub(crate) struct NoOrigin {
    pub(crate) written: String,
    /// What is wrong with it.
    pub(crate) detail: String,
}

impl OriginItem {
    pub(crate) fn parse(line: InputLine) -> Result<Self, NoOrigin> {
        let wrong = |line: &[u8], detail| NoOrigin {
            written: String::from_utf8_lossy(line).into_owned(),
            detail,
        };
        let line = match line {
            InputLine::TooLong(start) => {
                let shown = Printable(&start);
                let detail = format!("`{shown}...` is longer than 8 KiB, too long for an origin");
                return Err(wrong(&start, detail));
            }
            InputLine::Whole(line) => line,
        };
        let Ok(written) = std::str::from_utf8(&line) else {
            return Err(wrong(&line, format!("`{}` is not UTF-8", Printable(&line))));
        };
        // In `maycrawl fetch sites.txt` a person forgot `--from`. `sites.txt` could be a host, but the error about that
        // host would not name the mistake.
        if site_argument::is_file_name(written) {
            let shown = Printable(&line);
            let detail = format!(
                "`{shown}` is the name of a file; to read origins from it, write --from {shown}"
            );
            return Err(wrong(&line, detail));
        }
        let origin = site_argument::origin(written).map_err(|error| wrong(&line, error))?;
        Ok(Self { written: written.to_owned(), origin })
    }

    /// Notes what was assumed, and if it names a file that crawlers do not read.
    pub(crate) fn note(&self, output: &mut Output) {
        if !self.written.contains("://") {
            output.assume_https(self.origin.as_str().as_bytes());
        }
        if let Some(note) = site_argument::misplaced_robots_txt(&self.written, &self.origin) {
            output.note("note", &note);
        }
    }
}

/// Why a list could not be read.
pub(crate) fn unreadable(error: &io::Error) -> Failure {
    Failure::new(format!("cannot read the origins: {error}"))
}
