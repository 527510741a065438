//! `maycrawl serve`: it says where it is, answers, counts, and stops when it is told to.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![cfg(unix)]

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use support::{command, maycrawl};

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_answers_until_it_is_stopped() {
    let mut child = command(&["serve", "--listen", "127.0.0.1:0", "--store", "memory"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said = lines.next().unwrap().unwrap();
    let address = said.strip_prefix("maycrawl answers at http://").unwrap().trim_end_matches('/');
    let answer = get(address, "/v1/check?url=http://127.0.0.1:1/");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("unreachable-network"), "{answer}");
    assert!(get(address, "/openapi.json").contains("\"/v1/test\""));
    let counted = get(address, "/metrics");
    assert!(
        counted.contains("maycrawl_requests_total{path=\"/v1/check\",status=\"200\"} 1"),
        "{counted}"
    );
    assert!(get(address, "/readyz").ends_with("ready\n"));
    let taken = maycrawl(&["serve", "--listen", address, "--store", "memory"], b"");
    assert_eq!(taken.status, 2);
    assert!(taken.stderr.contains("cannot listen at"), "{}", taken.stderr);
    let killed = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(killed.success());
    let status = child.wait().unwrap();
    let mut notes = String::new();
    child.stderr.take().unwrap().read_to_string(&mut notes).unwrap();
    assert!(
        status.success() && notes.contains("every request that had come was answered"),
        "{notes}"
    );
}
