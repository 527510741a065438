//! Who sent a request: proved, forged, or not known.
//!
//! A `User-Agent` header is a claim. An address list that the operator publishes, the DNS, or a signature of the
//! request can prove it. That a claim is false is said only if the operator says that its checks cover all its
//! requests, every check was made with data of that time, and all failed. Everything else cannot be known, with the
//! reason.

mod dns;
#[cfg(feature = "signatures")]
mod keys;
mod list;
#[cfg(feature = "signatures")]
mod signature;
mod signed_request;
mod table;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;
use jiff::{SignedDuration, Timestamp};
use maycrawl::crawler::{Compliance, KnownCrawler};

pub use dns::{DnsAnswer, LookupCounts, LookupError, Resolver};
use dns::{DnsCheck, Lookups};
#[cfg(feature = "signatures")]
pub use keys::KeyDirectory;
#[cfg(feature = "signatures")]
pub(crate) use keys::thumbprint;
pub(crate) use list::hex;
pub use list::{AddressList, ListError, MAX_LIST_BYTES};
/// What a crawler may do while robots.txt fails: part of [`Operator`].
pub use maycrawl_policy::FailureLadder;
#[cfg(feature = "signatures")]
pub(crate) use signature::is_signed;
#[cfg(feature = "signatures")]
pub use signature::{Signature, SignatureClaim, SignatureFault};
pub use signed_request::SignedRequest;
pub(crate) use signed_request::is_valid_at;
pub(crate) use table::{ALLOWED_AGE_SECONDS, SETTLE_SECONDS};
pub use table::{ListSource, Mark, Operator, TooManyRequests};

/// How far a DNS answer may be from the request, and how long the last list of a series stays a proof. Addresses are
/// handed on.
pub(crate) const NEAR: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Operators may use an address some hours before or after the list that has it. So near the change of a list, a
/// request is forged only if neither list has its address.
const CHANGE: SignedDuration = SignedDuration::from_hours(24);
/// The default limit of DNS lookups.
const MAX_LOOKUPS: usize = 10_000;

/// The crawler that a `User-Agent` header claims to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No known crawler.
    None,
    /// This one.
    Crawler(&'static KnownCrawler),
    /// Several that are not of one family, of which this one comes first. Who sent it cannot be known.
    Several(&'static KnownCrawler),
}

impl Claim {
    /// The known crawler that a header names. Of a crawler and the one that it falls back to, the first is meant.
    /// O(words).
    ///
    /// A word such as `Spider` or `Code`, which other programs have in their names, counts only at the start of the
    /// header. Tokens that control the use of pages and are in no request do not count.
    ///
    /// ```
    /// use maycrawl_audit::identity::Claim;
    ///
    /// let token = |header| Claim::from_user_agent(header).token();
    /// assert_eq!(token("Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)"), Some("GPTBot"));
    /// assert_eq!(token("Googlebot-Image/1.0 (like Googlebot)"), Some("Googlebot-Image"));
    /// assert_eq!(token("Sogou web spider/4.0"), Some("Sogou web spider"));
    /// assert_eq!(token("A spider of somebody/4.0"), None);
    /// assert!(matches!(Claim::from_user_agent("facebookexternalhit/1.1 Facebot Twitterbot/1.0"), Claim::Several(_)));
    /// ```
    #[must_use]
    pub fn from_user_agent(header: &str) -> Self {
        let begins = |token: &str| {
            header.get(..token.len()).is_some_and(|start| start.eq_ignore_ascii_case(token))
        };
        let is_sender = |known: &&'static KnownCrawler| {
            known.compliance != Compliance::ControlToken
                && (!known.is_common_word() || begins(known.token))
        };
        let mut meant: Option<&'static KnownCrawler> = None;
        let mut is_one = true;
        for known in KnownCrawler::named_in(header).filter(is_sender) {
            match meant {
                None => meant = Some(known),
                Some(first) if first.token == known.token || is_of(first, known) => {}
                Some(first) if is_of(known, first) => meant = Some(known),
                Some(_) => is_one = false,
            }
        }
        match meant {
            None => Self::None,
            Some(known) if is_one => Self::Crawler(known),
            Some(known) => Self::Several(known),
        }
    }

    /// The crawler; of several the first.
    #[must_use]
    pub const fn crawler(self) -> Option<&'static KnownCrawler> {
        match self {
            Self::None => None,
            Self::Crawler(known) | Self::Several(known) => Some(known),
        }
    }

    /// Its product token.
    #[must_use]
    pub fn token(self) -> Option<&'static str> {
        self.crawler().map(|known| known.token)
    }
}

