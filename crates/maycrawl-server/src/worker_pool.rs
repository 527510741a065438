//! The worker pool: work that may hold a processor for milliseconds runs on threads of its own, a few at a time and at
//! low priority, so that a hostile file delays no other request.
//!
//! Places and turns are accounts of the ledger. Long work is cut into slices, and each slice needs a new turn. Turns go
//! to the client that has used the least time, so a client waits for the slices that run, and not for the queue of
//! another client.

use std::thread;
use std::time::{Duration, Instant};

use maycrawl_fetch::ledger::{Client, Ledger, Permit, Resource};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use crate::problem::{Problem, ProblemKind};

/// The worker pool. It uses half of the processors. Cheap to clone; clones share everything.
#[derive(Clone, Debug)]
pub(crate) struct WorkerPool {
    ledger: Ledger,
    /// How long the first turn of a request may take to come.
    pub(crate) first_turn: Duration,
}

/// How long a request waits for its first turn.
const FIRST_TURN_TIMEOUT: Duration = Duration::from_secs(2);

/// Time of one slice of work that can be cut.
pub(crate) const MAX_SLICE_TIME: Duration = Duration::from_millis(50);
/// Time of all slices of one request. The largest honest request, 20 URLs for 6 crawlers on a file of 430 KB with
/// 11,000 rules, took 40 ms on a loaded machine, and 280 ms with explanations. The worst known file is cut off.
pub(crate) const MAX_WORK_TIME: Duration = Duration::from_secs(1);

/// Time of one sitemap that is read as a stream. In a development build on a loaded machine, 50,000 usual URLs took
/// less than 1 s, and 50 MB of tiny XML tags 8.5 s. The latter is cut off.
pub(crate) const MAX_STREAM_TIME: Duration = Duration::from_secs(5);

/// Work that takes longer than this is followed by a rest of `REST_FACTOR` times its duration. Where a kernel shares
/// processors fairly, a thread that works without a pause makes the others wait, whatever the priorities are.
const REST_THRESHOLD: Duration = Duration::from_millis(5);
const REST_FACTOR: u32 = 2;
const MAX_REST_DELAY: Duration = Duration::from_millis(50);

/// Bytes of a file times bytes of a URL up to which a check is fast: about 50 us in the worst known case. (The
/// worst file of 500 KiB and a URL of 8 KiB take 14 ms.)
const MAX_FAST_COST: usize = 16 << 20;

/// Every URL costs at least as much as one of this length, because rules may have to be compiled.
const MIN_URL_BYTES: usize = 64;

impl WorkerPool {
    pub(crate) fn new(ledger: &Ledger) -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        ledger.account(Resource::WorkerTurns).set_capacity((processors / 2).max(1) as u64);
        Self { ledger: ledger.clone(), first_turn: FIRST_TURN_TIMEOUT }
    }

    /// Whether `checks` checks of a URL against a file belong in the pool. Sizes are in bytes.
    pub(crate) fn is_slow_work(file: usize, url: usize, checks: usize) -> bool {
        file.saturating_mul(url + MIN_URL_BYTES).saturating_mul(checks) > MAX_FAST_COST
    }

    /// A slot for a request of `client`.
    ///
    /// # Errors
    /// If the pool has too many requests, and this client as many as any other.
    pub(crate) async fn slot(&self, client: Client) -> Result<WorkerSlot, Problem> {
        let place = self.ledger.account(Resource::PoolPlaces).take(client, 1).await;
        Ok(WorkerSlot { pool: self.clone(), client, place: place.map_err(|_| busy())? })
    }
}

/// The problem for work that gets no place or no turn.
pub(crate) fn busy() -> Problem {
    ProblemKind::Busy.with_detail("too many slow requests; try again in a second")
}

/// A request's slot in the pool. Dropping it gives the slot back. It is revoked between two turns.
#[derive(Debug)]
pub(crate) struct WorkerSlot {
    pool: WorkerPool,
    client: Client,
    place: Permit,
}

