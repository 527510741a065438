//! `maycrawl serve`: it prints its addresses, answers, counts, and stops after a signal.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;

use crate::support::{Running, command, get, maycrawl};

#[test]
fn it_answers_until_it_is_stopped() {
    let serve =
        ["serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--store", "memory"];
    let mut child = Running::start(command(&serve).stderr(Stdio::piped()));
    let mut lines = child.lines();
    let said = lines.next().unwrap().unwrap();
    let address = said.strip_prefix("maycrawl answers at http://").unwrap().trim_end_matches('/');
    let answer = get(address, "/v1/check?url=http://127.0.0.1:1/");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("unreachable-network"), "{answer}");
    assert!(get(address, "/openapi.json").contains("\"/v1/draft/check\""));
    let said = lines.nth(1).unwrap().unwrap();
    let admin = said.strip_prefix("counters are at http://").unwrap().trim_end_matches("/metrics");
    assert!(get(address, "/metrics").starts_with("HTTP/1.1 404"), "not for everybody");
    assert!(get(admin, "/readyz").ends_with("ready\n"));
    let counted = get(admin, "/metrics");
    assert!(
        counted.contains("maycrawl_requests_total{path=\"/v1/check\",status=\"200\"} 1"),
        "{counted}"
    );
    assert!(get(address, "/readyz").ends_with("ready\n"));
    let health = maycrawl(&["serve", "--check-health", "--listen", address], b"");
    assert_eq!((health.status, health.stdout), (0, format!("http://{address}/healthz answers\n")));
    for (flags, says) in [
        (["--listen", address, "--admin-listen", "off"], "choose another with --listen 127.0.0.1:"),
        (
            ["--listen", "127.0.0.1:0", "--admin-listen", admin],
            "choose another with --admin-listen 127.0.0.1:",
        ),
    ] {
        let taken = maycrawl(&[&["serve", "--store", "memory"][..], &flags].concat(), b"");
        assert_eq!(taken.status, 2);
        let text = taken.stderr;
        assert!(text.contains("is in use") && text.contains(says), "{text}");
    }
    let has_ended_well = child.stop();
    let mut notes = String::new();
    child.0.stderr.take().unwrap().read_to_string(&mut notes).unwrap();
    assert!(has_ended_well && notes.contains("all received requests were answered"), "{notes}");
    // Without a terminal the log is JSON: one line per request, without the URL asked about.
    let asked = notes.lines().find(|line| line.contains("\"route\":\"/v1/check\"")).unwrap();
    for field in ["\"status\":200", "\"method\":\"GET\"", "\"client\":\"127.0.0.1\"", "\"micros\":"]
    {
        assert!(asked.contains(field), "{field}: {asked}");
    }
    assert!(
        notes.lines().all(|line| line.starts_with('{') && !line.contains("127.0.0.1:1/")),
        "{notes}"
    );
}

/// A second service beside the first takes a free port for operators, and says which: `make test` of a person whose own
/// service runs would fail otherwise.
#[test]
fn a_second_service_takes_a_free_port_for_operators() {
    let _first = TcpListener::bind("127.0.0.1:8081"); // an error: somebody else has it
    let serve = ["serve", "--listen", "127.0.0.1:0", "--store", "memory", "--log-format", "off"];
    let mut child = Running::start(command(&serve).stderr(Stdio::null()));
    let said = child.lines().nth(2).unwrap().unwrap();
    let rest = said.strip_prefix("counters are at http://").unwrap();
    let (admin, rest) = rest.split_once("/metrics").unwrap();
    assert_eq!(rest, " (the usual port is in use)");
    assert!(get(admin, "/readyz").ends_with("ready\n"));
}

/// A server that answers every connection with these bytes and closes it; its port.
fn server_that_says(bytes: &'static [u8]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            drop(stream.write_all(bytes));
        }
    });
    port
}

