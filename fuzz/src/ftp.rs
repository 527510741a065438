//! Any path, any replies and any data are a retrieval by FTP: the client sends nothing but its commands, and a file is
//! all of the data, confirmed by the server.

use maycrawl_fetch::{Outcome, fuzzing};

use crate::parts;
use crate::stream::{Stream, runtime};

/// Maximum size of a file here.
const LIMIT: usize = 1000;

/// Panics if that is not so.
pub fn check(data: &[u8]) {
    let [path, replies, file] = parts(data);
    let Ok(path) = str::from_utf8(path) else { return };
    let whole = retrieve(path, replies, file, usize::MAX);
    let shown = format!("{whole:?}");
    assert_eq!(format!("{:?}", retrieve(path, replies, file, 1 + data.len() % 7)), shown);
    let Outcome::File(body) = whole else { return };
    assert_eq!(body.bytes, &file[..file.len().min(LIMIT + 1)]);
    assert_eq!(body.cut, file.len() > LIMIT);
    // Without its last line the server has not confirmed the end of the file, unless lines after that one were not
    // needed.
    let end = replies.trim_ascii_end().iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
    if let Outcome::File(part) = retrieve(path, &replies[..end], file, usize::MAX) {
        assert_eq!(part.bytes, body.bytes);
    }
}

fn retrieve(path: &str, replies: &[u8], file: &[u8], read_size: usize) -> Outcome {
    let control = Stream::new(replies, read_size, true);
    let received = control.received();
    let data = Stream::new(file, read_size, true);
    let outcome = runtime().block_on(fuzzing::ftp(control, data, path, LIMIT));
    let received = received.lock().unwrap();
    assert!(received.is_empty() || received.ends_with(b"\r\n"));
    for command in received.split(|&byte| byte == b'\n').filter(|command| !command.is_empty()) {
        let word = command.split(u8::is_ascii_whitespace).next().unwrap();
        let known = ["USER", "PASS", "TYPE", "EPSV", "PASV", "RETR", "QUIT"];
        assert!(known.iter().any(|known| known.as_bytes() == word), "{command:?}");
    }
    assert!(!outcome.to_string().chars().any(char::is_control), "{outcome}");
    outcome
}
