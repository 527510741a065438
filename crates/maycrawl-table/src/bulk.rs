//! A job from files to files: joins URLs to the robots.txt of their origin, decides for each crawler, writes Parquet.
//!
//! # Rows
//!
//! | column | Parquet type | |
//! |---|---|---|
//! | `url` | string | the URL as written in the input |
//! | `agent` | string | the product token of the crawler |
//! | `allowed` | boolean | true only for `decision` = `allowed` |
//! | `decision` | string | `allowed`, `disallowed`, or `unknown`: the input has no robots.txt for the origin |
//! | `line` | int32, may be null | the deciding line of the file, from 1; null if no line decided |
//! | `reason` | string | the name of the reason ([`Reason::name`](maycrawl::Reason::name)), or `unknown` |
//!
//! | `use_train` ... | string | one column for each of [`BulkJob::uses`]: what the file says about this use |
//!
//! A column `use_*` has the name of an [`Outcome`](maycrawl_uses::Outcome), or `unknown`: the input has no robots.txt
//! for the origin, or it is unreachable, so nobody knows what it says. Only robots.txt is read, with
//! [`Readings::DEFAULT`](maycrawl_uses::Readings::DEFAULT); fields, pages and licences may refuse what it grants.
//!
//! Each URL of the input has one row for each crawler, in the order of the crawlers, or it is a bad row. A bad row has
//! no row in the output. A URL that occurs twice has its rows twice. The order of rows is not defined.
//!
//! A job for one crawler copies the compressed column of URLs of a Parquet file, so `url` has the encoding of the
//! input. It never has a null, but Parquet marks it as a column that may have nulls if the input does.
//!
//! # The join
//!
//! A URL is asked about as a client requests it ([`RequestUrl`](maycrawl::RequestUrl)). Its origin is scheme, host and
//! port in normal form. It is joined to the record of `<origin>/robots.txt`. If there are several, the latest date
//! wins; [`RobotsRecord`](crate::RobotsRecord) says what a record is, and `docs/design/tables.md` what happens to equal
//! dates and redirects.
//!
//! # Bad rows
//!
//! A row is bad if no question can be asked about it: the URL is missing, is not UTF-8, or has no origin (http, https
//! or ftp); the line or record cannot be read. Each is one JSON object in the folder `_bad_rows`: `input`, `row`,
//! `rows`, `reason`, `value`. A row group of Parquet that cannot be decoded is one bad row, and `rows` counts what is
//! lost with it.
//!
//! # Memory and interruption
//!
//! Bodies are on disk, in an SQLite file with a sorted index. In memory are its page cache, compiled rules up to a
//! limit, and one batch for each thread. A unit of the input, such as a row group, becomes one part of the output. A
//! part that is finished is entered in a manifest, and a job that was interrupted continues with the parts that are
//! missing.

mod answers;
mod decide;
mod manifest;
mod name_column;
mod part;
mod sites;
mod timings;
mod unit;
mod unit_output;
mod url_chunk;

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use maycrawl::{Crawler, Profile};
use maycrawl_policy::Policy;
use maycrawl_uses::Use;
use serde::{Deserialize, Serialize};

use crate::cache::CacheCounters;
use crate::error::{JobError, JobErrorKind};
use crate::files::LocalFiles;
use crate::output::{BadRowWriter, create_folders, write_file};
use crate::robots_input::RobotsCounts;
use crate::robots_store::{self, RobotsStore};
use crate::rules::Rules;
use crate::url_input::{UnitSource, count_rows};
pub(crate) use manifest::FinishedPart;
use manifest::{InputDescription, JobDescription, Manifest};
use part::WrittenPart;
pub(crate) use sites::SiteTable;
use timings::Step;
pub(crate) use timings::StepTimes;
pub use timings::Timings;
pub(crate) use unit::UnitDecider;

