//! Jobs: the join, bad rows, interruption, memory.

use std::error::Error as _;
use std::path::PathBuf;
use std::slice::from_ref;
use std::{fs, io};

use maycrawl::Crawler;
use maycrawl_table::JobErrorKind::{Columns, Format, Options, Output, Read};
use maycrawl_table::bulk::{BulkJob, BulkSummary, MIN_MEMORY};
use tempfile::TempDir;

use crate::files::{file, gzip, response, rows, write_urls};

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    fn job(&self, robots: &[PathBuf], urls: &[PathBuf], agents: &str) -> BulkJob {
        let crawlers = agents.split(',').map(Crawler::from_token).collect();
        let mut job = BulkJob::new(robots.to_vec(), urls.to_vec(), crawlers, self.path("out"));
        job.memory = MIN_MEMORY;
        job.threads = 2;
        job
    }

    fn bad_rows(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for entry in fs::read_dir(self.path("out/_bad_rows")).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            lines.extend(text.lines().map(str::to_owned));
        }
        lines.sort();
        lines
    }
}

fn run(job: &BulkJob) -> BulkSummary {
    job.run(&|_| {}).unwrap()
}

const A: &str = "User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n";

#[test]
fn urls_are_joined_by_origin_and_decided() {
    let place = Place::new();
    let moved = b"HTTP/1.1 301 Moved\r\nLocation: https://www.r.example/robots.txt\r\n\r\n";
    let lost = b"HTTP/1.1 301 Moved\r\nLocation: https://gone.example/robots.txt\r\n\r\n";
    let round = b"HTTP/1.1 301 Moved\r\nLocation: https://loop.example/robots.txt\r\n\r\n";
    let at = |host: &str, http: &[u8]| {
        response(&format!("https://{host}/robots.txt"), "2026-01-01T00:00:00Z", http)
    };
    let archive = [
        file("a.example", A),
        at("gone4.example", b"HTTP/1.1 404 Not Found\r\n\r\n"),
        at("busy.example", b"HTTP/1.1 503 Busy\r\n\r\n"),
        at("limit.example", b"HTTP/1.1 429 Wait\r\n\r\n"),
        at("r.example", moved),
        file("www.r.example", A),
        at("lost.example", lost),
        at("loop.example", round),
    ];
    let archive: Vec<u8> = archive.iter().flat_map(|record| gzip(record)).collect();
    let robots = place.write("robots.warc.gz", &archive);
    let urls = place.path("urls.parquet");
    write_urls(
        &urls,
        &[
            "https://a.example/a",
            "https://A.example:443/x/../a",
            "https://a.example/b",
            "http://a.example/a",
            "https://gone4.example/",
            "https://busy.example/",
            "https://busy.example/robots.txt",
            "https://limit.example/",
            "https://r.example/a",
            "https://lost.example/",
            "https://loop.example/",
            "https://a.example/b",
        ],
        5,
    );
    let job = place.job(&[robots], &[urls], "Googlebot,GPTBot");
    let summary = run(&job);
    assert_eq!(
        (summary.robots_records, summary.urls, summary.decisions, summary.parts),
        (8, 12, 24, 3)
    );
    let expected = "\
http://a.example/a GPTBot false unknown None unknown
http://a.example/a Googlebot false unknown None unknown
https://A.example:443/x/../a GPTBot false disallowed Some(5) rule
https://A.example:443/x/../a Googlebot false disallowed Some(2) rule
https://a.example/a GPTBot false disallowed Some(5) rule
https://a.example/a Googlebot false disallowed Some(2) rule
https://a.example/b GPTBot false disallowed Some(5) rule
https://a.example/b GPTBot false disallowed Some(5) rule
https://a.example/b Googlebot true allowed None no-rule-matched
https://a.example/b Googlebot true allowed None no-rule-matched
https://busy.example/ GPTBot false disallowed None unreachable-server-error
https://busy.example/ Googlebot false disallowed None unreachable-server-error
https://busy.example/robots.txt GPTBot false disallowed None unreachable-server-error
https://busy.example/robots.txt Googlebot false disallowed None unreachable-server-error
https://gone4.example/ GPTBot true allowed None no-file
https://gone4.example/ Googlebot true allowed None no-file
https://limit.example/ GPTBot false disallowed None unreachable-too-many-requests
https://limit.example/ Googlebot false disallowed None unreachable-too-many-requests
https://loop.example/ GPTBot true allowed None no-file
https://loop.example/ Googlebot true allowed None no-file
https://lost.example/ GPTBot false disallowed None unreachable-network
https://lost.example/ Googlebot false disallowed None unreachable-network
https://r.example/a GPTBot false disallowed Some(5) rule
https://r.example/a Googlebot false disallowed Some(2) rule";
    assert_eq!(rows(&place.path("out")).join("\n"), expected);
    assert_eq!(summary.unknown, 2);
    // The index is gone, and a second run finds the job done.
    assert!(!place.path("out/_robots.sqlite").exists());
    assert_eq!(run(&job).parts_before, 3);
}

