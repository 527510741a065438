//! A gzip file: a bounded number of members with a bounded number of bytes.
//!
//! flate2's `MultiGzDecoder` accepts any number of members. An empty member costs some microseconds and decodes to
//! nothing, so a limit on the decoded bytes alone never applies.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

use super::MAX_FILE_BYTES;

/// Maximum number of members. Tools that compress in blocks make one for each 64 KiB: 800 in the longest file.
const MAX_MEMBERS: usize = 1024;
/// Bytes that a compressed file may have in addition to the limit of its content. Incompressible data grows by less.
const OVERHEAD_BYTES: u64 = 64 << 10;

/// Reads the content of all members.
pub(super) struct Gzip<R> {
    member: Option<GzDecoder<BufReader<LimitedInput<R>>>>,
    members: usize,
}

/// The compressed bytes, up to a limit.
struct LimitedInput<R> {
    input: R,
    left: u64,
}

impl<R: Read> Gzip<R> {
    pub(super) fn new(input: R) -> Self {
        let input = LimitedInput { input, left: MAX_FILE_BYTES + OVERHEAD_BYTES };
        Self { member: Some(GzDecoder::new(BufReader::new(input))), members: 1 }
    }
}

impl<R: Read> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(member) = &mut self.member else { return Ok(0) };
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(mut input) = self.member.take().map(GzDecoder::into_inner) else {
                return Ok(0);
            };
            if input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            if self.members == MAX_MEMBERS {
                let what = format!("its gzip data has more than {MAX_MEMBERS} members");
                return Err(io::Error::other(what));
            }
            self.members += 1;
            self.member = Some(GzDecoder::new(input));
        }
    }
}

impl<R: Read> Read for LimitedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            io::Error::other("it has more compressed bytes than a sitemap may have uncompressed")
        })?;
        Ok(read)
    }
}
