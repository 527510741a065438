//! The meaning of an origin's robots.txt at one time, and the state that it rests on.

mod sentence;

use std::cell::OnceCell;
use std::sync::Arc;

use maycrawl::verdict::Unreachable;
use maycrawl::{Crawler, Origin, Reason, RobotsTxt, SiteBasis, SiteRules, Suspicion, UrlVerdict};
use maycrawl_policy::internals::{Doubted, Trouble};
use maycrawl_policy::{Basis, FailureKind, Missing, Outlook, Policy, PolicyDifference, Timestamp};

use crate::cached_origin::CachedOrigin;
use crate::origin_rules::{OriginRules, RulesKind};
use crate::site_cache::SiteCache;
use crate::store::entry::{Content, Entry};
use sentence::DoubtedPast;
pub use sentence::OldCopy;

/// The meaning of an origin's robots.txt at the time of the lookup.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use maycrawl::Crawler;
/// use maycrawl_fetch::Fetcher;
///
/// let url = "https://example.com/page";
/// let robots = Fetcher::builder().build()?.robots_for(url).await?;
/// let may = robots.rules_for(&Crawler::GOOGLEBOT).check(url).is_allowed();
/// println!("{may}; {robots}");
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct OriginRobots {
    pub(crate) site: Arc<CachedOrigin>,
    pub(crate) policy: Policy,
    pub(crate) basis: Basis,
    pub(crate) now: Timestamp,
    /// The cache that is told when compiled rules make the site larger.
    pub(crate) cache: SiteCache,
    /// True if nothing usable is known and no slot was free to fetch it.
    pub(crate) is_busy: bool,
}

impl OriginRobots {
    /// The rules for `crawler`. Crawlers that follow the same groups share compiled rules, which are kept for the next
    /// call: O(bytes) the first time, then a search among the names of the file. (RFC 9309 section 2.2.1.)
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl::Crawler;
    /// use maycrawl_fetch::Outcome;
    ///
    /// let outcome = Outcome::from_status(503, b"");
    /// # let (origin, now) = (maycrawl::Origin::parse("https://example.com")?, std::time::SystemTime::now().into());
    /// # let fetched = maycrawl_fetch::FetchResult::new(now, std::time::Duration::ZERO, outcome);
    /// # let entry = maycrawl_fetch::Entry::after(None, &origin, &fetched, None, Default::default(), now);
    /// # let store = maycrawl_fetch::Store::memory(1 << 20);
    /// # store.put(&entry, None).await?;
    /// # let builder = maycrawl_fetch::Fetcher::builder().store(store).mode(maycrawl_fetch::FetchMode::Offline);
    /// # let fetcher = builder.build()?;
    /// // The store of this fetcher has that outcome.
    /// let robots = fetcher.robots_for("https://example.com/").await?;
    /// let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    /// // An outage closes the site. It opens nothing.
    /// assert_eq!(rules.check("https://example.com/").reason().name(), "unreachable-server-error");
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn rules_for(&self, crawler: &Crawler) -> OriginRules {
        self.parsed_rules_for(crawler, &OnceCell::new())
    }

