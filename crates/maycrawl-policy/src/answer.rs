//! The requests for one robots.txt, for programs that make them themselves, and the caching fields of an answer.
//!
//! No function here reads a socket or a clock, and none decides what a file is: that is [`evidence`](crate::evidence).
//! (Google, *Caching*; RFC 9309 sections 2.3.1.2 and 2.4.)

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use url::Url;

use crate::announced_body::{BodyEnd, Fields};
use crate::evidence::Meaning;
use crate::outcome::{Failure, FailureKind, Outcome};
use crate::policy::{PolicyEvent, is_robots_txt};
use crate::redirects::{MAX_REDIRECTS, RedirectChain};
use crate::timestamp::Timestamp;

/// The caching fields of an answer.
#[derive(Clone, Copy, Default)]
pub struct Freshness {
    /// `Cache-Control` minus `Age`.
    pub max_age: Option<Duration>,
    /// `Age`: how long caches on the way had kept the answer.
    pub age: Option<Duration>,
    /// `Retry-After`, from now on.
    pub retry_after: Option<Duration>,
}

impl Freshness {
    /// Reads the fields. (RFC 9309 section 2.4.)
    pub fn from_fields(fields: &(impl Fields + ?Sized), now: SystemTime) -> Self {
        let fields = |name| fields.values(name).filter_map(|value| str::from_utf8(value).ok());
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
            age,
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

/// An HTTP answer as a program received it: the evidence that [`RobotsRequest::answered`] judges.
#[derive(Clone, Copy, Debug)]
pub struct HttpAnswer<'a> {
    status: u16,
    fields: &'a [(&'a str, &'a str)],
    body: &'a [u8],
    end: BodyEnd,
    is_decoded: bool,
}

impl<'a> HttpAnswer<'a> {
    /// An answer with this status, these header fields, and this body without its chunks. The body is as it arrived:
    /// with its `Content-Encoding`, which is removed here (feature `archive`). Of an answer that is no file the body is
    /// not used.
    #[must_use]
    pub const fn new(status: u16, fields: &'a [(&'a str, &'a str)], body: &'a [u8]) -> Self {
        Self { status, fields, body, end: BodyEnd::Unknown, is_decoded: false }
    }

    /// How the body ended, as far as the program knows. Default: [`BodyEnd::Unknown`]. Announced lengths are compared
    /// in any case; only a program that sees the chunks can know that one is missing.
    ///
    /// ```
    /// use maycrawl_policy::{BodyEnd, HttpAnswer, NextStep, RobotsRequest, Timestamp};
    ///
    /// let mut request = RobotsRequest::new("https://example.com/robots.txt").unwrap();
    /// let answer = HttpAnswer::new(200, &[], b"User-agent: *\nDisallow: /").ending(BodyEnd::Cut);
    /// // The whole line may have been `Disallow: /private`.
    /// assert!(matches!(request.answered(&answer, Timestamp::from_millis(0)), NextStep::Done { file: None, .. }));
    /// ```
    #[must_use]
    pub const fn ending(self, end: BodyEnd) -> Self {
        Self { end, ..self }
    }

