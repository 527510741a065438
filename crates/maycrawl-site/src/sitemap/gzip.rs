//! A gzip file: members one after the other, a bounded number of them, of a bounded number of bytes.
//!
//! flate2's `MultiGzDecoder` takes members without end, and an empty one costs some microseconds and decodes to nothing,
//! so that no limit on what is decoded ever holds.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

use super::MAX_FILE_BYTES;

/// Members that a file may have. Tools that compress in blocks make one of each 64 KiB: 800 in the longest file.
const MAX_MEMBERS: usize = 1024;
/// Bytes that a file may have beside its content's: what compresses badly grows by less.
const OVERHEAD_BYTES: u64 = 64 << 10;

/// Reads what the members hold.
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
                let what = format!("its gzip has more than {MAX_MEMBERS} members");
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
