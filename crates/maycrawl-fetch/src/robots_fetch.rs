//! One fetch of one origin's robots.txt: hops, deadline and outcome.
//!
//! Google, *Handling HTTP result codes*; RFC 9309 section 2.3.1. At most five redirects are followed, also to other
//! hosts; each hop is checked like the first. The file at the end is valid for the requested origin. HTML refreshes
//! and frames are not followed.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use maycrawl::Origin;
use maycrawl_policy::internals::{Freshness, Meaning};
#[cfg(feature = "ftp")]
use maycrawl_policy::{Body, Missing};
use maycrawl_policy::{
    Failure, FailureKind, FetchResult, Hop, MAX_REDIRECTS, Outcome, RedirectChain, SiteProbe,
};
use tokio::time::{Instant, timeout};
use url::Url;

use crate::address_guard::Protocol;
use crate::clock::Clock;
use crate::fetch_pass::FetchPass;
#[cfg(feature = "ftp")]
use crate::ftp::{self, RetrieveResult};
use crate::http::connect::ConnectError;
use crate::http::{AnswerHead, Requester, TEXT};
use crate::ledger::Busy;
use crate::sent_as::SentAs;

/// How long the body of an answer that is no file may take. The answer counts without it.
const PAGE_TIMEOUT: Duration = Duration::from_secs(3);

/// Fetches robots.txt files.
pub(crate) struct RobotsFetch {
    pub(crate) requester: Requester,
    /// Fetch timeout: the time for all hops together.
    pub(crate) deadline: Duration,
    pub(crate) clock: Clock,
}

/// The result of a hop.
pub(crate) enum HopResult {
    Done(Outcome, Freshness),
    Redirect(Url),
}

impl RobotsFetch {
    /// Fetches the robots.txt of `origin`. Never takes longer than the deadline, without the time that it waits for
    /// slots of this program. A failure of the site is an outcome.
    ///
    /// # Errors
    /// If it gets no slot, or if its slot is revoked for another client.
    pub(crate) async fn fetch(
        &self,
        origin: &Origin,
        pass: &FetchPass,
    ) -> Result<FetchResult, Busy> {
        let (at, start) = (self.clock.now().wall, Instant::now());
        let waited = pass.waited.time();
        let mut hops = Vec::new();
        let result = tokio::select! {
            biased;
            result = pass.waited.limit(
                self.deadline,
                self.follow_redirects(origin, start, &mut hops, pass),
            ) => result,
            () = pass.revoked() => return Err(Busy),
        };
        let (outcome, freshness) = match result {
            Ok(result) => result?,
            Err(_) => {
                let what = format!("not finished within {} s", self.deadline.as_secs_f64());
                (Outcome::Failed(Failure::new(FailureKind::Timeout, what)), Freshness::default())
            }
        };
        let Freshness { max_age, age, retry_after } = freshness;
        // Time in the queues of this program says nothing about the site, so it is not part of the time of its answer.
        let took = start.elapsed().saturating_sub(pass.waited.time().saturating_sub(waited));
        let mut fetched = FetchResult::new(at, took, outcome);
        (fetched.hops, fetched.max_age, fetched.age) = (hops, max_age, age);
        fetched.retry_after = retry_after;
        Ok(fetched)
    }

    /// Probes a site that answers 5xx for its robots.txt: requests the front page and a page that cannot exist.
    ///
    /// # Errors
    /// If it gets no slot.
    pub(crate) async fn probe(&self, origin: &Origin, pass: &FetchPass) -> Result<SiteProbe, Busy> {
        let status = async |path: &str| {
            let Ok(url) = Url::parse(&format!("{}{path}", origin.as_str())) else {
                return Ok(None);
            };
            let Some(own_port) = url.port_or_known_default() else { return Ok(None) };
            let guard = &self.requester.connector.guard;
            if guard.port(own_port, own_port, Protocol::Http).is_err() {
                return Ok(None);
            }
            let answer = self.requester.get(&url, TEXT, pass.is_known, pass);
            match pass.waited.limit(self.deadline / 3, answer).await {
                Ok(Ok(answer)) => Ok(Some(answer.status)),
                Ok(Err(ConnectError::Busy)) => Err(Busy),
                Ok(Err(_)) | Err(_) => Ok(None),
            }
        };
        let Some(front) = status("/").await?.filter(|status| !status.is_server_error()) else {
            return Ok(SiteProbe::Down);
        };
        tracing::debug!(%front, "the site's front page answers");
        // With a fixed name, a site could answer this page otherwise than its missing pages.
        let missing = format!("/no-such-page-{:016x}", RandomState::new().hash_one(0));
        match status(&missing).await? {
            Some(status) if status.is_server_error() => Ok(SiteProbe::ErrorsForMissingPages),
            _ => Ok(SiteProbe::Answers),
        }
    }

