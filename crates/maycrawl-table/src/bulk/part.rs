//! One part of the output: a Parquet file. It appears complete or not at all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, Encoding};
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;

use crate::error::JobError;

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
        schema: SchemaRef,
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
        let file = File::create(&temporary).map_err(JobError::write(&temporary))?;
        let writer = ArrowWriter::try_new_with_options(file, schema, options)
            .map_err(JobError::write(&temporary))?;
        Ok(Self { temporary, path, writer, max_bytes })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), JobError> {
        self.writer.write(batch).map_err(JobError::write(&self.temporary))?;
        if self.writer.memory_size() > self.max_bytes {
            self.writer.flush().map_err(JobError::write(&self.temporary))?;
        }
        Ok(())
    }

    /// Completes the file and gives it its name.
    pub(crate) fn finish(self) -> Result<(), JobError> {
        let file = self.writer.into_inner().map_err(JobError::write(&self.temporary))?;
        file.sync_all()
            .and_then(|()| fs::rename(&self.temporary, &self.path))
            .map_err(JobError::write(&self.path))
    }
}
