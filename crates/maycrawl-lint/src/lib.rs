//! Lints: likely mistakes in a robots.txt, each with a byte span and, where it is safe, a fix.
//!
//! ```
//! use maycrawl::RobotsTxt;
//! use maycrawl_lint::lint;
//!
//! let file = b"User-agent: *\nDissallow: /private\n";
//! let findings = lint(&RobotsTxt::parse(file));
//! assert_eq!(findings[0].lint.name, "misspelt-field");
//! assert_eq!(findings[0].span.slice(file), b"Dissallow");
//! let fixed = maycrawl_lint::apply_fixes(file, findings.iter().filter_map(|finding| finding.fix.as_ref()));
//! assert_eq!(fixed, b"User-agent: *\nDisallow: /private\n");
//! ```
//!
//! One pass over the lines reports mistakes that a single line shows, and collects agents, rules and sitemaps
//! (`line_index.rs`). Each family of lints then checks the lines that it is about. A lint is a page in `lints/`,
//! which people read, and a static that `build.rs` makes of it. Its examples are the test.
//!
//! Cost: O(bytes log bytes), because names and rules are compared by sorting them. Comparing rules with wildcards pair
//! by pair has a [budget](maycrawl_effects::Budget), a multiple of the file's size. If the budget runs out,
//! `uncompared-rules` (R406) is reported.

// Tests, and the code that utoipa's derive generates, need the prelude of `std`.
#![cfg_attr(not(any(test, feature = "schema")), no_std)]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod agents;
#[cfg(feature = "serde")]
pub mod answer;
mod compared_rule;
mod crossing;
mod diagnostic;
mod directory;
mod effects;
mod encoding;
mod extension_fields;
mod fields;
mod fix;
mod fix_all;
mod format;
#[cfg(feature = "serde")]
mod json;
mod line_index;
mod managed;
mod needless;
mod other_readings;
mod paths;
mod private;
mod quotes;
pub mod recipe;
mod report;
mod resources;
mod rules;
mod signals;
mod sitemaps;
mod unrepeated;
mod unrequested;

/// A static for each page in the folder `lints`, such as `ILLEGAL_AGENT`, and `LINTS`, the list of them by code.
mod lints {
    include!(concat!(env!("OUT_DIR"), "/lints.rs"));
}

use alloc::vec::Vec;

use maycrawl::RobotsTxt;
use maycrawl_effects::Budget;

pub use diagnostic::{
    Diagnostic, Lint, LintCount, LintExample, LintOptions, LintReason, LintReport, Position,
};
pub use fix::{Fix, FixEffect, apply_fixes};
pub use fix_all::{FixedFile, fix_all};
pub use format::format;
use line_index::LineIndex;
use lints::LINTS;
pub use maycrawl_effects::Severity;
use report::Report;

/// The reasons of single findings, where that of their lint would not be true.
static REASONS: &[LintReason] = &[
    extension_fields::UNREADABLE_DELAY,
    extension_fields::UNREADABLE_RATE,
    extension_fields::DELAY_OUTSIDE_GROUP,
    fields::LONGER_FIELD,
    signals::SIGNAL_WITH_PATH,
    agents::NAMELESS_AGENT,
    agents::EMPTY_GROUP_OF_ALL,
    agents::EMPTY_ONLY_GROUP,
    agents::EMPTY_GROUP_MERGED,
    agents::TEXT_AFTER_STAR,
    agents::WORD_AS_AGENT,
    paths::SPACE_IN_PATH,
    paths::FIELDS_IN_LINE,
    needless::NEEDLESS_ALLOW,
    needless::NEEDLESS_TOGETHER,
    effects::SITE_BLOCKED_FOR_ONE,
];

impl LintReason {
    /// Every reason that a finding can have: those of the lints, in the order of their codes, then the others. Programs
    /// that translate the sentences need one for each.
    ///
    /// ```
    /// use maycrawl_lint::{Lint, LintReason};
    ///
    /// assert!(LintReason::all().count() > Lint::all().len());
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        LINTS.iter().map(|lint| lint.reason()).chain(REASONS.iter().copied())
    }
}

/// The likely mistakes in the file, in the order of the file: at most 100 of each lint.
///
/// Cost: O(bytes log bytes).
///
/// ```
/// use maycrawl::RobotsTxt;
/// use maycrawl_lint::lint;
///
/// let findings = lint(&RobotsTxt::parse(b"User-agent: *\nAllow: /a/b\nDisalllow: /a/\n"));
/// let finding = findings.iter().find(|finding| finding.line == 3).unwrap();
/// assert_eq!(finding.lint.code, "R102");
/// assert_eq!(finding.help.as_deref(), Some("write `Disallow`"));
/// ```
#[must_use]
pub fn lint(robots: &RobotsTxt<'_>) -> Vec<Diagnostic> {
    lint_with(robots, &LintOptions::new()).diagnostics
}

