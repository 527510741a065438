//! `maycrawl check --crawlers`: one URL, every known crawler.

use std::cell::LazyCell;
use std::io;

use maycrawl::crawler::{Compliance, KnownCrawler, Purpose};
use maycrawl::explain::{DocumentsDiffer, VerdictLocation};
use maycrawl::{Crawler, Decision, FollowedGroups, Printable, Verdict};
use maycrawl_fetch::OriginRobots;
use maycrawl_language::Language;
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::file::{RobotsFile, for_each_url};
use super::json::{self, JsonSite};
use super::live;
use crate::answer::Answer;
use crate::args::{Check, CrawlerSet, Format};
use crate::inputs::url_arg::UrlArg;
use crate::text::output::{self, Exit, Failure, Output};
use crate::text::robots_state::RobotsState;
use crate::text::wrap::wrapped;

/// What a table has of a crawler, whatever the URL is: members of each of its rows in JSON.
#[derive(Serialize)]
struct JsonCrawler<'a> {
    agent: &'a str,
    operator: Option<&'static str>,
    compliance: Compliance,
    crawler_note: Option<&'static str>,
}

/// A known crawler, and its members of a row in JSON.
struct TableCrawler {
    known: &'static KnownCrawler,
    crawler: Crawler,
    json: Vec<u8>,
}

/// The verdict for a crawler, and the groups that it follows, if the file decides.
struct CrawlerVerdict<'a> {
    of: &'a TableCrawler,
    verdict: Verdict<'a>,
    followed: Option<FollowedGroups>,
}

pub(super) fn run(args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    if args.urls.is_empty() {
        let example = if args.robots.is_some() { "/shop/" } else { "https://example.com/shop/" };
        return Err(Failure::new(format!(
            "--crawlers needs a URL on the command line, such as {example}"
        )));
    }
    let crawlers = selected(args.crawlers.unwrap_or(CrawlerSet::All));
    let crawlers = crawlers.map(TableCrawler::new).collect::<io::Result<Vec<_>>>()?;
    if args.robots.is_some() {
        check_file(args, &crawlers, output)
    } else {
        live::for_each(args, output, |url, robots, output| {
            check_site(args, &crawlers, url, robots, output)
        })
    }
}

fn check_file(
    args: &Check,
    crawlers: &[TableCrawler],
    output: &mut Output,
) -> Result<Exit, Failure> {
    let file = RobotsFile::read(args, output)?;
    let robots = file.robots.parse(args.profile, &args.suspicious, output)?;
    let rules = robots.rules_for_each(crawlers.iter().map(|of| &of.crawler));
    let index = robots.group_index();
    let followed: Vec<_> = crawlers.iter().map(|of| index.followed_by(&of.crawler)).collect();
    // Only JSON has lines. They are found without reading the file for each crawler.
    let locator = LazyCell::new(|| robots.locator());
    for_each_url(args, &file, output, |url, output| {
        let verdicts = rules.check_at(file.origin.as_ref(), &url.request);
        let answers = crawlers.iter().zip(&followed).zip(verdicts);
        let rows = answers.map(|((of, &followed), verdict)| {
            let is_applicable = verdict.decision() != Decision::NotApplicable;
            CrawlerVerdict { of, verdict, followed: Some(followed).filter(|_| is_applicable) }
        });
        let rows: Vec<_> = rows.collect();
        let locate =
            |row: usize| locator.locate(robots.as_bytes(), followed[row], &rows[row].verdict);
        show(args, url, None, &rows, locate, output)
    })
}

fn check_site(
    args: &Check,
    crawlers: &[TableCrawler],
    url: &UrlArg<'_>,
    robots: &OriginRobots,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let rules = robots.rules_for_each(crawlers.iter().map(|of| &of.crawler));
    let rows = crawlers.iter().zip(&rules).map(|(of, rules)| CrawlerVerdict {
        of,
        verdict: rules.check_request(&url.request),
        followed: rules.followed(),
    });
    let rows: Vec<_> = rows.collect();
    let locate = |row: usize| rules[row].locate(&rows[row].verdict);
    show(args, url, Some(robots), &rows, locate, output)
}

