//! What is said about an expectation.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use maycrawl::answer::{AnswerRule, RuleDecision};

use super::Expectation;
use crate::answer::{ReadersAnswer, UseSideAnswer};

/// Whether an expectation holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ExpectationAnswer {
    /// Its line in the file of expectations, from 1.
    pub line: u32,
    /// The line as written, without comment.
    pub text: String,
    /// Whether it holds for the crawlers as the table of known crawlers describes them.
    pub outcome: ExpectationOutcome,
    /// Crawlers for which it holds for one kind of readers only.
    pub readers: Vec<ReadersAnswer>,
    /// Why it fails: once for all crawlers that follow the same rules. At most 20.
    pub failures: Vec<FailureAnswer>,
}

impl ExpectationAnswer {
    /// Before anything is known.
    pub(super) fn undecided(expectation: &Expectation) -> Self {
        Self {
            line: expectation.line,
            text: expectation.text.clone(),
            outcome: ExpectationOutcome::Undecided,
            readers: Vec::new(),
            failures: Vec::new(),
        }
    }
}

/// Whether an expectation holds, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ExpectationOutcome {
    /// It is proved for every URL of the region.
    Holds,
    /// A URL shows that it does not hold.
    Fails,
    /// No URL is in the region, so nothing is proved.
    Empty,
    /// The budget did not suffice.
    Undecided,
}

/// A path for which an expectation fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FailureAnswer {
    /// The crawlers for which it fails. At most 50.
    pub crawlers: Vec<String>,
    /// Names of the line that are tokens for a purpose, not crawlers, and for which it fails. `*` means crawlers alone.
    pub purpose_tokens: Vec<String>,
    /// The number of crawlers that are not in the list.
    pub more: usize,
    /// True if it also fails for every crawler that is not known and that the file does not name.
    pub others: bool,
    /// Those of these crawlers for which it fails for one kind of readers only.
    pub readers: Vec<ReadersAnswer>,
    /// A path for which it fails.
    pub example: String,
    /// For `refuse` and `grant`: what robots.txt says about the use of this path.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub said: Option<UseSideAnswer>,
    /// Whether the crawlers may fetch this path.
    pub decision: RuleDecision,
    /// The rule that decides; `null` if none matches.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rule: Option<AnswerRule>,
    /// For `same`: the crawler that gets the other verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub differs_from: Option<String>,
    /// For `same`: the rule that decides for the other crawler; `null` if none matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub other_rule: Option<AnswerRule>,
    /// The smallest change of robots.txt that makes the expectation hold for these crawlers. `null` if none of those
    /// that were tried does.
    #[cfg_attr(feature = "schema", schema(required))]
    pub change: Option<String>,
}
