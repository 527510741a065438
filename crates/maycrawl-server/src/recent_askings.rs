//! The sites that were asked as several crawlers in the last minute.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use maycrawl::Origin;
use maycrawl_fetch::AskedSite;
use maycrawl_fetch::ledger::Permit;

use crate::problem::{Problem, ProblemKind};

/// Shortest time between two askings of one site.
pub(crate) const MIN_INTERVAL: Duration = Duration::from_secs(60);
/// Number of sites that are remembered. Without a limit, clients that name many sites would fill the memory.
const MAX_SITES: usize = 65_536;
/// Seconds until a client whose site is being asked for another client tries again.
const RETRY_WHILE_ASKING: u64 = 5;

/// The sites that were asked in the last minute.
#[derive(Default)]
pub(crate) struct RecentAskings(Mutex<HashMap<Origin, Asking>>);

/// One asking of a site.
struct Asking {
    /// When it began, by the steady clock.
    began: Duration,
    progress: AskingProgress,
}

enum AskingProgress {
    Running,
    /// Its client left before the end, or its answers do not fit into the client's share of memory.
    NotKept,
    Answered(Arc<AskedSite>, #[allow(dead_code)] Permit), // holds the memory
}

/// Marks an asking as not kept, unless it ends.
pub(crate) struct AskingGuard<'a> {
    pub(crate) recent: &'a RecentAskings,
    pub(crate) origin: &'a Origin,
}

impl Drop for AskingGuard<'_> {
    fn drop(&mut self) {
        if let Some(asking) = self.recent.lock().get_mut(self.origin)
            && matches!(asking.progress, AskingProgress::Running)
        {
            asking.progress = AskingProgress::NotKept;
        }
    }
}

impl RecentAskings {
    /// Begins an asking at `now`, or returns the answers of the one before, and their age.
    ///
    /// # Errors
    /// If the site was asked in the last minute, and the answers are not there.
    pub(crate) fn begin(
        &self,
        origin: &Origin,
        now: Duration,
    ) -> Result<Option<(Arc<AskedSite>, Duration)>, Problem> {
        let mut askings = self.lock();
        let age = |asking: &Asking| now.saturating_sub(asking.began);
        if let Some(asking) = askings.get(origin).filter(|asking| age(asking) < MIN_INTERVAL) {
            let age = age(asking);
            let detail = format!(
                "the site was asked as several crawlers {} s ago; it is asked at most once in {} s",
                age.as_secs(),
                MIN_INTERVAL.as_secs()
            );
            let wait = match &asking.progress {
                AskingProgress::Answered(asked, _) => return Ok(Some((Arc::clone(asked), age))),
                AskingProgress::Running => RETRY_WHILE_ASKING,
                AskingProgress::NotKept => seconds_up(MIN_INTERVAL.saturating_sub(age)),
            };
            return Err(ProblemKind::TooManyRequests.with_detail(detail).with_retry_after(wait));
        }
        if askings.len() >= MAX_SITES {
            askings.retain(|_, asking| age(asking) < MIN_INTERVAL);
        }
        if askings.len() >= MAX_SITES {
            let detail = "too many sites were asked in the last minute; try again in a minute";
            return Err(ProblemKind::Busy
                .with_detail(detail)
                .with_retry_after(MIN_INTERVAL.as_secs()));
        }
        askings.insert(origin.clone(), Asking { began: now, progress: AskingProgress::Running });
        Ok(None)
    }

    /// Keeps the answers of an asking for as long as the site is not asked again.
    pub(crate) fn keep(&self, origin: &Origin, asked: &Arc<AskedSite>, memory: Permit) {
        if let Some(asking) = self.lock().get_mut(origin) {
            asking.progress = AskingProgress::Answered(Arc::clone(asked), memory);
        }
    }

    /// Takes back an asking that sent nothing.
    pub(crate) fn forget(&self, origin: &Origin) {
        self.lock().remove(origin);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Origin, Asking>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn seconds_up(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_site_is_asked_once_a_minute() {
        let recent = RecentAskings::default();
        let origin = Origin::parse("https://h.example").unwrap();
        let other = Origin::parse("https://other.example").unwrap();
        assert!(recent.begin(&origin, SECOND).unwrap().is_none());
        // Another client, while the site is asked.
        assert_eq!(recent.begin(&origin, SECOND * 2).unwrap_err().retry_after, RETRY_WHILE_ASKING);
        assert!(recent.begin(&other, SECOND * 2).unwrap().is_none(), "another site");
        // The first client has left. Its asking counts all the same.
        drop(AskingGuard { recent: &recent, origin: &origin });
        let problem = recent.begin(&origin, SECOND * 21).unwrap_err();
        assert_eq!((problem.status, problem.retry_after), (429, 40));
        assert!(recent.begin(&origin, SECOND * 61).unwrap().is_none());
    }
}
