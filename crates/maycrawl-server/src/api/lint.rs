//! What a draft says that its author can hardly mean.

use axum::Extension;
use axum::response::Response;
use maycrawl::{Diagnostic, LintOptions, LintReport, RobotsTxt, Severity};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{JsonBody, body, in_lane, json_bytes, origin, profile};
use crate::admission::RequestContext;
use crate::api::text_range::{Places, Range, TextEdit};
use crate::api::types::{MAX_PATTERN_BYTES, shortened};
use crate::problem::Problem;

/// Bytes of messages, help and edits of all findings; those for which there is no room are counted only.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// A draft to be looked through.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ToLint {
    /// The file.
    robots: String,
    /// Whose file it is to be: foreign sitemaps are then told from its own.
    origin: Option<String>,
    /// `google` (the default), `google-2019` or `rfc9309`.
    profile: Option<String>,
}

/// What was found, in the order of the file.
#[derive(Debug, Serialize, ToSchema)]
pub struct Found {
    /// Lines that do not do what they say.
    pub errors: usize,
    /// Lines that are used, but hardly as they are meant.
    pub warnings: usize,
    /// What is good to know.
    pub notes: usize,
    /// Findings that are counted nowhere else, because there are too many of one kind, or they are too long together.
    pub more: usize,
    /// The findings, at most a hundred of a kind and four MiB in all.
    pub diagnostics: Vec<Finding>,
}

/// A finding.
#[derive(Debug, Serialize, ToSchema)]
pub struct Finding {
    /// Its kind, for machines: `R101`.
    pub code: &'static str,
    /// Its kind: `misspelt-field`.
    pub name: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// What it is about.
    #[serde(flatten)]
    pub range: Range,
    /// What is the matter here.
    pub message: String,
    /// What goes wrong, for whom.
    pub reason: &'static str,
    /// What to do.
    pub help: Option<String>,
    /// What mends it, where that is safe.
    pub fix: Option<Mended>,
}

/// What mends a finding.
#[derive(Debug, Serialize, ToSchema)]
pub struct Mended {
    /// What it does.
    pub title: String,
    /// What it means for verdicts: `keeps-verdicts` or `takes-effect`.
    pub effect: &'static str,
    /// How the file changes; all or none.
    pub edits: Vec<TextEdit>,
}

/// What in this file can its author hardly mean?
#[utoipa::path(post, path = "/v1/lint", tag = "draft", request_body = ToLint, responses(
    (status = OK, body = Found),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn lint(
    Extension(context): Extension<RequestContext>,
    JsonBody(bytes): JsonBody,
) -> Result<Response, Problem> {
    in_lane(&context, move || json_bytes(&found(&bytes)?)).await
}

fn found(bytes: &[u8]) -> Result<Found, Problem> {
    let asked: ToLint = body(bytes)?;
    let profile = profile(asked.profile.as_deref())?;
    let own = asked.origin.as_deref().map(origin).transpose()?;
    let context = own.into_iter().fold(LintOptions::new(), LintOptions::at);
    let robots = RobotsTxt::parse_with(asked.robots.as_bytes(), profile);
    let LintReport { mut diagnostics, mut more, .. } = robots.lint_with(&context);
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
    Ok(Found {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
        more,
        diagnostics: diagnostics.iter().map(|it| finding(it, &places)).collect(),
    })
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