/// True if `crawler` falls back to the group of `other`.
fn is_of(crawler: &KnownCrawler, other: &KnownCrawler) -> bool {
    crawler.fallback.contains(&other.token)
}

/// Whether a client is the crawler that it claims to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// It is.
    Proved(Proof),
    /// It is not: every documented check covers all requests, and failed.
    Forged(Vec<FailedCheck>),
    /// It cannot be known.
    Unknown(Unproved),
}

/// What proves a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The address is in a list of the operator that was valid then.
    List {
        /// Where the list is published.
        url: Arc<str>,
        /// When it was made.
        created: Timestamp,
        /// The SHA-256 of its bytes, in hexadecimal.
        sha256: Arc<str>,
        /// The prefix with the address in it.
        prefix: IpNet,
    },
    /// The DNS confirms a name of the operator.
    Dns {
        /// The name.
        name: String,
        /// When it was looked up.
        at: Timestamp,
    },
    /// The request is signed with a key of the operator.
    Signature {
        /// Where the keys are published.
        url: Arc<str>,
        /// The SHA-256 of the bytes of that directory, in hexadecimal.
        sha256: Arc<str>,
        /// The Ed25519 key, in base64url.
        key: String,
        /// Its thumbprint, as the signature names it.
        key_id: String,
        /// When it was signed.
        created: Timestamp,
        /// Until when the signature is valid.
        expires: Timestamp,
        /// What was signed.
        base: String,
        /// The signature, in base64.
        signature: String,
    },
}

/// A check that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailedCheck {
    /// The address is not in the list.
    NotInList {
        /// Where the list is published.
        url: Arc<str>,
        /// When it was made.
        created: Timestamp,
        /// The SHA-256 of its bytes, in hexadecimal.
        sha256: Arc<str>,
    },
    /// The address has no name of the operator. Its names are not kept: they may be those of a person's connection.
    OtherName {
        /// When it was looked up.
        at: Timestamp,
    },
    /// The address has a name of the operator, and that name does not have the address.
    NotConfirmed {
        /// The ending of the name, such as `googlebot.com`. The rest is not kept: whoever has the address chose it, and
        /// it may be the address of a person.
        ending: String,
        /// When it was looked up.
        at: Timestamp,
    },
}

/// Why an identity cannot be known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unproved {
    /// The header names several crawlers.
    SeveralNames,
    /// The operator documents no check.
    NoCheck,
    /// A check failed, but the operator does not say that it covers all requests.
    NotComplete,
    /// No list was valid at the time of the request.
    NoListOfThatTime,
    /// The log has no whole address.
    NoAddress,
    /// The address is that of a proxy, or of a local network, and so not the one that the request was sent from.
    Proxy,
    /// The address is in a list of the same operator for another service.
    OtherService,
    /// The DNS was not asked.
    DnsNotAsked,
    /// The DNS did not answer.
    DnsFailed(String),
    /// The DNS was asked more than seven days from the request.
    DnsTooOld,
    /// The request is signed, and this program does not check such a signature: it was built without, or the signature
    /// is of another kind.
    SignatureNotChecked,
    /// The signature lacks what Web Bot Auth demands.
    SignatureIncomplete,
    /// The signature was made too long before the request, was not valid any more, or not yet.
    SignatureExpired,
    /// It is signed with a key of somebody whom the operator does not name.
    OtherSigner,
    /// The key was in no directory of that time.
    NoKeyOfThatTime,
    /// The log does not have all that was signed.
    ComponentNotKept,
    /// The signature is not the one of what the log has. A proxy may have changed what was signed.
    SignatureWrong,
}

impl Unproved {
    /// A short name for programs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::SeveralNames => "several-names",
            Self::NoCheck => "no-check",
            Self::NotComplete => "not-complete",
            Self::NoListOfThatTime => "no-list-of-that-time",
            Self::NoAddress => "no-address",
            Self::Proxy => "proxy",
            Self::OtherService => "other-service",
            Self::DnsNotAsked => "dns-not-asked",
            Self::DnsFailed(_) => "dns-failed",
            Self::DnsTooOld => "dns-too-old",
            Self::SignatureNotChecked => "signature-not-checked",
            Self::SignatureIncomplete => "signature-incomplete",
            Self::SignatureExpired => "signature-expired",
            Self::OtherSigner => "other-signer",
            Self::NoKeyOfThatTime => "no-key-of-that-time",
            Self::ComponentNotKept => "component-not-kept",
            Self::SignatureWrong => "signature-wrong",
        }
    }
}

