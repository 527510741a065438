//! Evidence of `maycrawl audit` as Parquet.

use std::io::Write;
use std::sync::Arc;

use arrow_array::builder::{
    Int32Builder, Int64Builder, StringBuilder, TimestampMillisecondBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};
use maycrawl_audit::evidence::{CheckRow, IdentityRow, Row};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use crate::error::{JobError, JobErrorKind};

/// Rows of a row group. A row has about a kilobyte, so one takes some megabytes of memory.
const GROUP_ROWS: usize = 8192;

/// Writes evidence as a Parquet file, with columns for queries and one, `evidence`, with the whole row as JSON, which
/// `maycrawl audit --replay` decides again.
///
/// The columns: `file`, `offset` and `length` of the line; `at`; `origin`; `client`; `crawler`; `identity` (`proved`,
/// `forged`, `not-known`) and `identity_source`; `method`; `target`; `status`; `class`; `reason`; `copy` and
/// `rule_line`, the SHA-256 of the copy that the crawler had and the line of it that decides, where that is one copy;
/// `evidence`.
///
/// ```
/// use maycrawl_table::logs::EvidenceWriter;
///
/// let mut file = Vec::new();
/// EvidenceWriter::new(&mut file).unwrap().finish().unwrap();
/// assert!(file.starts_with(b"PAR1"));
/// ```
pub struct EvidenceWriter<W: Write + Send> {
    schema: SchemaRef,
    writer: ArrowWriter<W>,
    columns: Columns,
}

/// The columns of rows, which grow.
#[derive(Default)]
pub(super) struct Columns {
    texts: [StringBuilder; TEXTS.len()],
    offset: Int64Builder,
    length: Int64Builder,
    at: TimestampMillisecondBuilder,
    status: Int32Builder,
    rule_line: Int64Builder,
    pub(super) rows: usize,
}

/// The columns of text, in the order in which a row gives them.
const TEXTS: [&str; 12] = [
    "file",
    "origin",
    "client",
    "crawler",
    "identity",
    "identity_source",
    "method",
    "target",
    "class",
    "reason",
    "copy",
    "evidence",
];

/// The fields of a row.
pub(super) fn fields() -> Fields {
    let time = DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into()));
    let others = [
        Field::new("offset", DataType::Int64, false),
        Field::new("length", DataType::Int64, false),
        Field::new("at", time, true),
        Field::new("status", DataType::Int32, true),
        Field::new("rule_line", DataType::Int64, true),
    ];
    let texts = TEXTS.iter().map(|name| Field::new(*name, DataType::Utf8, true));
    others.into_iter().chain(texts).collect()
}

impl<W: Write + Send> EvidenceWriter<W> {
    /// A writer into `file`.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn new(file: W) -> Result<Self, JobError> {
        let schema = Arc::new(Schema::new(fields()));
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = ArrowWriter::try_new(file, Arc::clone(&schema), Some(properties));
        Ok(Self { schema, writer: writer.map_err(failed)?, columns: Columns::default() })
    }

    /// Writes a row, at the latest with [`finish`](Self::finish).
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, row: &Row) -> Result<(), JobError> {
        self.columns.add(row).map_err(failed)?;
        if self.columns.rows < GROUP_ROWS { Ok(()) } else { self.write_group() }
    }

    fn write_group(&mut self) -> Result<(), JobError> {
        let columns = std::mem::take(&mut self.columns).finish();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(failed)?;
        self.writer.write(&batch).and_then(|()| self.writer.flush()).map_err(failed)
    }

    /// Writes what is left, and the end of the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> Result<W, JobError> {
        if self.columns.rows > 0 {
            self.write_group()?;
        }
        self.writer.into_inner().map_err(failed)
    }
}

fn failed<E: Into<Box<dyn std::error::Error + Send + Sync>>>(error: E) -> JobError {
    JobError::of(JobErrorKind::Write, error)
}

impl Columns {
    pub(super) fn add(&mut self, row: &Row) -> Result<(), serde_json::Error> {
        let (identity, source) = identity(&row.identity);
        // Several copies with one answer show no single line.
        let copy = match &*row.copies {
            [only] => Some(only),
            _ => None,
        };
        let evidence = serde_json::to_string(row)?;
        let texts: [Option<&str>; TEXTS.len()] = [
            Some(&row.line.file),
            row.origin.as_deref(),
            row.client.as_deref(),
            Some(&row.crawler),
            Some(identity),
            source,
            Some(&row.method),
            Some(&row.target),
            Some(row.class.name()),
            row.reason.map(maycrawl_audit::judge::Reason::name),
            copy.map(|copy| &*copy.version),
            Some(&evidence),
        ];
        for (column, text) in self.texts.iter_mut().zip(texts) {
            column.append_option(text);
        }
        self.offset.append_value(i64::try_from(row.line.offset).unwrap_or(i64::MAX));
        self.length.append_value(i64::from(row.line.length));
        let at = row.at.parse::<jiff::Timestamp>().ok();
        self.at.append_option(at.map(jiff::Timestamp::as_millisecond));
        self.status.append_option(row.facts.status.map(i32::from));
        self.rule_line.append_option(copy.and_then(|copy| copy.line).map(i64::from));
        self.rows += 1;
        Ok(())
    }

    pub(super) fn finish(mut self) -> Vec<ArrayRef> {
        let others: [ArrayRef; 5] = [
            Arc::new(self.offset.finish()),
            Arc::new(self.length.finish()),
            Arc::new(self.at.finish().with_timezone("UTC")),
            Arc::new(self.status.finish()),
            Arc::new(self.rule_line.finish()),
        ];
        let texts = self.texts.into_iter().map(|mut column| Arc::new(column.finish()) as ArrayRef);
        others.into_iter().chain(texts).collect()
    }
}

/// The outcome, and the list or the name of a host that shows it.
fn identity(identity: &IdentityRow) -> (&'static str, Option<&str>) {
    fn source(check: &CheckRow) -> Option<&str> {
        match check {
            CheckRow::List { url, .. } | CheckRow::Signature { url, .. } => Some(url),
            CheckRow::Dns { name, .. } => name.as_deref(),
            _ => None,
        }
    }
    match identity {
        IdentityRow::Proved { by } => ("proved", source(by)),
        IdentityRow::Forged { checks } => ("forged", checks.first().and_then(source)),
        IdentityRow::NotKnown { reason } => ("not-known", Some(reason)),
        _ => ("not-known", None),
    }
}
