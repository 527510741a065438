//! The slow lane: work that may hold a processor for milliseconds is done on threads of its own, few at a time and
//! of low priority, so that a hostile file delays no other request.
//!
//! A client has one turn at a time, and turns go round among clients in the order in which they ask. Long work is cut
//! into slices, each with a turn of its own: a client that asks for much waits, others do not wait for it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{sleep, timeout};

use crate::client_limit::{Client, ClientLimits, Place};
use crate::problem::{Kind, Problem};

/// The slow lane. Half of the processors are for it. Cheap to clone; clones share all.
#[derive(Clone, Debug)]
pub(crate) struct WorkerPool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Slices that are worked on at a time.
    turns: Arc<Semaphore>,
    /// Clients that wait for a turn.
    waiting: AtomicUsize,
    /// One turn of each client.
    own_turns: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
    places: Arc<ClientLimits>,
}

/// Requests that may be under way, in all and of one client: their drafts and rules are in memory. A page asks four
/// things at a time, and several people may share an address.
const PLACES: usize = 256;
const PLACES_OF_A_CLIENT: usize = 16;
/// Time for which a request waits for its first turn.
const WAIT: Duration = Duration::from_secs(2);

/// Time of one slice of work that can be cut. Other clients wait for no longer than one slice of each.
pub(crate) const SLICE: Duration = Duration::from_millis(50);
/// Time of all slices of one request. The most that is meant honestly, 20 URLs for 6 crawlers on a file of 430 KB with
/// 11,000 rules, took 40 ms on a loaded machine, and 280 ms with traces. The worst file known is cut short.
pub(crate) const BUDGET: Duration = Duration::from_secs(1);

/// Work that takes longer than this is followed by a rest of a multiple of it: where a kernel shares processors fairly, a
/// thread that works without a pause makes the others wait, whatever the priorities.
const LONG: Duration = Duration::from_millis(5);
const RESTS: u32 = 2;
const LONGEST_REST: Duration = Duration::from_millis(50);

/// Bytes of a file times bytes of a URL from which a check is slow: about 50 us in the worst case known. (The
/// worst file of 500 KiB and a URL of 8 KiB take 14 ms.)
const SLOW: usize = 16 << 20;

/// Every URL costs as much as one of this length: rules may have to be compiled.
const LEAST_URL: usize = 64;

/// Clients whose turns are forgotten together, once none of their requests is under way.
const FORGET_FROM: usize = 1024;

impl Default for WorkerPool {
    fn default() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Inner {
            turns: Arc::new(Semaphore::new((processors / 2).max(1))),
            waiting: AtomicUsize::new(0),
            own_turns: Mutex::default(),
            places: Arc::default(),
        }))
    }
}

impl WorkerPool {
    /// Whether checks of a URL against a file belong here.
    pub(crate) fn is_for(file: usize, url: usize, checks: usize) -> bool {
        file.saturating_mul(url + LEAST_URL).saturating_mul(checks) > SLOW
    }

    /// A place for a request of `client`.
    ///
    /// # Errors
    /// If too many requests are under way, of this client or in all.
    pub(crate) fn enter(&self, client: Client) -> Result<WorkerSeat, Problem> {
        let place = self.0.places.take(client, 1, PLACES, PLACES_OF_A_CLIENT);
        let place = place.ok_or_else(busy)?;
        Ok(WorkerSeat { lane: self.clone(), own_turn: self.own_turn(client), _place: place })
    }

    fn own_turn(&self, Client(client): Client) -> Arc<Semaphore> {
        let mut turns = self.0.own_turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&client).and_then(Weak::upgrade) {
            return turn;
        }
        if turns.len() >= FORGET_FROM {
            turns.retain(|_, turn| turn.strong_count() > 0);
        }
        let turn = Arc::new(Semaphore::new(1));
        turns.insert(client, Arc::downgrade(&turn));
        turn
    }
}

fn busy() -> Problem {
    Kind::Busy.because("too much that takes long is asked; try again in a second")
}

/// A request's place in the lane. Dropping it gives the place back.
#[derive(Debug)]
pub(crate) struct WorkerSeat {
    lane: WorkerPool,
    own_turn: Arc<Semaphore>,
    _place: Place,
}

/// Counts one that waits for as long as it lives.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The right to work: the client's own turn, and one of the lane's.
struct Turn {
    own: OwnedSemaphorePermit,
    lane: OwnedSemaphorePermit,
}

