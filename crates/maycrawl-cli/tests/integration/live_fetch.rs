//! `maycrawl fetch`: many sites, archives, and runs that are interrupted, killed and continued.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::support::server::{Answer, World, answer, file};
use flate2::bufread::GzDecoder;
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// How often each origin is named.
fn origins(lines: &[Value]) -> BTreeMap<String, usize> {
    let mut origins = BTreeMap::new();
    for line in lines {
        *origins.entry(line["origin"].as_str().unwrap().to_owned()).or_insert(0) += 1;
    }
    origins
}

#[test]
fn every_line_of_the_list_is_answered() {
    let world = World::of(&[
        ("shop.test", file("User-agent: *\nDisallow: /private\n")),
        ("none.test", answer("404 Not Found", "", "")),
        ("busy.test", answer("503 Busy", "Retry-After: 3600\r\n", "")),
        ("moved.test", answer("301 Moved", "Location: http://shop.test:PORT/r.txt\r\n", "")),
        ("silent.test", Answer::Never),
        (
            "broken.test",
            Answer::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nUser".to_vec()),
        ),
    ]);
    let list = "# the sites\n\nhttp://shop.test:PORT/some/page\r\n  http://none.test:PORT\n\
        http://busy.test:PORT\nhttp://moved.test:PORT\n#http://commented.test\n\
        http://silent.test:PORT\nhttp://broken.test:PORT\nno host\nmailto:me\nhttp://\n";
    let args = ["fetch", "--allow-private", "--jobs", "1", "--timeout", "0.5", "--from", "-"];
    let mut run = world.run(&args, list);
    assert_eq!(run.status, 2);
    // Which of two clocks reaches the time limit first is random.
    let (silent, others): (Vec<_>, Vec<_>) =
        run.stdout.split_inclusive('\n').partition(|line| line.contains("silent.test"));
    assert_eq!(silent.len(), 1);
    assert!(silent[0].contains(" within 0.5 s"), "{silent:?}");
    run.stdout = others.concat();
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("fetch", run.screen());
    });
    // A stored and fresh file is fetched again only with --refresh and for an archive.
    for (args, asked) in [(&[][..], 2), (&["--refresh"], 3), (&["--output", "kept"], 4)] {
        let args = [&["fetch", "--allow-private", "http://shop.test:PORT"], args].concat();
        let run = world.run(&args, "");
        assert_eq!(run.status, 0, "{}", run.screen());
        assert_eq!(lines(&run.stdout)[0]["stored"], asked == 2, "{}", run.screen());
        assert_eq!(world.sites.asked()["shop.test"], asked);
    }
}

#[test]
fn a_line_too_long_or_in_no_utf8_is_an_error() {
    let world = World::of(&[("shop.test", file(""))]);
    let mut list =
        format!("http://shop.test:{}/{}\n", world.sites.port, "a".repeat(9000)).into_bytes();
    list.extend_from_slice(b"http://\xff\n");
    let run = crate::support::run(world.command(&["fetch", "--from", "-"]), &list);
    assert_eq!(run.status, 2);
    let lines = lines(&run.stdout);
    assert!(lines.len() == 2 && lines.iter().all(|line| line["result"] == "error"), "{lines:?}");
    assert!(world.sites.asked().is_empty());
    let run = world.run(&["fetch", "--from", "missing.txt"], "");
    assert_eq!(run.stderr, "error: cannot read missing.txt: there is no such file\n");
    assert_eq!(world.run(&["fetch", "--from", "."], "").status, 2);
    assert_eq!(world.run(&["fetch", "--offline", "shop.test"], "").status, 2);
    assert_eq!(world.run(&["fetch"], "").status, 2);
}

