//! Clients: honest ones, whose answers are judged, and hostile ones, which try to change them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use maycrawl::{Crawler, Origin};
use maycrawl_fetch::{Basis, Fetcher, OriginRobots, ResourceLimits};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::fleet::{BEGINNING, Fleet, StoreKind};
use crate::random::Random;
use crate::site::{PATHS, SECRET, host_name};
use crate::world::{Doing, Event, Incarnation, MINUTE, Mask, Moment, SECOND, World};
use crate::{model, oracle};

/// A client of the fleet.
pub(crate) struct Client {
    pub(crate) fleet: Arc<Fleet>,
    pub(crate) number: u32,
    pub(crate) address: IpAddr,
    pub(crate) sites: usize,
    pub(crate) random: Random,
    /// Whether the last answer rested on no file.
    pub(crate) is_worried: bool,
}

/// An honest client: it asks now and then, often twice in a short time.
pub(crate) async fn honest(mut client: Client) {
    let mut site = 0;
    loop {
        let pause = match client.random.below(100) {
            // Somebody who was told that a site does not answer comes back soon.
            0..60 if client.is_worried => client.random.scale(5, 7200),
            0..15 => client.random.millis(200, 3000),
            15..35 => client.random.scale(30, 600),
            35..60 => client.random.scale(600, 7200),
            _ => client.random.scale(7200, 2 * 86_400),
        };
        sleep(pause).await;
        if !client.is_worried || client.random.percent(30) {
            site = client.random.index(client.sites);
        }
        client.ask(site).await;
    }
}

impl Client {
    fn of(&self, fetcher: &Fetcher) -> Fetcher {
        fetcher.for_address(self.address)
    }

    fn origin(site: usize) -> Origin {
        Origin::parse(&format!("http://{}", host_name(site))).expect("a host name makes an origin")
    }

    /// Asks for a site, and has the answer judged.
    pub(crate) async fn ask(&mut self, site: usize) {
        let Some((who, fetcher)) = self.fleet.pick(&mut self.random) else { return };
        let (fetcher, origin) = (self.of(&fetcher), Self::origin(site));
        let started = self.fleet.world.now();
        let what = match self.random.below(100) {
            0..82 => "check",
            82..92 => "refresh",
            92..96 => "fetch",
            _ => "page",
        };
        let patience = self.random.percent(6).then(|| self.random.millis(1, 4000));
        let asking = async {
            let _forcing = matches!(what, "refresh" | "fetch")
                .then(|| Meanwhile::new(&self.fleet.world, Doing::Forced(site)));
            match what {
                "check" => Some(fetcher.robots_of(&origin).await),
                "refresh" => Some(fetcher.refresh(&origin).await),
                "fetch" => Some(fetcher.fetch(&origin).await.1),
                _ => {
                    self.page(&fetcher, &format!("{origin}/p1")).await;
                    None
                }
            }
        };
        let answer = match patience {
            Some(patience) => timeout(patience, asking).await.unwrap_or_else(|_| {
                self.fleet.world.abandoned(who.node);
                None
            }),
            None => asking.await,
        };
        // Waiters of one flight are woken in any order. So clients with an answer at the same moment speak in the order
        // of their numbers.
        sleep(Duration::from_millis(u64::from(self.number) + 1)).await;
        if let Some(answer) = answer {
            self.is_worried = answer.basis() != Basis::File;
            self.judge(who, site, started, what, &answer);
        }
    }

    async fn page(&self, fetcher: &Fetcher, url: &str) {
        let got = async {
            let mut response = fetcher.get(url, ResourceLimits::default()).await.ok()?;
            while let Ok(Some(_)) = response.chunk().await {}
            Some(response.status())
        };
        let paging = Meanwhile::new(&self.fleet.world, Doing::Page);
        let got = got.await;
        drop(paging);
        let outcome = match got {
            Some(200) => "200",
            Some(_) => "another status",
            None => "failed",
        };
        self.fleet.world.log(Event::Other { client: self.number, what: "page", outcome });
    }

