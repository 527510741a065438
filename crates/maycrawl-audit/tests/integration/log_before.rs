//! Lines with something before them, as consoles and programs show a log.

use maycrawl_audit::log::{LogOptions, LogReader};

use crate::log_lines::{read, shown};

const LINE: &str =
    r#"192.0.2.1 - - [20/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 52 "-" "curl/8.5.0""#;
const READ: &str =
    "combined | 2026-11-20T08:00:00Z | 192.0.2.1 | - | - | GET | /a | 200 | 52 | curl/8.5.0 | -";
const OBJECT: &str = r#"{"request":{"client_ip":"192.0.2.1","method":"GET","host":"example.com","uri":"/a","headers":{"User-Agent":["curl/8"]}},"size":5,"status":200}"#;
const OBJECT_READ: &str = "caddy | 2026-11-20T08:00:00Z | 192.0.2.1 | - | example.com | GET | /a | 200 | 5 | curl/8 | - assumed";

fn of(line: &str) -> String {
    read(&mut LogReader::new(LogOptions::default()), line.as_bytes())
}

#[test]
fn what_a_console_writes_before_a_line_is_passed_over() {
    let before = [
        "nginx-1  | ",
        "\x1b[36mweb_1    |\x1b[0m ",
        "nginx-1  | 2026-11-20T08:00:00.123456789Z ",
        "2026-11-20T08:00:00.123456789Z ",
        "08:00:00 web.1  | ",
        "08:00:00 web.1   | \x1b[32m",
        "0|app  | ",
        "0|app      | 2026-11-20T08:00:00: ",
        "[pod/web-5d7c9/nginx] ",
        "[pod/web-5d7c9/nginx] 2026-11-20T08:00:00.123456789Z ",
        "web-5d7c9 \u{203a} nginx ",
        "2026-11-20T08:00:00.123456+00:00 app[web.1]: ",
        "Nov 20 08:00:00 host nginx[123]: ",
        "web_nginx.1.abcdef@node1    | ",
        "[web] ",
        "[INFO] ",
        "INFO: ",
        "2026-11-20 08:00:00,123 INFO ",
        "2026-11-20 08:00:00,123 - access - INFO - ",
        "2026-11-20T08:00:00.000000+00:00 web/nginx/abc ",
        "2026-11-20T08:00:00Z host web ",
        "2026-11-20T08:00:00.7Z stdout F ",
        "access.log:",
        "logs/access.log.2:17:",
        "17:",
        "     1\t",
    ];
    for before in before {
        assert_eq!(of(&format!("{before}{LINE}")), READ, "{before}");
    }
    for before in [
        "2026/11/20 08:00:00.000\tinfo\thttp.log.access\thandled request\t",
        "2026/11/20 08:00:00.000\t\x1b[34mINFO\x1b[0m\thttp.log.access.log0\thandled request\t",
        "[2026-11-20 08:00:00] access.INFO: ",
        "2026-11-20 08:00:00 INFO access ",
    ] {
        assert_eq!(of(&format!("{before}{OBJECT}")), OBJECT_READ, "{before}");
    }
    assert_eq!(of("==> access.log <=="), "no request");
    let at_socket = LINE.replace("192.0.2.1", "unix:");
    assert_eq!(of(&at_socket), READ.replace("192.0.2.1", "-"));
    let bracketed = LINE.replace("192.0.2.1", "[2001:db8::1]");
    assert_eq!(of(&bracketed), READ.replace("192.0.2.1", "2001:db8::1"));
}

/// A client must not be able to write what is taken for the line: its words stand behind its address, or in quotation
/// marks.
#[test]
fn nothing_that_a_client_writes_is_taken_for_the_line() {
    let forged = LINE.replace("192.0.2.1", "66.249.66.1").replace("curl/8.5.0", "Googlebot/2.1");
    let escaped = forged.replace('"', "\\\"");
    for line in [
        format!("192.0.2.1 - [x] {forged}"),
        format!("192.0.2.1 x: INFO {forged}"),
        format!("host.example ident [x] {forged}").replace("HTTP/1.1\"", "HTTP/1.1"),
        LINE.replace("/a", &format!("/[INFO] {escaped}")),
        LINE.replace("/a", &format!("/\" [INFO] {forged}")),
        LINE.replace("curl/8.5.0", &format!("x\" INFO: {forged}")),
        format!("2026-11-20 INFO said \"{forged}\""),
        format!("[2026-11-20T08:00:00.000Z] \"GET /x\" INFO: {forged}"),
        format!("no sign of a console {forged}"),
    ] {
        let read = of(&line);
        assert!(!read.contains("66.249.66.1 |"), "{line}\n{read}");
    }
}

#[test]
fn words_that_a_user_declares_are_passed_over() {
    let options = LogOptions { words_before: 3, ..LogOptions::default() };
    let mut reader = LogReader::new(options);
    let line = format!("some words here {LINE}");
    assert_eq!(shown(&reader.read(line.as_bytes()).unwrap().unwrap()), READ);
    assert_eq!(read(&mut reader, b"two words"), "unknown-format");
    assert_eq!(read(&mut reader, b""), "no request");
}

/// What stands before a line is looked at once, however long it is.
#[test]
fn a_line_of_beginnings_is_refused() {
    for piece in ["INFO: ", "\x1b[1m", "[a] ", " ", "a:", "| "] {
        let line = piece.repeat(60_000 / piece.len());
        assert!(
            matches!(&*of(&line), "unknown-format" | "ambiguous-quotes" | "no request"),
            "{piece}"
        );
    }
}
