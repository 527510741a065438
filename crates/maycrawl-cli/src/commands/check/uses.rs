//! `maycrawl check --use`: may these URLs be used, and who says so?
//!
//! robots.txt is read, and the places of `--read`. Each answer says what was not read.

use anstyle::{AnsiColor, Style};
use maycrawl::crawler::sort_by_weight;
use maycrawl::{Crawler, Decision, Printable, RobotsTxt, Verdict};
use maycrawl_site::{ReadPlaces, UsePlaces, UseReadLimits, UseReader, UseSources, robots_place};
use maycrawl_uses::use_answer::{UseAnswer, access_message};
use maycrawl_uses::{
    Condition, Family, FamilyAnswer, Place, PlaceReport, PlaceState, Readings, Source, Statement,
    Use,
};

use super::crawlers;
use super::file::{RobotsFile, for_each_url};
use super::live::{self, AskedSite, SiteReading};
use crate::answer::Answer;
use crate::args::{Check, CrawlerSet, Format, UnreachableAs};
use crate::inputs::agent_arg;
use crate::inputs::url_arg::UrlArg;
use crate::text::output::{Exit, Failure, Output};
use crate::text::place_rows::place_rows;
use crate::text::wrap::wrapped;

/// The column of the text after the word of an outcome.
const INDENT: usize = 16;
/// More crawlers of one answer are counted, not named.
const MAX_NAMES: usize = 12;
/// Most statements of a family in text. JSON has more.
const MAX_STATEMENTS: usize = 5;

/// The place of the signals of a robots.txt that could not be read.
const ROBOTS_TXT: Place = Place::File("/robots.txt");

/// The questions of a run.
struct Questions<'a> {
    args: &'a Check,
    crawlers: Vec<Crawler>,
    readings: Readings,
    /// What is read beside robots.txt.
    places: UsePlaces,
}

/// What was asked of a site.
struct Asked<'a> {
    sources: UseSources<'a>,
    places: &'a ReadPlaces,
    reports: &'a [PlaceReport],
}

/// The answer for a crawler.
struct Row<'a> {
    crawler: &'a Crawler,
    verdict: Verdict<'a>,
    said: maycrawl_uses::Answer,
}

pub(super) fn run(args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    let questions = Questions::new(args, output)?;
    let outcome = if args.robots.is_some() {
        questions.about_file(output)
    } else {
        let reading = (!questions.places.is_empty()).then(|| SiteReading {
            reader: UseReader::new(UseReadLimits::new(args.site.net.timeout)),
            places: questions.places,
            crawlers: questions.crawlers.clone(),
        });
        live::for_each_site(args, reading, output, |url, site, output| {
            questions.about_site(url, site, output)
        })
    }?;
    if args.format.of_answers() == Format::Text {
        let not_read: Vec<_> = Source::ALL[1..].iter().map(|source| source.name()).collect();
        let places = match questions.places.is_empty() {
            true => format!("Read: robots.txt. Not read: {}. ", not_read.join(", ")),
            false => String::new(),
        };
        let text = format!("{places}This is what the site states, and no legal advice.");
        output.line(format_args!("{}", wrapped(&text, 0)))?;
    }
    Ok(outcome)
}

impl<'a> Questions<'a> {
    fn new(args: &'a Check, output: &mut Output) -> Result<Self, Failure> {
        let crawlers = match args.crawlers {
            None if !args.agent.agents.is_empty() => {
                agent_arg::crawlers(&args.agent.agents, output)?
            }
            set => {
                let known = crawlers::selected(set.unwrap_or(CrawlerSet::Ai));
                let mut tokens: Vec<_> = known.map(|known| known.token).collect();
                sort_by_weight(&mut tokens);
                tokens.into_iter().map(Crawler::from_token).collect()
            }
        };
        let chosen = args.signals.iter().fold(Readings::NONE, |chosen, &it| chosen.with(it));
        let readings = if args.signals.is_empty() { Readings::DEFAULT } else { chosen };
        let places = args.places.iter().fold(UsePlaces::default(), |all, &it| all | it);
        Ok(Self { args, crawlers, readings, places })
    }

