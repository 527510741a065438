//! `maycrawl fetch`: the robots.txt of many sites.

mod archive;
mod progress;
mod warc;

use std::io::{self, Cursor, Read};
use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use maycrawl::{Origin, Printable};
use maycrawl_fetch::{Basis, Content, FetchResult, Fetcher, Hop, OriginRobots, Outcome as Fetch};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::args;
use crate::input::{self, InputLine};
use crate::list_input::{self, Separator};
use crate::live;
use crate::output::{Failure, Outcome, Output};
use crate::{site_argument, store};
use archive::Keeper;
use progress::Bar;

/// No origin is longer than this; a longer line is a mistake.
const ORIGIN_LIMIT: usize = 8 << 10;
/// Bytes of entries in use: every origin is asked for once, so few are worth keeping.
const MEMORY: u64 = 8 << 20;

/// One origin's result.
#[derive(Serialize)]
pub(crate) struct Line {
    origin: String,
    /// `file`, `missing`, `failed` or `refused`; of a line that names no origin, `error`.
    result: &'static str,
    /// `unreachable`, where the file could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    /// What the last fetch ended in.
    detail: String,
    /// What that means under the policy.
    state: String,
    /// What `google-2026` makes of it, where that is another thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy_difference: Option<live::JsonDifference>,
    /// The last status; 0 if none came.
    status: u16,
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
    /// True where the store's answer was fresh, and nothing was fetched.
    stored: bool,
    /// Where the file is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<String>,
}

/// A line of the input that names no origin.
#[derive(Serialize)]
struct WrongLine {
    origin: String,
    result: &'static str,
    detail: String,
}

/// What an origin gave.
struct Got {
    origin: Origin,
    robots: OriginRobots,
    /// How it was fetched, where it was fetched for an archive.
    fetched: Option<FetchResult>,
    stored: bool,
}

pub(crate) fn run(args: &args::Fetch, output: &mut Output) -> Result<Outcome, Failure> {
    if args.live.offline {
        return Err(Failure::new(
            "--offline fetches nothing; maycrawl cache list shows what is stored",
        ));
    }
    let origins = origins(args)?;
    let keeper = args.out.as_deref().map(Keeper::open).transpose()?;
    if let Some(keeper) = keeper.as_ref().filter(|keeper| keeper.done() > 0) {
        let (done, results) = (keeper.done(), keeper.results());
        let are = if done == 1 { "origin is" } else { "origins are" };
        output.note("note", &format!("{done} {are} done already, see {results}; going on"));
    }
    let store = store::open(&args.store, output)?;
    let builder = live::builder(&args.live, &args.net, store)?;
    let mut builder = builder.max_concurrent(args.jobs.get()).cache_bytes(MEMORY);
    if keeper.is_some() {
        // An archive keeps what is answered now, however lately the site was asked.
        builder = builder.min_refresh_interval(Duration::ZERO);
    }
    let fetcher = live::build(builder)?;
    let run = Run { args, fetcher, keeper, bar: Bar::new(args, output), output };
    live::runtime()?.block_on(run.all(origins))
}

/// A run over many origins.
struct Run<'a> {
    args: &'a args::Fetch,
    fetcher: Fetcher,
    keeper: Option<Keeper>,
    bar: Bar,
    output: &'a mut Output,
}

impl Run<'_> {
    async fn all(
        mut self,
        mut origins: mpsc::Receiver<io::Result<InputLine>>,
    ) -> Result<Outcome, Failure> {
        store::greet(self.fetcher.store(), self.output).await;
        let mut outcome = Outcome::AllAllowed;
        let mut running = stream::FuturesUnordered::new();
        let mut more = true;
        let mut interrupted = pin!(tokio::signal::ctrl_c());
        while more || !running.is_empty() {
            tokio::select! {
                biased;
                _ = &mut interrupted => return self.interrupted(),
                Some(got) = running.next() => {
                    outcome = outcome.max(self.finish(&got)?);
                }
                line = origins.recv(), if more && running.len() < self.args.jobs.get() => {
                    let Some(line) = line else { more = false; continue };
                    match named(line.map_err(|error| unreadable(&error))?) {
                        Ok(named) => {
                            self.note(&named);
                            let origin = named.origin;
                            if self.is_new(&origin) {
                                running.push(one(
                                    self.fetcher.clone(),
                                    origin,
                                    self.keeper.is_some(),
                                    self.args.live.refresh,
                                ));
                            } else {
                                self.bar.passed();
                            }
                        }
                        Err(error) => {
                            self.wrong(&error)?;
                            outcome = Outcome::Unanswered;
                        }
                    }
                }
            }
        }
        self.bar.finish(self.output);
        if let Some(keeper) = self.keeper {
            keeper.finish()?;
        }
        Ok(outcome)
    }

    /// What was assumed of a line, and what of it crawlers do not read.
    fn note(&mut self, named: &Named) {
        let Self { bar, output, .. } = self;
        bar.aside(|| {
            if !named.written.contains("://") {
                output.assume_https(named.origin.as_str().as_bytes());
            }
            if let Some(note) = site_argument::misplaced_robots_txt(&named.written, &named.origin) {
                output.note("note", &note);
            }
        });
    }

    /// False for an origin that is kept, or being fetched to be kept: an archive has everyone once.
    fn is_new(&mut self, origin: &Origin) -> bool {
        self.keeper.as_mut().is_none_or(|keeper| keeper.begin(origin))
    }

    fn finish(&mut self, got: &Got) -> Result<Outcome, Failure> {
        let mut line = Line::new(got);
        if let (Some(keeper), Some(fetched)) = (&mut self.keeper, &got.fetched) {
            keeper.keep(&got.origin, fetched, &mut line)?;
        }
        self.bar.done(line.result);
        self.print(&line)?;
        Ok(if matches!(line.result, "file" | "missing") {
            Outcome::AllAllowed
        } else {
            Outcome::SomeDisallowed
        })
    }

    /// A line that names no origin.
    fn wrong(&mut self, line: &WrongLine) -> Result<(), Failure> {
        self.bar.done(line.result);
        self.print(line)
    }

    fn print(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let Self { bar, output, .. } = self;
        bar.aside(|| {
            output.json(line)?;
            output.flush()
        })
    }

    fn interrupted(self) -> Result<Outcome, Failure> {
        let again = match &self.keeper {
            Some(_) => "the same command goes on from here",
            None => "what was fetched is stored",
        };
        self.bar.clear();
        self.output.note("warning", &format!("interrupted; {again}"));
        Ok(Outcome::Unanswered)
    }
}

