//! The public types of lints: a lint, a finding with its position, and the options and result of a run.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use maycrawl_effects::{Budget, Severity};

use maycrawl::Printable;
use maycrawl::internals::BYTE_ORDER_MARK;
use maycrawl::line::Span;

use maycrawl::Origin;
use maycrawl_readers::{Reader, reader_changes};

use super::fix::{Fix, FixEffect};

/// A lint: one kind of likely mistake, with its code, its name and its page.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lint {
    /// The code, such as `R101`. A code never changes its meaning.
    pub code: &'static str,
    /// The name, such as `misspelt-field`.
    pub name: &'static str,
    /// The severity of every finding of this lint.
    pub severity: Severity,
    /// One sentence: what goes wrong, and for which crawlers.
    pub summary: &'static str,
    /// The explanation in Markdown: what the mistake is, and what it causes.
    pub page: &'static str,
    /// A file with the mistake. Empty if no short file can have it.
    pub(crate) example: &'static [u8],
    /// The same file without the mistake.
    pub(crate) instead: &'static [u8],
    /// What the fix does. `None` if the lint has no fix.
    pub fix: Option<&'static str>,
    /// The documents that the lint is based on.
    pub references: &'static [&'static str],
}

/// Why a finding matters: one sentence, which is true for the finding that has it.
///
/// Most findings have the sentence of their lint. Where a lint has several cases, the sentence of one case would be
/// false for another, so each has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LintReason {
    /// The name, such as `empty-group`: that of the lint, or one of its own.
    pub name: &'static str,
    /// The sentence: what goes wrong, and for which crawlers.
    pub text: &'static str,
}

/// A finding: one likely mistake in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The lint that found it.
    pub lint: &'static Lint,
    /// The number of the line in which the span begins, from 1.
    pub line: u32,
    /// The numbers of other lines with the same finding, in order. It is told once, because a file often has one habit
    /// on hundreds of lines. The fix is for all of them.
    pub also: Vec<u32>,
    /// The bytes of the file with the mistake. Empty if something is missing, or if the finding is about the whole
    /// file.
    pub span: Span,
    /// What is wrong: a sentence that can be understood without the line. It begins in lower case and has no full
    /// stop. Safe to print.
    pub message: String,
    /// Why it matters.
    pub reason: LintReason,
    /// What to do about it. Safe to print.
    pub help: Option<String>,
    /// The edit that fixes it. `None` if nobody but the author knows what the file should say.
    pub fix: Option<Fix>,
    /// The edits that the help names where there is no such fix: a person chooses one. Nothing applies them unasked.
    pub choices: Vec<Fix>,
}

/// The position of a finding, as editors count: lines and columns from 1, one column for each character. A byte
/// that is not valid UTF-8 counts as one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of the line.
    pub line: u32,
    /// The column of the first character.
    pub column: u32,
    /// The column after the last character; equal to `column` if the span is empty. A span over several lines ends
    /// with the first line.
    pub end_column: u32,
}

/// Options of a run: the origin of the file, and the limit of findings for each lint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintOptions {
    origin: Option<Origin>,
    limit: usize,
    /// `None` for all.
    readers: Option<Vec<&'static Reader>>,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintReport {
    /// The findings, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of findings of each lint, including those beyond the limit, in the order of the codes.
    pub counts: Vec<LintCount>,
    /// The number of findings beyond the limit for each lint. They are counted, but not in `diagnostics`.
    pub more: usize,
}

/// The number of findings of one lint. Part of [`LintReport`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintCount {
    /// The lint.
    pub lint: &'static Lint,
    /// The number of findings in the file.
    pub found: usize,
    /// The number of them that are in `diagnostics`.
    pub shown: usize,
}

