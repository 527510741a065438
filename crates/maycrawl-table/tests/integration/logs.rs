//! Logs as tables: what the kernel reads is what the reader of logs reads, and the rows of Parquet files come back as
//! lines.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int32Type, TimestampMillisecondType};
use arrow_array::{Array as _, ArrayRef, RecordBatch, StringArray, TimestampMillisecondArray};
use maycrawl_audit::log::{LogOptions, LogReader};
use maycrawl_table::JobErrorKind;
use maycrawl_table::logs::{evidence, evidence_lines, json_lines, requests};
use parquet::arrow::ArrowWriter;
use proptest::prelude::*;

const LINES: [&str; 5] = [
    r#"192.0.2.7 - - [25/Nov/2026:08:00:00 +0000] "GET /a?b HTTP/1.1" 200 5 "-" "GPTBot/1.2""#,
    r#"{"ClientIP":"192.0.2.7","ClientRequestHost":"shop.example","ClientRequestMethod":"GET","ClientRequestURI":"/b","EdgeStartTimestamp":"2026-11-25T08:00:00Z","EdgeResponseStatus":200,"ClientRequestUserAgent":"CCBot/2.0"}"#,
    "#Fields: date time cs-uri-stem",
    "",
    "what is this?",
];

#[test]
fn each_part_of_a_line_has_its_column() {
    let read = requests(&StringArray::from(LINES.to_vec())).unwrap();
    let text = |name: &str, row: usize| {
        let column = read.column_by_name(name).unwrap().as_string::<i32>();
        column.is_valid(row).then(|| column.value(row).to_owned())
    };
    for (row, crawler, target, error) in [
        (0, Some("GPTBot"), Some("/a?b"), false),
        (1, Some("CCBot"), Some("/b"), false),
        (2, None, None, false),
        (3, None, None, false),
        (4, None, None, true),
    ] {
        assert_eq!(text("crawler", row).as_deref(), crawler, "{row}");
        assert_eq!(text("target", row).as_deref(), target, "{row}");
        assert_eq!(text("error", row).is_some(), error, "{row}");
    }
    let time = read.column_by_name("time").unwrap().as_primitive::<TimestampMillisecondType>();
    assert_eq!(time.value(0), 1_795_593_600_000);
    assert_eq!(read.column_by_name("status").unwrap().as_primitive::<Int32Type>().value(0), 200);
}

proptest! {
    #[test]
    fn the_kernel_reads_what_the_reader_reads(lines in proptest::collection::vec(".{0,120}", 1..8)) {
        let lines: Vec<String> = lines.into_iter().chain(LINES.map(str::to_owned)).collect();
        let read = requests(&StringArray::from(lines.clone())).unwrap();
        let target = read.column_by_name("target").unwrap().as_string::<i32>();
        let error = read.column_by_name("error").unwrap();
        for (row, line) in lines.iter().enumerate() {
            let expected = LogReader::new(LogOptions::default()).read(line.as_bytes());
            prop_assert_eq!(error.is_valid(row), expected.is_err());
            let found = target.is_valid(row).then(|| target.value(row));
            let expected = expected.ok().flatten().map(|it| it.target.into_owned());
            prop_assert_eq!(found.map(str::to_owned), expected);
        }
    }
}

fn parquet(columns: Vec<(&str, ArrayRef)>) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer = ArrowWriter::try_new(file.reopen().unwrap(), batch.schema(), None).unwrap();
    for _ in 0..3 {
        writer.write(&batch).unwrap();
        // A row group each, so that a reader has to go from one to the next.
        writer.flush().unwrap();
    }
    writer.close().unwrap();
    file
}

