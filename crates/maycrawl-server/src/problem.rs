//! Problem details: the one form of every error. (RFC 9457.)

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maycrawl_fetch::ledger::Busy;
use maycrawl_questions::refusal::{Refusal, RefusalKind};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{Object, ObjectBuilder};

/// An error. `type` is for machines and stable; `detail` is for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// The kind of error: `/problems/bad-url`.
    #[serde(rename = "type")]
    #[schema(schema_with = problem_types)]
    pub kind: &'static str,
    /// The kind in words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong with this request, and what to do.
    pub detail: String,
    /// Seconds for `Retry-After`, for errors that have it.
    #[serde(skip)]
    #[schema(ignore)]
    pub(crate) retry_after: u64,
}

/// The values of [`Problem::kind`].
fn problem_types() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("The kind of error: `/problems/bad-url`."))
        .enum_values(Some(ProblemKind::ALL.map(|kind| kind.parts().1)))
        .build()
}

impl Problem {
    /// Sets the seconds for `Retry-After`. Default: 1.
    pub(crate) fn with_retry_after(self, seconds: u64) -> Self {
        Self { retry_after: seconds, ..self }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        ProblemKind::from(refusal.kind).with_detail(refusal.detail)
    }
}

impl From<RefusalKind> for ProblemKind {
    fn from(kind: RefusalKind) -> Self {
        match kind {
            RefusalKind::BadUrl => Self::BadUrl,
            RefusalKind::BadAgent => Self::BadAgent,
            RefusalKind::BadRequest => Self::BadRequest,
            RefusalKind::NotFound => Self::NotFound,
            RefusalKind::TooLarge => Self::TooLarge,
            RefusalKind::Internal => Self::Internal,
        }
    }
}

impl From<Busy> for Problem {
    fn from(busy: Busy) -> Self {
        ProblemKind::Busy.with_detail(busy.to_string())
    }
}

/// The kinds of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// An invalid URL or origin.
    BadUrl,
    /// An invalid name of a crawler.
    BadAgent,
    /// An invalid query, body or header field.
    BadRequest,
    /// An unknown path.
    NotFound,
    /// A method that the path does not have.
    MethodNotAllowed,
    /// A request that a page of another origin made a browser send.
    CrossSite,
    /// A host name that is not a name of the service.
    Misdirected,
    /// A body that is not declared as the media type of the operation.
    UnsupportedMediaType,
    /// A body that did not arrive within the body timeout.
    TooSlow,
    /// A request over the limits of one request.
    TooLarge,
    /// A client over its rate.
    TooManyRequests,
    /// Too many requests or connections at a time.
    Busy,
    /// A response that exceeded the response timeout.
    Late,
    /// An error in the service.
    Internal,
}

impl ProblemKind {
    const fn parts(self) -> (u16, &'static str, &'static str) {
        match self {
            Self::BadUrl => (400, "/problems/bad-url", "invalid URL"),
            Self::BadAgent => (400, "/problems/bad-agent", "invalid crawler name"),
            Self::BadRequest => (400, "/problems/bad-request", "invalid request"),
            Self::NotFound => (404, "/problems/not-found", "not found"),
            Self::TooLarge => (413, "/problems/too-large", "request over the limits"),
            Self::Internal => (500, "/problems/internal", "internal error"),
            Self::MethodNotAllowed => (405, "/problems/method-not-allowed", "method not allowed"),
            Self::CrossSite => (403, "/problems/cross-site", "cross-site request refused"),
            Self::Misdirected => (421, "/problems/misdirected", "not a host name of this service"),
            Self::UnsupportedMediaType => {
                (415, "/problems/unsupported-media-type", "unsupported media type")
            }
            Self::TooSlow => (408, "/problems/too-slow", "the request did not arrive in time"),
            Self::TooManyRequests => (429, "/problems/too-many-requests", "rate limit exceeded"),
            Self::Busy => (503, "/problems/busy", "service busy"),
            Self::Late => (504, "/problems/late", "the response took too long"),
        }
    }

    /// All kinds.
    pub(crate) const ALL: [Self; 14] = [
        Self::BadUrl,
        Self::BadAgent,
        Self::BadRequest,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::CrossSite,
        Self::Misdirected,
        Self::UnsupportedMediaType,
        Self::TooSlow,
        Self::TooLarge,
        Self::TooManyRequests,
        Self::Busy,
        Self::Late,
        Self::Internal,
    ];

    pub(crate) fn status(self) -> StatusCode {
        status_of(self.parts().0)
    }

    pub(crate) const fn title(self) -> &'static str {
        self.parts().2
    }

    /// The end of its type: `bad-url`.
    pub(crate) fn name(self) -> &'static str {
        let kind = self.parts().1;
        kind.strip_prefix("/problems/").unwrap_or(kind)
    }

    /// What it means and what to do, for people, with code between backquotes.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::BadUrl => {
                "A URL or an origin is not valid. Write it in full, such as `https://www.example.com/page`."
            }
            Self::BadAgent => {
                "The name of a crawler is not valid. Write its product token, such as `Googlebot`, not the whole User-Agent header."
            }
            Self::BadRequest => {
                "A parameter, a field of the body or a header is missing, unknown or not valid. The detail names it."
            }
            Self::NotFound => "There is nothing at this path.",
            Self::MethodNotAllowed => "The path exists, but not for this method.",
            Self::CrossSite => {
                "A page of another site made the browser send this request. Call the service from its own page or from a server."
            }
            Self::Misdirected => {
                "The request names a host that is not a name of this service. Its operator can add names with `--host`."
            }
            Self::UnsupportedMediaType => {
                "The body is not declared as the media type of the operation. Send `content-type: application/json`."
            }
            Self::TooSlow => "The body did not arrive in time. Send the request again.",
            Self::TooLarge => {
                "The request is larger than one request may be. Split it. The detail names the limit."
            }
            Self::TooManyRequests => {
                "Too many requests came from this client. Wait as long as `Retry-After` says."
            }
            Self::Busy => {
                "The service has too much to do at the moment. Wait as long as `Retry-After` says."
            }
            Self::Late => {
                "The response took longer than the service allows. Ask for less in one request."
            }
            Self::Internal => "An error in the service. Its operator finds it in the server's log.",
        }
    }

    /// A problem of this kind. `detail` says what is wrong and what to do.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> Problem {
        let (status, kind, title) = self.parts();
        Problem { kind, title, status, detail: detail.into(), retry_after: 1 }
    }
}

fn status_of(code: u16) -> StatusCode {
    StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = status_of(self.status);
        let retry_after = HeaderValue::from(self.retry_after);
        let mut response = (status, Json(self)).into_response();
        let problem = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, problem);
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(header::RETRY_AFTER, retry_after);
        }
        response
    }
}
