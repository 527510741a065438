//! Redirects, and the answers for rows that are sorted by site.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Int32Builder, StringBuilder};
use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use maycrawl::{Crawler, Profile};
use maycrawl_fetch::Policy;

use super::ROBOTS_PATH;
use crate::answer::RowAnswer;
use crate::archive::{RecordEnd, RobotsContent, RobotsRecord};
use crate::column::{Column, shared};
use crate::decide::{each_verdict, read};
use crate::input::JobError;
use crate::lru::CacheCounters;
use crate::rules::{Rules, Site};
use crate::site_robots::{
    KINDS, RecordContent, RecordRow, SiteRobots, body_hash, follow_redirects,
};

/// The columns that [`resolve_redirects`] gives: `kind` and `detail` of the site, and `file`, the key of the record whose
/// body decides. All are null for a site without a record.
#[must_use]
pub fn resolved_fields() -> SchemaRef {
    let fields = ["kind", "detail", "file"].map(|name| Field::new(name, DataType::Utf8, true));
    Arc::new(Schema::new(fields.to_vec()))
}

/// The columns that [`Decider::decide`] gives: `row`, the row of the batch that is answered, from 0, then `agent`,
/// `allowed`, `decision`, `line` and `reason`.
#[must_use]
pub fn answer_fields() -> SchemaRef {
    let text = |name| Field::new(name, DataType::Utf8, false);
    Arc::new(Schema::new(vec![
        Field::new("row", DataType::Int32, false),
        text("agent"),
        Field::new("allowed", DataType::Boolean, false),
        text("decision"),
        Field::new("line", DataType::Int32, true),
        text("reason"),
    ]))
}

/// Where each site's redirects lead. `rows` has the columns `site` and `hops`: a list of structs with `url`, `kind` and
/// `detail`, which are the record of the site itself and those of the redirects' targets. A target that is not in the
/// input is missing, or has no kind.
///
/// # Errors
/// The columns have other types, or a kind is not known.
pub fn resolve_redirects(rows: &RecordBatch, policy: Policy) -> Result<RecordBatch, JobError> {
    let sites = texts(rows, "site")?;
    let hops = column(rows, "hops")?.as_list_opt::<i32>();
    let hops = hops.ok_or_else(|| wrong("the column `hops` is not a list"))?;
    let [mut kinds, mut details, mut files] = [(); 3].map(|()| StringBuilder::new());
    for row in 0..rows.num_rows() {
        let site = text(&sites, row)?.unwrap_or_default();
        let records = records(hops.value(row).as_struct_opt())?;
        let newest = |url: &str| {
            let record = records.iter().find(|(known, _)| known == url);
            Ok::<_, Infallible>(record.map(|(_, content)| content.clone()))
        };
        match follow_redirects(site, policy, newest) {
            Ok(SiteRobots::File(file)) => {
                kinds.append_value(KINDS[1]);
                details.append_null();
                files.append_value(file);
            }
            Ok(SiteRobots::Fixed(reason)) => {
                let content = RobotsContent::Fixed(reason);
                let record =
                    RobotsRecord { url: String::new(), date: 0, content, end: RecordEnd::Known };
                let record = RecordRow::of(&record);
                kinds.append_option(KINDS.get(usize::from(record.rank)));
                details.append_option(record.detail);
                files.append_null();
            }
            Ok(SiteRobots::Unknown) => {
                kinds.append_null();
                details.append_null();
                files.append_null();
            }
        }
    }
    let columns = [kinds, details, files].map(|mut column| shared(column.finish()));
    RecordBatch::try_new(resolved_fields(), columns.to_vec()).map_err(wrong)
}

/// The records of a list of hops, by URL. The file of a record is its URL.
fn records(hops: Option<&StructArray>) -> Result<Vec<(String, RecordContent<String>)>, JobError> {
    let hops = hops.ok_or_else(|| wrong("the column `hops` is not a list of structs"))?;
    let field = |name: &str| -> Result<Column<'_>, JobError> {
        let values = hops.column_by_name(name);
        let values = values.ok_or_else(|| wrong(format!("`hops` has no field `{name}`")))?;
        Column::of(values, "hops").map_err(wrong)
    };
    let (urls, kinds, details) = (field("url")?, field("kind")?, field("detail")?);
    let mut records = Vec::with_capacity(hops.len());
    for hop in 0..hops.len() {
        let (Some(url), Some(kind)) = (text(&urls, hop)?, text(&kinds, hop)?) else { continue };
        let detail = text(&details, hop)?.map(str::to_owned);
        records
            .push((url.to_owned(), RecordContent::of_row(rank(kind)?, detail, || url.to_owned())));
    }
    Ok(records)
}

