//! Redirects, and the answers for rows that are sorted by site.

use std::convert::Infallible;
use std::error::Error;
use std::fmt::Display;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use maycrawl::{Crawler, Profile};
use maycrawl_policy::Policy;
use maycrawl_uses::{Outcome, Use};

use super::ROBOTS_PATH;
use crate::answer::{AnswerBuilder, RowAnswer};
use crate::archive::RobotsContent;
use crate::cache::CacheCounters;
use crate::column::{Column, finish, shared};
use crate::decide::{each_answer, read};
use crate::error::{JobError, JobErrorKind};
use crate::rules::{Rules, Site};
use crate::site_robots::{RecordKind, SiteRobots, body_hash, follow_redirects};
use crate::site_uses;

/// The columns that [`resolve_redirects`] gives: `kind` and `detail` of the site, and `file`, the key of the record
/// whose body decides. All are null for a site without a record.
#[must_use]
pub fn resolved_fields() -> SchemaRef {
    let fields = ["kind", "detail", "file"].map(|name| Field::new(name, DataType::Utf8, true));
    Arc::new(Schema::new(fields.to_vec()))
}

/// The columns that [`Decider::decide`] gives: `row`, the row of the batch that is answered, from 0, then `agent`,
/// `allowed`, `decision`, `line` and `reason`, and the column of each of these uses, such as `use_train`.
#[must_use]
pub fn answer_fields(wanted: &[Use]) -> SchemaRef {
    let text = |name| Field::new(name, DataType::Utf8, false);
    let mut fields = vec![
        Field::new("row", DataType::Int32, false),
        text("agent"),
        Field::new("allowed", DataType::Boolean, false),
        text("decision"),
        Field::new("line", DataType::Int32, true),
        text("reason"),
    ];
    fields.extend(
        use_columns(wanted).into_iter().map(|name| Field::new(name, DataType::Utf8, false)),
    );
    Arc::new(Schema::new(fields))
}

/// The names of the columns of these uses.
#[must_use]
pub fn use_columns(wanted: &[Use]) -> Vec<String> {
    wanted.iter().map(|&wanted| site_uses::column(wanted)).collect()
}

/// Where each site's redirects lead. `rows` has the columns `site` and `hops`: a list of structs with `url`, `kind` and
/// `detail`, which are the record of the site itself and those of the redirects' targets. A target that is not in the
/// input is missing, or has no kind.
///
/// # Errors
/// If a column has another type, or a kind is not known.
pub fn resolve_redirects(rows: &RecordBatch, policy: Policy) -> Result<RecordBatch, JobError> {
    let sites = texts(rows, "site")?;
    let hops = column(rows, "hops")?.as_list_opt::<i32>();
    let hops = hops.ok_or_else(|| wrong_type("the column `hops` is not a list"))?;
    let [mut kinds, mut details, mut files] = [(); 3].map(|()| StringBuilder::new());
    for row in 0..rows.num_rows() {
        let site = text(&sites, row)?.unwrap_or_default();
        let records = records(hops.value(row).as_struct_opt())?;
        let newest = |url: &str| {
            let record = records.iter().find(|(known, _)| known == url);
            Ok::<_, Infallible>(record.map(|(_, content)| content.clone()))
        };
        let Ok(site) = follow_redirects(site, policy, newest);
        let (kind, detail, file) = match site {
            SiteRobots::File(file) => (Some(RecordKind::File), None, Some(file)),
            SiteRobots::Fixed(reason) => {
                let (kind, detail) = RecordKind::of_reason(reason);
                (Some(kind), Some(detail), None)
            }
            SiteRobots::Unknown => (None, None, None),
        };
        kinds.append_option(kind.map(RecordKind::name));
        details.append_option(detail);
        files.append_option(file);
    }
    finish(resolved_fields(), [&mut kinds, &mut details, &mut files]).map_err(columns)
}

