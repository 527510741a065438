//! A reader that counts lines and stops at a limit.

use std::io::{self, BufRead, BufReader, Read};

use super::problem::SitemapPosition;

/// Maximum length of a tag, a text or a comment, in bytes.
const MAX_PIECE_BYTES: u64 = 1 << 20;
/// Size of the read buffer, in bytes.
const BUFFER_BYTES: usize = 32 << 10;

/// The limit that stopped a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LimitKind {
    /// The limit of one piece.
    TooLong,
    /// The limit of the file.
    FileTooLong,
}

/// Counts lines and bytes. The caller announces each piece, and then can read no more than a piece may have.
pub(super) struct LimitedReader<R: Read> {
    inner: BufReader<R>,
    /// Bytes of the file that stand before those that are read here.
    before: u64,
    line: u64,
    read: u64,
    limit: u64,
    /// Position up to which the current piece may extend.
    allowed: u64,
    exceeded: Option<LimitKind>,
}

impl<R: Read> LimitedReader<R> {
    /// A reader of what follows the first `before` bytes of a file.
    pub(super) fn new(inner: R, before: u64, limit: u64) -> Self {
        let inner = BufReader::with_capacity(BUFFER_BYTES, inner);
        Self { inner, before, line: 1, read: 0, limit, allowed: u64::MAX, exceeded: None }
    }

    /// The position of the next byte.
    pub(super) fn position(&self) -> SitemapPosition {
        SitemapPosition { line: self.line, byte: self.before + self.read + 1 }
    }

    /// Bytes that were read.
    pub(super) fn offset(&self) -> u64 {
        self.read
    }

    /// The limit that stopped the reader, if one did.
    pub(super) fn exceeded(&self) -> Option<LimitKind> {
        self.exceeded
    }

    /// Starts a new piece.
    pub(super) fn begin_piece(&mut self) {
        self.allow(MAX_PIECE_BYTES);
    }

    /// Allows `bytes` more bytes.
    pub(super) fn allow(&mut self, bytes: u64) {
        self.allowed = self.read.saturating_add(bytes);
    }

    /// Skips white space, and returns the first other byte.
    pub(super) fn skip_white_space(&mut self) -> io::Result<Option<u8>> {
        loop {
            let buffer = self.fill_buf()?;
            if buffer.is_empty() {
                return Ok(None);
            }
            let spaces = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let first = buffer.get(spaces).copied();
            self.consume(spaces);
            if first.is_some() {
                return Ok(first);
            }
        }
    }
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let buffer = self.fill_buf()?;
        let length = buffer.len().min(target.len());
        target[..length].copy_from_slice(&buffer[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: Read> BufRead for LimitedReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let room = self.limit.min(self.allowed) - self.read;
        if room == 0 {
            if self.inner.fill_buf()?.is_empty() {
                return Ok(&[]);
            }
            let of_file = self.read == self.limit;
            self.exceeded = Some(if of_file { LimitKind::FileTooLong } else { LimitKind::TooLong });
            return Err(io::Error::other("a limit is exceeded"));
        }
        let buffer = self.inner.fill_buf()?;
        let length = buffer.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        Ok(&buffer[..length])
    }

    fn consume(&mut self, length: usize) {
        let passed = &self.inner.buffer()[..length.min(self.inner.buffer().len())];
        self.line += memchr::memchr_iter(b'\n', passed).count() as u64;
        self.read += length as u64;
        self.inner.consume(length);
    }
}
