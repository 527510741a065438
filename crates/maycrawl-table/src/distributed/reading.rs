//! Files as batches of rows.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use arrow_array::builder::{ArrayBuilder as _, BinaryBuilder, Int64Builder, StringBuilder};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use maycrawl::AskedUrl;
use maycrawl_fetch::Policy;

use super::ROBOTS_PATH;
use crate::KernelError;
use crate::archive::RobotsRecord;
use crate::column::{Column, shared};
use crate::decide::read;
use crate::files::InputFiles;
use crate::input::{BadRow, FileFormat, JobError};
use crate::robots_input::{self, RobotsCounts, RobotsSink};
use crate::site_robots::{KINDS, RecordRow};
use crate::url_input::{BATCH_ROWS, UnitRows, UnitSource, read_row_group, row_groups, slices};

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
}

/// The columns that [`read_robots`] gives: `key` (the URL of the robots.txt in normal form), `kind` (`file`, `no-file`,
/// `redirect` or `unreachable`), `detail` (the target or the reason), `body`, `priority` and `rows`.
///
/// A row that cannot be used has the kind `bad`: its `key` is the JSON object of the side file, and `rows` counts what is
/// lost with it. Rows whose key is their kind count records of the file: `skipped` are not about a robots.txt, `cut`
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
    messages: Receiver<Message>,
    has_ended: bool,
}

enum Message {
    Batch(RecordBatch),
    Failed(JobError),
    End,
}

impl BatchStream {
    fn begin(
        path: &Path,
        read: impl FnOnce(&SyncSender<Message>) -> Result<(), JobError> + Send + 'static,
    ) -> Result<Self, JobError> {
        let (sender, messages) = sync_channel(1);
        let work = move || {
            let end = read(&sender).map_or_else(Message::Failed, |()| Message::End);
            let _ = sender.send(end); // nobody waits if the stream is gone
        };
        let thread = thread::Builder::new().name("maycrawl-read".to_owned());
        thread.spawn(work).map_err(|error| JobError::new(path, error))?;
        Ok(Self { messages, has_ended: false })
    }
}

impl Iterator for BatchStream {
    type Item = Result<RecordBatch, JobError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let lost =
            || Message::Failed(JobError::new(Path::new(""), "the reading thread has failed"));
        match self.messages.recv().unwrap_or_else(|_| lost()) {
            Message::Batch(batch) => Some(Ok(batch)),
            Message::Failed(error) => {
                self.has_ended = true;
                Some(Err(error))
            }
            Message::End => {
                self.has_ended = true;
                None
            }
        }
    }
}

fn send(sender: &SyncSender<Message>, batch: RecordBatch) -> Result<(), JobError> {
    let stopped = |_| JobError::new(Path::new(""), "the batches are not read any more");
    sender.send(Message::Batch(batch)).map_err(stopped)
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
        let mut rows = RobotsRows::new(Some(sender));
        robots_input::read_robots(files.as_ref(), &path, policy, &mut rows)?;
        rows.count_records();
        rows.flush()
    })
}

/// The records of rows with the columns `url` (or `origin`) and `robots` (or `body`), and perhaps `status` and `date`, with
/// the columns of [`robots_fields`]. Bad rows have no `input`, and are numbered from 1 in the batch.
///
/// # Errors
/// The columns are missing or have other types.
pub fn records_of_rows(batch: &RecordBatch, policy: Policy) -> Result<RecordBatch, JobError> {
    let path = Path::new("");
    let names: Vec<String> =
        batch.schema().fields().iter().map(|field| field.name().clone()).collect();
    robots_input::check_columns(path, &names)?;
    let mut rows = RobotsRows::new(None);
    robots_input::read_batch(path, 0, batch, policy, &mut rows)?;
    rows.finish()
}

/// The rows of a batch of records.
struct RobotsRows<'s> {
    sender: Option<&'s SyncSender<Message>>,
    counts: RobotsCounts,
    bytes: usize,
    key: StringBuilder,
    kind: StringBuilder,
    detail: StringBuilder,
    body: BinaryBuilder,
    priority: BinaryBuilder,
    rows: Int64Builder,
}

