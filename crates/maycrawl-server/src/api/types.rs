//! The answers as JSON. They are the types of the library under the names of the API. A test compares both.

use std::borrow::Cow;
use std::collections::BTreeMap;

pub(crate) use maycrawl::answer::{Answer, AnswerLocation, AnswerRule, MAX_TEXT_BYTES, beginning};
use maycrawl::consequence::FileKind;
use maycrawl::{Origin, Reason, Verdict};
use maycrawl_fetch::{Content, Missing, Policy, SiteState, Version};
use maycrawl_language::Language;
use serde::Serialize;
use utoipa::ToSchema;

use crate::json_body::CutOff;

/// The lines and groups of one crawler's verdicts about one file, by line number. A few lines decide many URLs.
#[derive(Default)]
pub(crate) struct LocationCache(BTreeMap<Option<u32>, AnswerLocation>);

impl LocationCache {
    /// Lines in the cache. Further lines are located each time.
    const MAX_LINES: usize = 64;

    /// The line and the group of a verdict. `find` locates them once for each line.
    pub(crate) fn of(
        &mut self,
        verdict: &Verdict<'_>,
        find: impl FnOnce() -> AnswerLocation,
    ) -> AnswerLocation {
        let has_place = matches!(
            verdict.reason(),
            Reason::Rule(_) | Reason::NoRuleMatched | Reason::EmptyGroup
        );
        match self.0.get(&verdict.line()) {
            _ if !has_place => AnswerLocation::default(),
            Some(place) => place.clone(),
            None => {
                let place = find();
                if self.0.len() < Self::MAX_LINES {
                    self.0.insert(verdict.line(), place.clone());
                }
                place
            }
        }
    }
}

/// Text for people. Of a longer one, the beginning.
pub(crate) fn shortened(text: &str, limit: usize) -> Cow<'_, str> {
    match std::str::from_utf8(beginning(text.as_bytes(), limit)) {
        Ok(shown) if shown.len() < text.len() => format!("{shown}...").into(),
        _ => text.into(),
    }
}

/// The answer about `verdict` with its sentences in `language`. `consequence` is that of the verdict.
pub(crate) fn translated(
    mut answer: Answer,
    verdict: &Verdict<'_>,
    consequence: impl FnOnce() -> Option<FileKind>,
    language: Language,
) -> Answer {
    // The library has written English.
    if language != Language::English {
        answer.verdict.message = language.short_reason(&verdict.reason());
        answer.consequence = consequence().map(|kind| language.consequence(kind).into());
    }
    answer
}

/// The answer about a URL of the origin `of`, asked of a file of the origin `own`.
pub(crate) fn elsewhere(
    url: &str,
    agent: &str,
    of: &Origin,
    own: &Origin,
    language: Language,
) -> Answer {
    let values = [
        ("of", of.to_string().into()),
        ("own", own.to_string().into()),
        ("difference", language.message(difference(of, own), &[]).into()),
    ];
    let note = language.message("note-other-origin", &values);
    let verdict = Verdict::elsewhere();
    translated(Answer::new(url, agent, &verdict).with_note(note), &verdict, || None, language)
}

/// The parts in which two origins differ: the key of their words.
fn difference(of: &Origin, own: &Origin) -> &'static str {
    match (of.scheme() == own.scheme(), of.host() == own.host(), of.port() == own.port()) {
        (false, true, true) => "differs-in-scheme",
        (false, false, _) => "differs-in-scheme-and-host",
        (true, false, _) => "differs-in-host",
        (_, true, false) | (true, true, true) => "differs-in-port",
    }
}

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

#[cfg(test)]
mod tests {
    use super::{beginning, shortened};

    /// Bytes, limit, and the bytes that remain.
    const ROWS: &[(&[u8], usize, &[u8])] = &[
        (b"abc", 3, b"abc"),
        (b"abcd", 3, b"abc"),
        (b"", 0, b""),
        ("ab\u{e9}".as_bytes(), 3, b"ab"),
        ("\u{1d11e}".as_bytes(), 3, b""),
        ("a\u{1d11e}".as_bytes(), 2, b"a"),
        // Not UTF-8: any position is allowed.
        (b"\x80\x80\x80\x80\x80", 4, b"\x80\x80\x80\x80"),
    ];

    #[test]
    fn text_is_cut_between_characters() {
        for (bytes, limit, expected) in ROWS {
            assert_eq!(beginning(bytes, *limit), *expected, "{bytes:?} {limit}");
        }
        assert_eq!(shortened("a\u{e9}b", 2), "a...");
        assert_eq!(shortened("ab", 2), "ab");
    }
}