/// The records of a list of hops, by URL. The file of a record is its URL.
fn records(hops: Option<&StructArray>) -> Result<Vec<(String, RobotsContent<String>)>, JobError> {
    let hops = hops.ok_or_else(|| wrong_type("the column `hops` is not a list of structs"))?;
    let field = |name: &str| -> Result<Column<'_>, JobError> {
        let values = hops.column_by_name(name);
        let values = values.ok_or_else(|| wrong_type(format!("`hops` has no field `{name}`")))?;
        Column::of(values, "hops").map_err(columns)
    };
    let (urls, kinds, details) = (field("url")?, field("kind")?, field("detail")?);
    let mut records = Vec::with_capacity(hops.len());
    for hop in 0..hops.len() {
        let (Some(url), Some(kind)) = (text(&urls, hop)?, text(&kinds, hop)?) else { continue };
        let (kind, detail) = (kind_of(kind)?, text(&details, hop)?);
        let content = RobotsContent::of_row(kind, detail, || url.to_owned());
        records.push((url.to_owned(), content));
    }
    Ok(records)
}

/// Answers rows that are sorted by site, each site's record before its URLs. It keeps the last record from batch to
/// batch.
pub struct Decider {
    rules: Rules,
    /// The origin of the last record, and what decides there.
    site: Option<(String, Site)>,
}

impl Decider {
    /// A decider for these crawlers. It keeps at most `cache_bytes` of compiled rules.
    #[must_use]
    pub fn new(crawlers: Vec<Crawler>, profile: Profile, cache_bytes: usize) -> Self {
        Self { rules: Rules::new(crawlers, profile, cache_bytes), site: None }
    }

    /// The same decider, which also says what the site of each row says about these uses, each once. As in
    /// [`BulkJob::uses`](crate::bulk::BulkJob::uses) only robots.txt is read, and what is not known is `unknown`.
    #[must_use]
    pub fn with_uses(mut self, wanted: Vec<Use>) -> Self {
        self.rules.uses = wanted;
        self
    }

    /// The answers for a batch, with the columns of [`answer_fields`].
    ///
    /// `rows` has the columns `site`, `kind`, `detail`, `body` and `url`. A row with a `kind` is the record of a site:
    /// all its redirects are followed. Each other row is a URL, and has one answer for each crawler. A URL of a site
    /// without a record is `unknown`, and one that cannot be asked about is `error`.
    ///
    /// Cost: that of each check, and of compiling each distinct body that is not kept.
    ///
    /// # Errors
    /// A column is missing or has another type, or a record cannot decide: its kind is `redirect` or not known, or a
    /// file has no body.
    pub fn decide(&mut self, rows: &RecordBatch) -> Result<RecordBatch, JobError> {
        let (sites, kinds) = (texts(rows, "site")?, texts(rows, "kind")?);
        let (details, bodies) = (texts(rows, "detail")?, texts(rows, "body")?);
        let urls = texts(rows, "url")?;
        let mut answers = AnswerRows::new(self.rules.uses.len());
        for row in 0..rows.num_rows() {
            if let Some(kind) = text(&kinds, row)? {
                let site = text(&sites, row)?.unwrap_or_default();
                let (kind, detail) = (kind_of(kind)?, text(&details, row)?);
                let content = RobotsContent::of_row(kind, detail, || bodies.get(row));
                let origin = site.strip_suffix(ROBOTS_PATH).unwrap_or_default().to_owned();
                self.site = Some((origin, self.site(site, &content)?));
                continue;
            }
            self.answer(&urls, row, &mut answers);
        }
        answers.finish(&self.rules.uses)
    }

    /// What the cache of compiled rules has done.
    #[must_use]
    pub fn cache_counters(&self) -> CacheCounters {
        self.rules.counters()
    }

