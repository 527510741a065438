//! `maycrawl inspect`: may these pages be indexed?

mod json;
mod page;
mod uses;

use std::borrow::Cow;
use std::path::Path;
use std::time::SystemTime;

use anstyle::{AnsiColor, Style};
use maycrawl::{Crawler, Printable, RequestUrl};
use maycrawl_fetch::{Fetcher, OriginRobots, Timestamp};
use maycrawl_site::{
    CrawlerAssessment, IndexState, Inspection, PageAnswer, PageOutcome, ReadPlaces, UsePlaces,
    UseReadLimits, UseReader,
};
use maycrawl_uses::use_answer::UseAnswer;

use crate::answer::{self, Answer, Hints};
use crate::args::{Format, Inspect};
use crate::inputs::input;
use crate::inputs::robots_input::RobotsInput;
use crate::inputs::url_arg::UrlArg;
use crate::inputs::{agent_arg, site_argument};
use crate::progress::Progress;
use crate::text::output::{Exit, Failure, Output};
use crate::text::robots_state::RobotsState;
use crate::{fetcher, store};

pub(crate) fn run(args: &Inspect, output: &mut Output) -> Result<Exit, Failure> {
    let crawlers = agent_arg::crawlers(&args.agent.agents, output)?;
    if let Some(html) = &args.html {
        return local_page(args, html, &crawlers, output);
    }
    if args.site.live.offline {
        return Err(Failure::new(
            "inspect cannot fetch a page with --offline; --html FILE inspects a local page",
        ));
    }
    args.suspicious.needs_file(args.robots.as_deref())?;
    let fetcher = fetcher::open(&args.site, args.read.profile, output)?;
    fetcher::runtime()?.block_on(async {
        store::warn_if_unreachable(fetcher.store(), output).await;
        let mut outcome = Exit::Done;
        for url in &args.urls {
            outcome = outcome.max(live_page(args, &fetcher, url, &crawlers, output).await?);
            output.flush()?;
        }
        store::warn_if_lost(fetcher.store(), output);
        Ok(outcome)
    })
}

/// Fetches and inspects one page.
async fn live_page(
    args: &Inspect,
    fetcher: &Fetcher,
    url: &str,
    crawlers: &[Crawler],
    output: &mut Output,
) -> Result<Exit, Failure> {
    let completed = match site_argument::url(url.as_bytes()) {
        Ok(url) => url,
        Err(error) => {
            return answer::report_error(output, args.read.format, url.as_bytes(), &error);
        }
    };
    if let Cow::Owned(url) = &completed {
        output.assume_https(url);
    }
    let parsed = match page_url(&completed) {
        Ok(parsed) => parsed,
        Err(error) => return answer::report_error(output, args.read.format, &completed, &error),
    };
    let progress = Progress::spinner(output, &format!("inspecting {url}"));
    if let (Some(origin), true) = (parsed.origin(), args.site.live.refresh) {
        // The result is not needed here: `inspect` asks the same fetcher, which has it then.
        drop(fetcher.refresh(origin).await);
    }
    let text = String::from_utf8_lossy(completed.trim_ascii());
    let inspected =
        maycrawl_site::inspect(fetcher, &text, crawlers, args.site.net.timeout, now()).await;
    progress.clear();
    match inspected {
        Ok(inspection) => {
            let site = inspection.steps.last().and_then(|step| step.robots.as_ref());
            let robots = site.filter(|robots| robots.has_file()).map(OriginRobots::parse);
            let places = read_places(args, fetcher, &inspection, crawlers).await;
            let known = uses::Known { robots: robots.as_ref(), places, is_asked: is_asked(args) };
            let outcome = show(args, &inspection, &known, output)?;
            hints(&inspection).say(&args.site.net, output);
            Ok(outcome)
        }
        Err(error) => {
            answer::report_error(output, args.read.format, url.as_bytes(), &error.to_string())
        }
    }
}

/// The page, and the places of `--read`.
async fn read_places(
    args: &Inspect,
    fetcher: &Fetcher,
    inspection: &Inspection,
    crawlers: &[Crawler],
) -> ReadPlaces {
    let places = args.places.iter().fold(UsePlaces::default(), |all, &it| all | it);
    let (Some(last), PageOutcome::Answer(answer)) = (inspection.steps.last(), &inspection.found)
    else {
        return ReadPlaces::none(UsePlaces { page: true, ..places }, "there was no page");
    };
    match (RequestUrl::parse(&last.url), &last.robots) {
        (Ok(url), Some(robots)) if is_asked(args) => {
            let reader = UseReader::new(UseReadLimits::new(args.site.net.timeout));
            reader.read_around(fetcher, (&url, robots, crawlers), answer, places).await
        }
        _ => ReadPlaces::from_page(&last.url, answer),
    }
}

