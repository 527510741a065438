//! An editor: starts `maycrawl lsp` and speaks its protocol. It is written from the protocol's text, not from the
//! server.

#![allow(clippy::needless_pass_by_value)] // tests write the JSON in place

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use super::command;

/// The name of the document in these tests.
pub const URI: &str = "file:///site/robots.txt";

pub struct Editor {
    child: Child,
    /// `None` when the editor has closed it.
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    /// Notifications that came while something else was awaited.
    notifications: Vec<Value>,
    next_id: i64,
}

impl Editor {
    pub fn start(args: &[&str]) -> Self {
        let mut command = command(&[&["lsp"], args].concat());
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdin, stdout, notifications: Vec::new(), next_id: 1 }
    }

    /// An editor with these capabilities, after the handshake.
    pub fn initialized(args: &[&str], capabilities: &Value) -> Self {
        let mut editor = Self::start(args);
        editor.ask("initialize", json!({ "processId": null, "capabilities": capabilities }));
        editor.tell("initialized", json!({}));
        editor
    }

    /// An editor with a document.
    pub fn with(text: &str) -> Self {
        let mut editor = Self::initialized(&[], &json!({}));
        editor.open(text);
        editor
    }

    pub fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "robotstxt", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        drop(stdin.write_all(bytes).and_then(|()| stdin.flush())); // the server may have ended
    }

    pub fn send(&mut self, body: &str) {
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send(&message.to_string());
    }

    /// Sends a request; the response.
    pub fn response(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&message.to_string());
        loop {
            let message = self.read().expect("a response");
            if message["id"] == id {
                return message;
            }
            self.notifications.push(message);
        }
    }

    /// Sends a request; its result.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, params);
        assert!(response.get("error").is_none(), "{method}: {response}");
        response["result"].clone()
    }

    /// Sends a request about a position of the document; its result.
    pub fn ask_at(&mut self, method: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        self.ask(method, json!({ "textDocument": { "uri": URI }, "position": position }))
    }

    /// The code actions at a range, which may be filtered by kind.
    pub fn actions(&mut self, range: Value, context: Value) -> Vec<Value> {
        let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
        self.ask("textDocument/codeAction", params).as_array().unwrap().clone()
    }

    /// The parameters of the next notification of this kind.
    pub fn notification(&mut self, method: &str) -> Value {
        let known = self.notifications.iter().position(|message| message["method"] == method);
        if let Some(known) = known {
            return self.notifications.remove(known)["params"].take();
        }
        loop {
            let mut message = self.read().expect("a notification");
            assert!(message.get("error").is_none(), "{message}");
            if message["method"] == method {
                return message["params"].take();
            }
            self.notifications.push(message);
        }
    }

    /// The diagnostics that come next. They are those of this version of the document.
    pub fn diagnostics(&mut self, version: i64) -> Vec<Value> {
        let params = self.notification("textDocument/publishDiagnostics");
        assert_eq!((&params["uri"], &params["version"]), (&json!(URI), &json!(version)));
        params["diagnostics"].as_array().unwrap().clone()
    }

    /// The next message; `None` at the end.
    pub fn read(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.stdout.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            let Some(header) = line.strip_suffix("\r\n") else { panic!("{line:?}") };
            if header.is_empty() {
                break;
            }
            length = header.strip_prefix("Content-Length: ").map(|text| text.parse().unwrap());
        }
        let mut body = vec![0; length.expect("a length")];
        self.stdout.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        Some(message)
    }

    /// Ends the session as the protocol says; the exit status.
    pub fn end(mut self) -> i32 {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.leave().0
    }

    /// Closes the input; the exit status and standard error.
    pub fn leave(mut self) -> (i32, String) {
        drop(self.stdin.take());
        while self.read().is_some() {}
        let mut stderr = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        (self.child.wait().unwrap().code().unwrap(), stderr)
    }
}

/// The text after edits, whose positions count units of UTF-16, or bytes of UTF-8.
pub fn edited(text: &str, edits: &Value, in_utf_8: bool) -> String {
    let offset = |position: &Value| {
        let number = |name: &str| usize::try_from(position[name].as_u64().unwrap()).unwrap();
        let lines = text.split_inclusive('\n').take(number("line"));
        let start: usize = lines.map(str::len).sum();
        let mut left = number("character");
        let mut at = start;
        for c in text[start..].chars() {
            if left == 0 {
                break;
            }
            left -= if in_utf_8 { c.len_utf8() } else { c.len_utf16() };
            at += c.len_utf8();
        }
        at
    };
    let mut edits: Vec<_> = edits.as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| offset(&edit["range"]["start"]));
    let mut text_after = String::new();
    let mut end = 0;
    for edit in edits {
        let start = offset(&edit["range"]["start"]);
        assert!(start >= end, "edits overlap: {edit}");
        text_after += &text[end..start];
        text_after += edit["newText"].as_str().unwrap();
        end = offset(&edit["range"]["end"]);
    }
    text_after + &text[end..]
}
