//! Files as batches of rows.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use arrow_array::builder::{ArrayBuilder as _, BinaryBuilder, Int64Builder, StringBuilder};
use arrow_array::{Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use maycrawl::AskedUrl;
use maycrawl_policy::Policy;

use super::ROBOTS_PATH;
use crate::KernelError;
use crate::archive::RobotsRecord;
use crate::column::{Column, finish};
use crate::decide::read;
use crate::error::{JobError, JobErrorKind};
use crate::files::InputFiles;
use crate::input::{BadRow, FileFormat};
use crate::robots_input::{self, RobotsCounts, RobotsItem};
use crate::row_group::RowGroup;
use crate::site_robots::RecordRow;
use crate::url_input::{BATCH_ROWS, Unit, UnitRows, UnitSource, UrlBatch, row_groups};

/// Bytes of a batch, without its last row.
const BATCH_BYTES: usize = 4 << 20;
/// The kind of a row that cannot be used.
const BAD: &str = "bad";
/// The kinds of the rows that count records: about other pages, cut short, without an announced end.
const COUNTS: [&str; 3] = ["skipped", "cut", "end-unknown"];

/// A part of a file of URLs that one task reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UrlUnit {
    /// The row group of a Parquet file. `None`: the whole file.
    pub group: Option<usize>,
    /// Rows of the file before it.
    pub before: u64,
    /// Its rows; 0 if they are not counted yet.
    pub rows: u64,
}

impl UrlUnit {
    /// A unit with these numbers, as [`url_units`] has given them.
    #[must_use]
    pub const fn new(group: Option<usize>, before: u64, rows: u64) -> Self {
        Self { group, before, rows }
    }

    /// The row group; the first one for a whole file.
    pub(super) fn row_group(self) -> RowGroup {
        RowGroup { group: self.group.unwrap_or(0), before: self.before, rows: self.rows }
    }
}

/// The columns that [`read_robots`] gives: `key` (the URL of the robots.txt in normal form), `kind` (`file`, `no-file`,
/// `redirect` or `unreachable`), `detail` (the target or the reason), `body`, `priority` and `rows`.
///
/// A row that cannot be used has the kind `bad`: its `key` is the JSON object of the side file, and `rows` counts what
/// is lost with it. Rows whose key is their kind count records of the file: `skipped` are not about a robots.txt, `cut`
/// were cut short, and `end-unknown` are files whose end nothing announced.
#[must_use]
pub fn robots_fields() -> SchemaRef {
    let text = |name, nullable| Field::new(name, DataType::Utf8, nullable);
    let bytes = |name, nullable| Field::new(name, DataType::Binary, nullable);
    let rows = Field::new("rows", DataType::Int64, false);
    let (key, kind) = (text("key", false), text("kind", false));
    let fields =
        vec![key, kind, text("detail", true), bytes("body", true), bytes("priority", false), rows];
    Arc::new(Schema::new(fields))
}

/// The columns that [`read_urls`] gives: `row` (its number in the file), `url`, `site` (the URL of the robots.txt that
/// decides), and for a row that cannot be asked about `bad`, the JSON object of the side file, and `rows`, what is lost
/// with it. `url` and `site` are null if and only if `bad` is not.
#[must_use]
pub fn url_fields() -> SchemaRef {
    let text = |name| Field::new(name, DataType::Utf8, true);
    let number = |name| Field::new(name, DataType::Int64, false);
    let fields = vec![number("row"), text("url"), text("site"), text("bad"), number("rows")];
    Arc::new(Schema::new(fields))
}

/// Batches that a thread reads while the caller works on others. At most two are in memory.
pub struct BatchStream {
    batches: Receiver<RecordBatch>,
    /// `None` after the end.
    thread: Option<JoinHandle<Result<(), JobError>>>,
}

impl BatchStream {
    fn begin(
        path: &Path,
        read: impl FnOnce(&SyncSender<RecordBatch>) -> Result<(), JobError> + Send + 'static,
    ) -> Result<Self, JobError> {
        let (sender, batches) = sync_channel(1);
        let thread = thread::Builder::new().name("maycrawl-read".to_owned());
        let thread = thread
            .spawn(move || read(&sender))
            .map_err(|error| JobError::of(JobErrorKind::Thread, error).at(path))?;
        Ok(Self { batches, thread: Some(thread) })
    }
}

impl Iterator for BatchStream {
    type Item = Result<RecordBatch, JobError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Ok(batch) = self.batches.recv() {
            return Some(Ok(batch));
        }
        // The thread has ended, and says how: a panic must not look like the end of the file.
        let failed = || Err(JobError::new(JobErrorKind::Thread, "the reading thread has failed"));
        self.thread.take()?.join().unwrap_or_else(|_| failed()).err().map(Err)
    }
}

fn send(sender: &SyncSender<RecordBatch>, batch: RecordBatch) -> Result<(), JobError> {
    let stopped = |_| JobError::new(JobErrorKind::Thread, "the batches are not read any more");
    sender.send(batch).map_err(stopped)
}

