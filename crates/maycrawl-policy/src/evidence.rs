//! The judge of evidence: what an HTTP answer to a request for robots.txt is, decided from what arrived and how it
//! ended.
//!
//! One place decides between a file, a redirect, *there is no file* and a failure. The fetcher, archives, programs that
//! make their own requests, and through them the Python package and Spark, ask it. None of them decides itself.
//!
//! A wrong *file* opens a site: the rest of a file that was cut short has the rules that are missing, and bytes in an
//! encoding that nobody removed have no rules at all. So each fact that speaks against a complete file makes a failure:
//! 206, a body that is shorter than its announced length, a mark that the transfer was cut, an encoding that is left,
//! an empty body where something was announced, and fields with which two readers would see two bodies. A file that is
//! longer than the limit is used up to the limit, as the documents say, so its end does not matter.
//!
//! One case cannot be known: a body without a length that ends with its connection.
//! [`Body::is_end_announced`](crate::Body::is_end_announced) is false for it. The fetcher compares it with the file
//! that it knows, and jobs count it.

use bytes::Bytes;
use url::Url;

use crate::announced_body::{AnnouncedBody, BodyEnd, Coding, Fields, encoding};
use crate::outcome::{Body, Failure, FailureKind, Missing, Outcome};
use crate::redirects::target;
use crate::status::StatusClass;

/// What an answer is by its status and fields, before its body is read.
pub enum Meaning {
    /// The body is the file, if it is complete.
    Body(AnnouncedBody),
    /// The file is empty, and there is no body to read.
    EmptyFile,
    /// The file is at this URL.
    Redirect(Url),
    /// There is no file.
    Missing(Missing),
    /// It is unknown whether there is a file.
    Failed(Failure),
}

impl Meaning {
    /// The meaning of a status and fields. `from` is the requested URL; without it a redirect is a failure, because its
    /// target is unknown. (Google, *Handling HTTP result codes*; RFC 9309 section 2.3.1.)
    pub fn new(from: Option<&Url>, status: u16, fields: &(impl Fields + ?Sized)) -> Self {
        let protocol = |what: String| Self::Failed(Failure::new(FailureKind::Protocol, what));
        match StatusClass::from_status(status) {
            StatusClass::NoContent => Self::EmptyFile,
            StatusClass::Part => protocol(
                "the server sent a part of the file, although the whole file was requested".into(),
            ),
            StatusClass::Success => match AnnouncedBody::from_fields(fields) {
                Ok(body) => Self::Body(body),
                Err(failure) => Self::Failed(failure),
            },
            StatusClass::NotModified | StatusClass::Redirect => {
                let no_url = || {
                    let what = "a redirect that does not name a target";
                    Err(Failure::new(FailureKind::Redirect, what))
                };
                let to = from
                    .map_or_else(no_url, |from| target(from, status, fields.values("location")));
                to.map_or_else(Self::Failed, Self::Redirect)
            }
            // The documents disagree about 429. It is a failure here, and a policy that takes it for 404 says so in
            // `next_state`.
            StatusClass::TooManyRequests | StatusClass::ServerError => {
                Self::Failed(Failure::status(status))
            }
            StatusClass::ClientError => Self::Missing(Missing::Status(status)),
            StatusClass::Interim | StatusClass::Invalid => {
                protocol(format!("{status} is not a valid HTTP status"))
            }
        }
    }

    /// The outcome of the fetch, where `file` reads the body.
    ///
    /// # Errors
    /// The target of a redirect, which is no outcome yet.
    pub fn outcome(
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

/// Maximum size of a robots.txt in decoded bytes: 500 KiB. (Google, *File format*; RFC 9309 section 2.5.)
pub const MAX_FILE_BYTES: usize = 500 << 10;
/// The first bytes of gzip and zstd files. No robots.txt begins like this.
const MAGIC: [&[u8]; 2] = [&[0x1f, 0x8b, 0x08], &[0x28, 0xb5, 0x2f, 0xfd]];

impl AnnouncedBody {
    /// The file in a body. `is_decoded`: another program has removed the encoding.
    ///
    /// # Errors
    /// If the body is not a complete file.
    pub fn file(&self, body: &[u8], end: BodyEnd, is_decoded: bool) -> Result<Body, Failure> {
        let left = if is_decoded { self.without_coding() } else { *self };
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

/// Rejects a file that is still compressed: twice, or without a field that says so.
pub fn check_text(bytes: &[u8]) -> Result<(), Failure> {
    if MAGIC.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(encoding("the file is compressed, but no Content-Encoding field says so"));
    }
    Ok(())
}

impl Outcome {
    /// The outcome that a status code and a complete, decoded body mean, for records without a header. A redirect is a
    /// failure here, because its target is unknown.
    ///
    /// ```
    /// use maycrawl_policy::{Missing, Outcome};
    ///
    /// assert!(matches!(Outcome::from_status(403, b"<html>"), Outcome::Missing(Missing::Status(403))));
    /// // An outage is not a missing file, and neither is a redirect to an unknown place.
    /// assert!(matches!(Outcome::from_status(503, b""), Outcome::Failed(_)));
    /// assert!(matches!(Outcome::from_status(301, b""), Outcome::Failed(_)));
    /// ```
    #[must_use]
    pub fn from_status(status: u16, body: &[u8]) -> Self {
        let no_fields: &[(&str, &str)] = &[];
        let meaning = Meaning::new(None, status, no_fields);
        meaning.outcome(|announced| announced.file(body, BodyEnd::Complete, true)).unwrap_or_else(
            |_| {
                let what = "a redirect that does not name a target";
                Self::Failed(Failure::new(FailureKind::Redirect, what))
            },
        )
    }
}
