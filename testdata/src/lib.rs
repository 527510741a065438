//! Data for tests and benchmarks: the cases in `conformance/`, and, if it is installed, the large data next to the
//! project (`../shared`, or the folder that `MAYCRAWL_SHARED` names). Also files that are made to be slow
//! ([`hostile`]), and the cost of calls in instructions ([`callgrind`]).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

pub mod callgrind;
pub mod edits;
pub mod hostile;
pub mod random;
pub mod words;

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::Value;

/// A file of the corpus: the robots.txt of a real site, byte for byte.
#[derive(Clone, Debug)]
pub struct RealFile {
    /// The host of the site.
    pub host: String,
    /// The body.
    pub bytes: Vec<u8>,
}

/// The project's root.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The folder of the large data, if it is installed. Otherwise this prints a line to standard error, because a test
/// that is skipped must not look as if it had passed.
#[must_use]
pub fn shared(what_for: &str) -> Option<PathBuf> {
    let folder =
        std::env::var_os("MAYCRAWL_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    if folder.join("conformance/cases.jsonl").exists() {
        return Some(folder);
    }
    eprintln!(
        "SKIPPED: {what_for}: no data at {}; set MAYCRAWL_SHARED to its folder",
        folder.display()
    );
    None
}

/// The records of a JSON Lines file.
///
/// # Panics
/// If the file cannot be read or a line is not valid JSON.
#[must_use]
pub fn json_lines(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    text.lines()
        .enumerate()
        .map(|(i, line)| {
            serde_json::from_str(line)
                .unwrap_or_else(|e| panic!("{}:{}: {e}", file.display(), i + 1))
        })
        .collect()
}

/// The project's cases of one topic: `conformance/<topic>.jsonl`.
#[must_use]
pub fn conformance_cases(topic: &str) -> Vec<Value> {
    json_lines(&root().join("conformance").join(topic).with_extension("jsonl"))
}

/// The bytes of a field: text under its name (`url`), or base64 under its name with `_b64`.
#[must_use]
pub fn bytes(record: &Value, field: &str) -> Vec<u8> {
    if let Some(text) = record[field].as_str() {
        return text.as_bytes().to_vec();
    }
    decode(
        record[format!("{field}_b64")]
            .as_str()
            .unwrap_or_else(|| panic!("field `{field}` is missing in {record}")),
    )
}

/// Decodes base64.
#[must_use]
pub fn decode(base64: &str) -> Vec<u8> {
    BASE64_STANDARD.decode(base64).unwrap_or_else(|e| panic!("{base64}: {e}"))
}

/// Base64.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// The strings of an array field; `None` if the field is missing.
#[must_use]
pub fn strings<'a>(record: &'a Value, field: &str) -> Option<Vec<&'a str>> {
    Some(record[field].as_array()?.iter().map(|s| s.as_str().unwrap()).collect())
}

/// The 1,911 files of the corpus, in the order of the archive; `None` if the data is not installed.
///
/// # Panics
/// If the archive cannot be read.
#[must_use]
pub fn corpus(what_for: &str) -> Option<Vec<RealFile>> {
    let archive = shared(what_for)?.join("corpus/real-sites.tar.xz");
    let packed = BufReader::new(File::open(archive).unwrap());
    Some(archived(lzma_rust2::XzReader::new(packed, true)))
}

/// The files of a tar archive. Their hosts are the names of the files.
///
/// # Panics
/// If the archive cannot be read.
#[must_use]
pub fn archived(archive: impl Read) -> Vec<RealFile> {
    let mut archive = tar::Archive::new(archive);
    let mut files = Vec::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let host = entry.path().unwrap().file_stem().unwrap().to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        files.push(RealFile { host, bytes });
    }
    files
}
