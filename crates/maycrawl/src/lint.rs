//! Lints: mistakes in a robots.txt, each with its place and how to fix it.
//!
//! ```
//! use maycrawl::RobotsTxt;
//!
//! let file = b"User-agent: *\nDissallow: /private\n";
//! let findings = RobotsTxt::parse(file).lint();
//! assert_eq!(findings[0].lint.name, "misspelt-field");
//! assert_eq!(findings[0].span.of(file), b"Dissallow");
//! let fixed = maycrawl::apply(file, findings.iter().filter_map(|finding| finding.fix.as_ref()));
//! assert_eq!(fixed, b"User-agent: *\nDisallow: /private\n");
//! ```
//!
//! One pass over the lines finds what a line alone shows and gathers agents, rules and sitemaps
//! (`document.rs`); each family then looks at what it is about. A lint is a value: its text is the page that
//! people read, and its examples are the test.
//!
//! Cost: O(bytes log bytes), for comparing the names and rules of the file by sorting them. Whatever compares
//! rules pair by pair has a budget that is a multiple of the file's size, and says so when it runs out.

mod agents;
mod crossing;
mod directory;
mod document;
mod encoding;
mod fields;
mod fix;
mod other;
mod paths;
mod private;
mod quotes;
mod resources;
mod rules;
mod site;
mod sitemaps;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use crate::line::Span;
#[cfg(feature = "origin")]
use crate::origin::Origin;
use crate::printable::Printable;
use crate::profile::Profile;
use crate::robots_txt::RobotsTxt;

use document::Document;
pub use fix::{Effect, Fix, apply};

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

static ALL: &[&Lint] = &[
    &encoding::HTML,
    &encoding::UTF_16,
    &encoding::NOT_UTF_8,
    &encoding::BYTE_ORDER_MARK,
    &encoding::INVISIBLE_CHARACTER,
    &encoding::INVISIBLE_IN_VALUE,
    &encoding::NUL_BYTE,
    &encoding::CONTROL_BYTE,
    &encoding::LONG_LINE,
    &encoding::LARGE_FILE,
    &encoding::NEARLY_LARGE_FILE,
    &fields::MISSPELT_FIELD,
    &fields::UNREAD_MISSPELLING,
    &fields::UNKNOWN_FIELD,
    &fields::MISSING_COLON,
    &fields::NO_DIRECTIVE,
    &fields::FIELD_SWALLOWS_VALUE,
    &quotes::QUOTATION_MARKS,
    &other::CRAWL_DELAY,
    &other::NOINDEX,
    &other::HOST,
    &other::CLEAN_PARAM,
    &other::REQUEST_RATE,
    &other::RETIRED_FIELD,
    &other::LICENSE,
    &other::CONTENT_SIGNAL,
    &other::CONTENT_USAGE,
    &other::BAD_SIGNAL,
    &other::SIGNAL_OUTSIDE_GROUP,
    &agents::ILLEGAL_AGENT,
    &agents::EMPTY_AGENT,
    &agents::UNKNOWN_AGENT,
    &agents::EMPTY_GROUP,
    &agents::MERGED_GROUPS,
    &agents::REPEATED_AGENT,
    &agents::DISOBEDIENT_AGENT,
    &agents::AGENT_VERSION,
    &agents::JOINED_GROUPS,
    &agents::ODD_AGENT,
    &paths::NO_LEADING_SLASH,
    &paths::URL_AS_PATH,
    &paths::IDLE_WILDCARD,
    &paths::LITERAL_DOLLAR,
    &paths::LOWER_CASE_ESCAPE,
    &paths::NON_ASCII_PATH,
    &paths::BROKEN_ESCAPE,
    &paths::COMMENT_CUTS_PATH,
    &paths::BLANK_IN_PATH,
    &paths::REGULAR_EXPRESSION,
    &paths::EMPTY_ALLOW,
    &paths::IDLE_DISALLOW,
    &directory::DIRECTORY_WITHOUT_SLASH,
    &rules::RULE_BEFORE_GROUP,
    &rules::DUPLICATE_RULE,
    &rules::CONTRADICTING_RULES,
    &rules::SHADOWED_RULE,
    &rules::TIED_RULES,
    &rules::UNCOMPARED_RULES,
    &rules::REDUNDANT_RULE,
    &crossing::UNDEFINED_PRECEDENCE,
    &sitemaps::RELATIVE_SITEMAP,
    &sitemaps::FOREIGN_SITEMAP,
    &sitemaps::REPEATED_SITEMAP,
    &sitemaps::BLOCKED_SITEMAP,
    &site::SITE_BLOCKED,
    &site::STAR_NOT_FOR_ALL,
    &resources::RESOURCES_BLOCKED,
    &private::PRIVATE_PATH,
    &resources::RESOURCE_FOLDER,
];

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
#[derive(Clone, Debug)]
pub struct Context {
    #[cfg(feature = "origin")]
    origin: Option<Origin>,
    limit: usize,
}

