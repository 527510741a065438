//! One fetch of an origin at a time, shared by all waiters (single flight). moka's `get_with` and async_singleflight
//! run the future of one caller, and give the others its result alone: nothing before the end, such as the state that
//! was known, and the fetch runs within the task and with the slot of the caller that happened to be first.
//!
//! The fetch runs in its own task. The first waiter may leave without cancelling it, as long as another one waits. A
//! flight without waiters is abandoned: it leaves the map under the map's lock, so that no waiter can join it, and its
//! task ends the fetch. Waiters are counted under the same lock, so a flight that was joined continues.
//!
//! A fetch needs a slot of one of its waiters: that of the client that began it, if there is one at once. Otherwise
//! each waiter offers one, and the first slot serves all. So a client that has as many fetches as it may have does not
//! delay another client that waits for the same origin. If the slot is revoked, the flight goes on with a slot of
//! another waiter.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, watch};

use crate::cached_origin::CachedOrigin;
use crate::fetch_pass::Waited;
use crate::ledger::{Busy, Client, Permit};

/// The progress of a flight.
#[derive(Clone, Debug)]
pub(crate) enum Progress {
    Started,
    /// The state that was known before. The flight continues.
    Known(Arc<CachedOrigin>),
    Done(Arc<CachedOrigin>),
    /// The fetch got no slot. The state that was known before.
    Busy(Option<Arc<CachedOrigin>>),
}

/// The status of a flight, as waiters see it.
#[derive(Clone, Debug)]
pub(crate) struct Status {
    pub(crate) progress: Progress,
    /// True while the flight waits for a slot of a waiter.
    pub(crate) needs_slot: bool,
}

/// The slot of a fetch, and the client that has it.
#[derive(Debug)]
pub(crate) struct FetchSlot {
    pub(crate) client: Client,
    pub(crate) permit: Permit,
}

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
    /// The time that the flight waits for slots and leases.
    waited: Waited,
    control: Mutex<WaiterSignals>,
    /// Notifies the task of changes of `control`.
    changed: Notify,
}

/// Input of the waiters for the task.
#[derive(Debug, Default)]
struct WaiterSignals {
    slot: SlotState,
    abandoned: bool,
}

/// Whether the task needs a slot.
#[derive(Debug, Default)]
enum SlotState {
    #[default]
    NotNeeded,
    Needed,
    Given(FetchSlot),
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
            watch::channel(Status { progress: Progress::Started, needs_slot: false });
        let flight = Arc::new(Flight {
            origin: origin.into(),
            forced,
            status,
            waiters: AtomicUsize::new(1),
            waited: Waited::default(),
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

    /// The number of running flights.
    #[cfg(feature = "simulation")]
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
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
    fn control(&self) -> std::sync::MutexGuard<'_, WaiterSignals> {
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

    /// Offers a slot to the flight. If the flight does not need it any more, it is given back.
    pub(crate) fn offer(&self, slot: FetchSlot) {
        let mut control = self.flight.control();
        if matches!(control.slot, SlotState::Needed) {
            control.slot = SlotState::Given(slot);
            self.flight.changed.notify_one();
        }
    }

    /// The time that the flight waits for slots and leases.
    pub(crate) fn waited(&self) -> Waited {
        self.flight.waited.clone()
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

    /// The time that the flight waits for slots and leases.
    pub(crate) fn waited(&self) -> &Waited {
        &self.flight.waited
    }

    /// Waits for a slot of a waiter, or for `own`; `None` after the last waiter left.
    pub(crate) async fn slot(
        &self,
        own: impl Future<Output = Result<FetchSlot, Busy>>,
    ) -> Option<Result<FetchSlot, Busy>> {
        self.flight.control().slot = SlotState::Needed;
        self.status.send_modify(|status| status.needs_slot = true);
        let given = |control: &mut WaiterSignals| match std::mem::take(&mut control.slot) {
            SlotState::Given(slot) => Some(slot),
            wanted => {
                control.slot = wanted;
                None
            }
        };
        let slot = self.flight.waited.during(async {
            tokio::select! {
                biased;
                slot = self.when(given) => slot.map(Ok),
                slot = own => Some(slot),
            }
        });
        let slot = slot.await;
        // A second slot is given back. That locks its account, which is never locked around this lock.
        self.flight.control().slot = SlotState::NotNeeded;
        self.status.send_modify(|status| status.needs_slot = false);
        slot
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
    async fn when<T>(&self, mut take: impl FnMut(&mut WaiterSignals) -> Option<T>) -> Option<T> {
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
