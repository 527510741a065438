//! The lines of log files in the order of time: one thread decodes each open file, and files are merged by the time of
//! their next line, not by name.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use flate2::bufread::MultiGzDecoder;
use jiff::Timestamp;
use maycrawl_audit::log::{LogOptions, LogReader, MAX_LINE_BYTES};

use crate::inputs::input;
use crate::text::output::Failure;

/// Whole lines are handed over in blocks of about this size.
const BLOCK_BYTES: usize = 256 << 10;
/// Blocks of a file that wait. With [`MAX_OPEN`] it bounds the memory.
const MAX_BLOCKS: usize = 4;
/// The most files that overlap in time.
const MAX_OPEN: usize = 64;
/// The most files of one run.
const MAX_FILES: usize = 100_000;
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const PARQUET: [u8; 4] = *b"PAR1";

/// Some whole lines, or the beginning of one that is too long.
struct Block {
    /// Of the first byte, in the decoded file.
    offset: u64,
    bytes: Vec<u8>,
}

/// The files of these names, folders with all that is in them, in the order of names.
pub(super) fn files(names: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = names.iter().rev().cloned().collect();
    while let Some(path) = folders.pop() {
        if path != Path::new("-") && path.is_dir() {
            let entries = fs::read_dir(&path).map_err(|error| unreadable(&path, &error))?;
            let inside = entries.map(|entry| entry.map(|entry| entry.path()));
            let mut inside = inside
                .collect::<io::Result<Vec<PathBuf>>>()
                .map_err(|error| unreadable(&path, &error))?;
            inside.sort_unstable_by(|a, b| b.cmp(a));
            folders.append(&mut inside);
        } else {
            found.push(path);
        }
        if found.len() + folders.len() > MAX_FILES {
            return Err(Failure::new(format!("there are more than {MAX_FILES} log files")));
        }
    }
    if found.is_empty() {
        return Err(Failure::new("there is no file in these folders"));
    }
    Ok(found)
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot read {}: {error}", input::name(path)))
}

/// Opens a file, and decodes it if it is compressed.
pub(super) fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    let file: Box<dyn Read + Send> =
        if path == Path::new("-") { Box::new(io::stdin()) } else { Box::new(input::open(path)?) };
    let mut file = BufReader::with_capacity(64 << 10, file);
    let start = file.fill_buf().map_err(|error| unreadable(path, &error))?;
    if start.starts_with(&GZIP) {
        // Rotated logs are often several members one after another.
        return Ok(Box::new(MultiGzDecoder::new(file)));
    }
    if start.starts_with(&ZSTD) {
        return zstd(path, file);
    }
    if start.starts_with(&PARQUET) {
        return parquet(path);
    }
    Ok(Box::new(file))
}

#[cfg(feature = "tables")]
fn zstd(
    path: &Path,
    file: BufReader<Box<dyn Read + Send>>,
) -> Result<Box<dyn Read + Send>, Failure> {
    let decoder = zstd::Decoder::with_buffer(file).map_err(|error| unreadable(path, &error))?;
    Ok(Box::new(decoder))
}

/// The rows as lines of JSON. Each place of a file of Parquet is one of these lines.
#[cfg(feature = "tables")]
fn parquet(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    if path == Path::new("-") {
        return Err(Failure::new("Parquet cannot be read from standard input; name its file"));
    }
    let lines =
        maycrawl_table::logs::json_lines(path).map_err(|error| Failure::new(error.to_string()))?;
    Ok(Box::new(lines))
}

#[cfg(not(feature = "tables"))]
fn zstd(path: &Path, _: BufReader<Box<dyn Read + Send>>) -> Result<Box<dyn Read + Send>, Failure> {
    let name = input::name(path);
    Err(without_tables(path, &format!("write: zstd -dc {name} | maycrawl audit -")))
}

#[cfg(not(feature = "tables"))]
fn parquet(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    Err(without_tables(path, "write its rows as JSON Lines"))
}

/// This command cannot read or write a file of this kind; what helps.
#[cfg(not(feature = "tables"))]
pub(super) fn without_tables(path: &Path, help: &str) -> Failure {
    let name = input::name(path);
    Failure::new(format!("{name} is zstd or Parquet, which this command was built without; {help}"))
}

/// A file that is being read.
struct Source {
    number: u32,
    blocks: Receiver<io::Result<Block>>,
    block: Block,
    /// Of the next line in the block.
    at: usize,
}

/// Why the rest of a file was not read.
pub(super) struct Broken {
    pub(super) file: u32,
    pub(super) error: io::Error,
}

