//! Likely mistakes in a draft.

use std::borrow::Cow;

use maycrawl::answer::MAX_TEXT_BYTES;
use maycrawl_language::Language;
use maycrawl_lint::{Diagnostic, Fix, FixEffect, LintOptions, Severity, lint_pausing};
use maycrawl_readers::answer::ProgramsAnswer;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::Pause;
use crate::answers::shortened;
use crate::inputs::{Draft, Request};
use crate::refusal::Refusal;
use crate::text_range::{LineIndex, TextEdit, TextRange};

/// Size of messages, help and edits of all findings. Findings beyond it are counted only.
const MAX_REPORT_TEXT_BYTES: usize = 4 << 20;

/// A draft to lint.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LintRequest {
    /// The draft.
    robots: String,
    /// The origin of the draft, to recognise sitemaps of other sites.
    origin: Option<String>,
    /// How robots.txt is read. Default: `google`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<maycrawl::answer::ProfileName>))]
    profile: Option<String>,
}

impl Request for LintRequest {
    type Input = Draft;

    fn into_input(self) -> Result<Draft, Refusal> {
        Draft::new(self.robots, self.profile.as_deref(), self.origin.as_deref())
    }
}

/// The findings, in the order of the file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct LintReport {
    /// Number of errors: lines without the effect that they seem to have.
    pub errors: usize,
    /// Number of warnings: lines whose effect is probably not intended.
    pub warnings: usize,
    /// Number of notes.
    pub notes: usize,
    /// Number of findings that are not listed and not counted above, because there are too many of one kind or they are
    /// too long together.
    pub more: usize,
    /// The findings, at most 100 of a kind and 4 MiB in total.
    pub diagnostics: Vec<Finding>,
}

/// A finding.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Finding {
    /// Its code: `R101`.
    pub code: &'static str,
    /// Its name: `misspelt-field`.
    pub name: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// The text that it is about.
    #[serde(flatten)]
    pub range: TextRange,
    /// The numbers of other lines with the same finding, the first hundred.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<u32>,
    /// What is wrong here: in English with the names and patterns of the file, in another language as `reason`.
    pub message: String,
    /// The consequence, and for which crawlers.
    pub reason: Cow<'static, str>,
    /// What to do. English has it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub help: Option<String>,
    /// What is wrong here and what to do, in English. A response in another language has it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub english: Vec<String>,
    /// A fix, if there is a safe one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub fix: Option<FixProposal>,
    /// The edits that the help names where there is no such fix, in English: a person chooses one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<FixProposal>,
}

/// A proposed fix of a finding.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct FixProposal {
    /// What the fix does.
    pub title: String,
    /// Its effect on verdicts.
    pub effect: FixEffect,
    /// What it changes for the programs that read robots.txt.
    pub programs: ProgramsAnswer,
    /// The edits of the draft. Apply all or none.
    pub edits: Vec<TextEdit>,
}

/// The findings about a draft; `None` if the work was ended before it was done.
#[must_use]
pub fn lint(draft: &Draft, language: Language, may_continue: Pause<'_>) -> Option<LintReport> {
    let options = draft.origin.iter().cloned().fold(LintOptions::new(), LintOptions::at);
    let robots = draft.parse();
    let report = lint_pausing(&robots, &options, may_continue)?;
    let maycrawl_lint::LintReport { mut diagnostics, mut more, .. } = report;
    // A finding repeats text of the draft, and a draft may have a hundred findings for each lint on one long line.
    let mut left = MAX_REPORT_TEXT_BYTES;
    let fitting = diagnostics.iter().take_while(|it| {
        let fits = text_bytes(it) <= left;
        left = left.saturating_sub(text_bytes(it));
        fits
    });
    let fitting = fitting.count();
    more += diagnostics.len() - fitting;
    diagnostics.truncate(fitting);
    let count = |severity| diagnostics.iter().filter(|it| it.lint.severity == severity).count();
    let places = LineIndex::new(robots.as_bytes());
    Some(LintReport {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
        more,
        diagnostics: diagnostics.iter().map(|it| finding(it, &places, language)).collect(),
    })
}

/// The most other lines of a finding that are named: its help tells how many there are.
const MAX_OTHER_LINES: usize = 100;

/// Size of the texts of a finding in the response.
fn text_bytes(diagnostic: &Diagnostic) -> usize {
    let fixes = diagnostic.fix.iter().chain(&diagnostic.choices);
    let edits = fixes.flat_map(|fix| &fix.edits).map(|edit| edit.text.len());
    let help = diagnostic.help.as_ref().map_or(0, String::len);
    diagnostic.message.len().min(MAX_TEXT_BYTES) + help.min(MAX_TEXT_BYTES) + edits.sum::<usize>()
}

fn finding(diagnostic: &Diagnostic, places: &LineIndex<'_>, language: Language) -> Finding {
    let words = language.finding(diagnostic);
    let short = |text: &str| shortened(text, MAX_TEXT_BYTES).into_owned();
    let proposal = |(fix, title): (&Fix, String)| FixProposal {
        title,
        effect: fix.effect,
        programs: fix.programs.clone(),
        edits: fix.edits.iter().map(|edit| places.edit(edit)).collect(),
    };
    let choices = diagnostic.choices.iter().map(|fix| proposal((fix, short(&fix.title))));
    let choices = choices.collect();
    let fix = diagnostic.fix.as_ref().zip(words.fix.map(Cow::into_owned)).map(proposal);
    Finding {
        code: diagnostic.lint.code,
        name: diagnostic.lint.name,
        severity: diagnostic.lint.severity,
        range: places.range(diagnostic.span),
        also: diagnostic.also.iter().take(MAX_OTHER_LINES).copied().collect(),
        message: short(&words.headline),
        reason: language.lint_reason(diagnostic.reason),
        help: words.help.map(short),
        english: words.english.into_iter().flatten().map(short).collect(),
        fix,
        choices,
    }
}
