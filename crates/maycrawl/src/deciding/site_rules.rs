//! Whose site is it? A robots.txt is valid for the URLs of its own origin, and opens none of another. Every program
//! asks here, so none can forget it. (RFC 9309 section 2.3; Google, *Examples of valid robots.txt URLs*.)

use core::fmt;

use crate::crawler::Crawler;
use crate::deciding::decide::before_rules;
use crate::deciding::one_pass::check_once;
use crate::deciding::rule_set::{RuleSet, RuleSets};
use crate::deciding::verdict::{Decision, Reason, Verdict};
use crate::profile::Profile;
use crate::urls::origin::Origin;
use crate::urls::request_url::RequestUrl;
use crate::urls::requested::Requested;
use crate::urls::url_path::UrlPath;

/// The rules of a site for one crawler: its origin, if it is known, and what decides there.
///
/// ```
/// use maycrawl::asked_url::{AskedUrl, Schemes};
/// use maycrawl::{Crawler, Decision, Origin, RobotsTxt, SiteBasis, SiteRules};
///
/// let origin = Origin::parse("https://example.com").unwrap();
/// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n").rules_for(&Crawler::GOOGLEBOT);
/// let site = SiteRules::new(Some(&origin), SiteBasis::Rules(&rules));
/// let decide = |text| site.check(&AskedUrl::read(text, Schemes::Fetched).unwrap()).decision();
/// assert_eq!(decide("https://example.com:443/a"), Decision::Disallowed);
/// // A path is one of this site. Another scheme is another site, with a robots.txt of its own.
/// assert_eq!((decide("/a"), decide("http://example.com/b")), (Decision::Disallowed, Decision::NotApplicable));
/// ```
///
/// It borrows all that it needs, so it is made for each question: `'r` is what verdicts refer to, `'q` what is only
/// asked.
#[derive(Clone, Copy, Debug)]
pub struct SiteRules<'r, 'q> {
    origin: Option<&'q Origin>,
    basis: SiteBasis<'r, 'q>,
}

/// What decides about the URLs of a site, for one crawler.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum SiteBasis<'r, 'q> {
    /// Rules that are compiled for many checks.
    Rules(&'r RuleSet),
    /// A file, for one question: a check reads it in a single pass, as [`check_once`].
    File(&'r [u8], &'q Crawler, Profile),
    /// One reason for every URL, such as an outage. `/robots.txt` itself may still be fetched if the profile says so.
    Reason(Reason<'static>, Profile),
}

impl<'r, 'q> SiteRules<'r, 'q> {
    /// What decides at `origin`. Without an origin every URL is taken for one of the file's site.
    #[must_use]
    pub const fn new(origin: Option<&'q Origin>, basis: SiteBasis<'r, 'q>) -> Self {
        Self { origin, basis }
    }

    /// May the crawler fetch `url`? A URL of another origin is not applicable, and so never allowed.
    ///
    /// Cost: a comparison of two origins, and one check.
    #[inline]
    pub fn check<'u>(&self, url: impl Requested<'u>) -> Verdict<'r> {
        if !is_of(self.origin, url) {
            return ELSEWHERE;
        }
        match self.basis {
            SiteBasis::Rules(rules) => rules.check(url),
            SiteBasis::File(file, crawler, profile) => check_once(file, crawler, url, profile),
            SiteBasis::Reason(reason, profile) => {
                let path = UrlPath::from_url(url, profile);
                let ignores = reason == Reason::CrawlerIgnoresRobotsTxt;
                Verdict::new(before_rules(ignores, path.as_bytes(), profile).unwrap_or(reason))
            }
        }
    }

    /// [`check`](Self::check) for a link as a page has it: the verdict about the URL that a client requests for it. A
    /// text that no client can request is not applicable. Costs one URL parse more.
    ///
    /// ```
    /// use maycrawl::{Crawler, Profile, SiteBasis, SiteRules};
    ///
    /// let (file, crawler) = (b"User-agent: *\nDisallow: /b\n", Crawler::GOOGLEBOT);
    /// let site = SiteRules::new(None, SiteBasis::File(file, &crawler, Profile::GOOGLE));
    /// let link = site.check_link("https://example.com/a/../b");
    /// assert_eq!(link.to_string(), "disallowed: line 2: disallow: /b; requested as https://example.com/b");
    /// assert!(!site.check_link("https://[").is_allowed());
    /// ```
    #[must_use]
    pub fn check_link(&self, written: &str) -> UrlVerdict<'r> {
        let url = RequestUrl::parse(written).ok();
        UrlVerdict { verdict: url.as_ref().map_or(ELSEWHERE, |url| self.check(url)), url }
    }
}

impl RuleSets {
    /// [`check`](Self::check) in the file of `origin`, as [`SiteRules::check`].
    pub fn check_at<'r, 'u, U: Requested<'u>>(
        &'r self,
        origin: Option<&Origin>,
        url: U,
    ) -> impl Iterator<Item = Verdict<'r>> + use<'r, 'u, U> {
        let is_own = is_of(origin, url);
        self.check(url).map(move |verdict| if is_own { verdict } else { ELSEWHERE })
    }
}

/// The file does not apply to the URL, so the URL is not allowed.
const ELSEWHERE: Verdict<'static> = Verdict::new(Reason::NotApplicable);

/// True if the file of `origin` is valid for `url`.
#[inline]
fn is_of<'u>(origin: Option<&Origin>, url: impl Requested<'u>) -> bool {
    match (origin, url.origin()) {
        (Some(origin), Some(of_url)) => origin.as_str().as_bytes() == of_url,
        _ => true,
    }
}

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
