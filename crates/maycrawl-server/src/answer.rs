//! The answers as JSON. They are the library's types under names of the API; a test keeps the two alike.

use maycrawl::{Decision, MatchedRule, Origin, Reason, Verdict};
use maycrawl_fetch::{Content, Missing, Robots, Version};
use serde::Serialize;
use utoipa::ToSchema;

/// May this crawler fetch this URL, and why?
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Answer {
    /// The URL as it was asked.
    pub url: String,
    /// The crawler's product token.
    pub agent: String,
    /// `allowed`, `disallowed`, or `not-applicable` for a URL of another origin.
    pub decision: &'static str,
    /// `null` where the file does not speak for the URL.
    pub allowed: Option<bool>,
    /// Why, for machines: `rule`, `no-rule-matched`, `no-group`, `no-file` and so on.
    pub reason: &'static str,
    /// Why, for people.
    pub message: String,
    /// The deciding line, 0 if none decided.
    pub line: u32,
    /// The deciding rule, if one decided.
    pub rule: Option<Rule>,
    /// For a URL that the file does not speak for: whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The rule that decided.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rule {
    /// Its line, from 1.
    pub line: u32,
    /// `allow` or `disallow`.
    pub kind: &'static str,
    /// The pattern as written.
    pub pattern: String,
    /// Octets of the pattern's normal form.
    pub priority: usize,
    /// Bytes of the path that it covers.
    pub matched: usize,
}

impl From<MatchedRule<'_>> for Rule {
    fn from(rule: MatchedRule<'_>) -> Self {
        Self {
            line: rule.line,
            kind: rule.kind.name(),
            pattern: String::from_utf8_lossy(rule.pattern).into_owned(),
            priority: rule.priority,
            matched: rule.matched,
        }
    }
}

impl Answer {
    /// The answer that a verdict is.
    #[must_use]
    pub fn new(url: &str, agent: &str, verdict: &Verdict<'_>) -> Self {
        let (decision, allowed) = match verdict.decision() {
            Decision::Allowed => ("allowed", Some(true)),
            Decision::Disallowed => ("disallowed", Some(false)),
            Decision::NotApplicable => ("not-applicable", None),
        };
        Self {
            url: url.to_owned(),
            agent: agent.to_owned(),
            decision,
            allowed,
            reason: verdict.reason().name(),
            message: verdict.reason().to_string(),
            line: verdict.line(),
            rule: verdict.rule().map(Rule::from),
            note: None,
        }
    }

    /// The answer about a URL of `of`, asked of a file of `own`.
    #[must_use]
    pub fn elsewhere(url: &str, agent: &str, of: &Origin, own: &Origin) -> Self {
        let note = format!("this URL belongs to {of}: {} than {own}", difference(of, own));
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
        (false, true) => "another scheme",
        (_, false) if name(host) == name(own_host) => "another port",
        (false, false) => "another scheme and host",
        _ => "another host",
    }
}

fn split(origin: &Origin) -> (&str, &str) {
    origin.as_str().split_once("://").unwrap_or_default()
}

/// What verdicts about an origin rest on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Site {
    /// The origin: `https://example.com`.
    pub origin: String,
    /// Where its file lives.
    pub robots_url: String,
    /// The sentence for people.
    pub state: String,
    /// `file`, `no-file`, `disallowed`, `last-copy`, `no-limits` or `nothing`.
    pub basis: &'static str,
    /// When the current version was first seen.
    pub first_seen: Option<String>,
    /// When it was last seen.
    pub last_seen: Option<String>,
}

impl From<&Robots> for Site {
    fn from(robots: &Robots) -> Self {
        let version = robots.entry().version();
        Self {
            origin: robots.origin().to_owned(),
            robots_url: format!("{}/robots.txt", robots.origin()),
            state: robots.to_string(),
            basis: robots.basis().name(),
            first_seen: version.map(|version| version.first_seen.to_string()),
            last_seen: version.map(|version| version.last_seen.to_string()),
        }
    }
}

/// One version of an origin's file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VersionSeen {
    /// 1 is the current one.
    pub version: usize,
    /// The first fetch that brought it.
    pub first_seen: String,
    /// The last that did.
    pub last_seen: String,
    /// Its size, if it is a file.
    pub bytes: Option<usize>,
    /// What the site answered: `200`, `404`, `FTP 550`, `redirects`.
    pub result: String,
    /// Why there is no file, if there is none.
    pub missing: Option<String>,
    /// The file; bytes that are no UTF-8 are replaced.
    pub file: Option<String>,
    /// True when no byte had to be replaced.
    pub is_exact: bool,
    /// True when the file goes on beyond the 500 KiB that are read.
    pub is_cut: bool,
}

impl VersionSeen {
    /// The `number`th version.
    #[must_use]
    pub fn new(number: usize, version: &Version) -> Self {
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

/// An origin's file and its history.
#[derive(Debug, Serialize, ToSchema)]
pub struct File {
    /// What verdicts rest on.
    #[serde(flatten)]
    pub site: Site,
    /// The versions that were seen, the current one first.
    pub versions: Vec<VersionSeen>,
    /// How the last fetch went, in words.
    pub last_fetch: String,
    /// When it began; `null` where no connection was made.
    pub last_fetch_at: Option<String>,
}
