//! Watched sites: what `maycrawl watch` keeps of each for people, and the page for operators that shows it.
//!
//! The watcher stores a [`WatchedSite`] with each look, in the same step as its own record. It is small, because the
//! page reads those of all sites to show the worst first. Only the watcher knows what changed, and only the reader
//! knows what time it is: a [`Status`] comes of both, so that a note that nobody renews does not look good for ever.

mod list;
mod page;

pub(crate) use list::List;
pub(crate) use page::page;

use std::time::Duration;

use maycrawl::Origin;
use maycrawl_fetch::Timestamp;
use maycrawl_lint::Severity;
use serde::{Deserialize, Serialize};

/// The most sites of one watcher, and of the page.
pub const MAX_SITES: usize = 100_000;

/// The keys of the notes begin so; the origin follows.
const PREFIX: &str = "watch/shown/";

/// How much later than planned a look may end: a site that answers slowly, and a machine that was busy.
const GRACE: Duration = Duration::from_secs(120);

/// The interval of a watcher that did not say one, such as one that looks once.
const UNKNOWN_INTERVAL: Duration = Duration::from_secs(86_400);

/// How long a change with a bad effect stays above sites without news.
const NEWS: Duration = Duration::from_secs(86_400);

/// What is known of a watched site after a look.
///
/// ```
/// use std::time::Duration;
///
/// use maycrawl_fetch::Timestamp;
/// use maycrawl_server::watched::{Expected, Rung, Status, WatchedSite};
///
/// let looked = Timestamp::from_millis(1_795_246_327_000);
/// let site = WatchedSite {
///     since: looked,
///     looked,
///     interval: Some(Duration::from_secs(3600)),
///     rung: Rung::Readable,
///     state: "robots.txt was fetched".to_owned(),
///     failing_since: None,
///     flaps: false,
///     change: None,
///     expected: Expected::Nothing,
/// };
/// assert_eq!(site.status(looked), Status::Good);
/// // Nobody renewed it for a day, so nobody knows.
/// assert_eq!(site.status(looked.after(Duration::from_secs(86_400))), Status::Stale);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedSite {
    /// Time of the first look.
    pub since: Timestamp,
    /// Time of the last look.
    pub looked: Timestamp,
    /// Planned time between two looks; `None` if the watcher does not know it.
    pub interval: Option<Duration>,
    /// What crawlers do since the last look.
    pub rung: Rung,
    /// What verdicts rested on at the last look, as a sentence.
    pub state: String,
    /// Time of the first of the looks in a row at which the file could not be read.
    pub failing_since: Option<Timestamp>,
    /// True while the state changes too often to tell each change.
    pub flaps: bool,
    /// The last change that was told.
    pub change: Option<WatchedChange>,
    /// Whether the file is as it must be.
    pub expected: Expected,
}

/// A change of a file that was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedChange {
    /// Time of the look that found it.
    pub at: Timestamp,
    /// How bad it is.
    pub severity: Severity,
    /// Its effect in one sentence, with the site before it.
    pub summary: String,
}

/// A step of the ladder that the documents have for a file that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rung {
    /// The file, or that there is none, is known.
    Readable,
    /// Nothing may be fetched.
    Disallowed,
    /// The last copy is used.
    LastCopy,
    /// No limits are assumed.
    NoLimits,
    /// The address guard of the watcher does not connect.
    Refused,
}

impl Rung {
    /// What crawlers do at this step, as the end of a sentence.
    ///
    /// ```
    /// assert_eq!(maycrawl_server::watched::Rung::LastCopy.effect(), "the last copy is used");
    /// ```
    #[must_use]
    pub const fn effect(self) -> &'static str {
        match self {
            Self::Readable => "robots.txt is followed",
            Self::Disallowed => "nothing may be crawled",
            Self::LastCopy => "the last copy is used",
            Self::NoLimits => "no limits are assumed",
            Self::Refused => "its address or port is not allowed here",
        }
    }
}

/// Whether a file is as it must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Expected {
    /// The watcher has no expectations.
    Nothing,
    /// All expectations hold.
    Holds,
    /// The file cannot be read, and nothing is known to fail.
    NotKnown,
    /// Some expectations do not hold.
    Fails {
        /// Their number.
        count: usize,
        /// The first of them, as they are written.
        lines: Vec<String>,
    },
}

/// The state of a watched site at a time, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// An expectation does not hold.
    ExpectationFails,
    /// The file cannot be read, and nothing may be crawled.
    NothingAllowed,
    /// The file cannot be read, and no limits are assumed.
    NoLimits,
    /// The file cannot be read, and the last copy is used.
    LastCopy,
    /// The watcher may not connect to the site.
    Refused,
    /// The site was not asked for longer than the interval.
    Stale,
    /// The state changes again and again.
    Flapping,
    /// A change with a bad effect was told within a day.
    Changed,
    /// Nothing of these.
    Good,
}

impl WatchedSite {
    /// The key of the note of a site.
    ///
    /// ```
    /// use maycrawl::Origin;
    /// use maycrawl_server::watched::WatchedSite;
    ///
    /// let origin = Origin::parse("https://www.example.com").unwrap();
    /// assert_eq!(WatchedSite::key(&origin), "watch/shown/https://www.example.com");
    /// ```
    #[must_use]
    pub fn key(origin: &Origin) -> String {
        format!("{PREFIX}{origin}")
    }

    /// The state of the site at a time.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> Status {
        let is_news = |change: &WatchedChange| {
            change.severity >= Severity::Warning && now.since(change.at) <= NEWS
        };
        match self.rung {
            _ if matches!(self.expected, Expected::Fails { .. }) => Status::ExpectationFails,
            Rung::Disallowed => Status::NothingAllowed,
            Rung::NoLimits => Status::NoLimits,
            Rung::LastCopy => Status::LastCopy,
            Rung::Refused => Status::Refused,
            Rung::Readable if self.is_stale(now) => Status::Stale,
            Rung::Readable if self.flaps => Status::Flapping,
            Rung::Readable if self.change.as_ref().is_some_and(is_news) => Status::Changed,
            Rung::Readable => Status::Good,
        }
    }

    /// True if the site was not asked in time. The second look may come after one and a half intervals, because the
    /// sites of a watcher are spread. A look of the future was made by another clock, and says nothing about its age.
    #[must_use]
    pub fn is_stale(&self, now: Timestamp) -> bool {
        let late = self.interval() * 3 / 2;
        now.since(self.looked) > late + GRACE || self.looked.since(now) > GRACE
    }

    /// True if the watcher that made this look should have made the next look at one of its sites since.
    fn proves_a_watcher(&self, now: Timestamp) -> bool {
        now.since(self.looked) <= self.interval() + GRACE && self.looked.since(now) <= GRACE
    }

    fn interval(&self) -> Duration {
        // A longer one is none that the command accepts.
        self.interval.unwrap_or(UNKNOWN_INTERVAL).min(UNKNOWN_INTERVAL * 7)
    }
}
