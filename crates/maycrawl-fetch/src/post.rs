//! One POST of a program's own message, such as a webhook: the same guard and the same checks as for a fetch.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::Method;
use hyper::header::{HeaderName, HeaderValue};
use maycrawl_policy::{Failure, FailureKind};

use crate::address_guard::Protocol;
use crate::fetcher::Fetcher;
use crate::http::AcceptedContent;
use crate::resource::{ResourceError, parse_url, timeout_failure};

/// The answer is not read, so any will do.
const ACCEPTED: AcceptedContent = AcceptedContent { types: "*/*", codings: "identity" };

impl Fetcher {
    /// Sends `body` to `url` with these header fields, and returns the status of the answer, whose body is not read. A
    /// redirect is not followed: the body is meant for this URL. The guard of this fetcher judges the address. Takes at
    /// most `deadline`, without the time that it waits for a slot.
    ///
    /// # Errors
    /// If there is no answer, or a header field is not valid.
    pub async fn post(
        &self,
        url: &str,
        fields: &[(&'static str, String)],
        body: impl Into<Bytes>,
        deadline: Duration,
    ) -> Result<u16, ResourceError> {
        let url = parse_url(url)?;
        let requester = &self.transport().requester;
        let mut request = requester.request(&url, ACCEPTED, &requester.user_agent)?;
        *request.method_mut() = Method::POST;
        *request.body_mut() = Full::new(body.into());
        for (name, value) in fields {
            let value = HeaderValue::from_str(value).map_err(|_| {
                Failure::new(FailureKind::Protocol, format!("the field {name} cannot be sent"))
            })?;
            request.headers_mut().insert(HeaderName::from_static(name), value);
        }
        let port = url.port_or_known_default().unwrap_or(0);
        let guard = &requester.connector.guard;
        guard.port(port, port, Protocol::Http).map_err(|_| ResourceError::Refused)?;
        let pass = self.pass(url.origin().ascii_serialization().as_str());
        let slot = self.permit().await?;
        let waited = pass.waited.clone();
        let sending = async {
            tokio::select! {
                biased;
                answer = requester.exchange(&url, request, false, &pass) => {
                    answer.map(|answer| answer.status.as_u16()).map_err(ResourceError::from)
                }
                () = slot.revoked() => Err(ResourceError::Busy),
                () = pass.revoked() => Err(ResourceError::Busy),
            }
        };
        let answer = waited.limit(deadline, sending).await;
        answer.unwrap_or_else(|_| Err(timeout_failure(deadline).into()))
    }
}
