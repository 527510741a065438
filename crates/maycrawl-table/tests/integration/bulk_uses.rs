//! Jobs that ask about uses: the columns `use_*`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{Crawler, RobotsTxt};
use maycrawl_table::JobErrorKind;
use maycrawl_table::bulk::{BulkJob, BulkSummary, MIN_MEMORY};
use maycrawl_table::survey::Survey;
use maycrawl_uses::{Evidence, Outcome, Readings, Use, speaks_of_uses};
use tempfile::TempDir;

use crate::files::{file, response, texts};
use crate::survey::cell;

/// A job in `folder` with these records and URLs.
fn job(folder: &Path, records: &[u8], urls: &str, agents: &[&str], wanted: &[Use]) -> BulkJob {
    let [robots, list] = ["robots.warc", "urls.txt"].map(|name| folder.join(name));
    if !robots.exists() {
        fs::write(&robots, records).unwrap();
        fs::write(&list, urls).unwrap();
    }
    let crawlers = agents.iter().map(|agent| Crawler::from_token(agent)).collect();
    let mut job = BulkJob::new(vec![robots], vec![list], crawlers, folder.join("out"));
    job.uses = wanted.to_vec();
    job.memory = MIN_MEMORY;
    job.threads = 1;
    job
}

fn run(job: &BulkJob) -> BulkSummary {
    job.run(&|_| {}).unwrap()
}

const TRAIN_AND_SEARCH: [&str; 4] = ["url", "agent", "use_train", "use_search"];

#[test]
fn each_use_has_a_column_with_what_the_site_says() {
    let folder = TempDir::new().unwrap();
    let status = |host: &str, http: &str| {
        let url = format!("https://{host}/robots.txt");
        response(&url, "2026-01-01T00:00:00Z", http.as_bytes())
    };
    let records = [
        file("signal.example", "User-agent: *\nContent-Signal: ai-train=no, search=yes\n"),
        file("license.example", "User-agent: *\nLicense: https://license.example/rsl.xml\n"),
        file(
            "both.example",
            "User-agent: *\nContent-Signal: ai-train=yes\nContent-Usage: train-ai=n\n",
        ),
        file("gptbot.example", "User-agent: GPTBot\nContent-Usage: train-ai=n\nAllow: /\n"),
        file("rules.example", "User-agent: *\nDisallow: /closed\n"),
        file("usage.example", "User-agent: *\nContent-Usage: train-ai=n\nDisallow: /closed\n"),
        status("none.example", "HTTP/1.1 404 Not Found\r\n\r\n"),
        status("busy.example", "HTTP/1.1 503 Busy\r\n\r\n"),
    ];
    let urls = "https://signal.example/\nhttps://license.example/\nhttps://both.example/\n\
                https://gptbot.example/\nhttps://rules.example/closed\nhttps://rules.example/open\n\
                https://usage.example/closed\nhttps://none.example/\nhttps://busy.example/\n\
                https://busy.example/robots.txt\nhttps://missing.example/\n";
    let wanted = [Use::Train, Use::Search];
    let agents = ["GPTBot", "CCBot"];
    let job = job(folder.path(), &records.concat(), urls, &agents, &wanted);
    assert_eq!(run(&job).decisions, 22);
    let (names, rows) = texts(&job.output, &TRAIN_AND_SEARCH);
    assert_eq!(names[4..], ["line", "reason", "use_train", "use_search"]);
    let expected = [
        ("both.example/", "CCBot", "conflict", "not said"),
        ("both.example/", "GPTBot", "conflict", "not said"),
        ("busy.example/", "CCBot", "unknown", "unknown"),
        ("busy.example/", "GPTBot", "unknown", "unknown"),
        ("busy.example/robots.txt", "CCBot", "unknown", "unknown"),
        ("busy.example/robots.txt", "GPTBot", "unknown", "unknown"),
        ("gptbot.example/", "CCBot", "not said", "not said"),
        ("gptbot.example/", "GPTBot", "refused", "not said"),
        ("license.example/", "CCBot", "conditional", "conditional"),
        ("license.example/", "GPTBot", "conditional", "conditional"),
        ("missing.example/", "CCBot", "unknown", "unknown"),
        ("missing.example/", "GPTBot", "unknown", "unknown"),
        ("none.example/", "CCBot", "not said", "not said"),
        ("none.example/", "GPTBot", "not said", "not said"),
        ("rules.example/closed", "CCBot", "not applicable", "not applicable"),
        ("rules.example/closed", "GPTBot", "not applicable", "not applicable"),
        ("rules.example/open", "CCBot", "not said", "not said"),
        ("rules.example/open", "GPTBot", "not said", "not said"),
        ("signal.example/", "CCBot", "refused", "granted"),
        ("signal.example/", "GPTBot", "refused", "granted"),
        ("usage.example/closed", "CCBot", "not applicable", "not applicable"),
        ("usage.example/closed", "GPTBot", "not applicable", "not applicable"),
    ];
    let expected = expected.map(|(url, agent, train, search)| {
        [format!("https://{url}"), agent.into(), train.into(), search.into()].to_vec()
    });
    assert_eq!(rows, expected);
}

