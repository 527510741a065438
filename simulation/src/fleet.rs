//! Nodes: fetchers with a clock, a network and a store of their own or in common, which are killed and started again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use maycrawl_fetch::{Clock, ClockReading, Fetcher, Policy, Store, Timestamp};
use tokio::time::sleep;

use crate::network::{NodeNetwork, REDIS};
use crate::oracle::{Documents, Terms};
use crate::random::Random;
use crate::stores::Disk;
use crate::world::{Event, HOUR, Incarnation, World};

/// When simulations begin: 2026-01-01.
pub(crate) const BEGINNING: Timestamp = Timestamp::from_millis(1_767_225_600_000);

/// What nodes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreKind {
    /// Nothing: each node has its memory.
    Memory,
    Disk,
    Redis,
}

/// What is wrong with a fleet, to see that the simulator can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// One answer of a firewall replaces a known file.
    BelievesFirewalls,
    /// It follows another policy than it says.
    OtherPolicy,
    /// Its clocks are two hours ahead, and nobody has set them.
    ClockAhead,
}

/// How the fleet is configured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) policy: Policy,
    pub(crate) store: StoreKind,
    pub(crate) nodes: usize,
    pub(crate) probes: bool,
    pub(crate) stores_unreached: bool,
    pub(crate) clocks_jump: bool,
    pub(crate) flaw: Option<Flaw>,
}

impl Setup {
    pub(crate) fn random(random: &mut Random) -> Self {
        let policies = [
            Policy::Google2021,
            Policy::Google2021,
            Policy::Google2026,
            Policy::Google2019,
            Policy::Rfc9309,
        ];
        Self {
            policy: random.pick(&policies),
            store: random.pick(&[StoreKind::Memory, StoreKind::Disk, StoreKind::Redis]),
            nodes: 1 + random.index(3),
            probes: random.percent(60),
            stores_unreached: random.percent(50),
            clocks_jump: random.percent(20),
            flaw: None,
        }
    }

    fn followed_policy(&self) -> Policy {
        match (self.flaw, self.policy) {
            (Some(Flaw::OtherPolicy), Policy::Google2026) => Policy::Google2021,
            (Some(Flaw::OtherPolicy), _) => Policy::Google2026,
            (_, policy) => policy,
        }
    }

    pub(crate) fn terms(&self) -> Terms {
        Terms {
            documents: Documents::of(self.policy),
            is_shared: self.store != StoreKind::Memory,
            probes: self.probes,
        }
    }
}

pub(crate) struct Fleet {
    pub(crate) world: Arc<World>,
    pub(crate) setup: Setup,
    nodes: Mutex<Vec<Node>>,
}

struct Node {
    who: Incarnation,
    /// `None` while the node is down.
    running: Option<(Fetcher, Arc<NodeNetwork>, Clock)>,
    /// Milliseconds by which the wall clock is ahead.
    ahead: i64,
}

