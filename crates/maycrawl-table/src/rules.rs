//! Compiled rules: each distinct body once for all crawlers of a job, kept within a limit.

use std::sync::{Arc, Mutex, PoisonError};

use maycrawl::{Crawler, Profile, Reason, RobotsTxt, RuleSet, RuleSets};

use crate::cache::{Cache, CacheCounters};
use crate::site_robots::BodyHash;

/// What all threads share: the crawlers, and the compiled rules of each distinct body.
pub(crate) struct Rules {
    pub(crate) crawlers: Vec<Crawler>,
    pub(crate) profile: Profile,
    compiled: Mutex<Cache<BodyHash, Compiled>>,
}

type Compiled = (Arc<RuleSets>, usize);

/// What decides about the URLs of a site.
#[derive(Clone)]
pub(crate) enum Site {
    Rules(Arc<RuleSets>),
    Fixed(Reason<'static>),
    Unknown,
}

impl Rules {
    pub(crate) fn new(crawlers: Vec<Crawler>, profile: Profile, cache_bytes: usize) -> Self {
        Self { crawlers, profile, compiled: Mutex::new(Cache::new(cache_bytes)) }
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
        let rules = RobotsTxt::parse_with(body, self.profile).rules_for_each(&self.crawlers);
        let bytes = rules.distinct().iter().map(RuleSet::memory).sum::<usize>() + 16 * rules.len();
        let compiled = (Arc::new(rules), bytes);
        lock().insert(hash, compiled.clone(), bytes);
        compiled
    }
}
