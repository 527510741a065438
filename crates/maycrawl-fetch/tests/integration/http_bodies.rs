//! Compressed bodies: every coding complete, truncated, corrupt, mislabelled, and as a bomb.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::io::Write as _;
use std::time::Duration;

use crate::servers::{End, Server, Step, answer, fetcher, ok, with_length};
use End::{Cut, Failed};
use FailureKind::{Encoding, Status};
use flate2::{Compression, GzBuilder, write};
use maycrawl_fetch::{FailureKind, Fetcher, Missing, Outcome};

const FILE: &str = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n\n\
    User-agent: ExampleBot\nDisallow: /search?q=\nCrawl-delay: 10\n\n\
    Sitemap: https://site.test/sitemap.xml\n";

/// What a coding is called, what the field says, and how it is made.
type Coding = (&'static str, &'static str, fn(&[u8]) -> Vec<u8>);

/// Every coding that is asked for.
const CODINGS: [Coding; 5] = [
    ("gzip", "gzip", gzip),
    ("deflate as zlib", "deflate", zlib),
    ("deflate as it is", "deflate", bare_deflate),
    ("brotli", "br", brotli),
    ("zstd", "zstd", zstd),
];

fn gzip(file: &[u8]) -> Vec<u8> {
    let mut encoder = write::GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(file).unwrap();
    encoder.finish().unwrap()
}

fn zlib(file: &[u8]) -> Vec<u8> {
    let mut encoder = write::ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(file).unwrap();
    encoder.finish().unwrap()
}

fn bare_deflate(file: &[u8]) -> Vec<u8> {
    let mut encoder = write::DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(file).unwrap();
    encoder.finish().unwrap()
}

fn brotli(file: &[u8]) -> Vec<u8> {
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), 4096, 5, 24);
    encoder.write_all(file).unwrap();
    encoder.into_inner()
}

fn zstd(file: &[u8]) -> Vec<u8> {
    zstd::encode_all(file, 3).unwrap()
}

/// zstd with a window of `2^log` bytes, said in the frame's head.
fn zstd_with_window(file: &[u8], log: u32) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(log).unwrap();
    encoder.include_checksum(true).unwrap();
    for line in file.split_inclusive(|&byte| byte == b'\n') {
        encoder.write_all(line).unwrap();
        encoder.flush().unwrap();
    }
    encoder.finish().unwrap()
}

