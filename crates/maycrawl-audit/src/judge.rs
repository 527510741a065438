//! Requests in, classes out.
//!
//! Each request is judged under every copy of robots.txt that its crawler may have had. Which copies these are follows
//! from the crawler's own requests for `/robots.txt` in the log, and from the versions that were in force at that time.
//! Two things are never certain: how fast a crawler acts on a new copy, and which of two clocks is right. So a request
//! has a set of copies. If all allow it or all disallow it, the class is certain; else it cannot be known.
//!
//! [`Judge::push`] takes lines in nearly the order of time. They are held back for some minutes, then judged in order.
//! The judge keeps the reads of robots.txt of two days, by crawler and site, and never lines of clients that name no
//! crawler.

mod class;
mod copies;
mod log_time;
mod options;
mod possible_copies;
mod reads;
mod site;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::Timestamp;
use maycrawl_policy::{FailureLadder, StatusClass};

pub use class::{Class, Decision, Facts, LogCover, Mark, Outcome, Reading, Reason, Standing};
pub(crate) use class::{Sides, Together, decide};
pub(crate) use copies::Verdicts;
pub use copies::{Answer, Candidate, Copies, Histories};
use log_time::{LogTime, SiteTime};
use options::Millis;
pub use options::{Counts, Hit, Judged, Options, Place};
use possible_copies::{PossibleCopies, possible_copies};
use reads::{LONG_FAILURE, Pool, Read, Requester, millis, sort};
use site::{Habits, Site, Versions};

use crate::identity::{Claim, Identities, Identity, SignedRequest, TooManyRequests};

/// The time that an answer for robots.txt takes.
const READ_TIME: Millis = 1000;
/// The time in which a redirect of robots.txt is followed.
const REDIRECT_TIME: Millis = 60_000;
/// Statuses 408 and 499 with fewer bytes than this had no file.
const FEW_BYTES: u64 = 512;
/// The most sites that are kept. Requests of more sites have no origin that is known.
const MAX_SITES: usize = 100_000;
/// The most reads that a result names.
const MAX_READS_TOLD: usize = 16;

/// A request that is held back.
#[derive(Debug)]
struct Held {
    at: Millis,
    site: Option<u32>,
    hit: Hit<'static>,
}

/// A redirect of robots.txt whose target the crawler may fetch next.
#[derive(Debug)]
struct Redirect {
    site: u32,
    place: Place,
    at: Millis,
    is_proved: bool,
}

/// Judges the requests of a log.
#[derive(Debug)]
pub struct Judge {
    options: Options,
    skew: Millis,
    edge: Millis,
    request_time: Millis,
    histories: Histories,
    identities: Identities,
    verdicts: Verdicts,
    sites: Vec<Site>,
    site_of: HashMap<Arc<str>, u32>,
    log: LogTime,
    held: BTreeMap<(Millis, u64), Held>,
    /// The minutes that have lines, of those that are held back.
    minutes: BTreeSet<Millis>,
    /// The time of the first line, and how much later the log surely has all lines.
    earliest: Option<Millis>,
    begins_later: Millis,
    newest: Millis,
    /// Lines up to this time were put in order.
    released: Millis,
    last_line: Option<Millis>,
    /// In order, and waiting for reads that may have come before them. A log of several servers, one after the other,
    /// has most of its lines here until its end.
    waiting: BTreeMap<(Millis, u64), (Held, Identity)>,
    /// Keeps lines of one time apart.
    ordered: u64,
    redirects: HashMap<&'static str, Redirect>,
    counts: Counts,
}

impl Judge {
    /// A judge of the sites of `histories`.
    #[must_use]
    pub fn new(options: Options, histories: Histories, identities: Identities) -> Self {
        let copies = Arc::new(Copies::new(&histories, options.profile));
        let log = LogTime::new(options.is_sampled);
        Self {
            skew: millis(options.skew),
            edge: millis(options.edge_cache),
            request_time: millis(options.request_time),
            histories,
            identities,
            verdicts: Verdicts::new(copies),
            sites: Vec::new(),
            site_of: HashMap::new(),
            log,
            held: BTreeMap::new(),
            minutes: BTreeSet::new(),
            earliest: None,
            begins_later: 0,
            newest: Millis::MIN / 2,
            released: Millis::MIN / 2,
            last_line: None,
            waiting: BTreeMap::new(),
            ordered: 0,
            redirects: HashMap::new(),
            counts: Counts::default(),
            options,
        }
    }

    /// The copies of all histories, which evidence refers to.
    #[must_use]
    pub fn copies(&self) -> &Arc<Copies> {
        self.verdicts.copies()
    }

