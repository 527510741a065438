//! What the simulator knows: the sites, what each of them said to whom and when, the faults, and the log of events.
//!
//! Actors change it in one thread, under one lock that is never held across an `await`.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::site::Site;

/// A moment: milliseconds of virtual time since the simulation began.
pub(crate) type Moment = u64;

pub(crate) const SECOND: Moment = 1000;
pub(crate) const MINUTE: Moment = 60 * SECOND;
pub(crate) const HOUR: Moment = 60 * MINUTE;
pub(crate) const DAY: Moment = 24 * HOUR;

/// Events that are shown with a violation.
const LOG_TAIL: usize = 60;

/// A node and its number of restarts: a restart forgets what the node knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Incarnation {
    pub(crate) node: usize,
    pub(crate) restarts: u32,
}

/// Which of the paths a file forbids: a bit for each.
pub(crate) type Mask = u16;

/// What a site said to a request for its robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Said {
    /// A whole file, and its `max-age`.
    File(Mask, Option<u32>),
    /// There is no file: 404 or 410.
    Missing(u16),
    /// A firewall's web page, or an empty body, with this status 2xx.
    Challenge(u16),
    /// 401, 403, 429 or another 4xx, or redirects without end (301), and `Retry-After`.
    Refusal(u16, Option<u32>),
    /// 5xx, and `Retry-After`.
    Error(u16, Option<u32>),
    /// Nothing, a part, or something that is not HTTP.
    Broken,
}

impl Said {
    /// What is compared with the next answer: without the time that it may be kept.
    pub(crate) const fn content(self) -> Self {
        match self {
            Self::File(forbidden, _) => Self::File(forbidden, None),
            Self::Refusal(status, _) => Self::Refusal(status, None),
            other => other,
        }
    }

    /// Whether it is no robots.txt, and no failure either.
    pub(crate) const fn is_doubtful(self) -> bool {
        matches!(self, Self::Missing(_) | Self::Refusal(..) | Self::Challenge(_))
    }
}

/// A request for a robots.txt and what the site said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub(crate) at: Moment,
    pub(crate) who: Incarnation,
    pub(crate) said: Said,
    /// False if the fetch may have been given up before it ended, so that the node may not know.
    pub(crate) is_certain: bool,
    /// False if the site was perhaps not asked, or the fetch perhaps lost its slot.
    pub(crate) is_exact: bool,
    /// Whether a client may have forced the fetch.
    pub(crate) may_be_forced: bool,
}

