//! The card on a terminal: the same sentences that the tester says and that a link carries.
//!
//! A program reads the columns of a pipe, which have one line for each question. A person asks about one page and wants
//! to know why and what to do, or asks about a list and wants to know how much of it is closed.

use std::io::{self, IsTerminal as _};

use maycrawl::{Crawler, Origin, RobotsTxt, SiteBasis, SiteRules, Verdict};
use maycrawl_fetch::{Basis, OriginRobots, SiteState};
use maycrawl_questions::card::{
    CardCounter, CardQuestion, CardSite, about_draft, about_live, card,
};

use crate::answer::Answer;
use crate::args::{Check, TableFormat};
use crate::inputs::url_arg::UrlArg;
use crate::text::output::{Failure, Output};
use crate::text::robots_state;
use crate::text::wrap::wrapped;

/// The most crawlers whose count is said below a list.
const MAX_COUNTED: usize = 5;

/// True if a person reads the answers.
fn is_for_people(args: &Check) -> bool {
    args.format == TableFormat::Text && io::stdout().is_terminal()
}

/// The one crawler of a question that is answered by a card: a person asks about one URL.
pub(super) fn of_one_question<'c>(args: &Check, crawlers: &'c [Crawler]) -> Option<&'c Crawler> {
    let [crawler] = crawlers else { return None };
    let is_one = args.urls.len() == 1 && !args.explain;
    Some(crawler).filter(|_| is_one && is_for_people(args))
}

/// Prints the card about a URL and a file.
pub(super) fn of_file(
    (url, crawler): (&UrlArg<'_>, &Crawler),
    (origin, robots): (Option<&Origin>, &RobotsTxt<'_>),
    output: &mut Output,
) -> Result<(), Failure> {
    let rules = robots.rules_for(crawler);
    let site = CardSite {
        site: SiteRules::new(origin, SiteBasis::Rules(&rules)),
        file: Some(robots),
        origin,
        about: about_draft(origin, output.language()),
        notes: Vec::new(),
    };
    print((url, crawler), site, output)
}

/// Prints the card about a URL of a live site.
pub(super) fn of_site(
    (url, crawler): (&UrlArg<'_>, &Crawler),
    robots: &OriginRobots,
    output: &mut Output,
) -> Result<(), Failure> {
    let (rules, state) = (robots.rules_for(crawler), SiteState::brief(robots));
    let parsed = robots.has_file().then(|| robots.parse());
    let is_live = state.basis == Basis::File;
    let read_at = robots.entry().last_fetch().at.to_string();
    let about = about_live(
        robots.origin(),
        Some(read_at.as_str()).filter(|_| is_live),
        Some(state.state.as_str()).filter(|_| !is_live),
        output.language(),
    );
    let difference = robots_state::difference(robots).map(|difference| difference.to_string());
    let outlook = robots_state::outlook(robots, output.language());
    let notes = outlook.into_iter().chain(difference).collect();
    let site = CardSite {
        site: rules.for_site(),
        file: parsed.as_ref(),
        origin: Some(robots.origin()),
        about,
        notes,
    };
    print((url, crawler), site, output)
}

fn print(
    (url, crawler): (&UrlArg<'_>, &Crawler),
    site: CardSite<'_>,
    output: &mut Output,
) -> Result<(), Failure> {
    let style = Answer::of(&site.site.check(&url.request)).style();
    let written = String::from_utf8_lossy(url.written).into_owned();
    let question = CardQuestion::about(written, url.request.clone(), crawler.clone());
    let card = card(&question, site, output.language(), &mut || true)
        .map_err(|refusal| Failure::new(refusal.detail))?;
    let mut lines = card.text.lines();
    let verdict = lines.next().unwrap_or_default();
    output.line_painted(format_args!(""), style, &wrapped(verdict, 0))?;
    for line in lines {
        output.line(format_args!("{}", wrapped(line, 0)))?;
    }
    Ok(())
}

/// Counts the pages of a list, for what is said below the answers.
pub(super) struct Counts {
    /// One for each crawler; none if nothing is said.
    counters: Vec<CardCounter>,
    /// The site of the live file; a count over the files of several sites would be about none of them.
    site: Option<Origin>,
    is_of_one_file: bool,
}

impl Counts {
    pub(super) fn new(args: &Check, crawlers: &[Crawler]) -> Self {
        let is_list = args.urls.len() != 1 && crawlers.len() <= MAX_COUNTED && is_for_people(args);
        let counters = crawlers.iter().filter(|_| is_list).map(|_| CardCounter::default());
        Self { counters: counters.collect(), site: None, is_of_one_file: true }
    }

    pub(super) fn add(&mut self, crawler: usize, verdict: &Verdict<'_>) {
        if let Some(counter) = self.counters.get_mut(crawler) {
            counter.add(Some(verdict));
        }
    }

    /// Notes which live file the next verdicts are of.
    pub(super) fn next_is_of(&mut self, site: &Origin) {
        self.is_of_one_file &= self.site.get_or_insert_with(|| site.clone()) == site;
    }

    /// Prints how many pages are open and closed, for each crawler.
    pub(super) fn print(self, crawlers: &[Crawler], output: &mut Output) -> Result<(), Failure> {
        let language = output.language();
        for (crawler, counter) in crawlers.iter().zip(self.counters) {
            let count = counter.finish();
            if self.is_of_one_file && count.total() > 1 {
                let others = count.others(language).map(|it| format!(" {it}")).unwrap_or_default();
                let words = count.words(crawler, language) + &others;
                output.line(format_args!("\n{}", wrapped(&words, 0)))?;
            }
        }
        Ok(())
    }
}