    /// What was done so far.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The identities, with the number of lookups.
    #[must_use]
    pub fn identities(&self) -> &Identities {
        &self.identities
    }

    /// Says that the log has no lines between two times, such as those of a file that is missing. To be called before
    /// lines after it are given.
    pub fn add_gap(&mut self, from: Timestamp, to: Timestamp) {
        self.log.add_gap(from.as_millisecond(), to.as_millisecond());
    }

    /// Takes a request, also one of no known crawler: it shows that the log has lines at that time. Gives results to
    /// `sink` in the order of time, once they can be given. O(log held), and the cost of the results.
    pub fn push(&mut self, hit: Hit<'_>, sink: &mut dyn FnMut(Judged)) {
        self.counts.pushed += 1;
        let at = hit.at.as_millisecond();
        if self.earliest.is_none() {
            self.earliest = Some(at);
            self.begins_later = match hit.time_is_end {
                Some(true) => 0,
                Some(false) | None => millis(self.options.hold_back),
            };
        }
        self.minutes.insert(at.div_euclid(60_000));
        let is_file = hit.target == "/robots.txt";
        if is_file {
            self.counts.robots_txt += 1;
        } else if hit.claim == Claim::None {
            self.counts.no_crawler += 1;
        } else if !hit.target.starts_with('/') {
            self.counts.no_path += 1;
        }
        let is_read = is_file && hit.method == "GET";
        let is_page = !is_file && hit.claim != Claim::None && hit.target.starts_with('/');
        if is_read || is_page {
            let held = self.hold(hit, at);
            if at <= self.released {
                self.counts.late += 1;
                self.counts.late_reads += u64::from(is_read);
                self.order(held);
            } else {
                // The second number keeps lines of one time apart; it has no other meaning.
                self.held.insert((at, self.counts.pushed), held);
            }
        }
        self.newest = self.newest.max(at);
        let mut until = self.newest - millis(self.options.hold_back);
        if self.held.len() > self.options.max_held {
            let half = self.held.keys().nth(self.held.len() / 2).map_or(until, |key| key.0);
            self.counts.early += self.held.range(..=(half, u64::MAX)).count() as u64;
            until = until.max(half);
        }
        // Not for each line: a release looks at the whole queue.
        if until > self.released + 1000 || self.held.len() > self.options.max_held {
            self.release(until, sink);
        }
        // So many wait only if they are late: what is newer than they are was released.
        if self.waiting.len() > self.options.max_held {
            let keep = self.options.max_held / 2;
            self.counts.early += (self.waiting.len() - keep) as u64;
            self.judge_waiting(Millis::MAX, keep, sink);
        }
    }

    /// Judges all that is held back. To be called at the end of the log.
    pub fn finish(&mut self, sink: &mut dyn FnMut(Judged)) {
        self.release(Millis::MAX / 2, sink);
        self.judge_waiting(Millis::MAX, 0, sink);
    }

    fn hold(&mut self, hit: Hit<'_>, at: Millis) -> Held {
        let site = hit.origin.as_ref().and_then(|origin| self.site(origin));
        Held { at, site, hit: hit.into_owned() }
    }

    fn site(&mut self, origin: &Arc<str>) -> Option<u32> {
        if let Some(&known) = self.site_of.get(origin) {
            return Some(known);
        }
        let id = u32::try_from(self.sites.len()).ok().filter(|_| self.sites.len() < MAX_SITES)?;
        let history = self.histories.of(origin).map(|history| {
            let copies = self.verdicts.copies();
            let of = history.versions().iter().map(|version| copies.of_content(&version.content));
            Versions { history: history.clone(), copies: of.collect() }
        });
        let origin = Arc::clone(origin);
        self.site_of.insert(Arc::clone(&origin), id);
        self.sites.push(Site { origin, history, time: SiteTime::default(), pools: HashMap::new() });
        Some(id)
    }

    /// Puts the lines up to a time in order: reads into their pools, pages into the queue. Then judges the pages that
    /// no read can come before any more.
    fn release(&mut self, until: Millis, sink: &mut dyn FnMut(Judged)) {
        self.note_lines(until);
        while let Some(first) = self.held.first_entry().filter(|entry| entry.key().0 <= until) {
            let held = first.remove();
            self.judge_before(held.at, sink);
            self.order(held);
        }
        self.released = self.released.max(until);
        self.judge_before(until, sink);
    }

    /// Judges the pages that no line from `at` on can come before, by any clock.
    fn judge_before(&mut self, at: Millis, sink: &mut dyn FnMut(Judged)) {
        let ahead = self.skew + 2 * READ_TIME + 1000;
        self.judge_waiting(at - ahead, 0, sink);
    }

