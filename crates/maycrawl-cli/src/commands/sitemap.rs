//! `maycrawl sitemap`: every URL of a site's sitemaps, checked.

mod count;
mod progress;

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::num::NonZero;
use std::ops::{AddAssign, ControlFlow};

use anstyle::{AnsiColor, Style};
use maycrawl::{Crawler, Origin, Printable, RequestUrl, Verdict, written_url};
use maycrawl_fetch::{Basis, DifferenceState, OriginRobots};
use maycrawl_site::{
    Location, SitemapUrl, SitemapWalk, WalkEvent, WalkLimits, WalkStart, WalkSummary,
};
use serde::Serialize;

use crate::answer::{Answer, Hints};
use crate::args::{self, Format};
use crate::inputs::input;
use crate::inputs::robots_input::RobotsInput;
use crate::inputs::{agent_arg, site_argument};
use crate::text::output::{Exit, Failure, Output};
use crate::text::robots_state::{RobotsState, difference};
use crate::{fetcher, store};
use count::{AgentCounts, grouped};
use progress::WalkProgress;

/// The result of a URL or of a sitemap, as JSON.
#[derive(Serialize)]
struct JsonUrl<'a> {
    /// `allowed`, `blocked`, `unreachable`, `foreign`, `malformed`, `problem`, `closed` or `unread`.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    /// The URL that a client requests, if its path differs from the written one.
    #[serde(skip_serializing_if = "Option::is_none")]
    requested: Option<&'a str>,
    sitemap: &'a str,
    /// The line of the sitemap; `null` for the whole sitemap.
    sitemap_line: Option<u64>,
    /// The byte of the sitemap, from 1: many sitemaps have only one line.
    sitemap_byte: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lastmod: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'a str>,
    #[serde(flatten)]
    verdict: Option<Verdict<'a>>,
    /// The decision of another policy about the site, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy_difference: Option<DifferenceState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// What it is, if it stands beside the URL of a page: `alternate`, `image`, `thumbnail`, `video` or `player`.
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<&'static str>,
    /// That page.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a str>,
}

/// The totals of all walks; as JSON the last line.
#[derive(Serialize)]
struct WalkTotals {
    /// Always `total`.
    result: &'static str,
    sitemaps: u64,
    indexes: u64,
    urls: u64,
    /// URLs that every crawler may fetch.
    allowed: u64,
    /// URLs that some crawler may not fetch, or for which this is not known.
    blocked: u64,
    agents: Vec<AgentCounts>,
    foreign: u64,
    malformed: u64,
    problems: u64,
    unread: u64,
    left_out: u64,
    /// Other languages, images and videos of pages.
    resources: u64,
    blocked_resources: u64,
    /// Of other sites, malformed, or too many for one page.
    unchecked_resources: u64,
}

impl WalkTotals {
    fn new(crawlers: &[Crawler]) -> Self {
        Self {
            result: "total",
            sitemaps: 0,
            indexes: 0,
            urls: 0,
            allowed: 0,
            blocked: 0,
            agents: crawlers.iter().map(AgentCounts::new).collect(),
            foreign: 0,
            malformed: 0,
            problems: 0,
            unread: 0,
            left_out: 0,
            resources: 0,
            blocked_resources: 0,
            unchecked_resources: 0,
        }
    }
}

impl AddAssign<WalkSummary> for WalkTotals {
    fn add_assign(&mut self, walk: WalkSummary) {
        self.sitemaps += walk.sitemaps;
        self.indexes += walk.indexes;
        self.urls += walk.urls;
        self.allowed += walk.allowed;
        self.blocked += walk.blocked;
        self.foreign += walk.foreign;
        self.malformed += walk.malformed;
        self.problems += walk.problems;
        self.unread += walk.unread;
        self.left_out += walk.left_out;
        self.resources += walk.resources;
        self.blocked_resources += walk.blocked_resources;
        self.unchecked_resources += walk.unchecked_resources;
    }
}

