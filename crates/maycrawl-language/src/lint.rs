//! The one-sentence text of each lint, in a language.

use maycrawl::lint::{Lint, Severity};

use crate::language::Language;

impl Language {
    /// One sentence: what goes wrong, and for which crawlers. Code stands between backquotes. O(text).
    ///
    /// ```
    /// use maycrawl::lint::Lint;
    /// use maycrawl_language::Language;
    ///
    /// let lint = Lint::by_name("misspelt-field").unwrap();
    /// assert_eq!(Language::English.lint_summary(lint), lint.summary);
    /// ```
    #[must_use]
    pub fn lint_summary(self, lint: &Lint) -> String {
        self.message(&format!("lint-{}", lint.name), &[])
    }

    /// The severity, such as `error`. O(1).
    #[must_use]
    pub fn severity(self, severity: Severity) -> String {
        self.message(&format!("severity-{}", severity.name()), &[])
    }
}
