//! The one-sentence text of each lint, in a language.

use std::borrow::Cow;

use maycrawl::Printable;
use maycrawl_lint::{Diagnostic, Lint, LintReason, Severity};
use maycrawl_readers::answer::ProgramsChange;

use crate::language::Language;

/// The sentences of a finding in a language. Safe to print.
#[derive(Debug, PartialEq, Eq)]
pub struct FindingWords<'a> {
    /// What is wrong: the finding's own sentence in English, the sentence of its reason in another language.
    pub headline: Cow<'a, str>,
    /// What to do. English only.
    pub help: Option<&'a str>,
    /// What the finding says with the names and patterns of the file, and what to do, where the language is another
    /// one. Whoever shows it says that it is English.
    pub english: Option<Vec<&'a str>>,
    /// What the fix does.
    pub fix: Option<Cow<'a, str>>,
}

impl Language {
    /// The sentences of a finding. O(text).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_language::Language;
    /// use maycrawl_lint::lint;
    ///
    /// let found = &lint(&RobotsTxt::parse(b"User-agent: *\nDissallow: /a\n"))[0];
    /// assert_eq!(Language::English.finding(found).headline, found.message);
    /// let finnish = Language::Finnish.finding(found);
    /// assert_eq!(finnish.headline, Language::Finnish.lint_reason(found.reason));
    /// assert_eq!(finnish.english.unwrap()[0], found.message);
    /// ```
    #[must_use]
    pub fn finding(self, found: &Diagnostic) -> FindingWords<'_> {
        let help = found.help.as_deref();
        if self == Self::English {
            let fix = found.fix.as_ref().map(|fix| fix.title.as_str().into());
            return FindingWords { headline: (&found.message).into(), help, english: None, fix };
        }
        let lines = 1 + found.also.len();
        let values = [("line", found.line.into()), ("count", lines.into())];
        FindingWords {
            headline: self.lint_reason(found.reason),
            help: None,
            english: Some([found.message.as_str()].into_iter().chain(help).collect()),
            fix: found.fix.as_ref().map(|_| self.message("lint-fix", &values).into()),
        }
    }

    /// One sentence: what goes wrong, and for which crawlers. Code stands between backquotes. O(text).
    ///
    /// ```
    /// use maycrawl_lint::Lint;
    /// use maycrawl_language::Language;
    ///
    /// let lint = Lint::by_name("misspelt-field").unwrap();
    /// assert_eq!(Language::English.lint_summary(lint), lint.summary);
    /// ```
    #[must_use]
    pub fn lint_summary(self, lint: &Lint) -> Cow<'static, str> {
        self.lint_text(lint.name, lint.summary)
    }

    /// Why a finding matters, in one sentence that is true for this finding. O(text).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_language::Language;
    /// use maycrawl_lint::lint;
    ///
    /// let found = &lint(&RobotsTxt::parse(b"User-agent: *\n"))[0];
    /// // The summary of the lint says what an empty group of a named crawler means.
    /// assert_ne!(Language::English.lint_reason(found.reason), found.lint.summary);
    /// assert_eq!(Language::English.lint_reason(found.reason), found.reason.text);
    /// ```
    #[must_use]
    pub fn lint_reason(self, reason: LintReason) -> Cow<'static, str> {
        self.lint_text(reason.name, reason.text)
    }

    fn lint_text(self, name: &str, english: &'static str) -> Cow<'static, str> {
        match self {
            Self::English => english.into(),
            _ => self.message(&format!("lint-{name}"), &[]).into(),
        }
    }

    /// What a fix changes for some programs that read robots.txt. O(text).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_language::Language;
    /// use maycrawl_lint::lint;
    ///
    /// let found = &lint(&RobotsTxt::parse(b"User-agent: *\nDisallow: /cart*\n"))[0];
    /// let change = &found.fix.as_ref().unwrap().programs.changed[0];
    /// let finnish = Language::Finnish.program_change(change);
    /// assert_eq!(finnish, "/cart kielletään näiltä: cpython, cpython-3.11, www-robotrules");
    /// ```
    #[must_use]
    pub fn program_change(self, change: &ProgramsChange) -> String {
        if self == Self::English {
            return change.to_string();
        }
        let key = if change.becomes_allowed { "program-opened" } else { "program-closed" };
        let path = Printable(change.path.as_bytes()).to_string();
        let programs = change.programs.join(", ");
        self.message(key, &[("path", path.into()), ("programs", programs.into())])
    }

    /// The severity, such as `error`. O(1).
    #[must_use]
    pub fn severity(self, severity: Severity) -> String {
        match self {
            Self::English => severity.name().to_owned(),
            _ => self.message(&format!("severity-{}", severity.name()), &[]),
        }
    }
}
