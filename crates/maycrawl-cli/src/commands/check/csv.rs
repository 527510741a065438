//! `maycrawl check --format csv`: URLs and crawlers as a table for a spreadsheet, one row for each pair.

use maycrawl::explain::VerdictLocation;
use maycrawl::{Crawler, Verdict};

use super::file::{RobotsFile, for_each_url};
use super::{crawlers, json, live};
use crate::answer::Answer;
use crate::args::Check;
use crate::inputs::agent_arg;
use crate::inputs::url_arg::UrlArg;
use crate::text::csv;
use crate::text::output::{Exit, Failure, Output};

const HEADER: [&str; 7] = ["url", "crawler", "outcome", "line", "rule", "group", "reason"];

pub(super) fn run(args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    let crawlers = match args.crawlers {
        Some(set) => crawlers::selected(set).map(Crawler::from).collect(),
        None => agent_arg::crawlers(&args.agent.agents, output)?,
    };
    csv::row(output, HEADER)?;
    if args.robots.is_none() {
        return live::for_each(args, output, |url, robots, output| {
            let rules = robots.rules_for_each(&crawlers);
            let mut outcome = Exit::Done;
            for (crawler, rules) in crawlers.iter().zip(&rules) {
                let verdict = rules.check_request(&url.request);
                let located = robots.has_file().then(|| rules.locate(&verdict));
                row(args, (url, crawler), &verdict, located.as_ref(), output)?;
                let answer = Answer::of(&verdict);
                outcome = outcome.max(answer.outcome(args.unreachable.counts_as));
            }
            Ok(outcome)
        });
    }
    let file = RobotsFile::read(args, output)?;
    let robots = file.robots.parse(args.profile, &args.suspicious, output)?;
    let rules = robots.rules_for_each(&crawlers);
    let locator = robots.locator();
    let followed: Vec<_> = crawlers.iter().map(|it| locator.groups().followed_by(it)).collect();
    for_each_url(args, &file, output, |url, output| {
        let verdicts = rules.check_at(file.origin.as_ref(), &url.request);
        let mut outcome = Exit::Done;
        for ((crawler, &followed), verdict) in crawlers.iter().zip(&followed).zip(verdicts) {
            let located = locator.locate(robots.as_bytes(), followed, &verdict);
            row(args, (url, crawler), &verdict, Some(&located), output)?;
            outcome = outcome.max(verdict.decision().into());
        }
        Ok(outcome)
    })
}

fn row(
    args: &Check,
    (url, crawler): (&UrlArg<'_>, &Crawler),
    verdict: &Verdict<'_>,
    located: Option<&VerdictLocation<'_>>,
    output: &mut Output,
) -> Result<(), Failure> {
    let answer = json::answer(url, crawler, args.profile.name, verdict, located).answer;
    let line = answer.verdict.line.map(|line| line.to_string()).unwrap_or_default();
    let outcome = Answer::of(verdict).word(maycrawl_language::Language::English);
    let text = |text: Option<String>| text.unwrap_or_default();
    let (rule, group) = (text(answer.location.text), text(answer.location.group));
    csv::row(output, [answer.url, answer.agent, outcome, line, rule, group, answer.verdict.message])
}