/// Rows of a unit of lines.
pub(crate) const UNIT_ROWS: usize = 1 << 20;
/// The least memory that a job can use: 32 MiB.
pub const MIN_MEMORY: usize = 32 << 20;
/// Maximum number of crawlers of a job.
pub const MAX_CRAWLERS: usize = 100;
/// Version of the manifest.
const VERSION: u32 = 2;
/// The name of the index of robots.txt files.
const STORE: &str = "_robots.sqlite";
/// The name of the summary. It is there if and only if the job is done.
const SUMMARY: &str = "_summary.json";

/// A job: which files, which crawlers, and how much memory.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BulkJob {
    /// Files with robots.txt bodies: WARC, Parquet, CSV or JSON Lines.
    pub robots: Vec<PathBuf>,
    /// Files with URLs: Parquet, CSV, JSON Lines or text.
    pub urls: Vec<PathBuf>,
    /// The crawlers.
    pub crawlers: Vec<Crawler>,
    /// The uses that are asked beside, each once. Default: none, and the output has no column of uses.
    pub uses: Vec<Use>,
    /// The folder of the output. It must be new, empty, or that of the same job.
    pub output: PathBuf,
    /// Memory for caches and batches, in bytes. Default: 512 MiB.
    pub memory: usize,
    /// Number of threads. Default: one for each core.
    pub threads: usize,
    /// Rows of a part, where the input is lines. Default: 2^20.
    pub part_rows: usize,
    /// How robots.txt is read. Default: as Google does.
    pub profile: Profile,
    /// What result codes mean. Default: Google's text of 2026, with which no failure opens a site.
    pub policy: Policy,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BulkProgress {
    /// Number of robots.txt records read so far.
    Robots(u64),
    /// Number of rows decided so far, and of all rows if that is known.
    Urls(u64, Option<u64>),
}

/// What a job has done. Numbers are those of the whole job, interruptions included.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BulkSummary {
    /// Robots.txt records.
    pub robots_records: u64,
    /// Records of archives that are not about a robots.txt.
    pub robots_skipped: u64,
    /// Robots.txt records that cannot be used.
    pub robots_bad: u64,
    /// Robots.txt records that were cut short, so that their site is unreachable.
    #[serde(default)]
    pub robots_cut: u64,
    /// Robots.txt files whose end nothing announced, neither a length nor a last chunk. Nobody can know whether they
    /// are complete; they count as files.
    #[serde(default)]
    pub robots_end_unknown: u64,
    /// URLs of the input, without bad rows.
    pub urls: u64,
    /// Rows of URLs that cannot be used.
    pub urls_bad: u64,
    /// Rows of the output.
    pub decisions: u64,
    /// Rows that are allowed.
    pub allowed: u64,
    /// Rows whose site has no robots.txt in the input.
    pub unknown: u64,
    /// Parts of the output.
    pub parts: u64,
    /// Parts that an earlier run of the job had finished.
    pub parts_before: u64,
    /// Time of each step, of this run.
    #[serde(skip)]
    pub timings: Timings,
    /// The cache of compiled rules, of this run.
    #[serde(skip)]
    pub cache: CacheCounters,
}

impl BulkJob {
    /// A job with the defaults.
    #[must_use]
    pub fn new(
        robots: Vec<PathBuf>,
        urls: Vec<PathBuf>,
        crawlers: Vec<Crawler>,
        output: PathBuf,
    ) -> Self {
        Self {
            robots,
            urls,
            crawlers,
            uses: Vec::new(),
            output,
            memory: 512 << 20,
            threads: thread::available_parallelism().map_or(1, usize::from),
            part_rows: UNIT_ROWS,
            profile: Profile::GOOGLE,
            policy: Policy::Google2026,
        }
    }

