//! `maycrawl audit --replay`: every row of the evidence is decided again, from the log and the history.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use maycrawl_audit::evidence::{CheckRow, IdentityRow, Replay, Row};
use maycrawl_audit::identity::{Claim, Identities, Identity, Proof, SignedRequest};
use maycrawl_audit::judge::{Copies, Histories};
use maycrawl_audit::log::{LogReader, LoggedRequest, MAX_LINE_BYTES};

use super::lines;
use crate::args::{Audit, Format};
use crate::inputs::input;
use crate::text::output::{Exit, Failure, Output};

/// The longest row.
const MAX_ROW_BYTES: usize = 4 << 20;
/// The most differences that are shown; all are counted.
const MAX_SHOWN: u64 = 20;

pub(super) fn run(
    args: &Audit,
    evidence: &Path,
    logs: &[PathBuf],
    histories: &Histories,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let mut names = HashMap::new();
    for path in logs {
        names.insert(lines::name_in_evidence(path)?, path);
    }
    let mut identities = super::published(args)?;
    let mut replay = Replay::new(Copies::new(histories, args.read.profile));
    let mut rows = BufReader::new(super::evidence::lines(evidence)?);
    let (mut count, mut differences) = (0u64, 0u64);
    let mut by_file: HashMap<String, Vec<Expected>> = HashMap::new();
    loop {
        let line = input::next_line(&mut rows, MAX_ROW_BYTES)
            .map_err(|error| Failure::new(format!("{}: {error}", input::name(evidence))))?;
        let line = match line {
            None => break,
            Some(input::InputLine::Whole(line)) => line,
            Some(input::InputLine::TooLong(_)) => {
                return Err(Failure::new(format!("row {} of the evidence is too long", count + 1)));
            }
        };
        count += 1;
        let row: Row = serde_json::from_slice(&line).map_err(|error| {
            Failure::new(format!("{}: row {count}: {error}", input::name(evidence)))
        })?;
        if let Err(error) = replay.row(&row) {
            say(&mut differences, count, &error.to_string(), output)?;
        }
        let expected = Expected::of(count, &row);
        by_file.entry(row.line.file).or_default().push(expected);
    }
    for (file, mut of_file) in by_file {
        let Some(path) = names.get(&file) else {
            for row in &of_file {
                say(&mut differences, row.number, "its log file was not given", output)?;
            }
            continue;
        };
        // A log is read once, forwards: a compressed one cannot be read from a position.
        of_file.sort_by_key(|row| row.offset);
        compare(args, path, &of_file, &mut identities, &mut differences, output)?;
    }
    match args.read.format.of_answers() {
        Format::Json => {
            output.json(&serde_json::json!({"rows": count, "differences": differences}))?;
        }
        Format::Text => {
            output.line(format_args!("{count} rows decided again, {differences} differences"))?;
        }
    }
    Ok(if differences == 0 { Exit::Done } else { Exit::Found })
}

fn say(differences: &mut u64, row: u64, why: &str, output: &mut Output) -> Result<(), Failure> {
    *differences += 1;
    if *differences <= MAX_SHOWN {
        output.note("warning", &format!("row {row}: {why}"));
    }
    Ok(())
}

/// Reads the lines of a file again, and compares what the rows say about them.
fn compare(
    args: &Audit,
    path: &Path,
    rows: &[Expected],
    identities: &mut Identities,
    differences: &mut u64,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut file = BufReader::new(lines::open(path)?);
    let mut reader = LogReader::new(super::log_options(args));
    let mut at = 0u64;
    for row in rows {
        let skipped = row.offset.saturating_sub(at);
        let line = read_line(&mut file, &mut reader, skipped, row.length, path)?;
        at = row.offset + line.len() as u64;
        let why = match reader.read(&line) {
            Ok(Some(request)) if !row.fits(&request) => "its line of the log says something else",
            Ok(Some(request)) if !row.is_signed_again(&request, identities) => {
                "its line of the log is not signed so, or the key of that time is not kept"
            }
            Ok(Some(_)) => continue,
            Ok(None) => "its line of the log is no request",
            Err(_) => "its line of the log cannot be read",
        };
        say(differences, row.number, why, output)?;
    }
    Ok(())
}

