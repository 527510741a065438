//! `maycrawl check --crawlers`: one URL, every known crawler.

use std::borrow::Cow;

use maycrawl::crawler::{Compliance, KnownCrawler, Purpose};
use maycrawl::explain::VerdictLocation;
use maycrawl::{Crawler, Printable, Verdict};
use maycrawl_fetch::{OriginRobots, SiteState};
use maycrawl_language::Language;
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::file::RobotsFile;
use super::json::JsonAnswer;
use super::live;
use crate::answer::{self, Answer};
use crate::args::{Check, CrawlerSet, Format};
use crate::output::{Failure, Outcome, Output};
use crate::robots_state::RobotsState;
use crate::site_argument;
use crate::url_arg::UrlArg;
use crate::wrap::wrapped;

/// One row of the table as JSON: the answer of `check`, and what is known of the crawler.
#[derive(Serialize)]
struct JsonRow<'a> {
    #[serde(flatten)]
    answer: JsonAnswer<'a>,
    operator: Option<&'static str>,
    compliance: Compliance,
    crawler_note: Option<&'static str>,
}

/// A crawler, its verdict, and the name of the group that it follows.
struct CrawlerVerdict<'a> {
    known: &'static KnownCrawler,
    crawler: &'a Crawler,
    verdict: Verdict<'a>,
    group: Option<&'a str>,
    /// Only for JSON.
    location: Option<VerdictLocation<'a>>,
}

pub(super) fn run(args: &Check, output: &mut Output) -> Result<Outcome, Failure> {
    if args.urls.is_empty() {
        let example = if args.robots.is_some() { "/shop/" } else { "https://example.com/shop/" };
        return Err(Failure::new(format!(
            "--crawlers needs a URL on the command line, such as {example}"
        )));
    }
    let known: Vec<_> = selected(args.crawlers.unwrap_or(CrawlerSet::All)).collect();
    let crawlers: Vec<_> = known.iter().map(|&known| Crawler::from(known)).collect();
    if args.robots.is_some() {
        check_file(args, &known, &crawlers, output)
    } else {
        live::for_each(args, output, |url, robots, output| {
            check_site(args, &known, &crawlers, url, robots, output)
        })
    }
}

fn check_file(
    args: &Check,
    known: &[&'static KnownCrawler],
    crawlers: &[Crawler],
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let file = RobotsFile::read(args, output)?;
    let robots = file.robots.parse(args.profile, &args.suspicious, output)?;
    let rules = robots.rules_for_each(crawlers);
    let index = robots.group_index();
    let followed: Vec<_> = crawlers.iter().map(|crawler| index.followed_by(crawler)).collect();
    // Finds the lines of hundreds of crawlers without reading the file for each.
    let locator = (args.format == Format::Json).then(|| robots.locator());
    let mut outcome = Outcome::AllAllowed;
    for text in &args.urls {
        let completed = site_argument::url(text.as_bytes());
        if let Ok(Cow::Owned(url)) = &completed {
            output.assume_https(url);
        }
        let url = match completed.as_ref().map_err(Clone::clone).and_then(|url| UrlArg::parse(url))
        {
            Ok(url) => url,
            Err(error) => {
                let text = text.as_bytes();
                let refused = answer::report_error(output, args.format, text, &error)?;
                outcome = outcome.max(refused);
                continue;
            }
        };
        let is_applicable = file.applies_to(&url);
        let answers = known.iter().zip(crawlers).zip(&followed).zip(rules.check(&url.request));
        let rows = answers.map(|(((&known, crawler), &followed), verdict)| {
            if !is_applicable {
                let verdict = Verdict::elsewhere();
                return CrawlerVerdict { known, crawler, verdict, group: None, location: None };
            }
            let group = followed.name(crawler);
            let location = locator
                .as_ref()
                .map(|locator| locator.locate(robots.as_bytes(), followed, &verdict));
            CrawlerVerdict { known, crawler, verdict, group, location }
        });
        outcome = outcome.max(show(args, &url, None, &rows.collect::<Vec<_>>(), output)?);
    }
    Ok(outcome)
}

fn check_site(
    args: &Check,
    known: &[&'static KnownCrawler],
    crawlers: &[Crawler],
    url: &UrlArg<'_>,
    robots: &OriginRobots,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let rules = robots.rules_for_each(crawlers);
    let rows = known.iter().zip(crawlers).zip(&rules).map(|((&known, crawler), rules)| {
        let (verdict, group) = (rules.check_request(&url.request), rules.followed_name(crawler));
        let location = (args.format == Format::Json).then(|| rules.locate(&verdict));
        CrawlerVerdict { known, crawler, verdict, group, location }
    });
    show(args, url, Some(robots), &rows.collect::<Vec<_>>(), output)
}

fn show(
    args: &Check,
    url: &UrlArg<'_>,
    robots: Option<&OriginRobots>,
    rows: &[CrawlerVerdict<'_>],
    output: &mut Output,
) -> Result<Outcome, Failure> {
    if args.format == Format::Json {
        let site = robots.map(SiteState::new);
        for CrawlerVerdict { known, crawler, verdict, location, .. } in rows {
            let answer =
                JsonAnswer::new(url, crawler, args.profile.name, verdict, location.as_ref());
            output.json(&JsonRow {
                answer: JsonAnswer { site: site.as_ref(), ..answer },
                operator: known.operator,
                compliance: known.compliance,
                crawler_note: known.note,
            })?;
        }
    } else {
        output.line(format_args!("{}", Printable(url.written)))?;
        if let Some(url) = url.requested() {
            let url = url.to_string();
            let text = output.language().message("requested-as", &[("url", (&url).into())]);
            output.line(format_args!("{text}"))?;
        }
        if let Some(robots) = robots {
            output.line(format_args!("{}", RobotsState(robots)))?;
        }
        show_clusters(&clusters(rows, output.language()), output)?;
        output.line(format_args!(""))?;
    }
    let counts_as = args.unreachable.counts_as;
    let outcomes = rows.iter().map(|row| Answer::of(&row.verdict).outcome(counts_as));
    Ok(outcomes.max().unwrap_or(Outcome::AllAllowed))
}

/// The crawlers of a set, in the order of the table.
fn selected(set: CrawlerSet) -> impl Iterator<Item = &'static KnownCrawler> {
    KnownCrawler::all().iter().filter(move |known| match set {
        CrawlerSet::All => true,
        CrawlerSet::Google => known.operator == Some("Google"),
        CrawlerSet::Search => matches!(
            known.purpose,
            Purpose::Search | Purpose::Images | Purpose::Video | Purpose::News
        ),
        CrawlerSet::Ai => known.purpose.is_ai(),
    })
}

/// Crawlers with the same verdict, reason and group.
struct Cluster<'r> {
    answer: Answer,
    verdict: Verdict<'r>,
    reason: String,
    group: Option<&'r str>,
    crawlers: Vec<&'static KnownCrawler>,
}

/// The rows, put together by verdict, reason and group; crawlers that follow `*` come last.
fn clusters<'r>(rows: &[CrawlerVerdict<'r>], language: Language) -> Vec<Cluster<'r>> {
    let mut clusters: Vec<Cluster<'r>> = Vec::new();
    for &CrawlerVerdict { known, verdict, group, .. } in rows {
        // Hundreds of crawlers have one verdict, so its reason is put into words once.
        let is_equal =
            |cluster: &&mut Cluster<'_>| cluster.verdict == verdict && cluster.group == group;
        if let Some(cluster) = clusters.iter_mut().find(is_equal) {
            cluster.crawlers.push(known);
            continue;
        }
        let (answer, reason) = (Answer::of(&verdict), language.reason(&verdict.reason()));
        let is_same = |cluster: &&mut Cluster<'_>| {
            cluster.answer == answer && cluster.reason == reason && cluster.group == group
        };
        match clusters.iter_mut().find(is_same) {
            Some(cluster) => cluster.crawlers.push(known),
            None => {
                clusters.push(Cluster { answer, verdict, reason, group, crawlers: vec![known] });
            }
        }
    }
    clusters.sort_by_key(|cluster| cluster.group == Some("*"));
    clusters
}

