//! The slow lane: work that may hold a processor for milliseconds is done on threads of its own, few at a time and
//! of low priority, so that a hostile file never stands in front of everybody's questions.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use crate::problem::{Kind, Problem};

/// The slow lane. Half of the processors are for it.
#[derive(Clone, Debug)]
pub struct Lane {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// So many requests wait for their turn; one more is refused at once. A page asks three things at a time.
const PLACES: usize = 24;
/// For this long a request waits.
const WAIT: Duration = Duration::from_secs(2);

/// Work that takes longer is hardly anybody's honest question. The lane rests for a multiple of it: where a kernel
/// shares processors fairly, whoever works without a pause makes the others wait, whatever the priorities.
const LONG: Duration = Duration::from_millis(5);
const RESTS: u32 = 2;
/// But no longer than this: nobody shall close the lane to all others with one draft that takes seconds.
const LONGEST_REST: Duration = Duration::from_millis(50);

/// Bytes of a file times bytes of a URL from which a check is slow: about 50 us in the worst case known. (The
/// worst file of 500 KiB and a URL of 8 KiB take 14 ms.)
const SLOW: usize = 16 << 20;

/// Every URL costs as much as one of this length: rules may have to be compiled.
const LEAST_URL: usize = 64;

impl Default for Lane {
    fn default() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let turns = Arc::new(Semaphore::new((processors / 2).max(1)));
        Self { turns, places: Arc::new(Semaphore::new(PLACES)) }
    }
}

impl Lane {
    /// Whether checks of a URL against a file belong here.
    pub(crate) fn is_for(file: usize, url: usize, checks: usize) -> bool {
        file.saturating_mul(url + LEAST_URL).saturating_mul(checks) > SLOW
    }

    /// Does `work` when its turn comes.
    ///
    /// # Errors
    /// If too many wait, or the turn does not come soon.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let busy =
            || Kind::Busy.because("too much that takes long is asked; try again in a second");
        let place = self.places.try_acquire().map_err(|_| busy())?;
        let turn = timeout(WAIT, Arc::clone(&self.turns).acquire_owned()).await;
        drop(place);
        let Ok(Ok(turn)) = turn else { return Err(busy()) };
        let (tell, told) = oneshot::channel();
        // A thread costs less than the least of such work.
        let working = thread::Builder::new().name("slow lane".to_owned()).spawn(move || {
            stand_back();
            let start = Instant::now();
            let done = work();
            let took = start.elapsed();
            // Who asked may have gone.
            let _ = tell.send(done);
            thread::sleep(rest_after(took));
            drop(turn);
        });
        working.map_err(|_| busy())?;
        told.await
            .map_err(|_| Kind::Internal.because("the service failed; it has been written down"))
    }
}

/// How long the lane rests after work that took so long.
fn rest_after(took: Duration) -> Duration {
    if took > LONG { (took * RESTS).min(LONGEST_REST) } else { Duration::ZERO }
}

/// Lets the threads that answer from memory go first. Only Linux knows priorities of single threads.
fn stand_back() {
    #[cfg(target_os = "linux")]
    {
        const PRIORITY: i32 = 19;
        // Without it the work is done all the same.
        let _ = rustix::process::setpriority_process(None, PRIORITY);
    }
}

/// Answers whole requests there: those that compute, and wait for nothing.
pub(crate) async fn slowly(State(lane): State<Lane>, request: Request, next: Next) -> Response {
    let runtime = Handle::current();
    let answer = lane.run(move || runtime.block_on(next.run(request)));
    answer.await.unwrap_or_else(IntoResponse::into_response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_work_is_followed_by_a_rest_and_never_by_a_long_one() {
        for (took, rest) in [(0, 0), (5, 0), (6, 12), (14, 28), (25, 50), (5000, 50)] {
            let millis = Duration::from_millis;
            assert_eq!(rest_after(millis(took)), millis(rest), "{took} ms");
        }
    }
}