impl Source {
    fn start(number: u32, path: &Path) -> Result<Self, Failure> {
        let reader = open(path)?;
        let (sender, blocks) = sync_channel(MAX_BLOCKS);
        // It ends when the file does, or when nobody takes its blocks any more.
        thread::spawn(move || {
            send_blocks(reader, |block| sender.send(block).is_ok());
        });
        Ok(Self { number, blocks, block: Block { offset: 0, bytes: Vec::new() }, at: 0 })
    }

    /// Makes the next line the present one; false at the end of the file.
    fn advance(&mut self) -> Result<bool, Broken> {
        while self.at >= self.block.bytes.len() {
            match self.blocks.recv() {
                Ok(Ok(block)) => (self.block, self.at) = (block, 0),
                Ok(Err(error)) => return Err(Broken { file: self.number, error }),
                Err(_) => return Ok(false),
            }
        }
        Ok(true)
    }
}

/// Cuts what is read into blocks of whole lines. `send` says whether more is wanted.
fn send_blocks(mut reader: impl Read, mut send: impl FnMut(io::Result<Block>) -> bool) {
    let (mut bytes, mut offset) = (Vec::with_capacity(BLOCK_BYTES * 2), 0u64);
    let mut is_skipping = false;
    loop {
        let old = bytes.len();
        bytes.resize(old + BLOCK_BYTES, 0);
        let count = loop {
            match reader.read(&mut bytes[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let (count, failure) = match count {
            Ok(count) => (count, None),
            Err(error) => (0, Some(error)),
        };
        bytes.truncate(old + count);
        let is_end = count == 0;
        if is_skipping {
            // The rest of a line that was too long.
            let end = memchr::memchr(b'\n', &bytes);
            is_skipping = end.is_none();
            let skipped = end.map_or(bytes.len(), |end| end + 1);
            bytes.drain(..skipped);
            offset += skipped as u64;
        }
        let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |end| end + 1);
        let whole = if is_end { bytes.len() } else { whole };
        if whole > 0 {
            let rest = bytes.split_off(whole);
            if !send(Ok(Block { offset, bytes: std::mem::replace(&mut bytes, rest) })) {
                return;
            }
            offset += whole as u64;
        } else if bytes.len() > MAX_LINE_BYTES {
            let length = bytes.len() as u64;
            bytes.truncate(MAX_LINE_BYTES + 1);
            if !send(Ok(Block { offset, bytes: std::mem::take(&mut bytes) })) {
                return;
            }
            (offset, is_skipping) = (offset + length, true);
        }
        if let Some(error) = failure {
            send(Err(error));
            return;
        }
        if is_end {
            return;
        }
    }
}

/// A line and where it stands.
pub(super) struct Line<'a> {
    pub(super) file: u32,
    pub(super) offset: u64,
    pub(super) bytes: &'a [u8],
}

/// What a line says: its time, and what the caller makes of it. `None`: it has no time, so it is done with at once.
pub(super) trait Reader {
    type Item;
    fn read(&mut self, line: &Line<'_>) -> Option<(Timestamp, Self::Item)>;
    fn take(&mut self, item: Self::Item);
    fn broken(&mut self, broken: Broken);
}

/// Gives all lines of all files to `reader`, in the order of time as far as each file is in it.
pub(super) fn merge<R: Reader>(
    paths: &[PathBuf],
    options: &LogOptions,
    reader: &mut R,
) -> Result<(), Failure> {
    // A file that is alone is opened once.
    let first = |(number, path): (u32, &PathBuf)| match paths.len() {
        1 => Ok((Timestamp::MIN, number)),
        _ => Ok((first_time(path, options)?, number)),
    };
    let mut firsts = (0u32..).zip(paths).map(first).collect::<Result<Vec<_>, Failure>>()?;
    // Files that begin latest are last here, so the next one to open is popped.
    firsts.sort_by_key(|&(at, number)| Reverse((at, number)));
    let mut open: Vec<Option<Source>> = Vec::new();
    let mut next: BinaryHeap<Reverse<(Timestamp, usize)>> = BinaryHeap::new();
    let mut items: Vec<Option<R::Item>> = Vec::new();
    loop {
        let due = next.peek().map(|&Reverse((at, _))| at);
        if let Some(&(first, number)) = firsts.last()
            && due.is_none_or(|due| first <= due)
        {
            firsts.pop();
            if next.len() >= MAX_OPEN {
                return Err(Failure::new(format!(
                    "more than {MAX_OPEN} log files overlap in time: audit them in groups"
                )));
            }
            let source = Source::start(number, &paths[number as usize])?;
            let slot = open.iter().position(Option::is_none).unwrap_or_else(|| {
                open.push(None);
                items.push(None);
                open.len() - 1
            });
            open[slot] = Some(source);
            pull(slot, &mut open, &mut items, &mut next, reader);
            continue;
        }
        let Some(Reverse((_, slot))) = next.pop() else { return Ok(()) };
        if let Some(item) = items[slot].take() {
            reader.take(item);
        }
        pull(slot, &mut open, &mut items, &mut next, reader);
    }
}

/// Reads lines of a source up to one that has a time.
fn pull<R: Reader>(
    slot: usize,
    open: &mut [Option<Source>],
    items: &mut [Option<R::Item>],
    next: &mut BinaryHeap<Reverse<(Timestamp, usize)>>,
    reader: &mut R,
) {
    while let Some(source) = &mut open[slot] {
        match source.advance() {
            Ok(true) => {}
            Ok(false) => open[slot] = None,
            Err(broken) => {
                reader.broken(broken);
                open[slot] = None;
            }
        }
        let Some(source) = &mut open[slot] else { return };
        let rest = &source.block.bytes[source.at..];
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let bytes = rest[..length].strip_suffix(b"\r").unwrap_or(&rest[..length]);
        let line =
            Line { file: source.number, offset: source.block.offset + source.at as u64, bytes };
        let read = reader.read(&line);
        source.at += length + 1;
        if let Some((at, item)) = read {
            items[slot] = Some(item);
            next.push(Reverse((at, slot)));
            return;
        }
    }
}

/// The number of lines in which a time is looked for, before a file is opened to be read.
const MAX_PEEKED: usize = 1000;

/// The time of the first line of a file. One without a time in its first lines comes first, and so does standard input.
fn first_time(path: &Path, options: &LogOptions) -> Result<Timestamp, Failure> {
    if path == Path::new("-") {
        return Ok(Timestamp::MIN);
    }
    let mut file = BufReader::new(open(path)?);
    let mut lines = LogReader::new(options.clone());
    for _ in 0..MAX_PEEKED {
        let read = input::next_line(&mut file, MAX_LINE_BYTES);
        let Ok(Some(input::InputLine::Whole(line))) = read else { break };
        if let Ok(Some(request)) = lines.read(&line) {
            return Ok(request.time);
        }
    }
    Ok(Timestamp::MIN)
}

/// What evidence calls a file: the SHA-256 of its bytes as they are stored. Standard input has none.
pub(super) fn name_in_evidence(path: &Path) -> Result<String, Failure> {
    use sha2::Digest as _;
    if path == Path::new("-") {
        return Ok("-".to_owned());
    }
    let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let mut hash = sha2::Sha256::new();
    let mut buffer = vec![0; BLOCK_BYTES];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => hash.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(path, &error)),
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

    use std::collections::VecDeque;

    use super::*;

    /// Gives what it has in these parts.
    struct Parts(VecDeque<Vec<u8>>);

    impl Read for Parts {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(part) = self.0.front_mut() else { return Ok(0) };
            let count = part.len().min(buffer.len());
            buffer[..count].copy_from_slice(&part[..count]);
            part.drain(..count);
            if part.is_empty() {
                self.0.pop_front();
            }
            Ok(count)
        }
    }

    /// The rest of a line that was too long is no line, wherever the parts end, and each line has its own offset.
    #[test]
    fn a_line_that_is_too_long_is_one_line() {
        let text = [b"a\n".as_slice(), &vec![b'x'; MAX_LINE_BYTES + 10], b"\nbc\nd"].concat();
        let newline = text.len() - 5;
        for cut in newline - 2..text.len() {
            for next in cut..text.len() {
                let parts = [&text[..cut], &text[cut..next], &text[next..]];
                let parts = parts.into_iter().filter(|part| !part.is_empty()).map(<[u8]>::to_vec);
                let mut lines = Vec::new();
                send_blocks(Parts(parts.collect()), |block| {
                    let Block { mut offset, bytes } = block.unwrap();
                    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                        lines.push((offset, line.trim_ascii_end().len()));
                        offset += line.len() as u64;
                    }
                    true
                });
                // How much of a long line is kept does not matter: it is refused for its length.
                let lines: Vec<_> = lines
                    .into_iter()
                    .map(|(at, length)| (at, length.min(MAX_LINE_BYTES + 1)))
                    .collect();
                let [b, d] = [newline + 1, newline + 4].map(|at| at as u64);
                let expected = [(0, 1), (2, MAX_LINE_BYTES + 1), (b, 2), (d, 1)];
                assert_eq!(lines, expected, "cut at {cut} and {next}");
            }
        }
    }
}
