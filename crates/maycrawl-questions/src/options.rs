//! The profiles that requests can name.

use maycrawl::Profile;
use serde::Serialize;
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// Names of profiles with a title for people. Names that the library does not know are left out.
const PROFILES: [(&str, &str); 3] = [
    ("google", "Google's parser of today"),
    ("google-2019", "Google's text before July 2019"),
    ("rfc9309", "RFC 9309, the standard"),
];

/// A profile or a policy.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct NamedOption {
    /// Its name in requests.
    pub name: &'static str,
    /// Its title, for people.
    pub title: &'static str,
}

/// The profiles and policies that requests can name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Options {
    /// How robots.txt is read. The first one is the default.
    pub profiles: Vec<NamedOption>,
    /// How sites that answer with errors are treated. The first one is the default.
    pub policies: Vec<NamedOption>,
}

impl Options {
    /// The profiles, and these policies.
    #[must_use]
    pub fn with_policies(policies: Vec<NamedOption>) -> Self {
        let known = PROFILES.iter().filter(|(name, _)| Profile::by_name(name).is_some());
        let named = |&(name, title): &(&'static str, &'static str)| NamedOption { name, title };
        Self { profiles: known.map(named).collect(), policies }
    }
}
