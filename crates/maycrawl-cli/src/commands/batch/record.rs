//! One record of a batch: read, answered, written.

use std::borrow::Cow;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maycrawl::answer::PaceAnswer;
use maycrawl::{Crawler, Profile, RobotsTxt, Verdict, as_written, check_once, check_once_tokens};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::args::Batch;
use crate::inputs::url_arg::UrlArg;
use crate::text::output;

/// Answers records with the options of the command line.
pub(super) struct Answerer {
    profile: Profile,
    verbatim: bool,
    pace: bool,
}

#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    robots: Option<Cow<'a, str>>,
    #[serde(borrow)]
    robots_b64: Option<Cow<'a, str>>,
    #[serde(borrow)]
    url: Option<Cow<'a, str>>,
    #[serde(borrow)]
    url_b64: Option<Cow<'a, str>>,
    #[serde(borrow)]
    agent: Option<Cow<'a, str>>,
    agents: Option<Vec<String>>,
}

/// The part of a malformed record that can still be read.
#[derive(Deserialize)]
struct RecordId<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct JsonRecord<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    decision: JsonDecision,
}

#[derive(Serialize)]
struct JsonDecision {
    allowed: bool,
    /// `null` where no line decided.
    line: Option<u32>,
    reason: &'static str,
    /// The URL that a client requests, if its path differs from the written one.
    #[serde(skip_serializing_if = "Option::is_none")]
    requested: Option<String>,
    /// The crawler's product token, if `agent` is another name of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    crawler: Option<String>,
    /// How fast the crawler is asked to go, if its groups say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pace: Option<PaceAnswer>,
}

#[derive(Serialize)]
struct JsonRefusal<'a> {
    id: Option<&'a RawValue>,
    error: String,
    input_line: u64,
}

impl Answerer {
    pub(super) fn new(args: &Batch) -> Self {
        let profile = if args.verbatim { args.profile.verbatim() } else { args.profile };
        Self { profile, verbatim: args.verbatim, pace: args.pace }
    }

    /// Appends the answer to `out`. Returns false if the record could not be answered.
    pub(super) fn answer(&self, line: &[u8], number: u64, out: &mut Vec<u8>) -> bool {
        // serde reads a JSON array as a struct too. Without this check an array of seven values would be a record.
        if line.trim_ascii_start().first() != Some(&b'{') {
            let error = "not a record: the line is not a JSON object".to_owned();
            append(out, &JsonRefusal { id: None, error, input_line: number });
            return false;
        }
        let record = match serde_json::from_slice::<Record<'_>>(line) {
            Ok(record) => record,
            Err(error) => {
                // One field of a wrong type makes the whole record malformed. Its id is read alone, so that the sender
                // can tell which record was refused.
                let id =
                    serde_json::from_slice::<RecordId<'_>>(line).ok().and_then(|record| record.id);
                let error = format!("not a record: {error}");
                append(out, &JsonRefusal { id, error, input_line: number });
                return false;
            }
        };
        match self.decide(&record) {
            Ok(decision) => {
                append(out, &JsonRecord { id: record.id, decision });
                true
            }
            Err(error) => {
                append(out, &JsonRefusal { id: record.id, error, input_line: number });
                false
            }
        }
    }

    /// Appends the refusal of a record that is too long. Returns false.
    pub(super) fn refuse_long(&self, number: u64, out: &mut Vec<u8>) -> bool {
        let error = "the record is longer than 64 MiB; it was skipped".to_owned();
        append(out, &JsonRefusal { id: None, error, input_line: number });
        false
    }

    fn decide(&self, record: &Record<'_>) -> Result<JsonDecision, String> {
        let robots = bytes("robots", record.robots.as_deref(), record.robots_b64.as_deref())?;
        let url = bytes("url", record.url.as_deref(), record.url_b64.as_deref())?;
        let parsed = if self.verbatim { None } else { Some(UrlArg::parse(&url)?) };
        // With --verbatim the text itself, as google/robotstxt takes it.
        let request = as_written(
            parsed.as_ref().map_or(&url[..], |parsed| parsed.request.as_str().as_bytes()),
        );
        let requested = parsed.as_ref().and_then(UrlArg::requested).map(str::to_owned);
        let answer = |verdict: Verdict<'_>| JsonDecision {
            allowed: verdict.is_allowed(),
            line: verdict.line(),
            reason: verdict.reason().name(),
            requested: requested.clone(),
            crawler: None,
            pace: None,
        };
        match (&record.agent, &record.agents) {
            (Some(_), Some(_)) => {
                Err("both `agent` (a crawler) and `agents` (a list of tokens); give one".to_owned())
            }
            (None, None) => {
                Err("neither `agent` (a crawler) nor `agents` (a list of tokens); give one"
                    .to_owned())
            }
            (None, Some(agents)) => {
                let agents: Vec<_> = agents.iter().map(String::as_str).collect();
                Ok(answer(check_once_tokens(&robots, &agents, request, self.profile)))
            }
            (Some(agent), None) if self.verbatim => {
                Ok(answer(check_once_tokens(&robots, &[agent], request, self.profile)))
            }
            (Some(agent), None) => {
                let crawler = Crawler::parse(agent).map_err(|error| format!("`agent`: {error}"))?;
                let decision = answer(check_once(&robots, &crawler, request, self.profile));
                let pace = || RobotsTxt::parse_with(&robots, self.profile).pace(&crawler);
                let pace = self.pace.then(|| PaceAnswer::of(&crawler, pace())).flatten();
                let token = crawler.token();
                // Whoever writes `Google bot` must see whose rules were followed.
                let crawler = (!agent.trim().eq_ignore_ascii_case(token)).then(|| token.to_owned());
                Ok(JsonDecision { crawler, pace, ..decision })
            }
        }
    }
}

/// The value of a field: text under its name, or base64 under its name with `_b64`.
fn bytes<'r>(
    field: &str,
    text: Option<&'r str>,
    base64: Option<&str>,
) -> Result<Cow<'r, [u8]>, String> {
    match (text, base64) {
        (Some(_), Some(_)) => Err(format!("both `{field}` and `{field}_b64`; give one")),
        (None, None) => Err(format!("neither `{field}` nor `{field}_b64`; give one")),
        (Some(text), None) => Ok(Cow::Borrowed(text.as_bytes())),
        (None, Some(base64)) => BASE64_STANDARD
            .decode(base64)
            .map(Cow::Owned)
            .map_err(|error| format!("`{field}_b64` is not valid base64: {error}")),
    }
}

fn append(out: &mut Vec<u8>, answer: &impl Serialize) {
    // Writing to memory cannot fail, and all these types can be serialised.
    let written = output::write_json(out, answer);
    debug_assert!(written.is_ok());
}
