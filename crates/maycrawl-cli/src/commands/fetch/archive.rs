//! The archive of fetched files, which an interrupted run can continue.
//!
//! A journal next to the files has the result of each finished origin, written after its file. A run that finds a
//! journal continues it: an incomplete last line is dropped, and a web archive is cut back to the last record in the
//! journal.

use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use maycrawl::Origin;
use maycrawl_fetch::{FetchResult, Outcome as FetchOutcome};
use serde::{Deserialize, Serialize};

use super::{JsonOrigin, warc};
use crate::atomic_write;
use crate::inputs::input;
use crate::text::output::{Failure, write_json};

/// The fetched files and their journal.
pub(super) struct Archive {
    target: Target,
    journal: Journal,
}

/// Where the files are written.
enum Target {
    Folder(PathBuf),
    /// A web archive; `end` is its length in bytes.
    Warc {
        file: File,
        path: PathBuf,
        end: u64,
    },
}

/// A line of the journal for writing.
#[derive(Serialize)]
struct NewEntry<'a> {
    #[serde(flatten)]
    result: &'a JsonOrigin,
    /// The length of the web archive with this origin, in bytes; 0 for a folder.
    archive_length: u64,
}

/// The part of a line of the journal that is read back.
#[derive(Deserialize)]
struct OldEntry {
    origin: String,
    archive_length: u64,
}

impl Archive {
    pub(super) fn open(out: &Path) -> Result<Self, Failure> {
        if out.to_string_lossy().ends_with(".warc.gz") {
            return Self::open_warc(out).map_err(|error| atomic_write::failure(out, &error))?;
        }
        fs::create_dir_all(out).map_err(|error| atomic_write::failure(out, &error))?;
        let path = out.join("results.jsonl");
        let journal = Journal::open(path, u64::MAX)?;
        Ok(Self { target: Target::Folder(out.to_owned()), journal })
    }

    fn open_warc(out: &Path) -> io::Result<Result<Self, Failure>> {
        let mut file = atomic_write::open_to_append(out)?;
        let length = file.metadata()?.len();
        let mut path = out.as_os_str().to_owned();
        path.push(".results.jsonl");
        let path = PathBuf::from(path);
        // Without a journal the archive would be cut back to nothing below: it may be another tool's file.
        if length > 0 && !path.exists() {
            return Ok(Err(Failure::new(format!(
                "{} exists, but its journal {} does not; name another file",
                input::name(out),
                input::name(&path)
            ))));
        }
        let journal = match Journal::open(path, length) {
            Ok(journal) => journal,
            Err(failure) => return Ok(Err(failure)),
        };
        let mut end = journal.archive_length;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        if end == 0 {
            let info = warc::info();
            file.write_all(&info)?;
            end = info.len() as u64;
        }
        Ok(Ok(Self { target: Target::Warc { file, path: out.to_owned(), end }, journal }))
    }

    /// The number of origins that an earlier run has finished.
    pub(super) fn done(&self) -> usize {
        self.journal.origins.len()
    }

    /// The name of the journal, for a message.
    pub(super) fn results(&self) -> String {
        input::name(&self.journal.path)
    }

    /// False if the origin is finished or begun already.
    pub(super) fn begin(&mut self, origin: &Origin) -> bool {
        self.journal.origins.insert(origin.to_string())
    }

    /// Adds the file, if there is one, then the result to the journal.
    pub(super) fn add(
        &mut self,
        origin: &Origin,
        fetched: &FetchResult,
        result: &mut JsonOrigin,
    ) -> Result<(), Failure> {
        let mut archive_length = 0;
        match &mut self.target {
            Target::Folder(folder) => {
                if let FetchOutcome::File(body) = &fetched.outcome {
                    let path = folder.join(file_name(origin));
                    let written = atomic_write::overwrite(&path, &body.bytes);
                    written.map_err(|error| atomic_write::failure(&path, &error))?;
                    result.kept = Some(path.to_string_lossy().into_owned());
                }
            }
            Target::Warc { file, path, end } => {
                let records = warc::records(origin, fetched, result);
                file.write_all(&records).map_err(|error| atomic_write::failure(path, &error))?;
                if matches!(fetched.outcome, FetchOutcome::File(_)) {
                    result.kept = Some(format!("{}@{end}", path.to_string_lossy()));
                }
                *end += records.len() as u64;
                archive_length = *end;
            }
        }
        // The entry comes after the file. In the other order, a run that is stopped between the two leaves an entry
        // without a file, and the next run skips that origin.
        self.journal.write(&NewEntry { result, archive_length })
    }

