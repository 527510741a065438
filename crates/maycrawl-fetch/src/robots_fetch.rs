//! One fetch of one origin's robots.txt: hops, deadline and outcome.
//!
//! Google, *Handling HTTP result codes*; RFC 9309 section 2.3.1. At most five redirects are followed, also to other
//! hosts; each hop is checked like the first. The file at the end is valid for the requested origin. HTML refreshes
//! and frames are not followed.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use hyper::header::{self, HeaderMap, HeaderValue};
use maycrawl::Origin;
use tokio::time::{Instant, timeout};
use url::Url;

use crate::address_guard::Protocol;
use crate::answer::{Freshness, StatusMeaning};
use crate::clock::Clock;
#[cfg(feature = "ftp")]
use crate::ftp::{self, RetrieveResult};
use crate::http::connect::ConnectError;
use crate::http::{Requester, TEXT};
#[cfg(feature = "ftp")]
use crate::outcome::{Body, Missing};
use crate::outcome::{Failure, FailureKind, FetchResult, Hop, Outcome};
use crate::policy::SiteProbe;
use crate::redirects::{MAX_REDIRECTS, RedirectChain, target};

/// Fetches robots.txt files.
pub(crate) struct RobotsFetch {
    pub(crate) requester: Requester,
    /// Fetch timeout: the time for all hops together.
    pub(crate) deadline: Duration,
    pub(crate) clock: Clock,
}

/// The result of a hop.
enum HopResult {
    Done(Outcome, Freshness),
    Redirect(Url),
}

impl RobotsFetch {
    /// Fetches the robots.txt of `origin`. Never takes longer than the deadline and never fails: a failure is an outcome.
    pub(crate) async fn fetch(&self, origin: &Origin) -> FetchResult {
        let (at, start) = (self.clock.now().wall, Instant::now());
        let mut hops = Vec::new();
        let result = timeout(self.deadline, self.follow_redirects(origin, start, &mut hops)).await;
        let (outcome, freshness) = result.unwrap_or_else(|_| {
            let what = format!("not finished within {} s", self.deadline.as_secs_f64());
            (Outcome::Failed(Failure::new(FailureKind::Timeout, what)), Freshness::default())
        });
        let Freshness { max_age, retry_after } = freshness;
        FetchResult { at, took: start.elapsed(), hops, outcome, max_age, retry_after }
    }

    /// Probes a site that answers 5xx for its robots.txt: requests the front page and a page that cannot exist.
    pub(crate) async fn probe(&self, origin: &Origin) -> SiteProbe {
        let status = async |path: &str| {
            let url = Url::parse(&format!("{}{path}", origin.as_str())).ok()?;
            let own_port = url.port_or_known_default()?;
            self.requester.connector.guard.port(own_port, own_port, Protocol::Http).ok()?;
            let answer =
                timeout(self.deadline / 3, self.requester.get(&url, TEXT)).await.ok()?.ok()?;
            Some(answer.status)
        };
        let Some(front) = status("/").await.filter(|status| !status.is_server_error()) else {
            return SiteProbe::Down;
        };
        tracing::debug!(%front, "the site's front page answers");
        let missing = format!("/no-such-page-{:016x}", RandomState::new().hash_one(0));
        match status(&missing).await {
            Some(status) if status.is_server_error() => SiteProbe::ErrorsForMissingPages,
            _ => SiteProbe::Answers,
        }
    }

    async fn follow_redirects(
        &self,
        origin: &Origin,
        start: Instant,
        hops: &mut Vec<Hop>,
    ) -> (Outcome, Freshness) {
        let fail = |failure| (Outcome::Failed(failure), Freshness::default());
        let Ok(mut url) = Url::parse(&origin.robots_url()) else {
            return fail(Failure::new(FailureKind::Redirect, "the origin is not a URL"));
        };
        let own_port = url.port_or_known_default().unwrap_or(0);
        let mut chain = RedirectChain::new(url.as_str(), MAX_REDIRECTS);
        loop {
            hops.push(Hop::new(&url, hops.last()));
            let step = if url.scheme() == "ftp" {
                self.ftp(&url, own_port, hops).await
            } else {
                self.http(&url, own_port, hops).await
            };
            if let Some(hop) = hops.last_mut() {
                hop.millis = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
            }
            url = match step {
                Ok(HopResult::Done(outcome, freshness)) => return (outcome, freshness),
                Ok(HopResult::Redirect(to)) => to,
                Err(ConnectError::Failed(failure)) => return fail(failure),
                Err(ConnectError::Refused(refusal)) => {
                    tracing::debug!(%url, ?refusal, "the address guard refuses");
                    return (Outcome::Refused, Freshness::default());
                }
            };
            if let Err(error) = chain.follow(url.as_str()) {
                return (Outcome::Missing(error.into()), Freshness::default());
            }
        }
    }

