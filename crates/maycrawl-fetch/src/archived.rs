//! Responses from an archive: recorded by another program, read here, and judged like a response of today.
//!
//! An archive keeps the HTTP response with its header. Some archives keep chunks and compression too, and others remove
//! them and leave the fields. So chunks and gzip are decoded only where they are present.

use bytes::Bytes;
use http::StatusCode;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use maycrawl::Reason;
use maycrawl::verdict::Unreachable;
use url::Url;

use crate::body::{Decoder, Limits, MAX_FILE_BYTES, PushResult};
use crate::clock::Timestamp;
use crate::outcome::{Body, Failure, FailureKind, Missing, Outcome};
use crate::policy::{Basis, Policy, PolicyEvent, State};
use crate::redirects::target;

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
    /// `is_cut`: `response` is only the beginning. Then a compressed or chunked body is a failure, and another body is
    /// a file that is longer than the limit. At most 500 KiB of a file are kept.
    ///
    /// ```
    /// use maycrawl_fetch::{ArchivedResponse, Outcome};
    ///
    /// let response = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\nDisallow: /a\n";
    /// let read = ArchivedResponse::read("https://example.com/robots.txt", response, false).unwrap();
    /// assert!(matches!(read, ArchivedResponse::Outcome(Outcome::File(body)) if body.bytes.len() == 27));
    /// ```
    ///
    /// # Errors
    /// [`Failure`] if `response` does not begin with the header of an HTTP response, or `url` is not a URL. Then nothing
    /// is known of the site.
    pub fn read(url: &str, response: &[u8], is_cut: bool) -> Result<Self, Failure> {
        let url = Url::parse(url)
            .map_err(|error| Failure::new(FailureKind::Protocol, format!("the URL: {error}")))?;
        let (status, fields, body) = split(response)?;
        let outcome = match status {
            StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT => {
                Outcome::File(Body::new(Bytes::new()))
            }
            status if status.is_redirection() => {
                let locations = fields.get_all(header::LOCATION).iter().map(HeaderValue::as_bytes);
                match target(&url, status.as_u16(), locations) {
                    Ok(to) => return Ok(Self::Redirect(to.into())),
                    Err(failure) => Outcome::Failed(failure),
                }
            }
            status if status.is_success() && status != StatusCode::PARTIAL_CONTENT => {
                file(fields, body, is_cut).map_or_else(Outcome::Failed, Outcome::File)
            }
            status => Outcome::of_status(status.as_u16(), &[]),
        };
        Ok(Self::Outcome(outcome))
    }
}

impl Outcome {
    /// The outcome that a status code and a decoded body mean, for records without a header. A redirect is a failure
    /// here, because its target is unknown.
    #[must_use]
    pub fn of_status(status: u16, body: &[u8]) -> Self {
        let protocol = |what: &str| Self::Failed(Failure::new(FailureKind::Protocol, what));
        match status {
            206 => protocol("a part of the file, although the whole file was requested"),
            200..=299 => Self::File(kept(body.to_vec(), false)),
            300..=399 => Self::Failed(Failure::new(
                FailureKind::Redirect,
                "a redirect that does not name a target",
            )),
            429 | 500..=599 => Self::Failed(Failure::status(status)),
            400..=499 => Self::Missing(Missing::Status(status)),
            _ => protocol("not a valid HTTP status"),
        }
    }
}

impl Policy {
    /// What an outcome of the past means for every URL of the origin, at the time of its fetch and without knowledge of
    /// earlier fetches. `None`: the file decides. O(1).
    ///
    /// ```
    /// use maycrawl::Reason;
    /// use maycrawl_fetch::{Outcome, Policy};
    ///
    /// let policy = Policy::default();
    /// assert_eq!(policy.reason_of(&Outcome::of_status(404, b"")), Some(Reason::NoFile));
    /// assert!(matches!(policy.reason_of(&Outcome::of_status(503, b"")), Some(Reason::Unreachable(_))));
    /// assert_eq!(policy.reason_of(&Outcome::of_status(200, b"")), None);
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

/// The file of a successful response: chunks joined, decoded, cut at the limit.
fn file(mut fields: HeaderMap, body: &[u8], is_cut: bool) -> Result<Body, Failure> {
    let cut_short =
        || Failure::new(FailureKind::Truncated, "the record ends before the body is complete");
    let coding = fields.get(header::TRANSFER_ENCODING).map(|value| value.as_bytes().to_vec());
    let is_chunked = coding.is_some_and(|coding| coding.to_ascii_lowercase().ends_with(b"chunked"))
        && chunk_size(body).is_some();
    let joined = if is_chunked { Some(join_chunks(body).ok_or_else(cut_short)?) } else { None };
    let body = joined.as_deref().unwrap_or(body);
    // The archive has decoded the body and left the field.
    let is_gzip = body.starts_with(&[0x1f, 0x8b]);
    let says_gzip = fields
        .get(header::CONTENT_ENCODING)
        .is_some_and(|value| value.as_bytes().to_ascii_lowercase().ends_with(b"gzip"));
    if says_gzip && !is_gzip {
        fields.remove(header::CONTENT_ENCODING);
    }
    let limits = Limits { decoded: MAX_FILE_BYTES, wire: body.len() as u64 };
    let mut decoder = Decoder::new(&fields, limits)?;
    if is_cut && decoder.is_compressed() {
        return Err(cut_short());
    }
    let bytes = match decoder.push(body)? {
        PushResult::LimitReached => decoder.take(),
        PushResult::Continue => decoder.finish()?,
    };
    Ok(kept(bytes, is_cut))
}

/// A body of at most one byte more than the limit.
fn kept(mut bytes: Vec<u8>, is_cut: bool) -> Body {
    bytes.truncate(MAX_FILE_BYTES + 1);
    let cut = is_cut || bytes.len() > MAX_FILE_BYTES;
    Body { cut, ..Body::new(bytes.into()) }
}

/// The size in the first line of a chunk, and the length of that line.
fn chunk_size(chunk: &[u8]) -> Option<(usize, usize)> {
    let end = memchr::memchr(b'\n', chunk.get(..chunk.len().min(256))?)?;
    let line = chunk[..end].trim_ascii();
    let digits = line.split(|&byte| byte == b';').next()?.trim_ascii();
    let size = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    (!digits.starts_with(b"+")).then_some((size, end + 1))
}

/// The content of a chunked body (RFC 9112 section 7.1), up to the limit of a compressed body. `None` if it is not
/// complete.
fn join_chunks(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::new();
    for _ in 0..MAX_CHUNKS {
        let (size, line) = chunk_size(body)?;
        if size == 0 {
            return Some(joined);
        }
        let rest = &body[line..];
        joined.extend_from_slice(rest.get(..size)?);
        let after = &rest[size..];
        body = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n"))?;
    }
    None
}
