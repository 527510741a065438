//! Responses from an archive: recorded by another program, read here, and judged like a response of today.
//!
//! An archive keeps the HTTP response with its header. Some archives keep chunks and compression too, and others remove
//! them and leave the fields. So chunks and gzip are decoded only where they are present.

use http::StatusCode;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use maycrawl::Reason;
use maycrawl::verdict::Unreachable;
use url::Url;

use crate::announced_body::{AnnouncedBody, BodyEnd, Coding};
use crate::evidence::Meaning;
use crate::outcome::{Body, Failure, FailureKind, Outcome};
use crate::policy::{Basis, Policy, PolicyEvent, State};
use crate::timestamp::Timestamp;

/// Maximum number of fields in the header of a recorded response.
const MAX_FIELDS: usize = 256;
/// Maximum number of chunks of a recorded body.
const MAX_CHUNKS: usize = 1 << 16;

/// A recorded response for a robots.txt.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ArchivedResponse {
    /// The outcome of the fetch.
    Outcome(Outcome),
    /// A redirect to this URL. The archive may have its response too.
    Redirect(String),
}

impl ArchivedResponse {
    /// Reads the response that a server sent for `url`: status line, fields and body.
    ///
    /// `end`: what the archive says about the end of the body. [`BodyEnd::Cut`] where `response` is only its beginning.
    /// A file that is longer than 500 KiB is used up to that limit, wherever it was cut; any other file that was cut is
    /// a failure. An announced length is compared with the body, unless the archive has removed an encoding.
    ///
    /// ```
    /// use maycrawl_policy::{ArchivedResponse, BodyEnd, Outcome};
    ///
    /// let url = "https://example.com/robots.txt";
    /// let response = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\nDisallow: /a\n";
    /// let read = ArchivedResponse::read(url, response, BodyEnd::Unknown).unwrap();
    /// assert!(matches!(read, ArchivedResponse::Outcome(Outcome::File(body)) if body.bytes.len() == 27));
    /// let read = ArchivedResponse::read(url, response, BodyEnd::Cut).unwrap();
    /// assert!(matches!(read, ArchivedResponse::Outcome(Outcome::Failed(_))));
    /// ```
    ///
    /// # Errors
    /// [`Failure`] if `response` does not begin with the header of an HTTP response, or `url` is not a URL. Then
    /// nothing is known of the site.
    pub fn read(url: &str, response: &[u8], end: BodyEnd) -> Result<Self, Failure> {
        let url = Url::parse(url)
            .map_err(|error| Failure::new(FailureKind::Protocol, format!("the URL: {error}")))?;
        let (status, fields, body) = split(response)?;
        let meaning = Meaning::new(Some(&url), status.as_u16(), &fields);
        Ok(match meaning.outcome(|announced| file(&announced, body, end)) {
            Ok(outcome) => Self::Outcome(outcome),
            Err(to) => Self::Redirect(to.into()),
        })
    }
}

impl Policy {
    /// What an outcome of the past means for every URL of the origin, at the time of its fetch and without knowledge of
    /// earlier fetches. `None`: the file decides. O(1).
    ///
    /// ```
    /// use maycrawl::Reason;
    /// use maycrawl_policy::{Outcome, Policy};
    ///
    /// let policy = Policy::default();
    /// assert_eq!(policy.reason_of(&Outcome::from_status(404, b"")), Some(Reason::NoFile));
    /// assert!(matches!(policy.reason_of(&Outcome::from_status(503, b"")), Some(Reason::Unreachable(_))));
    /// assert_eq!(policy.reason_of(&Outcome::from_status(200, b"")), None);
    /// ```
    #[must_use]
    pub fn reason_of(self, outcome: &Outcome) -> Option<Reason<'static>> {
        let (event, why) = match outcome {
            Outcome::File(_) => return None,
            Outcome::Missing(missing) => {
                let event = PolicyEvent::Answered { missing: Some(*missing), max_age: None };
                (event, Unreachable::ServerError)
            }
            Outcome::Failed(failure) => {
                let failure = failure.clone();
                let why = failure.kind.unreachable();
                (PolicyEvent::Failed { failure, retry_after: None, site: None }, why)
            }
            Outcome::Refused => return Some(Reason::Unreachable(Unreachable::BlockedByPolicy)),
        };
        let now = Timestamp::from_millis(0);
        let state = self.after_fetch(&State::default(), &event, now);
        Some(match self.decide(&state, now).basis {
            Basis::NoFile => Reason::NoFile,
            Basis::NoLimits => Reason::Expired,
            Basis::Nothing | Basis::Disallowed | Basis::File | Basis::LastCopy => {
                Reason::Unreachable(why)
            }
        })
    }
}