/// The lists of several days, and the DNS, as the answer to *is this client the crawler that it claims to be?*
///
/// ```
/// use maycrawl_audit::identity::{Claim, Identities, Identity};
///
/// let mut identities = Identities::new();
/// let (at, list) = ("2026-11-25T00:00:00Z".parse().unwrap(), br#"{"prefixes": [{"ipv4Prefix": "192.0.2.0/28"}]}"#);
/// identities.add_list("https://openai.com/gptbot.json", at, list).unwrap();
/// let claim = Claim::from_user_agent("GPTBot/1.2");
/// let of = |identities: &mut Identities, address: &str| identities.identify(claim, address.parse().ok(), at);
/// assert!(matches!(of(&mut identities, "192.0.2.7"), Identity::Proved(_)));
/// // OpenAI does not say that its list is complete, so nobody is called forged by it.
/// assert!(matches!(of(&mut identities, "198.51.100.1"), Identity::Unknown(_)));
/// ```
pub struct Identities {
    /// By address of the list, in the order of creation.
    lists: HashMap<String, Vec<AddressList>>,
    #[cfg(feature = "signatures")]
    directories: keys::Directories,
    proxies: Vec<IpNet>,
    lookups: Lookups,
}

impl std::fmt::Debug for Identities {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identities").field("lists", &self.lists.len()).finish_non_exhaustive()
    }
}

impl Default for Identities {
    fn default() -> Self {
        Self::new()
    }
}

/// What a series of lists says about an address at a time.
enum InList {
    Inside(Proof),
    Outside(FailedCheck),
    NoList,
}

impl Identities {
    /// Without lists and DNS: nothing can be known.
    #[must_use]
    pub fn new() -> Self {
        Self {
            lists: HashMap::new(),
            #[cfg(feature = "signatures")]
            directories: keys::Directories::default(),
            proxies: Vec::new(),
            lookups: Lookups::new(None, 0),
        }
    }

    /// The same with a resolver that may be asked about `limit` addresses (`None`: 10,000). Only addresses are asked
    /// about that claim a crawler with documented host names, each once.
    #[must_use]
    pub fn with_resolver(mut self, resolver: Box<dyn Resolver>, limit: Option<usize>) -> Self {
        self.lookups = Lookups::new(Some(resolver), limit.unwrap_or(MAX_LOOKUPS));
        self
    }

    /// Adds addresses of proxies. Nothing can be known about a client that comes from one.
    pub fn add_proxies(&mut self, nets: impl IntoIterator<Item = IpNet>) {
        self.proxies.extend(nets);
    }

    /// Adds a list as it was fetched from its operator. Lists of several days stand side by side; the same bytes again
    /// only show that the list was still in force.
    ///
    /// # Errors
    /// [`ListError`] if it is not a list.
    pub fn add_list(
        &mut self,
        url: &str,
        taken_at: Timestamp,
        bytes: &[u8],
    ) -> Result<(), ListError> {
        self.add_addresses(AddressList::read(url, taken_at, bytes)?);
        Ok(())
    }

    /// Adds the keys of an operator as they were fetched from it.
    #[cfg(feature = "signatures")]
    pub fn add_keys(&mut self, directory: KeyDirectory) {
        self.directories.add(directory);
    }

    /// Adds a copy of a list by a third party. It can prove, and never make a request forged: mirrors err.
    ///
    /// # Errors
    /// [`ListError`] if it is not a list.
    pub fn add_mirror(
        &mut self,
        url: &str,
        taken_at: Timestamp,
        bytes: &[u8],
    ) -> Result<(), ListError> {
        let mut list = AddressList::read(url, taken_at, bytes)?;
        list.is_mirror = true;
        self.add_addresses(list);
        Ok(())
    }

    /// Adds a list that was read before.
    pub fn add_addresses(&mut self, list: AddressList) {
        let series = self.lists.entry(list.url.to_string()).or_default();
        let same =
            |it: &&mut AddressList| it.sha256 == list.sha256 && it.is_mirror == list.is_mirror;
        match series.iter_mut().find(same) {
            Some(known) => {
                known.taken.0 = known.taken.0.min(list.taken.0);
                known.taken.1 = known.taken.1.max(list.taken.1);
                known.created = known.created.min(list.created);
            }
            None => series.push(list),
        }
        series.sort_by_key(|list| (list.created, list.taken));
    }

