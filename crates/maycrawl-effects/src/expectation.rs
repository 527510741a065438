//! Expectations: what a site owner wants robots.txt to say, decided for *every* URL.
//!
//! A file of expectations is kept beside robots.txt. Each line is a claim about all URLs of a region:
//!
//! ```text
//! # claim   crawlers            region
//! allow     Googlebot           /products/ except /products/private/
//! disallow  *                   /checkout/
//! allow     any-search          /*.css$
//! same      Googlebot bingbot   /
//! refuse train  *               /news/
//! grant search  *               /
//! ```
//!
//! - *Claim*: `allow` and `disallow` hold if every URL of the region is allowed (disallowed) for each of the crawlers.
//!   `same` holds if the crawlers get the same verdict about every URL of the region. `refuse` and `grant` with a
//!   [use](maycrawl_uses::Use) hold if robots.txt refuses (grants) that use of every URL of the region to each of the
//!   crawlers. What it does not say is neither, and neither are signals that contradict each other.
//! - *Crawlers*: names, `*`, or a set: `any-search`, `any-google`, `any-ai`. `*` is every crawler that robots.txt can
//!   speak to: those that the file names, and all that follow `*`. Crawlers that ignore robots.txt, and those that
//!   ignore `*` and are not named, are not among them.
//! - *Region*: a path pattern as in rules, with `*` and `$`. After `except`: patterns that are left out.
//! - `#` begins a comment.
//!
//! A line holds by proof: see [`effect`](crate). If it does not, there is a path for which it fails.

mod answer;
#[cfg(feature = "certificates")]
mod certificate;
mod parse;
pub(crate) mod verifier;

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use maycrawl::crawler::{Compliance, KnownCrawler, Purpose};
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, RobotsTxt};
use maycrawl_uses::{Outcome, Use};

use crate::suggestion::{SuggestionKind, suggestions_within};
use crate::{Budget, Proof, Region, all_paths_are};
pub use answer::{ExpectationAnswer, ExpectationOutcome, FailureAnswer};
#[cfg(feature = "certificates")]
pub use certificate::ExpectationsCertificate;
pub use parse::{ExpectationError, parse};
pub use verifier::Verifier;

/// One line of a file of expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    line: u32,
    text: String,
    claim: Claim,
    crawlers: Vec<NamedCrawlers>,
    within: String,
    exceptions: Vec<String>,
    notes: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    All(RuleKind),
    Same,
    /// A use that is refused or granted.
    Use(Use, Outcome),
}

/// Some crawlers, as a line names them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NamedCrawlers {
    Everyone,
    Set(CrawlerSet),
    One(Crawler),
}

/// A set of known crawlers that a line can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CrawlerSet {
    Search,
    Google,
    Ai,
}

impl CrawlerSet {
    fn contains(self, known: &KnownCrawler) -> bool {
        known.compliance != Compliance::Ignores
            && match self {
                Self::Google => known.operator == Some("Google"),
                Self::Search => matches!(
                    known.purpose,
                    Purpose::Search | Purpose::Images | Purpose::Video | Purpose::News
                ),
                Self::Ai => known.purpose.is_ai(),
            }
    }
}

impl Expectation {
    /// Its line in the file of expectations, from 1.
    ///
    /// ```
    /// use maycrawl_effects::expectation::parse;
    ///
    /// let expected = parse("# the shop\n\nallow Googlebot /products/\n").unwrap();
    /// assert_eq!(expected[0].line(), 3);
    /// ```
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// What a reader should know about the names of its crawlers, for example that one may be misspelt.
    ///
    /// ```
    /// use maycrawl_effects::expectation::parse;
    ///
    /// let expected = parse("allow Gogglebot /products/\n").unwrap();
    /// assert!(expected[0].notes()[0].contains("Similar: Googlebot."));
    /// ```
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn region(&self, robots: &RobotsTxt<'_>) -> Region<'_> {
        let profile = robots.profile();
        let within = Region::within(self.within.as_bytes(), profile);
        self.exceptions.iter().fold(within, |region, one| region.except(one.as_bytes(), profile))
    }

    /// The first of the likely changes after which the expectation holds for this crawler.
    fn change(
        &self,
        robots: &RobotsTxt<'_>,
        crawler: &Crawler,
        path: &[u8],
        kind: RuleKind,
        budget: &mut Budget<'_>,
    ) -> Option<String> {
        let text = robots.as_bytes();
        let suggestions = suggestions_within(robots, crawler, path, budget);
        let mut holds = |changed: &[u8]| {
            // Reading the file again is work too.
            if !budget.take(text.len() as u64 / 8) {
                return false;
            }
            let changed = RobotsTxt::parse_with(changed, robots.profile());
            let Some(rules) = changed.rules_within(crawler, budget) else { return false };
            let region = self.region(robots);
            all_paths_are(kind, &rules, &region, budget) == Proof::Holds
        };
        // The region of the expectation is tried below. A directory would be another one.
        for suggestion in suggestions.iter().filter(|suggestion| suggestion.directory.is_none()) {
            if holds(&suggestion.apply_to(text)) {
                return Some(suggestion.to_string());
            }
            // The same place, with a rule for the whole region.
            if let SuggestionKind::AddRule(line, _) = suggestion.kind {
                let rule = [kind.field(), ": ", &self.within].concat();
                if holds(&with_line(text, line, &rule)) {
                    return Some(format!("add \"{rule}\" after line {line}"));
                }
            }
        }
        None
    }
}

/// The text with one line more after this one.
fn with_line(text: &[u8], after: u32, line: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + line.len() + 2);
    let mut rest = text.split_inclusive(|&byte| byte == b'\n');
    rest.by_ref().take(after as usize).for_each(|before| out.extend_from_slice(before));
    if out.last().is_some_and(|&byte| byte != b'\n') {
        out.push(b'\n');
    }
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
    rest.for_each(|after| out.extend_from_slice(after));
    out
}