fn encoded(coding: &str, body: &[u8]) -> Vec<u8> {
    with_length(&format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n"), body)
}

async fn end(fetcher: &Fetcher, bytes: Vec<u8>) -> End {
    let server = Server::answering(bytes).await;
    End::of(&fetcher.fetch_only(&server.origin()).await)
}

fn patient() -> Fetcher {
    fetcher().deadline(Duration::from_secs(30)).build().unwrap()
}

#[tokio::test]
async fn every_coding_gives_the_file_however_it_is_cut_into_pieces() {
    let fetcher = patient();
    for (name, coding, encode) in CODINGS {
        let body = encode(FILE.as_bytes());
        assert_eq!(end(&fetcher, encoded(coding, &body)).await, End::file(FILE), "{name}");
        let empty = encode(b"");
        assert_eq!(end(&fetcher, encoded(coding, &empty)).await, End::file(""), "{name}, empty");
        for size in [1, 2, 7] {
            let chunks = body.chunks(size).map(|chunk| {
                [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat()
            });
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: ";
            let head = format!("{head}{coding}\r\n\r\n").into_bytes();
            let whole = [head, chunks.collect::<Vec<_>>().concat(), b"0\r\n\r\n".into()].concat();
            assert_eq!(end(&fetcher, whole).await, End::file(FILE), "{name}, by {size} bytes");
        }
    }
}

#[tokio::test]
async fn a_coding_that_is_cut_is_no_shorter_file() {
    let fetcher = patient();
    for (name, coding, encode) in CODINGS {
        let body = encode(FILE.as_bytes());
        let mut wrong = Vec::new();
        for cut in 1..body.len() {
            let end = end(&fetcher, encoded(coding, &body[..cut])).await;
            if end != Failed(Encoding) {
                wrong.push(format!("{name}, {cut} of {} bytes: {end:?}", body.len()));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[tokio::test]
async fn what_follows_a_coding_breaks_it() {
    let fetcher = patient();
    for (name, coding, encode) in CODINGS {
        let body = encode(FILE.as_bytes());
        for garbage in [&b"\0"[..], b"x", b"Disallow: /x\n", &[0; 1000], &[0xff; 9]] {
            let whole = encoded(coding, &[&body, garbage].concat());
            assert_eq!(end(&fetcher, whole).await, Failed(Encoding), "{name}, {garbage:?}");
            // The same in a piece of its own.
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: ";
            let head = format!("{head}{coding}\r\n\r\n{:x}\r\n", body.len());
            let next = format!("\r\n{:x}\r\n", garbage.len());
            let rest = [garbage, b"\r\n0\r\n\r\n"].concat();
            let whole = [head.as_bytes(), &body, next.as_bytes(), &rest].concat();
            assert_eq!(end(&fetcher, whole).await, Failed(Encoding), "{name}, then {garbage:?}");
        }
    }
}

#[tokio::test]
async fn the_label_has_to_be_right() {
    let fetcher = patient();
    let mut wrong = Vec::new();
    for (name, coding, encode) in CODINGS {
        let body = encode(FILE.as_bytes());
        for (_, label, _) in CODINGS.into_iter().filter(|(_, label, _)| *label != coding) {
            let end = end(&fetcher, encoded(label, &body)).await;
            if end != Failed(Encoding) {
                wrong.push(format!("{name} labelled {label}: {end:?}"));
            }
        }
        let end = end(&fetcher, encoded(coding, FILE.as_bytes())).await;
        if end != Failed(Encoding) {
            wrong.push(format!("the bare file labelled {coding}: {end:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn rows_about_codings() {
    let fetcher = patient();
    let file = FILE.as_bytes();
    let (one, two) = file.split_at(70);
    let flipped = |mut body: Vec<u8>, from_end: usize| {
        let at = body.len() - from_end;
        body[at] ^= 1;
        body
    };
    let named = GzBuilder::new().filename("robots.txt").comment("by hand").extra(vec![7; 300]);
    let mut named = named.write(Vec::new(), Compression::fast());
    named.write_all(file).unwrap();
    let named = named.finish().unwrap();
    let two_fields = "gzip\r\nContent-Encoding: gzip";
    let rows: Vec<(&str, &str, Vec<u8>, End)> = vec![
        ("x-gzip is gzip", "x-gzip", gzip(file), End::file(FILE)),
        ("labels have no case", "GZip", gzip(file), End::file(FILE)),
        ("identity is nothing", "identity", file.into(), End::file(FILE)),
        ("gzip that is called nothing", "identity", gzip(file), Failed(Encoding)),
        ("gzip in gzip", "gzip", gzip(&gzip(file)), Failed(Encoding)),
        ("an empty label is nothing", "", file.into(), End::file(FILE)),
        (
            "a declared length of 0 is an empty file in every coding",
            "gzip",
            Vec::new(),
            End::file(""),
        ),
        ("gzip with a name, a comment and more", "gzip", named, End::file(FILE)),
        ("gzip of two members", "gzip", [gzip(one), gzip(two)].concat(), End::file(FILE)),
        (
            "gzip of three, one empty",
            "gzip",
            [gzip(one), gzip(b""), gzip(two)].concat(),
            End::file(FILE),
        ),
        ("zstd of two frames", "zstd", [zstd(one), zstd(two)].concat(), End::file(FILE)),
        ("zlib of two streams", "deflate", [zlib(one), zlib(two)].concat(), Failed(Encoding)),
        ("brotli of two streams", "br", [brotli(one), brotli(two)].concat(), Failed(Encoding)),
        ("a wrong sum in gzip", "gzip", flipped(gzip(file), 8), Failed(Encoding)),
        ("a wrong length in gzip", "gzip", flipped(gzip(file), 4), Failed(Encoding)),
        (
            "a wrong sum in the first of two members",
            "gzip",
            [flipped(gzip(one), 8), gzip(two)].concat(),
            Failed(Encoding),
        ),
        ("a wrong sum in zlib", "deflate", flipped(zlib(file), 1), Failed(Encoding)),
        ("a wrong sum in zstd", "zstd", flipped(zstd_with_window(file, 20), 1), Failed(Encoding)),
        ("zstd with a window of 8 MiB", "zstd", zstd_with_window(file, 23), End::file(FILE)),
        ("zstd with a window of 16 MiB", "zstd", zstd_with_window(file, 24), Failed(Encoding)),
        ("zstd with a window of 128 MiB", "zstd", zstd_with_window(file, 27), Failed(Encoding)),
        // 0x11 is not of RFC 7932: it begins a stream whose window may have 1 GiB.
        ("brotli with a large window", "br", vec![0x11, 0xde], Failed(Encoding)),
        ("two codings", "gzip, gzip", gzip(&gzip(file)), Failed(Encoding)),
        ("two codings, one of them none", "identity, gzip", gzip(file), Failed(Encoding)),
        ("two codings in two fields", two_fields, gzip(&gzip(file)), Failed(Encoding)),
        ("a coding that was not asked for", "compress", file.into(), Failed(Encoding)),
        ("a coding that is none", "utf-8", file.into(), Failed(Encoding)),
        ("a coding with a parameter", "gzip;q=1", gzip(file), Failed(Encoding)),
    ];
    let mut wrong = Vec::new();
    for (sentence, coding, body, expected) in rows {
        let end = end(&fetcher, encoded(coding, &body)).await;
        if end != expected {
            wrong.push(format!("{sentence}: {end:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What decodes to nothing never reaches the limit on decoded bytes: members and frames are counted.
#[tokio::test]
async fn members_that_hold_nothing_are_counted() {
    let fetcher = patient();
    let skippable = [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0][..], b"skip"].concat();
    let rows: [(&str, &str, Vec<u8>, Vec<u8>); 4] = [
        ("gzip, empty members", "gzip", gzip(b""), gzip(FILE.as_bytes())),
        ("zstd, empty frames", "zstd", zstd(b""), zstd(FILE.as_bytes())),
        ("zstd, skippable frames", "zstd", skippable, zstd(FILE.as_bytes())),
        ("x-gzip", "x-gzip", gzip(b""), gzip(FILE.as_bytes())),
    ];
    for (name, coding, empty, file) in rows {
        for (empties, expected) in [(63, End::file(FILE)), (64, Failed(Encoding))] {
            let body = [empty.repeat(empties), file.clone()].concat();
            assert_eq!(end(&fetcher, encoded(coding, &body)).await, expected, "{name}, {empties}");
        }
        let head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n").into_bytes();
        let forever = vec![Step::Request, Step::Send(head), Step::Forever(empty.repeat(100))];
        let server = Server::new(vec![forever]).await;
        let fetched = fetcher.fetch_only(&server.origin()).await;
        assert_eq!(End::of(&fetched), Failed(Encoding), "{name}, without end");
        server.hung_up(1).await;
    }
}

/// Four times what counts decoded, and 64 KiB: whatever a coding makes of it, no more is taken from the wire.
#[tokio::test]
async fn the_wire_has_a_limit_of_its_own() {
    const MAX_WIRE_BYTES: usize = 4 * 512_000 + 65_536;
    let fetcher = patient();
    let stored = [0, 0, 0, 0xff, 0xff]; // a block of deflate that holds nothing
    let last = [1, 0, 0, 0xff, 0xff];
    for (blocks, expected) in
        [(MAX_WIRE_BYTES / 5 - 1, End::file("")), (MAX_WIRE_BYTES / 5 + 20_000, Failed(Encoding))]
    {
        let body = [&stored.repeat(blocks)[..], &last].concat();
        let end = end(&fetcher, encoded("deflate", &body)).await;
        assert_eq!(end, expected, "{} bytes of {MAX_WIRE_BYTES}", body.len());
    }
    let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n".to_vec();
    let forever = vec![Step::Request, Step::Send(head), Step::Forever(stored.repeat(1000))];
    let server = Server::new(vec![forever]).await;
    let fetched = fetcher.fetch_only(&server.origin()).await;
    assert_eq!(End::of(&fetched), Failed(Encoding));
    server.hung_up(1).await;
}

/// A server that fails after its head leaves no bytes, and no coding encodes an empty file as none. A length of 0 that
/// is declared is an empty file: nothing of it is missing.
#[tokio::test]
async fn an_encoded_body_cannot_be_empty_unless_it_says_so() {
    let fetcher = patient();
    for coding in ["gzip", "x-gzip", "GZIP", "deflate", "br", "zstd", "Br"] {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n");
        let rows = [
            ("the connection ends", format!("{head}\r\n"), Failed(Encoding)),
            (
                "no chunk but the last",
                format!("{head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                Failed(Encoding),
            ),
            (
                "not even that one",
                format!("{head}Transfer-Encoding: chunked\r\n\r\n"),
                Failed(FailureKind::Truncated),
            ),
            (
                "a length, and nothing",
                format!("{head}Content-Length: 20\r\n\r\n"),
                Failed(FailureKind::Truncated),
            ),
            ("a length of 0", format!("{head}Content-Length: 0\r\n\r\n"), End::file("")),
        ];
        for (sentence, bytes, expected) in rows {
            let end = end(&fetcher, bytes.into_bytes()).await;
            assert_eq!(end, expected, "{coding}: {sentence}");
        }
    }
    for head in ["", "Content-Encoding: identity\r\n", "Content-Encoding:\r\n"] {
        let bytes = format!("HTTP/1.1 200 OK\r\n{head}\r\n").into_bytes();
        assert_eq!(end(&fetcher, bytes).await, End::file(""), "{head}: nobody can know");
    }
}

/// The last bytes of a file may fill the decoder's room to the brim.
#[tokio::test]
async fn files_of_every_length_around_the_room_of_a_decoder() {
    let fetcher = patient();
    for (name, coding, encode) in CODINGS {
        for length in [16_383, 16_384, 16_385, 32_768, 65_536] {
            let file = vec![b'#'; length];
            let end = end(&fetcher, encoded(coding, &encode(&file))).await;
            assert_eq!(end, End::file(&file), "{name}, {length}");
        }
    }
}

#[tokio::test]
async fn the_limit_is_on_decoded_bytes() {
    let fetcher = patient();
    for (name, coding, encode) in CODINGS {
        for length in [511_999, 512_000] {
            let file = vec![b'#'; length];
            let end = end(&fetcher, encoded(coding, &encode(&file))).await;
            assert_eq!(end, End::file(&file), "{name}, {length}");
        }
        for length in [512_001, 512_002, 2_000_000] {
            let file = vec![b'#'; length];
            let end = end(&fetcher, encoded(coding, &encode(&file))).await;
            assert_eq!(end, Cut, "{name}, {length}");
        }
    }
}

#[tokio::test]
async fn a_bomb_is_a_file_that_is_cut() {
    let fetcher = patient();
    let zeros = vec![0; 128 << 20];
    for (name, coding, encode) in CODINGS {
        let server = Server::answering(encoded(coding, &encode(&zeros))).await;
        let fetched = fetcher.fetch_only(&server.origin()).await;
        assert_eq!(End::of(&fetched), Cut, "{name}");
        let Outcome::File(body) = fetched.outcome else { unreachable!() };
        assert!(body.bytes.iter().all(|&byte| byte == 0), "{name}");
    }
}

#[tokio::test]
async fn a_bomb_beside_another_status_is_never_read() {
    let fetcher = patient();
    let bomb = gzip(&vec![0; 16 << 20]);
    for (line, expected) in [
        ("301 Moved\r\nLocation: /next", End::file(FILE)),
        ("404 Not Found", End::Missing(Missing::Status(404))),
        ("503 Down", Failed(Status(503))),
        ("204 No Content", End::file("")),
        ("206 Partial Content", Failed(FailureKind::Protocol)),
    ] {
        let head = format!("HTTP/1.1 {line}\r\nContent-Encoding: gzip\r\n\r\n").into_bytes();
        let bombing = vec![Step::Request, Step::Send(head), Step::Forever(bomb.clone())];
        let server = Server::new(vec![bombing, answer(ok(FILE))]).await;
        let fetched = fetcher.fetch_only(&server.origin()).await;
        assert_eq!(End::of(&fetched), expected, "{line}");
        server.hung_up(1).await;
    }
}
