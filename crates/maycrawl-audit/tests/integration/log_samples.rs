//! The lines of real servers and of documents, with their expected reading, where the large data is installed.

use std::fmt::Write as _;

use jiff::tz::{Offset, TimeZone};
use maycrawl_audit::log::{LogFormat, LogOptions, LogReader, LoggedRequest, Scheme, Trust};
use maycrawl_testdata::{decode, json_lines, shared, strings};
use serde_json::{Value, json};

/// A line of the file: what stands before it, its bytes, what is declared.
pub(crate) struct Sample {
    pub(crate) header: Option<String>,
    pub(crate) line: Vec<u8>,
    pub(crate) options: LogOptions,
    pub(crate) record: Value,
}

/// The lines; `None` if the data is not installed.
pub(crate) fn samples(what_for: &str) -> Option<Vec<Sample>> {
    let file = shared(what_for)?.join("facts/log-lines.jsonl");
    if !file.exists() {
        eprintln!("SKIPPED: {what_for}: {} is not there", file.display());
        return None;
    }
    let sample = |record: Value| Sample {
        header: record["header"].as_str().map(str::to_owned),
        line: match record["line"].as_str() {
            Some(line) => line.as_bytes().to_vec(),
            None => decode(record["line_base64"].as_str().unwrap()),
        },
        options: options(&record["options"]),
        record,
    };
    Some(json_lines(&file).into_iter().map(sample).collect())
}

fn options(declared: &Value) -> LogOptions {
    LogOptions {
        zone: declared["zone"].as_str().map(|zone| {
            assert_eq!(zone, "+01:00");
            TimeZone::fixed(Offset::constant(1))
        }),
        captures: strings(declared, "captures")
            .unwrap_or_default()
            .into_iter()
            .map(str::to_owned)
            .collect(),
        trust: match declared["xff"].as_str() {
            Some("last") => Trust::Last,
            None => Trust::Peer,
            other => panic!("{other:?}"),
        },
        ..LogOptions::default()
    }
}

/// The name in the file for the format that is found. The lines of one request cannot tell Varnish, and further fields
/// after those of combined are no format of their own.
fn is_name(name: &str, format: LogFormat) -> bool {
    let expected = match name {
        "combined+" | "varnishncsa" => "combined",
        "fastly_clf" => "fastly",
        "cloudfront_v2" => "cloudfront-json",
        "aws_alb" => "alb",
        "aws_s3" => "s3",
        "akamai_ds2" => "akamai",
        "gcp_lb" => "google-cloud",
        "azure_fd" => "azure-front-door",
        other => other,
    };
    expected.replace('_', "-") == format.name()
}

fn reading(request: &LoggedRequest<'_>) -> Value {
    json!({
        "time": request.time.to_string(),
        "client": request.client.map(|client| client.to_string()),
        "host": request.host,
        "scheme": request.scheme.map(Scheme::as_str),
        "method": request.method,
        "target": request.target,
        "status": request.status,
        "bytes": request.bytes,
        "user_agent": request.user_agent,
        "referer": request.referer,
    })
}

#[test]
fn each_field_of_each_sample_line_is_read_as_expected() {
    let Some(samples) = samples("lines of access logs") else { return };
    assert!(samples.len() >= 88);
    let mut wrong = String::new();
    for Sample { header, line, options, record } in samples {
        let mut reader = LogReader::new(options.clone());
        if let Some(header) = &header {
            assert_eq!(reader.read(header.as_bytes()), Ok(None));
        }
        let read = reader.read(&line);
        let text = String::from_utf8_lossy(&line);
        let Ok(Some(request)) = read else {
            if !record["expected"].is_null() {
                writeln!(wrong, "{text}\n  is refused: {read:?}").unwrap();
            }
            continue;
        };
        let mut expected = record["expected"].clone();
        if let Some(time) = expected["time"].as_str() {
            expected["time"] = time.parse::<jiff::Timestamp>().unwrap().to_string().into();
        }
        let name = record["format"].as_str().unwrap();
        if reading(&request) != expected
            || request.is_target_inexact != (record["inexact"] == "target")
            || !is_name(name, request.format)
            || request.is_zone_assumed
        {
            writeln!(wrong, "{text}\n  expected {expected}\n  {name}: read {request:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