#[test]
fn a_folder_has_a_file_for_each_site_that_has_one() {
    let world = World::of(&[
        ("shop.test", file("User-agent: *\nDisallow: /private\n")),
        ("none.test", answer("404 Not Found", "", "")),
    ]);
    let list = "http://shop.test:PORT\nhttp://none.test:PORT\nhttp://shop.test:PORT/again\n";
    let args = ["fetch", "--allow-private", "--output", "a/b", "--from", "-"];
    let run = world.run(&args, list);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(lines(&run.stdout).len(), 2, "an archive has everyone once: {}", run.stdout);
    assert_eq!(world.sites.asked()["shop.test"], 1);
    let port = world.sites.port;
    let mut names: Vec<_> = fs::read_dir(world.folder.0.join("a/b"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, [format!("http_shop.test_{port}.txt"), "results.jsonl".to_owned()]);
    let kept = fs::read_to_string(world.folder.0.join("a/b").join(&names[0])).unwrap();
    assert_eq!(kept, "User-agent: *\nDisallow: /private\n");
    let again = world.run(&args, list);
    assert_eq!((again.status, again.stdout.as_str()), (0, ""));
    assert_eq!(
        again.stderr,
        "note: 2 origins are done already, see a/b/results.jsonl; continuing\n"
    );
}

#[test]
fn an_unwritable_output_is_an_error_before_any_fetch() {
    let world = World::of(&[("shop.test", file(""))]);
    fs::write(world.folder.0.join("file"), "").unwrap();
    fs::write(world.folder.0.join("other.warc.gz"), "other data").unwrap();
    for (out, told) in [
        ("file", "error: cannot write file: "),
        ("file/x", "error: cannot write file/x: "),
        ("no/x.warc.gz", "error: cannot write no/x.warc.gz: "),
        ("other.warc.gz", "error: other.warc.gz exists, but its journal other.warc.gz.results"),
    ] {
        let run = world.run(&["fetch", "http://shop.test:PORT", "--output", out], "");
        assert_eq!(run.status, 2, "{out}");
        assert!(run.stderr.starts_with(told), "{out}: {}", run.stderr);
    }
    assert!(world.sites.asked().is_empty());
    assert_eq!(fs::read(world.folder.0.join("other.warc.gz")).unwrap(), b"other data");
}

/// In a shared folder, a symbolic link of another user never redirects a write.
#[cfg(unix)]
#[test]
fn a_link_in_a_shared_folder_is_not_written_through() {
    let rows = [
        // The link, where the command writes, and how the run ends.
        ("kept/http_shop.test_PORT.txt.part", "kept", ""),
        ("kept/http_shop.test_PORT.txt", "kept", ""),
        (
            "kept/results.jsonl",
            "kept",
            "error: cannot write kept/results.jsonl: it is a symbolic link",
        ),
        ("x.warc.gz", "x.warc.gz", "error: cannot write x.warc.gz: it is a symbolic link"),
        (
            "y.warc.gz.results.jsonl",
            "y.warc.gz",
            "error: cannot write y.warc.gz.results.jsonl: it is a symbolic link",
        ),
    ];
    for (link, out, told) in rows {
        let world = World::of(&[("shop.test", file("User-agent: *\nDisallow: /private\n"))]);
        let link = link.replace("PORT", &world.sites.port.to_string());
        let victim = world.folder.0.join("victim");
        fs::write(&victim, "other data").unwrap();
        fs::create_dir(world.folder.0.join("kept")).unwrap();
        std::os::unix::fs::symlink(&victim, world.folder.0.join(&link)).unwrap();
        let args = ["fetch", "--allow-private", "--output", out, "http://shop.test:PORT"];
        let run = world.run(&args, "");
        assert_eq!(run.status, if told.is_empty() { 0 } else { 2 }, "{link}: {}", run.screen());
        assert!(run.stderr.starts_with(told), "{link}: {}", run.stderr);
        assert_eq!(fs::read(&victim).unwrap(), b"other data", "{link}");
    }
}

/// Sites `s0.test` and so on.
fn names(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("s{i}.test")).collect()
}

fn numbered(count: usize, serve: impl Fn(usize) -> Answer + Send + Sync + 'static) -> World {
    let names = names(count);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let world = World::new(&names, move |host| {
        serve(host.trim_start_matches('s').trim_end_matches(".test").parse().unwrap())
    });
    let list: String = names.iter().map(|name| world.url(name, "\n")).collect();
    fs::write(world.folder.0.join("list"), list).unwrap();
    world
}

