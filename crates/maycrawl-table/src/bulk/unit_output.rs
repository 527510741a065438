//! The part that the rows of a unit become.

use std::iter::from_fn;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef};
use parquet::data_type::ByteArray;

use super::answers::schema;
use super::decide::{Decided, url_column};
use super::part::{CopyingWriter, PartWriter, Urls, WrittenPart};
use super::url_chunk::UrlChunk;
use crate::error::JobError;
use crate::files::LocalFiles;
use crate::row_group::RowGroup;
use crate::rules::Rules;
use crate::url_input::{Unit, UnitRows};

/// Where the rows of a unit go.
pub(crate) enum UnitOutput<'r> {
    /// Lines, rows that several crawlers repeat, and columns that cannot be copied.
    Encoded(&'r Rules, Box<PartWriter>),
    /// A row group of Parquet, for one crawler.
    Copied(Box<CopiedUnit>),
}

pub(crate) struct CopiedUnit {
    writer: CopyingWriter,
    input: PathBuf,
    group: RowGroup,
    /// Rows that were decided.
    seen: u64,
    /// The rows of these that have no answer, in order. There are no more than rows whose answers fit in memory.
    left_out: Vec<u64>,
}

impl<'r> UnitOutput<'r> {
    /// The part of a unit in `folder`, which keeps at most `max_bytes` in memory.
    pub(crate) fn create(
        folder: &Path,
        unit: &Unit,
        rules: &'r Rules,
        max_bytes: usize,
    ) -> Result<Self, JobError> {
        let row_bytes = CopyingWriter::ROW_BYTES + rules.uses.len() as u64;
        let fits = |group: &RowGroup| {
            group.rows.checked_mul(row_bytes).is_some_and(|bytes| bytes <= max_bytes as u64)
        };
        if let UnitRows::RowGroup(group) = unit.rows
            && rules.crawlers.len() == 1
            && fits(&group)
            && let Some(chunk) = UrlChunk::find(&unit.input, group)
        {
            let schema = schema(&rules.uses, chunk.is_optional());
            let writer = CopyingWriter::create(folder, unit.number, schema, chunk)?;
            let (input, left_out) = (unit.input.clone(), Vec::new());
            return Ok(Self::Copied(Box::new(CopiedUnit {
                writer,
                input,
                group,
                seen: 0,
                left_out,
            })));
        }
        let urls = if rules.crawlers.len() > 1 { Urls::Repeated } else { Urls::Distinct };
        let schema = schema(&rules.uses, false);
        let writer = PartWriter::create(folder, unit.number, schema, urls, max_bytes)?;
        Ok(Self::Encoded(rules, Box::new(writer)))
    }

    /// Writes the decisions about some URLs of the unit, in order.
    pub(crate) fn write(&mut self, urls: &ArrayRef, decided: Decided) -> Result<(), JobError> {
        match self {
            Self::Encoded(rules, writer) => {
                let urls = decided.urls(urls, rules.crawlers.len())?;
                writer.write(urls, decided.answers)
            }
            Self::Copied(unit) => {
                if let Some(answered) = &decided.answered {
                    let mut answered = answered.iter().copied().peekable();
                    let is_left_out = |row: &usize| answered.next_if_eq(row).is_none();
                    let left_out = (0..urls.len()).filter(is_left_out);
                    unit.left_out.extend(left_out.map(|row| unit.seen + row as u64));
                }
                unit.seen += urls.len() as u64;
                unit.writer.write(&decided.answers)
            }
        }
    }

    /// Completes the part.
    pub(crate) fn finish(self) -> Result<WrittenPart, JobError> {
        match self {
            Self::Encoded(_, writer) => writer.finish(),
            Self::Copied(unit) => unit.finish(),
        }
    }
}

impl CopiedUnit {
    fn finish(self) -> Result<WrittenPart, JobError> {
        let Self { writer, input, group, seen, left_out } = self;
        if left_out.is_empty() && seen == group.rows {
            return writer.finish(None);
        }
        // The URLs are decoded once more: to keep them from the first time would take more memory than the job has.
        let unit = Unit { number: 0, input, rows: UnitRows::RowGroup(group) };
        let mut batches = unit.batches(&LocalFiles)?.map(|batch| batch.urls);
        let mut left_out = left_out.into_iter().peekable();
        let (mut current, mut next, mut row): (Option<ArrayRef>, usize, u64) = (None, 0, 0);
        let mut urls = from_fn(|| {
            loop {
                let Some(urls) = current.as_ref().filter(|urls| next < urls.len()) else {
                    (current, next) = (Some(batches.next()?), 0);
                    continue;
                };
                let (urls, at) = (Arc::clone(urls), next);
                next += 1;
                row += 1;
                if row > seen {
                    return None;
                }
                if left_out.next_if_eq(&(row - 1)).is_none() {
                    return Some(url_column(&urls).map(|column| {
                        ByteArray::from(column.get(at).unwrap_or_default().to_vec())
                    }));
                }
            }
        });
        writer.finish(Some(&mut urls))
    }
}
