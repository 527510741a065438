//! Verdicts about the URL that is requested, which may differ from the URL as written.

use std::fmt;
use std::sync::Arc;

use maycrawl::explain::VerdictLocation;
use maycrawl::{Crawler, Decision, Origin, Profile, Reason, RequestUrl, UrlPath, Verdict};

use crate::cached_origin::{CachedOrigin, CrawlerRules};

/// A verdict and the URL that it is about: the URL that a client requests for the given one.
///
/// [`Display`](fmt::Display) gives the verdict and, if the requested path differs from the written one, the URL:
/// `disallowed: line 2: disallow: /private; requested as https://example.com/private/x`.
#[derive(Clone, Debug)]
pub struct UrlVerdict<'r> {
    /// The verdict.
    pub verdict: Verdict<'r>,
    /// The URL that it is about; `None` if a client cannot request the given text, which is never allowed.
    pub url: Option<RequestUrl>,
}

impl<'r> UrlVerdict<'r> {
    pub(crate) fn of(url: &str, check: impl FnOnce(&RequestUrl) -> Verdict<'r>) -> Self {
        let url = RequestUrl::parse(url).ok();
        let verdict = url.as_ref().map_or(Verdict::elsewhere(), check);
        Self { verdict, url }
    }

    /// True when the crawler may fetch the URL.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.verdict.is_allowed()
    }

    /// The decision of the verdict.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.verdict.decision()
    }

    /// The reason of the verdict.
    #[must_use]
    pub fn reason(&self) -> Reason<'r> {
        self.verdict.reason()
    }

    /// The requested URL, if its path differs from the written one.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl::Crawler;
    /// use maycrawl_fetch::Outcome;
    ///
    /// let outcome = Outcome::of_status(404, b"");
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
    /// assert_eq!(rules.check("https://example.com/a/../b").requested().unwrap().path(), "/b");
    /// assert!(rules.check("https://example.com/b").requested().is_none());
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn requested(&self) -> Option<&RequestUrl> {
        self.url.as_ref().filter(|url| url.is_path_changed())
    }
}

impl fmt::Display for UrlVerdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)?;
        match self.requested() {
            Some(url) => write!(f, "; requested as {url}"),
            None => Ok(()),
        }
    }
}

/// The rules of one crawler on one origin. Cheap to clone, and independent of the [`OriginRobots`](crate::OriginRobots)
/// that it came from.
#[derive(Clone, Debug)]
pub struct OriginRules {
    pub(crate) site: Arc<CachedOrigin>,
    pub(crate) kind: RulesKind,
}

#[derive(Clone, Debug)]
pub(crate) enum RulesKind {
    Compiled(CrawlerRules),
    /// The same reason for every URL.
    Fixed(Reason<'static>),
}

impl OriginRules {
    /// Checks whether the crawler may fetch `url`. The verdict is about the URL that a client requests for `url`
    /// ([`RequestUrl`]); the result says if that is a different one. A URL of another origin and a text that is not a URL
    /// are not applicable and never allowed. (RFC 9309 section 2.2.2.)
    ///
    /// Costs one URL parse and one check. For parsed URLs use [`check_request`](Self::check_request).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl::Crawler;
    /// use maycrawl_fetch::Outcome;
    ///
    /// let outcome = Outcome::of_status(200, b"User-agent: *\nDisallow: /private\n");
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
    /// assert!(!rules.check("https://example.com/a/../private/x").is_allowed());
    /// // The file says nothing about another site, so it does not allow its URLs either.
    /// assert!(!rules.check("https://www.example.com/").is_allowed());
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn check(&self, url: &str) -> UrlVerdict<'_> {
        UrlVerdict::of(url, |request| self.check_request(request))
    }

