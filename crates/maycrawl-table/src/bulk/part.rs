//! One part of the output: a Parquet file, and a file of bad rows. Both appear complete or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, Encoding};
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;

use super::answers::schema;
use crate::input::{BadRow, JobError};

/// The folder of bad rows, in the folder of the output. Readers of tables skip names that begin with `_`.
pub(crate) const BAD_ROWS: &str = "_bad_rows";
/// Maximum number of rows of a row group.
const ROW_GROUP_ROWS: usize = 1 << 20;

/// A part that is being written.
pub(crate) struct PartWriter {
    temporary: PathBuf,
    path: PathBuf,
    writer: ArrowWriter<File>,
    /// Bytes of a row group that are kept in memory.
    max_bytes: usize,
}

impl PartWriter {
    /// A part of this number in `folder`. URLs that are repeated for several crawlers are stored once.
    pub(crate) fn create(
        folder: &Path,
        number: u64,
        is_repeated: bool,
        max_bytes: usize,
    ) -> Result<Self, JobError> {
        let path = folder.join(format!("part-{number:08}.parquet"));
        let temporary = folder.join(format!("_part-{number:08}.tmp"));
        let url = ColumnPath::from("url");
        let encoding = if is_repeated { Encoding::DELTA_BYTE_ARRAY } else { Encoding::PLAIN };
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
            // URLs are distinct, so a dictionary of them would only cost time.
            .set_column_dictionary_enabled(url.clone(), false)
            .set_column_encoding(url, encoding)
            .build();
        // The types of Parquet alone, so that other readers see text and not Arrow's dictionaries.
        let options =
            ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
        let file = File::create(&temporary).map_err(|error| JobError::new(&temporary, error))?;
        let writer = ArrowWriter::try_new_with_options(file, schema(), options)
            .map_err(|error| JobError::new(&temporary, error))?;
        Ok(Self { temporary, path, writer, max_bytes })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), JobError> {
        let cannot = |error| JobError::new(&self.temporary, error);
        self.writer.write(batch).map_err(cannot)?;
        if self.writer.memory_size() > self.max_bytes {
            self.writer.flush().map_err(cannot)?;
        }
        Ok(())
    }

    /// Completes the file and gives it its name.
    pub(crate) fn finish(self) -> Result<(), JobError> {
        let file =
            self.writer.into_inner().map_err(|error| JobError::new(&self.temporary, error))?;
        file.sync_all()
            .and_then(|()| fs::rename(&self.temporary, &self.path))
            .map_err(|error| JobError::new(&self.path, error))
    }
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
        let cannot = |error: io::Error| JobError::new(&self.path, error);
        if self.file.is_none() {
            self.file = Some(BufWriter::new(File::create(&self.temporary).map_err(cannot)?));
        }
        let mut line = serde_json::to_vec(bad).map_err(|error| JobError::new(&self.path, error))?;
        line.push(b'\n');
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(&line)).map_err(cannot)
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
            .map_err(|error| JobError::new(&self.path, error))
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
        .map_err(|error| JobError::new(path, error))
}
