//! The profiles and policies that requests can name.

use axum::Json;
use maycrawl::Profile;
use maycrawl_fetch::Policy;
use serde::Serialize;
use utoipa::ToSchema;

/// Names of profiles with a title for people. Names that the library does not know are left out.
const PROFILES: [(&str, &str); 3] = [
    ("google", "Google's parser of today"),
    ("google-2019", "Google's text before July 2019"),
    ("rfc9309", "RFC 9309, the standard"),
];

/// Names of policies with a title for people. Names that the library does not know are left out.
const POLICIES: [(&str, &str); 4] = [
    ("google-2021", "Google's documents of 2019 to 2021"),
    ("google-2026", "Google's documents of today: 429 is a server error"),
    ("google-2019", "Google's text before July 2019"),
    ("rfc9309", "RFC 9309, the standard"),
];

/// The profiles and policies that requests can name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Options {
    /// How robots.txt is read. The first one is the default.
    pub(crate) profiles: Vec<NamedOption>,
    /// How sites that answer with errors are treated. The first one is the default.
    pub(crate) policies: Vec<NamedOption>,
}

/// A profile or a policy.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedOption {
    /// Its name in requests.
    pub(crate) name: &'static str,
    /// Its title, for people.
    pub(crate) title: &'static str,
}

/// Which profiles and policies can requests name?
///
/// Each has a title for people, in the order in which a form shows them.
#[utoipa::path(get, path = "/v1/options", tag = "draft", responses(
    (status = OK, description = "The profiles and policies, the default of each first", body = Options)))]
pub(crate) async fn options() -> Json<Options> {
    let named = |(name, title): &(&'static str, &'static str)| NamedOption { name, title };
    let profiles = PROFILES.iter().filter(|(name, _)| Profile::by_name(name).is_some());
    let policies = POLICIES.iter().filter(|(name, _)| name.parse::<Policy>().is_ok());
    Json(Options {
        profiles: profiles.map(named).collect(),
        policies: policies.map(named).collect(),
    })
}
