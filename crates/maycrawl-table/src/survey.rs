//! A survey of web archives: which crawlers are blocked, which mistakes occur, which fields are used.
//!
//! A site is an origin with a record of its `/robots.txt`. Which of several records counts, and what redirects and
//! result codes mean, is as in [`bulk`](crate::bulk). Facts are computed once for each distinct body.

mod facts;
mod report;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;

use maycrawl_policy::Policy;
use serde::Serialize;

use crate::cache::Cache;
use crate::error::JobError;
use crate::output::{BadRowWriter, create_folders, write_file};
use crate::robots_store::{self, RobotsStore};
use crate::site_robots::{BodyHash, SiteRobots};
use facts::Facts;
use tables::Counts;

/// A survey: which archives, and where its tables go.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Survey {
    /// Web archives, or tables of robots.txt bodies.
    pub inputs: Vec<PathBuf>,
    /// The folder of the tables and the report.
    pub output: PathBuf,
    /// Memory for caches, in bytes. Default: 512 MiB.
    pub memory: usize,
    /// What result codes mean. Default: Google's text of 2026.
    pub policy: Policy,
}

/// How far a survey is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurveyProgress {
    /// Number of records read so far.
    Records(u64),
    /// Number of sites counted so far.
    Sites(u64),
}

/// What a survey has read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SurveySummary {
    /// Records about a robots.txt.
    pub records: u64,
    /// Records about other pages.
    pub skipped: u64,
    /// Records that cannot be used. They are in `_bad_rows/records.jsonl`.
    pub bad: u64,
    /// Records that were cut short, so that their site is unreachable.
    pub robots_cut: u64,
    /// Files whose end nothing announced, so that nobody can know whether they are complete. They count as files.
    pub robots_end_unknown: u64,
    /// Sites.
    pub sites: u64,
    /// Sites with a robots.txt.
    pub files: u64,
}

impl Survey {
    /// A survey with the defaults.
    #[must_use]
    pub fn new(inputs: Vec<PathBuf>, output: PathBuf) -> Self {
        Self { inputs, output, memory: 512 << 20, policy: Policy::Google2026 }
    }

    /// Reads the archives and writes the tables and the report.
    ///
    /// # Errors
    /// An input cannot be opened, or the output cannot be written. A record that cannot be used is counted.
    pub fn run(&self, progress: &dyn Fn(SurveyProgress)) -> Result<SurveySummary, JobError> {
        create_folders(&self.output)?;
        let folder = tempfile::tempdir_in(&self.output).map_err(JobError::write(&self.output))?;
        let path = folder.path().join("robots.sqlite");
        let bad = BadRowWriter::new(&self.output, "records.jsonl");
        let records = |records| progress(SurveyProgress::Records(records));
        let (inputs, policy) = (&self.inputs, self.policy);
        let counts = robots_store::build(&path, self.memory / 2, inputs, policy, bad, &records)?;
        let store = RobotsStore::open(&path, self.memory / 4, policy)?;
        let found = self.count(&store, progress)?;
        let summary = SurveySummary {
            records: counts.records,
            skipped: counts.skipped,
            bad: counts.bad,
            robots_cut: counts.cut,
            robots_end_unknown: counts.end_unknown,
            sites: found.sites,
            files: found.files,
        };
        found.write(&self.output)?;
        let report = report::report(&found, &summary);
        write_file(&self.output.join("report.html"), report.as_bytes())?;
        Ok(summary)
    }

    fn count(
        &self,
        store: &RobotsStore,
        progress: &dyn Fn(SurveyProgress),
    ) -> Result<Counts, JobError> {
        let crawlers = facts::crawlers();
        let mut known: Cache<BodyHash, Arc<Facts>> = Cache::new(self.memory / 4);
        let mut counts = Counts::new();
        store.each_site(|site| {
            let facts = match &site {
                SiteRobots::File((hash, body)) => Some(known.get(hash).unwrap_or_else(|| {
                    let facts = Arc::new(Facts::of(body, &crawlers));
                    known.insert(*hash, Arc::clone(&facts), facts.memory());
                    facts
                })),
                SiteRobots::Fixed(_) | SiteRobots::Unknown => None,
            };
            counts.add(&site, facts.as_deref());
            progress(SurveyProgress::Sites(counts.sites));
        })?;
        Ok(counts)
    }
}