/// Reads the records of a file, with the columns of [`robots_fields`].
///
/// # Errors
/// The thread cannot be started. That the file cannot be read at all is an item of the stream.
pub fn read_robots(
    files: Arc<dyn InputFiles>,
    path: PathBuf,
    policy: Policy,
) -> Result<BatchStream, JobError> {
    BatchStream::begin(&path.clone(), move |sender| {
        let mut rows = RobotsRows { sender: Some(sender), ..RobotsRows::default() };
        let mut sink = |item| rows.append(item);
        robots_input::read_robots(files.as_ref(), &path, policy, &mut sink)?;
        rows.count_records();
        rows.flush()
    })
}

/// The records of rows with the columns `url` (or `origin`) and `robots` (or `body`), and perhaps `status` and `date`,
/// with the columns of [`robots_fields`]. Bad rows have no `input`, and are numbered from 1 in the batch.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, RecordBatch, StringArray, cast::AsArray};
/// use maycrawl_policy::Policy;
/// use maycrawl_table::distributed::records_of_rows;
///
/// let text = |values: [&str; 2]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
/// let columns = [("url", text(["https://a.example", "a.example"])), ("robots", text(["", ""]))];
/// let rows = RecordBatch::try_from_iter(columns).unwrap();
/// let records = records_of_rows(&rows, Policy::Google2026).unwrap();
/// // A row that cannot be used stays in the answer, so that it can be counted.
/// let kinds = records.column_by_name("kind").unwrap().as_string::<i32>();
/// assert_eq!(kinds.iter().flatten().collect::<Vec<_>>(), ["file", "bad"]);
/// ```
///
/// # Errors
/// If a column is missing or has another type.
pub fn records_of_rows(batch: &RecordBatch, policy: Policy) -> Result<RecordBatch, JobError> {
    let names: Vec<String> =
        batch.schema().fields().iter().map(|field| field.name().clone()).collect();
    robots_input::check_columns(&names)?;
    let mut rows = RobotsRows::default();
    robots_input::read_batch(None, 0, batch, policy, &mut |item| rows.append(item))?;
    rows.finish()
}

/// The rows of a batch of records.
#[derive(Default)]
struct RobotsRows<'s> {
    /// Where a batch goes when it is full. `None`: there is one batch.
    sender: Option<&'s SyncSender<RecordBatch>>,
    counts: RobotsCounts,
    bytes: usize,
    key: StringBuilder,
    kind: StringBuilder,
    detail: StringBuilder,
    body: BinaryBuilder,
    priority: BinaryBuilder,
    rows: Int64Builder,
}

