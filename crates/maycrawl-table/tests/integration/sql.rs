//! SQL: functions against kernels, files as tables, archives, refusals, damaged input, memory.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{
    Array as _, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, LargeStringArray,
    RecordBatch, StringArray, StringViewArray,
};
use datafusion::prelude::SessionContext;
use maycrawl::Crawler;
use maycrawl_table::bulk::{BulkJob, MIN_MEMORY};
use maycrawl_table::sql::{SqlError, SqlSession, SqlSettings, cells, csv, functions, json_lines};
use maycrawl_table::{Kernels, origin, parse};
use proptest::prelude::*;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::files::{file, gzip, response, rows, write_urls};

const A: &str = "User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n";

/// A folder of files, and a session.
struct Place {
    folder: TempDir,
    session: SqlSession,
    runtime: Runtime,
}

impl Place {
    fn new() -> Self {
        let mut settings = SqlSettings::default();
        settings.memory = MIN_MEMORY;
        settings.threads = 2.try_into().unwrap();
        Self {
            folder: TempDir::new().unwrap(),
            session: SqlSession::new(&settings).unwrap(),
            runtime: Runtime::new().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    /// The batches of an answer. `@` in the query stands for the folder.
    fn batches(&self, query: &str) -> Result<Vec<RecordBatch>, SqlError> {
        let query = query.replace('@', self.folder.path().to_str().unwrap());
        self.runtime.block_on(async {
            let mut answer = self.session.query(&query).await?;
            let mut batches = Vec::new();
            while let Some(batch) = answer.next().await.transpose()? {
                batches.push(batch);
            }
            Ok(batches)
        })
    }

    /// The rows of an answer, with a blank between two values.
    fn rows(&self, query: &str) -> Vec<String> {
        let batches = self.batches(query).unwrap_or_else(|error| panic!("{query}: {error}"));
        let rows = batches.iter().flat_map(|batch| cells(batch).unwrap());
        let text = |cell: Option<String>| cell.unwrap_or_else(|| "null".to_owned());
        rows.map(|row| row.into_iter().map(text).collect::<Vec<_>>().join(" ")).collect()
    }

    fn error(&self, query: &str) -> String {
        let error = self.batches(query).map(|batches| format!("{batches:?}")).unwrap_err();
        error.to_string().replace(self.folder.path().to_str().unwrap(), "@")
    }

    fn bad(&self) -> Vec<String> {
        let bad = self.session.bad_records().into_iter();
        bad.map(|bad| format!("{} from {}: {}", bad.records, bad.first.row, bad.first.reason))
            .collect()
    }
}

#[test]
fn functions_give_what_kernels_give_for_every_form_of_a_column() {
    let urls =
        vec![Some("https://e.example/a/b"), Some("mailto:x"), None, Some("http://e.example:80/?q")];
    let text = StringArray::from(urls.clone());
    let bytes = |url: &Option<&'static str>| url.map(str::as_bytes);
    let forms: [ArrayRef; 6] = [
        Arc::new(text.clone()),
        Arc::new(LargeStringArray::from(urls.clone())),
        Arc::new(StringViewArray::from(urls.clone())),
        Arc::new(BinaryArray::from(urls.iter().map(bytes).collect::<Vec<_>>())),
        Arc::new(BinaryViewArray::from(urls.iter().map(bytes).collect::<Vec<_>>())),
        Arc::new(urls.iter().copied().collect::<DictionaryArray<arrow_array::types::Int32Type>>()),
    ];
    let kernels = Arc::new(Kernels::new(1 << 20));
    let (robots, agent) = (StringArray::from(vec![A]), StringArray::from(vec!["Googlebot"]));
    let expected = kernels.verdict(&robots, &agent, &text).unwrap();
    let runtime = Runtime::new().unwrap();
    for form in forms {
        let context = SessionContext::new();
        functions(&kernels).into_iter().for_each(|function| context.register_udf(function));
        let kind = form.data_type().clone();
        context
            .register_batch("urls", RecordBatch::try_from_iter([("url", form)]).unwrap())
            .unwrap();
        let query = format!(
            "SELECT robots_verdict('{A}', 'Googlebot', url) v, robots_allowed('{A}', 'Googlebot', url) a,
             url_origin(url) o FROM urls"
        );
        let batches =
            runtime.block_on(async { context.sql(&query).await.unwrap().collect().await }).unwrap();
        let [batch] = &batches[..] else { panic!("{kind}: {batches:?}") };
        assert_eq!(batch.column(0).as_struct(), &expected, "{kind}");
        let allowed = kernels.allowed(&robots, &agent, &text).unwrap();
        assert_eq!(batch.column(1).as_boolean(), &allowed, "{kind}");
        assert_eq!(batch.column(2).as_string::<i32>(), &origin(&text).unwrap(), "{kind}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn sql_answers_as_the_kernels_do(
        table in prop::collection::vec((
            prop::option::of("(User-agent: (\\*|gptbot)\n)?((Disallow|Allow): /[a-c*$]{0,4}\n){0,3}"),
            prop::option::of("GPTBot|Googlebot|two names|"),
            prop::option::of("https?://[a-c]\\.example(:80)?/[a-c]{0,3}|[a-z:/]{0,6}"),
        ), 0..20)
    ) {
        let column = |values: Vec<Option<String>>| StringArray::from(values);
        let robots = column(table.iter().map(|row| row.0.clone()).collect());
        let agents = column(table.iter().map(|row| row.1.clone()).collect());
        let urls = column(table.iter().map(|row| row.2.clone()).collect());
        let kernels = Arc::new(Kernels::new(1 << 20));
        let verdicts = kernels.verdict(&robots, &agents, &urls).unwrap();
        let parsed = parse(&robots).unwrap();

        let context = SessionContext::new();
        functions(&kernels).into_iter().for_each(|function| context.register_udf(function));
        let columns: [(&str, ArrayRef); 3] =
            [("r", Arc::new(robots)), ("a", Arc::new(agents)), ("u", Arc::new(urls))];
        context.register_batch("t", RecordBatch::try_from_iter(columns).unwrap()).unwrap();
        let batches = Runtime::new().unwrap().block_on(async {
            let query = "SELECT robots_verdict(r, a, u), robots_parse(r) FROM t";
            context.sql(query).await.unwrap().collect().await.unwrap()
        });
        let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
        prop_assert_eq!(rows, table.len());
        if let [batch] = &batches[..] {
            prop_assert_eq!(batch.column(0).as_struct(), &verdicts);
            prop_assert_eq!(batch.column(1).as_struct(), &parsed);
        }
    }
}

#[test]
fn the_delay_of_a_crawler_is_that_of_its_groups() {
    let file = "User-agent: *\nCrawl-delay: 10\n\nUser-agent: CCBot\nCrawl-delay: 0.5\n";
    let robots = StringArray::from(vec![Some(file), Some(file), Some(file), None, Some("")]);
    let agents = ["CCBot", "bingbot", "two names", "CCBot", "CCBot"];
    let agents = StringArray::from(agents.to_vec());
    let delay = Kernels::new(0).delay(&robots, &agents).unwrap();
    assert_eq!(delay.iter().collect::<Vec<_>>(), [Some(0.5), Some(10.0), None, None, None]);
}

#[test]
fn a_wrong_argument_is_named_when_the_query_is_planned() {
    let place = Place::new();
    let rows = [
        (
            "SELECT robots_allowed('', 'a')",
            "robots_allowed(robots, agent, url) takes 3 arguments, not 2",
        ),
        ("SELECT url_origin()", "url_origin(url) takes 1 argument, not 0"),
        ("SELECT robots_text(1)", "robots_text: `robots` has type Int64; it must be text or bytes"),
        ("SELECT log_request(1)", "log_request: `line` has type Int64; it must be text or bytes"),
        (
            "SELECT log_evidence('a', 'b', 'c')",
            "log_evidence: `lines` has type Utf8; it must be a list of text or bytes",
        ),
        (
            "SELECT log_evidence(make_array('a'), 1, 'c')",
            "log_evidence: `site` has type Int64; it must be text or bytes",
        ),
        ("SELECT url_origin(1)", "url_origin: `url` has type Int64; it must be text or bytes"),
        ("SELECT robots_verdict('', 'a', now())", "robots_verdict: `url` has type Timestamp"),
        ("SELECT * FROM warc(1)", "warc takes one path, such as warc('robots.warc.gz')"),
    ];
    for (query, expected) in rows {
        let error = place.error(query);
        assert!(error.starts_with(expected), "{query}: {error}");
    }
}

#[test]
fn constants_are_one_value_and_are_compiled_once() {
    let place = Place::new();
    let query = format!(
        "SELECT count(*) FROM generate_series(1, 50000) AS s (n)
         WHERE robots_allowed('{A}', 'Googlebot', 'https://e.example/' || n)"
    );
    assert_eq!(place.rows(&query), ["50000"]);
    // Two threads may find nothing kept at the same moment.
    assert!(place.session.cache_counters().misses <= 2);
    let verdict = "SELECT v['decision'], v['line'], v['reason'] FROM
        (SELECT robots_verdict('User-agent: *\nDisallow: /', 'a', 'https://e.example/') AS v)";
    assert_eq!(place.rows(verdict), ["disallowed 2 rule"]);
    assert_eq!(place.rows("SELECT robots_allowed(NULL, 'a', 'https://e.example/')"), ["null"]);
}

#[test]
fn each_format_is_a_table() {
    let place = Place::new();
    let urls = ["https://e.example/a", "https://e.example/b"];
    write_urls(&place.path("urls.parquet"), &urls, 1);
    place.write("urls.csv", format!("n,url\n1,{}\n2,{}\n", urls[0], urls[1]));
    place.write("urls.tsv", format!("n\turl\n1\t{}\n2\t{}\n", urls[0], urls[1]));
    place.write("urls.txt", format!("{}\n\n{}\n", urls[0], urls[1]));
    let json = format!("{{\"url\":\"{}\"}}\n{{\"url\":\"{}\"}}\n", urls[0], urls[1]);
    place.write("urls.jsonl", &json);
    place.write("urls.jsonl.gz", gzip(json.as_bytes()));
    place.write("urls.csv.gz", gzip(format!("url\n{}\n{}\n", urls[0], urls[1]).as_bytes()));
    place.write("odd [1]*.csv", format!("url\n{}\n{}\n", urls[0], urls[1]));
    for name in [
        "urls.parquet",
        "urls.csv",
        "urls.tsv",
        "urls.txt",
        "urls.jsonl",
        "urls.jsonl.gz",
        "urls.csv.gz",
        "odd [1]*.csv",
    ] {
        let query = format!(
            "SELECT robots_allowed('{A}', 'Googlebot', url), url FROM '@/{name}' ORDER BY url"
        );
        let expected = [format!("false {}", urls[0]), format!("true {}", urls[1])];
        assert_eq!(place.rows(&query), expected, "{name}");
    }
}

#[test]
fn a_robots_txt_in_csv_has_line_ends() {
    let place = Place::new();
    let body = A.replace('\n', "\r\n");
    let many = "https://e.example/x,short\n".repeat(1000);
    place.write("robots.csv", format!("origin,robots\n{many}https://e.example,\"{body}\"\n"));
    let query =
        "SELECT robots_verdict(robots, 'GPTBot', 'https://e.example/')['line'] FROM '@/robots.csv'
                 WHERE origin = 'https://e.example'";
    assert_eq!(place.rows(query), ["5"]);
}

#[test]
fn a_pattern_reads_all_files_and_refuses_mixed_ones() {
    let place = Place::new();
    place.write("a1.csv", "url,n\nx,1\n");
    place.write("a2.csv", "url,n\ny,none\n");
    assert_eq!(place.rows("SELECT url, n FROM '@/a*.csv' ORDER BY url"), ["x 1", "y none"]);
    place.write("b1.csv", "url,n\nx,1\n");
    place.write("b2.csv", "n,url\n2,y\n");
    assert_eq!(
        place.error("SELECT * FROM '@/b*.csv'"),
        "@/b2.csv has other columns than @/b1.csv, or another order"
    );
    place.write("c1.jsonl", "{\"url\":\"x\"}\n");
    place.write("c2.jsonl", "{\"n\":2,\"url\":\"y\"}\n");
    assert_eq!(place.rows("SELECT url, n FROM '@/c*.jsonl' ORDER BY url"), ["x null", "y 2"]);
    let error = place.error("SELECT * FROM '@/*1.*'");
    assert_eq!(error, "@/a1.csv and @/c1.jsonl have different formats; name them one by one");
}

#[test]
fn what_is_not_there_is_named() {
    let place = Place::new();
    place.write("urls.dat", "x");
    let rows = [
        ("SELECT * FROM '@/none.parquet'", "@/none.parquet: there is no such file"),
        ("SELECT * FROM '@/*.parquet'", "@/*.parquet: no file matches"),
        ("SELECT * FROM '@'", "@ is a folder; name its files, such as '@/*.parquet'"),
        (
            "SELECT * FROM urls",
            "there is no table `urls`; write the path of a file between single quotes",
        ),
        (
            "SELECT * FROM 'https://a.example/x.csv'",
            "https://a.example/x.csv: only files of this machine can be read",
        ),
        (
            "SELECT * FROM 's3://bucket/x.csv'",
            "s3://bucket/x.csv: only files of this machine can be read",
        ),
        ("SELECT * FROM '@/urls.dat'", "@/urls.dat: the format is not known"),
        ("SELECT * FROM warc('@/none.warc')", "@/none.warc: there is no such file"),
        ("SELECT no_such(1)", "no_such"),
        ("SELEC 1", "this is not SQL: "),
        ("", "write one statement; here is none, or more than one"),
        ("SELECT 1; SELECT 2", "write one statement; here is none, or more than one"),
    ];
    for (query, expected) in rows {
        let error = place.error(query);
        assert!(error.starts_with(expected) || error.contains("no_such"), "{query}: {error}");
    }
}

#[test]
fn nothing_is_written_or_changed() {
    let place = Place::new();
    place.write("t.csv", "n\n1\n");
    let statements = [
        "CREATE TABLE x AS SELECT 1",
        "CREATE VIEW x AS SELECT 1",
        "CREATE EXTERNAL TABLE x STORED AS CSV LOCATION '@/x.csv'",
        "COPY (SELECT 1) TO '@/x.csv'",
        "INSERT INTO '@/t.csv' VALUES (2)",
        "DELETE FROM '@/t.csv'",
        "UPDATE '@/t.csv' SET n = 2",
        "DROP TABLE x",
        "SET datafusion.execution.batch_size = 1",
        "RESET datafusion.execution.batch_size",
        "EXPLAIN ANALYZE INSERT INTO '@/t.csv' VALUES (2)",
        "EXPLAIN COPY (SELECT 1) TO '@/x.csv'",
        "WITH a AS (SELECT 1) INSERT INTO '@/t.csv' SELECT * FROM a",
        "SELECT 1 INTO x",
        "PREPARE p AS SELECT 1",
        "BEGIN",
        "TRUNCATE TABLE '@/t.csv'",
    ];
    for statement in statements {
        let error = place.batches(&statement.replace('@', place.folder.path().to_str().unwrap()));
        assert!(error.is_err(), "{statement}");
    }
    assert!(place.error("INSERT INTO '@/t.csv' VALUES (2)").starts_with("INSERT is refused"));
    assert_eq!(fs::read_to_string(place.path("t.csv")).unwrap(), "n\n1\n");
    assert_eq!(fs::read_dir(place.folder.path()).unwrap().count(), 1);
    for statement in [
        "VALUES (1)",
        "EXPLAIN SELECT 1",
        "EXPLAIN ANALYZE SELECT * FROM '@/t.csv'",
        "DESCRIBE '@/t.csv'",
        "SHOW TABLES",
        "SHOW FUNCTIONS LIKE 'abs'",
        "WITH a AS (SELECT 1) SELECT * FROM a;",
    ] {
        assert!(!place.rows(statement).is_empty(), "{statement}");
    }
}

#[test]
fn an_archive_has_a_row_for_each_robots_txt() {
    let place = Place::new();
    let at = |host: &str, http: &[u8]| {
        gzip(&response(&format!("https://{host}/robots.txt"), "2026-01-01T00:00:00Z", http))
    };
    let archive = [
        gzip(&file("a.example", A)),
        at("b.example", b"HTTP/1.1 404 Not Found\r\n\r\n"),
        at("c.example", b"HTTP/1.1 503 Busy\r\n\r\n"),
        at(
            "d.example",
            b"HTTP/1.1 301 Moved\r\nLocation: https://www.d.example/r/robots.txt\r\n\r\n",
        ),
        at("www.d.example/r", b"HTTP/1.1 200 OK\r\n\r\nx"),
        gzip(&response(
            "https://a.example/page",
            "2026-01-01T00:00:00Z",
            b"HTTP/1.1 200 OK\r\n\r\n",
        )),
    ];
    place.write("r.warc.gz", archive.concat());
    place.write("other.name", archive.concat());
    let expected = [
        "https://a.example 2026-01-02T03:04:05Z 200 59 null null null 1",
        "https://b.example 2026-01-01T00:00:00Z 404 null true no-file null 2",
        "https://c.example 2026-01-01T00:00:00Z 503 null false unreachable-server-error null 3",
        "https://d.example 2026-01-01T00:00:00Z 301 null null null https://www.d.example/r/robots.txt 4",
        "null 2026-01-01T00:00:00Z 200 1 null null null 5",
    ];
    for table in ["'@/r.warc.gz'", "warc('@/other.name')"] {
        let query = format!(
            "SELECT origin, date, status, octet_length(robots_text(robots)), allowed, reason, location, record
             FROM {table} ORDER BY record"
        );
        assert_eq!(place.rows(&query), expected);
    }
    let query = "SELECT url_origin(url) = origin, archive FROM '@/r.warc.gz' WHERE record = 1";
    assert_eq!(place.rows(query), [format!("true {}", place.path("r.warc.gz").display())]);
    assert_eq!(place.bad(), [""; 0]);
}

#[test]
fn a_join_gives_what_bulk_gives() {
    let place = Place::new();
    let old = response(
        "https://a.example/robots.txt",
        "2020-01-01T00:00:00Z",
        b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /",
    );
    let at = |host: &str, http: &[u8]| {
        response(&format!("https://{host}/robots.txt"), "2026-01-01T00:00:00Z", http)
    };
    let archive = [
        old,
        file("a.example", A),
        at("b.example", b"HTTP/1.1 404 Not Found\r\n\r\n"),
        at("c.example", b"HTTP/1.1 503 Busy\r\n\r\n"),
        file("e.example", "User-agent: googlebot\nAllow: /a$\nDisallow: /a\n"),
    ];
    let archive: Vec<u8> = archive.iter().flat_map(|record| gzip(record)).collect();
    let robots = place.write("r.warc.gz", &archive);
    let mut urls = Vec::new();
    for host in ["a", "b", "c", "d", "e"] {
        for path in ["", "a", "ab", "a/../b?q", "robots.txt", "%61"] {
            urls.push(format!("https://{host}.example/{path}"));
            urls.push(format!("https://{host}.example:443/{path}"));
            urls.push(format!("http://{host}.example/{path}"));
        }
    }
    write_urls(
        &place.path("urls.parquet"),
        &urls.iter().map(String::as_str).collect::<Vec<_>>(),
        7,
    );

    let crawlers = ["Googlebot", "GPTBot"];
    let mut job = BulkJob::new(
        vec![robots],
        vec![place.path("urls.parquet")],
        crawlers.map(Crawler::from_token).to_vec(),
        place.path("out"),
    );
    job.memory = MIN_MEMORY;
    job.run(&|_| {}).unwrap();

    let query = "
        WITH sites AS (
            SELECT DISTINCT ON (origin) * FROM '@/r.warc.gz' WHERE origin IS NOT NULL
            ORDER BY origin, date DESC
        ), decided AS (
            SELECT u.url, agent, s.origin, s.allowed, s.reason,
                   robots_verdict(s.robots, agent, u.url) AS v
            FROM '@/urls.parquet' u CROSS JOIN (VALUES ('Googlebot'), ('GPTBot')) AS a (agent)
            LEFT JOIN sites s ON url_origin(u.url) = s.origin
        )
        SELECT url, agent, coalesce(allowed, v['allowed'], false),
               CASE coalesce(allowed, v['allowed']) WHEN true THEN 'allowed' WHEN false THEN 'disallowed'
                    ELSE 'unknown' END,
               CASE WHEN v['line'] IS NULL THEN 'None' ELSE concat('Some(', v['line'], ')') END,
               coalesce(reason, v['reason'], 'unknown')
        FROM decided";
    let mut answer = place.rows(query);
    answer.sort();
    assert_eq!(answer.len(), urls.len() * 2);
    assert_eq!(answer, rows(&place.path("out")));
}

#[test]
fn damaged_records_are_counted_once_and_the_others_have_rows() {
    let place = Place::new();
    let good = |host: &str| gzip(&file(host, A));
    let mut cut = gzip(&file("c.example", A));
    cut.truncate(cut.len() - 12);
    let no_http = gzip(&response("https://d.example/robots.txt", "2026-01-01T00:00:00Z", b"junk"));
    let archive = [good("a.example"), no_http, good("b.example"), cut].concat();
    place.write("bad.warc.gz", archive);
    let query = "SELECT count(*) FROM '@/bad.warc.gz' a, '@/bad.warc.gz' b";
    assert_eq!(place.rows(query), ["4"]);
    let [bad] = &place.bad()[..] else { panic!("{:?}", place.bad()) };
    assert!(bad.starts_with("2 from 2: "), "{bad}");

    place.write("page.warc", "<html>not an archive</html>");
    assert_eq!(place.rows("SELECT count(*) FROM '@/page.warc'"), ["0"]);
    assert_eq!(place.bad().len(), 2);
}

#[test]
fn damaged_tables_end_the_query() {
    let place = Place::new();
    let mut csv = gzip(&b"url\n".repeat(200_000));
    csv.truncate(csv.len() / 2);
    place.write("cut.csv.gz", &csv);
    place.write("not.parquet", "PAR1 not really");
    place.write("bad.jsonl", "{\"url\":\"x\"}\n{\"url\":\n");
    place.write("more.csv", "a,b\n1,2\n1,2,3\n");
    for name in ["cut.csv.gz", "not.parquet", "bad.jsonl", "more.csv"] {
        let error = place.error(&format!("SELECT * FROM '@/{name}'"));
        assert!(!error.is_empty() && !error.contains("panicked"), "{name}: {error}");
    }
}

#[test]
fn large_files_and_many_rows_stay_within_the_memory() {
    let place = Place::new();
    // Together twice the memory of the session, and each as large as a file can be.
    let hosts = 2 * MIN_MEMORY / (500 << 10);
    let archive: Vec<u8> = (0..hosts)
        .flat_map(|host| {
            let body = format!("User-agent: *\n{}", format!("Disallow: /{host}\n").repeat(40_000));
            gzip(&file(&format!("h{host}.example"), &body))
        })
        .collect();
    place.write("large.warc.gz", archive);
    let query = "SELECT sum(CAST(robots_allowed(robots, 'x', url || 'x') AS INT)), count(*) FROM '@/large.warc.gz'";
    assert_eq!(place.rows(query), [format!("{hosts} {hosts}")]);
    assert!(place.session.cache_counters().peak_bytes <= MIN_MEMORY / 4);

    // A sort of more rows than the memory holds uses the disk.
    let key = "reverse(CAST(n * 7919 AS VARCHAR) || repeat('x', 20))";
    let query = format!("SELECT n FROM generate_series(1, 3000000) AS s (n) ORDER BY {key}");
    assert_eq!(place.rows(&format!("SELECT count(*) FROM ({query} OFFSET 1)")), ["2999999"]);

    // What cannot be on disk is an error.
    let error = place
        .error("SELECT array_agg(repeat('x', 1000) || n) FROM generate_series(1, 100000) AS s (n)");
    assert!(error.starts_with("the query needs more memory than its limit"), "{error}");
}

#[test]
fn answers_are_csv_and_json() {
    let place = Place::new();
    place.write("t.csv", "a,b\n1,\"x, \"\"y\"\"\"\n2,\n");
    let batches = place.batches(
        "SELECT a, b, CAST('é' AS BYTEA) AS c, named_struct('line', a) AS d, [a, NULL] AS e FROM '@/t.csv' ORDER BY a",
    );
    let batch = &batches.unwrap()[0];
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert_eq!(
        text(csv(batch, true).unwrap()),
        "a,b,c,d,e\n1,\"x, \"\"y\"\"\",é,\"{\"\"line\"\":1}\",\"[1,null]\"\n2,,é,\"{\"\"line\"\":2}\",\"[2,null]\"\n"
    );
    assert_eq!(
        text(json_lines(batch).unwrap()),
        "{\"a\":1,\"b\":\"x, \\\"y\\\"\",\"c\":\"é\",\"d\":{\"line\":1},\"e\":[1,null]}\n\
         {\"a\":2,\"b\":null,\"c\":\"é\",\"d\":{\"line\":2},\"e\":[2,null]}\n"
    );
    let same = place.batches("SELECT a.n, b.n FROM (SELECT 1 AS n) a, (SELECT 2 AS n) b").unwrap();
    let error = json_lines(&same[0]).unwrap_err().to_string();
    assert_eq!(
        error,
        "two columns of the answer are called `n`; give one of them another name: n AS other"
    );
}
