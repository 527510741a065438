//! What lints say: the kinds of findings, findings with their places, and what a run asks and returns.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::str::FromStr;

use super::fix::{Effect, Fix};
use crate::line::{BYTE_ORDER_MARK, Span};
use crate::name::{self, UnknownName};
#[cfg(feature = "origin")]
use crate::origin::Origin;
use crate::printable::Printable;

/// A kind of finding: what people call it, and the page about it.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lint {
    /// `R101`: never means anything else.
    pub code: &'static str,
    /// `misspelt-field`
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence: what goes wrong, for whom.
    pub summary: &'static str,
    /// Markdown: what it is and why it is bad.
    pub page: &'static str,
    /// A file with the finding; empty where a short one cannot have it.
    pub example: &'static [u8],
    /// The same file as it should be.
    pub instead: &'static [u8],
    /// What the fix does, if there can be one.
    pub fix: Option<&'static str>,
    /// Where it is written.
    pub references: &'static [&'static str],
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Good to know.
    Note,
    /// The line is used, but probably not as it is meant.
    Warning,
    /// The line does not do what it says.
    Error,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Of which kind.
    pub lint: &'static Lint,
    /// The line in which the span begins, from 1.
    pub line: u32,
    /// The bytes of the file that it is about; empty where something is missing or the file as a whole is meant.
    pub span: Span,
    /// What is wrong, as a sentence that can be read without the line. In lower case, without a full stop. Safe to print.
    pub message: String,
    /// What to do. Safe to print.
    pub help: Option<String>,
    /// The edit that fixes it, where one is safe.
    pub fix: Option<Fix>,
}

/// Where a finding stands, as editors count: lines and columns from 1, a character a column. Bytes that are no UTF-8
/// count one each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column of the first character.
    pub column: u32,
    /// The column behind the last character; the same if the span is empty. A span over several lines ends with
    /// the first.
    pub end_column: u32,
}

/// What is known beside the file, and how much is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintOptions {
    #[cfg(feature = "origin")]
    origin: Option<Origin>,
    limit: usize,
}

/// Everything that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintReport {
    /// In the order of their places in the file.
    pub diagnostics: Vec<Diagnostic>,
    /// How many findings of each kind there are, those beyond the limit too, in the order of the codes.
    pub counts: Vec<LintCount>,
    /// Findings beyond the limit for each lint, which are counted and not among `diagnostics`.
    pub more: usize,
}

/// How many findings of a kind there are. Part of [`LintReport`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintCount {
    /// The kind.
    pub lint: &'static Lint,
    /// How many there are in the file.
    pub found: usize,
    /// How many of them are among the diagnostics.
    pub shown: usize,
}

impl LintReport {
    /// Takes away all findings of the kinds for which `keep` is false, and their counts.
    pub fn retain(&mut self, keep: impl Fn(&'static Lint) -> bool) {
        self.diagnostics.retain(|found| keep(found.lint));
        self.counts.retain(|count| keep(count.lint));
        self.more = self.counts.iter().map(|count| count.found - count.shown).sum();
    }

    /// How many findings of this severity there are, those beyond the limit too.
    ///
    /// ```
    /// use maycrawl::{LintOptions, RobotsTxt, Severity};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisalllow: /a\nDisalllow: /b\nDisalllow: /c\nDisallow: /d/\n");
    /// let found = robots.lint_with(&LintOptions::new().limit(2));
    /// assert_eq!((found.diagnostics.len(), found.of(Severity::Error), found.more), (2, 3, 1));
    /// ```
    #[must_use]
    pub fn of(&self, severity: Severity) -> usize {
        let counts = self.counts.iter().filter(|count| count.lint.severity == severity);
        counts.map(|count| count.found).sum()
    }
}

/// The findings, in the order of their places in the file.
impl IntoIterator for LintReport {
    type Item = Diagnostic;
    type IntoIter = alloc::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.diagnostics.into_iter()
    }
}

/// The findings, in the order of their places in the file.
impl<'r> IntoIterator for &'r LintReport {
    type Item = &'r Diagnostic;
    type IntoIter = core::slice::Iter<'r, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.diagnostics.iter()
    }
}

impl Diagnostic {
    /// Where the finding stands in `file`. O(line).
    ///
    /// ```
    /// let file = b"User-agent: *\n Dissallow: /\n";
    /// let findings = maycrawl::RobotsTxt::parse(file).lint();
    /// let position = findings[0].position(file);
    /// assert_eq!((position.line, position.column, position.end_column), (2, 2, 11));
    /// ```
    #[must_use]
    pub fn position(&self, file: &[u8]) -> Position {
        let line = line_at(file, self.span);
        let end = self.span.end.min(line.end);
        let columns = |from: u32, to: u32| {
            let text = Span { start: from, end: to }.slice(file);
            text.utf8_chunks()
                .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
                .sum::<usize>() as u32
        };
        let column = 1 + columns(line.start, self.span.start);
        Position { line: self.line, column, end_column: column + columns(self.span.start, end) }
    }

