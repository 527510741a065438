//! `maycrawl check --crawlers`: one URL, every known crawler.

use std::borrow::Cow;

use comfy_table::{Cell, ContentArrangement, Table, presets};
use maycrawl::{Conduct, Crawler, KnownCrawler, Printable, Purpose, Reason, Trace, Verdict};
use maycrawl_fetch::Robots;
use serde::Serialize;

use crate::answer::Answer;
use crate::args::{Check, Format, Which};
use crate::check::{self, Site};
use crate::input;
use crate::live::{self, JsonRobots, Shown};
use crate::output::{Failure, Outcome, Output};
use crate::question::Question;
use crate::site_argument;

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
    conduct: Conduct,
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
    robots: &Robots,
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
fn followed(known: &KnownCrawler, trace: Trace<'_>) -> Option<String> {
    let link = trace.chain.into_iter().find(|link| link.followed && binds(known))?;
    Some(link.name)
}

fn show(
    args: &Check,
    question: &Question<'_>,
    robots: Option<&Robots>,
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
                conduct: known.conduct,
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
        output.table(&table(rows))?;
        output.line(format_args!(""))?;
    }
    let counts_as = args.unreachable.counts_as;
    let outcomes = rows.iter().map(|(_, verdict, _)| Answer::of(verdict).outcome(counts_as));
    Ok(outcomes.max().unwrap_or(Outcome::AllAllowed))
}

/// False for a crawler that follows no group because it ignores the file.
fn binds(known: &KnownCrawler) -> bool {
    known.conduct != Conduct::Ignores
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

fn table(rows: &[Row<'_>]) -> Table {
    let mut table = plain_table(["crawler", "operator", "verdict", "line", "group", "because"]);
    for (known, verdict, group) in rows {
        let line = verdict.rule().map_or(String::new(), |rule| rule.line.to_string());
        let because = match verdict.rule() {
            Some(rule) if rule.priority > 0 => {
                format!("{}: {}", rule.kind.name(), Printable(rule.pattern))
            }
            _ => verdict.reason().to_string(),
        };
        let aside = match known.conduct {
            Conduct::ReportedNotToObey | Conduct::ControlToken => {
                format!("{because} ({})", known.conduct.name())
            }
            Conduct::Obeys | Conduct::Ignores | Conduct::Unclear => because,
        };
        table.add_row([
            Cell::new(known.token),
            Cell::new(known.operator),
            Cell::new(Answer::of(verdict).word()),
            Cell::new(line),
            Cell::new(group.as_deref().unwrap_or("none")),
            Cell::new(aside),
        ]);
    }
    table
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