/// Prints each verdict with its reason and the names of its crawlers, wrapped to the width of a terminal.
fn show_clusters(clusters: &[Cluster<'_>], output: &mut Output) -> Result<(), Failure> {
    /// More crawlers that follow `*` are counted, not named.
    const MAX_NAMES: usize = 40;
    let language = output.language();
    // The column after the word of a verdict.
    let indent = Answer::word_width(language) + 2;
    let mut has_omitted = false;
    for cluster in clusters {
        let count = cluster.crawlers.len();
        let is_star = cluster.group == Some("*");
        let names: Vec<String> = cluster.crawlers.iter().map(|known| name(known)).collect();
        let whom = whom(cluster, &names[0], clusters.len() > 1, language);
        let word = cluster.answer.word(language);
        output.painted(cluster.answer.style(), &word)?;
        let space = " ".repeat(indent.saturating_sub(word.width()).max(1));
        let values = [("whom", whom.into()), ("reason", (&cluster.reason).into())];
        let text = wrapped(&language.message("whom-and-reason", &values), indent);
        output.line(format_args!("{space}{text}"))?;
        if count > 1 && (!is_star || count <= MAX_NAMES) {
            let names = wrapped(&names.join(", "), indent);
            output.line(format_args!("{}{names}", " ".repeat(indent)))?;
        }
        has_omitted |= is_star && count > MAX_NAMES;
    }
    if has_omitted {
        let hint = language.message("json-names-crawlers", &[]);
        output.line(format_args!("{}{hint}", " ".repeat(indent)))?;
    }
    Ok(())
}

/// The crawlers of a cluster in words; `first` is the name of the first one. `is_one_of_many`: there are other clusters.
fn whom(cluster: &Cluster<'_>, first: &str, is_one_of_many: bool, language: Language) -> String {
    let count = cluster.crawlers.len();
    let counted = ("count", count.into());
    match (count, cluster.group) {
        (1, None) => first.to_owned(),
        (1, Some(group)) => {
            language.message("one-follows", &[("name", first.into()), ("group", group.into())])
        }
        (_, None) => language.message("crawlers-count", &[counted]),
        (_, Some("*")) if is_one_of_many => language.message("others-follow-star", &[counted]),
        (_, Some("*")) => language.message("all-follow-star", &[counted]),
        (_, Some(group)) => {
            language.message("crawlers-follow", &[counted, ("group", group.into())])
        }
    }
}

fn name(known: &KnownCrawler) -> String {
    match known.compliance {
        Compliance::ReportedNotToObey | Compliance::ControlToken => {
            format!("{} ({})", known.token, known.compliance.name())
        }
        _ => known.token.to_owned(),
    }
}
