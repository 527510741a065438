//! `maycrawl sql` as a process: formats, notes, warnings, exit statuses, interruption.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::support::{Folder, Run, command, maycrawl};

const A: &str = "User-agent: *\nDisallow: /a\n";

/// A record of an archive, compressed alone.
fn record(host: &str, http: &str) -> Vec<u8> {
    let text = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://{host}/robots.txt\r\n\
         WARC-Date: 2026-01-02T03:04:05Z\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    );
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn archive() -> Vec<u8> {
    [
        record("a.example", &format!("HTTP/1.1 200 OK\r\n\r\n{A}")),
        record("b.example", "HTTP/1.1 404 Not Found\r\n\r\n"),
        record("c.example", "HTTP/1.1 503 Busy\r\n\r\n"),
    ]
    .concat()
}

/// Runs a query in a folder with these files. The folder is `@` in the query, and in what is printed.
fn sql(files: &[(&str, &[u8])], options: &[&str], query: &str) -> Run {
    let folder = Folder::new();
    for (name, bytes) in files {
        fs::write(folder.0.join(name), bytes).unwrap();
    }
    let path = folder.0.to_str().unwrap();
    let query = query.replace('@', path);
    let mut run = maycrawl(&[&["sql", "--threads", "1"], options, &[&query]].concat(), b"");
    run.stdout = run.stdout.replace(path, "@");
    run.stderr = run.stderr.replace(path, "@");
    run
}

#[test]
fn a_table_has_80_columns() {
    let long = format!("https://a.example/{}", "x".repeat(100));
    let urls =
        format!("url\nhttps://a.example/a\n{long}\nhttps://b.example/\nhttps://d.example/\n");
    let files = [("r.warc.gz", &archive()[..]), ("urls.csv", urls.as_bytes())];
    let query = "
        SELECT u.url, coalesce(r.allowed, robots_allowed(r.robots, 'GPTBot', u.url), false) AS allowed, r.status
        FROM '@/urls.csv' u LEFT JOIN '@/r.warc.gz' r ON url_origin(u.url) = r.origin ORDER BY u.url";
    screen!("sql_table", sql(&files, &[], query));
    screen!("sql_first_rows", sql(&files, &["--rows", "2"], query));
    screen!("sql_csv", sql(&files, &["--format", "csv"], query));
    screen!("sql_json", sql(&files, &["--format", "json"], query));
}

#[test]
fn many_columns_are_blocks() {
    let archive = archive();
    let files = [("r.warc.gz", &archive[..])];
    screen!("sql_blocks", sql(&files, &[], "SELECT * FROM '@/r.warc.gz' ORDER BY origin"));
    let none =
        sql(&files, &["--format", "csv"], "SELECT url, status FROM '@/r.warc.gz' WHERE false");
    assert_eq!(none.screen(), "url,status\n--- status 0");
}

#[test]
fn damaged_records_are_told_and_change_the_status() {
    let mut cut = archive();
    cut.truncate(cut.len() - 5);
    let run = sql(&[("cut.warc.gz", &cut)], &[], "SELECT count(*) AS sites FROM '@/cut.warc.gz'");
    screen!("sql_damaged", run);
}

#[test]
fn errors_say_what_is_wrong() {
    let files = [("t.csv", &b"n\n1\n"[..])];
    let queries = [
        "SELECT * FROM '@/none.csv'",
        "SELECT * FROM t",
        "SELECT * FROM urls.parquet",
        "SELECT CAST('x' AS INT)",
        "SELECT m FROM '@/t.csv'",
        "SELEC 1",
        "INSERT INTO '@/t.csv' VALUES (2)",
        "COPY (SELECT 1) TO '@/x.csv'",
        "SET a.b = 1",
        "SELECT robots_allowed(n, 'a', 'b') FROM '@/t.csv'",
        "SELECT no_function(1)",
        "SELECT 1; SELECT 2",
        "SELECT array_agg(repeat('x', 1000) || n) FROM generate_series(1, 100000) AS s (n)",
    ];
    let screens = queries.map(|query| {
        let run = sql(&files, &["--memory", "32M"], query);
        assert_eq!(run.status, 2, "{query}");
        assert_eq!(run.stdout, "", "{query}");
        let error = run.stderr.lines().next().unwrap_or_default().to_owned();
        // How much memory each part had when the limit was reached is not always the same.
        let error = error.split(" limit: ").next().unwrap_or_default();
        format!("{query}\n{error}\n")
    });
    screen_text!("sql_errors", screens.join("\n"));
    let small = sql(&files, &["--memory", "1M"], "SELECT 1");
    assert_eq!(small.screen(), "--- stderr\nerror: --memory must be 32M or more\n--- status 2");
    let neither = maycrawl(&["sql"], b"");
    assert_eq!(neither.status, 2);
    assert!(neither.stderr.contains("QUERY"), "{}", neither.stderr);
}

#[test]
fn a_query_is_read_from_a_file_or_standard_input() {
    let run = maycrawl(&["sql", "--file", "-", "--format", "csv"], b"SELECT 1 AS n -- one\n;");
    assert_eq!(run.screen(), "n\n1\n--- status 0");
    let run = maycrawl(&["sql", "--file", "/none.sql"], b"");
    assert_eq!(
        run.screen(),
        "--- stderr\nerror: cannot read /none.sql: there is no such file\n--- status 2"
    );
}

#[test]
fn control_characters_are_escaped_for_people_and_kept_for_programs() {
    let query = "SELECT chr(27) || '[2J' || chr(10) || 'x' AS n";
    let text = maycrawl(&["sql", "--quiet", query], b"");
    assert!(!text.stdout.contains('\u{1b}'), "{:?}", text.stdout);
    assert_eq!(text.stdout.lines().count(), 2, "{:?}", text.stdout);
    let csv = maycrawl(&["sql", "--format", "csv", query], b"");
    assert_eq!(csv.stdout, "n\n\"\u{1b}[2J\nx\"\n");
}

/// A reader that has enough ends the query, and a query that waits for a pipe can be interrupted.
#[cfg(unix)]
#[test]
fn an_unfinished_query_ends() {
    let mut child =
        command(&["sql", "--format", "csv", "SELECT * FROM generate_series(1, 1000000000)"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
    let mut first = [0; 6];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert!(child.wait().unwrap().success());

    let folder = Folder::new();
    let pipe = folder.0.join("r.warc");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let query = format!("SELECT * FROM '{}'", pipe.display());
    let child = command(&["sql", &query]).stderr(Stdio::piped()).spawn().unwrap();
    // The query has opened the pipe, and waits for what never comes.
    let _open = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr, "error: interrupted; the answer is not complete\n");
    assert_eq!(output.status.code(), Some(2));
}
