//! What an HTTP answer to a request for robots.txt means: its status, its caching fields, and its redirect target.
//!
//! The [`Fetcher`](crate::Fetcher) and programs that make their own requests share these functions. No function here
//! reads a socket or a clock. (Google, *Handling HTTP result codes* and *Caching*; RFC 9309 sections 2.3.1 and 2.4.)

use std::time::{Duration, SystemTime};

use url::Url;

use crate::clock::Timestamp;
use crate::outcome::{Failure, FailureKind, Missing};
use crate::policy::PolicyEvent;
use crate::redirects::{MAX_REDIRECTS, RedirectChain, target};

/// What a status means, before the body is read.
pub(crate) enum StatusMeaning {
    /// The body is the file.
    File,
    /// The file is empty, and there is no body to read.
    EmptyFile,
    /// `Location` names another URL.
    Redirect,
    Missing(Missing),
    Failed(Failure),
}

impl StatusMeaning {
    pub(crate) fn of(status: u16) -> Self {
        let protocol = |what: String| Self::Failed(Failure::new(FailureKind::Protocol, what));
        match status {
            204 | 205 => Self::EmptyFile,
            206 => protocol(
                "the server sent a part of the file, although the whole file was requested".into(),
            ),
            200..300 => Self::File,
            300..400 => Self::Redirect,
            429 | 500..600 => Self::Failed(Failure::status(status)),
            400..500 => Self::Missing(Missing::Status(status)),
            _ => protocol(format!("{status} is not a valid HTTP status")),
        }
    }
}

/// The caching fields of an answer.
#[derive(Clone, Copy, Default)]
pub(crate) struct Freshness {
    /// `Cache-Control` minus `Age`.
    pub(crate) max_age: Option<Duration>,
    pub(crate) retry_after: Option<Duration>,
}

impl Freshness {
    /// Reads the fields with [`FIELDS`](Self::FIELDS) as names. `fields` gives the values of a name, in order.
    /// (RFC 9309 section 2.4.)
    pub(crate) fn of<'f, I: Iterator<Item = &'f str>>(
        fields: impl Fn(&str) -> I,
        now: SystemTime,
    ) -> Self {
        let first = |name| fields(name).next().map(str::trim);
        let age = first("age").and_then(|age| age.parse().ok()).map(Duration::from_secs);
        let max_age = fields("cache-control")
            .flat_map(|value| value.split(','))
            .filter_map(|directive| directive_freshness(directive.trim()))
            .min();
        let retry_after = first("retry-after").and_then(|text| {
            let seconds = text.parse().ok().map(Duration::from_secs);
            let at = || httpdate::parse_http_date(text).ok();
            seconds.or_else(|| Some(at()?.duration_since(now).unwrap_or_default()))
        });
        Self {
            max_age: max_age.map(|max_age| max_age.saturating_sub(age.unwrap_or_default())),
            retry_after,
        }
    }
}

/// The freshness lifetime in one directive of `Cache-Control`. (RFC 9111 section 5.2.2.)
fn directive_freshness(directive: &str) -> Option<Duration> {
    let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
    match name.trim().to_ascii_lowercase().as_str() {
        "no-cache" | "no-store" => Some(Duration::ZERO),
        "max-age" => {
            let value = value.trim().trim_matches('"');
            let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            // A number that overflows counts as a long time. Anything else is not a valid value.
            digits.then(|| Duration::from_secs(value.parse().unwrap_or(u64::from(u32::MAX))))
        }
        _ => None,
    }
}

/// The requests for one robots.txt, for a program that makes them itself: which URL to request next, and what the last
/// answer means for a [`Policy`](crate::Policy).
///
/// ```
/// use maycrawl_fetch::{NextStep, Policy, RobotsRequest, State, Timestamp};
///
/// let now = Timestamp::from_millis(0);
/// let mut request = RobotsRequest::new("https://example.com/robots.txt").unwrap();
/// let moved = [("location", "https://www.example.com/robots.txt")];
/// assert!(matches!(request.answered(301, &moved, now), NextStep::Request(url) if url.contains("www")));
/// let NextStep::Done { event, is_file } = request.answered(200, &[("cache-control", "max-age=600")], now)
/// else { panic!() };
/// let state = Policy::Google2021.after_fetch(&State::default(), &event, now);
/// assert!(is_file);
/// assert_eq!(Policy::Google2021.decide(&state, now).basis.name(), "file");
/// ```
#[derive(Clone, Debug)]
pub struct RobotsRequest {
    url: Url,
    chain: RedirectChain,
}

/// What to do after an answer. Part of [`RobotsRequest`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NextStep {
    /// Follow a redirect: request this URL.
    Request(String),
    /// The fetch has ended.
    Done {
        /// The input of the policy.
        event: PolicyEvent,
        /// True if the body is the file. A status without a body is an empty file.
        is_file: bool,
    },
}

impl RobotsRequest {
    /// The request for the robots.txt at `url`. `None` if the text is not an absolute URL. O(bytes).
    #[must_use]
    pub fn new(url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let chain = RedirectChain::new(url.as_str(), MAX_REDIRECTS);
        Some(Self { url, chain })
    }

    /// The next step after an answer with this status and these header fields. Names of fields are in lower case.
    /// At most five redirects are followed. O(fields).
    pub fn answered(&mut self, status: u16, fields: &[(&str, &str)], now: Timestamp) -> NextStep {
        let values = |name: &str| {
            let name = name.to_owned();
            fields.iter().filter(move |(key, _)| *key == name).map(|(_, value)| *value)
        };
        let Freshness { max_age, retry_after } = Freshness::of(values, now.into());
        let file = NextStep::Done {
            event: PolicyEvent::Answered { missing: None, max_age },
            is_file: true,
        };
        let missing = |missing| NextStep::Done {
            event: PolicyEvent::Answered { missing: Some(missing), max_age },
            is_file: false,
        };
        let failed = |failure| NextStep::Done {
            event: PolicyEvent::Failed { failure, retry_after, site: None },
            is_file: false,
        };
        match StatusMeaning::of(status) {
            StatusMeaning::File | StatusMeaning::EmptyFile => file,
            StatusMeaning::Missing(why) => missing(why),
            StatusMeaning::Failed(failure) => failed(failure),
            StatusMeaning::Redirect => {
                match target(&self.url, status, values("location").map(str::as_bytes)) {
                    Err(failure) => failed(failure),
                    Ok(to) => match self.chain.follow(to.as_str()) {
                        Err(error) => missing(error.into()),
                        Ok(()) => {
                            self.url = to;
                            NextStep::Request(self.url.to_string())
                        }
                    },
                }
            }
        }
    }
}
