//! What a change of a draft does, and whether a draft does what is expected of it: for every URL.

use maycrawl::RobotsTxt;
use maycrawl_effects::answer::{ChangeAnswer, KnownUrls, UrlSource};
use maycrawl_effects::expectation::{self, Expectation, ExpectationOutcome, Verifier};
use maycrawl_effects::internals::region_pattern;
use maycrawl_effects::{Budget, Region};
use maycrawl_readers::answer::{DiffAnswer, VerifyAnswer};
use maycrawl_readers::{Reader, reader_changes};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::inputs::{Draft, Request, known_within_limits};
use crate::refusal::{Refusal, RefusalKind};
use crate::written_url::draft_url;
use crate::{MAX_STEPS, Pause, URLS_BETWEEN_PAUSES};

/// Most effects of a class of crawlers in a response.
const MAX_EFFECTS: usize = 100;

/// The steps of all expectations together: about a second. A hundred lines ask more than one question does, and a line
/// that costs much is asked more than once.
const MAX_VERIFY_STEPS: u64 = 3 * MAX_STEPS;

/// Most expectations in a request.
const MAX_EXPECTATIONS: usize = 100;

/// Two versions of a robots.txt.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DiffRequest {
    /// The version before the change.
    before: String,
    /// The version after the change.
    after: String,
    /// Only URLs whose path matches this pattern, such as `/products/` or `/*.css$`. Default: all.
    region: Option<String>,
    /// Known URLs or paths of the site, such as those of its sitemaps. They are counted, and examples are taken from
    /// them. At most 10,000.
    #[serde(default)]
    urls: Vec<String>,
    /// How robots.txt is read. Default: `google`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<maycrawl::answer::ProfileName>))]
    profile: Option<String>,
}

/// A checked [`DiffRequest`].
#[derive(Debug)]
pub struct Versions {
    before: Draft,
    after: Draft,
    region: Option<String>,
    urls: Vec<String>,
}

impl Request for DiffRequest {
    type Input = Versions;

    fn into_input(self) -> Result<Versions, Refusal> {
        if let Some(region) = &self.region {
            region_pattern(region).map_err(|message| {
                RefusalKind::BadRequest.with_detail(format!("`region`: {message}"))
            })?;
        }
        known_within_limits(&self.urls)?;
        let profile = self.profile.as_deref();
        Ok(Versions {
            before: Draft::new(self.before, profile, None)?,
            after: Draft::new(self.after, profile, None)?,
            region: self.region,
            urls: self.urls,
        })
    }
}

/// What changes between two versions.
///
/// # Errors
/// None that a request can cause.
pub fn diff(versions: &Versions, may_continue: Pause<'_>) -> Result<DiffAnswer, Refusal> {
    let change = change(versions, may_continue)?;
    let readers: Vec<_> = Reader::all().iter().collect();
    let [before, after] = [&versions.before, &versions.after].map(|draft| draft.robots.as_bytes());
    let programs = versions.region.is_none().then(|| {
        let mut budget = Budget::pausing(MAX_STEPS, may_continue);
        reader_changes(&readers, before, after, &mut budget).answer(&readers)
    });
    Ok(DiffAnswer::new(change, programs))
}

fn change(versions: &Versions, may_continue: Pause<'_>) -> Result<ChangeAnswer, Refusal> {
    let (before, after) = (versions.before.parse(), versions.after.parse());
    let region = versions.region.as_ref().map_or_else(Region::everything, |pattern| {
        Region::within(pattern.as_bytes(), versions.after.profile)
    });
    let mut budget = Budget::pausing(MAX_STEPS, may_continue);
    // Both versions have the profile of the request.
    let mut answer = ChangeAnswer::new(&before, &after, &region, MAX_EFFECTS, &mut budget)
        .map_err(|error| RefusalKind::Internal.with_detail(error.to_string()))?;
    if versions.urls.is_empty() {
        return Ok(answer);
    }
    let mut known = KnownUrls::new(&before, &after, &answer);
    for urls in versions.urls.chunks(URLS_BETWEEN_PAUSES) {
        if !may_continue() {
            // Counts over a part of the URLs would look complete.
            return Ok(answer);
        }
        for url in urls {
            match draft_url(url) {
                Ok(url) => known.add(&url),
                Err(_) => known.add_malformed(),
            }
        }
    }
    known.finish(UrlSource::List, &mut answer);
    Ok(answer)
}

/// A draft, and what is expected of it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct VerifyRequest {
    /// The draft.
    robots: String,
    /// One claim a line: `allow Googlebot /products/`, `disallow * /checkout/ except /checkout/help`, `same Googlebot
    /// bingbot /`, `refuse train * /news/`, `grant search * /`. At most 100.
    expectations: String,
    /// How robots.txt is read. Default: `google`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<maycrawl::answer::ProfileName>))]
    profile: Option<String>,
}

/// A checked [`VerifyRequest`].
#[derive(Debug)]
pub struct Claims {
    draft: Draft,
    expectations: Vec<Expectation>,
}

impl Request for VerifyRequest {
    type Input = Claims;

    fn into_input(self) -> Result<Claims, Refusal> {
        let expectations = expectation::parse(&self.expectations).map_err(|errors| {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            RefusalKind::BadRequest.with_detail(format!("`expectations`, {first}"))
        })?;
        if expectations.is_empty() {
            return Err(RefusalKind::BadRequest.with_detail(
                "`expectations` has no claim; write a line such as: disallow * /checkout/",
            ));
        }
        if expectations.len() > MAX_EXPECTATIONS {
            return Err(RefusalKind::TooLarge.with_detail(format!(
                "a request may have at most {MAX_EXPECTATIONS} expectations; split it"
            )));
        }
        Ok(Claims { draft: Draft::new(self.robots, self.profile.as_deref(), None)?, expectations })
    }
}

/// The expectations, each with its outcome.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct VerifyResponse {
    /// True if every expectation holds, as the profile reads the file. Programs with other readings are told with each.
    pub holds: bool,
    /// The expectations, in their order.
    pub expectations: Vec<VerifyAnswer>,
}

/// Whether the claims hold.
#[must_use]
pub fn verify(claims: &Claims, may_continue: Pause<'_>) -> VerifyResponse {
    let robots: RobotsTxt<'_> = claims.draft.parse();
    let mut budget = Budget::pausing(MAX_VERIFY_STEPS, may_continue);
    let verifier = Verifier::new(&robots, &mut budget);
    let readers: Vec<_> = Reader::all().iter().collect();
    let answers = (&*claims.expectations, verifier.verify_all(&claims.expectations, &mut budget));
    let mut budget = Budget::pausing(VerifyAnswer::STEPS_FOR_PROGRAMS, may_continue);
    let expectations = VerifyAnswer::of_all(&robots, &verifier, answers, &readers, &mut budget);
    let holds = |answer: &VerifyAnswer| answer.expectation.outcome == ExpectationOutcome::Holds;
    VerifyResponse { holds: expectations.iter().all(holds), expectations }
}
