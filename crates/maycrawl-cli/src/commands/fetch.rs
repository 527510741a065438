//! `maycrawl fetch`: the robots.txt of many sites.

mod archive;
mod ask_as;
mod progress;
mod warc;

use std::io;
use std::pin::pin;
use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use maycrawl::Origin;
use maycrawl_fetch::{
    Basis, Content, DifferenceState, FetchResult, Fetcher, Hop, OriginRobots,
    Outcome as FetchOutcome, RefusalState,
};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::args;
use crate::inputs::input::InputLine;
use crate::inputs::origin_list::{self, NoOrigin, OriginItem};
use crate::text::output::{Exit, Failure, Output};
use crate::text::robots_state::{difference, whole_state};
use crate::{fetcher, store};
use archive::Archive;
use progress::FetchProgress;

/// Size limit of the fetcher's cache: 8 MiB. Every origin is fetched once, so few entries are used again.
const MAX_CACHE_BYTES: u64 = 8 << 20;

/// The result of one origin, as JSON.
#[derive(Serialize)]
pub(crate) struct JsonOrigin {
    origin: String,
    /// `file`, `missing`, `failed` or `refused`; for a line that does not name an origin, `error`.
    result: &'static str,
    /// `unreachable`, if the file could not be read and no copy of it is in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    /// The result of the last fetch.
    detail: String,
    /// The meaning of that result under the policy.
    state: String,
    /// The decision of the policy `google-2026`, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy_difference: Option<DifferenceState>,
    /// An answer that would replace the known file, and what came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<RefusalState>,
    /// The last HTTP status; `null` if there was no answer.
    status: Option<u16>,
    at: String,
    millis: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wire_bytes: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_type: Option<String>,
    hops: Vec<Hop>,
    /// True if the stored file was fresh and nothing was fetched.
    stored: bool,
    /// The location of the file in the archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<String>,
}

/// A line of the input that does not name an origin, as JSON.
#[derive(Serialize)]
struct JsonLineError {
    origin: String,
    result: &'static str,
    detail: String,
}

impl From<NoOrigin> for JsonLineError {
    fn from(NoOrigin { written, detail }: NoOrigin) -> Self {
        Self { origin: written, result: "error", detail }
    }
}

/// The robots.txt of an origin.
struct OriginResult {
    origin: Origin,
    robots: OriginRobots,
    /// The fetch; only in a run with an archive.
    fetched: Option<FetchResult>,
    stored: bool,
}

pub(crate) fn run(args: &args::Fetch, output: &mut Output) -> Result<Exit, Failure> {
    if args.site.live.offline {
        return Err(Failure::new(
            "fetch cannot work with --offline; maycrawl cache list shows the stored origins",
        ));
    }
    if !args.user_agents.is_empty() {
        return ask_as::run(args, output);
    }
    let origins = origin_list::origins(&args.origins, args.from.as_deref())?;
    let archive = args.output.as_deref().map(Archive::open).transpose()?;
    if let Some(archive) = archive.as_ref().filter(|archive| archive.done() > 0) {
        let (done, results) = (archive.done(), archive.results());
        let are = if done == 1 { "origin is" } else { "origins are" };
        output.note("note", &format!("{done} {are} done already, see {results}; continuing"));
    }
    let store = store::open(&args.site.store, output)?;
    let builder = fetcher::builder(&args.site.live, &args.site.net, store)?;
    let mut builder = builder.max_concurrent(args.jobs.get()).cache_bytes(MAX_CACHE_BYTES);
    if archive.is_some() {
        // An archive keeps the answer of now, even if the site was fetched a moment ago.
        builder = builder.min_refresh_interval(Duration::ZERO);
    }
    let fetcher = fetcher::build(builder)?;
    let progress = FetchProgress::new(args, output);
    let run = Run { args, fetcher, archive, progress, output };
    fetcher::runtime()?.block_on(run.all(origins))
}

/// A run over many origins.
struct Run<'a> {
    args: &'a args::Fetch,
    fetcher: Fetcher,
    archive: Option<Archive>,
    progress: FetchProgress,
    output: &'a mut Output,
}