#[test]
fn a_health_check_fails_unless_the_service_answers_200() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let rows: [(&str, u16, i32, &str); 6] = [
        ("0.0.0.0", server_that_says(b"HTTP/1.1 200 OK\r\n\r\nok\n"), 0, "healthz answers"),
        ("127.0.0.1", server_that_says(b"HTTP/1.1 503 No\r\n\r\n"), 1, "answers `HTTP/1.1 503 No`"),
        ("127.0.0.1", server_that_says(b"\x1b[2J"), 1, "answers `\\x1b[2J`"),
        ("127.0.0.1", server_that_says(b""), 1, "answers ``"),
        ("127.0.0.1", 1, 1, "does not answer"),
        ("127.0.0.1", silent.local_addr().unwrap().port(), 1, "does not answer"),
    ];
    for (ip, port, status, says) in rows {
        let listen = format!("{ip}:{port}");
        let run = maycrawl(&["serve", "--check-health", "--listen", &listen], b"");
        assert_eq!(run.status, status, "{says}: {}", run.stderr);
        assert!(format!("{}{}", run.stdout, run.stderr).contains(says), "{says}: {}", run.stderr);
    }
}

/// Runs a service under limits of the shell that starts it; its messages until it stops.
fn said_under(limit: &str) -> String {
    let script = format!(
        "{limit} && exec \"$0\" serve --listen 127.0.0.1:0 --admin-listen off --store memory --log-format off"
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_maycrawl")]).stderr(Stdio::piped());
    let mut child = Running::start(&mut shell);
    let mut lines = child.lines();
    lines.next().unwrap().unwrap();
    assert!(child.stop());
    let mut said = String::new();
    child.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    said
}

#[test]
fn the_limit_of_open_files_is_raised_with_a_warning_if_too_low() {
    let said = said_under("ulimit -n 400");
    assert!(said.contains("400 open files, too few for --max-connections 4096"), "{said}");
    let said = said_under("ulimit -Sn 300 && ulimit -Hn 500");
    assert!(said.contains("500 open files"), "{said}");
}

/// Options of `serve`, and their errors.
const REFUSED: &[(&[&str], &str)] = &[
    (&["--listen", "0.0.0.0:0", "--allow-private"], "--allow-private-for-everyone"),
    (&["--listen", "[::]:0", "--allow-private"], "--allow-private-for-everyone"),
    (&["--allow-private-for-everyone"], "--allow-private"),
    (&["--host", "https://tester.example"], "without scheme and port"),
    (&["--allow-origin", "*"], "write one origin"),
    (&["--allow-origin", "null"], "write one origin"),
    (&["--allow-origin", "https://*.example"], "write one origin"),
    (&["--allow-origin", "https://tester.example/try/"], "write https://tester.example"),
    (&["--trust-proxy", "proxy.example"], "not a network"),
    (&["--admin-listen", "nowhere"], "write ADDRESS:PORT"),
];

#[test]
fn unsafe_and_meaningless_options_are_refused() {
    for (flags, says) in REFUSED {
        let refused = maycrawl(&[&["serve", "--store", "memory"][..], flags].concat(), b"");
        assert_eq!(refused.status, 2, "{flags:?}");
        assert!(refused.stderr.contains(says), "{flags:?}: {}", refused.stderr);
    }
}

/// A page of another site that reaches the service under its own name gets an error.
#[test]
fn a_service_on_loopback_answers_to_its_own_names_only() {
    let serve = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--admin-listen",
        "off",
        "--store",
        "memory",
        "--log-format",
        "off",
        "--host",
        "tester.example",
    ];
    let mut child = Running::start(&mut command(&serve));
    let mut lines = child.lines();
    let said = lines.next().unwrap().unwrap();
    let address = said.strip_prefix("maycrawl answers at http://").unwrap().trim_end_matches('/');
    for (host, status) in [
        ("localhost:8080", "200"),
        ("tester.example", "200"),
        ("rebind.attacker.example:8080", "421"),
    ] {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET /v1/crawlers HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{host}: {answer:.200}");
        assert!(status == "200" || answer.contains("--host NAME"), "{answer}");
    }
    assert!(child.stop());
}
