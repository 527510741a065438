//! `maycrawl diff`: what a change of robots.txt does, for every crawler and every URL.

mod github;
mod markdown;
mod text;
mod urls;

use maycrawl::answer::{ChangeAnswer, ChangeOutcome, ClassAnswer, RuleDecision};
use maycrawl::effect::{Budget, Region};
use maycrawl::{Crawler, RobotsTxt};

use crate::args::{self, DiffFormat, FailOn};
use crate::output::{Failure, Outcome, Output};
use crate::robots_input::RobotsInput;
use crate::robots_source::RobotsReader;

/// The most effects of a class that are listed.
const MAX_LISTED: usize = 1_000;

/// Two files, and what replacing one by the other does.
struct Comparison<'a> {
    old: &'a RobotsInput,
    new: &'a RobotsInput,
    answer: ChangeAnswer,
    /// The URLs of `--urls`, if any: how many there are, and how many of them change for some crawler.
    urls: Option<urls::Totals>,
}

pub(crate) fn run(args: &args::Diff, output: &mut Output) -> Result<Outcome, Failure> {
    if args.old == "-" && args.new == "-" {
        return Err(Failure::new("standard input cannot be both files; name a file for one"));
    }
    let mut reader = RobotsReader::new(&args.site, args.profile);
    let old = reader.read(&args.old, output)?;
    let new = reader.read(&args.new, output)?;
    let before = old.parse(args.profile, &args.suspicious, output)?;
    let after = new.parse(args.profile, &args.suspicious, output)?;
    let region = region(args.region.as_deref(), args)?;
    let mut comparison =
        Comparison { answer: compare(&before, &after, &region)?, old: &old, new: &new, urls: None };
    // The comparison comes first: URLs are counted for its classes of crawlers, and the counts go into its effects.
    if !args.urls.is_empty() {
        let mut counts = urls::Counts::new(&before, &after, &comparison.answer);
        for list in &args.urls {
            counts.read(list, &mut reader, output)?;
        }
        comparison.urls = Some(counts.finish(&mut comparison.answer));
    }
    match args.format {
        DiffFormat::Text => text::print(&comparison, output)?,
        DiffFormat::Json => output.json(&comparison.answer)?,
        DiffFormat::Markdown => markdown::print(&comparison, output)?,
        DiffFormat::Github => github::print(&comparison, output)?,
    }
    outcome(args, &comparison.answer, &before, &after, output)
}

fn compare(
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
    region: &Region<'_>,
) -> Result<ChangeAnswer, Failure> {
    ChangeAnswer::of(before, after, region, MAX_LISTED, &mut Budget::default())
        .map_err(|error| Failure::new(error.to_string()))
}

fn region<'a>(pattern: Option<&'a str>, args: &args::Diff) -> Result<Region<'a>, Failure> {
    let Some(pattern) = pattern else { return Ok(Region::everything()) };
    let pattern =
        args::path_pattern(pattern).map_err(|error| Failure::new(format!("--region: {error}")))?;
    Ok(Region::within(pattern.as_bytes(), args.profile))
}

/// The exit status: what `--fail-on` names, or any effect.
fn outcome(
    args: &args::Diff,
    answer: &ChangeAnswer,
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let mut outcome = status(answer);
    if !args.fail_on.is_empty() {
        // `--fail-on` replaces the usual status: an effect that it does not name is no failure.
        outcome = Outcome::AllAllowed;
        for named in &args.fail_on {
            let inside;
            let answer = match &named.region {
                None => answer,
                Some(pattern) => {
                    // The listed effects cannot be filtered by a pattern: each has one example, and there may be more
                    // than are listed.
                    inside = compare(before, after, &region(Some(pattern), args)?)?;
                    &inside
                }
            };
            outcome = outcome.max(fails(named, answer));
        }
    }
    if outcome == Outcome::Unanswered {
        output.note(
            "error",
            "not every pair of rules could be compared within the budget, so more may change",
        );
    }
    Ok(outcome)
}

fn fails(named: &FailOn, answer: &ChangeAnswer) -> Outcome {
    let is_meant = |class: &ClassAnswer| {
        named.crawler.as_ref().is_none_or(|crawler| is_in(class, crawler, answer))
    };
    let meant: Vec<_> = answer.classes.iter().filter(|class| is_meant(class)).collect();
    let mut outcome = Outcome::AllAllowed;
    for class in meant {
        let is_named = |becomes: RuleDecision| {
            named.blocked.is_none_or(|blocked| blocked == (becomes == RuleDecision::Disallowed))
        };
        if class.effects.iter().any(|effect| is_named(effect.becomes)) {
            return Outcome::SomeDisallowed;
        }
        if class.undecided > 0 {
            outcome = Outcome::Unanswered;
        }
    }
    outcome
}

/// True if the crawler is of this class: by name, or because no class names it.
fn is_in(class: &ClassAnswer, crawler: &Crawler, answer: &ChangeAnswer) -> bool {
    let names =
        |list: &[String]| list.iter().any(|name| name.eq_ignore_ascii_case(crawler.token()));
    let is_named = answer.classes.iter().any(|class| names(&class.crawlers))
        || names(&answer.unaffected.crawlers);
    names(&class.crawlers) || (class.others && !is_named)
}

fn status(answer: &ChangeAnswer) -> Outcome {
    match answer.outcome {
        ChangeOutcome::None => Outcome::AllAllowed,
        ChangeOutcome::Undecided => Outcome::Unanswered,
        ChangeOutcome::Effects => Outcome::SomeDisallowed,
    }
}

/// `12 lines changed`, `1 line changed`, or that only their order did.
fn lines_changed(answer: &ChangeAnswer, comparison: &Comparison<'_>) -> String {
    match answer.lines_changed {
        0 if comparison.old.bytes == comparison.new.bytes => "the files are the same".to_owned(),
        0 => "only the order of lines, or white space, changed".to_owned(),
        1 => "1 line changed".to_owned(),
        lines => format!("{lines} lines changed"),
    }
}
