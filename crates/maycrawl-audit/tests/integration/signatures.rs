//! Signed requests: what a signature proves, and why another one proves nothing.

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};
use maycrawl_audit::evidence::{CheckRow, IdentityRow, Row, Writer};
use maycrawl_audit::history::History;
use maycrawl_audit::identity::{Claim, Identities, Identity, KeyDirectory, SignedRequest};
use maycrawl_audit::intake::Intake;
use maycrawl_audit::judge::{Copies, Histories, Judge, Options};
use maycrawl_audit::log::{LogOptions, LogReader};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::scene::time;

const DIRECTORY: &str = "https://agent.bot.goog/.well-known/http-message-signatures-directory";
const FILE: &str = "User-agent: *\nDisallow: /x\n";

struct Signer(Ed25519KeyPair);

impl Signer {
    fn new(seed: u8) -> Self {
        Self(Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap())
    }

    fn x(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    fn key_id(&self) -> String {
        let members = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{}"}}"#, self.x());
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(members))
    }

    fn directory(&self, at: &str) -> KeyDirectory {
        let keys = json!({"keys": [
            {"kty": "RSA", "n": "AQAB", "e": "AQAB"},
            {"kty": "OKP", "crv": "Ed25519", "kid": "a name", "x": self.x()},
        ]});
        KeyDirectory::read(DIRECTORY, time(at), keys.to_string().as_bytes()).unwrap()
    }
}

/// A signed request.
struct Signed {
    seed: u8,
    at: Timestamp,
    /// The identifiers of what is covered, each with its value.
    covered: Vec<(&'static str, &'static str)>,
    created: i64,
    parameters: String,
    /// The line of the log.
    line: Value,
}

