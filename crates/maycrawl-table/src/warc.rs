//! Web archives: WARC and WARC.gz (ISO 28500), read as a stream.
//!
//! The crate `warc` 0.4 was read: a header has no limit in it, a file that ends inside a header ends without an error,
//! and it does not look for the next record after a broken one. This reader keeps at most [`MAX_BLOCK_BYTES`] of a
//! record and [`MAX_HEADER_BYTES`] of its header. A record that cannot be read is an item of the stream, with its
//! position and the reason; then the reader continues at the next record that it finds. In a compressed archive that is
//! the next gzip member, because writers compress each record alone.

use std::fmt;
use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// Maximum size of a record's header: 64 KiB. A longer one is a bad record.
pub const MAX_HEADER_BYTES: usize = 64 << 10;
/// Maximum number of bytes of a record's block that are kept: 1 MiB. The rest is skipped.
pub const MAX_BLOCK_BYTES: usize = 1 << 20;
/// Size of the reader's buffers.
const BUFFER_BYTES: usize = 64 << 10;
/// The first bytes of a gzip member.
const GZIP_MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

/// A record of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WarcRecord {
    /// The number of the record in its file, from 1. Bad records count.
    pub number: u64,
    /// `WARC-Type`, such as `response`.
    pub kind: String,
    /// `WARC-Target-URI`; empty if there is none.
    pub target_uri: String,
    /// `WARC-Date`, as written; empty if there is none.
    pub date: String,
    /// The block, up to [`MAX_BLOCK_BYTES`]: for a response the HTTP response with its header.
    pub block: Vec<u8>,
    /// True if the block is longer, so that `block` is only its beginning, or if the record says so: `WARC-Truncated`.
    /// (ISO 28500, *WARC-Truncated*: the writer gave up because of a length, a time, a disconnection, or another
    /// reason.)
    pub is_cut: bool,
}

/// A record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadRecord {
    /// The number of the record in its file, from 1.
    pub number: u64,
    /// What is wrong with it.
    pub reason: String,
}

/// Reads the records of an archive. Whether it is compressed is seen from its first bytes.
///
/// ```
/// use maycrawl_table::warc::WarcReader;
///
/// let archive = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 2\r\n\r\nok\r\n\r\nWARC/1.0\r\nbroken";
/// let records: Vec<_> = WarcReader::new(&archive[..]).unwrap().collect();
/// assert_eq!(records[0].as_ref().unwrap().block, b"ok");
/// assert_eq!(records[1].as_ref().unwrap_err().to_string(), "record 2: the record ends inside its header");
/// assert_eq!(records.len(), 2);
/// ```
pub struct WarcReader<R: Read> {
    bytes: Window<Bytes<R>>,
    number: u64,
    has_ended: bool,
}

/// The bytes of an archive, decompressed.
enum Bytes<R: Read> {
    Plain(Window<R>),
    Gzip(Members<R>),
}

/// The members of a gzip file, one after the other. Reading returns 0 bytes at the end of each member, so a record
/// never continues in the next one.
struct Members<R: Read> {
    /// `None` only while a method runs.
    state: Option<Member<R>>,
    has_ended: bool,
}

enum Member<R: Read> {
    Between(Window<R>),
    Inside(Box<GzDecoder<Window<R>>>),
}

impl<R: Read> WarcReader<R> {
    /// A reader of the archive in `input`.
    ///
    /// # Errors
    /// If the first bytes cannot be read.
    pub fn new(input: R) -> io::Result<Self> {
        let mut input = Window::new(input);
        let is_gzip = input.peek(2)?.starts_with(&GZIP_MAGIC[..2]);
        let bytes = if is_gzip {
            Bytes::Gzip(Members { state: Some(Member::Between(input)), has_ended: false })
        } else {
            Bytes::Plain(input)
        };
        let bytes = Window::new(bytes);
        Ok(Self { bytes, number: 0, has_ended: false })
    }

