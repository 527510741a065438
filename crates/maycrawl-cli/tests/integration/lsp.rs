//! `maycrawl lsp` as an editor uses it: a scripted client of the protocol and the real command.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::fs;
use std::path::Path;

use crate::support::editor::{Editor, URI, edited};
use crate::support::{Folder, maycrawl, maycrawl_in};
use serde_json::{Value, json};

pub(crate) const SHOP: &str = "\
# A shop
Disallow: /too-early
User-agent: *
Dissallow: /checkout/*
Allow: help/
Disallow: /caf\u{e9}
Disallow: /\u{1f600}/*
Crawl-delay: 5

User-agent: Gogglebot
User-agent: GPTBot/1.0
Disalllow: /drafts
Disallow: /drafts
Disallow: /drafts
Disallow:

Sitemap: https://shop.example/drafts/sitemap.xml
";

/// With a line that no program reads: to make it a comment changes nothing for any of them.
fn with_a_safe_fix() -> String {
    SHOP.to_owned() + "These lines are for crawlers\n"
}

/// All of the document.
fn everywhere() -> Value {
    json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } })
}

fn edits_of(action: &Value) -> &Value {
    &action["edit"]["changes"][URI]
}

#[test]
fn a_session_begins_and_ends_as_the_protocol_says() {
    let mut editor = Editor::start(&["--stdio"]);
    let result = editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(result["serverInfo"]["name"], "maycrawl");
    let capabilities = &result["capabilities"];
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    assert_eq!(capabilities["textDocumentSync"], json!({ "openClose": true, "change": 2 }));
    for name in [
        "hoverProvider",
        "documentFormattingProvider",
        "documentSymbolProvider",
        "foldingRangeProvider",
    ] {
        assert_eq!(capabilities[name], true, "{name}");
    }
    let kinds = json!(["quickfix", "source.fixAll.maycrawl"]);
    assert_eq!(capabilities["codeActionProvider"]["codeActionKinds"], kinds);
    editor.tell("initialized", json!({}));
    editor.open(SHOP);
    assert!(!editor.diagnostics(1).is_empty());
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    let closed = editor.notification("textDocument/publishDiagnostics");
    assert_eq!(closed, json!({ "uri": URI, "diagnostics": [] }));
    assert_eq!(editor.end(), 0);
}

#[test]
fn the_exit_status_says_how_the_session_ended() {
    let running = || Editor::initialized(&[], &json!({}));
    // Exit without shutdown, and an editor that is gone.
    let mut editor = running();
    editor.tell("exit", Value::Null);
    assert_eq!(editor.leave(), (1, String::new()));
    assert_eq!(running().leave(), (1, String::new()));
    assert_eq!(Editor::start(&[]).leave(), (1, String::new()));
    // After shutdown, only exit can follow. An editor that closes the input instead has ended the session too.
    let mut editor = running();
    editor.ask("shutdown", Value::Null);
    assert_eq!(editor.response("textDocument/hover", json!({}))["error"]["code"], -32600);
    assert_eq!(editor.leave(), (0, String::new()));
}

#[test]
fn diagnostics_are_the_findings_of_lint() {
    let run = maycrawl_in(
        &[("robots.txt", SHOP.as_bytes())],
        &["lint", "--format", "json", "robots.txt"],
        b"",
    );
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let mut editor = Editor::with(SHOP);
    let diagnostics = editor.diagnostics(1);
    assert!(findings.len() > 8);
    assert_eq!(diagnostics.len(), findings.len());
    for (shown, found) in diagnostics.iter().zip(findings) {
        assert_eq!(shown["code"], found["code"]);
        assert_eq!(shown["source"], "maycrawl");
        let severity = match found["severity"].as_str().unwrap() {
            "error" => 1,
            "warning" => 2,
            _ => 3,
        };
        assert_eq!(shown["severity"], severity, "{shown}");
        let message = shown["message"].as_str().unwrap();
        assert!(message.starts_with(found["message"].as_str().unwrap()), "{message}");
        let line = found["line"].as_u64().unwrap() - 1;
        assert_eq!(shown["range"]["start"]["line"], line);
        // Columns of lint are characters, from 1.
        let text = SHOP.lines().nth(usize::try_from(line).unwrap()).unwrap();
        for (end, column) in [("start", "column"), ("end", "end_column")] {
            let column = usize::try_from(found[column].as_u64().unwrap()).unwrap();
            let units: usize = text.chars().take(column - 1).map(char::len_utf16).sum();
            assert_eq!(shown["range"][end]["character"], units, "{shown}");
        }
    }
    assert_eq!(editor.end(), 0);
}

#[test]
fn a_profile_can_be_chosen() {
    let codes = |profile: &str| -> Vec<Value> {
        let mut editor = Editor::initialized(&["--profile", profile], &json!({}));
        editor.open("User-agent: *\nDissallow: /a/\n");
        let codes = editor.diagnostics(1).iter().map(|shown| shown["code"].clone()).collect();
        assert_eq!(editor.end(), 0);
        codes
    };
    assert_ne!(codes("google"), codes("rfc9309"));
}

#[test]
fn changes_arrive_in_order_and_in_either_encoding() {
    // Each: a range, or null for the whole text; the new text.
    let changes = |wide: u32| {
        json!([
            { "text": "User-agent: *\nDisallow: /\u{1f600}\u{e9}x\nSitemap: /s\n" },
            { "range": { "start": { "line": 1, "character": 11 }, "end": { "line": 1, "character": 11 + wide } }, "text": "\u{e9}y" },
            { "range": { "start": { "line": 2, "character": 0 }, "end": { "line": 3, "character": 0 } }, "text": "" },
            { "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } }, "text": "# a\n" },
            { "range": { "start": { "line": 9, "character": 9 }, "end": { "line": 99, "character": 0 } }, "text": "Dissallow: /b\n" },
        ])
    };
    let after = "# a\nUser-agent: *\nDisallow: /\u{e9}yx\nDissallow: /b\n";
    for (encoding, wide) in [("utf-16", 3), ("utf-8", 6)] {
        let offered = json!({ "general": { "positionEncodings": ["utf-32", encoding, "utf-16"] } });
        let mut editor = Editor::initialized(&[], &offered);
        editor.open(SHOP);
        editor.diagnostics(1);
        let document = json!({ "uri": URI, "version": 7 });
        let params = json!({ "textDocument": document, "contentChanges": changes(wide) });
        editor.tell("textDocument/didChange", params);
        let shown = editor.diagnostics(7);
        let mut fresh = Editor::initialized(&[], &offered);
        fresh.open(after);
        assert_eq!(shown, fresh.diagnostics(1), "{encoding}");
        assert!(shown.iter().any(|shown| shown["range"]["start"]["line"] == 3), "{encoding}");
        assert_eq!((editor.end(), fresh.end()), (0, 0));
    }
}

#[test]
fn fix_all_does_what_lint_fix_does() {
    let shop = with_a_safe_fix();
    let folder = Folder::new();
    let path = folder.0.join("robots.txt");
    fs::write(&path, &shop).unwrap();
    let run = maycrawl(&["lint", "--fix", path.to_str().unwrap()], b"");
    assert!(run.stderr.contains("fixed"), "{}", run.screen());
    let fixed = fs::read_to_string(&path).unwrap();
    for in_utf_8 in [false, true] {
        let encodings = if in_utf_8 { json!(["utf-8"]) } else { json!(["utf-16"]) };
        let mut editor =
            Editor::initialized(&[], &json!({ "general": { "positionEncodings": encodings } }));
        editor.open(&shop);
        let actions =
            editor.actions(everywhere(), json!({ "diagnostics": [], "only": ["source.fixAll"] }));
        let [action] = &actions[..] else { panic!("{actions:#?}") };
        assert_eq!(action["title"], "Fix all that change no verdict");
        assert_eq!(action["kind"], "source.fixAll.maycrawl");
        assert_eq!(edited(&shop, edits_of(action), in_utf_8), fixed);
        assert_ne!(fixed, shop);
        // Nothing is left to fix in the fixed text.
        editor.open(&fixed);
        let context = json!({ "diagnostics": [], "only": ["source.fixAll.maycrawl"] });
        assert_eq!(editor.actions(everywhere(), context), [Value::Null; 0]);
        assert_eq!(editor.end(), 0);
    }
}

#[test]
fn each_fix_is_an_action_that_says_what_it_changes() {
    let shop = with_a_safe_fix();
    let mut editor = Editor::with(&shop);
    let context = json!({ "diagnostics": [], "only": ["quickfix"] });
    let actions = editor.actions(everywhere(), context);
    let texts: Vec<String> = actions
        .iter()
        .map(|action| {
            let line = &action["diagnostics"][0]["range"]["start"]["line"];
            let preferred = if action["isPreferred"] == true { " (preferred)" } else { "" };
            let after = edited(&shop, edits_of(action), false);
            let (old, new): (Vec<&str>, Vec<&str>) =
                (shop.lines().collect(), after.lines().collect());
            let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
            let line_after = new.get(same).copied().unwrap_or_default();
            format!("{line}: {}{preferred}\n   -> {line_after}", action["title"].as_str().unwrap())
        })
        .collect();
    screen_text!("lsp_fixes", texts.join("\n"));
    // At one place, the fixes of that place; automatically, without the slow one.
    let place =
        json!({ "start": { "line": 11, "character": 3 }, "end": { "line": 11, "character": 3 } });
    let actions = editor.actions(place.clone(), json!({ "diagnostics": [], "triggerKind": 2 }));
    let kinds: Vec<&Value> = actions.iter().map(|action| &action["kind"]).collect();
    assert_eq!(kinds, ["quickfix"]);
    assert_eq!(actions[0]["diagnostics"][0]["range"]["start"]["line"], 11);
    let actions = editor.actions(place.clone(), json!({ "diagnostics": [] }));
    assert_eq!(actions.len(), 2);
    let refactor = json!({ "diagnostics": [], "only": ["refactor", "sourc"] });
    assert!(editor.actions(place, refactor).is_empty());
    assert_eq!(editor.end(), 0);
}

#[test]
fn an_editor_that_knows_versions_gets_edits_of_this_version() {
    let capabilities = json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } });
    let mut editor = Editor::initialized(&[], &capabilities);
    editor.open(SHOP);
    let change = json!([{ "text": "User-agent: *\nDisalllow: /b\n" }]);
    let document = json!({ "uri": URI, "version": 3 });
    let params = json!({ "textDocument": document, "contentChanges": change });
    editor.tell("textDocument/didChange", params);
    let actions = editor.actions(everywhere(), json!({ "diagnostics": [] }));
    assert!(!actions.is_empty());
    for action in actions {
        let edit = &action["edit"];
        assert!(edit.get("changes").is_none(), "{edit}");
        assert_eq!(edit["documentChanges"][0]["textDocument"], document);
        assert!(!edit["documentChanges"][0]["edits"].as_array().unwrap().is_empty());
    }
    assert_eq!(editor.end(), 0);
}

#[test]
fn fields_and_crawlers_are_completed() {
    // Text with `|` at the cursor, the label to choose, the text after it; or no label if nothing is offered.
    let rows = [
        ("|", Some("User-agent"), "User-agent: "),
        ("Dis|", Some("Disallow"), "Disallow: "),
        ("  cra|", Some("Crawl-delay"), "  Crawl-delay: "),
        ("dis|alow: /x", Some("Disallow"), "Disallow: /x"),
        ("User-agent:|", Some("GPTBot"), "User-agent: GPTBot"),
        ("User-agent: |", Some("*"), "User-agent: *"),
        ("user-agent: Google-|", Some("Google-Extended"), "user-agent: Google-Extended"),
        ("\u{1f600}\u{e9}\nUser-agent: AI|", Some("AI2Bot"), "\u{1f600}\u{e9}\nUser-agent: AI2Bot"),
        ("Disallow: |", None, ""),
        ("# User-agent: |", None, ""),
        ("Sitemap:|", None, ""),
    ];
    let mut editor = Editor::initialized(&[], &json!({}));
    for (text, label, expected) in rows {
        let before = text.split('|').next().unwrap();
        let line = u32::try_from(before.matches('\n').count()).unwrap();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let character = u32::try_from(before[start..].encode_utf16().count()).unwrap();
        let text = text.replace('|', "");
        editor.open(&text);
        let items = editor.ask_at("textDocument/completion", line, character);
        let items = items.as_array().unwrap();
        let Some(label) = label else {
            assert!(items.is_empty(), "{text}");
            continue;
        };
        let Some(item) = items.iter().find(|item| item["label"] == label) else {
            panic!("{text}: no {label}");
        };
        assert!(!item["documentation"]["value"].as_str().unwrap().is_empty());
        assert_eq!(edited(&text, &json!([item["textEdit"]]), false), expected, "{text}");
    }
    // A position outside of the document.
    assert_eq!(editor.ask_at("textDocument/completion", 9, 9), json!([]));
    assert_eq!(editor.end(), 0);
}

/// What the server answers about the whole document.
fn ask_all(editor: &mut Editor, method: &str) -> Value {
    editor.ask(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": URI } }))
}

#[test]
fn groups_and_their_rules_are_symbols() {
    let mut editor = Editor::with(SHOP);
    let symbols = ask_all(&mut editor, "documentSymbol");
    let mut outline = Vec::new();
    for symbol in symbols.as_array().unwrap() {
        let lines = |end: &str| symbol["range"][end]["line"].as_u64().unwrap() + 1;
        let name = symbol["name"].as_str().unwrap();
        outline.push(format!("{name} ({}-{})", lines("start"), lines("end")));
        let children = symbol["children"].as_array().map_or(&[][..], Vec::as_slice);
        outline.extend(children.iter().map(|rule| format!("- {}", rule["name"].as_str().unwrap())));
    }
    assert_eq!(
        outline,
        [
            "* (3-7)",
            "- Disallow: /checkout/*",
            "- Allow: help/",
            "- Disallow: /caf\u{e9}",
            "- Disallow: /\u{1f600}/*",
            "Gogglebot, GPTBot/1.0 (10-15)",
            "- Disallow: /drafts",
            "- Disallow: /drafts",
            "- Disallow: ",
            "Sitemap: https://shop.example/drafts/sitemap.xml (17-17)",
        ]
    );
    editor.open("");
    assert_eq!(ask_all(&mut editor, "documentSymbol"), json!([]));
    assert_eq!(editor.end(), 0);
}

#[test]
fn groups_and_long_comments_are_folded() {
    let mut editor = Editor::with(
        "# one\n# two\n\nUser-agent: a\nDisallow: /a\n# between\nAllow: /b # c\n\nUser-agent: b\n",
    );
    assert_eq!(
        ask_all(&mut editor, "foldingRange"),
        json!([
            { "startLine": 3, "endLine": 6, "kind": "region" },
            { "startLine": 0, "endLine": 1, "kind": "comment" },
        ])
    );
    assert_eq!(editor.end(), 0);
}

#[test]
fn tokens_are_fields_crawlers_values_and_comments() {
    let text = "User-agent: GPTBot # x\n Disallow: /\u{1f600}a\r\nCrawl-delay: 5\n# y\nSitemap:\n";
    let mut editor = Editor::with(text);
    let data = ask_all(&mut editor, "semanticTokens/full")["data"].clone();
    // Line and start relative to the token before, length in UTF-16 units, type, modifiers.
    let expected = [
        [0, 0, 10, 0, 0],
        [0, 12, 6, 2, 0],
        [0, 7, 3, 4, 0],
        [1, 1, 8, 0, 0],
        [0, 10, 4, 3, 0],
        [1, 0, 11, 1, 0],
        [1, 0, 3, 4, 0],
        [1, 0, 7, 0, 0],
    ];
    assert_eq!(data, json!(expected.concat()));
    assert_eq!(editor.end(), 0);
}

#[test]
fn formatting_does_what_fmt_does() {
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": URI }, "options": options });
    let texts = [
        "user-agent:*\nDISALLOW : /a#why\nuser-agent: Googlebot\n\n\n\nDissallow:/\u{1f600}  # b",
        "\r\nUser-agent: *\r\nDisallow: /a \r\n",
        SHOP,
        "",
    ];
    for text in texts {
        let mut editor = Editor::with(text);
        let edits = editor.ask("textDocument/formatting", params.clone());
        let formatted = maycrawl(&["fmt", "-"], text.as_bytes()).stdout;
        assert_eq!(edited(text, &edits, false), formatted, "{text:?}");
        editor.open(&formatted);
        assert_eq!(editor.ask("textDocument/formatting", params.clone()), json!([]));
        assert_eq!(editor.end(), 0);
    }
}

#[test]
fn a_message_that_is_not_valid_gets_an_error_and_the_session_goes_on() {
    // The body of a message, the code of the error, a part of its text.
    let rows = [
        ("{", -32700, "the message is not JSON"),
        ("", -32700, "the message is not JSON"),
        ("\"\\ud800\"", -32700, "the message is not JSON"),
        ("[]", -32600, "not JSON-RPC"),
        ("{}", -32600, "not JSON-RPC"),
        (r#"{"jsonrpc":"1.0","id":1,"method":"shutdown"}"#, -32600, "not JSON-RPC"),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600, "has no method"),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}"#, -32600, "not JSON-RPC"),
        (
            r#"{"jsonrpc":"2.0","id":"a","method":"no/such\u001b"}"#,
            -32601,
            r"no method `no/such\x1b`",
        ),
        (r#"{"jsonrpc":"2.0","id":2,"method":"initialize"}"#, -32600, "initialized already"),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{"position":7}}"#,
            -32602,
            "",
        ),
        (r#"{"jsonrpc":"2.0","id":4,"method":"textDocument/hover"}"#, -32602, ""),
    ];
    let mut editor = Editor::with(SHOP);
    editor.diagnostics(1);
    let deep = "[".repeat(100_000);
    let rows = rows.into_iter().chain([(&*deep, -32700, "recursion limit")]);
    for (body, code, text) in rows {
        editor.send(body);
        let answer = editor.read().expect(body);
        let error = &answer["error"];
        assert_eq!(error["code"], code, "{body:.80}: {answer}");
        assert!(error["message"].as_str().unwrap().contains(text), "{body:.80}: {answer}");
        let id = serde_json::from_str::<Value>(body).map_or(Value::Null, |body| body["id"].clone());
        assert!(answer["id"] == id || answer["id"].is_null(), "{body:.80}: {answer}");
    }
    // A notification has no answer; one with wrong parameters gets a warning, an unknown one nothing.
    editor.tell("$/unknown", json!({}));
    editor.tell("textDocument/didChange", json!({ "textDocument": 1 }));
    let warning = editor.notification("window/showMessage");
    assert_eq!(warning["type"], 2);
    assert!(warning["message"].as_str().unwrap().starts_with("maycrawl: textDocument/didChange: "));
    // A response to a question that was never asked.
    editor.send(r#"{"jsonrpc":"2.0","id":9,"result":null}"#);
    assert!(editor.ask_at("textDocument/hover", 1, 0).is_object());
    assert_eq!(editor.end(), 0);
}

#[test]
fn before_initialize_nothing_else_is_answered() {
    let mut editor = Editor::start(&[]);
    editor.open(SHOP);
    let early = editor.response("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002);
    assert_eq!(editor.response("shutdown", Value::Null)["error"]["code"], -32002);
    assert_eq!(editor.leave(), (1, String::new()));
}

#[test]
fn a_stream_without_messages_ends_the_session() {
    let long = format!("X-Header: {}\r\n", "x".repeat(5000));
    // What is written, and a part of the error.
    let rows = [
        ("Content-Type: text\r\n\r\n{}", "a header has no Content-Length"),
        ("Content-Length: -1\r\n\r\n", "Content-Length is not a length: `-1`"),
        ("Content-Length: 99999999999999999999999\r\n\r\n", "Content-Length is not a length"),
        (
            "Content-Length: 18446744073709551615\r\n\r\n{}",
            "18446744073709551615 bytes, which is a mistake",
        ),
        ("Content-Length: 9\r\n\r\n{}", "the input ends after 2 of 9 bytes"),
        ("Content-Length: 9", "the input ends inside a header"),
        (
            "User-agent: *\nDisallow: /\u{1b}[31m",
            "the input ends inside a header: `Disallow: /\\x1b[31m`",
        ),
        ("hello\n", "a message begins with `Content-Length: N`, not with `hello`"),
        (&long, "a header is longer than 4096 bytes"),
    ];
    for (bytes, text) in rows {
        let mut editor = Editor::start(&[]);
        editor.write(bytes.as_bytes());
        let (status, stderr) = editor.leave();
        assert_eq!(status, 2, "{bytes:.80}");
        assert!(stderr.starts_with("error: ") && stderr.contains(text), "{bytes:.80}: {stderr}");
    }
    // The editor is told as well.
    let mut editor = Editor::start(&[]);
    editor.write(b"hello\n");
    assert_eq!(editor.read().unwrap()["error"]["code"], -32600);
}

#[test]
fn messages_and_documents_have_limits() {
    let mut editor = Editor::initialized(&[], &json!({}));
    editor.send(&" ".repeat((16 << 20) + 1));
    let error = editor.read().unwrap()["error"].clone();
    assert_eq!(error["message"], "a message of 16777217 bytes was skipped; the limit is 16 MiB");
    // Documents with 15 MiB each: the fifth is too much. The others stay.
    let text = format!("User-agent: *\nDissallow: /a/\n#{}", "x".repeat(15 << 20));
    for number in 0..5 {
        let uri = format!("file:///{number}/robots.txt");
        let document = json!({ "uri": uri, "languageId": "x", "version": 1, "text": text });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }
    let warning = editor.notification("window/showMessage");
    let expected = "maycrawl: the open documents are larger than 64 MiB together; close some, and open this one again";
    assert_eq!(warning["message"], expected);
    let mut hover = |number: u32| {
        let uri = format!("file:///{number}/robots.txt");
        let position = json!({ "line": 1, "character": 0 });
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        editor.response("textDocument/hover", params)
    };
    assert!(hover(3)["result"].is_object());
    assert_eq!(hover(4)["error"]["code"], -32602);
    // After the part that crawlers read there is nothing to explain.
    assert_eq!(editor.end(), 0);
}

#[cfg(unix)]
#[test]
fn on_a_terminal_it_says_that_an_editor_starts_it() {
    use crate::support::command;
    use crate::support::terminal::Terminal;

    let mut terminal = Terminal::new();
    let mut child = terminal.start(&mut command(&["lsp"]));
    terminal.wait_for("an editor starts this command");
    terminal.type_in("\u{4}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// The extension for VS Code in `integrations/vscode`: what its manifest says of the command is true.
#[test]
fn the_extension_fits_the_command() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../integrations/vscode");
    let read = |name: &str| -> Value {
        let text = fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let (manifest, lock) = (read("package.json"), read("package-lock.json"));
    for version in [&manifest["version"], &lock["version"], &lock["packages"][""]["version"]] {
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
    }
    assert!(folder.join(manifest["main"].as_str().unwrap()).is_file());
    let language = &manifest["contributes"]["languages"][0];
    assert_eq!(language["id"], "robotstxt");
    assert_eq!(read(language["configuration"].as_str().unwrap())["comments"]["lineComment"], "#");
    let grammar = &manifest["contributes"]["grammars"][0];
    assert_eq!(grammar["language"], language["id"]);
    assert_eq!(read(grammar["path"].as_str().unwrap())["scopeName"], grammar["scopeName"]);
    let settings = &manifest["contributes"]["configuration"]["properties"];
    let profile = &settings["maycrawl.profile"];
    let profiles = maycrawl::Profile::ALL.map(|profile| profile.name);
    assert_eq!(profile["enum"], json!(profiles));
    assert_eq!(profile["default"], maycrawl::Profile::GOOGLE.name);
    // A folder that somebody sends must not choose the program that is started.
    assert_eq!(settings["maycrawl.path"]["scope"], "machine");
    let script = fs::read_to_string(folder.join("extension.js")).unwrap();
    assert!(script.contains("args: ['lsp', '--profile', settings.get('profile')]"), "{script}");
}
