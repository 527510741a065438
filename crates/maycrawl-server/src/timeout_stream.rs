//! The stream below HTTP. It has a write timeout, tells when new bytes were read, and closes in a way that lets the
//! last response arrive.
//!
//! The write timeout is that of tokio-io-timeout. hyper shuts a stream down without reading what is left in it, so the
//! lingering close is here.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};
use tokio_io_timeout::TimeoutWriter;

/// How long, and how many bytes, a connection is still read after the last response. A connection that is closed with
/// unread bytes in it is reset, and the client may lose the response. (RFC 9112 section 9.6.)
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);
const MAX_LINGER_BYTES: usize = 8 << 20;

/// A TCP stream with a write timeout and a lingering close.
pub(crate) struct TimeoutStream {
    /// In a box, because hyper moves streams and a timer cannot be moved.
    stream: Pin<Box<TimeoutWriter<TcpStream>>>,
    /// The end of the linger timeout, and the bytes read since closing began.
    closing: Option<(Pin<Box<Sleep>>, usize)>,
    traffic: Arc<Traffic>,
}

/// What happens on a connection.
#[derive(Default)]
pub(crate) struct Traffic {
    /// Number of requests that arrived in the last read. The stream resets it when it reads bytes.
    pub(crate) requests_in_read: AtomicUsize,
    /// The beginnings and ends of requests, and the pieces that were written.
    pub(crate) steps: AtomicUsize,
}

impl TimeoutStream {
    pub(crate) fn new(stream: TcpStream, write_timeout: Duration, traffic: Arc<Traffic>) -> Self {
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(write_timeout));
        Self { stream: Box::pin(stream), closing: None, traffic }
    }
}

impl AsyncRead for TimeoutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(self.stream.as_mut().poll_read(cx, buffer))?;
        if buffer.filled().len() > before {
            self.traffic.requests_in_read.store(0, Ordering::Relaxed);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for TimeoutStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(self.stream.as_mut().poll_write(cx, bytes));
        self.traffic.steps.fetch_add(1, Ordering::Relaxed);
        Poll::Ready(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(self.stream.as_mut().poll_write_vectored(cx, slices));
        self.traffic.steps.fetch_add(1, Ordering::Relaxed);
        Poll::Ready(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let me = &mut *self;
        if me.closing.is_none() {
            ready!(me.stream.as_mut().poll_shutdown(cx))?;
        }
        let (late, read) = me.closing.get_or_insert_with(|| (Box::pin(sleep(LINGER_TIMEOUT)), 0));
        while late.as_mut().poll(cx).is_pending() && *read < MAX_LINGER_BYTES {
            let mut unread = [0; 8192];
            let mut unread = ReadBuf::new(&mut unread);
            match ready!(me.stream.as_mut().poll_read(cx, &mut unread)) {
                Ok(()) if !unread.filled().is_empty() => *read += unread.filled().len(),
                _ => break,
            }
        }
        Poll::Ready(Ok(()))
    }
}
