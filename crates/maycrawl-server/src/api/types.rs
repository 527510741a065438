//! The answers as JSON. They are the types of the library under the names of the API. A test compares both.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maycrawl::{
    Decision, MatchedRule, Origin, Reason, RequestUrl, RobotsTxt, Verdict, VerdictLocation,
};
use maycrawl_fetch::{Content, Missing, OriginRobots, Policy, Version};
use serde::Serialize;
use utoipa::ToSchema;

use crate::json_body::CutOff;

/// May this crawler fetch this URL, and why?
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Answer {
    /// The URL of the request.
    pub(crate) url: String,
    /// The URL that a crawler requests, if its path differs from the path of `url`. The answer is about this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) requested: Option<String>,
    /// The crawler's product token.
    pub(crate) agent: String,
    /// The result for people: like `decision`, but `unreachable` if the robots.txt could not be read.
    pub(crate) outcome: &'static str,
    /// `allowed`, `disallowed`, or `not-applicable` for a URL of another origin.
    pub(crate) decision: &'static str,
    /// The decision as a boolean; `null` for a URL of another origin.
    pub(crate) allowed: Option<bool>,
    /// The reason, for machines: `rule`, `no-rule-matched`, `no-group`, `no-file` and so on.
    pub(crate) reason: &'static str,
    /// The reason, for people.
    pub(crate) message: String,
    /// The number of the deciding line, or 0 if no line decided.
    pub(crate) line: u32,
    /// The deciding rule; `null` if no rule decided.
    pub(crate) rule: Option<Rule>,
    /// The deciding line as the file spells it, without its comment; at most its first 1,024 bytes.
    pub(crate) text: Option<String>,
    /// The user agent whose group was followed, as the file spells it.
    pub(crate) group: Option<String>,
    /// The number of the line of that user agent.
    pub(crate) group_line: Option<u32>,
    /// For a disallowed URL: the consequence for search results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) consequence: Option<&'static str>,
    /// For a URL of another origin: a sentence with both origins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
}

/// The line and the group of a verdict, as the file spells them.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocationText {
    text: Option<String>,
    group: Option<String>,
    group_line: Option<u32>,
}

impl From<VerdictLocation<'_>> for LocationText {
    fn from(located: VerdictLocation<'_>) -> Self {
        let cut = |bytes| String::from_utf8_lossy(beginning(bytes, MAX_PATTERN_BYTES)).into_owned();
        Self {
            text: located.text.map(cut),
            group: located.agent.map(|agent| cut(agent.value)),
            group_line: located.agent.map(|agent| agent.line),
        }
    }
}

/// The lines and groups of one crawler's verdicts about one file, by line number. A few lines decide many URLs.
#[derive(Default)]
pub(crate) struct LocationCache(BTreeMap<u32, LocationText>);

impl LocationCache {
    /// Lines in the cache. Further lines are located each time.
    const MAX_LINES: usize = 64;