/// Answers rows that are sorted by site, each site's record before its URLs. It keeps the last record from batch to batch.
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

    /// The answers for a batch, with the columns of [`answer_fields`].
    ///
    /// `rows` has the columns `site`, `kind`, `detail`, `body` and `url`. A row with a `kind` is the record of a site:
    /// all its redirects are followed. Each other row is a URL, and has one answer for each crawler. A URL of a site
    /// without a record is `unknown`, and one that cannot be asked about is `error`.
    ///
    /// Cost: that of each check, and of compiling each distinct body that is not kept.
    ///
    /// # Errors
    /// A column is missing or has another type, or a record cannot decide: its kind is `redirect` or not known, or a file
    /// has no body.
    pub fn decide(&mut self, rows: &RecordBatch) -> Result<RecordBatch, JobError> {
        let (sites, kinds) = (texts(rows, "site")?, texts(rows, "kind")?);
        let (details, bodies) = (texts(rows, "detail")?, texts(rows, "body")?);
        let urls = texts(rows, "url")?;
        let mut answers = AnswerRows::new(rows.num_rows() * self.rules.crawlers.len());
        for row in 0..rows.num_rows() {
            if let Some(kind) = text(&kinds, row)? {
                let site = text(&sites, row)?.unwrap_or_default();
                let content = RecordContent::of_row(
                    rank(kind)?,
                    text(&details, row)?.map(str::to_owned),
                    || bodies.get(row),
                );
                let origin = site.strip_suffix(ROBOTS_PATH).unwrap_or_default().to_owned();
                self.site = Some((origin, self.site(site, &content)?));
                continue;
            }
            self.answer(&urls, row, &mut answers);
        }
        answers.finish()
    }

    /// What the cache of compiled rules has done.
    #[must_use]
    pub fn cache_counters(&self) -> CacheCounters {
        self.rules.counters()
    }

    fn site(&self, key: &str, content: &RecordContent<Option<&[u8]>>) -> Result<Site, JobError> {
        match content {
            RecordContent::Fixed(reason) => Ok(Site::Fixed(*reason)),
            RecordContent::File(Some(body)) => {
                Ok(Site::Rules(self.rules.compile(body_hash(body), body).0))
            }
            RecordContent::File(None) => Err(wrong(format!("the file of {key} has no body"))),
            RecordContent::Redirect(_) => Err(wrong(format!("{key} is a redirect; resolve it"))),
        }
    }

    fn answer(&self, urls: &Column<'_>, row: usize, answers: &mut AnswerRows) {
        let asked = match read(urls, row) {
            Ok(asked) => asked,
            Err(reason) => {
                let answer = RowAnswer::error(reason);
                for crawler in &self.rules.crawlers {
                    answers.append(row, crawler, &answer);
                }
                return;
            }
        };
        let site = match &self.site {
            Some((origin, site)) if asked.origin() == Some(origin) => site,
            _ => &Site::Unknown,
        };
        let mut crawlers = self.rules.crawlers.iter();
        each_verdict(&self.rules, site, &asked, |verdict| {
            let answer = verdict.map_or_else(RowAnswer::unknown, RowAnswer::of);
            if let Some(crawler) = crawlers.next() {
                answers.append(row, crawler, &answer);
            }
        });
    }
}

/// The columns of the answers, as plain text: not every engine reads dictionaries.
struct AnswerRows {
    row: Int32Builder,
    agent: StringBuilder,
    allowed: BooleanBuilder,
    decision: StringBuilder,
    line: Int32Builder,
    reason: StringBuilder,
}

impl AnswerRows {
    fn new(rows: usize) -> Self {
        Self {
            row: Int32Builder::with_capacity(rows),
            agent: StringBuilder::with_capacity(rows, rows * 10),
            allowed: BooleanBuilder::with_capacity(rows),
            decision: StringBuilder::with_capacity(rows, rows * 10),
            line: Int32Builder::with_capacity(rows),
            reason: StringBuilder::with_capacity(rows, rows * 12),
        }
    }

    fn append(&mut self, row: usize, crawler: &Crawler, answer: &RowAnswer) {
        self.row.append_value(i32::try_from(row).unwrap_or(i32::MAX));
        self.agent.append_value(crawler.token());
        self.allowed.append_value(answer.is_allowed());
        self.decision.append_value(answer.decision.name());
        self.line.append_option(answer.line.map(|line| i32::try_from(line).unwrap_or(i32::MAX)));
        self.reason.append_value(&answer.reason);
    }

    fn finish(mut self) -> Result<RecordBatch, JobError> {
        let columns: Vec<ArrayRef> = vec![
            shared(self.row.finish()),
            shared(self.agent.finish()),
            shared(self.allowed.finish()),
            shared(self.decision.finish()),
            shared(self.line.finish()),
            shared(self.reason.finish()),
        ];
        RecordBatch::try_new(answer_fields(), columns).map_err(wrong)
    }
}

/// The rank of a kind.
fn rank(kind: &str) -> Result<i64, JobError> {
    let rank = KINDS.iter().position(|known| *known == kind);
    let rank = rank.and_then(|rank| i64::try_from(rank).ok());
    rank.ok_or_else(|| wrong(format!("the kind `{kind}` is not known")))
}

fn column<'b>(rows: &'b RecordBatch, name: &str) -> Result<&'b ArrayRef, JobError> {
    rows.column_by_name(name).ok_or_else(|| wrong(format!("the rows have no column `{name}`")))
}

/// A column of text or bytes, of any number of rows.
fn texts<'b>(rows: &'b RecordBatch, name: &'static str) -> Result<Column<'b>, JobError> {
    Column::of(column(rows, name)?, name).map_err(wrong)
}

/// The text of a row that an engine has kept.
fn text<'c>(column: &Column<'c>, row: usize) -> Result<Option<&'c str>, JobError> {
    column.text(row).transpose().map_err(wrong)
}

fn wrong(what: impl std::fmt::Display) -> JobError {
    JobError::new(Path::new(""), what)
}
