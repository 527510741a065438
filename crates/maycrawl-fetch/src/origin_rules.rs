//! Verdicts about the URL that is requested, which may not be the one that was written.

use std::fmt;
use std::sync::Arc;

use maycrawl::{Decision, Origin, Profile, Reason, RequestUrl, RuleSet, UrlPath, Verdict};

use crate::cached_origin::CachedOrigin;

/// A verdict, and the URL that it is about: the one that a client requests for the URL that was asked about.
///
/// [`Display`](fmt::Display) gives the verdict and, where rules see another path than was written, the URL:
/// `disallowed: line 2: disallow: /private; requested as https://example.com/private/x`.
#[derive(Clone, Debug)]
pub struct UrlVerdict<'r> {
    /// The verdict.
    pub verdict: Verdict<'r>,
    /// The URL that it is about; `None` where a client could request nothing, which is never allowed.
    pub url: Option<RequestUrl>,
}

impl<'r> UrlVerdict<'r> {
    pub(crate) fn of(url: &str, check: impl FnOnce(&RequestUrl) -> Verdict<'r>) -> Self {
        let url = RequestUrl::parse(url).ok();
        let verdict = url.as_ref().map_or(Verdict::new(Reason::NotApplicable), check);
        Self { verdict, url }
    }

    /// True when the crawler may fetch the URL.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.verdict.is_allowed()
    }

    /// What the verdict says.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.verdict.decision()
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> Reason<'r> {
        self.verdict.reason()
    }

    /// The URL, if rules see another path in it than was written.
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

/// The rules of one crawler on one origin. Cheap to clone, and may outlive what it came from.
#[derive(Clone, Debug)]
pub struct OriginRules {
    pub(crate) site: Arc<CachedOrigin>,
    pub(crate) kind: RulesKind,
}

#[derive(Clone, Debug)]
pub(crate) enum RulesKind {
    Compiled(Arc<RuleSet>),
    /// The same for every URL.
    Fixed(Reason<'static>),
}

impl OriginRules {
    /// May the crawler fetch `url`? Asks about the URL that a client requests for `url` ([`RequestUrl`]), and the answer
    /// says where that is another one. A URL of another origin, or that is none, is not applicable, never allowed.
    ///
    /// Cost: parsing the URL, and a check. For URLs that are parsed already there is
    /// [`check_request`](Self::check_request).
    #[must_use]
    pub fn check(&self, url: &str) -> UrlVerdict<'_> {
        UrlVerdict::of(url, |request| self.check_request(request))
    }

    /// May the crawler request `url`? A URL of another origin, or a path without one, is not applicable, never allowed.
    pub fn check_request(&self, url: &RequestUrl) -> Verdict<'_> {
        if !speaks_for(&self.site.entry.origin, url) {
            return Verdict::new(Reason::NotApplicable);
        }
        match &self.kind {
            RulesKind::Compiled(rules) => rules.check(url),
            RulesKind::Fixed(reason) => fixed_verdict(*reason, url, self.site.profile),
        }
    }
}

/// Whether the file of `origin` speaks for `url`.
pub(crate) fn speaks_for(origin: &Origin, url: &RequestUrl) -> bool {
    url.origin() == Some(origin)
}

/// The verdict where one reason holds for every URL of the site.
pub(crate) fn fixed_verdict(
    reason: Reason<'static>,
    url: &RequestUrl,
    profile: Profile,
) -> Verdict<'static> {
    Verdict::for_whole_site(reason, &UrlPath::from_url(url, profile), profile)
}
