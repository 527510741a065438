//! An account: the tree of a resource with a lock around it, and its permits.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;

use super::client::Client;
use super::sharing::{Priority, Sharing};
use super::tree::Tree;

/// How long [`Account::take`] waits for a permit that it had revoked. Its holder only has to drop what it holds.
const REVOCATION_TIMEOUT: Duration = Duration::from_secs(1);

/// A resource that clients share. Cheap to clone; clones share everything.
#[derive(Clone)]
pub struct Account(Arc<Mutex<Book>>);

struct Book {
    tree: Tree,
    /// Who is told that a permit is revoked.
    holders: BTreeMap<u64, Arc<Signal>>,
    /// Waiters, and their permits when they are served.
    waiters: BTreeMap<u64, (Arc<Notify>, Option<u64>)>,
}

#[derive(Debug, Default)]
struct Signal {
    is_revoked: AtomicBool,
    revoked: Notify,
}

/// The account is full, and its units are shared fairly already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too much at a time; try again in a second")
    }
}

impl std::error::Error for Busy {}

/// The answer to [`Account::ask`].
#[derive(Debug)]
pub enum Asked {
    /// There was room.
    Granted(Permit),
    /// Permits of other clients were revoked for this request. It is served when they are returned.
    Waiting(Waiting),
    /// The account is full, and no other client holds more. The request is served when units are returned.
    Queued(Waiting),
    /// Nothing can be granted: too many requests wait, or the account is smaller than the request.
    Refused,
}

impl Account {
    /// An account with this many units.
    #[must_use]
    pub fn new(capacity: u64, sharing: Sharing) -> Self {
        Self(Arc::new(Mutex::new(Book {
            tree: Tree::new(capacity, sharing),
            holders: BTreeMap::new(),
            waiters: BTreeMap::new(),
        })))
    }

    /// The same account with at most this many units for one client.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Account, Client, Sharing};
    ///
    /// let account = Account::new(10, Sharing::Held).with_limit_per_client(2);
    /// let permit = account.try_take(Client::from_key(1), 2).unwrap();
    /// // There is room, but not for this client.
    /// assert!(account.try_take(Client::from_key(1), 1).is_none());
    /// assert!(account.try_take(Client::from_key(2), 1).is_some());
    /// ```
    #[must_use]
    pub fn with_limit_per_client(self, units: u64) -> Self {
        self.lock().tree.per_client = units;
        self
    }

    /// Changes the number of units. Permits beyond a smaller number are kept.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Account, Client, Sharing};
    ///
    /// let account = Account::new(2, Sharing::Held);
    /// let permit = account.try_take(Client::from_key(1), 2).unwrap();
    /// account.set_capacity(1);
    /// assert!(!permit.is_revoked());
    /// assert_eq!(account.held(), 2);
    /// ```
    pub fn set_capacity(&self, units: u64) {
        let mut book = self.lock();
        book.tree.capacity = units;
        book.settle();
    }

    /// Asks for units, and does not wait. If the account is full and another client holds more than this one would
    /// have, permits of the largest holder are revoked.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Account, Asked, Client, Sharing};
    ///
    /// let account = Account::new(1, Sharing::Held);
    /// let permit = account.try_take(Client::from_key(1), 1).unwrap();
    /// // The other client would hold as much as this one does, so it has to wait.
    /// assert!(matches!(account.ask(Client::from_key(2), 1), Asked::Queued(_)));
    /// assert!(!permit.is_revoked());
    /// assert!(matches!(account.ask(Client::from_key(2), 2), Asked::Refused));
    /// ```
    #[must_use]
    pub fn ask(&self, client: Client, units: u64) -> Asked {
        let mut book = self.lock();
        if let Some(permit) = book.grant(client, units) {
            return Asked::Granted(self.permit(permit));
        }
        let Some(waiter) = book.tree.enqueue(client, units) else { return Asked::Refused };
        let mut waiting = self.enqueued(&mut book, waiter, None);
        let is_promised = book.settle_for(waiter);
        drop(book);
        match waiting.try_claim() {
            Some(permit) => Asked::Granted(permit),
            None if is_promised => Asked::Waiting(waiting),
            None => Asked::Queued(waiting),
        }
    }

