//! The resources of the server: connections, memory, turns of the worker pool and so on. Their holders are simulated,
//! and the ledger that shares them is the real one.
//!
//! Attackers take what they get and keep it until it is taken back. Honest clients ask for at most half of their fair
//! share. A fair share is the capacity divided by the number of large networks (/48, /24) that ask.

use std::sync::Arc;
use std::time::Duration;

use maycrawl_fetch::ledger::{Account, Client, Ledger, RESOURCES, ResourceSpec, Sharing};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::clients::{Addresses, honest_address};
use crate::random::Random;
use crate::world::{Event, Moment, SECOND, World};

/// Addresses of the attacker.
const ATTACKERS: u16 = 24;
/// Honest clients, each in a network of its own.
const HONEST: u32 = 3;
/// How long a crowd stays.
const STAYS: Moment = 15 * SECOND;
/// How long an attacker keeps what was taken back: the server closes a connection or ends a fetch in that time.
const SLOW_TO_RELEASE: (u64, u64) = (1, 100);

/// One crowd: which resource, and how large the shares are.
#[derive(Clone, Copy)]
struct CrowdTerms {
    spec: ResourceSpec,
    /// Large networks that ask.
    networks: u64,
    capacity: u64,
    /// The longest turn of an attacker.
    longest_turn: u64,
    until: Moment,
}

/// Crowds come now and then.
pub(crate) async fn live(world: Arc<World>, mut random: Random) {
    loop {
        sleep(random.scale(43_200, 16 * 86_400)).await;
        let addresses = random.pick(&Addresses::ALL);
        let networks = addresses.networks(ATTACKERS) + u64::from(HONEST);
        let spec = random.pick(&RESOURCES);
        // Half of a fair share is at least two units, so that an honest client can ask for more than one.
        let capacity = match spec.sharing {
            Sharing::Held => 4 * networks.max(8),
            Sharing::Timed => 1,
        };
        let terms = CrowdTerms {
            spec,
            networks,
            capacity,
            longest_turn: random.pick(&[50, 400]),
            until: world.now() + STAYS,
        };
        world.log(Event::Crowd(spec.name, networks));
        let ledger = Ledger::default().with_capacity(spec.resource, capacity);
        let account = ledger.account(spec.resource);
        let mut tasks = JoinSet::new();
        for number in 0..ATTACKERS {
            let client = Client::from_address(addresses.address(number));
            let random = random.fork(u64::from(number));
            tasks.spawn(attack(Arc::clone(&world), account.clone(), terms, client, random));
        }
        for number in 0..HONEST {
            let client = Client::from_address(honest_address(100 + number));
            let random = random.fork(1000 + u64::from(number));
            tasks.spawn(visit(Arc::clone(&world), account.clone(), terms, client, random));
        }
        while tasks.join_next().await.is_some() {}
        // Where turns are shared, the ledger remembers the time that idle clients have used, so their nodes may stay.
        if account.held() != 0 || (spec.sharing == Sharing::Held && account.size() != 0) {
            let (held, size) = (account.held(), account.size());
            world.violated(format!(
                "{}: {held} units and {size} clients are left of nothing",
                spec.name
            ));
        }
    }
}

async fn attack(
    world: Arc<World>,
    account: Account,
    terms: CrowdTerms,
    client: Client,
    mut random: Random,
) {
    // Joined at the end: what a task still holds then would look like units that the ledger has lost.
    let mut others = JoinSet::new();
    while world.now() < terms.until {
        match terms.spec.sharing {
            Sharing::Held => {
                let Ok(permit) = account.take(client, 1 + random.below(4)).await else {
                    sleep(random.millis(20, 500)).await;
                    continue;
                };
                let left = Duration::from_millis(terms.until.saturating_sub(world.now()));
                let hold = timeout(left, permit.revoked());
                if random.percent(50) {
                    // Others take the next one while this one is held.
                    let (account, mut random) = (account.clone(), random.fork(1));
                    others.spawn(async move {
                        let more = account.take(client, 4).await;
                        if let Ok(more) = more {
                            let _ = timeout(left, more.revoked()).await;
                            sleep(random.millis(SLOW_TO_RELEASE.0, SLOW_TO_RELEASE.1)).await;
                        }
                    });
                }
                let _ = hold.await;
                sleep(random.millis(SLOW_TO_RELEASE.0, SLOW_TO_RELEASE.1)).await;
            }
            Sharing::Timed => {
                let Ok(mut turn) = account.wait(client, 1).await else { continue };
                let took = random.millis(terms.longest_turn / 2, terms.longest_turn);
                sleep(took).await;
                turn.set_time_used(took);
            }
        }
        check_capacity(&world, &account, terms);
    }
    while others.join_next().await.is_some() {}
}

async fn visit(
    world: Arc<World>,
    account: Account,
    terms: CrowdTerms,
    client: Client,
    mut random: Random,
) {
    sleep(random.millis(200, 3000)).await;
    while world.now() < terms.until {
        match terms.spec.sharing {
            Sharing::Held => hold(&world, &account, terms, client, &mut random).await,
            Sharing::Timed => work(&world, &account, terms, client, &mut random).await,
        }
        check_capacity(&world, &account, terms);
        sleep(random.millis(10, 2000)).await;
    }
}

/// Takes up to half of the fair share, unit by unit, and gives it back.
async fn hold(
    world: &World,
    account: &Account,
    terms: CrowdTerms,
    client: Client,
    random: &mut Random,
) {
    let half = terms.capacity / terms.networks / 2;
    let wanted = 1 + random.below(half);
    let refused = |held: u64| {
        let name = terms.spec.name;
        world.violated(format!(
            "{name}: an honest client that holds {held} gets no more, and half of its fair share is {half}"
        ));
    };
    let Ok(mut permit) = account.take(client, 1).await else { return refused(0) };
    for held in 1..wanted {
        sleep(random.millis(1, 200)).await;
        if permit.grow(1).await.is_err() {
            return refused(held);
        }
    }
    sleep(random.millis(100, 1500)).await;
    if permit.is_revoked() {
        let name = terms.spec.name;
        world.violated(format!("{name}: {wanted} units are taken from an honest client, and half of its fair share is {half}"));
    }
}

/// Does some work in turns, and measures how long that takes.
async fn work(
    world: &World,
    account: &Account,
    terms: CrowdTerms,
    client: Client,
    random: &mut Random,
) {
    let began = world.now();
    let mut worked = Duration::ZERO;
    for _ in 0..=random.below(12) {
        let Ok(mut turn) = account.wait(client, 1).await else {
            return world.violated(format!("{}: an honest client cannot wait", terms.spec.name));
        };
        let took = random.millis(5, 50);
        sleep(took).await;
        worked += took;
        turn.set_time_used(took);
    }
    let took = world.now() - began;
    // The turn that runs when it comes, and one that begins before its own, are not its own time. Nor is the first turn
    // of each of the others, if they came before it: nobody has used anything then, and nobody knows how long a turn
    // will take.
    let fair = worked.as_millis() as u64 * terms.networks;
    if took > 2 * fair + terms.longest_turn * (terms.networks + 4).max(16) {
        let name = terms.spec.name;
        world.violated(format!(
            "{name}: an honest client waited {took} ms for {worked:?} of work; its fair share is one of {}",
            terms.networks
        ));
    }
}

fn check_capacity(world: &World, account: &Account, terms: CrowdTerms) {
    if account.held() > terms.capacity {
        let (name, held) = (terms.spec.name, account.held());
        world.violated(format!("{name}: {held} units are held of {}", terms.capacity));
    }
}