    fn judge(
        &self,
        who: Incarnation,
        site: usize,
        started: Moment,
        what: &'static str,
        robots: &OriginRobots,
    ) {
        let world = &self.fleet.world;
        if !self.fleet.runs(who) {
            return; // nobody hears what a dead node says
        }
        let allowed = allowed(site, robots);
        let (client, basis) = (self.number, robots.basis().name());
        if robots.is_busy() {
            return self.judge_busy(who, site, allowed, robots);
        }
        world.log(Event::Asked { client, who, site, what, allowed, basis });
        let now = world.now();
        let version = robots.entry().version();
        let first_seen =
            version.map(|it| it.first_seen.as_millis().saturating_sub(BEGINNING.as_millis()));
        let answer = oracle::Answer { site, who, started, now, allowed, first_seen };
        let terms = self.fleet.setup.terms();
        let judged = oracle::judge(&world.lock(), terms, answer);
        let judged = judged.and_then(|()| {
            let mut state = world.lock();
            // Others may have told this node something, or its clock or its store is not right.
            let store = &state.store;
            let is_alone = self.fleet.setup.nodes == 1
                && store.lost_at.is_none()
                && store.faulty_until == 0
                && !store.is_faulty();
            let knows_all = state.clock_jumps == 0 && (!terms.is_shared || is_alone);
            let about = &state.sites[site];
            if !knows_all || about.redirects_to.is_some() || !about.may_have_file {
                return Ok(());
            }
            let is_exact = model::judge(&state, terms, answer)?;
            state.exact += u64::from(is_exact);
            Ok(())
        });
        if let Err(wrong) = judged {
            world.violated(format!("node {} says {basis}: {wrong}; {robots}", who.node));
        }
        self.judge_time(answer, what);
        if allowed != 0 {
            self.judge_store(site, robots, now);
        }
    }

    /// A site that is known and healthy is answered for soon, whatever other sites and clients do.
    fn judge_time(&self, answer: oracle::Answer, what: &'static str) {
        let took = answer.now - answer.started;
        if took > LONGEST_LOOKUP {
            let state = self.fleet.world.lock();
            // Where a redirect leads, the name counts as a new one, and attackers of many networks share its few slots.
            let is_direct = state.sites[answer.site].redirects_to.is_none();
            let is_slow = is_direct
                && oracle::is_known_and_healthy(&state, answer)
                && state.store.has_worked_since(answer.started);
            drop(state);
            if is_slow {
                let site = answer.site;
                let why = format!("a {what} of the healthy site {site} took {took} ms");
                self.fleet.world.violated(why);
            }
        }
    }

    /// What a node has answered for a while is stored, unless the store was at fault.
    fn judge_store(&self, site: usize, robots: &OriginRobots, now: Moment) {
        let state = self.fleet.world.lock();
        if self.fleet.setup.store == StoreKind::Memory || state.clock_jumps > 0 {
            return;
        }
        // Names that never answered are not stored, so that an attacker cannot fill the store with them.
        if !self.fleet.setup.stores_unreached && robots.entry().version().is_none() {
            return;
        }
        let fetched = robots.entry().last_fetch().at.as_millis() - BEGINNING.as_millis();
        // The fetch, and the longest time that a store may take.
        let is_due = fetched + 45 * SECOND < now && state.store.has_worked_since(fetched);
        let origin = robots.origin().as_str();
        if is_due
            && state.store.lost_at.is_none_or(|lost| lost < fetched)
            && !state.store.has_since(origin, fetched)
        {
            drop(state);
            self.fleet
                .world
                .violated(format!("what is known of site {site} is not stored; {robots}"));
        }
    }
}

/// The longest time of a lookup of a known and healthy site: two answers of the site, the wait for a slot that is taken
/// back, and the lease of a node that was killed while it fetched the same site.
const LONGEST_LOOKUP: Moment = 7 * SECOND;

