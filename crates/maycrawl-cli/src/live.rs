//! Live sites: setting up the fetcher, and `maycrawl check` without a file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{Stream, StreamExt as _, stream};
use maycrawl::{Crawler, Decision, Origin, OriginError, Printable};
use maycrawl_fetch::{
    AddressGuard, CertificateDer, FetchMode, Fetcher, FetcherBuilder, OriginRobots,
    PolicyDifference, Store,
};
use rustls_pki_types::pem::PemObject as _;
use serde::Serialize;
use tokio::runtime::Runtime;
use tokio::sync::OnceCell;

use crate::answer::{Answer, Hints};
use crate::args::{Check, Format, Live, Net};
use crate::check::{self, JsonAnswer, URL_LIMIT};
use crate::input::{self, InputLine};
use crate::list_input::{self, Separator};
use crate::output::{Failure, Outcome, Output};
use crate::progress::Progress;
use crate::url_arg::{self, Question};
use crate::{site_argument, store};

/// URLs that are asked at a time; their answers keep their order.
const AT_ONCE: usize = 64;

/// What a verdict rests on, as JSON.
#[derive(Clone, Serialize)]
pub(crate) struct JsonRobots {
    pub(crate) url: String,
    pub(crate) state: String,
    pub(crate) basis: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first_seen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last_seen: Option<String>,
    pub(crate) last_fetch: JsonFetch,
    /// What `google-2026` makes of it, where that is another thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) policy_difference: Option<JsonDifference>,
}

/// How another policy decides, as JSON.
#[derive(Clone, Serialize)]
pub(crate) struct JsonDifference {
    policy: &'static str,
    basis: &'static str,
    text: String,
}

/// How the policy to compare with decides otherwise.
pub(crate) fn difference(robots: &OriginRobots) -> Option<PolicyDifference> {
    robots.differs_under(robots.policy().compared())
}

impl JsonDifference {
    pub(crate) fn of(robots: &OriginRobots) -> Option<Self> {
        difference(robots).map(|difference| Self {
            policy: difference.policy.name(),
            basis: difference.basis.name(),
            text: difference.to_string(),
        })
    }
}

