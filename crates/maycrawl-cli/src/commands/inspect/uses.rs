//! What robots.txt, header fields, the page and the places of `--read` say together about uses.

use maycrawl::{RequestUrl, RobotsTxt};
use maycrawl_fetch::OriginRobots;
use maycrawl_site::{Inspection, PageAnswer, PageOutcome, ReadPlaces, UseSources, robots_place};
use maycrawl_uses::use_answer::{FamilyJson, UseAnswer};
use maycrawl_uses::{Outcome, PlaceReport, PlaceState, Readings, Source, Use};

use crate::text::output::{Failure, Output};
use crate::text::place_rows::place_rows;
use crate::text::wrap::wrapped;

/// The column of the text of a row.
const INDENT: usize = 15;

/// What is known beside the inspection.
pub(super) struct Known<'a> {
    /// The file of the page's site.
    pub(super) robots: Option<&'a RobotsTxt<'a>>,
    /// The page, and what was read of `--read`.
    pub(super) places: ReadPlaces,
    /// True if places were asked for with `--read`.
    pub(super) is_asked: bool,
}

impl Known<'_> {
    /// The reports about all places that were asked for.
    pub(super) fn reports(&self, inspection: &Inspection) -> Vec<PlaceReport> {
        let of_file = || PlaceReport::new(Source::RobotsTxt, PlaceState::Read);
        let robots = site(inspection).map(robots_place).or_else(|| self.robots.map(|_| of_file()));
        robots.into_iter().chain(self.places.reports().iter().cloned()).collect()
    }
}

fn site(inspection: &Inspection) -> Option<&OriginRobots> {
    inspection.steps.last()?.robots.as_ref()
}

/// The answers of each crawler for each use of which a signal speaks.
pub(super) fn answers(inspection: &Inspection, known: &Known<'_>) -> Vec<UseAnswer> {
    let PageOutcome::Answer(answer) = &inspection.found else { return Vec::new() };
    let reports = known.reports(inspection);
    let each = 0..inspection.judged.len();
    let answers = each.flat_map(|index| for_crawler(inspection, index, answer, known, &reports));
    let mut answers: Vec<_> = answers.collect();
    answers.sort_by_key(|said| said.wanted);
    answers
}

fn for_crawler(
    inspection: &Inspection,
    index: usize,
    answer: &PageAnswer,
    known: &Known<'_>,
    reports: &[PlaceReport],
) -> Vec<UseAnswer> {
    let written = inspection.steps.last().map_or("", |step| &step.url);
    let url = RequestUrl::parse(written).or_else(|_| RequestUrl::parse_path(written));
    // A local page has no URL. Then no signal depends on its path.
    let Ok(url) = url.or_else(|_| RequestUrl::parse_path("/")) else { return Vec::new() };
    let step = inspection.steps.last().and_then(|step| Some((step, step.verdict(index)?)));
    let Some((_, verdict)) = inspection.deciding(index).or(step) else { return Vec::new() };
    let crawler = &inspection.judged[index].crawler;
    let is_unreachable = site(inspection).is_some_and(|site| !site.is_known());
    let of_file = UseSources::from_robots_txt(known.robots, is_unreachable);
    let page = answer.use_sources();
    let unread = [of_file.unread, page.unread].concat();
    let sources = UseSources { robots: known.robots, unread: &unread, ..page };
    let said = Use::ALL.map(|wanted| {
        let said = known.places.ask(sources, crawler, &url, wanted, Readings::DEFAULT);
        UseAnswer::new(written, crawler.token(), wanted, &verdict, &said, reports)
    });
    let speaks = |said: &UseAnswer| said.families.iter().any(is_about) || !said.findings.is_empty();
    said.into_iter().filter(speaks).collect()
}

pub(super) fn show(
    answers: &[UseAnswer],
    inspection: &Inspection,
    known: &Known<'_>,
    output: &mut Output,
) -> Result<(), Failure> {
    if answers.is_empty() && !known.is_asked {
        return Ok(());
    }
    output.line(format_args!("uses"))?;
    for (index, said) in answers.iter().enumerate() {
        let is_told = |other: &UseAnswer| is_same(other, said);
        if answers[..index].iter().any(is_told) {
            continue;
        }
        let agents = answers.iter().filter(|&other| is_told(other)).map(|it| it.agent.as_str());
        let agents = agents.collect::<Vec<_>>().join(", ");
        let strictest = match (said.outcome, said.strictest) {
            (Outcome::Conflict, Some(strictest)) => format!(" (strictest: {})", strictest.name()),
            _ => String::new(),
        };
        let text = format!("{}{strictest} for {agents}", said.outcome.name());
        row(said.wanted.name(), &text, output)?;
        for family in said.families.iter().filter(|family| is_about(family)) {
            for statement in &family.statements {
                let (place, text) = (&statement.place, &statement.text);
                let outcome = statement.outcome.name();
                let message = statement.message.map_or(String::new(), |it| format!(". {it}"));
                let text =
                    format!("{place}, {}: {text} ({outcome}){message}", family.family.name());
                row("", &text, output)?;
            }
            row("", &format!("read by {}", family.document), output)?;
        }
        for finding in &said.findings {
            let place = finding.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
            let label = finding.label.as_ref().map_or(String::new(), |it| format!(" ({it})"));
            row("", &format!("{place}{}{label}", finding.message), output)?;
        }
    }
    if known.is_asked {
        for (place, text) in place_rows(&known.reports(inspection)) {
            row(place, &text, output)?;
        }
        return Ok(());
    }
    let not_read = answers.iter().take(1).flat_map(|first| &first.not_read);
    let not_read: Vec<_> = not_read.map(|source| source.name()).collect();
    row("not read", &not_read.join(", "), output)
}

/// True if the family says something about the use.
fn is_about(family: &FamilyJson) -> bool {
    family.outcome != Outcome::NotSaid && !family.statements.is_empty()
}

/// True if two answers differ in nothing but the crawler.
fn is_same(one: &UseAnswer, other: &UseAnswer) -> bool {
    (one.wanted, one.outcome, &one.families, &one.findings)
        == (other.wanted, other.outcome, &other.families, &other.findings)
}

fn row(name: &str, text: &str, output: &mut Output) -> Result<(), Failure> {
    output.line(format_args!("  {name:<11}  {}", wrapped(text, INDENT)))
}
