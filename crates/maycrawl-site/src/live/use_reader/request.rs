//! The requests of one question: each is permitted by robots.txt and by the caller, and their number is bounded.

use bytes::Bytes;
use maycrawl::{Origin, RequestUrl};
use maycrawl_fetch::{Fetcher, ResourceError, ResourceLimits, Response};
use maycrawl_policy::{MAX_REDIRECTS, RedirectChain};
use maycrawl_uses::{PlaceReport, PlaceState, Source};
use tokio::time::{Instant, sleep, timeout_at};

use super::UseReadLimits;

/// Maximum number of requests of one question, with redirects and without robots.txt: the page, `tdmrep.json` and four
/// licences, and some redirects.
const MAX_REQUESTS: usize = 16;

/// Why a place was not read, or is absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) reason: String,
    state: PlaceState,
    /// True if it says something about the site, and not about this question, its client or the load of the program.
    pub(super) is_of_site: bool,
}

impl Trouble {
    pub(super) fn for_site(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), state: PlaceState::NotRead, is_of_site: true }
    }

    pub(super) fn of_question(reason: impl Into<String>) -> Self {
        Self { is_of_site: false, ..Self::for_site(reason) }
    }

    /// The meaning of a status that is not a success. 404 and 410 are about the file alone; every other one leaves open
    /// what the file says.
    fn from_status(status: u16) -> Option<Self> {
        let trouble = Self::for_site(format!("HTTP {status}"));
        match status {
            200..=299 => None,
            404 | 410 => Some(Self { state: PlaceState::Absent, ..trouble }),
            _ => Some(trouble),
        }
    }

    pub(super) fn report(&self, place: Source) -> PlaceReport {
        PlaceReport::new(place, self.state).because(self.reason.as_str())
    }
}

/// The requests of a question.
pub(super) struct Requests<'a> {
    fetcher: &'a Fetcher,
    limits: UseReadLimits,
    permit: &'a (dyn Fn(&Origin) -> Result<(), String> + Sync),
    left: usize,
    until: Option<Instant>,
}

impl<'a> Requests<'a> {
    pub(super) fn new(
        fetcher: &'a Fetcher,
        limits: UseReadLimits,
        permit: &'a (dyn Fn(&Origin) -> Result<(), String> + Sync),
    ) -> Self {
        let until = limits.total.map(|total| Instant::now() + total);
        Self { fetcher, limits, permit, left: MAX_REQUESTS, until }
    }

    /// The body of a file of at most this size.
    pub(super) async fn body(&mut self, url: RequestUrl, most: usize) -> Result<Bytes, Trouble> {
        let mut response = self.open(url, MAX_REDIRECTS, most as u64).await?;
        let body = async {
            let mut body = Vec::new();
            while let Some(piece) = response.chunk().await? {
                body.extend_from_slice(&piece);
            }
            Ok::<_, maycrawl_fetch::Failure>(body)
        };
        let body = self.within(body).await?;
        let body = body.map_err(|failure| Trouble::for_site(failure.to_string()))?;
        if response.is_cut() {
            return Err(Trouble::for_site(format!("it has more than {most} bytes")));
        }
        Ok(Bytes::from(body))
    }

    /// A successful answer, after at most this many redirects.
    pub(super) async fn open(
        &mut self,
        mut url: RequestUrl,
        redirects: usize,
        bytes: u64,
    ) -> Result<Response, Trouble> {
        let mut chain = RedirectChain::new(url.as_str(), redirects);
        loop {
            let response = self.within_masked(&url, bytes).await?;
            let Some(to) = response.redirect() else {
                return Trouble::from_status(response.status()).map_or(Ok(response), Err);
            };
            let to = to.map_err(|error| Trouble::for_site(error.to_string()))?;
            if redirects == 0 {
                return Err(Trouble::for_site(format!("it redirects to {to}; ask about that URL")));
            }
            // The response holds a slot, and the next lookup may need one.
            drop(response);
            url = RequestUrl::parse(&to).map_err(|error| {
                Trouble::for_site(format!("it redirects to a URL that cannot be fetched: {error}"))
            })?;
            let followed = chain.follow(url.as_str());
            followed.map_err(|error| Trouble::for_site(error.to_string()))?;
        }
    }

    /// Does work of the question in its time.
    pub(super) async fn within<T>(&self, work: impl Future<Output = T>) -> Result<T, Trouble> {
        match self.until {
            None => Ok(work.await),
            Some(until) => {
                let late = |_| Trouble::of_question("the time of the question was over");
                timeout_at(until, work).await.map_err(late)
            }
        }
    }

    /// One request in the time of the question. Without an answer it takes as long as every other one without an
    /// answer.
    async fn within_masked(&mut self, url: &RequestUrl, bytes: u64) -> Result<Response, Trouble> {
        let Some(origin) = url.origin().filter(|_| !self.fetcher.is_offline()) else {
            return Err(Trouble::of_question("nothing is fetched offline"));
        };
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            let why = format!("a question makes at most {MAX_REQUESTS} requests");
            Trouble::of_question(why)
        })?;
        (self.permit)(origin).map_err(Trouble::of_question)?;
        let start = Instant::now();
        match self.within(self.request(origin, url, bytes)).await? {
            Err(NoAnswer::Told(trouble)) => Err(trouble),
            Err(NoAnswer::Unreached(trouble)) => match self.limits.masked {
                None => Err(trouble),
                Some((delay, reason)) => {
                    sleep(delay.saturating_sub(start.elapsed())).await;
                    Err(Trouble { reason: reason.to_owned(), ..trouble })
                }
            },
            Ok(response) => Ok(response),
        }
    }

    async fn request(
        &self,
        origin: &Origin,
        url: &RequestUrl,
        bytes: u64,
    ) -> Result<Response, NoAnswer> {
        let robots = self.fetcher.robots_of(origin).await;
        if robots.is_busy() {
            return Err(NoAnswer::Told(Trouble::of_question(ResourceError::Busy.to_string())));
        }
        let own = robots.parse().crawler_of_user_agent(self.fetcher.user_agent());
        let rules = robots.rules_for(&own);
        let verdict = rules.check_request(url);
        if verdict.is_unreachable() && !verdict.is_allowed() {
            let why = format!("its robots.txt could not be read, so it is not fetched: {robots}");
            let is_unreached = robots.is_unreached();
            let trouble = Trouble::of_question(why);
            let kind = if is_unreached { NoAnswer::Unreached } else { NoAnswer::Told };
            return Err(kind(trouble));
        }
        if !verdict.is_allowed() {
            let token = own.token();
            let line = verdict.line().map_or(String::new(), |line| format!(" (line {line})"));
            let why = format!("the robots.txt of {origin} closes it to {token}{line}");
            return Err(NoAnswer::Told(Trouble::of_question(why)));
        }
        let deadline = self.limits.deadline;
        let limits = ResourceLimits { bytes, deadline, redirects: 0 };
        self.fetcher.get_request(url, limits).await.map_err(|error| match error {
            ResourceError::Busy => NoAnswer::Told(Trouble::of_question(error.to_string())),
            ResourceError::NotAUrl(_) => NoAnswer::Told(Trouble::for_site(error.to_string())),
            error => NoAnswer::Unreached(Trouble::for_site(error.to_string())),
        })
    }
}

/// Why there is no answer.
enum NoAnswer {
    /// A reason that everybody may learn.
    Told(Trouble),
    /// Nothing answered, which may be inside a private network.
    Unreached(Trouble),
}