    /// Judges the oldest pages that wait, up to a time and as long as more than `keep` wait.
    fn judge_waiting(&mut self, until: Millis, keep: usize, sink: &mut dyn FnMut(Judged)) {
        while self.waiting.len() > keep
            && let Some(first) = self.waiting.first_entry().filter(|it| it.key().0 < until)
        {
            let (held, identity) = first.remove();
            self.judge(&held, identity, sink);
        }
    }

    /// Finds the beginning of the log, and gaps without a line.
    fn note_lines(&mut self, until: Millis) {
        if self.log.begins.is_none() {
            let begins = self.options.log_begins.map(Timestamp::as_millisecond);
            self.log.begins = begins.or_else(|| Some(self.earliest? + self.begins_later));
        }
        let silence = millis(self.options.silence);
        while let Some(minute) = self.minutes.first().copied().filter(|&it| it * 60_000 <= until) {
            self.minutes.pop_first();
            let (begins, ends) = (minute * 60_000, minute * 60_000 + 59_999);
            if let Some(last) = self.last_line.filter(|&last| begins - last > silence) {
                self.log.add_gap(last, begins);
            }
            self.last_line = Some(self.last_line.map_or(ends, |last| last.max(ends)));
        }
    }

    fn order(&mut self, held: Held) {
        let at = Timestamp::from_millisecond(held.at).unwrap_or(Timestamp::MIN);
        if &*held.hit.target == "/robots.txt" {
            self.read(&held, at);
            return;
        }
        let identity = self.identity(&held, at);
        if let Some(token) = held.hit.claim.token() {
            // The next request of the crawler is not the target of its redirect.
            self.redirects.remove(token);
        }
        self.ordered += 1;
        self.waiting.insert((held.at, self.ordered), (held, identity));
    }

    fn identity(&mut self, held: &Held, at: Timestamp) -> Identity {
        let hit = &held.hit;
        let signed = hit.signed.as_deref().map(|fields| SignedRequest {
            fields,
            origin: hit.origin.as_deref(),
            method: &hit.method,
            target: (!hit.is_target_inexact).then_some(&*hit.target),
        });
        self.identities.identify_signed(hit.claim, hit.client, at, signed.as_ref())
    }

    /// Takes a request for robots.txt into account: for the site whoever sent it, and for the pool of its crawler.
    fn read(&mut self, held: &Held, at: Timestamp) {
        let (Some(id), Some(status)) = (held.site, held.hit.status) else { return };
        let site = &mut self.sites[id as usize];
        site.time.answer(held.at, status);
        let Claim::Crawler(known) = held.hit.claim else { return };
        let identity = self.identity(held, at);
        if matches!(identity, Identity::Forged(_)) {
            return;
        }
        let is_proved = matches!(identity, Identity::Proved(_));
        let habits = Habits::of(known, &self.options);
        let outcome = self.outcome(held, status, &habits);
        let site = &mut self.sites[id as usize];
        let versions = site.history.as_ref();
        let (edge, skew) = (self.edge + self.skew + READ_TIME, self.skew + READ_TIME);
        let served = |from: i64, to: i64| {
            Versions::between(versions, from.saturating_sub(edge), to.saturating_add(skew))
        };
        let pool = site.pools.entry(habits.pool).or_default();
        let requester = |standing| requester(held, known.token, standing, &habits, self.skew);
        let (failing, copies, has_copy) = match outcome {
            Got::Copies(copies) => (None, [copies.clone(), copies], [true; 2]),
            Got::Kept => {
                let kept = [Standing::ByName, Standing::Proved].map(|standing| {
                    let (copies, has_copy) = pool.kept(&requester(standing), &self.log, &served);
                    // A 304 without an answer before it in the log: the copy may be from any time.
                    if has_copy { copies } else { vec![Candidate::NotKnown] }
                });
                (None, kept, [true; 2])
            }
            Got::Failure => {
                let [named, proved] = [Standing::ByName, Standing::Proved]
                    .map(|standing| pool.kept(&requester(standing), &self.log, &served));
                let since = pool.failing_since(held.at, &self.log);
                (Some(since), [named.0, proved.0], [named.1, proved.1])
            }
        };
        let read = Read {
            at: held.at,
            place: held.hit.place,
            token: known.token,
            is_proved,
            failing,
            copies,
            has_copy,
        };
        self.follow_redirect(id, held, status, &read);
        let keep = (habits.age + habits.settle + 3_600_000).max(48 * 3_600_000);
        let pool = self.sites[id as usize].pools.entry(habits.pool).or_default();
        pool.add(read, keep, self.options.max_reads);
    }