fn start(world: &World, args: &[&str]) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut command = world.command(args);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    (child, stdout)
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_continues() {
    for out in ["folder", "all.warc.gz"] {
        let open = Arc::new(AtomicBool::new(false));
        let gate = Arc::clone(&open);
        let world = numbered(12, move |i| match i {
            0..5 => file("User-agent: *\n"),
            _ if gate.load(Ordering::Relaxed) => file("User-agent: *\n"),
            _ => Answer::Never,
        });
        let args = ["fetch", "--allow-private", "--from", "list", "--output", out];
        let (mut child, mut stdout) = start(&world, &args);
        let mut first = String::new();
        for _ in 0..5 {
            stdout.read_line(&mut first).unwrap();
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        stdout.read_to_string(&mut first).unwrap();
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2), "{stderr}");
        assert_eq!(stderr, "warning: interrupted; start the same command again to continue\n");

        open.store(true, Ordering::Relaxed);
        let run = world.run(&args, "");
        assert_eq!(run.status, 0, "{}", run.screen());
        assert!(run.stderr.starts_with("note: 5 origins are done already"), "{}", run.stderr);
        let first = origins(&lines(&first));
        assert_eq!((first.len(), lines(&run.stdout).len()), (5, 7));
        let journal = match out {
            "folder" => "folder/results.jsonl",
            _ => "all.warc.gz.results.jsonl",
        };
        let journal = fs::read_to_string(world.folder.0.join(journal)).unwrap();
        let done = origins(&lines(&journal));
        assert!(done.len() == 12 && done.values().all(|&times| times == 1), "{done:?}");
        for i in 0..5 {
            assert_eq!(world.sites.asked()[&format!("s{i}.test")], 1);
        }
        if out == "all.warc.gz" {
            assert_archive(&fs::read(world.folder.0.join(out)).unwrap(), 12);
        }
    }
}

#[cfg(unix)]
#[test]
fn the_next_run_completes_the_archive_of_a_killed_run() {
    const SITE_COUNT: usize = 60;
    let world = numbered(SITE_COUNT, |i| {
        thread::sleep(Duration::from_millis(10));
        match i % 6 {
            0 => answer("404 Not Found", "", ""),
            1 => answer("503 Busy", "", ""),
            _ => file(&format!("User-agent: *\nDisallow: /{i}\n# {}\n", "x".repeat(100 * i))),
        }
    });
    let args =
        ["fetch", "--allow-private", "--from", "list", "--output", "all.warc.gz", "--jobs", "4"];
    let (archive, journal) =
        (world.folder.0.join("all.warc.gz"), world.folder.0.join("all.warc.gz.results.jsonl"));
    for _ in 0..3 {
        let (mut child, mut stdout) = start(&world, &args);
        for _ in 0..10 {
            stdout.read_line(&mut String::new()).unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // As if the run had been killed during both writes.
        append(&archive, b"\x1f\x8b\x08\x00half a member");
        append(&journal, br#"{"origin":"http://s59.te"#);
    }
    let run = world.run(&args, "");
    assert_eq!(run.status, 1, "{}", run.screen());
    let done = origins(&lines(&fs::read_to_string(&journal).unwrap()));
    assert!(done.len() == SITE_COUNT && done.values().all(|&times| times == 1), "{done:?}");
    let whole = fs::read(&archive).unwrap();
    assert_archive(&whole, SITE_COUNT);

    // The archive lost its end, as after a power failure: the lost files are fetched again.
    fs::write(&archive, &whole[..whole.len() - 10]).unwrap();
    assert_eq!(lines(&world.run(&args, "").stdout).len(), 1);
    assert_archive(&fs::read(&archive).unwrap(), SITE_COUNT);
    // The archive is lost: everything is fetched again.
    fs::remove_file(&archive).unwrap();
    assert_eq!(lines(&world.run(&args, "").stdout).len(), SITE_COUNT);
    assert_archive(&fs::read(&archive).unwrap(), SITE_COUNT);
}

fn append(path: &std::path::Path, bytes: &[u8]) {
    fs::OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
}

/// One record of a web archive: its fields in lower case, and its block.
struct Record {
    fields: BTreeMap<String, String>,
    block: Vec<u8>,
}

/// Reads the members one by one; each must be one whole record.
fn records(mut archive: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    while !archive.is_empty() {
        let mut member = Vec::new();
        let mut decoder = GzDecoder::new(archive);
        decoder.read_to_end(&mut member).unwrap();
        archive = decoder.into_inner();
        let end = member.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        let head = std::str::from_utf8(&member[..end]).unwrap();
        let mut lines = head.split("\r\n");
        assert_eq!(lines.next(), Some("WARC/1.1"));
        let fields: BTreeMap<_, _> = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let length: usize = fields["content-length"].parse().unwrap();
        let block = member[end + 4..][..length].to_vec();
        assert_eq!(&member[end + 4 + length..], b"\r\n\r\n", "{head}");
        records.push(Record { fields, block });
    }
    records
}

/// The archive begins with its description, and has every site's result and file once.
fn assert_archive(archive: &[u8], sites: usize) {
    let records = records(archive);
    assert_eq!(records[0].fields["warc-type"], "warcinfo");
    let mut ids: Vec<_> = records.iter().map(|record| &record.fields["warc-record-id"]).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), records.len(), "every record has an id of its own");
    let (mut results, mut files) = (Vec::new(), BTreeMap::new());
    for record in &records[1..] {
        assert!(record.fields["warc-date"].ends_with('Z'));
        let url = record.fields["warc-target-uri"].clone();
        match record.fields["warc-type"].as_str() {
            "metadata" => results.push(serde_json::from_slice(&record.block).unwrap()),
            "response" => {
                assert_eq!(record.fields["content-type"], "application/http; msgtype=response");
                let block = std::str::from_utf8(&record.block).unwrap();
                let (head, body) = block.split_once("\r\n\r\n").unwrap();
                assert!(head.starts_with("HTTP/1.1 200"), "{head}");
                assert!(head.contains(&format!("\r\nContent-Length: {}", body.len())), "{head}");
                assert!(body.starts_with("User-agent: *\n"), "{body}");
                assert!(files.insert(url, body.len()).is_none());
            }
            other => panic!("a record of type {other}"),
        }
    }
    let all = origins(&results);
    assert!(all.len() == sites && all.values().all(|&times| times == 1), "{all:?}");
    let expected = results.iter().filter(|result: &&Value| result["result"] == "file");
    for result in expected.clone() {
        let url = format!("{}/robots.txt", result["origin"].as_str().unwrap());
        assert_eq!(files[&url] as u64, result["bytes"].as_u64().unwrap());
    }
    assert_eq!(files.len(), expected.count());
}

