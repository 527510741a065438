//! `maycrawl check --crawlers`: one URL, every known crawler.

use comfy_table::{Cell, ContentArrangement, Table, presets};
use maycrawl::{Conduct, Crawler, KnownCrawler, Printable, Purpose, Reason, Verdict};
use serde::Serialize;

use crate::args::{Check, Format, Which};
use crate::check::{self, Site};
use crate::input;
use crate::output::{Failure, Outcome, Output};
use crate::question::Question;

#[derive(Serialize)]
struct JsonRow<'a> {
    url: String,
    agent: &'static str,
    operator: &'static str,
    profile: &'static str,
    #[serde(flatten)]
    verdict: Verdict<'a>,
    group: Option<String>,
    conduct: Conduct,
    note: &'static str,
}

pub(crate) fn run(args: &Check, output: &mut Output) -> Result<Outcome, Failure> {
    if args.urls.is_empty() {
        return Err(Failure::new(
            "--crawlers asks about given URLs; name one, such as / or /shop/",
        ));
    }
    let site = Site::read(args)?;
    let robots = input::parse(&site.bytes, args.profile, output);
    let mut outcome = Outcome::AllAllowed;
    for url in &args.urls {
        let question = match Question::new(url.as_bytes()) {
            Ok(question) => question,
            Err(error) => {
                outcome = outcome.max(check::report(output, args.format, url.as_bytes(), &error)?);
                continue;
            }
        };
        let elsewhere =
            site.origin.is_some() && question.origin.is_some() && site.origin != question.origin;
        let mut rows = Vec::new();
        for known in which(args.crawlers.unwrap_or(Which::All)) {
            let trace = robots.explain(&Crawler::from(known), &question.url);
            let verdict =
                if elsewhere { Verdict::new(Reason::NotApplicable) } else { trace.verdict };
            outcome = outcome.max(verdict.decision().into());
            let bound = binds(known) && !elsewhere;
            let followed = trace.chain.into_iter().find(|link| link.followed && bound);
            let group = followed.map(|link| link.name);
            rows.push((known, verdict, group));
        }
        if args.format == Format::Json {
            for (known, verdict, group) in rows {
                output.json(&JsonRow {
                    url: String::from_utf8_lossy(question.written).into_owned(),
                    agent: known.token,
                    operator: known.operator,
                    profile: args.profile.name,
                    verdict,
                    group,
                    conduct: known.conduct,
                    note: known.note,
                })?;
            }
        } else {
            output.line(format_args!("{}", Printable(question.written)))?;
            output.table(&table(&rows))?;
            output.line(format_args!(""))?;
        }
    }
    Ok(outcome)
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

fn table(rows: &[(&KnownCrawler, Verdict<'_>, Option<String>)]) -> Table {
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
            Cell::new(verdict.decision()),
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
