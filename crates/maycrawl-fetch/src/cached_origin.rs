//! The cached state of an origin: the entry, the rules compiled from it, and the time when it was loaded.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use maycrawl::{Crawler, Profile, RobotsTxt, RuleSet};

use crate::clock::ClockReading;
use crate::policy::{Basis, Fetch, Policy, State};
use crate::store::entry::Entry;

/// Maximum number of crawlers whose compiled rules are cached for each site.
const MAX_RULE_SETS: usize = 16;

/// A cached entry, the rules compiled from it, and the time when it was loaded.
#[derive(Debug)]
pub(crate) struct CachedOrigin {
    pub(crate) entry: Entry,
    /// Set if the guard refused the last fetch: the state of a site without a connection, which determines the next try.
    /// Never stored, because it says nothing about the site.
    pub(crate) refusal: Option<State>,
    pub(crate) loaded: ClockReading,
    /// Time of the last comparison with the store, in milliseconds of the steady clock.
    compared_at: AtomicU64,
    pub(crate) profile: Profile,
    rules: RwLock<Vec<(Crawler, Arc<RuleSet>)>>,
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl CachedOrigin {
    pub(crate) fn new(
        entry: Entry,
        refusal: Option<State>,
        loaded: ClockReading,
        profile: Profile,
    ) -> Self {
        let compared_at = AtomicU64::new(millis(loaded.steady));
        Self { entry, refusal, loaded, compared_at, profile, rules: RwLock::default() }
    }

    /// Time since the last comparison with the store.
    pub(crate) fn since_comparison(&self, now: ClockReading) -> Duration {
        let compared_at = Duration::from_millis(self.compared_at.load(Ordering::Relaxed));
        now.steady.saturating_sub(compared_at)
    }

    /// Records that it was compared with the store and is up to date.
    pub(crate) fn mark_compared(&self, now: ClockReading) {
        self.compared_at.store(millis(now.steady), Ordering::Relaxed);
    }

    /// What a verdict at `moment` rests on. The state may come from a store and from another policy.
    pub(crate) fn basis(&self, policy: Policy, moment: ClockReading) -> Basis {
        match self.refusal {
            Some(_) => Basis::Disallowed,
            None => policy.basis_of(&self.entry.state, moment.no_earlier_than(self.loaded)),
        }
    }

    /// Whether to fetch before or after a verdict at `moment`. A refused site is retried when a dead site would be, so that
    /// neither the answer nor its time distinguishes the two.
    pub(crate) fn due(&self, policy: Policy, moment: ClockReading) -> Fetch {
        let state = self.refusal.as_ref().unwrap_or(&self.entry.state);
        policy.decide(state, moment.no_earlier_than(self.loaded)).fetch
    }

    pub(crate) fn rules_for(&self, crawler: &Crawler) -> (Arc<RuleSet>, bool) {
        let known = |rules: &Vec<(Crawler, Arc<RuleSet>)>| {
            rules.iter().find(|(known, _)| known == crawler).map(|(_, rules)| Arc::clone(rules))
        };
        if let Some(rules) = known(&self.rules.read().unwrap_or_else(PoisonError::into_inner)) {
            return (rules, false);
        }
        let bytes = self.entry.bytes().map_or(&[][..], |bytes| bytes);
        let rules = Arc::new(RobotsTxt::parse_with(bytes, self.profile).rules_for(crawler));
        let mut all = self.rules.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_RULE_SETS {
            all.remove(0);
        }
        all.push((crawler.clone(), Arc::clone(&rules)));
        (rules, true)
    }

    /// Approximate size in memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        let rules = self.rules.read().unwrap_or_else(PoisonError::into_inner);
        let compiled: usize = rules.iter().map(|(_, rules)| rules.memory() + 100).sum();
        size_of::<Self>() + self.entry.memory() + compiled
    }
}
