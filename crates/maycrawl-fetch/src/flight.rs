//! One fetch an origin at a time, for everybody who waits for it.
//!
//! The fetch is a task of its own: who asked first may go away without taking it along. Everybody watches
//! its progress, each as long as they like.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::robots::Site;

/// How far a flight has come.
#[derive(Clone, Debug)]
pub(crate) enum Progress {
    Started,
    /// What was known before; the fetch goes on.
    Known(Arc<Site>),
    Landed(Arc<Site>),
}

/// The flights under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flights(Arc<Mutex<HashMap<Arc<str>, Underway>>>);

/// A flight and whether it fetches in any case.
#[derive(Clone, Debug)]
struct Underway {
    progress: watch::Receiver<Progress>,
    forced: bool,
}

/// The task's end of a flight. When it goes, however it goes, the flight is over.
pub(crate) struct Pilot {
    flights: Flights,
    origin: Arc<str>,
    progress: watch::Sender<Progress>,
}

impl Flights {
    /// Joins the flight of `origin`. The pilot is there if there was none yet, and must then be flown. A
    /// forced flight joins only one that fetches in any case, too; otherwise it replaces it.
    pub(crate) fn join(
        &self,
        origin: &str,
        forced: bool,
    ) -> (watch::Receiver<Progress>, Option<Pilot>) {
        let mut flights = self.lock();
        if let Some(flight) = flights.get(origin)
            && (flight.forced || !forced)
        {
            return (flight.progress.clone(), None);
        }
        let origin: Arc<str> = origin.into();
        let (progress, watching) = watch::channel(Progress::Started);
        let underway = Underway { progress: watching.clone(), forced };
        flights.insert(Arc::clone(&origin), underway);
        (watching, Some(Pilot { flights: self.clone(), origin, progress }))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Arc<str>, Underway>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pilot {
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    pub(crate) fn report(&self, progress: Progress) {
        self.progress.send_replace(progress);
    }
}

impl Drop for Pilot {
    fn drop(&mut self) {
        let mut flights = self.flights.lock();
        let is_ours = flights
            .get(&self.origin)
            .is_some_and(|flight| flight.progress.same_channel(&self.progress.subscribe()));
        if is_ours {
            flights.remove(&self.origin);
        }
    }
}
