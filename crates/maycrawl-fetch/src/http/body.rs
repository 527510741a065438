//! Bodies: decoded as they come, up to a limit on the decoded bytes.
//!
//! Decoding stops at the limit and so does reading: a bomb costs what the limit costs. A body that ends
//! before its encoding does is broken, never a shorter file.

use std::io::{self, Write};

use flate2::write::MultiGzDecoder;
use flate2::{Decompress, FlushDecompress, Status};
use zstd::stream::raw::{self, Operation as _};

use crate::outcome::{Failure, FailureKind};

/// What `Accept-Encoding` says.
pub(crate) const ACCEPTED: &str = "gzip, br, zstd, deflate";

/// A zstd frame may ask for a window of 8 MiB and no more (RFC 9659).
const ZSTD_WINDOW_LOG: u32 = 23;
/// With these seven bits begins a brotli stream of a window up to 1 GiB, which RFC 7932 does not have but
/// the decoder does.
const BROTLI_LARGE_WINDOW: u8 = 0x11;

/// Decodes one body.
pub(crate) struct Decoder {
    coding: Coding,
    wire: u64,
}

enum Coding {
    Identity(Sink),
    Gzip(MultiGzDecoder<Sink>),
    /// `deflate` means zlib, but some servers send it bare; the first two bytes tell.
    Deflate(Vec<u8>, Sink),
    Inflate(Inflate),
    Brotli(Box<brotli::DecompressorWriter<Sink>>),
    Zstd(Box<Zstd>),
}

/// zlib or bare deflate. Not by flate2's writers: they take a stream that is cut for one that ends.
struct Inflate {
    decoder: Decompress,
    sink: Sink,
    at_end: bool,
}

struct Zstd {
    decoder: raw::Decoder<'static>,
    sink: Sink,
    at_frame_end: bool,
}

/// Keeps as many bytes as the limit allows, and one more to know that there are more.
struct Sink {
    bytes: Vec<u8>,
    limit: usize,
}

impl Sink {
    fn is_full(&self) -> bool {
        self.bytes.len() > self.limit
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = (self.limit + 1).saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
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

/// Whether more of the body is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum More {
    Wanted,
    Enough,
}

impl Decoder {
    /// A decoder for a `Content-Encoding`, at most one coding deep.
    pub(crate) fn new(content_encoding: Option<&[u8]>, limit: usize) -> Result<Self, Failure> {
        let sink = Sink { bytes: Vec::new(), limit };
        let name = content_encoding.unwrap_or_default().trim_ascii().to_ascii_lowercase();
        let coding = match &name[..] {
            b"" | b"identity" => Coding::Identity(sink),
            b"gzip" | b"x-gzip" => Coding::Gzip(MultiGzDecoder::new(sink)),
            b"deflate" => Coding::Deflate(Vec::new(), sink),
            b"br" => Coding::Brotli(Box::new(brotli::DecompressorWriter::new(sink, 16 << 10))),
            b"zstd" => Coding::Zstd(Box::new(Zstd::new(sink)?)),
            _ => return Err(broken("the body has an encoding that was not asked for")),
        };
        Ok(Self { coding, wire: 0 })
    }

    /// Takes a piece of the body.
    pub(crate) fn push(&mut self, piece: &[u8]) -> Result<More, Failure> {
        if let (Coding::Brotli(_), 0, [first, ..]) = (&self.coding, self.wire, piece)
            && first & 0x7f == BROTLI_LARGE_WINDOW
        {
            return Err(broken("the compressed body asks for too much memory"));
        }
        self.wire += piece.len() as u64;
        if let Coding::Deflate(start, sink) = &mut self.coding {
            start.extend_from_slice(piece);
            let &[first, second, ..] = &start[..] else { return Ok(More::Wanted) };
            let is_zlib =
                first & 0x0f == 8 && (u32::from(first) << 8 | u32::from(second)) % 31 == 0;
            let sink = Sink { bytes: Vec::new(), limit: sink.limit };
            let start = std::mem::take(start);
            let decoder = Decompress::new(is_zlib);
            self.coding = Coding::Inflate(Inflate { decoder, sink, at_end: false });
            return self.decode(&start);
        }
        self.decode(piece)
    }