pub(crate) fn run(args: &args::Sitemap, output: &mut Output) -> Result<Exit, Failure> {
    let crawlers = agent_arg::crawlers(&args.agent.agents, output)?;
    args.suspicious.needs_file(args.robots.as_deref())?;
    let file = args.robots.as_deref().map(RobotsInput::read).transpose()?;
    let parse = |file| RobotsInput::parse(file, args.read.profile, &args.suspicious, output);
    let robots = file.as_ref().map(parse).transpose()?;
    let starts = args
        .starts
        .iter()
        .map(|start| self::start(start, output))
        .collect::<Result<Vec<_>, _>>()?;
    let is_file = |start: &WalkStart| matches!(start, WalkStart::File(..));
    if args.site.live.offline && !(starts.iter().all(is_file) && robots.is_some()) {
        return Err(Failure::new(
            "sitemap needs local files with --offline: name sitemap files, and --robots FILE",
        ));
    }
    let fetcher = fetcher::open(&args.site, args.read.profile, output)?;
    let runtime = fetcher::runtime()?;
    let mut report = Report {
        args,
        crawlers: &crawlers,
        totals: WalkTotals::new(&crawlers),
        reasons: Reasons::default(),
        progress: WalkProgress::new(output),
        output,
        hints: Hints::default(),
        failure: None,
    };
    let max_urls = args.max_urls.map_or(u64::MAX, NonZero::get);
    runtime.block_on(async {
        store::warn_if_unreachable(fetcher.store(), report.output).await;
        for start in starts {
            if let (WalkStart::Site(origin), true) = (&start, args.site.live.refresh) {
                drop(fetcher.refresh(origin).await);
            }
            // `--max-urls` is one limit for all starts, but a walk counts only its own URLs.
            let urls = max_urls.saturating_sub(report.totals.urls);
            let limits = WalkLimits { urls, ..WalkLimits::default() };
            let walk = SitemapWalk::new(&fetcher, &crawlers, limits);
            let mut walk = walk.checking_form().checking_resources();
            if let Some(robots) = &robots {
                walk = walk.with_robots(robots);
            }
            let summary = walk.run(start, |event| report.handle(&event)).await;
            report.totals += summary;
        }
        store::warn_if_lost(fetcher.store(), report.output);
    });
    report.finish()
}

/// The start of a walk: an origin, the URL of a sitemap, or a file.
fn start(text: &str, output: &mut Output) -> Result<WalkStart, Failure> {
    if text == "-" {
        input::say_if_terminal("-".as_ref(), output);
        return Ok(WalkStart::File("standard input".to_owned(), Box::new(io::stdin())));
    }
    if text.contains("://") {
        return Ok(WalkStart::at(text, site_argument::origin(text).map_err(Failure::new)?));
    }
    let is_file = fs::metadata(text).is_ok_and(|metadata| !metadata.is_dir());
    if is_file || !written_url::begins_with_host(text) {
        let file = input::open(text.as_ref())?;
        return Ok(WalkStart::File(text.to_owned(), Box::new(file) as Box<dyn Read + Send>));
    }
    let url = format!("https://{text}");
    output.assume_https(url.as_bytes());
    Ok(WalkStart::at(&url, site_argument::origin(text).map_err(Failure::new)?))
}

/// Prints the events of a walk, and the totals.
struct Report<'a> {
    args: &'a args::Sitemap,
    crawlers: &'a [Crawler],
    totals: WalkTotals,
    reasons: Reasons,
    output: &'a mut Output,
    progress: WalkProgress,
    hints: Hints,
    failure: Option<Failure>,
}

/// Deciding lines with their groups as text, by origin, crawler and line: a cache, since one line may block thousands
/// of URLs.
#[derive(Default)]
struct Reasons(HashMap<(Origin, String, Option<u32>), String>);

impl Reasons {
    fn reason(
        &mut self,
        crawler: &Crawler,
        verdict: &Verdict<'_>,
        robots: Option<&OriginRobots>,
    ) -> String {
        let Some(robots) = robots else { return verdict.reason().to_string() };
        let key = (robots.origin().to_owned(), crawler.token().to_owned(), verdict.line());
        let find = || robots.parse().locate(crawler, verdict).to_string();
        self.0.entry(key).or_insert_with(find).clone()
    }
}

