//! `maycrawl check`: may a crawler fetch these URLs?

use std::borrow::Cow;
use std::io;
use std::path::Path;

use maycrawl::{
    Crawler, Decision, Explanation, Origin, Printable, Reason, RobotsTxt, RuleSet, Verdict,
    VerdictLocation,
};
use serde::Serialize;

use crate::answer::Answer;
use crate::args::{Check, Format};
use crate::input::{self, InputLine};
use crate::list_input::{List, Separator};
use crate::live::JsonRobots;
use crate::output::{Failure, Outcome, Output};
use crate::site_argument;
use crate::url_arg::{self, Question};

/// No URL is longer than this; a longer line of standard input is a mistake.
pub(crate) const URL_LIMIT: usize = 64 << 10;

pub(crate) fn run(args: &Check, output: &mut Output) -> Result<Outcome, Failure> {
    let crawlers = url_arg::crawlers(&args.agents, output)?;
    let site = Site::read(args, output)?;
    let robots = input::parse(&site.bytes, args.profile, output);
    let rules = crawlers.iter().map(|crawler| robots.rules_for(crawler)).collect();
    let width = crawlers.iter().map(|crawler| crawler.token().len()).max().unwrap_or(0);
    let mut asker = Asker {
        args,
        origin: site.origin,
        first: None,
        noticed: false,
        robots,
        crawlers,
        rules,
        width,
        output,
    };
    let mut outcome = Outcome::AllAllowed;
    if !args.urls.is_empty() {
        for url in &args.urls {
            outcome = outcome.max(asker.ask(url.as_bytes())?);
        }
        return Ok(outcome);
    }
    input::say_if_terminal(Path::new("-"), asker.output);
    let mut urls = List::new(io::stdin(), URL_LIMIT, Separator::Line);
    let read = |error| Failure::new(format!("cannot read URLs from standard input: {error}"));
    while let Some(line) = urls.next_item().map_err(read)? {
        outcome = outcome.max(match line {
            InputLine::Whole(line) => asker.ask(&line)?,
            InputLine::TooLong(start) => asker.report(&start, &too_long(&start))?,
        });
        // Whoever feeds the lines one by one gets the answers one by one.
        if !urls.has_ready() {
            asker.output.flush()?;
        }
    }
    Ok(outcome)
}

/// The file that is asked, and where it lives if that was said.
pub(crate) struct Site {
    pub(crate) bytes: Vec<u8>,
    pub(crate) origin: Option<Origin>,
}

impl Site {
    pub(crate) fn read(args: &Check, output: &mut Output) -> Result<Self, Failure> {
        let Some(path) = &args.robots else {
            return Err(Failure::new("no file was named: --robots FILE"));
        };
        if path == Path::new("-") && args.urls.is_empty() {
            return Err(Failure::new(
                "with --robots - standard input is the file, so the URLs must be arguments",
            ));
        }
        let origin = args.origin.as_deref().map(|text| origin(text, output)).transpose()?;
        input::say_if_terminal(path, output);
        Ok(Self { bytes: input::robots(path)?, origin })
    }
}

/// What `--origin` names: of any scheme, since the file is at hand.
fn origin(text: &str, output: &mut Output) -> Result<Origin, Failure> {
    let failed = |error: String| Failure::new(format!("--origin: {error}"));
    let url = site_argument::url(text.as_bytes()).map_err(failed)?;
    if let Cow::Owned(url) = &url {
        output.assume_https(url);
    }
    let origin = Origin::parse_any_scheme(&String::from_utf8_lossy(&url))
        .map_err(|error| failed(error.to_string()))?;
    if let Some(note) = site_argument::misplaced_file(text, &origin) {
        output.note("note", &note);
    }
    Ok(origin)
}

/// One file, some crawlers, and a URL at a time.
struct Asker<'a> {
    args: &'a Check,
    /// Where the file lives, if that was said.
    origin: Option<Origin>,
    /// The origin of the first whole URL, to notice a second one.
    first: Option<Origin>,
    noticed: bool,
    robots: RobotsTxt<'a>,
    crawlers: Vec<Crawler>,
    rules: Vec<RuleSet>,
    width: usize,
    output: &'a mut Output,
}

#[derive(Serialize)]
pub(crate) struct JsonAnswer<'a> {
    pub(crate) url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url_escaped: Option<String>,
    /// What a client requests, if rules see another path in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) asked_as: Option<String>,
    pub(crate) agent: &'a str,
    pub(crate) profile: &'static str,
    #[serde(flatten)]
    pub(crate) verdict: Verdict<'a>,
    /// The deciding line and its group, as the file spells them; absent where no file was read.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) located: Option<VerdictLocation<'a>>,
    /// As `decision`, but `unreachable` where the robots.txt could not be read.
    pub(crate) outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) robots: Option<&'a JsonRobots>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trace: Option<Explanation<'a>>,
}

impl<'a> JsonAnswer<'a> {
    pub(crate) fn new(
        question: &Question<'_>,
        agent: &'a str,
        profile: &'static str,
        verdict: Verdict<'a>,
        located: Option<VerdictLocation<'a>>,
        trace: Option<Explanation<'a>>,
    ) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let url_escaped = question.was_escaped().then(|| question.request.to_string());
        let url = text(question.written);
        let asked_as = question.asked_as().map(str::to_owned);
        let outcome = Answer::of(&verdict).name();
        Self {
            url,
            url_escaped,
            asked_as,
            agent,
            profile,
            verdict,
            outcome,
            located,
            robots: None,
            trace,
        }
    }
}

