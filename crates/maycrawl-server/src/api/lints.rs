//! The page of a lint: what it is, why it is bad, and where that is written.

use axum::Json;
use axum::extract::Path;
use maycrawl::Lint;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::{Problem, ProblemKind};

/// A lint, with its page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LintPage {
    /// `R101`
    pub(crate) code: &'static str,
    /// `misspelt-field`
    pub(crate) name: &'static str,
    /// `error`, `warning` or `note`.
    pub(crate) severity: &'static str,
    /// What goes wrong, for whom, in a sentence.
    pub(crate) summary: &'static str,
    /// What it is and why it is bad, as Markdown.
    pub(crate) text: &'static str,
    /// A file with the finding; empty where a short one cannot have it.
    pub(crate) example: String,
    /// The same file as it should be.
    pub(crate) instead: String,
    /// What the fix does, if there can be one.
    pub(crate) fix: Option<&'static str>,
    /// Where it is written.
    pub(crate) references: Vec<&'static str>,
}

/// The page of a lint, by its code or name.
#[utoipa::path(get, path = "/v1/lints/{code}", tag = "draft",
    params(("code" = String, Path, description = "`R101` or `misspelt-field`", example = "R101")),
    responses(
        (status = OK, body = LintPage),
        (status = NOT_FOUND, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn lint_page(Path(code): Path<String>) -> Result<Json<LintPage>, Problem> {
    let lint = Lint::by_name(&code).ok_or_else(|| {
        ProblemKind::NotFound.with_detail("no lint has this code or name; R101 is one")
    })?;
    Ok(Json(LintPage {
        code: lint.code,
        name: lint.name,
        severity: lint.severity.name(),
        summary: lint.summary,
        text: lint.page,
        example: String::from_utf8_lossy(lint.example).into_owned(),
        instead: String::from_utf8_lossy(lint.instead).into_owned(),
        fix: lint.fix,
        references: lint.references.to_vec(),
    }))
}
