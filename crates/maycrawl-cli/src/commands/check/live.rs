//! `maycrawl check` without a file: the robots.txt of live sites.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{Stream, StreamExt as _, stream};
use maycrawl::asked_url::AskedUrlError;
use maycrawl::pace::Pace;
use maycrawl::{Crawler, Decision, Origin, OriginError, Printable, SuspicionKind};
use maycrawl_fetch::{Fetcher, OriginRobots, Timestamp};
use maycrawl_site::{ReadPlaces, UsePlaces, UseReader};
use tokio::sync::OnceCell;

use super::card::{self, Counts};
use super::file::no_url;
use super::json::{self, JsonSite};
use super::print::{self, Columns};
use crate::answer::{self, Answer, Hints};
use crate::args::{Check, Format};
use crate::inputs::input::{self, InputLine};
use crate::inputs::list_input::{self, Separator};
use crate::inputs::url_arg::{MAX_URL_BYTES, UrlArg};
use crate::inputs::{agent_arg, site_argument};
use crate::progress::Progress;
use crate::text::output::{self, Exit, Failure, Output};
use crate::text::robots_state::{RobotsState, whole_state};
use crate::{fetcher, store};

/// URLs in work at a time; their answers keep their order.
const MAX_CONCURRENT_URLS: usize = 64;
/// The same where pages are read: a page may have 15 MiB, and a list is often of one site.
const MAX_CONCURRENT_READINGS: usize = 4;

pub(super) fn run(args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    let crawlers = agent_arg::crawlers(&args.agent.agents, output)?;
    let columns = Columns::new(&crawlers, output.language());
    let mut told = Told { counts: Counts::new(args, &crawlers), paces: Paces::default() };
    let outcome = for_each(args, output, |url, robots, output| {
        told.counts.next_is_of(robots.origin());
        let asked = (args, &crawlers[..], &columns);
        answer(asked, url, robots, &mut told, output)
    })?;
    told.counts.print(&crawlers, output)?;
    Ok(outcome)
}