    fn about_file(&self, output: &mut Output) -> Result<Exit, Failure> {
        let file = RobotsFile::read(self.args, output)?;
        let robots = file.robots.parse(self.args.profile, &self.args.suspicious, output)?;
        let rules = robots.rules_for_each(&self.crawlers);
        let asked = Asked {
            sources: UseSources::from_robots_txt(Some(&robots), false),
            places: &ReadPlaces::default(),
            reports: &[PlaceReport::new(Source::RobotsTxt, PlaceState::Read)],
        };
        for_each_url(self.args, &file, output, |url, output| {
            let verdicts: Vec<_> = rules.check_at(file.origin.as_ref(), &url.request).collect();
            self.show(url, &verdicts, &asked, output)
        })
    }

    fn about_site(
        &self,
        url: &UrlArg<'_>,
        AskedSite { robots, places }: &AskedSite,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let rules = robots.rules_for_each(&self.crawlers);
        let verdicts: Vec<_> =
            rules.iter().map(|rules| rules.check_request(&url.request)).collect();
        let file: Option<RobotsTxt<'_>> = robots.has_file().then(|| robots.parse());
        let sources = UseSources::from_robots_txt(file.as_ref(), !robots.is_known());
        let reports = [&[robots_place(robots)], places.reports()].concat();
        self.show(url, &verdicts, &Asked { sources, places, reports: &reports }, output)
    }

    /// Prints the answers for a URL, and gives the outcome of the run.
    fn show(
        &self,
        url: &UrlArg<'_>,
        verdicts: &[Verdict<'_>],
        asked: &Asked<'_>,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let mut outcome = Exit::Done;
        for &wanted in &self.args.uses {
            let crawlers = self.crawlers.iter().zip(verdicts);
            let rows: Vec<_> = crawlers
                .map(|(crawler, &verdict)| {
                    // A file of another origin says nothing about this URL.
                    let is_of_file = verdict.decision() != Decision::NotApplicable;
                    let sources = if is_of_file { asked.sources } else { UseSources::default() };
                    let (request, readings) = (&url.request, self.readings);
                    let said = asked.places.ask(sources, crawler, request, wanted, readings);
                    Row { crawler, verdict, said }
                })
                .collect();
            let counts_as = self.args.unreachable.counts_as;
            let outcomes = rows.iter().map(|row| row.outcome(counts_as));
            outcome = outcomes.fold(outcome, Exit::max);
            if self.args.format.of_answers() == Format::Json {
                let written = String::from_utf8_lossy(url.written);
                for Row { crawler, verdict, said } in &rows {
                    let token = crawler.token();
                    let reports = asked.reports;
                    output
                        .json(&UseAnswer::new(&written, token, wanted, verdict, said, reports))?;
                }
            } else {
                output.line(format_args!("{}: {}", Printable(url.written), wanted.title()))?;
                if let Some(url) = url.requested() {
                    output.line(format_args!(
                        "{:INDENT$}requested as {}",
                        "",
                        Printable(url.as_bytes())
                    ))?;
                }
                text(&rows, wanted, output)?;
            }
        }
        if self.args.format.of_answers() == Format::Text && !self.places.is_empty() {
            for (place, text) in place_rows(asked.reports) {
                output.line(format_args!("{place:INDENT$}{}", wrapped(&text, INDENT)))?;
            }
            output.line(format_args!(""))?;
        }
        Ok(outcome)
    }
}

impl Row<'_> {
    /// 0 only where the URL may be fetched and the use is granted. *Not said* is neither yes nor no.
    fn outcome(&self, unreachable: UnreachableAs) -> Exit {
        let access = Answer::of(&self.verdict).outcome(unreachable);
        let is_limited = self.said.findings.iter().any(|it| it.kind.leaves_unread());
        let used = match self.said.outcome {
            maycrawl_uses::Outcome::Granted if self.said.leaves_unread() => Exit::Unanswered,
            // A limit of maycrawl left something out, or a place could not be read: the site may well have granted it.
            maycrawl_uses::Outcome::Conditional if is_limited || self.rests_on_unread() => {
                Exit::Unanswered
            }
            maycrawl_uses::Outcome::Granted => Exit::Done,
            maycrawl_uses::Outcome::NotSaid => Exit::NotSaid,
            maycrawl_uses::Outcome::Refused
            | maycrawl_uses::Outcome::Conditional
            | maycrawl_uses::Outcome::Conflict
            | maycrawl_uses::Outcome::NotApplicable => Exit::Found,
        };
        access.max(used)
    }

