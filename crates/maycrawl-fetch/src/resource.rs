//! URLs other than robots.txt: the same guard and the same checks; the body arrives in pieces.
//!
//! This module only fetches. It checks no robots.txt rules and does not interpret the content.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};
use maycrawl::RequestUrl;
use maycrawl_policy::internals::{
    AnnouncedBody, Coding, Decoder, Limits, MAX_URL_BYTES, NOT_REQUESTED, PushResult, encoding,
    is_redirect, target,
};
use maycrawl_policy::{
    BodyEnd, Failure, FailureKind, Hop, MAX_REDIRECTS, RedirectChain, RedirectError,
};
use tokio::task::yield_now;
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::address_guard::Protocol;
use crate::fetch_pass::FetchPass;
use crate::fetcher::Fetcher;
use crate::http::connect::ConnectError;
use crate::http::{AcceptedContent, ConnectedBody, WIRE_OVERHEAD_BYTES, body_error};
use crate::ledger::{Busy, Permit};
use crate::robots_fetch::RobotsFetch;

/// Bytes of a compressed body that are decoded at a time. Only gzip and deflate are requested, and they expand by a
/// factor of about 1,000 at most, so a decompression bomb never holds more than about one megabyte.
const DECODE_SLICE_BYTES: usize = 1 << 10;
/// The `Accept` fields of a request.
const ACCEPTED: AcceptedContent = AcceptedContent { types: "*/*", codings: "gzip, deflate" };

/// The limits of one fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceLimits {
    /// Maximum size of the body in decoded bytes. The rest is not read.
    pub bytes: u64,
    /// Fetch timeout: the time for all hops and the whole body.
    pub deadline: Duration,
    /// Maximum number of redirects.
    pub redirects: usize,
}

impl Default for ResourceLimits {
    /// 10 MiB, 30 s, five redirects.
    fn default() -> Self {
        Self { bytes: 10 << 20, deadline: Duration::from_secs(30), redirects: MAX_REDIRECTS }
    }
}

/// An answer whose body is not read yet.
pub struct Response {
    url: Url,
    hops: Vec<Hop>,
    fields: HeaderMap,
    body: BodyReader,
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResourceError {
    /// The text is not a URL that can be fetched.
    NotAUrl(String),
    /// The address guard refuses to connect.
    Refused,
    /// A redirect is not followed.
    Redirect(RedirectError),
    /// The fetch failed.
    Failed(Failure),
    /// No slot of this program was free, or it was taken back for another client. Says nothing about the site.
    Busy,
}

struct BodyReader {
    incoming: ConnectedBody,
    decoder: Option<Decoder>,
    /// Bytes that are received and not decoded yet.
    waiting: Bytes,
    /// Number of bytes that are decoded at a time.
    slice: usize,
    left: u64,
    cut: bool,
    wire: u64,
    until: Instant,
    deadline: Duration,
    slots: FetchSlots,
}

/// The slot of the fetch and those of its connection, held until the body is read.
struct FetchSlots {
    fetch: Permit,
    pass: FetchPass,
}

impl FetchSlots {
    /// Waits until one of them is revoked.
    async fn revoked(&self) {
        tokio::select! {
            () = self.fetch.revoked() => {}
            () = self.pass.revoked() => {}
        }
    }
}

impl Fetcher {
    /// Fetches `url`, an http or https URL other than a robots.txt. Stores nothing and checks no rules. Holds a slot of
    /// the client ([`for_client`](Self::for_client)) until the body is read or the response is dropped.
    ///
    /// # Errors
    /// If there is no answer. An answer with any status is `Ok`. A redirect is `Ok` if `limits.redirects` is 0;
    /// otherwise it is followed.
    pub async fn get(&self, url: &str, limits: ResourceLimits) -> Result<Response, ResourceError> {
        parse_url(url)?;
        let url =
            RequestUrl::parse(url).map_err(|error| ResourceError::NotAUrl(error.to_string()))?;
        self.get_request(&url, limits).await
    }