    /// The line of `file` in which the finding stands, without its end: what to show with it. O(line).
    #[must_use]
    pub fn line_span(&self, file: &[u8]) -> Span {
        line_at(file, self.span)
    }
}

impl LintReport {
    /// The findings whose fixes are applied in the next round, of those that `wanted` takes.
    ///
    /// Fixes of the two effects are not mixed: a fix that [keeps verdicts](Effect::KeepsVerdicts) does so for the
    /// file as it is, and a line that [takes effect](Effect::TakesEffect) makes another file of it. So as long as
    /// there are wanted fixes of lines that take effect, a round has those only; what keeps verdicts is looked
    /// for anew in the result. A round in which [`apply`] changes nothing is the last one. O(findings).
    ///
    /// ```
    /// use maycrawl::{LintOptions, Effect, RobotsTxt, apply};
    ///
    /// let mut file = b"User-agent: *\nDisalllow: /a/*\n".to_vec();
    /// for effect in [Effect::TakesEffect, Effect::KeepsVerdicts] {
    ///     let findings = RobotsTxt::parse(&file).lint_with(&LintOptions::new());
    ///     let round = findings.fix_round(|_| true);
    ///     assert!(round.iter().all(|finding| finding.fix.as_ref().unwrap().effect == effect));
    ///     file = apply(&file, round.iter().filter_map(|finding| finding.fix.as_ref()));
    /// }
    /// assert_eq!(file, b"User-agent: *\nDisallow: /a/\n");
    /// ```
    #[must_use]
    pub fn fix_round(&self, wanted: impl Fn(&Diagnostic) -> bool) -> Vec<&Diagnostic> {
        let has_fix = |found: &&Diagnostic| found.fix.is_some() && wanted(found);
        let mut round: Vec<&Diagnostic> = self.diagnostics.iter().filter(has_fix).collect();
        let takes_effect = |found: &Diagnostic| {
            found.fix.as_ref().is_some_and(|fix| fix.effect == Effect::TakesEffect)
        };
        if round.iter().any(|found| takes_effect(found)) {
            round.retain(|found| takes_effect(found));
        }
        round
    }
}

impl Lint {
    /// The page about the lint, in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_markdown(&mut page);
        page
    }

    fn write_markdown(&self, page: &mut String) -> fmt::Result {
        let severity = self.severity.name();
        writeln!(page, "# {} ({})\n\n{severity}: {}", self.name, self.code, self.summary)?;
        writeln!(page, "\n{}", self.page.trim())?;
        if !self.example.is_empty() {
            writeln!(page, "\n## Example\n\n```robots\n{}```", Shown(self.example))?;
            writeln!(page, "\nUse instead:\n\n```robots\n{}```", Shown(self.instead))?;
        }
        if let Some(fix) = self.fix {
            writeln!(page, "\n## Fix\n\n{fix}")?;
        }
        if !self.references.is_empty() {
            writeln!(page, "\n## References\n")?;
        }
        self.references.iter().try_for_each(|reference| writeln!(page, "- {reference}"))
    }
}

/// The line in which the span begins; behind a byte order mark.
fn line_at(file: &[u8], span: Span) -> Span {
    let at = (span.start as usize).min(file.len());
    let start = memchr::memrchr2(b'\n', b'\r', &file[..at]).map_or(0, |end| end + 1);
    let end = memchr::memchr2(b'\n', b'\r', &file[at..]).map_or(file.len(), |end| at + end);
    let mark =
        if start == 0 && file.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    Span { start: (start + mark).min(at) as u32, end: end as u32 }
}

/// An example on a page: lines as lines, other bytes as [`Printable`] has them.
struct Shown(&'static [u8]);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.strip_suffix(b"\n").unwrap_or(self.0);
        text.split(|&byte| byte == b'\n').try_for_each(|line| writeln!(f, "{}", Printable(line)))
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Severity {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        name::parse("severity", text, &[Self::Note, Self::Warning, Self::Error], Self::name)
    }
}

impl Severity {
    /// A short name for people and machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl LintOptions {
    /// Nothing is known beside the file; of each kind of finding a hundred are wanted.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            #[cfg(feature = "origin")]
            origin: None,
            limit: 100,
        }
    }

    /// The file lives at this origin: sitemaps of other origins are told from its own.
    #[cfg(feature = "origin")]
    #[must_use]
    pub fn at(mut self, origin: Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    /// How many findings of one kind are wanted at most.
    #[must_use]
    pub const fn limit(mut self, of_each_lint: usize) -> Self {
        self.limit = of_each_lint;
        self
    }
}

impl LintOptions {
    pub(crate) const fn most(&self) -> usize {
        self.limit
    }

    #[cfg(feature = "origin")]
    pub(crate) const fn own_origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }
}

impl Default for LintOptions {
    fn default() -> Self {
        Self::new()
    }
}