    async fn follow_redirects(
        &self,
        origin: &Origin,
        start: Instant,
        hops: &mut Vec<Hop>,
        pass: &FetchPass,
    ) -> Result<(Outcome, Freshness), Busy> {
        let fail = |failure| Ok((Outcome::Failed(failure), Freshness::default()));
        let Ok(mut url) = Url::parse(&origin.robots_url()) else {
            return fail(Failure::new(FailureKind::Redirect, "the origin is not a URL"));
        };
        let own_port = url.port_or_known_default().unwrap_or(0);
        let mut chain = RedirectChain::new(url.as_str(), MAX_REDIRECTS);
        loop {
            hops.push(Hop::new(&url, hops.last()));
            let step = if url.scheme() == "ftp" {
                self.ftp(&url, own_port, hops, pass).await
            } else {
                self.http(&url, own_port, hops, pass).await
            };
            if let Some(hop) = hops.last_mut() {
                hop.millis = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
            }
            url = match step {
                Ok(HopResult::Done(outcome, freshness)) => return Ok((outcome, freshness)),
                Ok(HopResult::Redirect(to)) => to,
                Err(ConnectError::Failed(failure)) => return fail(failure),
                Err(ConnectError::Busy) => return Err(Busy),
                Err(ConnectError::Refused(refusal)) => {
                    tracing::debug!(%url, ?refusal, "the address guard refuses");
                    return Ok((Outcome::Refused, Freshness::default()));
                }
            };
            // More than five redirects, and a circle, are a 404. (Google, *Handling HTTP result codes*; RFC 9309
            // section 2.3.1.2.)
            if let Err(error) = chain.follow(url.as_str()) {
                return Ok((Outcome::Missing(error.into()), Freshness::default()));
            }
        }
    }

    async fn http(
        &self,
        url: &Url,
        own_port: u16,
        hops: &mut [Hop],
        pass: &FetchPass,
    ) -> Result<HopResult, ConnectError> {
        let port = url.port_or_known_default().unwrap_or(0);
        self.requester
            .connector
            .guard
            .port(port, own_port, Protocol::Http)
            .map_err(ConnectError::Refused)?;
        // A redirect can lead to any name.
        let is_known = pass.is_known && hops.len() == 1;
        let answer = self.requester.get(url, TEXT, is_known, pass).await?;
        if let Some(hop) = hops.last_mut() {
            hop.status = Some(answer.status.as_u16());
        }
        Ok(self.read(url, answer, pass.sent_as.as_ref()).await?)
    }

    /// What an answer means, whose body is not read yet. `sent_as` keeps it, whatever it means.
    pub(crate) async fn read(
        &self,
        url: &Url,
        mut answer: AnswerHead,
        sent_as: Option<&SentAs>,
    ) -> Result<HopResult, Failure> {
        let freshness = Freshness::from_fields(&answer.fields, self.clock.now().wall.into());
        let meaning = Meaning::new(Some(url), answer.status.as_u16(), &answer.fields);
        if let Some(sent_as) = sent_as {
            sent_as.see(&answer.fields, None);
            if matches!(meaning, Meaning::Missing(_) | Meaning::Failed(_)) {
                let page = timeout(PAGE_TIMEOUT, answer.page(self.requester.limit)).await;
                sent_as.see(&answer.fields, page.ok().flatten());
            }
        }
        // A body that breaks off has no freshness: nothing of such an answer counts.
        let body = match &meaning {
            Meaning::Body(announced) => Some(answer.read(announced, self.requester.limit).await?),
            _ => None,
        };
        let no_body = || Failure::new(FailureKind::Protocol, "the body was not read");
        Ok(match meaning.outcome(|_| body.ok_or_else(no_body)) {
            Ok(Outcome::File(body)) => {
                HopResult::Done(Outcome::File(answer.describe(body)), freshness)
            }
            Ok(outcome) => HopResult::Done(outcome, freshness),
            Err(to) => HopResult::Redirect(to),
        })
    }

    #[cfg(feature = "ftp")]
    async fn ftp(
        &self,
        url: &Url,
        own_port: u16,
        hops: &mut [Hop],
        pass: &FetchPass,
    ) -> Result<HopResult, ConnectError> {
        let connector = &self.requester.connector;
        let port = url.port_or_known_default().unwrap_or(0);
        connector.guard.port(port, own_port, Protocol::Ftp).map_err(ConnectError::Refused)?;
        let no_host = || Failure::new(FailureKind::Ftp, "the URL has no host");
        let host = url.host().ok_or_else(no_host)?;
        let is_known = pass.is_known && hops.len() == 1;
        let control = connector.connect(&host, port, is_known, pass).await?;
        let data = |address| async move {
            let stream = connector.dial(address).await;
            stream.map_err(|_| std::io::ErrorKind::ConnectionRefused.into())
        };
        let limit = self.requester.limit;
        // One byte more than the limit, to detect that there are more.
        let retrieved =
            ftp::retrieve(control.stream, control.peer, url.path(), limit + 1, data).await;
        let (status, outcome) = ftp_outcome(retrieved, limit);
        if let Some(hop) = hops.last_mut() {
            hop.status = Some(status);
        }
        Ok(HopResult::Done(outcome, Freshness::default()))
    }

    #[cfg(not(feature = "ftp"))]
    async fn ftp(
        &self,
        _: &Url,
        _: u16,
        _: &mut [Hop],
        _: &FetchPass,
    ) -> Result<HopResult, ConnectError> {
        let failure =
            Failure::new(FailureKind::Ftp, "FTP: this program was built without FTP support");
        Ok(HopResult::Done(Outcome::Failed(failure), Freshness::default()))
    }
}

/// The code of the last reply, and what it means.
#[cfg(feature = "ftp")]
pub(crate) fn ftp_outcome(retrieved: RetrieveResult, limit: usize) -> (u16, Outcome) {
    match retrieved {
        RetrieveResult::File { bytes, cut } => (226, Outcome::File(ftp_body(bytes, cut, limit))),
        RetrieveResult::NoFile { code } => (code, Outcome::Missing(Missing::Ftp(code))),
        RetrieveResult::Failed(error) => {
            let failure = Failure::new(FailureKind::Ftp, format!("FTP: {error}"));
            (0, Outcome::Failed(failure))
        }
    }
}

#[cfg(feature = "ftp")]
fn ftp_body(bytes: Vec<u8>, cut: bool, limit: usize) -> Body {
    let mut body = Body::new(bytes.into());
    body.cut = cut || body.bytes.len() > limit;
    body
}
