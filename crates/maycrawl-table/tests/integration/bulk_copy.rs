//! Jobs that copy the column of URLs: the rows are those of a job that encodes it, whatever is in the file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use maycrawl::Crawler;
use maycrawl_table::JobErrorKind;
use maycrawl_table::bulk::{BulkJob, BulkSummary, MIN_MEMORY};
use maycrawl_testdata::random::Random;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, Repetition};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::properties::WriterProperties;
use tempfile::TempDir;

use crate::files::{file, rows};

/// The summary of a job and its folder. `None` if the metadata of the file cannot be read.
fn try_run(
    folder: &Path,
    name: &str,
    urls: &Path,
    agents: &[&str],
) -> Option<(BulkSummary, PathBuf)> {
    let robots = folder.join("robots.warc");
    fs::write(&robots, file("a.example", "User-agent: *\nDisallow: /a\n")).unwrap();
    let crawlers = agents.iter().copied().map(Crawler::from_token).collect();
    let out = folder.join(name);
    let mut job = BulkJob::new(vec![robots], vec![urls.to_owned()], crawlers, out.clone());
    job.memory = MIN_MEMORY;
    job.threads = 2;
    match job.run(&|_| {}) {
        Ok(summary) => Some((summary, out)),
        Err(error) => {
            assert_eq!(error.kind(), JobErrorKind::Read, "{error}");
            None
        }
    }
}

fn run(folder: &Path, name: &str, urls: &Path, agents: &[&str]) -> (BulkSummary, PathBuf) {
    try_run(folder, name, urls, agents).unwrap()
}

/// URLs in row groups of 100 rows and pages of at most 30, with a second column.
fn write(path: &Path, urls: &[Option<String>], dictionary: bool) {
    let ids: ArrayRef =
        Arc::new(StringArray::from_iter_values((0..urls.len()).map(|n| n.to_string())));
    let column: ArrayRef = Arc::new(StringArray::from(urls.to_vec()));
    let batch = RecordBatch::try_from_iter([("id", ids), ("url", column)]).unwrap();
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(100))
        .set_data_page_row_count_limit(30)
        .set_write_batch_size(10)
        .set_dictionary_enabled(dictionary)
        .set_compression(Compression::ZSTD(Default::default()))
        .build();
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

fn parts(out: &Path) -> Vec<ParquetMetaData> {
    let names = fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<_> =
        names.filter(|path| path.extension().is_some_and(|end| end == "parquet")).collect();
    names.sort();
    let read = |path| ParquetMetaDataReader::new().parse_and_finish(&File::open(path).unwrap());
    names.into_iter().map(|path| read(path).unwrap()).collect()
}

fn url(n: usize) -> Option<String> {
    Some(format!("https://a.example/{}/{n}", ["a", "b"][n % 2]))
}

#[test]
fn the_column_is_copied_without_what_its_writer_claims_of_it() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("urls.parquet");
    write(&path, &(0..250).map(url).collect::<Vec<_>>(), true);
    let (summary, out) = run(folder.path(), "out", &path, &["Googlebot"]);
    assert_eq!((summary.urls, summary.urls_bad, summary.parts), (250, 0, 3));
    let parts = parts(&out);
    for part in &parts {
        assert_eq!(part.num_row_groups(), 1);
        let column = part.row_group(0).column(0);
        assert_eq!(column.column_path().string(), "url");
        assert!(matches!(column.compression(), Compression::ZSTD(_)));
        assert!(column.encodings().any(|encoding| encoding == Encoding::RLE_DICTIONARY));
        assert!(column.statistics().is_none());
        assert!(column.offset_index_offset().is_none() && column.bloom_filter_offset().is_none());
    }
    let counts: Vec<_> = parts.iter().map(|part| part.file_metadata().num_rows()).collect();
    assert_eq!(counts, [100, 100, 50]);
    let rows = rows(&out);
    assert_eq!(rows.len(), 250);
    assert_eq!(rows[0], "https://a.example/a/0 Googlebot false disallowed Some(2) rule");
}

#[test]
fn rows_without_an_answer_are_left_out_of_the_column() {
    let folder = TempDir::new().unwrap();
    // The second row group has a null, a text that is no URL and neighbours of both; of the third nothing is left.
    let urls: Vec<_> = (0..300)
        .map(|n| match n {
            100 | 150 | 199 => None,
            151 => Some("mailto:x".to_owned()),
            200.. => Some(format!("page {n}")),
            n => url(n),
        })
        .collect();
    for dictionary in [true, false] {
        let path = folder.path().join(format!("{dictionary}.parquet"));
        write(&path, &urls, dictionary);
        let (summary, out) = run(folder.path(), &format!("{dictionary}"), &path, &["Googlebot"]);
        assert_eq!((summary.urls, summary.urls_bad, summary.decisions), (196, 104, 196));
        let mut expected: Vec<_> =
            urls.iter().flatten().filter(|url| url.starts_with("https:")).collect();
        expected.sort();
        let written = rows(&out);
        let written: Vec<_> = written.iter().map(|row| row.split(' ').next().unwrap()).collect();
        assert_eq!(written, expected);
        let parts = parts(&out);
        let groups: Vec<_> = parts.iter().map(ParquetMetaData::num_row_groups).collect();
        assert_eq!(groups, [1, 1, 0]);
        // The input says that there may be nulls, so the copied column says it too.
        let column = parts[0].file_metadata().schema_descr().column(0);
        assert_eq!(column.self_type().get_basic_info().repetition(), Repetition::OPTIONAL);
    }
}

/// A job for two crawlers encodes the column, so it tells what a copied one must have.
#[test]
fn a_damaged_file_gives_the_rows_that_an_encoded_column_gives() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("whole.parquet");
    write(&path, &(0..250).map(url).collect::<Vec<_>>(), false);
    let whole = fs::read(&path).unwrap();
    let mut random = Random(0xC0FFEE);
    let mut compared = 0;
    for round in 0..60 {
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.below(256) as u8;
        }
        let path = folder.path().join(format!("{round}.parquet"));
        fs::write(&path, bytes).unwrap();
        let copied = try_run(folder.path(), &format!("one{round}"), &path, &["Googlebot"]);
        let encoded =
            try_run(folder.path(), &format!("two{round}"), &path, &["Googlebot", "GPTBot"]);
        assert_eq!(copied.is_some(), encoded.is_some(), "{round}");
        let Some(((copied, one), (encoded, two))) = copied.zip(encoded) else { continue };
        compared += 1;
        assert_eq!((copied.urls, copied.urls_bad), (encoded.urls, encoded.urls_bad), "{round}");
        let mut expected = rows(&two);
        expected.retain(|row| row.contains(" Googlebot "));
        assert_eq!(rows(&one), expected, "{round}");
        for out in [one, two] {
            fs::remove_dir_all(out).unwrap();
        }
    }
    assert!(compared >= 20, "{compared}");
}