/// `locate` gives the place of the verdict in a row.
fn show<'r>(
    args: &Check,
    url: &UrlArg<'_>,
    robots: Option<&OriginRobots>,
    rows: &[CrawlerVerdict<'r>],
    locate: impl Fn(usize) -> VerdictLocation<'r>,
    output: &mut Output,
) -> Result<Exit, Failure> {
    if args.format.of_answers() == Format::Json {
        let site = robots.map(|robots| output::members(&JsonSite::new(robots))).transpose()?;
        // Most crawlers have one verdict and one place in the file. What they share is written once.
        let mut shared: Vec<(_, Vec<u8>)> = Vec::new();
        for (index, CrawlerVerdict { of, verdict, followed }) in rows.iter().enumerate() {
            let consequence = verdict.consequence(&of.crawler, url.request.path().as_bytes());
            let key = (verdict, followed, consequence);
            let known = shared.iter().position(|(known, _)| *known == key);
            let known = match known {
                Some(known) => known,
                None => {
                    let (profile, located) = (args.profile.name, locate(index));
                    let mut answer =
                        json::answer(url, &of.crawler, profile, verdict, Some(&located));
                    answer.answer.agent.clear();
                    shared.push((key, output::members(&answer)?));
                    shared.len() - 1
                }
            };
            let parts = [&shared[known].1, &of.json].into_iter().chain(&site);
            output.object(&parts.map(Vec::as_slice).collect::<Vec<_>>())?;
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
    Ok(outcomes.max().unwrap_or(Exit::Done))
}

impl TableCrawler {
    fn new(known: &'static KnownCrawler) -> io::Result<Self> {
        let json = output::members(&JsonCrawler {
            agent: known.token,
            operator: known.operator,
            compliance: known.compliance,
            crawler_note: known.note,
        })?;
        Ok(Self { known, crawler: Crawler::from(known), json })
    }
}

/// The crawlers of a set, in the order of the table.
pub(super) fn selected(set: CrawlerSet) -> impl Iterator<Item = &'static KnownCrawler> {
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
fn clusters<'r>(rows: &'r [CrawlerVerdict<'r>], language: Language) -> Vec<Cluster<'r>> {
    let mut clusters: Vec<Cluster<'r>> = Vec::new();
    for &CrawlerVerdict { of: TableCrawler { known, crawler, .. }, verdict, followed } in rows {
        let group = followed.and_then(|followed| followed.name(crawler));
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
        show_other_documents(cluster, indent, output)?;
        has_omitted |= is_star && count > MAX_NAMES;
    }
    if has_omitted {
        let hint = language.message("json-names-crawlers", &[]);
        output.line(format_args!("{}{hint}", " ".repeat(indent)))?;
    }
    Ok(())
}

/// What other documents say about crawlers of a cluster, each statement once with the names of its crawlers.
fn show_other_documents(
    cluster: &Cluster<'_>,
    indent: usize,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut said: Vec<(DocumentsDiffer, Vec<&str>)> = Vec::new();
    for known in &cluster.crawlers {
        let Some(differ) = cluster.verdict.documents_differ(&Crawler::from(*known)) else {
            continue;
        };
        match said.iter_mut().find(|(other, _)| *other == differ) {
            Some((_, names)) => names.push(known.token),
            None => said.push((differ, vec![known.token])),
        }
    }
    for (differ, names) in said {
        let text = format!("{}: {}", names.join(", "), output.language().documents_differ(differ));
        output.line(format_args!("{}{}", " ".repeat(indent), wrapped(&text, indent)))?;
    }
    Ok(())
}

/// The crawlers of a cluster in words; `first` is the name of the first one. `is_one_of_many`: there are other
/// clusters.
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
