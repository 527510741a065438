//! Input: whole files and lines, with size limits.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal as _, Read};
use std::path::Path;

use maycrawl::Printable;

use crate::text::output::{Failure, Output};

/// The largest file: 64 MiB. A larger one is a mistake.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// A robots.txt, for [`whole`]. What is far too large to be one is probably another file.
pub(crate) const ROBOTS_TXT: &str = "a robots.txt; crawlers read 500 KiB of it";

/// Reads all of a file, or of standard input for `-`. `what`: what it should be, for the error if it is too large.
pub(crate) fn whole(path: &Path, what: &str) -> Result<Vec<u8>, Failure> {
    if path == Path::new("-") {
        within_limit(path, io::stdin().lock(), what)
    } else {
        within_limit(path, open(path)?, what)
    }
}

/// Reads all of a file, whose name is `path`.
///
/// # Errors
/// It cannot be read, or is too large.
pub(super) fn within_limit(path: &Path, file: impl Read, what: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes);
    if read.map_err(|error| unreadable(path, &error))? as u64 > MAX_FILE_BYTES {
        return Err(Failure::new(format!(
            "{} is larger than 64 MiB, too large for {what}",
            name(path)
        )));
    }
    Ok(bytes)
}

/// Notes that the command reads from the terminal, if `path` is `-` and standard input is a terminal.
pub(crate) fn say_if_terminal(path: &Path, output: &mut Output) {
    if path == Path::new("-") && io::stdin().is_terminal() {
        output.note("note", "reading from standard input; end with Ctrl-D");
    }
}

/// Opens a file; a folder is an error.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    if file.metadata().map_err(|error| unreadable(path, &error))?.is_dir() {
        return Err(Failure::new(format!("{} is a folder; name a file in it", name(path))));
    }
    Ok(file)
}

/// The name of a file, safe to print.
pub(crate) fn name(path: &Path) -> String {
    Printable(path.as_os_str().as_encoded_bytes()).to_string()
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    Failure::new(format!("cannot read {}: {reason}", name(path)))
}

/// A line of input.
pub(crate) enum InputLine {
    /// The bytes without the line end.
    Whole(Vec<u8>),
    /// The beginning of a line that is longer than the limit; the rest was skipped.
    TooLong(Vec<u8>),
}

/// Reads the next line of at most `limit` bytes; `None` at the end. A longer line is skipped and never in memory.
pub(crate) fn next_line(reader: &mut impl BufRead, limit: usize) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    if reader.by_ref().take(limit as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        return Ok(Some(InputLine::Whole(line)));
    }
    if line.len() <= limit {
        return Ok(Some(InputLine::Whole(line))); // the last line, without a line end
    }
    reader.skip_until(b'\n')?;
    line.truncate(60);
    line.shrink_to_fit();
    Ok(Some(InputLine::TooLong(line)))
}
