//! Bodies: decoded as they arrive, with a limit on the decoded bytes and a limit on the bytes on the wire.
//!
//! Decoding and reading stop at the limit, so a decompression bomb costs no more than the limit. A body that ends
//! before its encoding ends is a failure, never a shorter file. Data that decodes to nothing is bounded as well: gzip
//! members and zstd frames may be empty, so they are counted, and the bytes on the wire have their own limit.

use std::io::{self, Write};

use flate2::write::GzDecoder;
use flate2::{Decompress, FlushDecompress, Status};
use zstd::stream::raw::{self, Operation as _};

use crate::announced_body::{AnnouncedBody, BodyEnd, Coding, encoding as broken};
use crate::outcome::Failure;

/// The value of `Accept-Encoding`.
pub const ACCEPTED: &str = "gzip, br, zstd, deflate";

/// Maximum window of a zstd frame, as a power of two: 8 MiB (RFC 9659).
const ZSTD_WINDOW_LOG: u32 = 23;
/// The first seven bits of a brotli stream with a window of up to 1 GiB. RFC 7932 does not have it, but the decoder
/// supports it.
const BROTLI_LARGE_WINDOW: u8 = 0x11;

/// Maximum number of members of a gzip body, or of frames of a zstd body, skippable ones included. Each may be empty
/// and costs some microseconds.
const MAX_MEMBERS: usize = 64;
/// Bytes of a compressed body that are decoded at a time. Other tasks run in between.
pub const DECODE_SLICE_BYTES: usize = 16 << 10;

/// The limits of a body.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Maximum number of decoded bytes.
    pub decoded: usize,
    /// Maximum number of bytes on the wire. A longer body is a failure.
    pub wire: u64,
}

/// Decodes one body.
pub struct Decoder {
    inner: Inner,
    announced: AnnouncedBody,
    wire: u64,
    max_wire: u64,
}

enum Inner {
    Identity(Sink),
    Gzip(Box<Gzip>),
    /// `deflate` means zlib, but some servers send bare deflate. The first two bytes distinguish them.
    Deflate(Vec<u8>, Sink),
    Inflate(Inflate),
    Brotli(Box<brotli::DecompressorWriter<Sink>>),
    Zstd(Box<Zstd>),
}

/// Replaces flate2's `MultiGzDecoder`, which accepts any number of members.
struct Gzip {
    member: GzDecoder<Sink>,
    members: usize,
}

/// zlib or bare deflate. Replaces flate2's writers, which accept a truncated stream as complete.
struct Inflate {
    decoder: Decompress,
    sink: Sink,
    at_end: bool,
}

struct Zstd {
    decoder: raw::Decoder<'static>,
    sink: Sink,
    at_frame_end: bool,
    frames: usize,
}

/// Stores at most the limit of bytes, and one more to detect that there are more.
#[derive(Default)]
struct Sink {
    bytes: Vec<u8>,
    limit: usize,
}

impl Sink {
    fn is_full(&self) -> bool {
        self.bytes.len() > self.limit
    }