/// An event, for the log.
#[derive(Clone, Debug, Hash)]
pub(crate) enum Event {
    Site(usize, Incarnation, Said),
    Changed(usize, Mask),
    Behaves(usize, crate::site::Behaviour),
    Firewall(usize, Incarnation, &'static str),
    Asked {
        client: u32,
        who: Incarnation,
        site: usize,
        what: &'static str,
        allowed: Mask,
        basis: &'static str,
    },
    Other {
        client: u32,
        what: &'static str,
        outcome: &'static str,
    },
    Store(&'static str, Duration),
    Restarted(Incarnation),
    ClockJumped(usize, i64),
    Attack(&'static str, usize),
    /// A crowd at a resource, and its number of networks.
    Crowd(&'static str, u64),
    /// Another reader of an answer, the site, and whether it took a file.
    Read(&'static str, usize, bool),
}

/// What a client does that is not seen by what a site hears.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Doing {
    /// Forces a fetch of this site.
    Forced(usize),
    /// Requests a page.
    Page,
}

/// A broken invariant.
#[derive(Clone, Debug)]
pub struct Violation {
    /// When, in virtual time since the beginning.
    pub at: Duration,
    /// Which invariant, and how.
    pub what: String,
    /// The last events before it.
    pub tail: Vec<String>,
}

pub(crate) struct World {
    pub(crate) start: Instant,
    pub(crate) stop: Notify,
    state: Mutex<State>,
}

pub(crate) struct State {
    pub(crate) sites: Vec<Site>,
    /// For each site, in the order of time.
    pub(crate) contacts: Vec<Vec<Contact>>,
    pub(crate) firewalls: Vec<crate::site::Firewall>,
    pub(crate) store: crate::stores::Shelf,
    /// When a lookup was given up or a node ended.
    pub(crate) last_abandoned: Vec<Moment>,
    /// Attacks that run now.
    pub(crate) attacks: usize,
    /// For each site: the fetches that clients force now, and when the last one ended.
    pub(crate) forced: Vec<(usize, Moment)>,
    /// Pages that are requested now.
    pub(crate) pages: usize,
    /// When the last attack ended.
    pub(crate) attacked_until: Moment,
    /// The largest difference of a node's clock from the true time, ever.
    pub(crate) clock_skew: Moment,
    pub(crate) clock_jumps: u64,
    pub(crate) events: u64,
    /// Answers of which the one right one was known.
    pub(crate) exact: u64,
    hash: DefaultHasher,
    log: VecDeque<(Moment, Event)>,
    violation: Option<Violation>,
}

impl World {
    pub(crate) fn new(sites: Vec<Site>, hosts: usize, nodes: usize) -> Arc<Self> {
        let contacts = sites.iter().map(|_| Vec::new()).collect();
        let forced = vec![(0, 0); sites.len()];
        Arc::new(Self {
            start: Instant::now(),
            stop: Notify::new(),
            state: Mutex::new(State {
                sites,
                contacts,
                firewalls: vec![crate::site::Firewall::default(); hosts],
                store: crate::stores::Shelf::default(),
                last_abandoned: vec![0; nodes],
                attacks: 0,
                forced,
                pages: 0,
                attacked_until: 0,
                clock_skew: 0,
                clock_jumps: 0,
                events: 0,
                exact: 0,
                hash: DefaultHasher::new(),
                log: VecDeque::new(),
                violation: None,
            }),
        })
    }

    pub(crate) fn now(&self) -> Moment {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn log(&self, event: Event) {
        let now = self.now();
        self.lock().log(now, event);
    }

    /// Records what a site said.
    pub(crate) fn said(&self, site: usize, who: Incarnation, said: Said) {
        let now = self.now();
        let mut state = self.lock();
        let is_certain = state.last_abandoned[who.node] + 2 < now;
        let is_exact = state.attacks == 0 && state.attacked_until + 2 * MINUTE <= now;
        let (forcing, forced) = state.forced[site];
        let may_be_forced = forcing > 0 || forced + 2 * MINUTE > now && forced > 0;
        let contact = Contact { at: now, who, said, is_certain, is_exact, may_be_forced };
        state.contacts[site].push(contact);
        state.log(now, Event::Site(site, who, said));
    }

    /// Records that these sites cannot be reached. The node may have asked for one of them only, or for a page.
    pub(crate) fn broken(&self, sites: &[usize], who: Incarnation) {
        for &site in sites {
            self.said(site, who, Said::Broken);
            let mut state = self.lock();
            let is_exact = sites.len() == 1 && state.pages == 0;
            if let Some(contact) = state.contacts[site].last_mut() {
                contact.is_exact &= is_exact;
            }
        }
    }

    /// Records that a client begins or ends to do something.
    pub(crate) fn does(&self, doing: Doing, begins: bool) {
        let now = self.now();
        let mut state = self.lock();
        let count = match doing {
            Doing::Page => &mut state.pages,
            Doing::Forced(site) => {
                let (count, last) = &mut state.forced[site];
                *last = now.max(1);
                count
            }
        };
        *count = if begins { *count + 1 } else { *count - 1 };
    }

    /// Records that what a node fetches at this moment may be lost.
    pub(crate) fn abandoned(&self, node: usize) {
        let now = self.now();
        let mut state = self.lock();
        state.last_abandoned[node] = now;
        for contacts in &mut state.contacts {
            for contact in contacts.iter_mut().rev().take_while(|it| it.at + MINUTE >= now) {
                let is_other = contact.who.node != node;
                contact.is_certain &= is_other || contact.at + 2 < now;
                // A site that stalls was asked when its fetch began.
                contact.is_exact &= is_other;
            }
        }
    }

    /// Ends the simulation with a violation. The first one counts.
    pub(crate) fn violated(&self, what: String) {
        let now = self.now();
        let mut state = self.lock();
        if state.violation.is_none() {
            let tail =
                state.log.iter().map(|(at, event)| format!("{} {event:?}", spoken(*at))).collect();
            state.violation = Some(Violation { at: Duration::from_millis(now), what, tail });
        }
        self.stop.notify_one();
    }

    /// The number of events, of exact answers, the hash of the events, and the violation.
    pub(crate) fn result(&self) -> (u64, u64, u64, Option<Violation>) {
        let state = self.lock();
        (state.events, state.exact, state.hash.finish(), state.violation.clone())
    }
}

impl State {
    pub(crate) fn log(&mut self, now: Moment, event: Event) {
        self.events += 1;
        (now, &event).hash(&mut self.hash);
        if self.log.len() == LOG_TAIL {
            self.log.pop_front();
        }
        self.log.push_back((now, event));
    }
}

/// A moment as days, hours, minutes and seconds.
pub(crate) fn spoken(at: Moment) -> String {
    let (days, rest) = (at / DAY, at % DAY);
    let (hours, rest) = (rest / HOUR, rest % HOUR);
    let (minutes, rest) = (rest / MINUTE, rest % MINUTE);
    format!("day {days:>3} {hours:02}:{minutes:02}:{:02}.{:03}", rest / 1000, rest % 1000)
}