/// The order of records makes no difference: the latest wins, and of equal dates the one that allows least.
/// A record that was cut makes its site unreachable, and is counted; so is a file of which nobody can know.
#[test]
fn cut_records_are_counted_and_open_nothing() {
    let place = Place::new();
    let at = |host: &str, http: &str| {
        let url = format!("https://{host}/robots.txt");
        response(&url, "2026-01-01T00:00:00Z", http.as_bytes())
    };
    let short = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", A.len(), &A[..14]);
    let whole = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{A}", A.len());
    let truncated = String::from_utf8(at("mark.example", &whole)).unwrap();
    let truncated = truncated.replacen("WARC-Date", "WARC-Truncated: time\r\nWARC-Date", 1);
    let archive =
        [at("short.example", &short), truncated.into_bytes(), at("whole.example", &whole)].concat();
    let archive = [archive, file("unknown.example", A)].concat();
    let robots = place.write("robots.warc", &archive);
    let hosts =
        ["short", "mark", "whole", "unknown"].map(|host| format!("https://{host}.example/x\n"));
    let urls = place.write("urls.txt", hosts.concat().as_bytes());
    let summary = run(&place.job(from_ref(&robots), from_ref(&urls), "Googlebot"));
    assert_eq!((summary.robots_records, summary.robots_cut, summary.robots_end_unknown), (4, 2, 1));
    assert_eq!((summary.decisions, summary.allowed, summary.robots_bad), (4, 2, 0));
    // What was read is kept with the index, so that a job that continues counts the same.
    fs::remove_file(place.path("out/_summary.json")).unwrap();
    let again = run(&place.job(from_ref(&robots), from_ref(&urls), "Googlebot"));
    assert_eq!((again.robots_cut, again.robots_end_unknown), (2, 1));
}

#[test]
fn one_record_of_an_origin_counts_whatever_the_order() {
    let at =
        |date: &str, http: &str| response("https://a.example/robots.txt", date, http.as_bytes());
    let old = at("2026-01-01T00:00:00Z", "HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /old\n");
    let new =
        at("2026-01-02T00:00:00.500Z", "HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /new\n");
    let none = at("2026-01-02T00:00:00.500Z", "HTTP/1.1 404 Not Found\r\n\r\n");
    let busy = at("2026-01-02T00:00:00.500Z", "HTTP/1.1 500 Error\r\n\r\n");
    for (records, expected) in [
        (vec![&old, &new], "disallowed Some(2) rule"),
        (vec![&old, &none], "allowed None no-file"),
        (vec![&old, &none, &new], "disallowed Some(2) rule"),
        (vec![&new, &busy, &none], "disallowed None unreachable-server-error"),
    ] {
        let mut records = records;
        for _ in 0..records.len() {
            records.rotate_left(1);
            let place = Place::new();
            let archive: Vec<u8> = records.iter().flat_map(|record| (*record).clone()).collect();
            let robots = place.write("robots.warc", &archive);
            let urls = place.write("urls.txt", b"https://a.example/new\n");
            run(&place.job(&[robots], &[urls], "Googlebot"));
            let rows = rows(&place.path("out"));
            assert!(rows[0].contains(expected), "{rows:?}");
        }
    }
}

#[test]
fn bad_rows_are_counted_and_written_with_their_reasons() {
    let place = Place::new();
    let table = "{\"url\":\"https://a.example/\",\"robots\":\"User-agent: *\\nDisallow: /a\"}\n\
                 {\"url\":\"a.example\",\"robots\":\"\"}\n{\"url\":\"https://b.example\"}\n\
                 {\"url\":\"https://c.example\",\"status\":404}\nnothing\n\
                 {\"url\":\"https://d.example\",\"robots\":\"x\",\"date\":\"soon\"}\n";
    let robots = place.write("robots.jsonl", table.as_bytes());
    let text = place.write(
        "urls.txt",
        b"https://a.example/a\n\nmailto:x\n\xff\nhttps://c.example/\n\x1b[31m\n",
    );
    let json = place.write(
        "urls.jsonl",
        b"{\"url\":\"https://a.example/b\"}\n{\"url\":null}\n{\"link\":1}\n[\n",
    );
    let csv = place.write("urls.csv", b"id,url\n1,https://a.example/c\n2,\n3\n");
    let summary = run(&place.job(&[robots], &[text, json, csv], "Googlebot"));
    assert_eq!((summary.robots_records, summary.robots_bad), (2, 4));
    assert_eq!((summary.urls, summary.urls_bad, summary.decisions), (4, 8, 4));
    assert_eq!(
        rows(&place.path("out")),
        [
            "https://a.example/a Googlebot false disallowed Some(2) rule",
            "https://a.example/b Googlebot true allowed None no-rule-matched",
            "https://a.example/c Googlebot true allowed None no-rule-matched",
            "https://c.example/ Googlebot true allowed None no-file",
        ]
    );
    let bad = place.bad_rows();
    assert_eq!(bad.len(), 12, "{bad:#?}");
    let whole = bad.join("\n");
    for part in [
        "\"row\":3,\"rows\":1,\"reason\":\"`mailto:x`: scheme `mailto` has no robots.txt; it exists for http, https and ftp\",\"value\":\"mailto:x\"",
        "\"reason\":\"the URL is not UTF-8\"",
        "\\u001b[31m",
        "\"reason\":\"the row has neither a body nor a status\"",
        "\"reason\":\"the row has no URL\"",
        "\"reason\":\"the date is not of the form 2026-01-31T12:00:00Z\"",
    ] {
        assert!(whole.contains(part), "{part}: {whole}");
    }
}