impl LintReport {
    /// Removes all findings of the lints for which `keep` is false, and their counts. O(findings).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_lint::{LintOptions, Severity, lint_with};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisalllow: /a\nCrawl-delay: 5\n");
    /// let mut report = lint_with(&robots, &LintOptions::new());
    /// report.retain(|lint| lint.name != "unread-misspelling");
    /// assert_eq!(report.count(Severity::Error), 0);
    /// ```
    pub fn retain(&mut self, keep: impl Fn(&'static Lint) -> bool) {
        self.diagnostics.retain(|found| keep(found.lint));
        self.counts.retain(|count| keep(count.lint));
        self.more = self.counts.iter().map(|count| count.found - count.shown).sum();
    }

    /// The number of findings of this severity, including those beyond the limit.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_lint::{LintOptions, Severity, lint_with};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisalllow: /a\nDisalllow: /b\nDisalllow: /c\nDisallow: /d/\n");
    /// let found = lint_with(&robots, &LintOptions::new().limit(2));
    /// assert_eq!((found.diagnostics.len(), found.count(Severity::Error), found.more), (2, 3, 1));
    /// ```
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
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
    /// The position of the finding in `file`, the file that was linted. O(line).
    ///
    /// ```
    /// use maycrawl_lint::lint;
    ///
    /// let file = b"User-agent: *\n Dissallow: /\n";
    /// let findings = lint(&maycrawl::RobotsTxt::parse(file));
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

    /// The line of `file` in which the finding begins, without its line end, to show with the finding. O(line).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_lint::lint;
    ///
    /// let file = b"User-agent: *\n Dissallow: /a\r\n";
    /// let findings = lint(&RobotsTxt::parse(file));
    /// assert_eq!(findings[0].line_span(file).slice(file), b" Dissallow: /a");
    /// ```
    #[must_use]
    pub fn line_span(&self, file: &[u8]) -> Span {
        line_at(file, self.span)
    }
}

impl LintReport {
    /// The findings whose fixes are applied in the next round. Only findings that `wanted` accepts are used.
    ///
    /// A round never mixes the two effects. A fix that [keeps verdicts](FixEffect::KeepsVerdicts) does so for the file
    /// as it is, but one that [mends](FixEffect::Mends) changes the meaning of the file. So while there are wanted
    /// fixes that mend, a round has only those. Lint the result again to find the fixes that keep verdicts. A round in
    /// which [`apply_fixes`](crate::apply_fixes) changes nothing is the last one. O(findings).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_lint::{FixEffect, LintOptions, apply_fixes, lint_with};
    ///
    /// let mut file = b"User-agent: *\nDisalllow: /a/*\n".to_vec();
    /// for effect in [FixEffect::Mends, FixEffect::KeepsVerdicts] {
    ///     let findings = lint_with(&RobotsTxt::parse(&file), &LintOptions::new().readers(Vec::new()));
    ///     let round = findings.fix_round(|_| true);
    ///     assert!(round.iter().all(|finding| finding.fix.as_ref().unwrap().effect == effect));
    ///     file = apply_fixes(&file, round.iter().filter_map(|finding| finding.fix.as_ref()));
    /// }
    /// assert_eq!(file, b"User-agent: *\nDisallow: /a/\n");
    /// ```
    #[must_use]
    pub fn fix_round(&self, wanted: impl Fn(&Diagnostic) -> bool) -> Vec<&Diagnostic> {
        let has_fix = |found: &&Diagnostic| found.fix.is_some() && wanted(found);
        let mut round: Vec<&Diagnostic> = self.diagnostics.iter().filter(has_fix).collect();
        let mends = |found: &Diagnostic| {
            found.fix.as_ref().is_some_and(|fix| fix.effect == FixEffect::Mends)
        };
        if round.iter().any(|found| mends(found)) {
            round.retain(|found| mends(found));
        }
        round
    }
}

/// A short file with a mistake, and the same file without it. Part of [`Lint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintExample {
    /// A file with the mistake.
    pub mistaken: &'static [u8],
    /// The same file without the mistake.
    pub corrected: &'static [u8],
}

impl Lint {
    /// The reason of its findings, unless a finding has one of its own.
    pub(crate) const fn reason(&self) -> LintReason {
        LintReason { name: self.name, text: self.summary }
    }

    /// A short example; `None` if no short file can have the mistake.
    ///
    /// ```
    /// # use maycrawl_lint::Lint;
    /// let example = Lint::by_name("misspelt-field").unwrap().example().unwrap();
    /// assert_ne!(example.mistaken, example.corrected);
    /// ```
    #[must_use]
    pub fn example(&self) -> Option<LintExample> {
        let (mistaken, corrected) = (self.example, self.instead);
        (!mistaken.is_empty()).then_some(LintExample { mistaken, corrected })
    }

