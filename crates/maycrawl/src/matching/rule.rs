//! Rules: how a rule matches a path, and which of two rules wins.
//!
//! Source: Google, *URL matching based on path values* and *Order of precedence for group-member lines*; RFC 9309
//! section 2.2.2. Compiled rules, the single pass, the explanation and the lints all use these functions.

use core::fmt;
use core::str::FromStr;

use crate::matching::path_search::PathSearch;
use crate::matching::pattern::End;
use crate::profile::Profile;
use crate::text::name::{self, UnknownName};

/// The kind of a rule: `allow` or `disallow`. (RFC 9309 section 2.2.2.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RuleKind {
    /// The rule forbids matching paths.
    Disallow,
    /// The rule permits matching paths.
    Allow,
}

impl RuleKind {
    /// The field's name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Disallow => "disallow",
            Self::Allow => "allow",
        }
    }

    /// The field's name in its usual case.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::Disallow => "Disallow",
            Self::Allow => "Allow",
        }
    }
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RuleKind {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        name::parse("rule kind", text, &[Self::Disallow, Self::Allow], Self::name)
    }
}

/// The order in which rules win, as a number: octets of the pattern, then allow, then the earlier line.
#[inline(always)]
pub fn precedence(octets: usize, kind: RuleKind, line: u32) -> u64 {
    (octets as u64) << 33 | u64::from(kind == RuleKind::Allow) << 32 | u64::from(!line)
}

/// How a rule matches a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleMatch {
    /// Octets that count for [`precedence`].
    pub octets: usize,
    /// The number of bytes of the path that the pattern covers.
    pub(crate) matched: usize,
    /// True if the path is the directory of the index page that the rule names; see [`index_directory`].
    pub(crate) as_directory: bool,
}

/// How a rule whose pattern has this normal form matches the path, if it does. O(path + pattern).
#[inline]
pub fn match_rule(
    normal_form: &[u8],
    kind: RuleKind,
    search: &PathSearch<'_>,
    profile: Profile,
) -> Option<RuleMatch> {
    if let Some(matched) = search.match_len(normal_form) {
        return Some(RuleMatch { octets: normal_form.len(), matched, as_directory: false });
    }
    let directory = index_directory(normal_form, kind, profile)?;
    let matched = search.match_body(directory, End::OfPath)?;
    Some(RuleMatch { octets: index_directory_octets(directory), matched, as_directory: true })
}

/// The directory that `Allow: <directory>index.htm...` also allows, without the paths below it: the pattern
/// `<directory>$`.
///
/// Google's code treats `index.htm`, `index.html` and every name that begins with `index.htm` as the page of the
/// directory. `None` for every other rule, and for profiles without this.
#[inline]
pub fn index_directory(normal_form: &[u8], kind: RuleKind, profile: Profile) -> Option<&[u8]> {
    if kind == RuleKind::Disallow || !profile.directory_index {
        return None;
    }
    let slash = memchr::memrchr(b'/', normal_form)?;
    normal_form[slash..].starts_with(b"/index.htm").then(|| &normal_form[..=slash])
}

/// The octets of `<directory>$`.
pub fn index_directory_octets(directory: &[u8]) -> usize {
    directory.len() + 1
}
