//! One fetch of an origin at a time, shared by all waiters (single flight).
//!
//! The fetch runs in its own task. The first waiter may leave without cancelling it, as long as another one waits. A
//! flight without waiters is abandoned: it leaves the map under the map's lock, so that no waiter can join it, and its
//! task ends the fetch. Waiters are counted under the same lock, so a flight that was joined continues.
//!
//! A fetch needs a permit from the share of one of its waiters. Each waiter offers one, and the first permit serves all.
//! So a client whose share is in use does not delay another client that waits for the same origin.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, watch};

use crate::cached_origin::CachedOrigin;

/// The progress of a flight.
#[derive(Clone, Debug)]
pub(crate) enum Progress {
    Started,
    /// The state that was known before. The flight continues.
    Known(Arc<CachedOrigin>),
    Done(Arc<CachedOrigin>),
}

/// The status of a flight, as waiters see it.
#[derive(Clone, Debug)]
pub(crate) struct Status {
    pub(crate) progress: Progress,
    /// True while the flight waits for a permit of a waiter.
    pub(crate) needs_permit: bool,
}

/// Permission to fetch, from the share of a client; `None` for a fetcher without shares.
pub(crate) type Permit = Option<OwnedSemaphorePermit>;

/// The running flights, by origin.
#[derive(Clone, Debug, Default)]
pub(crate) struct SingleFlight(Arc<Mutex<HashMap<Arc<str>, Arc<Flight>>>>);

#[derive(Debug)]
struct Flight {
    origin: Arc<str>,
    /// True if it fetches even if the policy does not require it.
    forced: bool,
    status: watch::Receiver<Status>,
    /// Number of waiters; changed under the lock of the map.
    waiters: AtomicUsize,
    control: Mutex<Control>,
    /// Notifies the task of changes of `control`.
    changed: Notify,
}

/// Input of the waiters for the task.
#[derive(Debug, Default)]
struct Control {
    permit: PermitState,
    abandoned: bool,
}

/// Whether the task needs a permit.
#[derive(Debug, Default)]
enum PermitState {
    #[default]
    NotNeeded,
    Needed,
    Given(Permit),
}

/// A waiter of a flight. When the last one is dropped, the flight ends.
#[derive(Debug)]
pub(crate) struct FlightWaiter {
    flights: SingleFlight,
    flight: Arc<Flight>,
    status: watch::Receiver<Status>,
}

/// The task's handle of a flight. When it is dropped, the flight is over.
pub(crate) struct FlightLeader {
    flights: SingleFlight,
    flight: Arc<Flight>,
    status: watch::Sender<Status>,
}

impl SingleFlight {
    /// Joins the flight of `origin`, or registers a new one and returns its leader, which the caller must run. A forced
    /// lookup joins only a forced flight; it replaces any other.
    pub(crate) fn join(&self, origin: &str, forced: bool) -> (FlightWaiter, Option<FlightLeader>) {
        let mut flights = self.lock();
        if let Some(flight) = flights.get(origin)
            && (flight.forced || !forced)
        {
            flight.waiters.fetch_add(1, Ordering::Relaxed);
            return (self.waiter(flight), None);
        }
        let (sender, status) =
            watch::channel(Status { progress: Progress::Started, needs_permit: false });
        let flight = Arc::new(Flight {
            origin: origin.into(),
            forced,
            status,
            waiters: AtomicUsize::new(1),
            control: Mutex::default(),
            changed: Notify::new(),
        });
        flights.insert(Arc::clone(&flight.origin), Arc::clone(&flight));
        let waiter = self.waiter(&flight);
        (waiter, Some(FlightLeader { flights: self.clone(), flight, status: sender }))
    }

    /// True if a flight of `origin` is running.
    pub(crate) fn is_running(&self, origin: &str) -> bool {
        self.lock().contains_key(origin)
    }

