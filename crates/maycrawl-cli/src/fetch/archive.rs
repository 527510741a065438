//! Keeping what was fetched, so that an interrupted run goes on where it stopped.
//!
//! A journal beside the files has the result of each origin that is done, written when its file is. A run
//! that finds the journal takes it up: a last line that was cut short is dropped, and a web archive is cut
//! back to the last record that the journal knows.

use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use maycrawl::Origin;
use maycrawl_fetch::{FetchResult, Outcome as Fetch};
use serde::{Deserialize, Serialize};

use super::{Line, shown, warc};
use crate::atomic_write;
use crate::output::{Failure, write_json};

/// Where files go.
pub(super) struct Keeper {
    place: Place,
    journal: Journal,
}

enum Place {
    Folder(PathBuf),
    Archive { file: File, path: PathBuf, end: u64 },
}

/// A line of the journal, as it is written.
#[derive(Serialize)]
struct Done<'a> {
    #[serde(flatten)]
    line: &'a Line,
    /// The length of the archive once the origin is in it.
    archive_length: u64,
}

/// What counts of it when it is read.
#[derive(Deserialize)]
struct Known {
    origin: String,
    archive_length: u64,
}

impl Keeper {
    pub(super) fn open(out: &Path) -> Result<Self, Failure> {
        if out.to_string_lossy().ends_with(".warc.gz") {
            return Self::archive(out).map_err(|error| unwritable(out, &error))?;
        }
        fs::create_dir_all(out).map_err(|error| unwritable(out, &error))?;
        let path = out.join("results.jsonl");
        let journal = Journal::open(path, u64::MAX)?;
        Ok(Self { place: Place::Folder(out.to_owned()), journal })
    }

    fn archive(out: &Path) -> io::Result<Result<Self, Failure>> {
        let mut file = atomic_write::open_to_append(out)?;
        let length = file.metadata()?.len();
        let mut path = out.as_os_str().to_owned();
        path.push(".results.jsonl");
        let path = PathBuf::from(path);
        if length > 0 && !path.exists() {
            return Ok(Err(Failure::new(format!(
                "{} is there already, without {}, which says what is in it; name another file",
                shown(out),
                shown(&path)
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
        Ok(Ok(Self { place: Place::Archive { file, path: out.to_owned(), end }, journal }))
    }

    /// How many origins an earlier run has done.
    pub(super) fn done(&self) -> usize {
        self.journal.origins.len()
    }

    /// Where their results are.
    pub(super) fn results(&self) -> String {
        shown(&self.journal.path)
    }

    /// False if the origin is done, or has been begun before.
    pub(super) fn begin(&mut self, origin: &Origin) -> bool {
        self.journal.origins.insert(origin.to_string())
    }

    /// Keeps the file, if there is one, and writes down that the origin is done.
    pub(super) fn keep(
        &mut self,
        origin: &Origin,
        fetched: &FetchResult,
        line: &mut Line,
    ) -> Result<(), Failure> {
        let mut archive_length = 0;
        match &mut self.place {
            Place::Folder(folder) => {
                if let Fetch::File(body) = &fetched.outcome {
                    let path = folder.join(file_name(origin));
                    let written = atomic_write::overwrite(&path, &body.bytes);
                    written.map_err(|error| unwritable(&path, &error))?;
                    line.kept = Some(path.to_string_lossy().into_owned());
                }
            }
            Place::Archive { file, path, end } => {
                let records = warc::records(origin, fetched, line);
                file.write_all(&records).map_err(|error| unwritable(path, &error))?;
                if matches!(fetched.outcome, Fetch::File(_)) {
                    line.kept = Some(format!("{}@{end}", path.to_string_lossy()));
                }
                *end += records.len() as u64;
                archive_length = *end;
            }
        }
        self.journal.write(&Done { line, archive_length })
    }

    /// The run is complete: everything is on the disk.
    pub(super) fn finish(self) -> Result<(), Failure> {
        if let Place::Archive { file, path, .. } = &self.place {
            file.sync_all().map_err(|error| unwritable(path, &error))?;
        }
        let journal = &self.journal;
        journal.file.sync_all().map_err(|error| unwritable(&journal.path, &error))
    }
}

/// What is done.
struct Journal {
    file: File,
    path: PathBuf,
    /// Done, or begun by this run.
    origins: HashSet<String>,
    /// How long the archive was when the last line was written.
    archive_length: u64,
}

impl Journal {
    fn open(path: PathBuf, archive_length: u64) -> Result<Self, Failure> {
        let taken_up = atomic_write::open_to_append(&path).and_then(|mut file| {
            let (origins, archive_length) = take_up(&mut file, archive_length)?;
            Ok((file, origins, archive_length))
        });
        match taken_up {
            Ok((file, origins, archive_length)) => Ok(Self { file, path, origins, archive_length }),
            Err(error) => Err(unwritable(&path, &error)),
        }
    }

    fn write(&mut self, done: &Done<'_>) -> Result<(), Failure> {
        let mut entry = Vec::new();
        let written = write_json(&mut entry, done).and_then(|()| self.file.write_all(&entry));
        written.map_err(|error| unwritable(&self.path, &error))
    }
}

/// The origins that are done, and how long the archive was then. A torn last line is cut off, and so is
/// what the archive is too short for.
fn take_up(journal: &mut File, archive_length: u64) -> io::Result<(HashSet<String>, u64)> {
    let (mut origins, mut end, mut whole) = (HashSet::new(), 0, 0);
    let mut reader = BufReader::new(&mut *journal);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        let Some(entry) = line.strip_suffix(b"\n") else { break };
        let Ok(entry) = serde_json::from_slice::<Known>(entry) else { break };
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

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", shown(path)))
}

/// `https_www.example.com_443.txt`: the port is always there, so that no two origins share a name.
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
    // A file name has 255 bytes; what is cut off is told apart by its hash, the same in every run.
    let mut hasher = DefaultHasher::new();
    origin.as_str().hash(&mut hasher);
    format!("{scheme}_{}_{:016x}_{port}.txt", &host[..200], hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_origin_has_a_file_name_of_its_own() {
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
