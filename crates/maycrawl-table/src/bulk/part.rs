//! One part of the output: a Parquet file. It appears complete or not at all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowWriterOptions, compute_leaves};
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::ColumnPath;

use super::name_column::NameColumn;
use super::url_chunk::UrlChunk;
use crate::error::JobError;

/// Maximum number of rows of a row group that is encoded.
const ROW_GROUP_ROWS: usize = 1 << 20;

/// How a part has its URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urls {
    /// Each URL once.
    Distinct,
    /// Each URL for several crawlers. It is stored once.
    Repeated,
    /// The column of the input.
    Copied,
}

/// The columns whose values are a few names.
const NAMES: [&str; 3] = ["agent", "decision", "reason"];

/// The file of a part, until it has its name.
#[derive(Clone)]
struct PartFile {
    temporary: PathBuf,
    path: PathBuf,
}

impl PartFile {
    fn new(folder: &Path, number: u64) -> Self {
        Self {
            path: folder.join(format!("part-{number:08}.parquet")),
            temporary: folder.join(format!("_part-{number:08}.tmp")),
        }
    }

    fn writer(&self, schema: SchemaRef, urls: Urls) -> Result<ArrowWriter<File>, JobError> {
        let url = ColumnPath::from("url");
        let encoding = match urls {
            Urls::Repeated => Encoding::DELTA_BYTE_ARRAY,
            Urls::Distinct | Urls::Copied => Encoding::PLAIN,
        };
        // The writer of metadata panics if one column has an index of pages and another one has none. Without
        // statistics of pages none has.
        let is_copied = urls == Urls::Copied;
        let statistics = if is_copied { EnabledStatistics::Chunk } else { EnabledStatistics::Page };
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(statistics)
            .set_offset_index_disabled(is_copied)
            .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
            // URLs are distinct, so a dictionary of them would only cost time.
            .set_column_dictionary_enabled(url.clone(), false)
            .set_column_encoding(url, encoding);
        // Nearly every page has all the names, so a minimum and a maximum tell a reader nothing.
        for name in NAMES {
            properties = properties
                .set_column_statistics_enabled(ColumnPath::from(name), EnabledStatistics::None);
        }
        // The types of Parquet alone, so that other readers see text and not Arrow's dictionaries.
        let options = ArrowWriterOptions::new()
            .with_properties(properties.build())
            .with_skip_arrow_metadata(true);
        let file = File::create(&self.temporary).map_err(self.failed())?;
        ArrowWriter::try_new_with_options(file, schema, options).map_err(self.failed())
    }

    fn failed<E: Into<Box<dyn std::error::Error + Send + Sync>>>(&self) -> impl Fn(E) -> JobError {
        JobError::write(&self.temporary)
    }

    fn written(&self, file: File) -> WrittenPart {
        WrittenPart { part: self.clone(), file }
    }
}

/// A part that is written, and has no name yet.
#[must_use = "a part without a name is not in the output"]
pub(crate) struct WrittenPart {
    part: PartFile,
    file: File,
}

impl WrittenPart {
    /// Gives the file its name, when the disk has all of it: it waits for the disk.
    pub(crate) fn publish(self) -> Result<(), JobError> {
        let PartFile { temporary, path } = &self.part;
        let synced = self.file.sync_all();
        synced.and_then(|()| fs::rename(temporary, path)).map_err(JobError::write(path))
    }
}

/// A part whose columns are all encoded.
pub(crate) struct PartWriter {
    file: PartFile,
    schema: SchemaRef,
    writer: ArrowWriter<File>,
    /// Bytes of a row group that are kept in memory.
    max_bytes: usize,
}

impl PartWriter {
    /// A part of this number in `folder`.
    pub(crate) fn create(
        folder: &Path,
        number: u64,
        schema: SchemaRef,
        urls: Urls,
        max_bytes: usize,
    ) -> Result<Self, JobError> {
        let file = PartFile::new(folder, number);
        let writer = file.writer(Arc::clone(&schema), urls)?;
        Ok(Self { file, schema, writer, max_bytes })
    }

    pub(crate) fn write(&mut self, urls: ArrayRef, answers: Vec<ArrayRef>) -> Result<(), JobError> {
        let columns = std::iter::once(urls).chain(answers).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        self.writer.write(&batch.map_err(self.file.failed())?).map_err(self.file.failed())?;
        if self.writer.memory_size() > self.max_bytes {
            self.writer.flush().map_err(self.file.failed())?;
        }
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(self) -> Result<WrittenPart, JobError> {
        let file = self.writer.into_inner().map_err(self.file.failed())?;
        Ok(self.file.written(file))
    }
}

/// A part of one row group, whose column of URLs is written last: copied, or encoded if rows are left out.
pub(crate) struct CopyingWriter {
    file: PartFile,
    schema: SchemaRef,
    writer: SerializedFileWriter<File>,
    /// The columns of the answers. They are in memory until the part is complete.
    columns: Vec<AnswerColumn>,
    chunk: UrlChunk,
    rows: usize,
}

/// A column of the answers.
enum AnswerColumn {
    Names(NameColumn),
    Other(Box<ArrowColumnWriter>),
}

impl CopyingWriter {
    /// The most bytes that a row of the answers takes in memory, without uses: three names, a line and a bit.
    pub(crate) const ROW_BYTES: u64 = 8;