    fn keep(&mut self, bytes: &[u8]) {
        let buffer = (self.limit + 1).saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(buffer)]);
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_full() {
            return Err(io::Error::other("enough"));
        }
        self.keep(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether the decoder needs more of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushResult {
    /// It takes more.
    Continue,
    /// The rest of the body does not matter.
    LimitReached,
}

impl Decoder {
    /// A decoder for a body with this announcement, for at most one coding.
    pub fn new(announced: &AnnouncedBody, limits: Limits) -> Result<Self, Failure> {
        let sink = Sink { bytes: Vec::new(), limit: limits.decoded };
        let inner = match announced.coding {
            Coding::Identity => Inner::Identity(sink),
            Coding::Gzip => {
                Inner::Gzip(Box::new(Gzip { member: GzDecoder::new(sink), members: 1 }))
            }
            Coding::Deflate => Inner::Deflate(Vec::new(), sink),
            Coding::Brotli => {
                Inner::Brotli(Box::new(brotli::DecompressorWriter::new(sink, 16 << 10)))
            }
            Coding::Zstd => Inner::Zstd(Box::new(Zstd::new(sink)?)),
            Coding::Unknown => {
                return Err(broken("the body has an encoding that was not requested"));
            }
            Coding::Several => return Err(broken("the body is encoded more than once")),
        };
        Ok(Self { inner, announced: *announced, wire: 0, max_wire: limits.wire })
    }

    /// False if bytes are only copied.
    pub fn is_compressed(&self) -> bool {
        !matches!(self.inner, Inner::Identity(_))
    }

    /// Decodes a piece of the body.
    pub fn push(&mut self, piece: &[u8]) -> Result<PushResult, Failure> {
        if let (Inner::Brotli(_), 0, [first, ..]) = (&self.inner, self.wire, piece)
            && first & 0x7f == BROTLI_LARGE_WINDOW
        {
            return Err(broken("the compressed body asks for too much memory"));
        }
        self.wire += piece.len() as u64;
        if let Inner::Deflate(start, sink) = &mut self.inner {
            start.extend_from_slice(piece);
            let &[first, second, ..] = &start[..] else { return Ok(PushResult::Continue) };
            let is_zlib =
                first & 0x0f == 8 && (u32::from(first) << 8 | u32::from(second)) % 31 == 0;
            let sink = Sink { bytes: Vec::new(), limit: sink.limit };
            let start = std::mem::take(start);
            let decoder = Decompress::new(is_zlib);
            self.inner = Inner::Inflate(Inflate { decoder, sink, at_end: false });
            return self.decode(&start);
        }
        let more = self.decode(piece)?;
        if more == PushResult::Continue && self.wire > self.max_wire {
            return Err(broken("the compressed body is longer than allowed"));
        }
        Ok(more)
    }

    fn decode(&mut self, piece: &[u8]) -> Result<PushResult, Failure> {
        let written = match &mut self.inner {
            Inner::Identity(sink) => {
                sink.keep(piece);
                Ok(())
            }
            Inner::Gzip(gzip) => gzip.push(piece),
            Inner::Inflate(inflate) => inflate.push(piece),
            Inner::Brotli(decoder) => decoder.write_all(piece),
            Inner::Zstd(zstd) => zstd.push(piece),
            Inner::Deflate(..) => Ok(()),
        };
        if self.sink().is_full() {
            return Ok(PushResult::LimitReached);
        }
        written.map_err(|_| broken("the compressed body is corrupt"))?;
        Ok(PushResult::Continue)
    }

    /// The bytes of a body that ended like this: at most one more than the limit.
    pub fn finish(mut self, end: BodyEnd) -> Result<Vec<u8>, Failure> {
        self.announced.check_end(self.wire, end, false)?;
        let cut_short = |_| broken("the compressed body ends too early");
        match &mut self.inner {
            // An announced length of 0.
            _ if self.wire == 0 => {}
            Inner::Identity(_) => {}
            Inner::Gzip(gzip) => gzip.member.try_finish().map_err(cut_short)?,
            Inner::Brotli(decoder) => decoder.close().map_err(cut_short)?,
            Inner::Inflate(inflate) if inflate.at_end => {}
            Inner::Zstd(zstd) if zstd.at_frame_end => {}
            Inner::Inflate(_) | Inner::Zstd(_) | Inner::Deflate(..) => {
                return Err(broken("the compressed body ends too early"));
            }
        }
        Ok(self.take())
    }

    /// Takes the decoded bytes.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.sink_mut().bytes)
    }

    /// Bytes received on the wire.
    pub fn wire(&self) -> u64 {
        self.wire
    }

    fn sink(&self) -> &Sink {
        match &self.inner {
            Inner::Identity(sink) | Inner::Deflate(_, sink) => sink,
            Inner::Gzip(gzip) => gzip.member.get_ref(),
            Inner::Inflate(inflate) => &inflate.sink,
            Inner::Brotli(decoder) => decoder.get_ref(),
            Inner::Zstd(zstd) => &zstd.sink,
        }
    }

    fn sink_mut(&mut self) -> &mut Sink {
        match &mut self.inner {
            Inner::Identity(sink) | Inner::Deflate(_, sink) => sink,
            Inner::Gzip(gzip) => gzip.member.get_mut(),
            Inner::Inflate(inflate) => &mut inflate.sink,
            Inner::Brotli(decoder) => decoder.get_mut(),
            Inner::Zstd(zstd) => &mut zstd.sink,
        }
    }
}

impl Gzip {
    fn push(&mut self, mut piece: &[u8]) -> io::Result<()> {
        while !piece.is_empty() {
            match self.member.write(piece)? {
                // This member has ended.
                0 if self.members == MAX_MEMBERS => return Err(io::ErrorKind::InvalidData.into()),
                0 => {
                    self.member.try_finish()?;
                    let sink = std::mem::take(self.member.get_mut());
                    self.member = GzDecoder::new(sink);
                    self.members += 1;
                }
                written => piece = &piece[written..],
            }
        }
        Ok(())
    }
}

impl Inflate {
    fn push(&mut self, mut piece: &[u8]) -> io::Result<()> {
        let mut buffer = [0; 16 << 10];
        while !self.at_end && !self.sink.is_full() {
            let before = (self.decoder.total_in(), self.decoder.total_out());
            let status = self.decoder.decompress(piece, &mut buffer, FlushDecompress::None)?;
            let read = self.decoder.total_in() - before.0;
            let written = self.decoder.total_out() - before.1;
            self.sink.keep(&buffer[..written as usize]);
            piece = &piece[read as usize..];
            self.at_end = status == Status::StreamEnd;
            // All input is read, and all output is written.
            if (read, written) == (0, 0) {
                break;
            }
        }
        if piece.is_empty() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
    }
}

impl Zstd {
    fn new(sink: Sink) -> Result<Self, Failure> {
        let decoder = raw::Decoder::new().and_then(|mut decoder| {
            decoder.set_parameter(zstd::zstd_safe::DParameter::WindowLogMax(ZSTD_WINDOW_LOG))?;
            Ok(decoder)
        });
        let decoder = decoder
            .map_err(|error| broken(&format!("the zstd decoder failed to start: {error}")))?;
        Ok(Self { decoder, sink, at_frame_end: false, frames: 0 })
    }

    fn push(&mut self, mut piece: &[u8]) -> io::Result<()> {
        let mut buffer = [0; 16 << 10];
        while !self.sink.is_full() {
            let status = self.decoder.run_on_buffers(piece, &mut buffer)?;
            self.sink.keep(&buffer[..status.bytes_written]);
            piece = &piece[status.bytes_read..];
            self.at_frame_end = status.remaining == 0;
            if self.at_frame_end {
                self.frames += 1;
                if piece.is_empty() {
                    break;
                }
                if self.frames == MAX_MEMBERS {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                self.decoder.reinit()?;
            }
            // All input is read, and the rest of the output fitted into the buffer.
            if piece.is_empty() && status.bytes_written < buffer.len() {
                break;
            }
        }
        Ok(())
    }
}
