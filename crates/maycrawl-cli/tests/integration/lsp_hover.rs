//! What `maycrawl lsp` says about a line under the pointer.

#![allow(clippy::unwrap_used)] // a test may panic

use serde_json::json;

use crate::lsp::SHOP;
use crate::support::editor::Editor;

#[test]
fn hover_explains_the_line() {
    let mut editor = Editor::with(SHOP);
    let mut screen = String::new();
    for (number, line) in (0..).zip(SHOP.lines()) {
        let hover = editor.ask_at("textDocument/hover", number, 2);
        if hover.is_null() {
            assert!(line.is_empty() || line.starts_with('#'), "{line}");
            continue;
        }
        assert_eq!(hover["contents"]["kind"], "markdown");
        assert_eq!(hover["range"]["start"], json!({ "line": number, "character": 0 }));
        let text = hover["contents"]["value"].as_str().unwrap();
        screen += &format!("> {line}\n\n{text}\n\n");
    }
    screen_text!("lsp_hover", screen);
    // In a comment, after the line, after the document, in a document that is not open.
    editor.open("User-agent: * # all\n");
    assert!(editor.ask_at("textDocument/hover", 0, 3).is_object());
    for (line, character) in [(0, 16), (0, 99), (1, 0), (7, 7), (u32::MAX, u32::MAX)] {
        let hover = editor.ask_at("textDocument/hover", line, character);
        assert!(hover.is_null(), "{line}:{character}: {hover}");
    }
    let params = json!({ "textDocument": { "uri": "file:///other" }, "position": { "line": 0, "character": 0 } });
    let error = editor.response("textDocument/hover", params)["error"].clone();
    assert_eq!(error["code"], -32602);
    assert_eq!(error["message"], "the document file:///other is not open");
    assert_eq!(editor.end(), 0);
}

#[test]
fn hover_says_what_a_rule_does_to_verdicts() {
    // The text, the line of the rule, what the hover says of its effect.
    let rows = [
        (
            "User-agent: GPTBot\nDisallow: /\nAllow: /about\n",
            1,
            "GPTBot loses the whole site, except `/about`",
        ),
        (
            "User-agent: GPTBot\nDisallow: /\nAllow: /about\n",
            2,
            "GPTBot may now fetch everything that begins with `/about`",
        ),
        (
            "User-agent: GPTBot\nDisallow: /\nDisallow: /private/\n",
            2,
            "none: without this line alone no verdict changes, for any crawler or URL, as the profile google reads the file",
        ),
        // Without its line the names of the next group would join: it is the rule that is asked about, not the line.
        (
            "User-agent: GPTBot\nAllow: /\nUser-agent: CCBot\nDisallow: /\n",
            1,
            "none: without this line alone no verdict changes",
        ),
        (
            "User-agent: *\nDisallow: /a_b/\n",
            1,
            "every crawler that is not named lose everything below `/a_b/`",
        ),
    ];
    let mut editor = Editor::initialized(&[], &json!({}));
    for (text, line, expected) in rows {
        editor.open(text);
        let hover = editor.ask_at("textDocument/hover", line, 3);
        let told = hover["contents"]["value"].as_str().unwrap();
        let effect = told.lines().find_map(|line| line.strip_prefix("- **effect**: ")).unwrap();
        assert!(effect.contains(expected), "{text}\n{effect}");
    }
    // More names than are compared: what is told of some is not all.
    let names: String = (0..3_000).map(|name| format!("User-agent: bot{name}\n")).collect();
    editor.open(&format!("User-agent: GPTBot\n{names}Disallow: /\n"));
    let hover = editor.ask_at("textDocument/hover", 3_001, 3);
    let told = hover["contents"]["value"].as_str().unwrap();
    assert!(told.contains("GPTBot") && told.contains("perhaps more, because not all"), "{told}");
    // Outside of a group a rule has none.
    editor.open("Disallow: /\nUser-agent: *\nAllow: /\n");
    let hover = editor.ask_at("textDocument/hover", 0, 3);
    assert!(!hover["contents"]["value"].as_str().unwrap().contains("**effect**"), "{hover}");
    assert_eq!(editor.end(), 0);
}

#[test]
fn a_crawler_is_explained_as_its_name_in_the_file_is_read() {
    // The value of the line, and a part of the text.
    let rows = [
        ("GPTBot", "- **operator**: OpenAI"),
        ("gptbot/1.0", "- **read as**: GPTBot"),
        ("Googlebot News", "- **read as**: Googlebot\n"),
        ("AI2Bot", "**AI2Bot**"),
        ("ExampleBot", "No known crawler is called `ExampleBot`"),
        ("*", "but not APIs-Google"),
        ("* all", "but not APIs-Google"),
    ];
    let mut editor = Editor::initialized(&[], &json!({}));
    for (value, expected) in rows {
        editor.open(&format!("User-agent: {value}\nDisallow: /\n"));
        let hover = editor.ask_at("textDocument/hover", 0, 13);
        let text = hover["contents"]["value"].as_str().unwrap();
        assert!(text.contains(expected), "{value}: {text}");
    }
    assert_eq!(editor.end(), 0);
}