impl WorkerSeat {
    /// Does the first slice of a request's work when its turn comes.
    ///
    /// # Errors
    /// If the turn does not come soon.
    pub(crate) async fn begin<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = timeout(WAIT, self.turn()).await.map_err(|_| busy())??;
        self.work(turn, work).await
    }

    /// Does a slice of work when its turn comes, however long that takes: an answer's deadline ends it.
    ///
    /// # Errors
    /// If the work panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn().await?;
        self.work(turn, work).await
    }

    async fn turn(&self) -> Result<Turn, Problem> {
        // Neither is ever closed.
        let own = Arc::clone(&self.own_turn).acquire_owned().await.map_err(|_| busy())?;
        let inner = &self.lane.0;
        let waiting = Waiting::new(&inner.waiting);
        let lane = Arc::clone(&inner.turns).acquire_owned().await.map_err(|_| busy())?;
        drop(waiting);
        Ok(Turn { own, lane })
    }

    async fn work<T: Send + 'static>(
        &self,
        turn: Turn,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (tell, told) = oneshot::channel();
        let (lane, runtime) = (self.lane.clone(), Handle::current());
        // A thread costs less than the least of such work.
        let working = thread::Builder::new().name("slow lane".to_owned()).spawn(move || {
            lower_priority();
            let start = Instant::now();
            let done = work();
            let rest = rest_after(start.elapsed());
            if !rest.is_zero() {
                runtime.spawn(async move { lane.rest(turn, rest).await });
            }
            // The client may have gone.
            let _ = tell.send(done);
        });
        working.map_err(|_| busy())?;
        told.await
            .map_err(|_| Kind::Internal.because("the service failed; it has been written down"))
    }
}

impl WorkerPool {
    /// Gives a turn back after a rest: to another client at once, if one waits.
    async fn rest(&self, turn: Turn, rest: Duration) {
        let Turn { own, lane } = turn;
        if self.0.waiting.load(Ordering::Relaxed) > 0 {
            drop(lane);
            sleep(rest).await;
        } else {
            sleep(rest).await;
            drop(lane);
        }
        drop(own);
    }
}

/// How long a client, or the lane, rests after work that took so long.
fn rest_after(took: Duration) -> Duration {
    if took > LONG { (took * RESTS).min(LONGEST_REST) } else { Duration::ZERO }
}

/// Lets the threads that answer from memory go first. Only Linux knows priorities of single threads.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        const PRIORITY: i32 = 19;
        // Without it the work is done all the same.
        let _ = rustix::process::setpriority_process(None, PRIORITY);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    fn one_turn() -> WorkerPool {
        let lane = WorkerPool::default();
        while lane.0.turns.available_permits() > 1 {
            lane.0.turns.try_acquire().unwrap().forget();
        }
        lane
    }

    #[test]
    fn only_long_work_is_followed_by_a_rest_and_never_by_a_long_one() {
        for (took, rest) in [(0, 0), (5, 0), (6, 12), (14, 28), (25, 50), (5000, 50)] {
            let millis = Duration::from_millis;
            assert_eq!(rest_after(millis(took)), millis(rest), "{took} ms");
        }
    }

    /// Twenty pieces of one client are queued before another client comes; the other's work is done second.
    #[tokio::test]
    async fn a_client_waits_for_one_piece_of_another_not_for_its_queue() {
        let lane = one_turn();
        let (open, gate) = mpsc::channel::<()>();
        let order = Arc::<Mutex<Vec<&str>>>::default();
        let hold = lane.enter(client(1)).unwrap();
        let first = tokio::spawn(async move { hold.run(move || gate.recv()).await });
        while lane.0.turns.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let queue = |name: &'static str, from: u8| {
            let (seat, order) = (lane.enter(client(from)).unwrap(), Arc::clone(&order));
            tokio::spawn(async move { seat.run(move || order.lock().unwrap().push(name)).await })
        };
        let mut queued: Vec<_> = (0..15).map(|_| queue("slow", 1)).collect();
        tokio::task::yield_now().await;
        queued.push(queue("other", 2));
        while lane.0.waiting.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        assert!(lane.enter(client(1)).is_err(), "one client has sixteen places");
        assert!(lane.enter(client(3)).is_ok());
        open.send(()).unwrap();
        first.await.unwrap().unwrap().unwrap();
        for work in queued {
            work.await.unwrap().unwrap();
        }
        let order = order.lock().unwrap();
        assert_eq!((order.len(), order[0]), (16, "other"));
    }
}
