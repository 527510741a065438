//! The state of a live site's robots.txt, for people and as JSON: what a verdict rests on.

use std::fmt;

use maycrawl_fetch::{OriginRobots, PolicyDifference};
use serde::Serialize;

/// What a verdict rests on, as JSON.
#[derive(Clone, Serialize)]
pub(crate) struct JsonRobots {
    pub(crate) url: String,
    pub(crate) state: String,
    pub(crate) basis: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first_seen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last_seen: Option<String>,
    pub(crate) last_fetch: JsonFetch,
    /// The decision of the policy `google-2026`, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) policy_difference: Option<JsonDifference>,
}

/// A fetch, as JSON.
#[derive(Clone, Serialize)]
pub(crate) struct JsonFetch {
    pub(crate) at: String,
    pub(crate) millis: u64,
    pub(crate) result: String,
    pub(crate) hops: Vec<maycrawl_fetch::Hop>,
}

/// The decision of another policy, as JSON.
#[derive(Clone, Serialize)]
pub(crate) struct JsonDifference {
    policy: &'static str,
    basis: &'static str,
    text: String,
}

impl JsonRobots {
    pub(crate) fn new(robots: &OriginRobots) -> Self {
        let entry = robots.entry();
        let version = entry.version();
        let last = entry.last_fetch();
        Self {
            url: format!("{}/robots.txt", robots.origin()),
            state: robots.to_string(),
            basis: robots.basis().name(),
            first_seen: version.map(|version| version.first_seen.to_string()),
            last_seen: version.map(|version| version.last_seen.to_string()),
            last_fetch: JsonFetch {
                at: last.at.to_string(),
                millis: last.millis,
                result: last.result.clone(),
                hops: last.hops.clone(),
            },
            policy_difference: JsonDifference::new(robots),
        }
    }
}

impl JsonDifference {
    /// `None` where the two policies decide the same.
    pub(crate) fn new(robots: &OriginRobots) -> Option<Self> {
        difference(robots).map(|difference| Self {
            policy: difference.policy.name(),
            basis: difference.basis.name(),
            text: difference.to_string(),
        })
    }
}

/// The state of a robots.txt as text, with the decision of the policy `google-2026` where it differs.
pub(crate) struct RobotsState<'r>(pub(crate) &'r OriginRobots);

impl fmt::Display for RobotsState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match difference(self.0) {
            Some(difference) => write!(f, "{}; {difference}", self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

/// How the policy to compare with decides, where it differs.
fn difference(robots: &OriginRobots) -> Option<PolicyDifference> {
    robots.differs_under(robots.policy().compared())
}