/// Everything that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Findings {
    /// In the order of their places in the file.
    pub diagnostics: Vec<Diagnostic>,
    /// How many findings of each kind there are, those beyond the limit too, in the order of the codes.
    pub counts: Vec<Count>,
    /// Findings beyond the limit for each lint, which are counted and not among `diagnostics`.
    pub more: usize,
}

/// How many findings of a kind there are. Part of [`Findings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// The kind.
    pub lint: &'static Lint,
    /// How many there are in the file.
    pub found: usize,
    /// How many of them are among the diagnostics.
    pub shown: usize,
}

impl Findings {
    /// Takes away all findings of the kinds for which `keep` is false, and their counts.
    pub fn retain(&mut self, keep: impl Fn(&'static Lint) -> bool) {
        self.diagnostics.retain(|found| keep(found.lint));
        self.counts.retain(|count| keep(count.lint));
        self.more = self.counts.iter().map(|count| count.found - count.shown).sum();
    }

    /// How many findings of this severity there are, those beyond the limit too.
    ///
    /// ```
    /// use maycrawl::{Context, RobotsTxt, Severity};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisalllow: /a\nDisalllow: /b\nDisalllow: /c\nDisallow: /d/\n");
    /// let found = robots.lint_with(&Context::new().limit(2));
    /// assert_eq!((found.diagnostics.len(), found.of(Severity::Error), found.more), (2, 3, 1));
    /// ```
    #[must_use]
    pub fn of(&self, severity: Severity) -> usize {
        let counts = self.counts.iter().filter(|count| count.lint.severity == severity);
        counts.map(|count| count.found).sum()
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
            let text = Span { start: from, end: to }.of(file);
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

impl RobotsTxt<'_> {
    /// The mistakes in the file, in order; of one kind a hundred at most.
    ///
    /// O(bytes log bytes).
    #[must_use]
    pub fn lint(&self) -> Vec<Diagnostic> {
        self.lint_with(&Context::new()).diagnostics
    }

    /// [`lint`](Self::lint), knowing more or wanting more.
    #[must_use]
    pub fn lint_with(&self, context: &Context) -> Findings {
        let mut report = Report::new(self, context);
        if encoding::whole_file(&mut report) {
            encoding::lines(&mut report);
            let document = Document::read(self, &mut report);
            agents::check(&document, &mut report);
            paths::check(&document, &mut report);
            directory::check(&document, &mut report);
            rules::check(&document, &mut report);
            sitemaps::check(&document, &mut report);
            site::check(&document, &mut report);
            private::check(&document, &mut report);
        }
        report.finish()
    }
}

impl Findings {
    /// The findings whose fixes are applied in the next round, of those that `wanted` takes.
    ///
    /// Fixes of the two effects are not mixed: a fix that [keeps verdicts](Effect::KeepsVerdicts) does so for the
    /// file as it is, and a line that [takes effect](Effect::TakesEffect) makes another file of it. So as long as
    /// there are wanted fixes of lines that take effect, a round has those only; what keeps verdicts is looked
    /// for anew in the result. A round in which [`apply`] changes nothing is the last one. O(findings).
    ///
    /// ```
    /// use maycrawl::{Context, Effect, RobotsTxt, apply};
    ///
    /// let mut file = b"User-agent: *\nDisalllow: /a/*\n".to_vec();
    /// for effect in [Effect::TakesEffect, Effect::KeepsVerdicts] {
    ///     let findings = RobotsTxt::parse(&file).lint_with(&Context::new());
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
    /// Every lint, in the order of their codes.
    #[must_use]
    pub fn all() -> &'static [&'static Self] {
        ALL
    }

    /// The lint with this code or name, in any case.
    ///
    /// ```
    /// use maycrawl::Lint;
    ///
    /// assert_eq!(Lint::find("r101"), Lint::find("misspelt-field"));
    /// assert_eq!(Lint::find("R000"), None);
    /// ```
    #[must_use]
    pub fn find(code_or_name: &str) -> Option<&'static Self> {
        let is = |text: &str| text.eq_ignore_ascii_case(code_or_name);
        Self::all().iter().copied().find(|lint| is(lint.code) || is(lint.name))
    }

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
    let mark = usize::from(start == 0 && file.starts_with(b"\xef\xbb\xbf")) * 3;
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

impl Context {
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

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

/// Where the families put what they find.
pub(crate) struct Report<'r> {
    robots: &'r RobotsTxt<'r>,
    context: &'r Context,
    /// How many findings each lint has that turned up.
    counts: Vec<(&'static Lint, usize)>,
    found: Findings,
    /// What [`Report::add_once`] has added, with its line.
    once: Vec<(&'static Lint, u32)>,
    /// A `user-agent` line has been read.
    in_group: bool,
}

/// Where a finding is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    line: u32,
    span: Span,
}

/// What is said about a finding.
#[derive(Default)]
pub(crate) struct Words {
    message: String,
    help: Option<String>,
    fix: Option<Fix>,
}

impl<'r> Report<'r> {
    fn new(robots: &'r RobotsTxt<'r>, context: &'r Context) -> Self {
        let (counts, once) = (Vec::new(), Vec::new());
        Self { robots, context, counts, found: Findings::default(), once, in_group: false }
    }

