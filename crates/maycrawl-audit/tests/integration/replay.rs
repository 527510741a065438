//! Evidence is decided again: by the library, and by `replay.py`, which shares no code with it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use maycrawl::{Crawler, Profile, Reason, RobotsTxt, as_written};
use maycrawl_audit::evidence::{Replay, ReplayError, Row, VersionRow, Writer};
use maycrawl_audit::judge::{Class, Copies, Histories, Options, Outcome};
use maycrawl_testdata::{bytes, conformance_cases, corpus, strings};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::scene::{self, history, options};
use crate::simulation::{Tally, run};

/// A folder of copies and a file of rows.
struct Evidence {
    folder: PathBuf,
    rows: Vec<String>,
    written: BTreeSet<String>,
}

impl Evidence {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("copies")).unwrap();
        Self { folder, rows: Vec::new(), written: BTreeSet::new() }
    }

    fn copy(&mut self, bytes: &[u8]) -> String {
        let sha256: String =
            Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if self.written.insert(sha256.clone()) {
            fs::write(self.folder.join("copies").join(&sha256), bytes).unwrap();
        }
        sha256
    }

    fn row(&mut self, row: &Row, copies: &Copies) {
        for version in row.copies.iter().chain(&row.in_force).chain(&row.window) {
            if let Some(bytes) =
                copies.by_sha256(&version.version).and_then(|copy| copies.bytes(copy))
            {
                self.copy(bytes);
            }
        }
        self.rows.push(serde_json::to_string(row).unwrap());
    }

    /// A row with the verdict of the core about a URL.
    fn verdict(&mut self, file: &[u8], crawler: &Crawler, url: &[u8]) {
        let Some(target) = target_of(url).filter(|_| !crawler.ignores_robots_txt()) else { return };
        let robots = RobotsTxt::parse_with(file, Profile::GOOGLE);
        let rules = robots.rules_for(crawler);
        let url = format!("http://h{target}");
        let verdict = rules.check(as_written(&url));
        let (outcome, class, number) = match verdict.reason() {
            Reason::StarIgnored => (Outcome::StarIgnored, "not-bound", 3),
            _ if verdict.is_allowed() => (Outcome::Allowed, "obeyed", 6),
            _ => (Outcome::Disallowed, "disobeyed-after-reading", 7),
        };
        let version = VersionRow { version: self.copy(file), outcome, line: verdict.line() };
        let (row, _) = row_of("24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /x 200");
        let mut row: Value = serde_json::to_value(&row).unwrap();
        row["chain"] = json!(crawler.chain().collect::<Vec<_>>());
        row["follows_star"] = json!(crawler.follows_star());
        (row["target"], row["marks"]) = (json!(target), json!([]));
        (row["class"], row["row"]) = (json!(class), json!(number));
        for set in ["copies", "in_force", "window"] {
            row[set] = json!([version]);
        }
        self.rows.push(row.to_string());
    }

    /// What the second program prints, and whether it agrees. `None` if it cannot be started.
    fn replay(&self) -> Option<(String, bool)> {
        let file = self.folder.join("evidence.jsonl");
        fs::write(&file, self.rows.join("\n") + "\n").unwrap();
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/replay.py");
        let output = Command::new("python3")
            .arg(program)
            .arg(&file)
            .arg(self.folder.join("copies"))
            .output();
        match output {
            Ok(output) => {
                let said = [output.stdout, output.stderr]
                    .map(|it| String::from_utf8_lossy(&it).into_owned());
                Some((said.concat(), output.status.success()))
            }
            Err(error) => {
                eprintln!("SKIPPED: replay.py: python3 cannot be started: {error}");
                None
            }
        }
    }
}

#[test]
fn a_second_program_decides_every_row_again() {
    let mut evidence = Evidence::new("audit-replay");
    let mut tally = Tally::default();
    for seed in [16, 32, 48, 64] {
        run(seed, &mut tally, &mut |row, copies| evidence.row(row, copies));
    }
    assert!(evidence.rows.len() > 1500);
    let of_dns = |outcome: &str| {
        let is_it = |row: &&String| {
            row.contains("\"check\":\"dns\"") && row.contains(&format!("\"outcome\":\"{outcome}\""))
        };
        evidence.rows.iter().filter(is_it).count()
    };
    assert!(of_dns("proved") > 0 && of_dns("forged") > 0, "rows whose identity the DNS shows");
    let Some((said, agrees)) = evidence.replay() else { return };
    assert!(agrees, "{said}");
    assert!(said.ends_with(" rows, 0 different\n"), "{said}");
}