    /// As [`get`](Self::get), for a URL that was checked with
    /// [`OriginRules::check_request`](crate::OriginRules::check_request). The requested URL equals the checked URL byte
    /// for byte.
    ///
    /// # Errors
    /// As [`get`](Self::get); also if `url` has no origin.
    pub async fn get_request(
        &self,
        url: &RequestUrl,
        limits: ResourceLimits,
    ) -> Result<Response, ResourceError> {
        let url = parse_url(url.as_str())?;
        let pass = self.pass(url.origin().ascii_serialization().as_str());
        let slots = FetchSlots { fetch: self.permit().await?, pass };
        let waited = slots.pass.waited.clone();
        let answer = waited.limit(limits.deadline, self.transport().open(url, limits, slots));
        answer.await.unwrap_or_else(|_| Err(timeout_failure(limits.deadline).into()))
    }
}

impl RobotsFetch {
    async fn open(
        &self,
        mut url: Url,
        limits: ResourceLimits,
        slots: FetchSlots,
    ) -> Result<Response, ResourceError> {
        let own_port = url.port_or_known_default().unwrap_or(0);
        let start = Instant::now();
        let mut hops: Vec<Hop> = Vec::new();
        let mut chain = RedirectChain::new(url.as_str(), limits.redirects);
        loop {
            let port = url.port_or_known_default().unwrap_or(0);
            // A redirect may name any port, so each hop is judged.
            let guard = &self.requester.connector.guard;
            guard.port(port, own_port, Protocol::Http).map_err(|_| ResourceError::Refused)?;
            // A redirect can lead to any name, so only the first hop may use connections that are kept for known sites.
            let is_known = slots.pass.is_known && hops.is_empty();
            let answer = tokio::select! {
                biased;
                answer = self.requester.get(&url, ACCEPTED, is_known, &slots.pass) => answer?,
                () = slots.revoked() => return Err(ResourceError::Busy),
            };
            let millis = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
            let status = answer.status.as_u16();
            let mut hop = Hop::new(&url, hops.last());
            (hop.status, hop.millis) = (Some(status), millis);
            hops.push(hop);
            if !is_redirect(status) || limits.redirects == 0 {
                let (fields, incoming) = answer.into_parts();
                let until = start + limits.deadline + slots.pass.waited.time();
                let body = BodyReader::new(&fields, incoming, slots, limits, until)?;
                return Ok(Response { url, hops, fields, body });
            }
            url = target(&url, answer.status.as_u16(), locations(&answer.fields))?;
            chain.follow(url.as_str())?;
        }
    }
}

/// The URL in `text`, if it can be fetched.
pub(crate) fn parse_url(text: &str) -> Result<Url, ResourceError> {
    let no = |why: &str| Err(ResourceError::NotAUrl(why.to_owned()));
    let mut url = match Url::parse(text) {
        Ok(url) => url,
        Err(error) => return no(&error.to_string()),
    };
    if !matches!(url.scheme(), "http" | "https") {
        return no("only http and https are fetched");
    }
    if url.as_str().len() > MAX_URL_BYTES {
        return no("it is longer than 8 KiB");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return no("it contains a user name");
    }
    url.set_fragment(None);
    Ok(url)
}

impl Response {
    /// The URL of the last hop, which sent the answer.
    #[must_use]
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// The status of the last hop.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.hops.last().and_then(|hop| hop.status).unwrap_or_default()
    }

    /// All requests, in order.
    #[must_use]
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// The target of the answer, if it is a redirect that was not followed.
    ///
    /// # Errors
    /// If the target must not be followed.
    pub fn redirect(&self) -> Option<Result<String, ResourceError>> {
        let status = self.status();
        let to = is_redirect(status).then(|| target(&self.url, status, locations(&self.fields)))?;
        Some(to.map(String::from).map_err(ResourceError::Failed))
    }

    /// The values of the header fields with this name, in order, as bytes.
    pub fn fields(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        self.fields.get_all(name).iter().map(HeaderValue::as_bytes)
    }

    /// The next decoded piece of the body; `None` at its end or at the limit.
    ///
    /// # Errors
    /// If the transfer is incomplete, the body is not valid, or the deadline passes.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, Failure> {
        let BodyReader { until, deadline, .. } = self.body;
        timeout_at(until, self.body.chunk())
            .await
            .unwrap_or_else(|_| Err(timeout_failure(deadline)))
    }

    /// True after reading up to the limit, if the body is longer.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.body.cut
    }

    /// Bytes of the body received on the wire so far.
    #[must_use]
    pub fn wire(&self) -> u64 {
        self.body.wire
    }
}