    /// Takes units if they are free. Nobody gives way.
    #[must_use]
    pub fn try_take(&self, client: Client, units: u64) -> Option<Permit> {
        let mut book = self.lock();
        if let Some(permit) = book.grant(client, units) {
            return Some(self.permit(permit));
        }
        let waiter = book.tree.enqueue(client, units)?;
        let mut waiting = self.enqueued(&mut book, waiter, None);
        book.settle();
        drop(book);
        waiting.try_claim()
    }

    /// Takes units that are never revoked, for what cannot be interrupted. A network of clients may then hold as much
    /// as stays free, so one network has half at most, two have a third each, and there is always room for one more.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Account, Client, Sharing};
    ///
    /// let account = Account::new(4, Sharing::Held);
    /// let kept = account.try_take_kept(Client::from_key(1), 2).unwrap();
    /// // The other half stays for others, because this one is never taken back.
    /// assert!(account.try_take_kept(Client::from_key(1), 1).is_none());
    /// assert!(account.try_take_kept(Client::from_key(2), 1).is_some());
    /// ```
    #[must_use]
    pub fn try_take_kept(&self, client: Client, units: u64) -> Option<Permit> {
        let has_room = {
            let tree = &self.lock().tree;
            let (own, others) = (tree.held_by(client.widest()), tree.held());
            let all = others.saturating_add(units);
            own <= tree.capacity.saturating_sub(all)
        };
        let permit = has_room.then(|| self.try_take(client, units))??;
        permit.set_priority(Priority::Kept);
        Some(permit)
    }

    /// Takes units. If other clients hold more, waits until they have given way.
    ///
    /// # Errors
    /// If the account is full, and the client holds as much as any other.
    pub async fn take(&self, client: Client, units: u64) -> Result<Permit, Busy> {
        match self.ask(client, units) {
            Asked::Granted(permit) => Ok(permit),
            // In a box: nearly everyone is granted at once, and would carry the room of a timer.
            Asked::Waiting(waiting) => {
                Box::pin(timeout(REVOCATION_TIMEOUT, waiting.permit())).await.map_err(|_| Busy)
            }
            Asked::Queued(_) | Asked::Refused => Err(Busy),
        }
    }

    /// Waits for units. Those that are returned go to the client that holds least, and among equals to the one that
    /// waits longest.
    ///
    /// # Errors
    /// If too many requests wait, or the account is smaller than the request.
    pub async fn wait(&self, client: Client, units: u64) -> Result<Permit, Busy> {
        match self.ask(client, units) {
            Asked::Granted(permit) => Ok(permit),
            Asked::Waiting(waiting) | Asked::Queued(waiting) => {
                Ok(Box::pin(waiting.permit()).await)
            }
            Asked::Refused => Err(Busy),
        }
    }

