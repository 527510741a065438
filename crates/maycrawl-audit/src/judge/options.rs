//! Options, requests and results.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use maycrawl::Profile;
use maycrawl::crawler::KnownCrawler;

use super::class::{Class, Decision, Facts, Standing};
use super::copies::Candidate;
use crate::identity::{Claim, Identity};
use crate::log::SignedFields;

pub(super) type Millis = i64;

/// What the judge assumes.
///
/// ```
/// use jiff::SignedDuration;
/// use maycrawl_audit::judge::Options;
///
/// let options = Options { edge_cache: SignedDuration::from_mins(30), ..Options::default() };
/// assert_eq!(options.skew, SignedDuration::from_secs(2));
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The profile of verdicts. Default: Google's.
    pub profile: Profile,
    /// How far the clocks of two log files, or of a log and the history, may differ. Default: 2 s.
    pub skew: SignedDuration,
    /// How long a request may take. A line that tells the end of a long download says that little about its beginning,
    /// which is when the crawler decided. Default: 60 s.
    pub request_time: SignedDuration,
    /// How long a cache in front of the site may serve an old version. Default: 0.
    pub edge_cache: SignedDuration,
    /// The maximum age of a copy, for all crawlers: `max-age` of the file. Default: as each operator documents it.
    pub allowed_age: Option<SignedDuration>,
    /// How long lines are held back to bring them in order. Default: 10 minutes.
    pub hold_back: SignedDuration,
    /// The most lines that are held back. Of more, the oldest ones are judged early, and counted. Default: 200,000.
    pub max_held: usize,
    /// The most reads of robots.txt that are kept for a crawler at a site. Default: 512.
    pub max_reads: usize,
    /// The beginning of the log. Default: its first line; and the time of the hold-back later if lines tell the
    /// beginning of requests, because the first of them may be that of a request which began long before the log.
    pub log_begins: Option<Timestamp>,
    /// A time without any line that is taken for a gap. Default: 12 hours.
    pub silence: SignedDuration,
    /// The log has only some of the requests. Default: no.
    pub is_sampled: bool,
    /// The site sends different files to different clients, so no copy can be known. Default: no.
    pub varies: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            profile: Profile::default(),
            skew: SignedDuration::from_secs(2),
            request_time: SignedDuration::from_secs(60),
            edge_cache: SignedDuration::ZERO,
            allowed_age: None,
            hold_back: SignedDuration::from_mins(10),
            max_held: 200_000,
            max_reads: 512,
            log_begins: None,
            silence: SignedDuration::from_hours(12),
            is_sampled: false,
            varies: false,
        }
    }
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The number of the file. Lines of one file have one clock.
    pub file: u32,
    /// The offset of its first byte.
    pub offset: u64,
    /// Its length in bytes.
    pub length: u32,
}

/// A request of the log.
#[derive(Clone, Debug)]
pub struct Hit<'a> {
    /// The time of the line.
    pub at: Timestamp,
    /// True if the time is that of the end of the request, false for its beginning; `None` if the format does not tell.
    pub time_is_end: Option<bool>,
    /// The address of the client.
    pub client: Option<IpAddr>,
    /// The origin, such as `https://example.com`; `None` if it is not known.
    pub origin: Option<Arc<str>>,
    /// The crawler that the header `User-Agent` names.
    pub claim: Claim,
    /// The method.
    pub method: Cow<'a, str>,
    /// The target, in origin form: a path with its query.
    pub target: Cow<'a, str>,
    /// The log changed the target, so it is not surely the one that the client sent.
    pub is_target_inexact: bool,
    /// The status of the answer; 0 for none.
    pub status: Option<u16>,
    /// The bytes of the body, if the log counts bodies alone.
    pub bytes: Option<u64>,
    /// The header fields, if it is signed and the log kept them.
    pub signed: Option<Box<SignedFields>>,
    /// Where the line stands.
    pub place: Place,
}

impl Hit<'_> {
    /// A request of no known crawler, which shows only that the log has lines at that time.
    ///
    /// ```
    /// use maycrawl_audit::identity::Claim;
    /// use maycrawl_audit::judge::Hit;
    ///
    /// assert_eq!(Hit::from_nobody("2026-11-25T08:00:00Z".parse().unwrap()).claim, Claim::None);
    /// ```
    #[must_use]
    pub fn from_nobody(at: Timestamp) -> Self {
        Self {
            at,
            time_is_end: None,
            client: None,
            origin: None,
            claim: Claim::None,
            method: Cow::Borrowed("GET"),
            target: Cow::Borrowed("/"),
            is_target_inexact: false,
            status: None,
            bytes: None,
            signed: None,
            place: Place::default(),
        }
    }

    /// The same with its own texts.
    #[must_use]
    pub fn into_owned(self) -> Hit<'static> {
        let (method, target) = (self.method.into_owned(), self.target.into_owned());
        Hit { method: Cow::Owned(method), target: Cow::Owned(target), ..self }
    }
}

/// A request that was judged, with what its class rests on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judged {
    /// The time of the line.
    pub at: Timestamp,
    /// Where the line stands.
    pub place: Place,
    /// The address of the client.
    pub client: Option<IpAddr>,
    /// The origin.
    pub origin: Option<Arc<str>>,
    /// The crawler that the header names.
    pub crawler: &'static KnownCrawler,
    /// Whether the client is that crawler.
    pub identity: Identity,
    /// The method.
    pub method: Box<str>,
    /// The target.
    pub target: Box<str>,
    /// The class.
    pub decision: Decision,
    /// What the class rests on, but for the versions.
    pub facts: Facts,
    /// The copies that the crawler may have had.
    pub copies: Vec<Candidate>,
    /// The versions in force at that time.
    pub in_force: Vec<Candidate>,
    /// All versions of the time in which a copy is valid.
    pub window: Vec<Candidate>,
    /// The reads of robots.txt that the copies are from: time, place and token.
    pub reads: Vec<(Timestamp, Place, &'static str)>,
}

/// What the judge has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Requests that were given to it.
    pub pushed: u64,
    /// Not judged: no known crawler.
    pub no_crawler: u64,
    /// Not judged: a request for `/robots.txt`.
    pub robots_txt: u64,
    /// Not judged: a target that is no path, such as `*`.
    pub no_path: u64,
    /// Lines that came later than the hold-back allows.
    pub late: u64,
    /// Of these, requests for robots.txt: requests after them may have been judged without them.
    pub late_reads: u64,
    /// Lines that were judged early, because too many were held back.
    pub early: u64,
    /// Answers for robots.txt that no version of the history explains, such as status 200 where it has no file.
    pub unexplained: u64,
    /// Requests by crawler, standing and class. Sums never mix the standings.
    pub classes: BTreeMap<(&'static str, Standing, Class), u64>,
}
