//! When each site is looked at: spread over the interval, so that many sites make an even load.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

/// Time to the second look at a site that could not be read, unless the interval is shorter. An outage is told after
/// it.
const RECHECK: Duration = Duration::from_secs(300);

/// The longest time between the first looks at two sites. A person who watches one site waits for none.
const FIRST_GAP: Duration = Duration::from_millis(250);

/// The looks that are due, by a steady clock. A site that is looked at now is not in it.
pub(super) struct Schedule {
    every: Duration,
    start: Duration,
    sites: u32,
    due: BinaryHeap<Reverse<(Duration, u32)>>,
}

impl Schedule {
    /// The first look at each of `sites` sites, from `now` on.
    pub(super) fn new(sites: u32, every: Duration, now: Duration) -> Self {
        let gap = FIRST_GAP.min(every / sites.max(1));
        let due = (0..sites).map(|site| Reverse((now + gap * site, site))).collect();
        Self { every, start: now, sites, due }
    }

    /// The time of the next look.
    pub(super) fn next_due(&self) -> Option<Duration> {
        self.due.peek().map(|Reverse((at, _))| *at)
    }

    /// A site whose look is due.
    pub(super) fn take_due(&mut self, now: Duration) -> Option<u32> {
        self.next_due().filter(|&at| at <= now)?;
        self.due.pop().map(|Reverse((_, site))| site)
    }

    /// Plans the next look at a site. `soon`: what this one found needs another one.
    pub(super) fn plan(&mut self, site: u32, now: Duration, soon: bool) {
        let at = if soon && RECHECK < self.every { now + RECHECK } else { self.slot(site, now) };
        self.due.push(Reverse((at, site)));
    }

    /// The next time in the site's own place in the interval, not sooner than half an interval from now.
    fn slot(&self, site: u32, now: Duration) -> Duration {
        let phase = self.every.as_nanos() * u128::from(site) / u128::from(self.sites.max(1));
        let first = self.start.as_nanos() + phase;
        let earliest = (now + self.every / 2).as_nanos();
        let passed = earliest.saturating_sub(first).div_ceil(self.every.as_nanos().max(1));
        let at = first + passed * self.every.as_nanos();
        Duration::from_nanos(u64::try_from(at).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn a_thousand_sites_are_spread_over_the_hour() {
        let mut schedule = Schedule::new(1000, HOUR, Duration::from_secs(7));
        let mut looks = vec![Vec::new(); 1000];
        let mut now = Duration::ZERO;
        while now < HOUR * 5 {
            now = schedule.next_due().unwrap();
            let site = schedule.take_due(now).unwrap();
            looks[site as usize].push(now);
            // A look takes a time of its own, and does not move the next one.
            schedule.plan(site, now + Duration::from_secs(u64::from(site % 31)), false);
        }
        let mut minutes = vec![0; 400];
        for looks in &looks {
            for pair in looks.windows(2) {
                let gap = pair[1] - pair[0];
                assert!(gap >= HOUR / 2 && gap <= HOUR * 3 / 2 + HOUR / 60, "{gap:?}");
            }
            // After the first round, exactly one look an hour.
            assert!(looks.windows(2).skip(1).all(|pair| pair[1] - pair[0] == HOUR), "{looks:?}");
            for at in looks.iter().skip(1) {
                minutes[at.as_secs() as usize / 60] += 1;
            }
        }
        let full = &minutes[120..290];
        assert!(full.iter().all(|&looks| (16..=18).contains(&looks)), "{full:?}");
    }

    #[test]
    fn one_site_is_looked_at_immediately_and_again_soon_after_a_failure() {
        let mut schedule = Schedule::new(1, HOUR, Duration::ZERO);
        assert_eq!(schedule.take_due(Duration::ZERO), Some(0));
        assert_eq!(schedule.next_due(), None);
        schedule.plan(0, Duration::from_secs(1), true);
        assert_eq!(schedule.next_due(), Some(Duration::from_secs(301)));
        assert_eq!(schedule.take_due(Duration::from_secs(300)), None);
        assert_eq!(schedule.take_due(Duration::from_secs(301)), Some(0));
        let mut brief = Schedule::new(1, Duration::from_secs(60), Duration::ZERO);
        brief.plan(0, Duration::from_secs(1), true);
        assert_eq!(brief.take_due(Duration::from_secs(60)), Some(0));
    }
}
