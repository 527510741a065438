//! The work of one request on a draft: it runs in slices, it has a limit of time, and it ends with its client.
//!
//! The engine of the core counts its steps and asks [`SlicedWork::may_continue`] about once in a millisecond. That
//! gives the turn in the worker pool back after each slice, so that another client waits for one slice and not for the
//! request.

use std::sync::{Arc, Weak};
use std::time::Duration;

use maycrawl_questions::refusal::Refusal;

use crate::problem::Problem;
use crate::worker_pool::{MAX_WORK_TIME, Slices, WorkerSlot, busy};

/// Runs `work` for as long as this future is polled: a client that closes its connection drops the future.
///
/// # Errors
/// If the first turn does not come in time, or if the work panics.
pub(crate) async fn run<T: Send + 'static>(
    slot: WorkerSlot,
    work: impl FnOnce(&mut SlicedWork) -> T + Send + 'static,
) -> Result<T, Problem> {
    run_within(MAX_WORK_TIME, slot, work).await
}

async fn run_within<T: Send + 'static>(
    limit: Duration,
    slot: WorkerSlot,
    work: impl FnOnce(&mut SlicedWork) -> T + Send + 'static,
) -> Result<T, Problem> {
    let client = Arc::new(());
    let watched = Arc::downgrade(&client);
    let done = slot
        .run_stream(limit, move |slices| {
            work(&mut SlicedWork { slices, client: watched, end: None })
        })
        .await;
    drop(client);
    done
}

/// The slices of a request's work, on the thread of the work.
pub(crate) struct SlicedWork {
    slices: Slices,
    /// It is gone when nothing waits for the response any more.
    client: Weak<()>,
    end: Option<WorkEnd>,
}

/// Why work was ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkEnd {
    /// Nothing waits for the response.
    ClientGone,
    /// The request has used its time.
    OutOfTime,
    /// Its slot went to another client.
    Revoked,
}

impl SlicedWork {
    /// Whether the work may go on. At the end of a slice, waits for the next turn. Blocks the thread.
    pub(crate) fn may_continue(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        if !self.slices.may_continue() {
            let has_time = self.slices.has_time();
            self.stop(if has_time { WorkEnd::Revoked } else { WorkEnd::OutOfTime });
        }
        // Asked after the wait for a turn, which may have been long.
        if self.client.strong_count() == 0 {
            self.stop(WorkEnd::ClientGone);
        }
        self.end.is_none()
    }

    fn stop(&mut self, end: WorkEnd) {
        let reason = match end {
            WorkEnd::ClientGone => "client-gone",
            WorkEnd::OutOfTime => "out-of-time",
            WorkEnd::Revoked => "revoked",
        };
        metrics::counter!("maycrawl_draft_work_stopped_total", "reason" => reason).increment(1);
        self.end = Some(end);
    }

    /// The problem for a question that has no answer. If the slot went to another client, that is no fault of it.
    pub(crate) fn problem_for(&self, refusal: Refusal) -> Problem {
        if self.end == Some(WorkEnd::Revoked) { busy() } else { refusal.into() }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use maycrawl::RobotsTxt;
    use maycrawl_effects::answer::ChangeAnswer;
    use maycrawl_effects::{Budget, Region};
    use maycrawl_fetch::ledger::{Client, Ledger};
    use maycrawl_lint::{LintOptions, lint_pausing};
    use tokio::sync::oneshot;

    use super::*;
    use crate::worker_pool::WorkerPool;

    fn pool() -> WorkerPool {
        // Other programs may keep the machine busy. No test waits for that to end within some time.
        let mut pool = WorkerPool::new(&Ledger::default());
        pool.first_turn = Duration::MAX;
        pool
    }

    async fn slot(pool: &WorkerPool, client: usize) -> WorkerSlot {
        pool.slot(Client::from_address([192, 0, 2, client as u8].into())).await.unwrap()
    }

    /// Two files of 15,000 rules of which nearly every pair meets: nobody waits for the end of their comparison.
    fn bomb() -> (String, String) {
        let rule = |rule: usize| {
            let letters: Vec<_> = (0..16).map(|at| ["a", "b"][rule >> at & 1]).collect();
            format!("Disallow: /{}\n", letters.join("*"))
        };
        let before: String = (0..15_000).map(rule).collect();
        let before = format!("User-agent: *\n{before}");
        let after = before.replace("a*a*a", "a*b*a");
        (before, after)
    }

    /// Every worker has a comparison that ends only when another client's draft is linted, or when its time is over.
    #[tokio::test]
    async fn a_comparison_lets_other_clients_work_between_its_slices() {
        let pool = pool();
        let answered = Arc::new(AtomicBool::new(false));
        let workers = thread::available_parallelism().map_or(1, usize::from).min(100);
        let mut bombs = Vec::new();
        for client in 0..workers {
            let answered = Arc::clone(&answered);
            let (begin, begun) = oneshot::channel();
            let bomb = run(slot(&pool, client).await, move |work| {
                let _ = begin.send(());
                let (before, after) = bomb();
                let read = |text: &'static str| RobotsTxt::parse(text.as_bytes());
                let (before, after) = (read(before.leak()), read(after.leak()));
                let mut may_continue = || work.may_continue() && !answered.load(Ordering::Relaxed);
                let budget = &mut Budget::pausing(u64::MAX, &mut may_continue);
                let answer =
                    ChangeAnswer::new(&before, &after, &Region::everything(), 100, budget).unwrap();
                (answered.load(Ordering::Relaxed), answer.classes.iter().all(|it| it.undecided > 0))
            });
            bombs.push((tokio::spawn(bomb), begun));
        }
        // On a machine with few workers the others still wait.
        let (first, begun) = bombs.swap_remove(0);
        begun.await.unwrap();
        bombs.push((first, oneshot::channel().1));
        let lint = run(slot(&pool, 200).await, |work| {
            let robots = RobotsTxt::parse(b"User-agent: *\nDissallow: /a\n");
            lint_pausing(&robots, &LintOptions::new(), &mut || work.may_continue()).is_some()
        });
        assert!(lint.await.unwrap());
        answered.store(true, Ordering::Relaxed);
        for (bomb, _) in bombs {
            let (was_answered, is_undecided) = bomb.await.unwrap().unwrap();
            assert!(was_answered, "the comparison ended before another client had a turn");
            assert!(is_undecided, "what was not compared is undecided");
        }
    }

    #[tokio::test]
    async fn work_ends_when_nothing_waits_for_its_response() {
        let pool = pool();
        let (begin, begun) = oneshot::channel();
        let (report, end) = oneshot::channel();
        let request = tokio::spawn(run_within(Duration::MAX, slot(&pool, 1).await, move |work| {
            let _ = begin.send(());
            while work.may_continue() {}
            let _ = report.send(work.end);
        }));
        begun.await.unwrap();
        request.abort();
        assert_eq!(end.await.unwrap(), Some(WorkEnd::ClientGone));
    }

    #[tokio::test]
    async fn work_ends_when_its_time_is_over() {
        let pool = pool();
        let end = run_within(Duration::ZERO, slot(&pool, 1).await, |work| {
            while work.may_continue() {}
            work.end
        });
        assert_eq!(end.await.unwrap(), Some(WorkEnd::OutOfTime));
    }
}
