//! The serialised state of an origin. The command and the service write the same keys.

use maycrawl_policy::{Basis, Hop, Policy, PolicyDifference, Timestamp};
use serde::Serialize;

use crate::origin_robots::{OldCopy, OriginRobots};

/// The state that verdicts about an origin rest on, for JSON.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use maycrawl_fetch::{Fetcher, SiteState};
///
/// let robots = Fetcher::builder().build()?.robots_for("https://example.com/").await?;
/// println!("{}", serde_json::to_string(&SiteState::new(&robots))?);
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SiteState {
    /// The origin: `https://example.com`.
    pub origin: String,
    /// The URL of its robots.txt.
    pub robots_url: String,
    /// The state as a sentence.
    pub state: String,
    /// The answer that was there before, if Google may still go by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub old_copy: Option<OldCopyState>,
    /// What verdicts rest on.
    pub basis: Basis,
    /// Time of the first fetch that returned the current version.
    #[cfg_attr(feature = "schema", schema(required))]
    pub first_seen: Option<String>,
    /// Time of the last fetch that returned it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub last_seen: Option<String>,
    /// An answer that would replace the known file, such as 403, and what came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub refusal: Option<RefusalState>,
    /// The last fetch, successful or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub last_fetch: Option<FetchState>,
    /// The decision of the policy to compare with, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub policy_difference: Option<DifferenceState>,
}

/// An answer that Google may still go by, as part of a [`SiteState`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct OldCopyState {
    /// Until when.
    pub until: String,
    /// The same as a sentence.
    pub text: String,
}

impl From<OldCopy> for OldCopyState {
    fn from(copy: OldCopy) -> Self {
        Self { until: copy.until.to_string(), text: copy.text }
    }
}

/// An answer that would replace a known file, as part of a [`SiteState`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct RefusalState {
    /// The answer as a clause: `it answered 403`.
    pub answer: String,
    /// Time of the first of these answers; of the last one if the refusal counts.
    pub since: String,
    /// Time of the last fetch of the file.
    pub file_seen: String,
    /// False while the file stays in force; true if the refusal has replaced it.
    pub counts: bool,
    /// The basis by the documents, which do not ask for a confirmation.
    pub documents: Basis,
}

/// A fetch, as part of a [`SiteState`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FetchState {
    /// Start of the fetch.
    pub at: String,
    /// Its duration in milliseconds, all hops together.
    pub millis: u64,
    /// The outcome as a sentence.
    pub result: String,
    /// Every request, in order.
    pub hops: Vec<Hop>,
    /// The field `Age` of the answer in seconds: how long caches on the way had kept it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub age: Option<u64>,
    /// How long caches may go on giving the answer, in seconds: `max-age` of `Cache-Control` without `Age`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub fresh_for: Option<u64>,
}

/// The decision of another policy, as part of a [`SiteState`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DifferenceState {
    /// The policy's name.
    pub policy: Policy,
    /// The basis under that policy.
    pub basis: Basis,
    /// The difference as a sentence.
    pub text: String,
}

impl SiteState {
    /// The state without the last fetch and without other policies, for clients that must not learn about the network.
    #[must_use]
    pub fn brief(robots: &OriginRobots) -> Self {
        let version = robots.entry().version();
        let time = |time: Timestamp| time.to_string();
        Self {
            origin: robots.origin().to_string(),
            robots_url: robots.origin().robots_url(),
            state: sentence(robots),
            old_copy: robots.old_copy().map(OldCopyState::from),
            basis: robots.basis(),
            first_seen: version.map(|version| time(version.first_seen)),
            last_seen: version.map(|version| time(version.last_seen)),
            refusal: RefusalState::new(robots),
            last_fetch: None,
            policy_difference: None,
        }
    }

    /// The complete state.
    #[must_use]
    pub fn new(robots: &OriginRobots) -> Self {
        let last = robots.entry().last_fetch();
        let difference = robots.differs_under(robots.policy().compare_with());
        Self {
            last_fetch: Some(FetchState {
                at: last.at.to_string(),
                millis: last.millis,
                result: last.result.clone(),
                hops: last.hops.clone(),
                age: last.age,
                fresh_for: last.fresh_for,
            }),
            policy_difference: difference.as_ref().map(DifferenceState::from),
            ..Self::brief(robots)
        }
    }
}

impl RefusalState {
    /// The refusal that verdicts about an origin rest on, or that they do not rest on yet. `None` after another answer.
    #[must_use]
    pub fn new(robots: &OriginRobots) -> Option<Self> {
        let refusal = robots.refusal()?;
        Some(Self {
            answer: refusal.text,
            since: refusal.since.to_string(),
            file_seen: refusal.file.to_string(),
            counts: refusal.counts,
            documents: refusal.documents,
        })
    }
}

impl From<&PolicyDifference> for DifferenceState {
    fn from(difference: &PolicyDifference) -> Self {
        Self { policy: difference.policy, basis: difference.basis, text: difference.to_string() }
    }
}

/// The state as a sentence. It also says if the robots.txt is a web page.
fn sentence(robots: &OriginRobots) -> String {
    match robots.bytes().and_then(|_| robots.site.web_page_lines()) {
        Some(lines) => {
            format!("{robots}; it is a web page (HTML), and crawlers read {lines} lines of it")
        }
        None => robots.to_string(),
    }
}