/// The peak memory of the process, in MiB.
#[cfg(target_os = "linux")]
fn peak(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? >> 10)
}

/// Two thousand sites, most with a file of 230 KiB: 390 MiB, of which little is in memory at a time.
///
/// What 64 sites have in flight differs from machine to machine; twice that is still half of the files.
#[cfg(target_os = "linux")]
#[test]
fn two_thousand_sites_need_little_memory() {
    const MAX_MIB: u64 = 200;
    let body = format!("User-agent: *\n{}", "Disallow: /some/path/or/other\n".repeat(8000));
    let whole = file(&body);
    let broken = Answer::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent".to_vec());
    let sites =
        crate::support::server::Sites::on("0.0.0.0".parse().unwrap(), move |host| {
            match host.rsplit_once('.').unwrap().1.parse::<u32>().unwrap() % 20 {
                1 => Answer::Never,
                2 => broken.clone(),
                _ => whole.clone(),
            }
        });
    let world = World::of(&[]);
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let list: String = (0..2000)
        .map(|i| {
            let port = if i % 20 == 5 { closed } else { sites.port };
            format!("http://127.0.{}.{}:{port}\n", i / 200, i % 200 + 1)
        })
        .collect();
    fs::write(world.folder.0.join("list"), list).unwrap();
    let args = "fetch --allow-private --from list --output all.warc.gz --timeout 2 --jobs 64";
    let (mut child, stdout) = start(&world, &args.split(' ').collect::<Vec<_>>());
    let (mut most, mut results) = (0, BTreeMap::new());
    for line in stdout.lines() {
        let line: Value = serde_json::from_str(&line.unwrap()).unwrap();
        *results.entry(line["result"].as_str().unwrap().to_owned()).or_insert(0) += 1;
        most = most.max(peak(child.id()).unwrap_or(0));
    }
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(results.values().sum::<u32>(), 2000, "{results:?}");
    assert!(results["file"] >= 1600 && results["failed"] >= 300, "{results:?}");
    assert!(most > 0 && most < MAX_MIB, "{most} MiB");
}