#[test]
fn a_second_program_reads_files_as_the_core_does() {
    let mut evidence = Evidence::new("audit-verdicts");
    let topics = [
        "path-matches",
        "precedence",
        "groups",
        "create-page",
        "file-format",
        "google-probes",
        "maycrawl",
    ];
    for case in topics.iter().flat_map(|topic| conformance_cases(topic)) {
        let crawler = match (case["agent"].as_str(), strings(&case, "agents").as_deref()) {
            (Some(agent), _) => Crawler::parse(agent).unwrap(),
            (None, Some(&[agent])) => Crawler::bare_token(agent),
            _ => continue,
        };
        evidence.verdict(&bytes(&case, "robots"), &crawler, &bytes(&case, "url"));
    }
    assert!(evidence.rows.len() > 300, "{} cases", evidence.rows.len());
    // All files with MAYCRAWL_LONG; one of twelve takes some seconds.
    let step = if std::env::var_os("MAYCRAWL_LONG").is_some() { 1 } else { 12 };
    let files = corpus("the second program on real files").unwrap_or_default();
    for file in files.into_iter().step_by(step) {
        for crawler in
            ["Googlebot-Image", "GPTBot", "AdsBot-Google", "MJ12bot"].map(Crawler::from_token)
        {
            let robots = RobotsTxt::parse(&file.bytes);
            let patterns: Vec<Vec<u8>> = robots
                .groups()
                .flat_map(|group| group.rules())
                .map(|rule| rule.pattern.to_vec())
                .take(4)
                .collect();
            for pattern in patterns.iter().map(Vec::as_slice).chain([&b"/a"[..]]) {
                let target: Vec<u8> =
                    pattern.iter().map(|&byte| if byte == b'*' { b'x' } else { byte }).collect();
                evidence.verdict(&file.bytes, &crawler, &target);
            }
        }
    }
    let Some((said, agrees)) = evidence.replay() else { return };
    assert!(agrees, "{said}");
}

/// The path of a URL that is ASCII.
fn target_of(url: &[u8]) -> Option<String> {
    let path = maycrawl::UrlPath::from_url(as_written(url), Profile::GOOGLE);
    let path = std::str::from_utf8(path.as_bytes()).ok()?;
    path.is_ascii().then(|| path.to_owned())
}

const FILE: &str = "User-agent: *\nDisallow: /x\nAllow: /x/open\nDisallow: /*?id=\n";

/// The row of the last request of a log, and the copies.
fn row_of(lines: &str) -> (Row, Copies) {
    let histories = || history(&[("01T00:00:00", FILE)]);
    let (found, judge) = scene::judge(options(), histories(), lines);
    let mut writer = Writer::new(judge.copies().clone(), vec!["log".to_owned()]);
    (writer.row(found.last().unwrap()), copies_of(&histories()))
}

fn copies_of(histories: &Histories) -> Copies {
    Copies::new(histories, Options::default().profile)
}

#[test]
fn a_damaged_row_is_refused_by_both() {
    let (row, copies) = row_of("24T08:00:00 CCBot /robots.txt 200\n24T09:00:00 CCBot /x/a 200");
    let mut evidence = Evidence::new("audit-damaged");
    evidence.row(&row, &copies);
    let mut replay = Replay::new(copies);
    assert_eq!(replay.row(&row), Ok(Class::DisobeyedAfterReading));
    type Damage = fn(&mut Value);
    let damages: [(&str, Damage); 9] = [
        ("the class", |row| row["class"] = json!("obeyed")),
        ("the number of the row", |row| row["row"] = json!(8)),
        ("the verdict", |row| row["copies"][0]["outcome"] = json!("allowed")),
        ("the line", |row| row["copies"][0]["line"] = json!(3)),
        ("the target", |row| row["target"] = json!("/x/open")),
        ("the copy", |row| row["copies"][0]["version"] = json!("0".repeat(64))),
        ("what was read", |row| row["facts"]["readings"] = json!(["none"])),
        ("a mark", |row| row["marks"] = json!(["now-allowed"])),
        ("who sent it", |row| row["facts"]["standing"] = json!("forged")),
    ];
    for (what, damage) in damages {
        let mut value = serde_json::to_value(&row).unwrap();
        damage(&mut value);
        let damaged: Row = serde_json::from_value(value.clone()).unwrap();
        assert!(replay.row(&damaged).is_err(), "{what}");
        evidence.rows = vec![value.to_string()];
        if let Some((said, agrees)) = evidence.replay() {
            assert!(!agrees && said.contains("1 rows, 1 different"), "{what}: {said}");
        }
    }
    let mut empty = Replay::new(Copies::default());
    assert!(matches!(empty.row(&row), Err(ReplayError::MissingCopy(_))));
}

