//! Messages as bytes: a header with the length of the body, then the body, which is JSON.
//!
//! lsp-server 0.10 does this too. But it allocates as many bytes as a header says, and ends at the first body that is
//! not JSON. Here a message has a maximum length, and the messages after one that is not valid are still read.

use std::io::{self, BufRead, Read as _};

use gen_lsp_types::ErrorCodes;
use gen_lsp_types::json_rpc::{Id, RequestObject};
use maycrawl::Printable;
use serde::Serialize;
use serde_json::Value;

use crate::text::output::{Failure, Output};

/// Maximum length of a message: 16 MiB. A longer one is skipped.
const MAX_MESSAGE_BYTES: u64 = 16 << 20;
/// Maximum length of a message that is skipped: 1 GiB. A larger number is a mistake.
const MAX_SKIPPED_BYTES: u64 = 1 << 30;
/// Maximum length of the header of a message: 4 KiB.
const MAX_HEADER_BYTES: u64 = 4 << 10;

/// What was read.
pub(super) enum Received {
    /// A request, or a notification, which has no id.
    Call(RequestObject),
    /// An answer of the editor. The server asks nothing, so it is not needed.
    Response,
    /// A message that is not valid. The stream goes on after it.
    Invalid { id: Id, code: ErrorCodes, text: String },
    /// What is wrong with the stream, where the next message cannot be found.
    Lost(String),
}

/// A header.
enum Header {
    /// The length of the body.
    Length(u64),
    /// The input has ended.
    End,
    /// It is not a header, for this reason.
    Lost(String),
}

/// Reads the next message; `None` at the end of the input.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let length = match header(input)? {
        Header::Length(length) => length,
        Header::End => return Ok(None),
        Header::Lost(text) => return Ok(Some(Received::Lost(text))),
    };
    if length > MAX_SKIPPED_BYTES {
        let text = format!("the header says that a message has {length} bytes, which is a mistake");
        return Ok(Some(Received::Lost(text)));
    }
    let mut body = input.take(length);
    // The body is read to its end, without being kept: the next message begins after it.
    if length > MAX_MESSAGE_BYTES {
        io::copy(&mut body, &mut io::sink())?;
        let limit = MAX_MESSAGE_BYTES >> 20;
        let text = format!("a message of {length} bytes was skipped; the limit is {limit} MiB");
        return Ok(Some(invalid(Id::Null, ErrorCodes::InvalidRequest, text)));
    }
    let mut bytes = Vec::new();
    body.read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        let text = format!("the input ends after {} of {length} bytes of a message", bytes.len());
        return Ok(Some(Received::Lost(text)));
    }
    Ok(Some(message(&bytes)))
}

/// Reads a header, to the empty line after it.
fn header(input: &mut impl BufRead) -> io::Result<Header> {
    let mut rest = input.take(MAX_HEADER_BYTES);
    let (mut length, mut line) = (None, Vec::new());
    for number in 0.. {
        line.clear();
        rest.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return Ok(match (number, &line[..]) {
                // The input may end between two messages, but not inside a header.
                (0, []) => Header::End,
                _ if rest.limit() == 0 => {
                    Header::Lost(format!("a header is longer than {MAX_HEADER_BYTES} bytes"))
                }
                _ => Header::Lost(format!("the input ends inside a header: {}", shown(&line))),
            });
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            break;
        }
        let Some(colon) = line.iter().position(|&byte| byte == b':') else {
            let text =
                format!("a message begins with `Content-Length: N`, not with {}", shown(line));
            return Ok(Header::Lost(text));
        };
        if line[..colon].trim_ascii_end().eq_ignore_ascii_case(b"content-length") {
            let value = line[colon + 1..].trim_ascii();
            let number = str::from_utf8(value).ok().and_then(|text| text.parse().ok());
            let Some(number) = number else {
                return Ok(Header::Lost(format!(
                    "Content-Length is not a length: {}",
                    shown(value)
                )));
            };
            length = Some(number);
        }
    }
    Ok(length
        .map_or_else(|| Header::Lost("a header has no Content-Length".to_owned()), Header::Length))
}

/// The beginning of a text, safe to print.
fn shown(text: &[u8]) -> String {
    format!("`{}`", Printable(&text[..text.len().min(60)]))
}

/// The message in this body.
fn message(body: &[u8]) -> Received {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => {
            let text = format!("the message is not JSON: {error}");
            return invalid(Id::Null, ErrorCodes::ParseError, text);
        }
    };
    if value.get("method").is_none()
        && (value.get("result").is_some() || value.get("error").is_some())
    {
        return Received::Response;
    }
    // `from_value` consumes the message. The id is read first, since the error about a malformed request names it.
    let id = value.get("id").cloned().and_then(|id| serde_json::from_value(id).ok());
    match serde_json::from_value::<RequestObject>(value) {
        Ok(call) if !call.method().is_empty() => Received::Call(call),
        Ok(_) => {
            let text = "the message has no method".to_owned();
            invalid(id.unwrap_or(Id::Null), ErrorCodes::InvalidRequest, text)
        }
        Err(error) => {
            let text = format!("the message is not JSON-RPC 2.0: {error}");
            invalid(id.unwrap_or(Id::Null), ErrorCodes::InvalidRequest, text)
        }
    }
}

fn invalid(id: Id, code: ErrorCodes, text: String) -> Received {
    Received::Invalid { id, code, text }
}

/// Writes a message.
pub(super) fn write(message: &impl Serialize, output: &mut Output) -> Result<(), Failure> {
    let body = serde_json::to_vec(message).map_err(io::Error::from)?;
    output.bytes(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes())?;
    output.bytes(&body)?;
    output.flush()
}