    /// The line and the group of a verdict. `find` locates them once for each line.
    pub(crate) fn of(
        &mut self,
        verdict: &Verdict<'_>,
        find: impl FnOnce() -> LocationText,
    ) -> LocationText {
        let has_place = matches!(
            verdict.reason(),
            Reason::Rule(_) | Reason::NoRuleMatched | Reason::EmptyGroup
        );
        match self.0.get(&verdict.line()) {
            _ if !has_place => LocationText::default(),
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

/// The rule that decided.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Rule {
    /// The number of its line, from 1.
    pub(crate) line: u32,
    /// `allow` or `disallow`.
    pub(crate) kind: &'static str,
    /// The pattern as written; at most its first 1,024 bytes.
    pub(crate) pattern: String,
    /// Size of the complete pattern in bytes, if `pattern` is only its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pattern_bytes: Option<usize>,
    /// Length of the pattern's normal form in octets. The longest matching pattern decides.
    pub(crate) priority: usize,
    /// Number of bytes of the path that the pattern matches.
    pub(crate) matched: usize,
}

impl From<MatchedRule<'_>> for Rule {
    fn from(rule: MatchedRule<'_>) -> Self {
        Self {
            line: rule.line,
            kind: rule.kind.name(),
            pattern: String::from_utf8_lossy(beginning(rule.pattern, MAX_PATTERN_BYTES))
                .into_owned(),
            pattern_bytes: Some(rule.pattern.len()).filter(|&len| len > MAX_PATTERN_BYTES),
            priority: rule.priority,
            matched: rule.matched,
        }
    }
}

/// Size of a pattern in an answer, as `pattern` and in a message.
pub(crate) const MAX_PATTERN_BYTES: usize = 1 << 10;
const MAX_MESSAGE_BYTES: usize = 128;

/// The first `limit` bytes, or up to three fewer, so that no character is cut.
pub(crate) fn beginning(bytes: &[u8], limit: usize) -> &[u8] {
    let Some(&next) = bytes.get(limit) else { return bytes };
    let is_inside = |byte: u8| byte & 0xC0 == 0x80;
    let mut end = limit;
    if is_inside(next) {
        // A character has four bytes at most.
        let first = (limit.saturating_sub(3)..limit).rev().find(|&i| !is_inside(bytes[i]));
        end = first.unwrap_or(limit);
    }
    &bytes[..end]
}

/// The reason as a sentence. A long pattern is shortened, because `rule` has it too.
fn message(reason: Reason<'_>) -> String {
    match reason {
        Reason::Rule(rule) if rule.pattern.len() > MAX_MESSAGE_BYTES && rule.priority > 0 => {
            let pattern = beginning(rule.pattern, MAX_MESSAGE_BYTES);
            let shown = Reason::Rule(MatchedRule { pattern, ..rule });
            format!("{shown}... ({} bytes)", rule.pattern.len())
        }
        reason => reason.to_string(),
    }
}

/// Text for people, shortened like a pattern.
pub(crate) fn shortened(text: &str, limit: usize) -> Cow<'_, str> {
    match std::str::from_utf8(beginning(text.as_bytes(), limit)) {
        Ok(shown) if shown.len() < text.len() => format!("{shown}...").into(),
        _ => text.into(),
    }
}

impl Answer {
    /// The answer of a verdict.
    #[must_use]
    pub(crate) fn new(url: &str, agent: &str, verdict: &Verdict<'_>) -> Self {
        let (decision, allowed) = match verdict.decision() {
            Decision::Allowed => ("allowed", Some(true)),
            Decision::Disallowed => ("disallowed", Some(false)),
            Decision::NotApplicable => ("not-applicable", None),
        };
        let outcome = if verdict.is_unreachable() { "unreachable" } else { decision };
        Self {
            url: url.to_owned(),
            requested: None,
            agent: agent.to_owned(),
            outcome,
            decision,
            allowed,
            reason: verdict.reason().name(),
            message: message(verdict.reason()),
            line: verdict.line(),
            rule: verdict.rule().map(Rule::from),
            text: None,
            group: None,
            group_line: None,
            consequence: None,
            note: None,
        }
    }

    /// The answer with its line and group, and with the consequence for search results.
    #[must_use]
    pub(crate) fn at(self, place: LocationText, consequence: Option<&'static str>) -> Self {
        let LocationText { text, group, group_line } = place;
        Self { text, group, group_line, consequence, ..self }
    }

    /// The answer with the URL that a crawler requests, if its path differs from the written one.
    #[must_use]
    pub(crate) fn requesting(self, url: &RequestUrl) -> Self {
        let requested = url.is_path_changed().then(|| url.as_str().to_owned());
        Self { requested, ..self }
    }

