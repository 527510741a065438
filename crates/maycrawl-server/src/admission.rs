//! Admission of requests: the rate of one client, the time and the size of bodies, the number of requests that are
//! answered at a time, and the requests that strangers cause to one site. What clients share is in the ledger
//! ([`maycrawl_fetch::ledger`]).

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use http_body_util::BodyExt as _;
use maycrawl::Origin;
use maycrawl_fetch::ledger::{Busy, Client, Ledger, Permit, Resource};
use tokio::time::{Instant, timeout};

use crate::deadline_body::{DeadlineBody, revoked};
use crate::json_body::CHUNK_BYTES;
use crate::problem::{Problem, ProblemKind};

/// Limits on requests.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// Requests of one client in a second. A burst may have four times as many. Default: 50.
    pub per_client_per_second: NonZero<u32>,
    /// Requests that are answered at a time, shared fairly by clients. Default: 1024.
    pub max_in_flight: usize,
    /// Body timeout: how long the body of a request may take to arrive. Default: 15 s.
    pub body_timeout: Duration,
    /// Response timeout: from the complete request to the last byte of the response. Default: 60 s.
    pub response_timeout: Duration,
    /// Shortest time between two refreshes of one origin, for the text of answers. The fetcher enforces it: set its
    /// [`min_refresh_interval`](maycrawl_fetch::FetcherBuilder::min_refresh_interval) to the same value. Default: 10 s.
    pub min_refresh_interval: Duration,
}

impl Default for RequestLimits {
    fn default() -> Self {
        const PER_SECOND: NonZero<u32> = NonZero::new(50).unwrap();
        Self {
            per_client_per_second: PER_SECOND,
            max_in_flight: 1024,
            body_timeout: Duration::from_secs(15),
            response_timeout: Duration::from_secs(60),
            min_refresh_interval: Duration::from_secs(10),
        }
    }
}

/// Size of a body: a draft of 500 KiB in the longest JSON escapes, and its URLs.
pub(crate) const MAX_BODY_BYTES: usize = 4 << 20;
/// Size of a body without a draft: 1,000 URLs of 1 KiB.
const MAX_URLS_BODY_BYTES: usize = 1 << 20;
const URLS_PATH: &str = "/v1/check";

/// Memory that a body takes when more of it arrives, in KiB: one read of a connection.
const BODY_STEP_KIB: usize = 16;

/// Requests to one site that strangers may cause by inspections, sitemap walks, refreshes, questions about uses and
/// requests as other crawlers, in a second and at once: a walk has twenty files. Without it a stranger could make a
/// site's firewall block this service.
const SITE_REQUESTS: NonZero<u32> = NonZero::<u32>::MIN;
const SITE_BURST: NonZero<u32> = NonZero::new(30).unwrap();

/// The rate of a network around clients (a /48, a /56, an IPv4 /24), in rates of one client.
const NETWORK_FACTOR: NonZero<u32> = NonZero::new(16).unwrap();

/// Number of requests after which the rates of idle clients are removed.
const CLEANUP_INTERVAL: u32 = 100_000;

/// The counters of the limits on requests.
pub(crate) struct Admission {
    rates: DefaultKeyedRateLimiter<Client>,
    /// The rates of networks.
    network_rates: DefaultKeyedRateLimiter<Client>,
    /// The requests that strangers cause, by registrable name or address: its host names, schemes and ports have one
    /// owner.
    sites: DefaultKeyedRateLimiter<String>,
    requests: AtomicU32,
    pub(crate) ledger: Ledger,
    limits: RequestLimits,
}

/// The name under which the owner of `host` registered it: what the Public Suffix List calls a domain. An address, or a
/// name that is a public suffix itself, is a site of its own.
fn site_name(host: &str) -> &str {
    let host = host.strip_suffix('.').unwrap_or(host);
    let is_address = host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok();
    if is_address { host } else { psl::domain_str(host).unwrap_or(host) }
}

/// The client of a request and its deadline, for handlers.
#[derive(Clone, Copy)]
pub(crate) struct RequestContext {
    pub(crate) client: Client,
    /// When a handler has to end the response: a little before the response timeout.
    pub(crate) until: Instant,
}

impl RequestContext {
    /// Whether the handler has to end the response now.
    pub(crate) fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }
}

impl Admission {
    pub(crate) fn new(limits: RequestLimits) -> Arc<Self> {
        let per_second = limits.per_client_per_second;
        let burst = per_second.saturating_mul(NonZero::<u32>::MIN.saturating_add(3));
        let quota = Quota::per_second(per_second).allow_burst(burst);
        let network_quota = Quota::per_second(per_second.saturating_mul(NETWORK_FACTOR))
            .allow_burst(burst.saturating_mul(NETWORK_FACTOR));
        let site = Quota::per_second(SITE_REQUESTS).allow_burst(SITE_BURST);
        let ledger = Ledger::default();
        ledger.account(Resource::Requests).set_capacity(limits.max_in_flight as u64);
        Arc::new(Self {
            rates: RateLimiter::keyed(quota),
            network_rates: RateLimiter::keyed(network_quota),
            sites: RateLimiter::keyed(site),
            requests: AtomicU32::new(0),
            ledger,
            limits,
        })
    }

