//! `maycrawl sitemap`: every URL of a site's sitemaps, checked.

mod count;
mod progress;

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;

use anstyle::{AnsiColor, Style};
use maycrawl::{Crawler, Printable, RequestUrl, Verdict, written_url};
use maycrawl_fetch::{Basis, OriginRobots};
use maycrawl_site::{
    Location, SitemapUrl, SitemapWalk, WalkEvent, WalkLimits, WalkStart, WalkSummary,
};
use serde::Serialize;

use crate::answer::{Answer, Hints};
use crate::args::{self, Format};
use crate::input;
use crate::live;
use crate::output::{Failure, Outcome, Output};
use crate::store;
use crate::url_arg;
use count::{Count, grouped};
use progress::Bar;

/// A URL or a sitemap, and what became of it.
#[derive(Serialize)]
struct Line<'a> {
    /// `allowed`, `blocked`, `unreachable`, `foreign`, `malformed`, `problem`, `closed` or `unread`.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    /// What a client requests, if rules see another path in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_as: Option<&'a str>,
    sitemap: &'a str,
    /// The line of the sitemap; 0 for the whole.
    sitemap_line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lastmod: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'a str>,
    #[serde(flatten)]
    verdict: Option<Verdict<'a>>,
    /// How another policy decides about the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy_difference: Option<live::JsonDifference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

/// The last line.
#[derive(Serialize)]
struct Summary<'a> {
    result: &'static str,
    sitemaps: u64,
    indexes: u64,
    urls: u64,
    /// URLs that every crawler may fetch.
    allowed: u64,
    /// URLs that some crawler may not fetch, or of which that is not known.
    blocked: u64,
    agents: &'a [Count],
    foreign: u64,
    malformed: u64,
    problems: u64,
    unread: u64,
    left_out: u64,
}

pub(crate) fn run(args: &args::Sitemap, output: &mut Output) -> Result<Outcome, Failure> {
    let crawlers = url_arg::crawlers(&args.agents, output)?;
    let robots = args.robots.as_deref().map(input::robots).transpose()?;
    let robots = robots.as_deref().map(|bytes| input::parse(bytes, args.profile, output));
    let starts = args
        .starts
        .iter()
        .map(|start| self::start(start, output))
        .collect::<Result<Vec<_>, _>>()?;
    let is_file = |start: &WalkStart| matches!(start, WalkStart::File(..));
    if args.live.offline && !(starts.iter().all(is_file) && robots.is_some()) {
        return Err(Failure::new("--offline fetches nothing; name files, and --robots FILE"));
    }
    let store = store::open(&args.store, output)?;
    let builder = live::builder(&args.live, &args.net, store)?.profile(args.profile);
    let fetcher = live::build(builder)?;
    let runtime = live::runtime()?;
    let mut report = Report {
        args,
        crawlers: &crawlers,
        counts: crawlers.iter().map(Count::new).collect(),
        places: Places::default(),
        bar: Bar::new(output),
        output,
        hints: Hints::default(),
        failure: None,
    };
    let limits = WalkLimits {
        urls: args.most.map_or(u64::MAX, std::num::NonZero::get),
        ..WalkLimits::default()
    };
    let mut totals = WalkSummary::default();
    runtime.block_on(async {
        store::greet(fetcher.store(), report.output).await;
        for start in starts {
            if let (WalkStart::Site(origin), true) = (&start, args.live.refresh) {
                drop(fetcher.refresh(origin).await);
            }
            let left = WalkLimits { urls: limits.urls - totals.urls.min(limits.urls), ..limits };
            let mut walk = SitemapWalk::new(&fetcher, &crawlers, left);
            if let Some(robots) = &robots {
                walk = walk.with_robots(robots);
            }
            totals = sum(totals, walk.run(start, |event| report.hear(&event)).await);
        }
    });
    report.finish(totals)
}

/// An origin, a sitemap's URL or a file.
fn start(text: &str, output: &mut Output) -> Result<WalkStart, Failure> {
    if text == "-" {
        input::say_if_terminal("-".as_ref(), output);
        return Ok(WalkStart::File("standard input".to_owned(), Box::new(io::stdin())));
    }
    if text.contains("://") {
        return Ok(WalkStart::at(text, live::origin(text).map_err(Failure::new)?));
    }
    let is_file = fs::metadata(text).is_ok_and(|metadata| !metadata.is_dir());
    if is_file || !written_url::begins_with_host(text) {
        let file = input::open(text.as_ref())?;
        return Ok(WalkStart::File(text.to_owned(), Box::new(file) as Box<dyn Read + Send>));
    }
    let url = format!("https://{text}");
    output.assume_https(url.as_bytes());
    Ok(WalkStart::at(&url, live::origin(text).map_err(Failure::new)?))
}