    fn decode(&mut self, piece: &[u8]) -> Result<More, Failure> {
        let written = match &mut self.coding {
            Coding::Identity(sink) => {
                sink.keep(piece);
                Ok(())
            }
            Coding::Gzip(decoder) => decoder.write_all(piece),
            Coding::Inflate(inflate) => inflate.push(piece),
            Coding::Brotli(decoder) => decoder.write_all(piece),
            Coding::Zstd(zstd) => zstd.push(piece),
            Coding::Deflate(..) => Ok(()),
        };
        if self.sink().is_full() {
            return Ok(More::Enough);
        }
        written.map_err(|_| broken("the compressed body is corrupt"))?;
        Ok(More::Wanted)
    }

    /// The bytes of a body that has come to its end: at most one more than the limit.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, Failure> {
        let cut_short = |_| broken("the compressed body ends too early");
        // Nothing on the wire is nothing, whatever the header says of its encoding.
        if self.wire == 0 {
            return Ok(Vec::new());
        }
        match &mut self.coding {
            Coding::Identity(_) => {}
            Coding::Gzip(decoder) => decoder.try_finish().map_err(cut_short)?,
            Coding::Brotli(decoder) => decoder.close().map_err(cut_short)?,
            Coding::Inflate(inflate) if inflate.at_end => {}
            Coding::Zstd(zstd) if zstd.at_frame_end => {}
            Coding::Inflate(_) | Coding::Zstd(_) | Coding::Deflate(..) => {
                return Err(broken("the compressed body ends too early"));
            }
        }
        Ok(self.take())
    }

    /// The bytes so far, where there are enough.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.sink_mut().bytes)
    }

    /// Bytes that came over the wire.
    pub(crate) fn wire(&self) -> u64 {
        self.wire
    }

    fn sink(&self) -> &Sink {
        match &self.coding {
            Coding::Identity(sink) | Coding::Deflate(_, sink) => sink,
            Coding::Gzip(decoder) => decoder.get_ref(),
            Coding::Inflate(inflate) => &inflate.sink,
            Coding::Brotli(decoder) => decoder.get_ref(),
            Coding::Zstd(zstd) => &zstd.sink,
        }
    }

    fn sink_mut(&mut self) -> &mut Sink {
        match &mut self.coding {
            Coding::Identity(sink) | Coding::Deflate(_, sink) => sink,
            Coding::Gzip(decoder) => decoder.get_mut(),
            Coding::Inflate(inflate) => &mut inflate.sink,
            Coding::Brotli(decoder) => decoder.get_mut(),
            Coding::Zstd(zstd) => &mut zstd.sink,
        }
    }
}

impl Inflate {
    fn push(&mut self, mut piece: &[u8]) -> io::Result<()> {
        let mut room = [0; 16 << 10];
        while !self.at_end && !self.sink.is_full() {
            let before = (self.decoder.total_in(), self.decoder.total_out());
            let status = self.decoder.decompress(piece, &mut room, FlushDecompress::None)?;
            let read = self.decoder.total_in() - before.0;
            let written = self.decoder.total_out() - before.1;
            self.sink.keep(&room[..written as usize]);
            piece = &piece[read as usize..];
            self.at_end = status == Status::StreamEnd;
            // All is read and written.
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
        let decoder = decoder.map_err(|error| broken(&format!("no zstd decoder: {error}")))?;
        Ok(Self { decoder, sink, at_frame_end: false })
    }

    fn push(&mut self, mut piece: &[u8]) -> io::Result<()> {
        let mut room = [0; 16 << 10];
        while !self.sink.is_full() {
            let status = self.decoder.run_on_buffers(piece, &mut room)?;
            self.sink.keep(&room[..status.bytes_written]);
            piece = &piece[status.bytes_read..];
            self.at_frame_end = status.remaining == 0;
            if self.at_frame_end && !piece.is_empty() {
                self.decoder.reinit()?;
            }
            // All is read, and what was left inside had room.
            if piece.is_empty() && status.bytes_written < room.len() {
                break;
            }
        }
        Ok(())
    }
}

fn broken(what: &str) -> Failure {
    Failure::new(FailureKind::Encoding, what)
}