/// Asks the sites of the URLs, many at a time, and passes each URL and its robots.txt to `answer`, in the order of the
/// URLs.
pub(super) fn for_each(
    args: &Check,
    output: &mut Output,
    mut answer: impl FnMut(&UrlArg<'_>, &OriginRobots, &mut Output) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    for_each_site(args, None, output, |url, site, output| answer(url, &site.robots, output))
}

/// As [`for_each`], with what `reading` reads of the site beside its robots.txt.
pub(super) fn for_each_site(
    args: &Check,
    reading: Option<SiteReading>,
    output: &mut Output,
    mut answer: impl FnMut(&UrlArg<'_>, &AskedSite, &mut Output) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    if args.origin.is_some() {
        return Err(Failure::new("--origin needs --robots FILE; a live site's URL has its origin"));
    }
    if args.urls.is_empty() {
        input::say_if_terminal(Path::new("-"), output);
    }
    let at_once = if reading.is_some() { MAX_CONCURRENT_READINGS } else { MAX_CONCURRENT_URLS };
    let sites = Sites::new(args, reading, output)?;
    let unreadable = |error| Failure::new(format!("cannot read URLs from standard input: {error}"));
    fetcher::runtime()?.block_on(async {
        store::warn_if_unreachable(sites.fetcher.store(), output).await;
        let lookups = urls(args).map(|line| sites.look_up(line)).buffered(at_once);
        let mut lookups = pin!(lookups);
        let progress = progress(args, output);
        let (mut outcome, mut hints, mut answered) = (Exit::Done, Hints::default(), 0_u64);
        while let Some(lookup) = lookups.next().await {
            let Lookup { url, is_https_assumed, site } = lookup.map_err(unreadable)?;
            // `look_up` has parsed the URL already. But a `UrlArg` borrows its text, so the lookup cannot return both.
            let parsed = site.and_then(|site| Ok((UrlArg::parse(&url)?, site)));
            outcome = outcome.max(progress.suspend(|| {
                if is_https_assumed {
                    output.assume_https(&url);
                }
                let outcome = match parsed {
                    Ok((url, site)) => {
                        hints.see(&site.robots);
                        answer(&url, &site, output)
                    }
                    Err(error) => answer::report_error_in_table(output, args.format, &url, &error),
                }?;
                output.flush()?;
                Ok::<_, Failure>(outcome)
            })?);
            answered += 1;
            progress.say(&format!("{answered} answered; waiting for the next"));
        }
        progress.clear();
        store::warn_if_lost(sites.fetcher.store(), output);
        hints.say(&args.site.net, output);
        if answered == 0 { Err(no_url()) } else { Ok(outcome) }
    })
}

/// What is read of a site beside its robots.txt, for questions about uses by these crawlers.
pub(super) struct SiteReading {
    pub(super) reader: UseReader,
    pub(super) places: UsePlaces,
    pub(super) crawlers: Vec<Crawler>,
}

/// What is known of a site.
pub(super) struct AskedSite {
    pub(super) robots: OriginRobots,
    pub(super) places: ReadPlaces,
}

/// The live sites of `check`.
struct Sites {
    fetcher: Fetcher,
    reading: Option<SiteReading>,
    is_offline: bool,
    /// Under `--refresh`, the origins that this run fetches or has fetched: each is fetched once.
    refreshed: Option<Mutex<RefreshedOrigins>>,
}

type RefreshedOrigins = HashMap<Origin, Arc<OnceCell<()>>>;

/// A URL as written, and its site or the error.
struct Lookup {
    url: Vec<u8>,
    /// True if the URL was written without a scheme.
    is_https_assumed: bool,
    site: Result<AskedSite, String>,
}

impl Sites {
    fn new(
        args: &Check,
        reading: Option<SiteReading>,
        output: &mut Output,
    ) -> Result<Self, Failure> {
        Ok(Self {
            fetcher: fetcher::open(&args.site, args.profile, output)?,
            reading,
            is_offline: args.site.live.offline,
            refreshed: args.site.live.refresh.then(Mutex::default),
        })
    }

    async fn look_up(&self, line: io::Result<InputLine>) -> io::Result<Lookup> {
        let (url, is_https_assumed, site) = match line? {
            InputLine::Whole(written) => match site_argument::url(&written) {
                Ok(url) => {
                    let site = self.site(&url).await;
                    let is_https_assumed = matches!(url, Cow::Owned(_));
                    (url.into_owned(), is_https_assumed, site)
                }
                Err(error) => (written, false, Err(error)),
            },
            InputLine::TooLong(start) => {
                let error = AskedUrlError::too_long(&start).to_string();
                (start, false, Err(error))
            }
        };
        Ok(Lookup { url, is_https_assumed, site })
    }

    async fn site(&self, url: &[u8]) -> Result<AskedSite, String> {
        let parsed = UrlArg::parse(url)?;
        let robots = self.robots(url, &parsed).await?;
        let places = match &self.reading {
            None => ReadPlaces::default(),
            Some(SiteReading { reader, places, crawlers }) => {
                let asked = (&parsed.request, &robots, &crawlers[..]);
                reader.read(&self.fetcher, asked, *places, &|_| Ok(())).await
            }
        };
        Ok(AskedSite { robots, places })
    }

    async fn robots(&self, url: &[u8], parsed: &UrlArg<'_>) -> Result<OriginRobots, String> {
        let Some(origin) = parsed.origin() else {
            return Err(format!(
                "`{}` is a path; write the whole URL, or name the file with --robots FILE",
                Printable(url)
            ));
        };
        if !origin.is_fetchable() {
            return Err(format!("{}; name the file with --robots FILE", not_fetchable(origin)));
        }
        // Without this check the answer would be `unreachable`, as if the site were down.
        if self.is_offline && matches!(self.fetcher.store().entry(origin).await, Ok(None)) {
            return Err(format!("{origin} is not stored, and --offline fetches nothing"));
        }
        if let Some(refreshed) = &self.refreshed {
            // Many URLs of one origin are in work at a time: the first fetches, the others wait for it. The lock is
            // released before the fetch, so that URLs of other origins do not wait too.
            let once = Arc::clone(
                refreshed
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .entry(origin.clone())
                    .or_default(),
            );
            once.get_or_init(async || drop(self.fetcher.refresh(origin).await)).await;
        }
        Ok(self.fetcher.robots_of(origin).await)
    }
}

fn not_fetchable(origin: &Origin) -> OriginError {
    let scheme = origin.as_str().split_once("://").map_or("", |(scheme, _)| scheme);
    OriginError::Scheme(scheme.to_owned())
}

/// Progress while sites are slow; none while a person types URLs.
fn progress(args: &Check, output: &Output) -> Progress {
    let is_typed = args.urls.is_empty() && io::IsTerminal::is_terminal(&io::stdin());
    match &args.urls[..] {
        [] if is_typed => Progress::none(),
        [] => Progress::spinner(output, "asking the sites"),
        [url] => Progress::spinner(output, &format!("asking {url}")),
        urls => Progress::spinner(output, &format!("asking the sites of {} URLs", urls.len())),
    }
}

/// The URLs of the command line, or of standard input as they arrive.
fn urls(args: &Check) -> impl Stream<Item = io::Result<InputLine>> + use<> {
    if !args.urls.is_empty() {
        let urls = args.urls.clone().into_iter();
        return stream::iter(urls.map(|url| Ok(InputLine::Whole(url.into_bytes())))).left_stream();
    }
    let mut lines = list_input::receiver(io::stdin(), MAX_URL_BYTES, Separator::Line);
    stream::poll_fn(move |context| lines.poll_recv(context)).right_stream()
}

/// What is kept from one URL to the next.
struct Told {
    counts: Counts,
    paces: Paces,
}

/// Prints the answers for one URL, one for each crawler.
fn answer(
    (args, crawlers, columns): (&Check, &[Crawler], &Columns),
    url: &UrlArg<'_>,
    robots: &OriginRobots,
    told: &mut Told,
    output: &mut Output,
) -> Result<Exit, Failure> {
    if let Some(crawler) = card::of_one_question(args, crawlers) {
        card::of_site((url, crawler), robots, output)?;
        let rules = robots.rules_for(crawler);
        let answer = Answer::of(&rules.check_request(&url.request));
        return Ok(answer.outcome(args.unreachable.counts_as));
    }
    let is_json = args.format.of_answers() == Format::Json;
    let site = is_json.then(|| output::members(&JsonSite::new(robots))).transpose()?;
    // Only an explanation reads the whole file again.
    let parsed = (args.explain && robots.has_file()).then(|| robots.parse());
    let mut outcome = Exit::Done;
    let rules = robots.rules_for_each(crawlers);
    let paces = told.paces.of_site(robots, crawlers);
    for (index, (crawler, rules)) in crawlers.iter().zip(&rules).enumerate() {
        let verdict = rules.check_request(&url.request);
        told.counts.add(index, &verdict);
        outcome = outcome.max(Answer::of(&verdict).outcome(args.unreachable.counts_as));
        let explanation = parsed
            .as_ref()
            .filter(|_| verdict.decision() != Decision::NotApplicable)
            .map(|parsed| parsed.explain(crawler, &url.request));
        let located = robots.has_file().then(|| rules.locate(&verdict));
        let pace = paces[index];
        if let Some(site) = &site {
            let profile = args.profile.name;
            let answer = json::answer(url, crawler, profile, &verdict, located.as_ref());
            let answer = answer.paced(crawler, pace).explained(explanation);
            let answer = output::members(&answer)?;
            output.object(&[&answer, site])?;
            continue;
        }
        columns.verdict(output, crawler.token(), url, &verdict)?;
        if let (Some(explanation), Some(parsed)) = (&explanation, &parsed) {
            print::explanation(output, url, explanation, parsed, crawler)?;
        } else if let Some(located) = &located {
            columns.reason(output, located)?;
            columns.near(output, args, || robots.parse(), (crawler, url, &verdict))?;
            columns.documents_differ(output, crawler, &verdict)?;
        }
        if args.explain {
            history(robots, output)?;
        } else {
            columns.requested(output, url)?;
            columns.pace(output, (args, crawler), pace)?;
            state(columns, url, crawler, verdict.decision(), robots, output)?;
        }
    }
    // A site may serve an empty file.
    if let Some(what) = robots.suspicion().filter(|what| what.kind != SuspicionKind::Empty) {
        output.note("warning", &format!("{}/robots.txt: {what}", robots.origin()));
    }
    Ok(outcome)
}

/// How fast the crawlers are asked to go by the site that was asked about last: a list is often of one site, and to
/// read its file for each URL would cost more than the answers.
#[derive(Default)]
struct Paces {
    of: Option<(Origin, Timestamp)>,
    paces: Vec<Pace>,
}

impl Paces {
    fn of_site(&mut self, robots: &OriginRobots, crawlers: &[Crawler]) -> &[Pace] {
        let now = (robots.origin().clone(), robots.entry().last_fetch().at);
        if self.of.as_ref() != Some(&now) {
            self.paces = match robots.has_file() {
                true => robots.parse().pace_for_each(crawlers),
                false => vec![Pace::default(); crawlers.len()],
            };
            self.of = Some(now);
        }
        &self.paces
    }
}

/// The state of the robots.txt, and the other policy where it decides differently for this URL.
fn state(
    columns: &Columns,
    url: &UrlArg<'_>,
    crawler: &Crawler,
    decision: Decision,
    robots: &OriginRobots,
    output: &mut Output,
) -> Result<(), Failure> {
    let other = robots.under(robots.policy().compare_with()).rules_for(crawler);
    if other.check_request(&url.request).decision() == decision {
        columns.detail(output, &whole_state(robots))
    } else {
        columns.detail(output, &RobotsState(robots).to_string())
    }
}

/// How the file was fetched: the end of an explanation.
fn history(robots: &OriginRobots, output: &mut Output) -> Result<(), Failure> {
    let language = output.language();
    output.line(format_args!("{}{}", language.label("file"), RobotsState(robots)))?;
    let mut label = language.label("hops");
    for hop in &robots.entry().last_fetch().hops {
        output.line(format_args!("{label}{}", Printable(hop.to_string().as_bytes())))?;
        label = language.label_indent();
    }
    output.line(format_args!(""))
}