/// What a row says about its line, in a few bytes: rows are many, and lines are read later, in another order.
struct Expected {
    number: u64,
    offset: u64,
    length: u32,
    target_length: usize,
    is_target_cut: bool,
    hash: u64,
    /// The origin, and a hash of the proof, if that is a signature.
    signature: Option<Box<(String, u64)>>,
}

impl Expected {
    fn of(number: u64, row: &Row) -> Self {
        Self {
            number,
            offset: row.line.offset,
            length: row.line.length,
            target_length: row.target.len(),
            is_target_cut: row.is_target_cut,
            hash: hash(&(&row.at, &row.method, row.facts.status, &row.target)),
            signature: match &row.identity {
                IdentityRow::Proved {
                    by: CheckRow::Signature { url, sha256, key_id, created, expires, signature, .. },
                } => {
                    let origin = row.origin.clone().unwrap_or_default();
                    let proof = hash(&(url, sha256, key_id, created, expires, signature));
                    Some(Box::new((origin, proof)))
                }
                _ => None,
            },
        }
    }

    fn fits(&self, request: &LoggedRequest<'_>) -> bool {
        let is_whole = self.is_target_cut || request.target.len() == self.target_length;
        let target = request.target.get(..self.target_length).filter(|_| is_whole);
        let at = request.time.to_string();
        target.is_some_and(|target| {
            hash(&(&at, &*request.method, request.status, target)) == self.hash
        })
    }

    /// Whether the line is signed as the row says, by a key that is kept. A row without a signature has nothing to
    /// show.
    fn is_signed_again(&self, request: &LoggedRequest<'_>, identities: &mut Identities) -> bool {
        let Some((origin, expected)) = self.signature.as_deref() else { return true };
        let Some(fields) = request.signed.as_deref() else { return false };
        let signed = SignedRequest {
            fields,
            origin: Some(origin),
            method: &request.method,
            target: (!request.is_target_inexact).then_some(&*request.target),
        };
        let claim = Claim::from_user_agent(request.user_agent.as_deref().unwrap_or_default());
        match identities.identify_signed(claim, None, request.time, Some(&signed)) {
            Identity::Proved(Proof::Signature {
                url,
                sha256,
                key_id,
                created,
                expires,
                signature,
                ..
            }) => {
                let [created, expires] = [created, expires].map(|at| at.to_string());
                hash(&(&*url, &*sha256, &key_id, &created, &expires, &signature)) == *expected
            }
            _ => false,
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Skips to the line. What is skipped is read by `reader` too where it names the fields of the lines after it.
fn read_line(
    file: &mut impl Read,
    reader: &mut LogReader,
    skipped: u64,
    length: u32,
    path: &Path,
) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("{}: {error}", input::name(path)));
    let mut rest = skipped;
    let mut start = Vec::new();
    let mut buffer = vec![0; 64 << 10];
    while rest > 0 {
        let most = usize::try_from(rest).unwrap_or(usize::MAX).min(buffer.len());
        let count = file.read(&mut buffer[..most]).map_err(failed)?;
        if count == 0 {
            break;
        }
        for part in buffer[..count].split_inclusive(|&byte| byte == b'\n') {
            if start.len() < MAX_LINE_BYTES {
                start.extend_from_slice(part);
            }
            if part.ends_with(b"\n") {
                if start.first() == Some(&b'#') {
                    let _ = reader.read(start.trim_ascii_end());
                }
                start.clear();
            }
        }
        rest -= count as u64;
    }
    let mut line = Vec::new();
    file.take(u64::from(length)).read_to_end(&mut line).map_err(failed)?;
    Ok(line)
}
