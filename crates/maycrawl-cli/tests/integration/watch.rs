//! `maycrawl watch`: looks at sites on loopback, restarts between and in the middle of them, and destinations that
//! fail.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::process::Stdio;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use crate::support::server::{Answer, World, answer, file};
use crate::support::{Run, Running, get};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;
use serde_json::Value;

const OPEN: &str = "User-agent: *\nDisallow: /a\n";
const CLOSED: &str = "User-agent: *\nDisallow: /\n";

/// Sites whose answers change.
struct Scene {
    world: World,
    answers: Arc<Mutex<HashMap<&'static str, Answer>>>,
}

impl Scene {
    fn new(sites: &[&'static str]) -> Self {
        let answers: HashMap<_, _> = sites.iter().map(|&site| (site, file(OPEN))).collect();
        let answers = Arc::new(Mutex::new(answers));
        let served = Arc::clone(&answers);
        let world = World::new(sites, move |host| served.lock().unwrap()[host].clone());
        Self { world, answers }
    }

    fn serve(&self, site: &'static str, answer: Answer) {
        self.answers.lock().unwrap().insert(site, answer);
    }

    /// One look at each site, by a process of its own.
    fn look(&self, args: &[&str]) -> Run {
        self.world.run(&[WATCH, &["--once"], args].concat(), "")
    }

    /// A process that goes on, and what it tells.
    fn start(&self, args: &[&str]) -> (Running, mpsc::Receiver<Value>) {
        let mut command = self.world.command(&[WATCH, &["--every", "1s"], args].concat());
        let mut running = Running::start(command.stderr(Stdio::null()));
        let (send, told) = mpsc::channel();
        let lines = running.lines().map_while(Result::ok);
        thread::spawn(move || lines.for_each(|line| drop(send.send(json(&line)))));
        (running, told)
    }
}

const WATCH: &[&str] =
    &["watch", "--store", "watch.sqlite", "--allow-private", "--timeout", "3600"];
const SHOP: &str = "http://shop.test:PORT";

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

fn kinds(text: &str) -> Vec<String> {
    text.lines().map(|line| json(line)["kind"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_change_is_told_once_however_often_the_command_starts() {
    let scene = Scene::new(&["shop.test", "other.test"]);
    let sites = [SHOP, "http://other.test:PORT"];
    let first = scene.look(&sites);
    assert_eq!((first.status, first.stdout.as_str()), (0, ""), "{}", first.screen());
    assert!(first.stderr.contains("shop.test:PORT is watched from now on"), "{}", first.stderr);
    scene.serve("shop.test", file(CLOSED));
    let second = scene.look(&[&sites[..], &["--to", "-", "--to", "-"]].concat());
    assert_eq!(second.status, 1, "{}", second.screen());
    assert_eq!(second.stdout.lines().count(), 1, "{}", second.stdout);
    let message = json(second.stdout.trim_end());
    assert_eq!((&message["kind"], &message["severity"]), (&"change".into(), &"error".into()));
    let summary = message["summary"].as_str().unwrap();
    assert!(summary.contains("Googlebot") && summary.ends_with("lose the whole site"), "{summary}");
    assert_eq!(message["change"]["outcome"], "effects");
    assert_eq!(message["after"]["bytes"], CLOSED.len());
    for _ in 0..2 {
        let again = scene.look(&sites);
        assert_eq!((again.status, again.stdout.as_str()), (0, ""), "{}", again.screen());
    }
    // A change without effect is told on request alone.
    scene.serve("shop.test", file(&format!("# closed\n{CLOSED}")));
    assert_eq!(scene.look(&sites).stdout, "");
    scene.serve("shop.test", file(&format!("# still closed\n{CLOSED}")));
    let asked = scene.look(&["--all-changes", SHOP]);
    assert!(asked.stdout.contains("robots.txt changed without an effect"), "{}", asked.screen());
}

/// On a terminal a message is text, as wide as the terminal, and a failed look says why.
#[test]
fn a_person_reads_text() {
    let scene = Scene::new(&["shop.test"]);
    scene.look(&[SHOP]);
    scene.serve("shop.test", file(CLOSED));
    let told = scene.look(&["--format", "text", SHOP]).stdout;
    let (time, rest) = told.split_once(' ').unwrap();
    assert!(time.ends_with('Z'), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
    insta::assert_snapshot!("watch_text", rest);
    scene.serve("shop.test", answer("503 Busy", "", ""));
    let failed = scene.look(&["--format", "text", SHOP]);
    assert!(failed.stderr.contains("could not be read: HTTP 503"), "{}", failed.stderr);
}

#[test]
fn an_outage_is_told_at_the_second_look_and_its_end() {
    let scene = Scene::new(&["shop.test"]);
    scene.look(&[SHOP]);
    scene.serve("shop.test", answer("503 Busy", "", ""));
    let first = scene.look(&[SHOP]);
    assert_eq!((first.status, first.stdout.as_str()), (2, ""), "{}", first.screen());
    let second = scene.look(&[SHOP]);
    assert_eq!((second.status, kinds(&second.stdout)), (2, vec!["outage".to_owned()]));
    assert!(second.stdout.contains("nothing may be crawled"), "{}", second.stdout);
    assert_eq!(scene.look(&[SHOP]).stdout, "");
    // The file that comes back is another one: two messages, because two things happened.
    scene.serve("shop.test", file(CLOSED));
    let back = scene.look(&[SHOP]);
    assert_eq!(
        (back.status, kinds(&back.stdout)),
        (1, vec!["recovered".to_owned(), "change".to_owned()])
    );
}

#[test]
fn expectations_must_hold() {
    let scene = Scene::new(&["shop.test"]);
    fs::write(scene.world.path("expectations"), "allow Googlebot /b\n").unwrap();
    let args = ["--expect", "expectations", SHOP];
    assert_eq!(scene.look(&args).status, 0);
    scene.serve("shop.test", file(CLOSED));
    let broken = scene.look(&args);
    assert_eq!((broken.status, kinds(&broken.stdout)), (1, vec!["change".to_owned()]));
    let message = json(broken.stdout.trim_end());
    assert_eq!(message["expectations"][0]["outcome"], "fails");
    let details = message["details"].to_string();
    assert!(
        details.contains("allow Googlebot /b: fails for Googlebot: /b is disallowed"),
        "{details}"
    );
    // It was told; the status says that it does not hold all the same.
    let again = scene.look(&args);
    assert_eq!((again.status, again.stdout.as_str()), (1, ""));
    // Another file of expectations is asked about the same robots.txt.
    fs::write(scene.world.path("expectations"), "disallow * /\n").unwrap();
    let holds = scene.look(&args);
    assert_eq!((holds.status, kinds(&holds.stdout)), (1, vec!["expectation".to_owned()]));
    assert!(holds.stdout.contains("all expectations hold again"), "{}", holds.stdout);
    assert_eq!(scene.look(&args).status, 0);
}

#[test]
fn files_feeds_and_programs_get_each_message_once() {
    let scene = Scene::new(&["shop.test"]);
    let to = ["--to", "out.jsonl", "--to", "feed.atom", "--to", "run:sh take.sh", SHOP];
    fs::write(scene.world.path("take.sh"), "cat >> taken; echo noise; echo words >&2").unwrap();
    scene.look(&to);
    for content in [CLOSED, OPEN] {
        scene.serve("shop.test", file(content));
        let run = scene.look(&to);
        assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (1, "", ""));
    }
    let written = fs::read_to_string(scene.world.path("out.jsonl")).unwrap();
    assert_eq!(kinds(&written), ["change", "change"]);
    assert_eq!(fs::read_to_string(scene.world.path("taken")).unwrap(), written);
    let feed = fs::read_to_string(scene.world.path("feed.atom")).unwrap();
    let ids: Vec<_> = feed.lines().filter(|line| line.starts_with("<id>urn:uuid:")).collect();
    assert_eq!(ids.len(), 3, "{feed}");
    // The newest entry comes first, and a program that reads XML reads it.
    let newest = json(written.lines().last().unwrap());
    assert!(ids[1].contains(newest["id"].as_str().unwrap()), "{feed}");
    let read = "import sys, xml.etree.ElementTree as t; print(len(t.parse(sys.argv[1]).getroot()))";
    let python = std::process::Command::new("python3")
        .args(["-c", read, &scene.world.path("feed.atom")])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&python.stdout).trim(), "6");
}

#[test]
fn what_was_not_delivered_is_delivered_by_the_next_run() {
    let scene = Scene::new(&["shop.test"]);
    fs::write(scene.world.path("take.sh"), "echo the disk is full >&2; exit 3").unwrap();
    let to = ["--to", "run:sh take.sh", "--to", "-", SHOP];
    scene.look(&to);
    scene.serve("shop.test", file(CLOSED));
    let failed = scene.look(&to);
    assert_eq!(failed.status, 2, "{}", failed.screen());
    let why =
        "warning: run:sh: it ended with exit status: 3: the disk is full; the next run tries again";
    assert!(failed.stderr.contains(why), "{}", failed.stderr);
    // The other destination has it.
    assert_eq!(kinds(&failed.stdout), ["change"]);
    // A run that does not name the destination says so, and keeps the message.
    let other = scene.look(&[SHOP]);
    assert!(other.stderr.contains("1 message is in the store for a --to that is not named now"));
    fs::write(scene.world.path("take.sh"), "cat > taken").unwrap();
    let run = scene.look(&to);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.screen());
    let taken = fs::read_to_string(scene.world.path("taken")).unwrap();
    assert_eq!(json(&taken)["id"], json(&failed.stdout)["id"]);
}

/// A receiver of webhooks.
struct Receiver {
    port: u16,
    requests: mpsc::Receiver<(HashMap<String, String>, Vec<u8>)>,
    status: Arc<Mutex<&'static str>>,
}

impl Receiver {
    fn new(status: &'static str) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (send, requests) = mpsc::channel();
        let status = Arc::new(Mutex::new(status));
        let shown = Arc::clone(&status);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut reader = BufReader::new(&stream);
                let mut fields = HashMap::new();
                let mut line = String::new();
                while reader.read_line(&mut line).unwrap_or(0) > 2 {
                    if let Some((name, value)) = line.split_once(':') {
                        fields.insert(name.to_ascii_lowercase(), value.trim().to_owned());
                    } else {
                        fields.insert(String::new(), line.trim().to_owned());
                    }
                    line.clear();
                }
                let length = fields.get("content-length").map_or(0, |it| it.parse().unwrap());
                let mut body = vec![0; length];
                reader.read_exact(&mut body).unwrap();
                let status = *shown.lock().unwrap();
                let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
                drop((&stream).write_all(answer.as_bytes()));
                drop(send.send((fields, body)));
            }
        });
        Self { port, requests, status }
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hooks/robots", self.port)
    }
}