fn is_asked(args: &Inspect) -> bool {
    !args.places.is_empty()
}

fn hints(inspection: &Inspection) -> Hints {
    let mut hints = Hints::default();
    inspection.steps.iter().filter_map(|step| step.robots.as_ref()).for_each(|it| hints.see(it));
    hints
}

/// Parses the whole URL of a page.
fn page_url(url: &[u8]) -> Result<UrlArg<'_>, String> {
    let parsed = UrlArg::parse(url)?;
    match parsed.origin() {
        None => Err(format!("`{}` is a path; write the whole URL", Printable(url))),
        Some(origin) if !origin.is_fetchable() => Err(format!(
            "`{}` is not an http or https URL; write https://HOST/PATH",
            Printable(url)
        )),
        Some(_) => Ok(parsed),
    }
}

fn now() -> Timestamp {
    SystemTime::now().into()
}

/// Inspects the page of `--html`.
fn local_page(
    args: &Inspect,
    html: &Path,
    crawlers: &[Crawler],
    output: &mut Output,
) -> Result<Exit, Failure> {
    let url = match &args.urls[..] {
        [] => None,
        [url] => Some(url.as_str()),
        _ => return Err(Failure::new("--html takes at most one URL")),
    };
    let completed = url.map(|url| site_argument::url(url.as_bytes())).transpose();
    let completed = completed.map_err(Failure::new)?;
    if let Some(Cow::Owned(url)) = &completed {
        output.assume_https(url);
    }
    let parsed = completed.as_deref().map(page_url).transpose().map_err(Failure::new)?;
    if args.robots.is_some() && parsed.is_none() {
        return Err(Failure::new("--robots needs the page's URL; pass it as an argument"));
    }
    let headers: Vec<(&str, &[u8])> =
        args.headers.iter().map(|text| header(text)).collect::<Result<_, _>>()?;
    input::say_if_terminal(html, output);
    let body = input::whole(html, "a page")?;
    let requested = parsed.as_ref().map(|parsed| parsed.request.as_str());
    // A file has no HTTP status. Under any status outside 200 to 299 the rules of the page would not count.
    let answer = PageAnswer::read(200, &headers, &body, requested);
    let file = args.robots.as_deref().map(RobotsInput::read).transpose()?;
    let parse = |file| RobotsInput::parse(file, args.read.profile, &args.suspicious, output);
    let robots = file.as_ref().map(parse).transpose()?;
    let url = completed.as_deref().map(|url| String::from_utf8_lossy(url.trim_ascii()));
    let url = url.as_deref().unwrap_or_default();
    let places = ReadPlaces::from_page(url, &answer);
    let inspection = maycrawl_site::inspect_local(answer, url, robots.as_ref(), crawlers, now());
    let known = uses::Known { robots: robots.as_ref(), places, is_asked: false };
    show(args, &inspection, &known, output)
}

fn header(text: &str) -> Result<(&str, &[u8]), Failure> {
    let header = text.split_once(':').map(|(name, value)| (name.trim(), value.trim().as_bytes()));
    header.filter(|(name, _)| !name.is_empty()).ok_or_else(|| {
        let shown = Printable(text.as_bytes());
        Failure::new(format!("--header: `{shown}` is not a header; write 'X-Robots-Tag: noindex'"))
    })
}

fn show(
    args: &Inspect,
    inspection: &Inspection,
    known: &uses::Known<'_>,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let unreachable = args.unreachable.counts_as;
    let uses = uses::answers(inspection, known);
    match args.read.format {
        Format::Json => {
            let places = if known.is_asked { known.reports(inspection) } else { Vec::new() };
            output.json(&json::page(inspection, uses, places))?;
        }
        Format::Text => text(inspection, (&uses, known), output)?,
    }
    let outcomes = inspection.judged.iter().enumerate().map(|(i, judged)| {
        let crawl = inspection.deciding(i).map(|(_, verdict)| Answer::of(&verdict));
        match (&judged.index, crawl) {
            (IndexState::Yes, _) => Exit::Done,
            (_, Some(Answer::Unreachable)) => Answer::Unreachable.outcome(unreachable),
            (IndexState::Unknown, _) => Exit::Unanswered,
            _ => Exit::Found,
        }
    });
    Ok(outcomes.max().unwrap_or(Exit::Unanswered))
}