/// A row whose identity is shown by a check, and what the check must not be.
fn refuses(name: &str, row: &Row, copies: Copies, damages: &[(&str, &str, Value)]) {
    let mut evidence = Evidence::new(name);
    evidence.row(row, &copies);
    let mut replay = Replay::new(copies);
    assert!(replay.row(row).is_ok(), "{:?}", replay.row(row));
    if let Some((said, agrees)) = evidence.replay() {
        assert!(agrees, "{said}");
    }
    for (what, path, value) in damages {
        let mut damaged = serde_json::to_value(row).unwrap();
        *damaged.pointer_mut(path).unwrap() = value.clone();
        let row: Row = serde_json::from_value(damaged.clone()).unwrap();
        let found = replay.row(&row);
        assert!(matches!(found, Err(ReplayError::OtherIdentity(_))), "{what}: {found:?}");
        evidence.rows = vec![damaged.to_string()];
        if let Some((said, agrees)) = evidence.replay() {
            assert!(!agrees && said.contains("who sent it"), "{what}: {said}");
        }
    }
}

#[test]
fn who_sent_a_request_is_decided_again_by_both() {
    let (row, copies) = row_of(
        "24T08:00:00 Googlebot @192.0.2.1 /robots.txt 200\n24T09:00:00 Googlebot @192.0.2.1 /y 200",
    );
    #[rustfmt::skip]
    let damages = [
        ("an address outside of the prefix", "/client", json!("192.0.2.2")),
        ("a list that was made later", "/identity/by/created", json!("2026-11-25T00:00:00Z")),
        ("no prefix", "/identity/by/prefix", Value::Null),
    ];
    refuses("audit-list-row", &row, copies, &damages);
    let histories = history(&[("01T00:00:00", FILE)]);
    let hosts = scene::Hosts::new(scene::time("25T12:00:00")).with(
        "203.0.113.5",
        "crawl-1.googlebot.com",
        &["203.0.113.5"],
    );
    let identities =
        maycrawl_audit::identity::Identities::new().with_resolver(Box::new(hosts), None);
    let lines = "24T09:00:00 Googlebot @203.0.113.5 /y 200";
    let (found, judge) = scene::judge_with(options(), histories, identities, lines);
    let row = Writer::new(judge.copies().clone(), vec!["log".to_owned()]).row(&found[0]);
    #[rustfmt::skip]
    let damages = [
        ("a name that was not confirmed", "/identity/by/is_confirmed", json!(false)),
        ("a name of another week", "/identity/by/at", json!("2026-12-02T00:00:00Z")),
    ];
    refuses("audit-dns-row", &row, copies_of(&history(&[("01T00:00:00", FILE)])), &damages);
}

#[cfg(feature = "signatures")]
#[test]
fn a_signature_is_verified_again_by_both() {
    let (row, copies) = crate::signatures::row(false, false);
    let value = serde_json::to_value(&row).unwrap();
    let text = |path: &str| value.pointer(path).unwrap().as_str().unwrap().to_owned();
    let base = text("/identity/by/base");
    #[rustfmt::skip]
    let damages = [
        ("another host", "/identity/by/base", json!(base.replace("example.com", "example.org"))),
        ("another signature", "/identity/by/signature", json!(format!("{}==", "A".repeat(86)))),
        ("another thumbprint", "/identity/by/key_id", json!("A".repeat(43))),
        ("a later request", "/at", json!("2026-11-20T09:00:00Z")),
        ("another end", "/identity/by/expires", json!("2026-11-20T10:00:00Z")),
        ("not the crawler that it is shown to be", "/facts/standing", json!("by-name")),
    ];
    refuses("audit-signed-row", &row, copies, &damages);
}

#[test]
fn a_row_has_no_persons_address_and_no_query() {
    #[rustfmt::skip]
    let cases = [
        ("an address that is not proved", "CCBot @203.0.113.77 /x/a/b?name=me", "203.0.113.0/24", "/x"),
        ("an address of the operator", "Googlebot @192.0.2.1 /x/a?name=me", "192.0.2.1", "/x"),
        ("no rule decides: the path is shown", "CCBot @2001:db8:1:2::3 /y/a?name=me", "2001:db8:1::/48", "/y/a"),
        ("the rule is about the query", "CCBot @203.0.113.77 /y?id=1&name=me", "203.0.113.0/24", "/y?id="),
    ];
    for (sentence, words, client, target) in cases {
        let (agent, _) = words.split_once(' ').unwrap();
        let (row, copies) = row_of(&format!(
            "24T08:00:00 {agent} @192.0.2.1 /robots.txt 200\n24T09:00:00 {words} 200"
        ));
        assert_eq!((row.client.as_deref(), &*row.target), (Some(client), target), "{sentence}");
        assert!(!serde_json::to_string(&row).unwrap().contains("name="), "{sentence}");
        assert!(row.is_target_cut && Replay::new(copies).row(&row).is_ok(), "{sentence}");
    }
}
