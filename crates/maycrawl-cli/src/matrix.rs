//! `maycrawl check --crawlers`: one URL, every known crawler.

use std::borrow::Cow;

use comfy_table::{ContentArrangement, Table, presets};
use maycrawl::{
    Compliance, Crawler, Explanation, KnownCrawler, Printable, Purpose, Reason, Verdict,
};
use maycrawl_fetch::OriginRobots;
use serde::Serialize;

use crate::answer::Answer;
use crate::args::{Check, Format, Which};
use crate::check::{self, Site};
use crate::input;
use crate::live::{self, JsonRobots, Shown};
use crate::output::{Failure, Outcome, Output};
use crate::site_argument;
use crate::url_arg::Question;
use crate::wrap::wrapped;

#[derive(Serialize)]
struct JsonRow<'a> {
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_as: Option<&'a str>,
    agent: &'static str,
    operator: &'static str,
    profile: &'static str,
    #[serde(flatten)]
    verdict: Verdict<'a>,
    outcome: &'static str,
    group: Option<&'a str>,
    conduct: Compliance,
    note: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    robots: Option<&'a JsonRobots>,
}

/// A crawler, its verdict, and the group that it follows.
type Row<'a> = (&'static KnownCrawler, Verdict<'a>, Option<String>);

pub(crate) fn run(args: &Check, output: &mut Output) -> Result<Outcome, Failure> {
    if args.urls.is_empty() {
        let such = if args.robots.is_some() { "/shop/" } else { "https://example.com/shop/" };
        return Err(Failure::new(format!(
            "--crawlers asks about given URLs; name one, such as {such}"
        )));
    }
    let known: Vec<_> = which(args.crawlers.unwrap_or(Which::All)).collect();
    if args.robots.is_some() {
        of_file(args, &known, output)
    } else {
        live::for_each(args, output, |question, robots, output| {
            of_site(args, &known, question, robots, output)
        })
    }
}