/// A crawler that ignores robots.txt may fetch whatever the file is. What the file says stays unknown.
#[test]
fn a_site_that_nobody_read_is_unknown_also_for_crawlers_that_may_fetch_it() {
    let folder = TempDir::new().unwrap();
    let url = "https://busy.example/robots.txt";
    let records = response(url, "2026-01-01T00:00:00Z", b"HTTP/1.1 503 Busy\r\n\r\n");
    let mut job = job(folder.path(), &records, "https://busy.example/\n", &["A"], &[Use::Train]);
    job.crawlers = vec![Crawler::from_token("Google-Read-Aloud")];
    assert!(job.crawlers[0].ignores_robots_txt());
    assert_eq!(run(&job).allowed, 1);
    assert_eq!(texts(&job.output, &["decision", "use_train"]).1, [["allowed", "unknown"]]);
}

/// Answers of a small generator: numbers below a bound.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

/// Whether a file is kept beside its rules or not, the answers are those of `maycrawl_uses::ask`.
#[test]
fn answers_are_those_of_the_library_for_files_of_any_kind() {
    const RULES: [&str; 9] = [
        "User-agent: *",
        "User-agent: GPTBot",
        "User-agent: google-extended",
        "Disallow: /",
        "Disallow: /a",
        "Allow: /a/b",
        "Allow: /",
        "Crawl-delay: 1",
        "Sitemap: https://x.example/",
    ];
    const SIGNALS: [&str; 8] = [
        "Content-Signal: ai-train=yes, search=no",
        "Content-Signal: ai-train=no, search=yes",
        "content-signal : ai-input=yes",
        "Content-Usage: train-ai=n",
        "Content-Usage: /a train-ai=y, search=n",
        "Content-Usage train-ai=n",
        "License: https://x.example/rsl.xml",
        "License: rsl.xml",
    ];
    let mut numbers = Numbers(7);
    let mut file_of = |n: usize| {
        let with_signals = n.is_multiple_of(2);
        let lines = 1 + numbers.below(12);
        let line = |_| match with_signals && numbers.below(2) == 0 {
            true => format!("{}\n", SIGNALS[numbers.below(SIGNALS.len())]),
            false => format!("{}\n", RULES[numbers.below(RULES.len())]),
        };
        (0..lines).map(line).collect::<String>()
    };
    let files: Vec<String> = (0..400).map(&mut file_of).collect();
    let records: Vec<u8> = files
        .iter()
        .enumerate()
        .flat_map(|(n, body)| file(&format!("s{n}.example"), body))
        .collect();
    let paths = ["/", "/a", "/a/b", "/robots.txt"];
    let url = |n: usize, path: &str| format!("https://s{n}.example{path}");
    let urls = (0..files.len()).flat_map(|n| paths.map(|path| url(n, path) + "\n"));
    let urls: String = urls.collect();
    // A control token makes a statement of rules, so with it every file is kept.
    for (agents, kept) in [(&["GPTBot", "CCBot"][..], false), (&["CCBot", "Google-Extended"], true)]
    {
        let folder = TempDir::new().unwrap();
        let job = job(folder.path(), &records, &urls, agents, &Use::ALL);
        run(&job);
        let columns =
            ["url", "agent", "use_train", "use_input", "use_search", "use_index", "use_tdm"];
        let (_, rows) = texts(&job.output, &columns);
        let rows: HashMap<_, _> =
            rows.iter().map(|row| ((&*row[0], &*row[1]), &row[2..])).collect();
        assert_eq!(rows.len(), files.len() * paths.len() * 2);
        let (mut silent, mut outcomes) = (0, HashMap::new());
        for (n, body) in files.iter().enumerate() {
            let robots = RobotsTxt::parse(body.as_bytes());
            let speaks = |crawler| speaks_of_uses(&robots, crawler);
            silent += usize::from(!job.crawlers.iter().any(speaks));
            let evidence = Evidence { robots: Some(&robots), ..Evidence::default() };
            for (path, crawler) in
                paths.iter().flat_map(|path| job.crawlers.iter().map(move |it| (path, it)))
            {
                let text = url(n, path);
                let asked = AskedUrl::read(&text, Schemes::Fetched).unwrap();
                let ask = |wanted| {
                    maycrawl_uses::ask(&evidence, crawler, &asked, wanted, Readings::DEFAULT)
                        .outcome
                };
                let expected = Use::ALL.map(ask);
                let found = rows[&(&*text, crawler.token())];
                assert_eq!(found, expected.map(Outcome::name), "{crawler:?} {path}\n{body}");
                for outcome in expected {
                    *outcomes.entry(outcome).or_insert(0) += 1;
                }
            }
        }
        assert_eq!(outcomes.len(), Outcome::ALL.len(), "{outcomes:?}");
        assert_eq!(silent > 100, !kept, "{silent}");
    }
}

