//! `maycrawl watch`: looks at robots.txt files again and again, and tells what changed.
//!
//! [`schedule`] says when a site is looked at, [`judge`] what a look tells, [`message`] in which words. [`record`] is
//! what the store holds of a site. A look stores its record and its messages in one step, and the workers of [`outbox`]
//! send from there. So a process that ends at any moment loses no message, and tells none as new again.

mod deliver;
mod judge;
mod message;
mod outbox;
mod record;
mod schedule;
mod text;

use std::collections::HashSet;
use std::io::{self, IsTerminal as _};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::{BoxFuture, join_all};
use futures_util::stream::FuturesUnordered;
use maycrawl::Origin;
use maycrawl_fetch::{AddressGuard, Clock, Fetcher, Store};
use maycrawl_server::watched::{MAX_SITES, WatchedSite};
use sha2::{Digest as _, Sha256};
use tokio::sync::{Notify, Semaphore, mpsc};

use self::deliver::{Delivery, Destination, Report, Secret, Target};
use self::judge::{Expectations, Judge};
use self::message::messages;
use self::outbox::{Worker, destination_id, pending};
use self::record::{Observation, Rung, SiteRecord, hex, site_key};
use self::schedule::Schedule;
use super::{serve, verify};
use crate::args::{self, Format, readers_of};
use crate::inputs::origin_list::{self, OriginItem};
use crate::text::output::{Exit, Failure, Output};
use crate::{fetcher, store};

/// Time between two looks at a site, if none is given. The help of `--every` names it.
const DEFAULT_INTERVAL: Duration = Duration::from_secs(3600);

/// Looks at a time. With 63 sites that do not answer, the others are looked at in time.
const MAX_LOOKS: usize = 64;

/// Comparisons at a time. They use a processor, and memory for two files.
const MAX_COMPARISONS: usize = 2;

/// Size limit of the fetcher's cache: 4 MiB. A look always fetches.
const MAX_CACHE_BYTES: u64 = 4 << 20;

/// The shortest time between two fetches of a site. It is shorter than every interval; the pause that a site asks for
/// with `Retry-After` counts all the same.
const MIN_REFRESH: Duration = Duration::from_millis(1);

/// Reports of workers that wait for the main task.
const MAX_REPORTS: usize = 64;

pub(crate) fn run(args: &args::Watch, output: &mut Output) -> Result<Exit, Failure> {
    if args.site.live.offline {
        return Err(Failure::new(
            "watch cannot work with --offline; maycrawl diff HOST@2026-11-01 HOST@2026-11-02 compares stored versions",
        ));
    }
    let sites = sites(args, output)?;
    let judge = Judge {
        profile: args.profile,
        all_changes: args.all_changes,
        expectations: args.expect.as_deref().map(|path| expectations(path, args)).transpose()?,
        readers: readers_of(&args.readers),
    };
    let store = store::open(&args.site.store, output)?;
    if let Some(why) = store.unwritable() {
        return Err(Failure::new(format!("watch needs a store that it can write: {why}")));
    }
    let clock = Clock::system();
    let builder = fetcher::builder(&args.site.live, &args.site.net, store.clone())?;
    let builder = builder.profile(args.profile).clock(clock.clone());
    let builder = builder.cache_bytes(MAX_CACHE_BYTES).min_refresh_interval(MIN_REFRESH);
    let looker = Arc::new(Looker {
        fetcher: fetcher::build(builder)?,
        store: store.clone(),
        judge: Arc::new(judge),
        clock: clock.clone(),
        interval: args.every.or((!args.once).then_some(DEFAULT_INTERVAL)),
        destinations: args.to.iter().map(|written| destination_id(written)).collect(),
        comparisons: Semaphore::new(MAX_COMPARISONS),
    });
    let (reports, from_workers) = mpsc::channel(MAX_REPORTS);
    let workers = workers(args, &store, clock, &reports)?;
    drop(reports);
    let is_text = args.format.map_or_else(|| io::stdout().is_terminal(), |it| it == Format::Text);
    let watch = Watch { sites, looker, from_workers, outcome: Exit::Done, is_text, output };
    fetcher::runtime()?.block_on(async {
        if args.once {
            watch.once(workers).await
        } else {
            watch.forever(args.every.unwrap_or(DEFAULT_INTERVAL), workers).await
        }
    })
}

