//! The cached state of an origin: the entry, the rules compiled from it, and the time when it was loaded.

use std::cell::OnceCell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use maycrawl::explain::VerdictLocator;
use maycrawl::{
    Crawler, FollowedGroups, GroupClass, Profile, RobotsTxt, RuleSet, Suspicion, SuspicionKind,
};
use maycrawl_policy::{Basis, Fetch, Policy, State};

use crate::clock::ClockReading;
use crate::store::entry::Entry;

/// Memory for the compiled rules of a site, in bytes. Compiled rules take up to five times the bytes of their lines, so
/// all rules of a file of 500 KiB fit, as long as most groups belong to one class of crawlers. A hostile file can put
/// each group into thousands of classes; without a limit, their rules would fill the cache of all sites.
const MAX_COMPILED_BYTES: usize = 8 << 20;

/// Memory for an entry of [`CompiledRules`] itself, in bytes.
const RULES_OVERHEAD_BYTES: usize = 100;

/// A cached entry, the rules compiled from it, and the time when it was loaded.
#[derive(Debug)]
pub(crate) struct CachedOrigin {
    pub(crate) entry: Entry,
    /// Set if the guard refused the last fetch: the state of a site without a connection, which determines the next
    /// try. Never stored, because it says nothing about the site.
    pub(crate) refusal: Option<State>,
    pub(crate) loaded: ClockReading,
    /// Time of the last comparison with the store, in milliseconds of the steady clock.
    compared_at: AtomicU64,
    pub(crate) profile: Profile,
    /// Which groups crawlers follow and where lines are, found once for all crawlers. The parsed file is not kept,
    /// because it is as large as the rules; to parse it for each crawler, or for each answer that names a line, would
    /// cost more the larger it is.
    locator: OnceLock<VerdictLocator>,
    rules: RwLock<CompiledRules>,
    /// Why the file is probably not a robots.txt. Every answer of the service says it, so it is found once.
    suspicion: OnceLock<Option<Suspicion>>,
}

/// The rules that a crawler shares with all others that follow the same groups, and the name by which it does.
#[derive(Clone, Debug)]
pub(crate) struct CrawlerRules {
    pub(crate) rules: Arc<RuleSet>,
    pub(crate) followed: FollowedGroups,
}

/// The compiled rules of a file, one set for each class of crawlers. All known crawlers are usually a few classes.
#[derive(Debug, Default)]
struct CompiledRules {
    of_class: BTreeMap<GroupClass, Arc<RuleSet>>,
    /// The classes, the oldest rules first.
    order: VecDeque<GroupClass>,
    bytes: usize,
}

impl CompiledRules {
    /// Keeps `rules`, and drops the oldest ones if there is no memory for them. Returns what is kept for the class, and
    /// whether that is new.
    fn keep(&mut self, class: GroupClass, rules: Arc<RuleSet>) -> (Arc<RuleSet>, bool) {
        // Another thread may have compiled the same rules since this one looked.
        if let Some(known) = self.of_class.get(&class) {
            return (Arc::clone(known), false);
        }
        self.bytes += bytes_of(&rules);
        self.of_class.insert(class, Arc::clone(&rules));
        while self.bytes > MAX_COMPILED_BYTES
            && let Some(oldest) = self.order.pop_front()
        {
            let dropped = self.of_class.remove(&oldest);
            self.bytes -= dropped.map_or(0, |rules| bytes_of(&rules));
        }
        self.order.push_back(class);
        (rules, true)
    }
}