/// The status, the fields and the body of a response.
fn split(response: &[u8]) -> Result<(StatusCode, HeaderMap, &[u8]), Failure> {
    let broken = |what: &str| Failure::new(FailureKind::Protocol, format!("not HTTP: {what}"));
    let mut parsed = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut head = httparse::Response::new(&mut parsed);
    // The live reader refuses folded fields (RFC 9112 section 5.2) and broken ones. The crawler of the archive has
    // accepted them, so here such a field does not make the file unreadable.
    let mut config = httparse::ParserConfig::default();
    config
        .allow_obsolete_multiline_headers_in_responses(true)
        .allow_spaces_after_header_name_in_responses(true)
        .ignore_invalid_headers_in_responses(true);
    let length = match config.parse_response(&mut head, response) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Err(broken("the header does not end")),
        Err(error) => return Err(broken(&error.to_string())),
    };
    let code = head.code.and_then(|code| StatusCode::from_u16(code).ok());
    let status = code.ok_or_else(|| broken("no status"))?;
    let mut fields = HeaderMap::new();
    for field in head.headers.iter() {
        let name = HeaderName::from_bytes(field.name.as_bytes());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(field.value)) {
            fields.append(name, value);
        }
    }
    Ok((status, fields, &response[length..]))
}

/// The file of a successful response. An archive may have joined the chunks and removed gzip, and left the fields.
fn file(announced: &AnnouncedBody, body: &[u8], end: BodyEnd) -> Result<Body, Failure> {
    let is_gzip = |body: &[u8]| body.starts_with(&[0x1f, 0x8b]);
    let is_decoded = |body| announced.coding == Coding::Gzip && !is_gzip(body);
    if !announced.is_chunked() || !may_be_chunks(body) {
        return announced.file(body, end, is_decoded(body));
    }
    let (joined, is_whole) = join_chunks(body);
    // The last chunk proves the end, but not against an archive that says that it cut the record.
    let end = if is_whole && end != BodyEnd::Cut { BodyEnd::Complete } else { BodyEnd::Cut };
    announced.file(&joined, end, is_decoded(&joined))
}

/// True if a body begins with the size of a chunk, or with a part of one that was cut.
fn may_be_chunks(body: &[u8]) -> bool {
    let is_size = !body.is_empty()
        && body.len() <= 16
        && body.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'\r');
    is_size || chunk_size(body).is_some()
}

/// The size in the first line of a chunk, and the length of that line.
fn chunk_size(chunk: &[u8]) -> Option<(usize, usize)> {
    let end = memchr::memchr(b'\n', chunk.get(..chunk.len().min(256))?)?;
    let line = chunk[..end].trim_ascii();
    let digits = line.split(|&byte| byte == b';').next()?.trim_ascii();
    let size = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    (!digits.starts_with(b"+")).then_some((size, end + 1))
}

/// The content of a chunked body (RFC 9112 section 7.1), and whether it is complete.
fn join_chunks(mut body: &[u8]) -> (Vec<u8>, bool) {
    let mut joined = Vec::new();
    for _ in 0..MAX_CHUNKS {
        let Some((size, line)) = chunk_size(body) else { break };
        if size == 0 {
            return (joined, true);
        }
        let rest = &body[line..];
        joined.extend_from_slice(&rest[..size.min(rest.len())]);
        let Some(after) = rest.get(size..) else { break };
        let next = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n"));
        let Some(next) = next else { break };
        body = next;
    }
    (joined, false)
}
