//! What a draft says that its author can hardly mean.

use axum::Json;
use axum::body::Bytes;
use maycrawl::{Context, Diagnostic, Findings, RobotsTxt, Severity};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{body, origin, profile};
use crate::place::{Places, Range, TextEdit};
use crate::problem::Problem;

/// A draft to be looked through.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ToLint {
    /// The file.
    robots: String,
    /// Whose file it is to be: foreign sitemaps are then told from its own.
    origin: Option<String>,
    /// `google` (the default) or `rfc9309`.
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
    /// What is counted nowhere else, because there was too much of one kind.
    pub more: usize,
    /// The findings, at most a hundred of a kind.
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
pub async fn lint(bytes: Bytes) -> Result<Json<Found>, Problem> {
    let asked: ToLint = body(&bytes)?;
    let profile = profile(asked.profile.as_deref())?;
    let own = asked.origin.as_deref().map(origin).transpose()?;
    let context = own.into_iter().fold(Context::new(), Context::at);
    let robots = RobotsTxt::parse_as(asked.robots.as_bytes(), profile);
    let Findings { diagnostics, more, .. } = robots.lint_with(&context);
    let count = |severity| diagnostics.iter().filter(|it| it.lint.severity == severity).count();
    let places = Places::of(robots.as_bytes());
    Ok(Json(Found {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
        more,
        diagnostics: diagnostics.iter().map(|it| finding(it, &places)).collect(),
    }))
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
        message: found.message.clone(),
        reason: found.lint.summary,
        help: found.help.clone(),
        fix,
    }
}