fn bytes_of(rules: &RuleSet) -> usize {
    rules.memory() + RULES_OVERHEAD_BYTES
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
        Self {
            entry,
            refusal,
            loaded,
            compared_at,
            profile,
            locator: OnceLock::new(),
            rules: RwLock::default(),
            suspicion: OnceLock::new(),
        }
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

    /// Whether to fetch before or after a verdict at `moment`. A refused site is retried when a dead site would be, so
    /// that neither the answer nor its time distinguishes the two.
    pub(crate) fn due(&self, policy: Policy, moment: ClockReading) -> Fetch {
        let state = self.refusal.as_ref().unwrap_or(&self.entry.state);
        policy.decide(state, moment.no_earlier_than(self.loaded)).fetch
    }

    /// The bytes of the last file; empty without one.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.entry.bytes().map_or(&[][..], |bytes| bytes)
    }

    fn parse(&self) -> RobotsTxt<'_> {
        RobotsTxt::parse_with(self.bytes(), self.profile)
    }

    /// The groups and the lines of the file. O(bytes) the first time.
    pub(crate) fn locator(&self) -> &VerdictLocator {
        self.locator.get_or_init(|| self.parse().locator())
    }

    /// The rules for `crawler`, if they are compiled.
    pub(crate) fn compiled_rules_for(&self, crawler: &Crawler) -> Option<CrawlerRules> {
        let followed = self.locator.get()?.groups().followed_by(crawler);
        let compiled = self.rules.read().unwrap_or_else(PoisonError::into_inner);
        let rules = Arc::clone(compiled.of_class.get(&followed.class())?);
        Some(CrawlerRules { rules, followed })
    }

    /// The rules for `crawler`, and whether the memory has grown: whether they were compiled just now. `robots` is the
    /// parsed file, once it was needed; so many crawlers in one call need it once.
    pub(crate) fn rules_for<'s>(
        &'s self,
        crawler: &Crawler,
        robots: &OnceCell<RobotsTxt<'s>>,
    ) -> (CrawlerRules, bool) {
        if let Some(rules) = self.compiled_rules_for(crawler) {
            return (rules, false);
        }
        let robots = robots.get_or_init(|| self.parse());
        let locator = self.locator.get_or_init(|| robots.locator());
        let followed = locator.groups().followed_by(crawler);
        // Compiled without the lock, so that nobody waits who needs other rules.
        let rules = Arc::new(robots.rules_for(crawler));
        let mut compiled = self.rules.write().unwrap_or_else(PoisonError::into_inner);
        let (rules, is_new) = compiled.keep(followed.class(), rules);
        (CrawlerRules { rules, followed }, is_new)
    }

    /// Why the file is probably not the robots.txt that was meant. O(bytes) the first time.
    pub(crate) fn suspicion(&self) -> Option<Suspicion> {
        *self.suspicion.get_or_init(|| self.parse().suspicion())
    }

    /// Number of lines that crawlers read, if the file is a web page.
    pub(crate) fn web_page_lines(&self) -> Option<usize> {
        // Only such a file needs to be parsed.
        let begins = self.bytes().trim_ascii_start().first() == Some(&b'<');
        let suspicion = begins.then(|| self.suspicion()).flatten()?;
        (suspicion.kind == SuspicionKind::WebPage).then_some(suspicion.directive_count)
    }

    /// Approximate size in memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        let compiled = self.rules.read().unwrap_or_else(PoisonError::into_inner).bytes;
        let locator = self.locator.get().map_or(0, VerdictLocator::memory);
        size_of::<Self>() + self.entry.memory() + locator + compiled
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic
mod tests {
    use std::cell::OnceCell;
    use std::fmt::Write as _;
    use std::sync::{Arc, Barrier};
    use std::thread;
    use std::time::Duration;

    use maycrawl::{Crawler, Origin, Profile, RobotsTxt, as_written};

    use super::{CachedOrigin, CrawlerRules, MAX_COMPILED_BYTES};
    use crate::clock::ClockReading;
    use crate::store::entry::{Content, Entry, LastFetch, Version};
    use maycrawl_policy::{State, Timestamp};

    fn site(file: &str) -> CachedOrigin {
        let at = Timestamp::from_millis(1_790_000_000_000);
        let origin = Origin::parse("https://example.com/").unwrap();
        let content = Content::File {
            bytes: file.to_owned().into(),
            cut: false,
            etag: None,
            last_modified: None,
            content_type: None,
        };
        let name = origin.as_str().to_owned();
        let version = Version {
            origin: name,
            first_seen: at,
            last_seen: at,
            content,
            redirected_to: None,
            replaced: None,
        };
        let last_fetch = LastFetch {
            at,
            millis: 1,
            hops: Vec::new(),
            result: String::new(),
            age: None,
            fresh_for: None,
        };
        let state = State::default();
        let entry = Entry { origin, state, version: Some(version), last_fetch };
        let loaded = ClockReading { wall: at, steady: Duration::ZERO };
        CachedOrigin::new(entry, None, loaded, Profile::GOOGLE)
    }

    fn crawlers(count: usize) -> Vec<Crawler> {
        (0..count).map(|i| Crawler::from_token(&format!("crawler{}", letters(i)))).collect()
    }