    /// The lists, in no order.
    pub fn lists(&self) -> impl Iterator<Item = &AddressList> {
        self.lists.values().flatten()
    }

    /// The addresses that were looked up in the DNS.
    #[must_use]
    pub fn lookups(&self) -> LookupCounts {
        self.lookups.counts()
    }

    /// Is this client the crawler that it claims to be, at that time? May ask the resolver.
    pub fn identify(&mut self, claim: Claim, client: Option<IpAddr>, at: Timestamp) -> Identity {
        self.identify_signed(claim, client, at, None)
    }

    /// The same for a request with a signature. A signature can prove, whatever the address is, and never makes a
    /// request forged: no operator says that it signs all requests.
    pub fn identify_signed(
        &mut self,
        claim: Claim,
        client: Option<IpAddr>,
        at: Timestamp,
        signed: Option<&SignedRequest<'_>>,
    ) -> Identity {
        let operator = claim.token().and_then(Operator::by_token);
        let is_one = matches!(claim, Claim::Crawler(_));
        let signature = signed
            .zip(operator)
            .filter(|_| is_one)
            .and_then(|(request, operator)| self.signature(operator, request, at));
        match signature {
            None => self.identify_unsigned(claim, client, at),
            Some(Ok(proof)) => Identity::Proved(proof),
            Some(Err(why)) => match self.identify_unsigned(claim, client, at) {
                // An operator that documents keys has one more check, and it was not made.
                Identity::Forged(_) if operator.is_some_and(|it| !it.directories.is_empty()) => {
                    Identity::Unknown(why)
                }
                Identity::Unknown(_) => Identity::Unknown(why),
                other => other,
            },
        }
    }

    #[cfg(feature = "signatures")]
    fn signature(
        &self,
        operator: &Operator,
        request: &SignedRequest<'_>,
        at: Timestamp,
    ) -> Option<Result<Proof, Unproved>> {
        signature::check(&self.directories, &operator.directories, request, at)
    }

    #[cfg(not(feature = "signatures"))]
    fn signature(
        &self,
        _: &Operator,
        _: &SignedRequest<'_>,
        _: Timestamp,
    ) -> Option<Result<Proof, Unproved>> {
        Some(Err(Unproved::SignatureNotChecked))
    }

    fn identify_unsigned(
        &mut self,
        claim: Claim,
        client: Option<IpAddr>,
        at: Timestamp,
    ) -> Identity {
        let known = match claim {
            Claim::Crawler(known) => known,
            Claim::Several(_) => return Identity::Unknown(Unproved::SeveralNames),
            Claim::None => return Identity::Unknown(Unproved::NoCheck),
        };
        let Some(operator) = Operator::by_token(known.token) else {
            return Identity::Unknown(Unproved::NoCheck);
        };
        let Some(address) = client.map(|it| it.to_canonical()) else {
            return Identity::Unknown(Unproved::NoAddress);
        };
        if is_local(address) || self.proxies.iter().any(|net| net.contains(&address)) {
            return Identity::Unknown(Unproved::Proxy);
        }
        let complete = operator.lists.iter().filter(|list| list.is_complete).count();
        let (mut failed, mut unknown) = (Vec::new(), None);
        for source in &operator.lists {
            match self.in_list(&source.url, known.token, address, at) {
                InList::Inside(proof) => return Identity::Proved(proof),
                InList::Outside(check) if source.is_complete => failed.push(check),
                // A list beside a complete one can prove, and is not missed.
                InList::NoList if source.is_complete || complete == 0 => {
                    unknown = Some(Unproved::NoListOfThatTime);
                }
                InList::Outside(_) | InList::NoList => {}
            }
        }
        let mut is_each_failed = failed.len() == complete;
        if !operator.suffixes.is_empty() {
            match self.in_dns(address, &operator.suffixes, at) {
                Ok(Ok(proof)) => return Identity::Proved(proof),
                Ok(Err(check)) if operator.is_dns_complete => failed.push(check),
                Ok(Err(_)) => is_each_failed = false,
                Err(why) => {
                    is_each_failed = false;
                    unknown.get_or_insert(why);
                }
            }
        }
        // The address is the operator's own, so nothing shows that a stranger used the name.
        if self.is_of_other_service(operator, known.token, address, at) {
            return Identity::Unknown(Unproved::OtherService);
        }
        let is_complete = complete > 0 || operator.is_dns_complete;
        if is_complete && is_each_failed {
            return Identity::Forged(failed);
        }
        let has_check = !operator.lists.is_empty() || !operator.suffixes.is_empty();
        let rest = if has_check { Unproved::NotComplete } else { Unproved::NoCheck };
        Identity::Unknown(unknown.unwrap_or(rest))
    }