    /// If the read before was a redirect to this one, it brought the same copy.
    fn follow_redirect(&mut self, id: u32, held: &Held, status: u16, read: &Read) {
        if let Some(redirect) = self.redirects.remove(read.token) {
            let [from, to] = [redirect.site, id].map(|id| host(&self.sites[id as usize].origin));
            let is_target = redirect.site != id
                && from == to
                && redirect.is_proved == read.is_proved
                && held.at - redirect.at <= REDIRECT_TIME;
            if is_target && matches!(status, 200 | 400..=499) {
                let pools = self.sites[redirect.site as usize].pools.values_mut();
                let reads = pools.flat_map(|pool| pool.reads.iter_mut());
                for earlier in reads.filter(|it| it.place == redirect.place && it.at == redirect.at)
                {
                    earlier.copies.clone_from(&read.copies);
                }
            }
        }
        if matches!(status, 301 | 302 | 303 | 307 | 308) {
            let is_proved = read.is_proved;
            let redirect = Redirect { site: id, place: held.hit.place, at: held.at, is_proved };
            self.redirects.insert(read.token, redirect);
        }
    }

    /// What an answer for robots.txt gave.
    fn outcome(&mut self, held: &Held, status: u16, habits: &Habits) -> Got {
        let no_file = Got::Copies(vec![Candidate::NoFile]);
        let has_few_bytes = held.hit.bytes.is_none_or(|bytes| bytes < FEW_BYTES);
        let not_known = Got::Copies(vec![Candidate::NotKnown]);
        match StatusClass::from_status(status) {
            StatusClass::Success if status == 200 => Got::Copies(self.got(held)),
            StatusClass::Part => {
                let mut copies = self.got(held);
                copies.push(Candidate::NotKnown);
                Got::Copies(copies)
            }
            StatusClass::NotModified => Got::Kept,
            StatusClass::ServerError | StatusClass::Invalid => Got::Failure,
            StatusClass::TooManyRequests
                if habits.too_many_requests == TooManyRequests::Unreachable =>
            {
                Got::Failure
            }
            // The client went away, or was too slow to ask. What it got, nobody knows.
            StatusClass::ClientError if matches!(status, 408 | 499) && has_few_bytes => {
                Got::Failure
            }
            StatusClass::ClientError if status == 499 => not_known,
            StatusClass::ClientError | StatusClass::TooManyRequests => match habits.ladder {
                FailureLadder::Amazon => Got::Failure,
                FailureLadder::Rfc | FailureLadder::Google => no_file,
            },
            // No version of the history is surely the body of these.
            StatusClass::Success
            | StatusClass::NoContent
            | StatusClass::Redirect
            | StatusClass::Interim => not_known,
        }
    }

    /// The versions that an answer with status 200 may have had.
    fn got(&mut self, held: &Held) -> Vec<Candidate> {
        // The answer was made after the time of a line that tells the beginning, and before that of one that tells the
        // end.
        let (early, late) = match held.hit.time_is_end {
            Some(true) => (READ_TIME, 0),
            Some(false) => (0, READ_TIME),
            None => (READ_TIME, READ_TIME),
        };
        let from = held.at - self.edge - self.skew - early;
        let history = held.site.and_then(|id| self.sites[id as usize].history.as_ref());
        let mut copies = Versions::between(history, from, held.at + self.skew + late);
        copies.retain(|&copy| copy != Candidate::NoFile);
        if held.hit.bytes == Some(0) {
            let all = self.verdicts.copies();
            copies.retain(|&copy| copy == Candidate::NotKnown || all.is_empty_file(copy));
        }
        if copies.is_empty() {
            self.counts.unexplained += 1;
            copies.push(Candidate::NotKnown);
        }
        copies
    }

