//! The size of a change for some crawlers, and the known URLs among its paths.

use alloc::string::String;
use core::fmt;

use serde::Serialize;

use maycrawl::internals::Weight;

use crate::{Extent, Impact, Severity};

/// What a change takes from some crawlers and gives to them, and how bad that is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ImpactAnswer {
    /// `error` if the crawlers lose the whole site, perhaps with exceptions, or half of ten or more known URLs, and
    /// Googlebot, bingbot or every crawler that is not named is one of them. `warning` for any other loss, and if the
    /// whole site is opened. `note` for the rest.
    pub severity: Severity,
    /// The paths that become disallowed; `null` if there are none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub lost: Option<Extent>,
    /// The paths that become allowed; `null` if there are none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub gained: Option<Extent>,
}

/// URLs of the site that are known, and how many of them a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct KnownUrlsAnswer {
    /// Where they come from.
    pub source: UrlSource,
    /// The number of URLs.
    pub total: usize,
    /// The number of URLs whose verdict changes for at least one crawler.
    pub changed: usize,
    /// The number of entries that are no URLs.
    pub malformed: usize,
}

/// Where known URLs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum UrlSource {
    /// Sitemaps.
    Sitemap,
    /// A list of URLs, or several sources.
    List,
}

/// The fewest known URLs whose half is a large part of a site.
const MIN_KNOWN_URLS: usize = 10;

impl ImpactAnswer {
    /// Without its severity, which is that of all crawlers of a class.
    pub(super) fn of(impact: Impact<'_>) -> Self {
        Self { severity: Severity::Note, lost: impact.lost, gained: impact.gained }
    }

    /// `total`: the number of known URLs.
    pub(super) fn rate(&mut self, crawlers: &[String], others: bool, total: usize) {
        let is_search_traffic =
            others || crawlers.iter().any(|name| Weight::for_name(name).is_search_traffic());
        let is_large = |lost: &Extent| {
            lost.is_whole_site()
                || (total >= MIN_KNOWN_URLS
                    && lost.urls.is_some_and(|urls| urls >= total.div_ceil(2)))
        };
        self.severity = match &self.lost {
            Some(lost) if is_search_traffic && is_large(lost) => Severity::Error,
            Some(_) => Severity::Warning,
            None if self.gained.as_ref().is_some_and(Extent::is_whole_site) => Severity::Warning,
            None => Severity::Note,
        };
    }
}

impl KnownUrlsAnswer {
    /// Some of the URLs in words: `136 of the 200 URLs of the sitemap`. The example of [`KnownUrls`](super::KnownUrls)
    /// makes such an answer:
    ///
    /// ```
    /// use maycrawl::{RobotsTxt, as_written};
    /// use maycrawl_effects::answer::{ChangeAnswer, KnownUrls, UrlSource};
    /// use maycrawl_effects::{Budget, Region};
    ///
    /// let (before, after) = (RobotsTxt::parse(b""), RobotsTxt::parse(b"User-agent: *\nDisallow: /b\n"));
    /// let everything = Region::everything();
    /// let mut answer = ChangeAnswer::new(&before, &after, &everything, 9, &mut Budget::default()).unwrap();
    /// let mut known = KnownUrls::new(&before, &after, &answer);
    /// for url in ["/a", "/b"] {
    ///     known.add(as_written(url));
    /// }
    /// known.finish(UrlSource::Sitemap, &mut answer);
    /// assert_eq!(answer.urls.unwrap().share(1), "1 of the 2 URLs of the sitemap");
    /// ```
    #[must_use]
    pub fn share(&self, urls: usize) -> String {
        let of = match self.source {
            UrlSource::Sitemap => " of the sitemap",
            UrlSource::List => "",
        };
        alloc::format!("{urls} of the {} URLs{of}", self.total)
    }
}

impl fmt::Display for KnownUrlsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { total, changed, malformed, .. } = self;
        write!(f, "{changed} of {total} URLs change for at least one crawler")?;
        match malformed {
            0 => Ok(()),
            1 => f.write_str("; 1 line is no URL"),
            lines => write!(f, "; {lines} lines are no URLs"),
        }
    }
}
