//! The decisions against a reference that divides by hand, and under random scripts of hostile clients.

#![allow(clippy::unwrap_used)] // a test may panic

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv6Addr};

use proptest::prelude::*;

use super::*;

/// The numbers of a client and of its networks below the root.
type Path = (u8, u8, u8);

/// The client with this path below the root.
fn client(wide: u8, middle: u8, own: u8) -> Client {
    let words = [0x2001, 0xdb8, wide.into(), u16::from(middle) << 8 | u16::from(own), 0, 0, 0, 1];
    Client::from_address(IpAddr::V6(Ipv6Addr::from(words)))
}

fn ipv4(last: u8) -> Client {
    Client::from_address(IpAddr::from([192, 0, 2, last]))
}

/// A tree, and its permits by client.
struct World {
    tree: Tree,
    permits: BTreeMap<u64, Client>,
    waiting: BTreeMap<u64, Client>,
}

impl World {
    fn new(capacity: u64, sharing: Sharing) -> Self {
        Self {
            tree: Tree::new(capacity, sharing),
            permits: BTreeMap::new(),
            waiting: BTreeMap::new(),
        }
    }

    fn settle(&mut self) {
        while let Some(Grant { waiter, permit }) = self.tree.serve() {
            let client = self.waiting.remove(&waiter).unwrap();
            self.permits.insert(permit, client);
        }
    }

    /// Asks for units. Revoked permits are returned immediately. Whether the units were granted.
    fn ask(&mut self, client: Client, units: u64) -> bool {
        let Some(waiter) = self.tree.enqueue(client, units) else { return false };
        self.waiting.insert(waiter, client);
        self.settle();
        for permit in self.tree.revoke_for(waiter).0 {
            self.release(permit);
        }
        if self.waiting.remove(&waiter).is_none() {
            return true;
        }
        self.tree.cancel(waiter);
        self.settle();
        false
    }

    fn release(&mut self, permit: u64) {
        self.permits.remove(&permit);
        self.tree.release(permit, None, None);
        self.settle();
    }

    /// Compares every ordered set with the nodes that it should have.
    fn check(&self) {
        let tree = &self.tree;
        for (index, node) in tree.nodes.iter().enumerate() {
            let live = node.children.values();
            let order: BTreeSet<_> = live.clone().filter_map(|&it| tree.order_key(it)).collect();
            let largest: BTreeSet<_> =
                live.clone().filter_map(|&it| tree.largest_key(it)).collect();
            assert_eq!((&node.order, &node.largest), (&order, &largest), "node {index}");
            if !node.children.is_empty() {
                let sum = |of: fn(&Node) -> u64| -> u64 {
                    live.clone().map(|&it| of(&tree.nodes[it])).sum()
                };
                assert_eq!(node.held, sum(|node| node.held));
                assert_eq!(node.revoked, sum(|node| node.revoked));
                assert_eq!(node.promised, sum(|node| node.promised));
            }
        }
        let spare = tree.permits.iter().filter(|(_, held)| held.priority == Priority::Spare);
        let spare: BTreeSet<_> = spare.map(|(permit, held)| (held.moment, *permit)).collect();
        assert_eq!(tree.spare, spare);
        assert!(tree.held() <= tree.capacity);
    }
}

