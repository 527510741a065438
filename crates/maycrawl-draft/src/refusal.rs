//! Why a request has no answer.

use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};

/// A request that cannot be answered as it is written. Its JSON is that of the service's problems. (RFC 9457.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub kind: RefusalKind,
    /// What is wrong with this request, and what to do.
    pub detail: String,
}

/// What can be wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// An invalid URL or origin.
    BadUrl,
    /// An invalid name of a crawler.
    BadAgent,
    /// An invalid query or body.
    BadRequest,
    /// There is no such question, or nothing of this name.
    NotFound,
    /// A request over the limits of one request.
    TooLarge,
    /// An error that no request should cause.
    Internal,
}

impl RefusalKind {
    /// The HTTP status, the type of the problem, and the kind in words.
    #[must_use]
    pub const fn parts(self) -> (u16, &'static str, &'static str) {
        match self {
            Self::BadUrl => (400, "/problems/bad-url", "invalid URL"),
            Self::BadAgent => (400, "/problems/bad-agent", "invalid crawler name"),
            Self::BadRequest => (400, "/problems/bad-request", "invalid request"),
            Self::NotFound => (404, "/problems/not-found", "not found"),
            Self::TooLarge => (413, "/problems/too-large", "request over the limits"),
            Self::Internal => (500, "/problems/internal", "internal error"),
        }
    }

    /// A refusal of this kind.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> Refusal {
        Refusal { kind: self, detail: detail.into() }
    }
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (status, kind, title) = self.kind.parts();
        let mut problem = serializer.serialize_struct("Problem", 4)?;
        problem.serialize_field("type", kind)?;
        problem.serialize_field("title", title)?;
        problem.serialize_field("status", &status)?;
        problem.serialize_field("detail", &self.detail)?;
        problem.end()
    }
}
