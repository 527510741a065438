//! `maycrawl diff`: what a change of robots.txt does, for every crawler and every URL.

mod csv;
mod github;
pub(super) mod headline;
mod markdown;
pub(super) mod sentences;
mod sides;
mod text;
mod urls;
mod uses;

use std::path::Path;

use maycrawl::answer::RuleDecision;
use maycrawl::{Crawler, RobotsTxt};
use maycrawl_effects::answer::{
    ChangeAnswer, ChangeOutcome, ClassAnswer, CrawlersAnswer, ReadersAnswer, UseClassAnswer,
};
use maycrawl_effects::internals::region_pattern;
use maycrawl_effects::{Budget, Certificate, Region};
use maycrawl_language::Language;
use maycrawl_readers::answer::{DiffAnswer, ProgramsAnswer};
use maycrawl_readers::reader_changes;
pub(super) use uses::lines as use_lines;

use crate::args::{self, DiffFormat, FailOn, Watched};
use crate::inputs::robots_input::RobotsInput;
use crate::inputs::robots_source::RobotsReader;
use crate::text::output::{Exit, Failure, Output};
use crate::text::programs;

/// Names of crawlers that are listed for a class.
const MAX_NAMES: usize = 3;

/// Two files, and what replacing one by the other does.
struct Comparison<'a> {
    old: &'a RobotsInput,
    new: &'a RobotsInput,
    answer: ChangeAnswer,
    /// What changes for other programs; `None` if only a part of the site was compared.
    programs: Option<ProgramsAnswer>,
    /// What both files open and close of the known URLs; `None` if none are known, or nothing changes.
    counted: Option<sides::Counted>,
}

pub(crate) fn run(args: &args::Diff, output: &mut Output) -> Result<Exit, Failure> {
    let Some(new_name) = &args.new else {
        return Err(Failure::new(
            "this folder has no robots.txt; name the file after the change: maycrawl diff OLD NEW",
        ));
    };
    if args.old == "-" && new_name == "-" {
        return Err(Failure::new("standard input cannot be both files; name a file for one"));
    }
    let mut reader = RobotsReader::new(&args.site, args.profile);
    let old = reader.read(&args.old, output)?;
    let new = reader.read(new_name, output)?;
    let before = old.parse(args.profile, &args.suspicious, output)?;
    let after = new.parse(args.profile, &args.suspicious, output)?;
    let region = region(args.region.as_deref(), args)?;
    let readers = args.proved.readers();
    let programs = args.region.is_none().then(|| {
        let budget = &mut Budget::default();
        reader_changes(&readers, &old.bytes, &new.bytes, budget).answer(&readers)
    });
    let answer = compare(&before, &after, &region)?;
    let mut comparison = Comparison { answer, programs, old: &old, new: &new, counted: None };
    // The comparison comes first: URLs are counted for its classes of crawlers, and the counts go into its effects.
    let mut counts = urls::Counts::new(&before, &after, &comparison.answer);
    for list in &args.urls {
        counts.read(list, &mut reader, output)?;
    }
    let is_known =
        if args.urls.is_empty() { counts.read_sitemaps_beside(Path::new(new_name)) } else { true };
    if is_known {
        comparison.counted = counts.finish(&mut comparison.answer);
    }
    match args.format {
        DiffFormat::Text => text::print(&comparison, output)?,
        DiffFormat::Json => {
            let (change, programs) = (comparison.answer.clone(), comparison.programs.clone());
            output.json(&DiffAnswer::new(change, programs))?;
        }
        DiffFormat::Csv => csv::print(&comparison, output)?,
        DiffFormat::Markdown => markdown::print(&comparison, output)?,
        DiffFormat::Github => github::print(&comparison, output)?,
    }
    if let Some(path) = &args.certificate {
        super::certificate::write(path, |budget| {
            Certificate::new(&before, &after, &region, budget)
        })?;
    }
    outcome(args, &comparison, &before, &after, output)
}

fn compare(
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
    region: &Region<'_>,
) -> Result<ChangeAnswer, Failure> {
    ChangeAnswer::new(before, after, region, ChangeAnswer::MAX_EFFECTS, &mut Budget::default())
        .map_err(|error| Failure::new(error.to_string()))
}

fn region<'a>(pattern: Option<&'a str>, args: &args::Diff) -> Result<Region<'a>, Failure> {
    let Some(pattern) = pattern else { return Ok(Region::everything()) };
    let pattern =
        region_pattern(pattern).map_err(|error| Failure::new(format!("--region: {error}")))?;
    Ok(Region::within(pattern.as_bytes(), args.profile))
}