    fn judge(&mut self, held: &Held, identity: Identity, sink: &mut dyn FnMut(Judged)) {
        let Some(known) = held.hit.claim.crawler() else { return };
        let habits = Habits::of(known, &self.options);
        let standing = match &identity {
            Identity::Proved(_) => Standing::Proved,
            Identity::Forged(_) => Standing::Forged,
            Identity::Unknown(_) => Standing::ByName,
        };
        let mut requester = requester(held, known.token, standing, &habits, self.skew);
        let taken = if held.hit.time_is_end == Some(false) { 0 } else { self.request_time };
        requester.longest_request = taken;
        let Known { possible, in_force, window, is_outage } = self.known(held, &requester, &habits);
        let at = held.at;
        let facts = Facts {
            standing,
            is_one_name: matches!(held.hit.claim, Claim::Crawler(_)),
            is_bound: habits.is_bound,
            is_origin_known: held.site.is_some(),
            is_target_exact: !held.hit.is_target_inexact,
            is_same_for_all: !self.options.varies,
            is_get: &*held.hit.method == "GET",
            status: held.hit.status,
            readings: possible.readings,
            log: self.log.cover(at - habits.age - self.skew, at),
            is_outage,
            has_unseen_reads: possible.has_unseen_reads,
        };
        let mut together = |set: &[Candidate]| self.verdicts.together(set, known, &held.hit.target);
        let sides = Sides {
            copies: together(&possible.copies),
            in_force: together(&in_force),
            window: together(&window),
        };
        let mut decision = decide(&facts, &sides);
        let deciding = if facts.readings == [Reading::Within] { &possible.copies } else { &window };
        self.verdicts.mark_reserved(&mut decision, deciding, known, &held.hit.target);
        *self.counts.classes.entry((known.token, standing, decision.class)).or_default() += 1;
        sink(Judged {
            at: timestamp(held.at),
            place: held.hit.place,
            client: held.hit.client,
            origin: held.site.map(|id| Arc::clone(&self.sites[id as usize].origin)),
            crawler: known,
            identity,
            method: Box::from(&*held.hit.method),
            target: Box::from(&*held.hit.target),
            decision,
            facts,
            copies: possible.copies,
            in_force,
            window,
            reads: last_reads(possible.sources),
        });
    }

    /// What the site and its pool say about a request.
    fn known(&self, held: &Held, requester: &Requester, habits: &Habits) -> Known {
        let Some(site) = held.site.map(|id| &self.sites[id as usize]) else {
            return Known::default();
        };
        let (edge, skew) = (self.edge + self.skew + READ_TIME, self.skew + READ_TIME);
        let (at, taken, begins) = (held.at, requester.longest_request, held.at - habits.age);
        let versions = site.history.as_ref();
        let served = |from: i64, to: i64| {
            let (from, to) = (from.saturating_sub(edge), to.saturating_add(skew));
            Versions::served(versions, from, to, habits.ladder)
        };
        let nothing = Pool::default();
        let pool = site.pools.get(habits.pool).unwrap_or(&nothing);
        let possible = possible_copies(requester, pool, &site.time, &self.log, &served);
        let in_force = Versions::between(versions, at - self.skew - taken, at + self.skew);
        let is_complete = self.log.cover(begins - self.skew, at) == LogCover::Complete;
        // A read that the log does not have may still settle, and the copy before it may still act.
        let settle = if is_complete { 0 } else { habits.settle };
        let mut window = served(begins - taken - settle, at);
        if site.time.is_absent(begins - taken - edge, at + skew) {
            window.push(Candidate::NoFile);
            sort(&mut window);
        }
        // A failure after the last read lets its copy be used for longer, unless it began too long ago.
        let since = possible.last_read.unwrap_or(begins).min(begins).max(at - LONG_FAILURE);
        let is_outage = site.time.has_failure(since + 1, at);
        Known { possible, in_force, window, is_outage }
    }
}

/// What a site and a pool say about a request.
#[derive(Default)]
struct Known {
    possible: PossibleCopies,
    in_force: Vec<Candidate>,
    window: Vec<Candidate>,
    is_outage: bool,
}

fn timestamp(at: Millis) -> Timestamp {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::MIN)
}

/// The last [`MAX_READS_TOLD`] of the reads, which are in the order of time.
fn last_reads(reads: Vec<(Millis, Place, &'static str)>) -> Vec<(Timestamp, Place, &'static str)> {
    let earlier = reads.len().saturating_sub(MAX_READS_TOLD);
    let last = reads.into_iter().skip(earlier);
    last.map(|(at, place, token)| (timestamp(at), place, token)).collect()
}

/// What an answer for robots.txt gave.
enum Got {
    /// One of these.
    Copies(Vec<Candidate>),
    /// What the crawler had before.
    Kept,
    /// Nothing: the file was unreachable.
    Failure,
}

fn requester(
    held: &Held,
    token: &'static str,
    standing: Standing,
    habits: &Habits,
    skew: Millis,
) -> Requester {
    Requester {
        at: held.at,
        file: held.hit.place.file,
        token,
        standing,
        ladder: habits.ladder,
        max_age: habits.age,
        longest_request: 0,
        settle: habits.settle,
        skew,
    }
}

/// The host of an origin, without `www.` and port: a site redirects to itself by scheme, port or that name.
fn host(origin: &str) -> &str {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let host = host.strip_prefix("www.").unwrap_or(host);
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}
