//! The column of URLs of a row group, as compressed bytes.
//!
//! The output of a job has the URLs of its input. Where no row is left out or repeated, the bytes of the column need
//! not be encoded again: they are copied.
//!
//! # What is not copied
//!
//! Statistics, indexes and filters of the column. They come from strangers, and readers skip rows by them: a wrong
//! maximum would hide rows. All rows have been decoded when a chunk is copied, so a reader finds in the column what it
//! finds in the input.

use std::io::Write;
use std::path::{Path, PathBuf};

use parquet::basic::{ConvertedType, LogicalType, Repetition, Type};
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaDataReader, RowGroupMetaData};
use parquet::file::reader::Length as _;
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::schema::types::ColumnDescPtr;

use super::manifest::InputDescription;
use crate::error::{JobError, JobErrorKind};
use crate::files::{InputFile, LocalFiles};
use crate::input::open_raw;
use crate::row_group::RowGroup;
use crate::url_input::URL_COLUMN;

/// The column of URLs of a row group, in its file.
pub(crate) struct UrlChunk {
    path: PathBuf,
    /// The file before it was decoded.
    description: InputDescription,
    file: InputFile,
    metadata: ColumnChunkMetaData,
    rows: u64,
}

impl UrlChunk {
    /// The chunk, if it can be a column of the output as it is. `None` also for a file that cannot be read: its reader
    /// says why.
    pub(crate) fn find(path: &Path, group: RowGroup) -> Option<Self> {
        let description = InputDescription::of(path).ok()?;
        let file = open_raw(&LocalFiles, path).ok()?;
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file).ok()?;
        let column = text_column(metadata.row_groups().get(group.group)?)?.clone();
        let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
        let end = start.checked_add(column.compressed_size())?;
        let is_inside = start >= 0
            && group.rows > 0
            && column.compressed_size() > 0
            && column.data_page_offset() >= start
            && u64::try_from(end).is_ok_and(|end| end <= file.len())
            && u64::try_from(column.num_values()) == Ok(group.rows);
        if !is_inside {
            return None;
        }
        Some(Self { path: path.to_owned(), description, file, metadata: column, rows: group.rows })
    }

    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Whether Parquet marks the column as one that may have nulls.
    pub(crate) fn is_optional(&self) -> bool {
        self.metadata.column_descr().max_def_level() > 0
    }

    /// Copies the chunk to a row group as its next column.
    ///
    /// # Errors
    /// The file has changed since the chunk was found: then the answers are about other URLs. Or a file cannot be read
    /// or written.
    pub(crate) fn append<W: Write + Send>(
        &self,
        to: &mut SerializedRowGroupWriter<'_, W>,
        column: ColumnDescPtr,
    ) -> Result<(), JobError> {
        let read = JobError::read(&self.path);
        let of = &self.metadata;
        let metadata = ColumnChunkMetaData::builder(column)
            .set_compression_codec(of.compression_codec())
            .set_encodings_mask(*of.encodings_mask())
            .set_total_compressed_size(of.compressed_size())
            .set_total_uncompressed_size(of.uncompressed_size())
            .set_num_values(of.num_values())
            .set_data_page_offset(of.data_page_offset())
            .set_dictionary_page_offset(of.dictionary_page_offset())
            .build()
            .map_err(&read)?;
        let chunk = ColumnCloseResult {
            bytes_written: u64::try_from(of.compressed_size()).unwrap_or(0),
            rows_written: self.rows,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        to.append_column(&self.file, chunk).map_err(&read)?;
        if InputDescription::of(&self.path)? != self.description {
            let what = "the file was changed while the job read it; run the job again";
            return Err(JobError::new(JobErrorKind::Read, what).at(&*self.path));
        }
        Ok(())
    }
}

/// The column of URLs, if it is the only one of this name, and text.
fn text_column(group: &RowGroupMetaData) -> Option<&ColumnChunkMetaData> {
    let is_url = |column: &&ColumnChunkMetaData| {
        column.column_path().parts().first().is_some_and(|name| name == URL_COLUMN)
    };
    let mut named = group.columns().iter().filter(is_url);
    let column = named.next().filter(|_| named.next().is_none())?;
    let of = column.column_descr();
    let kind = of.self_type().get_basic_info();
    let is_text = matches!(of.logical_type_ref(), Some(LogicalType::String))
        || of.converted_type() == ConvertedType::UTF8;
    let is_flat = of.path().parts().len() == 1
        && of.max_rep_level() == 0
        && matches!(kind.repetition(), Repetition::REQUIRED | Repetition::OPTIONAL);
    (is_text && is_flat && of.physical_type() == Type::BYTE_ARRAY && column.file_path().is_none())
        .then_some(column)
}
