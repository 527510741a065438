//! The answers as JSON. They are the library's types under names of the API; a test keeps the two alike.

use std::borrow::Cow;
use std::collections::BTreeMap;

pub(crate) use maycrawl::answer::{Answer, AnswerLocation, AnswerRule, MAX_TEXT_BYTES, beginning};
use maycrawl::{Origin, Reason, Verdict};
use maycrawl_fetch::{Content, Missing, Policy, SiteState, Version};
use serde::Serialize;
use utoipa::ToSchema;

use crate::json_body::CutOff;

/// Places of one crawler's verdicts about one file, by line: many URLs are decided by few lines.
#[derive(Default)]
pub(crate) struct LocationCache(BTreeMap<Option<u32>, AnswerLocation>);

impl LocationCache {
    /// Lines that are kept; the places of more are found each time.
    const MOST: usize = 64;

    /// The place of a verdict, looked for once for each line.
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
                if self.0.len() < Self::MOST {
                    self.0.insert(verdict.line(), place.clone());
                }
                place
            }
        }
    }
}

/// Text for people, cut like a pattern.
pub(crate) fn shortened(text: &str, limit: usize) -> Cow<'_, str> {
    match std::str::from_utf8(beginning(text.as_bytes(), limit)) {
        Ok(shown) if shown.len() < text.len() => format!("{shown}...").into(),
        _ => text.into(),
    }
}

/// The answer about a URL of the origin `of`, asked of a file of the origin `own`.
pub(crate) fn elsewhere(url: &str, agent: &str, of: &Origin, own: &Origin) -> Answer {
    let note = format!("This URL is on {of}; this file is for {own} ({})", difference(of, own));
    Answer::new(url, agent, &Verdict::new(Reason::NotApplicable)).with_note(note)
}

/// The parts in which two origins differ, in words.
fn difference(of: &Origin, own: &Origin) -> &'static str {
    match (of.scheme() == own.scheme(), of.host() == own.host(), of.port() == own.port()) {
        (false, true, true) => "a different scheme",
        (false, false, _) => "a different scheme and host",
        (true, false, _) => "a different host",
        (_, true, false) | (true, true, true) => "a different port",
    }
}

/// One version of an origin's file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct VersionInfo {
    /// 1 is the current one.
    pub(crate) version: usize,
    /// The first fetch that brought it.
    pub(crate) first_seen: String,
    /// The last that did.
    pub(crate) last_seen: String,
    /// Its size, if it is a file.
    pub(crate) bytes: Option<usize>,
    /// What the site answered: `200`, `404`, `FTP 550`, `redirects`.
    pub(crate) result: String,
    /// Why there is no file, if there is none.
    pub(crate) missing: Option<String>,
    /// The file; bytes that are no UTF-8 are replaced.
    pub(crate) file: Option<String>,
    /// True when no byte had to be replaced.
    pub(crate) is_exact: bool,
    /// True when the file goes on beyond the 500 KiB that are read.
    pub(crate) is_cut: bool,
}

impl VersionInfo {
    /// The `number`th version.
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
    /// What was asked for.
    pub(crate) url: String,
    /// The status, or FTP's reply code; 0 if nothing answered.
    pub(crate) status: u16,
}

impl From<&maycrawl_fetch::Hop> for HopInfo {
    fn from(hop: &maycrawl_fetch::Hop) -> Self {
        Self { url: hop.url.clone(), status: hop.status }
    }
}

/// What is told of an origin's file beside its versions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FileInfo {
    /// What verdicts rest on.
    #[serde(flatten)]
    pub(crate) site: SiteState,
    /// Why the site was not asked again, where somebody wanted that; or that crawlers do not read the file that was
    /// named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// Where another policy decides otherwise about the site.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) differs_under: Vec<PolicyDifference>,
    /// How the last fetch went, in words.
    pub(crate) last_fetch: String,
    /// When it began; `null` where no connection was made.
    pub(crate) last_fetch_at: Option<String>,
    /// Its requests: more than one where the site redirects; none where no connection was made.
    pub(crate) hops: Vec<HopInfo>,
}

/// An origin's file and its history.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RobotsFile {
    /// What there is to tell beside the versions.
    #[serde(flatten)]
    pub(crate) head: FileInfo,
    /// The versions that were seen, the current one first.
    pub(crate) versions: Vec<VersionItem>,
}

/// A version among many: one of the two.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum VersionItem {
    /// A version.
    Seen(Box<VersionInfo>),
    /// The last element where older versions are left out.
    #[allow(dead_code)] // it describes what `ElementWriter` writes
    CutOff(CutOff),
}

/// An answer about a live site, and what it rests on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckResponse {
    /// The answer.
    #[serde(flatten)]
    pub(crate) answer: Answer,
    /// Policies under which the decision would be another one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) differs_under: Vec<PolicyDifference>,
    /// What it rests on.
    pub(crate) site: SiteState,
}

/// A policy under which a decision would be another one.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PolicyDifference {
    /// The policy: `google-2026`.
    pub(crate) policy: &'static str,
    /// What it would decide, and why.
    pub(crate) text: String,
}

impl PolicyDifference {
    /// The one with which `policy` is compared, if it decides otherwise.
    pub(crate) fn of(policy: Policy, text: Option<String>) -> Vec<Self> {
        let differs = text.map(|text| Self { policy: policy.compared().name(), text });
        differs.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{beginning, shortened};

    /// Bytes, limit, and the bytes that are shown.
    const ROWS: &[(&[u8], usize, &[u8])] = &[
        (b"abc", 3, b"abc"),
        (b"abcd", 3, b"abc"),
        (b"", 0, b""),
        ("ab\u{e9}".as_bytes(), 3, b"ab"),
        ("\u{1d11e}".as_bytes(), 3, b""),
        ("a\u{1d11e}".as_bytes(), 2, b"a"),
        // No UTF-8: any place is as good.
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
