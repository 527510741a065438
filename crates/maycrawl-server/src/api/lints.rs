//! The list of lints, and the documentation of one: what it finds, why that is bad, and the sources.

use axum::Json;
use axum::extract::Path;
use maycrawl::lint::{Lint, Severity};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::{Problem, ProblemKind};

/// The documentation of a lint.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LintPage {
    /// Its code: `R101`.
    pub(crate) code: &'static str,
    /// Its name: `misspelt-field`.
    pub(crate) name: &'static str,
    /// Its severity.
    pub(crate) severity: Severity,
    /// The consequence, and for which crawlers, in one sentence.
    pub(crate) summary: &'static str,
    /// What it finds and why that is bad, as Markdown.
    pub(crate) text: &'static str,
    /// A file with the finding; `null` if the finding needs a long file.
    #[schema(required)]
    pub(crate) example: Option<String>,
    /// The same file without the finding.
    #[schema(required)]
    pub(crate) instead: Option<String>,
    /// What the fix does; `null` if there is none.
    #[schema(required)]
    pub(crate) fix: Option<&'static str>,
    /// URLs of the sources.
    pub(crate) references: Vec<&'static str>,
}

/// A lint in the list of all lints.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LintInfo {
    /// Its code: `R101`.
    code: &'static str,
    /// Its name: `misspelt-field`.
    name: &'static str,
    /// Its severity.
    severity: Severity,
    /// The consequence, and for which crawlers, in one sentence.
    summary: &'static str,
}

/// Which lints are there?
///
/// `/v1/lints/{code}` has the whole documentation of one.
#[utoipa::path(get, path = "/v1/lints", tag = "draft", responses(
    (status = OK, description = "The lints, in the order of their codes", body = Vec<LintInfo>)))]
pub(crate) async fn lints() -> Json<Vec<LintInfo>> {
    let info = |lint: &&Lint| LintInfo {
        code: lint.code,
        name: lint.name,
        severity: lint.severity,
        summary: lint.summary,
    };
    Json(Lint::all().iter().map(info).collect())
}

/// What does a lint find, and why is that bad?
///
/// The lint is named by its code or name. The answer is its documentation.
#[utoipa::path(get, path = "/v1/lints/{code}", tag = "draft",
    params(("code" = String, Path, description = "`R101` or `misspelt-field`", example = "R101")),
    responses(
        (status = OK, description = "The documentation of the lint", body = LintPage),
        (status = NOT_FOUND, description = "not found", body = Problem,
            content_type = "application/problem+json")))]
pub(crate) async fn lint_page(Path(code): Path<String>) -> Result<Json<LintPage>, Problem> {
    let lint = Lint::by_name(&code).ok_or_else(|| {
        ProblemKind::NotFound.with_detail("no lint has this code or name; an example is R101")
    })?;
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    Ok(Json(LintPage {
        code: lint.code,
        name: lint.name,
        severity: lint.severity,
        summary: lint.summary,
        text: lint.page,
        example: lint.example().map(|example| text(example.mistaken)),
        instead: lint.example().map(|example| text(example.corrected)),
        fix: lint.fix,
        references: lint.references.to_vec(),
    }))
}