#[derive(Serialize)]
struct JsonError<'a> {
    url: String,
    error: &'a str,
}

impl Asker<'_> {
    /// Answers for every crawler.
    fn ask(&mut self, url: &[u8]) -> Result<Outcome, Failure> {
        let url = match site_argument::url(url) {
            Ok(url) => url,
            Err(error) => return self.report(url, &error),
        };
        if let Cow::Owned(url) = &url {
            self.output.assume_https(url);
        }
        let question = match Question::new(&url) {
            Ok(question) => question,
            Err(error) => return self.report(&url, &error),
        };
        self.notice_origin(&question);
        let elsewhere = self.origin.is_some()
            && question.origin().is_some()
            && self.origin.as_ref() != question.origin();
        let mut outcome = Outcome::AllAllowed;
        for i in 0..self.crawlers.len() {
            let verdict = if elsewhere {
                Verdict::new(Reason::NotApplicable)
            } else {
                self.rules[i].check(&question.request)
            };
            outcome = outcome.max(verdict.decision().into());
            let explained = self.args.explain && verdict.decision() != Decision::NotApplicable;
            let trace =
                explained.then(|| self.robots.explain(&self.crawlers[i], &question.request));
            let located = self.robots.locate(&self.crawlers[i], &verdict);
            let token = self.crawlers[i].token();
            if self.args.format == Format::Json {
                let profile = self.args.profile.name;
                let answer =
                    JsonAnswer::new(&question, token, profile, verdict, Some(located), trace);
                self.output.json(&answer)?;
            } else {
                self::verdict(self.output, self.width, token, &question, &verdict)?;
                if let Some(trace) = &trace {
                    self::trace(self.output, &question, trace)?;
                    change(self.output, &question, &self.robots, &self.crawlers[i])?;
                    self.output.line(format_args!(""))?;
                } else {
                    reason(self.output, &located)?;
                    asked_as(self.output, &question)?;
                }
            }
        }
        Ok(outcome)
    }

    /// A robots.txt speaks for one origin; somebody who asks for two should know.
    fn notice_origin(&mut self, question: &Question<'_>) {
        let Some(origin) = question.origin() else { return };
        if self.origin.is_some() || self.noticed {
            return;
        }
        match &self.first {
            None => self.first = Some(origin.clone()),
            Some(first) if first != origin => {
                self.output.note(
                    "note",
                    &format!(
                        "URLs of {first} and of {origin}, but a robots.txt speaks for one origin; \
                         --origin URL says for which, and has it checked"
                    ),
                );
                self.noticed = true;
            }
            Some(_) => {}
        }
    }

    /// A URL that cannot be asked.
    fn report(&mut self, url: &[u8], error: &str) -> Result<Outcome, Failure> {
        report(self.output, self.args.format, url, error)
    }
}

/// A URL that cannot be asked: an object among the objects, or a word beside the answers.
pub(crate) fn report(
    output: &mut Output,
    format: Format,
    url: &[u8],
    error: &str,
) -> Result<Outcome, Failure> {
    match format {
        Format::Json => {
            output.json(&JsonError { url: String::from_utf8_lossy(url).into_owned(), error })?;
        }
        Format::Text => output.note("error", error),
    }
    Ok(Outcome::Unanswered)
}

/// The decision, whose it is, and about what.
pub(crate) fn verdict(
    output: &mut Output,
    width: usize,
    token: &str,
    question: &Question<'_>,
    verdict: &Verdict<'_>,
) -> Result<(), Failure> {
    let answer = Answer::of(verdict);
    output.painted(answer.style(), &format!("{:<10}", answer.word()))?;
    let token = Printable(token.as_bytes()).to_string();
    output.line(format_args!("  {token:<width$}  {}", Printable(question.written)))
}

/// The URL that was asked about, if rules see another path in it.
pub(crate) fn asked_as(output: &mut Output, question: &Question<'_>) -> Result<(), Failure> {
    match question.asked_as() {
        Some(url) => output.line(format_args!("            asked as {url}")),
        None => Ok(()),
    }
}

/// The reason, with the deciding line and its group.
pub(crate) fn reason(output: &mut Output, located: &VerdictLocation<'_>) -> Result<(), Failure> {
    output.line(format_args!("            {located}"))
}

pub(crate) fn trace(
    output: &mut Output,
    question: &Question<'_>,
    trace: &Explanation<'_>,
) -> Result<(), Failure> {
    if question.was_escaped() || question.asked_as().is_some() {
        output.line(format_args!("  asked   {}", question.request))?;
    }
    output.line(format_args!("{trace}"))
}

/// The smallest change to the file that would turn the verdict round.
pub(crate) fn change(
    output: &mut Output,
    question: &Question<'_>,
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
) -> Result<(), Failure> {
    match robots.suggestions_for(crawler, &question.request).first() {
        Some(change) => output.line(format_args!("  change  to {} it: {change}", change.to.name())),
        None => Ok(()),
    }
}

/// What is wrong with a line of which this is the beginning.
pub(crate) fn too_long(start: &[u8]) -> String {
    format!("`{}...` is longer than 64 KiB, too long for a URL", Printable(start))
}