impl WorkerSlot {
    /// Runs the first slice of a request's work.
    ///
    /// # Errors
    /// If the turn does not come within 2 s.
    pub(crate) async fn run_first<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.first_turn().await?;
        self.run_in(turn, work).await
    }

    /// Runs a later slice of work, and waits for its turn without a limit: the deadline of the response ends it.
    ///
    /// # Errors
    /// If the work panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn().await?;
        self.run_in(turn, work).await
    }

    /// Runs work that no caller can cut: the work itself asks [`Slices`] before each part. It gets `limit` of processor
    /// time. The slot is in use until the work ends.
    ///
    /// # Errors
    /// If the first turn does not come within 2 s, or if the work panics.
    pub(crate) async fn run_stream<T: Send + 'static>(
        self,
        limit: Duration,
        work: impl FnOnce(Slices) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.first_turn().await?;
        let slices = Slices {
            slot: self,
            limit,
            turn: Some(turn),
            runtime: Handle::current(),
            start: Instant::now(),
            worked: Duration::ZERO,
        };
        run_thread(move || work(slices)).await
    }

    async fn first_turn(&self) -> Result<Permit, Problem> {
        timeout(self.pool.first_turn, self.turn()).await.map_err(|_| busy())?
    }

    async fn turn(&self) -> Result<Permit, Problem> {
        tokio::select! {
            biased;
            () = self.place.revoked() => Err(busy()),
            turn = self.pool.ledger.account(Resource::WorkerTurns).wait(self.client, 1) => {
                turn.map_err(|_| busy())
            }
        }
    }

    async fn run_in<T: Send + 'static>(
        &self,
        turn: Permit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let runtime = Handle::current();
        run_thread(move || {
            let start = Instant::now();
            let done = work();
            rest_in(&runtime, turn, start.elapsed());
            done
        })
        .await
    }
}

/// Runs work on a thread of its own. To start a thread costs less than the smallest work of this kind.
async fn run_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let (sender, result) = oneshot::channel();
    let thread = thread::Builder::new().name("worker".to_owned()).spawn(move || {
        lower_priority();
        // The client may have closed the connection.
        let _ = sender.send(work());
    });
    thread.map_err(|_| busy())?;
    result
        .await
        .map_err(|_| ProblemKind::Internal.with_detail("internal error; see the server log"))
}

/// The slices of work that asks whether it may go on, on the thread of the work.
pub(crate) struct Slices {
    slot: WorkerSlot,
    limit: Duration,
    /// `None` only while the work waits for its next turn.
    turn: Option<Permit>,
    runtime: Handle,
    /// The start of the current slice.
    start: Instant,
    /// The time of the slices that have ended.
    worked: Duration,
}

impl Slices {
    /// Whether time is left for the work, counted as by [`WorkTime`]. The response has a time limit of its own.
    pub(crate) fn has_time(&self) -> bool {
        thread_time().unwrap_or(self.worked) < self.limit
    }

    /// Whether the work may go on. At the end of a slice, rests and waits for the next turn. Blocks the thread.
    pub(crate) fn may_continue(&mut self) -> bool {
        let took = self.start.elapsed();
        if took < MAX_SLICE_TIME {
            return true;
        }
        self.worked += took;
        if !self.has_time() {
            return false;
        }
        if let Some(mut turn) = self.turn.take() {
            turn.set_time_used(took);
            drop(turn);
            thread::sleep(rest_after(took));
        }
        self.turn = self.runtime.block_on(self.slot.turn()).ok();
        self.start = Instant::now();
        self.turn.is_some()
    }
}

impl Drop for Slices {
    fn drop(&mut self) {
        if let Some(turn) = self.turn.take() {
            rest_in(&self.runtime, turn, self.start.elapsed());
        }
    }
}

/// Gives a turn back after the rest that work of this duration needs. If another client waits, it gets the turn
/// immediately.
fn rest_in(runtime: &Handle, mut turn: Permit, took: Duration) {
    turn.set_time_used(took);
    let rest = rest_after(took);
    if !rest.is_zero() && !turn.others_wait() {
        runtime.spawn(async move {
            sleep(rest).await;
            drop(turn);
        });
    }
}

/// How long a worker rests after work of this duration.
fn rest_after(took: Duration) -> Duration {
    if took > REST_THRESHOLD { (took * REST_FACTOR).min(MAX_REST_DELAY) } else { Duration::ZERO }
}

