//! Web archives as tables: a row for each response of a robots.txt.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use arrow_array::{
    BinaryViewArray, BooleanArray, Int32Array, Int64Array, RecordBatch, StringArray,
    TimestampMillisecondArray,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use async_trait::async_trait;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::execution::memory_pool::MemoryConsumer;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use maycrawl_policy::Policy;

use crate::answer::RowAnswer;
use crate::archive::{ArchiveReader, RobotsContent, RobotsRecord};
use crate::column::shared;
use crate::files::LocalFiles;
use crate::input::BadRow;
use crate::warc::{MAX_BLOCK_BYTES, MAX_HEADER_BYTES};

/// Maximum number of rows of a batch.
const BATCH_ROWS: usize = 1024;
/// Batches of a reader that wait to be used. One more is being built.
const WAITING_BATCHES: usize = 2;

/// The columns of an archive.
static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    let date = DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into()));
    Arc::new(Schema::new(vec![
        Field::new("url", DataType::Utf8, false),
        Field::new("origin", DataType::Utf8, true),
        Field::new("date", date, false),
        Field::new("status", DataType::Int32, true),
        Field::new("robots", DataType::BinaryView, true),
        Field::new("allowed", DataType::Boolean, true),
        Field::new("reason", DataType::Utf8, true),
        Field::new("location", DataType::Utf8, true),
        Field::new("archive", DataType::Utf8, false),
        Field::new("record", DataType::Int64, false),
    ]))
});

/// How archives are read, and what is wrong with them.
#[derive(Clone, Debug)]
pub(super) struct WarcReading {
    /// What status codes mean.
    pub(super) policy: Policy,
    /// Bytes of robots.txt files in a batch, after which it ends.
    pub(super) batch_bytes: usize,
    pub(super) bad: Arc<BadRecordLog>,
}

/// The bad records of each archive. A query may read an archive twice; its records count once.
#[derive(Debug, Default)]
pub(super) struct BadRecordLog(Mutex<BTreeMap<PathBuf, BadRecords>>);

/// The records of one archive that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadRecords {
    /// The number of them.
    pub records: u64,
    /// The first of them, and what is wrong with it.
    pub first: BadRow,
}

impl BadRecordLog {
    /// Notes the number of bad records that a reader has found, and the last of them.
    fn add(&self, archive: &Path, records: u64, bad: BadRow) {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match log.get_mut(archive) {
            Some(known) => known.records = known.records.max(records),
            None => {
                log.insert(archive.to_owned(), BadRecords { records, first: bad });
            }
        }
    }

    pub(super) fn all(&self) -> Vec<BadRecords> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
}

/// Archives as one table.
#[derive(Debug)]
pub(super) struct WarcTable {
    archives: Vec<PathBuf>,
    reading: WarcReading,
}

impl WarcTable {
    pub(super) fn new(archives: Vec<PathBuf>, reading: WarcReading) -> Self {
        Self { archives, reading }
    }
}

#[async_trait]
impl TableProvider for WarcTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&SCHEMA)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    /// The archives are divided among as many readers as the session has threads.
    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        _filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let readers = state.config().target_partitions().clamp(1, self.archives.len().max(1));
        let reader = |first: usize| -> Arc<dyn PartitionStream> {
            let archives = self.archives.iter().skip(first).step_by(readers).cloned().collect();
            Arc::new(ArchiveStream { archives, reading: self.reading.clone() })
        };
        let readers = (0..readers).map(reader).collect();
        let plan =
            StreamingTableExec::try_new(self.schema(), readers, projection, [], false, limit)?;
        Ok(Arc::new(plan))
    }
}

/// Reads some archives, one after the other.
#[derive(Debug)]
struct ArchiveStream {
    archives: Vec<PathBuf>,
    reading: WarcReading,
}

impl PartitionStream for ArchiveStream {
    fn schema(&self) -> &SchemaRef {
        &SCHEMA
    }

