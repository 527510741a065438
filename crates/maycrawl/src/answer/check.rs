//! The answer about a URL and a file at hand. The command, and every other program that has the file, write the same
//! keys in the same order.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;

use serde::Serialize;

use super::Answer;
use crate::crawler::{Crawler, DelaySupport, KnownCrawler};
use crate::deciding::verdict::Verdict;
use crate::explaining::explain::Explanation;
use crate::explaining::verdict_location::VerdictLocation;
use crate::reading::pace::{Delay, Pace, RequestRate};
use crate::urls::request_url::RequestUrl;

/// The answer about one URL and one crawler, as `maycrawl check --format json` writes it.
///
/// ```
/// use maycrawl::answer::CheckAnswer;
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /b\n");
/// let (crawler, url) = (Crawler::GOOGLEBOT, RequestUrl::parse_path("/b/%c3").unwrap());
/// let rules = robots.rules_for(&crawler);
/// let verdict = rules.check(&url);
/// let answer = CheckAnswer::new(b"/b/%c3", &url, &crawler, "google", &verdict, None);
/// assert_eq!(answer.url_escaped.unwrap(), "/b/%C3");
/// ```
#[derive(Serialize)]
#[non_exhaustive]
pub struct CheckAnswer<'a> {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The URL with the escapes that a client adds, if it was written without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url_escaped: Option<String>,
    /// The name of the profile.
    pub profile: &'static str,
    /// How fast the crawler is asked to go, if its groups say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<PaceAnswer>,
    /// The way to the verdict, if it is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation<'a>>,
}

impl<'a> CheckAnswer<'a> {
    /// The answer about `request`, the URL that a client requests for `written`. O(bytes of its texts).
    #[must_use]
    pub fn new(
        written: &[u8],
        request: &RequestUrl,
        crawler: &Crawler,
        profile: &'static str,
        verdict: &Verdict<'_>,
        location: Option<&VerdictLocation<'_>>,
    ) -> Self {
        let answer = Answer::about(&String::from_utf8_lossy(written), request, crawler, verdict);
        let answer = match location {
            Some(location) => answer.at(location),
            None => answer,
        };
        let url_escaped = request.if_escaped(written).map(ToOwned::to_owned);
        Self { answer, url_escaped, profile, pace: None, explanation: None }
    }

    /// The same with the pace that the crawler's groups ask for.
    #[must_use]
    pub fn paced(self, crawler: &Crawler, pace: Pace) -> Self {
        Self { pace: PaceAnswer::of(crawler, pace), ..self }
    }

    /// The same with the way to the verdict.
    #[must_use]
    pub fn explained(self, explanation: Option<Explanation<'a>>) -> Self {
        Self { explanation, ..self }
    }
}

/// How fast a crawler is asked to go, and whether its operator says that it reads that.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PaceAnswer {
    /// The longest valid `crawl-delay`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub delay: Option<Delay>,
    /// The slowest valid `request-rate`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rate: Option<RequestRate>,
    /// Whether the crawler reads `Crawl-delay`.
    pub reads_delay: DelaySupport,
}

impl PaceAnswer {
    /// The answer for a crawler; `None` if nothing is asked of it.
    #[must_use]
    pub fn of(crawler: &Crawler, pace: Pace) -> Option<Self> {
        let reads_delay = || {
            KnownCrawler::by_name(crawler.token())
                .map_or(DelaySupport::NotSaid, |known| known.delay().support)
        };
        let Pace { delay, rate } = pace;
        let is_asked = delay.is_some() || rate.is_some();
        is_asked.then(|| Self { delay, rate, reads_delay: reads_delay() })
    }
}

/// A text that is no URL, as `maycrawl check --format json` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(clippy::exhaustive_structs)] // two texts
pub struct RefusedUrl<'a> {
    /// The text.
    pub url: Cow<'a, str>,
    /// What is wrong with it, and what to write.
    pub error: &'a str,
}
