//! Records of a web archive: WARC/1.1 (ISO 28500:2017), one gzip member for each record.
//!
//! A fetched file is a `response` record with the head and the decoded body. Every origin has a `metadata` record with
//! its result, so that an archive also documents failures.

use std::hash::{BuildHasher as _, RandomState};
use std::io::Write as _;
use std::time::SystemTime;

use flate2::Compression;
use flate2::write::GzEncoder;
use maycrawl::Origin;
use maycrawl_fetch::{FetchResult, Outcome, Timestamp};

use super::JsonOrigin;

/// The record at the beginning of an archive.
pub(super) fn info() -> Vec<u8> {
    let now = Timestamp::from(SystemTime::now()).to_string();
    let block = concat!(
        "software: maycrawl/",
        env!("CARGO_PKG_VERSION"),
        "\r\nformat: WARC File Format 1.1\r\n"
    );
    record(
        &[
            ("WARC-Type", "warcinfo"),
            ("WARC-Date", &now),
            ("Content-Type", "application/warc-fields"),
        ],
        block.as_bytes(),
    )
}

/// The records of one fetch.
pub(super) fn records(origin: &Origin, fetched: &FetchResult, result: &JsonOrigin) -> Vec<u8> {
    let at = fetched.at.to_string();
    let robots_url = origin.robots_url();
    let url = fetched.hops.last().map_or(robots_url.as_str(), |hop| hop.url.as_str());
    let mut records = Vec::new();
    if let Outcome::File(body) = &fetched.outcome {
        let is_http = !body.head.is_empty();
        let mut block = if is_http { head(&body.head, body.bytes.len()) } else { Vec::new() };
        block.extend_from_slice(&body.bytes);
        let (kind, content_type) = if is_http {
            ("response", "application/http; msgtype=response")
        } else {
            ("resource", "text/plain")
        };
        let mut fields = vec![
            ("WARC-Type", kind),
            ("WARC-Target-URI", url),
            ("WARC-Date", &at),
            ("Content-Type", content_type),
        ];
        if body.cut {
            fields.push(("WARC-Truncated", "length"));
        }
        records.extend_from_slice(&record(&fields, &block));
    }
    let fields = [
        ("WARC-Type", "metadata"),
        ("WARC-Target-URI", &robots_url),
        ("WARC-Date", &at),
        ("Content-Type", "application/json"),
    ];
    // Strings and numbers can always be serialised.
    let json = serde_json::to_vec(result).unwrap_or_default();
    records.extend_from_slice(&record(&fields, &json));
    records
}

/// The head of the response for the decoded body: fields about encoding and length are renamed.
fn head(head: &[u8], length: usize) -> Vec<u8> {
    let mut kept = Vec::with_capacity(head.len() + 64);
    for line in head.split_inclusive(|&byte| byte == b'\n') {
        let name = line.split(|&byte| byte == b':').next().unwrap_or_default();
        let describes_encoding = ["content-encoding", "transfer-encoding", "content-length"]
            .iter()
            .any(|field| name.eq_ignore_ascii_case(field.as_bytes()));
        if describes_encoding {
            kept.extend_from_slice(b"X-Crawler-");
        }
        kept.extend_from_slice(line);
    }
    kept.extend_from_slice(format!("Content-Length: {length}\r\n\r\n").as_bytes());
    kept
}

fn record(fields: &[(&str, &str)], block: &[u8]) -> Vec<u8> {
    let mut text = String::from("WARC/1.1\r\n");
    for (name, value) in fields {
        text.push_str(name);
        text.push_str(": ");
        text.push_str(value);
        text.push_str("\r\n");
    }
    text.push_str(&format!("WARC-Record-ID: <urn:uuid:{}>\r\n", uuid()));
    text.push_str(&format!("Content-Length: {}\r\n\r\n", block.len()));
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let written = gzip
        .write_all(text.as_bytes())
        .and_then(|()| gzip.write_all(block))
        .and_then(|()| gzip.write_all(b"\r\n\r\n"));
    debug_assert!(written.is_ok());
    gzip.finish().unwrap_or_default()
}

/// A random UUID (version 4), from the random seed of hash maps.
fn uuid() -> String {
    let random = || RandomState::new().hash_one(SystemTime::now());
    let (a, b) = (random(), random());
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        a >> 32,
        (a >> 16) & 0xffff,
        a & 0xfff,
        (b >> 48) & 0x3fff | 0x8000,
        b & 0xffff_ffff_ffff
    )
}
