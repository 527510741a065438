//! Why a question has no answer.

use serde::Serialize;

/// A question that cannot be answered as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What kind of value is wrong.
    pub kind: RefusalKind,
    /// What is wrong with this question, and what to do.
    pub detail: String,
}

impl Refusal {
    /// The refusal of a question whose work was ended.
    pub(crate) fn takes_too_long() -> Self {
        RefusalKind::TooLarge
            .with_detail("the draft takes too long to check; send a draft with fewer rules")
    }
}

/// What can be wrong with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalKind {
    /// An invalid URL or origin.
    BadUrl,
    /// An invalid name of a crawler.
    BadAgent,
    /// Another invalid value.
    BadRequest,
    /// There is no such question, or nothing of this name.
    NotFound,
    /// A question over the limits of one question.
    TooLarge,
    /// An error that no question should cause.
    Internal,
}

impl RefusalKind {
    /// A refusal of this kind.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> Refusal {
        Refusal { kind: self, detail: detail.into() }
    }
}
