//! One row of an answer: the decision, the deciding line and the reason.

use std::borrow::Cow;

use arrow_array::builder::{BooleanBuilder, Int32Builder, StringBuilder};
use arrow_array::{Array as _, ArrayRef, StructArray};
use arrow_schema::{DataType, Field, Fields};
use maycrawl::{Decision, Reason, Verdict};

use crate::column::shared;

/// The decision of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowDecision {
    /// The crawler may fetch the URL.
    Allowed,
    /// The crawler may not fetch the URL.
    Disallowed,
    /// The robots.txt of the URL's origin is not in the input. Not allowed.
    Unknown,
    /// The URL or the name of the crawler cannot be read. Not allowed.
    Error,
}

impl RowDecision {
    /// The name in tables: `allowed`, `disallowed`, `unknown`, `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Disallowed => "disallowed",
            Self::Unknown => "unknown",
            Self::Error => "error",
        }
    }
}

/// The answer of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowAnswer {
    /// The decision.
    pub decision: RowDecision,
    /// The number of the deciding line, from 1. `None` if no line decided.
    pub line: Option<u32>,
    /// A stable name such as `rule` or `no-file`; for [`RowDecision::Error`] a sentence.
    pub reason: Cow<'static, str>,
}

impl RowAnswer {
    /// The answer that a verdict gives.
    #[must_use]
    pub fn new(verdict: &Verdict<'_>) -> Self {
        let decision = match verdict.decision() {
            Decision::Allowed => RowDecision::Allowed,
            Decision::Disallowed | Decision::NotApplicable => RowDecision::Disallowed,
        };
        Self { decision, line: verdict.line(), reason: Cow::Borrowed(verdict.reason().name()) }
    }

    /// The answer that one reason gives for every URL.
    ///
    /// ```
    /// use maycrawl::Reason;
    /// use maycrawl_table::RowAnswer;
    ///
    /// assert!(RowAnswer::fixed(Reason::NoFile).is_allowed());
    /// ```
    #[must_use]
    pub fn fixed(reason: Reason<'static>) -> Self {
        Self::new(&Verdict::new(reason))
    }

    /// The answer for an origin without a robots.txt in the input.
    ///
    /// ```
    /// use maycrawl_table::RowAnswer;
    ///
    /// // A site that nobody has fetched may disallow everything, so the answer is not "allowed".
    /// assert!(!RowAnswer::unknown().is_allowed());
    /// ```
    #[must_use]
    pub const fn unknown() -> Self {
        let reason = Cow::Borrowed("unknown");
        Self { decision: RowDecision::Unknown, line: None, reason }
    }

    /// The answer for a question that cannot be read.
    ///
    /// ```
    /// use maycrawl_table::RowAnswer;
    ///
    /// let answer = RowAnswer::error("the URL is not UTF-8");
    /// assert!(!answer.is_allowed());
    /// assert_eq!((answer.decision.name(), answer.line), ("error", None));
    /// ```
    #[must_use]
    pub fn error(why: impl Into<String>) -> Self {
        Self { decision: RowDecision::Error, line: None, reason: Cow::Owned(why.into()) }
    }

    /// True if the crawler may fetch the URL.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.decision == RowDecision::Allowed
    }
}

/// Builds the columns `allowed`, `decision`, `line` and `reason`. Text is plain: not every engine reads dictionaries.
#[derive(Default)]
pub(crate) struct AnswerBuilder {
    allowed: BooleanBuilder,
    decision: StringBuilder,
    line: Int32Builder,
    reason: StringBuilder,
}

impl AnswerBuilder {
    /// Appends a row; `None` is a row of nulls.
    pub(crate) fn append(&mut self, answer: Option<&RowAnswer>) {
        let line = answer.and_then(|answer| answer.line);
        self.allowed.append_option(answer.map(RowAnswer::is_allowed));
        self.decision.append_option(answer.map(|answer| answer.decision.name()));
        self.line.append_option(line.map(|line| i32::try_from(line).unwrap_or(i32::MAX)));
        self.reason.append_option(answer.map(|answer| &answer.reason));
    }

    /// The four columns.
    pub(crate) fn columns(&mut self) -> Vec<ArrayRef> {
        vec![
            shared(self.allowed.finish()),
            shared(self.decision.finish()),
            shared(self.line.finish()),
            shared(self.reason.finish()),
        ]
    }

    /// The four columns as one of structs. A row without a decision is null.
    pub(crate) fn structs(mut self) -> StructArray {
        let columns = self.columns();
        let nulls = columns[0].nulls().cloned();
        StructArray::new(verdict_fields(), columns, nulls)
    }
}

/// The fields of the struct that [`verdict`](crate::Kernels::verdict) gives.
#[must_use]
pub fn verdict_fields() -> Fields {
    Fields::from(vec![
        Field::new("allowed", DataType::Boolean, true),
        Field::new("decision", DataType::Utf8, true),
        Field::new("line", DataType::Int32, true),
        Field::new("reason", DataType::Utf8, true),
    ])
}