    /// True if it is conditional for no other reason than that a place could not be read. That a licence was not read
    /// is a condition of its own: RSL treats such content as unlicensed. `--unreachable` is about robots.txt.
    fn rests_on_unread(&self) -> bool {
        let families = self.said.families.iter();
        let mut all = families.flat_map(|of| of.statements.iter().map(|said| (of.family, said)));
        let is_of_place = |(family, said): (Family, &Statement)| {
            let is_other = family != Family::Rsl || is_of_unread_place(said);
            is_other && said.condition == Some(Condition::NotRead) && said.place != ROBOTS_TXT
        };
        let has_terms =
            |said: &Statement| said.condition.is_some_and(|it| it != Condition::NotRead);
        all.clone().any(is_of_place) && !all.any(|(_, said)| has_terms(said))
    }

    /// True if the crawler may not fetch the URL and the site says nothing about the use.
    fn is_only_closed(&self) -> bool {
        self.said.outcome == maycrawl_uses::Outcome::NotApplicable
            && self.verdict.decision() == Decision::Disallowed
            && !self.verdict.is_unreachable()
            && self.said.is_silent()
    }

    /// True if both are told in the same words.
    fn is_told_as(&self, other: &Self) -> bool {
        self.said == other.said && self.verdict.decision() == other.verdict.decision()
    }
}

