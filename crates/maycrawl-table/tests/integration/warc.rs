//! Web archives: forms, broken records, bounds.

use maycrawl_policy::Policy;
use maycrawl_table::RecordEnd::{self, Cut, Known, Unknown};
use maycrawl_table::warc::{MAX_BLOCK_BYTES, WarcReader};
use maycrawl_table::{RobotsContent, RobotsRecord};

use crate::files::{file, gzip, response};

/// The hosts of good records and the messages of bad ones, in order.
fn read(archive: &[u8]) -> Vec<String> {
    let record = |record| match record {
        Ok(record) => match RobotsRecord::from_warc(&record, Policy::Google2026) {
            Ok(Some(robots)) => robots.url,
            Ok(None) => format!("no robots.txt: {}", record.kind),
            Err(reason) => format!("bad: {reason}"),
        },
        Err(bad) => format!("bad: {bad}"),
    };
    WarcReader::new(archive).unwrap().map(record).collect()
}

const URLS: [&str; 3] = [
    "https://a.example/robots.txt",
    "https://b.example/robots.txt",
    "https://c.example/robots.txt",
];

fn three() -> [Vec<u8>; 3] {
    ["a", "b", "c"].map(|name| file(&format!("{name}.example"), "User-agent: *\nDisallow: /\n"))
}

#[test]
fn archives_of_every_form_have_the_same_records() {
    let plain = three().concat();
    let members: Vec<u8> = three().iter().flat_map(|record| gzip(record)).collect();
    let one_member = gzip(&plain);
    let bare_lines: Vec<u8> = String::from_utf8(plain.clone())
        .unwrap()
        .replace("WARC/1.0\r\n", "WARC/1.0\n")
        .into_bytes();
    for archive in [plain, members, one_member, bare_lines] {
        assert_eq!(read(&archive), URLS);
    }
    assert_eq!(read(b""), [""; 0]);
}

#[test]
fn a_broken_record_is_reported_and_the_next_one_is_read() {
    let [a, b, c] = three();
    let short =
        String::from_utf8(b.clone()).unwrap().replace("Content-Length: ", "Content-Length: 1");
    let no_length = String::from_utf8(b.clone()).unwrap().replace("Content-Length", "Content-Size");
    let long_header = [b"WARC/1.0\r\nX: ".as_slice(), &[b'x'; 70_000], b"\r\n\r\n"].concat();
    let rows: [(&[u8], &str); 4] = [
        (short.as_bytes(), "bad: record 2: the block does not end where the header says"),
        (no_length.as_bytes(), "bad: record 2: the header has no valid Content-Length"),
        (&long_header, "bad: record 2: the header is longer than 64 KiB"),
        (b"<html>", "bad: record 2: not the header of a WARC record"),
    ];
    for (broken, message) in rows {
        for compress in [false, true] {
            let form = |record: &[u8]| if compress { gzip(record) } else { record.to_vec() };
            let archive = [form(&a), form(broken), form(&c)].concat();
            let read = read(&archive);
            assert_eq!(read[0], URLS[0], "{message}");
            assert!(read[1].starts_with("bad: record 2: "), "{read:?}");
            // Without compression a length that is too large also swallows what follows. It is reported.
            if compress {
                assert_eq!(read.last().unwrap(), URLS[2], "{message}: {read:?}");
            }
            let ends_first = compress && message.contains("the block does not end");
            let message = if ends_first {
                "bad: record 2: the record ends inside its block"
            } else {
                message
            };
            assert_eq!(read[1], message);
        }
    }
}

#[test]
fn a_corrupt_or_truncated_member_loses_itself_alone() {
    let [a, b, c] = three().map(|record| gzip(&record));
    let mut corrupt = b.clone();
    let middle = corrupt.len() / 2;
    corrupt[middle..middle + 8].fill(0xff);
    let read_corrupt = read(&[a.clone(), corrupt, c.clone()].concat());
    assert_eq!((&read_corrupt[0][..], &read_corrupt.last().unwrap()[..]), (URLS[0], URLS[2]));
    assert!(read_corrupt[1].starts_with("bad: record 2"), "{read_corrupt:?}");

    let whole = [a, b, c].concat();
    let cut = read(&whole[..whole.len() - 20]);
    assert_eq!(cut[..2], URLS[..2]);
    assert!(cut[2].starts_with("bad: record 3"), "{cut:?}");
}