/// The sites, each once.
fn sites(args: &args::Watch, output: &mut Output) -> Result<Vec<Origin>, Failure> {
    let mut lines = origin_list::origins(&args.sites, args.from.as_deref())?;
    let (mut sites, mut known) = (Vec::new(), HashSet::new());
    while let Some(line) = lines.blocking_recv() {
        let line = line.map_err(|error| origin_list::unreadable(&error))?;
        let item = OriginItem::parse(line).map_err(|error| Failure::new(error.detail))?;
        item.note(output);
        if known.insert(item.origin.clone()) {
            sites.push(item.origin);
        }
        if sites.len() > MAX_SITES {
            return Err(Failure::new(format!("more than {MAX_SITES} sites; split the list")));
        }
    }
    if sites.is_empty() {
        return Err(Failure::new("there is no site to watch"));
    }
    Ok(sites)
}

fn expectations(path: &str, args: &args::Watch) -> Result<Expectations, Failure> {
    let (lines, mut bytes) = verify::read(path)?;
    let for_readers = !args.readers.is_empty();
    for reader in readers_of(&args.readers).iter().filter(|_| for_readers) {
        bytes.extend(["\0", reader.name()].concat().bytes());
    }
    Ok(Expectations { lines, for_readers, hash: hex(&Sha256::digest(&bytes)) })
}

/// A worker for each destination. One that is named twice gets each message once.
fn workers(
    args: &args::Watch,
    store: &Store,
    clock: Clock,
    reports: &mpsc::Sender<Report>,
) -> Result<Vec<Worker>, Failure> {
    let parse = |written: &String| Destination::parse(written).map_err(Failure::new);
    let destinations: Vec<_> = args.to.iter().map(parse).collect::<Result<_, _>>()?;
    let has_webhook = destinations.iter().any(|it| matches!(it, Destination::Webhook(_)));
    let webhooks = match has_webhook {
        true => Some((webhook_fetcher(args)?, Secret::read(args.secret_file.as_deref())?)),
        false => None,
    };
    let delivery = Arc::new(Delivery { clock, webhooks });
    let worker = |(written, destination): (&String, Destination)| Worker {
        target: Target {
            id: destination_id(written),
            destination,
            store: store.clone(),
            reports: reports.clone(),
        },
        delivery: Arc::clone(&delivery),
        wake: Arc::new(Notify::new()),
    };
    let mut known = HashSet::new();
    let each = args.to.iter().zip(destinations).filter(|(written, _)| known.insert(*written));
    Ok(each.map(worker).collect())
}

/// Sends webhooks. The guard keeps addresses of strangers from private networks. The address of a webhook is named by
/// the person who runs the command, and is often private; no redirect leads elsewhere.
fn webhook_fetcher(args: &args::Watch) -> Result<Fetcher, Failure> {
    let guard = AddressGuard::public_only().allowing_private();
    let builder = fetcher::builder(&args.site.live, &args.site.net, Store::memory(0))?;
    fetcher::build(builder.guard(guard).cache_bytes(0))
}

/// Looks at sites.
struct Looker {
    fetcher: Fetcher,
    store: Store,
    judge: Arc<Judge>,
    clock: Clock,
    /// Planned time between two looks at a site, if it is known.
    interval: Option<Duration>,
    /// The names of the destinations in the store.
    destinations: Vec<String>,
    comparisons: Semaphore,
}

/// What came of a look.
#[derive(Clone)]
struct Look {
    /// True if there are messages.
    told: bool,
    /// True if the file could be read.
    readable: bool,
    /// True if all expectations hold, or none are known to fail.
    holds: bool,
    /// True for the first look at a site.
    first: bool,
    /// True if the next look should come soon, because this one may be the first of an outage.
    soon: bool,
    /// What verdicts rest on now, as a sentence.
    state: String,
}