impl Run<'_> {
    async fn all(
        mut self,
        mut origins: mpsc::Receiver<io::Result<InputLine>>,
    ) -> Result<Exit, Failure> {
        store::warn_if_unreachable(self.fetcher.store(), self.output).await;
        let mut outcome = Exit::Done;
        let mut running = stream::FuturesUnordered::new();
        let mut more = true;
        let mut interrupted = pin!(tokio::signal::ctrl_c());
        while more || !running.is_empty() {
            tokio::select! {
                biased;
                _ = &mut interrupted => return self.interrupted(),
                Some(result) = running.next() => {
                    outcome = outcome.max(self.finish(&result)?);
                }
                // A line is read only when a job is free. Otherwise a list of millions of origins would become as many
                // futures in memory.
                line = origins.recv(), if more && running.len() < self.args.jobs.get() => {
                    let Some(line) = line else { more = false; continue };
                    match OriginItem::parse(line.map_err(|error| origin_list::unreadable(&error))?) {
                        Ok(item) => {
                            self.note(&item);
                            let origin = item.origin;
                            if self.is_new(&origin) {
                                running.push(fetch_one(
                                    self.fetcher.clone(),
                                    origin,
                                    self.archive.is_some(),
                                    self.args.site.live.refresh,
                                ));
                            } else {
                                self.progress.skip();
                            }
                        }
                        Err(error) => {
                            let error = JsonLineError::from(error);
                            self.print(error.result, &error)?;
                            outcome = Exit::Unanswered;
                        }
                    }
                }
            }
        }
        self.progress.finish(self.output);
        store::warn_if_lost(self.fetcher.store(), self.output);
        if let Some(archive) = self.archive {
            archive.finish()?;
        }
        Ok(outcome)
    }

    /// Notes what was assumed about a line, and if it names a file that crawlers do not read.
    fn note(&mut self, item: &OriginItem) {
        let Self { progress, output, .. } = self;
        progress.suspend(|| item.note(output));
    }

    /// False for an origin that is in the archive or is being fetched for it: an archive has each origin once.
    fn is_new(&mut self, origin: &Origin) -> bool {
        self.archive.as_mut().is_none_or(|archive| archive.begin(origin))
    }

    fn finish(&mut self, result: &OriginResult) -> Result<Exit, Failure> {
        let mut json = JsonOrigin::new(result);
        if let (Some(archive), Some(fetched)) = (&mut self.archive, &result.fetched) {
            archive.add(&result.origin, fetched, &mut json)?;
        }
        self.print(json.result, &json)?;
        Ok(if matches!(json.result, "file" | "missing") { Exit::Done } else { Exit::Found })
    }

    fn print(&mut self, result: &str, json: &impl Serialize) -> Result<(), Failure> {
        let Self { progress, output, .. } = self;
        progress.count(result);
        progress.suspend(|| {
            output.json(json)?;
            output.flush()
        })
    }

    fn interrupted(self) -> Result<Exit, Failure> {
        let hint = match &self.archive {
            Some(_) => "start the same command again to continue",
            None => "the fetched files are stored",
        };
        self.progress.clear();
        store::warn_if_lost(self.fetcher.store(), self.output);
        self.output.note("warning", &format!("interrupted; {hint}"));
        Ok(Exit::Unanswered)
    }
}

async fn fetch_one(
    fetcher: Fetcher,
    origin: Origin,
    has_archive: bool,
    refresh: bool,
) -> OriginResult {
    if has_archive {
        // An archive keeps the answer of now, so the store is written but not read.
        let (fetched, robots) = fetcher.fetch(&origin).await;
        return OriginResult { origin, robots, stored: fetched.is_none(), fetched };
    }
    let before = fetcher.store().entry(&origin).await.ok().flatten();
    let robots = fetcher::robots_of(&fetcher, refresh, &origin).await;
    let stored = before.is_some_and(|before| before.last_fetch() == robots.entry().last_fetch());
    OriginResult { origin, robots, fetched: None, stored }
}

impl JsonOrigin {
    fn new(result: &OriginResult) -> Self {
        let OriginResult { origin, robots, fetched, stored } = result;
        let last = robots.entry().last_fetch();
        let result = match robots.basis() {
            Basis::File if robots.entry().live_bytes().is_some() => "file",
            Basis::NoFile => "missing",
            _ if robots.is_refused() => "refused",
            _ => "failed",
        };
        // After a failure, `bytes` may be the last copy of the file. This fetch did not get it.
        let bytes = robots.bytes().filter(|_| result == "file");
        let (cut, content_type) = match robots.entry().version().map(|version| &version.content) {
            Some(Content::File { cut, content_type, .. }) if bytes.is_some() => {
                (*cut, content_type.clone())
            }
            _ => (false, None),
        };
        let wire_bytes = match fetched.as_ref().map(|fetched| &fetched.outcome) {
            Some(FetchOutcome::File(body)) => Some(body.wire),
            _ => None,
        };
        Self {
            origin: origin.to_string(),
            result,
            outcome: (!matches!(robots.basis(), Basis::File | Basis::NoFile))
                .then_some("unreachable"),
            detail: last.result.clone(),
            state: whole_state(robots),
            policy_difference: difference(robots).as_ref().map(DifferenceState::from),
            refusal: RefusalState::new(robots),
            status: last.hops.last().and_then(|hop| hop.status),
            at: last.at.to_string(),
            millis: last.millis,
            bytes: bytes.map(|bytes| bytes.len() as u64),
            wire_bytes,
            cut,
            content_type,
            hops: last.hops.clone(),
            stored: *stored,
            kept: None,
        }
    }
}