#[test]
fn a_webhook_is_signed_and_sent_again_until_it_is_taken() {
    let scene = Scene::new(&["shop.test"]);
    let receiver = Receiver::new("503 Busy");
    let (url, secret) = (receiver.url(), [7_u8; 24]);
    let written = format!("whsec_{}\n", STANDARD.encode(secret));
    fs::write(scene.world.path("secret"), written).unwrap();
    let to = ["--to", &url, "--secret-file", "secret", SHOP];
    assert_eq!(scene.look(&to).status, 0);
    scene.serve("shop.test", file(CLOSED));
    let failed = scene.look(&to);
    assert_eq!(failed.status, 2, "{}", failed.screen());
    // The path of the URL may be a secret, so no message has it.
    assert!(failed.stderr.contains("it answers 503") && !failed.stderr.contains("/hooks/"));
    // A redirect is a failure: the message is for this URL alone.
    *receiver.status.lock().unwrap() = "307 Moved\r\nLocation: http://shop.test/";
    assert_eq!(scene.look(&to).status, 2);
    *receiver.status.lock().unwrap() = "204 Taken";
    assert_eq!(scene.look(&to).status, 0);
    assert_eq!(scene.look(&to).status, 0);
    let tries: Vec<_> = receiver.requests.try_iter().collect();
    assert_eq!(tries.len(), 3, "taken once, and not sent again");
    for (fields, body) in &tries {
        assert_eq!(fields[""], "POST /hooks/robots HTTP/1.1");
        assert_eq!((&fields["webhook-id"], body), (&tries[0].0["webhook-id"], &tries[0].1));
        let signed = format!("{}.{}.", fields["webhook-id"], fields["webhook-timestamp"]);
        let key = hmac::Key::new(hmac::HMAC_SHA256, &secret);
        let signature = STANDARD.decode(&fields["webhook-signature"][3..]).unwrap();
        hmac::verify(&key, &[signed.as_bytes(), body].concat(), &signature).unwrap();
    }
    let message = json(std::str::from_utf8(&tries[0].1).unwrap());
    assert_eq!(message["id"], tries[0].0["webhook-id"].as_str());
}

