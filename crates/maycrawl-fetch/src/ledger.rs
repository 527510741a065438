//! The ledger of resources: how much of each thing that clients share is taken, and who gives way when it is full.
//! governor, which limits rates here, counts events and not what is held. tokio's semaphore and tower's limit of
//! concurrency count what is held, but know no clients and take nothing back.
//!
//! A service has a few things that one request takes from all others: connections, memory, fetches, connections to one
//! address, turns of a processor. Each of them is one [`Account`], and [`RESOURCES`] is the list of all. No account has
//! a fixed share for each client, because fixed shares protect against one client only: many small clients together
//! take everything. An account shares by *max-min fairness* instead. While there is room, a client takes what it asks
//! for. When an account is full, a client that holds less than the largest holder is served next, and a [`Permit`] of
//! the largest holder is revoked for it. So a client gets what it asks for, or at least as much as any other client
//! has.
//!
//! Addresses are cheap: a household has 256 networks of IPv6, and a small company 65,536. So clients form a tree
//! ([`Client`]), and every comparison begins at its root: first the networks with a /48 are compared, then those with a
//! /56 inside one of them, then those with a /64. An attacker with a whole /48 has the weight of one client of another
//! network.
//!
//! There are two kinds of accounts ([`Sharing`]). Things that are *held* are compared by what clients hold now. Turns
//! are short and follow each other, so they are compared by the time that clients have *used*: start-time fair queueing
//! (Goyal, Vin and Cheng, 1996), in a hierarchy. A client that comes new waits for the slices that run, and not for a
//! queue.
//!
//! This module has no sockets and no clock. The order of events decides everything, so a simulation that asks in the
//! same order gets the same answers. Only [`Account::take`] and [`Account::wait`] wait, with tokio's timer.
//!
//! ```
//! use std::net::IpAddr;
//! use maycrawl_fetch::ledger::{Account, Asked, Client, Sharing};
//!
//! let connections = Account::new(2, Sharing::Held);
//! let (greedy, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([198, 51, 100, 1]));
//! let (greedy, other) = (Client::from_address(greedy), Client::from_address(other));
//! let first = connections.try_take(greedy, 1).expect("there is room");
//! let second = connections.try_take(greedy, 1).expect("there is room");
//! assert!(connections.try_take(greedy, 1).is_none());
//! // Another client has nothing yet: one connection of the largest holder is revoked for it.
//! let Asked::Waiting(mut waiting) = connections.ask(other, 1) else { panic!("it is full") };
//! assert!(first.is_revoked() && !second.is_revoked());
//! drop(first);
//! assert!(waiting.try_claim().is_some());
//! ```

mod account;
mod client;
mod keyed;
mod sharing;
mod tree;

pub use account::{Account, Asked, Busy, Permit, Revocation, Waiting};
pub use client::Client;
pub(crate) use keyed::KeyedAccounts;
pub use sharing::{Priority, Sharing};

use std::sync::Arc;

/// Something that clients share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Open connections of clients.
    Connections,
    /// Requests that are being answered.
    Requests,
    /// Memory for bodies of requests, counted as they arrive.
    BodyMemory,
    /// Memory for the data of responses.
    AnswerMemory,
    /// Requests that wait for the worker pool or are in it.
    PoolPlaces,
    /// Turns in the worker pool.
    WorkerTurns,
    /// Walks of sitemaps.
    SitemapWalks,
    /// Inspections of pages.
    Inspections,
    /// Fetches from sites.
    Fetches,
    /// Connections to one address of a site. Each address has its own account.
    AddressSlots,
    /// Connections to one address of a site for names that never gave a robots.txt. Each address has its own account.
    NewNameSlots,
    /// Turns to open a connection to one address of a site. Each address has its own account.
    AddressTurns,
}

/// A row of the table of resources.
#[derive(Clone, Copy, Debug)]
pub struct ResourceSpec {
    /// The resource.
    pub resource: Resource,
    /// The name for people.
    pub name: &'static str,
    /// Units of all clients together, by default.
    pub capacity: u64,
    /// The unit.
    pub unit: &'static str,
    /// How clients share it.
    pub sharing: Sharing,
    /// What goes wrong without the limit.
    pub why: &'static str,
}

const fn held(
    resource: Resource,
    name: &'static str,
    capacity: u64,
    unit: &'static str,
    why: &'static str,
) -> ResourceSpec {
    ResourceSpec { resource, name, capacity, unit, sharing: Sharing::Held, why }
}