impl<'s> RobotsRows<'s> {
    fn new(sender: Option<&'s SyncSender<Message>>) -> Self {
        Self {
            sender,
            counts: RobotsCounts::default(),
            bytes: 0,
            key: StringBuilder::new(),
            kind: StringBuilder::new(),
            detail: StringBuilder::new(),
            body: BinaryBuilder::new(),
            priority: BinaryBuilder::new(),
            rows: Int64Builder::new(),
        }
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

    /// Sends the rows if they are many.
    fn send_if_full(&mut self) -> Result<(), JobError> {
        let is_full = self.bytes >= BATCH_BYTES || self.rows.len() >= BATCH_ROWS;
        if is_full && self.sender.is_some() { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), JobError> {
        let batch = self.finish()?;
        match self.sender {
            Some(sender) if batch.num_rows() > 0 => send(sender, batch),
            _ => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<RecordBatch, JobError> {
        self.bytes = 0;
        let columns: Vec<ArrayRef> = vec![
            shared(self.key.finish()),
            shared(self.kind.finish()),
            shared(self.detail.finish()),
            shared(self.body.finish()),
            shared(self.priority.finish()),
            shared(self.rows.finish()),
        ];
        batch(robots_fields(), columns)
    }
}

impl RobotsSink for RobotsRows<'_> {
    fn record(&mut self, record: RobotsRecord) -> Result<(), JobError> {
        self.counts.count(&record);
        let row = RecordRow::of(&record);
        self.key.append_value(&record.url);
        self.kind.append_value(KINDS.get(usize::from(row.rank)).copied().unwrap_or_default());
        self.detail.append_option(row.detail);
        self.body.append_option(row.body);
        self.priority.append_value(row.priority(record.date));
        self.rows.append_value(1);
        self.bytes += record.url.len() + row.body.map_or(0, <[u8]>::len) + 128;
        self.send_if_full()
    }

    fn bad(&mut self, bad: BadRow) -> Result<(), JobError> {
        self.counts.bad += bad.rows;
        self.note(&json(&bad)?, BAD, lost(&bad));
        self.send_if_full()
    }

    fn skipped(&mut self) {
        self.counts.skipped += 1;
    }
}

/// The units of a file of URLs: its row groups, or the whole file if it has none.
///
/// # Errors
/// The format of the file is not known, or it cannot be opened as a Parquet file with a column `url`.
pub fn url_units(files: &dyn InputFiles, path: &Path) -> Result<Vec<UrlUnit>, JobError> {
    if FileFormat::of(path)? != FileFormat::Parquet {
        return Ok(vec![UrlUnit::new(None, 0, 0)]);
    }
    let mut before = 0;
    let groups = row_groups(files, path)?.into_iter().enumerate();
    let units = groups.map(|(group, rows)| {
        let unit = UrlUnit::new(Some(group), before, rows);
        before += rows;
        unit
    });
    Ok(units.collect())
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
    BatchStream::begin(&path.clone(), move |sender| match unit.group {
        None => {
            let mut units =
                UnitSource::new(files.as_ref(), vec![path.clone()], BATCH_ROWS, BATCH_BYTES);
            while let Some(unit) = units.next()? {
                if let UnitRows::Read { numbers, urls, bad } = unit.rows {
                    for (start, urls) in slices(&urls, BATCH_ROWS) {
                        let number = |row| numbers.get(start + row).copied().unwrap_or(0);
                        send(sender, url_rows(&path, &urls, &number, &[])?)?;
                    }
                    send(sender, url_rows(&path, &no_urls(), &|_| 0, &bad)?)?;
                }
            }
            Ok(())
        }
        Some(group) => {
            let mut done = 0_u64;
            for read in read_row_group(files.as_ref(), &path, group)? {
                match read {
                    Ok(read) => {
                        let number = |row: usize| unit.before + done + row as u64 + 1;
                        send(sender, url_rows(&path, read.column(0), &number, &[])?)?;
                        done += read.num_rows() as u64;
                    }
                    Err(error) => {
                        let bad = BadRow::rest_of_group(
                            &path,
                            group,
                            unit.before,
                            done,
                            unit.rows,
                            &error,
                        );
                        return send(sender, url_rows(&path, &no_urls(), &|_| 0, &[bad])?);
                    }
                }
            }
            Ok(())
        }
    })
}

fn no_urls() -> ArrayRef {
    shared(StringArray::new_null(0))
}

/// The rows of these URLs, and of these bad rows.
fn url_rows(
    path: &Path,
    urls: &ArrayRef,
    number: &dyn Fn(usize) -> u64,
    unread: &[BadRow],
) -> Result<RecordBatch, JobError> {
    let column = Column::of(urls, "url").map_err(|error| JobError::new(path, error))?;
    let mut rows = UrlRows::new(urls.len());
    for index in 0..urls.len() {
        match read(&column, index) {
            Ok(asked) => {
                let written = column.text(index).and_then(Result::ok).unwrap_or_default();
                rows.append(number(index), written, &asked);
            }
            Err(reason) => {
                let found = BadRow::new(path, number(index), reason, column.get(index));
                rows.append_bad(&found)?;
            }
        }
    }
    for found in unread {
        rows.append_bad(found)?;
    }
    rows.finish()
}

/// The rows of a batch of URLs.
struct UrlRows {
    row: Int64Builder,
    url: StringBuilder,
    site: StringBuilder,
    bad: StringBuilder,
    rows: Int64Builder,
}

impl UrlRows {
    fn new(rows: usize) -> Self {
        Self {
            row: Int64Builder::with_capacity(rows),
            url: StringBuilder::with_capacity(rows, rows * 64),
            site: StringBuilder::with_capacity(rows, rows * 40),
            bad: StringBuilder::new(),
            rows: Int64Builder::with_capacity(rows),
        }
    }

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

    fn finish(mut self) -> Result<RecordBatch, JobError> {
        let columns: Vec<ArrayRef> = vec![
            shared(self.row.finish()),
            shared(self.url.finish()),
            shared(self.site.finish()),
            shared(self.bad.finish()),
            shared(self.rows.finish()),
        ];
        batch(url_fields(), columns)
    }
}

/// For each URL the URL of the robots.txt that decides. Null for text that cannot be asked about.
///
/// # Errors
/// The type of the argument.
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

fn batch(schema: SchemaRef, columns: Vec<ArrayRef>) -> Result<RecordBatch, JobError> {
    RecordBatch::try_new(schema, columns).map_err(|error| JobError::new(Path::new(""), error))
}

/// The JSON object of the side file.
fn json(bad: &BadRow) -> Result<String, JobError> {
    serde_json::to_string(bad).map_err(|error| JobError::new(Path::new(&bad.input), error))
}

/// The number of rows that are lost with a bad row.
fn lost(bad: &BadRow) -> i64 {
    i64::try_from(bad.rows).unwrap_or(i64::MAX)
}
