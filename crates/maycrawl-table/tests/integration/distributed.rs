//! The steps for engines with many machines: files from anywhere, redirects, and what is refused.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::Int64Type;
use arrow_array::{
    Array, ArrayRef, Date32Array, Int16Array, Int32Array, Int64Array, RecordBatch, StringArray,
    TimestampMicrosecondArray, TimestampMillisecondArray, TimestampNanosecondArray,
    TimestampSecondArray, UInt16Array, UInt32Array,
};
use maycrawl::{Crawler, Profile};
use maycrawl_policy::Policy;
use maycrawl_table::distributed::{
    Decider, UrlUnit, answer_fields, read_robots, read_urls, records_of_rows, url_units,
    use_columns,
};
use maycrawl_table::files::{InputFile, InputFiles, LocalFiles, ReadAt};
use maycrawl_uses::Use;
use parquet::arrow::ArrowWriter;
use tempfile::TempDir;

use crate::files::{file, gzip, response, write_urls};

/// Files as a store gives them: read at a position, some bytes at a time.
struct Store;

struct Object(Vec<u8>);

impl InputFiles for Store {
    fn open(&self, path: &Path) -> io::Result<InputFile> {
        Ok(InputFile::new(Arc::new(Object(fs::read(path)?))))
    }
}

impl ReadAt for Object {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let start = usize::try_from(offset).unwrap().min(self.0.len());
        Ok(self.0[start..self.0.len().min(start + length)].to_vec())
    }
}

fn places() -> [Arc<dyn InputFiles>; 2] {
    [Arc::new(LocalFiles), Arc::new(Store)]
}

fn text(batch: &RecordBatch, name: &str) -> Vec<String> {
    let column = batch.column_by_name(name).unwrap().as_string::<i32>();
    column.iter().map(|value| value.unwrap_or("-").to_owned()).collect()
}

/// The rows of a file of records: kind, key, and the rows that they count.
fn records(files: &Arc<dyn InputFiles>, path: &Path) -> Vec<String> {
    let stream = read_robots(Arc::clone(files), path.to_owned(), Policy::Google2026).unwrap();
    let mut rows = Vec::new();
    for batch in stream {
        let batch = batch.unwrap();
        let counts = batch.column_by_name("rows").unwrap().as_primitive::<Int64Type>().clone();
        for (row, (kind, key)) in text(&batch, "kind").iter().zip(text(&batch, "key")).enumerate() {
            rows.push(format!("{kind} {key} {}", counts.value(row)));
        }
    }
    rows
}

#[test]
fn records_are_the_same_from_a_disk_and_from_a_store() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let moved = b"HTTP/1.1 301 Moved\r\nLocation: https://b.example/robots.txt\r\n\r\n";
    let archive: Vec<u8> = [
        file("a.example", "User-agent: *\n"),
        response("https://m.example/robots.txt", "2026-01-01T00:00:00Z", moved),
        response("https://m.example/page", "2026-01-01T00:00:00Z", b"HTTP/1.1 200 OK\r\n\r\n"),
    ]
    .iter()
    .flat_map(|record| gzip(record))
    .collect();
    let warc = write("robots.warc.gz", &archive);
    let csv = write(
        "robots.csv",
        b"origin,robots,status\nhttps://a.example,x,\nhttps://b.example,,404\n",
    );
    let json = write("robots.jsonl", b"{\"url\":\"https://a.example\",\"status\":503}\n[\n");
    for (path, expected) in [
        (
            &warc,
            vec![
                "file https://a.example/robots.txt 1",
                "redirect https://m.example/robots.txt 1",
                "skipped skipped 1",
                // Neither a length nor chunks announce the end of the file.
                "end-unknown end-unknown 1",
            ],
        ),
        (
            &csv,
            vec!["file https://a.example/robots.txt 1", "no-file https://b.example/robots.txt 1"],
        ),
    ] {
        for place in places() {
            assert_eq!(records(&place, path), expected, "{}", path.display());
        }
    }
    for place in places() {
        let rows = records(&place, &json);
        assert_eq!(rows[0], "unreachable https://a.example/robots.txt 1");
        assert!(rows[1].starts_with("bad {\"input\":"), "{rows:?}");
    }
}

