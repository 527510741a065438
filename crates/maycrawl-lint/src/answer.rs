//! Answers about findings and recipes, as JSON (feature `serde`). The command, and every other program that has the
//! file, write the same keys in the same order.

mod recipe;

use alloc::vec::Vec;

use serde::Serialize;

use crate::{Diagnostic, LintReport};

pub use recipe::{ComposedFile, RecipeInfo, RecipeParameter};

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
    /// use maycrawl_lint::answer::LintAnswer;
    /// use maycrawl_lint::{LintOptions, lint_with};
    ///
    /// let file = b"User-agent: *\n Dissallow: /a\n";
    /// let report = lint_with(&RobotsTxt::parse(file), &LintOptions::new());
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
