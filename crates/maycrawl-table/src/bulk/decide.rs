//! The decisions of a batch of URLs, as columns.

use std::sync::Arc;
use std::time::Instant;

use arrow_array::{Array as _, ArrayRef};
use arrow_schema::DataType;
use maycrawl::AskedUrl;

use super::answers::{Answers, repeated};
use super::manifest::FinishedPart;
use super::sites::SiteTable;
use super::timings::{Step, StepTimes};
use crate::column::{Column, shared};
use crate::decide::{each_answer, read};
use crate::error::{JobError, JobErrorKind};
use crate::input::BadRow;
use crate::output::BadRowWriter;
use crate::rules::Rules;
use crate::site_uses as uses;

/// The rows of a batch, before they are decided.
pub(crate) struct UrlRows<'a> {
    pub(crate) urls: &'a ArrayRef,
    /// The number of a row in its file.
    pub(crate) number: &'a dyn Fn(usize) -> u64,
    pub(crate) input: &'a std::path::Path,
}

/// Decides the batches of one part.
pub(crate) struct PartDecider<'a, 'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) sites: &'a mut SiteTable<'r>,
    pub(crate) times: &'a StepTimes,
    pub(crate) counts: FinishedPart,
    pub(crate) bad: BadRowWriter,
}

/// The decisions of a batch.
pub(crate) struct Decided {
    /// The rows that have an answer; `None` if all have.
    pub(crate) answered: Option<Vec<usize>>,
    /// The columns of the output after `url`.
    pub(crate) answers: Vec<ArrayRef>,
}

impl Decided {
    /// The column `url` of the output, for the given number of crawlers.
    pub(crate) fn urls(&self, urls: &ArrayRef, crawlers: usize) -> Result<ArrayRef, JobError> {
        // The column of the input is that of the output if nothing is left out or repeated.
        if self.answered.is_none() && *urls.data_type() == DataType::Utf8 && crawlers == 1 {
            return Ok(Arc::clone(urls));
        }
        let column = url_column(urls)?;
        let all: Vec<usize>;
        let rows = match &self.answered {
            Some(rows) => rows,
            None => {
                all = (0..urls.len()).collect();
                &all
            }
        };
        Ok(shared(repeated(&column, rows, crawlers)))
    }
}

pub(crate) fn url_column(urls: &ArrayRef) -> Result<Column<'_>, JobError> {
    Column::of(urls, "url").map_err(|error| JobError::of(JobErrorKind::Columns, error))
}

/// A URL that can be asked about, and the number of its site.
struct Question<'u> {
    url: AskedUrl<'u>,
    site: usize,
}

impl PartDecider<'_, '_> {
    /// Counts and writes a bad row.
    pub(crate) fn bad(&mut self, row: &BadRow) -> Result<(), JobError> {
        self.counts.bad += row.rows;
        self.bad.write(row)
    }

    /// The answers for a batch: for each URL one row for each crawler. What cannot be asked goes to the bad rows.
    pub(crate) fn decide(&mut self, batch: &UrlRows<'_>) -> Result<Decided, JobError> {
        let mut time = Instant::now();
        let column = url_column(batch.urls).map_err(|error| error.at(batch.input))?;
        let rows = batch.urls.len();
        let mut answers = Answers::new(rows * self.rules.crawlers.len(), self.rules.uses.len());
        let mut questions: Vec<Question<'_>> = Vec::with_capacity(rows);
        let mut answered = Vec::with_capacity(rows);
        let mut last: Option<(&str, usize)> = None;
        let mut is_complete = true;
        for row in 0..rows {
            let url = match read(&column, row) {
                Ok(url) => url,
                Err(reason) => {
                    let value = column.get(row);
                    self.bad(&BadRow::new(batch.input, (batch.number)(row), reason, value))?;
                    is_complete = false;
                    continue;
                }
            };
            let site = match last {
                // Neighbours are often of one site.
                Some((known, site)) if url.plain_origin() == Some(known) => site,
                _ => self.sites.number(url.origin().unwrap_or_default())?,
            };
            last = url.plain_origin().map(|origin| (origin, site));
            answered.push(row);
            questions.push(Question { url, site });
            if self.sites.is_full() {
                time = self.times.add(Step::Join, time);
                self.answer(&questions, &mut answers);
                time = self.times.add(Step::Decide, time);
                questions.clear();
                self.sites.clear();
                last = None;
            }
        }
        time = self.times.add(Step::Join, time);
        self.answer(&questions, &mut answers);
        self.counts.rows += rows as u64;
        answers.count(&mut self.counts);
        let answers = answers.finish(self.rules)?;
        self.times.add(Step::Decide, time);
        Ok(Decided { answered: (!is_complete).then_some(answered), answers })
    }

    fn answer(&self, questions: &[Question<'_>], answers: &mut Answers) {
        for question in questions {
            let site = self.sites.site(question.site);
            let url = &question.url;
            each_answer(self.rules, site, url, |crawler, answer| {
                answers.append(answer);
                let is_allowed = answer.is_allowed();
                let said = |&wanted| uses::outcome(site, crawler, url, is_allowed, wanted);
                answers.append_uses(self.rules.uses.iter().map(said));
            });
        }
    }
}