    /// Reads in a thread of its own, which ends when the stream is dropped.
    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut stream =
            RecordBatchReceiverStreamBuilder::new(Arc::clone(&SCHEMA), WAITING_BATCHES);
        let sender = stream.tx();
        let (archives, reading) = (self.archives.clone(), self.reading.clone());
        stream.spawn_blocking(move || {
            let memory = MemoryConsumer::new("reader of web archives");
            let memory = memory.register(context.memory_pool());
            memory.try_grow(reading.memory())?;
            for archive in archives {
                for batch in ArchiveBatches::open(&archive, reading.clone())? {
                    if sender.blocking_send(Ok(batch?)).is_err() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        });
        stream.build()
    }
}

impl WarcReading {
    /// Bytes that one reader needs at most: the batches, the rows of the last one, a record, and its decoded file.
    fn memory(&self) -> usize {
        (WAITING_BATCHES + 2) * self.batch_bytes + 2 * MAX_BLOCK_BYTES + 2 * MAX_HEADER_BYTES
    }
}

/// The batches of one archive.
pub(super) struct ArchiveBatches {
    path: PathBuf,
    records: ArchiveReader,
    reading: WarcReading,
    bad: u64,
}

impl ArchiveBatches {
    pub(super) fn open(path: &Path, reading: WarcReading) -> Result<Self> {
        let records = ArchiveReader::open(&LocalFiles, path, reading.policy)
            .map_err(|error| exec_datafusion_err!("{error}"))?;
        Ok(Self { path: path.to_owned(), records, reading, bad: 0 })
    }
}

impl Iterator for ArchiveBatches {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut rows, mut bytes) = (Vec::new(), 0);
        while rows.len() < BATCH_ROWS && bytes < self.reading.batch_bytes {
            match self.records.next() {
                None => break,
                Some(Ok(None)) => {}
                Some(Ok(Some((robots, record)))) => {
                    let row = Row { robots, status: status(&record.block), number: record.number };
                    bytes += row.bytes() + self.path.as_os_str().len();
                    rows.push(row);
                }
                Some(Err(bad)) => {
                    self.bad += 1;
                    self.reading.bad.add(&self.path, self.bad, bad);
                }
            }
        }
        (!rows.is_empty()).then(|| batch(&rows, &self.path))
    }
}

/// The status code in the first line of an HTTP response.
fn status(response: &[u8]) -> Option<i32> {
    let line = response.split(|&byte| byte == b'\n').next()?;
    let code = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).nth(1)?;
    std::str::from_utf8(code.trim_ascii()).ok()?.parse().ok()
}

/// A row of the table.
struct Row {
    robots: RobotsRecord,
    status: Option<i32>,
    /// The number of the record in the archive, from 1.
    number: u64,
}

impl Row {
    /// Bytes of text and of the file, without the name of the archive.
    fn bytes(&self) -> usize {
        let (file, _, location) = self.content();
        2 * self.robots.url.len() + file.map_or(0, <[u8]>::len) + location.map_or(0, str::len)
    }

    /// The file, the answer for each URL of the site, or the target of a redirect.
    fn content(&self) -> (Option<&[u8]>, Option<RowAnswer>, Option<&str>) {
        match &self.robots.content {
            RobotsContent::File(file) => (Some(file), None, None),
            RobotsContent::Fixed(reason) => (None, Some(RowAnswer::fixed(*reason)), None),
            RobotsContent::Redirect(to) => (None, None, Some(to)),
        }
    }
}

/// The columns of these rows.
fn batch(rows: &[Row], archive: &Path) -> Result<RecordBatch> {
    let archive = archive.display().to_string();
    let of = || rows.iter();
    let origins = of().map(|row| row.robots.origin().map(|origin| origin.as_str().to_owned()));
    let dates = of().map(|row| row.robots.date);
    let numbers = of().map(|row| i64::try_from(row.number).unwrap_or(i64::MAX));
    let allowed = of().map(|row| row.content().1.map(|answer| answer.is_allowed()));
    let reasons = of().map(|row| row.content().1.map(|answer| answer.reason));
    let columns = vec![
        shared(StringArray::from_iter_values(of().map(|row| &row.robots.url))),
        shared(origins.collect::<StringArray>()),
        shared(TimestampMillisecondArray::from_iter_values(dates).with_timezone("UTC")),
        shared(of().map(|row| row.status).collect::<Int32Array>()),
        shared(of().map(|row| row.content().0).collect::<BinaryViewArray>()),
        shared(allowed.collect::<BooleanArray>()),
        shared(reasons.collect::<StringArray>()),
        shared(of().map(|row| row.content().2).collect::<StringArray>()),
        shared(StringArray::from_iter_values(of().map(|_| &archive))),
        shared(Int64Array::from_iter_values(numbers)),
    ];
    Ok(RecordBatch::try_new(Arc::clone(&SCHEMA), columns)?)
}