#[test]
fn a_job_continues_with_the_same_uses_only() {
    let body = "User-agent: *\nContent-Signal: ai-train=no, search=yes\n";
    let urls: String = (0..50).map(|n| format!("https://a.example/{n}\n")).collect();
    let folder = TempDir::new().unwrap();
    let wanted = [Use::Train, Use::Search];
    let mut job = job(folder.path(), &file("a.example", body), &urls, &["GPTBot"], &wanted);
    job.part_rows = 10;
    assert_eq!(run(&job).parts, 5);
    let (_, expected) = texts(&job.output, &TRAIN_AND_SEARCH);
    let manifest = job.output.join("_manifest.jsonl");
    let text = fs::read_to_string(&manifest).unwrap();
    let begun: String = text.split_inclusive('\n').take(3).collect();
    fs::write(&manifest, begun).unwrap();
    fs::remove_file(job.output.join("_summary.json")).unwrap();
    let summary = run(&job);
    assert!(summary.parts == 5 && (1..5).contains(&summary.parts_before), "{summary:?}");
    assert_eq!(texts(&job.output, &TRAIN_AND_SEARCH).1, expected);
    for other in [&[][..], &[Use::Train], &[Use::Search, Use::Train]] {
        job.uses = other.to_vec();
        let error = job.run(&|_| {}).unwrap_err();
        assert_eq!(error.kind(), JobErrorKind::Output, "{other:?}");
    }
    job.uses = vec![Use::Train, Use::Train];
    assert_eq!(job.run(&|_| {}).unwrap_err().kind(), JobErrorKind::Options);
}