    /// Does the job, or what is left of it. `progress` is called often, from several threads.
    ///
    /// # Errors
    /// An input cannot be opened or has not the columns that are needed, the output cannot be written, or the folder of
    /// the output has something else. What one row lacks is no error.
    pub fn run(&self, progress: &(dyn Fn(BulkProgress) + Sync)) -> Result<BulkSummary, JobError> {
        self.check()?;
        fs::create_dir_all(&self.output).map_err(JobError::write(&self.output))?;
        let total = count_rows(&LocalFiles, &self.urls)?;
        let mut manifest = Manifest::open(&self.output, &self.description()?)?;
        if let Some(summary) = self.earlier_summary() {
            return Ok(summary);
        }
        create_folders(&self.output)?;
        let start = Instant::now();
        let counts = self.index_robots(progress)?;
        let robots_time = start.elapsed();

        let start = Instant::now();
        let mut rules = Rules::new(self.crawlers.clone(), self.profile, self.memory / 4);
        rules.uses.clone_from(&self.uses);
        let times = StepTimes::default();
        let before = manifest.finished().len() as u64;
        self.decide_all(&rules, &times, &mut manifest, total, progress)?;
        let mut summary = BulkSummary {
            robots_records: counts.records,
            robots_skipped: counts.skipped,
            robots_bad: counts.bad,
            robots_cut: counts.cut,
            robots_end_unknown: counts.end_unknown,
            parts_before: before,
            timings: times.timings(robots_time, start.elapsed()),
            cache: rules.counters(),
            ..BulkSummary::default()
        };
        for part in manifest.finished() {
            summary.parts += 1;
            summary.urls += part.rows - part.bad.min(part.rows);
            summary.urls_bad += part.bad;
            summary.decisions += part.decisions;
            summary.allowed += part.allowed;
            summary.unknown += part.unknown;
        }
        let path = self.output.join(SUMMARY);
        let text = serde_json::to_vec_pretty(&summary).map_err(JobError::write(&path))?;
        write_file(&path, &text)?;
        let _ = fs::remove_file(self.output.join(STORE)); // only its space would be lost
        Ok(summary)
    }

    /// The summary of a job that is done already.
    fn earlier_summary(&self) -> Option<BulkSummary> {
        let text = fs::read(self.output.join(SUMMARY)).ok()?;
        let summary: BulkSummary = serde_json::from_slice(&text).ok()?;
        Some(BulkSummary { parts_before: summary.parts, ..summary })
    }

    fn check(&self) -> Result<(), JobError> {
        let refuse = |what: &str| Err(JobError::new(JobErrorKind::Options, what));
        if self.crawlers.is_empty() || self.crawlers.len() > MAX_CRAWLERS {
            return refuse("a job needs 1 to 100 crawlers");
        }
        if self.uses.iter().collect::<HashSet<_>>().len() < self.uses.len() {
            return refuse("a job asks about each use once");
        }
        if self.memory < MIN_MEMORY {
            return refuse("a job needs at least 32 MiB of memory");
        }
        if self.robots.is_empty() || self.urls.is_empty() {
            return refuse("a job needs files of robots.txt bodies and files of URLs");
        }
        Ok(())
    }

    fn description(&self) -> Result<JobDescription, JobError> {
        let describe = |paths: &[PathBuf]| -> Result<Vec<_>, JobError> {
            paths.iter().map(|path| InputDescription::of(path)).collect()
        };
        Ok(JobDescription {
            version: VERSION,
            agents: self.crawlers.iter().map(|crawler| crawler.token().to_owned()).collect(),
            uses: self.uses.iter().map(Use::to_string).collect(),
            profile: self.profile.name.to_owned(),
            policy: self.policy.to_string(),
            unit_rows: self.part_rows,
            unit_bytes: self.unit_bytes(),
            robots: describe(&self.robots)?,
            urls: describe(&self.urls)?,
        })
    }

    /// Bytes of a unit of lines. It is in memory twice while it is decided, once for each thread.
    fn unit_bytes(&self) -> usize {
        (self.memory / 16 / self.threads.max(1)).min(128 << 20)
    }

    /// Makes the index of robots.txt files, unless an earlier run has.
    fn index_robots(
        &self,
        progress: &(dyn Fn(BulkProgress) + Sync),
    ) -> Result<RobotsCounts, JobError> {
        let path = self.output.join(STORE);
        if let Some(store) = RobotsStore::find(&path, 1 << 20, self.policy) {
            return store.counts();
        }
        let bad = BadRowWriter::new(&self.output, "robots.jsonl");
        let progress = |records| progress(BulkProgress::Robots(records));
        robots_store::build(&path, self.memory / 4, &self.robots, self.policy, bad, &progress)
    }

