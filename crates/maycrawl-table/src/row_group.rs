//! Row groups of Parquet files, read in batches. What cannot be decoded is one bad row.

use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};

use crate::error::{JobError, JobErrorKind};
use crate::files::{InputFile, InputFiles};
use crate::input::{BadRow, open_raw};

/// A row group of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowGroup {
    /// Its number, from 0.
    pub(crate) group: usize,
    /// Rows of the file before it.
    pub(crate) before: u64,
    pub(crate) rows: u64,
}

/// The types of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Types {
    /// Those that the writer had in memory, if it was Arrow.
    Writer,
    /// Those of Parquet: text is `Utf8`, whatever form the writer had in memory.
    Parquet,
}

/// The batches of a row group, each with the number of rows of the file before it. An error is the last item: it stands
/// for the batch that cannot be decoded and for the rows after it.
pub(crate) struct RowGroupReader {
    path: PathBuf,
    group: RowGroup,
    done: u64,
    batches: Option<ParquetRecordBatchReader>,
}

type Builder = ParquetRecordBatchReaderBuilder<InputFile>;

/// The row groups of a file, and the names of its columns.
pub(crate) fn row_groups(
    files: &dyn InputFiles,
    path: &Path,
) -> Result<(Vec<RowGroup>, Vec<String>), JobError> {
    let builder = Builder::try_new(open_raw(files, path)?).map_err(|error| {
        let what = format!("not a Parquet file that can be read: {error}");
        JobError::new(JobErrorKind::Read, what).at(path)
    })?;
    let mut before = 0_u64;
    let groups = builder.metadata().row_groups().iter().enumerate().map(|(group, metadata)| {
        let rows = u64::try_from(metadata.num_rows()).unwrap_or(0);
        // The numbers are those that a stranger has written, so they may be too large.
        let next = before.saturating_add(rows);
        RowGroup { group, before: std::mem::replace(&mut before, next), rows }
    });
    let names = builder.schema().fields().iter().map(|field| field.name().clone());
    Ok((groups.collect(), names.collect()))
}

impl RowGroupReader {
    /// Reads those of `columns` that the file has, `batch_rows` rows at a time. If a row group is corrupt, the batch
    /// with the error is lost, and what follows. So their number must be the same for every job.
    pub(crate) fn open(
        files: &dyn InputFiles,
        path: &Path,
        group: RowGroup,
        columns: &[&str],
        batch_rows: usize,
        types: Types,
    ) -> Result<Self, JobError> {
        let types = ArrowReaderOptions::new().with_skip_arrow_metadata(types == Types::Parquet);
        let builder = Builder::try_new_with_options(open_raw(files, path)?, types)
            .map_err(JobError::read(path))?;
        let mask = ProjectionMask::columns(builder.parquet_schema(), columns.iter().copied());
        let batches = builder
            .with_projection(mask)
            .with_row_groups(vec![group.group])
            .with_batch_size(batch_rows)
            .build()
            .map_err(JobError::read(path))?;
        Ok(Self { path: path.to_owned(), group, done: 0, batches: Some(batches) })
    }
}

impl Iterator for RowGroupReader {
    type Item = Result<(u64, RecordBatch), BadRow>;

    fn next(&mut self) -> Option<Self::Item> {
        let RowGroup { group, before, rows } = self.group;
        let first = before.saturating_add(self.done);
        match self.batches.as_mut()?.next()? {
            Ok(batch) => {
                self.done += batch.num_rows() as u64;
                Some(Ok((first, batch)))
            }
            Err(error) => {
                self.batches = None;
                let reason = format!("the rest of row group {group} cannot be read: {error}");
                let rows = rows.saturating_sub(self.done);
                let bad = BadRow::new(self.path.as_path(), first.saturating_add(1), reason, None);
                Some(Err(BadRow { rows, ..bad }))
            }
        }
    }
}
