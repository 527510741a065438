//! What a draft says that its author can hardly mean.

use axum::response::Response;
use maycrawl::{Diagnostic, LintOptions, LintReport, Severity};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::extract::{ApiRequest, Draft, WorkerInput};
use crate::api::text_range::{Places, Range, TextEdit};
use crate::api::types::{MAX_PATTERN_BYTES, shortened};
use crate::json_body::json_bytes;
use crate::problem::Problem;

/// Bytes of messages, help and edits of all findings; those for which there is no room are counted only.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// A draft to be looked through.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToLint {
    /// The file.
    robots: String,
    /// Whose file it is to be: foreign sitemaps are then told from its own.
    origin: Option<String>,
    /// `google` (the default), `google-2019` or `rfc9309`.
    profile: Option<String>,
}

impl ApiRequest for ToLint {
    type Input = Draft;

    fn into_input(self) -> Result<Draft, Problem> {
        Draft::new(self.robots, self.profile.as_deref(), self.origin.as_deref())
    }
}

/// What was found, in the order of the file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Found {
    /// Lines that do not do what they say.
    pub(crate) errors: usize,
    /// Lines that are used, but hardly as they are meant.
    pub(crate) warnings: usize,
    /// What is good to know.
    pub(crate) notes: usize,
    /// Findings that are counted nowhere else, because there are too many of one kind, or they are too long together.
    pub(crate) more: usize,
    /// The findings, at most a hundred of a kind and four MiB in all.
    pub(crate) diagnostics: Vec<Finding>,
}

/// A finding.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Finding {
    /// Its kind, for machines: `R101`.
    pub(crate) code: &'static str,
    /// Its kind: `misspelt-field`.
    pub(crate) name: &'static str,
    /// `error`, `warning` or `note`.
    pub(crate) severity: &'static str,
    /// What it is about.
    #[serde(flatten)]
    pub(crate) range: Range,
    /// What is the matter here.
    pub(crate) message: String,
    /// What goes wrong, for whom.
    pub(crate) reason: &'static str,
    /// What to do.
    pub(crate) help: Option<String>,
    /// What mends it, where that is safe.
    pub(crate) fix: Option<Mended>,
}

/// What mends a finding.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Mended {
    /// What it does.
    pub(crate) title: String,
    /// What it means for verdicts: `keeps-verdicts` or `takes-effect`.
    pub(crate) effect: &'static str,
    /// How the file changes; all or none.
    pub(crate) edits: Vec<TextEdit>,
}

/// What in this file can its author hardly mean?
#[utoipa::path(post, path = "/v1/lint", tag = "draft", request_body = ToLint, responses(
    (status = OK, body = Found)))]
pub(crate) async fn lint(input: WorkerInput<ToLint>) -> Result<Response, Problem> {
    input.respond(|draft| json_bytes(&found(&draft))).await
}

fn found(draft: &Draft) -> Found {
    let options = draft.origin.iter().cloned().fold(LintOptions::new(), LintOptions::at);
    let robots = draft.parse();
    let LintReport { mut diagnostics, mut more, .. } = robots.lint_with(&options);
    let mut left = MAX_TEXT_BYTES;
    let fitting = diagnostics.iter().take_while(|it| {
        let fits = text_bytes(it) <= left;
        left = left.saturating_sub(text_bytes(it));
        fits
    });
    let fitting = fitting.count();
    more += diagnostics.len() - fitting;
    diagnostics.truncate(fitting);
    let count = |severity| diagnostics.iter().filter(|it| it.lint.severity == severity).count();
    let places = Places::of(robots.as_bytes());
    Found {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
        more,
        diagnostics: diagnostics.iter().map(|it| finding(it, &places)).collect(),
    }
}

/// Bytes of what a finding says and changes, as it is sent.
fn text_bytes(found: &Diagnostic) -> usize {
    let edits = found.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.text.len());
    let help = found.help.as_ref().map_or(0, String::len);
    found.message.len().min(MAX_PATTERN_BYTES) + help.min(MAX_PATTERN_BYTES) + edits.sum::<usize>()
}

fn finding(found: &Diagnostic, places: &Places<'_>) -> Finding {
    let fix = found.fix.as_ref().map(|fix| Mended {
        title: fix.title.clone(),
        effect: fix.effect.name(),
        edits: fix.edits.iter().map(|edit| places.edit(edit)).collect(),
    });
    Finding {
        code: found.lint.code,
        name: found.lint.name,
        severity: found.lint.severity.name(),
        range: places.range(found.span),
        message: shortened(&found.message, MAX_PATTERN_BYTES).into_owned(),
        reason: found.lint.summary,
        help: found.help.as_ref().map(|help| shortened(help, MAX_PATTERN_BYTES).into_owned()),
        fix,
    }
}