/// A row group that cannot be decoded is lost with its rows, is counted, and stops nothing.
#[test]
fn a_corrupt_row_group_is_one_bad_row() {
    let place = Place::new();
    let urls: Vec<String> =
        (0..300).map(|n| format!("https://a.example/{}/{n}", "x".repeat(50))).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let path = place.path("urls.parquet");
    write_urls(&path, &urls, 100);
    let mut bytes = fs::read(&path).unwrap();
    // The pages of the second row group.
    let (start, end) = (bytes.len() / 3 + 500, bytes.len() / 3 + 900);
    bytes[start..end].fill(0xff);
    fs::write(&path, bytes).unwrap();
    let robots = place.write("robots.warc", &file("a.example", A));
    let summary = run(&place.job(&[robots], &[path], "Googlebot"));
    assert_eq!(summary.urls + summary.urls_bad, 300, "{summary:?}");
    assert_eq!(summary.urls, rows(&place.path("out")).len() as u64);
    assert!(summary.urls_bad >= 1, "{summary:?}");
}

#[test]
fn inputs_that_cannot_be_used_say_what_to_do() {
    let place = Place::new();
    let good_robots = place.write("robots.warc", &file("a.example", A));
    let good_urls = place.write("urls.txt", b"https://a.example/\n");
    let no_parquet = place.write("broken.parquet", b"PAR1 not really");
    let no_column = place.write("names.csv", b"name\nx\n");
    let other = place.write("urls.xls", b"");
    for (robots, urls, kind, expected) in [
        (&good_robots, &no_parquet, Read, "broken.parquet: not a Parquet file that can be read: "),
        (&no_parquet, &good_urls, Read, "broken.parquet: not a Parquet file that can be read: "),
        (&good_robots, &no_column, Columns, "names.csv: the table has no column `url`"),
        (&good_robots, &other, Format, "urls.xls: the format is not known; name the file"),
        (&good_robots, &good_robots, Format, "robots.warc: a web archive is not a list of URLs"),
        (&good_urls, &good_urls, Format, "urls.txt: a text file has no bodies"),
        (&no_column, &good_urls, Columns, "names.csv: the table has the columns name; it needs"),
        (&place.path("none.warc"), &good_urls, Read, "none.warc: No such file"),
    ] {
        let mut job = place.job(from_ref(robots), from_ref(urls), "Googlebot");
        job.output = place.path("other");
        let error = job.run(&|_| {}).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.path().is_some_and(|path| [robots, urls].contains(&&path.to_owned())));
        assert!(error.to_string().contains(expected), "{expected}: {error}");
        let _ = fs::remove_dir_all(place.path("other"));
    }
    let missing = place.job(&[place.path("none.warc")], from_ref(&good_urls), "Googlebot");
    let error = missing.run(&|_| {}).unwrap_err();
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    assert_eq!(cause.map(io::Error::kind), Some(io::ErrorKind::NotFound));
    let error = place.job(&[], from_ref(&good_urls), "Googlebot").run(&|_| {}).unwrap_err();
    assert_eq!((error.kind(), error.path()), (Options, None));
    let job = place.job(from_ref(&good_robots), from_ref(&good_urls), "Googlebot");
    run(&job);
    let mut other = place.job(&[good_robots], &[good_urls], "GPTBot");
    let error = other.run(&|_| {}).unwrap_err();
    assert_eq!(error.kind(), Output);
    let error = error.to_string();
    assert!(error.contains("a job with other inputs or options"), "{error}");
    other.output = place.folder.path().to_owned();
    let error = other.run(&|_| {}).unwrap_err().to_string();
    assert!(error.contains("is not empty and has no job"), "{error}");
}

