//! What a change of a draft does, and whether a draft does what is expected of it: for every URL.

use axum::response::Response;
use maycrawl::RobotsTxt;
use maycrawl::answer::{ChangeAnswer, ProfileName};
use maycrawl::effect::{Budget, Region};
use maycrawl::expectation::{self, Expectation, ExpectationAnswer, ExpectationOutcome, Verifier};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::extract::{ApiRequest, Draft, WorkerInput};
use crate::json_body::json_bytes;
use crate::problem::{Problem, ProblemKind};
use crate::sliced_work::SlicedWork;

/// The steps of one request: about half a second.
pub(crate) const MAX_STEPS: u64 = 30_000_000;

/// Most effects of a class of crawlers in a response.
const MAX_EFFECTS: usize = 100;

/// Most expectations in a request.
const MAX_EXPECTATIONS: usize = 100;

/// Two versions of a robots.txt.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiffRequest {
    /// The version before the change.
    before: String,
    /// The version after the change.
    after: String,
    /// Only URLs whose path matches this pattern, such as `/products/` or `/*.css$`. Default: all.
    region: Option<String>,
    /// How robots.txt is read. Default: `google`.
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
}

/// A checked [`DiffRequest`].
pub(crate) struct Versions {
    before: Draft,
    after: Draft,
    region: Option<String>,
}

impl ApiRequest for DiffRequest {
    type Input = Versions;

    fn into_input(self) -> Result<Versions, Problem> {
        if let Some(region) = &self.region {
            is_pattern(region)?;
        }
        let profile = self.profile.as_deref();
        Ok(Versions {
            before: Draft::new(self.before, profile, None)?,
            after: Draft::new(self.after, profile, None)?,
            region: self.region,
        })
    }
}

fn is_pattern(text: &str) -> Result<(), Problem> {
    if text.starts_with(['/', '*']) {
        return Ok(());
    }
    Err(ProblemKind::BadRequest
        .with_detail("`region` matches no path, because paths begin with /; write /products/"))
}

/// Which URLs become blocked or allowed by a change of a draft, for which crawlers?
///
/// Compares two versions of a draft for every
/// crawler and every URL. Each effect has a path that shows it; the outcome `none` is proved. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/diff", tag = "draft", request_body(content = DiffRequest,
    example = json!({"before": "User-agent: *\nDisallow: /private/\n",
        "after": "User-agent: *\nDisallow: /private/\nDisallow: /search\n", "region": "/search",
        "profile": "google"})), responses(
    (status = OK, description = "The effects of the change", body = ChangeAnswer)))]
pub(crate) async fn diff(input: WorkerInput<DiffRequest>) -> Result<Response, Problem> {
    input.respond(|versions, work| json_bytes(&compare(&versions, work)?)).await
}

fn compare(versions: &Versions, work: &mut SlicedWork) -> Result<ChangeAnswer, Problem> {
    let (before, after) = (versions.before.parse(), versions.after.parse());
    let region = versions.region.as_ref().map_or_else(Region::everything, |pattern| {
        Region::within(pattern.as_bytes(), versions.after.profile)
    });
    let mut may_continue = || work.may_continue();
    let mut budget = Budget::pausing(MAX_STEPS, &mut may_continue);
    // Both versions have the profile of the request.
    ChangeAnswer::of(&before, &after, &region, MAX_EFFECTS, &mut budget)
        .map_err(|error| ProblemKind::Internal.with_detail(error.to_string()))
}

/// A draft, and what is expected of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyRequest {
    /// The draft.
    robots: String,
    /// One claim a line: `allow Googlebot /products/`, `disallow * /checkout/ except /checkout/help`, `same Googlebot
    /// bingbot /`. At most 100.
    expectations: String,
    /// How robots.txt is read. Default: `google`.
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
}

/// A checked [`VerifyRequest`].
pub(crate) struct Claims {
    draft: Draft,
    expectations: Vec<Expectation>,
}

impl ApiRequest for VerifyRequest {
    type Input = Claims;

    fn into_input(self) -> Result<Claims, Problem> {
        let expectations = expectation::parse(&self.expectations).map_err(|errors| {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            ProblemKind::BadRequest.with_detail(format!("`expectations`, {first}"))
        })?;
        if expectations.is_empty() {
            return Err(ProblemKind::BadRequest.with_detail(
                "`expectations` has no claim; write a line such as: disallow * /checkout/",
            ));
        }
        if expectations.len() > MAX_EXPECTATIONS {
            return Err(ProblemKind::TooLarge.with_detail(format!(
                "a request may have at most {MAX_EXPECTATIONS} expectations; split it"
            )));
        }
        Ok(Claims { draft: Draft::new(self.robots, self.profile.as_deref(), None)?, expectations })
    }
}

/// The expectations, each with its outcome.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VerifyResponse {
    /// True if every expectation holds.
    pub(crate) holds: bool,
    /// The expectations, in their order.
    pub(crate) expectations: Vec<ExpectationAnswer>,
}

/// Does this draft do what is expected of it, for every URL?
///
/// Each claim is proved, or fails with a URL that shows it.
/// Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/verify", tag = "draft", request_body(content = VerifyRequest,
    example = json!({"robots": "User-agent: *\nDisallow: /checkout/\n",
        "expectations": "allow Googlebot /products/\ndisallow * /checkout/\n", "profile": "google"})), responses(
    (status = OK, description = "The expectations, each with its outcome", body = VerifyResponse)))]
pub(crate) async fn verify(input: WorkerInput<VerifyRequest>) -> Result<Response, Problem> {
    input.respond(|claims, work| json_bytes(&decide(&claims, work))).await
}

fn decide(claims: &Claims, work: &mut SlicedWork) -> VerifyResponse {
    let robots: RobotsTxt<'_> = claims.draft.parse();
    let mut may_continue = || work.may_continue();
    let mut budget = Budget::pausing(MAX_STEPS, &mut may_continue);
    let verifier = Verifier::new(&robots, &mut budget);
    let expectations: Vec<_> =
        claims.expectations.iter().map(|one| verifier.verify(one, &mut budget)).collect();
    VerifyResponse {
        holds: expectations.iter().all(|answer| answer.outcome == ExpectationOutcome::Holds),
        expectations,
    }
}
