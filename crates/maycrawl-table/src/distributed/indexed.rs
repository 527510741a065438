//! The job without moving URLs: an index of all robots.txt files, on the disk of each machine.

use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use maycrawl::{Crawler, Profile};
use maycrawl_policy::Policy;
use maycrawl_uses::Use;

use super::deciding::{kind_of, text, texts, wrong_row};
use super::reading::UrlUnit;
use crate::archive::{RecordEnd, RobotsContent, RobotsRecord};
use crate::bulk::{FinishedPart, SiteTable, StepTimes, UNIT_ROWS, UnitDecider};
use crate::error::JobError;
use crate::files::InputFiles;
use crate::output::create_folders;
use crate::robots_input::RobotsCounts;
use crate::robots_store::RobotsStoreWriter;
use crate::rules::Rules;
use crate::url_input::{Unit, UnitRows, UnitSource};

/// Writes the index of a job: a file that [`IndexedDecider`] reads.
pub struct IndexWriter {
    path: PathBuf,
    store: RobotsStoreWriter,
}

impl IndexWriter {
    /// A new file at `path`, with a page cache of `cache_bytes` while it is written. A file that is there is replaced.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(path: &Path, cache_bytes: usize) -> Result<Self, JobError> {
        let store = RobotsStoreWriter::create(path, cache_bytes).map_err(JobError::write(path))?;
        Ok(Self { path: path.to_owned(), store })
    }

    /// Appends records: the columns `key`, `kind`, `detail` and `body`, each key once. A row without a kind is left
    /// out. O(bytes).
    ///
    /// # Errors
    /// A column is missing or has another type, a kind is not known, a file has no body, or the index cannot be
    /// written.
    pub fn append(&mut self, rows: &RecordBatch) -> Result<(), JobError> {
        let (keys, kinds) = (texts(rows, "key")?, texts(rows, "kind")?);
        let (details, bodies) = (texts(rows, "detail")?, texts(rows, "body")?);
        for row in 0..rows.num_rows() {
            let Some(kind) = text(&kinds, row)? else { continue };
            let url = text(&keys, row)?.unwrap_or_default();
            let (kind, detail) = (kind_of(kind)?, text(&details, row)?);
            let content = match RobotsContent::of_row(kind, detail, || bodies.get(row)) {
                RobotsContent::File(Some(body)) => RobotsContent::File(body.to_vec()),
                RobotsContent::File(None) => {
                    return Err(wrong_row(format!("the file of {url} has no body")));
                }
                RobotsContent::Fixed(reason) => RobotsContent::Fixed(reason),
                RobotsContent::Redirect(to) => RobotsContent::Redirect(to),
            };
            // The engine has chosen one record of each key, so their dates do not matter any more.
            let url = url.to_owned();
            let record = RobotsRecord { url, date: 0, content, end: RecordEnd::Known };
            self.store.insert(&record).map_err(JobError::write(&self.path))?;
        }
        Ok(())
    }

    /// Sorts the index. Before that nobody can read it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> Result<(), JobError> {
        self.store.finish(RobotsCounts::default()).map_err(JobError::write(&self.path))
    }
}

/// Decides units of URLs by an index on this machine, and writes the answers as parts of [`bulk`](crate::bulk).
pub struct IndexedDecider {
    index: PathBuf,
    rules: Rules,
    policy: Policy,
    memory: usize,
}

/// What a unit has become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitCounts {
    /// URLs that can be asked about.
    pub urls: u64,
    /// Rows of URLs that cannot be used.
    pub bad: u64,
    /// Rows of the output.
    pub decisions: u64,
    /// Rows that are allowed.
    pub allowed: u64,
    /// Rows whose site has no robots.txt in the index.
    pub unknown: u64,
    /// Files of the output.
    pub parts: u64,
}

impl UnitCounts {
    fn add(&mut self, part: &FinishedPart) {
        self.urls += part.rows - part.bad.min(part.rows);
        self.bad += part.bad;
        self.decisions += part.decisions;
        self.allowed += part.allowed;
        self.unknown += part.unknown;
        self.parts += 1;
    }
}

impl IndexedDecider {
    /// A decider for these crawlers and uses, by the index at `index`. It keeps at most `memory` bytes of compiled
    /// rules, sites and output.
    #[must_use]
    pub fn new(
        index: PathBuf,
        crawlers: Vec<Crawler>,
        uses: Vec<Use>,
        policy: Policy,
        memory: usize,
    ) -> Self {
        let mut rules = Rules::new(crawlers, Profile::GOOGLE, memory / 2);
        rules.uses = uses;
        Self { index, rules, policy, memory }
    }

    /// Decides a unit of the file at `path`, and writes its parts to `folder`, a folder of its own: the files and bad
    /// rows that `bulk` writes. The same unit gives the same bytes.
    ///
    /// # Errors
    /// The file or the index cannot be read, or a part cannot be written.
    pub fn decide(
        &self,
        files: &dyn InputFiles,
        path: &Path,
        unit: UrlUnit,
        folder: &Path,
    ) -> Result<UnitCounts, JobError> {
        create_folders(folder)?;
        let (share, policy) = (self.memory / 8, self.policy);
        let mut sites = SiteTable::open(&self.rules, &self.index, policy, share, share)?;
        let times = StepTimes::default();
        let decider = UnitDecider {
            files,
            folder,
            rules: &self.rules,
            times: &times,
            max_bytes: self.memory / 4,
            progress: &|_| (),
        };
        let mut counts = UnitCounts::default();
        if let UrlUnit { group: Some(_), .. } = unit {
            let rows = UnitRows::RowGroup(unit.row_group());
            let unit = Unit { number: 0, input: path.to_owned(), rows };
            let (written, part) = decider.decide(unit, &mut sites)?;
            written.publish()?;
            counts.add(&part);
            return Ok(counts);
        }
        let mut units = UnitSource::new(files, vec![path.to_owned()], UNIT_ROWS, share);
        while let Some(unit) = units.next()? {
            let (written, part) = decider.decide(unit, &mut sites)?;
            written.publish()?;
            counts.add(&part);
        }
        Ok(counts)
    }
}