/// Whatever is cut off or changed: no panic, and an end.
#[test]
fn damage_at_any_place_ends_with_records_or_reports() {
    let whole: Vec<u8> = three().iter().flat_map(|record| gzip(record)).collect();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        assert!(!read(&damaged).is_empty(), "{at}");
        let cut = read(&whole[..at]);
        let bad = cut.iter().filter(|line| line.starts_with("bad")).count();
        assert!(cut.len() <= 3 && bad <= 1, "{at}: {cut:?}");
    }
}

#[test]
fn a_large_block_is_cut_and_the_next_record_is_found() {
    let body = format!("User-agent: *\nDisallow: /\n{}", "#".repeat(2 * MAX_BLOCK_BYTES));
    let archive = [file("a.example", &body), file("b.example", "")].concat();
    let records: Vec<_> = WarcReader::new(&archive[..]).unwrap().map(Result::unwrap).collect();
    assert_eq!((records[0].block.len(), records[0].is_cut), (MAX_BLOCK_BYTES, true));
    assert_eq!((records[1].number, records[1].is_cut), (2, false));
    // A bomb: a member of some kilobytes that decompresses to a gigabyte would be skipped without being kept.
    assert_eq!(read(&gzip(&archive)), URLS[..2]);
}

#[test]
fn results_mean_what_the_policy_says() {
    let rows: [(&str, &str); 9] = [
        ("HTTP/1.1 200 OK\r\n\r\nUser-agent: *", "File"),
        ("HTTP/1.1 204 No Content\r\n\r\n", "File"),
        ("HTTP/1.1 404 Not Found\r\n\r\n", "Fixed(NoFile)"),
        ("HTTP/1.1 403 Forbidden\r\n\r\n", "Fixed(NoFile)"),
        ("HTTP/1.1 429 Too Many Requests\r\n\r\n", "Fixed(Unreachable(TooManyRequests))"),
        ("HTTP/1.1 503 Busy\r\n\r\n", "Fixed(Unreachable(ServerError))"),
        ("HTTP/1.1 206 Partial\r\n\r\nUser", "Fixed(Unreachable(Network))"),
        ("HTTP/1.1 302 Found\r\n\r\n", "Fixed(Unreachable(Network))"),
        (
            "HTTP/1.1 302 Found\r\nLocation: /other/robots.txt\r\n\r\n",
            "Redirect(\"https://a.example/other/robots.txt\")",
        ),
    ];
    for (http, expected) in rows {
        let record =
            response("https://a.example/robots.txt", "2026-01-01T00:00:00Z", http.as_bytes());
        let record = WarcReader::new(&record[..]).unwrap().next().unwrap().unwrap();
        let robots = RobotsRecord::from_warc(&record, Policy::Google2026).unwrap().unwrap();
        let shown = format!("{:?}", robots.content);
        assert!(shown.starts_with(expected), "{http}: {shown}");
    }
}

#[test]
fn chunks_and_compression_are_decoded_where_they_are_present() {
    let file = b"User-agent: *\nDisallow: /x\n";
    let chunked = "1b\r\nUser-agent: *\nDisallow: /x\n\r\n0\r\n\r\n".as_bytes();
    let zipped = gzip(file);
    let rows: [(&str, &[u8], bool); 6] = [
        ("Transfer-Encoding: chunked", chunked, true),
        ("Transfer-Encoding: chunked", file, true), // the archive has joined the chunks
        ("Content-Encoding: gzip", &zipped, true),
        ("Content-Encoding: gzip", file, true), // the archive has decoded the body
        ("Content-Encoding: gzip", &zipped[..20], false),
        ("Transfer-Encoding: chunked", &chunked[..20], false),
    ];
    for (field, body, is_file) in rows {
        let http = [format!("HTTP/1.1 200 OK\r\n{field}\r\n\r\n").as_bytes(), body].concat();
        let record = response("https://a.example/robots.txt", "2026-01-01T00:00:00Z", &http);
        let record = WarcReader::new(&record[..]).unwrap().next().unwrap().unwrap();
        let robots = RobotsRecord::from_warc(&record, Policy::Google2026).unwrap().unwrap();
        let expected = maycrawl_table::RobotsContent::File(file.to_vec());
        assert_eq!(robots.content == expected, is_file, "{field}: {:?}", robots.content);
    }
}

