//! Files of the output. Each appears complete or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::error::{JobError, JobErrorKind};
use crate::input::BadRow;

/// The folder of bad rows, in the folder of the output. Readers of tables skip names that begin with `_`.
const BAD_ROWS: &str = "_bad_rows";

/// Makes the folder of the output, and in it the folder of bad rows.
pub(crate) fn create_folders(output: &Path) -> Result<(), JobError> {
    let bad_rows = output.join(BAD_ROWS);
    fs::create_dir_all(&bad_rows).map_err(JobError::write(&bad_rows))
}

/// Bad rows, one JSON object a line, that get their name at the end.
pub(crate) struct BadRowWriter {
    path: PathBuf,
    temporary: PathBuf,
    file: Option<BufWriter<File>>,
}

impl BadRowWriter {
    /// The file of this name in the folder of bad rows. Without bad rows there is no file.
    pub(crate) fn new(folder: &Path, name: &str) -> Self {
        let path = folder.join(BAD_ROWS).join(name);
        let temporary = path.with_extension("tmp");
        Self { path, temporary, file: None }
    }

    pub(crate) fn write(&mut self, bad: &BadRow) -> Result<(), JobError> {
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let file = File::create(&self.temporary).map_err(JobError::write(&self.path))?;
                self.file.insert(BufWriter::new(file))
            }
        };
        file.write_all(&json_line(bad)?).map_err(JobError::write(&self.path))
    }

    pub(crate) fn finish(self) -> Result<(), JobError> {
        let Some(file) = self.file else {
            let _ = fs::remove_file(&self.path); // of an earlier try, if there is one
            return Ok(());
        };
        let written = file.into_inner().map_err(io::IntoInnerError::into_error);
        written
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&self.temporary, &self.path))
            .map_err(JobError::write(&self.path))
    }
}

/// Writes a small file completely or not at all.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), JobError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path))
        .map_err(JobError::write(path))
}

/// A value as a line of JSON.
pub(crate) fn json_line(value: &impl Serialize) -> Result<Vec<u8>, JobError> {
    let mut line =
        serde_json::to_vec(value).map_err(|error| JobError::of(JobErrorKind::Write, error))?;
    line.push(b'\n');
    Ok(line)
}