impl Client {
    /// Nothing is known and no slot was free: never for a site that has given a file, and never something open.
    fn judge_busy(&self, who: Incarnation, site: usize, allowed: Mask, robots: &OriginRobots) {
        let world = &self.fleet.world;
        world.log(Event::Asked {
            client: self.number,
            who,
            site,
            what: "busy",
            allowed,
            basis: "busy",
        });
        let state = world.lock();
        let is_attacked = state.attacks > 0 || state.attacked_until + MINUTE > world.now();
        drop(state);
        if allowed != 0 || robots.has_file() {
            world.violated(format!("busy, and {allowed:07b} is allowed; {robots}"));
        } else if !is_attacked {
            world.violated(format!("node {} is busy, and nobody attacks it; {robots}", who.node));
        } else if robots.entry().version().is_some() {
            world.violated(format!("an honest client gets no slot for a known site; {robots}"));
        }
    }
}

/// A client does this as long as it lives.
struct Meanwhile {
    world: Arc<World>,
    doing: Doing,
}

impl Meanwhile {
    fn new(world: &Arc<World>, doing: Doing) -> Self {
        world.does(doing, true);
        Self { world: Arc::clone(world), doing }
    }
}

impl Drop for Meanwhile {
    fn drop(&mut self) {
        self.world.does(self.doing, false);
    }
}

/// The paths that a crawler may fetch.
fn allowed(site: usize, robots: &OriginRobots) -> Mask {
    let rules = robots.rules_for(&Crawler::GOOGLEBOT);
    let origin = format!("http://{}", host_name(site));
    let path = |bit: usize| match bit {
        PATHS => format!("{origin}/secret"),
        bit => format!("{origin}/p{bit}"),
    };
    let is_allowed = |bit: &usize| rules.check(&path(*bit)).is_allowed();
    (0..=PATHS).filter(is_allowed).fold(0, |mask, bit| mask | 1 << bit)
}

/// Which addresses an attacker has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Addresses {
    /// The 256 networks of a household.
    OneHousehold,
    /// One network each of many companies.
    ManyCompanies,
    /// The addresses of one IPv4 network.
    OneProvider,
    /// One IPv4 address each of many networks.
    ManyProviders,
}

impl Addresses {
    pub(crate) const ALL: [Self; 4] =
        [Self::OneHousehold, Self::ManyCompanies, Self::OneProvider, Self::ManyProviders];

    /// The number of large networks (/48, /24) that the given number of addresses have.
    pub(crate) fn networks(self, addresses: u16) -> u64 {
        match self {
            Self::OneHousehold | Self::OneProvider => 1,
            Self::ManyCompanies | Self::ManyProviders => addresses.into(),
        }
    }

    /// The address with this number.
    pub(crate) fn address(self, number: u16) -> IpAddr {
        let low = number as u8;
        match self {
            Self::OneHousehold => v6([0x2001, 0x470, 1, number & 0xff, 0, 0, 0, 1]),
            Self::ManyCompanies => v6([0x2001, 0x470, number + 2, 0, 0, 0, 0, 1]),
            Self::OneProvider => Ipv4Addr::new(203, 0, 113, low).into(),
            Self::ManyProviders => Ipv4Addr::new(100, 64, low, 1).into(),
        }
    }
}

fn v6(segments: [u16; 8]) -> IpAddr {
    Ipv6Addr::from(segments).into()
}

/// An attacker: it does nothing for days, and then one attack.
pub(crate) async fn hostile(mut client: Client, hosts: usize) {
    loop {
        sleep(client.random.scale(86_400, 30 * 86_400)).await;
        let site = client.random.index(client.sites);
        let world = Arc::clone(&client.fleet.world);
        let kind = client.random.below(6);
        let what = [
            "provokes firewalls",
            "refreshes",
            "holds fetches",
            "holds an address",
            "names insiders",
            "provokes for days",
        ][kind as usize];
        {
            let now = world.now();
            let mut state = world.lock();
            state.log(now, Event::Attack(what, site));
            // Only these two take slots. While one runs, an honest client may be told that a node is busy.
            state.attacks += usize::from((2..4).contains(&kind));
        }
        match kind {
            0 => client.provoke(site, 20, 60).await,
            1 => client.refresh(site).await,
            2 => client.hold(None).await,
            3 => {
                let host = client.random.index(hosts);
                client.hold(Some(host)).await;
            }
            4 => client.name_insiders().await,
            _ => client.provoke(site, 60, 3600).await,
        }
        let now = world.now();
        let mut state = world.lock();
        if (2..4).contains(&kind) {
            state.attacks -= 1;
            state.attacked_until = now;
        }
        state.log(now, Event::Attack("ends", site));
    }
}