    fn waiter(&self, flight: &Arc<Flight>) -> FlightWaiter {
        let status = flight.status.clone();
        FlightWaiter { flights: self.clone(), flight: Arc::clone(flight), status }
    }

    /// Removes `flight` from the map, unless another one has replaced it.
    fn remove(map: &mut HashMap<Arc<str>, Arc<Flight>>, flight: &Arc<Flight>) {
        if map.get(&flight.origin).is_some_and(|current| Arc::ptr_eq(current, flight)) {
            map.remove(&flight.origin);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Arc<str>, Arc<Flight>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Flight {
    fn control(&self) -> std::sync::MutexGuard<'_, Control> {
        self.control.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FlightWaiter {
    /// The current status.
    pub(crate) fn status(&mut self) -> Status {
        self.status.borrow_and_update().clone()
    }

    /// Waits for the status to change; `None` if the flight ended.
    pub(crate) async fn changed(&mut self) -> Option<()> {
        self.status.changed().await.ok()
    }

    /// Offers a permit to the flight. If the flight does not need it any more, it returns to its share.
    pub(crate) fn offer(&self, permit: Permit) {
        let mut control = self.flight.control();
        if matches!(control.permit, PermitState::Needed) {
            control.permit = PermitState::Given(permit);
            self.flight.changed.notify_one();
        }
    }
}

impl Drop for FlightWaiter {
    fn drop(&mut self) {
        let mut flights = self.flights.lock();
        if self.flight.waiters.fetch_sub(1, Ordering::Relaxed) == 1 {
            SingleFlight::remove(&mut flights, &self.flight);
            self.flight.control().abandoned = true;
            self.flight.changed.notify_one();
        }
    }
}

impl FlightLeader {
    pub(crate) fn origin(&self) -> &str {
        &self.flight.origin
    }

    /// Registers a waiter for the flight itself, so that it continues when all others have their answer; `None` if all
    /// have left.
    pub(crate) fn keep(&self) -> Option<FlightWaiter> {
        let _flights = self.flights.lock();
        if self.is_abandoned() {
            return None;
        }
        self.flight.waiters.fetch_add(1, Ordering::Relaxed);
        Some(self.flights.waiter(&self.flight))
    }

    pub(crate) fn report(&self, progress: Progress) {
        self.status.send_modify(|status| status.progress = progress);
    }

    /// Waits for a permit of a waiter, or for `own`; `None` after the last waiter left.
    pub(crate) async fn permit(&self, own: impl Future<Output = Permit>) -> Option<Permit> {
        self.flight.control().permit = PermitState::Needed;
        self.status.send_modify(|status| status.needs_permit = true);
        let given = |control: &mut Control| match std::mem::take(&mut control.permit) {
            PermitState::Given(permit) => Some(permit),
            wanted => {
                control.permit = wanted;
                None
            }
        };
        let permit = tokio::select! {
            permit = self.when(given) => permit,
            permit = own => Some(permit),
        };
        // A second permit returns to its share.
        self.flight.control().permit = PermitState::NotNeeded;
        self.status.send_modify(|status| status.needs_permit = false);
        permit
    }

    /// Waits until the last waiter has left.
    pub(crate) async fn abandoned(&self) {
        self.when(|_| None::<()>).await;
    }

    /// True after the last waiter left.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.flight.control().abandoned
    }

    /// Waits until `take` returns a value; `None` after the last waiter left.
    async fn when<T>(&self, mut take: impl FnMut(&mut Control) -> Option<T>) -> Option<T> {
        loop {
            {
                let mut control = self.flight.control();
                if control.abandoned {
                    return None;
                }
                if let Some(taken) = take(&mut control) {
                    return Some(taken);
                }
            }
            // `Notify` stores one notification that arrives before the wait begins.
            self.flight.changed.notified().await;
        }
    }
}

impl Drop for FlightLeader {
    fn drop(&mut self) {
        SingleFlight::remove(&mut self.flights.lock(), &self.flight);
    }
}