    /// The page about the lint, in Markdown.
    ///
    /// ```
    /// use maycrawl_lint::Lint;
    ///
    /// let page = Lint::by_name("R101").unwrap().markdown();
    /// assert!(page.starts_with("# misspelt-field (R101)\n"));
    /// ```
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
        if let Some(example) = self.example() {
            writeln!(page, "\n## Example\n\n```robots\n{}```", ExampleText(example.mistaken))?;
            writeln!(page, "\nUse instead:\n\n```robots\n{}```", ExampleText(example.corrected))?;
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

/// The steps of asking the programs about an edit.
const STEPS_OF_AN_EDIT: u64 = 20_000_000;

/// The line in which the span begins, without a byte order mark.
fn line_at(file: &[u8], span: Span) -> Span {
    let at = (span.start as usize).min(file.len());
    let start = memchr::memrchr2(b'\n', b'\r', &file[..at]).map_or(0, |end| end + 1);
    let end = memchr::memchr2(b'\n', b'\r', &file[at..]).map_or(file.len(), |end| at + end);
    let mark =
        if start == 0 && file.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    Span { start: (start + mark).min(at) as u32, end: end as u32 }
}

/// An example on a page: line ends stay, other bytes are written as [`Printable`] writes them.
struct ExampleText(&'static [u8]);

impl fmt::Display for ExampleText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.strip_suffix(b"\n").unwrap_or(self.0);
        text.split(|&byte| byte == b'\n').try_for_each(|line| writeln!(f, "{}", Printable(line)))
    }
}

impl LintOptions {
    /// The default: the origin of the file is unknown, at most 100 findings of each lint are reported, and fixes are
    /// proved for all programs.
    #[must_use]
    pub const fn new() -> Self {
        Self { origin: None, limit: 100, readers: None }
    }

    /// The origin of the file. With it, sitemaps of other origins are reported, and URLs of the own origin get fixes.
    /// Default: unknown.
    #[must_use]
    pub fn at(mut self, origin: Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    /// The maximum number of findings of each lint; more are only counted. Default: 100.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_lint::{LintOptions, lint_with};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisalllow: /a\nDisalllow: /b\nDisallow: /c/\n");
    /// let report = lint_with(&robots, &LintOptions::new().limit(1));
    /// assert_eq!((report.diagnostics.len(), report.more), (1, 1));
    /// ```
    #[must_use]
    pub const fn limit(mut self, per_lint: usize) -> Self {
        self.limit = per_lint;
        self
    }

    /// The programs for which fixes are proved. Default: all that are known. Without any, a fix is proved for the
    /// profile of the file only.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_lint::{FixEffect, LintOptions, lint_with};
    /// use maycrawl_readers::{Reader, reader_changes};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /cart*\n");
    /// let effect = |options| lint_with(&robots, &options).diagnostics[0].fix.as_ref().unwrap().effect;
    /// // Python's standard library reads no wildcards.
    /// assert_eq!(effect(LintOptions::new()), FixEffect::Mends);
    /// let google = Reader::by_name("google").unwrap();
    /// assert_eq!(effect(LintOptions::new().readers(vec![google])), FixEffect::KeepsVerdicts);
    /// ```
    #[must_use]
    pub fn readers(mut self, readers: Vec<&'static Reader>) -> Self {
        self.readers = Some(readers);
        self
    }

    pub(crate) fn all_readers(&self) -> Vec<&'static Reader> {
        self.readers.clone().unwrap_or_else(|| Reader::all().iter().collect())
    }

    /// True if it is proved that the edit changes no verdict for any of the programs.
    pub(crate) fn keeps(&self, before: &[u8], after: &[u8]) -> bool {
        let budget = &mut Budget::new(STEPS_OF_AN_EDIT);
        reader_changes(&self.all_readers(), before, after, budget).is_none()
    }

    pub(crate) const fn limit_per_lint(&self) -> usize {
        self.limit
    }

    pub(crate) const fn own_origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }
}

impl Default for LintOptions {
    fn default() -> Self {
        Self::new()
    }
}
