//! The outcome of a fetch by the bytes of the answer: statuses, lengths, heads, and truncated answers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use crate::servers::tls::Authority;
use crate::servers::{End, HERE, Script, Server, Step, answer, fetcher, ok, with_length};
use End::{Cut, Failed, Missing};
use FailureKind::{Protocol, Redirect, Status, Timeout, Truncated};
use maycrawl_fetch::{FailureKind, Fetcher, Missing as Why, Outcome};

const FILE: &str = "User-agent: *\nDisallow: /private\n";

async fn end(fetcher: &Fetcher, script: Script) -> End {
    let server = Server::new(vec![script]).await;
    let fetched = fetcher.fetch_only(&server.origin()).await;
    assert_eq!(server.connections(), 1, "one connection for one answer");
    End::of(&fetched)
}

/// Every row is a sentence, the bytes of an answer, and what the fetch ends in.
async fn check(rows: Vec<(&str, Vec<u8>, End)>) {
    let fetcher = fetcher().deadline(Duration::from_secs(20)).build().unwrap();
    let mut wrong = Vec::new();
    for (sentence, bytes, expected) in rows {
        let end = end(&fetcher, answer(bytes)).await;
        if end != expected {
            wrong.push(format!("{sentence}: {end:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn every_status_has_one_meaning() {
    let fetcher = fetcher().build().unwrap();
    let mut wrong = Vec::new();
    for status in 200..=999 {
        let expected = match status {
            204 | 205 => End::file(""),
            206 => Failed(Protocol),
            200..=299 => End::file(FILE),
            300..=399 => Failed(Redirect), // there is no Location in this answer
            429 => Failed(Status(429)),
            400..=499 => Missing(Why::Status(status)),
            500..=599 => Failed(Status(status)),
            _ => Failed(Protocol),
        };
        // A 204 has no body, so that the length of one is not even a contradiction.
        let head = format!("HTTP/1.1 {status} Any Reason\r\n");
        let bytes =
            if status == 204 { format!("{head}\r\n").into() } else { with_length(&head, FILE) };
        let end = end(&fetcher, answer(bytes)).await;
        if end != expected {
            wrong.push(format!("{status}: {end:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn an_answer_is_taken_at_its_word() {
    let html = "<!DOCTYPE html><html><body>Not found, but 200</body></html>";
    let head = "HTTP/1.1 200 OK\r\n";
    let not_modified = "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n";
    let located = |status: u16| format!("HTTP/1.1 {status} X\r\nLocation: /other\r\n\r\n");
    check(vec![
        ("a file", ok(FILE), End::file(FILE)),
        ("an empty file is a file", ok(""), End::file("")),
        (
            "a file without a length ends with the connection",
            format!("{head}\r\n{FILE}").into(),
            End::file(FILE),
        ),
        ("nothing without a length is an empty file", format!("{head}\r\n").into(), End::file("")),
        ("a file of HTTP/1.0", with_length("HTTP/1.0 200 OK\r\n", FILE), End::file(FILE)),
        ("a status without words", with_length("HTTP/1.1 200\r\n", FILE), End::file(FILE)),
        (
            "lines that end in LF alone",
            format!("HTTP/1.1 200 OK\nContent-Length: {}\n\n{FILE}", FILE.len()).into(),
            End::file(FILE),
        ),
        (
            "HTML is a file",
            with_length("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", html),
            End::file(html),
        ),
        (
            "NUL and bytes that are no UTF-8 are bytes of a file",
            ok(b"\0\xff\xfe*"),
            End::file(b"\0\xff\xfe*"),
        ),
        (
            "bytes beyond the length are none of it",
            [ok(FILE), b"Disallow: /more".to_vec()].concat(),
            End::file(FILE),
        ),
        (
            "a part that was not requested",
            with_length("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-32/33\r\n", FILE),
            Failed(Protocol),
        ),
        (
            "204 has no body, whatever follows",
            format!("HTTP/1.1 204 No Content\r\n\r\n{FILE}").into(),
            End::file(""),
        ),
        (
            "205 has no body, whatever follows",
            with_length("HTTP/1.1 205 Reset Content\r\n", FILE),
            End::file(""),
        ),
        ("304 to a request without conditions", not_modified.into(), Failed(Redirect)),
        ("304 is no redirect, not even with a Location", located(304).into(), Failed(Redirect)),
        ("300 is no redirect, not even with a Location", located(300).into(), Failed(Redirect)),
        ("305 is no redirect, not even with a Location", located(305).into(), Failed(Redirect)),
        (
            "a Location without a redirect says nothing",
            located(404).into(),
            Missing(Why::Status(404)),
        ),
        (
            "a Location beside a file says nothing",
            with_length("HTTP/1.1 200 OK\r\nLocation: /other\r\n", FILE),
            End::file(FILE),
        ),
        (
            "401 is as good as 404",
            with_length("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\n", ""),
            Missing(Why::Status(401)),
        ),
        (
            "the body of a 404 is not waited for",
            b"HTTP/1.1 404 Not Found\r\nContent-Length: 1000\r\n\r\n".into(),
            Missing(Why::Status(404)),
        ),
        (
            "the body of a 503 is not waited for",
            b"HTTP/1.1 503 Down\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n".into(),
            Failed(Status(503)),
        ),
    ])
    .await;
}

#[tokio::test]
async fn informational_answers_come_before_the_answer() {
    let early = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
    let go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    let then_ok = |before: String| [before.into_bytes(), ok(FILE)].concat();
    check(vec![
        ("100 and then a file", then_ok(go_on.to_owned()), End::file(FILE)),
        (
            "102 and then a file",
            then_ok("HTTP/1.1 102 Processing\r\n\r\n".to_owned()),
            End::file(FILE),
        ),
        ("ten times 103 and then a file", then_ok(early.repeat(10)), End::file(FILE)),
        ("100 and then nothing", go_on.into(), Failed(Truncated)),
    ])
    .await;
    // 101 switches the connection to another protocol, which was not requested.
    let switching =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n";
    let fetcher = fetcher().deadline(Duration::from_millis(500)).build().unwrap();
    let end_of_101 = end(&fetcher, answer(then_ok(switching.to_owned()))).await;
    assert!(matches!(end_of_101, Failed(Protocol | Truncated)), "101: {end_of_101:?}");
    // And without an end they end at the deadline.
    let flood = vec![Step::Request, Step::Forever(go_on.repeat(100).into())];
    let server = Server::new(vec![flood]).await;
    let fetched = fetcher.fetch_only(&server.origin()).await;
    assert_eq!(End::of(&fetched), Failed(Timeout), "a flood of 100");
    server.hung_up(1).await;
}

#[tokio::test]
async fn lengths_that_two_readers_could_read_in_two_ways_are_no_lengths() {
    let fields =
        |fields: &str| format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\nAllow: /a\n").into_bytes();
    let chunked = |fields: &str, body: &str| {
        format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n{body}").into_bytes()
    };
    let whole = "a\r\nAllow: /a\n\r\n0\r\n\r\n";
    let file = || End::file("Allow: /a\n");
    check(vec![
        ("the right length", fields("Content-Length: 10"), file()),
        (
            "two different lengths",
            fields("Content-Length: 10\r\nContent-Length: 5"),
            Failed(Protocol),
        ),
        ("two equal lengths", fields("Content-Length: 10\r\nContent-Length: 10"), Failed(Protocol)),
        ("two different lengths in a field", fields("Content-Length: 10, 5"), Failed(Protocol)),
        ("a negative length", fields("Content-Length: -10"), Failed(Protocol)),
        ("a length with a plus", fields("Content-Length: +10"), Failed(Protocol)),
        ("a hexadecimal length", fields("Content-Length: 0xa"), Failed(Protocol)),
        ("a length with a point", fields("Content-Length: 10.0"), Failed(Protocol)),
        ("a length with words", fields("Content-Length: 10 bytes"), Failed(Protocol)),
        ("a length of nothing", fields("Content-Length:"), Failed(Protocol)),
        ("a length of 2^63", fields("Content-Length: 9223372036854775808"), Failed(Truncated)),
        ("a length of 2^64 - 1", fields("Content-Length: 18446744073709551615"), Failed(Protocol)),
        ("a length of 2^64 + 10", fields("Content-Length: 18446744073709551626"), Failed(Protocol)),
        ("more than is there", fields("Content-Length: 11"), Failed(Truncated)),
        ("a petabyte", fields("Content-Length: 1125899906842624"), Failed(Truncated)),
        ("chunks", chunked("Transfer-Encoding: chunked", whole), file()),
        ("chunks in capitals", chunked("transfer-encoding: CHUNKED", whole), file()),
        (
            "chunks with extensions and trailers",
            chunked("Transfer-Encoding: chunked", "a;x=y\r\nAllow: /a\n\r\n0\r\nX: y\r\n\r\n"),
            file(),
        ),
        (
            "chunks and a length",
            chunked("Content-Length: 10\r\nTransfer-Encoding: chunked", whole),
            Failed(Protocol),
        ),
        (
            "chunks and a length behind",
            chunked("Transfer-Encoding: chunked\r\nContent-Length: 10", whole),
            Failed(Protocol),
        ),
        (
            "chunks in chunks",
            chunked("Transfer-Encoding: chunked, chunked", whole),
            Failed(Protocol),
        ),
        (
            "chunks twice",
            chunked("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", whole),
            Failed(Protocol),
        ),
        (
            "a compressed transfer in chunks",
            chunked("Transfer-Encoding: gzip, chunked", whole),
            Failed(Protocol),
        ),
        ("a compressed transfer", fields("Transfer-Encoding: gzip"), Failed(Protocol)),
        (
            "a transfer encoding that is none",
            fields("Transfer-Encoding: xchunked"),
            Failed(Protocol),
        ),
        (
            "chunks of HTTP/1.0",
            format!("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{whole}").into(),
            Failed(Protocol),
        ),
        (
            "a chunk of a negative length",
            chunked("Transfer-Encoding: chunked", "-a\r\nAllow: /a\n\r\n0\r\n\r\n"),
            Failed(Protocol),
        ),
        (
            "a chunk with 0x",
            chunked("Transfer-Encoding: chunked", "0xa\r\nAllow: /a\n\r\n0\r\n\r\n"),
            Failed(Protocol),
        ),
        (
            "a chunk of 2^64 + 10",
            chunked("Transfer-Encoding: chunked", "1000000000000000a\r\nAllow: /a\n\r\n0\r\n\r\n"),
            Failed(Protocol),
        ),
        (
            "a chunk longer than it says",
            chunked("Transfer-Encoding: chunked", "9\r\nAllow: /a\n\r\n0\r\n\r\n"),
            Failed(Protocol),
        ),
        ("no chunk at all", chunked("Transfer-Encoding: chunked", "Allow: /a\n"), Failed(Protocol)),
    ])
    .await;
}

#[tokio::test]
async fn heads_have_a_limit() {
    let fields = |count: usize| {
        let fields: String = (0..count).map(|nth| format!("X-{nth}: y\r\n")).collect();
        with_length(&format!("HTTP/1.1 200 OK\r\n{fields}"), FILE)
    };
    let long = |bytes: usize| {
        with_length(&format!("HTTP/1.1 200 OK\r\nX: {}\r\n", "y".repeat(bytes)), FILE)
    };
    check(vec![
        ("100 fields", fields(99), End::file(FILE)),
        ("101 fields", fields(100), Failed(Protocol)),
        ("10,000 fields", fields(10_000), Failed(Protocol)),
        ("a field of 32 KiB", long(32 << 10), End::file(FILE)),
        ("a field of 63 KiB", long(63 << 10), End::file(FILE)),
        ("a field of 65 KiB", long(65 << 10), Failed(Protocol)),
        ("a field of 1 MiB", long(1 << 20), Failed(Protocol)),
        (
            "a status line of 1 MiB",
            format!("HTTP/1.1 200 {}\r\n\r\n", "K".repeat(1 << 20)).into(),
            Failed(Protocol),
        ),
        (
            "a field name of 70,000 bytes",
            format!("HTTP/1.1 200 OK\r\n{}: y\r\n\r\n", "X".repeat(70_000)).into(),
            Failed(Protocol),
        ),
        (
            "a field on two lines (obs-fold)",
            with_length("HTTP/1.1 200 OK\r\nX: y\r\n z\r\n", FILE),
            Failed(Protocol),
        ),
        (
            "a first line that is folded",
            with_length("HTTP/1.1 200 OK\r\n X: y\r\n", FILE),
            Failed(Protocol),
        ),
        (
            "a blank before the colon",
            with_length("HTTP/1.1 200 OK\r\nX : y\r\n", FILE),
            Failed(Protocol),
        ),
        (
            "a line without a colon",
            with_length("HTTP/1.1 200 OK\r\nXy\r\n", FILE),
            Failed(Protocol),
        ),
        (
            "a field without a name",
            with_length("HTTP/1.1 200 OK\r\n: y\r\n", FILE),
            Failed(Protocol),
        ),
        ("NUL in a field", with_length("HTTP/1.1 200 OK\r\nX: \0\r\n", FILE), Failed(Protocol)),
        ("CR in a field", with_length("HTTP/1.1 200 OK\r\nX: a\rb\r\n", FILE), Failed(Protocol)),
        (
            "a field that is no UTF-8",
            [b"HTTP/1.1 200 OK\r\nX: \xff\xfe\r\nContent-Length: 33\r\n\r\n", FILE.as_bytes()]
                .concat(),
            End::file(FILE),
        ),
    ])
    .await;
    for (sentence, line) in [("a field without an end", "y"), ("fields without an end", "X: y\r\n")]
    {
        let endless = Step::Forever(line.repeat(500).into());
        let script = vec![Step::Request, Step::Send(b"HTTP/1.1 200 OK\r\nX: ".into()), endless];
        let server = Server::new(vec![script]).await;
        let fetched = fetcher().build().unwrap().fetch_only(&server.origin()).await;
        assert_eq!(End::of(&fetched), Failed(Protocol), "{sentence}");
        server.hung_up(1).await;
    }
}

#[tokio::test]
async fn what_is_no_http_is_no_file() {
    check(vec![
        ("HTTP/0.9: a file and no more", FILE.into(), Failed(Protocol)),
        ("HTTP/3.0", with_length("HTTP/3.0 200 OK\r\n", FILE), Failed(Protocol)),
        ("HTTP/2", with_length("HTTP/2 200 OK\r\n", FILE), Failed(Protocol)),
        ("HTTP/1.2", with_length("HTTP/1.2 200 OK\r\n", FILE), Failed(Protocol)),
        ("ICY, as radio stations say", with_length("ICY 200 OK\r\n", FILE), Failed(Protocol)),
        ("a status of two digits", with_length("HTTP/1.1 20 OK\r\n", FILE), Failed(Protocol)),
        ("a status of four digits", with_length("HTTP/1.1 2000 OK\r\n", FILE), Failed(Protocol)),
        ("a status of letters", with_length("HTTP/1.1 OK OK\r\n", FILE), Failed(Protocol)),
        ("a status of 000", with_length("HTTP/1.1 000 OK\r\n", FILE), Failed(Protocol)),
        ("a status of 099", with_length("HTTP/1.1 099 OK\r\n", FILE), Failed(Protocol)),
        ("a request", b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n".into(), Failed(Protocol)),
        (
            "HTTP/2 frames",
            b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64\0\x04\0\0\xff\xff".into(),
            Failed(Protocol),
        ),
        ("a TLS alert", b"\x15\x03\x01\0\x02\x02\x16".into(), Failed(Protocol)),
        ("the greeting of SSH", b"SSH-2.0-OpenSSH_9.6\r\n".into(), Failed(Protocol)),
        ("the greeting of SMTP", b"220 mail.test ESMTP\r\n".into(), Failed(Protocol)),
        ("zeros", vec![0; 100_000], Failed(Protocol)),
        ("nothing", Vec::new(), Failed(Truncated)),
        ("line ends", b"\r\n\r\n\r\n".into(), Failed(Truncated)),
    ])
    .await;
    // Who greets before the request is read may be gone before it is written.
    let fetcher = fetcher().build().unwrap();
    for greeting in ["SSH-2.0-OpenSSH_9.6\r\n", "220 mail.test ESMTP\r\n", FILE] {
        for then in [Step::Hang, Step::Reset, Step::Leave] {
            let script =
                vec![Step::Send(greeting.into()), Step::Pause(Duration::from_millis(20)), then];
            let end = end(&fetcher, script.clone()).await;
            assert!(matches!(end, Failed(Protocol | Truncated)), "{script:?}: {end:?}");
        }
    }
}

/// Of the answers that `framed` makes of files of all lengths, the one of 300 bytes.
fn of_300_bytes(framed: impl Fn(&str) -> Vec<u8>) -> Vec<u8> {
    let file = "Disallow: /a\n".repeat(30);
    let all = (0..300).map(|length| framed(&file[..length]));
    all.into_iter().find(|bytes| bytes.len() == 300).unwrap()
}

fn chunked(file: &str) -> Vec<u8> {
    let (one, two) = file.split_at(file.len() / 3);
    let chunks = [one, two].map(|chunk| format!("{:x}\r\n{chunk}\r\n", chunk.len())).concat();
    format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}0\r\n\r\n").into()
}

fn ended_by_the_connection(file: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nServer: x\r\n\r\n{file}").into()
}

fn body_of(answer: &[u8]) -> &[u8] {
    let head = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    &answer[head..]
}

/// How a server ends an answer early.
fn endings(cut: &[u8]) -> [Script; 2] {
    let begun = [Step::Request, Step::Send(cut.to_vec())];
    let reset = [Step::Pause(Duration::from_millis(1)), Step::Reset];
    [begun.to_vec(), [&begun[..], &reset].concat()]
}

#[tokio::test]
async fn an_answer_that_is_cut_is_no_shorter_file() {
    let fetcher = fetcher().build().unwrap();
    for (framing, whole) in [("length", of_300_bytes(ok)), ("chunks", of_300_bytes(chunked))] {
        for cut in 0..300 {
            for script in endings(&whole[..cut]) {
                let end = end(&fetcher, script).await;
                assert_eq!(end, Failed(Truncated), "{framing}, {cut} bytes");
            }
        }
        assert!(matches!(end(&fetcher, answer(whole)).await, End::File(_)), "{framing}, whole");
    }
}

#[tokio::test]
async fn where_the_connection_ends_the_file_only_a_reset_can_tell() {
    let fetcher = fetcher().build().unwrap();
    let whole = of_300_bytes(ended_by_the_connection);
    let head = 300 - body_of(&whole).len();
    for cut in 0..=300 {
        let [closed, reset] = endings(&whole[..cut]);
        let left = if cut < head { Failed(Truncated) } else { End::file(&whole[head..cut]) };
        assert_eq!(end(&fetcher, closed).await, left, "closed after {cut} bytes");
        assert_eq!(end(&fetcher, reset).await, Failed(Truncated), "reset after {cut} bytes");
    }
}

#[tokio::test]
async fn over_tls_a_file_without_a_length_needs_a_goodbye() {
    let authority = Authority::new();
    let tls = authority.leaf(&["site.test"]);
    let fetcher = fetcher()
        .resolve("site.test", &[HERE])
        .add_root_certificate(authority.certificate.clone())
        .deadline(Duration::from_secs(20))
        .build()
        .unwrap();
    let get = async |bytes: &[u8], goodbye: Option<Step>| {
        let script = [answer(bytes), goodbye.into_iter().collect()].concat();
        let server = Server::secure(tls.clone(), vec![script]).await;
        End::of(&fetcher.fetch_only(&server.origin_at("https://site.test")).await)
    };
    let whole = of_300_bytes(ended_by_the_connection);
    for cut in 0..=300 {
        let end = get(&whole[..cut], Some(Step::Leave)).await;
        assert_eq!(end, Failed(Truncated), "left after {cut} bytes");
    }
    assert_eq!(get(&whole, None).await, End::file(body_of(&whole)), "with a goodbye");
    // An answer that says itself where it ends needs none.
    for whole in [ok(FILE), chunked(FILE)] {
        assert_eq!(get(&whole, Some(Step::Leave)).await, End::file(FILE));
    }
}

#[tokio::test]
async fn a_file_counts_up_to_500_kib() {
    let fetcher = fetcher().deadline(Duration::from_secs(20)).build().unwrap();
    for framed in [ok::<str>, chunked] {
        for bytes in [511_999, 512_000] {
            let file = "#".repeat(bytes);
            assert_eq!(end(&fetcher, answer(framed(&file))).await, End::file(&file), "{bytes}");
        }
        for bytes in [512_001, 5_000_000] {
            let file = "#".repeat(bytes);
            assert_eq!(end(&fetcher, answer(framed(&file))).await, Cut, "{bytes}");
        }
    }
    // What is not read need not come: the rest of a file that is cut may be missing.
    let promised = "HTTP/1.1 200 OK\r\nContent-Length: 1125899906842624\r\n\r\n";
    let bytes = [promised.as_bytes(), &[b'#'; 512_001]].concat();
    assert_eq!(end(&fetcher, vec![Step::Request, Step::Send(bytes), Step::Hang]).await, Cut);
    let endless = vec![
        Step::Request,
        Step::Send(b"HTTP/1.1 200 OK\r\n\r\n".into()),
        Step::Forever(b"# no end\n".repeat(1000)),
    ];
    let server = Server::new(vec![endless]).await;
    let fetched = fetcher.fetch_only(&server.origin()).await;
    assert_eq!(End::of(&fetched), Cut, "a file without an end");
    let Outcome::File(body) = fetched.outcome else { unreachable!() };
    assert!(body.wire < 1_000_000, "{} bytes were read of a file without an end", body.wire);
    server.hung_up(1).await;
}
