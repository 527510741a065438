//! The judge of evidence: what an HTTP answer to a request for robots.txt is, decided from what arrived and how it ended.
//!
//! One place decides between a file, a redirect, *there is no file* and a failure. The fetcher, archives, programs that
//! make their own requests, and through them the Python package and Spark, ask it. None of them decides itself.
//!
//! A wrong *file* opens a site: the rest of a file that was cut short has the rules that are missing, and bytes in an
//! encoding that nobody removed have no rules at all. So each fact that speaks against a complete file makes a failure:
//! 206, a body that is shorter than its announced length, a mark that the transfer was cut, an encoding that is left, an
//! empty body where something was announced, and fields with which two readers would see two bodies. A file that is
//! longer than the limit is used up to the limit, as the documents say, so its end does not matter.
//!
//! One case cannot be known: a body without a length that ends with its connection.
//! [`Body::is_end_announced`](crate::Body::is_end_announced) is false for it. The fetcher compares it with the file that
//! it knows, and jobs count it.

use bytes::Bytes;
use url::Url;

use crate::outcome::{Body, Failure, FailureKind, Missing, Outcome};
use crate::redirects::target;

/// Header fields, in whatever form the reader of an answer keeps them.
pub(crate) trait Fields {
    /// The values of the fields with this name, in order. `name` is in lower case.
    fn values<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f [u8]>;
}

impl Fields for [(&str, &str)] {
    fn values<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f [u8]> {
        let named = self.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_bytes())
    }
}

#[cfg(feature = "archive")]
impl Fields for http::HeaderMap {
    fn values<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f [u8]> {
        self.get_all(name).iter().map(http::HeaderValue::as_bytes)
    }
}

/// What an answer is by its status and fields, before its body is read.
pub(crate) enum Meaning {
    /// The body is the file, if it is complete.
    Body(AnnouncedBody),
    /// The file is empty, and there is no body to read.
    EmptyFile,
    /// The file is at this URL.
    Redirect(Url),
    Missing(Missing),
    Failed(Failure),
}

impl Meaning {
    /// The meaning of a status and fields. `from` is the requested URL; without it a redirect is a failure, because its
    /// target is unknown. (Google, *Handling HTTP result codes*; RFC 9309 section 2.3.1.)
    pub(crate) fn of(from: Option<&Url>, status: u16, fields: &(impl Fields + ?Sized)) -> Self {
        let protocol = |what: String| Self::Failed(Failure::new(FailureKind::Protocol, what));
        match status {
            204 | 205 => Self::EmptyFile,
            206 => protocol(
                "the server sent a part of the file, although the whole file was requested".into(),
            ),
            200..300 => match AnnouncedBody::of(fields) {
                Ok(body) => Self::Body(body),
                Err(failure) => Self::Failed(failure),
            },
            300..400 => {
                let no_url = || {
                    let what = "a redirect that does not name a target";
                    Err(Failure::new(FailureKind::Redirect, what))
                };
                let to = from
                    .map_or_else(no_url, |from| target(from, status, fields.values("location")));
                to.map_or_else(Self::Failed, Self::Redirect)
            }
            429 | 500..600 => Self::Failed(Failure::status(status)),
            400..500 => Self::Missing(Missing::Status(status)),
            _ => protocol(format!("{status} is not a valid HTTP status")),
        }
    }
}

impl Meaning {
    /// The outcome of the fetch, where `file` reads the body.
    ///
    /// # Errors
    /// The target of a redirect, which is no outcome yet.
    pub(crate) fn outcome(
        self,
        file: impl FnOnce(AnnouncedBody) -> Result<Body, Failure>,
    ) -> Result<Outcome, Url> {
        Ok(match self {
            Self::Body(announced) => file(announced).map_or_else(Outcome::Failed, Outcome::File),
            Self::EmptyFile => Outcome::File(Body::new(Bytes::new())),
            Self::Missing(missing) => Outcome::Missing(missing),
            Self::Failed(failure) => Outcome::Failed(failure),
            Self::Redirect(to) => return Err(to),
        })
    }
}