    /// The bytes that are read.
    fn file(&self) -> &'r [u8] {
        self.robots.as_bytes()
    }

    fn profile(&self) -> Profile {
        self.robots.profile()
    }

    /// The origin of the file, if it is known.
    #[cfg(feature = "origin")]
    fn origin(&self) -> Option<&'r Origin> {
        self.context.origin.as_ref()
    }

    /// Is `url` of the file's own origin? `None` where nobody knows.
    fn is_own(&self, url: &[u8]) -> Option<bool> {
        #[cfg(feature = "origin")]
        if let Some(origin) = self.origin() {
            let url = core::str::from_utf8(url).ok().and_then(|url| Origin::of(url).ok());
            return Some(url.is_some_and(|url| url == *origin));
        }
        let _ = url;
        None
    }

    /// Adds a finding; beyond the limit it is only counted, and its words are never made.
    #[cold]
    fn add(&mut self, lint: &'static Lint, place: Place, words: impl FnOnce() -> Words) {
        let at = self.counts.iter().position(|(known, _)| core::ptr::eq(*known, lint));
        let at = at.unwrap_or_else(|| {
            self.counts.push((lint, 0));
            self.counts.len() - 1
        });
        let count = &mut self.counts[at].1;
        *count += 1;
        if *count > self.context.limit {
            self.found.more += 1;
            return;
        }
        let Words { message, help, fix } = words();
        let Place { line, span } = place;
        self.found.diagnostics.push(Diagnostic { lint, line, span, message, help, fix });
    }

    /// [`add`](Self::add), unless the same lint has been found on this line: for what is looked at once for each name of a
    /// group. Meant for lints of which there are few.
    fn add_once(&mut self, lint: &'static Lint, place: Place, words: impl FnOnce() -> Words) {
        let is_same = |(known, line): &(&'static Lint, u32)| {
            core::ptr::eq(*known, lint) && *line == place.line
        };
        if !self.once.iter().any(is_same) {
            self.once.push((lint, place.line));
            self.add(lint, place, words);
        }
    }

    fn finish(mut self) -> Findings {
        self.counts.sort_by_key(|(lint, _)| lint.code);
        let limit = self.context.limit;
        self.found.counts = self
            .counts
            .iter()
            .map(|&(lint, found)| Count { lint, found, shown: found.min(limit) })
            .collect();
        let Findings { diagnostics, .. } = &mut self.found;
        diagnostics.sort_by_key(|found| (found.span.start, found.span.end, found.lint.code));
        fix::leave_out_doubtful(self.robots, diagnostics);
        self.found
    }
}

impl Words {
    fn new(message: String) -> Self {
        Self { message, help: None, fix: None }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    fn fix(self, fix: impl Into<Option<Fix>>) -> Self {
        Self { fix: fix.into(), ..self }
    }
}

/// Bytes of a file inside a sentence: between backticks, printable, and not too long.
pub(crate) struct Quoted<'a>(pub(crate) &'a [u8]);

/// Bytes of a quotation that are shown.
const QUOTED: usize = 80;

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.len() <= QUOTED {
            // Most text is plain and needs no look at each character.
            let is_plain = self.0.iter().all(|byte| matches!(byte, b' '..=b'~'));
            if let (true, Ok(text)) = (is_plain, core::str::from_utf8(self.0)) {
                f.write_str("`")?;
                f.write_str(text)?;
                return f.write_str("`");
            }
            return write!(f, "`{}`", Printable(self.0));
        }
        // Not in the middle of a character.
        let is_start = |&at: &usize| self.0[at] & 0xC0 != 0x80;
        let end = (QUOTED - 4..=QUOTED).rev().find(is_start).unwrap_or(QUOTED);
        write!(f, "`{}...`", Printable(&self.0[..end]))
    }
}