/// Each answer once, with the crawlers that have it.
fn text(rows: &[Row<'_>], wanted: Use, output: &mut Output) -> Result<(), Failure> {
    let mut clusters: Vec<Vec<&Row<'_>>> = Vec::new();
    for row in rows {
        match clusters.iter_mut().find(|cluster| cluster[0].is_told_as(row)) {
            Some(cluster) => cluster.push(row),
            None => clusters.push(vec![row]),
        }
    }
    // Who was told nothing comes last: the others are the answer.
    clusters.sort_by_key(|cluster| cluster[0].said.outcome == maycrawl_uses::Outcome::NotSaid);
    for cluster in &clusters {
        let row = cluster[0];
        let word = match row.said.outcome {
            _ if row.verdict.is_unreachable() => "not known",
            _ if row.is_only_closed() => "may not fetch",
            outcome => outcome.name(),
        };
        output.painted(style(row.said.outcome), word)?;
        let names: Vec<_> = cluster
            .iter()
            .take(MAX_NAMES)
            .map(|row| Printable(row.crawler.token().as_bytes()).to_string())
            .collect();
        let mut names = names.join(", ");
        if cluster.len() > MAX_NAMES {
            names += &format!(" and {} more", cluster.len() - MAX_NAMES);
        }
        let space = " ".repeat(INDENT.saturating_sub(word.len()).max(1));
        output.line(format_args!("{space}{}", wrapped(&names, INDENT)))?;
        let who = if cluster.len() == 1 { &*names } else { "They" };
        reasons(row, (who, wanted), clusters.len() > 1, output)?;
    }
    output.line(format_args!(""))
}

/// What decides: each line with its document, and what should be known about it.
fn reasons(
    row: &Row<'_>,
    (who, wanted): (&str, Use),
    has_others: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut detail =
        |text: &str| output.line(format_args!("{:INDENT$}{}", "", wrapped(text, INDENT)));
    for family in row.said.families.iter().filter(|family| family.speaks()) {
        of_family(family, row.said.outcome).iter().try_for_each(|text| detail(text))?;
    }
    for said in unread_places(&row.said) {
        let (place, why) = (said.place, &said.text);
        detail(&format!("{place}: not read ({why}), so nothing is granted"))?;
    }
    if let (maycrawl_uses::Outcome::Conflict, Some(strictest)) =
        (row.said.outcome, row.said.strictest)
    {
        let strictest = strictest.name();
        detail(&format!("The signals contradict each other. The strictest is: {strictest}."))?;
    }
    let is_of_file = row.verdict.decision() != Decision::NotApplicable;
    if is_of_file && row.said.outcome == maycrawl_uses::Outcome::NotSaid {
        let whom =
            if has_others { "Nobody else was told anything" } else { "Nobody was told anything" };
        detail(&format!("{whom} about this use. That is neither a yes nor a no."))?;
    }
    if let Some(text) = access_message(who, wanted, &row.verdict, &row.said) {
        detail(&text)?;
    }
    for finding in &row.said.findings {
        let place = finding.place.map_or(String::new(), |place| format!("{place}: "));
        let label = finding.label.as_ref().map_or(String::new(), |it| format!(" ({it})"));
        detail(&format!("{place}{}{label}", finding.kind.sentence()))?;
    }
    Ok(())
}

/// The statements of a family and its document. A place that was not read is told once for all families.
fn of_family(family: &FamilyAnswer, outcome: maycrawl_uses::Outcome) -> Vec<String> {
    let (unread, said): (Vec<_>, Vec<_>) =
        family.statements.iter().partition(|said| is_of_unread_place(said));
    if said.is_empty() && !unread.is_empty() {
        return Vec::new();
    }
    let name = family.family.name();
    let mut texts = Vec::new();
    for said in said.iter().take(MAX_STATEMENTS) {
        let condition = said.condition.map_or(String::new(), |it| format!(". {}", it.sentence()));
        let alone = match said.outcome {
            maycrawl_uses::Outcome::NotSaid => " (nothing about this use)".to_owned(),
            alone if alone == outcome => String::new(),
            alone => format!(" ({})", alone.name()),
        };
        texts.push(format!("{}, {name}: {}{alone}{condition}", said.place, said.text));
    }
    match said.len().saturating_sub(MAX_STATEMENTS) {
        0 => {}
        more => texts.push(format!("and {more} more statements; --format json has them")),
    }
    if family.outcome == maycrawl_uses::Outcome::NotApplicable {
        texts.push(format!("{name} speaks only of paths that the crawler may fetch"));
    }
    texts.push(format!("read by {}", family.document));
    texts
}

/// True if the statement says that a whole place was not read. Each family that may stand there has one.
fn is_of_unread_place(said: &Statement) -> bool {
    let is_whole = matches!(said.place, Place::File(_) | Place::Response);
    is_whole && said.condition == Some(Condition::NotRead)
}

/// The places that were not read, each once.
fn unread_places(said: &maycrawl_uses::Answer) -> Vec<&Statement> {
    let mut places: Vec<&Statement> = Vec::new();
    let all = said.families.iter().flat_map(|family| &family.statements);
    for statement in all.filter(|statement| is_of_unread_place(statement)) {
        if !places.iter().any(|told| told.place == statement.place) {
            places.push(statement);
        }
    }
    places
}

fn style(outcome: maycrawl_uses::Outcome) -> Style {
    let color = match outcome {
        maycrawl_uses::Outcome::Granted => AnsiColor::Green,
        maycrawl_uses::Outcome::Refused | maycrawl_uses::Outcome::Conflict => AnsiColor::Red,
        maycrawl_uses::Outcome::Conditional
        | maycrawl_uses::Outcome::NotSaid
        | maycrawl_uses::Outcome::NotApplicable => AnsiColor::Yellow,
    };
    color.on_default().bold()
}
