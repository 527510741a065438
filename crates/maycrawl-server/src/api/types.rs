//! The answers as JSON. They are the types of the library under the names of the API. A test compares both.

use maycrawl::answer::Answer;
use maycrawl_fetch::{Basis, Content, Missing, Outlook, Policy, SiteState, Version};
use serde::Serialize;
use utoipa::ToSchema;

use crate::json_body::CutOff;

/// One version of an origin's robots.txt.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct VersionInfo {
    /// Its number. 1 is the current version.
    pub(crate) version: usize,
    /// The time of the first fetch that returned it.
    pub(crate) first_seen: String,
    /// The time of the last fetch that returned it.
    pub(crate) last_seen: String,
    /// Its size in bytes, if it is a file.
    #[schema(required)]
    pub(crate) bytes: Option<usize>,
    /// The response of the site: `200`, `404`, `FTP 550`, `redirects`.
    pub(crate) result: String,
    /// The reason, if there is no file.
    #[schema(required)]
    pub(crate) missing: Option<String>,
    /// The file. Bytes that are not UTF-8 are replaced.
    #[schema(required)]
    pub(crate) file: Option<String>,
    /// Whether no byte was replaced.
    pub(crate) is_exact: bool,
    /// Whether the file is longer than the 500 KiB that are read.
    pub(crate) is_cut: bool,
}

impl VersionInfo {
    /// The version with this number.
    #[must_use]
    pub(crate) fn new(number: usize, version: &Version) -> Self {
        let mut seen = Self {
            version: number,
            first_seen: version.first_seen.to_string(),
            last_seen: version.last_seen.to_string(),
            bytes: None,
            result: "200".to_owned(),
            missing: None,
            file: None,
            is_exact: true,
            is_cut: false,
        };
        match &version.content {
            Content::File { bytes, cut, .. } => {
                let text = String::from_utf8_lossy(bytes);
                seen.bytes = Some(bytes.len());
                seen.is_exact = matches!(text, std::borrow::Cow::Borrowed(_));
                seen.is_cut = *cut;
                seen.file = Some(text.into_owned());
            }
            Content::Missing(missing) => {
                seen.missing = Some(missing.to_string());
                seen.result = match missing {
                    Missing::Status(code) | Missing::ErrorForMissingPages(code) => code.to_string(),
                    Missing::Ftp(code) => format!("FTP {code}"),
                    Missing::TooManyRedirects | Missing::RedirectLoop => "redirects".to_owned(),
                    other => other.to_string(),
                };
            }
        }
        seen
    }
}

/// One request of a fetch.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HopInfo {
    /// The requested URL.
    pub(crate) url: String,
    /// The HTTP status or the FTP reply code; `null` without an answer.
    #[schema(required)]
    pub(crate) status: Option<u16>,
}

impl From<&maycrawl_fetch::Hop> for HopInfo {
    fn from(hop: &maycrawl_fetch::Hop) -> Self {
        Self { url: hop.url.clone(), status: hop.status }
    }
}

/// The information about an origin's robots.txt, without its versions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FileInfo {
    /// The basis of the verdicts.
    #[serde(flatten)]
    pub(crate) site: SiteState,
    /// Why a refresh fetched nothing, or that crawlers never read the file of the URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) note: Option<String>,
    /// Policies with another decision about the site.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) differs_under: Vec<PolicyDifference>,
    /// The result of the last fetch, in words.
    pub(crate) last_result: String,
    /// The time when it began; `null` if there was no connection.
    #[schema(required)]
    pub(crate) last_fetch_at: Option<String>,
    /// Its requests: more than one if the site redirects, none if there was no connection.
    pub(crate) hops: Vec<HopInfo>,
    /// What comes of a site that fails, if it goes on failing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) outlook: Option<OutlookInfo>,
}

/// What comes of a site that fails, if it goes on failing.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OutlookInfo {
    /// Time of the first failure.
    since: String,
    /// The end of the pause that the site asks for (`Retry-After`).
    #[schema(required)]
    retry_after: Option<String>,
    /// When verdicts rest on something else, at the earliest; `null` if that does not come.
    #[schema(required)]
    changes_at: Option<String>,
    /// What they rest on then; `null` if that depends on whether other pages of the site answer.
    #[schema(required)]
    next_basis: Option<Basis>,
    /// The same in sentences: until when the site stays closed, by which document, and the repair.
    pub(crate) text: String,
}

impl OutlookInfo {
    pub(crate) fn new(outlook: Outlook, text: String) -> Self {
        Self {
            since: outlook.since.to_string(),
            retry_after: outlook.retry_after.map(|it| it.to_string()),
            changes_at: outlook.changes_at.map(|it| it.to_string()),
            next_basis: outlook.next_basis,
            text,
        }
    }
}

/// An origin's robots.txt and its versions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RobotsFile {
    /// The information about the file.
    #[serde(flatten)]
    pub(crate) head: FileInfo,
    /// The stored versions, the current one first.
    pub(crate) versions: Vec<VersionItem>,
}

/// An element of the list of versions: one of the two.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum VersionItem {
    /// A version.
    Seen(Box<VersionInfo>),
    /// The last element, if older versions are left out.
    #[allow(dead_code)] // it describes what `ElementWriter` writes
    CutOff(CutOff),
}

/// An answer about a live site, and its basis.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckResponse {
    /// The answer.
    #[serde(flatten)]
    pub(crate) answer: Answer,
    /// Policies with another decision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) differs_under: Vec<PolicyDifference>,
    /// The basis of the answer.
    pub(crate) site: SiteState,
}

/// A policy with another decision.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PolicyDifference {
    /// The policy: `google-2026`.
    pub(crate) policy: Policy,
    /// Its decision and the reason.
    pub(crate) text: String,
}

impl PolicyDifference {
    /// The policy that `policy` is compared with, if its decision differs: then `text` says how.
    pub(crate) fn of(policy: Policy, text: Option<String>) -> Vec<Self> {
        let differs = text.map(|text| Self { policy: policy.compare_with(), text });
        differs.into_iter().collect()
    }
}