impl Client {
    /// Makes the firewall of a site refuse the node, and asks for its robots.txt then.
    async fn provoke(&mut self, site: usize, times: u32, pause: u64) {
        for _ in 0..times {
            if let Some((_, fetcher)) = self.fleet.pick(&mut self.random) {
                let fetcher = self.of(&fetcher);
                self.page(&fetcher, &format!("http://{}/attack<script>", host_name(site))).await;
            }
            self.ask(site).await;
            let long = self.random.scale(pause, 4 * pause);
            sleep(long).await;
        }
    }

    async fn refresh(&mut self, site: usize) {
        for _ in 0..100 {
            let Some((who, fetcher)) = self.fleet.pick(&mut self.random) else { return };
            let started = self.fleet.world.now();
            let forcing = Meanwhile::new(&self.fleet.world, Doing::Forced(site));
            let robots = self.of(&fetcher).refresh(&Self::origin(site)).await;
            drop(forcing);
            self.judge(who, site, started, "refresh", &robots);
            sleep(self.random.millis(100, 20_000)).await;
        }
    }

    /// Holds fetches with sites that never answer, or, with names that lead to the address of `host`, its connections.
    async fn hold(&mut self, host: Option<usize>) {
        let addresses = self.random.pick(&Addresses::ALL);
        let Some((_, fetcher)) = self.fleet.pick(&mut self.random) else { return };
        let mut tasks = JoinSet::new();
        let until = self.fleet.world.now() + 40 * SECOND;
        let victims = self.random.index(self.sites);
        for number in 0..48 {
            let fetcher = fetcher.for_address(addresses.address(number));
            let world = Arc::clone(&self.fleet.world);
            let mut random = self.random.fork(u64::from(number));
            tasks.spawn(async move {
                while world.now() < until {
                    let zone = host.map_or("slow".to_owned(), |host| format!("at{host}"));
                    let speed = if number % 2 == 0 { 'x' } else { 'y' };
                    let name =
                        format!("http://{speed}{}.{zone}.example.net/", random.below(1 << 40));
                    let robots = fetcher.robots_for(&name).await;
                    drop(robots);
                    sleep(random.millis(50, 3000)).await;
                }
            });
        }
        // Meanwhile an honest client asks.
        while self.fleet.world.now() < until {
            sleep(Duration::from_secs(11)).await;
            self.ask(victims).await;
        }
        while tasks.join_next().await.is_some() {}
    }

    /// Asks for names that lead into the network of the fleet.
    async fn name_insiders(&mut self) {
        let Some((_, fetcher)) = self.fleet.pick(&mut self.random) else { return };
        for _ in 0..5 {
            let name = format!("http://x{}.inside.example.net/", self.random.below(1 << 40));
            if let Ok(robots) = self.of(&fetcher).robots_for(&name).await
                && robots.rules_for(&Crawler::GOOGLEBOT).check(&name).is_allowed()
            {
                self.fleet.world.violated("a name that leads inside is allowed".to_owned());
            }
        }
    }
}

/// The address of an honest client, in a large network of its own.
pub(crate) fn honest_address(number: u32) -> IpAddr {
    if number.is_multiple_of(2) {
        v6([0x2001, 0xdb9, number as u16, 0, 0, 0, 0, 1])
    } else {
        Ipv4Addr::new(198, 51, number as u8, 1).into()
    }
}

const _: () = assert!(SECRET as usize == 1 << PATHS);
