//! The counts of a survey, and their Parquet files.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use maycrawl::Reason;
use maycrawl::crawler::{KnownCrawler, Purpose};
use maycrawl_effects::Access;
use maycrawl_lint::Lint;
use maycrawl_uses::Outcome;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use super::facts::{Facts, USES};
use crate::error::JobError;
use crate::robots_store::StoredFile;
use crate::site_robots::SiteRobots;

/// Maximum number of names of fields. Further names are counted as one.
const MAX_FIELDS: usize = 10_000;
/// The name for fields over the limit.
const OTHER_FIELDS: &str = "(other fields)";

/// Counts of sites. A site is an origin with a record.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) sites: u64,
    pub(crate) files: u64,
    /// Sites by what their record says: `file`, or the name of a reason.
    pub(crate) outcomes: BTreeMap<&'static str, u64>,
    /// For each known crawler.
    pub(crate) crawlers: Vec<CrawlerCounts>,
    /// For each purpose, by name.
    pub(crate) purposes: BTreeMap<&'static str, PurposeCounts>,
    /// For each lint, by code.
    pub(crate) lints: BTreeMap<&'static str, LintCounts>,
    /// For each field: sites and lines.
    pub(crate) fields: BTreeMap<String, (u64, u64)>,
    /// For each of [`USES`]: sites by outcome, in the order of [`Outcome::ALL`].
    pub(crate) uses: [[u64; Outcome::ALL.len()]; USES.len()],
}