#[test]
fn a_killed_process_loses_no_message() {
    let scene = Scene::new(&["shop.test"]);
    let receiver = Receiver::new("500 Broken");
    let url = receiver.url();
    fs::write(scene.world.path("secret"), "0123456789abcdef").unwrap();
    let to = ["--to", &url, "--to", "-", "--secret-file", "secret", SHOP];
    let (running, told) = scene.start(&to);
    // The first look is over when the site was asked and a change is told.
    while scene.world.sites.asked().get("shop.test").is_none_or(|&asked| asked < 2) {
        thread::yield_now();
    }
    scene.serve("shop.test", file(CLOSED));
    let told = told.recv().unwrap();
    let (tried, _) = receiver.requests.recv().unwrap();
    drop(running);
    *receiver.status.lock().unwrap() = "200 OK";
    let run = scene.look(&to);
    assert_eq!(run.status, 0, "{}", run.screen());
    // If it was killed between the line and the note of it, the line comes again, as the same message.
    assert!(run.stdout.lines().all(|line| json(line)["id"] == told["id"]), "{}", run.screen());
    let (sent, _) = receiver.requests.recv().unwrap();
    assert_eq!(sent["webhook-id"], tried["webhook-id"]);
    assert_eq!(told["id"], sent["webhook-id"].as_str());
}