/// A job that stops anywhere continues to the same rows: the state after each prefix of its work is tried.
#[test]
fn a_job_continues_from_every_state_of_its_folder() {
    let urls: String =
        (0..50).map(|n| format!("https://a.example/{}{n}\n", ["a", "b"][n % 2])).collect();
    let finish = |place: &Place| {
        let mut job =
            place.job(&[place.path("robots.warc")], &[place.path("urls.txt")], "Googlebot");
        job.part_rows = 10;
        job.threads = 1;
        run(&job)
    };
    let begin = || {
        let place = Place::new();
        place.write("robots.warc", &file("a.example", A));
        place.write("urls.txt", urls.as_bytes());
        place
    };
    let whole = begin();
    assert_eq!(finish(&whole).parts, 5);
    let expected = rows(&whole.path("out"));
    assert_eq!(expected.len(), 50);
    let manifest = fs::read_to_string(whole.path("out/_manifest.jsonl")).unwrap();
    for kept in 0..manifest.len() {
        if !manifest.is_char_boundary(kept)
            || (kept % 37 != 0 && manifest.as_bytes()[kept] != b'\n')
        {
            continue;
        }
        fs::write(whole.path("out/_manifest.jsonl"), &manifest[..kept]).unwrap();
        fs::remove_file(whole.path("out/_summary.json")).unwrap();
        // A cut in the first line cannot happen: it is written before it is renamed.
        if !manifest[..kept].contains('\n') {
            fs::remove_file(whole.path("out/_manifest.jsonl")).unwrap();
            fs::remove_dir_all(whole.path("out")).unwrap();
        }
        let lines =
            manifest[..kept].lines().skip(1).filter(|line| line.ends_with('}')).count() as u64;
        let summary = finish(&whole);
        assert_eq!((summary.parts, summary.urls), (5, 50), "{kept}");
        assert_eq!(summary.parts_before, lines, "{kept}");
        assert_eq!(rows(&whole.path("out")), expected, "{kept}");
    }
}

/// Caches keep their limits although the input is much larger.
#[test]
fn caches_keep_their_share_of_the_memory() {
    let place = Place::new();
    let filler: String =
        (0..2500).map(|n| format!("Disallow: /path/with/{n}/some/length/*/x\n")).collect();
    let sites = 150;
    let archive: Vec<u8> = (0..sites)
        .flat_map(|n| {
            gzip(&file(
                &format!("s{n}.example"),
                &format!("User-agent: *\n{filler}Disallow: /{n}\n"),
            ))
        })
        .collect();
    let robots = place.write("robots.warc.gz", &archive);
    let urls: String =
        (0..2 * sites).map(|n| format!("https://s{}.example/{}\n", n % sites, n % sites)).collect();
    let urls = place.write("urls.txt", urls.as_bytes());
    let mut job = place.job(&[robots], &[urls], "Googlebot");
    job.threads = 1;
    let summary = run(&job);
    assert_eq!(summary.decisions - summary.allowed, 2 * sites as u64);
    assert!(summary.cache.evictions > 0, "{:?}", summary.cache);
    assert!(summary.cache.peak_bytes <= MIN_MEMORY / 4, "{:?}", summary.cache);
}

#[test]
fn every_crawler_of_a_job_has_its_rows() {
    let place = Place::new();
    let robots = place.write(
        "robots.csv",
        b"origin,robots\nhttps://a.example,\"User-agent: CCBot\nDisallow: /\"\n",
    );
    let urls = place.write("urls.txt", b"https://a.example/\n");
    let names = "Googlebot,CCBot,GPTBot,bingbot";
    run(&place.job(&[robots], &[urls], names));
    let rows = rows(&place.path("out"));
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().any(|row| row.contains("CCBot false disallowed Some(2) rule")), "{rows:?}");
    assert!(rows.iter().any(|row| row.contains("bingbot true allowed None no-group")), "{rows:?}");
}

/// What is left of a cut body has fewer rules than the file.
#[test]
fn a_table_that_ends_within_a_robots_txt_is_no_shorter_robots_txt() {
    for (end, is_cut) in [("\"\n", false), ("\"", false), ("", true), ("\n", true)] {
        let place = Place::new();
        let table = format!("origin,robots\nhttps://a.example,\"User-agent: *\nDisallow: /x{end}");
        let robots = place.write("robots.csv", table.as_bytes());
        let urls = place.write("urls.txt", b"https://a.example/y\n");
        let summary = run(&place.job(&[robots], &[urls], "Googlebot"));
        assert_eq!(
            (summary.robots_bad, summary.allowed),
            (u64::from(is_cut), u64::from(!is_cut)),
            "{end:?}"
        );
    }
}