async fn one(fetcher: Fetcher, origin: Origin, keeps: bool, refresh: bool) -> Got {
    if keeps {
        // An archive keeps what was answered today, so the store is told and not asked.
        let (fetched, robots) = fetcher.fetch(&origin).await;
        return Got { origin, robots, stored: fetched.is_none(), fetched };
    }
    let before = fetcher.store().entry(origin.as_str()).await.ok().flatten();
    let robots =
        if refresh { fetcher.refresh(&origin).await } else { fetcher.robots_of(&origin).await };
    let stored = before.is_some_and(|before| before.last_fetch() == robots.entry().last_fetch());
    Got { origin, robots, fetched: None, stored }
}

impl Line {
    fn new(got: &Got) -> Self {
        let Got { origin, robots, fetched, stored } = got;
        let last = robots.entry().last_fetch();
        let result = match robots.basis() {
            Basis::File => "file",
            Basis::NoFile => "missing",
            _ if robots.is_refused() => "refused",
            _ => "failed",
        };
        let bytes = robots.bytes().filter(|_| result == "file");
        let (cut, content_type) = match robots.entry().version().map(|version| &version.content) {
            Some(Content::File { cut, content_type, .. }) if bytes.is_some() => {
                (*cut, content_type.clone())
            }
            _ => (false, None),
        };
        let wire_bytes = match fetched.as_ref().map(|fetched| &fetched.outcome) {
            Some(Fetch::File(body)) => Some(body.wire),
            _ => None,
        };
        Self {
            origin: origin.to_string(),
            result,
            outcome: matches!(result, "failed" | "refused").then_some("unreachable"),
            detail: last.result.clone(),
            state: robots.to_string(),
            policy_difference: live::JsonDifference::of(robots),
            status: last.hops.last().map_or(0, |hop| hop.status),
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

/// The origins of the command line and of the file, as they are wanted.
fn origins(args: &args::Fetch) -> Result<mpsc::Receiver<io::Result<InputLine>>, Failure> {
    let named = args.origins.join("\n");
    let from: Box<dyn Read + Send> = match args.from.as_deref() {
        None => Box::new(io::empty()),
        Some(path) if path == Path::new("-") => Box::new(io::stdin()),
        Some(path) => Box::new(input::open(path)?),
    };
    let lists = Cursor::new(named).chain(&b"\n"[..]).chain(from);
    Ok(list_input::receiver(lists, ORIGIN_LIMIT, Separator::HostComma))
}

/// An item of a list, and the origin that it names.
struct Named {
    written: String,
    origin: Origin,
}

fn named(line: InputLine) -> Result<Named, WrongLine> {
    let wrong = |line: &[u8], detail| WrongLine {
        origin: String::from_utf8_lossy(line).into_owned(),
        result: "error",
        detail,
    };
    let line = match line {
        InputLine::TooLong(start) => {
            let shown = Printable(&start);
            let detail = format!("`{shown}...` is longer than 8 KiB, which no origin is");
            return Err(wrong(&start, detail));
        }
        InputLine::Whole(line) => line,
    };
    let Ok(written) = std::str::from_utf8(&line) else {
        return Err(wrong(&line, format!("`{}` is not UTF-8", Printable(&line))));
    };
    if site_argument::is_file_name(written) {
        let shown = Printable(&line);
        let detail =
            format!("`{shown}` is the name of a file; for a list of origins: --from {shown}");
        return Err(wrong(&line, detail));
    }
    let origin = live::origin(written).map_err(|error| wrong(&line, error))?;
    Ok(Named { written: written.to_owned(), origin })
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::new(format!("cannot read the origins: {error}"))
}

/// A path, for a message.
fn shown(path: &Path) -> String {
    Printable(path.as_os_str().as_encoded_bytes()).to_string()
}