    fn site(&self, key: &str, content: &RobotsContent<Option<&[u8]>>) -> Result<Site, JobError> {
        match content {
            RobotsContent::Fixed(reason) => Ok(Site::Fixed(*reason)),
            RobotsContent::File(Some(body)) => {
                Ok(Site::Rules(self.rules.compile(body_hash(body), body).0))
            }
            RobotsContent::File(None) => Err(wrong_row(format!("the file of {key} has no body"))),
            RobotsContent::Redirect(_) => {
                Err(wrong_row(format!("{key} is a redirect; resolve it")))
            }
        }
    }

    fn answer(&self, urls: &Column<'_>, row: usize, answers: &mut AnswerRows) {
        let asked = match read(urls, row) {
            Ok(asked) => asked,
            Err(reason) => {
                let answer = RowAnswer::error(reason);
                let crawlers = self.rules.crawlers.iter();
                return crawlers.for_each(|crawler| {
                    answers.append(row, crawler, &answer);
                    answers.append_uses(|_| None);
                });
            }
        };
        let site = match &self.site {
            Some((origin, site)) if asked.origin() == Some(origin) => site,
            _ => &Site::Unknown,
        };
        each_answer(&self.rules, site, &asked, |crawler, answer| {
            answers.append(row, crawler, answer);
            let is_allowed = answer.is_allowed();
            let said =
                |at| site_uses::outcome(site, crawler, &asked, is_allowed, self.rules.uses[at]);
            answers.append_uses(said);
        });
    }
}

/// The columns of the answers.
#[derive(Default)]
struct AnswerRows {
    row: Int32Builder,
    agent: StringBuilder,
    answers: AnswerBuilder,
    /// A column for each use that is asked.
    uses: Vec<StringBuilder>,
}

impl AnswerRows {
    fn new(uses: usize) -> Self {
        Self { uses: (0..uses).map(|_| StringBuilder::new()).collect(), ..Self::default() }
    }

    /// Appends what `said` gives for the use at each index.
    fn append_uses(&mut self, said: impl Fn(usize) -> Option<Outcome>) {
        for (at, column) in self.uses.iter_mut().enumerate() {
            column.append_value(site_uses::value(said(at)));
        }
    }

    fn append(&mut self, row: usize, crawler: &Crawler, answer: &RowAnswer) {
        self.row.append_value(i32::try_from(row).unwrap_or(i32::MAX));
        self.agent.append_value(crawler.token());
        self.answers.append(Some(answer));
    }

    fn finish(mut self, wanted: &[Use]) -> Result<RecordBatch, JobError> {
        let mut all = vec![shared(self.row.finish()), shared(self.agent.finish())];
        all.extend(self.answers.columns());
        all.extend(self.uses.iter_mut().map(|column| shared(column.finish())));
        RecordBatch::try_new(answer_fields(wanted), all).map_err(columns)
    }
}

/// The kind with this name.
pub(super) fn kind_of(name: &str) -> Result<RecordKind, JobError> {
    RecordKind::from_name(name).ok_or_else(|| wrong_row(format!("the kind `{name}` is not known")))
}

fn column<'b>(rows: &'b RecordBatch, name: &str) -> Result<&'b ArrayRef, JobError> {
    rows.column_by_name(name).ok_or_else(|| wrong_type(format!("the rows have no column `{name}`")))
}

/// A column of text or bytes, of any number of rows.
pub(super) fn texts<'b>(rows: &'b RecordBatch, name: &'static str) -> Result<Column<'b>, JobError> {
    Column::of(column(rows, name)?, name).map_err(columns)
}

/// The text of a row that an engine has kept.
pub(super) fn text<'c>(column: &Column<'c>, row: usize) -> Result<Option<&'c str>, JobError> {
    column.text(row).transpose().map_err(|error| JobError::of(JobErrorKind::Row, error))
}

pub(super) fn wrong_row(what: impl Display) -> JobError {
    JobError::new(JobErrorKind::Row, what)
}

fn wrong_type(what: impl Display) -> JobError {
    JobError::new(JobErrorKind::Columns, what)
}

fn columns(error: impl Error + Send + Sync + 'static) -> JobError {
    JobError::of(JobErrorKind::Columns, error)
}