    /// The body without the encoding that `Content-Encoding` names, because the program has removed it. Then the length
    /// of the body cannot be compared, and only the program can notice a cut.
    ///
    /// ```
    /// use maycrawl_policy::{HttpAnswer, NextStep, RobotsRequest, Timestamp};
    ///
    /// let mut request = RobotsRequest::new("https://example.com/robots.txt").unwrap();
    /// // The length is that of the compressed body, which the program did not keep.
    /// let fields = [("Content-Encoding", "gzip"), ("Content-Length", "34")];
    /// let answer = HttpAnswer::new(200, &fields, b"User-agent: *\n").decoded();
    /// assert!(matches!(request.answered(&answer, Timestamp::from_millis(0)), NextStep::Done { file: Some(_), .. }));
    /// ```
    #[must_use]
    pub const fn decoded(self) -> Self {
        Self { is_decoded: true, ..self }
    }
}

/// The requests for one robots.txt, for a program that makes them itself: which URL to request next, and what the last
/// answer means for a [`Policy`](crate::Policy).
///
/// ```
/// use maycrawl_policy::{HttpAnswer, NextStep, Policy, RobotsRequest, State, Timestamp};
///
/// let now = Timestamp::from_millis(0);
/// let mut request = RobotsRequest::new("https://example.com/robots.txt").unwrap();
/// let moved = HttpAnswer::new(301, &[("Location", "https://www.example.com/robots.txt")], b"");
/// assert!(matches!(request.answered(&moved, now), NextStep::Request(url) if url.contains("www")));
/// let answer = HttpAnswer::new(200, &[("Content-Length", "12")], b"Disallow: /a");
/// let NextStep::Done { event, file } = request.answered(&answer, now) else { panic!() };
/// let state = Policy::Google2021.after_fetch(&State::default(), &event, now);
/// assert_eq!(file.as_deref(), Some(&b"Disallow: /a"[..]));
/// assert_eq!(Policy::Google2021.decide(&state, now).basis.name(), "file");
///
/// // The same with one byte less is a failure, never a shorter file.
/// let answer = HttpAnswer::new(200, &[("Content-Length", "12")], b"Disallow: /");
/// assert!(matches!(request.answered(&answer, now), NextStep::Done { file: None, .. }));
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
        /// The file, decoded: at most one byte more than 500 KiB. `None` if the answer is no file.
        file: Option<Bytes>,
    },
}

impl RobotsRequest {
    /// The request for the robots.txt at `url`. `None` if the text is not an absolute URL. O(bytes).
    ///
    /// ```
    /// use maycrawl_policy::RobotsRequest;
    ///
    /// assert!(RobotsRequest::new("https://example.com/robots.txt").is_some());
    /// assert!(RobotsRequest::new("/robots.txt").is_none());
    /// ```
    #[must_use]
    pub fn new(url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let chain = RedirectChain::new(url.as_str(), MAX_REDIRECTS);
        Some(Self { url, chain })
    }

    /// The next step after an answer. At most five redirects are followed. O(bytes).
    ///
    /// ```
    /// use maycrawl_policy::{HttpAnswer, Missing, NextStep, PolicyEvent, RobotsRequest, Timestamp};
    ///
    /// let mut request = RobotsRequest::new("https://example.com/robots.txt").unwrap();
    /// let answer = HttpAnswer::new(301, &[("Location", "/robots.txt")], b"");
    /// // A circle counts as a 404.
    /// let NextStep::Done { event, .. } = request.answered(&answer, Timestamp::from_millis(0)) else { panic!() };
    /// assert!(matches!(event, PolicyEvent::Answered { missing: Some(Missing::RedirectLoop), .. }));
    /// ```
    pub fn answered(&mut self, answer: &HttpAnswer<'_>, now: Timestamp) -> NextStep {
        let &HttpAnswer { status, fields, body, end, is_decoded } = answer;
        let Freshness { max_age, retry_after, .. } = Freshness::from_fields(fields, now.into());
        let meaning = Meaning::new(Some(&self.url), status, fields);
        let outcome = match meaning.outcome(|announced| announced.file(body, end, is_decoded)) {
            Ok(outcome) => outcome,
            Err(to) => match self.chain.follow(to.as_str()) {
                Err(error) => Outcome::Missing(error.into()),
                Ok(()) => {
                    self.url = to;
                    return NextStep::Request(self.url.to_string());
                }
            },
        };
        let (event, file) = match outcome {
            Outcome::File(body) => {
                let event = match is_robots_txt(&body.bytes) {
                    true => PolicyEvent::Answered { missing: None, max_age },
                    false => PolicyEvent::NoRobotsTxt { status, max_age },
                };
                (event, Some(body.bytes))
            }
            Outcome::Missing(why) => (PolicyEvent::Answered { missing: Some(why), max_age }, None),
            Outcome::Failed(failure) => {
                (PolicyEvent::Failed { failure, retry_after, site: None }, None)
            }
            // The judge has no guard.
            Outcome::Refused => {
                let failure = Failure::new(FailureKind::Connect, "not requested");
                (PolicyEvent::Failed { failure, retry_after, site: None }, None)
            }
        };
        NextStep::Done { event, file }
    }
}