    /// Units that are taken.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.lock().tree.held()
    }

    /// Units that a client holds, without those that are revoked.
    #[must_use]
    pub fn held_by(&self, client: Client) -> u64 {
        self.lock().tree.held_by(client)
    }

    /// Number of requests that wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.lock().waiters.len()
    }

    /// Number of clients and networks that are remembered.
    #[must_use]
    pub fn size(&self) -> usize {
        self.lock().tree.size()
    }

    /// Whether this is the only handle: no permit and no waiter has another one.
    pub(super) fn is_unused(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    fn permit(&self, (permit, signal): (u64, Arc<Signal>)) -> Permit {
        Permit { account: self.clone(), permit, signal, took: None }
    }

    fn enqueued(&self, book: &mut Book, waiter: u64, growth: Option<u64>) -> Waiting {
        let served = Arc::<Notify>::default();
        book.waiters.insert(waiter, (Arc::clone(&served), None));
        Waiting { account: self.clone(), waiter, served, growth }
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    /// A permit, if it can be granted at once, and its signal.
    fn grant(&mut self, client: Client, units: u64) -> Option<(u64, Arc<Signal>)> {
        let permit = self.tree.grant(client, units)?;
        Some((permit, Arc::clone(self.holders.entry(permit).or_default())))
    }

    /// Serves waiters while there is room.
    fn settle(&mut self) {
        while let Some(grant) = self.tree.serve() {
            self.holders.entry(grant.permit).or_default();
            if let Some((served, permit)) = self.waiters.get_mut(&grant.waiter) {
                *permit = Some(grant.permit);
                served.notify_one();
            }
        }
    }

    /// Serves waiters while there is room, and revokes permits for `waiter` if it is not served. Whether they are
    /// enough.
    fn settle_for(&mut self, waiter: u64) -> bool {
        self.settle();
        let (revoked, is_enough) = self.tree.revoke_for(waiter);
        for permit in revoked {
            if let Some(signal) = self.holders.get(&permit) {
                signal.is_revoked.store(true, Ordering::Release);
                signal.revoked.notify_waiters();
            }
        }
        is_enough
    }

    fn release(&mut self, permit: u64, took: Option<Duration>) {
        self.holders.remove(&permit);
        self.tree.release(permit, None, took);
        self.settle();
    }
}

/// A request that waits for its units. Dropping it ends the wait.
#[derive(Debug)]
pub struct Waiting {
    account: Account,
    waiter: u64,
    served: Arc<Notify>,
    /// The units, if they are for a permit that exists.
    growth: Option<u64>,
}

impl Waiting {
    /// The permit, if it was granted.
    pub fn try_claim(&mut self) -> Option<Permit> {
        let mut book = self.account.lock();
        let permit = book.waiters.get_mut(&self.waiter)?.1.take()?;
        book.waiters.remove(&self.waiter);
        let signal = Arc::clone(book.holders.entry(permit).or_default());
        Some(self.account.permit((permit, signal)))
    }

    /// Waits for the permit.
    pub async fn permit(mut self) -> Permit {
        loop {
            if let Some(permit) = self.try_claim() {
                return permit;
            }
            // `Notify` stores one notification that arrives before the wait begins.
            self.served.notified().await;
        }
    }

    /// Waits until the permit has grown.
    async fn growth(self) {
        let is_served = |book: &mut Book| match book.waiters.get(&self.waiter) {
            Some((_, Some(_))) => book.waiters.remove(&self.waiter).is_some(),
            _ => false,
        };
        while !is_served(&mut self.account.lock()) {
            self.served.notified().await;
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut book = self.account.lock();
        match (book.waiters.remove(&self.waiter), self.growth) {
            (Some((_, Some(permit))), Some(units)) => {
                book.tree.release(permit, Some(units), None);
                book.settle();
            }
            (Some((_, Some(permit))), None) => book.release(permit, Some(Duration::ZERO)),
            (Some((_, None)), _) => {
                book.tree.cancel(self.waiter);
                // The others may be served now, if this one was the first and did not fit.
                book.settle();
            }
            (None, _) => {}
        }
    }
}

/// Units that a client has taken. Dropping it gives them back.
pub struct Permit {
    account: Account,
    permit: u64,
    signal: Arc<Signal>,
    took: Option<Duration>,
}

impl Permit {
    /// Waits until the permit is revoked. The holder then has to drop it soon: another client waits for it.
    pub async fn revoked(&self) {
        self.revocation().revoked().await;
    }

    /// The revocation, to be watched while another owner holds the permit.
    #[must_use]
    pub fn revocation(&self) -> Revocation {
        Revocation(Arc::clone(&self.signal))
    }

    /// Whether the permit is revoked.
    #[must_use]
    pub fn is_revoked(&self) -> bool {
        self.signal.is_revoked.load(Ordering::Acquire)
    }

    /// Sets which permits of this client are revoked before this one, and makes it the most recent one.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Account, Client, Priority, Sharing};
    ///
    /// let account = Account::new(2, Sharing::Held);
    /// let [working, idle] = [1, 1].map(|units| account.try_take(Client::from_key(1), units).unwrap());
    /// idle.set_priority(Priority::Idle);
    /// let waiting = account.ask(Client::from_key(2), 1);
    /// // The newer one goes first, because no work is lost with it.
    /// assert!(idle.is_revoked() && !working.is_revoked());
    /// ```
    pub fn set_priority(&self, priority: Priority) {
        self.account.lock().tree.set_priority(self.permit, priority);
    }

    /// Takes more units. If other clients hold more, waits until they have given way.
    ///
    /// # Errors
    /// If the account is full, and the client holds as much as any other; or if the permit is revoked.
    pub async fn grow(&mut self, units: u64) -> Result<(), Busy> {
        let (waiting, is_promised) = {
            let mut book = self.account.lock();
            let waiter = book.tree.enqueue_growth(self.permit, units).ok_or(Busy)?;
            let waiting = self.account.enqueued(&mut book, waiter, Some(units));
            // True also if it was served.
            (waiting, book.settle_for(waiter))
        };
        if !is_promised {
            return Err(Busy);
        }
        tokio::select! {
            biased;
            grown = timeout(REVOCATION_TIMEOUT, waiting.growth()) => grown.map_err(|_| Busy),
            () = self.revoked() => Err(Busy),
        }
    }

    /// Gives units back. Without units left, the permit is over.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Account, Client, Sharing};
    ///
    /// let account = Account::new(8, Sharing::Held);
    /// let permit = account.try_take(Client::from_key(1), 8).unwrap();
    /// permit.shrink(5);
    /// assert_eq!((account.held(), account.held_by(Client::from_key(1))), (3, 3));
    /// ```
    pub fn shrink(&self, units: u64) {
        let mut book = self.account.lock();
        book.tree.release(self.permit, Some(units), None);
        book.settle();
    }

    /// For a turn: sets how long it was. Without it, the turn counts as one of 50 ms.
    pub fn set_time_used(&mut self, took: Duration) {
        self.took = Some(took);
    }

    /// Whether another client waits for this resource.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Account, Client, Sharing};
    ///
    /// let account = Account::new(1, Sharing::Timed);
    /// let turn = account.try_take(Client::from_key(1), 1).unwrap();
    /// let own = account.ask(Client::from_key(1), 1);
    /// assert!(!turn.others_wait());
    /// let other = account.ask(Client::from_key(2), 1);
    /// assert!(turn.others_wait());
    /// ```
    #[must_use]
    pub fn others_wait(&self) -> bool {
        self.account.lock().tree.others_wait(self.permit)
    }
}

/// Tells when a permit is revoked.
#[derive(Clone, Debug)]
pub struct Revocation(Arc<Signal>);

impl Revocation {
    /// Waits until the permit is revoked.
    pub async fn revoked(&self) {
        let mut revoked = std::pin::pin!(self.0.revoked.notified());
        revoked.as_mut().enable();
        if !self.0.is_revoked.load(Ordering::Acquire) {
            revoked.await;
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.account.lock().release(self.permit, self.took);
    }
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit").field("is_revoked", &self.is_revoked()).finish_non_exhaustive()
    }
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account").field("held", &self.held()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Networks that take as much as they can leave room for one more, and what they return is theirs again.
    #[test]
    fn kept_units_leave_room_for_a_new_network() {
        let account = Account::new(100, Sharing::Held);
        let client = |last: u8| Client::from_address([192, 0, last, 1].into());
        let mut held = Vec::new();
        for network in 0..5 {
            let before = held.len();
            while let Some(permit) = account.try_take_kept(client(network), 1) {
                held.push(permit);
            }
            assert!(held.len() > before, "network {network} of five");
        }
        assert_eq!(account.held_by(client(0)), 50, "half of it at most");
        // Nothing of it gives way.
        while let Asked::Granted(permit) = account.ask(client(9), 1) {
            permit.set_priority(Priority::Kept);
            held.push(permit);
        }
        assert!(held.iter().all(|permit| !permit.is_revoked()));
        drop(held);
        assert_eq!((account.held(), account.size()), (0, 0));
    }
}