impl Looker {
    /// Looks at a site, and stores what is known then together with the messages. `None` if nothing was asked.
    ///
    /// # Errors
    /// The store cannot be read or written. Then nothing is told, and the next look finds the same.
    async fn look(&self, origin: &Origin) -> Result<Option<Look>, String> {
        let robots = self.fetcher.refresh(origin).await;
        let Some(seen) = Observation::of(&robots, self.clock.now().wall) else { return Ok(None) };
        drop(robots);
        let key = site_key(origin);
        let stored = self.store.note(&key).await.map_err(|error| error.to_string())?;
        // A record that cannot be read is one of a later release, or damaged: watching begins anew.
        let before: Option<SiteRecord> = stored.and_then(|it| serde_json::from_slice(&it).ok());
        let first = before.is_none();
        let permit = self.comparisons.acquire().await.map_err(|error| error.to_string())?;
        let (judge, site) = (Arc::clone(&self.judge), origin.clone());
        let judged = tokio::task::spawn_blocking(move || {
            let (mut record, events) = judge.look(before, &seen);
            let messages = messages(&site, &mut record, &events);
            messages.map(|messages| (record, messages))
        });
        let judged = judged.await.map_err(|error| error.to_string())?;
        drop(permit);
        let (record, messages) = judged.map_err(|error| error.to_string())?;
        let json = serde_json::to_vec(&record).map_err(|error| error.to_string())?;
        let shown = record.shown(self.interval, self.judge.expectations.is_some());
        let shown = serde_json::to_vec(&shown).map_err(|error| error.to_string())?;
        let mut changes = vec![(key, Some(json)), (WatchedSite::key(origin), Some(shown))];
        for message in &messages {
            changes.extend(self.destinations.iter().map(|to| pending(to, message)));
        }
        self.store.put_notes(changes).await.map_err(|error| error.to_string())?;
        Ok(Some(Look {
            told: !messages.is_empty(),
            readable: record.seen_rung == Rung::Readable,
            holds: record.failing().is_empty(),
            first,
            soon: record.seen_rung != Rung::Readable && record.rung == Rung::Readable,
            state: record.state,
        }))
    }
}

/// The main task: it has the output, which is for one task alone.
struct Watch<'o> {
    sites: Vec<Origin>,
    looker: Arc<Looker>,
    from_workers: mpsc::Receiver<Report>,
    outcome: Exit,
    /// Whether standard output has messages as text.
    is_text: bool,
    output: &'o mut Output,
}

/// A look, as the main task waits for it.
type Looking = FuturesUnordered<BoxFuture<'static, (u32, Result<Option<Look>, String>)>>;