impl RobotsRows<'_> {
    fn append(&mut self, item: RobotsItem) -> Result<(), JobError> {
        self.counts.count(&item);
        match item {
            RobotsItem::Record(record) => self.append_record(&record),
            RobotsItem::Bad(bad) => self.note(&json(&bad)?, BAD, lost(&bad)),
            RobotsItem::Skipped => return Ok(()),
        }
        let is_full = self.bytes >= BATCH_BYTES || self.rows.len() >= BATCH_ROWS;
        if is_full { self.flush() } else { Ok(()) }
    }

    fn append_record(&mut self, record: &RobotsRecord) {
        let row = RecordRow::of(&record.content);
        self.key.append_value(&record.url);
        self.kind.append_value(row.kind.name());
        self.detail.append_option(row.detail);
        self.body.append_option(row.body);
        self.priority.append_value(row.priority(record.date));
        self.rows.append_value(1);
        self.bytes += record.url.len() + row.body.map_or(0, <[u8]>::len) + 128;
    }

    /// A row without a record: a bad one, or the count of skipped ones.
    fn note(&mut self, key: &str, kind: &str, rows: i64) {
        self.key.append_value(key);
        self.kind.append_value(kind);
        self.detail.append_null();
        self.body.append_null();
        self.priority.append_value([]); // below that of each record
        self.rows.append_value(rows);
        self.bytes += key.len() + 64;
    }

    fn count_records(&mut self) {
        let RobotsCounts { skipped, cut, end_unknown, .. } = self.counts;
        for (kind, count) in COUNTS.into_iter().zip([skipped, cut, end_unknown]) {
            if count > 0 {
                // Rows with one key are made one later, so that each count needs a key of its own.
                self.note(kind, kind, i64::try_from(count).unwrap_or(i64::MAX));
            }
        }
    }

    /// Sends the rows, if there is somewhere to send them.
    fn flush(&mut self) -> Result<(), JobError> {
        match self.sender {
            Some(sender) if self.rows.len() > 0 => send(sender, self.finish()?),
            _ => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<RecordBatch, JobError> {
        self.bytes = 0;
        let Self { key, kind, detail, body, priority, rows, .. } = self;
        finish(robots_fields(), [key, kind, detail, body, priority, rows])
            .map_err(|error| JobError::of(JobErrorKind::Columns, error))
    }
}

/// The units of a file of URLs: its row groups, or the whole file if it has none.
///
/// # Errors
/// The format of the file is not known, or it cannot be opened as a Parquet file with a column `url`.
pub fn url_units(files: &dyn InputFiles, path: &Path) -> Result<Vec<UrlUnit>, JobError> {
    if FileFormat::from_path(path)? != FileFormat::Parquet {
        return Ok(vec![UrlUnit::new(None, 0, 0)]);
    }
    let units = row_groups(files, path)?.into_iter();
    Ok(units.map(|group| UrlUnit::new(Some(group.group), group.before, group.rows)).collect())
}

/// Reads the URLs of a unit, with the columns of [`url_fields`].
///
/// # Errors
/// The thread cannot be started. That the file cannot be read at all is an item of the stream.
pub fn read_urls(
    files: Arc<dyn InputFiles>,
    path: PathBuf,
    unit: UrlUnit,
) -> Result<BatchStream, JobError> {
    BatchStream::begin(&path.clone(), move |sender| {
        let files = files.as_ref();
        let send_unit = |unit: Unit| {
            let mut batches = unit.batches(files)?;
            batches.try_for_each(|urls| send(sender, url_rows(&path, &urls)?))
        };
        if unit.group.is_some() {
            let rows = UnitRows::RowGroup(unit.row_group());
            return send_unit(Unit { number: 0, input: path.clone(), rows });
        }
        let mut units = UnitSource::new(files, vec![path.clone()], BATCH_ROWS, BATCH_BYTES);
        while let Some(unit) = units.next()? {
            send_unit(unit)?;
        }
        Ok(())
    })
}

/// The rows of these URLs, and of the bad rows between them.
fn url_rows(path: &Path, batch: &UrlBatch) -> Result<RecordBatch, JobError> {
    let wrong = |error| JobError::of(JobErrorKind::Columns, error).at(path);
    let column = Column::of(&batch.urls, "url").map_err(wrong)?;
    let mut rows = UrlRowBuilder::default();
    for index in 0..batch.urls.len() {
        let number = batch.number(index);
        match read(&column, index) {
            Ok(asked) => {
                let written = column.text(index).and_then(Result::ok).unwrap_or_default();
                rows.append(number, written, &asked);
            }
            Err(reason) => {
                rows.append_bad(&BadRow::new(path, number, reason, column.get(index)))?;
            }
        }
    }
    for bad in &batch.bad {
        rows.append_bad(bad)?;
    }
    let UrlRowBuilder { row, url, site, bad, rows } = &mut rows;
    finish(url_fields(), [row, url, site, bad, rows])
        .map_err(|error| JobError::of(JobErrorKind::Columns, error))
}

/// The rows of a batch of URLs.
#[derive(Default)]
struct UrlRowBuilder {
    row: Int64Builder,
    url: StringBuilder,
    site: StringBuilder,
    bad: StringBuilder,
    rows: Int64Builder,
}

impl UrlRowBuilder {
    fn append(&mut self, number: u64, written: &str, asked: &AskedUrl<'_>) {
        self.row.append_value(i64::try_from(number).unwrap_or(i64::MAX));
        self.url.append_value(written);
        append_site(&mut self.site, asked);
        self.bad.append_null();
        self.rows.append_value(1);
    }

    fn append_bad(&mut self, bad: &BadRow) -> Result<(), JobError> {
        self.row.append_value(i64::try_from(bad.row).unwrap_or(i64::MAX));
        self.url.append_null();
        self.site.append_null();
        self.bad.append_value(json(bad)?);
        self.rows.append_value(lost(bad));
        Ok(())
    }
}

/// For each URL the URL of the robots.txt that decides. Null for text that cannot be asked about.
///
/// ```
/// use arrow_array::StringArray;
/// use maycrawl_table::distributed::sites;
///
/// let urls = StringArray::from(vec!["https://a.example/x", "http://a.example/x", "mailto:x@a.example"]);
/// let sites = sites(&urls).unwrap();
/// // Each scheme, host and port has a robots.txt of its own.
/// let expected = [Some("https://a.example/robots.txt"), Some("http://a.example/robots.txt"), None];
/// assert_eq!(sites.iter().collect::<Vec<_>>(), expected);
/// ```
///
/// # Errors
/// If the argument is neither text nor bytes.
pub fn sites(url: &dyn Array) -> Result<StringArray, KernelError> {
    let urls = Column::of(url, "url")?;
    let mut sites = StringBuilder::with_capacity(url.len(), url.len() * 40);
    for row in 0..url.len() {
        match read(&urls, row) {
            Ok(asked) => append_site(&mut sites, &asked),
            Err(_) => sites.append_null(),
        }
    }
    Ok(sites.finish())
}

fn append_site(sites: &mut StringBuilder, asked: &AskedUrl<'_>) {
    // Pieces of a value cannot fail: they are written to memory.
    let _ = sites.write_str(asked.origin().unwrap_or_default());
    sites.append_value(ROBOTS_PATH);
}

/// The JSON object of the side file.
fn json(bad: &BadRow) -> Result<String, JobError> {
    serde_json::to_string(bad).map_err(|error| JobError::of(JobErrorKind::Row, error))
}

/// The number of rows that are lost with a bad row.
fn lost(bad: &BadRow) -> i64 {
    i64::try_from(bad.rows).unwrap_or(i64::MAX)
}
