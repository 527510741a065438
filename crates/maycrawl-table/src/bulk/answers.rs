//! The columns of the output.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Int8Array, Int32Array, RecordBatch, StringArray,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use maycrawl::Verdict;

use super::manifest::FinishedPart;
use crate::answer::RowDecision;
use crate::column::{Column, shared};
use crate::input::JobError;
use crate::rules::Rules;

/// The schema of the output.
pub(crate) fn schema() -> SchemaRef {
    let text = || DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
    Arc::new(Schema::new(vec![
        Field::new("url", DataType::Utf8, false),
        Field::new("agent", text(), false),
        Field::new("allowed", DataType::Boolean, false),
        Field::new("decision", text(), false),
        Field::new("line", DataType::Int32, true),
        Field::new("reason", text(), false),
    ]))
}

/// The URLs of these rows, each so many times.
pub(crate) fn repeated(column: &Column<'_>, rows: &[usize], times: usize) -> StringArray {
    let mut urls = StringBuilder::with_capacity(rows.len() * times, rows.len() * times * 64);
    for &row in rows {
        let url = column.text(row).and_then(Result::ok).unwrap_or_default();
        for _ in 0..times {
            urls.append_value(url);
        }
    }
    urls.finish()
}

/// The columns of the answers.
pub(crate) struct Answers {
    allowed: Vec<bool>,
    decisions: Vec<i8>,
    lines: Vec<Option<i32>>,
    reasons: Vec<i8>,
    /// The names of the reasons that occurred.
    names: Vec<&'static str>,
}

/// The values of the column `decision`.
const DECISIONS: [RowDecision; 3] =
    [RowDecision::Allowed, RowDecision::Disallowed, RowDecision::Unknown];

impl Answers {
    pub(crate) fn new(rows: usize) -> Self {
        Self {
            allowed: Vec::with_capacity(rows),
            decisions: Vec::with_capacity(rows),
            lines: Vec::with_capacity(rows),
            reasons: Vec::with_capacity(rows),
            names: Vec::new(),
        }
    }

    /// Appends a verdict; `None` for a site that is not in the input.
    pub(crate) fn append(&mut self, verdict: Option<&Verdict<'_>>) {
        let is_allowed = verdict.is_some_and(Verdict::is_allowed);
        let name = verdict.map_or("unknown", |verdict| verdict.reason().name());
        self.allowed.push(is_allowed);
        self.decisions.push(match (verdict, is_allowed) {
            (None, _) => 2,
            (Some(_), false) => 1,
            (Some(_), true) => 0,
        });
        let line = verdict.and_then(Verdict::line);
        self.lines.push(line.map(|line| i32::try_from(line).unwrap_or(i32::MAX)));
        let known = self.names.iter().position(|known| *known == name);
        let known = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        // There are fewer reasons than 127.
        self.reasons.push(i8::try_from(known).unwrap_or(i8::MAX));
    }

    /// Counts the rows for the summary of the job.
    pub(crate) fn count(&self, counts: &mut FinishedPart) {
        counts.decisions += self.allowed.len() as u64;
        counts.allowed += self.allowed.iter().filter(|&&allowed| allowed).count() as u64;
        counts.unknown += self.decisions.iter().filter(|&&decision| decision == 2).count() as u64;
    }

    pub(crate) fn finish(self, rules: &Rules, url: ArrayRef) -> Result<RecordBatch, JobError> {
        let rows = self.allowed.len();
        let text = |keys: Vec<i8>, values: Vec<&str>| {
            let values = Arc::new(StringArray::from(values));
            DictionaryArray::<Int8Type>::try_new(Int8Array::from(keys), values).map(shared)
        };
        let count = rules.crawlers.len();
        let agents = (0..rows).map(|row| i8::try_from(row % count).unwrap_or(0)).collect();
        let names = rules.crawlers.iter().map(maycrawl::Crawler::token).collect();
        let decisions = DECISIONS.map(RowDecision::name).to_vec();
        let columns = text(agents, names).and_then(|agents| {
            let decisions = text(self.decisions, decisions)?;
            let reasons = text(self.reasons, self.names)?;
            let allowed = shared(BooleanArray::from(self.allowed));
            Ok(vec![url, agents, allowed, decisions, shared(Int32Array::from(self.lines)), reasons])
        });
        columns
            .and_then(|columns| RecordBatch::try_new(schema(), columns))
            .map_err(|error| JobError::new(std::path::Path::new(""), error))
    }
}