/// [`lint`] with options: the origin of the file, and how many findings of each lint to report.
///
/// Cost: O(bytes log bytes).
///
/// ```
/// use maycrawl::{Origin, RobotsTxt};
/// use maycrawl_lint::{LintOptions, lint, lint_with};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow:\nSitemap: https://other.example/s.xml\n");
/// let options = LintOptions::new().at(Origin::parse("https://example.com").unwrap());
/// // Only who knows the origin can say that a sitemap is of another site.
/// assert_eq!(lint_with(&robots, &options).diagnostics.len(), 1 + lint(&robots).len());
/// ```
#[must_use]
pub fn lint_with(robots: &RobotsTxt<'_>, options: &LintOptions) -> LintReport {
    let mut report = Report::new(robots, options);
    run(robots, &mut report, &mut Budget::new(most_steps(robots)));
    report.finish()
}

/// [`lint_with`] for a program that must share its processor: `may_continue` is called about once in a
/// millisecond, and may wait. `None` after it has returned false.
///
/// ```
/// use maycrawl::RobotsTxt;
/// use maycrawl_lint::{LintOptions, lint_pausing, lint_with};
///
/// let file = format!("User-agent: *\n{}", "Dissallow: /private\n".repeat(10_000));
/// let robots = RobotsTxt::parse(file.as_bytes());
/// assert!(lint_pausing(&robots, &LintOptions::new(), &mut || false).is_none());
/// assert_eq!(lint_pausing(&robots, &LintOptions::new(), &mut || true), Some(lint_with(&robots, &LintOptions::new())));
/// ```
pub fn lint_pausing(
    robots: &RobotsTxt<'_>,
    options: &LintOptions,
    may_continue: &mut dyn FnMut() -> bool,
) -> Option<LintReport> {
    let mut report = Report::new(robots, options);
    let mut budget = Budget::pausing(most_steps(robots), may_continue);
    run(robots, &mut report, &mut budget);
    (!budget.is_stopped()).then(|| report.finish())
}

/// What the lints may take: a multiple of what reading the file takes.
fn most_steps(robots: &RobotsTxt<'_>) -> u64 {
    MOST_STEPS_OF_A_BYTE * robots.as_bytes().len() as u64 + (1 << 16)
}

const MOST_STEPS_OF_A_BYTE: u64 = 32;

fn run(robots: &RobotsTxt<'_>, report: &mut Report<'_>, budget: &mut Budget<'_>) {
    // A family without comparisons takes about a step for two bytes, so it needs no pause inside.
    let steps = robots.as_bytes().len() as u64 / 2;
    let mut pause = || budget.take(steps);
    if !encoding::whole_file(report) || !pause() {
        return;
    }
    encoding::lines(report);
    if !pause() {
        return;
    }
    let index = LineIndex::read(robots, |line| fields::check(line, report));
    let families = [
        agents::check,
        paths::check,
        unrequested::check,
        directory::check,
        sitemaps::check,
        private::check,
    ];
    for check in families {
        if !pause() {
            return;
        }
        check(&index, report);
    }
    effects::check(&index, report, budget);
    // A part, so that signals leave enough for rules.
    let most = budget.steps() / 4;
    budget.with_at_most(most, |budget| signals::check(&index, report, budget));
    rules::check(&index, report, budget);
    unrepeated::check(&index, report, budget);
}

impl Lint {
    /// Every lint, in the order of their codes.
    ///
    /// ```
    /// use maycrawl_lint::Lint;
    ///
    /// assert!(Lint::all().is_sorted_by_key(|lint| lint.code));
    /// ```
    #[must_use]
    pub fn all() -> &'static [&'static Self] {
        LINTS
    }

    /// The lint with this code or name. Case does not matter. O(lints).
    ///
    /// ```
    /// use maycrawl_lint::Lint;
    ///
    /// assert_eq!(Lint::by_name("r101"), Lint::by_name("misspelt-field"));
    /// assert_eq!(Lint::by_name("R000"), None);
    /// ```
    #[must_use]
    pub fn by_name(code_or_name: &str) -> Option<&'static Self> {
        let is = |text: &str| text.eq_ignore_ascii_case(code_or_name);
        Self::all().iter().copied().find(|lint| is(lint.code) || is(lint.name))
    }
}
