//! A connection whose other end is an input.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::runtime::{Builder, Runtime};

/// A runtime for one input.
pub(crate) fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap()
}

/// A connection to a server that sends these bytes and then closes it.
pub(crate) struct Stream {
    sent: Vec<u8>,
    at: usize,
    /// Maximum number of bytes of one read.
    read_size: usize,
    /// Nothing is sent before a request has arrived. A client of HTTP refuses an answer that comes earlier.
    speaks_first: bool,
    waiting: Option<Waker>,
    received: Arc<Mutex<Vec<u8>>>,
}

impl Stream {
    pub(crate) fn new(sent: &[u8], read_size: usize, speaks_first: bool) -> Self {
        let received = Arc::default();
        Self { sent: sent.to_vec(), at: 0, read_size, speaks_first, waiting: None, received }
    }

    /// What the client has written, also after the stream has moved.
    pub(crate) fn received(&self) -> Arc<Mutex<Vec<u8>>> {
        Arc::clone(&self.received)
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.speaks_first && self.received.lock().unwrap().is_empty() {
            self.waiting = Some(context.waker().clone());
            return Poll::Pending;
        }
        let rest = self.sent.len() - self.at;
        let count = rest.min(self.read_size).min(buffer.remaining());
        buffer.put_slice(&self.sent[self.at..self.at + count]);
        self.at += count;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.received.lock().unwrap().extend_from_slice(bytes);
        if let Some(waiting) = self.waiting.take() {
            waiting.wake();
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