impl Signed {
    fn new() -> Self {
        let at = time("20T08:00:00");
        let created = at.as_second() - 5;
        let line = json!({
            "time_iso8601": at.to_string(), "request": "GET /a?b=1 HTTP/1.1", "status": 200, "scheme": "https",
            "http_host": "example.com", "remote_addr": "203.0.113.9",
            "http_user_agent": "Mozilla/5.0 (compatible; Google-Agent)",
            "http_signature_agent": "g=\"https://agent.bot.goog\"",
        });
        Self {
            seed: 1,
            at,
            covered: vec![
                (r#""@authority""#, "example.com"),
                (r#""signature-agent";key="g""#, r#""https://agent.bot.goog""#),
            ],
            created,
            parameters: format!(r#";expires={};tag="web-bot-auth""#, created + 3600),
            line,
        }
    }

    /// The line of the log with its signature.
    fn signed(&self) -> Value {
        let signer = Signer::new(self.seed);
        let ids: Vec<&str> = self.covered.iter().map(|it| it.0).collect();
        let parameters = format!(
            r#"({});created={};keyid="{}"{}"#,
            ids.join(" "),
            self.created,
            signer.key_id(),
            self.parameters
        );
        let lines = self.covered.iter().map(|(id, value)| format!("{id}: {value}\n"));
        let base = format!("{}\"@signature-params\": {parameters}", lines.collect::<String>());
        let signature = BASE64_STANDARD.encode(signer.0.sign(base.as_bytes()));
        let mut line = self.line.clone();
        line["http_signature"] = json!(format!("g=:{signature}:"));
        line["http_signature_input"] = json!(format!("g={parameters}"));
        line
    }

    /// At another time, signed just before.
    fn later(&mut self, by: SignedDuration) {
        self.at += by;
        self.created += by.as_secs();
        self.parameters = format!(r#";expires={};tag="web-bot-auth""#, self.created + 3600);
        self.line["time_iso8601"] = json!(self.at.to_string());
    }
}

fn identity(line: &Value, origin: &str) -> Identity {
    let text = line.to_string();
    let request = LogReader::new(LogOptions::default()).read(text.as_bytes()).unwrap().unwrap();
    let mut identities = Identities::new();
    identities.add_keys(Signer::new(1).directory("20T00:00:00"));
    let claim = Claim::from_user_agent(request.user_agent.as_deref().unwrap());
    let signed = request.signed.as_deref().map(|fields| SignedRequest {
        fields,
        origin: Some(origin),
        method: &request.method,
        target: Some(&request.target),
    });
    identities.identify_signed(claim, request.client, request.time, signed.as_ref())
}

fn outcome(line: &Value) -> String {
    match identity(line, "https://example.com") {
        Identity::Proved(_) => "proved".to_owned(),
        Identity::Forged(_) => "forged".to_owned(),
        Identity::Unknown(why) => why.name().to_owned(),
    }
}

type Change = fn(&mut Signed);

#[test]
fn a_signature_proves_only_with_all_that_it_covers() {
    #[rustfmt::skip]
    let cases: [(&str, Change, &str); 24] = [
        ("as the draft demands", |_| {}, "proved"),
        ("whatever the address is", |it| it.line["remote_addr"] = json!("10.0.0.1"), "proved"),
        ("the earlier form of Signature-Agent", |it| {
            it.line["http_signature_agent"] = json!("\"https://agent.bot.goog\"");
            it.covered[1] = ("\"signature-agent\"", "\"https://agent.bot.goog\"");
        }, "proved"),
        ("an empty path in Signature-Agent", |it| {
            it.line["http_signature_agent"] = json!("g=\"https://agent.bot.goog/\"");
            it.covered[1].1 = "\"https://agent.bot.goog/\"";
        }, "proved"),
        ("method, path and query", |it| it.covered.extend([
            ("\"@method\"", "GET"), ("\"@path\"", "/a"), ("\"@query\"", "?b=1"), ("\"@request-target\"", "/a?b=1"),
        ]), "proved"),
        ("the whole URL instead of the host", |it| it.covered[0] = ("\"@target-uri\"", "https://example.com/a?b=1"), "proved"),
        ("a field that the log has", |it| it.covered.push(("\"user-agent\"", "Mozilla/5.0 (compatible; Google-Agent)")), "proved"),
        ("a field that the log does not have", |it| it.covered.push(("\"accept\"", "text/html")), "component-not-kept"),
        ("a component that is not read", |it| it.covered.push(("\"@query-param\";name=\"b\"", "1")), "component-not-kept"),
        ("it is not valid any more", |it| it.parameters = format!(";expires={};tag=\"web-bot-auth\"", it.created + 4), "signature-expired"),
        ("it is older than a day", |it| {
            it.created -= 24 * 3600;
            it.parameters = format!(";expires={};tag=\"web-bot-auth\"", it.created + 9_999_999);
        }, "signature-expired"),
        ("it is of the future", |it| it.created += 70, "signature-expired"),
        ("another key", |it| it.seed = 2, "no-key-of-that-time"),
        ("a week after the directory was fetched", |it| it.later(SignedDuration::from_hours(6 * 24)), "proved"),
        ("and later", |it| it.later(SignedDuration::from_hours(8 * 24)), "no-key-of-that-time"),
        ("somebody else's directory", |it| {
            it.line["http_signature_agent"] = json!("g=\"https://other.example\"");
            it.covered[1].1 = "\"https://other.example\"";
        }, "other-signer"),
        ("no host is covered", |it| it.covered[0] = ("\"@method\"", "GET"), "signature-incomplete"),
        ("the signer is not covered", |it| { it.covered.pop(); }, "signature-incomplete"),
        ("no end", |it| it.parameters = ";tag=\"web-bot-auth\"".to_owned(), "signature-incomplete"),
        ("another algorithm", |it| it.parameters += ";alg=\"rsa-pss-sha512\"", "signature-not-checked"),
        ("a signature for another purpose is none", |it| it.parameters = format!(";expires={}", it.created + 9), "no-list-of-that-time"),
        ("another host in the log", |it| it.line["http_host"] = json!("www.example.com"), "signature-wrong"),
        ("the log has no host, and the site is another one", |it| {
            it.line["http_host"] = Value::Null;
            it.covered[0].1 = "www.example.com";
        }, "component-not-kept"),
        ("the log has no host, and the site is the one", |it| it.line["http_host"] = Value::Null, "proved"),
    ];
    for (sentence, change, expected) in cases {
        let mut signed = Signed::new();
        change(&mut signed);
        let line = signed.signed();
        // The host of the log, as the intake names the site.
        let host = line["http_host"].as_str().unwrap_or("example.com");
        let found = match identity(&line, &format!("https://{host}")) {
            Identity::Proved(_) => "proved".to_owned(),
            Identity::Forged(_) => "forged".to_owned(),
            Identity::Unknown(why) => why.name().to_owned(),
        };
        assert_eq!(found, expected, "{sentence}: {line}");
    }
}

#[test]
fn what_was_changed_after_signing_proves_nothing() {
    #[rustfmt::skip]
    let cases: [(&str, &str, Value, &str); 6] = [
        ("another signature", "http_signature", json!(format!("g=:{}:", BASE64_STANDARD.encode([7_u8; 64]))), "signature-wrong"),
        ("too short", "http_signature", json!("g=:AAAA:"), "signature-wrong"),
        ("no signature of this name", "http_signature", json!("h=:AAAA:"), "signature-incomplete"),
        ("no field that can be read", "http_signature_input", json!("g=("), "signature-not-checked"),
        ("the log kept no signature", "http_signature", Value::Null, "no-list-of-that-time"),
        ("the log did not keep who signed", "http_signature_agent", Value::Null, "component-not-kept"),
    ];
    for (sentence, name, value, expected) in cases {
        let mut line = Signed::new().signed();
        line[name] = value;
        assert_eq!(outcome(&line), expected, "{sentence}");
    }
    // A byte of any of the fields.
    let line = Signed::new().signed();
    for name in ["http_signature", "http_signature_input", "http_signature_agent"] {
        let text = line[name].as_str().unwrap();
        for at in 0..text.len() {
            // The last digit before the padding has four bits that mean nothing.
            if name == "http_signature" && at + 4 == text.len() {
                continue;
            }
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = if bytes[at] == b'Z' { b'Y' } else { b'Z' };
            let mut changed = line.clone();
            changed[name] = json!(String::from_utf8(bytes).unwrap());
            let found = outcome(&changed);
            assert_ne!(found, "proved", "{name} at {at}");
        }
    }
}

#[test]
fn other_formats_keep_the_fields_too() {
    let line = Signed::new().signed();
    let [input, signature, agent] =
        ["http_signature_input", "http_signature", "http_signature_agent"].map(|name| &line[name]);
    let user_agent = &line["http_user_agent"];
    #[rustfmt::skip]
    let lines = [
        json!({"ts": 1_795_161_600, "status": 200, "request": {"remote_ip": "203.0.113.9", "method": "GET",
            "host": "example.com", "uri": "/a?b=1", "tls": {}, "headers": {"User-Agent": [user_agent],
            "Signature": [signature], "Signature-Input": [input], "Signature-Agent": [agent]}}}),
        json!({"StartUTC": "2026-11-20T08:00:00Z", "ClientAddr": "203.0.113.9:1", "RequestAddr": "example.com",
            "RequestMethod": "GET", "RequestPath": "/a?b=1", "DownstreamStatus": 200, "request_User-Agent": user_agent,
            "request_Signature": signature, "request_Signature-Input": input, "request_Signature-Agent": agent}),
        json!({"EdgeStartTimestamp": "2026-11-20T08:00:00Z", "ClientRequestHost": "example.com",
            "ClientRequestMethod": "GET", "ClientRequestURI": "/a?b=1", "EdgeResponseStatus": 200,
            "ClientRequestUserAgent": user_agent, "RequestHeaders": {
            "signature": signature, "signature-input": input, "signature-agent": agent}}),
        json!({"time": "2026-11-20T08:00:00Z", "host": "example.com", "method": "GET", "request_uri": "/a?b=1",
            "status": 200, "user_agent": user_agent, "headers": {
            "signature": signature, "signature-input": input, "signature-agent": agent}}),
    ];
    for line in lines {
        assert_eq!(outcome(&line), "proved", "{line}");
    }
}

/// The row of a signed request, and the copies.
pub fn row(covers_query: bool, keeps_all: bool) -> (Row, Copies) {
    let mut signed = Signed::new();
    signed.line["request"] = json!("GET /x?b=1 HTTP/1.1");
    if covers_query {
        signed.covered.push((r#""@query""#, "?b=1"));
    }
    let histories = || Histories::for_all_sites(History::from_file(FILE.as_bytes()));
    let mut identities = Identities::new();
    identities.add_keys(Signer::new(1).directory("20T00:00:00"));
    let mut judge = Judge::new(Options::default(), histories(), identities);
    let mut intake = Intake::new(&LogOptions::default(), 1, None);
    let mut found = Vec::new();
    let hit = intake.read(0, 0, signed.signed().to_string().as_bytes()).unwrap();
    judge.push(hit, &mut |judged| found.push(judged));
    judge.finish(&mut |judged| found.push(judged));
    let writer = Writer::new(judge.copies().clone(), vec!["log".to_owned()]);
    let mut writer = if keeps_all { writer.keeping_all() } else { writer };
    (writer.row(&found[0]), Copies::new(&histories(), Options::default().profile))
}

#[test]
fn evidence_says_no_more_of_a_signed_request_than_its_row() {
    let base = |row: &Row| match &row.identity {
        IdentityRow::Proved { by: CheckRow::Signature { base, url, .. } } => {
            assert_eq!(url, DIRECTORY);
            base.clone()
        }
        other => panic!("{other:?}"),
    };
    let (whole, _) = row(false, false);
    assert!(base(&whole).unwrap().starts_with("\"@authority\": example.com\n"));
    let (cut, _) = row(true, false);
    assert_eq!(base(&cut), None);
    assert!(!serde_json::to_string(&cut).unwrap().contains("b=1"));
    let (kept, _) = row(true, true);
    assert!(base(&kept).unwrap().contains("\"@query\": ?b=1\n"));
}