    /// Checks whether the crawler may request `url`. A URL of another origin and a path without an origin are not
    /// applicable and never allowed. Costs one check.
    pub fn check_request(&self, url: &RequestUrl) -> Verdict<'_> {
        if !is_valid_for(&self.site.entry.origin, url) {
            return Verdict::elsewhere();
        }
        match &self.kind {
            RulesKind::Compiled(compiled) => compiled.rules.check(url),
            RulesKind::Fixed(reason) => fixed_verdict(*reason, url, self.site.profile),
        }
    }

    /// The line and the group that a verdict of these rules comes from, as written in the file. Cheap enough for every
    /// answer: the file is not parsed again. See [`VerdictLocator`](maycrawl::explain::VerdictLocator).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl::{Crawler, RequestUrl};
    /// use maycrawl_fetch::Outcome;
    ///
    /// let outcome = Outcome::of_status(200, b"User-agent: *\nDISALLOW:/private # no\n");
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
    /// let verdict = rules.check_request(&RequestUrl::parse("https://example.com/private")?);
    /// assert_eq!(rules.locate(&verdict).to_string(), "line 2: DISALLOW:/private (group of *, line 1)");
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn locate<'r>(&'r self, verdict: &Verdict<'r>) -> VerdictLocation<'r> {
        match &self.kind {
            RulesKind::Compiled(compiled) => {
                self.site.locator().locate(self.site.bytes(), compiled.followed, verdict)
            }
            RulesKind::Fixed(_) => {
                VerdictLocation { reason: verdict.reason(), text: None, agent: None }
            }
        }
    }

    /// The name whose groups `crawler` follows: a name of its chain, or `*`. `None` if no group applies, or if no file
    /// decides. `crawler` must be the one of these rules.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl::Crawler;
    /// use maycrawl_fetch::Outcome;
    ///
    /// let outcome = Outcome::of_status(200, b"User-agent: Googlebot\nDisallow: /\n");
    /// # let (origin, now) = (maycrawl::Origin::parse("https://example.com")?, std::time::SystemTime::now().into());
    /// # let fetched = maycrawl_fetch::FetchResult::new(now, std::time::Duration::ZERO, outcome);
    /// # let entry = maycrawl_fetch::Entry::after(None, &origin, &fetched, None, Default::default(), now);
    /// # let store = maycrawl_fetch::Store::memory(1 << 20);
    /// # store.put(&entry, None).await?;
    /// # let builder = maycrawl_fetch::Fetcher::builder().store(store).mode(maycrawl_fetch::FetchMode::Offline);
    /// # let fetcher = builder.build()?;
    /// // The store of this fetcher has that outcome.
    /// let robots = fetcher.robots_for("https://example.com/").await?;
    /// let news = Crawler::GOOGLEBOT_NEWS;
    /// assert_eq!(robots.rules_for(&news).followed_name(&news), Some("Googlebot"));
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn followed_name<'c>(&self, crawler: &'c Crawler) -> Option<&'c str> {
        match &self.kind {
            RulesKind::Compiled(compiled) => compiled.followed.name(crawler),
            RulesKind::Fixed(_) => None,
        }
    }

    /// What a check may have to compare with the path, in bytes: see
    /// [`RuleSet::wildcard_bytes`](maycrawl::RuleSet::wildcard_bytes). 0 if no file decides.
    #[must_use]
    pub fn wildcard_bytes(&self) -> usize {
        match &self.kind {
            RulesKind::Compiled(compiled) => compiled.rules.wildcard_bytes(),
            RulesKind::Fixed(_) => 0,
        }
    }
}

/// Whether the file of `origin` is valid for `url`.
pub(crate) fn is_valid_for(origin: &Origin, url: &RequestUrl) -> bool {
    url.origin() == Some(origin)
}

/// The verdict if one reason holds for every URL of the site.
pub(crate) fn fixed_verdict(
    reason: Reason<'static>,
    url: &RequestUrl,
    profile: Profile,
) -> Verdict<'static> {
    Verdict::for_whole_site(reason, &UrlPath::from_url(url, profile), profile)
}