/// The rows of an attack: the last line of the file forbids everything, and each record lost it.
#[test]
fn a_record_that_was_cut_is_never_a_file() {
    let file = format!("User-agent: *\nDisallow: /a\n# {}\nDisallow: /\n", "x".repeat(200));
    let (length, half) = (file.len(), &file[..60]);
    let chunks = format!("{length:x}\r\n{file}\r\n0\r\n\r\n");
    let no_last = &chunks[..chunks.len() - 5];
    let sized = |body: &str| format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{body}");
    let chunked =
        |body: &str| format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{body}");
    let plain = |body: &str| format!("HTTP/1.1 200 OK\r\n\r\n{body}");
    let coded =
        |coding, body: &str| format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n{body}");
    let disconnect = "WARC-Truncated: disconnect\r\n";
    let rows: [(&str, &str, String, RecordEnd, bool); 17] = [
        ("whole", "", sized(&file), Known, true),
        ("in chunks", "", chunked(&chunks), Known, true),
        ("without a length", "", plain(&file), Unknown, true),
        ("chunks that the archive has joined", "", chunked(&file), Unknown, true),
        ("shorter than its length", "", sized(half), Cut, false),
        ("a length and no body", "", sized(""), Cut, false),
        ("gzip and no body", "", coded("gzip", ""), Known, false),
        ("chunks and no body", "", chunked(""), Cut, false),
        ("cut in a chunk", "", chunked(&chunks[..70]), Cut, false),
        ("cut in the first size", "", chunked("f"), Cut, false),
        ("no last chunk", "", chunked(no_last), Cut, false),
        ("br that is left", "", coded("br", &file), Known, false),
        ("an unknown encoding", "", coded("x-foo", &file), Known, false),
        ("the record says disconnect", disconnect, plain(half), Cut, false),
        ("the record says time", "WARC-Truncated: time\r\n", sized(&file), Cut, false),
        ("the record says length", "warc-truncated: length\r\n", plain(half), Cut, false),
        ("cut after the limit", disconnect, plain(&file.repeat(2200)), Known, true),
    ];
    for (sentence, field, http, end, is_file) in rows {
        let record =
            response("https://a.example/robots.txt", "2026-01-01T00:00:00Z", http.as_bytes());
        let record = String::from_utf8(record).unwrap();
        let record = record.replacen("WARC-Date", &format!("{field}WARC-Date"), 1);
        for archive in [record.clone().into_bytes(), gzip(record.as_bytes())] {
            let record = WarcReader::new(&archive[..]).unwrap().next().unwrap().unwrap();
            let robots = RobotsRecord::from_warc(&record, Policy::Google2026).unwrap().unwrap();
            let found = matches!(robots.content, RobotsContent::File(_));
            assert_eq!((robots.end, found), (end, is_file), "{sentence}: {:?}", robots.content);
        }
    }
}

#[test]
fn a_record_that_is_not_a_response_is_a_bad_one() {
    for (date, http, expected) in [
        ("2026-01-01T00:00:00Z", "hello", "bad: not HTTP"),
        ("yesterday", "HTTP/1.1 200 OK\r\n\r\n", "bad: the date is not of the form"),
    ] {
        let read = read(&response("https://a.example/robots.txt", date, http.as_bytes()));
        assert!(read[0].starts_with(expected), "{read:?}");
    }
    let page = response("https://a.example/", "2026-01-01T00:00:00Z", b"HTTP/1.1 200 OK\r\n\r\n");
    assert_eq!(read(&page), ["no robots.txt: response"]);
}
