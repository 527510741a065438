//! Messages: what is told, as one JSON object. All destinations get the same bytes.

use std::io;

use maycrawl::{Origin, Profile, RobotsTxt};
use maycrawl_effects::expectation::ExpectationOutcome;
use maycrawl_fetch::Timestamp;
use maycrawl_language::Language;
use maycrawl_lint::Severity;
use maycrawl_questions::card::access;
use maycrawl_readers::answer::{DiffAnswer, VerifyAnswer};
use maycrawl_server::watched::WatchedChange;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::judge::Event;
use super::record::{Content, Rung, SiteRecord, hex};
use crate::commands::diff::sentences::sentences;
use crate::commands::verify;
use crate::text::output::write_json;
use crate::text::programs;
use crate::text::wrap::shortened;

/// The most bytes of a message. A longer one is sent without the serialised comparison; its sentences say what counts.
const MAX_BYTES: usize = 256 << 10;

/// The most lines of details, and their longest length in characters.
const MAX_DETAILS: usize = 40;
const MAX_DETAIL_CHARS: usize = 500;

/// Expectations that are listed as objects.
const MAX_EXPECTATIONS: usize = 20;

/// A message before it is written.
#[derive(Serialize)]
struct Message<'a> {
    /// The same for each try, and in all destinations. Different for each message.
    id: &'a str,
    /// Time of the look.
    at: String,
    site: &'a str,
    robots_url: String,
    kind: &'static str,
    severity: Severity,
    /// The news in one sentence.
    summary: String,
    /// All of it in sentences, each with what proves it.
    details: Vec<String>,
    /// What verdicts rest on now, as a sentence.
    state: &'a str,
    /// Time of the beginning of an outage.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<FileAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<FileAnswer>,
    /// The comparison, as `maycrawl diff --format json` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'a DiffAnswer>,
    /// Expectations that do not hold any more, as `maycrawl verify --format json` has them.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    expectations: &'a [VerifyAnswer],
}

/// A file: its hash and size, or that there is none.
#[derive(Serialize)]
struct FileAnswer {
    sha256: Option<String>,
    bytes: Option<usize>,
}

/// A message as its destinations get it.
pub(super) struct Written {
    pub(super) id: String,
    pub(super) at: Timestamp,
    /// Its number among those of its site.
    pub(super) number: u64,
    /// The JSON object, without a line end.
    pub(super) json: Vec<u8>,
}

/// What a feed shows of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Headline {
    pub(super) id: String,
    pub(super) at: String,
    pub(super) site: String,
    pub(super) robots_url: String,
    pub(super) kind: String,
    pub(super) summary: String,
    #[serde(default)]
    pub(super) details: Vec<String>,
}

/// The messages for the events of one look. A change and the expectations that it breaks are one message.
///
/// # Errors
/// Never: memory can always be written.
pub(super) fn messages(
    origin: &Origin,
    record: &mut SiteRecord,
    events: &[Event],
) -> io::Result<Vec<Written>> {
    let broken = events.iter().find_map(|event| match event {
        Event::Fails(failing) => Some(&failing[..]),
        _ => None,
    });
    let changes = events.iter().any(|event| matches!(event, Event::Change { .. }));
    let mut written = Vec::new();
    for event in events {
        if changes && matches!(event, Event::Fails(_)) {
            continue;
        }
        let is_change = matches!(event, Event::Change { .. } | Event::Fails(_));
        let broken = broken.filter(|_| is_change).unwrap_or_default();
        let (message, news) = write(origin, record, event, broken)?;
        if matches!(event, Event::Change { .. }) {
            record.change = Some(news);
        }
        written.push(message);
        record.next += 1;
    }
    Ok(written)
}

fn write(
    origin: &Origin,
    record: &SiteRecord,
    event: &Event,
    broken: &[VerifyAnswer],
) -> io::Result<(Written, WatchedChange)> {
    let id = id(origin, record);
    let (summary, details) = in_words(origin, event, broken, &record.state);
    let mut message = Message {
        id: &id,
        at: record.looked.to_string(),
        site: origin.as_str(),
        robots_url: origin.robots_url(),
        kind: kind(event),
        severity: severity(event, broken),
        summary: shortened(&summary, MAX_DETAIL_CHARS),
        details: limited(details),
        state: &record.state,
        since: None,
        before: None,
        after: None,
        change: None,
        expectations: &broken[..broken.len().min(MAX_EXPECTATIONS)],
    };
    match event {
        Event::Change { before, after, answer } => {
            message.before = Some(before.into());
            message.after = Some(after.into());
            message.change = Some(answer);
        }
        Event::Outage { since, .. } | Event::Recovered { since } => {
            message.since = Some(since.to_string());
        }
        _ => {}
    }
    let mut json = to_json(&message)?;
    if json.len() > MAX_BYTES {
        message.change = None;
        message.expectations = &[];
        json = to_json(&message)?;
    }
    let (at, severity) = (record.looked, message.severity);
    let news = WatchedChange { at, severity, summary: message.summary };
    Ok((Written { id: id.clone(), at, number: record.next, json }, news))
}

fn to_json(message: &Message<'_>) -> io::Result<Vec<u8>> {
    let mut json = Vec::new();
    write_json(&mut json, message)?;
    json.pop();
    Ok(json)
}