impl Watch<'_> {
    /// Looks at each site once, and sends what there is to send.
    async fn once(mut self, workers: Vec<Worker>) -> Result<Exit, Failure> {
        self.begin(&workers).await;
        let mut looks = Looking::new();
        let mut waiting = 0..self.sites.len() as u32;
        let mut stop = pin!(serve::stop_signal());
        while !looks.is_empty() || !waiting.is_empty() {
            tokio::select! {
                biased;
                () = &mut stop => return Ok(Exit::Unanswered),
                Some(report) = self.from_workers.recv() => self.report(report)?,
                Some((site, done)) = looks.next(), if !looks.is_empty() => {
                    self.finish(site, done);
                }
                () = async {}, if looks.len() < MAX_LOOKS && !waiting.is_empty() => {
                    waiting.next().into_iter().for_each(|site| self.start(site, &looks));
                }
            }
        }
        let mut sending = pin!(join_all(workers.iter().map(Worker::flush)));
        let sent = loop {
            tokio::select! {
                biased;
                () = &mut stop => return Ok(Exit::Unanswered),
                Some(report) = self.from_workers.recv() => self.report(report)?,
                sent = &mut sending => break sent,
            }
        };
        for (worker, why) in
            workers.iter().zip(sent).filter_map(|(it, sent)| Some((it, sent.err()?)))
        {
            let text =
                format!("{}: {why}; the next run tries again", worker.target.destination.name());
            self.output.note("warning", &text);
            self.outcome = Exit::Unanswered;
        }
        Ok(self.outcome)
    }

    /// Looks at all sites until a signal stops it.
    async fn forever(mut self, every: Duration, workers: Vec<Worker>) -> Result<Exit, Failure> {
        self.begin(&workers).await;
        let wakes: Vec<_> = workers.iter().map(|worker| Arc::clone(&worker.wake)).collect();
        let mut sending = tokio::task::JoinSet::new();
        workers.into_iter().for_each(|worker| drop(sending.spawn(worker.run())));
        let clock = self.looker.clock.clone();
        let mut schedule = Schedule::new(self.sites.len() as u32, every, clock.now().steady);
        let mut looks = Looking::new();
        let mut stop = pin!(serve::stop_signal());
        loop {
            let due = schedule.next_due().filter(|_| looks.len() < MAX_LOOKS);
            let wait = due.map(|at| at.saturating_sub(clock.now().steady));
            tokio::select! {
                biased;
                () = &mut stop => break,
                Some(report) = self.from_workers.recv() => self.report(report)?,
                Some((site, done)) = looks.next(), if !looks.is_empty() => {
                    let look = self.finish(site, done);
                    let is_soon = look.as_ref().is_some_and(|look| look.soon);
                    schedule.plan(site, clock.now().steady, is_soon);
                    if look.is_some_and(|look| look.told) {
                        wakes.iter().for_each(|wake| wake.notify_one());
                    }
                }
                () = tokio::time::sleep(wait.unwrap_or_default()), if wait.is_some() => {
                    if let Some(site) = schedule.take_due(clock.now().steady) {
                        self.start(site, &looks);
                    }
                }
            }
        }
        self.output.note("note", "stopped; what was not delivered is in the store");
        Ok(Exit::Done)
    }

    async fn begin(&mut self, workers: &[Worker]) {
        store::warn_if_unreachable(&self.looker.store, self.output).await;
        let named: Vec<_> = workers.iter().map(|worker| worker.target.id.clone()).collect();
        if let Some(text) = outbox::orphans(&self.looker.store, &named).await {
            self.output.note("warning", &text);
        }
    }

    fn start(&self, site: u32, looks: &Looking) {
        let (looker, origin) = (Arc::clone(&self.looker), self.sites[site as usize].clone());
        // A task of its own: a look goes on while this one waits for a reader of standard output.
        let look = tokio::spawn(async move { looker.look(&origin).await });
        looks.push(Box::pin(async move {
            (site, look.await.unwrap_or_else(|error| Err(format!("the look ended: {error}"))))
        }));
    }

    /// Notes what came of a look.
    fn finish(&mut self, site: u32, result: Result<Option<Look>, String>) -> Option<Look> {
        let origin = &self.sites[site as usize];
        let look = match result {
            Ok(look) => look,
            Err(why) => {
                let text = format!("{origin}: {why}; nothing is told until the store works");
                self.output.note("warning", &text);
                None
            }
        };
        let outcome = match &look {
            Some(Look { readable: true, told: false, holds: true, .. }) => Exit::Done,
            Some(Look { readable: true, .. }) => Exit::Found,
            _ => Exit::Unanswered,
        };
        match &look {
            Some(Look { readable: false, first, soon, state, .. }) if *first || *soon => {
                let text = format!("{origin}: robots.txt could not be read: {state}");
                self.output.note("warning", &text);
            }
            Some(Look { first: true, .. }) => {
                self.output.note("note", &format!("{origin} is watched from now on"));
            }
            _ => {}
        }
        self.outcome = self.outcome.max(outcome);
        look
    }

    fn report(&mut self, report: Report) -> Result<(), Failure> {
        match report {
            Report::Warning(text) => self.output.note("warning", &text),
            Report::Line(line, done) => {
                match self.is_text {
                    true => text::print(&line, self.output)?,
                    false => self.output.bytes(&line)?,
                }
                self.output.flush()?;
                drop(done.send(Ok(()))); // the worker waits
            }
        }
        Ok(())
    }
}