fn sum(a: WalkSummary, b: WalkSummary) -> WalkSummary {
    WalkSummary {
        sitemaps: a.sitemaps + b.sitemaps,
        indexes: a.indexes + b.indexes,
        urls: a.urls + b.urls,
        allowed: a.allowed + b.allowed,
        blocked: a.blocked + b.blocked,
        foreign: a.foreign + b.foreign,
        malformed: a.malformed + b.malformed,
        problems: a.problems + b.problems,
        unread: a.unread + b.unread,
        left_out: a.left_out + b.left_out,
    }
}

/// Prints what a walk comes by.
struct Report<'a> {
    args: &'a args::Sitemap,
    crawlers: &'a [Crawler],
    /// For each crawler, what became of the URLs.
    counts: Vec<Count>,
    places: Places,
    output: &'a mut Output,
    bar: Bar,
    hints: Hints,
    failure: Option<Failure>,
}

/// Deciding lines with their groups, by origin, crawler and line: one line may block thousands of URLs.
#[derive(Default)]
struct Places(HashMap<(String, String, u32), String>);

impl Places {
    fn of(
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
    fn hear(&mut self, event: &WalkEvent<'_>) -> ControlFlow<()> {
        match self.say(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn say(&mut self, event: &WalkEvent<'_>) -> Result<(), Failure> {
        let whole = |sitemap| Location { sitemap, line: 0 };
        match *event {
            WalkEvent::Site { robots, named } => self.site(robots, named),
            WalkEvent::Begin { sitemap } => {
                self.bar.begin(sitemap);
                Ok(())
            }
            WalkEvent::End { .. } => Ok(()),
            WalkEvent::Url { at, url, asked, verdicts, robots } => {
                self.url(at, url, asked, verdicts, robots)
            }
            WalkEvent::Foreign { at, url, home } => {
                self.bar.url(false);
                self.line("foreign", at, Some(url), Some(format!("not of {home}")))
            }
            WalkEvent::Malformed { at, url, why } => {
                self.bar.url(false);
                self.line("malformed", at, Some(url), Some(why.to_owned()))
            }
            WalkEvent::Problem { at, trouble } => {
                self.line("problem", at, None, Some(trouble.to_string()))
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
                self.line(result, whole(sitemap), None, Some(detail))
            }
            WalkEvent::Unasked { sitemap, why } | WalkEvent::Unfetched { sitemap, why, .. } => {
                self.line("unread", whole(sitemap), None, Some(why.to_owned()))
            }
        }
    }

    fn site(&mut self, robots: &OriginRobots, named: usize) -> Result<(), Failure> {
        self.hints.see(robots);
        let is_known = !matches!(robots.basis(), Basis::Nothing | Basis::Disallowed);
        if named == 0 && is_known && self.args.format == Format::Text {
            let Self { bar, output, .. } = self;
            let text = format!("{robots}; it names no sitemap, so /sitemap.xml is asked for");
            bar.aside(|| output.note("note", &text));
        }
        Ok(())
    }

    fn url(
        &mut self,
        at: Location<'_>,
        url: &SitemapUrl,
        asked: &RequestUrl,
        verdicts: &[Verdict<'_>],
        robots: Option<&OriginRobots>,
    ) -> Result<(), Failure> {
        self.bar.url(verdicts.iter().all(Verdict::is_allowed));
        let asked_as = Some(asked.as_str()).filter(|_| asked.is_path_changed());
        for ((crawler, verdict), count) in self.crawlers.iter().zip(verdicts).zip(&mut self.counts)
        {
            let result = count.add(verdict);
            if verdict.is_allowed() && !self.args.all {
                continue;
            }
            let Self { args, bar, output, places, .. } = self;
            bar.aside(|| {
                if args.format == Format::Json {
                    return output.json(&Line {
                        result,
                        url: Some(&url.loc),
                        asked_as,
                        sitemap: at.sitemap,
                        sitemap_line: at.line,
                        lastmod: url.lastmod.as_deref(),
                        agent: Some(crawler.token()),
                        verdict: Some(*verdict),
                        policy_difference: robots.and_then(live::JsonDifference::of),
                        detail: None,
                    });
                }
                output.painted(style(result), &format!("{result:<9}"))?;
                let token = Printable(crawler.token().as_bytes());
                output.line(format_args!("  {token}  {}", Printable(url.loc.as_bytes())))?;
                if let Some(asked) = asked_as {
                    output.line(format_args!("           asked as {asked}"))?;
                }
                if !verdict.is_allowed() {
                    match robots.filter(|robots| !robots.has_file()) {
                        Some(robots) => {
                            output.line(format_args!("           {}", live::Shown(robots)))?;
                        }
                        None => {
                            let place = places.of(crawler, verdict, robots);
                            output.line(format_args!("           {place}"))?;
                        }
                    }
                    output.line(format_args!("           {}", Shown(at)))?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn line(
        &mut self,
        result: &'static str,
        at: Location<'_>,
        url: Option<&SitemapUrl>,
        detail: Option<String>,
    ) -> Result<(), Failure> {
        let Self { args, bar, output, .. } = self;
        bar.aside(|| {
            if args.format == Format::Json {
                return output.json(&Line {
                    result,
                    url: url.map(|url| &url.loc[..]),
                    asked_as: None,
                    sitemap: at.sitemap,
                    sitemap_line: at.line,
                    lastmod: url.and_then(|url| url.lastmod.as_deref()),
                    agent: None,
                    verdict: None,
                    policy_difference: None,
                    detail,
                });
            }
            output.painted(style(result), &format!("{result:<9}"))?;
            let detail = detail.unwrap_or_default();
            match url {
                Some(url) => {
                    output.line(format_args!("  {}", Printable(url.loc.as_bytes())))?;
                    output.line(format_args!("           {detail}"))?;
                    output.line(format_args!("           {}", Shown(at)))
                }
                None => {
                    output.line(format_args!("  {}", Shown(at)))?;
                    output.line(format_args!("           {detail}"))
                }
            }
        })
    }

    fn finish(self, totals: WalkSummary) -> Result<Outcome, Failure> {
        self.bar.clear();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        match self.args.format {
            Format::Json => self.output.json(&summary(totals, &self.counts))?,
            Format::Text => {
                self.output.line(format_args!("{}", sentence(&totals, &self.counts)))?;
                if self.counts.len() > 1 {
                    self.counts
                        .iter()
                        .try_for_each(|count| self.output.line(format_args!("{count}")))?;
                }
            }
        }
        self.hints.say(&self.args.net, self.output);
        let WalkSummary { foreign, malformed, problems, unread, sitemaps, .. } = totals;
        let ours = if unread > 0 || sitemaps == 0 {
            Outcome::Unanswered
        } else if foreign + malformed + problems > 0 {
            Outcome::SomeDisallowed
        } else {
            Outcome::AllAllowed
        };
        let counts_as = self.args.unreachable.counts_as;
        Ok(self.counts.iter().map(|count| count.outcome(counts_as)).fold(ours, Outcome::max))
    }
}

/// Where something stands, for people.
struct Shown<'a>(Location<'a>);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", Printable(self.0.sitemap.as_bytes()))?;
        match self.0.line {
            0 => Ok(()),
            line => write!(f, " line {line}"),
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

/// Of one crawler its own counts, of several what is common to them.
fn sentence(totals: &WalkSummary, counts: &[Count]) -> String {
    let count = |number: u64, what: &str| {
        let s = if number == 1 { "" } else { "s" };
        format!("{}{}", grouped(number), what.replace('#', s))
    };
    let mut text =
        format!("{} in {}: ", count(totals.urls, " URL#"), count(totals.sitemaps, " sitemap#"),);
    if let [only] = counts {
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
    ] {
        if number > 0 {
            text = format!("{text}; {}", count(number, what));
        }
    }
    text
}

fn summary(totals: WalkSummary, agents: &[Count]) -> Summary<'_> {
    Summary {
        result: "total",
        sitemaps: totals.sitemaps,
        indexes: totals.indexes,
        urls: totals.urls,
        allowed: totals.allowed,
        blocked: totals.blocked,
        agents,
        foreign: totals.foreign,
        malformed: totals.malformed,
        problems: totals.problems,
        unread: totals.unread,
        left_out: totals.left_out,
    }
}