    /// Ends a complete run: syncs everything to the disk.
    pub(super) fn finish(self) -> Result<(), Failure> {
        if let Target::Warc { file, path, .. } = &self.target {
            file.sync_all().map_err(|error| atomic_write::failure(path, &error))?;
        }
        let journal = &self.journal;
        journal.file.sync_all().map_err(|error| atomic_write::failure(&journal.path, &error))
    }
}

/// The journal: which origins are finished.
struct Journal {
    file: File,
    path: PathBuf,
    /// Origins that are finished, or begun by this run.
    origins: HashSet<String>,
    /// The length of the web archive after the last entry, in bytes.
    archive_length: u64,
}

impl Journal {
    fn open(path: PathBuf, archive_length: u64) -> Result<Self, Failure> {
        let resumed = atomic_write::open_to_append(&path).and_then(|mut file| {
            let (origins, archive_length) = resume(&mut file, archive_length)?;
            Ok((file, origins, archive_length))
        });
        match resumed {
            Ok((file, origins, archive_length)) => Ok(Self { file, path, origins, archive_length }),
            Err(error) => Err(atomic_write::failure(&path, &error)),
        }
    }

    fn write(&mut self, entry: &NewEntry<'_>) -> Result<(), Failure> {
        let mut line = Vec::new();
        let written = write_json(&mut line, entry).and_then(|()| self.file.write_all(&line));
        written.map_err(|error| atomic_write::failure(&self.path, &error))
    }
}

/// Reads a journal: the finished origins, and the length of the web archive after the last of them. Cuts off an
/// incomplete last line and entries beyond the end of the archive.
fn resume(journal: &mut File, archive_length: u64) -> io::Result<(HashSet<String>, u64)> {
    let (mut origins, mut end, mut whole) = (HashSet::new(), 0, 0);
    let mut reader = BufReader::new(&mut *journal);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        let Some(entry) = line.strip_suffix(b"\n") else { break };
        let Ok(entry) = serde_json::from_slice::<OldEntry>(entry) else { break };
        if entry.archive_length > archive_length {
            break;
        }
        whole += line.len() as u64;
        end = entry.archive_length;
        origins.insert(entry.origin);
        line.clear();
    }
    journal.set_len(whole)?;
    journal.seek(SeekFrom::Start(whole))?;
    Ok((origins, end))
}

/// `https_www.example.com_443.txt`: the port is always there, so that every origin has its own name.
fn file_name(origin: &Origin) -> String {
    let (scheme, host) = origin.as_str().split_once("://").unwrap_or(("http", origin.as_str()));
    let default = match scheme {
        "https" => "443",
        "ftp" => "21",
        _ => "80",
    };
    let (host, port) = match host.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, port),
        _ => (host, default),
    };
    let host: String = host
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') { c } else { '_' })
        .collect();
    if host.len() <= 200 {
        return format!("{scheme}_{host}_{port}.txt");
    }
    // A file name has at most 255 bytes; a hash, the same in every run, stands for the part that is cut off.
    let mut hasher = DefaultHasher::new();
    origin.as_str().hash(&mut hasher);
    format!("{scheme}_{}_{:016x}_{port}.txt", &host[..200], hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_origin_has_its_own_file_name() {
        for (url, name) in [
            ("https://www.example.com/x", "https_www.example.com_443.txt"),
            ("http://www.example.com:8080/", "http_www.example.com_8080.txt"),
            ("http://[2001:db8::1]/", "http__2001_db8__1__80.txt"),
            ("http://[2001:db8::1]:81/", "http__2001_db8__1__81.txt"),
            ("ftp://example.com/", "ftp_example.com_21.txt"),
        ] {
            assert_eq!(file_name(&Origin::parse(url).unwrap()), name, "{url}");
        }
    }
}