    fn decide_all(
        &self,
        rules: &Rules,
        times: &StepTimes,
        manifest: &mut Manifest,
        total: Option<u64>,
        progress: &(dyn Fn(BulkProgress) + Sync),
    ) -> Result<(), JobError> {
        let finished: HashSet<u64> = manifest.finished().iter().map(|part| part.part).collect();
        let rows_before: u64 = manifest.finished().iter().map(|part| part.rows).sum();
        let (rows, bytes) = (self.part_rows.max(1), self.unit_bytes());
        let units = UnitSource::new(&LocalFiles, self.urls.clone(), rows, bytes);
        let worker = Worker {
            job: self,
            rules,
            times,
            finished: &finished,
            units: &Mutex::new(units),
            failed: &AtomicBool::new(false),
            rows: &AtomicU64::new(rows_before),
            total,
            progress,
        };
        // After an error the other threads need not go on.
        let stop = |_: &JobError| worker.failed.store(true, Ordering::Relaxed);
        let count = self.threads.max(1);
        let (written, parts) = sync_channel(count);
        let mut results = Vec::new();
        thread::scope(|scope| {
            let worker = &worker;
            let mut threads: Vec<_> = (0..count)
                .map(|_| written.clone())
                .map(|written| scope.spawn(move || worker.work(&written).inspect_err(stop)))
                .collect();
            // The end of the parts is that of the last sender.
            drop(written);
            threads.push(scope.spawn(|| publish(parts, manifest, times).inspect_err(stop)));
            for thread in threads {
                results.push(thread.join().unwrap_or_else(|_| Err(thread_failed())));
            }
        });
        results.into_iter().collect()
    }
}

/// A part, and what is in it.
type Part = (WrittenPart, FinishedPart);

/// Gives parts their names, and enters them in the manifest. Before that the disk must have them: the threads that
/// decide do not wait for it.
fn publish(
    parts: Receiver<Part>,
    manifest: &mut Manifest,
    times: &StepTimes,
) -> Result<(), JobError> {
    for (written, part) in parts {
        let start = Instant::now();
        written.publish()?;
        manifest.enter(part)?;
        times.add(Step::Encode, start);
    }
    Ok(())
}

fn thread_failed() -> JobError {
    JobError::new(JobErrorKind::Thread, "a thread of the job has failed")
}

/// What a thread needs. It takes a unit, decides it, and writes its part.
struct Worker<'a> {
    job: &'a BulkJob,
    rules: &'a Rules,
    times: &'a StepTimes,
    finished: &'a HashSet<u64>,
    units: &'a Mutex<UnitSource<'a>>,
    failed: &'a AtomicBool,
    rows: &'a AtomicU64,
    total: Option<u64>,
    progress: &'a (dyn Fn(BulkProgress) + Sync),
}

impl Worker<'_> {
    fn work(&self, parts: &SyncSender<Part>) -> Result<(), JobError> {
        let share = self.job.memory / self.job.threads.max(1);
        let store = self.job.output.join(STORE);
        let mut sites =
            SiteTable::open(self.rules, &store, self.job.policy, share / 16, share / 8)?;
        while !self.failed.load(Ordering::Relaxed) {
            let start = Instant::now();
            let unit = self.units.lock().map_err(|_| thread_failed())?.next()?;
            self.times.add(Step::Decode, start);
            let Some(unit) = unit else { return Ok(()) };
            if self.finished.contains(&unit.number) {
                continue;
            }
            let progress = |rows| {
                let rows = self.rows.fetch_add(rows, Ordering::Relaxed) + rows;
                (self.progress)(BulkProgress::Urls(rows, self.total));
            };
            let writer = UnitDecider {
                files: &LocalFiles,
                folder: &self.job.output,
                rules: self.rules,
                times: self.times,
                max_bytes: share / 8,
                progress: &progress,
            };
            if parts.send(writer.decide(unit, &mut sites)?).is_err() {
                // The thread that takes them has failed, and says why.
                return Ok(());
            }
        }
        Ok(())
    }
}