/// How the body of an answer ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyEnd {
    /// The reader saw the end that was announced: the last chunk, or the whole length.
    Complete,
    /// The body ended, and the reader does not know more. An announced length is compared with what arrived.
    #[default]
    Unknown,
    /// The transfer was cut short: the connection broke, the reader stopped, or the record of an archive says so.
    Cut,
}

/// The encoding of a body, as its fields name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Identity,
    Gzip,
    /// Names zlib, but some servers send bare deflate.
    Deflate,
    Brotli,
    Zstd,
    Unknown,
    /// More than one encoding. No server needs that for a text.
    Several,
}

/// What the fields of an answer announce of its body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnnouncedBody {
    pub(crate) coding: Coding,
    /// `Content-Length`.
    pub(crate) length: Option<u64>,
    is_chunked: bool,
}

/// Maximum size of a robots.txt in decoded bytes: 500 KiB. (Google, *File format*; RFC 9309 section 2.5.)
pub(crate) const MAX_FILE_BYTES: usize = 500 << 10;
/// The first bytes of gzip and zstd files. No robots.txt begins like this.
const MAGIC: [&[u8]; 2] = [&[0x1f, 0x8b, 0x08], &[0x28, 0xb5, 0x2f, 0xfd]];

impl AnnouncedBody {
    /// What these fields announce.
    ///
    /// # Errors
    /// The fields let two readers see two different bodies. (RFC 9112 section 6.3.)
    pub(crate) fn of(fields: &(impl Fields + ?Sized)) -> Result<Self, Failure> {
        let protocol = |what: &str| Failure::new(FailureKind::Protocol, what);
        let mut transfers = fields.values("transfer-encoding");
        let transfer = transfers.next();
        if let Some(transfer) = transfer {
            // No other coding was requested (`TE`), and a coding that is not decoded would be read as the file.
            let chunked = transfer.trim_ascii().eq_ignore_ascii_case(b"chunked");
            if !chunked || transfers.next().is_some() {
                return Err(protocol("the answer has a transfer encoding that was not requested"));
            }
        }
        let mut lengths = fields.values("content-length");
        let length = lengths.next().map(parse_length);
        if length.is_some() && transfer.is_some() {
            return Err(protocol("the answer has both a length and a transfer encoding"));
        }
        if lengths.next().is_some() {
            return Err(protocol("the answer has more than one length"));
        }
        if length == Some(None) {
            return Err(protocol("the length of the answer is not a number"));
        }
        let coding = Coding::of(fields);
        Ok(Self { coding, length: length.flatten(), is_chunked: transfer.is_some() })
    }

    /// True if the end of the body is announced, so that a reader of chunks notices a cut: by the framing, or by an
    /// encoding, each of which has an end of its own.
    pub(crate) fn has_end(&self) -> bool {
        self.is_chunked || self.length.is_some() || self.coding != Coding::Identity
    }

    /// True if the transfer encoding is `chunked`.
    pub(crate) fn is_chunked(&self) -> bool {
        self.is_chunked
    }

    /// Whether a body of `bytes` bytes is complete. `is_decoded`: the reader has removed the encoding, so that the length
    /// says nothing about these bytes.
    ///
    /// # Errors
    /// [`FailureKind::Truncated`] or [`FailureKind::Encoding`] if it is not.
    pub(crate) fn check_end(
        &self,
        bytes: u64,
        end: BodyEnd,
        is_decoded: bool,
    ) -> Result<(), Failure> {
        let truncated = |what: &str| Err(Failure::new(FailureKind::Truncated, what));
        if end == BodyEnd::Cut {
            return truncated("the transfer ended before the file did");
        }
        let is_coded = self.coding != Coding::Identity;
        match self.length {
            // Nothing of it can be missing, whatever the fields say about an encoding.
            Some(0) => return Ok(()),
            Some(_) if bytes == 0 && end != BodyEnd::Complete => {
                return truncated("the answer announces a body, and none arrived");
            }
            Some(length)
                if bytes < length && end != BodyEnd::Complete && !(is_decoded && is_coded) =>
            {
                return truncated("the body is shorter than its announced length");
            }
            _ => {}
        }
        if bytes == 0 && is_coded {
            // A server that fails after its header sends this. No coding encodes an empty file as zero bytes.
            return Err(encoding("the compressed body ends too early"));
        }
        // An empty file in chunks has a last chunk, and a reader that saw it knows.
        if bytes == 0 && self.is_chunked && end != BodyEnd::Complete {
            return truncated("the answer announces chunks, and none arrived");
        }
        Ok(())
    }