impl BodyReader {
    fn new(
        fields: &HeaderMap,
        incoming: ConnectedBody,
        slots: FetchSlots,
        limits: ResourceLimits,
        until: Instant,
    ) -> Result<Self, Failure> {
        let announced = AnnouncedBody::from_fields(fields)?;
        let is_plain = announced.coding == Coding::Identity;
        if !is_plain && !matches!(announced.coding, Coding::Gzip | Coding::Deflate) {
            return Err(encoding("the body has an encoding that was not requested"));
        }
        let limit = usize::try_from(limits.bytes).unwrap_or(usize::MAX - 1);
        // In the worst case gzip and deflate add a few bytes to each 64 KiB.
        let wire =
            limits.bytes.saturating_add(limits.bytes / 1024).saturating_add(WIRE_OVERHEAD_BYTES);
        Ok(Self {
            incoming,
            decoder: Some(Decoder::new(&announced, Limits { decoded: limit, wire })?),
            waiting: Bytes::new(),
            slice: if is_plain { usize::MAX } else { DECODE_SLICE_BYTES },
            left: limits.bytes,
            cut: false,
            wire: 0,
            until,
            deadline: limits.deadline,
            slots,
        })
    }

    async fn chunk(&mut self) -> Result<Option<Bytes>, Failure> {
        loop {
            let Some(decoder) = &mut self.decoder else { return Ok(None) };
            if !self.waiting.is_empty() {
                let slice = self.waiting.split_to(self.waiting.len().min(self.slice));
                let more = decoder.push(&slice)?;
                let decoded = decoder.take();
                // Decoding never waits. Without this, other tasks would stand still while a large body is decoded.
                if decoder.is_compressed() {
                    yield_now().await;
                }
                if let Some(piece) = self.limit(decoded, more) {
                    return Ok(Some(piece));
                }
                continue;
            }
            let frame = tokio::select! {
                biased;
                frame = self.incoming.frame() => frame,
                () = self.slots.revoked() => {
                    let what = "it was stopped, because other clients need its slot";
                    return Err(Failure::new(FailureKind::Timeout, what));
                }
            };
            let Some(frame) = frame else {
                let end = |decoder: Decoder| decoder.finish(BodyEnd::Complete);
                let rest = self.decoder.take().map_or(Ok(Vec::new()), end)?;
                return Ok(self.limit(rest, PushResult::Continue));
            };
            let frame = frame.map_err(|error| body_error(&error))?;
            if let Ok(piece) = frame.into_data() {
                self.wire += piece.len() as u64;
                self.waiting = piece;
            }
        }
    }

    /// The part of `bytes` that is within the limit.
    fn limit(&mut self, mut bytes: Vec<u8>, more: PushResult) -> Option<Bytes> {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        if bytes.len() > left || more == PushResult::LimitReached {
            bytes.truncate(left);
            self.cut = true;
            self.decoder = None;
        }
        self.left -= bytes.len() as u64;
        Some(Bytes::from(bytes)).filter(|bytes| !bytes.is_empty())
    }
}

pub(crate) fn timeout_failure(deadline: Duration) -> Failure {
    let what = format!("not finished within {} s", deadline.as_secs_f64());
    Failure::new(FailureKind::Timeout, what)
}

impl From<ConnectError> for ResourceError {
    fn from(error: ConnectError) -> Self {
        match error {
            ConnectError::Refused(_) => Self::Refused,
            ConnectError::Failed(failure) => Self::Failed(failure),
            ConnectError::Busy => Self::Busy,
        }
    }
}

impl From<Busy> for ResourceError {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl From<RedirectError> for ResourceError {
    fn from(error: RedirectError) -> Self {
        Self::Redirect(error)
    }
}

impl From<Failure> for ResourceError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl fmt::Display for ResourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAUrl(why) => write!(f, "the URL cannot be fetched: {why}"),
            Self::Refused => f.write_str(NOT_REQUESTED),
            Self::Redirect(error) => error.fmt(f),
            Self::Failed(failure) => failure.fmt(f),
            Self::Busy => Busy.fmt(f),
        }
    }
}

impl std::error::Error for ResourceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Redirect(error) => Some(error),
            Self::Failed(failure) => Some(failure),
            Self::NotAUrl(_) | Self::Refused | Self::Busy => None,
        }
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("url", &self.url)
            .field("hops", &self.hops)
            .finish_non_exhaustive()
    }
}

fn locations(fields: &HeaderMap) -> impl Iterator<Item = &[u8]> {
    fields.get_all(header::LOCATION).iter().map(HeaderValue::as_bytes)
}
