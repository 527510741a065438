//! The record of a job in its output folder: what the job is, and which parts are finished.
//!
//! The first line describes the job. Each other line is a finished part. A part is written under another name, synced,
//! renamed, and only then entered here. So after an interruption every part that is entered is complete, and what is
//! not entered is done again.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use crate::error::{JobError, JobErrorKind};
use crate::output::{json_line, write_file};

/// The name of the file. Readers of tables skip files that begin with `_`.
const NAME: &str = "_manifest.jsonl";

/// What a job does. Only a job with the same description continues it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JobDescription {
    pub(crate) version: u32,
    pub(crate) agents: Vec<String>,
    /// Left out if empty, as in jobs that were begun before there were uses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) uses: Vec<String>,
    pub(crate) profile: String,
    pub(crate) policy: String,
    pub(crate) unit_rows: usize,
    pub(crate) unit_bytes: usize,
    pub(crate) robots: Vec<InputDescription>,
    pub(crate) urls: Vec<InputDescription>,
}

/// A file of the input. For a pipe only the path is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputDescription {
    path: PathBuf,
    bytes: Option<u64>,
    modified_ms: Option<u64>,
}

/// A finished part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FinishedPart {
    pub(crate) part: u64,
    pub(crate) rows: u64,
    pub(crate) decisions: u64,
    pub(crate) allowed: u64,
    pub(crate) unknown: u64,
    pub(crate) bad: u64,
}

/// The manifest of a job that runs.
pub(crate) struct Manifest {
    path: PathBuf,
    file: File,
    finished: Vec<FinishedPart>,
}

impl InputDescription {
    pub(crate) fn of(path: &Path) -> Result<Self, JobError> {
        let metadata = fs::metadata(path).map_err(JobError::read(path))?;
        let modified =
            metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let is_file = metadata.is_file();
        Ok(Self {
            path: path.to_owned(),
            bytes: is_file.then_some(metadata.len()),
            modified_ms: modified
                .filter(|_| is_file)
                .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        })
    }
}

impl Manifest {
    /// Opens the manifest of `job` in `folder`, or begins one.
    ///
    /// # Errors
    /// The folder holds something else, or the job of other inputs or options.
    pub(crate) fn open(folder: &Path, job: &JobDescription) -> Result<Self, JobError> {
        let path = folder.join(NAME);
        let refuse = |what: &str| Err(JobError::new(JobErrorKind::Output, what).at(folder));
        if !path.exists() {
            let mut entries = fs::read_dir(folder).map_err(JobError::write(folder))?;
            if entries.next().is_some() {
                return refuse("the folder is not empty and has no job; name a new folder");
            }
            write_file(&path, &json_line(job)?)?;
        }
        let mut lines = BufReader::new(File::open(&path).map_err(JobError::write(&path))?).lines();
        let first = lines.next().transpose().map_err(JobError::write(&path))?.unwrap_or_default();
        if serde_json::from_str::<JobDescription>(&first).ok().as_ref() != Some(job) {
            return refuse(
                "the folder has a job with other inputs or options; name a new folder, or remove this one",
            );
        }
        // A line may be cut short by an interruption. Then its part is done again, and the next line begins anew.
        let finished =
            lines.map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok());
        let finished: Vec<FinishedPart> = finished.collect();
        let file = OpenOptions::new().append(true).open(&path);
        let mut file = file.map_err(JobError::write(&path))?;
        if file.try_lock().is_err() {
            return refuse("another process works on the job of this folder; wait until it ends");
        }
        file.write_all(b"\n").map_err(JobError::write(&path))?;
        Ok(Self { path, file, finished })
    }

    /// The parts that are finished.
    pub(crate) fn finished(&self) -> &[FinishedPart] {
        &self.finished
    }

    /// Enters a finished part.
    pub(crate) fn enter(&mut self, part: FinishedPart) -> Result<(), JobError> {
        self.file
            .write_all(&json_line(&part)?)
            .and_then(|()| self.file.sync_data())
            .map_err(JobError::write(&self.path))?;
        self.finished.push(part);
        Ok(())
    }
}
