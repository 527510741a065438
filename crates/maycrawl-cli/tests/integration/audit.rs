//! `maycrawl audit` as people use it. The snapshots are the screens.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use flate2::Compression;
use flate2::write::GzEncoder;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::support::server::{Sites, answer, file};
use crate::support::{Folder, Run, command, git, run};

const ROBOTS: &str = "User-agent: *\nDisallow: /cart\nDisallow: /account/\n";
const GPTBOT: &str = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const BYTESPIDER: &str = "Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)";
const PERSON: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/145.0";

/// A line of the combined format: an address, a time of 2026-11-20 or later, a target, an agent.
fn line(client: &str, day: u8, time: &str, target: &str, agent: &str) -> String {
    format!(
        "{client} - - [{day}/Nov/2026:{time} +0000] \"GET {target} HTTP/1.1\" 200 52 \"-\" \"{agent}\"\n"
    )
}

fn log() -> String {
    [
        line("192.0.2.10", 20, "08:00:00", "/robots.txt", GPTBOT),
        line("192.0.2.11", 20, "08:00:09", "/products/shoe", GPTBOT),
        line("203.0.113.5", 20, "08:01:00", "/cart?name=joe", PERSON),
        line("198.51.100.7", 20, "08:02:30", "/cart?add=4711", BYTESPIDER),
        "a line of something else\n".to_owned(),
        line("192.0.2.11", 20, "09:10:00", "/account/orders?id=17", GPTBOT),
        line("192.0.2.10", 21, "09:00:00", "/products/hat", GPTBOT),
    ]
    .concat()
}

/// Runs `maycrawl audit` in a folder.
fn audit(folder: &Folder, args: &[&str]) -> Run {
    let mut command = command(&[&["audit"], args].concat());
    command.current_dir(&folder.0);
    run(command, b"")
}

fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, text) in files {
        let path = folder.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const SITE: [&str; 2] = ["--site", "https://shop.example"];

/// The classes of a run by crawler and standing, as `GPTBot proved obeyed 2`.
fn classes(run: &Run) -> String {
    let summary: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
    let mut found = String::new();
    for row in summary["crawlers"].as_array().unwrap() {
        for (class, count) in row["classes"].as_object().unwrap() {
            let [crawler, standing] =
                ["crawler", "standing"].map(|name| row[name].as_str().unwrap());
            writeln!(found, "{crawler} {standing} {class} {count}").unwrap();
        }
    }
    found
}

#[test]
fn a_log_is_told_by_crawler() {
    let folder = folder(&[("access.log", &log()), ("robots.txt", ROBOTS)]);
    let args =
        [&["access.log", "--robots", "robots.txt", "--allow-unreadable"][..], &SITE].concat();
    screen!("audit", audit(&folder, &args));
}

#[test]
fn more_than_one_unreadable_line_in_a_hundred_is_an_error() {
    let folder = folder(&[("access.log", &log()), ("robots.txt", ROBOTS)]);
    let args = [&["access.log", "--robots", "robots.txt"][..], &SITE].concat();
    assert_eq!(audit(&folder, &args).status, 2);
}

/// `/account/` was forbidden on the 20th at 09:00, between what GPTBot read and what it requested.
/// A log of which no line was read says nothing about anybody.
#[test]
fn what_was_not_understood_is_named_and_no_clean_bill() {
    let object = r#"{"at":"2026-02-06T17:53:24Z","verb":"GET","where":"/private/a","from":"192.0.2.7","who":"GPTBot/1.2"}"#;
    let folder = folder(&[("log", &format!("{object}\n")), ("empty", "")]);
    let robots = folder.0.join("robots.txt");
    fs::write(&robots, "User-agent: *\nDisallow: /private/\n").unwrap();
    let site = ["--site", "https://shop.example", "--no-dns", "--robots", robots.to_str().unwrap()];
    let asked = |more: &[&str]| audit(&folder, &[&site[..], more].concat());
    let told = asked(&["log"]);
    assert_eq!(told.status, 2, "{}", told.screen());
    let pattern = r#"{"at":"$time_iso8601","verb":"$request_method","where":"$request_uri","from":"$remote_addr","who":"$http_user_agent"}"#;
    assert!(
        told.stderr.contains("the first such object has at, verb, where, from, who"),
        "{}",
        told.screen()
    );
    assert!(told.stderr.contains(&format!("--log-format '{pattern}'")), "{}", told.screen());
    let read = asked(&["log", "--log-format", pattern]);
    assert!(read.stdout.contains("1 line, 1 request"), "{}", read.screen());
    assert!(read.stdout.contains("GPTBot"), "{}", read.screen());
    assert_eq!(asked(&["empty"]).status, 2);
}

/// Clients that the table does not name have no row, but they are counted.
#[test]
fn other_programs_are_one_row() {
    let agents = [
        "colly - https://x.example",
        "colly/2",
        "Wget/1.21",
        "Sogou web spider/4.0(+http://www.sogou.com/)",
        "Mozilla/5.0 (X11; Linux) Firefox/128.0",
    ];
    let log: String =
        agents.iter().map(|agent| line("192.0.2.7", 23, "10:00:00", "/a", agent)).collect();
    let folder = folder(&[("log", &log)]);
    let robots = folder.0.join("robots.txt");
    fs::write(&robots, "User-agent: *\nDisallow: /private/\n").unwrap();
    let told = audit(
        &folder,
        &[
            "--site",
            "https://shop.example",
            "--no-dns",
            "--robots",
            robots.to_str().unwrap(),
            "log",
        ],
    );
    let said = told.stdout.replace('\n', " ");
    assert!(said.contains("4 requests name no known crawler; 3 seem to be of programs, most often: colly 2, Wget 1."), "{}", told.screen());
    assert!(said.contains("Sogou web spider"), "{}", told.screen());
}

#[test]
fn each_form_of_a_history_excuses_the_copy_that_was_read_before_the_rule() {
    let before = "User-agent: *\nDisallow: /cart\n";
    let folder = folder(&[
        ("access.log", &log()),
        ("versions/2026-11-01.txt", before),
        ("versions/2026-11-20T0900Z.txt", ROBOTS),
        ("site/robots.txt", before),
    ]);
    let git = |args: &[&str], time: &str| git(&folder.0.join("site"), time, args);
    git(&["init", "--quiet"], "2026-11-01T00:00:00Z");
    for (text, time) in [(before, "2026-11-01T00:00:00Z"), (ROBOTS, "2026-11-20T09:00:00Z")] {
        fs::write(folder.0.join("site/robots.txt"), text).unwrap();
        git(&["add", "robots.txt"], time);
        git(&["commit", "--quiet", "--message", "a"], time);
    }
    let expected = "\
        Bytespider by-name never-asked 1\n\
        GPTBot by-name obeyed 2\n\
        GPTBot by-name stale-copy-excused 1\n";
    let expected = expected.replace("never-asked", "disobeyed-reading-not-known");
    for history in [&["versions"][..], &["git:site/robots.txt", "--deploy-delay", "1m"]] {
        let args = [&["access.log", "--format", "json", "--robots"][..], history, &SITE].concat();
        assert_eq!(classes(&audit(&folder, &args)), expected, "{history:?}");
    }
    // Without saying how fast it is live, the change may have come at any time of that day.
    let args = [&["access.log", "--format", "json", "--robots", "git:site/robots.txt"][..], &SITE]
        .concat();
    let unsure = classes(&audit(&folder, &args));
    assert!(unsure.contains("GPTBot by-name obeyed 3"), "{unsure}");
}

#[test]
fn a_list_of_the_operator_proves_and_the_status_is_1() {
    let list =
        r#"{"creationTime": "2026-11-19T00:00:00Z", "prefixes": [{"ipv4Prefix": "192.0.2.0/24"}]}"#;
    let folder = folder(&[("access.log", &log()), ("robots.txt", ROBOTS), ("gptbot.json", list)]);
    let fetched: std::time::SystemTime =
        "2026-11-21T10:00:00Z".parse::<jiff::Timestamp>().unwrap().into();
    let file = fs::File::options().write(true).open(folder.0.join("gptbot.json")).unwrap();
    file.set_modified(fetched).unwrap();
    let ranges = ["--ranges", "https://openai.com/gptbot.json=gptbot.json"];
    let args = ["access.log", "--robots", "robots.txt", "--allow-unreadable"];
    let proved = audit(&folder, &[&args[..], &SITE, &ranges].concat());
    assert_eq!(proved.status, 1);
    screen!("audit_proved", proved);
    for (range, wrong) in
        [("gptbot.json", "URL=FILE"), ("https://a.example/=robots.txt", "not a list of addresses")]
    {
        let run = audit(&folder, &[&args[..], &SITE, &["--ranges", range]].concat());
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(wrong), "{}", run.stderr);
    }
}

