//! `maycrawl check --robots`: one file, some crawlers, one URL at a time.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use maycrawl::asked_url::AskedUrlError;
use maycrawl::{Crawler, Decision, Origin, RobotsTxt, RuleSets, Verdict};

use super::json::JsonAnswer;
use super::print;
use crate::agent_arg;
use crate::answer;
use crate::args::{Check, Format};
use crate::input::{self, InputLine};
use crate::list_input::{List, Separator};
use crate::output::{Failure, Outcome, Output};
use crate::robots_input::RobotsInput;
use crate::site_argument;
use crate::url_arg::{MAX_URL_BYTES, UrlArg};

pub(super) fn run(args: &Check, output: &mut Output) -> Result<Outcome, Failure> {
    let crawlers = agent_arg::crawlers(&args.agent.agents, output)?;
    let file = RobotsFile::read(args, output)?;
    let robots = file.robots.parse(args.profile, &args.suspicious, output)?;
    let rules = robots.rules_for_each(&crawlers);
    let mut checker = FileChecker {
        args,
        file: &file,
        first_origin: None,
        is_second_noted: false,
        rules: &rules,
        width: print::token_width(&crawlers),
        robots,
        crawlers,
        output,
    };
    let mut outcome = Outcome::AllAllowed;
    for url in &args.urls {
        outcome = outcome.max(checker.check(url.as_bytes())?);
    }
    if args.urls.is_empty() { checker.check_input() } else { Ok(outcome) }
}

/// The file of `--robots`, and the origin of `--origin`.
pub(super) struct RobotsFile {
    pub(super) robots: RobotsInput,
    origin: Option<Origin>,
}

impl RobotsFile {
    /// # Errors
    /// The file cannot be read, or standard input is needed for the URLs too.
    pub(super) fn read(args: &Check, output: &mut Output) -> Result<Self, Failure> {
        let Some(path) = &args.robots else {
            return Err(Failure::new("name a file: --robots FILE"));
        };
        if path == Path::new("-") && args.urls.is_empty() {
            return Err(Failure::new(
                "--robots - reads the file from standard input; give the URLs as arguments",
            ));
        }
        let origin = args.origin.as_deref().map(|text| origin(text, output)).transpose()?;
        input::say_if_terminal(path, output);
        Ok(Self { robots: RobotsInput::read(path)?, origin })
    }

    /// False for a URL of another origin than `--origin`.
    pub(super) fn applies_to(&self, url: &UrlArg<'_>) -> bool {
        match (&self.origin, url.origin()) {
            (Some(own), Some(origin)) => own == origin,
            _ => true,
        }
    }
}

/// The origin of `--origin`. Any scheme is valid, since nothing is fetched.
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

/// One file, its crawlers, and what was noted about the URLs.
struct FileChecker<'a> {
    args: &'a Check,
    file: &'a RobotsFile,
    /// The origin of the first absolute URL, to notice a second one.
    first_origin: Option<Origin>,
    is_second_noted: bool,
    robots: RobotsTxt<'a>,
    crawlers: Vec<Crawler>,
    /// The rules of each crawler.
    rules: &'a RuleSets,
    width: usize,
    output: &'a mut Output,
}

impl FileChecker<'_> {
    /// Checks the URLs of standard input, one per line.
    fn check_input(&mut self) -> Result<Outcome, Failure> {
        input::say_if_terminal(Path::new("-"), self.output);
        let mut outcome = Outcome::AllAllowed;
        let mut urls = List::new(io::stdin(), MAX_URL_BYTES, Separator::Line);
        let unreadable =
            |error| Failure::new(format!("cannot read URLs from standard input: {error}"));
        while let Some(line) = urls.next_item().map_err(unreadable)? {
            outcome = outcome.max(match line {
                InputLine::Whole(line) => self.check(&line)?,
                InputLine::TooLong(start) => {
                    self.refuse(&start, &AskedUrlError::too_long(&start).to_string())?
                }
            });
            // A program that writes one line at a time gets one answer at a time.
            if !urls.has_ready() {
                self.output.flush()?;
            }
        }
        Ok(outcome)
    }

    /// Answers for every crawler.
    fn check(&mut self, url: &[u8]) -> Result<Outcome, Failure> {
        let url = match site_argument::url(url) {
            Ok(url) => url,
            Err(error) => return self.refuse(url, &error),
        };
        if let Cow::Owned(url) = &url {
            self.output.assume_https(url);
        }
        let url = match UrlArg::parse(&url) {
            Ok(url) => url,
            Err(error) => return self.refuse(&url, &error),
        };
        self.note_second_origin(&url);
        let mut outcome = Outcome::AllAllowed;
        let is_applicable = self.file.applies_to(&url);
        for (index, verdict) in self.rules.check(&url.request).enumerate() {
            let verdict = if is_applicable { verdict } else { Verdict::elsewhere() };
            outcome = outcome.max(self.answer(&url, index, verdict)?);
        }
        Ok(outcome)
    }

    /// Prints the answer for one crawler.
    fn answer(
        &mut self,
        url: &UrlArg<'_>,
        index: usize,
        verdict: Verdict<'_>,
    ) -> Result<Outcome, Failure> {
        let crawler = &self.crawlers[index];
        let is_explained = self.args.explain && verdict.decision() != Decision::NotApplicable;
        let explanation = is_explained.then(|| self.robots.explain(crawler, &url.request));
        let located = self.robots.locate(crawler, &verdict);
        if self.args.format == Format::Json {
            let profile = self.args.profile.name;
            let answer = JsonAnswer::new(url, crawler, profile, &verdict, Some(&located));
            self.output.json(&JsonAnswer { explanation, ..answer })?;
            return Ok(verdict.decision().into());
        }
        print::verdict(self.output, self.width, crawler.token(), url, &verdict)?;
        if let Some(explanation) = &explanation {
            print::explanation(self.output, url, explanation, &self.robots, crawler)?;
            self.output.line(format_args!(""))?;
        } else {
            print::reason(self.output, &located)?;
            print::requested(self.output, url)?;
        }
        Ok(verdict.decision().into())
    }

    /// Notes once that the URLs are of two origins, since a robots.txt applies to one origin.
    fn note_second_origin(&mut self, url: &UrlArg<'_>) {
        let Some(origin) = url.origin() else { return };
        if self.file.origin.is_some() || self.is_second_noted {
            return;
        }
        match &self.first_origin {
            None => self.first_origin = Some(origin.clone()),
            Some(first) if first != origin => {
                self.output.note(
                    "note",
                    &format!(
                        "the URLs are of {first} and of {origin}, but a robots.txt applies to one origin; \
                         --origin URL names it, and URLs of others are then not applicable"
                    ),
                );
                self.is_second_noted = true;
            }
            Some(_) => {}
        }
    }

    /// Reports a URL that cannot be checked.
    fn refuse(&mut self, url: &[u8], error: &str) -> Result<Outcome, Failure> {
        answer::report_error(self.output, self.args.format, url, error)
    }
}
