//! The columns of the output.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::types::Int8Type;
use arrow_array::{ArrayRef, BooleanArray, DictionaryArray, Int8Array, Int32Array, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use maycrawl_uses::{Outcome, Use};

use super::manifest::FinishedPart;
use crate::answer::{RowAnswer, RowDecision};
use crate::column::{Column, shared};
use crate::error::{JobError, JobErrorKind};
use crate::rules::Rules;
use crate::site_uses as uses;

/// The schema of the output, with a column for each of these uses. `is_optional`: whether Parquet marks the column of
/// URLs as one that may have nulls. It never has any.
pub(crate) fn schema(wanted: &[Use], is_optional: bool) -> SchemaRef {
    let text = || DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
    let mut fields = vec![
        Field::new("url", DataType::Utf8, is_optional),
        Field::new("agent", text(), false),
        Field::new("allowed", DataType::Boolean, false),
        Field::new("decision", text(), false),
        Field::new("line", DataType::Int32, true),
        Field::new("reason", text(), false),
    ];
    fields.extend(wanted.iter().map(|&wanted| Field::new(uses::column(wanted), text(), false)));
    Arc::new(Schema::new(fields))
}

/// The URLs of these rows, each repeated the given number of times.
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
    decisions: Vec<i8>,
    lines: Vec<Option<i32>>,
    reasons: Vec<i8>,
    /// The names of the reasons that occurred.
    names: Vec<Cow<'static, str>>,
    /// A column for each use that is asked.
    uses: Vec<Vec<i8>>,
}

/// The values of the column `decision`, in the order of the enum.
const DECISIONS: [RowDecision; 4] =
    [RowDecision::Allowed, RowDecision::Disallowed, RowDecision::Unknown, RowDecision::Error];

impl Answers {
    pub(crate) fn new(rows: usize, uses: usize) -> Self {
        Self {
            decisions: Vec::with_capacity(rows),
            lines: Vec::with_capacity(rows),
            reasons: Vec::with_capacity(rows),
            names: Vec::new(),
            uses: (0..uses).map(|_| Vec::with_capacity(rows)).collect(),
        }
    }

    pub(crate) fn append(&mut self, answer: &RowAnswer) {
        self.decisions.push(answer.decision as i8);
        self.lines.push(answer.line.map(|line| i32::try_from(line).unwrap_or(i32::MAX)));
        let known = self.names.iter().position(|known| *known == answer.reason);
        let known = known.unwrap_or_else(|| {
            self.names.push(answer.reason.clone());
            self.names.len() - 1
        });
        // There are fewer reasons than 127.
        self.reasons.push(i8::try_from(known).unwrap_or(i8::MAX));
    }

    /// Appends what the site of the row says about each use, in order.
    pub(crate) fn append_uses(&mut self, said: impl Iterator<Item = Option<Outcome>>) {
        for (column, outcome) in self.uses.iter_mut().zip(said) {
            column.push(uses::key(outcome));
        }
    }

    /// Counts the rows for the summary of the job.
    pub(crate) fn count(&self, counts: &mut FinishedPart) {
        let count = |decision: RowDecision| {
            self.decisions.iter().filter(|&&other| other == decision as i8).count() as u64
        };
        counts.decisions += self.decisions.len() as u64;
        counts.allowed += count(RowDecision::Allowed);
        counts.unknown += count(RowDecision::Unknown);
    }

    /// The columns of the output after `url`.
    pub(crate) fn finish(self, rules: &Rules) -> Result<Vec<ArrayRef>, JobError> {
        let rows = self.decisions.len();
        let text = |keys: Vec<i8>, values: StringArray| {
            let keys = Int8Array::from(keys);
            DictionaryArray::<Int8Type>::try_new(keys, Arc::new(values)).map(shared)
        };
        let count = rules.crawlers.len();
        let agents = (0..rows).map(|row| i8::try_from(row % count).unwrap_or(0)).collect();
        let names = rules.crawlers.iter().map(maycrawl::Crawler::token);
        let decisions = DECISIONS.map(RowDecision::name).to_vec().into();
        let allowed = self.decisions.iter().map(|&decision| decision == RowDecision::Allowed as i8);
        let allowed = shared(BooleanArray::from(allowed.collect::<Vec<_>>()));
        let columns = text(agents, StringArray::from_iter_values(names)).and_then(|agents| {
            let decisions = text(self.decisions, decisions)?;
            let reasons = text(self.reasons, StringArray::from_iter_values(self.names))?;
            let lines = shared(Int32Array::from(self.lines));
            let mut columns = vec![agents, allowed, decisions, lines, reasons];
            for keys in self.uses {
                columns.push(text(keys, uses::values().into())?);
            }
            Ok(columns)
        });
        columns.map_err(|error| JobError::of(JobErrorKind::Columns, error))
    }
}