    /// The [rules](Self::rules_for) for each crawler of a list, in its order. The file is read at most once for all.
    ///
    /// ```no_run
    /// # async fn example(fetcher: maycrawl_fetch::Fetcher) -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl::Crawler;
    ///
    /// let url = "https://example.com/page";
    /// let crawlers = ["Googlebot", "bingbot", "GPTBot"].map(Crawler::from_token);
    /// let rules = fetcher.robots_for(url).await?.rules_for_each(&crawlers);
    /// for (crawler, rules) in crawlers.iter().zip(&rules) {
    ///     println!("{}: {}", crawler.token(), rules.check(url));
    /// }
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn rules_for_each<'c>(
        &self,
        crawlers: impl IntoIterator<Item = &'c Crawler>,
    ) -> Vec<OriginRules> {
        let parsed = OnceCell::new();
        crawlers.into_iter().map(|crawler| self.parsed_rules_for(crawler, &parsed)).collect()
    }

    fn parsed_rules_for<'s>(
        &'s self,
        crawler: &Crawler,
        parsed: &OnceCell<RobotsTxt<'s>>,
    ) -> OriginRules {
        let kind = match self.fixed_reason(crawler) {
            Some(reason) => RulesKind::Fixed(reason),
            None => {
                let (rules, is_larger) = self.site.rules_for(crawler, parsed);
                if is_larger {
                    self.cache.update_weight(&self.site);
                }
                RulesKind::Compiled(rules)
            }
        };
        OriginRules { site: Arc::clone(&self.site), kind }
    }

    /// The [rules](Self::rules_for) for `crawler`, if that takes no time: `None` if the file must be compiled first.
    #[must_use]
    pub fn compiled_rules_for(&self, crawler: &Crawler) -> Option<OriginRules> {
        let kind = match self.fixed_reason(crawler) {
            Some(reason) => RulesKind::Fixed(reason),
            None => RulesKind::Compiled(self.site.compiled_rules_for(crawler)?),
        };
        Some(OriginRules { site: Arc::clone(&self.site), kind })
    }

    /// Checks whether `crawler` may fetch `url`. The verdict is about the URL that a client requests for `url`
    /// ([`RequestUrl`](maycrawl::RequestUrl)); the result says if that is a different one. Reads the file once,
    /// O(bytes). For many URLs, [`rules_for`](Self::rules_for) compiles the file. (RFC 9309 section 2.2.2.)
    ///
    /// ```no_run
    /// # async fn example(fetcher: maycrawl_fetch::Fetcher) -> Result<(), Box<dyn std::error::Error>> {
    /// let url = "https://example.com/a/../private/x";
    /// let robots = fetcher.robots_for(url).await?;
    /// println!("{}", robots.check(&maycrawl::Crawler::GOOGLEBOT, url));
    /// // disallowed: line 2: disallow: /private; requested as https://example.com/private/x
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn check(&self, crawler: &Crawler, url: &str) -> UrlVerdict<'_> {
        let profile = self.site.profile;
        let basis = match self.fixed_reason(crawler) {
            Some(reason) => SiteBasis::Reason(reason, profile),
            None => SiteBasis::File(self.site.bytes(), crawler, profile),
        };
        SiteRules::new(Some(self.origin()), basis).check_link(url)
    }

    /// The reason that holds for every URL, if no file decides.
    fn fixed_reason(&self, crawler: &Crawler) -> Option<Reason<'static>> {
        match self.basis {
            Basis::File | Basis::LastCopy => None,
            _ if crawler.ignores_robots_txt() => None,
            Basis::NoFile => Some(Reason::NoFile),
            Basis::NoLimits => Some(Reason::Expired),
            Basis::Nothing | Basis::Disallowed => Some(Reason::Unreachable(self.why_unreachable())),
        }
    }

    /// The policy that was applied.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// What verdicts rest on.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl_fetch::{Basis, Outcome};
    ///
    /// let outcome = Outcome::from_status(403, b"");
    /// # let (origin, now) = (maycrawl::Origin::parse("https://example.com")?, std::time::SystemTime::now().into());
    /// # let fetched = maycrawl_fetch::FetchResult::new(now, std::time::Duration::ZERO, outcome);
    /// # let entry = maycrawl_fetch::Entry::after(None, &origin, &fetched, None, Default::default(), now);
    /// # let store = maycrawl_fetch::Store::memory(1 << 20);
    /// # store.put(&entry, None).await?;
    /// # let builder = maycrawl_fetch::Fetcher::builder().store(store).mode(maycrawl_fetch::FetchMode::Offline);
    /// # let fetcher = builder.build()?;
    /// // The store of this fetcher has that outcome.
    /// let robots = fetcher.robots_for("https://example.com/").await?;
    /// // By the documents a 403 means that there is no file.
    /// assert_eq!(robots.basis(), Basis::NoFile);
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// What comes of a site that fails, if it goes on failing; `None` if it does not fail, if the guard refused, or if
    /// the host has no address and never had one that answered: most such names are misspelt. O(1).
    #[must_use]
    pub fn outlook(&self) -> Option<Outlook> {
        let state = &self.site.entry.state;
        let is_nowhere = state.answer().is_none()
            && state.trouble().is_some_and(|it| it.cause.kind == FailureKind::Dns);
        let is_asked = self.site.refusal.is_none() && !is_nowhere;
        is_asked.then(|| self.policy.outlook(&self.site.entry.state, self.now)).flatten()
    }

    /// How `policy` would decide differently about the same state; `None` if it agrees, or if the guard refused. O(1).
    ///
    /// ```no_run
    /// # async fn example(fetcher: maycrawl_fetch::Fetcher) -> Result<(), Box<dyn std::error::Error>> {
    /// let robots = fetcher.robots_for("https://example.com/").await?;
    /// if let Some(difference) = robots.differs_under(robots.policy().compare_with()) {
    ///     println!("{difference}"); // google-2026 (Google's documents of 2026) disallows it: 429 is a server error there
    /// }
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn differs_under(&self, policy: Policy) -> Option<PolicyDifference> {
        if self.is_refused() || self.is_busy || policy == self.policy {
            return None;
        }
        PolicyDifference::between(self.basis, policy, &self.site.entry.state, self.now)
    }

    /// The same state under `policy`, so that verdicts can be compared. O(1).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl_fetch::{Basis, Outcome, Policy};
    ///
    /// let outcome = Outcome::from_status(429, b"");
    /// # let (origin, now) = (maycrawl::Origin::parse("https://example.com")?, std::time::SystemTime::now().into());
    /// # let fetched = maycrawl_fetch::FetchResult::new(now, std::time::Duration::ZERO, outcome);
    /// # let entry = maycrawl_fetch::Entry::after(None, &origin, &fetched, None, Default::default(), now);
    /// # let store = maycrawl_fetch::Store::memory(1 << 20);
    /// # store.put(&entry, None).await?;
    /// # let builder = maycrawl_fetch::Fetcher::builder().store(store).mode(maycrawl_fetch::FetchMode::Offline);
    /// # let fetcher = builder.build()?;
    /// // The store of this fetcher has that outcome.
    /// let robots = fetcher.robots_for("https://example.com/").await?;
    /// assert_eq!(robots.basis(), Basis::NoFile);
    /// assert_eq!(robots.under(Policy::Google2026).basis(), Basis::Disallowed);
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn under(&self, policy: Policy) -> Self {
        if self.is_refused() || self.is_busy || policy == self.policy {
            return self.clone();
        }
        Self { policy, basis: policy.basis_of(&self.site.entry.state, self.now), ..self.clone() }
    }

    /// The origin that this robots.txt is valid for.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.site.entry.origin
    }

    /// The stored entry of the origin: the last answer, the last fetch, the policy's state.
    #[must_use]
    pub fn entry(&self) -> &Entry {
        &self.site.entry
    }

    /// True when the address guard refused to connect.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.site.refusal.is_some()
    }

    /// True when nothing usable is known, and no slot of this program was free to fetch it in time
    /// ([`slot_timeout`](crate::FetcherBuilder::slot_timeout)). Then nothing may be crawled yet, and this says nothing
    /// about the site: ask again. Never stored.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// True when the last fetch ended before anything answered: the guard refused, the name was not resolved, or no
    /// connection was established in time. A service for strangers does not distinguish these.
    #[must_use]
    pub fn is_unreached(&self) -> bool {
        let nothing_answered =
            self.site.entry.last_fetch.hops.last().is_none_or(|hop| hop.status.is_none());
        let kind = self.trouble().map(|trouble| trouble.cause.kind);
        self.is_refused()
            || (!self.is_busy && nothing_answered && kind.is_some_and(FailureKind::is_no_answer))
    }

    /// True when verdicts rest on a file or on its last copy.
    #[must_use]
    pub fn has_file(&self) -> bool {
        matches!(self.basis, Basis::File | Basis::LastCopy)
    }

    /// True if it is known what the site's robots.txt says: there is a file, or its last copy, or none. While it is
    /// unreachable nobody knows, also where a policy then assumes no limits, and for crawlers that ignore the file.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.has_file() || self.basis == Basis::NoFile
    }

    /// The bytes that verdicts rest on: the file, or its last copy; `None` where there is no file.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        self.site.entry.bytes().filter(|_| self.has_file()).map(|bytes| &bytes[..])
    }

    /// The parsed file; empty without a file. O(bytes).
    #[must_use]
    pub fn parse(&self) -> RobotsTxt<'_> {
        RobotsTxt::parse_with(self.bytes().unwrap_or_default(), self.site.profile)
    }

    /// Why the file is probably not the robots.txt that was meant ([`RobotsTxt::suspicion`]); `None` without a file.
    /// O(bytes) the first time.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl::SuspicionKind;
    /// use maycrawl_fetch::Outcome;
    ///
    /// let outcome = Outcome::from_status(200, b"<!doctype html><title>Not found</title>");
    /// # let (origin, now) = (maycrawl::Origin::parse("https://example.com")?, std::time::SystemTime::now().into());
    /// # let fetched = maycrawl_fetch::FetchResult::new(now, std::time::Duration::ZERO, outcome);
    /// # let entry = maycrawl_fetch::Entry::after(None, &origin, &fetched, None, Default::default(), now);
    /// # let store = maycrawl_fetch::Store::memory(1 << 20);
    /// # store.put(&entry, None).await?;
    /// # let builder = maycrawl_fetch::Fetcher::builder().store(store).mode(maycrawl_fetch::FetchMode::Offline);
    /// # let fetcher = builder.build()?;
    /// // The store of this fetcher has that outcome.
    /// let robots = fetcher.robots_for("https://example.com/").await?;
    /// assert_eq!(robots.suspicion().unwrap().kind, SuspicionKind::WebPage);
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn suspicion(&self) -> Option<Suspicion> {
        self.has_file().then(|| self.site.suspicion()).flatten()
    }

    fn trouble(&self) -> Option<&Trouble> {
        self.site.entry.state.trouble()
    }

    /// The refusal that did not replace the known file, or that did. `None` after another answer.
    pub(crate) fn refusal(&self) -> Option<SiteRefusal> {
        let state = &self.site.entry.state;
        let answer = state.answer()?;
        if self.is_refused() {
            return None;
        }
        if let (None, Some(doubted)) = (answer.missing, state.refusal()) {
            let text = DoubtedPast(doubted.what()).to_string();
            let documents = match doubted.what() {
                _ if doubted.series.is_none() => Basis::File,
                Doubted::Refusal(Missing::Status(429)) => self.policy.basis_of_first_429(),
                Doubted::Refusal(_) => Basis::NoFile,
                Doubted::Beginning(_) | Doubted::NoRobotsTxt(_) => Basis::File,
            };
            let since = doubted.series.map_or(doubted.at, |series| series.since);
            return Some(SiteRefusal { text, since, file: answer.at, documents, counts: false });
        }
        let (missing, file) = (answer.missing?, answer.replaced_file?);
        let text = missing.to_string();
        let documents = self.basis;
        Some(SiteRefusal { text, since: answer.at, file, documents, counts: true })
    }

    fn why_unreachable(&self) -> Unreachable {
        match self.trouble().map(|trouble| trouble.cause.kind) {
            _ if self.is_refused() => Unreachable::BlockedByPolicy,
            _ if self.is_busy => Unreachable::Busy,
            Some(kind) => kind.unreachable(),
            None => match self.missing() {
                Some(Missing::Status(429)) => Unreachable::TooManyRequests,
                Some(_) => Unreachable::ServerError,
                None if self.site.entry.state.is_file_lost() => Unreachable::Unconfirmed,
                None => Unreachable::Network,
            },
        }
    }

    /// The last answer, if it says that there is no file. Under another policy it may be a failure.
    fn missing(&self) -> Option<Missing> {
        match self.site.entry.version.as_ref()?.content {
            Content::Missing(missing) => Some(missing),
            Content::File { .. } => None,
        }
    }
}

/// An answer that would replace a known file, and what came of it.
pub(crate) struct SiteRefusal {
    /// The answer, as a clause.
    pub(crate) text: String,
    /// Time of the first of these answers, or of the last one if the refusal counts.
    pub(crate) since: Timestamp,
    /// Time of the last fetch of the file.
    pub(crate) file: Timestamp,
    /// What verdicts would rest on by the documents.
    pub(crate) documents: Basis,
    /// False while the file stays in force.
    pub(crate) counts: bool,
}
