//! The worker pool: work that may hold a processor for milliseconds runs on threads of its own, a few at a time and at
//! low priority, so that a hostile file delays no other request.
//!
//! A client has one turn at a time, and the pool gives turns to clients in the order in which they ask. Long work is
//! cut into slices, and each slice needs a new turn: a client that asks for much waits, and other clients do not wait
//! for it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{sleep, timeout};

use crate::client_limit::{Client, ClientLimits, ClientPermit};
use crate::problem::{Problem, ProblemKind};

/// The worker pool. It uses half of the processors. Cheap to clone; clones share everything.
#[derive(Clone, Debug)]
pub(crate) struct WorkerPool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// One permit for each slice that may run at a time.
    workers: Arc<Semaphore>,
    /// Number of clients that wait for a worker.
    waiting: AtomicUsize,
    /// One permit for each client: its turn.
    client_turns: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
    slots: Arc<ClientLimits>,
}

/// Limits on the requests in the pool, in total and of one client: their drafts and rules are in memory. A page asks
/// four things at a time, and several people may share an address.
const MAX_REQUESTS: usize = 256;
const MAX_REQUESTS_PER_CLIENT: usize = 16;
/// How long a request waits for its first turn.
const FIRST_TURN_TIMEOUT: Duration = Duration::from_secs(2);

/// Time of one slice of work that can be cut. Other clients wait no longer than one slice of each client.
pub(crate) const MAX_SLICE_TIME: Duration = Duration::from_millis(50);
/// Time of all slices of one request. The largest honest request, 20 URLs for 6 crawlers on a file of 430 KB with
/// 11,000 rules, took 40 ms on a loaded machine, and 280 ms with explanations. The worst known file is cut off.
pub(crate) const MAX_WORK_TIME: Duration = Duration::from_secs(1);

/// Processor time of one file that is read as a stream. A busy machine may leave the thread waiting, which is no fault of
/// the file: the whole response has a time limit of its own. In a development build on a loaded machine, 50,000 usual URLs
/// took less than 1 s, and 50 MB of tiny XML tags 8.5 s. The latter is cut off.
const MAX_STREAM_TIME: Duration = Duration::from_secs(5);

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

/// Entries of `client_turns` from which on those without a request are removed.
const MAX_IDLE_CLIENTS: usize = 1024;

impl Default for WorkerPool {
    fn default() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Inner {
            workers: Arc::new(Semaphore::new((processors / 2).max(1))),
            waiting: AtomicUsize::new(0),
            client_turns: Mutex::default(),
            slots: Arc::default(),
        }))
    }
}

impl WorkerPool {
    /// Whether `checks` checks of a URL against a file belong in the pool. Sizes are in bytes.
    pub(crate) fn is_slow_work(file: usize, url: usize, checks: usize) -> bool {
        file.saturating_mul(url + MIN_URL_BYTES).saturating_mul(checks) > MAX_FAST_COST
    }

    /// A slot for a request of `client`.
    ///
    /// # Errors
    /// If the pool has too many requests, of this client or in total.
    pub(crate) fn slot(&self, client: Client) -> Result<WorkerSlot, Problem> {
        let permit = self.0.slots.take(client, 1, MAX_REQUESTS, MAX_REQUESTS_PER_CLIENT);
        let permit = permit.ok_or_else(busy)?;
        Ok(WorkerSlot {
            pool: self.clone(),
            client_turn: self.client_turn(client),
            _permit: permit,
        })
    }

    fn client_turn(&self, Client(client): Client) -> Arc<Semaphore> {
        let mut turns = self.0.client_turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&client).and_then(Weak::upgrade) {
            return turn;
        }
        if turns.len() >= MAX_IDLE_CLIENTS {
            turns.retain(|_, turn| turn.strong_count() > 0);
        }
        let turn = Arc::new(Semaphore::new(1));
        turns.insert(client, Arc::downgrade(&turn));
        turn
    }
}

fn busy() -> Problem {
    ProblemKind::Busy.with_detail("too many slow requests; try again in a second")
}

/// A request's slot in the pool. Dropping it gives the slot back.
#[derive(Debug)]
pub(crate) struct WorkerSlot {
    pool: WorkerPool,
    client_turn: Arc<Semaphore>,
    _permit: ClientPermit,
}

/// Counts one waiting client for as long as it lives.
struct WaitingGuard<'a>(&'a AtomicUsize);

impl<'a> WaitingGuard<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for WaitingGuard<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The right to work: the client's turn and a worker.
struct Turn {
    client: OwnedSemaphorePermit,
    worker: OwnedSemaphorePermit,
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
        let turn = timeout(FIRST_TURN_TIMEOUT, self.turn()).await.map_err(|_| busy())??;
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

