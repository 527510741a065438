//! The sites of a job: looked up in the store, and kept within a limit.

use std::collections::HashMap;
use std::path::Path;

use hashlink::DefaultHashBuilder;
use maycrawl_policy::Policy;

use crate::error::JobError;
use crate::robots_store::RobotsStore;
use crate::rules::{Rules, Site};
use crate::site_robots::SiteRobots;

/// Bytes of a site in [`SiteTable`], without its name and its rules.
const SITE_BYTES: usize = 160;

/// The sites that a thread has met, by origin.
pub(crate) struct SiteTable<'r> {
    rules: &'r Rules,
    store: RobotsStore,
    /// Each URL is looked up here. The hash has a seed for each run, so names that collide cannot be prepared; SipHash,
    /// which is made for attackers who see the time of each answer, took a tenth of a job.
    numbers: HashMap<Box<str>, usize, DefaultHashBuilder>,
    sites: Vec<Site>,
    bytes: usize,
    limit: usize,
}

impl<'r> SiteTable<'r> {
    /// An empty table that uses `limit` bytes for sites and rules, and `cache_bytes` for pages of the store at `path`.
    pub(crate) fn open(
        rules: &'r Rules,
        path: &Path,
        policy: Policy,
        cache_bytes: usize,
        limit: usize,
    ) -> Result<Self, JobError> {
        let store = RobotsStore::open(path, cache_bytes, policy)?;
        let (numbers, sites) = (HashMap::default(), Vec::new());
        Ok(Self { rules, store, numbers, sites, bytes: 0, limit })
    }

    /// The number of the site with this origin, looked up if it is new.
    pub(crate) fn number(&mut self, origin: &str) -> Result<usize, JobError> {
        if let Some(&number) = self.numbers.get(origin) {
            return Ok(number);
        }
        let site = match self.store.site(&format!("{origin}/robots.txt"))? {
            SiteRobots::File((hash, body)) => {
                let (rules, bytes) = self.rules.compile(hash, &body);
                self.bytes += bytes;
                Site::Rules(rules)
            }
            SiteRobots::Fixed(reason) => Site::Fixed(reason),
            SiteRobots::Unknown => Site::Unknown,
        };
        self.bytes += SITE_BYTES + origin.len();
        self.sites.push(site);
        self.numbers.insert(origin.into(), self.sites.len() - 1);
        Ok(self.sites.len() - 1)
    }

    pub(crate) fn site(&self, number: usize) -> &Site {
        &self.sites[number]
    }

    /// True if the limit is reached. Then all numbers must be used before [`clear`](Self::clear).
    pub(crate) fn is_full(&self) -> bool {
        self.bytes >= self.limit
    }

    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.sites.clear();
        self.bytes = 0;
    }
}
