//! The simulator: a fleet of fetchers with clients, sites, firewalls, DNS, stores and their faults, in virtual time.
//!
//! One seed makes one history. The fetchers, with HTTP, judge, policy, lookup, ledger and stores, are the real code;
//! the network below them, the clocks, the servers and the clients are simulated ([`maycrawl_fetch::simulation`]). Time
//! is tokio's paused time: it jumps to the next event, so a year without events costs nothing.
//!
//! After each event the invariants are asked. A violation names its seed and its moment, and [`run`] with that seed
//! repeats it.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // it is a test, and a test may panic

mod clients;
mod crowd;
mod fleet;
mod model;
mod network;
mod oracle;
mod random;
mod readers;
mod site;
mod stores;
mod world;

use std::cell::Cell;
use std::panic;
use std::sync::{Arc, Once};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use clients::Client;
pub use fleet::Flaw;
use fleet::{Fleet, Setup, StoreKind};
use random::Random;
use site::{Firewall, Site};
pub use world::Violation;
use world::World;

/// What a simulation did.
#[derive(Clone, Debug)]
pub struct Report {
    /// The seed that makes this history.
    pub seed: u64,
    /// Virtual time.
    pub simulated: Duration,
    /// Number of events.
    pub events: u64,
    /// Answers of which the one right one was known, and given.
    pub exact: u64,
    /// A hash of all events: the same for the same seed.
    pub hash: u64,
    /// The broken invariant, if one was.
    pub violation: Option<Violation>,
}

/// Simulates the history of `seed`: 20 to 100 days.
#[must_use]
pub fn run(seed: u64) -> Report {
    run_with(seed, None)
}

/// As [`run`], with a fleet that has a flaw, which the oracle does not know.
#[must_use]
pub fn run_with(seed: u64, flaw: Option<Flaw>) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime without input and output");
    count_panics();
    runtime.block_on(simulate(seed, flaw))
}

thread_local! {
    /// Panics of this thread. A task that panics ends silently otherwise.
    static PANICS: Cell<u64> = const { Cell::new(0) };
}

fn count_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICS.set(PANICS.get() + 1);
            before(info);
        }));
    });
}

/// Without clients, nothing is left of them.
async fn judge_rest(world: &Arc<World>, fleet: &Arc<Fleet>) {
    sleep(Duration::from_secs(120)).await;
    for fetcher in fleet.fetchers() {
        let size = fetcher.size();
        let held = (size.flights, size.fetches, size.clients, size.address_slots);
        if held != (0, 0, 0, 0) || size.addresses > MAX_ADDRESSES {
            world.violated(format!("two minutes after the last client left, a node has {size:?}"));
        }
    }
    let tasks = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    if tasks > MAX_TASKS {
        world.violated(format!("two minutes after the last client left, {tasks} tasks run"));
    }
}

/// Addresses that a fetcher remembers: the sweep of its maps begins at 1,024 each.
const MAX_ADDRESSES: usize = 4096;
/// Tasks of a quiet fleet: three nodes have a connection to Redis each, with a task at both ends.
const MAX_TASKS: usize = 8;

async fn simulate(seed: u64, flaw: Option<Flaw>) -> Report {
    let panics = PANICS.get();
    let mut random = Random::new(seed);
    let setup = Setup { flaw, ..Setup::random(&mut random) };
    let (sites, hosts) = (4 + random.index(8), 2 + random.index(4));
    let days = 20 + random.below(81);
    let made = (0..sites).map(|site| Site::random(&mut random, site, hosts, sites)).collect();
    let world = World::new(made, hosts, setup.nodes);
    world.lock().firewalls = (0..hosts).map(|_| Firewall::random(&mut random)).collect();
    let fleet = Fleet::new(&world, setup);

    let mut actors = JoinSet::new();
    for site in 0..sites {
        actors.spawn(site::live(Arc::clone(&world), site, random.fork(1000 + site as u64)));
    }
    for node in 0..setup.nodes {
        actors.spawn(fleet::live(Arc::clone(&fleet), node, random.fork(2000 + node as u64)));
    }
    if setup.store != StoreKind::Memory && random.percent(60) {
        actors.spawn(stores::live(Arc::clone(&world), random.fork(3000)));
    }
    actors.spawn(crowd::live(Arc::clone(&world), random.fork(5000)));
    actors.spawn(readers::live(Arc::clone(&world), sites, random.fork(6000)));
    let client = |number: u32, random: Random| Client {
        fleet: Arc::clone(&fleet),
        number,
        address: clients::honest_address(number),
        sites,
        random,
        is_worried: false,
    };
    for number in 0..4 {
        actors.spawn(clients::honest(client(number, random.fork(4000 + u64::from(number)))));
    }
    for number in 4..6 {
        let random = random.fork(4000 + u64::from(number));
        actors.spawn(clients::hostile(client(number, random), hosts));
    }
    tokio::select! {
        // Otherwise `select` picks a branch at random, and a seed might not repeat its history.
        biased;
        () = world.stop.notified() => {}
        () = sleep(Duration::from_secs(days * 86_400)) => {}
    }
    let simulated = world.start.elapsed();
    actors.shutdown().await;
    judge_rest(&world, &fleet).await;
    if PANICS.get() > panics {
        world.violated("a task has panicked".to_owned());
    }
    let (events, exact, hash, violation) = world.result();
    Report { seed, simulated, events, exact, hash, violation }
}
