//! Answers for programs: the one JSON form of verdicts and of the rest, and files of expectations.

pub mod answer;
pub mod expectation;
pub(crate) mod json;
pub mod use_answer;