#[test]
fn rows_of_a_parquet_log_are_read_as_json() {
    let text = |text: &str| Arc::new(StringArray::from(vec![text; 700])) as ArrayRef;
    let time = TimestampMillisecondArray::from(vec![1_795_593_600_000; 700]).with_timezone("UTC");
    let file = parquet(vec![
        ("ClientIP", text("192.0.2.7")),
        ("ClientRequestHost", text("shop.example")),
        ("ClientRequestMethod", text("GET")),
        ("ClientRequestURI", text("/\u{e9}\n\"")),
        ("EdgeStartTimestamp", Arc::new(time) as ArrayRef),
        ("ClientRequestUserAgent", text("CCBot/2.0")),
    ]);
    let lines = BufReader::new(json_lines(file.path()).unwrap()).lines();
    let mut reader = LogReader::new(LogOptions::default());
    let mut count = 0;
    for line in lines {
        let line = line.unwrap();
        let request = reader.read(line.as_bytes()).unwrap().unwrap();
        assert_eq!(request.time.as_millisecond(), 1_795_593_600_000);
        assert_eq!(request.target, "/%C3%A9%0A\"");
        count += 1;
    }
    assert_eq!(count, 2100);
}

#[test]
fn what_is_no_evidence_or_no_parquet_is_refused() {
    let file = parquet(vec![("a", Arc::new(StringArray::from(vec!["x"])) as ArrayRef)]);
    let error = evidence_lines(file.path()).err().unwrap();
    assert_eq!(error.kind(), JobErrorKind::Columns);
    let empty = tempfile::NamedTempFile::new().unwrap();
    assert_eq!(json_lines(empty.path()).err().unwrap().kind(), JobErrorKind::Read);
    // A file that is cut ends in an error, not in fewer rows.
    let length = file.as_file().metadata().unwrap().len();
    File::options().write(true).open(file.path()).unwrap().set_len(length - 20).unwrap();
    let whole = json_lines(file.path())
        .map_err(|_| ())
        .and_then(|mut lines| lines.read_to_end(&mut Vec::new()).map_err(|_| ()));
    assert!(whole.is_err());
}

fn lists(logs: &[Option<&[&str]>]) -> arrow_array::ListArray {
    let mut lists =
        arrow_array::builder::ListBuilder::new(arrow_array::builder::StringBuilder::new());
    for log in logs {
        for line in log.iter().copied().flatten() {
            lists.values().append_value(line);
        }
        lists.append(log.is_some());
    }
    lists.finish()
}

#[test]
fn each_list_is_judged_as_one_log() {
    let line = |time: &str, path: &str| {
        format!(
            r#"192.0.2.7 - - [25/Nov/2026:{time} +0000] "GET {path} HTTP/1.1" 200 5 "-" "CCBot/2.0""#
        )
    };
    let [read, early, late] = [("08:00:00", "/robots.txt"), ("07:00:00", "/x"), ("09:00:00", "/x")]
        .map(|(at, path)| line(at, path));
    let (all, one): ([&str; 4], [&str; 1]) = ([&late, "what?", &read, &early], [&late]);
    let logs = lists(&[Some(&all), None, Some(&one), Some(&one), Some(&[])]);
    let site = "https://shop.example";
    let sites =
        StringArray::from(vec![Some(site), Some(site), Some(site), Some("no origin"), Some(site)]);
    let robots = StringArray::from(vec!["User-agent: *\nDisallow: /x\n"]);
    let found = evidence(&logs, &sites, &robots).unwrap();
    let classes = |row: usize| -> Vec<String> {
        let rows = found.value(row);
        let class = rows.as_struct().column_by_name("class").unwrap().as_string::<i32>();
        class.iter().flatten().map(str::to_owned).collect()
    };
    // In the order of time, whatever that of the lines is.
    assert_eq!(classes(0), ["disobeyed-reading-not-known", "disobeyed-after-reading"]);
    assert_eq!(classes(2), ["disobeyed-reading-not-known"]);
    assert!(found.is_null(1) && found.is_null(3), "no lines, and no site");
    assert!(found.is_valid(4) && found.value(4).is_empty());
    let wrong = evidence(&StringArray::from(vec!["a"]), &sites, &robots).unwrap_err();
    assert_eq!(wrong.to_string(), "`lines` has type Utf8; it must be a list of text or bytes");
    let two = StringArray::from(vec![site, site]);
    assert!(evidence(&logs, &two, &robots).is_err());
}