/// Divides `capacity` among demands: everyone gets the demand, or as much as anyone gets.
fn water_fill(capacity: u64, demands: &[u64]) -> Vec<u64> {
    let mut shares = vec![0; demands.len()];
    for _ in 0..capacity {
        let poorest =
            (0..demands.len()).filter(|&i| shares[i] < demands[i]).min_by_key(|&i| shares[i]);
        let Some(poorest) = poorest else { break };
        shares[poorest] += 1;
    }
    shares
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// When no one can get more, each network and each client has what the reference gives it, up to one unit for each
    /// level of the tree.
    #[test]
    fn the_result_is_max_min_fair(
        capacity in 1_u64..60,
        demands in prop::collection::btree_map((0_u8..4, 0_u8..3, 0_u8..3), 0_u64..30, 1..20),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..200),
    ) {
        let mut world = World::new(capacity, Sharing::Held);
        let clients: Vec<_> = demands.iter().map(|(&(a, b, c), &units)| (client(a, b, c), units)).collect();
        let wants = |world: &World, (client, units): (Client, u64)| world.tree.held_by(client) < units;
        for index in order {
            let one = *index.get(&clients);
            if wants(&world, one) {
                world.ask(one.0, 1);
            }
        }
        let mut rounds = 0;
        while clients.iter().filter(|&&one| wants(&world, one) && world.ask(one.0, 1)).count() > 0 {
            rounds += 1;
            prop_assert!(rounds < 1000, "units go back and forth");
        }
        world.check();
        // At each node, the children divide what the node has.
        let held = |nodes: &[(Client, u64)]| -> u64 { nodes.iter().map(|&(client, _)| world.tree.held_by(client)).sum() };
        let all: Vec<_> = demands.iter().map(|(&path, &units)| (path, client(path.0, path.1, path.2), units)).collect();
        let groups: [fn(Path) -> Path; 4] =
            [|_| (0, 0, 0), |(a, _, _)| (a, 0, 0), |(a, b, _)| (a, b, 0), |path| path];
        for level in 0..3 {
            let mut parents = BTreeMap::<_, BTreeMap<_, Vec<(Client, u64)>>>::new();
            for &(path, client, units) in &all {
                let children = parents.entry(groups[level](path)).or_default();
                children.entry(groups[level + 1](path)).or_default().push((client, units));
            }
            for children in parents.into_values() {
                let own: u64 = children.values().map(|it| held(it)).sum();
                let wanted: Vec<u64> = children.values().map(|it| it.iter().map(|(_, units)| units).sum()).collect();
                for (share, group) in water_fill(own, &wanted).into_iter().zip(children.values()) {
                    prop_assert!(share.abs_diff(held(group)) <= 1, "{share} against {}", held(group));
                }
            }
        }
        prop_assert_eq!(world.tree.held(), capacity.min(demands.values().sum()));
    }

    /// Whatever hostile clients ask, return and keep: an honest client gets what it asks for, or half of its fair
    /// share.
    #[test]
    fn an_honest_client_keeps_half_of_its_fair_share(
        capacity in 16_u64..200,
        honest in 1_u64..40,
        script in prop::collection::vec((0_u8..6, 0_u8..3, 0_u8..3, 1_u64..5, any::<bool>()), 1..300),
    ) {
        let mut world = World::new(capacity, Sharing::Held);
        let one = ipv4(1);
        for (step, &(a, b, c, units, returns)) in script.iter().enumerate() {
            let hostile = client(a, b, c);
            if returns && let Some((&permit, _)) = world.permits.iter().find(|(_, of)| **of == hostile) {
                world.release(permit);
            } else {
                world.ask(hostile, units);
            }
            if step % 7 == 0 {
                while world.tree.held_by(one) < honest && world.ask(one, 1) {}
            }
        }
        while world.tree.held_by(one) < honest && world.ask(one, 1) {}
        world.check();
        // Six hostile networks at most, and its own.
        let half = capacity / 7 / 2;
        let held = world.tree.held_by(one);
        prop_assert!(held >= honest.min(half), "{held} of {honest}, the half is {half}");
    }

    /// After any script, when everything is returned, the tree is empty.
    #[test]
    fn nothing_is_left_when_everything_is_returned(
        timed in any::<bool>(),
        script in prop::collection::vec((0_u8..9, 0_u8..4, 0_u8..3, 1_u64..5, any::<prop::sample::Index>()), 1..200),
    ) {
        let sharing = if timed { Sharing::Timed } else { Sharing::Held };
        let mut world = World::new(12, sharing);
        for (what, a, b, units, index) in script {
            let permits: Vec<u64> = world.permits.keys().copied().collect();
            let waiting: Vec<u64> = world.waiting.keys().copied().collect();
            let permit = (!permits.is_empty()).then(|| *index.get(&permits));
            match (what, permit) {
                (0..=3, _) => {
                    if let Some(waiter) = world.tree.enqueue(client(a, b, 0), units) {
                        world.waiting.insert(waiter, client(a, b, 0));
                        if what > 1 {
                            // Some revoked permits are never returned by their holders.
                            world.tree.revoke_for(waiter);
                        }
                    }
                }
                (4, Some(permit)) => {
                    if let Some(waiter) = world.tree.enqueue_growth(permit, units) {
                        world.waiting.insert(waiter, world.permits[&permit]);
                    }
                }
                (5, Some(permit)) => {
                    let spare = [Priority::Idle, Priority::Spare][permit as usize % 2];
                    world.tree.set_priority(permit, spare);
                }
                (6, Some(permit)) => {
                    world.tree.release(permit, Some(units), None);
                    if !world.tree.permits.contains_key(&permit) {
                        world.permits.remove(&permit);
                        let gone: Vec<u64> = world.tree.waiters.iter()
                            .filter(|(_, waiter)| waiter.grows == Some(permit)).map(|(&it, _)| it).collect();
                        for waiter in gone {
                            world.tree.cancel(waiter);
                            world.waiting.remove(&waiter);
                        }
                    }
                }
                (7, _) if !waiting.is_empty() => {
                    let waiter = *index.get(&waiting);
                    world.tree.cancel(waiter);
                    world.waiting.remove(&waiter);
                }
                (8, Some(permit)) if !world.tree.waiters.values().any(|it| it.grows == Some(permit)) => {
                    world.permits.remove(&permit);
                    world.tree.release(permit, None, Some(Duration::from_millis(units * 20)));
                }
                _ => {}
            }
            world.settle();
            world.check();
        }
        for waiter in std::mem::take(&mut world.waiting).into_keys() {
            world.tree.cancel(waiter);
        }
        for permit in std::mem::take(&mut world.permits).into_keys() {
            world.tree.release(permit, None, Some(Duration::from_millis(1)));
        }
        let tree = &world.tree;
        prop_assert_eq!((tree.size(), tree.held(), tree.resting), (0, 0, 0));
        prop_assert!(tree.permits.is_empty() && tree.waiters.is_empty());
    }

    /// A permit that is granted at once leaves the tree as one that was waited for.
    #[test]
    fn a_grant_is_what_a_waiter_gets(
        capacity in 1_u64..20,
        per_client in 1_u64..8,
        script in prop::collection::vec((0_u8..3, 0_u8..2, 0_u8..3, 0_u64..5, 0_u8..4), 1..100),
    ) {
        let mut worlds = [0, 1].map(|_| World::new(capacity, Sharing::Held));
        for (a, b, c, units, what) in script {
            let one = client(a, b, c);
            let [direct, waited] = worlds.each_mut().map(|world| {
                world.tree.per_client = per_client;
                let own = world.permits.iter().find(|(_, of)| **of == one).map(|(&permit, _)| permit);
                match (what, own) {
                    (0, Some(permit)) => world.release(permit),
                    (1, Some(permit)) => world.tree.set_priority(permit, Priority::Idle),
                    _ => return true,
                }
                false
            });
            prop_assert_eq!(direct, waited);
            if direct {
                let [direct, waited] = &mut worlds;
                let granted = direct.tree.grant(one, units).map(|permit| direct.permits.insert(permit, one));
                let is_granted = granted.is_some() || direct.ask(one, units);
                prop_assert_eq!(is_granted, waited.ask(one, units));
            }
            let held = worlds.each_ref().map(|world| {
                world.check();
                let clients = (0..18).map(|i| world.tree.held_by(client(i / 6, i / 3 % 2, i % 3)));
                (world.tree.size(), world.tree.held(), clients.collect::<Vec<_>>())
            });
            prop_assert_eq!(&held[0], &held[1]);
        }
    }

    /// Networks that always have work get the same time, however many clients each has and however long its slices are.
    #[test]
    fn turns_are_shared_by_time(slices in prop::collection::vec((0_u8..4, 0_u8..3, 1_u64..50), 2..12)) {
        let mut world = World::new(1, Sharing::Timed);
        let mut used = BTreeMap::<u8, u64>::new();
        let slices: BTreeMap<_, _> = slices.into_iter().map(|(a, b, millis)| ((a, b), millis)).collect();
        let of: HashMap<_, _> = slices.keys().map(|&(a, b)| (client(a, b, 0), (a, b))).collect();
        for &(a, b) in slices.keys() {
            let waiter = world.tree.enqueue(client(a, b, 0), 1).unwrap();
            world.waiting.insert(waiter, client(a, b, 0));
        }
        for _ in 0..500 {
            world.settle();
            let (permit, client) = world.permits.pop_first().unwrap();
            let path = of[&client];
            *used.entry(path.0).or_default() += slices[&path];
            // It asks again before it gives the turn back, and then it is still the turn of others.
            let waiter = world.tree.enqueue(client, 1).unwrap();
            world.waiting.insert(waiter, client);
            world.tree.release(permit, None, Some(Duration::from_millis(slices[&path])));
        }
        let most = used.values().max().unwrap();
        let least = used.values().min().unwrap();
        prop_assert!(most - least <= 100, "{used:?}");
    }
}

