//! The decisions of a batch of URLs, as columns.

use std::sync::Arc;
use std::time::Instant;

use arrow_array::builder::StringBuilder;
use arrow_array::types::Int8Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Int8Array, Int32Array, RecordBatch, StringArray,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use maycrawl::{Reason, UrlPath, Verdict};

use super::manifest::FinishedPart;
use super::sites::{Rules, Site, SiteTable};
use super::timings::{Step, StepTimes};
use crate::answer::RowDecision;
use crate::asked_url::AskedUrl;
use crate::column::{Column, shared};
use crate::input::{BadRow, JobError};

/// The rows of a batch, before they are decided.
pub(crate) struct Batch<'a> {
    pub(crate) urls: &'a ArrayRef,
    /// The number of a row in its file.
    pub(crate) number: &'a dyn Fn(usize) -> u64,
    pub(crate) input: &'a std::path::Path,
}

/// Decides the batches of one part.
pub(crate) struct Decider<'a, 'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) sites: &'a mut SiteTable<'r>,
    pub(crate) times: &'a StepTimes,
    pub(crate) counts: FinishedPart,
    pub(crate) bad: Vec<BadRow>,
}

/// A URL that can be asked about, and the number of its site.
struct Question<'u> {
    url: AskedUrl<'u>,
    site: usize,
}

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

impl Decider<'_, '_> {
    /// The answers for a batch: for each URL one row for each crawler. What cannot be asked goes to the bad rows.
    pub(crate) fn decide(&mut self, batch: &Batch<'_>) -> Result<RecordBatch, JobError> {
        let mut time = Instant::now();
        let column =
            Column::of(batch.urls, "url").map_err(|error| JobError::new(batch.input, error))?;
        let rows = batch.urls.len();
        // The column of the input is that of the output if nothing is left out or repeated.
        let is_repeated = self.rules.crawlers.len() > 1;
        let mut answers = Answers::new(rows * self.rules.crawlers.len());
        let mut questions: Vec<Question<'_>> = Vec::with_capacity(rows);
        let mut answered = Vec::with_capacity(rows);
        let mut last: Option<(&str, usize)> = None;
        let mut is_complete = true;
        for row in 0..rows {
            let url = match read(&column, row) {
                Ok(url) => url,
                Err(reason) => {
                    let value = column.get(row);
                    self.bad.push(BadRow::new(batch.input, (batch.number)(row), reason, value));
                    is_complete = false;
                    continue;
                }
            };
            let site = match (&url, last) {
                // Neighbours are often of one site.
                (AskedUrl::Plain(url, length), Some((known, site))) if url[..*length] == *known => {
                    site
                }
                _ => self.sites.number(url.origin().unwrap_or_default())?,
            };
            last = match url {
                AskedUrl::Plain(url, length) => Some((&url[..length], site)),
                AskedUrl::Parsed(_) => None,
            };
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
        let is_text = *batch.urls.data_type() == DataType::Utf8;
        let urls = if is_complete && is_text && !is_repeated {
            Arc::clone(batch.urls)
        } else {
            shared(repeated(&column, &answered, self.rules.crawlers.len()))
        };
        self.counts.rows += rows as u64;
        let batch = answers.finish(self.rules, urls, &mut self.counts);
        self.times.add(Step::Decide, time);
        batch
    }

    fn answer(&self, questions: &[Question<'_>], answers: &mut Answers) {
        for question in questions {
            let path = UrlPath::from_url(question.url.request(), self.rules.profile);
            let site = self.sites.site(question.site);
            for (index, crawler) in self.rules.crawlers.iter().enumerate() {
                let fixed = |reason| {
                    if crawler.ignores_robots_txt() {
                        return Verdict::new(Reason::CrawlerIgnoresRobotsTxt);
                    }
                    Verdict::for_whole_site(reason, &path, self.rules.profile)
                };
                let verdict = match site {
                    Site::Rules(rules) => rules.get(index).map(|rules| rules.check_path(&path)),
                    Site::Fixed(reason) => Some(fixed(*reason)),
                    Site::Unknown => None,
                };
                answers.append(verdict.as_ref());
            }
        }
    }
}

/// The URL of a row.
fn read<'u>(column: &Column<'u>, row: usize) -> Result<AskedUrl<'u>, String> {
    let text = match column.text(row) {
        None => return Err("the row has no URL".to_owned()),
        Some(Err(_)) => return Err("the URL is not UTF-8".to_owned()),
        Some(Ok(text)) => text,
    };
    let url = AskedUrl::read(text)?;
    if url.origin().is_none() {
        return Err("no scheme; write the full URL, such as https://example.com/page".to_owned());
    }
    Ok(url)
}

/// The URLs of these rows, each so many times.
fn repeated(column: &Column<'_>, rows: &[usize], times: usize) -> StringArray {
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
struct Answers {
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
    fn new(rows: usize) -> Self {
        Self {
            allowed: Vec::with_capacity(rows),
            decisions: Vec::with_capacity(rows),
            lines: Vec::with_capacity(rows),
            reasons: Vec::with_capacity(rows),
            names: Vec::new(),
        }
    }

    /// Appends a verdict; `None` for a site that is not in the input.
    fn append(&mut self, verdict: Option<&Verdict<'_>>) {
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

    fn finish(
        self,
        rules: &Rules,
        url: ArrayRef,
        counts: &mut FinishedPart,
    ) -> Result<RecordBatch, JobError> {
        let rows = self.allowed.len();
        counts.decisions += rows as u64;
        counts.allowed += self.allowed.iter().filter(|&&allowed| allowed).count() as u64;
        counts.unknown += self.decisions.iter().filter(|&&decision| decision == 2).count() as u64;
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
