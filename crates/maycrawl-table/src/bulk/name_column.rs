//! A column of a few names, as a column of Parquet.
//!
//! The writer of the parquet crate looks each value up in a hash table of texts, also if it is given a dictionary of
//! Arrow. For the columns of names that was a fifth of the instructions of a job. A dictionary of Arrow needs no
//! look-up: only the numbers of its names change.
//!
//! The column is a dictionary page with the names, and pages with the numbers of the names, as runs of equal numbers or
//! packed into bits. (Parquet, *Encodings*: `PLAIN`, `RLE_DICTIONARY`.)

use arrow_array::cast::AsArray as _;
use arrow_array::types::Int8Type;
use arrow_array::{Array as _, ArrayRef};
use bytes::Bytes;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{CompressedPage, Page, PageWriter as _};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

/// Rows of a page.
const PAGE_ROWS: usize = 1 << 16;

/// The rows of a column without nulls, until it is complete. It takes a byte for each.
pub(crate) struct NameColumn {
    names: Vec<String>,
    /// The number of its name for each row.
    rows: Vec<u8>,
}

impl NameColumn {
    /// A column with room for the given number of rows.
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self { names: Vec::new(), rows: Vec::with_capacity(rows) }
    }

    /// Appends a dictionary of Arrow.
    ///
    /// # Errors
    /// The column is not a dictionary of text without nulls.
    pub(crate) fn append(&mut self, column: &ArrayRef) -> Result<()> {
        let wrong = || ParquetError::General("a column of names is no dictionary".to_owned());
        let column = column.as_dictionary_opt::<Int8Type>().ok_or_else(wrong)?;
        let values = column.values().as_string_opt::<i32>().ok_or_else(wrong)?;
        let keys = column.keys().values();
        let used = keys.iter().fold(0_u128, |used, &key| used | 1 << (key & 127));
        if column.null_count() > 0 || used.checked_shr(values.len() as u32).unwrap_or(0) != 0 {
            return Err(wrong());
        }
        let mut numbers = [0_u8; 128];
        for (key, name) in values.iter().enumerate().filter(|(key, _)| used >> key & 1 == 1) {
            numbers[key] = self.number(name.unwrap_or_default());
        }
        self.rows.extend(keys.iter().map(|&key| numbers[(key & 127) as usize]));
        Ok(())
    }

    /// The number of a name. There are fewer than 128: the keys of the dictionaries are bytes.
    fn number(&mut self, name: &str) -> u8 {
        let known = self.names.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        u8::try_from(number).unwrap_or(u8::MAX)
    }

    /// The bytes of the column, and their description. `of` is the column in the schema.
    ///
    /// # Errors
    /// The bytes cannot be written.
    pub(crate) fn finish(self, of: ColumnDescPtr) -> Result<(Bytes, ColumnCloseResult)> {
        let mut out = TrackedWrite::new(Vec::new());
        let mut pages = SerializedPageWriter::new(&mut out);
        let dictionary = Page::DictionaryPage {
            buf: plain(&self.names),
            num_values: self.names.len() as u32,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        let first = pages.write_page(uncompressed(dictionary))?.bytes_written;
        let bits = (usize::BITS - self.names.len().saturating_sub(1).leading_zeros()).max(1);
        for rows in self.rows.chunks(PAGE_ROWS) {
            pages.write_page(uncompressed(Page::DataPage {
                buf: packed(rows, bits as u8),
                num_values: rows.len() as u32,
                encoding: Encoding::RLE_DICTIONARY,
                def_level_encoding: Encoding::RLE,
                rep_level_encoding: Encoding::RLE,
                statistics: None,
            }))?;
        }
        let bytes = Bytes::from(out.into_inner()?);
        let metadata = ColumnChunkMetaData::builder(of)
            .set_compression_codec(Compression::UNCOMPRESSED.into())
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(bytes.len() as i64)
            .set_num_values(self.rows.len() as i64)
            .set_dictionary_page_offset(Some(0))
            .set_data_page_offset(first as i64)
            .build()?;
        let chunk = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: self.rows.len() as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((bytes, chunk))
    }
}

fn uncompressed(page: Page) -> CompressedPage {
    let bytes = page.buffer().len();
    CompressedPage::new(page, bytes)
}

/// Texts, each after its length.
fn plain(names: &[String]) -> Bytes {
    let mut out = Vec::new();
    for name in names {
        out.extend((name.len() as u32).to_le_bytes());
        out.extend(name.as_bytes());
    }
    out.into()
}

