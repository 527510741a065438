//! One record of a batch: read, answered, written.

use std::borrow::Cow;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maycrawl::{Crawler, Profile, Verdict, check_once, check_once_tokens};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::args::Batch;
use crate::output;
use crate::url_arg::Question;

/// Answers records as the command line asks.
pub(super) struct Answerer {
    profile: Profile,
    verbatim: bool,
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

/// What can be told apart in a record that is wrong.
#[derive(Deserialize)]
struct OnlyId<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct Answer<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    decided: Decided,
}

#[derive(Serialize)]
struct Decided {
    allowed: bool,
    line: u32,
    reason: &'static str,
    /// What a client requests, if rules see another path in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_as: Option<String>,
}

#[derive(Serialize)]
struct Refusal<'a> {
    id: Option<&'a RawValue>,
    error: String,
    input_line: u64,
}

impl Answerer {
    pub(super) fn new(args: &Batch) -> Self {
        let profile = if args.verbatim { args.profile.verbatim() } else { args.profile };
        Self { profile, verbatim: args.verbatim }
    }

    /// Appends the answer to `out`; false if the record could not be answered.
    pub(super) fn answer(&self, line: &[u8], number: u64, out: &mut Vec<u8>) -> bool {
        if line.trim_ascii_start().first() != Some(&b'{') {
            let error = "no record: the line is no JSON object".to_owned();
            append(out, &Refusal { id: None, error, input_line: number });
            return false;
        }
        let record = match serde_json::from_slice::<Record<'_>>(line) {
            Ok(record) => record,
            Err(error) => {
                let id = serde_json::from_slice::<OnlyId<'_>>(line).ok().and_then(|only| only.id);
                let error = format!("no record: {error}");
                append(out, &Refusal { id, error, input_line: number });
                return false;
            }
        };
        match self.decide(&record) {
            Ok(decided) => {
                append(out, &Answer { id: record.id, decided });
                true
            }
            Err(error) => {
                append(out, &Refusal { id: record.id, error, input_line: number });
                false
            }
        }
    }

    /// Appends the refusal of a record that was too long to hold; false.
    pub(super) fn refuse_long(&self, number: u64, out: &mut Vec<u8>) -> bool {
        let error = "the record is longer than 64 MiB; it was skipped".to_owned();
        append(out, &Refusal { id: None, error, input_line: number });
        false
    }

    fn decide(&self, record: &Record<'_>) -> Result<Decided, String> {
        let robots = bytes("robots", record.robots.as_deref(), record.robots_b64.as_deref())?;
        let url = bytes("url", record.url.as_deref(), record.url_b64.as_deref())?;
        let question = if self.verbatim { None } else { Some(Question::new(&url)?) };
        let asked = question.as_ref().map_or(&url[..], |question| question.request.as_ref());
        let asked_as = question.as_ref().and_then(Question::asked_as).map(str::to_owned);
        let answer = |verdict: Verdict<'_>| Decided {
            allowed: verdict.is_allowed(),
            line: verdict.line(),
            reason: verdict.reason().name(),
            asked_as: asked_as.clone(),
        };
        match (&record.agent, &record.agents) {
            (Some(_), Some(_)) => {
                Err("both `agent` and `agents`; give one: a crawler, or a list united".to_owned())
            }
            (None, None) => {
                Err("no `agent` (a crawler) and no `agents` (a list united)".to_owned())
            }
            (None, Some(agents)) => {
                let agents: Vec<_> = agents.iter().map(String::as_str).collect();
                Ok(answer(check_once_tokens(&robots, &agents, asked, self.profile)))
            }
            (Some(agent), None) if self.verbatim => {
                Ok(answer(check_once_tokens(&robots, &[agent], asked, self.profile)))
            }
            (Some(agent), None) if agent.trim().is_empty() => {
                Err("`agent` is empty; write a product token, such as Googlebot".to_owned())
            }
            (Some(agent), None) => {
                let crawler = Crawler::from_name(agent.trim());
                Ok(answer(check_once(&robots, &crawler, asked, self.profile)))
            }
        }
    }
}

/// A field that is text under its name or base64 under its name with `_b64`.
fn bytes<'r>(
    field: &str,
    text: Option<&'r str>,
    base64: Option<&str>,
) -> Result<Cow<'r, [u8]>, String> {
    match (text, base64) {
        (Some(_), Some(_)) => Err(format!("both `{field}` and `{field}_b64`; give one")),
        (None, None) => Err(format!("no `{field}` and no `{field}_b64`")),
        (Some(text), None) => Ok(Cow::Borrowed(text.as_bytes())),
        (None, Some(base64)) => BASE64_STANDARD
            .decode(base64)
            .map(Cow::Owned)
            .map_err(|error| format!("`{field}_b64` is no base64: {error}")),
    }
}

fn append(out: &mut Vec<u8>, answer: &impl Serialize) {
    // Writing to memory does not fail, and none of these types refuses to be serialised.
    let written = output::write_json(out, answer);
    debug_assert!(written.is_ok());
}
