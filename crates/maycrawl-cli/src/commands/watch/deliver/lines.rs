//! JSON Lines in a file that grows.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crate::atomic_write;

/// Appends a line, unless it is the last line of the file already: then the process ended between the writing and the
/// note of it. A part of the line at the end of the file is completed.
pub(super) fn append(path: &Path, line: &[u8]) -> Result<(), String> {
    let why = |error: io::Error| match error.kind() {
        io::ErrorKind::Other => error.to_string(),
        _ => atomic_write::reason(&error),
    };
    let mut file = atomic_write::open_to_append(path).map_err(why)?;
    append_to(&mut file, line).map_err(why)
}

fn append_to(file: &mut File, line: &[u8]) -> io::Result<()> {
    let length = file.metadata()?.len();
    // One byte more than the line, to see that the line before it has ended.
    let start = length.saturating_sub(line.len() as u64 + 1);
    file.seek(SeekFrom::Start(start))?;
    let mut end = Vec::new();
    file.take(line.len() as u64 + 1).read_to_end(&mut end)?;
    let last = last_line(&end, start == 0);
    if last == Some(line) {
        return Ok(());
    }
    let torn = last.filter(|last| !last.ends_with(b"\n") && line.starts_with(last));
    let (at, before): (u64, &[u8]) = match torn {
        Some(torn) => (length - torn.len() as u64, b""),
        None if end.is_empty() || end.ends_with(b"\n") => (length, b""),
        None => (length, b"\n"),
    };
    file.seek(SeekFrom::Start(at))?;
    file.write_all(&[before, line].concat())?;
    file.sync_data()
}

/// The last line with its line end, if it has one. `None` if it begins before `end`.
fn last_line(end: &[u8], is_whole_file: bool) -> Option<&[u8]> {
    let body = end.strip_suffix(b"\n").unwrap_or(end);
    match body.iter().rposition(|&byte| byte == b'\n') {
        Some(at) => Some(&end[at + 1..]),
        None => is_whole_file.then_some(end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_in_the_file_once_whenever_the_process_ended() {
        let line = b"{\"id\":2}\n";
        for before in [&b""[..], b"{\"id\":1}\n", b"{\"a long line before it\":1}\n"] {
            for written in 0..=line.len() {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("changes.jsonl");
                std::fs::write(&path, [before, &line[..written]].concat()).unwrap();
                append(&path, line).unwrap();
                append(&path, b"{\"id\":3}\n").unwrap();
                let expected = [before, line, b"{\"id\":3}\n"].concat();
                assert_eq!(std::fs::read(&path).unwrap(), expected, "{written}");
            }
        }
    }

    #[test]
    fn an_end_of_another_program_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("changes.jsonl");
        std::fs::write(&path, "no line end").unwrap();
        append(&path, b"{}\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "no line end\n{}\n");
        assert!(append(folder.path(), b"{}\n").is_err());
    }
}
