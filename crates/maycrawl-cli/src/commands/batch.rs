//! `maycrawl batch`: JSON Lines in, JSON Lines out, in the same order.
//!
//! One thread reads chunks of lines, workers answer them, and one thread writes the chunks in their order. A chunk is
//! read only after an earlier one was written, so memory does not grow with the input, even if the work is spread
//! unevenly over the workers.

use std::collections::BTreeMap;
use std::io::{self, BufReader, IsTerminal as _, Read};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use indicatif::ProgressStyle;

use crate::args::Batch;
use crate::inputs::input::{self, InputLine};
use crate::progress::Progress;
use crate::text::output::{Exit, Failure, Output};

mod record;

use record::Answerer;

/// The longest record: 64 MiB. A longer one is refused and skipped.
const MAX_RECORD_BYTES: usize = 64 << 20;
/// Maximum number of lines of a chunk. A chunk is what can be read without waiting, so that a record is answered before
/// the next one is written. Its size is little more than its longest line and the reader's buffer.
const MAX_CHUNK_LINES: usize = 256;
/// Size of the reader's buffer: 64 KiB.
const BUFFER_BYTES: usize = 1 << 16;
/// Maximum number of chunks read but not yet written, for each worker: one in work, one waiting.
const MAX_CHUNKS_PER_WORKER: usize = 2;
/// Maximum number of worker threads.
const MAX_WORKERS: usize = 256;

struct Chunk {
    number: usize,
    first_line: u64,
    lines: Vec<InputLine>,
}

struct AnsweredChunk {
    number: usize,
    text: Vec<u8>,
    answered: u64,
    refused: u64,
}

pub(crate) fn run(args: &Batch, output: &mut Output) -> Result<Exit, Failure> {
    input::say_if_terminal(args.file.as_deref().unwrap_or(Path::new("-")), output);
    let progress = progress(args, output);
    let reader: Box<dyn Read + Send> = match args.file.as_deref() {
        Some(path) if path != Path::new("-") => Box::new(input::open(path)?),
        _ => Box::new(io::stdin()),
    };
    let reader = BufReader::with_capacity(BUFFER_BYTES, reader);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let workers = args.threads.map_or(cores, usize::from).min(MAX_WORKERS);
    // Each queue has room for every chunk, so a thread waits only for a permit or for work.
    let max_chunks = workers * MAX_CHUNKS_PER_WORKER;
    let (to_workers, chunks) = sync_channel::<Chunk>(max_chunks);
    let (to_writer, answers) = sync_channel::<AnsweredChunk>(max_chunks);
    let (permit, permits) = sync_channel::<()>(max_chunks);
    let chunks = Mutex::new(chunks);
    thread::scope(|scope| {
        let reading = scope.spawn(move || read(reader, &permits, &to_workers));
        for _ in 0..workers {
            let (chunks, to_writer) = (&chunks, to_writer.clone());
            let answerer = Answerer::new(args);
            scope.spawn(move || work(&answerer, chunks, &to_writer));
        }
        drop(to_writer);
        for _ in 0..max_chunks {
            let _ = permit.try_send(()); // there is room; an error means that the reader has ended
        }
        // If writing fails, the writer drops its ends of the queues, so the workers and the reader end.
        let written = write(answers, permit, &progress, output);
        progress.clear();
        let read = reading.join();
        let (answered, refused) = written?;
        match read {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                return Err(Failure::new(format!("cannot read the records: {error}")));
            }
            Err(_) => return Err(Failure::new("reading the records failed")),
        }
        if refused > 0 {
            let all = answered + refused;
            output.note("error", &format!("{refused} of {all} records could not be answered"));
            return Ok(Exit::Unanswered);
        }
        Ok(Exit::Done)
    })
}

/// Reads the input in chunks, one for each permit. Ends when the input or the writer ends.
fn read<R: Read>(
    mut reader: BufReader<R>,
    permits: &Receiver<()>,
    to_workers: &SyncSender<Chunk>,
) -> io::Result<()> {
    let mut line_number = 0;
    for number in 0.. {
        if permits.recv().is_err() {
            break;
        }
        let mut chunk = Chunk { number, first_line: line_number + 1, lines: Vec::new() };
        while let Some(line) = input::next_line(&mut reader, MAX_RECORD_BYTES)? {
            line_number += 1;
            chunk.lines.push(if line_number == 1 { without_mark(line) } else { line });
            if chunk.lines.len() == MAX_CHUNK_LINES || !reader.buffer().contains(&b'\n') {
                break;
            }
        }
        if chunk.lines.is_empty() || to_workers.send(chunk).is_err() {
            break;
        }
    }
    Ok(())
}

/// The first line without a byte order mark.
fn without_mark(line: InputLine) -> InputLine {
    match line {
        InputLine::Whole(mut line) if line.starts_with(b"\xef\xbb\xbf") => {
            line.drain(..3);
            InputLine::Whole(line)
        }
        line => line,
    }
}

/// Progress; none while a person types records.
fn progress(args: &Batch, output: &Output) -> Progress {
    let is_file = args.file.as_deref().is_some_and(|path| path != Path::new("-"));
    if !is_file && io::stdin().is_terminal() {
        return Progress::none();
    }
    let style = ProgressStyle::with_template("{spinner} {human_pos} records").ok();
    Progress::new(output, None, style)
}

fn work(
    answerer: &Answerer,
    chunks: &Mutex<Receiver<Chunk>>,
    to_writer: &SyncSender<AnsweredChunk>,
) {
    loop {
        // If a worker panicked, the queue is still valid: it holds whole chunks.
        let next = chunks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
        let Ok(chunk) = next else { return };
        let mut answers =
            AnsweredChunk { number: chunk.number, text: Vec::new(), answered: 0, refused: 0 };
        for (line, line_number) in chunk.lines.iter().zip(chunk.first_line..) {
            let answered = match line {
                InputLine::Whole(line) if line.trim_ascii().is_empty() => continue,
                InputLine::Whole(line) => answerer.answer(line, line_number, &mut answers.text),
                InputLine::TooLong(_) => answerer.refuse_long(line_number, &mut answers.text),
            };
            answers.answered += u64::from(answered);
            answers.refused += u64::from(!answered);
        }
        if to_writer.send(answers).is_err() {
            return;
        }
    }
}

/// Writes the chunks in their order and gives a permit for a new one after each. Returns the number of records answered
/// and refused.
#[expect(clippy::needless_pass_by_value, reason = "the queues must close when this function ends")]
fn write(
    answers: Receiver<AnsweredChunk>,
    permit: SyncSender<()>,
    progress: &Progress,
    output: &mut Output,
) -> Result<(u64, u64), Failure> {
    // Chunks that arrive before their turn. Permits bound their number.
    let mut early = BTreeMap::new();
    let mut due = 0;
    let (mut answered, mut refused) = (0, 0);
    for answers in answers {
        early.insert(answers.number, answers);
        while let Some(answers) = early.remove(&due) {
            progress.suspend(|| output.bytes(&answers.text))?;
            progress.bar.inc(answers.answered + answers.refused);
            answered += answers.answered;
            refused += answers.refused;
            due += 1;
            let _ = permit.try_send(()); // an error means that the input has ended
        }
        if early.is_empty() {
            progress.suspend(|| output.flush())?;
        }
    }
    Ok((answered, refused))
}