    /// Runs work that no caller can cut, because it reads a file as a stream: the reader asks [`Slices`] before each
    /// part. The slot is in use until the work ends.
    ///
    /// # Errors
    /// If the first turn does not come within 2 s, or if the work panics.
    pub(crate) async fn run_stream<T: Send + 'static>(
        self,
        work: impl FnOnce(Slices) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = timeout(FIRST_TURN_TIMEOUT, self.turn()).await.map_err(|_| busy())??;
        let slices = Slices {
            slot: self,
            turn: Some(turn),
            runtime: Handle::current(),
            start: Instant::now(),
            worked: Duration::ZERO,
        };
        run_thread(move || work(slices)).await
    }

    async fn turn(&self) -> Result<Turn, Problem> {
        // Neither semaphore is ever closed.
        let client = Arc::clone(&self.client_turn).acquire_owned().await.map_err(|_| busy())?;
        let inner = &self.pool.0;
        let waiting = WaitingGuard::new(&inner.waiting);
        let worker = Arc::clone(&inner.workers).acquire_owned().await.map_err(|_| busy())?;
        drop(waiting);
        Ok(Turn { client, worker })
    }

    async fn run_in<T: Send + 'static>(
        &self,
        turn: Turn,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (pool, runtime) = (self.pool.clone(), Handle::current());
        run_thread(move || {
            let start = Instant::now();
            let done = work();
            pool.rest_in(&runtime, turn, start.elapsed());
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

/// The slices of work that reads a file as a stream, on the thread of the work.
pub(crate) struct Slices {
    slot: WorkerSlot,
    /// `None` only while the work waits for its next turn.
    turn: Option<Turn>,
    runtime: Handle,
    /// The start of the current slice.
    start: Instant,
    /// The time of the slices before it.
    worked: Duration,
}

impl Slices {
    /// Whether the work may go on. At the end of a slice, rests and waits for the next turn. Blocks the thread.
    pub(crate) fn may_continue(&mut self) -> bool {
        let took = self.start.elapsed();
        if took < MAX_SLICE_TIME {
            return true;
        }
        if thread_time().unwrap_or(self.worked + took) >= MAX_STREAM_TIME {
            return false;
        }
        if let Some(Turn { client, worker }) = self.turn.take() {
            drop(worker);
            thread::sleep(rest_after(took));
            drop(client);
        }
        self.turn = self.runtime.block_on(self.slot.turn()).ok();
        self.worked += took;
        self.start = Instant::now();
        self.turn.is_some()
    }
}

impl Drop for Slices {
    fn drop(&mut self) {
        if let Some(turn) = self.turn.take() {
            self.slot.pool.rest_in(&self.runtime, turn, self.start.elapsed());
        }
    }
}

impl WorkerPool {
    /// Gives a turn back after the rest that work of this duration needs.
    fn rest_in(&self, runtime: &Handle, turn: Turn, took: Duration) {
        let (pool, rest) = (self.clone(), rest_after(took));
        if !rest.is_zero() {
            runtime.spawn(async move { pool.rest(turn, rest).await });
        }
    }

    /// Gives a turn back after a rest. If another client waits, it gets the worker immediately.
    async fn rest(&self, turn: Turn, rest: Duration) {
        let Turn { client, worker } = turn;
        if self.0.waiting.load(Ordering::Relaxed) > 0 {
            drop(worker);
            sleep(rest).await;
        } else {
            sleep(rest).await;
            drop(worker);
        }
        drop(client);
    }
}

/// How long a client, or a worker, rests after work of this duration.
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
    use std::sync::mpsc;

    use super::*;

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    fn pool_of_one_worker() -> WorkerPool {
        let pool = WorkerPool::default();
        while pool.0.workers.available_permits() > 1 {
            pool.0.workers.try_acquire().unwrap().forget();
        }
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
        let stream = pool.slot(client(1)).unwrap().run_stream(move |mut slices| {
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
        pool.slot(client(2)).unwrap().run(move || open.send(())).await.unwrap().unwrap();
        assert!(stream.await.unwrap().unwrap());
        assert!(pool.slot(client(1)).is_ok());
    }

    /// Fifteen slices of one client are queued before another client comes. The other client's work is done next.
    #[tokio::test]
    async fn a_client_waits_for_one_slice_of_another_not_for_its_queue() {
        let pool = pool_of_one_worker();
        let (open, gate) = mpsc::channel::<()>();
        let order = Arc::<Mutex<Vec<&str>>>::default();
        let slot = pool.slot(client(1)).unwrap();
        let first = tokio::spawn(async move { slot.run(move || gate.recv()).await });
        while pool.0.workers.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let queue = |name: &'static str, from: u8| {
            let (slot, order) = (pool.slot(client(from)).unwrap(), Arc::clone(&order));
            tokio::spawn(async move { slot.run(move || order.lock().unwrap().push(name)).await })
        };
        let mut queued: Vec<_> = (0..15).map(|_| queue("slow", 1)).collect();
        tokio::task::yield_now().await;
        queued.push(queue("other", 2));
        while pool.0.waiting.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        assert!(pool.slot(client(1)).is_err(), "one client has sixteen slots");
        assert!(pool.slot(client(3)).is_ok());
        open.send(()).unwrap();
        first.await.unwrap().unwrap().unwrap();
        for work in queued {
            work.await.unwrap().unwrap();
        }
        let order = order.lock().unwrap();
        assert_eq!((order.len(), order[0]), (16, "other"));
    }
}