/// The exit status: what `--fail-on` names, or any effect.
fn outcome(
    args: &args::Diff,
    comparison: &Comparison<'_>,
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let answer = &comparison.answer;
    let mut outcome = status(comparison);
    if !args.fail_on.is_empty() {
        // `--fail-on` replaces the usual status: an effect that it does not name is no failure.
        outcome = Exit::Done;
        for named in &args.fail_on {
            let inside;
            let answer = match (&named.region, &args.region) {
                // A part of the site is never the whole site, so `--region` would hide that it is lost.
                (_, Some(_)) if matches!(named.what, Watched::Impact(_)) => {
                    inside = compare(before, after, &Region::everything())?;
                    &inside
                }
                (None, _) => answer,
                (Some(pattern), _) => {
                    // The listed effects cannot be filtered by a pattern: each has one example, and there may be more
                    // than are listed.
                    inside = compare(before, after, &region(Some(pattern), args)?)?;
                    &inside
                }
            };
            outcome = outcome.max(fails(named, answer));
        }
    }
    if outcome == Exit::Unanswered {
        output.note(
            "error",
            "not everything could be compared within the budget, so more may change",
        );
    }
    Ok(outcome)
}

fn fails(named: &FailOn, answer: &ChangeAnswer) -> Exit {
    let is_meant = |class: &ClassAnswer| {
        named.crawler.as_ref().is_none_or(|crawler| Names::of(class).include(crawler, answer))
    };
    let meant: Vec<_> = answer.classes.iter().filter(|class| is_meant(class)).collect();
    let mut outcome = uses::fails(named, answer);
    for class in meant {
        let is_named = |becomes: RuleDecision| match named.what {
            Watched::Blocked => becomes == RuleDecision::Disallowed,
            Watched::Allowed => becomes == RuleDecision::Allowed,
            Watched::Any => true,
            Watched::Use { .. } | Watched::Impact(_) => false,
        };
        let is_as_severe = match named.what {
            Watched::Impact(severity) => {
                !class.effects.is_empty() && class.impact.severity >= severity
            }
            _ => false,
        };
        if is_as_severe || class.effects.iter().any(|effect| is_named(effect.becomes)) {
            return Exit::Found;
        }
        if class.undecided > 0 && !matches!(named.what, Watched::Use { .. }) {
            outcome = outcome.max(Exit::Unanswered);
        }
    }
    outcome
}

/// Crawlers with the same effects.
#[derive(Clone, Copy)]
struct Names<'a> {
    crawlers: &'a [String],
    purpose_tokens: &'a [String],
    others: bool,
    readers: &'a [ReadersAnswer],
}

impl<'a> Names<'a> {
    fn of(class: &'a ClassAnswer) -> Self {
        let (crawlers, purpose_tokens) = (&class.crawlers, &class.purpose_tokens);
        Self { crawlers, purpose_tokens, others: class.others, readers: &class.readers }
    }

    fn of_uses(class: &'a UseClassAnswer) -> Self {
        let (crawlers, purpose_tokens) = (&class.crawlers, &class.purpose_tokens);
        Self { crawlers, purpose_tokens, others: class.others, readers: &class.readers }
    }

    fn unaffected(answer: &'a ChangeAnswer) -> Self {
        let CrawlersAnswer { crawlers, purpose_tokens, others, readers, .. } = &answer.unaffected;
        Self { crawlers, purpose_tokens, others: *others, readers }
    }

    fn has(self, crawler: &Crawler) -> bool {
        let mut names = self.crawlers.iter().chain(self.purpose_tokens);
        names.any(|name| name.eq_ignore_ascii_case(crawler.token()))
    }

    /// True if the crawler is one of these: by name, or because it is one of all others, which no class names.
    fn include(self, crawler: &Crawler, answer: &ChangeAnswer) -> bool {
        let is_named = || {
            let mut classes = answer.classes.iter().map(Names::of);
            classes.any(|class| class.has(crawler)) || Names::unaffected(answer).has(crawler)
        };
        self.has(crawler) || (self.others && !is_named())
    }

    fn in_words(self) -> String {
        self.shown(MAX_NAMES, str::to_owned)
    }

    fn shown(self, most: usize, show: impl Fn(&str) -> String) -> String {
        let Self { crawlers, purpose_tokens, others, readers } = self;
        let others = (0, others);
        super::crawlers_with_readers(crawlers, others, purpose_tokens, readers, most, show)
    }
}

/// A verdict that changes for one program only is one too.
fn status(comparison: &Comparison<'_>) -> Exit {
    let changed = comparison.programs.as_ref().is_some_and(|told| !told.changed.is_empty());
    match comparison.answer.outcome {
        ChangeOutcome::None if changed => Exit::Found,
        ChangeOutcome::None => Exit::Done,
        ChangeOutcome::Undecided => Exit::Unanswered,
        ChangeOutcome::Effects => Exit::Found,
    }
}

impl Comparison<'_> {
    /// How many of the known URLs each file opens and closes.
    fn sides(&self, language: Language) -> Vec<String> {
        self.counted.iter().flat_map(|counted| counted.words(language)).collect()
    }

    /// That nothing changes, and for whom: `no verdict changes and no use changes, for any crawler or URL, as all 14
    /// programs read them`.
    fn nothing_changes(&self) -> String {
        let whom = match &self.programs {
            Some(told) => programs::as_read(told, "them"),
            None => format!(", as the profile {} reads them", self.answer.profile),
        };
        format!("no verdict changes and no use changes, for any crawler or URL{whom}")
    }

    /// What changes for some programs although it changes for no crawler as the profile reads the files.
    fn only_for_programs(&self) -> Vec<String> {
        programs::only_for(&self.answer, self.programs.as_ref())
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