#[test]
fn urls_are_read_in_units_and_bad_rows_have_no_site() {
    let folder = TempDir::new().unwrap();
    let parquet = folder.path().join("urls.parquet");
    write_urls(&parquet, &["https://a.example/", "mailto:x", "http://b.example:80/x"], 2);
    let lines = folder.path().join("urls.txt");
    fs::write(&lines, b"https://a.example/\n\nnothing\n").unwrap();
    for place in places() {
        let units = url_units(place.as_ref(), &parquet).unwrap();
        assert_eq!(units, [UrlUnit::new(Some(0), 0, 2), UrlUnit::new(Some(1), 2, 1)]);
        assert_eq!(url_units(place.as_ref(), &lines).unwrap(), [UrlUnit::new(None, 0, 0)]);
        let read = |path: &PathBuf, unit| {
            let mut rows = Vec::new();
            for batch in read_urls(Arc::clone(&place), path.clone(), unit).unwrap() {
                let batch = batch.unwrap();
                let numbers = batch.column_by_name("row").unwrap().as_primitive::<Int64Type>();
                for (row, site) in text(&batch, "site").iter().enumerate() {
                    let bad = batch.column_by_name("bad").unwrap().is_valid(row);
                    rows.push(format!("{} {site} {bad}", numbers.value(row)));
                }
            }
            rows
        };
        assert_eq!(read(&parquet, units[0]), ["1 https://a.example/robots.txt false", "2 - true"]);
        assert_eq!(read(&parquet, units[1]), ["3 http://b.example/robots.txt false"]);
        let unit = UrlUnit::new(None, 0, 0);
        assert_eq!(read(&lines, unit), ["1 https://a.example/robots.txt false", "3 - true"]);
    }
    let missing = read_urls(Arc::new(LocalFiles), "none.txt".into(), UrlUnit::new(None, 0, 0));
    let items: Vec<_> = missing.unwrap().collect();
    assert!(items.len() == 1 && items[0].is_err(), "a file that is missing is one error");
}

/// The columns of uses are those of a job: what robots.txt says, and `unknown` where nobody knows it.
#[test]
fn uses_are_columns_as_in_a_job() {
    let texts = |values: &[Option<&str>]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
    let sites = ["a", "b", "c", "d"].map(|name| format!("https://{name}.example/robots.txt"));
    let file = "User-agent: *\nContent-Signal: ai-train=no, search=yes\nDisallow: /x\n";
    let [a, b, c, d] = sites.each_ref().map(|site| Some(&**site));
    let urls = ["a", "b", "c", "d"].map(|name| format!("https://{name}.example/"));
    let [in_a, in_b, in_c, in_d] = urls.each_ref().map(|url| Some(&**url));
    let rows = RecordBatch::try_from_iter([
        ("site", texts(&[a, a, b, b, c, c, d, None])),
        (
            "kind",
            texts(&[
                Some("file"),
                None,
                Some("no-file"),
                None,
                Some("unreachable"),
                None,
                None,
                None,
            ]),
        ),
        ("detail", texts(&[None; 8])),
        ("body", texts(&[Some(file), None, None, None, None, None, None, None])),
        ("url", texts(&[None, in_a, None, in_b, None, in_c, in_d, Some("mailto:x")])),
    ]);
    let wanted = vec![Use::Train, Use::Search];
    let crawlers = vec![Crawler::from_token("GPTBot")];
    let decider = Decider::new(crawlers, Profile::GOOGLE, 1 << 20);
    let answers = decider.with_uses(wanted.clone()).decide(&rows.unwrap()).unwrap();
    assert_eq!(answers.schema(), answer_fields(&wanted));
    assert_eq!(use_columns(&wanted), ["use_train", "use_search"]);
    let silent = ["not said", "unknown", "unknown", "unknown"];
    assert_eq!(text(&answers, "use_train"), [&["refused"], &silent[..]].concat());
    assert_eq!(text(&answers, "use_search"), [&["granted"], &silent[..]].concat());
}

#[test]
fn what_cannot_decide_is_refused() {
    let rows = |kind: &str, body: Option<&str>| {
        let text = |value: Option<&str>| Arc::new(StringArray::from(vec![value])) as ArrayRef;
        let site = Some("https://a.example/robots.txt");
        let columns = [
            ("site", text(site)),
            ("kind", text(Some(kind))),
            ("detail", text(None)),
            ("body", text(body)),
            ("url", text(None)),
        ];
        RecordBatch::try_from_iter(columns).unwrap()
    };
    let mut decider =
        Decider::new(vec![Crawler::from_token("Googlebot")], Profile::GOOGLE, 1 << 20);
    for (kind, body, expected) in [
        ("redirect", None, "https://a.example/robots.txt is a redirect; resolve it"),
        ("file", None, "the file of https://a.example/robots.txt has no body"),
        ("page", Some(""), "the kind `page` is not known"),
    ] {
        let error = decider.decide(&rows(kind, body)).unwrap_err().to_string();
        assert_eq!(error, expected);
    }
    assert_eq!(decider.decide(&rows("no-file", None)).unwrap().num_rows(), 0);
    let no_columns = RecordBatch::try_from_iter([("x", rows("file", None).column(0).clone())]);
    let error = records_of_rows(&no_columns.unwrap(), Policy::Google2026).unwrap_err().to_string();
    assert!(error.contains("it needs `url` (or `origin`)"), "{error}");
}

