//! Likely mistakes in a draft.

use std::borrow::Cow;

use axum::Extension;
use axum::response::Response;
use maycrawl::answer::ProfileName;
use maycrawl::lint::{Diagnostic, Effect, LintOptions, Severity};
use maycrawl_language::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::extract::{ApiRequest, Draft, WorkerInput};
use crate::api::text_range::{LineIndex, TextEdit, TextRange};
use crate::api::types::{MAX_TEXT_BYTES, shortened};
use crate::json_body::json_bytes;
use crate::problem::Problem;
use crate::response_language::ResponseLanguage;
use crate::sliced_work::SlicedWork;

/// Size of messages, help and edits of all findings. Findings beyond it are counted only.
const MAX_REPORT_TEXT_BYTES: usize = 4 << 20;

/// A draft to lint.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LintRequest {
    /// The draft.
    robots: String,
    /// The origin of the draft, to recognise sitemaps of other sites.
    origin: Option<String>,
    /// How robots.txt is read. Default: `google`.
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
}

impl ApiRequest for LintRequest {
    type Input = Draft;

    fn into_input(self) -> Result<Draft, Problem> {
        Draft::new(self.robots, self.profile.as_deref(), self.origin.as_deref())
    }
}

/// The findings, in the order of the file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LintReport {
    /// Number of errors: lines without the effect that they seem to have.
    pub(crate) errors: usize,
    /// Number of warnings: lines whose effect is probably not intended.
    pub(crate) warnings: usize,
    /// Number of notes.
    pub(crate) notes: usize,
    /// Number of findings that are not listed and not counted above, because there are too many of one kind or they are
    /// too long together.
    pub(crate) more: usize,
    /// The findings, at most 100 of a kind and 4 MiB in total.
    pub(crate) diagnostics: Vec<Finding>,
}

/// A finding.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Finding {
    /// Its code: `R101`.
    pub(crate) code: &'static str,
    /// Its name: `misspelt-field`.
    pub(crate) name: &'static str,
    /// Its severity.
    pub(crate) severity: Severity,
    /// The text that it is about.
    #[serde(flatten)]
    pub(crate) range: TextRange,
    /// What is wrong here.
    pub(crate) message: String,
    /// The consequence, and for which crawlers.
    pub(crate) reason: Cow<'static, str>,
    /// What to do.
    #[schema(required)]
    pub(crate) help: Option<String>,
    /// A fix, if there is a safe one.
    #[schema(required)]
    pub(crate) fix: Option<FixProposal>,
}

/// A proposed fix of a finding.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FixProposal {
    /// What the fix does.
    pub(crate) title: String,
    /// Its effect on verdicts.
    pub(crate) effect: Effect,
    /// The edits of the draft. Apply all or none.
    pub(crate) edits: Vec<TextEdit>,
}

/// Which lines of this draft are likely mistakes?
///
/// Each finding has its reason, what to do, and a fix if there is a safe one. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/lint", tag = "draft", request_body(content = LintRequest,
    example = json!({"robots": "User-agent: *\nDissalow: /private/\n", "origin": "https://www.example.com",
        "profile": "google"})), responses(
    (status = OK, description = "The findings, in the order of the file", body = LintReport)))]
pub(crate) async fn lint(
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    input: WorkerInput<LintRequest>,
) -> Result<Response, Problem> {
    input.respond(move |draft, work| json_bytes(&diagnostic(&draft, language, work)?)).await
}

fn diagnostic(
    draft: &Draft,
    language: Language,
    work: &mut SlicedWork,
) -> Result<LintReport, Problem> {
    let options = draft.origin.iter().cloned().fold(LintOptions::new(), LintOptions::at);
    let robots = draft.parse();
    let report = robots.lint_pausing(&options, &mut || work.may_continue());
    let maycrawl::lint::LintReport { mut diagnostics, mut more, .. } =
        report.ok_or_else(|| work.problem())?;
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
    let places = LineIndex::of(robots.as_bytes());
    Ok(LintReport {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
        more,
        diagnostics: diagnostics.iter().map(|it| finding(it, &places, language)).collect(),
    })
}

/// Size of the texts of a finding in the response.
fn text_bytes(diagnostic: &Diagnostic) -> usize {
    let edits = diagnostic.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.text.len());
    let help = diagnostic.help.as_ref().map_or(0, String::len);
    diagnostic.message.len().min(MAX_TEXT_BYTES) + help.min(MAX_TEXT_BYTES) + edits.sum::<usize>()
}

fn finding(diagnostic: &Diagnostic, places: &LineIndex<'_>, language: Language) -> Finding {
    let fix = diagnostic.fix.as_ref().map(|fix| FixProposal {
        title: fix.title.clone(),
        effect: fix.effect,
        edits: fix.edits.iter().map(|edit| places.edit(edit)).collect(),
    });
    Finding {
        code: diagnostic.lint.code,
        name: diagnostic.lint.name,
        severity: diagnostic.lint.severity,
        range: places.range(diagnostic.span),
        message: shortened(&diagnostic.message, MAX_TEXT_BYTES).into_owned(),
        reason: match language {
            Language::English => diagnostic.lint.summary.into(),
            language => language.lint_summary(diagnostic.lint).into(),
        },
        help: diagnostic.help.as_ref().map(|help| shortened(help, MAX_TEXT_BYTES).into_owned()),
        fix,
    }
}