    async fn http(
        &self,
        url: &Url,
        own_port: u16,
        hops: &mut [Hop],
    ) -> Result<HopResult, ConnectError> {
        let port = url.port_or_known_default().unwrap_or(0);
        self.requester
            .connector
            .guard
            .port(port, own_port, Protocol::Http)
            .map_err(ConnectError::Refused)?;
        let answer = self.requester.get(url, TEXT).await?;
        if let Some(hop) = hops.last_mut() {
            hop.status = Some(answer.status.as_u16());
        }
        let freshness = freshness(&answer.fields, self.clock.now().wall.into());
        let done = |outcome| Ok(HopResult::Done(outcome, freshness));
        match StatusMeaning::of(answer.status.as_u16()) {
            StatusMeaning::EmptyFile => done(Outcome::File(answer.without_body())),
            StatusMeaning::File => done(Outcome::File(answer.read(self.requester.limit).await?)),
            StatusMeaning::Redirect => {
                let locations = answer.fields.get_all(header::LOCATION).iter();
                let locations = locations.map(HeaderValue::as_bytes);
                Ok(HopResult::Redirect(target(url, answer.status.as_u16(), locations)?))
            }
            StatusMeaning::Missing(missing) => done(Outcome::Missing(missing)),
            StatusMeaning::Failed(failure) => done(Outcome::Failed(failure)),
        }
    }

    #[cfg(feature = "ftp")]
    async fn ftp(
        &self,
        url: &Url,
        own_port: u16,
        hops: &mut [Hop],
    ) -> Result<HopResult, ConnectError> {
        let connector = &self.requester.connector;
        let port = url.port_or_known_default().unwrap_or(0);
        connector.guard.port(port, own_port, Protocol::Ftp).map_err(ConnectError::Refused)?;
        let no_host = || Failure::new(FailureKind::Ftp, "the URL has no host");
        let host = url.host().ok_or_else(no_host)?;
        let control = connector.connect(&host, port).await?;
        let data = |address| async move {
            let stream = connector.dial(address).await;
            stream.map_err(|_| std::io::ErrorKind::ConnectionRefused.into())
        };
        let limit = self.requester.limit;
        // One byte more than the limit, to detect that there are more.
        let retrieved =
            ftp::retrieve(control.stream, control.peer, url.path(), limit + 1, data).await;
        let (status, outcome) = match retrieved {
            RetrieveResult::File { bytes, cut } => {
                (226, Outcome::File(ftp_body(bytes, cut, limit)))
            }
            RetrieveResult::NoFile { code } => (code, Outcome::Missing(Missing::Ftp(code))),
            RetrieveResult::Failed(error) => {
                let failure = Failure::new(FailureKind::Ftp, format!("FTP: {error}"));
                (0, Outcome::Failed(failure))
            }
        };
        if let Some(hop) = hops.last_mut() {
            hop.status = Some(status);
        }
        Ok(HopResult::Done(outcome, Freshness::default()))
    }

    #[cfg(not(feature = "ftp"))]
    async fn ftp(&self, _: &Url, _: u16, _: &mut [Hop]) -> Result<HopResult, ConnectError> {
        let failure =
            Failure::new(FailureKind::Ftp, "FTP: this program was built without FTP support");
        Ok(HopResult::Done(Outcome::Failed(failure), Freshness::default()))
    }
}

#[cfg(feature = "ftp")]
fn ftp_body(bytes: Vec<u8>, cut: bool, limit: usize) -> Body {
    Body {
        wire: bytes.len() as u64,
        cut: cut || bytes.len() > limit,
        bytes: bytes.into(),
        etag: None,
        last_modified: None,
        content_type: None,
        head: bytes::Bytes::new(),
    }
}

/// The caching fields of an answer.
fn freshness(fields: &HeaderMap, now: std::time::SystemTime) -> Freshness {
    let values = |name: &str| {
        let values = fields.get_all(name).into_iter();
        values.filter_map(|value| value.to_str().ok())
    };
    Freshness::of(values, now)
}
