//! What went wrong, in the one form that clients can rely on. (RFC 9457.)

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// An error. `type` is stable and for machines, `detail` is for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// Names the kind of error: `/problems/bad-url`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The kind in words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong here, and what to do.
    pub detail: String,
}

/// The kinds of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A URL or an origin that is none.
    BadUrl,
    /// A crawler's name that is none.
    BadAgent,
    /// A body that is not what it should be.
    BadRequest,
    /// Nothing has this address.
    NotFound,
    /// Not by this method.
    MethodNotAllowed,
    /// A request that another page has a browser send.
    CrossSite,
    /// For a host that this is not.
    Misdirected,
    /// A body that is not said to be JSON.
    UnsupportedMediaType,
    /// The request did not come in time.
    TooSlow,
    /// More than one request may ask for.
    TooLarge,
    /// One client asks too often.
    TooManyRequests,
    /// Too many ask at once.
    Busy,
    /// The answer took too long.
    Late,
    /// A fault of the service.
    Internal,
}

impl ProblemKind {
    const fn parts(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::BadUrl => {
                (StatusCode::BAD_REQUEST, "/problems/bad-url", "not a URL that can be asked about")
            }
            Self::BadAgent => {
                (StatusCode::BAD_REQUEST, "/problems/bad-agent", "not a crawler's name")
            }
            Self::BadRequest => {
                (StatusCode::BAD_REQUEST, "/problems/bad-request", "the request cannot be read")
            }
            Self::NotFound => (StatusCode::NOT_FOUND, "/problems/not-found", "nothing is here"),
            Self::MethodNotAllowed => (
                StatusCode::METHOD_NOT_ALLOWED,
                "/problems/method-not-allowed",
                "not by this method",
            ),
            Self::CrossSite => (
                StatusCode::FORBIDDEN,
                "/problems/cross-site",
                "another page may not ask this service",
            ),
            Self::Misdirected => (
                StatusCode::MISDIRECTED_REQUEST,
                "/problems/misdirected",
                "the service does not answer under this name",
            ),
            Self::UnsupportedMediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "/problems/unsupported-media-type",
                "the body is not JSON",
            ),
            Self::TooSlow => (
                StatusCode::REQUEST_TIMEOUT,
                "/problems/too-slow",
                "the request did not come in time",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "/problems/too-large",
                "more than one request may ask for",
            ),
            Self::TooManyRequests => {
                (StatusCode::TOO_MANY_REQUESTS, "/problems/too-many-requests", "you ask too often")
            }
            Self::Busy => {
                (StatusCode::SERVICE_UNAVAILABLE, "/problems/busy", "too many ask at once")
            }
            Self::Late => {
                (StatusCode::GATEWAY_TIMEOUT, "/problems/late", "the answer took too long")
            }
            Self::Internal => {
                (StatusCode::INTERNAL_SERVER_ERROR, "/problems/internal", "a fault of the service")
            }
        }
    }

    /// The problem with its words.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> Problem {
        let (status, kind, title) = self.parts();
        Problem { kind, title, status: status.as_u16(), detail: detail.into() }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self)).into_response();
        let problem = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, problem);
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