impl Report<'_> {
    fn handle(&mut self, event: &WalkEvent<'_>) -> ControlFlow<()> {
        match self.print(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn print(&mut self, event: &WalkEvent<'_>) -> Result<(), Failure> {
        let whole = |sitemap| Location { sitemap, position: None };
        match *event {
            WalkEvent::Site { robots, named } => self.site(robots, named),
            WalkEvent::Begin { sitemap } => {
                self.progress.begin(sitemap);
                Ok(())
            }
            WalkEvent::End { .. } => Ok(()),
            WalkEvent::Url { at, url, asked, verdicts, robots } => {
                self.url(at, url, asked, verdicts, robots)
            }
            WalkEvent::Resource { at, url, resource, crawler, verdict, robots } => {
                let beside = Some((resource.kind.name(), &*url.loc));
                let row = (at, &*resource.loc, None, url.lastmod.as_deref());
                self.verdict(row, (crawler, verdict, robots), beside)
            }
            WalkEvent::Foreign { at, url, home } => {
                self.progress.url(false);
                self.problem("foreign", at, Some(url), Some(format!("not of {home}")))
            }
            WalkEvent::Malformed { at, url, why } => {
                self.progress.url(false);
                self.problem("malformed", at, Some(url), Some(why.to_owned()))
            }
            WalkEvent::Problem { at, trouble } => {
                self.problem("problem", at, None, Some(trouble.to_string()))
            }
            WalkEvent::Closed { sitemap, verdict, robots } => {
                self.hints.see(robots);
                let (result, detail) = match (Answer::of(&verdict), verdict.rule()) {
                    (Answer::Unreachable, _) => ("unreachable", format!("not fetched: {robots}")),
                    (_, Some(rule)) => {
                        ("closed", format!("not fetched: blocked by robots.txt ({rule})"))
                    }
                    _ => ("closed", format!("not fetched: {}", verdict.reason())),
                };
                self.problem(result, whole(sitemap), None, Some(detail))
            }
            WalkEvent::Unasked { sitemap, why } | WalkEvent::Unfetched { sitemap, why, .. } => {
                self.problem("unread", whole(sitemap), None, Some(why.to_owned()))
            }
        }
    }

    fn site(&mut self, robots: &OriginRobots, named: usize) -> Result<(), Failure> {
        self.hints.see(robots);
        let is_known = !matches!(robots.basis(), Basis::Nothing | Basis::Disallowed);
        if named == 0 && is_known && self.args.read.format == Format::Text {
            let Self { progress, output, .. } = self;
            let text = format!("{robots}; it names no sitemap, so /sitemap.xml is requested");
            progress.suspend(|| output.note("note", &text));
        }
        Ok(())
    }

    /// Prints the verdicts for a URL: with `--all` of every crawler, else of those that may not fetch it.
    fn url(
        &mut self,
        at: Location<'_>,
        url: &SitemapUrl,
        request: &RequestUrl,
        verdicts: &[Verdict<'_>],
        robots: Option<&OriginRobots>,
    ) -> Result<(), Failure> {
        self.progress.url(verdicts.iter().all(Verdict::is_allowed));
        let requested = Some(request.as_str()).filter(|_| request.is_path_changed());
        for (index, (crawler, verdict)) in self.crawlers.iter().zip(verdicts).enumerate() {
            self.totals.agents[index].add(verdict);
            if !verdict.is_allowed() || self.args.all {
                let row = (at, &*url.loc, requested, url.lastmod.as_deref());
                self.verdict(row, (crawler, *verdict, robots), None)?;
            }
        }
        Ok(())
    }

    /// Prints a verdict about a URL, or about what stands beside the URL of a page: what it is, and that page.
    fn verdict(
        &mut self,
        (at, url, requested, lastmod): (Location<'_>, &str, Option<&str>, Option<&str>),
        (crawler, verdict, robots): (&Crawler, Verdict<'_>, Option<&OriginRobots>),
        beside: Option<(&'static str, &str)>,
    ) -> Result<(), Failure> {
        let result = AgentCounts::word(&verdict);
        let Self { args, progress, output, reasons, .. } = self;
        progress.suspend(|| {
            if args.read.format == Format::Json {
                return output.json(&JsonUrl {
                    result,
                    url: Some(url),
                    requested,
                    sitemap: at.sitemap,
                    sitemap_line: at.position.map(|at| at.line),
                    sitemap_byte: at.position.map(|at| at.byte),
                    lastmod,
                    agent: Some(crawler.token()),
                    verdict: Some(verdict),
                    policy_difference: robots
                        .and_then(difference)
                        .as_ref()
                        .map(DifferenceState::from),
                    detail: None,
                    resource: beside.map(|(kind, _)| kind),
                    page: beside.map(|(_, page)| page),
                });
            }
            output.painted(style(result), &format!("{result:<9}"))?;
            let token = Printable(crawler.token().as_bytes());
            output.line(format_args!("  {token}  {}", Printable(url.as_bytes())))?;
            if let Some((kind, page)) = beside {
                output.line(format_args!("           {kind} of {}", Printable(page.as_bytes())))?;
            }
            if let Some(requested) = requested {
                output.line(format_args!("           requested as {requested}"))?;
            }
            if verdict.is_allowed() {
                return Ok(());
            }
            match robots.filter(|robots| !robots.has_file()) {
                Some(robots) => output.line(format_args!("           {}", RobotsState(robots)))?,
                None => {
                    let reason = reasons.reason(crawler, &verdict, robots);
                    output.line(format_args!("           {reason}"))?;
                }
            }
            output.line(format_args!("           {}", SitemapPlace(at)))
        })
    }

    /// Prints a sitemap that was not read, or a URL that was not checked.
    fn problem(
        &mut self,
        result: &'static str,
        at: Location<'_>,
        url: Option<&SitemapUrl>,
        detail: Option<String>,
    ) -> Result<(), Failure> {
        let Self { args, progress, output, .. } = self;
        progress.suspend(|| {
            if args.read.format == Format::Json {
                return output.json(&JsonUrl {
                    result,
                    url: url.map(|url| &url.loc[..]),
                    requested: None,
                    sitemap: at.sitemap,
                    sitemap_line: at.position.map(|at| at.line),
                    sitemap_byte: at.position.map(|at| at.byte),
                    lastmod: url.and_then(|url| url.lastmod.as_deref()),
                    agent: None,
                    verdict: None,
                    policy_difference: None,
                    detail,
                    resource: None,
                    page: None,
                });
            }
            output.painted(style(result), &format!("{result:<9}"))?;
            let detail = detail.unwrap_or_default();
            match url {
                Some(url) => {
                    output.line(format_args!("  {}", Printable(url.loc.as_bytes())))?;
                    output.line(format_args!("           {detail}"))?;
                    output.line(format_args!("           {}", SitemapPlace(at)))
                }
                None => {
                    output.line(format_args!("  {}", SitemapPlace(at)))?;
                    output.line(format_args!("           {detail}"))
                }
            }
        })
    }

    fn finish(self) -> Result<Exit, Failure> {
        self.progress.clear();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let totals = &self.totals;
        match self.args.read.format {
            Format::Json => self.output.json(totals)?,
            Format::Text => {
                self.output.line(format_args!("{}", sentence(totals)))?;
                if totals.agents.len() > 1 {
                    let mut agents = totals.agents.iter();
                    agents.try_for_each(|counts| self.output.line(format_args!("{counts}")))?;
                }
            }
        }
        self.hints.say(&self.args.site.net, self.output);
        // Nothing is known about the URLs of a sitemap that was not read, or of a site without a sitemap.
        let of_sitemaps = if totals.unread > 0 || totals.sitemaps == 0 {
            Exit::Unanswered
        } else if totals.foreign + totals.malformed + totals.problems + totals.blocked_resources > 0
        {
            Exit::Found
        } else {
            Exit::Done
        };
        let counts_as = self.args.unreachable.counts_as;
        let of_agents = totals.agents.iter().map(|counts| counts.outcome(counts_as));
        Ok(of_agents.fold(of_sitemaps, Exit::max))
    }
}

/// A place in a sitemap as text.
struct SitemapPlace<'a>(Location<'a>);

impl std::fmt::Display for SitemapPlace<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", Printable(self.0.sitemap.as_bytes()))?;
        match self.0.position {
            None => Ok(()),
            Some(at) => write!(f, " {at}"),
        }
    }
}

fn style(result: &str) -> Style {
    let color = match result {
        "allowed" => AnsiColor::Green,
        "foreign" | "problem" | "unreachable" => AnsiColor::Yellow,
        _ => AnsiColor::Red,
    };
    color.on_default().bold()
}

/// The totals in a sentence; of one crawler also its own counts.
fn sentence(totals: &WalkTotals) -> String {
    let count = |number: u64, what: &str| {
        let s = if number == 1 { "" } else { "s" };
        format!("{}{}", grouped(number), what.replace('#', s))
    };
    let mut text =
        format!("{} in {}: ", count(totals.urls, " URL#"), count(totals.sitemaps, " sitemap#"),);
    if let [only] = &totals.agents[..] {
        text = format!("{text}{}, ", only.numbers());
    }
    text = format!(
        "{text}{}, {}",
        count(totals.foreign, " foreign"),
        count(totals.malformed, " malformed"),
    );
    for (number, what) in [
        (totals.problems, " problem#"),
        (totals.unread, " sitemap# not read"),
        (totals.left_out, " left out"),
        (totals.blocked_resources, " blocked image#, video# or other language#"),
        (totals.unchecked_resources, " image#, video# or other language# not looked at"),
    ] {
        if number > 0 {
            text = format!("{text}; {}", count(number, what));
        }
    }
    text
}