/// Without uses nothing is kept, no column is added, and the manifest is that of jobs that were begun before.
#[test]
fn files_are_kept_and_counted_only_where_uses_need_them() {
    let filler = "Disallow: /a/long/path/of/no/use\n".repeat(100);
    let silent = format!("User-agent: *\n{filler}");
    let speaking = format!("{silent}Content-Signal: ai-train=no\n");
    let mut bytes = Vec::new();
    for (body, wanted) in
        [(&silent, &[][..]), (&silent, &[Use::Train]), (&speaking, &[]), (&speaking, &[Use::Train])]
    {
        let folder = TempDir::new().unwrap();
        let records = file("a.example", body);
        let job = job(folder.path(), &records, "https://a.example/\n", &["GPTBot"], wanted);
        bytes.push(run(&job).cache.peak_bytes);
        let manifest = fs::read_to_string(job.output.join("_manifest.jsonl")).unwrap();
        assert_eq!(manifest.contains("\"uses\""), !wanted.is_empty(), "{manifest}");
        assert_eq!(texts(&job.output, &["url"]).0.len(), 6 + wanted.len());
    }
    assert_eq!(bytes[0], bytes[1]);
    assert!(bytes[3] >= bytes[2] + speaking.len(), "{bytes:?}");
}

/// What was cut may refuse what the rest grants: jobs, functions, tables of archives and surveys answer as the library
/// does.
#[test]
fn what_is_cut_grants_nothing_wherever_it_is_asked() {
    let grants = "User-agent: *\nContent-Signal: ai-train=yes\n";
    let cut = "x=y,".repeat(5_000);
    let filler = "# filler\n".repeat(60_000);
    let rows = [
        ("whole", grants.to_owned(), "granted"),
        ("line", format!("{grants}Content-Signal: {cut}\n"), "conditional"),
        ("usage", format!("{grants}Content-Usage: {cut}\n"), "conditional"),
        ("file", format!("{grants}{filler}"), "conditional"),
        // Without a signal it would be kept as rules alone.
        ("silent", format!("User-agent: *\nAllow: /\n{filler}"), "conditional"),
        ("refused", format!("User-agent: *\nContent-Signal: ai-train=no\n{filler}"), "refused"),
    ];
    let folder = TempDir::new().unwrap();
    let host = |name: &str| format!("{name}.example");
    let records: Vec<u8> = rows.iter().flat_map(|row| file(&host(row.0), &row.1)).collect();
    let urls: String = rows.iter().map(|row| format!("https://{}/\n", host(row.0))).collect();
    let job = job(folder.path(), &records, &urls, &["GPTBot"], &[Use::Train]);
    run(&job);
    let (_, found) = texts(&job.output, &["url", "use_train"]);
    let mut expected =
        rows.each_ref().map(|row| vec![format!("https://{}/", host(row.0)), row.2.into()]);
    expected.sort();
    assert_eq!(found, expected);

    #[cfg(feature = "sql")]
    {
        use maycrawl_table::sql::{SqlSession, SqlSettings, cells};
        use tokio::runtime::Runtime;

        let archive = job.robots[0].to_str().unwrap();
        let session = SqlSession::new(&SqlSettings::default()).unwrap();
        let query = format!(
            "SELECT url, robots_use(robots, 'GPTBot', '/', 'train')['outcome'] FROM warc('{archive}') ORDER BY url"
        );
        let found: Vec<Vec<Option<String>>> = Runtime::new().unwrap().block_on(async {
            let mut answer = session.query(&query).await.unwrap();
            let mut rows = Vec::new();
            while let Some(batch) = answer.next().await.transpose().unwrap() {
                rows.extend(cells(&batch).unwrap());
            }
            rows
        });
        let said: Vec<_> = found.iter().map(|row| row[1].clone().unwrap()).collect();
        assert_eq!(said, expected.iter().map(|row| row[1].clone()).collect::<Vec<_>>());
    }

    let out = folder.path().join("survey");
    Survey::new(vec![job.robots[0].clone()], out.clone()).run(&|_| {}).unwrap();
    let counts = ["sites_granting", "sites_setting_conditions", "sites_refusing"]
        .map(|column| cell(&out, "uses.parquet", "train", column));
    assert_eq!(counts, [1, 4, 1]);
}