#[test]
fn a_site_that_never_answers_delays_no_other() {
    let scene = Scene::new(&["shop.test", "silent.test"]);
    scene.serve("silent.test", Answer::Never);
    let (_running, told) = scene.start(&["http://silent.test:PORT", SHOP]);
    let asked = |site: &str, times| {
        while scene.world.sites.asked().get(site).is_none_or(|&asked| asked < times) {
            thread::yield_now();
        }
    };
    asked("silent.test", 1);
    for content in [CLOSED, OPEN] {
        asked("shop.test", 2);
        scene.serve("shop.test", file(content));
        assert_eq!(told.recv().unwrap()["kind"], "change");
    }
    assert_eq!(scene.world.sites.asked()["silent.test"], 1, "its first look still waits");
}

#[test]
fn wrong_questions_are_refused_before_any_request() {
    let scene = Scene::new(&["shop.test"]);
    fs::write(scene.world.path("empty"), "").unwrap();
    fs::write(scene.world.path("short"), "secret").unwrap();
    let hook = "https://hooks.example/x";
    let rows: &[(&[&str], &str)] = &[
        (&["--offline", SHOP], "watch cannot work with --offline"),
        (&["--expect", "empty", SHOP], "has no expectation"),
        (&["--to", "ftp://example.com/x", SHOP], "write -, a file, a feed"),
        (&["--to", "run: ", SHOP], "names no program"),
        (&["--to", ".", SHOP], "it is a folder"),
        (&["--to", hook, SHOP], "webhooks are signed"),
        (&["--to", hook, "--secret-file", "short", SHOP], "has 6 bytes; 16 are the fewest"),
        (&["--from", "empty"], "there is no site to watch"),
        (&["no host"], "no host"),
    ];
    for (args, expected) in rows {
        let run = scene.look(args);
        assert_eq!(run.status, 2, "{}", run.screen());
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
    assert!(scene.world.sites.asked().is_empty());
    let run = scene.world.run(&[WATCH, &["--every", "0s", SHOP]].concat(), "");
    assert!(run.stderr.contains("a time from 1s to 7d"), "{}", run.stderr);
}

/// The service reads the same store file while it is written.
#[test]
fn the_service_shows_operators_what_the_last_look_found() {
    let scene = Scene::new(&["shop.test", "other.test"]);
    fs::write(scene.world.path("expectations"), "allow Googlebot /b\n").unwrap();
    let args = ["--every", "1h", "--expect", "expectations", SHOP, "http://other.test:PORT"];
    assert_eq!(scene.look(&args).status, 0);
    let serve = ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-format", "off"];
    let mut command = scene.world.command(
        &[&["serve", "--store", "watch.sqlite", "--min-refresh-interval", "0"], &serve[..]]
            .concat(),
    );
    let mut service = Running::start(command.stderr(Stdio::null()));
    let mut said = service.lines().map_while(Result::ok);
    let public = said.next().unwrap().replace("maycrawl answers at http://", "").replace('/', "");
    let admin = said.find_map(|line| {
        let address = line.strip_prefix("watched sites are at http://")?.strip_suffix("/watched");
        address.map(str::to_owned)
    });
    let admin = admin.unwrap();
    let page = get(&admin, "/watched");
    assert!(page.contains("2 sites: 2 without news."), "{page}");
    assert!(page.contains("\r\nrefresh: 60\r\n"), "{page}");
    scene.serve("shop.test", file(CLOSED));
    assert_eq!(scene.look(&args).status, 1);
    scene.serve("other.test", answer("503 Busy", "", ""));
    assert_eq!(scene.look(&args).status, 2);
    let answer = get(&admin, "/watched.json");
    let list = json(answer.split_once("\r\n\r\n").unwrap().1);
    let sites = list["sites"].as_array().unwrap();
    let statuses: Vec<_> = sites.iter().map(|site| site["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["expectation-fails", "nothing-allowed"], "{list:#}");
    assert_eq!(sites[0]["expectations"]["lines"][0], "allow Googlebot /b");
    assert_eq!(sites[1]["expectations"]["outcome"], "not-known");
    assert_eq!(sites[1]["effect"], "nothing may be crawled");
    assert_eq!(sites[0]["interval_seconds"], 3600);
    let summary = sites[0]["last_change"]["summary"].as_str().unwrap();
    assert!(summary.ends_with("lose the whole site"), "{summary}");
    let page = get(&admin, "/watched");
    assert!(page.contains("lose the whole site") && page.contains("allow Googlebot /b"), "{page}");
    assert!(get(&public, "/watched").starts_with("HTTP/1.1 404"));
}