#[test]
fn evidence_has_no_person_in_it_and_is_decided_again() {
    let folder = folder(&[("access.log", &log()), ("robots.txt", ROBOTS)]);
    let args =
        [&["access.log", "--robots", "robots.txt", "--allow-unreadable"][..], &SITE].concat();
    audit(
        &folder,
        &[&args[..], &["--evidence", "evidence.jsonl", "--report", "report.html"]].concat(),
    );
    let evidence = fs::read_to_string(folder.0.join("evidence.jsonl")).unwrap();
    let report = fs::read_to_string(folder.0.join("report.html")).unwrap();
    for private in ["192.0.2.10", "198.51.100.7", "203.0.113.5", "joe", "4711", "id=17"] {
        assert!(!evidence.contains(private) && !report.contains(private), "{private}");
    }
    assert_eq!(evidence.lines().count(), 4);
    let replay = |evidence: &str, log: &str| {
        fs::write(folder.0.join("evidence.jsonl"), evidence).unwrap();
        fs::write(folder.0.join("access.log"), log).unwrap();
        let run = audit(&folder, &[&args[..], &["--replay", "evidence.jsonl"]].concat());
        (run.status, run.screen())
    };
    assert_eq!(
        replay(&evidence, &log()),
        (0, "4 rows decided again, 0 differences\n--- status 0".to_owned())
    );
    if cfg!(feature = "tables") {
        audit(&folder, &[&args[..], &["--evidence", "evidence.parquet"]].concat());
        let again = audit(&folder, &[&args[..], &["--replay", "evidence.parquet"]].concat());
        assert_eq!(again.screen(), "4 rows decided again, 0 differences\n--- status 0");
        let query = "SELECT crawler, class, rule_line FROM 'evidence.parquet' WHERE class <> 'obeyed' ORDER BY crawler";
        let mut command = command(&["sql", "--format", "csv", query]);
        command.current_dir(&folder.0);
        assert_eq!(
            run(command, b"").stdout,
            "crawler,class,rule_line\nBytespider,disobeyed-reading-not-known,2\nGPTBot,disobeyed-after-reading,3\n"
        );
        assert_eq!(evidence_in_sql(&folder, &log()), evidence.lines().collect::<Vec<_>>());
    }
    let other_class = evidence.replacen("\"class\":\"obeyed\"", "\"class\":\"never-asked\"", 1);
    assert_eq!(replay(&other_class, &log()).0, 1);
    let other_verdict = evidence.replace("\"outcome\":\"disallowed\"", "\"outcome\":\"allowed\"");
    assert_eq!(replay(&other_verdict, &log()).0, 1);
    let other_line = evidence.replacen("/account/", "/accounts", 1);
    assert_eq!(replay(&other_line, &log()).0, 1);
    let other_log = log().replace("/products/hat", "/products/cap");
    let (status, screen) = replay(&evidence, &other_log);
    assert!(status == 1 && screen.contains("its log file was not given"), "{screen}");
}

