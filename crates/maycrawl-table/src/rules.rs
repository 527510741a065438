//! Compiled rules: each distinct body once for all crawlers of a job, kept within a limit.

use std::sync::{Arc, Mutex, PoisonError};

use maycrawl::{Crawler, Profile, Reason, RobotsTxt, RuleSet, RuleSets};
use maycrawl_uses::{Use, speaks_of_uses};

use crate::cache::{Cache, CacheCounters};
use crate::site_robots::BodyHash;

/// What all threads share: the crawlers, the uses that are asked, and the compiled rules of each distinct body.
pub(crate) struct Rules {
    pub(crate) crawlers: Vec<Crawler>,
    pub(crate) profile: Profile,
    pub(crate) uses: Vec<Use>,
    compiled: Mutex<Cache<BodyHash, Compiled>>,
}

type Compiled = (Arc<CompiledFile>, usize);

/// What is kept of a body.
pub(crate) struct CompiledFile {
    pub(crate) rules: RuleSets,
    /// The file itself, if uses are asked and it says something about them. Rules alone answer for all others.
    pub(crate) signals: Option<RobotsTxt<'static>>,
}

/// What decides about the URLs of a site.
#[derive(Clone)]
pub(crate) enum Site {
    Rules(Arc<CompiledFile>),
    Fixed(Reason<'static>),
    Unknown,
}

impl Rules {
    pub(crate) fn new(crawlers: Vec<Crawler>, profile: Profile, cache_bytes: usize) -> Self {
        let compiled = Mutex::new(Cache::new(cache_bytes));
        Self { crawlers, profile, uses: Vec::new(), compiled }
    }

    pub(crate) fn counters(&self) -> CacheCounters {
        self.compiled.lock().unwrap_or_else(PoisonError::into_inner).counters()
    }

    /// The compiled rules of a body, and their bytes.
    pub(crate) fn compile(&self, hash: BodyHash, body: &[u8]) -> Compiled {
        let lock = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = lock().get(&hash) {
            return compiled;
        }
        let robots = RobotsTxt::parse_with(body, self.profile);
        let rules = robots.rules_for_each(&self.crawlers);
        let speaks = |crawler| speaks_of_uses(&robots, crawler);
        let is_kept = !self.uses.is_empty() && self.crawlers.iter().any(speaks);
        let signals = is_kept.then(|| robots.into_owned());
        let bytes = rules.distinct().iter().map(RuleSet::memory).sum::<usize>()
            + 16 * rules.len()
            + signals.as_ref().map_or(0, RobotsTxt::memory);
        let compiled = (Arc::new(CompiledFile { rules, signals }), bytes);
        lock().insert(hash, compiled.clone(), bytes);
        compiled
    }
}
