//! `maycrawl batch`: JSON Lines in, JSON Lines out, in the same order.
//!
//! One thread reads chunks of lines, workers answer them, one thread writes the chunks in their order. The
//! queues are short and chunks are bounded, so memory does not grow with the input.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use maycrawl::Printable;

use crate::args::Batch;
use crate::input::{self, InputLine};
use crate::output::{Failure, Outcome, Output};

mod record;

use record::Answerer;

/// A record is at most this long; a longer one is refused and skipped.
const RECORD_LIMIT: usize = 64 << 20;
/// A chunk ends with the line that passes one of these.
const CHUNK_LINES: usize = 256;
const CHUNK_BYTES: usize = 1 << 20;

struct Chunk {
    number: usize,
    first_line: u64,
    lines: Vec<InputLine>,
}

struct Answers {
    number: usize,
    text: Vec<u8>,
    answered: u64,
    refused: u64,
}

pub(crate) fn run(args: &Batch, output: &mut Output) -> Result<Outcome, Failure> {
    let reader: Box<dyn BufRead + Send> = match &args.file {
        None => Box::new(BufReader::with_capacity(1 << 16, io::stdin())),
        Some(path) => {
            let name = Printable(path.as_os_str().as_encoded_bytes()).to_string();
            let file = File::open(path)
                .map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
            Box::new(BufReader::with_capacity(1 << 16, file))
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let workers = args.threads.map_or(cores, usize::from).min(256);
    let (to_workers, chunks) = sync_channel::<Chunk>(workers);
    let (to_writer, answers) = sync_channel::<Answers>(workers);
    let chunks = Mutex::new(chunks);
    thread::scope(|scope| {
        let reading = scope.spawn(move || read(reader, &to_workers));
        for _ in 0..workers {
            let (chunks, to_writer) = (&chunks, to_writer.clone());
            let answerer = Answerer::new(args);
            scope.spawn(move || work(&answerer, chunks, &to_writer));
        }
        drop(to_writer);
        let written = write(&answers, output);
        // If writing failed, the workers and the reader notice that nobody listens, and end.
        drop(answers);
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
            return Ok(Outcome::Unanswered);
        }
        Ok(Outcome::AllAllowed)
    })
}

/// Cuts the input into chunks. Ends when the input does or nobody takes them any more.
fn read(mut reader: impl BufRead, to_workers: &SyncSender<Chunk>) -> io::Result<()> {
    let mut line_number = 0;
    for number in 0.. {
        let mut chunk = Chunk { number, first_line: line_number + 1, lines: Vec::new() };
        let mut bytes = 0;
        while chunk.lines.len() < CHUNK_LINES && bytes < CHUNK_BYTES {
            let Some(line) = input::next_line(&mut reader, RECORD_LIMIT)? else { break };
            line_number += 1;
            bytes += match &line {
                InputLine::Whole(line) | InputLine::TooLong(line) => line.len(),
            };
            chunk.lines.push(line);
        }
        if chunk.lines.is_empty() || to_workers.send(chunk).is_err() {
            break;
        }
    }
    Ok(())
}

fn work(answerer: &Answerer, chunks: &Mutex<Receiver<Chunk>>, to_writer: &SyncSender<Answers>) {
    loop {
        // A worker that panicked has left the queue in order: it holds whole chunks.
        let next = chunks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
        let Ok(chunk) = next else { return };
        let mut answers =
            Answers { number: chunk.number, text: Vec::new(), answered: 0, refused: 0 };
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

/// Writes the chunks in their order; how many records were answered, and how many refused.
fn write(answers: &Receiver<Answers>, output: &mut Output) -> Result<(u64, u64), Failure> {
    // At most one chunk a worker and those in the queue are ahead of the one that is due.
    let mut early = BTreeMap::new();
    let mut due = 0;
    let (mut answered, mut refused) = (0, 0);
    for answers in answers {
        early.insert(answers.number, answers);
        while let Some(answers) = early.remove(&due) {
            output.bytes(&answers.text)?;
            answered += answers.answered;
            refused += answers.refused;
            due += 1;
        }
        if early.is_empty() {
            output.flush()?;
        }
    }
    Ok((answered, refused))
}