/// An id that a message has before it is stored, so that a look that is repeated after a crash makes no second message.
fn id(origin: &Origin, record: &SiteRecord) -> String {
    uuid_of(&format!("{origin} {} {}", record.since.as_millis(), record.next))
}

/// A UUID that is the same for the same text.
pub(super) fn uuid_of(text: &str) -> String {
    let mut bytes: Vec<u8> = Sha256::digest(text.as_bytes())[..16].to_vec();
    bytes[6] = bytes[6] & 0x0f | 0x80; // version 8: made by a rule of one's own (RFC 9562)
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = hex(&bytes);
    let (a, b, c, d, e) = (&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]);
    format!("{a}-{b}-{c}-{d}-{e}")
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::Change { .. } => "change",
        Event::Outage { .. } => "outage",
        Event::Recovered { .. } => "recovered",
        Event::Fails(_) | Event::Holds => "expectation",
        Event::Flapping => "flapping",
        Event::Calm => "calm",
    }
}

fn severity(event: &Event, broken: &[VerifyAnswer]) -> Severity {
    match event {
        _ if !broken.is_empty() => Severity::Error,
        Event::Change { answer, .. } => {
            let programs = programs::only_for(&answer.change, answer.programs.as_ref());
            let severity = if programs.is_empty() { Severity::Note } else { Severity::Warning };
            answer.change.severity.unwrap_or(severity)
        }
        Event::Outage { rung: Rung::Disallowed, .. } | Event::Fails(_) => Severity::Error,
        Event::Outage { .. } | Event::Flapping => Severity::Warning,
        Event::Recovered { .. } | Event::Holds | Event::Calm => Severity::Note,
    }
}

/// The news in one sentence, and all of it.
fn in_words(
    origin: &Origin,
    event: &Event,
    broken: &[VerifyAnswer],
    state: &str,
) -> (String, Vec<String>) {
    let mut details = Vec::new();
    let summary = match event {
        Event::Change { before, after, answer } => {
            let gone = match (before, after) {
                (Content::File(_), Content::Missing) => Some("there is no robots.txt any more"),
                (Content::Missing, Content::File(_)) => Some("there is a robots.txt now"),
                _ => None,
            };
            let told = sentences(&answer.change);
            let programs = programs::only_for(&answer.change, answer.programs.as_ref());
            let first = told.first().map(|sentence| &sentence.text).or(programs.first()).cloned();
            details.extend(gone.map(str::to_owned));
            for sentence in told {
                details.push(sentence.text);
                details.extend(sentence.proofs.into_iter().map(|proof| format!("  {proof}")));
            }
            details.extend(programs);
            details.extend(now(after, answer));
            // What caches and Google may still have of the file before.
            details.push(state.to_owned());
            first
                .or_else(|| gone.map(str::to_owned))
                .unwrap_or_else(|| "robots.txt changed without an effect".to_owned())
        }
        Event::Outage { rung, since } => {
            format!("robots.txt cannot be read since {since}: {}", rung.effect())
        }
        Event::Recovered { since } => {
            format!("robots.txt can be read again; it could not since {since}")
        }
        Event::Fails(failing) => match &failing[..] {
            [one] if one.expectation.outcome == ExpectationOutcome::Holds => {
                format!("the expectation `{}` does not hold for every program", one.expectation.text)
            }
            [one] => format!("the expectation `{}` does not hold", one.expectation.text),
            more => format!("{} expectations do not hold", more.len()),
        },
        Event::Holds => "all expectations hold again".to_owned(),
        Event::Flapping => "robots.txt changes again and again; nothing more is told until it has been the same for \
                            six looks"
            .to_owned(),
        Event::Calm => {
            "robots.txt has been the same for six looks, and is as it was told before".to_owned()
        }
    };
    details.extend(broken.iter().flat_map(verify::sentences));
    (format!("{origin}: {summary}"), details)
}

/// How much of the site the crawler that is affected first may crawl now, as a card says it.
fn now(after: &Content, answer: &DiffAnswer) -> Option<String> {
    let crawler = answer.change.classes.first()?.crawler();
    let bytes = match after {
        Content::File(bytes) => &bytes[..],
        Content::Missing => b"",
    };
    let profile = Profile::by_name(answer.change.profile)?;
    let robots = RobotsTxt::parse_with(bytes, profile);
    let access = access(Some(&robots), &crawler, Language::English, &mut || true);
    Some(format!("now: {access}"))
}

fn limited(mut details: Vec<String>) -> Vec<String> {
    let more = details.len().saturating_sub(MAX_DETAILS);
    details.truncate(MAX_DETAILS);
    let mut details: Vec<_> =
        details.iter().map(|line| shortened(line, MAX_DETAIL_CHARS)).collect();
    if more > 0 {
        details.push(format!("{more} more lines are left out"));
    }
    details
}

impl From<&Content> for FileAnswer {
    fn from(content: &Content) -> Self {
        match content {
            Content::File(bytes) => Self { sha256: Some(content.hash()), bytes: Some(bytes.len()) },
            Content::Missing => Self { sha256: None, bytes: None },
        }
    }
}