/// What verdicts rest on, and how `google-2026` decides otherwise.
pub(crate) struct Shown<'r>(pub(crate) &'r OriginRobots);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match difference(self.0) {
            Some(difference) => write!(f, "{}; {difference}", self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

/// A fetch, as JSON.
#[derive(Clone, Serialize)]
pub(crate) struct JsonFetch {
    pub(crate) at: String,
    pub(crate) millis: u64,
    pub(crate) result: String,
    pub(crate) hops: Vec<maycrawl_fetch::Hop>,
}

impl JsonRobots {
    pub(crate) fn new(robots: &OriginRobots) -> Self {
        let entry = robots.entry();
        let version = entry.version();
        let last = entry.last_fetch();
        Self {
            url: format!("{}/robots.txt", robots.origin()),
            state: robots.to_string(),
            basis: robots.basis().name(),
            first_seen: version.map(|version| version.first_seen.to_string()),
            last_seen: version.map(|version| version.last_seen.to_string()),
            last_fetch: JsonFetch {
                at: last.at.to_string(),
                millis: last.millis,
                result: last.result.clone(),
                hops: last.hops.clone(),
            },
            policy_difference: JsonDifference::of(robots),
        }
    }
}

/// A runtime for what talks to sites and stores.
pub(crate) fn runtime() -> Result<Runtime, Failure> {
    Runtime::new().map_err(|error| Failure::new(format!("the system gives no threads: {error}")))
}

/// A fetcher as the command line asks for it.
pub(crate) fn builder(live: &Live, net: &Net, store: Store) -> Result<FetcherBuilder, Failure> {
    let mut guard = AddressGuard::public_only();
    if net.allow_private {
        guard = guard.allowing_private();
    }
    let mut builder = Fetcher::builder()
        .policy(live.policy)
        .store(store)
        .guard(guard)
        .deadline(net.deadline)
        .user_agent(&net.user_agent)
        .probe_failing_sites(net.probe_5xx)
        .mode(if live.offline { FetchMode::Offline } else { FetchMode::Wait });
    if live.refresh {
        // Who types --refresh means now; the interval is for strangers.
        builder = builder.min_refresh_interval(Duration::ZERO);
    }
    for (host, address) in &net.resolve {
        builder = builder.resolve(host, &[*address]);
    }
    if let Some(path) = &net.authority {
        let unreadable = |error| Failure::new(format!("--authority {}: {error}", path.display()));
        let certificates = CertificateDer::pem_file_iter(path).map_err(unreadable)?;
        let mut count = 0;
        for certificate in certificates {
            builder = builder.add_root_certificate(certificate.map_err(unreadable)?);
            count += 1;
        }
        if count == 0 {
            return Err(Failure::new(format!(
                "--authority {}: there is no certificate in it; name a PEM file",
                path.display()
            )));
        }
    }
    Ok(builder)
}

pub(crate) fn build(builder: FetcherBuilder) -> Result<Fetcher, Failure> {
    builder.build().map_err(|error| Failure::new(error.to_string()))
}

/// Asks the live sites of `check`.
struct Sites {
    fetcher: Fetcher,
    offline: bool,
    /// Under `--refresh`, the origins that are being fetched or have been: once a run is enough.
    refreshed: Option<Mutex<Refreshed>>,
}

type Refreshed = HashMap<Origin, Arc<OnceCell<()>>>;

/// A URL as it came, and what its site's robots.txt says, or why that cannot be asked.
struct Asked {
    url: Vec<u8>,
    /// The scheme was not written.
    is_assumed_https: bool,
    robots: Result<OriginRobots, String>,
}

impl Sites {
    fn new(args: &Check, output: &mut Output) -> Result<Self, Failure> {
        let store = store::open(&args.store, output)?;
        let fetcher = build(builder(&args.live, &args.net, store)?.profile(args.profile))?;
        let refreshed = args.live.refresh.then(Mutex::default);
        Ok(Self { fetcher, offline: args.live.offline, refreshed })
    }

    async fn ask(&self, line: io::Result<InputLine>) -> io::Result<Asked> {
        let (url, is_assumed_https, robots) = match line? {
            InputLine::Whole(written) => match site_argument::url(&written) {
                Ok(url) => {
                    let robots = self.robots(&url).await;
                    let is_assumed_https = matches!(url, Cow::Owned(_));
                    (url.into_owned(), is_assumed_https, robots)
                }
                Err(error) => (written, false, Err(error)),
            },
            InputLine::TooLong(start) => {
                let error = check::too_long(&start);
                (start, false, Err(error))
            }
        };
        Ok(Asked { url, is_assumed_https, robots })
    }

    async fn robots(&self, url: &[u8]) -> Result<OriginRobots, String> {
        let question = Question::new(url)?;
        let Some(origin) = question.origin() else {
            return Err(format!(
                "`{}` is a path; write the whole URL, or name the file with --robots FILE",
                Printable(url)
            ));
        };
        if !origin.is_fetchable() {
            return Err(format!("{}; name the file with --robots FILE", not_fetchable(origin)));
        }
        if self.offline && matches!(self.fetcher.store().entry(origin.as_str()).await, Ok(None)) {
            return Err(format!("{origin} is not stored, and --offline fetches nothing"));
        }
        if let Some(refreshed) = &self.refreshed {
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

pub(crate) fn run(args: &Check, output: &mut Output) -> Result<Outcome, Failure> {
    let crawlers = url_arg::crawlers(&args.agents, output)?;
    let width = crawlers.iter().map(|crawler| crawler.token().len()).max().unwrap_or(0);
    for_each(args, output, |question, robots, output| {
        answer(args, &crawlers, width, question, robots, output)
    })
}

/// Asks the sites of the URLs, many at a time, and gives the answers on in the order of the URLs.
pub(crate) fn for_each(
    args: &Check,
    output: &mut Output,
    mut answer: impl FnMut(&Question<'_>, &OriginRobots, &mut Output) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    if args.origin.is_some() {
        return Err(Failure::new("--origin says where a file lives; without --robots, URLs do"));
    }
    if args.urls.is_empty() {
        input::say_if_terminal(Path::new("-"), output);
    }
    let sites = Sites::new(args, output)?;
    let unreadable = |error| Failure::new(format!("cannot read URLs from standard input: {error}"));
    runtime()?.block_on(async {
        store::greet(sites.fetcher.store(), output).await;
        let mut asking = pin!(urls(args).map(|line| sites.ask(line)).buffered(AT_ONCE));
        let progress = progress(args, output);
        let (mut outcome, mut hints, mut answered) = (Outcome::AllAllowed, Hints::default(), 0_u64);
        while let Some(asked) = asking.next().await {
            let Asked { url, is_assumed_https, robots } = asked.map_err(unreadable)?;
            let asked = robots.and_then(|robots| Ok((Question::new(&url)?, robots)));
            outcome = outcome.max(progress.aside(|| {
                if is_assumed_https {
                    output.assume_https(&url);
                }
                let outcome = match asked {
                    Ok((question, robots)) => {
                        hints.see(&robots);
                        answer(&question, &robots, output)
                    }
                    Err(error) => check::report(output, args.format, &url, &error),
                }?;
                output.flush()?;
                Ok::<_, Failure>(outcome)
            })?);
            answered += 1;
            progress.say(&format!("{answered} answered; waiting for the next"));
        }
        progress.clear();
        hints.say(&args.net, output);
        Ok(outcome)
    })
}

/// What a person sees who waits for a slow site. Nothing while URLs are typed.
fn progress(args: &Check, output: &Output) -> Progress {
    let types = args.urls.is_empty() && io::IsTerminal::is_terminal(&io::stdin());
    match &args.urls[..] {
        [] if types => Progress::none(),
        [] => Progress::spinner(output, "asking the sites"),
        [url] => Progress::spinner(output, &format!("asking {url}")),
        urls => Progress::spinner(output, &format!("asking the sites of {} URLs", urls.len())),
    }
}

/// The URLs of the command line, or of standard input as they come.
fn urls(args: &Check) -> impl Stream<Item = io::Result<InputLine>> + use<> {
    if !args.urls.is_empty() {
        let urls = args.urls.clone().into_iter();
        return stream::iter(urls.map(|url| Ok(InputLine::Whole(url.into_bytes())))).left_stream();
    }
    let mut lines = list_input::receiver(io::stdin(), URL_LIMIT, Separator::Line);
    stream::poll_fn(move |context| lines.poll_recv(context)).right_stream()
}

fn answer(
    args: &Check,
    crawlers: &[Crawler],
    width: usize,
    question: &Question<'_>,
    robots: &OriginRobots,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let json = (args.format == Format::Json).then(|| JsonRobots::new(robots));
    let parsed = robots.has_file().then(|| robots.parse());
    let mut outcome = Outcome::AllAllowed;
    for crawler in crawlers {
        let rules = robots.rules_for(crawler);
        let verdict = rules.check_request(&question.request);
        let answer = Answer::of(&verdict);
        outcome = outcome.max(answer.outcome(args.unreachable.counts_as));
        let trace = parsed
            .as_ref()
            .filter(|_| args.explain && verdict.decision() != Decision::NotApplicable)
            .map(|parsed| parsed.explain(crawler, &question.request));
        let located = parsed.as_ref().map(|parsed| parsed.locate(crawler, &verdict));
        let token = crawler.token();
        if let Some(json) = &json {
            let profile = args.profile.name;
            let answer = JsonAnswer::new(question, token, profile, verdict, located, trace);
            output.json(&JsonAnswer { robots: Some(json), ..answer })?;
            continue;
        }
        check::verdict(output, width, token, question, &verdict)?;
        if let (Some(trace), Some(parsed)) = (&trace, &parsed) {
            check::trace(output, question, trace)?;
            check::change(output, question, parsed, crawler)?;
        } else if let Some(located) = &located {
            check::reason(output, located)?;
        }
        if args.explain {
            way(robots, output)?;
            continue;
        }
        check::asked_as(output, question)?;
        // Half a line more where the other policy answers otherwise for this URL.
        let other = robots.under(robots.policy().compared()).rules_for(crawler);
        if other.check_request(&question.request).decision() == verdict.decision() {
            output.line(format_args!("            {robots}"))?;
        } else {
            output.line(format_args!("            {}", Shown(robots)))?;
        }
    }
    if let Some(page) = parsed.as_ref().filter(|parsed| parsed.is_web_page()) {
        output
            .note("warning", &format!("{}/robots.txt: {}", robots.origin(), input::web_page(page)));
    }
    Ok(outcome)
}

/// How the file was come by: the end of an explanation.
fn way(robots: &OriginRobots, output: &mut Output) -> Result<(), Failure> {
    output.line(format_args!("  file    {}", Shown(robots)))?;
    let mut label = "hops";
    for hop in &robots.entry().last_fetch().hops {
        output.line(format_args!("  {label:<8}{}", Printable(hop.to_string().as_bytes())))?;
        label = "";
    }
    output.line(format_args!(""))
}

/// An origin as people write it: a host means https.
pub(crate) fn origin(text: &str) -> Result<Origin, String> {
    let text = text.trim();
    let shown = Printable(text.as_bytes());
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("`{shown}` is a number; write a host, or https://HOST"));
    }
    let has_scheme = text.split_once(':').is_some_and(|(scheme, rest)| {
        let is_port = rest.starts_with(|c: char| c.is_ascii_digit());
        !is_port && !rest.starts_with("//") && scheme.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    if has_scheme && !text.starts_with('[') {
        return Err(format!(
            "`{shown}` is not an http, https or ftp URL; write a host, or https://HOST"
        ));
    }
    let url = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    Origin::parse(&url)
        .map_err(|error| format!("`{shown}`: {error}; write a host, or https://HOST"))
}

/// As [`origin`]; notes what was assumed, and if the text names a file that crawlers do not read.
pub(crate) fn noted_origin(text: &str, output: &mut Output) -> Result<Origin, String> {
    let origin = origin(text)?;
    if !text.contains("://") {
        output.assume_https(origin.as_str().as_bytes());
    }
    if let Some(note) = site_argument::misplaced_robots_txt(text, &origin) {
        output.note("note", &note);
    }
    Ok(origin)
}

fn not_fetchable(origin: &Origin) -> OriginError {
    let scheme = origin.as_str().split_once("://").map_or("", |(scheme, _)| scheme);
    OriginError::Scheme(scheme.to_owned())
}
