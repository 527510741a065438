//! What requests have in common: a draft, crawlers and their limits.

use maycrawl::answer::Answer;
use maycrawl::crawler::ResolvedCrawler;
use maycrawl::{Crawler, Origin, Profile, RobotsTxt};
use serde::de::DeserializeOwned;

use crate::refusal::{Refusal, RefusalKind};
use crate::written_url::live_url;

/// Most URLs of a request.
pub const MAX_URLS: usize = 1000;
const MAX_CRAWLERS: usize = 64;
const MAX_ANSWERS: usize = 20_000;

/// A request as clients write it.
pub trait Request: DeserializeOwned {
    /// The request as it is answered.
    type Input;

    /// Checks every value.
    ///
    /// # Errors
    /// The first value that is wrong, and what to write instead.
    fn into_input(self) -> Result<Self::Input, Refusal>;
}

/// A draft of a robots.txt, and how it is read.
#[derive(Debug)]
pub struct Draft {
    /// The text.
    pub robots: String,
    /// How it is read.
    pub profile: Profile,
    /// The origin of the draft.
    pub origin: Option<Origin>,
}

impl Draft {
    /// Checks the name of the profile, and the URL of the origin.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub fn new(
        robots: String,
        profile_name: Option<&str>,
        origin_url: Option<&str>,
    ) -> Result<Self, Refusal> {
        let profile = profile(profile_name.unwrap_or("google"))?;
        let origin = origin_url.map(live_url).transpose()?.map(|(_, origin)| origin);
        Ok(Self { robots, profile, origin })
    }

    /// O(bytes).
    #[must_use]
    pub fn parse(&self) -> RobotsTxt<'_> {
        RobotsTxt::parse_with(self.robots.as_bytes(), self.profile)
    }
}

/// A crawler that a request names, with the note on how the name was read.
#[derive(Clone, Debug)]
pub struct NamedCrawler {
    /// The crawler.
    pub crawler: Crawler,
    note: Option<String>,
}

impl NamedCrawler {
    /// The crawler of a request that names none.
    const DEFAULT: Self = Self { crawler: Crawler::GOOGLEBOT, note: None };

    /// The crawler of a name, if the request has one.
    ///
    /// # Errors
    /// If it is no name of a crawler.
    pub fn parse(name: Option<&str>) -> Result<Self, Refusal> {
        let Some(name) = name else { return Ok(Self::DEFAULT) };
        let resolved = resolved(name)?;
        Ok(Self { note: resolved.note(), crawler: resolved.into_crawler() })
    }

    /// An answer for the crawler, with the note. A verdict for a misspelt name is easily taken for that of the crawler
    /// that was meant.
    #[must_use]
    pub fn noted(&self, answer: Answer) -> Answer {
        answer.with_agent_note(self.note.clone())
    }
}

impl From<Crawler> for NamedCrawler {
    fn from(crawler: Crawler) -> Self {
        Self { crawler, note: None }
    }
}

/// The crawlers of a request; Googlebot without any.
///
/// # Errors
/// If a name is none, or there are too many.
pub fn crawlers(names: &[String]) -> Result<Vec<NamedCrawler>, Refusal> {
    if names.is_empty() {
        return Ok(vec![NamedCrawler::DEFAULT]);
    }
    if names.len() > MAX_CRAWLERS {
        return Err(RefusalKind::TooLarge
            .with_detail(format!("a request may have at most {MAX_CRAWLERS} crawlers; split it")));
    }
    names.iter().map(|name| NamedCrawler::parse(Some(name))).collect()
}

/// The crawler that a person means by a name: `Googlebot News` is Googlebot-News.
///
/// # Errors
/// If it is no name of a crawler.
pub fn resolved(name: &str) -> Result<ResolvedCrawler, Refusal> {
    Crawler::resolve(name).map_err(|error| RefusalKind::BadAgent.with_detail(error.to_string()))
}

/// Refuses a request with too many URLs or answers.
///
/// # Errors
/// If there are too many.
pub fn within_limits(urls: &[String], crawlers: usize) -> Result<(), Refusal> {
    if urls.len() > MAX_URLS || urls.len() * crawlers > MAX_ANSWERS {
        return Err(too_many_answers());
    }
    Ok(())
}

/// The refusal of a request with too many URLs or answers.
#[must_use]
pub fn too_many_answers() -> Refusal {
    RefusalKind::TooLarge.with_detail(format!(
        "a request may have at most {MAX_URLS} URLs and {MAX_ANSWERS} answers; split it"
    ))
}

/// The profile of a name.
///
/// # Errors
/// If there is none.
pub fn profile(name: &str) -> Result<Profile, Refusal> {
    Profile::by_name(name).ok_or_else(|| {
        RefusalKind::BadRequest
            .with_detail("unknown profile; the profiles are google, google-2019 and rfc9309")
    })
}

/// Most known URLs in a request.
const MAX_KNOWN_URLS: usize = 10_000;

/// Refuses a request with too many known URLs.
///
/// # Errors
/// If there are too many.
pub(crate) fn known_within_limits(urls: &[String]) -> Result<(), Refusal> {
    if urls.len() > MAX_KNOWN_URLS {
        let limit = format!("a request may have at most {MAX_KNOWN_URLS} known URLs");
        return Err(RefusalKind::TooLarge.with_detail(limit));
    }
    Ok(())
}