/// The evidence of the same lines in a table, as the function of SQL gives it.
fn evidence_in_sql(folder: &Folder, log: &str) -> Vec<String> {
    let mut rows = String::new();
    for (n, line) in log.lines().enumerate() {
        writeln!(rows, "{}", serde_json::json!({"n": n, "line": line})).unwrap();
    }
    fs::write(folder.0.join("lines.jsonl"), rows).unwrap();
    let query = format!(
        "SELECT e['evidence'] AS evidence FROM (SELECT unnest(log_evidence(array_agg(line ORDER BY n), \
         'https://shop.example', '{ROBOTS}')) AS e FROM 'lines.jsonl')"
    );
    let mut command = command(&["sql", "--format", "json", &query]);
    command.current_dir(&folder.0);
    let answer = run(command, b"");
    assert_eq!(answer.status, 0, "{}", answer.screen());
    let rows = answer.stdout.lines().map(|row| serde_json::from_str::<Value>(row).unwrap());
    rows.map(|row| row["evidence"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn files_are_merged_by_time_and_read_as_they_are_compressed() {
    let lines: Vec<String> = log().split_inclusive('\n').map(str::to_owned).collect();
    let part = |odd: usize| lines.iter().skip(odd).step_by(2).cloned().collect::<String>();
    let folder =
        folder(&[("one/access.log", &log()), ("two/b.log", &part(0)), ("robots.txt", ROBOTS)]);
    // Two members, as of two rotations.
    let mut members = Vec::new();
    for half in part(1).split_inclusive('\n') {
        let mut member = GzEncoder::new(Vec::new(), Compression::fast());
        member.write_all(half.as_bytes()).unwrap();
        members.extend(member.finish().unwrap());
    }
    fs::write(folder.0.join("two/a.log.gz"), &members).unwrap();
    let of = |logs: &str| {
        let args = [&[logs, "--format", "json", "--robots", "robots.txt"][..], &SITE].concat();
        classes(&audit(&folder, &args))
    };
    assert_eq!(of("two"), of("one"));
    // Cut in the last member: what came before counts, and the status says that something is missing.
    fs::write(folder.0.join("two/a.log.gz"), &members[..members.len() - 9]).unwrap();
    let args = [&["two", "--robots", "robots.txt", "--allow-unreadable"][..], &SITE].concat();
    let cut = audit(&folder, &args);
    assert_eq!(cut.status, 2);
    assert!(cut.stderr.contains("its rest was not read"), "{}", cut.stderr);
}

#[test]
fn a_line_without_end_costs_no_memory_and_loses_no_other_line() {
    let long = format!("{}{}\n{}", log(), "x".repeat(3 << 20), log());
    let folder = folder(&[("access.log", &long), ("robots.txt", ROBOTS)]);
    let args = [&["access.log", "--format", "json", "--robots", "robots.txt"][..], &SITE].concat();
    let run = audit(&folder, &args);
    let summary: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&summary["lines"], &summary["requests"]), (&15.into(), &12.into()));
    assert_eq!(summary["unreadable"]["too-long"], 1);
}

#[test]
fn what_is_missing_is_said() {
    let folder =
        folder(&[("access.log", &log()), ("robots.txt", ROBOTS), ("versions/old.txt", ROBOTS)]);
    for (args, wrong) in [
        (&["access.log", "--robots", "versions"][..], "name it after the time"),
        (&["access.log", "--robots", "store"], "needs --site"),
        (&["access.log", "--robots", "git:robots.txt"], "from git"),
        (&["none.log", "--robots", "robots.txt"], "there is no such file"),
        (&["access.log", "--robots", "robots.txt", "--skew", "never"], "a time such as"),
        (
            &["access.log", "--robots", "robots.txt", "--log-format", "xml"],
            "one of common, combined",
        ),
    ] {
        let run = audit(&folder, args);
        assert!(run.status == 2 && run.stderr.contains(wrong), "{args:?}: {}", run.screen());
    }
    // Without the site nothing can be said about a log that does not tell it.
    let run = audit(&folder, &["access.log", "--robots", "robots.txt", "--format", "json"]);
    let unknown = "Bytespider by-name cannot-be-known 1\nGPTBot by-name cannot-be-known 3\n";
    assert_eq!(
        classes(&run).lines().collect::<std::collections::BTreeSet<_>>(),
        unknown.lines().collect()
    );
}

/// Answers DNS questions on loopback over UDP from this table, and counts them. A name that is not in it does not
/// exist; with `SERVFAIL` as its value it fails.
struct NameServer {
    address: String,
    asked: std::sync::Arc<std::sync::Mutex<Vec<String>>>,
}

impl NameServer {
    fn new(table: &'static [(&'static str, &'static str)]) -> Self {
        let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
        let (address, asked) =
            (socket.local_addr().unwrap().to_string(), std::sync::Arc::default());
        let count: std::sync::Arc<std::sync::Mutex<Vec<String>>> = std::sync::Arc::clone(&asked);
        std::thread::spawn(move || {
            let mut question = [0; 512];
            while let Ok((length, peer)) = socket.recv_from(&mut question) {
                let (name, answer) = Self::answer(&question[..length], table);
                count.lock().unwrap().push(name);
                socket.send_to(&answer, peer).unwrap();
            }
        });
        Self { address, asked }
    }

    fn answer(question: &[u8], table: &[(&str, &str)]) -> (String, Vec<u8>) {
        let (mut labels, mut at) = (Vec::new(), 12);
        while question[at] != 0 {
            let end = at + 1 + usize::from(question[at]);
            labels.push(String::from_utf8_lossy(&question[at + 1..end]).to_lowercase());
            at = end;
        }
        let (name, kind) = (labels.join("."), question[at + 2]);
        let values: Vec<&str> =
            table.iter().filter(|(key, _)| *key == name).map(|(_, value)| *value).collect();
        let is_broken = values == ["SERVFAIL"];
        let code = if is_broken { 2 } else { u8::from(values.is_empty()) * 3 };
        let count = if is_broken { 0 } else { values.len() as u8 };
        let authority = u8::from(values.is_empty());
        let counts = [0, 1, 0, count, 0, authority, 0, 0];
        let mut answer = [&question[..2], &[0x84, code], &counts, &question[12..at + 5]].concat();
        let mut record = |kind: u8, data: &[u8]| {
            answer.extend([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, data.len() as u8]);
            answer.extend_from_slice(data);
        };
        let wire = |name: &str| -> Vec<u8> {
            let labels = name.split('.').flat_map(|label| {
                std::iter::once(label.len() as u8).chain(label.bytes()).collect::<Vec<u8>>()
            });
            labels.chain([0]).collect()
        };
        for value in values.iter().filter(|_| !is_broken) {
            match value.parse::<std::net::Ipv4Addr>() {
                Ok(address) => record(kind, &address.octets()),
                Err(_) => record(kind, &wire(value)),
            }
        }
        if authority == 1 {
            let zone = [wire("ns.example"), wire("host.example"), vec![0; 20]].concat();
            record(6, &zone);
        }
        (name, answer)
    }
}

const GOOGLEBOT: &str = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/// A line of this minute: the DNS is asked about requests of the last days only.
fn line_of_now(client: &str, target: &str, agent: &str) -> String {
    let now = jiff::Zoned::now().with_time_zone(jiff::tz::TimeZone::UTC);
    let time = now.strftime("%d/%b/%Y:%H:%M:%S");
    format!("{client} - - [{time} +0000] \"GET {target} HTTP/1.1\" 200 52 \"-\" \"{agent}\"\n")
}

#[test]
fn the_dns_tells_a_real_googlebot_from_a_forged_one() {
    let server = NameServer::new(&[
        ("1.2.0.192.in-addr.arpa", "crawl-192-0-2-1.googlebot.com"),
        ("crawl-192-0-2-1.googlebot.com", "192.0.2.1"),
        ("2.2.0.192.in-addr.arpa", "joe-192-0-2-2.googlebot.com"),
        ("3.2.0.192.in-addr.arpa", "joe.dsl.example"),
        ("4.2.0.192.in-addr.arpa", "SERVFAIL"),
        ("9.2.0.192.in-addr.arpa", "joe.dsl.example"),
    ]);
    let mut log: String = (1..=4)
        .chain(1..=4)
        .map(|host| line_of_now(&format!("192.0.2.{host}"), "/products/shoe", GOOGLEBOT))
        .collect();
    // Nobody is asked about who claims no crawler, or one whose operator documents no host names.
    log += &line_of_now("192.0.2.9", "/products/shoe", PERSON);
    log += &line_of_now("192.0.2.9", "/products/shoe", BYTESPIDER);
    let list = r#"{"creationTime": "2026-11-01T00:00:00Z", "prefixes": [{"ipv4Prefix": "198.51.100.0/28"}]}"#;
    let folder = folder(&[("access.log", &log), ("robots.txt", ROBOTS), ("google.json", list)]);
    let google =
        "https://developers.google.com/static/crawling/ipranges/common-crawlers.json=google.json";
    let args = ["access.log", "--robots", "robots.txt", "--format", "json", "--ranges", google];
    let dns = ["--name-server", &server.address, "--evidence", "e.jsonl"];
    let run = audit(&folder, &[&args[..], &SITE, &dns].concat());
    assert_eq!(
        classes(&run),
        "Googlebot proved obeyed 2\nGooglebot by-name obeyed 2\nBytespider by-name obeyed 1\n\
         Googlebot forged forged 4\n",
        "{}",
        run.screen()
    );
    let told: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(told["dns"], serde_json::json!({"asked": 4, "failed": 1, "left_out": 0}));
    assert!(run.stderr.contains("did not answer about 1 of 4 addresses"), "{}", run.stderr);
    let asked = server.asked.lock().unwrap().clone();
    let of = |name: &str| asked.iter().filter(|it| it.starts_with(name)).count();
    assert_eq!((of("1.2.0.192"), of("2.2.0.192"), of("3.2.0.192"), of("9.2.0.192")), (1, 1, 1, 0));
    assert_eq!(of("joe.dsl.example"), 0, "{asked:?}");

    // The evidence has what the DNS said, and no name of a person; deciding it again asks nothing.
    let evidence = fs::read_to_string(folder.0.join("e.jsonl")).unwrap();
    assert!(evidence.contains(r#""name":"crawl-192-0-2-1.googlebot.com""#), "{evidence}");
    assert!(evidence.contains(r#""name":"*.googlebot.com""#), "{evidence}");
    assert!(!evidence.contains("joe"), "{evidence}");
    let before = asked.len();
    let replay = [&args[..], &SITE, &["--name-server", &server.address, "--replay", "e.jsonl"]];
    assert_eq!(audit(&folder, &replay.concat()).status, 0);
    let none = audit(&folder, &[&args[..], &SITE, &["--no-dns"]].concat());
    assert!(classes(&none).contains("Googlebot by-name obeyed 8"), "{}", none.screen());
    assert_eq!(server.asked.lock().unwrap().len(), before);
}

const GPTBOT_LIST: &str = "https://openai.com/gptbot.json";

fn list(made: &str, prefixes: &[&str]) -> String {
    let prefixes: Vec<String> =
        prefixes.iter().map(|it| format!(r#"{{"ipv4Prefix": "{it}"}}"#)).collect();
    format!(r#"{{"creationTime": "{made}", "prefixes": [{}]}}"#, prefixes.join(", "))
}

fn update(folder: &Folder, from: &str, more: &[&str]) -> Run {
    let mut command =
        command(&[&["crawlers", "update", "--from", from, "--lists", "kept"], more].concat());
    command.current_dir(&folder.0);
    run(command, b"")
}

/// Every version stays, and a request is judged by the one of its time.
#[test]
fn kept_lists_prove_requests_of_their_time() {
    let folder = folder(&[
        ("access.log", &log()),
        ("robots.txt", ROBOTS),
        ("old.json", &list("2026-11-01T00:00:00Z", &["192.0.2.0/24"])),
        ("new.json", &list("2026-11-20T09:00:00Z", &["203.0.113.0/24"])),
    ]);
    for file in ["old.json", "new.json", "new.json"] {
        let run = update(&folder, &format!("{GPTBOT_LIST}={file}"), &[]);
        assert_eq!(run.status, 0, "{}", run.screen());
    }
    assert_eq!(fs::read_dir(folder.0.join("kept")).unwrap().count(), 4);
    let args = ["access.log", "--format", "json", "--robots", "robots.txt", "--allow-unreadable"];
    let run = audit(&folder, &[&args[..], &SITE, &["--lists", "kept"]].concat());
    // The list of the 20th at 9:00 has none of the two addresses any more.
    assert_eq!(
        classes(&run),
        "GPTBot proved obeyed 1\nGPTBot by-name disobeyed-after-reading 1\nGPTBot by-name obeyed 1\n\
         Bytespider by-name disobeyed-reading-not-known 1\n",
        "{}",
        run.screen()
    );
    let told: Value = serde_json::from_str(&run.stdout).unwrap();
    let list = &told["lists"][0];
    assert_eq!((&list["url"], &list["versions"]), (&GPTBOT_LIST.into(), &2.into()));
    assert_eq!(
        (&list["first_made"], &list["is_stale"]),
        (&"2026-11-01T00:00:00Z".into(), &false.into())
    );
}

#[test]
fn a_list_that_is_old_is_said() {
    let folder = folder(&[
        ("access.log", &log()),
        ("robots.txt", ROBOTS),
        ("old.json", &list("2026-11-01T00:00:00Z", &["192.0.2.0/24"])),
    ]);
    update(&folder, &format!("{GPTBOT_LIST}=old.json"), &[]);
    let kept = folder.0.join("kept");
    let json = fs::read_dir(&kept).unwrap().map(|it| it.unwrap().path());
    let json = json.into_iter().find(|it| it.extension().is_some_and(|it| it == "json")).unwrap();
    let mut seen: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    for name in ["first", "last"] {
        seen[name] = "2026-11-02T00:00:00Z".into();
    }
    fs::write(&json, seen.to_string()).unwrap();
    let args = ["access.log", "--robots", "robots.txt", "--allow-unreadable", "--lists", "kept"];
    let run = audit(&folder, &[&args[..], &SITE].concat());
    assert!(run.stdout.contains("list: https://openai.com/gptbot.json, made 2026-11-01T00:00:00Z"));
    assert!(run.stderr.contains("was last fetched 2026-11-02T00:00:00Z"), "{}", run.screen());
    // A folder that was changed by hand is no proof.
    fs::write(json.with_extension("list"), list("2026-11-01T00:00:00Z", &["0.0.0.0/0"])).unwrap();
    let run = audit(&folder, &[&args[..], &SITE].concat());
    assert!(run.status == 2 && run.stderr.contains("another SHA-256"), "{}", run.screen());
}

#[test]
fn a_list_that_is_none_changes_nothing() {
    let many: Vec<String> = (0..40).map(|at| format!("192.0.2.{at}/32")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let folder = folder(&[
        ("many.json", &list("2026-11-01T00:00:00Z", &many)),
        ("none.json", &list("2026-11-02T00:00:00Z", &[])),
        ("three.json", &list("2026-11-02T00:00:00Z", &many[..3])),
        ("page.html", "<html>moved</html>"),
    ]);
    assert_eq!(update(&folder, &format!("{GPTBOT_LIST}=many.json"), &[]).status, 0);
    let kept = || fs::read_dir(folder.0.join("kept")).unwrap().count();
    for (file, why) in [
        ("none.json", "it has no prefix"),
        ("three.json", "it has 3 prefixes and had 40"),
        ("page.html", "not a list of addresses"),
        ("missing.json", "there is no such file"),
    ] {
        let run = update(&folder, &format!("{GPTBOT_LIST}={file}"), &[]);
        assert!(run.status == 2 && run.stderr.contains(why), "{}", run.screen());
        assert!(run.stderr.contains("nothing was changed") && kept() == 2, "{}", run.screen());
    }
    let run = update(&folder, &format!("{GPTBOT_LIST}=three.json"), &["--accept-smaller"]);
    assert!(run.status == 0 && kept() == 4, "{}", run.screen());
}

#[test]
fn a_list_is_fetched_with_tls_or_from_this_machine() {
    let text = list("2026-11-01T00:00:00Z", &["192.0.2.0/24"]);
    let sites = Sites::of_paths(std::net::Ipv4Addr::LOCALHOST, move |_, path| match path {
        "/list.json" => file(&text),
        "/away" => answer("302 Found", "Location: http://192.0.2.1/list.json\r\n", ""),
        "/large" => file(&"#".repeat((16 << 20) + 1)),
        _ => answer("404 Not Found", "", "no list"),
    });
    let folder = Folder::new();
    let of = |path: &str| {
        update(&folder, &format!("http://127.0.0.1:{}{path}", sites.port), &["--allow-private"])
    };
    let run = of("/list.json");
    assert!(
        run.status == 0 && run.stdout.contains(": 1 prefixes, made 2026-11-01"),
        "{}",
        run.screen()
    );
    assert!(of("/list.json").stdout.contains("kept since"));
    assert_eq!(fs::read_dir(folder.0.join("kept")).unwrap().count(), 2);
    for (path, why) in [("/missing", "status 404"), ("/large", "more than")] {
        let run = of(path);
        assert!(run.status == 2 && run.stderr.contains(why), "{}", run.screen());
    }
    assert_eq!(of("/away").status, 2);
    let plain = update(&folder, "http://list.example/list.json", &[]);
    assert!(plain.status == 2 && plain.stderr.contains("is not https"), "{}", plain.screen());
}

const KEYS: &str = "https://agent.bot.goog/.well-known/http-message-signatures-directory";

/// Lines of nginx in JSON, signed now with the key of `seed`, and the key in its directory.
fn signed_log(seed: u8) -> (String, String) {
    let key = Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap();
    let x = BASE64_URL_SAFE_NO_PAD.encode(key.public_key());
    let members = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#);
    let key_id = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&members));
    let now = jiff::Timestamp::now().as_second();
    let parameters = format!(
        r#"("@authority" "signature-agent";key="g");created={now};expires={};keyid="{key_id}";tag="web-bot-auth""#,
        now + 300
    );
    let agent = r#""https://agent.bot.goog""#;
    let base = format!(
        "\"@authority\": shop.example\n\"signature-agent\";key=\"g\": {agent}\n\"@signature-params\": {parameters}"
    );
    let signature = BASE64_STANDARD.encode(key.sign(base.as_bytes()));
    let line = serde_json::json!({
        "msec": now, "request": "GET /cart HTTP/1.1", "status": 200, "remote_addr": "203.0.113.9",
        "http_host": "shop.example", "http_user_agent": "Mozilla/5.0 (compatible; Google-Agent)",
        "http_signature": format!("g=:{signature}:"), "http_signature_input": format!("g={parameters}"),
        "http_signature_agent": format!("g={agent}"),
    });
    (format!("{line}\n"), format!(r#"{{"keys": [{members}]}}"#))
}

#[test]
fn a_signed_request_is_proved_by_a_kept_key_and_decided_again() {
    let (log, keys) = signed_log(1);
    let folder = folder(&[("access.log", &log), ("robots.txt", ROBOTS), ("keys.json", &keys)]);
    let args = ["access.log", "--robots", "robots.txt", "--format", "json", "--no-dns"];
    let kept = ["--lists", "kept"];
    let unknown = audit(&folder, &[&args[..], &SITE, &kept].concat());
    assert_eq!(classes(&unknown), "Google-Agent by-name not-bound 1\n", "{}", unknown.screen());
    let run = update(&folder, &format!("{KEYS}=keys.json"), &[]);
    assert!(run.status == 0 && run.stdout.contains("directory: 1 keys, made "), "{}", run.screen());
    let run = audit(&folder, &[&args[..], &SITE, &kept, &["--evidence", "e.jsonl"]].concat());
    assert_eq!(classes(&run), "Google-Agent proved not-bound 1\n", "{}", run.screen());
    let replay = || audit(&folder, &[&args[..], &SITE, &kept, &["--replay", "e.jsonl"]].concat());
    assert_eq!(replay().status, 0, "{}", replay().screen());
    // Without the key, and with a line that is signed by somebody else, the row is not decided again.
    let without =
        audit(&folder, &[&args[..], &SITE, &["--lists", "none", "--replay", "e.jsonl"]].concat());
    assert!(
        without.status == 1 && without.stderr.contains("not signed so"),
        "{}",
        without.screen()
    );
    let evidence = fs::read_to_string(folder.0.join("e.jsonl")).unwrap();
    assert!(evidence.contains(r#""check":"signature""#) && evidence.contains(KEYS), "{evidence}");
}

/// A log that names no site is not said to be obeyed.
#[test]
fn the_site_is_that_of_the_sitemap_lines_or_is_asked_for() {
    let sitemap = |host: &str| format!("{ROBOTS}Sitemap: https://{host}.example/s.xml\n");
    let two = [sitemap("shop"), sitemap("cdn")].concat();
    let asked = |log: &str, robots: &str, more: &[&str]| {
        let folder = folder(&[("access.log", log), ("robots.txt", robots)]);
        audit(&folder, &[&["access.log", "--robots", "robots.txt", "--no-dns"], more].concat())
    };
    // Any client can send a request that names no host, and it does not hide what the others did.
    let object = |host: &str| {
        format!(
            r#"{{"time_iso8601":"2026-11-20T08:00:00+00:00","remote_addr":"192.0.2.10","request":"GET /a HTTP/1.1",
                "status":"200","scheme":"https","http_user_agent":"{GPTBOT}"{host}}}"#
        )
        .replace('\n', "")
            + "\n"
    };
    let log_of_hosts = object(r#","host":"shop.example""#).repeat(150) + &object("");
    let run = asked(&log_of_hosts, ROBOTS, &[]);
    assert!(run.status == 0 && run.stderr.contains("1 request is for a site"), "{}", run.screen());
    for (robots, status, told) in [
        (ROBOTS.to_owned(), 2, "are for a site that the log does not name; name it: --site"),
        (two, 2, "because the log does not name their site"),
        (sitemap("shop"), 0, "of https://shop.example by its Sitemap lines"),
    ] {
        let log: String = log()
            .lines()
            .filter(|it| it.contains("GET"))
            .fold(String::new(), |all, it| all + it + "\n");
        let run = asked(&log, &robots, &[]);
        let screen = run.screen().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(run.status == status && screen.contains(told), "{}", run.screen());
    }
}