/// Statuses and dates may have any width and unit, and a column of another type is refused by its name.
#[test]
fn columns_of_numbers_and_times_have_any_width() {
    let rows = |status: ArrayRef, date: ArrayRef| {
        let url = Arc::new(StringArray::from(vec!["https://a.example"])) as ArrayRef;
        let robots = Arc::new(StringArray::from(vec!["User-agent: *\n"])) as ArrayRef;
        let columns = [("url", url), ("robots", robots), ("status", status), ("date", date)];
        RecordBatch::try_from_iter(columns).unwrap()
    };
    let read = |status: &ArrayRef, date: &ArrayRef| {
        let records =
            records_of_rows(&rows(Arc::clone(status), Arc::clone(date)), Policy::Google2026)
                .map_err(|error| format!("{:?} {:?}: {error}", error.kind(), error.path()))?;
        let priority = records.column_by_name("priority").unwrap().as_binary::<i32>();
        Ok::<_, String>((text(&records, "kind").remove(0), priority.value(0)[..8].to_vec()))
    };
    let text_date: ArrayRef = Arc::new(StringArray::from(vec!["2026-01-01T00:00:00Z"]));
    let statuses: [ArrayRef; 5] = [
        Arc::new(Int16Array::from(vec![404])),
        Arc::new(Int32Array::from(vec![404])),
        Arc::new(Int64Array::from(vec![404])),
        Arc::new(UInt16Array::from(vec![404])),
        Arc::new(UInt32Array::from(vec![404])),
    ];
    let seconds = 1_767_225_600;
    let dates: [ArrayRef; 5] = [
        Arc::clone(&text_date),
        Arc::new(TimestampSecondArray::from(vec![seconds])),
        Arc::new(TimestampMillisecondArray::from(vec![seconds * 1000]).with_timezone("UTC")),
        Arc::new(TimestampMicrosecondArray::from(vec![seconds * 1_000_000])),
        Arc::new(TimestampNanosecondArray::from(vec![seconds * 1_000_000_000])),
    ];
    let expected = ("no-file".to_owned(), ((seconds * 1000) ^ i64::MIN).to_be_bytes().to_vec());
    for (status, date) in statuses.iter().zip(&dates) {
        assert_eq!(read(status, date).as_ref(), Ok(&expected), "{status:?} {date:?}");
    }
    let error = "Columns None: column `status` has type Utf8; it must be an integer";
    assert_eq!(read(&text_date, &text_date).unwrap_err(), error);
    let days: ArrayRef = Arc::new(Date32Array::from(vec![20_454]));
    let error = "Columns None: column `date` has type Date32; it must be text or a timestamp";
    assert_eq!(read(&statuses[0], &days).unwrap_err(), error);
}

/// The rest of a line that is too long is not known, so it is never taken for a blank one.
#[test]
fn a_long_line_is_a_bad_row_even_if_it_begins_blank() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("robots.jsonl");
    let row = "{\"url\":\"https://a.example\",\"status\":404}\n";
    fs::write(&path, format!("\n{}{row}{row}", " ".repeat(5 << 20))).unwrap();
    let rows = records(&places()[0], &path);
    assert!(rows[0].contains("the line is longer than 4 MiB"), "{rows:?}");
    assert_eq!(rows[1..], ["no-file https://a.example/robots.txt 1"]);
}

/// A file without the column has no URLs, and its rows are not lost.
#[test]
fn a_row_group_without_urls_has_bad_rows() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("names.parquet");
    let names = Arc::new(StringArray::from(vec!["a", "b"])) as ArrayRef;
    let batch = RecordBatch::try_from_iter([("name", names)]).unwrap();
    let mut writer =
        ArrowWriter::try_new(fs::File::create(&path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let unit = UrlUnit::new(Some(0), 0, 2);
    let batches = read_urls(Arc::new(LocalFiles), path, unit).unwrap();
    let rows: Vec<String> = batches.flat_map(|batch| text(&batch.unwrap(), "bad")).collect();
    assert!(
        rows.len() == 2 && rows.iter().all(|row| row.contains("the row has no URL")),
        "{rows:?}"
    );
}
