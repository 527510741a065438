//! The stream below HTTP. It has a write timeout, tells when new bytes were read, and closes in a way that lets the
//! last response arrive.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// How long, and how many bytes, a connection is still read after the last response. A connection that is closed with
/// unread bytes in it is reset, and the client may lose the response. (RFC 9112 section 9.6.)
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);
const MAX_LINGER_BYTES: usize = 8 << 20;

/// A TCP stream with a write timeout and a lingering close.
pub(crate) struct TimeoutStream {
    stream: TcpStream,
    write_timeout: Duration,
    /// The end of the write timeout, while a write waits.
    write_deadline: Option<Pin<Box<Sleep>>>,
    /// The end of the linger timeout, and the bytes read since closing began.
    closing: Option<(Pin<Box<Sleep>>, usize)>,
    /// Number of requests that arrived in the last read. This stream resets it when it reads bytes.
    requests_in_read: Arc<AtomicUsize>,
}

impl TimeoutStream {
    pub(crate) fn new(
        stream: TcpStream,
        write_timeout: Duration,
        requests_in_read: Arc<AtomicUsize>,
    ) -> Self {
        Self { stream, write_timeout, write_deadline: None, closing: None, requests_in_read }
    }

    /// The result of a write, or an error if the write is pending for longer than the timeout.
    fn limit_write(
        &mut self,
        written: Poll<io::Result<usize>>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.write_deadline = None;
            return written;
        }
        let write_timeout = self.write_timeout;
        let write_deadline =
            self.write_deadline.get_or_insert_with(|| Box::pin(sleep(write_timeout)));
        ready!(write_deadline.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TimeoutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        if buffer.filled().len() > before {
            self.requests_in_read.store(0, Ordering::Relaxed);
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
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.limit_write(written, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.limit_write(written, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let me = &mut *self;
        if me.closing.is_none() {
            ready!(Pin::new(&mut me.stream).poll_shutdown(cx))?;
        }
        let (late, read) = me.closing.get_or_insert_with(|| (Box::pin(sleep(LINGER_TIMEOUT)), 0));
        while late.as_mut().poll(cx).is_pending() && *read < MAX_LINGER_BYTES {
            let mut unread = [0; 8192];
            let mut unread = ReadBuf::new(&mut unread);
            match ready!(Pin::new(&mut me.stream).poll_read(cx, &mut unread)) {
                Ok(()) if !unread.filled().is_empty() => *read += unread.filled().len(),
                _ => break,
            }
        }
        Poll::Ready(Ok(()))
    }
}
