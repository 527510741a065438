//! The list of lints, and the documentation of one: what it finds, why that is bad, and the sources.

use maycrawl_lint::{Lint, Severity};
use serde::Serialize;
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::refusal::{Refusal, RefusalKind};

/// The documentation of a lint.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct LintPage {
    /// Its code: `R101`.
    pub code: &'static str,
    /// Its name: `misspelt-field`.
    pub name: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// The consequence, and for which crawlers, in one sentence.
    pub summary: &'static str,
    /// What it finds and why that is bad, as Markdown.
    pub text: &'static str,
    /// A file with the finding; `null` if the finding needs a long file.
    #[cfg_attr(feature = "schema", schema(required))]
    pub example: Option<String>,
    /// The same file without the finding.
    #[cfg_attr(feature = "schema", schema(required))]
    pub instead: Option<String>,
    /// What the fix does; `null` if there is none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub fix: Option<&'static str>,
    /// URLs of the sources.
    pub references: Vec<&'static str>,
}

/// A lint in the list of all lints.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct LintInfo {
    /// Its code: `R101`.
    code: &'static str,
    /// Its name: `misspelt-field`.
    name: &'static str,
    /// Its severity.
    severity: Severity,
    /// The consequence, and for which crawlers, in one sentence.
    summary: &'static str,
}

impl LintInfo {
    /// The lints, in the order of their codes.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let info = |lint: &&Lint| Self {
            code: lint.code,
            name: lint.name,
            severity: lint.severity,
            summary: lint.summary,
        };
        Lint::all().iter().map(info).collect()
    }
}

impl LintPage {
    /// The documentation of the lint with this code or name.
    ///
    /// # Errors
    /// If there is none.
    pub fn by_name(code: &str) -> Result<Self, Refusal> {
        let lint = Lint::by_name(code).ok_or_else(|| {
            RefusalKind::NotFound.with_detail("no lint has this code or name; an example is R101")
        })?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Ok(Self {
            code: lint.code,
            name: lint.name,
            severity: lint.severity,
            summary: lint.summary,
            text: lint.page,
            example: lint.example().map(|example| text(example.mistaken)),
            instead: lint.example().map(|example| text(example.corrected)),
            fix: lint.fix,
            references: lint.references.to_vec(),
        })
    }
}