    fn in_list(&self, url: &str, token: &str, address: IpAddr, at: Timestamp) -> InList {
        let series = self.lists.get(url).map(Vec::as_slice).unwrap_or_default();
        let after = series.partition_point(|list| list.created <= at);
        let Some(last) = after.checked_sub(1).map(|at| &series[at]) else { return InList::NoList };
        let (before, next) = (after.checked_sub(2).map(|at| &series[at]), series.get(after));
        let end = next.map_or(later(last.taken.1, NEAR), |next| next.created);
        if let Some(prefix) = last.prefix_of(address, token).filter(|_| at <= end) {
            let (url, sha256) = (Arc::clone(&last.url), Arc::clone(&last.sha256));
            return InList::Inside(Proof::List { url, created: last.created, sha256, prefix });
        }
        // Was this list surely the one in force? Until it was last seen, and on to the next one if that came within a
        // day.
        let next_soon = next.filter(|next| next.created <= later(last.taken.1, CHANGE));
        let is_in_force = at <= last.taken.1 || next_soon.is_some();
        let is_near = |time: Timestamp| at.duration_since(time).abs() <= CHANGE;
        let was_in = before.is_some_and(|it| is_near(last.created) && it.has(address));
        let will_be_in = next.is_some_and(|it| is_near(it.created) && it.has(address));
        if !is_in_force || last.is_mirror || was_in || will_be_in || last.has(address) {
            return InList::NoList;
        }
        let (url, sha256) = (Arc::clone(&last.url), Arc::clone(&last.sha256));
        InList::Outside(FailedCheck::NotInList { url, created: last.created, sha256 })
    }

    fn in_dns(
        &mut self,
        address: IpAddr,
        suffixes: &'static [String],
        request: Timestamp,
    ) -> Result<Result<Proof, FailedCheck>, Unproved> {
        let is_near = |at: Timestamp| at.duration_since(request).abs() <= NEAR;
        if self.lookups.now().is_some_and(|now| !is_near(now)) {
            return Err(Unproved::DnsTooOld);
        }
        match self.lookups.check(address, suffixes) {
            DnsCheck::Confirmed { name, at } if is_near(at) => Ok(Ok(Proof::Dns { name, at })),
            DnsCheck::OtherName { at } if is_near(at) => Ok(Err(FailedCheck::OtherName { at })),
            DnsCheck::NotConfirmed { ending, at } if is_near(at) => {
                Ok(Err(FailedCheck::NotConfirmed { ending, at }))
            }
            DnsCheck::Failed(why) => Err(Unproved::DnsFailed(why)),
            DnsCheck::NotAsked => Err(Unproved::DnsNotAsked),
            _ => Err(Unproved::DnsTooOld),
        }
    }

    /// True if a list of the same operator has the address, but not for this crawler.
    fn is_of_other_service(
        &self,
        operator: &Operator,
        token: &str,
        address: IpAddr,
        at: Timestamp,
    ) -> bool {
        let rows = Operator::all().iter().filter(|row| row.operator == operator.operator);
        rows.flat_map(|row| &row.lists).any(|source| {
            let series = self.lists.get(&source.url).map(Vec::as_slice).unwrap_or_default();
            let last = series.partition_point(|list| list.created <= at).checked_sub(1);
            let is_own = operator.lists.contains(source);
            last.map(|last| &series[last]).is_some_and(|list| {
                list.has(address) && !(is_own && list.prefix_of(address, token).is_some())
            })
        })
    }
}

/// True for an address that no request comes from over the internet: loopback, private, shared and link-local ones.
fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let is_shared = v4.octets()[0] == 100 && v4.octets()[1] & 0xc0 == 64;
            v4.is_loopback() || v4.is_private() || v4.is_link_local() || is_shared
        }
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

fn later(time: Timestamp, by: SignedDuration) -> Timestamp {
    time.checked_add(by).unwrap_or(Timestamp::MAX)
}
