//! What the fields of an answer announce of its body, and whether a body is as long as was announced.

use crate::outcome::{Failure, FailureKind};

/// Header fields, in whatever form the reader of an answer keeps them.
pub trait Fields {
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
pub enum Coding {
    /// None.
    Identity,
    /// `gzip` or `x-gzip`.
    Gzip,
    /// Names zlib, but some servers send bare deflate.
    Deflate,
    /// `br`.
    Brotli,
    /// `zstd`.
    Zstd,
    /// One that was not requested.
    Unknown,
    /// More than one encoding. No server needs that for a text.
    Several,
}

/// What the fields of an answer announce of its body.
#[derive(Clone, Copy, Debug)]
pub struct AnnouncedBody {
    /// `Content-Encoding`.
    pub coding: Coding,
    /// `Content-Length`.
    pub length: Option<u64>,
    is_chunked: bool,
}

impl AnnouncedBody {
    /// What these fields announce.
    ///
    /// # Errors
    /// The fields let two readers see two different bodies. (RFC 9112 section 6.3.)
    pub fn from_fields(fields: &(impl Fields + ?Sized)) -> Result<Self, Failure> {
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
    pub fn has_end(&self) -> bool {
        self.is_chunked || self.length.is_some() || self.coding != Coding::Identity
    }

    /// The same for a reader that gets the body without its encoding.
    pub fn without_coding(self) -> Self {
        Self { coding: Coding::Identity, ..self }
    }

    /// True if the transfer encoding is `chunked`.
    pub fn is_chunked(&self) -> bool {
        self.is_chunked
    }

    /// Whether a body of `bytes` bytes is complete. `is_decoded`: the reader has removed the encoding, so that the
    /// length says nothing about these bytes.
    ///
    /// # Errors
    /// [`FailureKind::Truncated`] or [`FailureKind::Encoding`] if it is not.
    pub fn check_end(&self, bytes: u64, end: BodyEnd, is_decoded: bool) -> Result<(), Failure> {
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

/// A failure of the encoding of a body.
pub fn encoding(what: &str) -> Failure {
    Failure::new(FailureKind::Encoding, what)
}
