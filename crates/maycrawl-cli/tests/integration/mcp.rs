//! `maycrawl mcp` and `serve --mcp`: a program on its pipes, and over HTTP. What the tools answer is tested with the
//! service.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![cfg(unix)]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::support::{Running, command, maycrawl};

fn call(id: u32, name: &str, arguments: &Value) -> Value {
    let params = json!({"name": name, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

#[test]
fn an_agent_on_its_pipes_gets_every_answer_before_the_end() {
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"}}});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let robots = "User-agent: *\nDisallow: /a\n";
    let check = call(2, "check", &json!({"robots": robots, "urls": ["/a", "/b"]}));
    let private = call(3, "check", &json!({"urls": ["http://127.0.0.1:1/a"]}));
    let input = format!("{hello}\n{ready}\n{check}\n{private}\n");
    let run = maycrawl(&["mcp", "--store", "memory"], input.as_bytes());
    assert_eq!((run.status, &*run.stderr), (0, ""));
    let answers: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answer = |id: u32| answers.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(answer(1)["result"]["serverInfo"]["name"], "maycrawl");
    let text = |id: u32| answer(id)["result"]["content"][1]["text"].as_str().unwrap();
    assert!(text(2).starts_with("1 allowed, 1 disallowed\n"), "{}", text(2));
    // Nothing private is asked, and the reason is not told.
    assert!(text(3).starts_with("0 allowed, 1 disallowed\n"), "{}", text(3));
    for input in ["", "hello\n"] {
        let run = maycrawl(&["mcp", "--store", "memory"], input.as_bytes());
        assert_eq!((run.status, &*run.stdout, &*run.stderr), (0, "", ""), "{input}");
    }
}

#[test]
fn a_service_answers_agents_only_if_it_is_told_to() {
    for (option, status) in [(&["--mcp"][..], "200"), (&[][..], "404")] {
        let serve =
            ["serve", "--listen", "127.0.0.1:0", "--admin-listen", "off", "--store", "memory"];
        let mut child = Running::start(&mut command(&[&serve[..], option].concat()));
        let mut lines = child.lines();
        let said = lines.next().unwrap().unwrap();
        let address = said.strip_prefix("maycrawl answers at http://").unwrap();
        let address = address.trim_end_matches('/');
        let body = call(1, "lint", &json!({"robots": "Dissalow: /"})).to_string();
        let mut stream = TcpStream::connect(address).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
        assert_eq!(answer.contains("Disallow"), status == "200", "{answer}");
        if status == "200" {
            assert_eq!(
                lines.nth(1).unwrap().unwrap(),
                format!("agents ask at http://{address}/mcp")
            );
        }
    }
}
