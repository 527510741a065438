//! `crawlers check-signature`: the example of the draft of Web Bot Auth, and what is told of each mistake in it.

#![allow(clippy::unwrap_used)] // a test may panic

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{command, maycrawl_in};

const KEYS: &str = r#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"}]}"#;
const REQUEST: &str = r#"GET /path/to/resource HTTP/1.1
Host: example.com
User-Agent: ExampleBot/1.0
Signature-Agent: agent2="https://signature-agent.test"
Signature-Input: sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"
Signature: sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:
"#;
const AT: &str = "2025-01-01T00:00:30Z";

fn checked(request: &str, more: &[&str]) -> (i32, String) {
    let files: [(&str, &[u8]); 2] =
        [("request.http", request.as_bytes()), ("keys.json", KEYS.as_bytes())];
    let args = ["crawlers", "check-signature", "request.http", "--keys", "keys.json", "--at", AT];
    let run = maycrawl_in(&files, &[&args, more].concat(), b"");
    (run.status, format!("{}{}", run.stdout, run.stderr))
}

#[test]
fn the_example_of_the_draft_is_right_and_each_mistake_is_told() {
    let (status, text) = checked(REQUEST, &[]);
    assert_eq!(status, 0, "{text}");
    insta::assert_snapshot!(text);
    let rows: [(&str, &str, &str); 14] = [
        ("sig2=:Rd", "sig2=:Re", "not the signature of this text by this key"),
        ("Host: example.com", "Host: other.example", "not the signature of this text by this key"),
        ("Host: example.com\n", "", "\"@authority\" is signed, and is not in the request"),
        ("created=1735689600;", "", "Signature-Input has no parameter `created` that can be read"),
        ("created=1735689600;", "created=abc;", "has no parameter `created` that can be read"),
        ("created=1735689600", "created=1735689700", "it was made in the future"),
        ("created=1735689600", "created=1735600000", "more than 24 hours ago: the longest time"),
        ("expires=4889289600", "expires=1735689601", "it expired at 2025-01-01T00:00:01Z"),
        ("\"@authority\" ", "", "does not cover \"@authority\""),
        (r#" "signature-agent";key="agent2""#, "", "does not cover \"signature-agent\""),
        ("agent2=\"https:", "agent2=\"http:", "the field `signature-agent` is not as"),
        ("keyid=\"poqk", "keyid=\"qoqk", "the directory has no key with the thumbprint `qoqk"),
        (";tag=\"web-bot-auth\"", "", "no signature has the parameter tag"),
        ("Signature: sig2", "Signature: sig3", "has no bytes for `sig2`"),
    ];
    for (right, wrong, expected) in rows {
        assert!(REQUEST.contains(right), "{right}");
        let (status, text) = checked(&REQUEST.replace(right, wrong), &[]);
        assert_eq!(status, 1, "{wrong}: {text}");
        assert!(text.contains(expected), "{wrong}: {text}");
    }
    let (status, text) = checked("GET / HTTP/1.1\nHost: a.example\n", &[]);
    assert_eq!(status, 1);
    assert!(text.contains("the request has no field `signature-input`"), "{text}");
    // What cannot be read is no refusal.
    let (status, text) = checked(&REQUEST.replace("alg=\"ed25519\"", "alg=\"rsa\""), &[]);
    assert_eq!(status, 2, "{text}");
    let unread =
        "The signature sig2 was not checked: alg is `rsa`, and only `ed25519` is checked here.";
    assert!(text.starts_with(unread), "{text}");
    assert_eq!(checked("no request\n", &[]).0, 2);
    assert_eq!(checked(REQUEST, &["--keys", "request.http"]).0, 2);
}

/// Not each reader of a wrong signature sees what was signed: the text is printed, and steers no screen.
#[test]
fn a_wrong_signature_shows_the_text_that_is_signed() {
    let (_, text) = checked(&REQUEST.replace("Host: example.com", "Host: example.net"), &[]);
    insta::assert_snapshot!(text);
    let (_, json) = checked(REQUEST, &["--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["is_right"], &json["label"]), (&true.into(), &"sig2".into()));
    let hostile = REQUEST.replace("sig2", "sig2\u{1b}[2J");
    assert!(!checked(&hostile, &[]).1.contains('\u{1b}'));
}

/// The scheme is not in the head: a signature that covers it may be right for another one.
#[test]
fn a_scheme_that_is_assumed_is_told() {
    let covers = REQUEST.replace("\"@authority\"", "\"@authority\" \"@scheme\"");
    let (status, text) = checked(&covers, &[]);
    assert_eq!(status, 2, "{text}");
    assert!(text.contains("the scheme or the host was assumed"), "{text}");
    let (status, text) = checked(&covers, &["--site", "http://example.com"]);
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("not the signature of this text by this key"), "{text}");
    assert!(text.contains("\"@scheme\": http\n"), "{text}");
}

#[test]
fn a_request_to_a_port_is_answered_with_what_is_found() {
    let folder = crate::support::Folder::new();
    std::fs::write(folder.0.join("keys.json"), KEYS).unwrap();
    let args = ["crawlers", "check-signature", "--listen", "0", "--keys", "keys.json", "--at", AT];
    let site = ["--site", "https://example.com"];
    let mut command = command(&[&args[..], &site].concat());
    command.current_dir(&folder.0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut note = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut note).unwrap();
    let address = note.trim().rsplit("http://").next().unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(REQUEST.replace('\n', "\r\n").as_bytes()).unwrap();
    stream.write_all(b"\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("\r\n\r\nThe signature sig2 is right.\n"), "{answer}");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}
