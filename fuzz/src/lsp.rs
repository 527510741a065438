//! Any messages of an editor: each answer is a message of the protocol, and none says that the server made a mistake.
//!
//! An input is the bodies of messages, which get their headers here and follow the beginning of a session; or, if it
//! begins with a header, the bytes as they are.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use maycrawl_cli::language_server;
use serde_json::Value;

use crate::SEPARATOR;

const BEGINNING: [&[u8]; 2] = [
    br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}"#,
    br#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
];

/// The code of an error inside the server.
const INTERNAL_ERROR: i64 = -32603;

/// Panics if that is not so.
pub fn check(input: &[u8]) {
    let bytes = if input.starts_with(b"Content-Length") {
        input.to_vec()
    } else {
        let mut bytes = Vec::new();
        for body in BEGINNING.into_iter().chain(bodies(input)) {
            write!(bytes, "Content-Length: {}\r\n\r\n", body.len()).unwrap();
            bytes.extend_from_slice(body);
        }
        bytes
    };
    let output = Output::default();
    let _ = language_server(&mut &bytes[..], Box::new(output.clone()));
    let output = output.0.borrow();
    let mut rest = &output[..];
    while !rest.is_empty() {
        let (header, after) =
            rest.split_at(rest.windows(4).position(|it| it == b"\r\n\r\n").unwrap() + 4);
        let length =
            str::from_utf8(header).unwrap().trim().strip_prefix("Content-Length: ").unwrap();
        let (body, after) = after.split_at(length.parse().unwrap());
        let message: Value = serde_json::from_slice(body).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        assert_ne!(message["error"]["code"], INTERNAL_ERROR, "{message}");
        rest = after;
    }
}

/// The texts between separators.
fn bodies(mut input: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        if input.is_empty() {
            return None;
        }
        let end = input.windows(SEPARATOR.len()).position(|window| window == SEPARATOR);
        let (body, rest) = match end {
            Some(end) => (&input[..end], &input[end + SEPARATOR.len()..]),
            None => (input, &[][..]),
        };
        input = rest;
        Some(body)
    })
}

/// What the server writes.
#[derive(Clone, Default)]
struct Output(Rc<RefCell<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