    /// A number in letters, because a product token has no digits.
    fn letters(i: usize) -> String {
        [i / 26, i % 26].map(|digit| char::from(b'a' + digit as u8)).iter().collect()
    }

    fn rules(site: &CachedOrigin, crawler: &Crawler) -> (CrawlerRules, bool) {
        site.rules_for(crawler, &OnceCell::new())
    }

    /// Forty crawlers in turn, eight times: each group is compiled once, and the crawlers that it shares use one set.
    #[test]
    fn rules_are_compiled_once_for_each_class_of_crawlers() {
        let mut file = String::from("User-agent: *\nDisallow: /star\n");
        for i in 0..30 {
            let name = letters(i);
            writeln!(file, "User-agent: crawler{name}\nDisallow: /{name}").unwrap();
        }
        let (site, crawlers) = (site(&file), crawlers(40));
        let mut compilations = 0;
        for _ in 0..8 {
            for (i, crawler) in crawlers.iter().enumerate() {
                let (rules, is_new) = rules(&site, crawler);
                compilations += usize::from(is_new);
                let own = if i < 30 { format!("/{}", letters(i)) } else { "/star".to_owned() };
                assert!(!rules.rules.check(as_written(&own)).is_allowed(), "{own}");
            }
        }
        assert_eq!(compilations, 31, "thirty groups, and `*` for the other ten");
        let [one, other] = [&crawlers[30], &crawlers[39]].map(|crawler| rules(&site, crawler).0);
        assert!(Arc::ptr_eq(&one.rules, &other.rules));
    }

    /// Crawlers that share rules by different names are located at their own lines.
    #[test]
    fn shared_rules_are_located_for_each_crawler() {
        let file = "User-agent: a\nUser-agent: b\nDisallow: /x\n";
        let (site, robots) = (site(file), RobotsTxt::parse(file.as_bytes()));
        for name in ["a", "b", "c"] {
            let crawler = Crawler::from_token(name);
            let shared = rules(&site, &crawler).0;
            for path in ["/x", "/y"] {
                let verdict = shared.rules.check(as_written(path));
                let located = site.locator().locate(site.bytes(), shared.followed, &verdict);
                assert_eq!(located, robots.locate(&crawler, &verdict), "{name}");
            }
        }
    }

    /// Threads that compile the same rules at one time keep them once: the memory is counted once.
    #[test]
    fn threads_at_one_time_keep_one_set_of_rules() {
        let file = format!("User-agent: *\n{}", "Disallow: /a*b\n".repeat(20_000));
        let (site, start) = (site(&file), Barrier::new(8));
        let new = thread::scope(|scope| {
            let compile = || {
                start.wait();
                rules(&site, &Crawler::GOOGLEBOT).1
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(compile)).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).filter(|new| *new).count()
        });
        assert_eq!(new, 1);
        let kept = site.rules.read().unwrap();
        assert_eq!((kept.of_class.len(), kept.order.len()), (1, 1));
        let compiled: usize = kept.of_class.values().map(|rules| super::bytes_of(rules)).sum();
        assert_eq!(kept.bytes, compiled);
    }

    /// Each of two hundred classes has all rules of a large group, in addition to those of its own.
    #[test]
    fn the_memory_of_compiled_rules_is_bounded() {
        let names = |range: std::ops::Range<usize>| -> String {
            range.map(|i| format!("User-agent: crawler{}\n", letters(i))).collect()
        };
        let mut file = names(0..200) + &"Disallow: /a*b\n".repeat(8000);
        for i in 0..200 {
            writeln!(file, "{}Disallow: /{}", names(i..i + 1), letters(i)).unwrap();
        }
        let (site, crawlers) = (site(&file), crawlers(200));
        for (i, crawler) in crawlers.iter().enumerate() {
            let rules = rules(&site, crawler).0;
            assert!(!rules.rules.check(as_written(&format!("/{}", letters(i)))).is_allowed());
            let kept = site.rules.read().unwrap();
            assert!(kept.bytes <= MAX_COMPILED_BYTES, "{}", kept.bytes);
            assert_eq!(kept.of_class.len(), kept.order.len());
        }
        let kept = site.rules.read().unwrap();
        assert!((2..200).contains(&kept.of_class.len()), "{}", kept.of_class.len());
    }
}
