//! Answers about a file at hand: a check, the findings of `lint`, a shorter file. The command, and every other program that
//! has the file, write the same keys in the same order.

use alloc::borrow::Cow;
use alloc::string::String;
#[cfg(feature = "origin")]
use alloc::string::ToString as _;
use alloc::vec::Vec;

use serde::Serialize;

#[cfg(feature = "origin")]
use super::Answer;
#[cfg(feature = "origin")]
use crate::crawler::Crawler;
#[cfg(feature = "origin")]
use crate::deciding::verdict::Verdict;
use crate::effect::Minimised;
#[cfg(feature = "origin")]
use crate::explaining::explain::Explanation;
#[cfg(feature = "origin")]
use crate::explaining::verdict_location::VerdictLocation;
use crate::lint::{Diagnostic, LintReport};
use crate::reading::robots_txt::RobotsTxt;
#[cfg(feature = "origin")]
use crate::urls::{escape::escape_url, request_url::RequestUrl};

/// The answer about one URL and one crawler, as `maycrawl check --format json` writes it.
///
/// ```
/// use maycrawl::answer::CheckAnswer;
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /b\n");
/// let (crawler, url) = (Crawler::GOOGLEBOT, RequestUrl::parse_path("/b/%c3").unwrap());
/// let rules = robots.rules_for(&crawler);
/// let verdict = rules.check(&url);
/// let answer = CheckAnswer::new(b"/b/%c3", &url, &crawler, "google", &verdict, None);
/// assert_eq!(answer.url_escaped.unwrap(), "/b/%C3");
/// ```
#[cfg(feature = "origin")]
#[derive(Serialize)]
#[non_exhaustive]
pub struct CheckAnswer<'a> {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The URL with the escapes that a client adds, if it was written without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url_escaped: Option<String>,
    /// The name of the profile.
    pub profile: &'static str,
    /// The way to the verdict, if it is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation<'a>>,
}

#[cfg(feature = "origin")]
impl<'a> CheckAnswer<'a> {
    /// The answer about `request`, the URL that a client requests for `written`. O(bytes of its texts).
    #[must_use]
    pub fn new(
        written: &[u8],
        request: &RequestUrl,
        crawler: &Crawler,
        profile: &'static str,
        verdict: &Verdict<'_>,
        location: Option<&VerdictLocation<'_>>,
    ) -> Self {
        let answer = Answer::about(&String::from_utf8_lossy(written), request, crawler, verdict);
        let answer = match location {
            Some(location) => answer.at(location),
            None => answer,
        };
        let url_escaped = (*escape_url(written) != *written).then(|| request.to_string());
        Self { answer, url_escaped, profile, explanation: None }
    }

    /// The same with the way to the verdict.
    #[must_use]
    pub fn explained(self, explanation: Option<Explanation<'a>>) -> Self {
        Self { explanation, ..self }
    }
}

/// A text that is no URL, as `maycrawl check --format json` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(clippy::exhaustive_structs)] // two texts
pub struct RefusedUrl<'a> {
    /// The text.
    pub url: Cow<'a, str>,
    /// What is wrong with it, and what to write.
    pub error: &'a str,
}

/// The findings of one file, as `maycrawl lint --format json` writes them.
#[derive(Serialize)]
#[non_exhaustive]
pub struct LintAnswer<'l> {
    /// The name of the file.
    pub file: &'l str,
    /// The findings, in the order of the file.
    pub findings: Vec<FindingAnswer<'l>>,
    /// The number of findings that are not listed: a hundred of each kind are.
    pub more: usize,
}

/// A finding with its columns, in characters from 1.
#[derive(Serialize)]
#[non_exhaustive]
pub struct FindingAnswer<'l> {
    /// The finding.
    #[serde(flatten)]
    pub found: &'l Diagnostic,
    /// The column of its first character.
    pub column: u32,
    /// The column after its last character.
    pub end_column: u32,
}

impl<'l> LintAnswer<'l> {
    /// The findings of `report` about the file with this name and these bytes. O(bytes of the lines with findings).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl::answer::LintAnswer;
    /// use maycrawl::lint::LintOptions;
    ///
    /// let file = b"User-agent: *\n Dissallow: /a\n";
    /// let report = RobotsTxt::parse(file).lint_with(&LintOptions::new());
    /// assert_eq!(LintAnswer::new("robots.txt", file, &report).findings[0].column, 2);
    /// ```
    #[must_use]
    pub fn new(name: &'l str, file: &[u8], report: &'l LintReport) -> Self {
        let findings = report.diagnostics.iter().map(|found| {
            let position = found.position(file);
            FindingAnswer { found, column: position.column, end_column: position.end_column }
        });
        Self { file: name, findings: findings.collect(), more: report.more }
    }
}

/// What a file does not need, as `maycrawl minimise --list --format json` writes it.
#[derive(Serialize)]
#[non_exhaustive]
pub struct MinimiseAnswer<'m> {
    /// The bytes of the file.
    pub bytes_before: usize,
    /// The bytes of the shorter one.
    pub bytes_after: usize,
    /// The lines that are not needed.
    pub lines: Vec<NeedlessLine<'m>>,
    /// The number of rules that stay because they could not be decided.
    pub undecided: usize,
    /// Whether the shorter file has at most the wanted number of bytes; `null` if no number is wanted.
    pub fits: Option<bool>,
}

/// A line that is not needed.
#[derive(Serialize)]
#[non_exhaustive]
pub struct NeedlessLine<'m> {
    /// Its number, from 1.
    pub line: u32,
    /// Its text, without comment.
    pub text: Cow<'m, str>,
    /// Why it is not needed.
    pub reason: &'m str,
}

impl<'m> MinimiseAnswer<'m> {
    /// What `shorter` leaves out of `robots`. `limit`: the wanted number of bytes.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl::answer::MinimiseAnswer;
    /// use maycrawl::effect::Budget;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /a/b\n");
    /// let shorter = robots.minimised(&mut Budget::default());
    /// let answer = MinimiseAnswer::new(&robots, &shorter, Some(100));
    /// assert_eq!((&*answer.lines[0].text, answer.fits), ("Disallow: /a/b", Some(true)));
    /// ```
    #[must_use]
    pub fn new(robots: &'m RobotsTxt<'_>, shorter: &'m Minimised, limit: Option<usize>) -> Self {
        let lines = shorter.removed.iter().map(|gone| NeedlessLine {
            line: gone.line,
            text: String::from_utf8_lossy(robots.line_text(gone.line).unwrap_or_default()),
            reason: &gone.reason,
        });
        Self {
            bytes_before: robots.as_bytes().len(),
            bytes_after: shorter.bytes.len(),
            lines: lines.collect(),
            undecided: shorter.undecided,
            fits: limit.map(|limit| shorter.bytes.len() <= limit),
        }
    }
}