    /// A part of this number in `folder`, with the URLs of `chunk`.
    pub(crate) fn create(
        folder: &Path,
        number: u64,
        schema: SchemaRef,
        chunk: UrlChunk,
    ) -> Result<Self, JobError> {
        let file = PartFile::new(folder, number);
        let writer = file.writer(Arc::clone(&schema), Urls::Copied)?;
        let (writer, columns) = writer.into_serialized_writer().map_err(file.failed())?;
        let columns = columns.create_column_writers(0).map_err(file.failed())?;
        let columns =
            schema.fields().iter().zip(columns).skip(1).map(|(field, column)| {
                match field.data_type() {
                    DataType::Dictionary(..) => {
                        AnswerColumn::Names(NameColumn::with_capacity(chunk.rows() as usize))
                    }
                    _ => AnswerColumn::Other(Box::new(column)),
                }
            });
        let columns = columns.collect();
        Ok(Self { file, schema, writer, columns, chunk, rows: 0 })
    }

    pub(crate) fn write(&mut self, answers: &[ArrayRef]) -> Result<(), JobError> {
        self.rows += answers.first().map_or(0, |column| column.len());
        let fields = self.schema.fields().iter().skip(1);
        let failed = self.file.failed();
        for ((field, array), column) in fields.zip(answers).zip(&mut self.columns) {
            match column {
                AnswerColumn::Names(names) => names.append(array).map_err(&failed)?,
                AnswerColumn::Other(writer) => {
                    for leaf in compute_leaves(field, array).map_err(&failed)? {
                        writer.write(&leaf).map_err(&failed)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Completes the file. `encoded`: the URLs that have an answer, if rows are left out.
    pub(crate) fn finish(
        mut self,
        encoded: Option<&mut dyn Iterator<Item = Result<ByteArray, JobError>>>,
    ) -> Result<WrittenPart, JobError> {
        let failed = self.file.failed();
        if self.rows == 0 {
            // Some readers refuse a row group without rows.
            let file = self.writer.into_inner().map_err(&failed)?;
            return Ok(self.file.written(file));
        }
        let schema = self.writer.schema_descr().columns().to_vec();
        let mut group = self.writer.next_row_group().map_err(&failed)?;
        match encoded {
            None => self.chunk.append(&mut group, Arc::clone(&schema[0]))?,
            Some(urls) => encode(&mut group, urls, self.chunk.is_optional(), &failed)?,
        }
        for (column, of) in self.columns.into_iter().zip(&schema[1..]) {
            let appended = match column {
                AnswerColumn::Names(names) => names
                    .finish(Arc::clone(of))
                    .and_then(|(bytes, chunk)| group.append_column(&bytes, chunk)),
                AnswerColumn::Other(writer) => {
                    writer.close().and_then(|chunk| chunk.append_to_row_group(&mut group))
                }
            };
            appended.map_err(&failed)?;
        }
        group.close().map_err(&failed)?;
        let file = self.writer.into_inner().map_err(&failed)?;
        Ok(self.file.written(file))
    }
}

/// Encodes URLs as the next column. Its pages go to the file one by one, so memory does not grow with the rows.
fn encode(
    group: &mut SerializedRowGroupWriter<'_, File>,
    urls: &mut dyn Iterator<Item = Result<ByteArray, JobError>>,
    is_optional: bool,
    failed: &dyn Fn(parquet::errors::ParquetError) -> JobError,
) -> Result<(), JobError> {
    const VALUES: usize = 4096;
    let mut column = group.next_column().map_err(failed)?.ok_or_else(|| {
        failed(parquet::errors::ParquetError::General("the row group has no column".to_owned()))
    })?;
    let mut values = Vec::with_capacity(VALUES);
    let levels = [1_i16; VALUES];
    loop {
        values.clear();
        while values.len() < VALUES
            && let Some(url) = urls.next()
        {
            values.push(url?);
        }
        if values.is_empty() {
            return column.close().map_err(failed);
        }
        let levels = is_optional.then_some(&levels[..values.len()]);
        let writer = column.typed::<ByteArrayType>();
        writer.write_batch(&values, levels, None).map_err(failed)?;
    }
}
