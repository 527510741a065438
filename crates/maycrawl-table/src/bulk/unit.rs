//! One unit of the input: its URLs are decided, and become a part of the output.

use std::path::Path;
use std::time::Instant;

use arrow_array::Array as _;

use super::decide::{PartDecider, UrlRows};
use super::manifest::FinishedPart;
use super::part::WrittenPart;
use super::sites::SiteTable;
use super::timings::{Step, StepTimes};
use super::unit_output::UnitOutput;
use crate::error::JobError;
use crate::files::InputFiles;
use crate::output::BadRowWriter;
use crate::rules::Rules;
use crate::url_input::Unit;

/// Rows that are decided at a time.
const BATCH_ROWS: usize = 32 << 10;

/// Decides units, and writes a part in `folder` for each.
pub(crate) struct UnitDecider<'a, 'r> {
    pub(crate) files: &'a dyn InputFiles,
    pub(crate) folder: &'a Path,
    pub(crate) rules: &'r Rules,
    pub(crate) times: &'a StepTimes,
    /// Bytes of a part that are kept in memory.
    pub(crate) max_bytes: usize,
    /// Is called with numbers of rows that are decided.
    pub(crate) progress: &'a dyn Fn(u64),
}

impl<'r> UnitDecider<'_, 'r> {
    /// The part of a unit, which has no name yet, and what is in it.
    pub(crate) fn decide(
        &self,
        unit: Unit,
        sites: &mut SiteTable<'r>,
    ) -> Result<(WrittenPart, FinishedPart), JobError> {
        let counts = FinishedPart { part: unit.number, ..FinishedPart::default() };
        let bad = BadRowWriter::new(self.folder, &format!("part-{:08}.jsonl", unit.number));
        let mut decider = PartDecider { rules: self.rules, sites, times: self.times, counts, bad };
        let mut output = UnitOutput::create(self.folder, &unit, self.rules, self.max_bytes)?;
        // The answers have a row for each crawler, so a batch has fewer URLs the more crawlers there are.
        let batch_rows = (BATCH_ROWS / self.rules.crawlers.len()).max(1024);
        let input = unit.input.clone();
        let mut start = Instant::now();
        for read in unit.batches(self.files)? {
            self.times.add(Step::Decode, start);
            for row in &read.bad {
                decider.counts.rows += row.rows;
                decider.bad(row)?;
            }
            for first in (0..read.urls.len()).step_by(batch_rows) {
                let rows = batch_rows.min(read.urls.len() - first);
                let number = |row: usize| read.number(first + row);
                let urls = read.urls.slice(first, rows);
                let batch = UrlRows { urls: &urls, number: &number, input: &input };
                let decided = decider.decide(&batch)?;
                let start = Instant::now();
                output.write(&urls, decided)?;
                self.times.add(Step::Encode, start);
                (self.progress)(rows as u64);
            }
            start = Instant::now();
        }
        let start = Instant::now();
        let PartDecider { counts, bad, .. } = decider;
        bad.finish()?;
        let written = output.finish()?;
        self.times.add(Step::Encode, start);
        Ok((written, counts))
    }
}
