//! Files that the tests make: web archives, Parquet.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::properties::WriterProperties;

/// A WARC record for the response of `url`.
pub fn response(url: &str, date: &str, http: &[u8]) -> Vec<u8> {
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n",
        http.len()
    )
    .into_bytes();
    record.extend_from_slice(http);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

/// A response with status 200 and this file.
pub fn file(host: &str, body: &str) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{body}");
    response(&format!("https://{host}/robots.txt"), "2026-01-02T03:04:05Z", http.as_bytes())
}

pub fn gzip(record: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(record).unwrap();
    encoder.finish().unwrap()
}

/// Writes URLs in row groups of the given number of rows.
pub fn write_urls(path: &Path, urls: &[&str], rows: usize) {
    let column: ArrayRef = Arc::new(StringArray::from(urls.to_vec()));
    let batch = RecordBatch::try_from_iter([("url", column)]).unwrap();
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(rows)).build();
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// The columns of the Parquet files in a folder, and the values of all rows in the columns of text, sorted.
pub fn texts(folder: &Path, columns: &[&str]) -> (Vec<String>, Vec<Vec<String>>) {
    let (mut names, mut rows) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "parquet") {
            continue;
        }
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        names = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
        for batch in reader.build().unwrap() {
            let batch = batch.unwrap();
            let column = |name: &&str| batch.column_by_name(name).unwrap().as_string::<i32>();
            let text =
                |row| columns.iter().map(|name| column(name).value(row).to_owned()).collect();
            rows.extend((0..batch.num_rows()).map(text));
        }
    }
    rows.sort();
    (names, rows)
}

/// All rows of the Parquet files in a folder, as text, sorted.
pub fn rows(folder: &Path) -> Vec<String> {
    let mut rows = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "parquet") {
            continue;
        }
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        for batch in reader.build().unwrap() {
            let batch = batch.unwrap();
            let text = |name: &str, row| {
                batch.column_by_name(name).unwrap().as_string::<i32>().value(row).to_owned()
            };
            for row in 0..batch.num_rows() {
                let line = batch.column_by_name("line").unwrap().as_primitive::<Int32Type>();
                let line = line.is_valid(row).then(|| line.value(row));
                let allowed = batch.column_by_name("allowed").unwrap().as_boolean().value(row);
                rows.push(format!(
                    "{} {} {allowed} {} {line:?} {}",
                    text("url", row),
                    text("agent", row),
                    text("decision", row),
                    text("reason", row)
                ));
            }
        }
    }
    rows.sort();
    rows
}
