//! The answers as JSON. They are the library's types under names of the API; a test keeps the two alike.

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
    /// The URL as it was asked.
    pub(crate) url: String,
    /// The URL that a crawler requests, where its path is another than the one that was asked: the answer is about
    /// this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) requested: Option<String>,
    /// The crawler's product token.
    pub(crate) agent: String,
    /// What a person should know: as `decision`, but `unreachable` where the robots.txt could not be read.
    pub(crate) outcome: &'static str,
    /// `allowed`, `disallowed`, or `not-applicable` for a URL of another origin.
    pub(crate) decision: &'static str,
    /// `null` where the file does not speak for the URL.
    pub(crate) allowed: Option<bool>,
    /// Why, for machines: `rule`, `no-rule-matched`, `no-group`, `no-file` and so on.
    pub(crate) reason: &'static str,
    /// Why, for people.
    pub(crate) message: String,
    /// The deciding line, 0 if none decided.
    pub(crate) line: u32,
    /// The deciding rule, if one decided.
    pub(crate) rule: Option<Rule>,
    /// The deciding line as the file spells it, without its comment; of a longer one the first 1,024 bytes.
    pub(crate) text: Option<String>,
    /// The user agent whose group was followed, as the file spells it.
    pub(crate) group: Option<String>,
    /// The line of that user agent.
    pub(crate) group_line: Option<u32>,
    /// For a disallowed URL: what that means for search results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) consequence: Option<&'static str>,
    /// For a URL that the file does not speak for: whose it is.
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

/// Places of one crawler's verdicts about one file, by line: many URLs are decided by few lines.
#[derive(Default)]
pub(crate) struct LocationCache(BTreeMap<u32, LocationText>);

impl LocationCache {
    /// Lines that are kept; the places of more are found each time.
    const MOST: usize = 64;

    /// The place of a verdict, looked for once for each line.
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
                if self.0.len() < Self::MOST {
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
    /// Its line, from 1.
    pub(crate) line: u32,
    /// `allow` or `disallow`.
    pub(crate) kind: &'static str,
    /// The pattern as written; of a longer one the first 1,024 bytes.
    pub(crate) pattern: String,
    /// Bytes of the whole pattern, where `pattern` is only its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pattern_bytes: Option<usize>,
    /// Octets of the pattern's normal form.
    pub(crate) priority: usize,
    /// Bytes of the path that it covers.
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

/// Bytes of a pattern that an answer shows, as `pattern` and inside a message.
pub(crate) const MAX_PATTERN_BYTES: usize = 1 << 10;
const MAX_MESSAGE_BYTES: usize = 128;

/// The first `limit` bytes, or a few less: a character is not cut.
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

/// The reason as a sentence. A long pattern is cut: `rule` has it.
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

/// Text for people, cut like a pattern.
pub(crate) fn shortened(text: &str, limit: usize) -> Cow<'_, str> {
    match std::str::from_utf8(beginning(text.as_bytes(), limit)) {
        Ok(shown) if shown.len() < text.len() => format!("{shown}...").into(),
        _ => text.into(),
    }
}

impl Answer {
    /// The answer that a verdict is.
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

    /// The answer with its line and group as the file spells them, and with what the verdict means for search results.
    #[must_use]
    pub(crate) fn at(self, place: LocationText, consequence: Option<&'static str>) -> Self {
        let LocationText { text, group, group_line } = place;
        Self { text, group, group_line, consequence, ..self }
    }

    /// The answer with the URL that a crawler requests, if rules see another path in it than in the one that was asked.
    #[must_use]
    pub(crate) fn requesting(self, url: &RequestUrl) -> Self {
        let requested = url.is_path_changed().then(|| url.as_str().to_owned());
        Self { requested, ..self }
    }

    /// The answer about a URL of `of`, asked of a file of `own`.
    #[must_use]
    pub(crate) fn elsewhere(url: &str, agent: &str, of: &Origin, own: &Origin) -> Self {
        let note = format!("This URL is on {of}; this file is for {own} ({})", difference(of, own));
        let verdict = Verdict::new(Reason::NotApplicable);
        Self { note: Some(note), ..Self::new(url, agent, &verdict) }
    }
}

/// What tells two origins apart, in words.
fn difference(of: &Origin, own: &Origin) -> &'static str {
    let (scheme, host) = split(of);
    let (own_scheme, own_host) = split(own);
    let name = |authority: &str| {
        // Digits behind the last colon are a port, unless the colon is inside an IPv6 address.
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

/// What verdicts about an origin rest on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Site {
    /// The origin: `https://example.com`.
    pub(crate) origin: String,
    /// Where its file lives.
    pub(crate) robots_url: String,
    /// The sentence for people.
    pub(crate) state: String,
    /// `file`, `no-file`, `disallowed`, `last-copy`, `no-limits` or `nothing`.
    pub(crate) basis: &'static str,
    /// When the current version was first seen.
    pub(crate) first_seen: Option<String>,
    /// When it was last seen.
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

/// What verdicts rest on, in a sentence; of a web page that was served as robots.txt, that it is one.
fn state(robots: &OriginRobots) -> String {
    let starts = robots.bytes().and_then(|bytes| bytes.trim_ascii_start().first());
    let page = (starts == Some(&b'<')).then(|| robots.parse()).filter(RobotsTxt::is_web_page);
    match page.map(|page| page.directive_count()) {
        Some(lines) => {
            format!("{robots}; it is a web page (HTML), of which crawlers read {lines} lines")
        }
        None => robots.to_string(),
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
    pub(crate) site: Site,
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
    pub(crate) site: Site,
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
