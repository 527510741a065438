//! Surveys: counts, and a report that strangers cannot change.

use std::fs::{self, File};

use arrow_array::cast::AsArray as _;
use arrow_array::types::Int64Type;
use maycrawl_table::survey::Survey;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::files::{file, gzip, response};

/// The value of a column in the row whose first column is `name`.
pub fn cell(folder: &std::path::Path, table: &str, name: &str, column: &str) -> i64 {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(folder.join(table)).unwrap());
    let batch = reader.unwrap().build().unwrap().next().unwrap().unwrap();
    let names = batch.column(0).as_string::<i32>();
    let row = names.iter().position(|value| value == Some(name)).unwrap();
    batch.column_by_name(column).unwrap().as_primitive::<Int64Type>().value(row)
}

#[test]
fn sites_are_counted_and_hostile_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "<script>alert(1)</script>\u{202e}: 1";
    let archive = [
        file("a.example", "User-agent: GPTBot\nDisallow: /\n"),
        file("b.example", "User-agent: *\nDisallow: /\nContent-Signal: search=yes, ai-train=no\n"),
        file("c.example", &format!("User-agent: *\nDisalow: /x\nCrawl-delay: 5\n{hostile}\n")),
        file("d.example", &format!("User-agent: *\nAllow: /\n{hostile}\n{hostile}\n")),
        response(
            "https://e.example/robots.txt",
            "2026-01-01T00:00:00Z",
            b"HTTP/1.1 404 No\r\n\r\n",
        ),
        response(
            "https://f.example/robots.txt",
            "2026-01-01T00:00:00Z",
            b"HTTP/1.1 500 No\r\n\r\n",
        ),
        response("https://f.example/", "2026-01-01T00:00:00Z", b"HTTP/1.1 200 OK\r\n\r\n"),
        response("https://g.example/robots.txt", "2026-01-01T00:00:00Z", b"nonsense"),
    ];
    let archive: Vec<u8> = archive.iter().flat_map(|record| gzip(record)).collect();
    let path = folder.path().join("crawl.warc.gz");
    fs::write(&path, archive).unwrap();
    let out = folder.path().join("out");
    let summary = Survey::new(vec![path], out.clone()).run(&|_| {}).unwrap();
    assert_eq!((summary.records, summary.skipped, summary.bad), (6, 1, 1));
    assert_eq!((summary.sites, summary.files), (6, 4));

    for (table, name, column, expected) in [
        ("crawlers.parquet", "GPTBot", "sites_naming_it", 1),
        ("crawlers.parquet", "GPTBot", "sites_allowing_nothing", 2),
        ("crawlers.parquet", "Googlebot", "sites_allowing_nothing", 1),
        ("crawlers.parquet", "Googlebot", "sites_allowing_a_part", 1),
        ("crawlers.parquet", "Googlebot", "sites_allowing_everything", 2),
        ("purposes.parquet", "ai-training", "sites_blocking_one", 2),
        ("fields.parquet", "crawl-delay", "sites", 1),
        ("fields.parquet", "user-agent", "lines", 4),
        ("outcomes.parquet", "file", "sites", 4),
        ("outcomes.parquet", "no-file", "sites", 1),
        ("outcomes.parquet", "unreachable-server-error", "sites", 1),
        ("lints.parquet", "R101", "sites", 1),
        ("uses.parquet", "train", "sites_refusing", 1),
        ("uses.parquet", "search", "sites_granting", 1),
        ("uses.parquet", "input", "sites_silent", 3),
        ("uses.parquet", "input", "sites_closing_the_path", 1),
    ] {
        assert_eq!(cell(&out, table, name, column), expected, "{table} {name} {column}");
    }

    let report = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(report.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{report}");
    assert!(!report.contains("<script") && !report.contains('\u{202e}'), "{report}");
    assert!(report.contains("default-src 'none'; style-src 'sha256-"), "{report}");
    // Nothing is loaded: the only address is the name of the SVG namespace.
    let addresses = report.matches("http").count();
    assert_eq!(
        addresses,
        report.matches("http://www.w3.org/2000/svg").count() + report.matches("http-equiv").count()
    );
    assert!(report.contains(">train: refused</text>") && !report.contains("not said"), "{report}");
    assert!(report.matches("<svg ").count() >= 6 && report.ends_with("</html>\n"));
    let bad = fs::read_to_string(out.join("_bad_rows/records.jsonl")).unwrap();
    assert!(bad.contains("https://g.example/robots.txt"), "{bad}");
}