fn text(
    inspection: &Inspection,
    (uses, known): (&[UseAnswer], &uses::Known<'_>),
    output: &mut Output,
) -> Result<(), Failure> {
    // A local page without a URL has one step, whose URL is empty.
    for step in inspection.steps.iter().filter(|step| !step.url.is_empty()) {
        let status = step.status.map_or(String::new(), |status| format!("  {status}"));
        output.line(format_args!("{}{status}", Printable(step.url.as_bytes())))?;
        if let Some(written) = &step.written {
            output.line(format_args!("  written as {}", Printable(written.as_bytes())))?;
        }
    }
    match &inspection.found {
        PageOutcome::Answer(_) => {}
        PageOutcome::NotFetched => {
            let why = if inspection.unreachable().is_some() {
                "its robots.txt could not be read"
            } else {
                "robots.txt blocks it for every crawler asked about"
            };
            output.line(format_args!("  not fetched: {why}; a noindex there would not be seen"))?;
        }
        PageOutcome::Failed(error) => output.line(format_args!("  failed: {error}"))?,
        PageOutcome::NoWeb(error) => output.line(format_args!("  redirects away: {error}"))?,
    }
    for (i, judged) in inspection.judged.iter().enumerate() {
        crawler(inspection, i, judged, output)?;
    }
    if let PageOutcome::Answer(answer) = &inspection.found {
        page::show(answer, inspection, output)?;
    }
    uses::show(uses, inspection, known, output)?;
    output.line(format_args!(""))
}

/// Prints the assessment for one crawler.
fn crawler(
    inspection: &Inspection,
    index: usize,
    judged: &CrawlerAssessment,
    output: &mut Output,
) -> Result<(), Failure> {
    output.line(format_args!("{}", Printable(judged.crawler.token().as_bytes())))?;
    if let Some((step, verdict)) = inspection.deciding(index) {
        let is_unreachable = Answer::of(&verdict) == Answer::Unreachable;
        match &step.robots {
            // The library's verdict is a disallow here. `no` would say that a rule blocks the page, but none was read.
            Some(robots) if is_unreachable => {
                label(output, "crawlable", ("unreachable", AnsiColor::Yellow))?;
                output.line(format_args!("{}", RobotsState(robots)))?;
            }
            robots => {
                label(output, "crawlable", if verdict.is_allowed() { YES } else { NO })?;
                match robots {
                    Some(robots) => {
                        let parsed = robots.parse();
                        output
                            .line(format_args!("{}", parsed.locate(&judged.crawler, &verdict)))?;
                    }
                    None => output.line(format_args!("{}", verdict.reason()))?,
                }
                if let Some(robots) = robots {
                    output.line(format_args!("                  {}", RobotsState(robots)))?;
                }
            }
        }
    }
    let indexable = match judged.index {
        IndexState::Yes if inspection.has_ineffective_no_index(index) => ("yes", AnsiColor::Yellow),
        IndexState::Yes => YES,
        IndexState::Unseen { .. } => ("url", AnsiColor::Yellow),
        IndexState::Unknown | IndexState::Unclear => ("?", AnsiColor::Yellow),
        _ => NO,
    };
    label(output, "indexable", indexable)?;
    output.line(format_args!("{}", inspection.index_sentence(index)))?;
    let rules: Vec<String> =
        judged.rules.restrictions().map(|(rule, place)| format!("{rule} ({place})")).collect();
    if !rules.is_empty() {
        output.line(format_args!("  rules           {}", rules.join(", ")))?;
    }
    Ok(())
}

const YES: (&str, AnsiColor) = ("yes", AnsiColor::Green);
const NO: (&str, AnsiColor) = ("no", AnsiColor::Red);

/// A label and a coloured word, before the text of a line.
fn label(output: &mut Output, what: &str, (word, color): (&str, AnsiColor)) -> Result<(), Failure> {
    output.painted(Style::new(), &format!("  {what:<10}  "))?;
    output.painted(color.on_default().bold(), &format!("{word:<3}"))?;
    output.painted(Style::new(), " ")
}
