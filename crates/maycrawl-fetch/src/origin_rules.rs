//! Verdicts about the URL that is requested, which may differ from the URL as written.

use std::sync::Arc;

use maycrawl::explain::VerdictLocation;
use maycrawl::{FollowedGroups, Reason, RequestUrl, SiteBasis, SiteRules, UrlVerdict, Verdict};

use crate::cached_origin::{CachedOrigin, CrawlerRules};

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
    /// ([`RequestUrl`]); the result says if that is a different one. A URL of another origin and a text that is not a
    /// URL are not applicable and never allowed. (RFC 9309 section 2.2.2.)
    ///
    /// Costs one URL parse and one check. For parsed URLs use [`check_request`](Self::check_request).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl::Crawler;
    /// use maycrawl_fetch::Outcome;
    ///
    /// let outcome = Outcome::from_status(200, b"User-agent: *\nDisallow: /private\n");
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
        self.for_site().check_link(url)
    }

    /// Checks whether the crawler may request `url`, as [`SiteRules::check`]. Costs one check.
    pub fn check_request(&self, url: &RequestUrl) -> Verdict<'_> {
        self.for_site().check(url)
    }

    /// The same as [`SiteRules`], which say whether they apply to a URL.
    #[must_use]
    pub fn for_site(&self) -> SiteRules<'_, '_> {
        let basis = match &self.kind {
            RulesKind::Compiled(compiled) => SiteBasis::Rules(&compiled.rules),
            RulesKind::Fixed(reason) => SiteBasis::Reason(*reason, self.site.profile),
        };
        SiteRules::new(Some(&self.site.entry.origin), basis)
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
    /// let outcome = Outcome::from_status(200, b"User-agent: *\nDISALLOW:/private # no\n");
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

    /// The groups that the crawler follows; `None` if no file decides.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use maycrawl::Crawler;
    /// use maycrawl_fetch::Outcome;
    ///
    /// let outcome = Outcome::from_status(200, b"User-agent: Googlebot\nDisallow: /\n");
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
    /// assert_eq!(robots.rules_for(&news).followed().unwrap().name(&news), Some("Googlebot"));
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn followed(&self) -> Option<FollowedGroups> {
        match &self.kind {
            RulesKind::Compiled(compiled) => Some(compiled.followed),
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
