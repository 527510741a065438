//! `maycrawl fetch --compare`: what a site answers to several User-Agents.

use std::fmt;

use comfy_table::CellAlignment;
use maycrawl::Printable;
use maycrawl_fetch::{
    AnswerAs, AnswerKind, AskAs, AskAsReport, Fetcher, FindingKind, Store, UserAgent, WhyNotAsked,
};

use crate::args::{self, Format};
use crate::fetcher;
use crate::inputs::site_argument;
use crate::text::output::{Exit, Failure, Output};
use crate::text::table;
use crate::text::wrap::{shortened, wrapped};

/// The width of the column of names.
const MAX_NAME_WIDTH: usize = 16;

pub(super) fn run(args: &args::Fetch, output: &mut Output) -> Result<Exit, Failure> {
    // Nothing is read from a store, and nothing may be written to it.
    let builder = fetcher::builder(&args.site.live, &args.site.net, Store::memory(0))?;
    let fetcher = fetcher::build(builder)?;
    let format = args.format.unwrap_or(Format::Text);
    let mut outcome = Exit::Done;
    let runtime = fetcher::runtime()?;
    for (i, written) in args.origins.iter().enumerate() {
        let origin = site_argument::origin(written).map_err(Failure::new)?;
        if !written.contains("://") {
            output.assume_https(origin.as_str().as_bytes());
        }
        let asking =
            AskAs::new(&fetcher, &origin).map_err(|error| Failure::new(error.to_string()))?;
        let asked = runtime.block_on(ask_all(asking, &fetcher, args));
        let report = asked.report(args.site.live.policy);
        match format {
            Format::Json => output.json(&report)?,
            Format::Text => {
                if i > 0 {
                    output.line(format_args!(""))?;
                }
                print(&report, output)?;
            }
        }
        outcome = outcome.max(outcome_of(&report));
    }
    Ok(outcome)
}

async fn ask_all(
    mut asking: AskAs,
    fetcher: &Fetcher,
    args: &args::Fetch,
) -> maycrawl_fetch::AskedSite {
    let own = fetcher.own_user_agent();
    let named = args.user_agents.iter().flat_map(|agents| &agents.0);
    let mut sent: Vec<&UserAgent> = Vec::new();
    for user_agent in std::iter::once(&own).chain(named) {
        if !sent.iter().any(|before| before.header() == user_agent.header()) {
            asking.ask(user_agent).await;
            sent.push(user_agent);
        }
    }
    asking.finish()
}

fn outcome_of(report: &AskAsReport) -> Exit {
    match (report.finding.kind, report.finding.answer) {
        (FindingKind::Same, Some(AnswerKind::File | AnswerKind::NoFile)) => Exit::Done,
        (FindingKind::NotAsked, _) => Exit::Unanswered,
        _ => Exit::Found,
    }
}

fn print(report: &AskAsReport, output: &mut Output) -> Result<(), Failure> {
    output.line(format_args!("{}\n", Printable(report.robots_url.as_bytes())))?;
    output.line(format_args!("{}\n", wrapped(&report.sentence, 0)))?;
    let mut rows = table::plain(["asked as", "status", "bytes", "hash", "time", "for crawling"]);
    for column in [1, 2, 4] {
        if let Some(column) = rows.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for answer in &report.answers {
        rows.add_row([
            name(&answer.name),
            or_dash(answer.status),
            or_dash(answer.bytes),
            or_dash(answer.hash.as_ref()),
            format!("{} ms", answer.millis),
            answer.conclusion().to_owned(),
        ]);
    }
    for not_asked in &report.not_asked {
        let why = match not_asked.why {
            WhyNotAsked::NotReached => "not asked: no connection was made",
            WhyNotAsked::Busy => "not asked: too many requests at a time",
            _ => "not asked",
        };
        let dash = || "-".to_owned();
        rows.add_row([name(&not_asked.name), dash(), dash(), dash(), dash(), why.to_owned()]);
    }
    output.table(&rows)?;
    let notes: Vec<String> = report.answers.iter().flat_map(notes).collect();
    if !notes.is_empty() {
        output.line(format_args!(""))?;
    }
    for note in notes {
        output.line(format_args!("{}", wrapped(&note, 2)))?;
    }
    output.line(format_args!("\n{}", wrapped(report.limits, 0)))
}

fn name(name: &str) -> String {
    shortened(&Printable(name.as_bytes()).to_string(), MAX_NAME_WIDTH)
}

fn or_dash(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// What the table has no room for. Redirects, header fields and lines are the words of the site.
fn notes(answer: &AnswerAs) -> Vec<String> {
    let printable = |text: &str| Printable(text.as_bytes()).to_string();
    let mut notes = Vec::new();
    if answer.hops.len() > 1 {
        let hops: Vec<_> = answer
            .hops
            .iter()
            .map(|hop| format!("{} ({})", printable(&hop.url), or_dash(hop.status)))
            .collect();
        notes.push(format!("redirected: {}", hops.join(", then ")));
    }
    if !matches!(answer.kind, AnswerKind::File | AnswerKind::WebPage) && answer.status.is_none() {
        notes.push(printable(&answer.result));
    }
    notes.extend(answer.suspicion.clone());
    notes.extend(
        answer
            .protection
            .iter()
            .map(|field| format!("{}: {} ({})", field.name, printable(&field.value), field.owner)),
    );
    if let Some(difference) = &answer.difference {
        let line = |line: &Option<String>| match line {
            Some(text) => format!("`{}`", printable(text)),
            None => "the end of the file".to_owned(),
        };
        notes.push(format!(
            "line {} is {}, and for the first one {}",
            difference.line,
            line(&difference.this),
            line(&difference.first)
        ));
    }
    notes.iter().map(|note| format!("{}: {note}", name(&answer.name))).collect()
}