    /// Counts a request against the rates of the client and of its networks. The client's comes first: its own refused
    /// requests cost its neighbours nothing.
    fn check_rate(&self, client: Client) -> Result<(), Problem> {
        if self.requests.fetch_add(1, Ordering::Relaxed) % CLEANUP_INTERVAL == CLEANUP_INTERVAL - 1
        {
            self.rates.retain_recent();
            self.network_rates.retain_recent();
            self.sites.retain_recent();
        }
        let refuse = |detail: &str| Err(ProblemKind::TooManyRequests.with_detail(detail));
        if self.rates.check_key(&client).is_err() {
            return refuse("rate limit exceeded; retry in 1 s");
        }
        if client.networks().any(|network| self.network_rates.check_key(&network).is_err()) {
            return refuse("the network of this client sends too many requests; retry in 1 s");
        }
        Ok(())
    }

    /// Waits until the client's rate allows one more fetch. The rate counts a request as its first fetch.
    pub(crate) async fn wait_for_rate(&self, client: Client) {
        self.rates.until_key_ready(&client).await;
    }

    /// Counts a request that a stranger causes to the site of `origin`.
    pub(crate) fn check_site(&self, origin: &Origin) -> Result<(), Problem> {
        let name = site_name(origin.host());
        self.sites.check_key(&name.to_owned()).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            let seconds = wait.as_secs().max(1);
            let detail = format!(
                "inspections, sitemaps, refreshes, questions about uses and requests as other crawlers, of all clients, \
                 send one site {SITE_REQUESTS} request a second, {SITE_BURST} at once \
                 ({name}, with its subdomains and ports); try again in {seconds} s"
            );
            ProblemKind::TooManyRequests.with_detail(detail).with_retry_after(seconds)
        })
    }

    /// Takes a unit of a resource, for work that ends when the permit is revoked.
    pub(crate) async fn take(&self, resource: Resource, client: Client) -> Result<Permit, Problem> {
        Ok(self.ledger.account(resource).take(client, 1).await?)
    }

    /// The memory of a response with a body of this size until the client has read it. A small one needs none.
    ///
    /// # Errors
    /// If there is no room.
    pub(crate) fn answer_memory(
        &self,
        client: Client,
        bytes: usize,
    ) -> Result<Option<Permit>, Problem> {
        if bytes <= CHUNK_BYTES {
            return Ok(None);
        }
        self.reserve_memory(client, bytes).map(Some).ok_or_else(|| {
            let detail = "too many large requests at a time; try again in a second";
            ProblemKind::Busy.with_detail(detail)
        })
    }

    /// Reserves memory for the data of a response, if there is room.
    pub(crate) fn reserve_memory(&self, client: Client, bytes: usize) -> Option<Permit> {
        self.ledger
            .account(Resource::AnswerMemory)
            .try_take_kept(client, bytes.div_ceil(1024) as u64)
    }

    /// The request with its complete body, and the memory that the body takes. Memory is counted as the body arrives:
    /// its announced length costs nothing, and a body that is being received gives way to clients that hold less.
    async fn receive(
        &self,
        request: Request,
        client: Client,
    ) -> Result<(Request, Permit), Problem> {
        let (parts, mut body) = request.into_parts();
        let most = if parts.uri.path() == URLS_PATH { MAX_URLS_BODY_BYTES } else { MAX_BODY_BYTES };
        let too_large = || {
            let detail = format!("the request body is larger than {} MiB; send less", most >> 20);
            ProblemKind::TooLarge.with_detail(detail)
        };
        // The announcement can only refuse. Memory is taken for what arrives: a client could announce a megabyte and
        // send nothing.
        let announced = body.size_hint().lower();
        if announced > most as u64 {
            return Err(too_large());
        }
        let memory = self.ledger.account(Resource::BodyMemory);
        let mut memory = memory.take(client, BODY_STEP_KIB as u64).await?;
        let (mut bytes, mut reserved) = (Vec::new(), BODY_STEP_KIB << 10);
        let receiving = async {
            loop {
                let frame = tokio::select! {
                    frame = body.frame() => frame,
                    () = memory.revoked() => return Err(Busy.into()),
                };
                let Some(frame) = frame else { return Ok(()) };
                let incomplete =
                    |_| ProblemKind::BadRequest.with_detail("the request body was incomplete");
                let Ok(piece) = frame.map_err(incomplete)?.into_data() else { continue };
                let size = bytes.len() + piece.len();
                if size > most {
                    return Err(too_large());
                }
                if size > reserved {
                    let more = (size - reserved).div_ceil(1024).max(BODY_STEP_KIB);
                    memory.grow(more as u64).await?;
                    reserved += more << 10;
                }
                bytes.extend_from_slice(&piece);
            }
        };
        let late = |_| {
            let detail = "the request body did not arrive in time; send it again";
            ProblemKind::TooSlow.with_detail(detail)
        };
        timeout(self.limits.body_timeout, receiving).await.map_err(late)??;
        Ok((Request::from_parts(parts, Body::from(Bytes::from(bytes))), memory))
    }

    /// The answer to a request within the limits.
    ///
    /// # Errors
    /// The limit that the request exceeds.
    pub(crate) async fn answer<F: Future<Output = Response>>(
        &self,
        request: Request,
        answer: impl FnOnce(Request) -> F,
    ) -> Result<Response, Problem> {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |peer| peer.0.ip());
        let client = Client::from_address(peer);
        self.check_rate(client)?;
        let (mut request, memory) = if request.body().is_end_stream() {
            (request, None)
        } else {
            // In a box: most requests have no body, and would carry the room for its reception.
            let (request, memory) = Box::pin(self.receive(request, client)).await?;
            (request, Some(memory))
        };
        let permit = self.take(Resource::Requests, client).await?;
        let response_timeout = self.limits.response_timeout;
        let start = Instant::now();
        // A tenth of the time is left for sending.
        let until = start + response_timeout - response_timeout / 10;
        let context = RequestContext { client, until };
        request.extensions_mut().insert(context);
        let late = || {
            ProblemKind::Late.with_detail(
                "the response took too long; ask for fewer URLs at a time, or try again later",
            )
        };
        let response = tokio::select! {
            biased;
            response = timeout(response_timeout, answer(request)) => response.map_err(|_| late())?,
            () = permit.revoked() => return Err(Busy.into()),
            () = revoked(memory.as_ref()) => return Err(Busy.into()),
        };
        if response.body().size_hint().exact().is_some() {
            return Ok(response);
        }
        // The response is made while it is sent.
        let until = start + response_timeout;
        Ok(response.map(|body| Body::new(DeadlineBody::new(body, permit, memory, until))))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use futures_util::{StreamExt as _, stream};

    use super::*;

    /// A body that begins and never ends.
    fn endless(first: &'static [u8]) -> Request {
        let first = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(first))]);
        Request::new(Body::from_stream(first.chain(stream::pending())))
    }

    /// Bodies of one client have taken the memory. For a body of another client, the one that has grown least recently
    /// ends.
    #[tokio::test]
    async fn a_body_in_reception_gives_way_to_another_client() {
        let admission = Admission::new(RequestLimits::default());
        admission.ledger.account(Resource::BodyMemory).set_capacity(64);
        let client = |last: u8| Client::from_address([192, 0, last, 1].into());
        let hostile: Vec<_> = (0..4)
            .map(|_| {
                let admission = Arc::clone(&admission);
                tokio::spawn(async move {
                    admission.receive(endless(b"{"), client(1)).await.map(|_| ()).unwrap_err()
                })
            })
            .collect();
        while admission.ledger.account(Resource::BodyMemory).held() < 64 {
            tokio::task::yield_now().await;
        }
        let whole = Request::new(Body::from_stream(stream::iter([
            Ok::<_, std::io::Error>(vec![b'x'; 10 << 10]),
            Ok(vec![b'x'; 10 << 10]),
        ])));
        let (_, _memory) =
            admission.receive(whole, client(2)).await.map_err(|it| it.detail).unwrap();
        let mut ended = 0;
        for task in hostile {
            tokio::task::yield_now().await;
            if task.is_finished() {
                assert_eq!(task.await.unwrap().kind, "/problems/busy");
                ended += 1;
            }
        }
        assert_eq!(ended, 2, "for 20 KiB in steps of 16");
        assert_eq!(admission.ledger.account(Resource::BodyMemory).held_by(client(2)), 32);
    }

    #[test]
    fn a_budget_says_when_to_try_again() {
        let admission = Admission::new(RequestLimits::default());
        for port in 0..SITE_BURST.get() {
            let scheme = ["http", "https"][port as usize % 2];
            let url = format!("{scheme}://n{port}.h.example:{}/", 8000 + port);
            admission.check_site(&Origin::parse(&url).unwrap()).unwrap();
        }
        let origin = Origin::parse("https://h.example/").unwrap();
        let problem = admission.check_site(&origin).unwrap_err();
        assert_eq!((problem.status, problem.retry_after), (429, 1));
        assert!(problem.detail.contains("h.example, with its subdomains and ports"));
    }

    #[test]
    fn a_site_is_what_one_owner_registered() {
        let rows = [
            ("example.com", "example.com"),
            ("a.b.example.com.", "example.com"),
            ("a.example.co.uk", "example.co.uk"),
            ("co.uk", "co.uk"),
            // Each of these is somebody else's.
            ("a.user.github.io", "user.github.io"),
            ("other.github.io", "other.github.io"),
            ("localhost", "localhost"),
            ("192.0.2.1", "192.0.2.1"),
            ("192.0.2.2", "192.0.2.2"),
            ("[2001:db8::1]", "[2001:db8::1]"),
        ];
        for (host, site) in rows {
            assert_eq!(site_name(host), site, "{host}");
        }
    }
}
