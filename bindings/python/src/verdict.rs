//! Verdicts.

use std::sync::Arc;

use maycrawl::{AskedUrl, Decision, Printable, as_written};
use pyo3::prelude::*;

use crate::crawler_rules::CrawlerRules;

/// May the crawler fetch the URL, and why? `bool(verdict)` is `verdict.allowed`.
///
/// >>> from maycrawl import RobotsTxt
/// >>> rules = RobotsTxt.parse(b"User-agent: *\nDisallow: /private # staff\n").rules_for("Googlebot")
/// >>> verdict = rules.check("/private/x")
/// >>> verdict.allowed, bool(verdict), verdict.decision, verdict.reason, verdict.line
/// (False, False, 'disallowed', 'rule', 2)
/// >>> verdict.text, verdict.rule.pattern, verdict.group, verdict.group_line
/// ('Disallow: /private', '/private', '*', 1)
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct Verdict {
    rules: Arc<CrawlerRules>,
    /// The requested URL. The texts of the verdict are made from it when they are asked for.
    url: Box<str>,
    changed: bool,
    decision: Decision,
    reason: &'static str,
    line: Option<u32>,
}

/// The deciding rule: `line`, `kind` (`allow` or `disallow`), `pattern`, and `priority` (its length; the longest wins).
#[pyclass(frozen, eq, hash, get_all, module = "maycrawl")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Rule {
    line: u32,
    kind: &'static str,
    pattern: String,
    priority: usize,
}

impl Verdict {
    pub(crate) fn new(rules: &Arc<CrawlerRules>, url: &AskedUrl<'_>) -> Self {
        let verdict = rules.for_site().check(url);
        Self {
            rules: Arc::clone(rules),
            url: url.as_str().into(),
            changed: url.changed().is_some(),
            decision: verdict.decision(),
            reason: verdict.reason().name(),
            line: verdict.line(),
        }
    }

    /// The verdict in its full form.
    fn verdict(&self) -> maycrawl::Verdict<'_> {
        self.rules.for_site().check(as_written(&*self.url))
    }
}

#[pymethods]
impl Verdict {
    /// True if the crawler may fetch the URL. False for a URL of another site.
    #[getter]
    fn allowed(&self) -> bool {
        self.decision == Decision::Allowed
    }

    /// `allowed`, `disallowed`, or `not-applicable` for a URL of another site.
    #[getter]
    fn decision(&self) -> &'static str {
        self.decision.name()
    }

    /// The reason as a stable name, such as `rule` or `no-rule-matched`.
    #[getter]
    fn reason(&self) -> &'static str {
        self.reason
    }

    /// The reason as a sentence.
    #[getter]
    fn message(&self) -> String {
        self.verdict().reason().to_string()
    }

    /// The number of the deciding line, from 1; None if no line decided.
    #[getter]
    fn line(&self) -> Option<u32> {
        self.line
    }

    /// The deciding rule; None if no rule decided.
    #[getter]
    fn rule(&self) -> Option<Rule> {
        self.verdict().rule().map(|rule| Rule {
            line: rule.line,
            kind: rule.kind.name(),
            pattern: String::from_utf8_lossy(rule.pattern).into_owned(),
            priority: rule.priority,
        })
    }

    /// The deciding line as the file has it; None if no line decided.
    #[getter]
    fn text(&self) -> Option<String> {
        let text = self.rules.robots.line_text(self.line?)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// The user agent whose group was followed; None if no group applies.
    #[getter]
    fn group(&self) -> Option<String> {
        self.agent(|agent| String::from_utf8_lossy(agent.value).into_owned())
    }

    /// The number of the line that names `group`, from 1.
    #[getter]
    fn group_line(&self) -> Option<u32> {
        self.agent(|agent| agent.line)
    }

    /// What documents of another time say about the crawler, where they judge it by other rules; None elsewhere.
    #[getter]
    fn documents_differ(&self) -> Option<String> {
        self.verdict().documents_differ(&self.rules.crawler).map(|differ| differ.to_string())
    }

    /// The URL that a client requests, which the verdict is about.
    #[getter]
    fn url(&self) -> &str {
        &self.url
    }

    fn __bool__(&self) -> bool {
        self.allowed()
    }

    fn __str__(&self) -> String {
        let verdict = self.verdict().to_string();
        if self.changed { format!("{verdict}; requested as {}", self.url) } else { verdict }
    }

    fn __repr__(&self) -> String {
        format!("<maycrawl.Verdict {}>", self.__str__())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }
}

impl Verdict {
    /// What makes verdicts equal: the URL, the decision, its reason and its line.
    fn key(&self) -> (&str, Decision, &str, Option<u32>) {
        (&self.url, self.decision, self.reason, self.line)
    }

    fn agent<T>(&self, f: impl FnOnce(maycrawl::robots_txt::Agent<'_>) -> T) -> Option<T> {
        self.rules.robots.locate(&self.rules.crawler, &self.verdict()).agent.map(f)
    }
}

#[pymethods]
impl Rule {
    fn __str__(&self) -> String {
        format!("line {}: {}: {}", self.line, self.kind, Printable(self.pattern.as_bytes()))
    }

    fn __repr__(&self) -> String {
        format!("<maycrawl.Rule {}>", self.__str__())
    }
}