/// Gives priority to the threads that answer from memory. Only Linux has priorities of single threads.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        const PRIORITY: i32 = 19;
        // If this fails, the work is done all the same.
        let _ = rustix::process::setpriority_process(None, PRIORITY);
    }
}

/// The time that this thread has worked. A busy machine may leave it waiting, which is no fault of the work, so only
/// time on a processor counts.
pub(crate) struct WorkTime {
    start: Instant,
    of_thread: Option<Duration>,
}

impl WorkTime {
    pub(crate) fn begin() -> Self {
        Self { start: Instant::now(), of_thread: thread_time() }
    }

    /// Whether the work has taken longer. Asks the system for the time of the thread only if that is possible at all.
    pub(crate) fn exceeds(&self, limit: Duration) -> bool {
        self.start.elapsed() > limit && self.spent() > limit
    }

    pub(crate) fn spent(&self) -> Duration {
        match self.of_thread.zip(thread_time()) {
            Some((start, now)) => now.saturating_sub(start),
            None => self.start.elapsed(),
        }
    }
}

/// The processor time of this thread. `None` where the system does not tell.
fn thread_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.try_into().ok()
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use std::sync::{Arc, Mutex, mpsc};

    use super::*;

    fn client(last: u8) -> Client {
        Client::from_address([192, 0, 2, last].into())
    }

    fn pool_of_one_worker() -> WorkerPool {
        let pool = WorkerPool::new(&Ledger::default());
        pool.ledger.account(Resource::WorkerTurns).set_capacity(1);
        pool
    }

    #[test]
    fn only_long_work_is_followed_by_a_rest_and_never_by_a_long_one() {
        for (took, rest) in [(0, 0), (5, 0), (6, 12), (14, 28), (25, 50), (5000, 50)] {
            let millis = Duration::from_millis;
            assert_eq!(rest_after(millis(took)), millis(rest), "{took} ms");
        }
    }

    /// The stream of one client ends only after the work of another client, which needs the same worker.
    #[tokio::test]
    async fn a_stream_gives_its_worker_to_other_clients_between_slices() {
        let pool = pool_of_one_worker();
        let (open, gate) = mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        let stream =
            pool.slot(client(1)).await.unwrap().run_stream(MAX_STREAM_TIME, move |mut slices| {
                let _ = begin.send(());
                while gate.try_recv().is_err() {
                    if !slices.may_continue() {
                        return false;
                    }
                }
                true
            });
        let stream = tokio::spawn(stream);
        begun.await.unwrap();
        pool.slot(client(2)).await.unwrap().run(move || open.send(())).await.unwrap().unwrap();
        assert!(stream.await.unwrap().unwrap());
    }

    /// Fifteen slices of one client are queued before another client comes. The other client's work is done next.
    #[tokio::test]
    async fn a_client_waits_for_one_slice_of_another_not_for_its_queue() {
        let pool = pool_of_one_worker();
        let (open, gate) = mpsc::channel::<()>();
        let order = Arc::<Mutex<Vec<&str>>>::default();
        let slot = pool.slot(client(1)).await.unwrap();
        let first = tokio::spawn(async move { slot.run(move || gate.recv()).await });
        while pool.ledger.account(Resource::WorkerTurns).held() == 0 {
            tokio::task::yield_now().await;
        }
        let mut queued = Vec::new();
        for (name, from) in [("slow", 1); 15].into_iter().chain([("other", 2)]) {
            let (slot, order) = (pool.slot(client(from)).await.unwrap(), Arc::clone(&order));
            queued.push(tokio::spawn(async move {
                slot.run(move || order.lock().unwrap().push(name)).await
            }));
        }
        while pool.ledger.account(Resource::WorkerTurns).waiting() < 16 {
            tokio::task::yield_now().await;
        }
        open.send(()).unwrap();
        first.await.unwrap().unwrap().unwrap();
        for work in queued {
            work.await.unwrap().unwrap();
        }
        let order = order.lock().unwrap();
        assert_eq!((order.len(), order[0]), (16, "other"));
    }
}