/// Numbers of at most `bits` bits, after a byte that is `bits`. Numbers are taken eight at a time: eight equal ones
/// begin or continue a run, others are packed.
fn packed(numbers: &[u8], bits: u8) -> Bytes {
    let mut out = vec![bits];
    let (groups, rest) = numbers.as_chunks::<8>();
    let run = |group: &[u8; 8]| group.iter().all(|number| *number == group[0]).then_some(group[0]);
    for groups in groups.chunk_by(|a, b| run(a) == run(b)) {
        match run(&groups[0]) {
            Some(number) => {
                push_header(&mut out, (groups.len() * 8) << 1);
                out.push(number);
            }
            None => {
                push_header(&mut out, groups.len() << 1 | 1);
                groups.iter().for_each(|group| pack(&mut out, group, bits));
            }
        }
    }
    if !rest.is_empty() {
        // Readers know how many numbers there are, so what follows them does not count.
        let mut group = [0; 8];
        group[..rest.len()].copy_from_slice(rest);
        push_header(&mut out, 1 << 1 | 1);
        pack(&mut out, &group, bits);
    }
    out.into()
}

/// The header of a run, seven bits in a byte.
fn push_header(out: &mut Vec<u8>, mut header: usize) {
    while header > 127 {
        out.push(header as u8 | 128);
        header >>= 7;
    }
    out.push(header as u8);
}

fn pack(out: &mut Vec<u8>, group: &[u8; 8], bits: u8) {
    let word = group.iter().rev().fold(0_u64, |word, &number| word << bits | u64::from(number));
    out.extend_from_slice(&word.to_le_bytes()[..usize::from(bits)]);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use std::sync::Arc;

    use arrow_array::{DictionaryArray, Int8Array, StringArray};
    use maycrawl_testdata::random::Random;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    /// The names of a file with this column, as a reader of Parquet sees them.
    fn read(column: NameColumn) -> Vec<String> {
        let schema = parse_message_type("message m { required binary name (STRING); }").unwrap();
        let mut file =
            SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::default()).unwrap();
        let of = file.schema_descr().column(0);
        let mut group = file.next_row_group().unwrap();
        let (bytes, chunk) = column.finish(of).unwrap();
        group.append_column(&bytes, chunk).unwrap();
        group.close().unwrap();
        let file = Bytes::from(file.into_inner().unwrap());
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
        let text = |batch: arrow_array::RecordBatch| {
            let names = batch.column(0).as_string::<i32>();
            names.iter().map(|name| name.unwrap().to_owned()).collect::<Vec<_>>()
        };
        reader.flat_map(|batch| text(batch.unwrap())).collect()
    }

    #[test]
    fn a_reader_of_parquet_sees_the_names_that_were_appended() {
        let mut random = Random(7);
        for (names, rows) in [(1, 1), (1, 70_000), (2, 8), (3, 15), (9, 70_001), (100, 200_000)] {
            let mut column = NameColumn::with_capacity(rows);
            let mut expected = Vec::new();
            while expected.len() < rows {
                // Each batch has its own order of names, and some that no row has.
                let first = random.below(names);
                let values: Vec<_> =
                    (0..names).map(|n| format!("name {}", (first + n) % names)).collect();
                let mut keys: Vec<i8> = Vec::new();
                let many = (rows - expected.len()).min(1 + random.below(5_000) as usize);
                while keys.len() < many {
                    let length = [1, 2, 8, 40][random.below(4) as usize].min(many - keys.len());
                    keys.extend(vec![random.below(names) as i8; length]);
                }
                expected.extend(keys.iter().map(|&key| values[key as usize].clone()));
                let values = Arc::new(StringArray::from(values));
                let batch = DictionaryArray::new(Int8Array::from(keys), values);
                column.append(&(Arc::new(batch) as ArrayRef)).unwrap();
            }
            assert!(column.names.len() <= names as usize);
            assert_eq!(read(column), expected, "{names} names, {rows} rows");
        }
    }

    #[test]
    fn what_is_no_dictionary_of_text_is_refused() {
        let texts: ArrayRef = Arc::new(StringArray::from(vec!["a"]));
        assert!(NameColumn::with_capacity(1).append(&texts).is_err());
        let values = Arc::new(StringArray::from(vec!["a"]));
        let nulls = DictionaryArray::new(Int8Array::from(vec![Some(0), None]), values);
        assert!(NameColumn::with_capacity(2).append(&(Arc::new(nulls) as ArrayRef)).is_err());
    }
}