    /// The answer about a URL of the origin `of` under the file of the origin `own`.
    #[must_use]
    pub(crate) fn elsewhere(url: &str, agent: &str, of: &Origin, own: &Origin) -> Self {
        let note = format!("This URL is on {of}; this file is for {own} ({})", difference(of, own));
        let verdict = Verdict::new(Reason::NotApplicable);
        Self { note: Some(note), ..Self::new(url, agent, &verdict) }
    }
}

/// The difference between two origins, in words.
fn difference(of: &Origin, own: &Origin) -> &'static str {
    let (scheme, host) = split(of);
    let (own_scheme, own_host) = split(own);
    let name = |authority: &str| {
        // Digits after the last colon are a port, unless the colon is inside an IPv6 address.
        let port = authority.rsplit_once(':').filter(|(_, port)| !port.contains(']'));
        port.map_or(authority, |(name, _)| name).to_owned()
    };
    match (scheme == own_scheme, host == own_host) {
        (false, true) => "a different scheme",
        (_, false) if name(host) == name(own_host) => "a different port",
        (false, false) => "a different scheme and host",
        _ => "a different host",
    }
}

fn split(origin: &Origin) -> (&str, &str) {
    origin.as_str().split_once("://").unwrap_or_default()
}

/// The basis of the verdicts about an origin.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Site {
    /// The origin: `https://example.com`.
    pub(crate) origin: String,
    /// The URL of its robots.txt.
    pub(crate) robots_url: String,
    /// The basis as a sentence.
    pub(crate) state: String,
    /// `file`, `no-file`, `disallowed`, `last-copy`, `no-limits` or `nothing`.
    pub(crate) basis: &'static str,
    /// The time of the first fetch of the current version.
    pub(crate) first_seen: Option<String>,
    /// The time of its last fetch.
    pub(crate) last_seen: Option<String>,
}

impl From<&OriginRobots> for Site {
    fn from(robots: &OriginRobots) -> Self {
        let version = robots.entry().version();
        Self {
            origin: robots.origin().to_owned(),
            robots_url: format!("{}/robots.txt", robots.origin()),
            state: state(robots),
            basis: robots.basis().name(),
            first_seen: version.map(|version| version.first_seen.to_string()),
            last_seen: version.map(|version| version.last_seen.to_string()),
        }
    }
}

/// The basis of verdicts as a sentence. It says so if the robots.txt is a web page.
fn state(robots: &OriginRobots) -> String {
    let starts = robots.bytes().and_then(|bytes| bytes.trim_ascii_start().first());
    let page = (starts == Some(&b'<')).then(|| robots.parse()).filter(RobotsTxt::is_web_page);
    match page.map(|page| page.directive_count()) {
        Some(lines) => {
            format!("{robots}; it is a web page (HTML), and crawlers use {lines} lines of it")
        }
        None => robots.to_string(),
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
    pub(crate) bytes: Option<usize>,
    /// The response of the site: `200`, `404`, `FTP 550`, `redirects`.
    pub(crate) result: String,
    /// The reason, if there is no file.
    pub(crate) missing: Option<String>,
    /// The file. Bytes that are not UTF-8 are replaced.
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
    /// The HTTP status or the FTP reply code, or 0 without an answer.
    pub(crate) status: u16,
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
    pub(crate) site: Site,
    /// Why a refresh fetched nothing, or that crawlers never read the file of the URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// Policies with another decision about the site.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) differs_under: Vec<PolicyDifference>,
    /// The result of the last fetch, in words.
    pub(crate) last_fetch: String,
    /// The time when it began; `null` if there was no connection.
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
    pub(crate) site: Site,
}

/// A policy with another decision.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PolicyDifference {
    /// The policy: `google-2026`.
    pub(crate) policy: &'static str,
    /// Its decision and the reason.
    pub(crate) text: String,
}

impl PolicyDifference {
    /// The policy that `policy` is compared with, if its decision differs: then `text` says how.
    pub(crate) fn of(policy: Policy, text: Option<String>) -> Vec<Self> {
        let differs = text.map(|text| Self { policy: policy.compared().name(), text });
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