/// Sites with a file, by what it means for one crawler.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CrawlerCounts {
    pub(crate) named: u64,
    pub(crate) everything: u64,
    pub(crate) part: u64,
    pub(crate) nothing: u64,
    pub(crate) undecided: u64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PurposeCounts {
    pub(crate) crawlers: u64,
    pub(crate) blocks_any: u64,
    pub(crate) blocks_all: u64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct LintCounts {
    pub(crate) lint: &'static Lint,
    pub(crate) sites: u64,
    pub(crate) findings: u64,
}

impl Counts {
    pub(crate) fn new() -> Self {
        let mut counts = Self::default();
        for known in KnownCrawler::all() {
            counts.crawlers.push(CrawlerCounts::default());
            counts.purposes.entry(known.purpose.name()).or_default().crawlers += 1;
        }
        counts
    }

    /// Counts a site. `facts` are those of its file.
    pub(crate) fn add(&mut self, site: &SiteRobots<StoredFile>, facts: Option<&Facts>) {
        self.sites += 1;
        let outcome = match site {
            SiteRobots::File(..) => "file",
            SiteRobots::Fixed(reason) => Reason::name(reason),
            SiteRobots::Unknown => "unknown",
        };
        *self.outcomes.entry(outcome).or_default() += 1;
        let Some(facts) = facts else { return };
        self.files += 1;
        let mut blocked: BTreeMap<&'static str, u64> = BTreeMap::new();
        for ((known, counts), &(is_named, access)) in
            KnownCrawler::all().iter().zip(&mut self.crawlers).zip(&facts.crawlers)
        {
            counts.named += u64::from(is_named);
            *match access {
                Access::Everything => &mut counts.everything,
                Access::Part => &mut counts.part,
                Access::Nothing => &mut counts.nothing,
                Access::Undecided => &mut counts.undecided,
            } += 1;
            if access == Access::Nothing {
                *blocked.entry(Purpose::name(known.purpose)).or_default() += 1;
            }
        }
        for (purpose, crawlers) in blocked {
            let counts = self.purposes.entry(purpose).or_default();
            counts.blocks_any += 1;
            counts.blocks_all += u64::from(crawlers == counts.crawlers);
        }
        for &(lint, findings) in &facts.lints {
            let new = LintCounts { lint, sites: 0, findings: 0 };
            let counts = self.lints.entry(lint.code).or_insert(new);
            counts.sites += 1;
            counts.findings += findings;
        }
        for (counts, said) in self.uses.iter_mut().zip(facts.uses) {
            let of_outcome = counts.iter_mut().zip(Outcome::ALL);
            of_outcome.for_each(|(count, outcome)| *count += u64::from(outcome == said));
        }
        for (field, lines) in &facts.fields {
            // Authors make up names of fields, so their number has a limit. What comes after it is counted as one.
            let is_known = self.fields.len() < MAX_FIELDS || self.fields.contains_key(field);
            let name = if is_known { field } else { OTHER_FIELDS };
            let counts = self.fields.entry(name.to_owned()).or_default();
            counts.0 += 1;
            counts.1 += lines;
        }
    }

    /// The columns of the table of uses.
    fn uses(&self) -> Vec<(&'static str, ArrayRef)> {
        let column = |(at, outcome)| {
            let name = match outcome {
                Outcome::Refused => "sites_refusing",
                Outcome::Conditional => "sites_setting_conditions",
                Outcome::Granted => "sites_granting",
                Outcome::NotSaid => "sites_silent",
                Outcome::Conflict => "sites_contradicting_themselves",
                Outcome::NotApplicable => "sites_closing_the_path",
            };
            (name, numbers(self.uses.iter().map(|counts| counts.get(at).copied().unwrap_or(0))))
        };
        let names = ("use", text(USES.iter().map(|wanted| Some(wanted.name()))));
        std::iter::once(names).chain(Outcome::ALL.into_iter().enumerate().map(column)).collect()
    }

    /// Writes one Parquet file for each table into `folder`.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), JobError> {
        let of_crawler =
            |count: fn(&CrawlerCounts) -> u64| numbers(self.crawlers.iter().map(count));
        let of_purpose =
            |count: fn(&PurposeCounts) -> u64| numbers(self.purposes.values().map(count));
        let lints = || self.lints.values();
        let known = || KnownCrawler::all().iter();
        let tables = [
            (
                "crawlers",
                vec![
                    ("crawler", text(known().map(|known| Some(known.token)))),
                    ("operator", text(known().map(|known| known.operator))),
                    ("purpose", text(known().map(|known| Some(known.purpose.name())))),
                    ("sites_naming_it", of_crawler(|counts| counts.named)),
                    ("sites_allowing_everything", of_crawler(|counts| counts.everything)),
                    ("sites_allowing_a_part", of_crawler(|counts| counts.part)),
                    ("sites_allowing_nothing", of_crawler(|counts| counts.nothing)),
                    ("sites_undecided", of_crawler(|counts| counts.undecided)),
                ],
            ),
            (
                "purposes",
                vec![
                    ("purpose", text(self.purposes.keys().map(|name| Some(*name)))),
                    ("crawlers", of_purpose(|counts| counts.crawlers)),
                    ("sites_blocking_one", of_purpose(|counts| counts.blocks_any)),
                    ("sites_blocking_all", of_purpose(|counts| counts.blocks_all)),
                ],
            ),
            (
                "lints",
                vec![
                    ("code", text(lints().map(|counts| Some(counts.lint.code)))),
                    ("lint", text(lints().map(|counts| Some(counts.lint.name)))),
                    ("sites", numbers(lints().map(|counts| counts.sites))),
                    ("findings", numbers(lints().map(|counts| counts.findings))),
                ],
            ),
            (
                "fields",
                vec![
                    ("field", text(self.fields.keys().map(|name| Some(name.as_str())))),
                    ("sites", numbers(self.fields.values().map(|counts| counts.0))),
                    ("lines", numbers(self.fields.values().map(|counts| counts.1))),
                ],
            ),
            ("uses", self.uses()),
            (
                "outcomes",
                vec![
                    ("outcome", text(self.outcomes.keys().map(|name| Some(*name)))),
                    ("sites", numbers(self.outcomes.values().copied())),
                ],
            ),
        ];
        tables.into_iter().try_for_each(|(name, columns)| {
            write(&folder.join(name).with_extension("parquet"), columns)
        })
    }
}

fn text<'a>(values: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    Arc::new(values.collect::<StringArray>())
}

fn numbers(values: impl Iterator<Item = u64>) -> ArrayRef {
    let values = values.map(|value| i64::try_from(value).unwrap_or(i64::MAX));
    Arc::new(Int64Array::from_iter_values(values))
}

fn write(path: &Path, columns: Vec<(&str, ArrayRef)>) -> Result<(), JobError> {
    let batch = RecordBatch::try_from_iter(columns).map_err(JobError::write(path))?;
    let file = File::create(path).map_err(JobError::write(path))?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let writer = ArrowWriter::try_new(file, batch.schema(), Some(properties));
    writer
        .and_then(|mut writer| writer.write(&batch).and_then(|()| writer.close()))
        .map(drop)
        .map_err(JobError::write(path))
}