impl Fleet {
    pub(crate) fn new(world: &Arc<World>, setup: Setup) -> Arc<Self> {
        let nodes = (0..setup.nodes)
            .map(|node| Node { who: Incarnation { node, restarts: 0 }, running: None, ahead: 0 })
            .collect();
        let fleet = Self { world: Arc::clone(world), setup, nodes: Mutex::new(nodes) };
        (0..setup.nodes).for_each(|node| fleet.start(node));
        Arc::new(fleet)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Node>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A node that runs, as a load balancer picks one; `None` if that one is down.
    pub(crate) fn pick(&self, random: &mut Random) -> Option<(Incarnation, Fetcher)> {
        let nodes = self.lock();
        let node = &nodes[random.index(nodes.len())];
        node.running.as_ref().map(|(fetcher, ..)| (node.who, fetcher.clone()))
    }

    /// Whether the incarnation still runs.
    pub(crate) fn runs(&self, who: Incarnation) -> bool {
        self.lock().iter().any(|node| node.who == who && node.running.is_some())
    }

    /// All fetchers that run.
    pub(crate) fn fetchers(&self) -> Vec<Fetcher> {
        self.lock().iter().filter_map(|node| Some(node.running.as_ref()?.0.clone())).collect()
    }

    fn start(&self, node: usize) {
        let (who, ahead) = {
            let node = &self.lock()[node];
            (node.who, node.ahead)
        };
        let network = NodeNetwork::new(&self.world, who);
        let clock = Clock::running(self.reading(ahead));
        let store = match self.setup.store {
            StoreKind::Memory => Store::memory(64 << 20),
            StoreKind::Disk => Store::custom(Disk(Arc::clone(&self.world))),
            StoreKind::Redis => Store::simulated_redis(Arc::clone(&network) as _, REDIS),
        };
        let fetcher = Fetcher::builder()
            .policy(self.setup.followed_policy())
            .store(store)
            .user_agent("SimulatedBot/1.0")
            .network(Arc::clone(&network) as _)
            .clock(clock.clone())
            .probe_failing_sites(self.setup.probes)
            .store_unreached(self.setup.stores_unreached)
            .confirm_refusals(self.setup.flaw != Some(Flaw::BelievesFirewalls))
            .max_concurrent(MAX_FETCHES)
            .max_per_address(MAX_PER_ADDRESS)
            // Without a limit for one client, sharing alone has to protect the honest ones.
            .fetches_per_client(MAX_FETCHES)
            .slot_timeout(Duration::from_secs(5))
            .build();
        match fetcher {
            Ok(fetcher) => self.lock()[node].running = Some((fetcher, network, clock)),
            Err(error) => self.world.violated(format!("a fetcher cannot be built: {error}")),
        }
    }

    fn reading(&self, ahead: i64) -> ClockReading {
        let is_ahead = self.setup.flaw == Some(Flaw::ClockAhead);
        let ahead = ahead + if is_ahead { 2 * HOUR as i64 } else { 0 };
        let true_time = BEGINNING.after(self.world.start.elapsed()).as_millis();
        let wall = Timestamp::from_millis(true_time.saturating_add_signed(ahead));
        ClockReading { wall, steady: self.world.start.elapsed() }
    }

    /// Ends a node at once, as a loss of power does.
    fn kill(&self, node: usize) {
        let ended = self.lock()[node].running.take();
        if let Some((_, network, _)) = ended {
            network.kill();
            self.world.abandoned(node);
        }
    }

    /// Sets the clock of a node.
    fn set_clock(&self, node: usize, ahead: i64) {
        let mut nodes = self.lock();
        nodes[node].ahead = ahead;
        if let Some((_, _, clock)) = &nodes[node].running {
            clock.set(self.reading(ahead));
        }
    }
}

/// Fetches at a time of one node. Smaller than in a service, so that an attack needs few tasks.
pub(crate) const MAX_FETCHES: usize = 128;
/// Connections at a time to one address.
pub(crate) const MAX_PER_ADDRESS: usize = 8;

/// The life of a node: it is killed and started again, and its clock is set.
pub(crate) async fn live(fleet: Arc<Fleet>, node: usize, mut random: Random) {
    let world = Arc::clone(&fleet.world);
    loop {
        sleep(random.scale(7200, 30 * 86_400)).await;
        if fleet.setup.clocks_jump && random.percent(50) {
            let size = random.scale(120, 400 * 86_400).as_millis() as i64;
            let ahead = if random.percent(30) {
                0
            } else if random.percent(50) {
                size
            } else {
                -size
            };
            let now = world.now();
            {
                let mut state = world.lock();
                state.clock_jumps += 1;
                state.clock_skew = state.clock_skew.max(ahead.unsigned_abs());
                state.log(now, Event::ClockJumped(node, ahead / 1000));
            }
            fleet.set_clock(node, ahead);
            continue;
        }
        fleet.kill(node);
        sleep(if random.percent(70) { Duration::from_secs(1) } else { random.scale(60, 86_400) })
            .await;
        let who = {
            let mut nodes = fleet.lock();
            nodes[node].who.restarts += 1;
            nodes[node].who
        };
        world.log(Event::Restarted(who));
        fleet.start(node);
    }
}