    /// The next record; `None` at the end of the file.
    fn record(&mut self) -> Result<Option<WarcRecord>, String> {
        let Some(header) = self.header()? else { return Ok(None) };
        let mut record = WarcRecord { number: self.number, ..WarcRecord::default() };
        let mut length = None;
        for line in header.split(|&byte| byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            let Some((name, value)) = text.split_once(':') else { continue };
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "warc-type" => record.kind = value.to_ascii_lowercase(),
                "warc-target-uri" => {
                    // Some writers put the URI in angle brackets, as version 1.0 of the standard shows it.
                    let bare = value.strip_prefix('<').and_then(|uri| uri.strip_suffix('>'));
                    record.target_uri = bare.unwrap_or(value).to_owned();
                }
                "warc-date" => record.date = value.to_owned(),
                "warc-truncated" => record.is_cut = true,
                "content-length" => length = value.parse::<u64>().ok(),
                _ => {}
            }
        }
        let length = length.ok_or("the header has no valid Content-Length")?;
        let kept = length.min(MAX_BLOCK_BYTES as u64);
        let cannot = |error: io::Error| format!("the block cannot be read: {error}");
        (&mut self.bytes).take(kept).read_to_end(&mut record.block).map_err(cannot)?;
        let rest = length - kept;
        let skipped =
            io::copy(&mut (&mut self.bytes).take(rest), &mut io::sink()).map_err(cannot)?;
        if (record.block.len() as u64) < kept || skipped < rest {
            return Err("the record ends inside its block".to_owned());
        }
        // Two line ends, then the next record or the end of the member, where its checksum is compared.
        for place in 0..=4 {
            match self.bytes.peek(1).map_err(cannot)?.first() {
                Some(b'\r' | b'\n') => self.bytes.consume(1),
                Some(_) if place == 0 => {
                    return Err("the block does not end where the header says".to_owned());
                }
                _ => break,
            }
        }
        record.is_cut |= rest > 0;
        Ok(Some(record))
    }

    /// The header of the next record, without its first line. `None` at the end of the file.
    fn header(&mut self) -> Result<Option<Vec<u8>>, String> {
        let mut header = Vec::new();
        let mut is_first = true;
        loop {
            let before = header.len();
            let left = (MAX_HEADER_BYTES - before) as u64;
            let read = (&mut self.bytes).take(left).read_until(b'\n', &mut header);
            let read = read.map_err(|error| format!("the header cannot be read: {error}"))?;
            let line = header[before..].trim_ascii();
            match (is_first, read) {
                (true, 0) if self.bytes.input.has_ended() => return Ok(None),
                (true, 0) => {} // the end of a member
                (false, 0) if header.len() < MAX_HEADER_BYTES => {
                    return Err("the record ends inside its header".to_owned());
                }
                (false, 0) => return Err("the header is longer than 64 KiB".to_owned()),
                // Two empty lines are after each record.
                (true, _) if line.is_empty() => header.clear(),
                (true, _) if line.starts_with(b"WARC/") => {
                    header.clear();
                    is_first = false;
                }
                (true, _) => return Err("not the header of a WARC record".to_owned()),
                (false, _) if line.is_empty() => return Ok(Some(header)),
                (false, _) => {}
            }
        }
    }

    /// Moves to the next place where a record may begin. False at the end of the file.
    fn resynchronise(&mut self) -> io::Result<bool> {
        match &mut self.bytes.input {
            Bytes::Gzip(members) => {
                let found = members.skip_to_member()?;
                // What the buffer holds belongs to the broken record.
                (self.bytes.start, self.bytes.end) = (0, 0);
                Ok(found)
            }
            Bytes::Plain(_) => {
                let found = skip_to(&mut self.bytes, b"\nWARC/")?;
                if found {
                    self.bytes.consume(1); // the line end
                }
                Ok(found)
            }
        }
    }
}

impl<R: Read> Iterator for WarcReader<R> {
    type Item = Result<WarcRecord, BadRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        self.number += 1;
        match self.record() {
            Ok(Some(record)) => Some(Ok(record)),
            Ok(None) => {
                self.has_ended = true;
                None
            }
            Err(reason) => {
                self.has_ended = !self.resynchronise().unwrap_or(false);
                Some(Err(BadRecord { number: self.number, reason }))
            }
        }
    }
}

impl<R: Read> Read for Bytes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(input) => input.read(buffer),
            Self::Gzip(members) => members.read(buffer),
        }
    }
}

impl<R: Read> Bytes<R> {
    /// True if a read of 0 bytes was the end of the file, and not only that of a member.
    fn has_ended(&self) -> bool {
        match self {
            Self::Plain(_) => true,
            Self::Gzip(members) => members.has_ended,
        }
    }
}

impl<R: Read> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut member = match self.state.take() {
            None => return Ok(0),
            Some(Member::Inside(member)) => member,
            Some(Member::Between(mut input)) => {
                let next = input.peek(GZIP_MAGIC.len())?;
                let (is_end, is_member) = (next.is_empty(), next.starts_with(&GZIP_MAGIC));
                if !is_member {
                    self.has_ended = is_end;
                    self.state = Some(Member::Between(input));
                    let error = io::Error::other("not the beginning of a gzip member");
                    return if is_end { Ok(0) } else { Err(error) };
                }
                Box::new(GzDecoder::new(input))
            }
        };
        let read = member.read(buffer);
        self.state = Some(match read {
            Ok(0) if !buffer.is_empty() => Member::Between(member.into_inner()),
            _ => Member::Inside(member),
        });
        read
    }
}

impl<R: Read> Members<R> {
    /// Leaves a broken member and finds the next one. False at the end of the file.
    fn skip_to_member(&mut self) -> io::Result<bool> {
        let mut input = match self.state.take() {
            Some(Member::Between(input)) => input,
            Some(Member::Inside(member)) => member.into_inner(),
            None => return Ok(false),
        };
        let found = skip_to(&mut input, &GZIP_MAGIC);
        self.state = Some(Member::Between(input));
        found
    }
}

/// Skips to the next occurrence of `word`. False if there is none.
fn skip_to<R: Read>(input: &mut Window<R>, word: &[u8]) -> io::Result<bool> {
    loop {
        let buffer = input.peek(word.len())?;
        if buffer.len() < word.len() {
            let left = buffer.len();
            input.consume(left);
            return Ok(false);
        }
        let found = buffer.windows(word.len()).position(|window| window == word);
        let skipped = found.unwrap_or(buffer.len() - word.len() + 1);
        input.consume(skipped);
        if found.is_some() {
            return Ok(true);
        }
    }
}

/// A buffered reader that can look ahead by some bytes, also over the end of what it holds. [`BufReader`] cannot.
///
/// [`BufReader`]: std::io::BufReader
struct Window<R> {
    input: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
}

impl<R: Read> Window<R> {
    fn new(input: R) -> Self {
        Self { input, buffer: vec![0; BUFFER_BYTES].into(), start: 0, end: 0 }
    }

    /// What is buffered: at least `bytes`, unless the input ends before.
    fn peek(&mut self, bytes: usize) -> io::Result<&[u8]> {
        while self.end - self.start < bytes {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(&self.buffer[self.start..self.end])
    }
}

impl<R: Read> Read for Window<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Window<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.peek(1)
    }

    fn consume(&mut self, bytes: usize) {
        self.start = self.end.min(self.start + bytes);
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: {}", self.number, self.reason)
    }
}

impl std::error::Error for BadRecord {}