fn of_file(
    args: &Check,
    known: &[&'static KnownCrawler],
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let site = Site::read(args, output)?;
    let robots = input::parse(&site.bytes, args.profile, output);
    let mut outcome = Outcome::AllAllowed;
    for url in &args.urls {
        let completed = site_argument::url(url.as_bytes());
        if let Ok(Cow::Owned(url)) = &completed {
            output.assume_https(url);
        }
        let question =
            match completed.as_ref().map_err(Clone::clone).and_then(|url| Question::new(url)) {
                Ok(question) => question,
                Err(error) => {
                    outcome =
                        outcome.max(check::report(output, args.format, url.as_bytes(), &error)?);
                    continue;
                }
            };
        let elsewhere = site.origin.is_some()
            && question.origin().is_some()
            && site.origin.as_ref() != question.origin();
        let rows = known.iter().map(|&known| {
            if elsewhere {
                return (known, Verdict::new(Reason::NotApplicable), None);
            }
            let trace = robots.explain(&Crawler::from(known), &question.request);
            (known, trace.verdict, followed(known, trace))
        });
        outcome = outcome.max(show(args, &question, None, &rows.collect::<Vec<_>>(), output)?);
    }
    Ok(outcome)
}

fn of_site(
    args: &Check,
    known: &[&'static KnownCrawler],
    question: &Question<'_>,
    robots: &OriginRobots,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let parsed = robots.has_file().then(|| robots.parse());
    let rules: Vec<_> =
        known.iter().map(|&known| robots.rules_for(&Crawler::from(known))).collect();
    let rows = known.iter().zip(&rules).map(|(&known, rules)| {
        let trace = parsed.as_ref().map(|it| it.explain(&Crawler::from(known), &question.request));
        (
            known,
            rules.check_request(&question.request),
            trace.and_then(|trace| followed(known, trace)),
        )
    });
    show(args, question, Some(robots), &rows.collect::<Vec<_>>(), output)
}

/// The name of the group that binds the crawler.
fn followed(known: &KnownCrawler, trace: Explanation<'_>) -> Option<String> {
    let link = trace.chain.into_iter().find(|link| link.followed && binds(known))?;
    Some(link.name)
}

fn show(
    args: &Check,
    question: &Question<'_>,
    robots: Option<&OriginRobots>,
    rows: &[Row<'_>],
    output: &mut Output,
) -> Result<Outcome, Failure> {
    if args.format == Format::Json {
        let robots = robots.map(JsonRobots::new);
        for (known, verdict, group) in rows {
            output.json(&JsonRow {
                url: String::from_utf8_lossy(question.written).into_owned(),
                asked_as: question.asked_as(),
                agent: known.token,
                operator: known.operator,
                profile: args.profile.name,
                verdict: *verdict,
                outcome: Answer::of(verdict).name(),
                group: group.as_deref(),
                conduct: known.compliance,
                note: known.note,
                robots: robots.as_ref(),
            })?;
        }
    } else {
        output.line(format_args!("{}", Printable(question.written)))?;
        if let Some(url) = question.asked_as() {
            output.line(format_args!("asked as {url}"))?;
        }
        if let Some(robots) = robots {
            output.line(format_args!("{}", Shown(robots)))?;
        }
        show_clusters(&clusters(rows), output)?;
        output.line(format_args!(""))?;
    }
    let counts_as = args.unreachable.counts_as;
    let outcomes = rows.iter().map(|(_, verdict, _)| Answer::of(verdict).outcome(counts_as));
    Ok(outcomes.max().unwrap_or(Outcome::AllAllowed))
}

/// False for a crawler that follows no group because it ignores the file.
fn binds(known: &KnownCrawler) -> bool {
    known.compliance != Compliance::Ignores
}

fn which(which: Which) -> impl Iterator<Item = &'static KnownCrawler> {
    KnownCrawler::all().iter().filter(move |known| match which {
        Which::All => true,
        Which::Google => known.operator == "Google",
        Which::Search => matches!(
            known.purpose,
            Purpose::Search | Purpose::Images | Purpose::Video | Purpose::News
        ),
        Which::Ai => known.purpose.is_ai(),
    })
}

/// Crawlers with one verdict for one reason.
struct Cluster<'r> {
    answer: Answer,
    because: String,
    group: Option<&'r str>,
    crawlers: Vec<&'static KnownCrawler>,
}

/// The rows with the same verdict, reason and group together; those that follow `*` come last.
fn clusters<'r>(rows: &'r [Row<'_>]) -> Vec<Cluster<'r>> {
    let mut clusters: Vec<Cluster<'r>> = Vec::new();
    for (known, verdict, group) in rows {
        let (answer, because) = (Answer::of(verdict), verdict.reason().to_string());
        let group = group.as_deref();
        let is_same = |cluster: &&mut Cluster<'_>| {
            cluster.answer == answer && cluster.because == because && cluster.group == group
        };
        match clusters.iter_mut().find(is_same) {
            Some(cluster) => cluster.crawlers.push(known),
            None => clusters.push(Cluster { answer, because, group, crawlers: vec![known] }),
        }
    }
    clusters.sort_by_key(|cluster| cluster.group == Some("*"));
    clusters
}

/// A verdict, a reason and the names of the crawlers that have them, as wide as a terminal.
fn show_clusters(clusters: &[Cluster<'_>], output: &mut Output) -> Result<(), Failure> {
    /// Of more crawlers that follow `*` the names are left out.
    const MOST_NAMES: usize = 40;
    let mut has_left_out = false;
    for cluster in clusters {
        let count = cluster.crawlers.len();
        let is_star = cluster.group == Some("*");
        let names: Vec<String> = cluster.crawlers.iter().map(|known| name(known)).collect();
        let whom = match (count, cluster.group) {
            (1, None) => names[0].clone(),
            (1, Some(group)) => format!("{} follows the group of `{group}`", names[0]),
            (_, None) => format!("{count} crawlers"),
            (_, Some("*")) if clusters.len() > 1 => format!("{count} others follow `*`"),
            (_, Some("*")) => format!("All {count} follow `*`"),
            (_, Some(group)) => format!("{count} crawlers follow the group of `{group}`"),
        };
        let word = cluster.answer.word();
        output.painted(cluster.answer.style(), &word)?;
        let space = " ".repeat(INDENT.saturating_sub(word.len()).max(1));
        let text = wrapped(&format!("{whom}: {}", cluster.because), INDENT);
        output.line(format_args!("{space}{text}"))?;
        if count > 1 && (!is_star || count <= MOST_NAMES) {
            let names = wrapped(&names.join(", "), INDENT);
            output.line(format_args!("{}{names}", " ".repeat(INDENT)))?;
        }
        has_left_out |= is_star && count > MOST_NAMES;
    }
    if has_left_out {
        let hint = "--format json names every crawler.";
        output.line(format_args!("{}{hint}", " ".repeat(INDENT)))?;
    }
    Ok(())
}

/// The column behind `disallowed`.
const INDENT: usize = 12;

fn name(known: &KnownCrawler) -> String {
    match known.compliance {
        Compliance::ReportedNotToObey | Compliance::ControlToken => {
            format!("{} ({})", known.token, known.compliance.name())
        }
        Compliance::Obeys | Compliance::Ignores | Compliance::Unclear => known.token.to_owned(),
    }
}

/// A table without lines, for a terminal of any width and for `grep`.
pub(crate) fn plain_table<const N: usize>(head: [&str; N]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(head);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table
}
