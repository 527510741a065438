//! The body of a response that is made while it is sent: it keeps the request's permits, and ends at a deadline or when
//! other clients need its place.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use maycrawl_fetch::ledger::Permit;
use tokio::time::{Instant, sleep_until};

/// A body with a deadline. At the deadline the connection is aborted, so that the client does not take the part for the
/// whole.
pub(crate) struct DeadlineBody {
    body: Body,
    /// Completes when the body has to end. Holds the permits.
    end: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl DeadlineBody {
    /// `place` and `memory` are dropped when the body has been sent or its connection has ended.
    pub(crate) fn new(body: Body, place: Permit, memory: Option<Permit>, until: Instant) -> Self {
        let end = async move {
            tokio::select! {
                () = sleep_until(until) => {}
                () = place.revoked() => {}
                () = revoked(memory.as_ref()) => {}
            }
        };
        Self { body, end: Box::pin(end) }
    }
}

impl HttpBody for DeadlineBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        ready!(self.end.as_mut().poll(cx));
        Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Waits until the permit is revoked. Without one, forever.
pub(crate) async fn revoked(permit: Option<&Permit>) {
    match permit {
        Some(permit) => permit.revoked().await,
        None => std::future::pending().await,
    }
}