/// Three clients with one unit each: a fourth gets nothing but what has been idle for long, the longest first.
#[test]
fn a_spare_permit_gives_way_to_a_client_that_holds_as_much() {
    let mut world = World::new(3, Sharing::Held);
    for wide in 1..4 {
        assert!(world.ask(client(wide, 0, 0), 1));
    }
    let permits: Vec<_> = world.permits.keys().copied().collect();
    for &permit in &permits {
        world.tree.set_priority(permit, Priority::Idle);
        assert!(!world.ask(client(4, 0, 0), 1), "idle is not enough");
    }
    for &permit in permits[..2].iter().rev() {
        world.tree.set_priority(permit, Priority::Spare);
    }
    assert!(world.ask(client(4, 0, 0), 1));
    let left: Vec<_> = world.permits.values().copied().collect();
    assert!(!left.contains(&client(1, 0, 0)) && left.contains(&client(2, 0, 0)));
    // One that works again is spare no more.
    world.tree.set_priority(permits[1], Priority::Working);
    assert!(!world.ask(client(5, 0, 0), 1));
}

#[test]
fn the_largest_holder_gives_way_and_its_idle_permits_first() {
    let mut world = World::new(6, Sharing::Held);
    for one in
        [client(1, 0, 0), client(1, 0, 0), client(1, 1, 0), client(1, 0, 0), ipv4(1), ipv4(1)]
    {
        assert!(world.ask(one, 1));
    }
    let largest: Vec<u64> =
        world.permits.iter().filter(|(_, of)| **of == client(1, 0, 0)).map(|(&it, _)| it).collect();
    world.tree.set_priority(largest[1], Priority::Idle);
    let waiter = world.tree.enqueue(client(2, 0, 0), 1).unwrap();
    assert_eq!(world.tree.revoke_for(waiter), (vec![largest[1]], true));
    world.tree.cancel(waiter);
    // Within its network a client with one unit less has nothing to ask for.
    assert!(!world.ask(ipv4(1), 1) && !world.ask(client(1, 0, 0), 1));
}

