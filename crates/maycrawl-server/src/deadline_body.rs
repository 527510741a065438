//! The body of a response that is made while it is sent: it keeps the request's permits, and has a deadline.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

/// A body with a deadline. At the deadline the connection is aborted, so that the client does not take the part for the
/// whole.
pub(crate) struct DeadlineBody {
    body: Body,
    until: Pin<Box<Sleep>>,
    _resources: Box<dyn Send>,
}

impl DeadlineBody {
    /// `resources` are dropped when the body has been sent or its connection has ended.
    pub(crate) fn new(body: Body, resources: impl Send + 'static, until: Instant) -> Self {
        Self { body, until: Box::pin(sleep_until(until)), _resources: Box::new(resources) }
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
        ready!(self.until.as_mut().poll(cx));
        Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