    /// The file in a body. `is_decoded`: another program has removed the encoding.
    ///
    /// # Errors
    /// The body is not a complete file.
    pub(crate) fn file(
        &self,
        body: &[u8],
        end: BodyEnd,
        is_decoded: bool,
    ) -> Result<Body, Failure> {
        let left =
            Self { coding: if is_decoded { Coding::Identity } else { self.coding }, ..*self };
        let decoded = match left.coding {
            Coding::Identity => body[..body.len().min(MAX_FILE_BYTES + 1)].to_vec(),
            _ => left.decode(body, end)?,
        };
        let cut = decoded.len() > MAX_FILE_BYTES;
        if !cut {
            self.check_end(body.len() as u64, end, is_decoded)?;
        }
        check_text(&decoded)?;
        let was_decoded = is_decoded && self.coding != Coding::Identity;
        let is_end_announced = end == BodyEnd::Complete
            || left.coding != Coding::Identity
            || (self.length.is_some() && !was_decoded);
        Ok(Body { cut, is_end_announced, ..Body::new(decoded.into()) })
    }

    #[cfg(feature = "archive")]
    fn decode(&self, body: &[u8], end: BodyEnd) -> Result<Vec<u8>, Failure> {
        use crate::body::{Decoder, Limits, PushResult};

        let limits = Limits { decoded: MAX_FILE_BYTES, wire: body.len() as u64 };
        let mut decoder = Decoder::new(self, limits)?;
        match decoder.push(body)? {
            PushResult::LimitReached => Ok(decoder.take()),
            PushResult::Continue => decoder.finish(end),
        }
    }

    #[cfg(not(feature = "archive"))]
    fn decode(&self, _: &[u8], _: BodyEnd) -> Result<Vec<u8>, Failure> {
        Err(encoding("this program was built without decoders of compressed bodies"))
    }
}

impl Coding {
    fn of(fields: &(impl Fields + ?Sized)) -> Self {
        let mut codings = fields.values("content-encoding");
        let name = codings.next().map(|value| value.trim_ascii().to_ascii_lowercase());
        if codings.next().is_some() {
            return Self::Several;
        }
        match &name.unwrap_or_default()[..] {
            b"" | b"identity" => Self::Identity,
            b"gzip" | b"x-gzip" => Self::Gzip,
            b"deflate" => Self::Deflate,
            b"br" => Self::Brotli,
            b"zstd" => Self::Zstd,
            _ => Self::Unknown,
        }
    }
}

/// A number of bytes: digits alone.
fn parse_length(value: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(value.trim_ascii()).ok()?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    // A number that overflows is larger than every body.
    (is_number && !digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
}

/// Rejects a file that is still compressed: twice, or without a field that says so.
pub(crate) fn check_text(bytes: &[u8]) -> Result<(), Failure> {
    if MAGIC.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(encoding("the file is compressed, but no Content-Encoding field says so"));
    }
    Ok(())
}

pub(crate) fn encoding(what: &str) -> Failure {
    Failure::new(FailureKind::Encoding, what)
}

impl Outcome {
    /// The outcome that a status code and a complete, decoded body mean, for records without a header. A redirect is a
    /// failure here, because its target is unknown.
    #[must_use]
    pub fn of_status(status: u16, body: &[u8]) -> Self {
        let no_fields: &[(&str, &str)] = &[];
        let meaning = Meaning::of(None, status, no_fields);
        meaning.outcome(|announced| announced.file(body, BodyEnd::Complete, true)).unwrap_or_else(
            |_| {
                let what = "a redirect that does not name a target";
                Self::Failed(Failure::new(FailureKind::Redirect, what))
            },
        )
    }
}