const fn timed(
    resource: Resource,
    name: &'static str,
    unit: &'static str,
    why: &'static str,
) -> ResourceSpec {
    ResourceSpec { resource, name, capacity: 1, unit, sharing: Sharing::Timed, why }
}

/// Everything that clients share, with the capacity by default.
pub const RESOURCES: [ResourceSpec; 12] = [
    held(
        Resource::Connections,
        "connections",
        4096,
        "connection",
        "idle connections use up the file descriptors",
    ),
    held(
        Resource::Requests,
        "requests",
        1024,
        "request",
        "requests for slow sites use up the memory",
    ),
    held(
        Resource::BodyMemory,
        "memory for bodies",
        128 << 10,
        "KiB",
        "large bodies that never end use up the memory",
    ),
    held(
        Resource::AnswerMemory,
        "memory for answers",
        128 << 10,
        "KiB",
        "large answers that are read slowly use up the memory",
    ),
    held(
        Resource::PoolPlaces,
        "requests in the worker pool",
        256,
        "request",
        "their drafts and rules are in memory",
    ),
    timed(
        Resource::WorkerTurns,
        "turns in the worker pool",
        "slice",
        "hostile drafts delay the answers to all others",
    ),
    held(
        Resource::SitemapWalks,
        "sitemap walks",
        16,
        "walk",
        "each walk has a thread that reads XML",
    ),
    held(
        Resource::Inspections,
        "inspections of pages",
        16,
        "inspection",
        "each inspection holds a page in memory",
    ),
    held(Resource::Fetches, "fetches", 512, "fetch", "slow sites hold fetches for 30 s"),
    held(
        Resource::AddressSlots,
        "connections to one address",
        64,
        "connection",
        "many names of one address make this service a burden for it",
    ),
    held(
        Resource::NewNameSlots,
        "connections to one address for names without a known robots.txt",
        16,
        "connection",
        "names that a stranger points to an address keep the known sites there from being fetched",
    ),
    timed(
        Resource::AddressTurns,
        "turns to connect to one address",
        "connection",
        "many names of one address use up its rate, and other sites there are not fetched",
    ),
];

impl Resource {
    /// The row of the table.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Resource, Sharing};
    ///
    /// assert_eq!(Resource::Fetches.spec().capacity, 512);
    /// // Turns are never taken back, because they are short.
    /// assert_eq!(Resource::WorkerTurns.spec().sharing, Sharing::Timed);
    /// ```
    #[must_use]
    pub const fn spec(self) -> &'static ResourceSpec {
        // The variants are numbered in the order of the table, which a test holds.
        &RESOURCES[self as usize]
    }

    /// A new account with this capacity, at least one unit.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Client, Resource};
    ///
    /// // Without any unit all requests would wait forever.
    /// assert!(Resource::Fetches.account(0).try_take(Client::OWN, 1).is_some());
    /// ```
    #[must_use]
    pub fn account(self, capacity: u64) -> Account {
        Account::new(capacity.max(1), self.spec().sharing)
    }
}

/// One account for each resource of [`RESOURCES`]. Cheap to clone; clones share everything.
#[derive(Clone, Debug)]
pub struct Ledger(Arc<[Account]>);

impl Default for Ledger {
    fn default() -> Self {
        Self(RESOURCES.iter().map(|spec| Account::new(spec.capacity, spec.sharing)).collect())
    }
}

impl Ledger {
    /// The account of a resource.
    #[must_use]
    pub fn account(&self, resource: Resource) -> &Account {
        &self.0[resource as usize]
    }

    /// Changes the capacity of a resource. Permits beyond a smaller capacity are kept.
    ///
    /// ```
    /// use maycrawl_fetch::ledger::{Client, Ledger, Resource};
    ///
    /// let ledger = Ledger::default().with_capacity(Resource::SitemapWalks, 1);
    /// let walks = ledger.clone();
    /// let walk = walks.account(Resource::SitemapWalks).try_take(Client::from_key(1), 1);
    /// // Clones share the units.
    /// assert!(walk.is_some() && ledger.account(Resource::SitemapWalks).try_take(Client::from_key(2), 1).is_none());
    /// ```
    #[must_use]
    pub fn with_capacity(self, resource: Resource, units: u64) -> Self {
        self.account(resource).set_capacity(units);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_resource_in_its_place() {
        for (index, spec) in RESOURCES.iter().enumerate() {
            assert_eq!(spec.resource as usize, index, "{}", spec.name);
        }
    }
}