/// A client that comes new is served next, however many slices of others wait.
#[test]
fn a_new_client_waits_for_one_slice() {
    let mut world = World::new(1, Sharing::Timed);
    for i in 0..100 {
        for network in 0..64 {
            let one = client(network, i, 0);
            let waiter = world.tree.enqueue(one, 1).unwrap();
            world.waiting.insert(waiter, one);
        }
    }
    for _ in 0..1000 {
        world.settle();
        let (permit, _) = world.permits.pop_first().unwrap();
        world.tree.release(permit, None, Some(Duration::from_millis(50)));
    }
    world.settle();
    let waiter = world.tree.enqueue(ipv4(1), 1).unwrap();
    world.waiting.insert(waiter, ipv4(1));
    let mut slices = 0;
    while !world.permits.values().any(|of| *of == ipv4(1)) {
        slices += 1;
        let (permit, _) = world.permits.pop_first().unwrap();
        world.tree.release(permit, None, Some(Duration::from_millis(50)));
        world.settle();
    }
    assert_eq!(slices, 1, "the slice that ran");
}

/// A client that asks for one turn after the other, and is idle in between, does not come before those who wait.
#[test]
fn a_pause_does_not_forget_the_time_used() {
    let mut world = World::new(1, Sharing::Timed);
    let (serial, patient) = (ipv4(1), client(1, 1, 1));
    for _ in 0..3 {
        let waiter = world.tree.enqueue(patient, 1).unwrap();
        world.waiting.insert(waiter, patient);
    }
    let mut order = String::new();
    for _ in 0..6 {
        if !world.waiting.values().any(|of| *of == serial) {
            let waiter = world.tree.enqueue(serial, 1).unwrap();
            world.waiting.insert(waiter, serial);
        }
        world.settle();
        let (permit, of) = world.permits.pop_first().unwrap();
        order.push(if of == serial { 's' } else { 'p' });
        world.tree.release(permit, None, Some(Duration::from_millis(50)));
    }
    assert_eq!(order, "pspsps");
}
